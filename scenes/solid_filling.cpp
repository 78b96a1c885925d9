// From what a [[solid]] table says to tetrahedra and a surface that rides on them.

#include "scenes/solid_filling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/error.h"
#include "scenes/blaming.h"
#include "scenes/mesh_files.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/closed_surface.h"
#include "sim/mesh/drawn_attachment.h"
#include "sim/mesh/even_valence.h"
#include "sim/mesh/implicit_shape.h"
#include "sim/mesh/mesher.h"
#include "sim/mesh/solid_integrals.h"
#include "sim/mesh/spatial_order.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/thin_parts.h"
#include "sim/mesh/torus_mesh.h"
#include "sim/plants/check_part.h"

namespace limber {

namespace {

double particle_bytes(const SolidTable& table) {
  if (table.model == "modal") return modal_node_bytes;
  return table.model == "fem" ? element_node_bytes : solid_particle_bytes;
}

double copies_of(const SolidTable& table) {
  return 1.0 * table.copies.x * table.copies.y * table.copies.z;
}

/// Refuses what would not fit, or is far too fine for modes, before minutes go into meshing it.
/// nodes: about how many there will be.
void check_nodes(const SolidTable& table, const TableReader& reader, const char* key, double nodes,
                 const Opening& opening) {
  opening.memory.check(reader, key, nodes, particle_bytes(table));
  opening.memory.check(reader, "copies", nodes * copies_of(table), particle_bytes(table));
  // A node has seven edges about it, and quadratic elements a node on each. What is held does not
  // count and is known later: reduce() is exact.
  constexpr double coordinates_of_node = 3.0 * (1.0 + 7.0), held_at_most = 0.9;
  const double coordinates = coordinates_of_node * nodes;
  if (table.model == "modal" && coordinates * (1.0 - held_at_most) > max_coordinates)
    reader.fail(key, fmt::format("makes a part of about {:.0f} degrees of freedom, but modes are "
                                 "computed for at most {} free ones; choose larger cells",
                                 coordinates, max_coordinates));
}

/// Two in each cell of a lattice.
double lattice_nodes(double volume_m3, float cell_m) {
  return 2.0 * volume_m3 / std::pow(as_written(cell_m), 3);
}

/// By the middles of the cells of a grid that lie inside.
double volume_of(const ImplicitShape& shape, float skin_m) {
  constexpr int cells = 40;
  const glm::vec3 cell_m = (shape.high_m - shape.low_m) / static_cast<float>(cells);
  int inside = 0;
  for (int i = 0; i < cells * cells * cells; ++i) {
    const glm::vec3 at(i % cells, i / cells % cells, i / (cells * cells));
    inside += shape.distance(shape.low_m + (at + 0.5f) * cell_m) + skin_m < 0.0f ? 1 : 0;
  }
  return 1.0 * inside * cell_m.x * cell_m.y * cell_m.z;
}

/// A shape that the scene describes itself, around its own origin.
ImplicitShape implicit_shape(const SolidTable& t) {
  const glm::vec3 middle(0.0f);
  if (t.shape == "ball") return ball_shape(middle, t.radius_m);
  if (t.shape == "box")
    return box_shape(middle, 0.5f * t.size_m, glm::mat3(1.0f),
                     t.rounding_m.value_or(static_cast<float>(0.1 * depth_m(t))));
  if (t.shape == "torus")
    return torus_shape(middle, {0.0f, 1.0f, 0.0f}, t.ring_radius_m, t.tube_radius_m);
  std::vector<RoundCone> bones;
  for (const BoneRow& b : t.bones)
    bones.push_back({{b[0], b[1], b[2]},
                     static_cast<float>(b[3]),
                     {b[4], b[5], b[6]},
                     static_cast<float>(b[7])});
  return blend_shape(bones, t.blend_m);
}

/// As the table says, or as the user wishes where there is a choice.
MeshingOptions options_of(const FillingTable& filling, MesherChoice wish) {
  MeshingOptions options{.mesher = filling.mesher,
                         .radius_edge_ratio = filling.radius_edge_ratio,
                         .largest_volume_m3 = filling.largest_volume_m3,
                         .interior_points = filling.interior_points,
                         .cell_m = filling.cell_m};
  const bool choice = filling.mesher == "tetgen" || filling.mesher == "lattice";
  if (choice && wish != MesherChoice::automatic)
    options.mesher = wish == MesherChoice::tetgen ? "tetgen" : "lattice";
  return options;
}

/// in_file: of that path. size_m: what it is scaled to.
TriangleMesh read_surface(const TriangleMesh& in_file, const std::string& path, float size_m,
                          const Opening& opening) {
  TriangleMesh surface = in_file;
  fit(surface, size_m, glm::vec3(0.0f));
  std::string note;
  try {
    surface = closed_surface(std::move(surface), path, note, opening.progress);
  } catch (const Error&) {
    // Who repairs the file looks for the place in its own coordinates.
    closed_surface(in_file, path, note, opening.progress);
    throw;
  }
  if (!note.empty()) opening.notes.push_back(path + ": " + note);
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

/// Cells that were not chosen for this mesh, so wide that its modes take seconds: those that are
/// good for a cactus are 1,100 in a ball as tall, which takes minutes.
void widen_for_modes(FillingTable& filling, const TriangleMesh& surface, const Opening& opening) {
  constexpr double max_cells = 200.0;
  const auto cell_m = static_cast<float>(std::cbrt(solid_integrals(surface).volume_m3 / max_cells));
  if (!(filling.cell_m > 0.0f) || filling.cell_m >= cell_m) return;
  filling.cell_m = cell_m;
  opening.notes.push_back(
      fmt::format("{}: is filled with cells of {:.3g} m, about {:.0f} of them, so that its modes "
                  "take only seconds; cell_m in a scene file can make them finer",
                  opening.given->file, cell_m, max_cells));
}

/// Fills a surface. Where the lattice serves instead of TetGen, a note says so.
TetraMesh fill_surface(const TriangleMesh& surface, const FillingTable& filling,
                       const std::string& name, const TableReader& reader, const Opening& opening) {
  const MeshingOptions options = options_of(filling, opening.mesher);
  const TriangleMesh coarse = blaming(reader, "surface_triangles", [&] {
    return coarsened(surface, filling.surface_triangles, name, opening.progress);
  });
  std::string note;
  TetraMesh mesh;
  try {
    mesh = fill(coarse, options, note, opening.progress);
  } catch (const Error& error) {
    if (opening.given) blame(error, *opening.given, "be filled here");
    if (options.cell_m > 0.0f) blame(error, reader, "cell_m");
    blame(error, reader, reader.has("file") ? "file" : "shape", "cannot be filled");
  }
  if (!opening.filled_by)
    opening.filled_by =
        options.mesher == "tetgen" && note.empty() ? MesherChoice::tetgen : MesherChoice::lattice;
  if (!note.empty()) opening.notes.push_back(name + ": " + note);
  return mesh;
}

/// check_nodes() for a shape that the scene describes itself, where it says how fine that will be.
void check_nodes_of(const ImplicitShape& shape, const SolidTable& table, const TableReader& reader,
                    const Opening& opening) {
  const FillingTable& filling = table.filling;
  const std::string mesher = options_of(filling, opening.mesher).mesher;
  const glm::dvec3 grid_nodes(filling.grid_cells + 1);
  if (mesher == "grid")
    check_nodes(table, reader, "grid_cells", grid_nodes.x * grid_nodes.y * grid_nodes.z, opening);
  else if (mesher == "lattice" && filling.cell_m > 0.0f)
    check_nodes(table, reader, "cell_m",
                lattice_nodes(volume_of(shape, filling.skin_m), filling.cell_m), opening);
}

TriangleMesh surface_of(const ImplicitShape& shape, float cell_m, float skin_m,
                        Progress& progress) {
  const float beyond_m = std::max(0.0f, -skin_m);
  return polygonise([&](const glm::vec3& x) { return shape.distance(x) + skin_m; },
                    shape.low_m - beyond_m, shape.high_m + beyond_m, cell_m, progress);
}

float drawn_cell_m(const FillingTable& filling) {
  return filling.drawn_cell_m.value_or(0.5f * filling.cell_m);
}

/// A shape that the scene describes itself. drawn: its surface as it is seen, if it is made.
TetraMesh filled(const SolidTable& table, const ImplicitShape& shape, const TriangleMesh& drawn,
                 const TableReader& reader, const Opening& opening) {
  Progress& progress = opening.progress;
  const FillingTable& filling = table.filling;
  const float cell_m = filling.cell_m, skin_m = filling.skin_m;
  const std::string mesher = options_of(filling, opening.mesher).mesher;
  if (mesher == "sweep")
    return torus_mesh(glm::vec3(0.0f), {0.0f, 1.0f, 0.0f}, table.ring_radius_m,
                      table.tube_radius_m - skin_m, table.layers);
  if (mesher == "grid") {
    const glm::vec3 half_m = 0.5f * table.size_m;
    return box_mesh(skin_m - half_m, half_m - skin_m, filling.grid_cells);
  }
  if (mesher == "lattice" && cell_m > 0.0f) {
    if (!opening.filled_by) opening.filled_by = MesherChoice::lattice;
    const DistanceFunction distance = [&](const glm::vec3& x) {
      return shape.distance(x) + skin_m;
    };
    return blaming(reader, "cell_m", [&] {
      const float beyond_m = std::max(0.0f, -skin_m);
      return fill_with_thin_parts({distance, drawn, skin_m}, shape.low_m - beyond_m,
                                  shape.high_m + beyond_m, cell_m, progress);
    });
  }
  // The surface that is filled is as fine as a lattice would be, else as what is drawn.
  if (cell_m == 0.0f && skin_m == 0.0f)
    return fill_surface(drawn, filling, "the shape", reader, opening);
  const TriangleMesh surface = blaming(reader, cell_m > 0.0f ? "cell_m" : "skin_m", [&] {
    std::string unsaid;  // cells too coarse for the shape may have made it cross itself
    return closed_surface(
        surface_of(shape, cell_m > 0.0f ? cell_m : drawn_cell_m(filling), skin_m, progress),
        "the shape", unsaid, progress);
  });
  return fill_surface(surface, filling, "the shape", reader, opening);
}

void take_memory(const SolidTable& table, const Solid& solid, const TableReader& reader,
                 const Opening& opening) {
  opening.memory.take(reader, "copies", 1.0 * solid.mesh.positions_m.size() * copies_of(table),
                      particle_bytes(table));
}

}  // namespace

Solid make_solid(const SolidTable& table, TableReader& reader, const Opening& opening) {
  Solid solid;
  solid.density_kg_m3 = table.density_kg_m3;
  solid.bends = table.bends;
  solid.material.roughness = table.roughness;
  FillingTable filling = opening.given ? table.given.filling : table.filling;
  if (opening.given) {
    solid.drawn =
        read_surface(opening.given->surface, opening.given->file, table.given.size_m, opening);
    if (table.model == "modal") widen_for_modes(filling, solid.drawn, opening);
    solid.mesh =
        fill_surface(solid.drawn, filling, opening.given->file, reader.table("given"), opening);
  } else if (table.shape == "mesh") {
    if (table.file.empty()) reader.fail("file", "is missing: a mesh needs the path of an OBJ file");
    const std::string path = find_mesh_file(table.file);
    const TriangleMesh in_file = load_named(reader, path, opening);
    solid.drawn = blaming(
        reader, "file", [&] { return read_surface(in_file, path, table.longest_side_m, opening); },
        "cannot be filled");
    if (filling.cell_m > 0.0f && options_of(filling, opening.mesher).mesher == "lattice")
      check_nodes(table, reader, "cell_m",
                  lattice_nodes(solid_integrals(solid.drawn).volume_m3, filling.cell_m), opening);
    solid.mesh = fill_surface(solid.drawn, filling, path, reader, opening);
  } else {
    const ImplicitShape shape = implicit_shape(table);
    check_nodes_of(shape, table, reader, opening);
    const bool own = filling.drawn_cell_m.has_value();
    if (drawn_cell_m(filling) > 0.0f)
      solid.drawn = blaming(
          reader, own ? "drawn_cell_m" : "cell_m",
          [&] { return surface_of(shape, drawn_cell_m(filling), 0.0f, opening.progress); },
          own ? "cannot be used" : "cannot be used for the drawn surface, with cells half as wide");
    solid.mesh = filled(table, shape, solid.drawn, reader, opening);
  }
  if (filling.drawn == "simulated") solid.drawn = {};
  if (filling.mesher != "sweep") solid.mesh = in_spatial_order(solid.mesh);
  if (!solid.drawn.triangles.empty()) {
    opening.progress.report("attaching the drawn surface", -1.0f);
    solid.drawn_on_mesh = attach_drawn(solid.drawn, solid.mesh, filling.skin_m);
  }
  take_memory(table, solid, reader, opening);
  return solid;
}

}  // namespace limber
