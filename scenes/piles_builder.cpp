// [[pile]] tables: rigid bodies of spheres.

#include <algorithm>
#include <memory>

#include "scenes/builders.h"
#include "scenes/pile_copies.h"
#include "scenes/pile_crowds.h"
#include "sim/piles/piles_system.h"

namespace limber {

// Found by the types of their arguments, see PlanOf.
static void move_model(PilesModel& model, const glm::vec3& by_m) {
  for (PileBody& body : model.bodies) body.pose.position_m += by_m;
}

static float largest_radius_of(const PilesModel& model) {
  float largest_m = 0.0f;
  for (const PileKind& kind : model.kinds)
    largest_m = std::max(largest_m, 0.5f * kind.body.diameter_m);
  return largest_m;
}

static std::unique_ptr<System> make_system(Exec& exec,
                                           const std::shared_ptr<const PilesModel>& model,
                                           const ColliderCount& colliders,
                                           const PilesSettings& settings) {
  return std::make_unique<PilesSystem>(exec, *model, colliders.all, settings);
}

std::unique_ptr<SystemPlan> plan_piles(const std::vector<Read<PileTable>>& piles,
                                       const PilesSettings& settings, const Opening& opening) {
  auto model = std::make_shared<PilesModel>();
  std::vector<std::pair<int, std::string>> tables;  // the first kind of each, and where it stands
  std::vector<int> first_bodies;
  for (const auto& [reader, table] : piles) {
    first_bodies.push_back(static_cast<int>(model->bodies.size()));
    tables.emplace_back(static_cast<int>(model->kinds.size()), reader.place());
    add_pile(table, reader, opening, *model);
  }
  check_crowds(*model, first_bodies, piles);
  sort_by_kind(*model);
  BodyNames bodies;
  for (const auto& [kind, place] : tables)
    bodies.add(static_cast<int>(std::ranges::lower_bound(model->bodies, kind, {}, &PileBody::kind) -
                                model->bodies.begin()),
               "pile", place);
  return std::make_unique<PlanOf<PilesModel, PilesSettings>>("pile", model, bodies, settings);
}

}  // namespace limber
