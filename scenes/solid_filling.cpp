// From what a [[solid]] table says to tetrahedra and a surface that rides on them.

#include "scenes/solid_filling.h"

#include <fmt/format.h>

#include "kernels/error.h"
#include "scenes/blaming.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/drawn_attachment.h"
#include "sim/mesh/even_valence.h"
#include "sim/mesh/obj_file.h"
#include "sim/mesh/spatial_order.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/thin_parts.h"
#include "sim/mesh/torus_mesh.h"

namespace limber {

namespace {

TriangleMesh read_surface(const SolidShape& shape, const Opening& opening) {
  std::string note;
  const TriangleMesh in_file =
      opening.given ? opening.given->surface : load_obj(shape.path, opening.progress, &note);
  if (!note.empty()) opening.notes.push_back(shape.path + ": " + note);
  TriangleMesh surface = in_file;
  fit(surface, shape.size_m, glm::vec3(0.0f));
  try {
    surface = closed_surface(std::move(surface), shape.path, note, opening.progress);
  } catch (const Error&) {
    // Who repairs the file looks for the place in its own coordinates.
    closed_surface(in_file, shape.path, note, opening.progress);
    throw;
  }
  if (!note.empty()) opening.notes.push_back(shape.path + ": " + note);
  return surface;
}

/// Fewer triangles where the scene asks for them, fit to be filled again after that, and even.
TriangleMesh coarsened(const TriangleMesh& surface, int triangles, const std::string& name,
                       Progress& progress) {
  if (triangles == 0 || static_cast<int>(surface.triangles.size()) <= triangles) return surface;
  std::string unsaid;  // what simplifying breaks is mended silently
  return even_valence(closed_surface(simplified(surface, triangles), name, unsaid, progress),
                      progress);
}

/// Fills a surface. Where the lattice serves instead of TetGen, a note says so.
TetraMesh fill_surface(const TriangleMesh& surface, const SolidMeshing& meshing,
                       const std::string& name, const TableReader& table, const Opening& opening) {
  const MeshingOptions& options = meshing.options;
  const TriangleMesh coarse = blaming(table, "surface_triangles", [&] {
    return coarsened(surface, meshing.surface_triangles, name, opening.progress);
  });
  std::string note;
  TetraMesh mesh;
  try {
    mesh = fill(coarse, options, note, opening.progress);
  } catch (const Error& error) {
    if (options.cell_m <= 0.0f) throw;
    if (opening.given) blame(error, *opening.given, "be filled here");
    blame(error, table, "cell_m");
  }
  if (!opening.filled_by)
    opening.filled_by =
        options.mesher == "tetgen" && note.empty() ? MesherChoice::tetgen : MesherChoice::lattice;
  if (!note.empty()) opening.notes.push_back(name + ": " + note);
  return mesh;
}

TriangleMesh surface_of(const SolidShape& shape, float cell_m, float skin_m, Progress& progress) {
  return polygonise([&](const glm::vec3& x) { return shape.implicit.distance(x) + skin_m; },
                    shape.implicit.low_m, shape.implicit.high_m, cell_m, progress);
}

/// A shape that the scene describes itself. drawn: its surface as it is seen, if it is made.
TetraMesh filled(const SolidShape& shape, const SolidMeshing& meshing, const TriangleMesh& drawn,
                 const TableReader& table, const Opening& opening) {
  Progress& progress = opening.progress;
  const float cell_m = meshing.options.cell_m, skin_m = meshing.skin_m;
  if (meshing.options.mesher == "sweep")
    return torus_mesh(glm::vec3(0.0f), {0.0f, 1.0f, 0.0f}, shape.torus_radii_m.x,
                      shape.torus_radii_m.y - skin_m, shape.torus_layers);
  if (meshing.options.mesher == "grid")
    return box_mesh(skin_m - shape.box_half_m, shape.box_half_m - skin_m, meshing.grid_cells);
  if (meshing.options.mesher == "lattice" && cell_m > 0.0f) {
    if (!opening.filled_by) opening.filled_by = MesherChoice::lattice;
    const DistanceFunction distance = [&](const glm::vec3& x) {
      return shape.implicit.distance(x) + skin_m;
    };
    return blaming(table, "cell_m", [&] {
      return fill_with_thin_parts({distance, drawn, skin_m}, shape.implicit.low_m,
                                  shape.implicit.high_m, cell_m, progress);
    });
  }
  // The surface that is filled is as fine as a lattice would be, else as what is drawn.
  if (cell_m == 0.0f && skin_m == 0.0f)
    return fill_surface(drawn, meshing, "the shape", table, opening);
  const TriangleMesh surface = blaming(table, cell_m > 0.0f ? "cell_m" : "skin_m", [&] {
    std::string unsaid;  // cells too coarse for the shape may have made it cross itself
    return closed_surface(
        surface_of(shape, cell_m > 0.0f ? cell_m : meshing.drawn_cell_m, skin_m, progress),
        "the shape", unsaid, progress);
  });
  return fill_surface(surface, meshing, "the shape", table, opening);
}

}  // namespace

void make_solid(Solid& solid, const SolidShape& shape, const SolidMeshing& meshing,
                const TableReader& table, const Opening& opening) {
  if (shape.from_file) {
    solid.drawn = read_surface(shape, opening);
    solid.mesh = fill_surface(solid.drawn, meshing, shape.path, table, opening);
  } else {
    const bool own = table.has("drawn_cell_m");  // else it is half of cell_m
    if (meshing.drawn_cell_m > 0.0f)
      solid.drawn = blaming(
          table, own ? "drawn_cell_m" : "cell_m",
          [&] { return surface_of(shape, meshing.drawn_cell_m, 0.0f, opening.progress); },
          own ? "does not do" : "does not do for what is drawn, with cells half as wide");
    solid.mesh = filled(shape, meshing, solid.drawn, table, opening);
  }
  if (!meshing.draw_fine) solid.drawn = {};
  if (meshing.options.mesher != "sweep") solid.mesh = in_spatial_order(solid.mesh);
  if (!solid.drawn.triangles.empty()) {
    opening.progress.report("attaching the drawn surface", -1.0f);
    solid.drawn_on_mesh = attach_drawn(solid.drawn, solid.mesh, meshing.skin_m);
  }
}

}  // namespace limber
