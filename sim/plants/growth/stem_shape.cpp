// A generalised cylinder [Agin76] swept along a line with rotation-minimising frames [Bishop75].
// The solid inside has a prism of three tetrahedra for each side of each segment.

#include "sim/plants/growth/stem_shape.h"

#include <cmath>
#include <functional>

#include "kernels/portable_math.h"
#include "sim/mesh/attachment.h"
#include "sim/plants/growth/surface_normals.h"

namespace limber {

namespace {

/// The distance of the surface from the line, over the radius. turns: angle around the stem.
using Relief = std::function<float(float turns, float share)>;

struct Tube {
  std::vector<glm::vec3> positions_m;  ///< middle of the foot, rings from the foot on, tip
  std::vector<glm::uvec3> triangles;   ///< outward
};

/// Vertex `side` of ring `ring`.
unsigned on_ring(int ring, int side, int sides) {
  return static_cast<unsigned>(1 + ring * sides + side % sides);
}

glm::vec3 direction_at(const StemLine& line, float share, float step) {
  return glm::normalize(line.at(share + 0.5f * step) - line.at(share - 0.5f * step));
}

Tube sweep(const StemLine& line, int sides, int rings, const Relief& relief) {
  Tube tube{{line.points_m.front()}, {}};
  const float step = 1.0f / static_cast<float>(rings);
  glm::vec3 right(1.0f, 0.0f, 0.0f);
  for (int ring = 0; ring < rings; ++ring) {
    const float share = static_cast<float>(ring) * step;
    const glm::vec3 along = direction_at(line, share, step);
    right = glm::normalize(right - along * glm::dot(right, along));
    const glm::vec3 across = glm::cross(along, right);
    for (int side = 0; side < sides; ++side) {
      const float turns = static_cast<float>(side) / static_cast<float>(sides);
      const glm::vec3 out = right * sin_of_turns(turns + 0.25f) + across * sin_of_turns(turns);
      tube.positions_m.push_back(line.at(share) +
                                 out * line.radius_m(share) * relief(turns, share));
    }
  }
  const auto tip = static_cast<unsigned>(tube.positions_m.size());
  tube.positions_m.push_back(line.points_m.back());
  for (int side = 0; side < sides; ++side) {
    tube.triangles.emplace_back(0, on_ring(0, side + 1, sides), on_ring(0, side, sides));
    for (int ring = 0; ring + 1 < rings; ++ring) {
      const unsigned a = on_ring(ring, side, sides), b = on_ring(ring, side + 1, sides);
      const unsigned c = on_ring(ring + 1, side + 1, sides), d = on_ring(ring + 1, side, sides);
      tube.triangles.emplace_back(a, b, c);
      tube.triangles.emplace_back(a, c, d);
    }
    tube.triangles.emplace_back(on_ring(rings - 1, side, sides),
                                on_ring(rings - 1, side + 1, sides), tip);
  }
  return tube;
}

/// The nodes are the tube's vertices, then the middles of its rings except the foot's.
TetraMesh filled_tube(const Tube& tube, const StemLine& line, int sides, int rings) {
  TetraMesh solid{tube.positions_m, {}};
  const auto tip = static_cast<int>(tube.positions_m.size()) - 1;
  for (int ring = 1; ring < rings; ++ring)
    solid.positions_m.push_back(line.at(static_cast<float>(ring) / static_cast<float>(rings)));
  const auto middle = [&](int ring) { return ring == 0 ? 0 : tip + ring; };
  for (int side = 0; side < sides; ++side) {
    const auto here = [&](int ring) { return static_cast<int>(on_ring(ring, side, sides)); };
    const auto next = [&](int ring) { return static_cast<int>(on_ring(ring, side + 1, sides)); };
    for (int ring = 0; ring + 1 < rings; ++ring) {
      const int above = ring + 1;
      solid.tetrahedra.emplace_back(middle(ring), here(above), next(above), middle(above));
      solid.tetrahedra.emplace_back(middle(ring), here(ring), next(ring), next(above));
      solid.tetrahedra.emplace_back(middle(ring), here(ring), next(above), here(above));
    }
    solid.tetrahedra.emplace_back(middle(rings - 1), here(rings - 1), next(rings - 1), tip);
  }
  return solid;
}

/// Plates of bark between furrows that drift around the stem with height and merge, lumps, and
/// roots.
Relief bark_relief(const Bark& bark, const StemLine& line, SeededRandom& random) {
  const float phases[4] = {random.share(), random.share(), random.share(), random.share()};
  const float length_m = line.length_m(), radius_m = line.radius_m(0.15f);
  return [=](float turns, float share) {
    const float up = share * length_m / radius_m;  // in radii
    const float drift = 0.45f * sin_of_turns(0.13f * up + phases[0]) +
                        0.3f * sin_of_turns(0.41f * up + 3.0f * turns + phases[1]);
    const float plate = std::abs(sin_of_turns(0.5f * bark.furrows * turns + drift));
    const float crossing = sin_of_turns(0.7f * up + 2.0f * turns + drift + phases[2]);
    const float lump = sin_of_turns(2.0f * turns + 0.17f * up + phases[3]);
    const float roots = std::exp(-0.9f * up) * (0.5f + 0.5f * sin_of_turns(5.0f * turns + drift));
    return 1.0f + bark.depth * (std::sqrt(plate) + 0.3f * crossing + 0.5f * lump - 0.7f) +
           bark.roots * roots;
  };
}

}  // namespace

PartShape stem_shape(const StemLine& line, const StemMesh& mesh, const Bark& bark,
                     SeededRandom& random) {
  const auto smooth = [](float, float) { return 1.0f; };
  Tube tube = sweep(line, mesh.sides, mesh.rings, smooth);
  const TetraMesh solid = filled_tube(tube, line, mesh.sides, mesh.rings);
  PartShape shape;
  shape.nodes_m = solid.positions_m;
  for (const glm::ivec4& t : solid.tetrahedra) shape.tetrahedra.emplace_back(t);
  for (int node = 0; node <= mesh.sides; ++node) shape.clamped.push_back(node);
  if (mesh.drawn_sides > 0) {
    tube = sweep(line, mesh.drawn_sides, mesh.drawn_rings, bark_relief(bark, line, random));
    shape.drawn_on_nodes = attach(tube.positions_m, solid);
  }
  shape.drawn.normals = surface_normals(tube.positions_m, tube.triangles);
  shape.drawn.positions_m = std::move(tube.positions_m);
  shape.drawn.triangles = std::move(tube.triangles);
  return shape;
}

}  // namespace limber
