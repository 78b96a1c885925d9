#include "sim/mesh/mesh_cache.h"

#include "sim/byte_archive.h"
#include "sim/cache_files.h"

namespace limber {

namespace {

constexpr CacheKind meshes_kind{".tetrahedra", 4};

}  // namespace

std::string mesh_key(const TriangleMesh& surface, const MeshingOptions& options) {
  ContentHash question;
  question.add(meshes_kind.version);
  question.add(options.radius_edge_ratio);
  question.add(options.largest_volume_m3);
  question.add(options.interior_points);
  question.add(surface.positions_m);
  question.add(surface.triangles);
  return cache_key(question);
}

std::optional<TetraMesh> kept_mesh(const std::string& key) {
  const auto content = cached_content(meshes_kind, key);
  if (!content) return {};
  TetraMesh mesh;
  ByteReader read(*content);
  read(mesh.positions_m);
  read(mesh.tetrahedra);
  return mesh;
}

void keep_mesh(const std::string& key, const TetraMesh& mesh, std::uintmax_t max_bytes) {
  ByteWriter write;
  write(mesh.positions_m);
  write(mesh.tetrahedra);
  cache_content(meshes_kind, key, write.bytes());
  trim_cache_files(meshes_kind, max_bytes);
}

}  // namespace limber
