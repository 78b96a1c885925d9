#include "sim/piles/voxel_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "kernels/error.h"

namespace limber {

namespace {

constexpr int edges_tried = 561;
constexpr double smallest_edge = 0.7, largest_edge = 1.4;  ///< over the expected edge
constexpr double max_voxels_tried = 1e9;                   ///< takes some seconds

struct FoundGrid {
  VoxelGrid grid;
  int surface_off = 0;     ///< difference to the wanted number of surface voxels
  double shape_off = 0.0;  ///< see shape_off()
};

/// Error of the volume, as a logarithm, plus the distance of the centre from the middle of the
/// mesh's bounds, in edges. The middle, not the centre of mass, since only symmetry matters here.
double shape_off(const VoxelGrid& grid, const std::vector<glm::ivec3>& solid,
                 const Voxelizer& mesh) {
  glm::dvec3 sum(0.0);
  for (const glm::ivec3& voxel : solid) sum += glm::dvec3(grid.center_m(voxel));
  const auto count = static_cast<double>(solid.size());
  const glm::dvec3 middle = 0.5 * (glm::dvec3(mesh.low_m()) + glm::dvec3(mesh.high_m()));
  const double volume_m3 = count * std::pow(static_cast<double>(grid.edge_m), 3.0);
  return std::abs(std::log(volume_m3 / mesh.volume_m3())) +
         glm::distance(sum / count, middle) / grid.edge_m;
}

/// The best grid among those with offsets in multiples of 1 / parts of a voxel. voxels_left: the
/// remaining budget; empty if it is used up.
std::optional<FoundGrid> best_of(const Voxelizer& mesh, const VoxelCounts& wanted, int parts,
                                 double& voxels_left) {
  const double expected_m = std::cbrt(mesh.volume_m3() / wanted.solid);
  std::optional<FoundGrid> best;
  for (int e = 0; e < edges_tried; ++e) {
    const double share = static_cast<double>(e) / (edges_tried - 1);
    const double edge_m =
        expected_m * smallest_edge * std::pow(largest_edge / smallest_edge, share);
    for (int place = 0; place < parts * parts * parts; ++place) {
      const glm::vec3 shift =
          glm::vec3(place % parts, place / parts % parts, place / (parts * parts)) /
          static_cast<float>(parts);
      VoxelGrid grid = mesh.voxels(static_cast<float>(edge_m), shift);
      voxels_left -= static_cast<double>(grid.inside.size());
      if (voxels_left < 0.0) return std::nullopt;
      const std::vector<glm::ivec3> solid = chosen_voxels(grid, VoxelChoice::solid);
      if (static_cast<int>(solid.size()) != wanted.solid) continue;
      const auto surface = static_cast<int>(chosen_voxels(grid, VoxelChoice::surface).size());
      FoundGrid found{{},
                      wanted.surface > 0 ? std::abs(surface - wanted.surface) : 0,
                      shape_off(grid, solid, mesh)};
      if (best && std::tie(best->surface_off, best->shape_off) <=
                      std::tie(found.surface_off, found.shape_off))
        continue;
      found.grid = std::move(grid);
      best = std::move(found);
    }
  }
  return best;
}

}  // namespace

VoxelGrid voxels_with_count(const Voxelizer& mesh, const VoxelCounts& wanted) {
  const glm::vec3 size_m = mesh.high_m() - mesh.low_m();
  const double thin_m = std::min({size_m.x, size_m.y, size_m.z});
  const double expected_m = std::cbrt(mesh.volume_m3() / std::max(wanted.solid, 1));
  // Else a single layer even of the largest voxels would have too many.
  if (thin_m < 0.5 * expected_m || expected_m == 0.0)
    throw Error(ExitCode::bad_input,
                fmt::format("the mesh {} is only {:.2g} m thick, thinner than one of {} voxels "
                            "would be; ask for more voxels, or make the mesh thicker",
                            mesh.name(), thin_m, wanted.solid));
  std::optional<FoundGrid> best;
  double voxels_left = max_voxels_tried;
  for (int parts = 2; parts <= 8 && wanted.solid > 0 && !best; parts *= 2)
    best = best_of(mesh, wanted, parts, voxels_left);
  if (!best)
    throw Error(ExitCode::bad_input,
                fmt::format("the mesh {} cannot be cut into just {} voxels; ask for another number",
                            mesh.name(), wanted.solid));
  return std::move(best->grid);
}

}  // namespace limber
