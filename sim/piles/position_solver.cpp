// [Mueller20].

#include "sim/piles/position_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/launch.h"
#include "kernels/only_if.h"
#include "kernels/piles/contact_bodies.h"
#include "kernels/piles/sphere_values.h"
#include "sim/count.h"
#include "sim/parameter.h"

namespace limber {

namespace {

/// Gap, in diameters, up to which two spheres may touch before the substep ends.
constexpr float touch_margin = 0.05f;
/// Limit for substeps that the solver chooses: eight per frame of 1/60 s.
constexpr double longest_substep_s = 0.0021;

float substep_of(const PilesSettings& settings) {
  return static_cast<float>(as_written(settings.dt_s) / substeps_of(settings));
}

}  // namespace

int substeps_of(const PilesSettings& settings) {
  if (settings.substeps > 0) return settings.substeps;
  return std::max(1, static_cast<int>(std::ceil(as_written(settings.dt_s) / longest_substep_s)));
}

PositionSolver::PositionSolver(const Exec& exec, const BodyState& start,
                               const PilesSettings& settings)
    : largest_diameter_m_(start.largest_diameter_m),
      substep_s_(substep_of(settings)),
      rows_(cell_rows_for(count(start.spheres), (1.0f + touch_margin) * start.largest_diameter_m)),
      start_poses_(exec, start.poses),
      spins_(exec, count(start.poses)),
      start_places_(exec, count(start.spheres)),
      free_places_(exec, count(start.spheres)),
      places_(exec, count(start.spheres)),
      pushes_(exec, count(start.spheres)),
      impulses_(exec, count(start.spheres) * ContactLists::max_count),
      frames_(exec, impulses_.size()),
      eases_(exec, impulses_.size()),
      arms_(exec, impulses_.size()),
      used_(exec, count(start.spheres)),
      found_(exec, count(start.spheres)),
      pressures_(exec, count(start.spheres)),
      deepest_(exec, count(start.spheres)),
      sunk_s_(exec, count(start.poses)),
      cells_(exec, count(start.spheres), rows_.buckets()) {
  forget(exec);
}

void PositionSolver::forget(const Exec& exec) {
  impulses_.zero(exec);
  used_.zero(exec);
  pressures_.zero(exec);
  deepest_.zero(exec);
  sunk_s_.zero(exec);
}

void PositionSolver::settings_changed(const Exec& exec, const PilesSettings& settings) {
  const float before_s = std::exchange(substep_s_, substep_of(settings));
  if (substep_s_ != before_s)
    launch(exec, "settings", impulses_.size(),
           ScaleImpulses{impulses_.view(), substep_s_ / before_s});
}

void PositionSolver::archive(Archive& archive) {
  archive.host("substep", substep_s_);
  archive.state("contacts used", used_, Start::zeros);
  archive.state("contact impulses", impulses_, Start::zeros);
  archive.derived("pressures", pressures_, Start::zeros);
  archive.derived("sunk", sunk_s_, Start::zeros);
  archive.scratch(start_poses_, spins_, start_places_, free_places_, places_, pushes_);
  archive.scratch(frames_, eases_, arms_, found_, deepest_);
  cells_.archive(archive);
}

PositionLaw PositionSolver::law_of(const PilesSettings& settings, float dt_s) const {
  return {.restitution = settings.restitution,
          .friction = settings.friction,
          .rolling = settings.rolling,
          .slowest_m_s = 2.0f * std::abs(settings.gravity_m_s2) * dt_s,
          .max_warm_gap_m = 0.002f * largest_diameter_m_,
          .recovered = 0.25f,
          .recovery_m_s = 0.5f,
          .relaxation = 1.5f,
          .dt_s = dt_s};
}

SpheresUnderWay PositionSolver::under_way(const PileViews& pile, const BodyGrabber& grabber,
                                          const Buffer<SpherePlace>& places, int substep) const {
  return {.on_body = pile.on_body,
          .start_poses = readable(start_poses_),
          .inertias = grabber.inertias(),
          .start_places = readable(start_places_),
          .places = readable(places),
          .spins = readable(spins_),
          .colliders = pile.colliders,
          .dt_s = substep_s_,
          .colliders_to_end_s = static_cast<float>(substep + 1) * substep_s_};
}

SphereGrid PositionSolver::grid() const {
  return {rows_, readable(cells_.first()), readable(cells_.items()), readable(free_places_),
          touch_margin * largest_diameter_m_};
}

ContactLists PositionSolver::contacts() {
  return {impulses_.view(), frames_.view(), eases_.view(), arms_.view(), used_.view()};
}

void PositionSolver::launch_step(const Exec& exec, const PilesSettings& settings,
                                 const PileViews& pile, BodyGrabber& grabber) {
  const int substeps = substeps_of(settings);
  const float dt_s = substep_s_;
  const PositionLaw law = law_of(settings, dt_s);
  for (int substep = 0; substep < substeps; ++substep) {
    begin_substep(exec, settings, dt_s, pile, grabber);
    launch(exec, "find contacts", pile.on_body.size,
           FindContacts{.spheres = under_way(pile, grabber, free_places_, substep),
                        .grid = grid(),
                        .contacts = contacts(),
                        .found = found_.view(),
                        .pushes = pushes_.view(),
                        .law = law});
    move_bodies(exec, dt_s, pile, grabber);
    for (int iteration = 1; iteration <= settings.iterations; ++iteration) {
      launch(exec, "solve contacts", pile.on_body.size,
             SolveContacts{.spheres = under_way(pile, grabber, places_, substep),
                           .grid = grid(),
                           .contacts = contacts(),
                           .found = readable(found_),
                           .pushes = pushes_.view(),
                           .law = law,
                           .brake = iteration == settings.iterations});
      move_bodies(exec, dt_s, pile, grabber);
    }
    launch(exec, "recover overlaps", pile.on_body.size,
           RecoverOverlaps{.spheres = under_way(pile, grabber, places_, substep),
                           .grid = grid(),
                           .contacts = contacts(),
                           .found = readable(found_),
                           .pushes = pushes_.view(),
                           .law = law});
    launch(exec, "bodies", pile.poses.size,
           ShiftPushedBodies{.first_sphere = pile.first_sphere,
                             .pushes = readable(pushes_),
                             .inertias = grabber.inertias(),
                             .poses = pile.poses,
                             .dt_s = dt_s});
  }
  place_spheres(exec, pile, places_);
  launch(exec, "measure contacts", pile.on_body.size,
         MeasureContacts{.spheres = under_way(pile, grabber, places_, substeps - 1),
                         .grid = grid(),
                         .contacts = contacts(),
                         .found = readable(found_),
                         .forces = pile.forces,
                         .pressures_N = pressures_.view(),
                         .deepest = deepest_.view(),
                         .tally = pile.tally,
                         .law = law});
}

void PositionSolver::launch_end(const Exec& exec, const PileViews& pile, float passed_s) {
  launch(exec, "rest", pile.poses.size,
         MeasureSunk{.first_sphere = pile.first_sphere,
                     .deepest = readable(deepest_),
                     .sunk_s = sunk_s_.view(),
                     .tally = pile.tally,
                     .passed_s = passed_s});
}

void PositionSolver::launch_hold(const Exec& exec, const PileViews& pile, const ContactStep& step,
                                 View<const int> if_lowered, int rounds) {
  const View<int> shares = step.requests.shares, next_shares = step.requests.next_shares;
  for (int round = 0; round < rounds; ++round) {
    launch_only_if(exec, "hold back", if_lowered, pile.on_body.size,
                   HoldTouchingSpheres{.contacts = contacts(),
                                       .on_body = pile.on_body,
                                       .starts = step.starts,
                                       .ends = step.particles,
                                       .shares = shares,
                                       .next_shares = next_shares});
    launch_only_if(exec, "hold back", if_lowered, pile.poses.size,
                   ShareBodies{pile.first_sphere, shares, next_shares});
  }
}

void PositionSolver::begin_substep(const Exec& exec, const PilesSettings& settings, float dt_s,
                                   const PileViews& pile, BodyGrabber& grabber) {
  place_spheres(exec, pile, start_places_);
  grabber.lead(exec, "bodies", pile, dt_s);
  launch(exec, "bodies", pile.poses.size,
         BeginSubstep{.inertias = grabber.inertias(),
                      .momenta = pile.momenta,
                      .poses = pile.poses,
                      .start_poses = start_poses_.view(),
                      .spins = spins_.view(),
                      .gravity_m_s2 = {0.0f, -settings.gravity_m_s2, 0.0f},
                      .kept = 1.0f / (1.0f + settings.damping_per_s * dt_s),
                      .dt_s = dt_s});
  hold(exec, dt_s, pile, grabber, true);
  place_spheres(exec, pile, free_places_);
  if (settings.body_contacts)
    cells_.sort(exec, "grid", rows_, SpherePosition{readable(free_places_)});
  else
    cells_.clear(exec, "grid");
}

void PositionSolver::move_bodies(const Exec& exec, float dt_s, const PileViews& pile,
                                 BodyGrabber& grabber) {
  launch(exec, "bodies", pile.poses.size,
         MovePushedBodies{.first_sphere = pile.first_sphere,
                          .pushes = readable(pushes_),
                          .inertias = grabber.inertias(),
                          .start_poses = readable(start_poses_),
                          .momenta = pile.momenta,
                          .poses = pile.poses,
                          .spins = spins_.view(),
                          .not_finite = pile.not_finite,
                          .dt_s = dt_s});
  hold(exec, dt_s, pile, grabber, false);
  place_spheres(exec, pile, places_);
}

void PositionSolver::hold(const Exec& exec, float dt_s, const PileViews& pile, BodyGrabber& grabber,
                          bool first) {
  grabber.hold(exec, "bodies",
               {.start_poses = readable(start_poses_),
                .momenta = pile.momenta,
                .poses = pile.poses,
                .spins = spins_.view(),
                .first = first,
                .dt_s = dt_s});
}

void PositionSolver::place_spheres(const Exec& exec, const PileViews& pile,
                                   Buffer<SpherePlace>& places) {
  launch(exec, "sphere places", places.size(),
         PlaceSpheres{pile.on_body, pile.poses, places.view()});
}

}  // namespace limber
