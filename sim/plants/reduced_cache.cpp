#include "sim/plants/reduced_cache.h"

#include <type_traits>

#include "sim/byte_archive.h"
#include "sim/cache_files.h"

namespace limber {

namespace {

constexpr CacheKind modes_kind{".modes", 2};

/// Writes or reads all members but drawn_modes; Shape is const or not.
template <class Archive, class Shape>
void each_member(Archive& archive, Shape& reduced) {
  archive(reduced.modes);
  archive(reduced.node_modes);
  archive(reduced.stiffness);
  archive(reduced.frequencies_Hz);
  archive(reduced.mass_kg);
  archive(reduced.first_moment_kg_m);
  archive(reduced.second_moment_kg_m2);
  archive(reduced.linear);
  archive(reduced.moments);
  archive(reduced.gyroscopic);
  bool cubic = reduced.cubic.has_value();
  archive(cubic);
  if (!cubic) return;
  if constexpr (!std::is_const_v<Shape>) reduced.cubic.emplace();
  archive(reduced.cubic->modes);
  archive(reduced.cubic->linear);
  archive(reduced.cubic->quadratic);
  archive(reduced.cubic->cubic);
}

}  // namespace

std::string reduced_key(const PartShape& shape, const ReduceOptions& options) {
  ContentHash question;
  question.add(modes_kind.version);
  question.add(options.elements);
  question.add(options.linear_modes);
  question.add(options.cubic_forces);
  question.add(shape.nodes_m);
  question.add(shape.tetrahedra);
  question.add(shape.triangles);
  question.add(shape.thickness_m);
  question.add(shape.clamped);
  question.add(shape.material.density_kg_m3);
  question.add(shape.material.young_modulus_Pa);
  question.add(shape.material.poisson_ratio);
  question.add(shape.modes);
  return cache_key(question);
}

std::optional<ReducedShape> kept_reduced(const std::string& key) {
  const auto content = cached_content(modes_kind, key);
  if (!content) return {};
  ReducedShape reduced;
  ByteReader read(*content);
  each_member(read, reduced);
  return reduced;
}

void keep_reduced(const std::string& key, const ReducedShape& reduced) {
  ByteWriter write;
  each_member(write, reduced);
  cache_content(modes_kind, key, write.bytes());
}

void trim_reduced() { trim_cache_files(modes_kind); }

}  // namespace limber
