#include "scenes/cloth_table.h"

#include <fmt/format.h>

#include <cmath>

#include "scenes/path_rows.h"

namespace limber {

std::vector<Key> keys_of(ClothTable& t) {
  const auto shape = [&](std::vector<std::string> values) {
    return Only{"shape", &t.shape, std::move(values)};
  };
  const auto model = [&](const char* name) { return Only{"model", &t.model, {name}}; };
  return {
      Key("model",
          "Model: distance constraints [Fratarcangeli14, Fratarcangeli13], or springs [Weber13]",
          &t.model)
          .one_of({"pbd", "fem"})
          .or_else("that of the family"),
      Key("name", "Name that joints to its vertices use", &t.name).or_else("none"),
      Key("shape", "Shape", &t.shape)
          .one_of({"grid", "band", "sack", "ball", "mesh"})
          .only_for(model("pbd")),
      Key("center_m", "Its centre, or that of a sack's mouth, in metres", &t.center_m)
          .from(-max_distance_m, max_distance_m),
      Key("columns",
          "Particles along `right`, or along a band; a sack is a grid whose border is its mouth",
          &t.columns)
          .from(2, 4000)
          .only_for(shape({"grid", "band", "sack"})),
      Key("rows", "Particles along `down`, or across a band", &t.rows)
          .from(2, 4000)
          .only_for(shape({"grid", "band", "sack"})),
      Key("size_m", "Lengths of its sides along `right` and `down`, in metres", &t.size_m)
          .from(1e-3, max_distance_m)
          .only_for(shape({"grid"})),
      Key("right", "Direction of its rows", &t.right).only_for(shape({"grid"})),
      Key("down",
          "Direction of its columns, perpendicular to `right`; of a band, direction of its width, "
          "projected to be perpendicular to its course",
          &t.down)
          .only_for(shape({"grid", "band"})),
      Key("along_m", "Points on the smooth centre line of a band, relative to `center_m`",
          &t.along_m)
          .from(-max_distance_m, max_distance_m)
          .only_for(shape({"band"}))
          .or_else("none: must be given"),
      Key("width_m", "Width of a band, in metres", &t.width_m)
          .from(1e-3, max_distance_m)
          .only_for(shape({"band"})),
      Key("pins",
          "Particles that are fixed, or moved by `path`; `ends` are the first and the last column",
          &t.pins)
          .one_of({"none", "top_edge", "left_edge", "ends", "top_corners", "corners", "border"})
          .only_for(shape({"grid", "band", "sack"})),
      Key("path",
          "Motion of the pins: lists of a time in seconds and an offset in metres along x, y and "
          "z, the first at 0 s; with `ends` the first column moves the opposite way along x and z",
          &t.path)
          .from(-max_distance_m, max_distance_m)
          .only_for(model("pbd"))
          .or_else("none: they stay"),
      Key("path_repeats", "Whether the path repeats; if not, the pins stay at its end",
          &t.path_repeats)
          .only_for(model("pbd")),
      Key("subdivisions", "Number of times that the edges of an icosahedron are halved",
          &t.subdivisions)
          .from(0, 8)
          .only_for(shape({"ball"})),
      Key("diameter_m",
          "Diameter of the ball or of the sack's round mouth; longest side to which the mesh is "
          "scaled; in metres",
          &t.diameter_m)
          .from(1e-3, max_distance_m)
          .only_for(shape({"sack", "ball", "mesh"})),
      Key("depth_m", "Depth of a sack, half an ellipsoid, below its mouth, in metres", &t.depth_m)
          .from(1e-3, max_distance_m)
          .only_for(shape({"sack"})),
      Key("file", "An OBJ file, relative to the current folder", &t.file)
          .only_for(shape({"mesh"}))
          .or_else("none: must be given"),
      Key("bending",
          "What resists folding: the distance across an edge [Fratarcangeli14], or the angle at it "
          "[Fratarcangeli13]",
          &t.bending)
          .one_of({"none", "across", "dihedral"})
          .only_for(model("pbd")),
      Key("density_kg_m2", "Mass per square metre, in kg", &t.density_kg_m2).from(1e-3, 100),
      Key("stretch_N_m", "Tensile stiffness along rows and columns, in N/m", &t.stretch_N_m)
          .from(1e-3, 1e7)
          .only_for(model("fem")),
      Key("shear_N_m", "Tensile stiffness along the diagonals, in N/m", &t.shear_N_m)
          .from(0, 1e7)
          .only_for(model("fem")),
      Key("bend_N_m2", "Bending stiffness, of beams that span two cells, in N m2; 0: none",
          &t.bend_N_m2)
          .from(0, 1e3)
          .only_for(model("fem")),
      Key("roughness", "Surface roughness; 1: matt", &t.roughness).from(0, 1),
      Key("weave_mm", "Distance from thread to thread, seen close up, in millimetres; 0: smooth",
          &t.weave_mm)
          .from(0, 1000),
      Key("sheen", "How bright the fibres of the cloth are at grazing angles [Estevez17]", &t.sheen)
          .from(0, 1),
      Key("count", "Number of copies", &t.count).from(1, 10000).only_for(model("pbd")),
      Key("step_m", "Offset from copy to copy, in metres", &t.step_m)
          .from(-max_distance_m, max_distance_m)
          .only_for(model("pbd")),
      Key("turn_deg", "Rotation about the vertical from copy to copy, in degrees", &t.turn_deg)
          .from(-360, 360)
          .only_for(model("pbd")),
      Key("colors", "Colours of the front in linear RGB, one per copy, in rotation", &t.colors),
      Key("back_colors", "Colours of the back", &t.back_colors).or_else("as `colors`"),
  };
}

Material ClothTable::material() const {
  Material material;
  material.roughness = roughness;
  material.thread_m = weave_mm / 1000.0f;
  material.sheen = sheen;
  return material;
}

ClothTable read_cloth_table(TableReader& reader, const std::string& model) {
  ClothTable table;
  table.model = model;
  reader.read(keys_of(table));
  if (table.shape == "grid" && std::abs(glm::dot(table.right.unit, table.down.unit)) > 1e-3f)
    reader.fail("down", "must be perpendicular to 'right'");
  if (table.shape == "band" && table.along_m.size() < 2)
    reader.fail("along_m", "needs at least two points");
  for (std::size_t i = 1; i < table.along_m.size(); ++i)
    if (table.along_m[i] == table.along_m[i - 1])
      reader.fail("along_m", fmt::format("has point {} twice", i));
  check_path(reader, table.path);
  if (table.back_colors.empty()) table.back_colors = table.colors;
  return table;
}

}  // namespace limber
