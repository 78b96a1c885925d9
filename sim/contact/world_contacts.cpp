#include "sim/contact/world_contacts.h"

#include <algorithm>
#include <array>
#include <limits>

#include "kernels/launch.h"
#include "kernels/pbd/publish.h"

namespace limber {

namespace {

std::vector<FacePoint> points_of(const std::vector<ColliderFaces>& faces) {
  std::vector<FacePoint> points;
  for (const ColliderFaces& own : faces)
    for (const glm::vec3& x : own.mesh.positions_m) points.push_back({x, own.collider});
  return points;
}

/// For each collider whether its faces take part in contacts.
std::vector<int> flags_of(const std::vector<ColliderFaces>& faces, std::size_t colliders) {
  std::vector<int> flags(colliders, 0);
  for (const ColliderFaces& own : faces) flags[own.collider] = 1;
  return flags;
}

/// Largest distance of a collider's surface from its axis of rotation.
float collider_reach_m(const ColliderFaces& faces, const Collider& collider) {
  float max_m = 0.0f;
  for (const glm::vec3& x : faces.mesh.positions_m) {
    const glm::vec3 from_axis = collider.off_axis_m + collider.axes * x;
    max_m = std::max(max_m, glm::length(glm::cross(from_axis, turn_axis_of(collider))));
  }
  return max_m;
}

/// Points of systems without parts get part -1.
void append_parts(ContactShape& all, const ContactShape& own) {
  const int parts = std::max(static_cast<int>(all.excluded.first.size()) - 1, 0);
  all.part.resize(all.places_m.size() - own.places_m.size(), -1);
  for (std::size_t i = 0; i < own.places_m.size(); ++i)
    all.part.push_back(own.part.empty() ? -1 : parts + own.part[i]);
  if (own.excluded.first.empty()) return;
  if (all.excluded.first.empty()) all.excluded.first.push_back(0);
  const int items = all.excluded.first.back();
  for (std::size_t p = 1; p < own.excluded.first.size(); ++p)
    all.excluded.first.push_back(items + own.excluded.first[p]);
  for (const int part : own.excluded.items) all.excluded.items.push_back(parts + part);
}

}  // namespace

bool WorldContacts::are_wanted(const std::vector<System*>& systems, const Surroundings& around) {
  int taking_part = 0;
  bool alone = false, have_faces = false, meets_faces = false;
  for (System* system : systems) {
    const ContactUse use = system->contact_use();
    if (!use.takes_part()) continue;
    ++taking_part;
    alone = system->has_own_contacts() || !use.meets_itself;
    const bool has_faces = !system->contact_shape().triangles.empty();
    have_faces = have_faces || has_faces;
    meets_faces = meets_faces || (use.meets_solids && has_faces);
  }
  // Systems of spheres only do not collide here: see Immersible.
  if ((taking_part > 1 && have_faces) || (taking_part == 1 && !alone)) return true;
  return meets_faces && !faces_of(around).empty();
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

ContactShape WorldContacts::shape_of(const std::vector<Part>& parts,
                                     const std::vector<ColliderFaces>& faces,
                                     const std::vector<Collider>& colliders) {
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
    for (const int point : own.rigid) all.rigid.push_back(first + point);
    for (const int box : own.boxes) all.boxes.push_back(first + box);
    append_parts(all, own);
  }
  all.first_kinematic_point = static_cast<int>(all.places_m.size());
  for (const ColliderFaces& own : faces) {
    const Collider& collider = colliders[own.collider];
    const auto first = static_cast<unsigned>(all.places_m.size());
    for (const glm::vec3& x : own.mesh.positions_m) {
      all.places_m.push_back(collider.center_m + collider.axes * x);
      all.body.push_back(bodies);
    }
    ++bodies;
    for (const glm::uvec3& t : own.mesh.triangles) all.triangles.push_back(t + first);
  }
  all.part.resize(all.places_m.size(), -1);
  part_joined(parts, all);
  return all;
}

/// Makes bodies and the bodies whose vertices they hold parts that do not collide.
void WorldContacts::part_joined(const std::vector<Part>& parts, ContactShape& all) {
  std::vector<std::array<int, 2>> apart;
  int next_part = std::max(static_cast<int>(all.excluded.first.size()) - 1, 0);
  /// The part of a body, made if necessary.
  const auto part_of = [&](const Part& in, int body) {
    const std::vector<int> bodies = in.system->contact_shape().body;
    int part = -1;
    for (std::size_t i = 0; i < bodies.size() && part < 0; ++i)
      if (bodies[i] == body) part = all.part[in.range.first + i];
    if (part >= 0) return part;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (bodies[i] == body) all.part[in.range.first + i] = next_part;
    return next_part++;
  };
  for (const Part& own : parts)
    for (const JoinedSurface& joined : own.system->joined_surfaces()) {
      const auto other = std::ranges::find_if(
          parts, [&](const Part& part) { return part.system == joined.other; });
      if (other == parts.end()) continue;
      const int a = part_of(own, joined.body), b = part_of(*other, joined.other_body);
      apart.push_back({a, b});
      apart.push_back({b, a});
    }
  if (apart.empty()) return;
  for (std::size_t part = 1; part < all.excluded.first.size(); ++part)
    for (int i = all.excluded.first[part - 1]; i < all.excluded.first[part]; ++i)
      apart.push_back({static_cast<int>(part) - 1, all.excluded.items[i]});
  std::ranges::sort(apart);
  all.excluded = {};
  all.excluded.first.assign(static_cast<std::size_t>(next_part) + 1, 0);
  for (const auto& [part, other] : apart) {
    ++all.excluded.first[part + 1];
    all.excluded.items.push_back(other);
  }
  for (int part = 0; part < next_part; ++part)
    all.excluded.first[part + 1] += all.excluded.first[part];
}

/// Faces of colliders have no radius and take friction and restitution from the other surface, as
/// in collisions of points with colliders.
std::vector<PointTraits> WorldContacts::traits() const {
  std::vector<PointTraits> all;
  for (const Part& part : parts_) {
    const std::vector<PointTraits> own = part.system->contact_use().traits;
    all.insert(all.end(), own.begin(), own.end());
  }
  all.resize(all.size() + static_cast<std::size_t>(faces_.size()), {0.0f, -1.0f, -1.0f});
  return all;
}

WorldContacts::WorldContacts(const Exec& exec, const std::vector<System*>& systems,
                             const Surroundings& around)
    : parts_(parts_of(systems)),
      meets_solids_(some_meet_solids()),
      faces_here_(meets_solids_ ? faces_of(around) : std::vector<ColliderFaces>{}),
      faces_(exec, points_of(faces_here_)),
      have_faces_(exec, flags_of(faces_here_, around.colliders.size())),
      contacts_(exec, shape_of(parts_, faces_here_, around.colliders), traits()),
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
  if (!std::ranges::equal(now, parts_, {}, &Part::system, &Part::system) ||
      some_meet_solids() != meets_solids_)
    return false;
  iterations_ = 1;
  int steps_ahead = 0;
  some_slide_ = false;
  for (const Part& part : parts_) {
    const ContactUse use = part.system->contact_use();
    some_slide_ = some_slide_ || use.bodies_slide;
    iterations_ = std::max(iterations_, use.iterations);
    steps_ahead = std::max(steps_ahead, use.steps_ahead);
  }
  contacts_.set_steps_ahead(steps_ahead);
  contacts_.set_traits(exec, traits());
  make_room(exec);
  return true;
}

/// Turning colliders move along arcs, but contacts assume straight motion. Where the two differ by
/// much, a collider may stop only at the ends of its step.
std::vector<int> WorldContacts::colliders_in_one(const std::vector<Collider>& colliders,
                                                 float dt_s) const {
  if (faces_here_.empty()) return {};
  float radius_m = std::numeric_limits<float>::max();
  for (const PointTraits& point : traits())
    if (point.radius_m > 0.0f) radius_m = std::min(radius_m, point.radius_m);
  std::vector<int> in_one(colliders.size(), 0);
  for (const ColliderFaces& faces : faces_here_) {
    const Collider& collider = colliders[faces.collider];
    const float turn_rad = collider.turn_rad_s * MoveColliders::passing_s(dt_s, dt_s);
    const float bow_m = collider_reach_m(faces, collider) * turn_rad * turn_rad / 8.0f;
    if (bow_m > 0.01f * min_gap_share * radius_m) in_one[faces.collider] = 1;
  }
  return in_one;
}

SurfaceContacts::Range WorldContacts::faces_range() const {
  return {contacts_.all().count - faces_.size(), faces_.size()};
}

/// Colliders that move as one use the least share of their points.
void WorldContacts::share_faces(const Exec& exec, Colliders& colliders) {
  const SurfaceContacts::Requests requests = contacts_.requests(faces_range());
  launch(exec, "hold back", faces_.size(),
         TakeFaceShares{readable(faces_), colliders.shares(), requests.shares});
  launch(exec, "hold back", faces_.size(),
         ShareFaces{readable(faces_), colliders.shares(), requests.shares, requests.next_shares});
}

ContactStep WorldContacts::step_of(const Part& part, View<const Collider> colliders, float dt_s) {
  return {.requests = contacts_.requests(part.range),
          .starts = readable(starts_).part(part.range.first, part.range.count),
          .before = before_.view().part(part.range.first, part.range.count),
          .particles = particles_.view().part(part.range.first, part.range.count),
          .colliders = colliders,
          .have_faces = readable(have_faces_),
          .dt_s = dt_s};
}

bool WorldContacts::some_meet_solids() const {
  return std::ranges::any_of(
      parts_, [](const Part& part) { return part.system->contact_use().meets_solids; });
}

bool WorldContacts::some_solve() const {
  return std::ranges::any_of(parts_,
                             [](const Part& part) { return part.system->solves_for_contacts(); });
}

void WorldContacts::make_room(const Exec& exec) {
  if (some_solve()) contacts_.make_room_ahead(exec);
  for (const Part& part : parts_)
    if (part.system->solves_for_contacts()) part.system->make_room_for_contacts(contacts_.room());
}

void WorldContacts::launch_begin(const Exec& exec, const Colliders& colliders, float dt_s) {
  for (const Part& part : parts_)
    part.system->launch_start_points(before_.view().part(part.range.first, part.range.count));
  if (const auto [first_face, faces] = faces_range(); faces > 0)
    launch(exec, "contacts of bodies", faces,
           PlaceFaces{readable(faces_), colliders.earlier(), colliders.now(),
                      before_.view().part(first_face, faces),
                      particles_.view().part(first_face, faces)});
  if (!some_solve()) {
    launch(exec, "contacts of bodies", starts_.size(),
           CopyParticles{readable(before_), starts_.view()});
    return;
  }
  const PairsAhead pairs =
      contacts_.begin_ahead(exec, {readable(before_), starts_.view(), readable(particles_), dt_s});
  for (Part& part : parts_) {
    part.ahead.reset();
    if (part.system->solves_for_contacts())
      part.ahead = {pairs, part.range.first, readable(have_faces_)};
  }
}

const ContactsAhead* WorldContacts::ahead_of(const System& system) const {
  for (const Part& part : parts_)
    if (part.system == &system && part.ahead) return &*part.ahead;
  return nullptr;
}

void WorldContacts::move(const Exec& exec, const SurfaceContacts::Substep& substep,
                         View<const Collider> colliders, bool last) {
  for (const Part& part : parts_) {
    ContactStep step = step_of(part, colliders, substep.dt_s);
    step.last = last;
    if (part.system->has_bodies())
      part.system->launch_move_bodies(step);
    else
      contacts_.move_points(exec, substep, part.range);
    part.system->launch_collide_points(step);
  }
}

void WorldContacts::slide_bodies(const Exec& exec, const SurfaceContacts::Substep& substep,
                                 View<const Collider> colliders) {
  if (!some_slide_) return;
  const auto begin = [&] {
    for (const Part& part : parts_)
      part.system->launch_begin_slides(step_of(part, colliders, substep.dt_s));
  };
  contacts_.slide(exec, substep, begin, [&](View<const int> if_asked) {
    for (const Part& part : parts_) {
      ContactStep step = step_of(part, colliders, substep.dt_s);
      step.if_asked = if_asked;
      part.system->launch_slide_bodies(step);
    }
  });
}

void WorldContacts::launch_end(const Exec& exec, Colliders& all_colliders, float dt_s) {
  const View<const Collider> colliders = all_colliders.now();
  for (const Part& part : parts_)
    part.system->launch_show_points(particles_.view().part(part.range.first, part.range.count));
  const SurfaceContacts::Substep substep{before_.view(), particles_.view(), dt_s,
                                         warm_start_of_bodies};
  for (const Part& part : parts_)
    contacts_.order_spheres(exec, part.range, part.system->contact_points_in_space());
  contacts_.begin(exec, substep);
  move(exec, substep, colliders, iterations_ == 0);
  for (int i = 0; i < iterations_; ++i) {
    contacts_.solve(exec, substep);
    move(exec, substep, colliders, i + 1 == iterations_);
  }
  slide_bodies(exec, substep, colliders);
  const bool faces_move = faces_.size() > 0 && all_colliders.some_move();
  const auto share_bodies = [&](const SharePass& pass) {
    for (const Part& part : parts_) {
      ContactStep step = step_of(part, colliders, dt_s);
      step.sharing = pass;
      part.system->launch_share_bodies(step);
    }
    if (faces_move) share_faces(exec, all_colliders);
  };
  const bool redirects = std::ranges::any_of(
      parts_, [](const Part& part) { return part.system->held_points_redirect_others(); });
  const SharePass after = contacts_.choose_shares(exec, substep, share_bodies, redirects);
  for (const Part& part : parts_) {
    if (!part.system->has_bodies()) contacts_.hold_back(exec, substep, part.range);
    ContactStep step = step_of(part, colliders, dt_s);
    step.sharing = after;
    part.system->launch_take_points(step);
  }
  if (!faces_move) return;
  share_faces(exec, all_colliders);
  all_colliders.hold_back(exec, contacts_.requests(faces_range()).state, dt_s);
}

bool WorldContacts::frame_launched(const Exec& exec, float passed_s) {
  contacts_.watch(exec, passed_s);
  if (!contacts_.make_room(exec)) return false;
  make_room(exec);
  return true;
}

void WorldContacts::archive(Archive& archive) {
  contacts_.archive(archive, [this](const Exec& exec) { make_room(exec); });
  archive.derived("contact starts", starts_, Start::zeros);
  archive.scratch(faces_, have_faces_, before_, particles_);
}

}  // namespace limber
