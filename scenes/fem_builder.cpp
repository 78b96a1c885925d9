// Scene files of the family of finite elements: [settings], [[solid]], [[collider]].

#include <fmt/format.h>

#include <memory>

#include "scenes/builders.h"
#include "scenes/colliders.h"
#include "scenes/solid_table.h"
#include "sim/fem/fem_simulation.h"

namespace limber {

namespace {

constexpr double farthest_m = 1e4;

ElasticMaterial read_material(TableReader& table) {
  ElasticMaterial material;
  material.young_modulus_Pa = static_cast<float>(table.number("young_modulus_Pa", 1e5, 1.0, 1e12));
  material.poisson_ratio = static_cast<float>(table.number("poisson_ratio", 0.4, -0.99, 0.4999));
  return material;
}

template <int N>
Build read_bodies(TableReader& file, const Opening& opening, const FemSettings& settings) {
  auto model = std::make_shared<FemModel<N>>();
  std::vector<TableReader> solids = file.tables("solid");
  if (solids.empty()) file.fail("solid", "is missing: the scene needs a [[solid]]");
  for (TableReader& table : solids) {
    ElasticMaterial material = read_material(table);
    const auto pinned_left_of_m = static_cast<float>(
        table.number("pinned_left_of_m", -2.0 * farthest_m, -2.0 * farthest_m, farthest_m));
    const SolidTable solid = read_solid_table(table, opening);
    material.density_kg_m3 = solid.solid.density_kg_m3;
    for_each_copy(solid, opening.progress, [&](const Solid& copy, const Placement& placement) {
      const std::size_t first = model->mesh.nodes_m.size();
      add_body(*model, copy, material, placement);
      for (std::size_t i = first; i < model->mesh.nodes_m.size(); ++i) {
        const glm::vec3& x = model->mesh.nodes_m[i];
        const bool below = solid.pins && x.y < solid.pinned_below_m;
        model->pinned[i] = below || x.x < pinned_left_of_m ? 1 : 0;
      }
    });
  }
  PbdModel around;  // colliders are the same for all families
  read_colliders(file, around);
  model->colliders = around.colliders;
  model->scenery = around.scenery;
  return [settings, model](Exec& exec) {
    return std::make_unique<FemSimulation<N>>(exec, *model, settings);
  };
}

}  // namespace

Build read_fem(TableReader& file, const Opening& opening) {
  FemSettings settings;
  std::vector<Parameter> parameters = parameters_of(settings);
  TableReader settings_table = file.table("settings");
  settings_table.read_parameters(parameters);
  set_parameters(parameters, opening.settings);
  const std::string elements = file.choice("elements", "linear", {"linear", "quadratic"});
  return elements == "linear" ? read_bodies<4>(file, opening, settings)
                              : read_bodies<10>(file, opening, settings);
}

}  // namespace limber
