// [[pile]] tables: rigid bodies of spheres.

#include <algorithm>
#include <memory>

#include "scenes/builders.h"
#include "scenes/pile_copies.h"
#include "scenes/pile_crowds.h"
#include "sim/joints/joints_system.h"
#include "sim/joints/one_body.h"
#include "sim/joints/spawned_settings.h"
#include "sim/piles/as_rigid.h"
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

namespace {

class PileSpawner : public BodySpawner {
 public:
  explicit PileSpawner(std::shared_ptr<const PilesModel> model) : model_(std::move(model)) {
    for (std::size_t b = 0; b < model_->bodies.size(); ++b)
      bodies_.insert(bodies_.end(), model_->kinds[model_->bodies[b].kind].body.centers_m.size(),
                     static_cast<int>(b));
  }

  const std::vector<int>& bodies() const override { return bodies_; }
  glm::vec3 half_size_m(int body) const override {
    const Box box = box_around(as_rigid(*model_, body));
    return 0.5f * (box.high_m - box.low_m);
  }
  std::unique_ptr<System> make(Exec& exec, int body, const glm::vec3& middle_m) const override {
    JointsModel one = as_rigid(*model_, body);
    const Box box = box_around(one);
    one.bodies.front().pose.position_m += glm::dvec3(middle_m - 0.5f * (box.low_m + box.high_m));
    return std::make_unique<JointsSystem>(
        exec, one, settings_of_spawned(0.5f * glm::distance(box.low_m, box.high_m)));
  }

 private:
  std::shared_ptr<const PilesModel> model_;
  std::vector<int> bodies_;  ///< of each sphere
};

}  // namespace

// Found by the types of its arguments, see PlanOf.
static std::shared_ptr<const BodySpawner> spawner_of(const std::shared_ptr<const PilesModel>& model,
                                                     const ColliderCount&, const PilesSettings&) {
  return std::make_shared<PileSpawner>(model);
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
  sort_in_space(*model);
  sort_by_kind(*model);
  BodyNames bodies;
  for (const auto& [kind, place] : tables)
    bodies.add_unnumbered(
        static_cast<int>(std::ranges::lower_bound(model->bodies, kind, {}, &PileBody::kind) -
                         model->bodies.begin()),
        "pile", place);
  return std::make_unique<PlanOf<PilesModel, PilesSettings>>("pile", model, bodies, settings);
}

}  // namespace limber
