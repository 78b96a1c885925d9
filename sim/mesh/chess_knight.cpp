// The horse is a blend of round cones, minus some others, polygonised and simplified.

#include "sim/mesh/chess_knight.h"

#include <algorithm>
#include <cmath>

#include "sim/mesh/closed_surface.h"
#include "sim/mesh/implicit_shape.h"
#include "sim/mesh/surface_cache.h"
#include "sim/mesh/topology.h"
#include "sim/mesh/welding.h"

namespace limber {

namespace {

constexpr float cell = 0.6f;
constexpr int knight_triangles = 1400;

/// Adds the mirror images of bones.
std::vector<RoundCone> mirrored(std::vector<RoundCone> bones) {
  const std::size_t count = bones.size();
  for (std::size_t i = 0; i < count; ++i) {
    RoundCone twin = bones[i];
    twin.a_m.z = -twin.a_m.z;
    twin.b_m.z = -twin.b_m.z;
    bones.push_back(twin);
  }
  return bones;
}

ImplicitShape horse() {
  // The neck is deeper than wide, so it has bones in front and behind.
  std::vector<RoundCone> body{{{-2.4f, 8.0f, 0}, 7.4f, {-4.2f, 25.0f, 0}, 6.6f},
                              {{-4.2f, 25.0f, 0}, 6.6f, {-3.2f, 40.0f, 0}, 5.4f},
                              {{-3.2f, 40.0f, 0}, 5.4f, {0.4f, 50.0f, 0}, 4.6f},
                              {{2.6f, 8.0f, 0}, 7.2f, {3.8f, 19.0f, 0}, 6.8f},
                              {{3.8f, 19.0f, 0}, 6.8f, {1.0f, 42.0f, 0}, 5.2f},
                              // The head: forehead, bridge of the nose, muzzle, chin.
                              {{1.6f, 49.4f, 0}, 4.9f, {7.2f, 45.4f, 0}, 4.2f},
                              {{7.2f, 45.4f, 0}, 4.2f, {14.4f, 37.4f, 0}, 2.9f},
                              {{14.4f, 37.4f, 0}, 3.1f, {15.6f, 35.8f, 0}, 3.0f},
                              {{8.0f, 40.0f, 0}, 3.2f, {13.2f, 33.6f, 0}, 2.0f}};
  const std::vector<RoundCone> sides =
      mirrored({{{3.6f, 42.8f, 2.2f}, 4.5f, {5.6f, 40.2f, 1.8f}, 3.9f},      // cheek
                {{15.2f, 36.4f, 1.5f}, 1.9f, {15.8f, 35.8f, 1.4f}, 1.8f}});  // nostril's wing
  body.insert(body.end(), sides.begin(), sides.end());
  const ImplicitShape soft = blend_shape(body, 2.4f);

  // Ears, brows, eyes and the mane's locks stay distinct.
  std::vector<RoundCone> details =
      mirrored({{{0.4f, 51.6f, 2.6f}, 2.3f, {2.4f, 59.8f, 3.2f}, 0.7f},
                {{5.4f, 49.2f, 2.9f}, 1.5f, {9.2f, 46.4f, 3.0f}, 1.0f},
                {{7.4f, 45.4f, 4.2f}, 1.4f, {7.9f, 45.0f, 4.1f}, 1.4f}});
  const std::vector<RoundCone> mane{{{1.4f, 55.0f, 0}, 1.9f, {5.6f, 51.8f, 0}, 1.2f},
                                    {{-0.6f, 54.0f, 0}, 2.9f, {-4.6f, 51.2f, 0}, 2.0f},
                                    {{-3.6f, 49.8f, 0}, 3.2f, {-8.2f, 45.4f, 0}, 1.9f},
                                    {{-5.4f, 44.6f, 0}, 3.3f, {-10.2f, 39.2f, 0}, 1.9f},
                                    {{-6.6f, 38.6f, 0}, 3.3f, {-11.4f, 32.8f, 0}, 1.9f},
                                    {{-7.4f, 32.2f, 0}, 3.3f, {-11.8f, 26.2f, 0}, 1.9f},
                                    {{-7.6f, 25.8f, 0}, 3.2f, {-11.2f, 20.0f, 0}, 1.7f}};
  details.insert(details.end(), mane.begin(), mane.end());
  const ImplicitShape sharp = blend_shape(details, 0.4f);

  const std::vector<RoundCone> grooves =
      mirrored({{{11.2f, 36.0f, 3.6f}, 0.5f, {16.6f, 32.8f, 1.6f}, 0.6f},  // mouth
                {{16.4f, 36.8f, 3.5f}, 0.7f, {17.2f, 37.6f, 3.1f}, 0.6f},  // nostril
                {{2.6f, 54.0f, 4.6f}, 0.9f, {3.6f, 57.8f, 4.2f}, 0.5f}});  // ear
  const ImplicitShape carved = blend_shape(grooves, 0.3f);
  return {[=](const glm::vec3& x) {
            const float whole = std::min(soft.distance(x), sharp.distance(x));
            return std::max(whole, -carved.distance(x));
          },
          glm::min(soft.low_m, sharp.low_m), glm::max(soft.high_m, sharp.high_m)};
}

/// The part of a mesh above `height`, with its open rim moved to that height.
TriangleMesh above(const TriangleMesh& mesh, float height) {
  TriangleMesh result{mesh.positions_m, {}};
  for (const glm::uvec3& t : mesh.triangles) {
    const float lowest =
        std::min({mesh.positions_m[t.x].y, mesh.positions_m[t.y].y, mesh.positions_m[t.z].y});
    if (lowest > height - 0.5f * cell) result.triangles.push_back(t);
  }
  for (const std::vector<unsigned>& loop : open_loops(result.triangles))
    for (unsigned vertex : loop) result.positions_m[vertex].y = height;
  drop_unused(result);
  return result;
}

}  // namespace

void add_horse(Lathe& lathe, const Lathe::Ring& ring, float height) {
  Progress nobody;
  const ImplicitShape shape = horse();
  const TriangleMesh fine = cached_surface(shape, {cell}, [&] {
    return polygonise(shape.distance, shape.low_m, shape.high_m, cell, nobody);
  });
  const TriangleMesh head = simplified(above(fine, height), knight_triangles);
  const auto first = static_cast<unsigned>(lathe.mesh.positions_m.size());
  lathe.mesh.positions_m.insert(lathe.mesh.positions_m.end(), head.positions_m.begin(),
                                head.positions_m.end());
  for (const glm::uvec3& t : head.triangles) lathe.mesh.triangles.push_back(t + first);
  std::vector<unsigned> rim = open_loops(head.triangles).front();
  for (unsigned& vertex : rim) vertex += first;
  lathe.bridge(ring, rim);
}

}  // namespace limber
