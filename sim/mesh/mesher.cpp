#include "sim/mesh/mesher.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "kernels/error.h"
#include "sim/mesh/box_tree.h"
#include "sim/mesh/connected_parts.h"
#include "sim/mesh/largest_pieces.h"
#include "sim/mesh/lattice_mesher.h"
#include "sim/mesh/mesh_cache.h"
#include "sim/mesh/tetgen_mesher.h"
#include "sim/mesh/triangle_tree.h"

namespace limber {

namespace {

TetraMesh fill_by_tetgen_once(const TriangleMesh& surface, const MeshingOptions& options,
                              Progress& progress) {
  const std::string key = mesh_key(surface, options);
  if (std::optional<TetraMesh> kept = kept_mesh(key)) return *std::move(kept);
  TetraMesh mesh = fill_with_tetgen(surface, options, progress);
  keep_mesh(key, mesh);
  return mesh;
}

Box box_of_points(const TriangleMesh& surface) {
  Box box;
  for (const glm::vec3& x : surface.positions_m) box.add(x);
  return box;
}

/// Default cell size: the surface's mean edge length, to keep its details, but at least three cells
/// across the thickness of the solid, since the edges of a box are as long as the box. At most
/// 30,000 cells inside, as the lattice is uniform, and a million in the box.
float cell_of(const TriangleMesh& surface, const Box& box) {
  double edges_m = 0.0, area_m2 = 0.0, volume_m3 = 0.0;
  for (const glm::uvec3& t : surface.triangles) {
    const glm::dvec3 a = surface.positions_m[t.x], b = surface.positions_m[t.y],
                     c = surface.positions_m[t.z];
    edges_m += glm::distance(a, b) + glm::distance(b, c) + glm::distance(c, a);
    area_m2 += 0.5 * glm::length(glm::cross(b - a, c - a));
    volume_m3 += glm::dot(a, glm::cross(b, c)) / 6.0;
  }
  const double mean_m = edges_m / (3.0 * static_cast<double>(surface.triangles.size()));
  const double thickness_m = 2.0 * volume_m3 / area_m2;  // exact for a plate; 2/3 radius for a ball
  const glm::dvec3 size_m(box.high_m - box.low_m);
  const double finest_m =
      std::cbrt(std::max(volume_m3 / 3e4, size_m.x * size_m.y * size_m.z / 1e6));
  return static_cast<float>(std::max(std::min(mean_m, thickness_m / 3.0), finest_m));
}

TetraMesh fill_by_lattice(const TriangleMesh& surface, const MeshingOptions& options,
                          Progress& progress) {
  if (surface.triangles.empty())
    throw Error(ExitCode::bad_input, "a surface without triangles has no inside to fill");
  const Box box = box_of_points(surface);
  const TriangleTree tree(surface);
  // Parts of the solid beyond a place thinner than a cell would become separate pieces.
  const std::size_t pieces = connected_parts(surface).size();
  const auto fill_with = [&](float cell_m) {
    return largest_pieces(
        fill_with_lattice([&](const glm::vec3& x) { return tree.signed_distance_m(x); }, box.low_m,
                          box.high_m, cell_m, progress),
        pieces);
  };
  if (options.cell_m > 0.0f) return fill_with(options.cell_m);
  try {
    return fill_with(cell_of(surface, box));
  } catch (const Error&) {  // do not blame the cell size: the user did not choose it
    throw Error(ExitCode::bad_input,
                "the solid is too thin for a lattice; make it thicker, or let it fall as cloth "
                "(--as cloth)");
  }
}

}  // namespace

TetraMesh fill(const TriangleMesh& surface, const MeshingOptions& options, std::string& note,
               Progress& progress) {
  note.clear();
  if (options.mesher != "tetgen" && options.mesher != "lattice")
    throw Error(ExitCode::bad_input,
                fmt::format("there is no mesher {}; take tetgen or lattice", options.mesher));
  if (options.mesher == "tetgen") {
    try {
      return fill_by_tetgen_once(surface, options, progress);
    } catch (const Error& error) {
      note = error.what();
    }
  }
  try {
    TetraMesh mesh = fill_by_lattice(surface, options, progress);
    if (!note.empty()) note += "; filled with a lattice instead";
    return mesh;
  } catch (const Error& error) {
    if (note.empty()) throw;
    throw Error(error.code(), fmt::format("{}; {}", note, error.what()));
  }
}

}  // namespace limber
