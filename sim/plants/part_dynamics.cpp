// [Barbic11].

#include "sim/plants/part_dynamics.h"

#include <algorithm>

#include "kernels/launch.h"
#include "kernels/only_if.h"
#include "kernels/plants/newton_team.h"
#include "kernels/plants/sway_teams.h"
#include "sim/count.h"

namespace limber {

namespace {

/// Limits on the inertial forces of moving frames, for violent pulls of the user.
constexpr float max_turn_rad = 0.2f;  ///< in a step
constexpr float max_spin_rad_s = 30.0f;
constexpr float max_drift_m_s2 = 50.0f;

std::vector<int> cubic_of_pairs(const PartTree& tree) {
  std::vector<int> of;
  for (int c = 0; c < count(tree.cubics); ++c) {
    const int modes = tree.bending[tree.cubics[c].part].modes;
    of.insert(of.end(), static_cast<std::size_t>(modes) * modes, c);
  }
  return of;
}

std::vector<PartMotion> still(const std::vector<Mount>& mounts) {
  std::vector<PartMotion> motions(mounts.size());
  for (std::size_t i = 0; i < mounts.size(); ++i) motions[i].pivot_m = mounts[i].pivot_m;
  return motions;
}

}  // namespace

PartDynamics::PartDynamics(const Exec& exec, const PartTree& tree)
    : first_of_level_(tree.first_of_level),
      first_coordinate_of_level_(tree.first_coordinate_of_level),
      max_modes_(tree.max_modes()),
      mounts_(exec, tree.mounts),
      bending_(exec, tree.bending),
      part_of_coordinate_(exec, tree.part_of_coordinate),
      attachments_(exec, tree.attachments),
      shape_stiffness_(exec, tree.stiffness),
      bodies_(exec, tree.bodies),
      faces_(exec, tree.faces),
      face_modes_(exec, tree.face_modes),
      ranges_(exec, tree.ranges),
      linear_(exec, tree.linear),
      gyroscopic_(exec, tree.gyroscopic),
      centrifugal_(exec, tree.centrifugal),
      cubics_(exec, tree.cubics),
      cubic_of_pair_(exec, cubic_of_pairs(tree)),
      cubic_coefficients_(exec, tree.cubic_coefficients),
      q_(exec, std::vector<float>(tree.coordinates(), 0.0f)),
      velocity_(exec, std::vector<float>(tree.coordinates(), 0.0f)),
      acceleration_(exec, std::vector<float>(tree.coordinates(), 0.0f)),
      poses_(exec, tree.rest),
      motions_(exec, still(tree.mounts)),
      loads_(exec, tree.parts()),
      face_forces_(exec, max_wind_faces * tree.parts()),
      wind_N_(exec, tree.coordinates()),
      carried_loads_(exec, tree.mounted.size()),
      frame_accelerations_(exec, tree.bending.size()),
      predicted_q_(exec, tree.coordinates()),
      predicted_velocity_(exec, tree.coordinates()),
      forces_(exec, tree.coordinates()),
      solved_(exec, tree.coordinates()),
      tangents_(exec, cubic_of_pair_.size()),
      shares_(exec, cubic_of_pair_.size()),
      changes_(exec, tree.coordinates()),
      impulse_acceleration_(exec, tree.coordinates()),
      impulse_frames_(exec, tree.bending.size()) {
  frame_accelerations_.zero(exec);
  impulse_frames_.zero(exec);  // for parts on the ground, whose frames are never written
}

void PartDynamics::archive(Archive& archive) {
  archive.state("q", q_, Start::zeros);
  archive.state("velocity", velocity_, Start::zeros);
  archive.state("acceleration", acceleration_, Start::zeros);
  archive.state("poses", poses_);
  archive.derived("motions", motions_);
  archive.derived("frame accelerations", frame_accelerations_, Start::zeros);
  archive.scratch(mounts_, bending_, part_of_coordinate_, attachments_, shape_stiffness_, bodies_,
                  faces_, face_modes_, ranges_, linear_, gyroscopic_, centrifugal_);
  archive.scratch(cubics_, cubic_of_pair_, cubic_coefficients_);
  archive.scratch(inverses_, damping_, couplings_, responses_, cubic_inertia_, rest_force_);
  archive.scratch(loads_, face_forces_, wind_N_, carried_loads_, predicted_q_, predicted_velocity_,
                  forces_, solved_);
  archive.scratch(tangents_, shares_, changes_, impulse_acceleration_, impulse_frames_);
}

void PartDynamics::set_matrices(const Exec& exec, const StepMatrices& matrices,
                                const std::vector<float>& rest_forces_N) {
  inverses_ = {exec, matrices.inverses};
  damping_ = {exec, matrices.damping};
  couplings_ = {exec, matrices.couplings};
  responses_ = {exec, matrices.responses};
  cubic_inertia_ = {exec, matrices.cubic_inertia};
  rest_force_ = {exec, rest_forces_N};
}

PartDynamics::State PartDynamics::download(const Exec& exec) const {
  return {q_.download(exec), velocity_.download(exec), acceleration_.download(exec),
          poses_.download(exec)};
}

PartDynamics::PartState PartDynamics::download(const Exec& exec, int part) const {
  PartState state{poses_.download_at(exec, part), {}};
  if (part < bending_.size()) {
    const BendingPart bending = bending_.download_at(exec, part);
    state.q = q_.download(exec, bending.first_coordinate, bending.modes);
  }
  return state;
}

void PartDynamics::launch_step(const Exec& exec, const SwayStep& step) {
  if (exec.fast_kernels()) {
    launch_step_in_teams(exec, step);
    return;
  }
  if (blows(step)) {
    launch(exec, "loads", face_forces_.size(), on_faces(step));
    launch(exec, "loads", coordinates(), on_modes());
  }
  launch(exec, "loads", step.held.holds.size, pull(step));
  launch(exec, "loads", parts(), load(step));
  launch(exec, "modes", coordinates(), predict(step));
  // From the tips to the roots.
  launch(exec, "frames", rigid_parts(), load_carrier(bending_.size()));
  for (int level = levels() - 1; level >= 0; --level) {
    launch(exec, "modes", modes_of(level), gather(step, level));
    launch(exec, "modes", modes_of(level), solve(step, level));
    if (level > 0) launch(exec, "frames", parts_of(level), load_carrier(first_of_level_[level]));
  }
  for (int iteration = 0; iteration < step.newton_iterations; ++iteration) {
    launch(exec, "newton", cubic_of_pair_.size(), tangent(step));
    launch(exec, "newton", cubics_.size(), newton(step));
  }
  // From the roots to the tips.
  for (int level = 0; level < levels(); ++level) {
    if (level > 0) launch(exec, "frames", parts_of(level), mount(step, first_of_level_[level]));
    launch(exec, "modes", modes_of(level), move(step, level));
  }
  launch(exec, "frames", rigid_parts(), mount(step, bending_.size()));
}

void PartDynamics::launch_impulses(const Exec& exec, const SwayStep& step,
                                   const Impulses& impulses) {
  constexpr const char* label = "contacts";
  const auto gather_impulses = [&](int level) {
    GatherForces body = gather(step, level);
    body.contact_forces = impulses.modes_N;
    return body;
  };
  const auto solve_impulses = [&](int level) {
    SolveModes body = solve(step, level);
    body.q = {};
    if (!impulses.inverses.empty()) body.inverses = impulses.inverses;
    return body;
  };
  const auto pass_impulses = [&](int first_part) {
    LoadCarrier body = load_carrier(first_part);
    body.loads = impulses.loads;
    if (!impulses.couplings.empty()) body.couplings = impulses.couplings;
    return body;
  };
  const auto follow_impulses = [&](int first_part) {
    FollowCarrier body = mount(step, first_part);
    body.now.acceleration = readable(impulse_acceleration_);
    body.frame_accelerations = impulse_frames_.view();
    return body;
  };
  const auto move_impulses = [&](int level) {
    MoveModes body = move(step, level);
    body.frame_accelerations = readable(impulse_frames_);
    body.predicted_q = readable(q_);
    body.predicted_velocity = readable(velocity_);
    body.acceleration = impulse_acceleration_.view();
    if (!impulses.responses.empty()) body.responses = impulses.responses;
    return body;
  };
  const auto only_if = [&](int n, const auto& body) {
    launch_only_if(exec, label, impulses.only_if, n, body);
  };
  const bool teams = exec.fast_kernels();
  only_if(rigid_parts(), pass_impulses(bending_.size()));
  for (int level = levels() - 1; level >= 0; --level) {
    const int first = first_of_level_[level];
    if (teams) {
      launch_solve_level(exec, label, parts_of(level), max_modes_,
                         {gather_impulses(level), solve_impulses(level), pass_impulses(first)});
      continue;
    }
    only_if(modes_of(level), gather_impulses(level));
    only_if(modes_of(level), solve_impulses(level));
    if (level > 0) only_if(parts_of(level), pass_impulses(first));
  }
  for (int level = 0; level < levels(); ++level) {
    const int first = first_of_level_[level];
    if (teams) {
      launch_move_level(exec, label, parts_of(level),
                        {follow_impulses(first), move_impulses(level)});
      continue;
    }
    if (level > 0) only_if(parts_of(level), follow_impulses(first));
    only_if(modes_of(level), move_impulses(level));
  }
  if (teams)
    launch_move_rigid(exec, label, rigid_parts(), follow_impulses(bending_.size()));
  else
    only_if(rigid_parts(), follow_impulses(bending_.size()));
}

void PartDynamics::launch_follow(const Exec& exec, const SwayStep& step, View<const int> only_if) {
  constexpr const char* label = "frames";
  for (int level = 1; level < levels(); ++level)
    launch_only_if(exec, label, only_if, parts_of(level), mount(step, first_of_level_[level]));
  launch_only_if(exec, label, only_if, rigid_parts(), mount(step, bending_.size()));
}

void PartDynamics::launch_step_in_teams(const Exec& exec, const SwayStep& step) {
  launch_begin_sway(exec, "loads",
                    {.blows = blows(step),
                     .on_faces = on_faces(step),
                     .on_modes = on_modes(),
                     .pull = pull(step),
                     .load = load(step),
                     .load_carrier = load_carrier(bending_.size()),
                     .predict = predict(step)});
  for (int level = levels() - 1; level >= 0; --level)
    launch_solve_level(
        exec, "modes", parts_of(level), max_modes_,
        {gather(step, level), solve(step, level), load_carrier(first_of_level_[level])});
  launch_newton_team(exec, "newton", step.newton_iterations, max_modes_,
                     {tangent(step), newton(step)});
  for (int level = 0; level < levels(); ++level)
    launch_move_level(exec, "modes", parts_of(level),
                      {mount(step, first_of_level_[level]), move(step, level)});
  launch_move_rigid(exec, "frames", rigid_parts(), mount(step, bending_.size()));
}

WindOnFaces PartDynamics::on_faces(const SwayStep& step) {
  return {.mounts = readable(mounts_),
          .bodies = readable(bodies_),
          .parts = readable(bending_),
          .faces = readable(faces_),
          .face_modes = readable(face_modes_),
          .velocity = readable(velocity_),
          .poses = readable(poses_),
          .motions = readable(motions_),
          .inputs = step.inputs,
          .forces_N = face_forces_.view(),
          .wind = step.wind,
          .lift_kg_m3 = step.lift_kg_m3,
          .time_in_frame_s = step.time_in_frame_s,
          .dt_s = step.rule.dt_s};
}

WindOnModes PartDynamics::on_modes() {
  return {.part_of_coordinate = readable(part_of_coordinate_),
          .mounts = readable(mounts_),
          .bodies = readable(bodies_),
          .parts = readable(bending_),
          .faces = readable(faces_),
          .face_modes = readable(face_modes_),
          .forces_N = readable(face_forces_),
          .wind_N = wind_N_.view()};
}

PullParts PartDynamics::pull(const SwayStep& step) {
  return {.holds = step.held.holds,
          .references = step.held.references,
          .hold_modes = step.held.modes,
          .max_modes = step.held.max_modes,
          .mounts = readable(mounts_),
          .parts = readable(bending_),
          .attachments = readable(attachments_),
          .poses = readable(poses_),
          .motions = readable(motions_),
          .frame_accelerations = readable(frame_accelerations_),
          .now = now(),
          .inputs = step.inputs,
          .forces_N = step.held.forces_N,
          .scale = step.grab_scale,
          .gamma = step.rule.gamma,
          .dt_s = step.rule.dt_s};
}

LoadParts PartDynamics::load(const SwayStep& step) {
  return {.mounts = readable(mounts_),
          .bodies = readable(bodies_),
          .faces = readable(faces_),
          .wind_N = readable(face_forces_).part(0, blows(step) ? face_forces_.size() : 0),
          .poses = readable(poses_),
          .motions = readable(motions_),
          .holds = step.held.holds,
          .hold_forces_N = step.held.forces_N,
          .inputs = step.inputs,
          .loads = loads_.view(),
          .wind = step.wind,
          .gravity_m_s2 = step.gravity_m_s2,
          .time_in_frame_s = step.time_in_frame_s,
          .dt_s = step.rule.dt_s};
}

PredictModes PartDynamics::predict(const SwayStep& step) {
  return {now(), predicted_q_.view(), predicted_velocity_.view(), step.rule};
}

GatherForces PartDynamics::gather(const SwayStep& step, int level) {
  return {
      .part_of = part_of(level),
      .first_coordinate = first_coordinate_of_level_[level],
      .parts = readable(bending_),
      .shapes = {linear_.view(), centrifugal_.view(), gyroscopic_.view(), shape_stiffness_.view()},
      .damping = readable(damping_),
      .attachments = readable(attachments_),
      .carried_loads = readable(carried_loads_),
      .loads = readable(loads_),
      .motions = readable(motions_),
      .holds = step.held.holds,
      .hold_modes = step.held.modes,
      .hold_forces_N = step.held.forces_N,
      .carries_hold = step.held.carries,
      .max_modes = step.held.max_modes,
      .ranges = readable(ranges_),
      .rest_force = readable(rest_force_),
      .predicted_q = readable(predicted_q_),
      .predicted_velocity = readable(predicted_velocity_),
      .wind_N = readable(wind_N_).part(0, blows(step) ? wind_N_.size() : 0),
      .stiffness = step.stiffness,
      .forces = forces_.view()};
}

SolveModes PartDynamics::solve(const SwayStep& step, int level) {
  return {.part_of = part_of(level),
          .first_coordinate = first_coordinate_of_level_[level],
          .parts = readable(bending_),
          .inverses = readable(inverses_),
          .forces = readable(forces_),
          .q = readable(q_),
          .predicted_q = readable(predicted_q_),
          .newmark_s2 = step.rule.beta * step.rule.dt_s * step.rule.dt_s,
          .accelerations = solved_.view()};
}

LoadCarrier PartDynamics::load_carrier(int first_part) {
  return {.first_part = first_part,
          .parts = readable(bending_),
          .mounts = readable(mounts_),
          .loads = readable(loads_),
          .poses = readable(poses_),
          .motions = readable(motions_),
          .couplings = readable(couplings_),
          .accelerations = readable(solved_),
          .carried_loads = carried_loads_.view()};
}

TangentStiffness PartDynamics::tangent(const SwayStep& step) {
  return {.cubic_of = readable(cubic_of_pair_),
          .cubics = readable(cubics_),
          .parts = readable(bending_),
          .coefficients = readable(cubic_coefficients_),
          .predicted_q = readable(predicted_q_),
          .accelerations = readable(solved_),
          .tangents = tangents_.view(),
          .shares = shares_.view(),
          .stiffness = step.stiffness,
          .rule = step.rule};
}

NewtonStep PartDynamics::newton(const SwayStep& step) {
  return {.cubics = readable(cubics_),
          .parts = readable(bending_),
          .inertia = readable(cubic_inertia_),
          .forces = readable(forces_),
          .shares = readable(shares_),
          .ranges = readable(ranges_),
          .tangents = tangents_.view(),
          .changes = changes_.view(),
          .accelerations = solved_.view(),
          .rule = step.rule};
}

FollowCarrier PartDynamics::mount(const SwayStep& step, int first_part) {
  return {.first_part = first_part,
          .mounts = readable(mounts_),
          .parts = readable(bending_),
          .attachments = readable(attachments_),
          .now = now(),
          .poses = poses_.view(),
          .motions = motions_.view(),
          .frame_accelerations = frame_accelerations_.view(),
          .max_spin_rad_s = std::min(max_spin_rad_s, max_turn_rad / step.rule.dt_s),
          .max_drift_m_s2 = max_drift_m_s2};
}

MoveModes PartDynamics::move(const SwayStep& step, int level) {
  return {.part_of = part_of(level),
          .first_coordinate = first_coordinate_of_level_[level],
          .parts = readable(bending_),
          .responses = readable(responses_),
          .frame_accelerations = readable(frame_accelerations_),
          .accelerations = readable(solved_),
          .ranges = readable(ranges_),
          .predicted_q = readable(predicted_q_),
          .predicted_velocity = readable(predicted_velocity_),
          .inputs = step.inputs,
          .q = q_.view(),
          .velocity = velocity_.view(),
          .acceleration = acceleration_.view(),
          .not_finite = step.not_finite,
          .played = step.played,
          .rule = step.rule,
          .time_in_frame_s = step.time_in_frame_s};
}

}  // namespace limber
