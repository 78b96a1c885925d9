// [Weber13, section 4.2]; [Giles25].

#include "kernels/joints/publish_rigid.h"
#include "kernels/launch.h"
#include "sim/contact/contact_step.h"
#include "sim/joints/joints_system.h"

// Joints and contacts of articulated bodies, solved in turns or at once.

namespace limber {

namespace {

/// As [Giles25] has it: with 0.9 and 0.1 twenty boxes under one of a thousand times their mass move
/// aside by 24 mm in five seconds of 60 iterations, and with these by 0.2 mm.
constexpr RigidWarmStart warm_start_of_descent{.kept = 0.99f, .recovered = 0.05f};
/// With ten iterations, a ring of 24 bricks and 60 courses sinks by 11 mm and then sleeps. With 0.9
/// and 0.1 it sinks by 22 mm and still sways by up to 57 mm after three seconds: few iterations do
/// not lift what lies on top, and move it aside. With 1 and 0.02, or 0.98 and 0.05, it sways more
/// and more.
constexpr RigidWarmStart warm_start_of_gradients{.kept = 0.98f, .recovered = 0.02f};

}  // namespace

ContactUse JointsSystem::contact_use() const {
  if (!takes_part()) return {};
  ContactUse use{.iterations = settings_.contact_iterations,
                 .meets_solids = settings_.collisions,
                 .bodies_slide = touching_.some_slide(),
                 .steps_ahead = settings_.sleep_after_s > 0.0f ? wake_steps_ahead : 0};
  for (const RigidPoint& point : touching_.surface().points)
    use.traits.push_back({point.radius_m, settings_.friction, settings_.restitution});
  return use;
}

TouchingBodies::State JointsSystem::contact_state(View<const RigidPose> starts) {
  return {.inertias = readable(inertias_),
          .starts = starts,
          .predicted = predicted_.view(),
          .momenta = momenta_.view(),
          .dt_s = static_cast<double>(dt_s_)};
}

void JointsSystem::launch_start_points(View<Particle> points) {
  launch(*exec_, "contacts of bodies", bodies(), CopyRigidPoses{readable(poses_), starts_.view()});
  touching_.launch_show(*exec_, contact_state(readable(starts_)), readable(poses_), points);
}

void JointsSystem::launch_show_points(View<Particle> points) {
  touching_.launch_show(*exec_, contact_state(readable(starts_)),
                        waits_ ? readable(predicted_) : readable(poses_), points);
}

void JointsSystem::launch_move_bodies(const ContactStep& step) {
  touching_.launch_push(*exec_, contact_state(readable(starts_)), step);
  const TouchingBodies::State state = contact_state(readable(poses_));
  if (!touched_) launch_find_touches(step.colliders, step.have_faces);
  touching_.launch_push_touches(*exec_, state, as_written(settings_.friction), !touched_);
  touched_ = true;
  if (solves() && step.last && !is_descent()) launch_impulses(false, false);
  launch_predict();
  touching_.launch_move(*exec_, contact_state(readable(starts_)), step);
}

void JointsSystem::launch_begin_slides(const ContactStep& step) {
  touching_.launch_begin_slides(*exec_, contact_state(readable(starts_)), step);
}

void JointsSystem::launch_slide_bodies(const ContactStep& step) {
  touching_.launch_slide(*exec_, contact_state(readable(starts_)), step);
}

void JointsSystem::launch_share_bodies(const ContactStep& step) {
  touching_.launch_share(*exec_, contact_state(readable(starts_)), step);
}

void JointsSystem::launch_take_points(const ContactStep& step) {
  touching_.launch_hold(*exec_, contact_state(readable(starts_)), step);
  launch_finish();
}

/// Wakes bodies that moving ones touch or will touch in the next step.
void JointsSystem::launch_spread_rest(const SystemStep& step) {
  // Fluids do not wake bodies.
  may_sleep_ = settings_.sleep_after_s > 0.0f && balls_.spheres.empty() &&
               (step.contacts || !shares_contacts());
  if (!may_sleep_) return;
  sleeping_.launch_spread(
      *exec_, {.points = touching_.points(contact_state(readable(poses_))),
               .poses = readable(poses_),
               .blocks = settings_.joints ? block_views() : View<const JointBlock>{},
               .broken = readable(broken_),
               .colliders = settings_.collisions ? step.colliders : View<const Collider>{},
               .contacts = step.contacts,
               .dt_s = dt_s_});
}

RigidContacts::Step JointsSystem::contact_step(const ContactsAhead* ahead) {
  const TouchingBodies::State state = contact_state(readable(poses_));
  return {.state = state,
          .points = touching_.points(state),
          .touches = touching_.touches(),
          .friction = settings_.friction,
          .warm_start = warm_start(),
          .restitution = settings_.restitution,
          .ahead = ahead};
}

RigidWarmStart JointsSystem::warm_start() const {
  return is_descent() ? warm_start_of_descent : warm_start_of_gradients;
}

/// Finds contacts of points with colliders, before other contacts.
void JointsSystem::launch_find_touches(View<const Collider> colliders, View<const int> have_faces) {
  touching_.launch_find_touches(
      *exec_, contact_state(readable(poses_)),
      {.colliders = settings_.collisions ? colliders : View<const Collider>{},
       .have_faces = have_faces,
       .friction = as_written(settings_.friction),
       .restitution = settings_.restitution,
       .kept = static_cast<double>(warm_start().kept)});
}

/// Impulses that close the joints at the end of the step, warm-started; and, in turns with them,
/// those of points on colliders and of contacts.
void JointsSystem::launch_close(const SystemStep& step) {
  const RigidContacts::Step contacts = contact_step(step.contacts);
  // Contacts of the world that are not solved ahead take turns with joints and colliders later.
  touched_ = step.contacts || !shares_contacts();
  const View<const int> have_faces = step.contacts ? step.contacts->have_faces : View<const int>{};
  if (touched_) launch_find_touches(step.colliders, have_faces);
  if (step.contacts) rigid_contacts_.launch_begin(*exec_, contacts);
  const int rounds = solves() ? std::max(settings_.predictions, drives_.min_solves()) : 1;
  for (int k = 0; k < rounds; ++k) {
    if (step.contacts)
      rigid_contacts_.launch_iterations(*exec_, contacts, settings_.rigid_iterations,
                                        sleeping_.awake());
    else if (touched_)
      touching_.launch_push_touches(*exec_, contacts.state, as_written(settings_.friction), k == 0);
    if (solves()) launch_impulses(false, k == 0);
  }
  if (step.contacts) rigid_contacts_.launch_end(*exec_, contacts);
  launch_predict();
}

/// The same by a descent, which finds poses, and momenta from these.
void JointsSystem::launch_descent(const SystemStep& step) {
  ContactsAhead alone{};
  alone.pairs.dt_s = dt_s_;
  const RigidContacts::Step contacts = contact_step(step.contacts ? step.contacts : &alone);
  // As in launch_close(); without colliders this clears the contacts.
  touched_ = step.contacts || !shares_contacts();
  launch_find_touches(touched_ ? step.colliders : View<const Collider>{},
                      step.contacts ? step.contacts->have_faces : View<const int>{});
  rigid_contacts_.launch_list(*exec_, contacts);
  DescentJoints joints{};
  if (solves()) joints.blocks = block_views();
  joints.broken = readable(broken_);
  joints.drives = drives_.drives();
  joints.wanted_m_s = readable(wanted_m_s_);
  joints.softness_per_kg = readable(softness_per_kg_);
  joints.impulses_N_s = impulses_.view();
  descent_->launch(*exec_, {.inertias = readable(inertias_),
                            .starts = readable(poses_),
                            .poses = predicted_.view(),
                            .momenta = momenta_.view(),
                            .joints = joints,
                            .blocks_of_body = {readable(first_of_body_), readable(blocks_of_body_)},
                            .stops_N_s = stops_.view(),
                            .contacts = rigid_contacts_,
                            .tuning = descent_tuning(settings_),
                            .iterations = settings_.descent_iterations,
                            .gravity_m_s2 = {0.0, -as_written(settings_.gravity_m_s2), 0.0},
                            .dt_s = static_cast<double>(dt_s_)});
  rigid_contacts_.launch_end(*exec_, contacts);
}

}  // namespace limber
