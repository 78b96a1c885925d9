// [[solid]] tables: a shape, how it is filled with tetrahedra, what is drawn, how it starts.

#include "scenes/solid_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "scenes/mesh_files.h"
#include "scenes/random_turn.h"
#include "scenes/solid_filling.h"

namespace limber {

namespace {

constexpr double farthest_m = 1e4;
constexpr double smallest_m = 1e-4;
constexpr double most_particles = 1e7;  ///< of the copies of a solid: some gigabytes

std::vector<RoundCone> read_bones(TableReader& table) {
  std::vector<RoundCone> bones;
  for (const std::vector<double>& b : table.rows("bones", 8, -farthest_m, farthest_m)) {
    if (!(b[3] > 0.0 && b[7] > 0.0)) table.fail("bones", "has a radius that is not above 0");
    bones.push_back({{b[0], b[1], b[2]},
                     static_cast<float>(b[3]),
                     {b[4], b[5], b[6]},
                     static_cast<float>(b[7])});
  }
  if (bones.empty())
    table.fail("bones", "is missing: a list of [x, y, z, radius, x, y, z, radius]");
  return bones;
}

/// What a mesh is taken for that is given instead of the scene's own shape.
SolidShape read_given_shape(TableReader& table) {
  SolidShape shape;
  shape.from_file = true;
  shape.size_m = static_cast<float>(table.number("size_m", 1.0, smallest_m, farthest_m));
  return shape;
}

SolidShape read_shape(TableReader& table) {
  const auto length = [&](const char* key, double fallback) {
    return static_cast<float>(table.number(key, fallback, smallest_m, farthest_m));
  };
  SolidShape shape;
  const std::string name = table.choice("shape", "mesh", {"mesh", "ball", "box", "torus", "blend"});
  if (name == "mesh") {
    shape.from_file = true;
    shape.size_m = length("size_m", 1.0);
    shape.file = table.text("file", "");
  } else if (name == "ball") {
    shape.depth_m = length("radius_m", 0.5);
    shape.implicit = ball_shape(glm::vec3(0.0f), shape.depth_m);
  } else if (name == "box") {
    const glm::vec3 half_m = 0.5f * table.vec3("size_m", glm::vec3(1.0f), smallest_m, farthest_m);
    shape.depth_m = std::min({half_m.x, half_m.y, half_m.z});
    shape.box_half_m = half_m;
    const auto rounding_m =
        static_cast<float>(table.number("rounding_m", 0.1 * shape.depth_m, 0.0, shape.depth_m));
    shape.implicit = box_shape(glm::vec3(0.0f), half_m, glm::mat3(1.0f), rounding_m);
  } else if (name == "torus") {
    shape.torus_radii_m = {length("ring_radius_m", 0.3), length("tube_radius_m", 0.1)};
    if (shape.torus_radii_m.y >= shape.torus_radii_m.x)
      table.fail("tube_radius_m", "must be below ring_radius_m");
    shape.depth_m = shape.torus_radii_m.y;
    shape.torus_layers = table.integer("layers", 49, 3, 1000);
    shape.implicit = torus_shape(glm::vec3(0.0f), {0.0f, 1.0f, 0.0f}, shape.torus_radii_m.x,
                                 shape.torus_radii_m.y);
  } else {
    const auto blend_m = static_cast<float>(table.number("blend_m", 0.05, 0.0, farthest_m));
    const std::vector<RoundCone> bones = read_bones(table);
    for (const RoundCone& bone : bones)
      shape.depth_m = std::max({shape.depth_m, bone.a_radius_m, bone.b_radius_m});
    shape.implicit = blend_shape(bones, blend_m);
  }
  return shape;
}

/// wish: who fills the solid instead of the scene's own mesher, where there is a choice.
SolidMeshing read_meshing(TableReader& table, const SolidShape& shape, MesherChoice wish) {
  SolidMeshing m;
  std::vector<std::string> meshers{"tetgen", "lattice"};
  if (shape.torus_layers > 0) meshers.push_back("sweep");
  const bool is_box = shape.box_half_m.x > 0.0f;
  if (is_box) meshers.push_back("grid");
  m.options.mesher = table.choice("mesher", shape.from_file ? "tetgen" : "lattice", meshers);
  m.options.cell_m = static_cast<float>(table.number("cell_m", 0.0, 0.0, farthest_m));
  if (!shape.from_file && m.options.mesher == "lattice" && !(m.options.cell_m > 0.0f))
    table.fail("cell_m", "is missing: the width of the lattice's cells");
  m.options.radius_edge_ratio =
      static_cast<float>(table.number("radius_edge_ratio", 1.414, 1.2, 100.0));
  m.options.largest_volume_m3 =
      static_cast<float>(table.number("largest_volume_m3", 0.0, 0.0, farthest_m));
  m.options.interior_points = table.integer("interior_points", 0, 0, 1000000);
  m.surface_triangles = table.integer("surface_triangles", 0, 0, 1000000);
  m.draw_fine = table.choice("drawn", "fine", {"fine", "simulated"}) == "fine";
  m.drawn_cell_m =
      static_cast<float>(table.number("drawn_cell_m", 0.5 * m.options.cell_m, 0.0, farthest_m));
  m.skin_m = static_cast<float>(table.number("skin_m", 0.0, 0.0, farthest_m));
  if (m.skin_m > 0.0f && shape.from_file)
    table.fail("skin_m", "is only for shapes that the scene describes itself");
  if (m.skin_m > 0.0f && m.skin_m >= shape.depth_m)
    table.fail("skin_m", fmt::format("is {:g}, but must be below {:g}: the shape is no deeper",
                                     m.skin_m, shape.depth_m));
  if (is_box) m.grid_cells = table.ivec3("grid_cells", glm::ivec3(8), 1, 1000);
  const bool is_own = m.options.mesher == "sweep" || m.options.mesher == "grid";
  if (!shape.from_file && m.options.mesher != "lattice" && !is_own && !(m.drawn_cell_m > 0.0f))
    table.fail("drawn_cell_m", "is missing: how fine the shape's surface is made");
  if (wish != MesherChoice::automatic && !is_own)
    m.options.mesher = wish == MesherChoice::tetgen ? "tetgen" : "lattice";
  return m;
}

glm::mat3 random_rotation(std::mt19937& random) {
  const glm::vec4 q = random_quaternion(random);
  const float x = q.x, y = q.y, z = q.z, s = q.w;
  return {{1 - 2 * (y * y + z * z), 2 * (x * y + z * s), 2 * (x * z - y * s)},
          {2 * (x * y - z * s), 1 - 2 * (x * x + z * z), 2 * (y * z + x * s)},
          {2 * (x * z + y * s), 2 * (y * z - x * s), 1 - 2 * (x * x + y * y)}};
}

}  // namespace

SolidTable read_solid_table(TableReader& table, const Opening& opening) {
  SolidTable result;
  SolidShape shape = read_shape(table);
  SolidMeshing meshing = read_meshing(table, shape, opening.mesher);
  TableReader for_given = table.table("given");
  const SolidShape given_shape = read_given_shape(for_given);
  const SolidMeshing given_meshing = read_meshing(for_given, given_shape, opening.mesher);
  for_given.finish();
  if (opening.given) {
    shape = given_shape;
    shape.path = opening.given->file;
    meshing = given_meshing;
  } else if (shape.from_file) {
    if (shape.file.empty()) table.fail("file", "is missing: a mesh needs the path of an OBJ file");
    shape.path = find_mesh_file(shape.file);
    if (const std::string advice = advice_on_missing(shape.path); !advice.empty())
      table.fail("file",
                 fmt::format("names {}, but there is no such file; {}", shape.file, advice));
  }
  result.center_m = table.vec3("center_m", glm::vec3(0.0f), -farthest_m, farthest_m);
  result.copies = table.ivec3("copies", glm::ivec3(1), 1, 1000);
  result.step_m = table.vec3("step_m", glm::vec3(0.0f), -farthest_m, farthest_m);
  result.tumbled = table.boolean("tumbled", false);
  result.seed = table.integer("seed", 1, 0, 1000000);
  result.flatten = static_cast<float>(table.number("flatten", 1.0, 0.0, 1.0));
  result.pins = table.has("pinned_below_m");
  result.pinned_below_m =
      static_cast<float>(table.number("pinned_below_m", 0.0, -farthest_m, farthest_m));
  result.colors = table.colors("colors");
  if (result.colors.empty()) result.colors = {{0.70f, 0.12f, 0.10f}};
  result.solid.density_kg_m3 = static_cast<float>(table.number("density_kg_m3", 1000, 1.0, 1e5));
  result.solid.bends = table.boolean("bends", false);
  result.solid.material.roughness = static_cast<float>(table.number("roughness", 0.5, 0.0, 1.0));
  table.finish();
  make_solid(result.solid, shape, meshing, opening.given ? for_given : table, opening);
  const auto particles = static_cast<double>(result.solid.mesh.positions_m.size()) *
                         result.copies.x * result.copies.y * result.copies.z;
  if (particles > most_particles)
    table.fail("copies", fmt::format("makes {:.0f} particles, more than {:.0f}; take fewer copies",
                                     particles, most_particles));
  return result;
}

ElasticMaterial read_elasticity(TableReader& table) {
  ElasticMaterial material;
  material.young_modulus_Pa = static_cast<float>(table.number("young_modulus_Pa", 1e5, 1.0, 1e12));
  material.poisson_ratio = static_cast<float>(table.number("poisson_ratio", 0.4, -0.99, 0.4999));
  return material;
}

void for_each_copy(const SolidTable& table, Progress& progress,
                   const std::function<void(const Solid&, const Placement&)>& visit) {
  std::mt19937 random(static_cast<unsigned>(table.seed));
  const glm::vec3 middle = 0.5f * glm::vec3(table.copies - 1);
  const int copies = table.copies.x * table.copies.y * table.copies.z;
  const std::string what = fmt::format("laying out {} solids", copies);
  Solid solid = table.solid;
  int copy = 0;
  for (int layer = 0; layer < table.copies.y; ++layer) {
    for (int row = 0; row < table.copies.z; ++row) {
      for (int column = 0; column < table.copies.x; ++column, ++copy) {
        progress.report(what, static_cast<float>(copy) / static_cast<float>(copies));
        solid.material.front_color = solid.material.back_color =
            table.colors[copy % table.colors.size()];
        // Layers rise from the centre; columns and rows lie around it.
        const glm::vec3 steps = glm::vec3(column, layer, row) - glm::vec3(middle.x, 0.0f, middle.z);
        visit(solid, {table.tumbled ? random_rotation(random) : glm::mat3(1.0f),
                      table.center_m + steps * table.step_m});
      }
    }
  }
}

}  // namespace limber
