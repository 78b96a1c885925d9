// [Harada07, section 29.2].

#include "sim/piles/spring_solver.h"

#include <algorithm>
#include <utility>

#include "kernels/launch.h"
#include "kernels/piles/move_spheres.h"
#include "sim/count.h"

namespace limber {

namespace {

std::vector<float> radii_m(const std::vector<SphereOnBody>& spheres) {
  std::vector<float> radii_m;
  for (const SphereOnBody& sphere : spheres) radii_m.push_back(sphere.radius_m);
  return radii_m;
}

bool any_off_center(const std::vector<SphereOnBody>& spheres) {
  return std::ranges::any_of(
      spheres, [](const SphereOnBody& sphere) { return sphere.center_m != glm::vec3(0.0f); });
}

}  // namespace

SpringSolver::SpringSolver(const Exec& exec, const BodyState& start, int colliders)
    : largest_diameter_m_(start.largest_diameter_m),
      places_(exec, count(start.spheres)),
      motions_(exec, count(start.spheres)),
      levers_(exec, any_off_center(start.spheres) ? count(start.spheres) : 0),
      lists_(exec, radii_m(start.spheres), colliders) {}

SphereValues SpringSolver::sphere_values(const PileViews& pile, const BodyGrabber& grabber) {
  return {.on_body = pile.on_body,
          .poses = pile.poses,
          .momenta = pile.momenta,
          .inertias = grabber.inertias(),
          .places = places_.view(),
          .motions = motions_.view(),
          .levers_m = levers_.view(),
          .watch = lists_.watch()};
}

void SpringSolver::launch_begin(const Exec& exec, const PileViews& pile,
                                const BodyGrabber& grabber) {
  launch(exec, "sphere values", pile.on_body.size, sphere_values(pile, grabber));
}

void SpringSolver::launch_step(const Exec& exec, const PilesSettings& settings,
                               const ContactLaw& law, const PileViews& pile, BodyGrabber& grabber) {
  lists_.update(exec, readable(places_), body_contacts_);
  const CollideSpheres collide{.near = lists_.near(),
                               .stale = lists_.stale(),
                               .places = readable(places_),
                               .motions = readable(motions_),
                               .levers_m = readable(levers_),
                               .momenta = pile.momenta,
                               .colliders = pile.colliders,
                               .springs = lists_.springs(),
                               .collider_springs = lists_.collider_springs(),
                               .forces = pile.forces,
                               .tally = pile.tally,
                               .law = law,
                               .largest_diameter_m = largest_diameter_m_,
                               .dt_s = settings.dt_s};
  const UpdateMomenta momenta{.first_sphere = pile.first_sphere,
                              .forces = pile.forces,
                              .inertias = grabber.inertias(),
                              .momenta = pile.momenta,
                              .gravity_m_s2 = {0.0f, -settings.gravity_m_s2, 0.0f},
                              .kept = 1.0f / (1.0f + settings.damping_per_s * settings.dt_s),
                              .dt_s = settings.dt_s};
  const UpdatePoses poses{.momenta = pile.momenta,
                          .inertias = grabber.inertias(),
                          .poses = pile.poses,
                          .not_finite = pile.not_finite,
                          .dt_s = settings.dt_s};
  const int bodies = pile.poses.size, spheres = pile.on_body.size;
  const char* const moving = "momenta, positions";
  if (exec.backend() == Backend::cuda)
    collide_spheres_on_cuda(exec, "collision", collide);
  else
    launch_on_host(exec, "collision", spheres, collide);
  if (exec.backend() == Backend::cuda && grabber.empty()) {
    move_spheres_on_cuda(exec, moving, spheres / bodies,
                         {momenta, poses, sphere_values(pile, grabber)});
    return;
  }
  grabber.lead(exec, moving, pile, settings.dt_s);
  launch(exec, moving, bodies, momenta);
  grabber.hold(
      exec, moving,
      {.start_poses = pile.poses, .momenta = pile.momenta, .first = true, .dt_s = settings.dt_s});
  launch(exec, moving, bodies, poses);
  launch(exec, moving, spheres, sphere_values(pile, grabber));
}

void SpringSolver::settings_changed(const Exec& exec, const PilesSettings& settings) {
  lists_.store_rolling(exec, settings.rolling_spring > 0.0f);
  if (std::exchange(body_contacts_, settings.body_contacts) != settings.body_contacts) forget(exec);
}

void SpringSolver::forget(const Exec& exec) { lists_.forget(exec); }

void SpringSolver::begin(const Exec& exec, View<BodyMomentum> momenta) {
  launch(exec, "settings", momenta.size, ForgetSharedContacts{momenta});
}

void SpringSolver::archive(Archive& archive) {
  lists_.archive(archive);
  archive.scratch(places_, motions_, levers_);
}

}  // namespace limber
