// Bender and Koschier, "Divergence-Free SPH for Incompressible and Viscous Fluids" (2017); Mueller,
// Charypar and Gross, "Particle-Based Fluid Simulation for Interactive Applications" (2003).

#include "sim/fluid/fluid_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/close_tally.h"
#include "kernels/fluid/move.h"
#include "kernels/fluid/publish_fluid.h"
#include "kernels/fluid/weakly_compressible.h"
#include "kernels/gather.h"
#include "kernels/launch.h"
#include "kernels/pbd/publish.h"
#include "sim/contact/contact_step.h"
#include "sim/draw_list.h"

namespace limber {

namespace {

/// A wall counts as if it were so much further off: then it misses as much as a lattice that goes
/// on behind it, and particles rest half a spacing in front of it.
constexpr float wall_back_spacings = 0.0833f;
/// Further in a step than what a particle sees of others nothing may go.
constexpr float longest_way_spacings = 1.0f;

std::vector<Particle> particles_of(const FluidModel& model, float mass_kg) {
  std::vector<Particle> all;
  for (const FluidBody& body : model.bodies)
    for (const glm::vec3& x : body.places_m) all.push_back({x, 1.0f / mass_kg});
  return all;
}

std::vector<FluidMotion> motions_of(const FluidModel& model) {
  std::vector<FluidMotion> all;
  for (const FluidBody& body : model.bodies)
    all.resize(all.size() + body.places_m.size(), {body.velocity_m_s, 0.0f});
  return all;
}

FluidTraits traits_of(float spacing_m) {
  return {{support_spacings * spacing_m},
          spacing_m * spacing_m * spacing_m,
          keep_spacings * spacing_m,
          wall_back_spacings * spacing_m};
}

/// By how much velocities wear off in a lattice at rest: the sum over the neighbours of
/// wear_per_m2(the square of their distance in m2).
template <class Wear>
float wear_at_rest_per_m2(float spacing_m, const Wear& wear_per_m2) {
  float sum = 0.0f;
  for (int x = -2; x <= 2; ++x)
    for (int y = -2; y <= 2; ++y)
      for (int z = -2; z <= 2; ++z)
        if (x != 0 || y != 0 || z != 0)
          sum += wear_per_m2(spacing_m * spacing_m * static_cast<float>(x * x + y * y + z * z));
  return sum;
}

DrawList draw_list_of(const FluidModel& model) {
  DrawList list;
  std::vector<glm::vec3> places_m;
  const FluidLook* before = nullptr;
  for (const FluidBody& body : model.bodies) {
    const int count = static_cast<int>(body.places_m.size());
    if (!before || *before != body.look)
      list.fluids.push_back({list.vertex_count, 0, 0.5f * model.spacing_m,
                             body.look.absorption_per_m, body.look.refraction, body.look.scatter});
    list.fluids.back().count += count;
    before = &body.look;
    list.vertex_count += count;
    places_m.insert(places_m.end(), body.places_m.begin(), body.places_m.end());
  }
  // In the order of FluidField.
  list.fields = {{"speed", "m/s", 0.0f, 3.0f},
                 {"density error", "%", -2.0f, 2.0f},
                 {"pressure", "Pa", 0.0f, 5000.0f}};
  set_bounds(list, places_m);
  return list;
}

}  // namespace

FluidSystem::FluidSystem(Exec& exec, const FluidModel& model, const FluidSettings& settings)
    : System(exec),
      settings_(settings),
      spacing_m_(model.spacing_m),
      traits_(traits_of(model.spacing_m)),
      rows_(cell_rows_for(model.particles(), traits_.kernel.support_m)),
      wear_per_m2_(wear_at_rest_per_m2(
          spacing_m_, [this](float squared_m2) { return viscous_per_m2(traits_, squared_m2); })),
      sph_wear_per_m2_(wear_at_rest_per_m2(
          spacing_m_,
          [this](float squared_m2) {
            // As WeaklyCompressibleForces has it, where the density is that at rest.
            const float h = traits_.kernel.support_m;
            const float left_m = std::max(h - std::sqrt(squared_m2), 0.0f);
            return 45.0f / (pi * h * h * h * h * h * h) * traits_.volume_m3 * left_m;
          })),
      mass_kg_(particle_mass_kg()),
      particles_(exec, particles_of(model, particle_mass_kg())),
      remembered_(exec, particles_of(model, particle_mass_kg())),
      motions_(exec, motions_of(model)),
      density_errors_(exec, std::vector<float>(particles_.size(), 0.0f)),
      pressures_Pa_(exec, std::vector<float>(particles_.size(), 0.0f)),
      cells_(exec, particles(), rows_.buckets()),
      places_m_(exec, particles()),
      velocities_m_s_(exec, particles()),
      forced_m_s_(exec, particles()),
      neighbors_(exec, particles() * max_neighbors),
      neighbor_counts_(exec, particles()),
      walls_(exec, particles()),
      densities_(exec, particles()),
      factors_m2_(exec, particles()),
      pressures_m2_s2_(exec, particles()),
      divergence_pressures_m2_s2_(exec, particles()),
      changes_m2_s2_(exec, particles()),
      hand_(exec, std::vector<HandHold>(1)),
      block_sums_(exec, (particles() + fluid_sums_block - 1) / fluid_sums_block),
      sums_(exec, 1),
      open_tally_(exec, std::vector<FluidTally>(1)),
      tally_(exec, std::vector<FluidTally>(1)) {
  parameters_ = parameters_of(settings_);
  counts_.particles = particles();
  counts_.residual_help =
      "How much denser than at rest the fluid is, in the mean and at most, as a share; its speed "
      "in "
      "m/s, likewise; neighbours that found no room";
  draw_list_ = draw_list_of(model);
}

void FluidSystem::archive(Archive& archive) {
  archive.state("particles", particles_);
  archive.state("motions", motions_);
  archive.derived("remembered", remembered_);
  archive.derived("density errors", density_errors_, Start::zeros);
  archive.derived("pressures", pressures_Pa_, Start::zeros);
  archive.derived("hand", hand_, Start::zeros);
  archive.derived("open tally", open_tally_, Start::zeros);
  cells_.archive(archive);
  archive.scratch(places_m_, velocities_m_s_, forced_m_s_, neighbors_, neighbor_counts_, walls_,
                  densities_, factors_m2_, pressures_m2_s2_, divergence_pressures_m2_s2_,
                  changes_m2_s2_, block_sums_, sums_, tally_);
}

void FluidSystem::restarted() {
  mass_kg_ = 0.0f;  // that of the settings at the start
  settings_changed();
  grabbed_ = -1;
  arrived();
  residuals_.clear();
  newest_tally_ = {};
}

/// What was on its way came from where it was.
void FluidSystem::arrived() {
  sums_later_.forget();
  tally_later_.forget();
}

/// Masses are all that the density is for: others move as these say.
void FluidSystem::settings_changed() {
  if (mass_kg_ == particle_mass_kg()) return;
  mass_kg_ = particle_mass_kg();
  std::vector<Particle> particles = particles_.download(*exec_);
  for (Particle& particle : particles) particle.inverse_mass_per_kg = 1.0f / mass_kg_;
  particles_.upload(*exec_, particles);
  exec_->synchronize();
}

// ---- Its steps ----

SortedFluid FluidSystem::sorted(Buffer<glm::vec4>& velocities_m_s) {
  const bool on_device = exec_->memory() == Memory::device;
  return {.places_m = places_m_.view(),
          .velocities_m_s = velocities_m_s.view(),
          .neighbors = {neighbors_.view(), neighbor_counts_.view(), on_device ? 1 : max_neighbors,
                        on_device ? particles() : 1},
          .walls = walls_.view(),
          .densities = densities_.view(),
          .factors_m2 = factors_m2_.view(),
          .traits = traits_};
}

/// What a velocity may lose to those around it in a step: half of the difference.
float FluidSystem::max_viscosity_m2_s() const {
  return 0.5f / ((is_dfsph() ? wear_per_m2_ : sph_wear_per_m2_) * dt_s_);
}

/// Sound goes a third of the way that a particle sees.
float FluidSystem::max_sound_m_s() const { return 0.3f * traits_.kernel.support_m / dt_s_; }

View<const HandHold> FluidSystem::hand() const {
  return grabbed_ >= 0 ? readable(hand_) : View<const HandHold>{};
}

void FluidSystem::launch_remember() {
  launch(*exec_, "remember", particles(), Remember{readable(particles_), remembered_.view()});
}

void FluidSystem::launch_step(const SystemStep& step) {
  if (grabbed_ >= 0) launch(*exec_, "hand", 1, LeadStirrer{hand_.view(), frames_->inputs(), dt_s_});
  cells_.sort(*exec_, "sort", rows_, FluidPosition{readable(particles_)});
  launch(*exec_, "sort", particles(),
         GatherFluid{readable(cells_.items()), readable(particles_), readable(motions_),
                     sorted(velocities_m_s_), pressures_m2_s2_.view()});
  const bool dfsph = is_dfsph();
  if (dfsph)
    launch_dfsph(step);
  else
    launch_sph(step);
  const bool has_divergence = dfsph && settings_.divergence_iterations > 0;
  launch(*exec_, "move", particles(),
         KeepMeasures{
             .order = readable(cells_.items()),
             .densities = readable(densities_),
             .pressures_m2_s2 = readable(pressures_m2_s2_),
             .divergence_pressures_m2_s2 =
                 readable(divergence_pressures_m2_s2_).part(0, has_divergence ? particles() : 0),
             .errors = density_errors_.view(),
             .pressures_Pa = pressures_Pa_.view(),
             .pressure_share = (dfsph ? seen_gradient : 1.0f) * settings_.density_kg_m3});
  launch(*exec_, "move", particles(),
         MoveFluid{.order = readable(cells_.items()),
                   .velocities_m_s = readable(forced_m_s_),
                   // Those of sph are no impulses that dfsph could begin with.
                   .pressures_m2_s2 = readable(pressures_m2_s2_).part(0, dfsph ? particles() : 0),
                   .colliders = step.colliders_at_start,
                   .particles = particles_.view(),
                   .motions = motions_.view(),
                   .not_finite = frames_->not_finite(),
                   .tally = open_tally_.view(),
                   .keep_m = traits_.keep_m,
                   .longest_way_m = longest_way_spacings * spacing_m_,
                   .dt_s = dt_s_});
}

void FluidSystem::launch_dfsph(const SystemStep& step) {
  launch(*exec_, "neighbours", particles(),
         FindFluidNeighbors{rows_, readable(cells_.first()), step.colliders_at_start,
                            sorted(velocities_m_s_), open_tally_.view(), dt_s_});
  if (settings_.divergence_iterations > 0) {
    launch(*exec_, "divergence", particles(),
           KeepPressures{divergence_pressures_m2_s2_.view(), 0.0f});
    launch_solve(FluidSolve::divergence, divergence_pressures_m2_s2_, velocities_m_s_,
                 settings_.divergence_iterations);
  }
  launch(
      *exec_, "forces", particles(),
      ApplyFluidForces{.fluid = sorted(velocities_m_s_),
                       .velocities_after_m_s = forced_m_s_.view(),
                       .hand = hand(),
                       .hand_radius_m = settings_.hand_radius_m,
                       .gravity_m_s2 = settings_.gravity_m_s2,
                       .viscosity_m2_s = std::min(settings_.viscosity_m2_s, max_viscosity_m2_s()),
                       .wall_per_m2 = wear_per_m2_,
                       .dt_s = dt_s_});
  launch(*exec_, "density", particles(),
         KeepPressures{pressures_m2_s2_.view(), settings_.warm_start});
  launch(*exec_, "density", particles(),
         ApplyPressures{sorted(forced_m_s_), readable(pressures_m2_s2_), dt_s_});
  launch_solve(FluidSolve::density, pressures_m2_s2_, forced_m_s_, settings_.iterations);
}

void FluidSystem::launch_solve(FluidSolve solve, Buffer<float>& pressures_m2_s2,
                               Buffer<glm::vec4>& velocities_m_s, int iterations) {
  const char* label = solve == FluidSolve::density ? "density" : "divergence";
  for (int i = 0; i < iterations; ++i) {
    launch(*exec_, label, particles(),
           ChangePressures{solve, sorted(velocities_m_s), pressures_m2_s2.view(),
                           changes_m2_s2_.view(), dt_s_, settings_.relaxation});
    launch(*exec_, label, particles(),
           ApplyPressures{sorted(velocities_m_s), readable(changes_m2_s2_), dt_s_});
  }
}

void FluidSystem::launch_sph(const SystemStep& step) {
  launch(*exec_, "density", particles(),
         FluidDensities{rows_, readable(cells_.first()), step.colliders_at_start,
                        sorted(velocities_m_s_), dt_s_});
  launch(*exec_, "forces", particles(),
         WeaklyCompressibleForces{
             .rows = rows_,
             .first = readable(cells_.first()),
             .fluid = sorted(velocities_m_s_),
             .velocities_after_m_s = forced_m_s_.view(),
             .pressures_m2_s2 = pressures_m2_s2_.view(),
             .hand = hand(),
             .hand_radius_m = settings_.hand_radius_m,
             .sound_m_s = std::min(settings_.sound_m_s, max_sound_m_s()),
             .viscosity_m2_s = std::min(settings_.viscosity_m2_s, max_viscosity_m2_s()),
             .gravity_m_s2 = settings_.gravity_m_s2,
             .dt_s = dt_s_});
}

void FluidSystem::launch_end(float passed_s) {
  launch(*exec_, "move", 1,
         CloseTally<FluidTally>{open_tally_.view(), tally_.view(),
                                static_cast<int>(std::lround(passed_s / dt_s_))});
}

void FluidSystem::publish(const SystemPublish& request) {
  const bool blended = request.blend < 1.0f;
  launch(*exec_, "publish", particles(),
         PublishFluid{.particles = readable(particles_),
                      .remembered = readable(remembered_).part(0, blended ? particles() : 0),
                      .motions = readable(motions_),
                      .density_errors = readable(density_errors_),
                      .pressures_Pa = readable(pressures_Pa_),
                      .blend = request.blend,
                      .field = static_cast<FluidField>(request.field + 1),
                      .not_finite = request.not_finite,
                      .out = request.vertices});
}

// ---- Its contacts with bodies of other kinds, which its particles meet as spheres ----

ContactShape FluidSystem::contact_shape() const {
  ContactShape shape;
  shape.loose = true;
  for (int i = 0; i < particles(); ++i) shape.spheres.push_back(i);
  shape.places_m.resize(particles());  // nothing asks for those of spheres
  shape.body.resize(particles(), 0);
  return shape;
}

ContactUse FluidSystem::contact_use() const {
  ContactUse use;
  use.meets_solids = false;
  use.meets_itself = false;
  if (settings_.body_contacts)
    use.traits.resize(particles(), {0.5f * spacing_m_, settings_.friction, 0.0f});
  return use;
}

void FluidSystem::launch_show_points(View<Particle> points) {
  launch(*exec_, "contacts of bodies", particles(), Remember{readable(particles_), points});
}

void FluidSystem::launch_collide_points(const ContactStep& step) {
  launch(*exec_, "contacts of bodies", particles(),
         CollideFluid{step.colliders, readable(particles_), step.particles, traits_.keep_m});
}

void FluidSystem::launch_take_points(const ContactStep& step) {
  launch(*exec_, "contacts of bodies", particles(),
         TakeContactFluid{step.starts, step.before, step.particles, particles_.view(),
                          motions_.view(), step.dt_s});
}

// ---- The hand ----

glm::vec3 FluidSystem::grab(int vertex, const glm::vec3* at_m) {
  frames_->forget_frames();
  const glm::vec3 place_m =
      at_m ? *at_m : gathered(*exec_, particles_, {vertex}).front().position_m;
  hand_.upload(*exec_, std::vector{HandHold{.reference_m = place_m, .fresh = 0}});
  exec_->synchronize();
  grabbed_ = vertex;
  return place_m;
}

void FluidSystem::release(bool, glm::vec3) {
  frames_->forget_frames();
  grabbed_ = -1;
}

// ---- What is measured of it ----

void FluidSystem::request_tally() {
  if (const auto tally = tally_later_.poll()) newest_tally_ = *tally;
  if (!tally_later_.pending()) tally_later_.request(*exec_, readable(tally_));
}

void FluidSystem::request_residuals() {
  request_tally();
  if (sums_later_.pending()) return;
  launch(*exec_, "residuals", block_sums_.size(),
         SumBlockOfFluid{readable(density_errors_), readable(motions_), block_sums_.view()});
  launch(*exec_, "residuals", 1, SumFluid{readable(block_sums_), sums_.view()});
  sums_later_.request(*exec_, readable(sums_));
}

const std::map<std::string, double>& FluidSystem::residuals() {
  if (const auto tally = tally_later_.poll()) newest_tally_ = *tally;
  if (const auto sums = sums_later_.poll())
    residuals_ = {{"density_error", sums->too_dense / particles()},
                  {"max_density_error", sums->densest},
                  {"max_speed", sums->fastest_m_s},
                  {"speed", std::sqrt(sums->speed_squared_m2_s2 / particles())},
                  {"neighbors_left_out",
                   static_cast<double>(newest_tally_.left_out) / std::max(newest_tally_.steps, 1)}};
  return residuals_;
}

std::vector<IterationCount> FluidSystem::iterations_now() const {
  if (!is_dfsph()) return {};
  return {{"density", settings_.iterations}, {"divergence", settings_.divergence_iterations}};
}

std::string FluidSystem::trouble() {
  if (const auto tally = tally_later_.poll()) newest_tally_ = *tally;
  const int steps = std::max(newest_tally_.steps, 1);
  if (newest_tally_.slowed > 0)
    return fmt::format(
        "{} particles of the fluid would go further than their spacing in a step and are slowed "
        "down: take a shorter dt_s",
        (newest_tally_.slowed + steps - 1) / steps);
  if (newest_tally_.left_out > 0)
    return fmt::format(
        "the fluid is too dense: {} neighbours have no room; take more iterations or a shorter "
        "dt_s",
        (newest_tally_.left_out + steps - 1) / steps);
  if (settings_.viscosity_m2_s > max_viscosity_m2_s())
    return fmt::format("viscosity_m2_s acts as {:.3g}: for more the step would have to be shorter",
                       max_viscosity_m2_s());
  if (!is_dfsph() && settings_.sound_m_s > max_sound_m_s())
    return fmt::format("sound_m_s acts as {:.3g}: for more the step would have to be shorter",
                       max_sound_m_s());
  return {};
}

std::vector<glm::vec3> FluidSystem::positions_m() {
  std::vector<glm::vec3> places_m;
  for (const Particle& particle : particles_.download(*exec_))
    places_m.push_back(particle.position_m);
  return places_m;
}

}  // namespace limber
