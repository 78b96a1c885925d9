// [[solid]] tables of the model "pbd": tetrahedra under position based dynamics.

#include <memory>

#include "scenes/builders.h"
#include "scenes/pbd_plan.h"
#include "scenes/solid_copies.h"
#include "scenes/solid_filling.h"
#include "sim/pbd/solid.h"

namespace limber {

namespace {

/// Adds the copies of a solid, each a body of its own.
void add_copies(PbdModel& model, const SolidTable& table, const Solid& made, Progress& progress) {
  const std::size_t before = model.particles.size();
  for_each_copy(table, made, progress, [&](const Solid& solid, const Placement& placement) {
    add_solid(model, solid, placement);
  });
  for (std::size_t i = before; i < model.particles.size() && table.pinned_below_m; ++i)
    if (model.particles[i].position_m.y < *table.pinned_below_m)
      model.particles[i].inverse_mass_per_kg = 0.0f;
  if (table.flatten == 1.0f && model.start_m.empty()) return;
  // Solids before this one may have been content with where they rest.
  for (std::size_t i = model.start_m.size(); i < model.particles.size(); ++i)
    model.start_m.push_back(model.particles[i].position_m *
                            glm::vec3(1.0f, i < before ? 1.0f : table.flatten, 1.0f));
}

}  // namespace

std::unique_ptr<SystemPlan> plan_solids(std::vector<Read<SolidTable>>& solids,
                                        const PbdSettings& settings, NamedVertices& vertices,
                                        const Opening& opening) {
  auto model = std::make_shared<PbdModel>();
  BodyNames bodies;
  for (auto& [reader, table] : solids) {
    opening.name_bodies(bodies, bodies_of(*model), "solid", reader);
    const int before = static_cast<int>(model->particles.size());
    const Solid solid = make_solid(table, reader, opening);
    check_crowd_of_copies(
        table, solid, settings.contact_distance_m,
        [&, first = bodies_of(*model)](int copy) { return bodies.name(first + copy); },
        opening.progress);
    add_copies(*model, table, solid, opening.progress);
    vertices.add(table.name, reader, "solid", *model, before);
  }
  color_constraints(*model, opening.progress);
  return std::make_unique<PlanOf<PbdModel, PbdSettings>>("solid", model, bodies, settings);
}

}  // namespace limber
