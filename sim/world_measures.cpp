// Measurements and notes of a world while it runs.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/contact/contact_surface.h"
#include "sim/world.h"
#include "sim/world_group.h"

namespace limber {

bool World::finite() {
  return std::ranges::all_of(groups_, [](auto& group) { return group->frames.finite(); });
}

bool World::finite_now() {
  return std::ranges::all_of(groups_, [](auto& group) { return group->frames.finite_now(); });
}

void World::request_residuals() {
  for_each_member([](Group&, Member& member) {
    if (!member.is_spawned) member.system->request_residuals();
  });
}

const std::map<std::string, double>& World::residuals() {
  for_each_member([&](Group& group, Member& member) {
    if (member.is_spawned) return;
    for (const auto& [type, residual] : member.system->residuals())
      residuals_[name_of(group, member, type)] = residual;
  });
  for (auto& group : groups_) {
    if (!group->contacts) continue;
    const SearchState& newest = group->contacts->contacts().newest();
    residuals_[name_of(*group, "held_back")] = newest.held_back;
    residuals_[name_of(*group, "pairs_left_out")] = newest.left_out;
    if (group->colliders.can_be_held() && group->colliders.some_move())
      residuals_[name_of(*group, "colliders_held_back")] = newest.colliders_held_back;
  }
  return residuals_;
}

void World::request_convergence() {
  for_each_member([](Group& group, Member& member) {
    if (!member.is_spawned)
      member.system->request_convergence({.colliders = group.colliders.now()});
  });
}

const std::vector<ConvergenceCurve>& World::convergence() {
  convergence_.clear();
  for_each_member([&](Group& group, Member& member) {
    if (member.is_spawned) return;
    for (ConvergenceCurve curve : member.system->convergence()) {
      curve.label = name_of(group, member, curve.label);
      convergence_.push_back(std::move(curve));
    }
  });
  return convergence_;
}

std::vector<IterationCount> World::iterations_now() const {
  std::vector<IterationCount> all;
  for (const auto& group : groups_)
    for (const Member& member : group->members) {
      if (member.is_spawned) continue;
      const std::vector<IterationCount> own = member.system->iterations_now();
      all.insert(all.end(), own.begin(), own.end());
    }
  return all;
}

StepCut World::step_cut() const { return groups_.front()->cut; }

std::string World::trouble() {
  std::string all;
  const auto add = [&](const std::string& own) {
    if (!own.empty()) all += (all.empty() ? "" : "; ") + own;
  };
  for (const auto& group : groups_)
    if (group->contact_start.tangled && group->checked_at_s > 0.0)
      add(sentence_of(*group, *group->contact_start.tangled) +
          ": contacts cannot separate them; with contact_distance_m at 0 they may come apart");
  for (System* system : systems()) add(system->trouble());
  for (auto& group : groups_)
    if (group->contacts) add(group->contacts->trouble());
  return all;
}

/// A step is done when all groups have done theirs.
std::optional<StepTime> World::poll_step_time() {
  for (auto& group : groups_) {
    if (group->time) continue;
    group->time = group->frames.poll_step_time();
    if (group->time && !group->is_mixed()) group->members.front().system->timed(*group->time);
  }
  if (groups_.size() == 1) return std::exchange(groups_.front()->time, std::nullopt);
  StepTime all;
  for (const auto& group : groups_) {
    if (!group->time) return std::nullopt;
    all.ms += group->time->ms / group->time->steps;
    all.steps = 1;
  }
  for (auto& group : groups_) group->time.reset();
  return all;
}

void World::set_profiling(bool on) {
  for (auto& group : groups_) group->frames.set_profiling(on);
}

const std::vector<StageTime>& World::stages() {
  if (groups_.size() == 1) return groups_.front()->frames.stages();
  stages_.clear();
  for (auto& group : groups_)
    for (const StageTime& stage : group->frames.stages())
      stages_.push_back({name_of(*group, group->members.front(), stage.label), stage.ms});
  return stages_;
}

std::string World::first_not_finite() {
  std::string first;
  for_each_member([&](Group& group, Member& member) {
    if (!first.empty()) return;
    const std::vector<glm::vec3> places_m = member.system->positions_m();
    const auto found = std::ranges::find_if(places_m, [](const glm::vec3& place_m) {
      return !std::isfinite(place_m.x + place_m.y + place_m.z);
    });
    if (found == places_m.end()) return;
    const auto number = static_cast<int>(found - places_m.begin());
    const std::vector<int> bodies = member.system->contact_shape().body;
    const std::string what = member.system->counts().particles_label.empty() ? "body" : "particle";
    first = fmt::format("{} {}", what, number);
    if (bodies.size() == places_m.size() && member.name_of_body)
      first += " of " + member.name_of_body(bodies[number]);
    if (group.is_mixed()) first += " (" + member.name + ")";
  });
  return first;
}

std::vector<glm::vec3> World::positions_m() {
  std::vector<glm::vec3> all;
  for (System* system : systems()) {
    const std::vector<glm::vec3> own = system->positions_m();
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace limber
