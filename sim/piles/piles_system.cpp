// [Harada07].

#include "sim/piles/piles_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/close_tally.h"
#include "kernels/launch.h"
#include "kernels/piles/rest.h"
#include "kernels/piles/wetness.h"
#include "sim/contact/contact_step.h"
#include "sim/count.h"
#include "sim/piles/pile_draw_list.h"

namespace limber {

namespace {

int pile_blocks_of(const BodyState& state) {
  const std::size_t max_count = std::max(state.spheres.size(), state.poses.size());
  return static_cast<int>((max_count + pile_block - 1) / pile_block);
}

/// Each round passes the limits on to the next layer of a pile. Most bodies are held back in the
/// first pass over the pairs.
constexpr int rounds_of_holding_bodies(int pass) { return pass == 1 ? 4 : 1; }

}  // namespace

PilesSystem::PilesSystem(Exec& exec, const PilesModel& model, int colliders,
                         const PilesSettings& settings)
    : System(exec),
      settings_(settings),
      used_(settings),
      extremes_(extremes_of(model)),
      law_(contact_law(extremes_, used_)),
      start_(state_of(model)),
      poses_(exec, start_.poses),
      previous_(exec, start_.poses),
      momenta_(exec, start_.momenta),
      first_sphere_(exec, start_.first_sphere),
      on_body_(exec, start_.spheres),
      forces_(exec, std::vector<SphereForce>(start_.spheres.size())),
      rest_s_(exec, std::vector<float>(start_.poses.size(), 0.0f)),
      wetness_(exec, std::vector<float>(start_.poses.size(), 0.0f)),
      block_sums_(exec, pile_blocks_of(start_)),
      sums_(exec, 1),
      open_tally_(exec, std::vector<PileTally>(1)),
      tally_(exec, std::vector<PileTally>(1)),
      springs_(exec, start_, colliders),
      grabber_(exec, start_.inertias, 1.5f * start_.largest_diameter_m) {
  parameters_ = parameters_of(settings_);
  counts_.particles = spheres();
  counts_.others = {{"bodies", "Bodies", bodies()}};
  counts_.residual_help =
      "Mean overlap of contacts relative to the diameter; speed in m/s; contacts for which there "
      "is no memory";
  for (const PileBody& body : model.bodies)
    counts_.vertices += count(model.kinds[body.kind].drawn.positions_m);
  draw_list_ = draw_list_of(model, start_);
  choose_contacts();
  if (!positions_) springs_.begin(exec, momenta_.view());
}

void PilesSystem::archive(Archive& archive) {
  archive.state("poses", poses_);
  archive.state("momenta", momenta_);
  archive.host("contacts by positions", by_positions_);
  archive.after_load([this](const Exec& exec) {
    if (std::exchange(by_positions_, positions_.has_value()) == by_positions_) return;
    springs_.forget(exec);  // the state is of the other backend, which has its own contact cache
    if (!by_positions_) springs_.begin(exec, momenta_.view());
  });
  springs_.archive(archive);
  if (positions_) positions_->archive(archive);
  archive.derived("remembered", previous_);
  archive.derived("forces", forces_, Start::zeros);
  archive.derived("rest", rest_s_, Start::zeros);
  archive.derived("wetness", wetness_, Start::zeros);
  archive.derived("open tally", open_tally_, Start::zeros);
  archive.scratch(first_sphere_, on_body_, block_sums_, sums_, tally_, start_poses_, shifts_);
  grabber_.archive(archive);
}

void PilesSystem::restarted() {
  if (!positions_) springs_.begin(*exec_, momenta_.view());
  grabber_.forget(*exec_);
  loaded();
}

void PilesSystem::loaded() {
  name_pinned_vertices();
  arrived();
  residuals_.clear();
  newest_tally_ = {};
}

/// Pending readbacks are from the previous backend.
void PilesSystem::arrived() {
  sums_later_.forget();
  tally_later_.forget();
}

void PilesSystem::settings_changed() {
  if (contacts_shared_ && shifts_.size() == 0) {
    start_poses_ = {*exec_, start_.poses};
    shifts_ = {*exec_, std::vector<BodyShift>(start_.poses.size())};
  }
  used_ = settings_;
  used_.dt_s = dt_s_;
  law_ = contact_law(extremes_, used_);
  choose_contacts();
}

/// A solver that becomes selected starts without contacts cached from an earlier selection.
void PilesSystem::choose_contacts() {
  const bool wanted = used_.contacts == "positions";
  springs_.settings_changed(*exec_, used_);
  if (wanted && positions_) positions_->settings_changed(*exec_, used_);
  if (wanted == positions_.has_value()) return;
  newest_tally_ = {};
  positions_.reset();
  by_positions_ = wanted;
  if (wanted) positions_.emplace(*exec_, start_, used_);
  springs_.forget(*exec_);
  if (!wanted) springs_.begin(*exec_, momenta_.view());
}

std::vector<IterationCount> PilesSystem::iterations_now() const {
  if (!positions_) return {};
  return {{"positions", substeps_of(used_) * used_.iterations}};
}

double PilesSystem::longest_stable_dt_s() const {
  return longest_dt_s(extremes_, used_, law_.stiffness_N_m);
}

std::string PilesSystem::trouble() {
  if (const auto tally = tally_later_.poll()) newest_tally_ = *tally;
  std::string trouble;
  if (!positions_)
    trouble = trouble_with_springs(extremes_, start_.largest_diameter_m, used_, law_.stiffness_N_m);
  if (trouble.empty()) trouble = trouble_of_tally();
  return trouble.empty() ? grabber_.notice() : trouble;
}

std::string PilesSystem::trouble_of_tally() const {
  if (newest_tally_.sunk_bodies > 0)
    return fmt::format(
        "contacts do not hold: {} of {} bodies have overlapped something by more than a tenth of a "
        "sphere's diameter for {:g} s; set more iterations or substeps, or set contacts to springs",
        newest_tally_.sunk_bodies, bodies(), sunk_after_s);
  if (newest_tally_.excess_contacts > 0)
    return fmt::format(
        "spheres have more contacts than there is memory for: {} contacts {}",
        (newest_tally_.excess_contacts + newest_tally_.steps - 1) /
            std::max(newest_tally_.steps, 1),
        positions_ ? "begin each substep without their impulses" : "have no shear spring");
  return {};
}

void PilesSystem::launch_begin() {
  if (!positions_) springs_.launch_begin(*exec_, views({}), grabber_);
}

void PilesSystem::launch_store_previous() {
  launch(*exec_, "store previous", bodies(), CopyPoses{readable(poses_), previous_.view()});
}

void PilesSystem::launch_end(float passed_s, View<const Collider>) {
  launch(*exec_, "rest", bodies(),
         MeasureRest{.momenta = readable(momenta_),
                     .inertias = grabber_.inertias(),
                     .poses = readable(poses_),
                     .rest_s = rest_s_.view(),
                     .passed_s = passed_s});
  if (positions_) positions_->launch_end(*exec_, views({}), passed_s);
  launch(*exec_, "rest", 1,
         CloseTally<PileTally>{open_tally_.view(), tally_.view(),
                               static_cast<int>(std::lround(passed_s / dt_s_))});
}

void PilesSystem::frame_launched() { request_tally(); }

void PilesSystem::request_tally() {
  if (const auto tally = tally_later_.poll()) newest_tally_ = *tally;
  if (!tally_later_.pending()) tally_later_.request(*exec_, readable(tally_));
}

PileViews PilesSystem::views(View<const Collider> colliders) {
  return {.poses = poses_.view(),
          .momenta = momenta_.view(),
          .first_sphere = readable(first_sphere_),
          .on_body = readable(on_body_),
          .colliders = colliders,
          .forces = forces_.view(),
          .inputs = frames_->inputs(),
          .not_finite = frames_->not_finite(),
          .tally = open_tally_.view()};
}

void PilesSystem::launch_step(const SystemStep& step) {
  if (positions_)
    positions_->launch_step(*exec_, used_, views(step.colliders), grabber_);
  else
    springs_.launch_step(*exec_, used_, law_, views(step.colliders), grabber_);
}

ContactShape PilesSystem::contact_shape() const {
  ContactShape shape{sphere_centers_m(start_.spheres, start_.poses), {}, {}, {}};
  for (int i = 0; i < spheres(); ++i) {
    shape.body.push_back(start_.spheres[i].body);
    shape.spheres.push_back(i);
  }
  return shape;
}

ContactUse PilesSystem::contact_use() const {
  ContactUse use;
  for (const SphereOnBody& sphere : start_.spheres)
    use.traits.push_back({sphere.radius_m, settings_.friction, settings_.restitution});
  return use;
}

ShiftedBodies PilesSystem::shifted_bodies() {
  return {.first_sphere = readable(first_sphere_),
          .on_body = readable(on_body_),
          .inertias = grabber_.inertias(),
          .starts = readable(start_poses_),
          .poses = readable(poses_),
          .shifts = shifts_.view()};
}

void PilesSystem::launch_start_points(View<Particle> points) {
  launch(*exec_, "contacts of bodies", bodies(), CopyPoses{readable(poses_), start_poses_.view()});
  launch_show_points(points);
}

void PilesSystem::launch_show_points(View<Particle> points) {
  launch(*exec_, "contacts of bodies", points.size,
         ShowContactSpheres{readable(on_body_), readable(poses_), grabber_.inertias(), points});
}

void PilesSystem::launch_move_bodies(const ContactStep& step) {
  launch(*exec_, "contacts of bodies", bodies(),
         MoveContactBodies{.bodies = shifted_bodies(),
                           .moves = step.requests.moves,
                           .twists = step.requests.twists,
                           .turns = step.requests.turns,
                           .pushing = step.requests.pushing,
                           .pushing_now = step.requests.pushing_now,
                           .points = step.particles});
}

void PilesSystem::launch_share_bodies(const ContactStep& step) {
  launch(*exec_, "hold back", bodies(),
         ShareBodies{readable(first_sphere_), step.requests.shares, step.requests.next_shares});
  if (positions_)
    positions_->launch_hold(*exec_, views(step.colliders), step, step.sharing.if_lowered,
                            rounds_of_holding_bodies(step.sharing.number));
}

void PilesSystem::launch_take_points(const ContactStep& step) {
  if (positions_)  // all planes stood still in the last pass, and allow any shorter motion
    positions_->launch_hold(*exec_, views(step.colliders), step, step.sharing.if_lowered,
                            rounds_of_holding_bodies(step.sharing.number));
  launch(*exec_, "contacts of bodies", bodies(),
         TakeContactBodies{.bodies = shifted_bodies(),
                           .shares = step.requests.shares,
                           .poses = poses_.view(),
                           .momenta = momenta_.view(),
                           .state = step.requests.state,
                           .dt_s = step.dt_s});
}

ImmersedBodies PilesSystem::immersed_bodies() {
  return {readable(on_body_), readable(poses_), grabber_.inertias()};
}

const ImmersedBalls& PilesSystem::immersed_balls(float) {
  if (immersed_balls_.spheres.empty()) immersed_balls_.spheres = start_.spheres;
  return immersed_balls_;
}

void PilesSystem::launch_show_spheres(View<ImmersedSphere> spheres_now, int first_body) {
  launch(*exec_, "fluid", spheres(),
         ShowImmersedSpheres{immersed_bodies(), readable(momenta_), spheres_now, first_body});
}

void PilesSystem::launch_try_impulses(View<const ImmersedSphere> spheres_now,
                                      const BodyImpulses& impulses,
                                      View<glm::vec4> velocities_m_s) {
  launch(*exec_, "fluid", spheres(),
         TryImpulses{immersed_bodies(), spheres_now, impulses, velocities_m_s});
}

void PilesSystem::launch_take_impulses(const BodyImpulses& impulses, View<const long long> touched,
                                       float dt_s) {
  launch(*exec_, "fluid", bodies(), TakeImpulses{grabber_.inertias(), impulses, momenta_.view()});
  launch(*exec_, "fluid", bodies(),
         WetBodies{touched, wetness_.view(), share_of_way(soaking_s, dt_s),
                   share_of_way(used_.drying_s, dt_s)});
}

void PilesSystem::publish(const SystemPublish& request) {
  const bool blended = request.blend < 1.0f;
  const PileLook look{.shown = {readable(poses_),
                                readable(previous_).part(0, blended ? bodies() : 0), request.blend},
                      .field = static_cast<PileField>(request.field + 1),
                      .momenta = readable(momenta_),
                      .inertias = grabber_.inertias(),
                      .forces = readable(forces_),
                      .rest_s = readable(rest_s_),
                      .wetness = readable(wetness_),
                      .pressures_N = positions_ ? positions_->pressures_N() : View<const float>(),
                      .stiffness_N_m = law_.stiffness_N_m,
                      .not_finite = request.not_finite};
  launch(*exec_, "publish", bodies(),
         PublishBodies{look, readable(first_sphere_), request.vertices.part(0, bodies())});
  launch(*exec_, "publish", spheres(),
         PublishSpheres{look, readable(on_body_), request.vertices.part(bodies(), spheres())});
  constexpr int held = BodyGrabber::max_holds;
  launch(*exec_, "publish", held,
         PublishHeld{look.shown, grabber_.held(), request.not_finite,
                     request.vertices.part(first_held_vertex(), held)});
}

glm::vec3 PilesSystem::grab(int vertex, const glm::vec3* at_m) {
  const bool is_sphere = vertex >= bodies();
  const int body = is_sphere ? start_.spheres[vertex - bodies()].body : vertex;
  frames_->forget_frames();
  const Pose pose = poses_.download_at(*exec_, body);
  glm::vec3 point_m = pose.position_m;
  if (at_m)
    point_m = *at_m;
  else if (is_sphere)
    point_m = center_of(start_.spheres[vertex - bodies()], pose);
  grabber_.grab(*exec_, body, rotated_back(pose.quaternion, point_m - pose.position_m));
  name_pinned_vertices();
  return point_m;
}

void PilesSystem::release(bool pin, glm::vec3 target_m) {
  frames_->forget_frames();
  grabber_.release(*exec_, pin, target_m);
  name_pinned_vertices();
}

void PilesSystem::clear_pins() {
  frames_->forget_frames();
  grabber_.clear_pins(*exec_);
  name_pinned_vertices();
}

/// Pins are published after the grab.
void PilesSystem::name_pinned_vertices() {
  pinned_vertices_.resize(grabber_.pins());
  std::iota(pinned_vertices_.begin(), pinned_vertices_.end(),
            first_held_vertex() + (grabber_.grabs() ? 1 : 0));
}

void PilesSystem::request_residuals() {
  request_tally();
  if (sums_later_.pending()) return;
  launch(*exec_, "residuals", block_sums_.size(),
         SumBlockOfPile{readable(forces_), readable(on_body_), readable(momenta_),
                        grabber_.inertias(), block_sums_.view()});
  launch(*exec_, "residuals", 1, SumPile{readable(block_sums_), sums_.view()});
  sums_later_.request(*exec_, sums_.view());
}

double PilesSystem::contacts_now() {
  request_residuals();
  exec_->synchronize();
  return 0.5 * sums_.download(*exec_).front().contacts;
}

const std::map<std::string, double>& PilesSystem::residuals() {
  if (const auto tally = tally_later_.poll()) newest_tally_ = *tally;
  if (const auto sums = sums_later_.poll())
    residuals_ = {{"overlap", sums->contacts > 0.0 ? sums->overlap / sums->contacts : 0.0},
                  {"speed", std::sqrt(sums->speed_squared_m2_s2 / bodies())},
                  {"excess_contacts", static_cast<double>(newest_tally_.excess_contacts) /
                                          std::max(newest_tally_.steps, 1)}};
  return residuals_;
}

std::vector<glm::vec3> PilesSystem::positions_m() {
  return sphere_centers_m(start_.spheres, poses());
}

}  // namespace limber
