#include "sim/piles/pile_colliders.h"

#include <algorithm>

#include "kernels/launch.h"

namespace limber {

namespace {

std::vector<int> drawn_ones(const PilesModel& model) {
  std::vector<int> drawn;
  for (const TurningMesh& turning : model.turning_scenery) drawn.push_back(turning.collider);
  return drawn;
}

}  // namespace

PileColliders::PileColliders(const Exec& exec, const PilesModel& model)
    : some_turn_(std::ranges::any_of(model.colliders,
                                     [](const Collider& c) { return c.turn_rad_s != 0.0f; })),
      start_(exec, model.colliders),
      now_(exec, model.colliders),
      turns_(exec, std::vector<float>(model.colliders.size(), 0.0f)),
      drawn_(exec, drawn_ones(model)) {}

void PileColliders::step(const Exec& exec, float dt_s) {
  if (some_turn_)
    launch(exec, "colliders", now_.size(),
           TurnColliders{readable(start_), turns_.view(), now_.view(), dt_s});
}

void PileColliders::publish(const Exec& exec, float ago_s, View<const int> not_finite,
                            View<PublishedVertex> out) const {
  launch(exec, "publish", drawn_.size(),
         PublishColliders{drawn_.view(), start_.view(), turns_.view(), ago_s, not_finite, out});
}

void PileColliders::reset(const Exec& exec) {
  turns_.zero(exec);
  step(exec, 0.0f);
}

void PileColliders::move(const Exec& from, const Exec& to) {
  start_.move(from, to);
  now_.move(from, to);
  turns_.move(from, to);
  drawn_.move(from, to);
}

}  // namespace limber
