// Balls that are shot into a world: a system that comes with the first of them and goes with a
// reset, so that without a shot everything is as if there were none.

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
  return std::ranges::any_of(groups_, [](const auto& group) {
    return std::ranges::count(group->members, true, &Member::is_guest) > 0;
  });
}

std::string World::shoot(const Shot& shot) {
  std::string told;
  if (Balls* there = balls(); there && there->kind() != shot.kind) {
    remove_balls();
    told = "balls of another kind: those that were there are gone";
  }
  if (!has_balls()) {
    const std::string more = add_balls(shot.kind);
    told += (told.empty() || more.empty() ? "" : "; ") + more;
  }
  Group& group = *groups_.front();
  group.step_exec->synchronize();
  const bool again = balls()->shoot(shot.from_m, shot.velocity_m_s);
  if (group.contacts) group.contacts->look_again(*group.step_exec);
  if (again && told.empty())
    told = fmt::format("there are at most {} balls: the oldest one is shot again", Balls::count);
  return told;
}

/// Sets what keeps balls from meeting the scene's systems, or these from having company. Says what.
std::string World::let_touch(Group& group, const BallKind& kind) {
  const std::string distance = fmt::format("{:.3g}", std::min(0.1f * kind.radius_m, 0.01f));
  std::vector<std::string> all;
  for (Member& member : group.members) {
    // Links of chains overlap where nothing has kept them apart.
    if (member.is_guest || dynamic_cast<JointsSystem*>(member.system.get())) continue;
    const auto set = [&](const Parameter& parameter, const std::string& value) {
      set_for_balls_.push_back({parameter, parameter.text(), ""});
      parameter.set(value);
      set_for_balls_.back().now = parameter.text();
      all.push_back(
          fmt::format("{} = {}", name_of(group, member, parameter.key), parameter.text()));
    };
    const auto alone = member.system->must_be_alone();
    for (const Parameter& parameter : member.system->parameters())
      if (alone && parameter.key == alone->key)
        set(parameter, alone->value);
      else if (parameter.key == "contact_distance_m" && parameter.text() == "0")
        set(parameter, distance);
  }
  std::string sentence;
  for (const std::string& one : all) sentence += (sentence.empty() ? "" : ", ") + one;
  return all.empty() ? "" : "until the next reset, so that balls meet what is there: " + sentence;
}

std::string World::add_balls(const BallKind& kind) {
  if (groups_.size() > 1)
    throw Error(ExitCode::bad_input,
                "no balls here: the scene compares copies of itself, which must stay alike");
  Group& group = *groups_.front();
  group.frames.forget_frames();
  exec_->synchronize();
  Exec& exec = *group.step_exec;
  group.members.push_back(
      {.name = name_of_balls,
       .system = std::make_unique<Balls>(exec, kind),
       .name_of_body = [](int body) { return fmt::format("ball {}", body + 1); },
       .is_guest = true});
  group.members.back().system->place(exec, group.frames);
  try {
    std::string told = let_touch(group, kind);
    collect_parameters("");
    make_up();
    for (const Member& member : group.members) {
      if (member.is_guest || member.system->contact_use().takes_part()) continue;
      const auto own = member.system->parameters();
      const auto distance = std::ranges::find(own, "contact_distance_m", &Parameter::key);
      if (distance == own.end()) continue;  // a fluid flows around them
      if (!told.empty()) told += "; ";
      told += distance->text() == "0"
                  ? "balls pass the bodies here, whose contact_distance_m is 0: set it to let them "
                    "touch"
                  : "balls pass what is shown here, not simulated";
    }
    return told;
  } catch (...) {
    remove_balls();
    throw;
  }
}

void World::remove_balls() {
  Group& group = *groups_.front();
  group.frames.forget_frames();
  exec_->synchronize();
  std::erase_if(group.members, [](const Member& member) { return member.is_guest; });
  for (const SetForBalls& set : set_for_balls_)
    if (set.parameter.text() == set.now) set.parameter.set(set.before);
  set_for_balls_.clear();
  collect_parameters("");
  make_up();
  take_pinned();
}

/// Before restore(), which throws for a state of another scene: then nothing has changed.
void World::have_balls_of(const WorldState& state) {
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

std::vector<World::ByBalls> World::set_by_balls() {
  std::vector<ByBalls> all;
  for (std::size_t place = 0; place < parameters().size(); ++place)
    for (const SetForBalls& set : set_for_balls_)
      if (parameters()[place].target == set.parameter.target) all.push_back({place, set.now});
  return all;
}

}  // namespace limber
