#include "sim/colliders.h"

#include <algorithm>

#include "kernels/launch.h"
#include "sim/draw_list.h"

namespace limber {

namespace {

std::vector<int> drawn_ones(const Surroundings& around) {
  std::vector<int> drawn;
  for (const TurningMesh& turning : around.turning_scenery) drawn.push_back(turning.collider);
  return drawn;
}

}  // namespace

Colliders::Colliders(const Exec& exec, const Surroundings& around)
    : some_turn_(std::ranges::any_of(around.colliders,
                                     [](const Collider& c) { return c.turn_rad_s != 0.0f; })),
      start_(exec, around.colliders),
      now_(exec, around.colliders),
      turns_(exec, std::vector<float>(around.colliders.size(), 0.0f)),
      drawn_(exec, drawn_ones(around)) {}

void Colliders::add_to(DrawList& list, const Surroundings& around) const {
  list.scenery.insert(list.scenery.end(), around.scenery.begin(), around.scenery.end());
  for (const TurningMesh& turning : around.turning_scenery) {
    list.moving_scenery.push_back({turning.mesh, list.vertex_count++, 1});
    for (const glm::vec3& x : turning.mesh.positions_m) {
      const glm::vec3 seen_m = around.colliders[turning.collider].center_m + x;
      list.bounds_min_m = glm::min(list.bounds_min_m, seen_m);
      list.bounds_max_m = glm::max(list.bounds_max_m, seen_m);
    }
  }
  add_ground(list, around.colliders);
}

void Colliders::step(const Exec& exec, float dt_s) {
  if (some_turn_)
    launch(exec, "colliders", now_.size(),
           TurnColliders{readable(start_), turns_.view(), now_.view(), dt_s});
}

void Colliders::publish(const Exec& exec, float ago_s, View<const int> not_finite,
                        View<PublishedVertex> out) const {
  launch(exec, "publish", drawn_.size(),
         PublishColliders{drawn_.view(), start_.view(), turns_.view(), ago_s, not_finite, out});
}

void Colliders::archive(Archive& archive) {
  if (some_turn_)
    archive.state("turns", turns_, Start::zeros);
  else
    archive.scratch(turns_);
  archive.derived("colliders", now_);
  archive.scratch(start_, drawn_);
}

}  // namespace limber
