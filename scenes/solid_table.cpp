#include "scenes/solid_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace limber {

namespace {

constexpr double min_solid_m = 1e-4;
constexpr int max_modes = 64;  ///< of a part

/// What a mesh is filled by, too, that takes the place of a solid.
std::vector<Key> common_keys_of(FillingTable& t) {
  return {
      Key("cell_m",
          "Lattice: cell width, in metres; 0, for a mesh only: from its edge lengths. TetGen, for "
          "other shapes: resolution of the surface that is filled; 0: as `drawn_cell_m`",
          &t.cell_m)
          .from(0, max_distance_m),
      Key("surface_triangles",
          "Mesh, or TetGen: approximate number of triangles to which the surface is simplified "
          "before it is filled; 0: it is not simplified",
          &t.surface_triangles)
          .from(0, 1000000),
      Key("interior_points",
          "TetGen: approximate number of vertices inside; 0: as `radius_edge_ratio` requires",
          &t.interior_points)
          .from(0, 1000000),
      Key("radius_edge_ratio",
          "TetGen: maximum ratio of a tetrahedron's circumradius to its shortest edge",
          &t.radius_edge_ratio)
          .from(1.2, 100),
      Key("largest_volume_m3",
          "TetGen: maximum volume of a tetrahedron, in cubic metres; 0: no limit",
          &t.largest_volume_m3)
          .from(0, max_distance_m),
      Key("drawn",
          "What is drawn. fine: the mesh as in its file, or the shape at `drawn_cell_m`; "
          "simulated: the surface of the tetrahedra",
          &t.drawn)
          .one_of({"fine", "simulated"}),
  };
}

Key mesher(FillingTable& t, std::string usual, std::vector<std::string> choices) {
  return Key("mesher", "Mesher that fills it with tetrahedra", &t.mesher)
      .one_of(std::move(choices))
      .by_default(std::move(usual));
}

void append(std::vector<Key>& keys, std::vector<Key> more) {
  std::ranges::move(more, std::back_inserter(keys));
}

void check_shape(const TableReader& reader, const SolidTable& t) {
  if (t.rounding_m) reader.check_range("rounding_m", *t.rounding_m, 0.0, depth_m(t));
  if (t.shape == "torus" && t.tube_radius_m >= t.ring_radius_m)
    reader.fail("tube_radius_m", "must be below ring_radius_m");
  if (t.shape != "blend") return;
  for (const BoneRow& b : t.bones)
    if (!(b[3] > 0.0 && b[7] > 0.0)) reader.fail("bones", "has a radius that is not above 0");
  if (t.bones.empty())
    reader.fail("bones", "is missing: a list of [x, y, z, radius, x, y, z, radius]");
}

/// Of shapes that the scene describes itself.
void check_filling(const TableReader& reader, const SolidTable& t) {
  const FillingTable& f = t.filling;
  if (f.mesher == "lattice" && !(f.cell_m > 0.0f))
    reader.fail("cell_m", "is missing: the width of the lattice's cells");
  if (f.skin_m > 0.0f && f.skin_m >= depth_m(t))
    reader.fail("skin_m", fmt::format("is {:g}, but must be below {:g}: the shape is no deeper",
                                      f.skin_m, depth_m(t)));
  if (f.mesher == "tetgen" && !(f.drawn_cell_m.value_or(f.cell_m) > 0.0f))
    reader.fail("drawn_cell_m", "is missing: how fine the shape's surface is made");
}

}  // namespace

std::vector<Key> keys_of(GivenTable& t) {
  std::vector<Key> keys{Key("size_m", "Longest side to which it is scaled, in metres", &t.size_m)
                            .from(min_solid_m, max_distance_m),
                        mesher(t.filling, "tetgen", {"tetgen", "lattice"})};
  append(keys, common_keys_of(t.filling));
  return keys;
}

std::vector<Key> keys_of(SolidTable& t) {
  const auto shape = [&](std::vector<std::string> values) {
    return Only{"shape", &t.shape, std::move(values)};
  };
  const auto model = [&](std::vector<std::string> values) {
    return Only{"model", &t.model, std::move(values)};
  };
  std::vector<Key> keys{
      Key("model",
          "Model: distance and volume constraints [Fratarcangeli13], finite elements [Weber13], or "
          "modes [Wang20]",
          &t.model)
          .one_of({"pbd", "fem", "modal"})
          .or_else("that of the family"),
      Key("name", "Name that joints to its vertices use", &t.name).or_else("none"),
      Key("shape", "Shape", &t.shape).one_of({"mesh", "ball", "box", "torus", "blend"}),
      Key("file",
          "An OBJ file, relative to the current folder, else among the models of glmark2-data",
          &t.file)
          .only_for(shape({"mesh"}))
          .or_else("none: must be given"),
      Key("size_m", "Longest side to which it is scaled, in metres", &t.longest_side_m)
          .from(min_solid_m, max_distance_m)
          .only_for(shape({"mesh"})),
      Key("size_m", "Lengths of its sides, in metres", &t.size_m)
          .from(min_solid_m, max_distance_m)
          .only_for(shape({"box"})),
      Key("radius_m", "Its radius, in metres", &t.radius_m)
          .from(min_solid_m, max_distance_m)
          .only_for(shape({"ball"})),
      Key("rounding_m", "Radius of its edges, in metres, up to half the shortest side",
          &t.rounding_m)
          .from(0, max_distance_m)
          .only_for(shape({"box"}))
          .or_else("a tenth of half the shortest side"),
      Key("ring_radius_m", "Radius of the tube's centre line, in metres", &t.ring_radius_m)
          .from(min_solid_m, max_distance_m)
          .only_for(shape({"torus"})),
      Key("tube_radius_m", "Radius of the tube, in metres, below `ring_radius_m`", &t.tube_radius_m)
          .from(min_solid_m, max_distance_m)
          .only_for(shape({"torus"})),
      Key("layers", "Number of discs along the ring, for `sweep`", &t.layers)
          .from(3, 1000)
          .only_for(shape({"torus"})),
      Key("bones",
          "`[x, y, z, radius, x, y, z, radius]` in metres: balls swept from one point and radius "
          "to another",
          &t.bones)
          .from(-max_distance_m, max_distance_m)
          .only_for(shape({"blend"}))
          .or_else("none: must be given"),
      Key("blend_m", "Distance below which bones blend into each other, in metres; 0: sharp",
          &t.blend_m)
          .from(0, max_distance_m)
          .only_for(shape({"blend"})),
      mesher(t.filling, "tetgen", {"tetgen", "lattice"}).only_for(shape({"mesh"})),
      mesher(t.filling, "lattice", {"tetgen", "lattice"}).only_for(shape({"ball", "blend"})),
      mesher(t.filling, "lattice", {"tetgen", "lattice", "sweep"}).only_for(shape({"torus"})),
      mesher(t.filling, "lattice", {"tetgen", "lattice", "grid"}).only_for(shape({"box"})),
      Key("grid_cells", "Cells of `grid` along each side, of six tetrahedra each",
          &t.filling.grid_cells)
          .from(1, 1000)
          .only_for(shape({"box"})),
      Key("drawn_cell_m",
          "Resolution of the drawn surface, in metres; 0: the surface of the tetrahedra; above 0 "
          "with TetGen",
          &t.filling.drawn_cell_m)
          .from(0, max_distance_m)
          .only_for(shape({"ball", "box", "torus", "blend"}))
          .or_else("half of `cell_m`"),
      Key("skin_m",
          "Distance of the simulated surface inside that of the shape, in metres; the shape must "
          "not vanish. Negative: outside, so that drawn surfaces do not cross each other either",
          &t.filling.skin_m)
          .from(-max_distance_m, max_distance_m)
          .only_for(shape({"ball", "box", "torus", "blend"})),
  };
  append(keys, common_keys_of(t.filling));
  append(
      keys,
      {
          Key("center_m",
              "Its centre, or the origin of the bones, in metres; of copies, the centre of the "
              "lowest layer",
              &t.center_m)
              .from(-max_distance_m, max_distance_m),
          Key("copies", "Number along x, in layers along y, and along z", &t.copies).from(1, 1000),
          Key("step_m", "Distance from copy to copy along each axis, in metres", &t.step_m)
              .from(-max_distance_m, max_distance_m),
          Key("tumbled", "Whether each copy has a random orientation", &t.tumbled),
          Key("seed", "Random seed of the orientations", &t.seed).from(0, 1000000),
          Key("flatten",
              "Factor on its heights (y, from 0 m) at the start; the rest shape stays as it is",
              &t.flatten)
              .from(0, 1)
              .only_for(model({"pbd"})),
          Key("pinned_below_m", "Height below which it is fixed, in metres", &t.pinned_below_m)
              .from(-max_distance_m, max_distance_m)
              .or_else("nothing; model modal: the lowest tenth of its height"),
          Key("pinned_left_of_m", "Nodes with a smaller x are fixed, in metres",
              &t.pinned_left_of_m)
              .from(-2.0 * max_distance_m, max_distance_m)
              .only_for(model({"fem"}))
              .or_else("none"),
          Key("density_kg_m3", "Mass per cubic metre, in kg", &t.density_kg_m3).from(1, 1e5),
          Key("bends", "Whether the edges of the surface resist folding", &t.bends)
              .only_for(model({"pbd"})),
          Key("young_modulus_Pa", "Young's modulus, in Pa", &t.young_modulus_Pa)
              .from(1, 1e12)
              .only_for(model({"fem", "modal"})),
          Key("poisson_ratio", "Poisson's ratio; 0.5: incompressible", &t.poisson_ratio)
              .from(-0.99, 0.4999)
              .only_for(model({"fem", "modal"})),
          Key("modes", "Number of modes", &t.modes).from(1, max_modes).only_for(model({"modal"})),
          Key("linear_modes",
              "Maximum number of linear modes; the others come from the n (n + 1) / 2 derivatives "
              "of n linear modes",
              &t.linear_modes)
              .from(1, max_modes)
              .only_for(model({"modal"})),
          Key("colors", "Linear RGB, one per copy, in rotation", &t.colors),
          Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1),
      });
  return keys;
}

SolidTable read_solid_table(TableReader& reader, const std::string& model) {
  SolidTable table;
  table.model = model;
  reader.table("given").read(keys_of(table.given));
  reader.read(keys_of(table));
  check_shape(reader, table);
  if (table.shape != "mesh") check_filling(reader, table);
  return table;
}

float depth_m(const SolidTable& t) {
  if (t.shape == "ball") return t.radius_m;
  if (t.shape == "torus") return t.tube_radius_m;
  if (t.shape == "box") return 0.5f * std::min({t.size_m.x, t.size_m.y, t.size_m.z});
  double deepest_m = 0.0;
  for (const BoneRow& b : t.bones) deepest_m = std::max({deepest_m, b[3], b[7]});
  return static_cast<float>(deepest_m);
}

}  // namespace limber
