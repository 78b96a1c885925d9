#include "sim/mesh/distance_field_cache.h"

#include "sim/byte_archive.h"
#include "sim/cache_files.h"

namespace limber {

namespace {

constexpr CacheKind distances_kind{".distances", 1};

}  // namespace

std::string distance_field_key(const TriangleMesh& mesh, const std::string& name,
                               const DistanceFieldOptions& options, Memory side) {
  ContentHash question;
  question.add(distances_kind.version);
  question.add(side);
  question.add(std::as_bytes(std::span(name)));  // may be in the note
  question.add(options.resolution);
  question.add(options.spacing_m);
  question.add(options.margin_m);
  question.add(mesh.positions_m);
  question.add(mesh.triangles);
  return cache_key(question);
}

std::optional<SampledSolid> kept_distance_field(const std::string& key) {
  const auto content = cached_content(distances_kind, key);
  if (!content) return {};
  SampledSolid solid;
  std::vector<char> note;
  ByteReader read(*content);
  read(solid.field);
  read(solid.samples_m);
  read(note);
  solid.note.assign(note.begin(), note.end());
  return solid;
}

void keep_distance_field(const std::string& key, const SampledSolid& solid) {
  ByteWriter write;
  write(solid.field);
  write(solid.samples_m);
  write(std::vector<char>(solid.note.begin(), solid.note.end()));
  cache_content(distances_kind, key, write.bytes());
  trim_cache_files(distances_kind);
}

}  // namespace limber
