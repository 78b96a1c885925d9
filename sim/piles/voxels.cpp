// Voxels by ray parity: Harada, "Real-Time Rigid Body Simulation on GPUs" (GPU Gems 3, 2007),
// section 29.1.3. All crossings of a column of voxels are found at once and sorted, as its depth
// peeling would deliver them: a layer is what is crossed next, and a voxel is inside when an odd
// number of layers lies before it.
//
// A ray that runs through an edge or a vertex must cross just one of the triangles around it. So
// all rays are moved by an infinitely small step, much further along x than along y (Edelsbrunner,
// Muecke, "Simulation of Simplicity", 1990); as the sides of the edges are exact, the crossings of
// a closed surface are always even in number.

#include "sim/piles/voxels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "kernels/error.h"
#include "sim/mesh/connected_parts.h"
#include "sim/mesh/exact_side.h"
#include "sim/mesh/place_text.h"
#include "sim/mesh/tetra_mesh.h"
#include "sim/mesh/topology.h"

namespace limber {

namespace {

constexpr double most_voxels = 16'777'216;

Error refusal(const std::string& name, const std::string& why) {
  return Error(ExitCode::bad_input, fmt::format("the mesh {} {}", name, why));
}

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
  throw refusal(name, fmt::format("is open, so it has no inside to fill with spheres: {} on one "
                                  "side only, {} {}; close its holes",
                                  counted(open, "edge has a triangle", "edges have a triangle"),
                                  open == 1 ? "at" : "the first at", place_text(middle)));
}

/// On which side of the line from a to b the moved ray lies: 1 left, -1 right, 0 if a = b.
int side_of_moved(const glm::vec2& a, const glm::vec2& b, const glm::vec2& ray) {
  const int side = side_of_line(a, b, ray);
  if (side != 0) return side;
  if (a.y != b.y) return a.y > b.y ? 1 : -1;
  return b.x > a.x ? 1 : b.x < a.x ? -1 : 0;
}

bool crosses(const glm::vec3 corners[3], const glm::vec2& ray) {
  const int side = side_of_moved(corners[0], corners[1], ray);
  return side != 0 && side == side_of_moved(corners[1], corners[2], ray) &&
         side == side_of_moved(corners[2], corners[0], ray);
}

/// Where the triangle's plane is met. No steep triangle gives a depth that it does not reach.
double depth_m(const glm::vec3 corners[3], const glm::vec2& ray) {
  const glm::dvec3 a(corners[0]);
  const glm::dvec3 u = glm::dvec3(corners[1]) - a, v = glm::dvec3(corners[2]) - a;
  const glm::dvec2 p = glm::dvec2(ray) - glm::dvec2(a);
  const double area = u.x * v.y - u.y * v.x;
  const double to_u = (p.x * v.y - p.y * v.x) / area, to_v = (u.x * p.y - u.y * p.x) / area;
  const auto [lowest, highest] = std::minmax({corners[0].z, corners[1].z, corners[2].z});
  const double depth = a.z + to_u * u.z + to_v * v.z;
  return std::isfinite(depth) ? std::clamp<double>(depth, lowest, highest) : lowest;
}

struct Crossing {
  int column;  ///< x + count.x * y
  double depth_m;
  auto operator<=>(const Crossing&) const = default;
};

/// The columns whose centres lie in [low, high] of what a triangle covers in x and y, and those
/// that may do so but for rounding. Coordinates lie within the grid.
struct Columns {
  glm::dvec2 grid_low;
  double edge, slack;
  glm::ivec2 from(const glm::vec2& low) const { return glm::ivec2(index(low) - slack) + 1; }
  glm::ivec2 to(const glm::vec2& high) const { return glm::ivec2(index(high) + slack); }
  glm::dvec2 index(const glm::vec2& x) const { return (glm::dvec2(x) - grid_low) / edge - 0.5; }
};

std::vector<Crossing> crossings_of(const TriangleMesh& part, const std::vector<glm::vec4>& shadows,
                                   const VoxelGrid& grid, double largest_m) {
  const double rounding = 4.0 * std::numeric_limits<float>::epsilon() * largest_m / grid.edge_m;
  const Columns columns{glm::dvec2(grid.low_m), grid.edge_m, 1e-3 + rounding};
  std::vector<Crossing> crossings;
  for (std::size_t i = 0; i < shadows.size(); ++i) {
    const glm::ivec2 first = glm::max(columns.from({shadows[i].x, shadows[i].y}), 0);
    const glm::ivec2 last =
        glm::min(columns.to({shadows[i].z, shadows[i].w}), glm::ivec2(grid.count) - 1);
    if (first.x > last.x || first.y > last.y) continue;  // most triangles, where voxels are large
    const glm::uvec3& t = part.triangles[i];
    const glm::vec3 corners[3] = {part.positions_m[t.x], part.positions_m[t.y],
                                  part.positions_m[t.z]};
    for (int y = first.y; y <= last.y; ++y)
      for (int x = first.x; x <= last.x; ++x) {
        const glm::vec2 ray(grid.center_m({x, y, 0}));
        if (crosses(corners, ray))
          crossings.push_back({x + grid.count.x * y, depth_m(corners, ray)});
      }
  }
  std::sort(crossings.begin(), crossings.end());
  return crossings;
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

Voxelizer::Voxelizer(const TriangleMesh& mesh, std::string name)
    : name_(std::move(name)), low_m_(INFINITY), high_m_(-INFINITY) {
  for (const glm::vec3& x : mesh.positions_m)
    if (!std::isfinite(x.x + x.y + x.z))
      throw refusal(name_, "has a vertex that is not at a finite place; export it again");
  for (TriangleMesh& part : connected_parts(mesh)) parts_.push_back({std::move(part), {}});
  if (parts_.empty()) throw refusal(name_, "is empty: no triangle has an area; export it again");
  for (auto& [surface, shadows] : parts_) {
    refuse_open(surface, name_);
    double volume_m3 = 0.0;
    for (const glm::uvec3& t : surface.triangles) {
      const glm::vec3 &a = surface.positions_m[t.x], &b = surface.positions_m[t.y],
                      &c = surface.positions_m[t.z];
      volume_m3 += signed_volume_m3(surface.positions_m[0], a, b, c);
      const glm::vec3 low = glm::min(glm::min(a, b), c), high = glm::max(glm::max(a, b), c);
      shadows.emplace_back(low.x, low.y, high.x, high.y);
      low_m_ = glm::min(low_m_, low);
      high_m_ = glm::max(high_m_, high);
    }
    volume_m3_ += std::abs(volume_m3);
  }
}

VoxelGrid Voxelizer::voxels(float edge_m, const glm::vec3& shift) const {
  if (!(edge_m > 0.0f && std::isfinite(edge_m)))
    throw refusal(name_, fmt::format("cannot be cut into voxels with an edge of {:g} m; the edge "
                                     "must be above 0",
                                     edge_m));
  // Counted in doubles: an edge may be absurdly small.
  const glm::dvec3 half = 0.5 * (glm::dvec3(high_m_) - glm::dvec3(low_m_)) / double(edge_m);
  const glm::dvec3 below = glm::ceil(half - glm::dvec3(shift) + 0.5);
  const glm::dvec3 count = below + glm::ceil(half + glm::dvec3(shift) + 0.5) + 1.0;
  if (!(count.x * count.y * count.z <= most_voxels))
    throw refusal(name_, fmt::format("would become more than {:.0f} voxels of {:g} m; take larger "
                                     "ones",
                                     most_voxels, edge_m));
  VoxelGrid grid;
  grid.edge_m = edge_m;
  grid.count = glm::ivec3(count);
  grid.low_m = 0.5f * (low_m_ + high_m_) - edge_m * (glm::vec3(below) + 0.5f + shift);
  grid.inside.assign(static_cast<std::size_t>(grid.count.x) * grid.count.y * grid.count.z, 0);
  const std::size_t layer = static_cast<std::size_t>(grid.count.x) * grid.count.y;
  const glm::vec3 largest = glm::max(glm::abs(low_m_), glm::abs(high_m_));
  for (const auto& [surface, shadows] : parts_) {
    const std::vector<Crossing> crossings =
        crossings_of(surface, shadows, grid, std::max(largest.x, largest.y));
    for (std::size_t first = 0, last = 0; first < crossings.size(); first = last) {
      const int column = crossings[first].column;
      while (last < crossings.size() && crossings[last].column == column) ++last;
      std::size_t before = first;  // the crossings up to here are passed
      for (int z = 0; z < grid.count.z; ++z) {
        const double center_m = grid.center_m({0, 0, z}).z;
        while (before < last && crossings[before].depth_m <= center_m) ++before;
        if ((before - first) % 2 == 1) grid.inside[column + layer * z] = 1;
      }
    }
  }
  return grid;
}

}  // namespace limber
