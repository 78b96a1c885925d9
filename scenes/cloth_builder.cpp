// Scene files of the cloth family: [settings], [[cloth]], [[collider]].

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "kernels/error.h"
#include "kernels/portable_math.h"
#include "scenes/builders.h"
#include "scenes/colliders.h"
#include "scenes/grid_table.h"
#include "sim/mesh/obj_file.h"
#include "sim/mesh/surfaces.h"
#include "sim/pbd/cloth.h"
#include "sim/pbd/pbd_system.h"

namespace limber {

namespace {

constexpr double farthest_m = 1e4;

Bending bending_named(const std::string& name) {
  if (name == "across") return Bending::across;
  return name == "dihedral" ? Bending::dihedral : Bending::none;
}

TriangleMesh load_noted(const std::string& file, const Opening& opening) {
  std::string note;
  TriangleMesh mesh = load_obj(file, opening.progress, &note);
  if (!note.empty()) opening.notes.push_back(file + ": " + note);
  return mesh;
}

/// What a [[cloth]] table says of one cloth, before it is copied.
struct ClothTable {
  Cloth cloth;
  int count;
  glm::vec3 step_m;
  float turn_deg;
  std::vector<glm::vec3> colors;
  std::vector<glm::vec3> back_colors;
};

ClothTable read_cloth_table(TableReader& table, const Opening& opening) {
  ClothTable result;
  Cloth& cloth = result.cloth;
  const std::string shape = table.choice("shape", "grid", {"grid", "ball", "mesh"});
  if (shape == "grid") {
    GridTable grid = read_grid(table);
    cloth.mesh = std::move(grid.mesh);
    cloth.pinned = std::move(grid.pinned);
  } else {
    const glm::vec3 center = table.vec3("center_m", {0.0f, 2.0f, 0.0f}, -farthest_m, farthest_m);
    const auto size = static_cast<float>(table.number("diameter_m", 1.0, 1e-3, farthest_m));
    if (shape == "ball")
      cloth.mesh = ball_mesh(table.integer("subdivisions", 5, 0, 8), 0.5f * size, center);
    else if (opening.given)
      table.text("file", "");  // what was given takes its place
    else if (table.has("file"))
      cloth.mesh = load_noted(table.text("file", ""), opening);
    else
      table.fail("file", "is missing: a mesh needs the path of an OBJ file");
    if (opening.given) cloth.mesh = opening.given->surface;
    if (shape == "mesh" || opening.given) fit(cloth.mesh, size, center);
  }
  cloth.bending = bending_named(table.choice("bending", "none", {"none", "across", "dihedral"}));
  cloth.density_kg_m2 = static_cast<float>(table.number("density_kg_m2", 0.2, 1e-3, 100.0));
  cloth.material.roughness = static_cast<float>(table.number("roughness", 0.8, 0.0, 1.0));
  result.count = table.integer("count", 1, 1, 10000);
  result.step_m = table.vec3("step_m", glm::vec3(0.0f), -farthest_m, farthest_m);
  result.turn_deg = static_cast<float>(table.number("turn_deg", 0.0, -360.0, 360.0));
  result.colors = table.colors("colors");
  result.back_colors = table.colors("back_colors");
  if (result.colors.empty()) result.colors = {{0.70f, 0.12f, 0.10f}};
  if (result.back_colors.empty()) result.back_colors = result.colors;
  table.finish();
  return result;
}

/// The k-th copy: moved k steps and turned about the vertical through its own middle.
Cloth copy_of(const ClothTable& table, int k) {
  Cloth copy = table.cloth;
  glm::vec3 middle(0.0f);
  for (const glm::vec3& p : copy.mesh.positions_m)
    middle += p / static_cast<float>(copy.mesh.positions_m.size());
  const auto step = static_cast<float>(k);
  const float angle = step * table.turn_deg * pi / 180.0f;
  for (glm::vec3& p : copy.mesh.positions_m) {
    const glm::vec3 d = p - middle;
    p = middle + step * table.step_m +
        glm::vec3(d.x * std::cos(angle) + d.z * std::sin(angle), d.y,
                  d.z * std::cos(angle) - d.x * std::sin(angle));
  }
  copy.material.front_color = table.colors[k % table.colors.size()];
  copy.material.back_color = table.back_colors[k % table.back_colors.size()];
  return copy;
}

}  // namespace

Build read_cloth(TableReader& file, const Opening& opening) {
  auto settings = std::make_shared<PbdSettings>(read_settings<PbdSettings>(file, opening));
  auto model = std::make_shared<PbdModel>();

  std::vector<TableReader> cloths = file.needed_tables("cloth");
  for (TableReader& table : cloths) {
    const ClothTable cloth = read_cloth_table(table, opening);
    const std::string what = fmt::format("laying out {} triangles of cloth",
                                         cloth.cloth.mesh.triangles.size() * cloth.count);
    for (int k = 0; k < cloth.count; ++k) {
      opening.progress.report(what, static_cast<float>(k) / static_cast<float>(cloth.count));
      add_cloth(*model, copy_of(cloth, k));
    }
  }
  Surroundings around;
  read_colliders(file, around);
  color_constraints(*model, opening.progress);
  return build_of("cloth", around, [settings, model](Exec& exec) {
    return std::make_unique<PbdSystem>(exec, *model, *settings);
  });
}

}  // namespace limber
