#include "sim/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <typeinfo>
#include <utility>

#include "kernels/error.h"
#include "kernels/launch.h"
#include "kernels/stopwatch.h"
#include "kernels/world/pass_on_flag.h"
#include "sim/draw_list.h"
#include "sim/state_hash.h"
#include "sim/world_group.h"
#include "sim/world_state.h"

namespace limber {

namespace {

/// Appends the vertices of `from`, and what is drawn with them, to `to`.
void append_drawn(DrawList& to, const DrawList& from,
                  const std::function<std::string(std::string)>& name) {
  const auto first = static_cast<unsigned>(to.vertex_count);
  for (SurfacePart part : from.parts) {
    part.first_triangle += static_cast<int>(to.triangles.size());
    to.parts.push_back(part);
  }
  for (const glm::uvec3& t : from.triangles) to.triangles.push_back(t + first);
  if (!from.rest_m.empty()) {
    to.rest_m.resize(first);
    to.rest_m.insert(to.rest_m.end(), from.rest_m.begin(), from.rest_m.end());
  }
  for (ConstraintLines lines : from.constraint_lines) {
    lines.type = name(lines.type);
    for (glm::uvec2& ends : lines.ends) ends += first;
    const auto same = std::ranges::find(to.constraint_lines, lines.type, &ConstraintLines::type);
    if (same == to.constraint_lines.end()) {
      to.constraint_lines.push_back(std::move(lines));
    } else {  // a copy of a body has the same type
      same->ends.insert(same->ends.end(), lines.ends.begin(), lines.ends.end());
      same->colors.insert(same->colors.end(), lines.colors.begin(), lines.colors.end());
    }
  }
  const auto shift = [&](auto part) {
    part.first_vertex += to.vertex_count;
    return part;
  };
  for (const InstancedPart& part : from.instances) to.instances.push_back(shift(part));
  for (const InstancedPart& part : from.moving_scenery) to.moving_scenery.push_back(shift(part));
  for (const DrawnSpheres& spheres : from.spheres) to.spheres.push_back(shift(spheres));
  for (const DrawnFluid& fluid : from.fluids) to.fluids.push_back(shift(fluid));
  for (const DrawnFoam& foam : from.foams) to.foams.push_back(shift(foam));
  to.scenery.insert(to.scenery.end(), from.scenery.begin(), from.scenery.end());
  to.bounds_min_m = glm::min(to.bounds_min_m, from.bounds_min_m);
  to.bounds_max_m = glm::max(to.bounds_max_m, from.bounds_max_m);
  if (from.ground) {
    to.ground = true;
    to.ground_height_m = from.ground_height_m;
  }
  to.vertex_count += from.vertex_count;
}

/// Index of the field of this name in the list, to which it is added if missing.
int field_in(DrawList& list, const ScalarField& field) {
  const auto found = std::ranges::find(list.fields, field.name, &ScalarField::name);
  if (found != list.fields.end()) return static_cast<int>(found - list.fields.begin());
  list.fields.push_back(field);
  return static_cast<int>(list.fields.size()) - 1;
}

/// Places a system at the end of a block, also after an error.
struct PlacedAgain {
  System& system;
  Exec& exec;
  FrameRunner& frames;
  PlacedAgain(System& system, Exec& exec, FrameRunner& frames)
      : system(system), exec(exec), frames(frames) {}
  ~PlacedAgain() { system.place(exec, frames); }
  PlacedAgain(const PlacedAgain&) = delete;
  PlacedAgain& operator=(const PlacedAgain&) = delete;
};

}  // namespace

World::World(Exec& exec, std::vector<GroupModel> groups, const std::string& differing, float dt_s)
    : exec_(&exec), publication_ended_(exec, std::vector<int>{0}), world_dt_s_(dt_s) {
  for (const GroupModel& model : groups) groups_.push_back(std::make_unique<Group>(exec, model));
  for_each_member([&](Group& group, Member& member) { member.system->place(exec, group.frames); });
  collect_parameters(differing);
  systems_changed();
  for (auto& group : groups_) group->start = group->archive().start(*group->step_exec);
}

World::~World() = default;

/// Updates what depends on the set of systems.
void World::systems_changed() {
  merge_draw_lists();
  set_steps();
  move_all(*exec_);
}

std::vector<System*> World::systems() const {
  std::vector<System*> all;
  for (const auto& group : groups_) {
    const std::vector<System*> own = group->systems();
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

std::string World::name_of(const Group& group, const Member& member,
                           const std::string& what) const {
  const bool named = group.is_mixed() || member.is_spawned;
  return name_of(group, named ? member.name + "." + what : what);
}

std::string World::name_of(const Group& group, const std::string& what) const {
  return &group == groups_.front().get() ? what : what + ", " + group.name;
}

// ---- Parameters ----

void World::collect_parameters(const std::string& differing) {
  for (const auto& group : groups_) {
    std::vector<NamedParameters> systems;
    for (const Member& member : group->members)
      if (!member.is_spawned) systems.push_back({member.name, member.system->parameters()});
    if (group == groups_.front())
      parameters_ = {systems, differing, world_dt_parameter(world_dt_s_)};
    else
      parameters_.add_copy(systems, differing);
  }
  for_each_member([&](Group& group, Member& member) {
    if (!member.is_spawned) return;
    // Spawned systems share parameters with the scene; a copy of a body shares all of its system's.
    const Member* like = member.added ? &group.members[member.added->system] : nullptr;
    if (like && typeid(*like->system) != typeid(*member.system)) like = nullptr;
    NamedParameters shared{member.name, {}};
    for (Parameter parameter : member.system->parameters()) {
      if (!parameter.shared && !like) continue;
      if (!parameter.shared && group.is_mixed()) parameter.key = like->name + "." + parameter.key;
      if (std::ranges::find(parameters_.all(), parameter.key, &Parameter::key) !=
          parameters_.all().end())
        shared.parameters.push_back(parameter);
    }
    parameters_.add_copy({shared}, differing);
  });
}

/// Throws for a system that cannot share a world with its current settings.
void World::check_can_share_world() const {
  for (const auto& group : groups_)
    for (const Member& member : group->members)
      if (const auto alone = member.system->must_be_alone(); group->members.size() > 1 && alone)
        throw Error(ExitCode::bad_input,
                    fmt::format("'{}' cannot share a world with other systems: {}; set {} = {}",
                                member.name, alone->why, alone->key, alone->value));
}

void World::parameters_changed() {
  for (auto& group : groups_) group->frames.forget_frames();
  exec_->synchronize();
  parameters_.share();
  set_steps();
  move_all(*exec_);
}

/// Sets the length of steps. A single system determines the world's.
void World::set_steps() {
  check_can_share_world();
  dt_s_ = 0.0;
  for (const auto& group : groups_)
    dt_s_ = std::max(dt_s_, group->is_mixed() ? as_written(world_dt_s_)
                                              : group->members.front().system->max_dt_s());
  for (auto& group : groups_) group->surround();
  for (auto& group : groups_) group->join();
  for (auto& group : groups_)
    group->contacts_wanted = WorldContacts::are_wanted(group->systems(), group->around);
  for_each_member([&](Group& group, Member& member) {
    constexpr double rounding = 1e-6;
    member.system->share_contacts(group.contacts_wanted);
    member.steps =
        std::max(static_cast<int>(std::ceil(dt_s_ / member.system->max_dt_s() - rounding)), 1);
    member.system->set_step(static_cast<float>(dt_s_ / member.steps));
  });
  for (auto& group : groups_) {
    group->set_contacts(static_cast<float>(dt_s_));
    group->set_overlap();
    std::vector<bool> taking_part;
    for (const Member& member : group->members) {
      if (member.is_spawned) continue;  // is placed where it does not touch
      const bool touches = group->contacts_wanted || member.system->has_own_contacts();
      taking_part.push_back(touches && member.system->contact_use().takes_part());
    }
    if (std::exchange(group->taking_part, taking_part) != taking_part) check_contact_start(*group);
  }
  collect_notes();
  merge_counts();  // after contacts have been set up: systems count contact primitives
}

// ---- What it is ----

void World::merge_counts() {
  counts_ = {};
  for_each_member([&](Group& group, Member& member) {
    if (member.is_spawned) return;
    const SystemCounts& of = member.system->counts();
    counts_.particles += of.particles;
    counts_.particles_label =
        groups_.size() == 1 && !group.is_mixed() ? of.particles_label : "Particles";
    counts_.vertices += of.vertices;
    for (ConstraintCount constraint : of.constraints) {
      constraint.type = name_of(group, member, constraint.type);
      counts_.constraints.push_back(constraint);
    }
    for (const NamedCount& other : of.others) {
      const auto same = std::ranges::find(counts_.others, other.key, &NamedCount::key);
      if (same == counts_.others.end())
        counts_.others.push_back(other);
      else
        same->value += other.value;
    }
    if (counts_.residual_help.empty())
      counts_.residual_help = of.residual_help;
    else if (counts_.residual_help != of.residual_help)
      counts_.residual_help = "Residuals of the systems, each in its own units";
  });
}

void World::merge_draw_lists() {
  DrawList list;
  set_bounds(list, std::vector<glm::vec3>{});
  const auto add = [&](const Group& group, Member& member) {
    member.first_vertex = list.vertex_count;
    const Member& like = member.added ? group.members[member.added->system] : member;
    append_drawn(list, member.system->draw_list(),
                 [&](const std::string& type) { return name_of(group, like, type); });
    if (member.is_spawned) return;  // has only fields of its original, if any
    for (const ScalarField& field : member.system->draw_list().fields) field_in(list, field);
  };
  for (auto& group : groups_) {
    for (Member& member : group->members)
      if (!member.is_spawned) add(*group, member);
    group->first_collider_vertex = list.vertex_count;
    group->colliders.add_to(list, group->around);
  }
  for_each_member([&](Group& group, Member& member) {
    // last, so that all other vertices keep their numbers
    if (member.is_spawned) add(group, member);
  });
  for_each_member([&](Group&, Member& member) {
    const std::vector<ScalarField>& own = member.system->draw_list().fields;
    member.fields.clear();
    for (const ScalarField& field : list.fields) {
      const auto found = std::ranges::find(own, field.name, &ScalarField::name);
      member.fields.push_back(found == own.end() ? -1 : static_cast<int>(found - own.begin()));
    }
  });
  draw_list_ = std::make_shared<const DrawList>(std::move(list));
}

// ---- Where it runs ----

Exec& World::exec_of_steps(const Group& group, Exec& exec) {
  const bool beside = std::ranges::any_of(
      group.members, [&](const Member& member) { return member.system->steps_beside(exec); });
  if (!beside) return exec;
  if (!beside_) beside_ = std::make_unique<Exec>(Backend::tbb, exec.host_threads());
  return *beside_;
}

void World::move(Group& group, Exec& to_exec, Exec& to_steps) {
  Archive archive = group.archive();
  Exec& from_steps = *group.step_exec;
  if (&to_steps != &from_steps) archive.move_steps(from_steps, to_steps);
  try {
    if (&to_exec != exec_) archive.move_picture(*exec_, to_exec);
  } catch (...) {
    if (&to_steps != &from_steps) archive.move_steps(to_steps, from_steps);
    throw;
  }
  group.step_exec = &to_steps;
  group.frames.arrive(to_steps);
  group.time.reset();  // times of the previous backend do not count
  for (Member& member : group.members) {
    member.system->place(to_steps, group.frames);
    if (&to_steps != &from_steps) member.system->arrived();
  }
}

void World::move_all(Exec& to) {
  // raised again by the flags of the groups
  Buffer<int> publication_ended(to, std::vector<int>{0});
  std::size_t moved = 0;
  std::vector<Exec*> before;
  try {
    for (; moved < groups_.size(); ++moved) {
      before.push_back(groups_[moved]->step_exec);
      move(*groups_[moved], to, exec_of_steps(*groups_[moved], to));
    }
  } catch (...) {
    Exec& home = *exec_;
    exec_ = &to;
    while (moved-- > 0) move(*groups_[moved], home, *before[moved]);
    exec_ = &home;
    throw;
  }
  publication_ended_ = std::move(publication_ended);
  exec_ = &to;
}

void World::switch_to(Exec& exec) {
  if (&exec == exec_) return;
  for_each_member([](Group&, Member& member) { member.system->leave(); });
  for (auto& group : groups_) group->frames.forget_frames();
  exec_->synchronize();
  move_all(exec);
}

void World::reset() {
  if (has_spawned()) remove_spawned([](const Member&) { return true; });
  set_cuts(Cuts(systems().size()));
  for (auto& group : groups_) {
    group->frames.forget_frames();
    group->archive().restart(*group->step_exec, group->start);
    group->colliders.release(*group->step_exec);
    group->frames.reset();
    group->time.reset();
    group->cut = {};
    if (group->contacts) group->contacts->forget();
    for (Member& member : group->members) member.system->restarted();
  }
  publication_ended_.zero(*exec_);
  residuals_.clear();
  convergence_.clear();
  pinned_.clear();
  time_s_ = 0.0;
  for (auto& group : groups_)
    if (group->checked_at_s > 0.0) check_contact_start(*group);
  collect_notes();
}

void World::capture(WorldState& into, Stopwatch* watch) {
  into.groups.resize(groups_.size());
  if (watch) watch->start(*groups_.front()->step_exec);
  for (std::size_t g = 0; g < groups_.size(); ++g)
    groups_[g]->archive().copy_to(*groups_[g]->step_exec, into.groups[g]);
  if (watch) watch->stop(*groups_.front()->step_exec);
  into.time_s = time_s_;
  into.mouse_target_m = grab_target_m_;
  into.parameters.clear();
  for (const Parameter& parameter : parameters_.all())
    into.parameters[parameter.key] = parameter.text();
}

void World::restore(const WorldState& state) {
  if (state.groups.size() != groups_.size())
    throw Error(ExitCode::bad_input,
                fmt::format("the state belongs to another scene: it has {} groups, not {}",
                            state.groups.size(), groups_.size()));
  restore_cuts_and_spawned(state);
  exec_->synchronize();
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    Group& group = *groups_[g];
    const ArchivedState& saved = state.groups[g];
    Archive archive = group.archive();
    if (archive.lays_out_anew(saved)) group.frames.forget_frames();
    archive.load_host(*group.step_exec, saved);
    group.archive().load(*group.step_exec, saved);
    group.time.reset();
    for (Member& member : group.members) member.system->loaded();
  }
  publication_ended_.zero(*exec_);
  residuals_.clear();
  convergence_.clear();
  time_s_ = state.time_s;
  grab_target_m_ = state.mouse_target_m;
  take_pinned();
  for (const Parameter& parameter : parameters_.all()) {
    const auto then = state.parameters.find(parameter.key);
    if (then != state.parameters.end() && then->second == parameter.text()) continue;
    parameters_changed();  // they differ from then: update what depends on them
    break;
  }
}

int World::overlapping_systems() const {
  int count = 0;
  for (const auto& group : groups_)
    count += static_cast<int>(std::ranges::count(group->members, true, &Member::overlaps));
  return count;
}

std::uint64_t World::state_hash() {
  std::vector<std::uint64_t> hashes;
  for (auto& group : groups_) hashes.push_back(group->archive().hash(*group->step_exec));
  if (hashes.size() == 1) return hashes.front();
  StateHash hash;
  hash.add(hashes);
  return hash.value();
}

// ---- Its frames ----

void World::advance(const FrameRequest& request) {
  for (auto& group : groups_) {
    int max_recorded = 16;
    for (const Member& member : group->members)
      max_recorded = std::min(max_recorded, member.system->max_recorded_steps());
    const double start_s = time_s_;
    for (int left = request.steps; left > 0; left -= max_recorded) {
      group->cut.parts =
          group->is_mixed()
              ? 0
              : group->members.front().system->parts_of_next_step(group->colliders.now());
      const int parts = std::max(group->cut.parts, 1);
      run_steps(*group, std::min(left, max_recorded), parts,
                left <= max_recorded && request.blend < 1.0f);
    }
    if (group != groups_.back()) time_s_ = start_s;
    if (request.steps > 0) group->frames.watch();
  }
  if (!request.publish.empty()) publish(request);
  if (request.steps == 0) return;
  for_each_member([](Group&, Member& member) { member.system->frame_launched(); });
  const auto passed_s = static_cast<float>(request.steps * dt_s_);
  for (auto& group : groups_)
    if (group->contacts && group->contacts->frame_launched(*group->step_exec, passed_s))
      group->frames.forget_frames();
}

/// Runs each step as `parts` equal parts, which systems see as steps of their own.
void World::run_steps(Group& group, int steps, int parts, bool store_previous) {
  auto key = static_cast<std::uint64_t>(steps) << 1 | static_cast<std::uint64_t>(store_previous);
  for (const Member& member : group.members) key = key << 1 | member.system->recording_key();
  key = key << 16 | static_cast<std::uint64_t>(parts);
  const float dt_s = static_cast<float>(dt_s_) / static_cast<float>(parts);
  group.frames.set_blown(breath_.blows());
  group.frames.run({time_s_, grab_target_m_, breath_}, steps, key, [&] {
    for (Member& member : group.members) member.system->launch_begin();
    for (int step = 0; step < steps * parts; ++step) {
      // Where contacts can hold colliders back, these move first, so that contacts see both ends.
      const bool together = group.colliders.can_be_held();
      if (together) group.colliders.step(*group.step_exec, group.frames.inputs(), dt_s);
      for (Member& member : group.members) member.system->launch_come_and_go(dt_s);
      if (group.contacts) group.contacts->launch_begin(*group.step_exec, group.colliders, dt_s);
      launch_steps(group, {.start_s = dt_s_ * step / parts,
                           .dt_s = dt_s,
                           .together = together,
                           .store_previous = store_previous && step == (steps - 1) * parts});
      if (group.contacts) group.contacts->launch_end(*group.step_exec, group.colliders, dt_s);
      for (Member& member : group.members)
        member.system->launch_close_on_vertices(static_cast<double>(dt_s));
      if (!together) group.colliders.step(*group.step_exec, group.frames.inputs(), dt_s);
    }
    for (Member& member : group.members)
      member.system->launch_end(static_cast<float>(steps * parts) * dt_s, group.colliders.now());
  });
  for (Member& member : group.members) member.system->stepped(steps * parts * member.steps);
  group.cut.all_parts += static_cast<long>(steps) * parts;
  time_s_ += steps * dt_s_;
}

void World::launch_steps(Group& group, const MembersStep& step) {
  group.fork.begin(*group.step_exec,
                   static_cast<int>(std::ranges::count(group.members, true, &Member::overlaps)));
  int forked = 0;
  for (Member& member : group.members) {
    const PlacedAgain after(*member.system, *group.step_exec, group.frames);
    if (member.overlaps) member.system->place(group.fork.exec(forked++), group.frames);
    launch_step(group, member, step);
  }
  group.fork.join();
}

void World::launch_step(Group& group, Member& member, const MembersStep& step) {
  if (step.store_previous) member.system->launch_store_previous();
  const float part_s = step.dt_s / static_cast<float>(member.steps);
  const bool in_one = group.contacts && member.steps == 1;
  const bool holds = member.system.get() == group.holding && group.colliders.some_move();
  for (int k = 0; k < member.steps; ++k) {
    for (Member& other : group.members) other.system->launch_lend_mass(*member.system, k == 0);
    member.system->launch_step(
        {.time_in_frame_s = step.start_s + static_cast<double>(part_s) * k,
         .colliders = group.colliders.now(),
         .colliders_at_start = step.together ? group.colliders.earlier() : group.colliders.now(),
         .contacts = in_one ? group.contacts->ahead_of(*member.system) : nullptr,
         .round = holds ? &*group.round : nullptr,
         .last = k + 1 == member.steps});
    for (Member& other : group.members) other.system->launch_take_mass_back(*member.system);
  }
}

/// Publishes all groups or none: a good picture is one in which all are finite. Groups that step on
/// `exec_` pass the flag on there, since the host learns of it late; the flags of CPU groups beside
/// it are read at once.
void World::publish(const FrameRequest& request) {
  for (auto& group : groups_)
    if (group->step_exec != exec_ && !group->frames.finite_now()) return;
  for (auto& group : groups_)
    if (group->step_exec == exec_)
      launch(*exec_, "publish", 1,
             PassOnFlag{group->frames.not_finite(), publication_ended_.view()});
  for (auto& group : groups_) publish(*group, request);
}

void World::publish(Group& group, const FrameRequest& request) {
  const View<const int> not_finite = publication_ended_.view();
  group.frames.publish(*exec_, [&] {
    for (Member& member : group.members)
      member.system->publish({.exec = *exec_,
                              .blend = request.blend,
                              .field = request.field < 0 ? -1 : member.fields[request.field],
                              .not_finite = not_finite,
                              .vertices = request.publish.part(
                                  member.first_vertex, member.system->draw_list().vertex_count)});
    group.colliders.publish(
        *exec_, (1.0f - request.blend) * static_cast<float>(dt_s_), not_finite,
        request.publish.part(group.first_collider_vertex, group.colliders.drawn()));
  });
}

// ---- The grab ----

void World::grab(int vertex, const glm::vec3* at_m) {
  for (System* system : systems())
    // there is only one grab
    if (system->grabbed_vertex() >= 0) system->release(false, grab_target_m_);
  for (auto& group : groups_) {
    Exec& exec = *group->step_exec;
    if (group->colliders.grabbed() >= 0) group->colliders.release(exec);
    const int own = vertex - group->first_collider_vertex;
    if (own < 0 || own >= group->colliders.drawn()) continue;
    group->frames.forget_frames();  // it can move from now on
    grab_target_m_ = group->colliders.grab(exec, own, at_m).value_or(grab_target_m_);
  }
  for_each_member([&](Group&, Member& member) {
    const int own = vertex - member.first_vertex;
    if (own >= 0 && own < member.system->draw_list().vertex_count)
      grab_target_m_ = member.system->grab(own, at_m);
  });
  take_pinned();
}

void World::release(bool pin) {
  for (System* system : systems())
    if (system->grabbed_vertex() >= 0) system->release(pin, grab_target_m_);
  for (auto& group : groups_)
    if (group->colliders.grabbed() >= 0) group->colliders.release(*group->step_exec);
  take_pinned();
}

int World::clear_pins() {
  const int pins = static_cast<int>(pinned_.size());
  if (pins == 0) return 0;
  for (System* system : systems()) system->clear_pins();
  take_pinned();
  return pins;
}

int World::grabbed_vertex() const {
  for (const auto& group : groups_) {
    if (const int own = group->colliders.grabbed(); own >= 0)
      return group->first_collider_vertex + own;
    for (const Member& member : group->members)
      if (const int own = member.system->grabbed_vertex(); own >= 0)
        return member.first_vertex + own;
  }
  return -1;
}

void World::take_pinned() {
  pinned_.clear();
  for_each_member([&](Group&, Member& member) {
    for (const int own : member.system->pinned_vertices())
      pinned_.push_back(member.first_vertex + own);
  });
}

}  // namespace limber
