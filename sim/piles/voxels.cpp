// Voxels by ray parity: [Harada07, section 29.1.3]. All crossings of a column of voxels are found
// at once and sorted, which gives the layers of that section's depth peeling: a voxel is inside if
// it lies behind an odd number of layers.

#include "sim/piles/voxels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "kernels/error.h"
#include "sim/mesh/connected_parts.h"
#include "sim/mesh/place_text.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/topology.h"
#include "sim/piles/mesh_refusal.h"

namespace limber {

namespace {

constexpr double max_voxels = 16'777'216;

/// Parity needs an even number of triangles at every edge.
void refuse_open(const TriangleMesh& part, const std::string& name) {
  std::size_t open = 0;
  int first = std::numeric_limits<int>::max();
  each_edge(edge_uses(part.triangles), [&](std::span<const EdgeUse> uses) {
    if (uses.size() % 2 == 0) return;
    ++open;
    first = std::min(first, uses[0].side);
  });
  if (open == 0) return;
  const glm::uvec3& t = part.triangles[first / 3];
  const glm::vec3 middle =
      0.5f * (part.positions_m[t[first % 3]] + part.positions_m[t[(first + 1) % 3]]);
  throw mesh_refusal(name,
                     fmt::format("is open, so it has no inside to fill with spheres: {} on one "
                                 "side only, {} {}; close its holes",
                                 counted(open, "edge has a triangle", "edges have a triangle"),
                                 open == 1 ? "at" : "the first at", place_text(middle)));
}

struct Crossing {
  int column, voxel;
  auto operator<=>(const Crossing&) const = default;
};

void mark_by_parity(const TriangleMesh& part, float largest_m, VoxelGrid& grid) {
  std::vector<Crossing> crossings;
  for (const glm::uvec3& t : part.triangles)
    for_crossings(grid, {part.positions_m[t.x], part.positions_m[t.y], part.positions_m[t.z]},
                  largest_m, [&](int column, int voxel) {
                    crossings.push_back({column, voxel});
                  });
  std::sort(crossings.begin(), crossings.end());
  // Crossings of a closed surface come in pairs.
  for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
    for (int z = crossings[i].voxel; z < crossings[i + 1].voxel; ++z)
      grid.inside[crossings[i].column + grid.columns() * z] = 1;
}

}  // namespace

bool VoxelGrid::is_inside(const glm::ivec3& v) const {
  if (v.x < 0 || v.y < 0 || v.z < 0 || v.x >= count.x || v.y >= count.y || v.z >= count.z)
    return false;
  return inside[v.x + static_cast<std::size_t>(count.x) * (v.y + count.y * v.z)] != 0;
}

bool VoxelGrid::is_surface(const glm::ivec3& voxel) const {
  if (!is_inside(voxel)) return false;
  for (int axis = 0; axis < 3; ++axis) {
    glm::ivec3 step(0);
    step[axis] = 1;
    if (!is_inside(voxel - step) || !is_inside(voxel + step)) return true;
  }
  return false;
}

std::vector<glm::ivec3> chosen_voxels(const VoxelGrid& grid, VoxelChoice choice) {
  std::vector<glm::ivec3> chosen;
  for (int z = 0; z < grid.count.z; ++z)
    for (int y = 0; y < grid.count.y; ++y)
      for (int x = 0; x < grid.count.x; ++x)
        if (choice == VoxelChoice::solid ? grid.is_inside({x, y, z}) : grid.is_surface({x, y, z}))
          chosen.emplace_back(x, y, z);
  return chosen;
}

Voxelizer::Voxelizer(const TriangleMesh& mesh, std::string name, const Exec* peel_on)
    : name_(std::move(name)), low_m_(INFINITY), high_m_(-INFINITY) {
  for (const glm::vec3& x : mesh.positions_m)
    if (!std::isfinite(x.x + x.y + x.z))
      throw mesh_refusal(name_, "has a vertex that is not at a finite place; export it again");
  parts_ = connected_parts(mesh);
  if (parts_.empty())
    throw mesh_refusal(name_, "is empty: no triangle has an area; export it again");
  if (peel_on) peeling_ = std::make_unique<DepthPeeling>(*peel_on);
  for (const TriangleMesh& part : parts_) {
    refuse_open(part, name_);
    if (peeling_) peeling_->add(part);
    double volume_m3 = 0.0;
    for (const glm::uvec3& t : part.triangles) {
      const glm::vec3 &a = part.positions_m[t.x], &b = part.positions_m[t.y],
                      &c = part.positions_m[t.z];
      volume_m3 += signed_volume_m3(part.positions_m[0], a, b, c);
      low_m_ = glm::min(low_m_, glm::min(glm::min(a, b), c));
      high_m_ = glm::max(high_m_, glm::max(glm::max(a, b), c));
    }
    volume_m3_ += std::abs(volume_m3);
  }
}

VoxelGrid Voxelizer::voxels(float edge_m, const glm::vec3& shift) const {
  if (!(edge_m > 0.0f && std::isfinite(edge_m)))
    throw mesh_refusal(name_,
                       fmt::format("cannot be cut into voxels with an edge of {:g} m; the edge "
                                   "must be above 0",
                                   edge_m));
  // In doubles: with a tiny edge, the count would overflow an int.
  const glm::dvec3 half = 0.5 * (glm::dvec3(high_m_) - glm::dvec3(low_m_)) / double(edge_m);
  const glm::dvec3 below = glm::ceil(half - glm::dvec3(shift) + 0.5);
  const glm::dvec3 count = below + glm::ceil(half + glm::dvec3(shift) + 0.5) + 1.0;
  if (!(count.x * count.y * count.z <= max_voxels))
    throw mesh_refusal(name_,
                       fmt::format("would become more than {:.0f} voxels of {:g} m; take larger "
                                   "ones",
                                   max_voxels, edge_m));
  VoxelGrid grid;
  grid.edge_m = edge_m;
  grid.count = glm::ivec3(count);
  grid.low_m = 0.5f * (low_m_ + high_m_) - edge_m * (glm::vec3(below) + 0.5f + shift);
  const glm::vec3 largest = glm::max(glm::abs(low_m_), glm::abs(high_m_));
  const float largest_m = std::max(largest.x, largest.y);
  if (peeling_) {
    grid.inside = peeling_->inside(grid, largest_m);
    return grid;
  }
  grid.inside.assign(static_cast<std::size_t>(grid.columns()) * grid.count.z, 0);
  for (const TriangleMesh& part : parts_) mark_by_parity(part, largest_m, grid);
  return grid;
}

}  // namespace limber
