#include "sim/mesh/surface_cache.h"

#include <cstdint>
#include <string>
#include <vector>

#include "sim/byte_archive.h"
#include "sim/cache_files.h"

namespace limber {

namespace {

constexpr CacheKind surfaces_kind{".surface", 1};
constexpr std::uintmax_t max_surfaces_bytes = std::uintmax_t{1} << 28;

std::string key_of_shape(const ImplicitShape& shape, std::initializer_list<float> settings) {
  constexpr int points = 16;  // along each axis
  ContentHash question;
  question.add(surfaces_kind.version);
  for (const float setting : settings) question.add(setting);
  for (int k = 0; k < points * points * points; ++k) {
    const glm::vec3 share(k % points, k / points % points, k / points / points);
    question.add(shape.distance(glm::mix(shape.low_m, shape.high_m, share / (points - 1.0f))));
  }
  return cache_key(question);
}

/// Distances at some vertices: details that lie between the points of the key change them.
std::vector<float> distances_on(const TriangleMesh& surface, const ImplicitShape& shape) {
  constexpr std::size_t measured = 8192;
  const std::size_t step = surface.positions_m.size() / measured + 1;
  std::vector<float> distances;
  for (std::size_t i = 0; i < surface.positions_m.size(); i += step)
    distances.push_back(shape.distance(surface.positions_m[i]));
  return distances;
}

}  // namespace

TriangleMesh cached_surface(const ImplicitShape& shape, std::initializer_list<float> settings,
                            const std::function<TriangleMesh()>& make) {
  const std::string key = key_of_shape(shape, settings);
  if (const auto content = cached_content(surfaces_kind, key)) {
    TriangleMesh surface;
    std::vector<float> distances;
    ByteReader read(*content);
    read(surface.positions_m);
    read(surface.triangles);
    read(distances);
    if (distances == distances_on(surface, shape)) return surface;
  }
  TriangleMesh surface = make();
  ByteWriter write;
  write(surface.positions_m);
  write(surface.triangles);
  write(distances_on(surface, shape));
  cache_content(surfaces_kind, key, write.bytes());
  trim_cache_files(surfaces_kind, max_surfaces_bytes);
  return surface;
}

}  // namespace limber
