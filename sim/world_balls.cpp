// Balls shot into a world: a system that the first shot adds and a reset removes, so that without a
// shot nothing differs.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/error.h"
#include "sim/joints/balls.h"
#include "sim/world.h"
#include "sim/world_group.h"
#include "sim/world_state.h"

namespace limber {

namespace {

constexpr const char* name_of_balls = "balls";

const std::vector<std::byte>* shot_balls_in(const WorldState& state) {
  const std::string name = fmt::format("{}/{}", name_of_balls, Balls::name_of_shot);
  for (const ArchivedState& group : state.groups)
    if (const auto found = group.host.find(name); found != group.host.end()) return &found->second;
  return nullptr;
}

}  // namespace

Balls* World::balls() {
  for (System* system : systems())
    if (auto* found = dynamic_cast<Balls*>(system)) return found;
  return nullptr;
}

bool World::has_balls() const {
  return std::ranges::any_of(systems(),
                             [](System* system) { return dynamic_cast<Balls*>(system); });
}

std::string World::shoot(const Shot& shot) {
  std::string note;
  if (Balls* there = balls(); there && there->kind() != shot.kind) {
    remove_balls();
    note = "balls of another size or density replace the earlier ones";
  }
  if (!has_balls()) {
    const std::string more = add_balls(shot.kind);
    note += (note.empty() || more.empty() ? "" : "; ") + more;
  }
  Group& group = *groups_.front();
  group.step_exec->synchronize();
  const bool again = balls()->shoot(shot.from_m, shot.velocity_m_s);
  if (group.contacts) group.contacts->look_again(*group.step_exec);
  if (again && note.empty())
    note = fmt::format("there are at most {} balls: the oldest one is shot again", Balls::count);
  return note;
}

std::string World::add_balls(const BallKind& kind) {
  if (groups_.size() > 1)
    throw Error(ExitCode::bad_input,
                "no balls here: the scene compares copies of itself, which must stay alike");
  return add_spawned({.name = name_of_balls,
                      .system = std::make_unique<Balls>(*groups_.front()->step_exec, kind),
                      .name_of_body = [](int body) { return fmt::format("ball {}", body + 1); },
                      .is_spawned = true},
                     kind.radius_m);
}

void World::remove_balls() {
  remove_spawned([](const Member& member) { return !member.added; });
}

/// Called before restore(). Throws for a state of another scene, without any change.
void World::restore_balls(const WorldState& state) {
  const std::vector<std::byte>* shot = shot_balls_in(state);
  if (!shot && !has_balls()) return;
  std::optional<BallKind> kind;
  if (shot) kind = Balls::kind_in(*shot);
  if (kind && has_balls() && *kind == balls()->kind()) return;
  Archive own;
  groups_.front()->archive_systems(own, false);
  own.check(state.groups.front());
  if (has_balls()) remove_balls();
  if (kind) add_balls(*kind);
}

}  // namespace limber
