// [Weber13, section 4.2].

#include "sim/joints/joints_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/error.h"
#include "kernels/joints/publish_rigid.h"
#include "kernels/joints/taut.h"
#include "kernels/launch.h"
#include "sim/contact/contact_step.h"
#include "sim/count.h"
#include "sim/joints/joints_start.h"

namespace limber {

namespace {

constexpr int max_iterations = 1000;

}  // namespace

JointsSystem::JointsSystem(Exec& exec, const JointsModel& model, const JointsSettings& settings)
    : System(exec),
      settings_(settings),
      joints_(model.joints),
      joint_blocks_(blocks_of(model)),
      some_park_(model.some_park),
      joined_kg_(joined_kg_of(model)),
      poses_(exec, poses_of(model)),
      predicted_(exec, poses_of(model)),
      previous_(exec, poses_of(model)),
      starts_(exec, poses_of(model)),
      momenta_(exec, momenta_of(model)),
      inertias_(exec, inertias_of(model)),
      body_of_vertex_(exec, bodies_by_look(model)),
      touching_(exec, model, settings.contact_distance_m),
      rigid_contacts_(exec, count(model.bodies), count(touching_.surface().points)),
      sleeping_(exec, model),
      vertices_(exec, model),
      stiffened_kg_m2_(exec, std::vector<glm::dvec3>(model.bodies.size(), glm::dvec3(0.0))),
      filled_{.looks = model.looks, .bodies = model.bodies},
      grabber_(exec),
      wanted_m_s_(exec, std::vector<glm::dvec3>(max_holds, glm::dvec3(0.0))) {
  parameters_ = parameters_of(settings_);
  for (const RigidBody& body : model.bodies) {
    moves_.push_back(!body.held);
    masses_kg_.push_back(body.mass_kg);
    reaches_m_.push_back(static_cast<double>(glm::length(body.half_size_m)));
  }
  const int rows = count(joint_blocks_) + max_holds;
  const std::vector<double> zeros(3 * rows, 0.0);
  block_data_ = {exec, rows};
  rows_ = {exec, rows};
  added_diagonal_ = {exec, zeros};
  right_ = {exec, zeros};
  more_ = {exec, zeros};
  impulses_ = {exec, zeros};
  stops_ = {exec, zeros};
  drives_ = {exec, drives_of(model, joint_blocks_), rows};
  errors_ = {exec, rows};
  worst_ = {exec, (rows + joint_sum_block - 1) / joint_sum_block};
  worst_of_all_ = {exec, std::vector<WorstJoint>(1)};
  std::vector<int> first_block(model.joints.size(), -1);
  for (int k = count(joint_blocks_); k-- > 0;) first_block[joint_blocks_[k].joint] = k;
  std::vector<double> breaks_at_N;
  std::vector<std::vector<int>> of_body(model.bodies.size());
  for (int j = 0; j < count(joints_); ++j) {
    breaks_at_N.push_back(joints_[j].breaks_at_N);
    of_body[joints_[j].body_a].push_back(j);
    if (joints_[j].body_b >= 0) of_body[joints_[j].body_b].push_back(j);
  }
  std::vector<int> first_joint{0}, joints_of_body;
  for (const std::vector<int>& some : of_body) {
    joints_of_body.insert(joints_of_body.end(), some.begin(), some.end());
    first_joint.push_back(count(joints_of_body));
  }
  broken_ = {exec, std::vector<int>(joints_.size(), 0)};
  first_block_ = {exec, first_block};
  breaks_at_N_ = {exec, breaks_at_N};
  forces_N_ = {exec, std::vector<float>(joints_.size(), 0.0f)};
  first_joint_ = {exec, first_joint};
  joints_of_body_ = {exec, joints_of_body};
  lay_out_blocks();
  counts_.particles = bodies();
  counts_.particles_label = "";
  counts_.vertices = 0;
  for (const RigidBody& body : model.bodies)
    counts_.vertices += count(model.looks[body.look].positions_m);
  for (const JointKind kind : all_joint_kinds)
    if (const auto of_kind = std::ranges::count(joints_, kind, &RigidJoint::kind))
      counts_.constraints.push_back({std::string(name_of(kind)), static_cast<int>(of_kind), 0});
  if (!vertices_.empty()) counts_.constraints.push_back({"vertex", count(model.vertex_joints), 0});
  counts_.others = {{"bodies", "Bodies", bodies()},
                    {"joints", "Joints", count(joints_)},
                    {"dofs", "Unknowns", matrix_.dimension()},
                    {"nnz", "Non-zeros", matrix_.statistics().nonzeros}};
  counts_.residual_help =
      "Largest gap of a joint in metres; numbers of broken joints, of sleeping bodies, and of "
      "bodies left without a colour (descent)";
  draw_list_ = make_draw_list(model);
}

/// Lays out the rows of joints and holds.
void JointsSystem::lay_out_blocks() {
  std::vector<JointBlock> all = joint_blocks_;
  if (const int block = is_direct() ? closes_loop(all, moves_) : -1; block >= 0) {
    const int joint = all[block].joint;
    throw Error(ExitCode::bad_input,
                fmt::format("method 'direct' solves joints without loops, but a {}, number {} of "
                            "{} joints, closes one; use method 'cg'",
                            name_of(joints_[joint].kind), joint + 1, joints_.size()));
  }
  std::vector<HeldRigid> held;
  std::vector<double> softness_per_kg(max_holds, 0.0);
  // The maximum force of a hold: reached where its reference leads the point the most.
  constexpr double per_kg_m_s2 = 100.0, per_joined_kg_m_s2 = 20.0, max_joined = 20.0;
  constexpr double fastest_m_s = static_cast<double>(grab_tracking_per_s) * grab_lead_m;
  for (const auto& hold : grabber_.holds()) {
    const int b = hold.attachment.body;
    const double limit_N = masses_kg_[b] * per_kg_m_s2 +
                           std::min(joined_kg_[b], max_joined * masses_kg_[b]) * per_joined_kg_m_s2;
    softness_per_kg[held.size()] = fastest_m_s / (limit_N * static_cast<double>(dt_s_));
    all.push_back({.kind = JointRowsKind::hold,
                   .joint = count(held),
                   .body_a = b,
                   .at_a_m = hold.attachment.at_m});
    held.push_back(hold.attachment);
  }
  layout_ = joint_pattern(all, moves_);
  const JointTree tree = is_direct() ? joint_tree(all, moves_) : JointTree{};
  all.resize(joint_blocks_.size() + max_holds);
  exec_->synchronize();
  block_data_.upload(*exec_, all);
  held_ = {*exec_, held};
  softness_per_kg_ = {*exec_, softness_per_kg};
  firm_per_kg_ = {*exec_, softness_per_kg};
  pairs_ = {*exec_, layout_.pairs};
  elements_ = {*exec_, 9 * count(layout_.pairs)};
  first_of_body_ = {*exec_, layout_.first_of_body};
  blocks_of_body_ = {*exec_, layout_.blocks_of_body};
  assembly_ = {*exec_, layout_.pattern, layout_.gather};
  outcome_.reset();
  trees_ = is_direct() ? TreeSolver(*exec_, tree) : TreeSolver();
  make_descent();
  exec_->synchronize();
  laid_out_as_.reset();
  lay_out_matrix();
}

void JointsSystem::make_descent() {
  if (is_descent() == descent_.has_value()) return;
  descent_.reset();
  if (!is_descent()) return;
  if (rigid_contacts_.room() == 0) rigid_contacts_.make_room(*exec_, 0);
  descent_.emplace(*exec_, bodies(), rows_.size(), rigid_contacts_.room());
}

void JointsSystem::make_room_for_contacts(int pairs) {
  rigid_contacts_.make_room(*exec_, pairs);
  if (descent_) descent_->make_room(*exec_, rigid_contacts_.room());
}

void JointsSystem::lay_out_matrix() {
  const SparseLayout layout = layout_named(settings_.layout, exec_->backend());
  if (laid_out_as_ == layout) return;
  matrix_ = SparseMatrix<double>(*exec_, layout_.pattern, 3, layout);
  solver_.emplace(*exec_, matrix_, max_iterations);
  laid_out_as_ = layout;
}

CgSettings JointsSystem::cg_settings(bool from_guess) const {
  CgSettings cg;
  cg.method = settings_.cg_method == "plain"    ? CgMethod::plain
              : settings_.cg_method == "merged" ? CgMethod::merged
                                                : CgMethod::persistent;
  const bool by_blocks =
      settings_.preconditioner == "block_jacobi" && settings_.layout != "bin_csr";
  cg.preconditioner = by_blocks ? Preconditioner::block_jacobi : Preconditioner::jacobi;
  cg.iterations = settings_.cg_iterations;
  cg.tolerance = as_written(settings_.cg_tolerance);
  cg.check_every = 2;
  cg.warm_start = from_guess;
  return cg;
}

void JointsSystem::archive(Archive& archive) {
  archive.state("poses", poses_);
  archive.state("momenta", momenta_);
  archive.state("impulses", impulses_, Start::zeros);
  archive.state("stops", stops_, Start::zeros);
  archive.state("broken", broken_, Start::zeros);
  archive.state("stiffened", stiffened_kg_m2_, Start::zeros);
  archive.derived("remembered", previous_);
  archive.derived("inertias", inertias_);
  archive.derived("forces", forces_N_, Start::zeros);
  archive.derived("softness of holds", softness_per_kg_);  // depends on how far joints were open
  archive.derived("worst joint", worst_of_all_, Start::zeros);
  drives_.archive(archive);
  archive.scratch(predicted_, starts_, body_of_vertex_, block_data_, rows_, added_diagonal_, right_,
                  more_, errors_, worst_, first_block_, breaks_at_N_, first_joint_, joints_of_body_,
                  pairs_, elements_, first_of_body_, blocks_of_body_, held_, wanted_m_s_,
                  firm_per_kg_, ball_on_body_);
  touching_.archive(archive);
  rigid_contacts_.archive(archive);
  sleeping_.archive(archive);
  if (!vertices_.empty()) vertices_.archive(archive);
  matrix_.archive(archive);
  assembly_.archive(archive);
  solver_->archive(archive);
  trees_.archive(archive);
  if (descent_) descent_->archive(archive);
  grabber_.archive(archive, [this](const Exec&) { hold_points(); });
}

void JointsSystem::restarted() {
  grabber_.forget();
  hold_points();
  loaded();
}

void JointsSystem::loaded() {
  worst_later_.forget();
  sleeping_.forget();
  vertices_.forget();
  if (descent_) descent_->forget();
  worst_now_.reset();
  outcome_.reset();
  residuals_.clear();
}

void JointsSystem::arrived() {
  worst_later_.forget();
  sleeping_.forget();
  vertices_.forget();
  if (descent_) descent_->forget();
  outcome_.reset();
  lay_out_matrix();
}

void JointsSystem::settings_changed() {
  touching_.set_distance(*exec_, settings_.contact_distance_m);
  launch_stiffen(false);
  sleeping_.wake_all(*exec_, readable(poses_), inertias_);
  // The softness of holds depends on the length of a step.
  if (grabber_.empty() && is_direct() == trees_.is_made() && is_descent() == descent_.has_value())
    lay_out_matrix();
  else
    lay_out_blocks();
}

// ---- A step ----

/// Computes J at the current poses.
void JointsSystem::launch_rows() {
  launch(*exec_, "assembly", blocks(),
         MakeJointRows{.blocks = block_views(),
                       .broken = readable(broken_),
                       .poses = readable(poses_),
                       .inertias = readable(inertias_),
                       .softness_per_kg = readable(softness_per_kg_),
                       .drives = drives_.drives(),
                       .rows = rows_.view(),
                       .added_diagonal_per_kg = added_diagonal_.view(),
                       .dt_s = static_cast<double>(dt_s_)});
}

/// Computes J M^-1 J^T of the active rows.
void JointsSystem::launch_matrix() {
  if (!drives_.empty())
    drives_.launch_take_bearing(*exec_, block_views(), readable(rows_), readable(added_diagonal_));
  if (is_direct()) {
    trees_.factor(*exec_, solved_rows(), readable(poses_), readable(inertias_), solved_diagonal());
    return;
  }
  launch(*exec_, "assembly", pairs_.size(),
         MakeJointPairs{readable(pairs_), solved_rows(), readable(poses_), readable(inertias_),
                        elements_.view()});
  assembly_.run(*exec_, "assembly", matrix_, readable(elements_), 1.0,
                solved_diagonal().part(0, 3 * blocks()));
}

void JointsSystem::launch_right_side(bool at_rest, bool first, bool always) {
  const View<const double> so_far =
      first ? View<const double>() : (at_rest ? stops_ : impulses_).view();
  launch(*exec_, "joints", blocks(),
         JointRightSide{.blocks = block_views(),
                        .broken = readable(broken_),
                        .rows = readable(rows_),
                        .poses = readable(poses_),
                        .momenta = readable(momenta_),
                        .inertias = readable(inertias_),
                        .errors_m = at_rest ? View<const glm::dvec3>() : readable(errors_),
                        .worst = readable(worst_of_all_),
                        .wanted_m_s = readable(wanted_m_s_),
                        .softness_per_kg = readable(softness_per_kg_),
                        .impulses_N_s = so_far,
                        .right_m_s = right_.view(),
                        .tolerance_m = as_written(settings_.tolerance_m),
                        .always = always,
                        .dt_s = static_cast<double>(dt_s_)});
  drives_.launch_right_side(*exec_, drive_step(at_rest), so_far, right_.view());
}

JointDrives::Step JointsSystem::drive_step(bool at_rest) const {
  return {.blocks = block_views(),
          .broken = readable(broken_),
          .rows = readable(rows_),
          .poses = readable(poses_),
          .predicted = readable(predicted_),
          .momenta = readable(momenta_),
          .inertias = readable(inertias_),
          .at_rest = at_rest,
          .dt_s = static_cast<double>(dt_s_)};
}

/// Chooses the active rows of drives for the next solve, and applies the impulses of the others.
void JointsSystem::choose_drives(bool at_rest, bool first) {
  if (!at_rest && !first) launch_predict();
  drives_.launch_choose(*exec_, drive_step(at_rest), readable(impulses_),
                        (at_rest ? stops_ : impulses_).view(), first);
  launch_push(drives_.given_N_s().part(0, 3 * blocks()));
  launch_matrix();
}

/// One solve in a half of a step; applies its impulses. The first is warm-started.
void JointsSystem::launch_impulses(bool at_rest, bool first) {
  Buffer<double>& sums = at_rest ? stops_ : impulses_;
  if (!drives_.empty()) choose_drives(at_rest, first);
  if (!at_rest) {
    launch_predict();
    launch_measure(readable(predicted_));
  }
  launch_right_side(at_rest, first, first || !drives_.empty());
  Buffer<double>& found = first ? sums : more_;
  launch_solve(of_rows(found), first);
  launch_push(of_rows(std::as_const(found)));
  const auto add = [&](View<const double> more) {
    launch(*exec_, "joints", 3 * blocks(), AddImpulses{more.part(0, 3 * blocks()), of_rows(sums)});
  };
  if (!first) add(readable(more_));
  if (!drives_.empty()) add(drives_.given_N_s());
}

void JointsSystem::launch_predict() {
  launch(*exec_, "predict", bodies(),
         PredictRigid{readable(poses_), readable(momenta_), readable(inertias_), predicted_.view(),
                      static_cast<double>(dt_s_)});
}

void JointsSystem::launch_measure(View<const RigidPose> poses) {
  const View<glm::dvec3> errors_m = errors_.view().part(0, blocks());
  launch(*exec_, "joints", blocks(),
         MeasureJoints{block_views(), readable(broken_), poses, drives_.drives(), errors_m});
  const int parts = (blocks() + joint_sum_block - 1) / joint_sum_block;
  const View<WorstJoint> worst = worst_.view().part(0, parts);
  launch(*exec_, "joints", parts, WorstOfJoints{block_views(), readable(broken_), errors_m, worst});
  launch(*exec_, "joints", 1, WorstOfAll{worst, worst_of_all_.view()});
}

void JointsSystem::launch_solve(View<double> impulses, bool from_guess) {
  if (is_direct()) {
    trees_.solve(*exec_, solved_rows(), readable(right_), impulses);
    return;
  }
  solver_->solve(*exec_, matrix_, of_rows(std::as_const(right_)), impulses,
                 cg_settings(from_guess));
}

void JointsSystem::launch_push(View<const double> impulses) {
  launch(*exec_, "joints", bodies(),
         PushRigid{{readable(first_of_body_), readable(blocks_of_body_)},
                   readable(rows_),
                   impulses,
                   momenta_.view()});
}

/// Applies impulses that cancel relative velocities at joints.
void JointsSystem::launch_stop() {
  launch(*exec_, "grab", held_.size(),
         EaseGrab{readable(worst_of_all_), readable(firm_per_kg_), softness_per_kg_.view(),
                  static_cast<double>(dt_s_)});
  launch_begin();
  for (int k = 0; k < drives_.min_solves(); ++k) launch_impulses(true, k == 0);
}

/// Applies gravity and damping for time_s.
void JointsSystem::launch_kick(double time_s) {
  launch(*exec_, "kick", bodies(),
         KickRigid{.inertias = readable(inertias_),
                   .momenta = momenta_.view(),
                   .gravity_m_s2 = {0.0, -as_written(settings_.gravity_m_s2), 0.0},
                   .kept = 1.0 / (1.0 + time_s * as_written(settings_.damping_per_s)),
                   .dt_s = time_s});
}

/// With drives the matrix is built before each solve instead, when their active rows are known.
void JointsSystem::launch_begin() {
  if (is_descent()) return;
  launch_rows();
  if (drives_.empty()) launch_matrix();
}

void JointsSystem::launch_store_previous() {
  launch(*exec_, "store previous", bodies(), CopyRigidPoses{readable(poses_), previous_.view()});
}

void JointsSystem::launch_step(const SystemStep& step) {
  if (waits_) launch_finish();  // from the previous of several steps per step of the world
  vertices_.launch_push(*exec_, joined_bodies());
  launch(*exec_, "grab", held_.size(),
         LeadRigid{readable(poses_), readable(momenta_), readable(inertias_), frames_->inputs(),
                   grabber_.states(), readable(held_), wanted_m_s_.view(), dt_s_});
  launch_spread_rest(step);
  const auto dt_s = static_cast<double>(dt_s_);
  launch_kick(is_descent() ? dt_s : 0.5 * dt_s);
  if (is_descent())
    launch_descent(step);
  else
    launch_close(step);
  waits_ = shares_contacts();
  if (!waits_) launch_finish();
}

/// Ends the step once the predicted poses are final.
void JointsSystem::launch_finish() {
  waits_ = false;
  launch(*exec_, "move", bodies(),
         MoveRigid{readable(predicted_), poses_.view(), frames_->not_finite()});
  if (may_sleep_)
    sleeping_.launch_fall_asleep(*exec_, readable(poses_), inertias_.view(), momenta_.view(),
                                 settings_.sleep_after_s, dt_s_);
  launch_stiffen(solves() && !is_descent());
  if (!is_descent()) launch_kick(0.5 * static_cast<double>(dt_s_));
  if (!solves()) return;
  if (!is_descent()) launch_stop();
  launch(*exec_, "joints", count(joints_),
         BreakJoints{readable(first_block_), readable(breaks_at_N_), readable(impulses_),
                     readable(stops_), block_views(), readable(inertias_), broken_.view(),
                     forces_N_.view(), static_cast<double>(dt_s_)});
}

/// Stiffens bodies that joints pull taut, or none if not `pulled`.
void JointsSystem::launch_stiffen(bool pulled) {
  launch(*exec_, "joints", bodies(),
         StiffenTaut{.blocks_of_body =
                         pulled ? Incidence{readable(first_of_body_), readable(blocks_of_body_)}
                                : Incidence{},
                     .blocks = block_views(),
                     .broken = readable(broken_),
                     .poses = readable(poses_),
                     .impulses_N_s = readable(impulses_),
                     .stops_N_s = readable(stops_),
                     .traits = sleeping_.traits(),
                     .added_kg_m2 = stiffened_kg_m2_.view(),
                     .inertias = inertias_.view(),
                     .momenta = momenta_.view(),
                     .dt_s = static_cast<double>(dt_s_)});
}

// ---- Joints with vertices of other systems ----

void JointsSystem::launch_lend_mass(const System& other, bool first) {
  if (settings_.joints) vertices_.launch_lend(*exec_, joined_bodies(), other, first);
}

void JointsSystem::launch_take_mass_back(const System& other) {
  if (settings_.joints) vertices_.launch_take_back(*exec_, other);
}

void JointsSystem::launch_close_on_vertices(double dt_s) {
  if (settings_.joints && !vertices_.empty()) vertices_.launch_close(*exec_, joined_bodies(), dt_s);
}

void JointsSystem::frame_launched() {
  if (const auto outcome = solver_->poll_outcome()) outcome_ = outcome;
  if (blocks() > 0 && settings_.joints && settings_.method == "cg" && !solver_->outcome_pending())
    solver_->request_outcome(*exec_);
}

double JointsSystem::close_joints(int max_rounds) {
  const std::vector<RigidMomentum> before = momenta_.download(*exec_);
  const float dt_s = std::exchange(dt_s_, 1.0f);  // makes impulses displacements
  double open_m = 0.0;
  for (int round = 0; round <= max_rounds; ++round) {
    launch_rows();
    launch_matrix();
    launch_measure(readable(poses_));
    open_m = worst_of_all_.download(*exec_).front().open_m;
    if (open_m <= 1e-9 || round == max_rounds) break;
    momenta_.zero(*exec_);
    launch_right_side(false, true, true);
    launch_solve(of_rows(more_), false);
    launch_push(of_rows(std::as_const(more_)));
    launch_predict();
    exec_->synchronize();
    poses_.upload(*exec_, predicted_.download(*exec_));
  }
  dt_s_ = dt_s;
  momenta_.upload(*exec_, before);
  exec_->synchronize();
  return open_m;
}

}  // namespace limber
