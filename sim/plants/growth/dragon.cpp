// Round cones along splines, blended; the surface is polygonised and displaced by scales. The solid
// inside is a lattice.

#include "sim/plants/growth/dragon.h"

#include <algorithm>
#include <numeric>

#include "kernels/launch.h"
#include "sim/count.h"
#include "sim/mesh/attachment.h"
#include "sim/mesh/box.h"
#include "sim/mesh/spatial_order.h"
#include "sim/mesh/surface_cache.h"
#include "sim/mesh/tracked_surface.h"
#include "sim/plants/growth/dragon_bones.h"
#include "sim/plants/growth/dragon_scales.h"
#include "sim/plants/growth/surface_normals.h"

namespace limber {

namespace {

constexpr float sculpted_length_m = 2.0f;
constexpr float drawn_cell_m = 0.0062f;
constexpr float solid_cell_m = 0.062f;
constexpr float solid_skin_m = 0.016f;  // makes thin limbs wider than a cell

DistanceFunction distance_to_pieces(const std::vector<DragonPiece>& pieces, bool only_solid) {
  std::vector<DragonPiece> used;
  for (const DragonPiece& piece : pieces)
    if (!only_solid || piece.is_solid) used.push_back(piece);
  return [used](const glm::vec3& x) {
    float d = used[0].shape.distance(x);
    for (std::size_t i = 1; i < used.size(); ++i) {
      const DragonPiece& piece = used[i];
      // Skips pieces whose bounds are too far away to affect the distance.
      const glm::vec3 off = glm::max(glm::max(piece.shape.low_m - x, x - piece.shape.high_m), 0.0f);
      const float reach = std::max(d + piece.blend_m, 0.0f);
      if (glm::dot(off, off) < reach * reach)
        d = smooth_min(d, piece.shape.distance(x), piece.blend_m);
    }
    return d;
  };
}

/// The bounds of all pieces.
Box bounds_of(const std::vector<DragonPiece>& pieces) {
  Box box;
  for (const DragonPiece& piece : pieces) {
    box.add(piece.shape.low_m);
    box.add(piece.shape.high_m);
  }
  return box;
}

/// Raises each vertex by the height of the scales there.
struct Engrave {
  static constexpr int grain = 64;
  const DragonScales* scales;
  const std::vector<glm::vec3>* normals;
  std::vector<glm::vec3>* positions_m;
  void operator()(int i) const {
    glm::vec3& x = (*positions_m)[i];
    x += (*normals)[i] * scales->height_m(x);
  }
};

TriangleMesh sculpted_skin(const DragonBones& bones, Progress& progress) {
  progress.report("sculpting the dragon", -1.0f);
  const Box bounds = bounds_of(bones.pieces);
  const ImplicitShape shape{distance_to_pieces(bones.pieces, false), bounds.low_m, bounds.high_m};
  TriangleMesh skin = cached_surface(shape, {drawn_cell_m}, [&] {
    return track_surface(shape.distance, glm::vec3(bones.body.points_m[60]), drawn_cell_m);
  });
  progress.report("engraving its scales", -1.0f);
  const DragonScales scales(bones);
  const std::vector<glm::vec3> normals = surface_normals(skin.positions_m, skin.triangles);
  launch_on_host(Exec(Backend::tbb), "scales", count(normals),
                 Engrave{&scales, &normals, &skin.positions_m});
  return skin;
}

/// The largest piece of a solid: pieces that the lattice has cut off would float.
TetraMesh largest_piece(const TetraMesh& solid) {
  std::vector<int> piece(solid.positions_m.size());
  std::iota(piece.begin(), piece.end(), 0);
  const auto root = [&](int i) {
    while (piece[i] != i) i = piece[i] = piece[piece[i]];
    return i;
  };
  for (const glm::ivec4& t : solid.tetrahedra)
    for (int k = 1; k < 4; ++k) piece[root(t[k])] = root(t[0]);
  std::vector<int> tetrahedra(piece.size(), 0);
  for (const glm::ivec4& t : solid.tetrahedra) ++tetrahedra[root(t[0])];
  const auto largest = static_cast<int>(std::ranges::max_element(tetrahedra) - tetrahedra.begin());
  TetraMesh result;
  std::vector<int> renamed(piece.size(), -1);
  for (glm::ivec4 t : solid.tetrahedra) {
    if (root(t[0]) != largest) continue;
    for (int k = 0; k < 4; ++k) {
      if (renamed[t[k]] < 0) {
        renamed[t[k]] = static_cast<int>(result.positions_m.size());
        result.positions_m.push_back(solid.positions_m[t[k]]);
      }
      t[k] = renamed[t[k]];
    }
    result.tetrahedra.push_back(t);
  }
  return result;
}

TetraMesh solid_within(const DragonBones& bones, Progress& progress) {
  const Box bounds = bounds_of(bones.pieces);
  const DistanceFunction distance = distance_to_pieces(bones.pieces, true);
  return in_spatial_order(largest_piece(fill_with_lattice(
      [&](const glm::vec3& x) { return distance(x) - solid_skin_m; }, bounds.low_m - solid_cell_m,
      bounds.high_m + solid_cell_m, solid_cell_m, progress)));
}

}  // namespace

PartShape dragon_shape(const DragonSettings& settings, Progress& progress) {
  const DragonBones bones = dragon_bones();
  TriangleMesh skin = sculpted_skin(bones, progress);
  TetraMesh solid = solid_within(bones, progress);
  const float factor = settings.length_m / sculpted_length_m;
  for (glm::vec3& x : skin.positions_m) x *= factor;
  for (glm::vec3& x : solid.positions_m) x *= factor;

  PartShape shape;
  progress.report("attaching the dragon's skin", -1.0f);
  shape.drawn_on_nodes = attach(skin.positions_m, solid);
  shape.drawn.normals = surface_normals(skin.positions_m, skin.triangles);
  shape.drawn.positions_m = std::move(skin.positions_m);
  shape.drawn.triangles = std::move(skin.triangles);
  shape.drawn.material = {{0.02f, 0.2f, 0.11f}, {0.02f, 0.2f, 0.11f}, 0.3f};
  for (const glm::ivec4& t : solid.tetrahedra) shape.tetrahedra.emplace_back(t);
  const float held_below_m = 0.6f * solid_cell_m * factor;
  for (std::size_t i = 0; i < solid.positions_m.size(); ++i)
    if (solid.positions_m[i].y < held_below_m) shape.clamped.push_back(static_cast<int>(i));
  shape.nodes_m = std::move(solid.positions_m);
  shape.material = {1000.0f, 4e5f, 0.4f};
  shape.modes = settings.modes;
  return shape;
}

}  // namespace limber
