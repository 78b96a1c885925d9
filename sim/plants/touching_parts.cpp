// [Barbic11]; [Tonge12].

#include "sim/plants/touching_parts.h"

#include "kernels/launch.h"
#include "kernels/only_if.h"
#include "kernels/plants/gather_loads.h"
#include "sim/contact/hold_label.h"

namespace limber {

namespace {

constexpr const char* touching_parts_label = "contacts of bodies";

std::vector<int> plants_of_coordinates(const TouchingSurface& surface, const PartTree& tree) {
  std::vector<int> of;
  for (const int part : tree.part_of_coordinate) of.push_back(surface.plant_of_part[part]);
  return of;
}

}  // namespace

TouchingParts::TouchingParts(const Exec& exec, const TouchingSurface& surface, const PartTree& tree)
    : points_(exec, surface.points),
      modes_(exec, surface.modes),
      reaches_(exec, surface.reaches),
      plant_of_part_(exec, surface.plant_of_part),
      part_of_coordinate_(exec, tree.part_of_coordinate),
      plant_of_coordinate_(exec, plants_of_coordinates(surface, tree)),
      mobilities_(exec, points_.size()),
      per_kg_(exec, points_.size()),
      terms_(exec, surface.terms),
      starts_(exec, tree.coordinates()),
      pushing_on_(exec, static_cast<int>(tree.bending.size())),
      some_(exec, std::vector<int>{0}),
      impulses_N_s_(exec, points_.size()),
      loads_(exec, tree.parts()),
      modes_N_(exec, tree.coordinates()),
      part_ways_(exec, static_cast<int>(tree.bending.size())),
      part_speeds_(exec, part_ways_.size()),
      plant_ways_(exec, surface.plants),
      plant_speeds_(exec, surface.plants),
      held_(exec, tree.parts()) {
  held_.zero(exec);
  exec.synchronize();
}

StepRule TouchingParts::rule_of(StepRule rule) {
  rule.newmark.beta = rule.newmark.gamma = 1.0f;
  return rule;
}

PartPoints TouchingParts::points_of(PartDynamics& dynamics) const {
  const PartDynamics::Views now = dynamics.views();
  return {readable(points_), readable(modes_), now.bending,
          now.poses,         now.motions,      now.coordinates};
}

void TouchingParts::set_matrices(const Exec& exec, PartDynamics& dynamics,
                                 const StepMatrices& matrices) {
  inverses_ = {exec, matrices.inverses};
  couplings_ = {exec, matrices.couplings};
  responses_ = {exec, matrices.responses};
  const PartDynamics::Views now = dynamics.views();
  launch(exec, touching_parts_label, points_.size(),
         MeasureMobilities{readable(points_),
                           {now.bending, readable(modes_), now.mounts, now.attachments,
                            readable(inverses_), readable(couplings_)},
                           {mobilities_.view(), per_kg_.view(), terms_.view()}});
  exec.synchronize();
}

void TouchingParts::launch_start(const Exec& exec, PartDynamics& dynamics) {
  launch(exec, touching_parts_label, starts_.size(), CopyModes{dynamics.q(), starts_.view()});
}

void TouchingParts::launch_show(const Exec& exec, PartDynamics& dynamics, View<Particle> points) {
  launch(exec, touching_parts_label, points.size,
         ShowTouchingPoints{points_of(dynamics), readable(per_kg_), points});
}

void TouchingParts::launch_move(const Exec& exec, PartDynamics& dynamics, SwayStep sway,
                                const ContactStep& step) {
  const PartPoints points = points_of(dynamics);
  const PartDynamics::Views now = dynamics.views();
  const int bending = now.bending.size;
  launch(exec, touching_parts_label, bending, ClearContactCounts{pushing_on_.view(), some_.view()});
  launch(exec, touching_parts_label, points_.size(),
         TakePointMoves{.points = points.points,
                        .mounts = now.mounts,
                        .bending_parts = bending,
                        .moves = step.requests.moves,
                        .per_kg = readable(per_kg_),
                        .pushing_now = step.requests.pushing_now,
                        .impulses_N_s = impulses_N_s_.view(),
                        .pushing_on = pushing_on_.view(),
                        .some = some_.view(),
                        .dt_s = step.dt_s});
  // Team kernels process all parts in any case, and must then find zero changes.
  const View<const int> some = exec.fast_kernels() ? View<const int>{} : readable(some_);
  launch_gather_loads(exec, touching_parts_label, some, reaches_.size(),
                      GatherContactLoads{.points = points,
                                         .reaches = readable(reaches_),
                                         .near = {},
                                         .changes_N_s = readable(impulses_N_s_),
                                         .loads = loads_.view(),
                                         .modes_N = modes_N_.view(),
                                         .per_s = 1.0f / step.dt_s});
  sway.rule = {.beta = 1.0f, .gamma = 1.0f, .dt_s = step.dt_s};
  dynamics.launch_impulses(exec, sway,
                           {.loads = readable(loads_),
                            .modes_N = readable(modes_N_),
                            .only_if = some,
                            .inverses = readable(inverses_),
                            .couplings = readable(couplings_),
                            .responses = readable(responses_)});
  launch(exec, touching_parts_label, points_.size(),
         MoveTouchingPoints{.parts = points,
                            .mounts = now.mounts,
                            .mobilities = {mobilities_.view(), per_kg_.view(), terms_.view()},
                            .pushing_on = readable(pushing_on_),
                            .some = readable(some_),
                            .pushing = step.requests.pushing,
                            .in_the_world = step.requests.mobilities,
                            .points = step.particles});
}

HeldPoints TouchingParts::held_points(const ContactStep& step) const {
  return {readable(points_), step.starts, step.particles, step.requests.regions,
          step.requests.shares};
}

void TouchingParts::hold(const Exec& exec, PartDynamics& dynamics, const SwayStep& sway,
                         const HoldModes& modes) {
  launch_only_if(exec, hold_label, readable(some_), starts_.size(), modes);
  dynamics.launch_follow(exec, sway, readable(some_));
}

void TouchingParts::launch_share(const Exec& exec, PartDynamics& dynamics, const SwayStep& sway,
                                 const ContactStep& step) {
  const PartDynamics::Views now = dynamics.views();
  const HeldShares shares{part_ways_.view(), part_speeds_.view()};
  launch(exec, hold_label, part_ways_.size(), ClearShares{shares, some_.view()});
  launch(exec, hold_label, points_.size(),
         HoldParts{.points = held_points(step),
                   .mounts = now.mounts,
                   .bending_parts = now.bending.size,
                   .shares = shares,
                   .held = held_.view(),
                   .some = some_.view(),
                   .state = step.requests.state});
  hold(exec, dynamics, sway,
       {readable(part_of_coordinate_), shares, readable(starts_), dynamics.q_to_hold(),
        dynamics.velocity_to_hold()});
  launch_only_if(exec, hold_label, readable(some_), points_.size(),
                 AimTouchingPoints{.parts = points_of(dynamics),
                                   .starts = step.starts,
                                   .regions = step.requests.regions,
                                   .points = step.particles,
                                   .shares = step.requests.shares,
                                   .next_shares = step.requests.next_shares,
                                   .state = step.requests.state});
}

void TouchingParts::launch_take(const Exec& exec, PartDynamics& dynamics, const SwayStep& sway,
                                const ContactStep& step) {
  const HeldShares shares{plant_ways_.view(), plant_speeds_.view()};
  launch(exec, hold_label, plant_ways_.size(), ClearShares{shares, some_.view()});
  launch(exec, hold_label, points_.size(),
         HoldPlants{held_points(step), readable(plant_of_part_), shares, some_.view()});
  hold(exec, dynamics, sway,
       {readable(plant_of_coordinate_), shares, readable(starts_), dynamics.q_to_hold(),
        dynamics.velocity_to_hold()});
  launch(exec, hold_label, held_.size(), ClearHeld{held_.view()});
}

void TouchingParts::archive(Archive& archive) {
  archive.scratch(points_, modes_, reaches_, plant_of_part_, part_of_coordinate_,
                  plant_of_coordinate_);
  archive.scratch(inverses_, couplings_, responses_, mobilities_, per_kg_, terms_);
  archive.scratch(starts_, pushing_on_, some_, impulses_N_s_, loads_, modes_N_);
  archive.scratch(part_ways_, part_speeds_, plant_ways_, plant_speeds_, held_);
}

}  // namespace limber
