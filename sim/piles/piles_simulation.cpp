// Harada, "Real-Time Rigid Body Simulation on GPUs" (GPU Gems 3, chapter 29, 2007).

#include "sim/piles/piles_simulation.h"

#include <algorithm>
#include <cmath>

#include "kernels/launch.h"
#include "kernels/piles/rest.h"
#include "sim/move_all.h"
#include "sim/piles/pile_draw_list.h"
#include "sim/state_hash.h"

namespace limber {

namespace {

int blocks_of(const BodyState& state) {
  const std::size_t most = std::max(state.spheres.size(), state.poses.size());
  return static_cast<int>((most + pile_block - 1) / pile_block);
}

int count(const auto& things) { return static_cast<int>(things.size()); }

}  // namespace

PilesSimulation::PilesSimulation(Exec& exec, const PilesModel& model, const PilesSettings& settings)
    : FamilySimulation(exec),
      settings_(settings),
      extremes_(extremes_of(model)),
      law_(contact_law(extremes_.inverse_mass_per_kg, settings_)),
      start_(state_of(model)),
      poses_(exec, start_.poses),
      remembered_(exec, start_.poses),
      momenta_(exec, start_.momenta),
      first_sphere_(exec, start_.first_sphere),
      on_body_(exec, start_.spheres),
      forces_(exec, std::vector<SphereForce>(start_.spheres.size())),
      rest_s_(exec, std::vector<float>(start_.poses.size(), 0.0f)),
      colliders_(exec, model),
      block_sums_(exec, blocks_of(start_)),
      sums_(exec, 1),
      springs_(exec, start_, count(model.colliders)),
      hand_(exec, start_.inertias),
      frames_(exec) {
  parameters_ = parameters_of(settings_);
  counts_.particles = spheres();
  counts_.bodies = bodies();
  for (const PileBody& body : model.bodies)
    counts_.vertices += count(model.kinds[body.kind].drawn.positions_m);
  draw_list_ = draw_list_of(model, start_);
  choose_contacts();
}

template <class Visit>
void PilesSimulation::for_each_buffer(const Visit& visit) {
  visit(poses_);
  visit(remembered_);
  visit(momenta_);
  visit(first_sphere_);
  visit(on_body_);
  visit(forces_);
  visit(rest_s_);
  visit(colliders_);
  visit(block_sums_);
  visit(sums_);
  visit(springs_);
  visit(hand_);
  visit(frames_);
  if (positions_) visit(*positions_);
}

void PilesSimulation::switch_to(Exec& exec) {
  if (&exec == exec_) return;
  residuals();
  frames_.forget_frames();
  move_all(*exec_, exec, [&](const auto& visit) { for_each_buffer(visit); });
  sums_later_.forget();
  exec_ = &exec;
}

void PilesSimulation::reset() {
  frames_.forget_frames();
  poses_.upload(*exec_, start_.poses);
  remembered_.upload(*exec_, start_.poses);
  momenta_.upload(*exec_, start_.momenta);
  forces_.zero(*exec_);
  springs_.forget(*exec_);
  rest_s_.zero(*exec_);
  colliders_.reset(*exec_);
  if (positions_) positions_->forget(*exec_);
  hand_.forget(*exec_);
  frames_.reset();
  sums_later_.forget();
  residuals_.clear();
  time_s_ = 0.0;
}

void PilesSimulation::parameters_changed() {
  frames_.forget_frames();
  law_ = contact_law(extremes_.inverse_mass_per_kg, settings_);
  choose_contacts();
}

/// Each way begins without what it remembered of its contacts when it was last chosen.
void PilesSimulation::choose_contacts() {
  const bool wanted = settings_.contacts == "positions";
  if (wanted && positions_) positions_->settings_changed(*exec_, settings_);
  if (wanted == positions_.has_value()) return;
  positions_.reset();
  if (wanted) positions_.emplace(*exec_, start_, settings_);
  springs_.forget(*exec_);
}

std::vector<IterationCount> PilesSimulation::iterations_now() const {
  if (!positions_) return {};
  return {{"positions", substeps_of(settings_) * settings_.iterations}};
}

double PilesSimulation::longest_stable_dt_s() const {
  return longest_dt_s(extremes_.inverse_mass_per_kg, settings_, law_.stiffness_N_m);
}

std::string PilesSimulation::trouble() {
  if (positions_) return {};
  return trouble_with_springs(extremes_, start_.largest_diameter_m, settings_, law_.stiffness_N_m);
}

void PilesSimulation::run_steps(int steps, bool remember) {
  const std::uint64_t key = static_cast<std::uint64_t>(steps) << 1 | static_cast<int>(remember);
  frames_.run({static_cast<float>(time_s_), grab_target_m_}, steps, key, [&] {
    if (!positions_) springs_.launch_begin(*exec_, views(), hand_);
    for (int step = 0; step < steps; ++step) {
      if (remember && step == steps - 1)
        launch(*exec_, "remember", bodies(), RememberPoses{readable(poses_), remembered_.view()});
      launch_step();
    }
    launch(*exec_, "rest", bodies(),
           MeasureRest{.momenta = readable(momenta_),
                       .inertias = hand_.inertias(),
                       .poses = readable(poses_),
                       .rest_s = rest_s_.view(),
                       .passed_s = static_cast<float>(steps) * settings_.dt_s});
  });
  time_s_ += steps * dt_s();
}

PileViews PilesSimulation::views() {
  return {.poses = poses_.view(),
          .momenta = momenta_.view(),
          .first_sphere = readable(first_sphere_),
          .on_body = readable(on_body_),
          .colliders = colliders_.now(),
          .forces = forces_.view(),
          .inputs = frames_.inputs(),
          .not_finite = frames_.not_finite()};
}

void PilesSimulation::launch_step() {
  if (positions_)
    positions_->launch_step(*exec_, settings_, views(), hand_);
  else
    springs_.launch_step(*exec_, settings_, law_, views(), hand_);
  colliders_.step(*exec_, settings_.dt_s);
}

void PilesSimulation::publish(const FrameRequest& request) {
  const bool blended = request.blend < 1.0f;
  const PileLook look{
      .shown = {readable(poses_), readable(remembered_).part(0, blended ? bodies() : 0),
                request.blend},
      .field = static_cast<PileField>(request.field + 1),
      .momenta = readable(momenta_),
      .inertias = hand_.inertias(),
      .forces = readable(forces_),
      .rest_s = readable(rest_s_),
      .pressures_N = positions_ ? positions_->pressures_N() : View<const float>(),
      .stiffness_N_m = law_.stiffness_N_m,
      .not_finite = frames_.not_finite()};
  launch(*exec_, "publish", bodies(),
         PublishBodies{look, readable(first_sphere_), request.publish.part(0, bodies())});
  launch(*exec_, "publish", spheres(),
         PublishSpheres{look, readable(on_body_), request.publish.part(bodies(), spheres())});
  launch(*exec_, "publish", 1,
         PublishHeld{look.shown, hand_.held(), frames_.not_finite(),
                     request.publish.part(held_vertex(), 1)});
  colliders_.publish(*exec_, (1.0f - request.blend) * settings_.dt_s, frames_.not_finite(),
                     request.publish.part(held_vertex() + 1, colliders_.drawn()));
}

void PilesSimulation::grab(int vertex) {
  const bool is_sphere = vertex >= bodies();
  const int body = is_sphere ? start_.spheres[vertex - bodies()].body : vertex;
  const Pose pose = poses()[body];
  glm::vec3 at_m = pose.position_m;
  if (is_sphere) at_m += rotated(pose.quaternion, start_.spheres[vertex - bodies()].center_m);
  grab_at(body, at_m);
}

void PilesSimulation::grab_at(int vertex, glm::vec3 at_m) {
  const int body = vertex < bodies() ? vertex : start_.spheres[vertex - bodies()].body;
  const Pose pose = poses()[body];
  hand_.grab(*exec_, body, rotated_back(pose.quaternion, at_m - pose.position_m));
  grab_target_m_ = at_m;
}

void PilesSimulation::release(bool pin) { hand_.release(*exec_, pin); }

int PilesSimulation::grabbed_vertex() const {
  return hand_.grabbed_body() < 0 ? -1 : held_vertex();
}

void PilesSimulation::request_residuals() {
  if (sums_later_.pending()) return;
  launch(*exec_, "residuals", block_sums_.size(),
         SumBlockOfPile{readable(forces_), readable(on_body_), readable(momenta_), hand_.inertias(),
                        block_sums_.view()});
  launch(*exec_, "residuals", 1, SumPile{readable(block_sums_), sums_.view()});
  sums_later_.request(*exec_, sums_.view());
}

double PilesSimulation::contacts_now() {
  request_residuals();
  exec_->synchronize();
  return 0.5 * sums_.download(*exec_).front().contacts;
}

const std::map<std::string, double>& PilesSimulation::residuals() {
  if (const auto sums = sums_later_.poll())
    residuals_ = {{"overlap", sums->contacts > 0.0 ? sums->overlap / sums->contacts : 0.0},
                  {"speed", std::sqrt(sums->speed_squared_m2_s2 / bodies())}};
  return residuals_;
}

std::vector<glm::vec3> PilesSimulation::positions_m() {
  return sphere_centers_m(start_.spheres, poses());
}

std::uint64_t PilesSimulation::state_hash() {
  StateHash hash;
  hash.add(poses_.download(*exec_));
  hash.add(momenta_.download(*exec_));
  springs_.add_to(hash, *exec_);
  hash.add(colliders_.turns(*exec_));
  if (positions_) positions_->add_to(hash, *exec_);
  return hash.value();
}

}  // namespace limber
