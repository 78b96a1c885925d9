#include "sim/contact/world_contacts.h"

#include <algorithm>

#include "kernels/launch.h"
#include "kernels/pbd/publish.h"

namespace limber {

bool WorldContacts::are_wanted(const std::vector<System*>& systems) {
  int taking_part = 0;
  bool alone = false;
  for (System* system : systems) {
    if (!system->contact_use().takes_part()) continue;
    ++taking_part;
    alone = system->has_own_contacts();
  }
  return taking_part > 1 || (taking_part == 1 && !alone);
}

std::vector<WorldContacts::Part> WorldContacts::parts_of(const std::vector<System*>& systems) {
  std::vector<Part> parts;
  int points = 0;
  for (System* system : systems) {
    const int own = static_cast<int>(system->contact_use().traits.size());
    if (own == 0) continue;
    parts.push_back({system, {points, own}});
    points += own;
  }
  return parts;
}

ContactShape WorldContacts::shape_of(const std::vector<Part>& parts) {
  ContactShape all;
  int bodies = 0;
  for (const Part& part : parts) {
    const ContactShape own = part.system->contact_shape();
    const int first = part.range.first;
    all.places_m.insert(all.places_m.end(), own.places_m.begin(), own.places_m.end());
    int max_body = -1;
    for (const int body : own.body) {
      all.body.push_back(bodies + body);
      max_body = std::max(max_body, body);
    }
    bodies += max_body + 1;
    for (const glm::uvec3& t : own.triangles)
      all.triangles.push_back(t + static_cast<unsigned>(first));
    for (const int sphere : own.spheres) all.spheres.push_back(first + sphere);
  }
  return all;
}

std::vector<PointTraits> WorldContacts::traits_of(const std::vector<Part>& parts) {
  std::vector<PointTraits> all;
  for (const Part& part : parts) {
    const std::vector<PointTraits> own = part.system->contact_use().traits;
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

WorldContacts::WorldContacts(const Exec& exec, const std::vector<System*>& systems)
    : parts_(parts_of(systems)),
      contacts_(exec, shape_of(parts_), traits_of(parts_)),
      starts_(exec, contacts_.all().count),
      before_(exec, contacts_.all().count),
      particles_(exec, contacts_.all().count) {
  starts_.zero(exec);
  before_.zero(exec);
  particles_.zero(exec);
  take_settings(exec, systems);
}

bool WorldContacts::take_settings(const Exec& exec, const std::vector<System*>& systems) {
  const std::vector<Part> now = parts_of(systems);
  if (!std::ranges::equal(now, parts_, {}, &Part::system, &Part::system)) return false;
  iterations_ = 1;
  for (const Part& part : parts_)
    iterations_ = std::max(iterations_, part.system->contact_use().iterations);
  contacts_.set_traits(exec, traits_of(parts_));
  return true;
}

ContactStep WorldContacts::step_of(const Part& part, View<const Collider> colliders, float dt_s) {
  return {.requests = contacts_.requests(part.range),
          .starts = readable(starts_).part(part.range.first, part.range.count),
          .before = before_.view().part(part.range.first, part.range.count),
          .particles = particles_.view().part(part.range.first, part.range.count),
          .colliders = colliders,
          .dt_s = dt_s};
}

void WorldContacts::launch_begin(const Exec& exec) {
  for (const Part& part : parts_)
    part.system->launch_start_points(before_.view().part(part.range.first, part.range.count));
  launch(exec, "contacts of bodies", starts_.size(), Remember{readable(before_), starts_.view()});
}

void WorldContacts::move(const Exec& exec, const SurfaceContacts::Substep& substep,
                         View<const Collider> colliders) {
  for (const Part& part : parts_) {
    const ContactStep step = step_of(part, colliders, substep.dt_s);
    if (part.system->has_bodies())
      part.system->launch_move_bodies(step);
    else
      contacts_.move_points(exec, substep, part.range);
    part.system->launch_collide_points(step);
  }
}

void WorldContacts::launch_end(const Exec& exec, View<const Collider> colliders, float dt_s) {
  for (const Part& part : parts_)
    part.system->launch_show_points(particles_.view().part(part.range.first, part.range.count));
  // The impulse that has stopped a heavy body on light points would throw it back in the next step,
  // since iterations take back little of it.
  constexpr float warm_start = 0.9f;
  const SurfaceContacts::Substep substep{before_.view(), particles_.view(), dt_s, warm_start};
  contacts_.begin(exec, substep);
  move(exec, substep, colliders);
  for (int i = 0; i < iterations_; ++i) {
    contacts_.solve(exec, substep);
    move(exec, substep, colliders);
  }
  contacts_.choose_shares(exec, substep, [&] {
    for (const Part& part : parts_)
      part.system->launch_share_bodies(step_of(part, colliders, dt_s));
  });
  for (const Part& part : parts_) {
    if (!part.system->has_bodies()) contacts_.hold_back(exec, substep, part.range);
    part.system->launch_take_points(step_of(part, colliders, dt_s));
  }
}

bool WorldContacts::frame_launched(const Exec& exec) {
  contacts_.watch(exec);
  return contacts_.make_room(exec);
}

void WorldContacts::archive(Archive& archive) {
  contacts_.archive(archive);
  archive.scratch(starts_, before_, particles_);
}

}  // namespace limber
