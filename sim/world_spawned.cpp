// Bodies added at run time, each as a system of its own: balls and copies of the scene's bodies. A
// reset removes them, so that without them nothing differs.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "kernels/error.h"
#include "sim/joints/joints_system.h"
#include "sim/places_to_add.h"
#include "sim/world.h"
#include "sim/world_group.h"
#include "sim/world_state.h"

namespace limber {

bool World::has_spawned() const {
  return std::ranges::any_of(groups_, [](const auto& group) {
    return std::ranges::count(group->members, true, &Member::is_spawned) > 0;
  });
}

/// Changes the parameters that keep the scene's systems from touching spawned bodies or from
/// sharing a world. Returns the changes as text.
std::string World::enable_contact(Group& group, float radius_m) {
  const std::string distance = fmt::format("{:.3g}", std::min(0.1f * radius_m, 0.01f));
  std::string all;
  for (Member& member : group.members) {
    // Rigid bodies without contact, such as chain links, may overlap.
    if (member.is_spawned || dynamic_cast<JointsSystem*>(member.system.get())) continue;
    const auto set = [&](const Parameter& parameter, const std::string& value) {
      overrides_.push_back({parameter, parameter.text(), ""});
      parameter.set(value);
      overrides_.back().now = parameter.text();
      all += fmt::format("{}{} = {}", all.empty() ? "" : ", ",
                         name_of(group, member, parameter.key), parameter.text());
    };
    const auto alone = member.system->must_be_alone();
    for (const Parameter& parameter : member.system->parameters())
      if (alone && parameter.key == alone->key)
        set(parameter, alone->value);
      else if (parameter.key == "contact_distance_m" && parameter.text() == "0")
        set(parameter, distance);
  }
  return all;
}

/// radius_m: its approximate size. Returns a note for the user.
std::string World::add_spawned(Member spawned, float radius_m) {
  Group& group = *groups_.front();
  group.frames.forget_frames();
  exec_->synchronize();
  const std::string who = spawned.added ? "added bodies" : "balls";
  const bool first_of_kind = spawned.added ? added_bodies() == 0 : true;
  // Balls before added bodies, whichever came first: a deterministic order.
  const auto place = spawned.added ? group.members.end()
                                   : std::ranges::find_if(group.members, [](const Member& member) {
                                       return member.added.has_value();
                                     });
  const System* const system = spawned.system.get();
  spawned.system->place(*group.step_exec, group.frames);
  group.members.insert(place, std::move(spawned));
  std::string note;
  try {
    if (const std::string set = enable_contact(group, radius_m); !set.empty())
      note =
          fmt::format("set until the next reset, so that {} collide with the scene: {}", who, set);
    collect_parameters("");
    systems_changed();
  } catch (...) {
    remove_spawned([&](const Member& member) { return member.system.get() == system; });
    throw;
  }
  for (const Member& member : group.members) {
    if (!first_of_kind || member.is_spawned || member.system->contact_use().takes_part()) continue;
    const auto own = member.system->parameters();
    const auto distance = std::ranges::find(own, "contact_distance_m", &Parameter::key);
    if (distance == own.end()) continue;  // a fluid, which flows around them
    if (!note.empty()) note += "; ";
    note += distance->text() == "0"
                ? who +
                      " pass through the bodies here, whose contact_distance_m is 0: set it to let "
                      "them collide"
                : who + " pass through what is shown here, since it is not simulated";
  }
  return note;
}

void World::remove_spawned(const std::function<bool(const Member&)>& goes) {
  Group& group = *groups_.front();
  group.frames.forget_frames();
  exec_->synchronize();
  std::erase_if(group.members,
                [&](const Member& member) { return member.is_spawned && goes(member); });
  if (!has_spawned()) {
    for (const Override& set : overrides_)
      if (set.parameter.text() == set.now) set.parameter.set(set.before);
    overrides_.clear();
  }
  collect_parameters("");
  systems_changed();
  take_pinned();
}

std::vector<World::SpawnOverride> World::spawn_overrides() {
  std::vector<SpawnOverride> all;
  for (std::size_t place = 0; place < parameters().size(); ++place)
    for (const Override& set : overrides_)
      if (parameters()[place].target == set.parameter.target) all.push_back({place, set.now});
  return all;
}

// ---- Copies of the scene's bodies ----

std::vector<World::AddedBody> World::added() const {
  std::vector<AddedBody> all;
  for (const Member& member : groups_.front()->members)
    if (member.added) all.push_back(*member.added);
  return all;
}

int World::added_bodies() const { return static_cast<int>(added().size()); }

std::string World::why_not_add() const {
  if (groups_.size() > 1)
    return "no more bodies here: the scene compares copies of itself, which must stay alike";
  const auto has_some = [](const Member& member) {
    return member.spawner &&
           std::ranges::any_of(member.spawner->bodies(), [](int body) { return body >= 0; });
  };
  if (std::ranges::none_of(groups_.front()->members, has_some))
    return "nothing here can be copied: only cloth, soft bodies and rigid bodies that nothing "
           "holds can be, not plants, fluids or pinned bodies";
  return {};
}

std::optional<World::AddedBody> World::nearest_addable(const glm::vec3& at_m) const {
  std::optional<AddedBody> nearest;
  float least_m = INFINITY;
  const std::vector<Member>& members = groups_.front()->members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (!members[i].spawner) continue;
    const std::vector<glm::vec3> places_m = members[i].system->positions_m();
    const std::vector<int>& bodies = members[i].spawner->bodies();
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      const float distance_m = glm::distance(places_m[k], at_m);
      if (bodies[k] < 0 || !(distance_m < least_m)) continue;
      least_m = distance_m;
      nearest = {.system = static_cast<std::int32_t>(i), .body = bodies[k]};
    }
  }
  return nearest;
}

std::string World::add_copy(const AddedBody& body) {
  Group& group = *groups_.front();
  const Member& like = group.members[body.system];
  Member one{.name = fmt::format("added {}", added_bodies() + 1),
             .system = like.spawner->make(*group.step_exec, body.body, body.middle_m),
             .name_of_body = [](int) { return std::string("an added body"); },
             .is_spawned = true,
             .added = body};
  return add_spawned(std::move(one), glm::length(like.spawner->half_size_m(body.body)));
}

/// Removes added bodies from that index on.
void World::remove_added(int first_added) {
  std::vector<const System*> gone;
  for (const Member& member : groups_.front()->members)
    if (member.added && --first_added < 0) gone.push_back(member.system.get());
  if (gone.empty()) return;
  remove_spawned([&](const Member& member) {
    return std::ranges::find(gone, member.system.get()) != gone.end();
  });
}

std::string World::add_body(const glm::vec3& at_m, std::optional<glm::vec3> seen_from_m) {
  if (const std::string why = why_not_add(); !why.empty()) throw Error(ExitCode::bad_input, why);
  const int before = added_bodies();
  if (before == max_added)
    throw Error(
        ExitCode::bad_input,
        fmt::format("{} bodies have been added, the maximum: a reset (R) removes them", max_added));
  Group& group = *groups_.front();
  exec_->synchronize();
  std::optional<AddedBody> body = nearest_addable(at_m);
  if (!body) throw Error(ExitCode::bad_input, "no body that can be copied is near enough");
  const std::vector<glm::vec3> places_m = places_to_add(
      at_m, seen_from_m, group.members[body->system].spawner->half_size_m(body->body));
  body->middle_m = places_m.front();
  std::string note = add_copy(*body);
  try {
    const glm::vec3 free_m = free_place(group, places_m);
    if (free_m != body->middle_m) {
      remove_added(before);
      body->middle_m = free_m;
      note = add_copy(*body);
    }
  } catch (...) {
    remove_added(before);
    throw;
  }
  return note;
}

/// The first of these places where the newest added body, which is at the first, has room.
glm::vec3 World::free_place(Group& group, const std::vector<glm::vec3>& middles_m) {
  const Exec& exec = *group.step_exec;
  const OnProcessor processor(exec);
  const std::vector<ColliderFaces> faces = faces_of(group.around);
  const std::vector<Collider> colliders = group.colliders.download(exec);
  std::vector<TouchingSystem> systems = touching_now(exec, group.systems());
  const int own = static_cast<int>(systems.size()) - 1;
  std::vector<glm::vec3>& touching_m = systems[own].places_m;
  std::vector<glm::vec3> points_m =
      touching_m.empty() ? group.members[own].system->positions_m() : touching_m;
  const auto in_the_way = [&]() -> std::optional<TouchingBody> {
    for (std::size_t c = 0; c < colliders.size(); ++c) {
      if (colliders[c].shape == ColliderShape::mesh) continue;  // tested by its faces
      for (const glm::vec3& x : points_m)
        if (nearest_surface(colliders[c], x).distance_m < 0.0f)
          return TouchingBody{-1, static_cast<int>(c)};
    }
    const ContactStart start =
        contact_start_of_one(processor.exec(), systems, own, faces, colliders);
    const auto& nearest = start.tangled ? start.tangled : start.crowded;
    if (!nearest) return std::nullopt;
    return nearest->first.system == own ? nearest->second : nearest->first;
  };
  std::optional<TouchingBody> first;
  glm::vec3 here_m = middles_m.front();
  for (const glm::vec3& middle_m : middles_m) {
    for (std::vector<glm::vec3>* places_m : {&touching_m, &points_m})
      for (glm::vec3& x : *places_m) x += middle_m - here_m;
    here_m = middle_m;
    const std::optional<TouchingBody> other = in_the_way();
    if (!other) return middle_m;
    if (!first) first = other;
  }
  throw Error(ExitCode::bad_input, fmt::format("there is no room for another body here: {} is in "
                                               "the way",
                                               name_of_body(group, *first)));
}

// ---- Other states ----

/// Added bodies in a state of this scene. Throws Error(bad_input) for bodies that cannot be added.
std::vector<World::AddedBody> World::added_in(const WorldState& state) const {
  const std::string name = std::string("world/") + Group::name_of_added;
  std::vector<AddedBody> all;
  if (state.groups.empty()) return all;
  const auto saved = state.groups.front().host.find(name);
  if (saved == state.groups.front().host.end()) return all;
  const std::size_t bytes = saved->second.size();
  all.resize(bytes / sizeof(AddedBody));
  if (!all.empty()) std::memcpy(all.data(), saved->second.data(), all.size() * sizeof(AddedBody));
  if (bytes % sizeof(AddedBody) != 0 || all.size() > max_added || groups_.size() > 1 ||
      !std::ranges::all_of(all, [&](const AddedBody& body) { return can_be_added(body); }))
    throw Error(
        ExitCode::bad_input,
        "the state belongs to another scene or version: it has bodies that cannot be added here");
  return all;
}

bool World::can_be_added(const AddedBody& body) const {
  const std::vector<Member>& members = groups_.front()->members;
  if (body.system < 0 || body.system >= static_cast<int>(members.size()) || body.body < 0)
    return false;
  const glm::vec3& x = body.middle_m;
  const Member& like = members[body.system];
  return like.spawner && std::isfinite(x.x + x.y + x.z) &&
         std::ranges::find(like.spawner->bodies(), body.body) != like.spawner->bodies().end();
}

/// Called before restore(). Throws Error(bad_input) for a state of another scene, without any
/// change.
void World::restore_added(const WorldState& state) {
  const std::vector<AddedBody> wanted = added_in(state), now = added();
  if (wanted == now) return;
  Archive own;
  groups_.front()->archive_systems(own, false);
  own.check(state.groups.front());
  const auto same = std::ranges::mismatch(wanted, now).in1 - wanted.begin();
  remove_added(static_cast<int>(same));
  for (auto body = wanted.begin() + same; body != wanted.end(); ++body) add_copy(*body);
}

}  // namespace limber
