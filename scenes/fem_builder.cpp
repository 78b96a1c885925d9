// [[solid]] and [[cloth]] tables of the model "fem": finite elements, and springs.

#include <memory>

#include "scenes/blaming.h"
#include "scenes/builders.h"
#include "scenes/cloth_grid.h"
#include "scenes/solid_copies.h"
#include "scenes/solid_filling.h"
#include "sim/fem/fem_system.h"
#include "sim/fem/one_body.h"
#include "sim/fem/spring_cloth.h"

namespace limber {

namespace {

int bodies_of(const FemModel& model) {
  return model.body_of_node.empty() ? 0 : model.body_of_node.back() + 1;
}

void add_copies(const SolidTable& table, const Solid& solid, const TableReader& reader,
                const Opening& opening, FemModel& model) {
  const ElasticMaterial material{table.young_modulus_Pa, table.poisson_ratio, table.density_kg_m3};
  const auto add = [&](const Solid& copy, const Placement& placement) {
    const int first = model.nodes();
    blaming(
        reader, "mesher", [&] { add_solid(model, copy, material, placement); },
        "made a solid that cannot be simulated; try \"lattice\", or other cells");
    for (int i = first; i < model.nodes(); ++i) {
      const glm::vec3& x = model.nodes_m[i];
      const bool below = table.pinned_below_m && x.y < *table.pinned_below_m;
      const bool left = table.pinned_left_of_m && x.x < *table.pinned_left_of_m;
      model.pinned[i] = below || left ? 1 : 0;
    }
  };
  for_each_copy(table, solid, opening.progress, add);
}

}  // namespace

// Found by the types of their arguments, see PlanOf.
static void move_model(FemModel& model, const glm::vec3& by_m) {
  for (glm::vec3& x : model.nodes_m) x += by_m;
}

static float largest_radius_of(const FemModel&) { return 0.0f; }

static std::unique_ptr<System> make_system(Exec& exec, const std::shared_ptr<const FemModel>& model,
                                           const ColliderCount& /*colliders*/,
                                           const FemSettings& settings) {
  return std::make_unique<FemSystem>(exec, *model, settings);
}

std::unique_ptr<SystemPlan> plan_elements(std::vector<Read<SolidTable>>& solids,
                                          const FemSettings& settings, const Opening& opening) {
  auto model = std::make_shared<FemModel>();
  if (opening.scene.elements == "springs")
    solids.front().reader.fail("model",
                               "cannot be of springs; set elements to \"linear\" or \"quadratic\" "
                               "at the top of the file, or make it a [[cloth]]");
  model->kind = opening.scene.elements == "linear" ? ElementKind::linear : ElementKind::quadratic;
  BodyNames bodies;
  for (auto& [reader, table] : solids) {
    opening.name_bodies(bodies, bodies_of(*model), "solid", reader);
    const Solid solid = make_solid(table, reader, opening);
    check_crowd_of_copies(
        table, solid, settings.contact_distance_m,
        [&, first = bodies_of(*model)](int copy) { return bodies.name(first + copy); },
        opening.progress);
    add_copies(table, solid, reader, opening, *model);
  }
  return std::make_unique<PlanOf<FemModel, FemSettings>>("fem", model, bodies, settings);
}

std::unique_ptr<SystemPlan> plan_springs(const std::vector<Read<ClothTable>>& cloths,
                                         const FemSettings& settings) {
  auto model = std::make_shared<FemModel>();
  model->kind = ElementKind::spring;
  BodyNames bodies;
  for (const auto& [reader, table] : cloths) {
    bodies.add(bodies_of(*model), "cloth", reader.place());
    ClothGrid grid = grid_of(table);
    SpringCloth cloth{.columns = table.columns,
                      .rows = table.rows,
                      .mesh = std::move(grid.mesh),
                      .rest_m = std::move(grid.rest_m),
                      .pinned = std::move(grid.pinned),
                      .density_kg_m2 = table.density_kg_m2,
                      .stretch_N_m = table.stretch_N_m,
                      .shear_N_m = table.shear_N_m,
                      .bend_N_m2 = table.bend_N_m2};
    cloth.material = table.material();
    cloth.material.front_color = table.colors.front();
    cloth.material.back_color = table.back_colors.front();
    add_cloth(*model, cloth);
  }
  return std::make_unique<PlanOf<FemModel, FemSettings>>("springs", model, bodies, settings);
}

}  // namespace limber
