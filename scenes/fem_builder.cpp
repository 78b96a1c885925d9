// Scene files of the family of finite elements: [settings], [[solid]] or [[cloth]], [[collider]].

#include <memory>

#include "scenes/blaming.h"
#include "scenes/builders.h"
#include "scenes/colliders.h"
#include "scenes/grid_table.h"
#include "scenes/solid_table.h"
#include "sim/fem/fem_system.h"
#include "sim/fem/spring_cloth.h"
#include "sim/mesh/shape_mesh.h"

namespace limber {

namespace {

constexpr double farthest_m = 1e4;

/// The curve that Euler and Bernoulli give a cantilever under its own weight, as a thin tube.
void read_beam_theory(TableReader table, std::vector<StaticMesh>& scenery) {
  if (!table.has("length_m")) return;
  const glm::vec3 root = table.vec3("root_m", glm::vec3(0.0f), -farthest_m, farthest_m);
  const double length_m = table.number("length_m", 1.0, 1e-3, farthest_m);
  const double height_m = table.number("height_m", 0.1, 1e-4, farthest_m);
  const double density = table.number("density_kg_m3", 1000.0, 1.0, 1e5);
  const double young_Pa = table.number("young_modulus_Pa", 1e6, 1.0, 1e12);
  table.finish();
  // w = q x^2 (x^2 - 4 L x + 6 L^2) / (24 E I), q and I both in proportion to the width.
  const double factor = density * 9.81 / (2.0 * young_Pa * height_m * height_m);
  constexpr int pieces = 40;
  glm::vec3 last = root;
  for (int i = 1; i <= pieces; ++i) {
    const double x = length_m * i / pieces;
    const double w = factor * x * x * (x * x - 4.0 * length_m * x + 6.0 * length_m * length_m);
    const glm::vec3 here = root + glm::vec3(x, -w, 0.0);
    StaticMesh piece =
        capsule_mesh(0.5f * (last + here), here - last, 0.5f * glm::distance(last, here), 0.008f);
    piece.material.front_color = piece.material.back_color = {0.05f, 0.30f, 0.12f};
    scenery.push_back(std::move(piece));
    last = here;
  }
}

void read_solids(TableReader& file, const Opening& opening, FemModel& model) {
  std::vector<TableReader> solids = file.needed_tables("solid");
  for (TableReader& table : solids) {
    ElasticMaterial material = read_elasticity(table);
    const auto pinned_left_of_m = static_cast<float>(
        table.number("pinned_left_of_m", -2.0 * farthest_m, -2.0 * farthest_m, farthest_m));
    const SolidTable solid = read_solid_table(table, opening);
    material.density_kg_m3 = solid.solid.density_kg_m3;
    for_each_copy(solid, opening.progress, [&](const Solid& copy, const Placement& placement) {
      const int first = model.nodes();
      blaming(
          table, "mesher", [&] { add_solid(model, copy, material, placement); },
          "made what cannot be simulated; try \"lattice\", or other cells");
      for (int i = first; i < model.nodes(); ++i) {
        const glm::vec3& x = model.nodes_m[i];
        const bool below = solid.pins && x.y < solid.pinned_below_m;
        model.pinned[i] = below || x.x < pinned_left_of_m ? 1 : 0;
      }
    });
  }
}

void read_cloths(TableReader& file, FemModel& model) {
  std::vector<TableReader> cloths = file.tables("cloth");
  if (cloths.empty()) file.fail("cloth", "is missing: springs need a [[cloth]]");
  for (TableReader& table : cloths) {
    GridTable grid = read_grid(table);
    SpringCloth cloth{.columns = grid.columns,
                      .rows = grid.rows,
                      .mesh = std::move(grid.mesh),
                      .pinned = std::move(grid.pinned)};
    const auto number = [&](const char* key, float& value, double low, double high) {
      value = static_cast<float>(table.number(key, value, low, high));
    };
    number("density_kg_m2", cloth.density_kg_m2, 1e-3, 100.0);
    number("stretch_N_m", cloth.stretch_N_m, 1e-3, 1e7);
    number("shear_N_m", cloth.shear_N_m, 0.0, 1e7);
    number("bend_N_m2", cloth.bend_N_m2, 0.0, 1e3);
    number("roughness", cloth.material.roughness, 0.0, 1.0);
    const std::vector<glm::vec3> front = table.colors("colors"), back = table.colors("back_colors");
    if (!front.empty()) cloth.material.front_color = front.front();
    cloth.material.back_color = back.empty() ? cloth.material.front_color : back.front();
    table.finish();
    add_cloth(model, cloth);
  }
}

ElementKind kind_named(const std::string& name) {
  if (name == "springs") return ElementKind::spring;
  return name == "linear" ? ElementKind::linear : ElementKind::quadratic;
}

}  // namespace

Build read_fem(TableReader& file, const Opening& opening) {
  const auto settings = read_settings<FemSettings>(file, opening);
  auto model = std::make_shared<FemModel>();
  model->kind = kind_named(file.choice("elements", "linear", {"linear", "quadratic", "springs"}));
  if (model->kind == ElementKind::spring)
    read_cloths(file, *model);
  else
    read_solids(file, opening, *model);
  Surroundings around;
  if (model->kind != ElementKind::spring)
    read_beam_theory(file.table("beam_theory"), around.scenery);
  read_colliders(file, around);
  return build_of("fem", around, [settings, model](Exec& exec) {
    return std::make_unique<FemSystem>(exec, *model, settings);
  });
}

}  // namespace limber
