// Contacts when they are switched on, and messages about what they cannot correct.

#include <fmt/format.h>

#include <algorithm>

#include "sim/world.h"
#include "sim/world_group.h"

namespace limber {

/// Looks for bodies of the scene that intersect, or are closer than contacts keep them, now.
void World::check_contact_start(Group& group) {
  group.contact_start = {};
  group.checked_at_s = time_s_;
  if (std::ranges::find(group.taking_part, true) == group.taking_part.end()) return;
  const Exec& exec = *group.step_exec;
  std::vector<System*> own;
  for (const Member& member : group.members)
    if (!member.is_spawned) own.push_back(member.system.get());
  const std::vector<TouchingSystem> systems = touching_now(exec, own);
  const std::vector<Collider> colliders = group.colliders.download(exec);
  group.contact_start =
      contact_start_of(OnProcessor(exec).exec(), systems, faces_of(group.around), colliders);
}

std::string World::name_of_body(const Group& group, const TouchingBody& body) const {
  const auto number = static_cast<std::size_t>(body.number);
  if (body.system < 0)
    return number < group.around.names.size() ? group.around.names[number]
                                              : fmt::format("collider {}", number);
  const Member& member = group.members[body.system];
  return member.name_of_body ? member.name_of_body(body.number)
                             : fmt::format("body {} of {}", number, member.name);
}

std::string World::sentence_of(const Group& group, const BodiesTooNear& bodies) const {
  return limber::sentence_of(bodies, name_of_body(group, bodies.first),
                             name_of_body(group, bodies.second));
}

std::optional<World::Tangle> World::tangle() const {
  for (const auto& group : groups_)
    if (const auto& tangled = group->contact_start.tangled)
      return Tangle{sentence_of(*group, *tangled), tangled->is_one_body()};
  return {};
}

void World::collect_notes() {
  notes_.clear();
  for (const auto& group : groups_) {
    for (const Member& member : group->members) {
      const ContactUse use = member.system->contact_use();
      if (!use.takes_part() || use.asked_m <= 0.0f) continue;
      const float kept_m = 2.0f * use.traits.front().radius_m;
      if (kept_m < 0.999f * use.asked_m)
        notes_.push_back(
            fmt::format("{} is {:.3g}, but bodies keep only {:.3g} m, twice their mean edge "
                        "length: use a coarser mesh, or set at most that",
                        name_of(*group, member, "contact_distance_m"), use.asked_m, kept_m));
    }
    const ContactStart& start = group->contact_start;
    if (start.tangled && group->checked_at_s == 0.0)
      notes_.push_back(sentence_of(*group, *start.tangled) + ": contacts cannot undo that");
    if (start.crowded)
      notes_.push_back(fmt::format(
          "{}{}: contacts separate them slowly, as far as there is room; set a smaller "
          "contact_distance_m, or move them apart",
          sentence_of(*group, *start.crowded),
          start.crowded_pairs == 1
              ? ""
              : fmt::format(" (the worst of {} pairs of bodies)", start.crowded_pairs)));
  }
}

}  // namespace limber
