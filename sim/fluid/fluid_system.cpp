// [Bender17]; [Mueller03]. For non-pressure forces see fluid_forces.cpp.

#include "sim/fluid/fluid_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/close_tally.h"
#include "kernels/fluid/find_neighbors.h"
#include "kernels/fluid/move.h"
#include "kernels/fluid/publish_fluid.h"
#include "kernels/fluid/weakly_compressible.h"
#include "kernels/launch.h"
#include "kernels/pbd/publish.h"
#include "sim/contact/contact_step.h"
#include "sim/fluid/fluid_start.h"
#include "sim/fluid/rest_lattice.h"

namespace limber {

namespace {

/// In the density, walls are set back by this: their share is then that of a lattice continued
/// behind them, and particles come to rest half a spacing in front of them.
constexpr float wall_back_spacings = 0.0833f;
/// Micropolar inertia of a particle, over its mass and its support squared; [Bender18] has the same
/// value in square metres.
constexpr float spin_inertia = 2.0f;
/// Max. displacement of a particle in a step.
constexpr float max_displacement_spacings = 1.0f;

FluidTraits fluid_traits_of(float spacing_m) {
  return {{support_spacings * spacing_m},
          spacing_m * spacing_m * spacing_m,
          keep_spacings * spacing_m,
          wall_back_spacings * spacing_m};
}

}  // namespace

FluidSystem::FluidSystem(Exec& exec, const FluidModel& model, const FluidSettings& settings)
    : System(exec),
      settings_(settings),
      spacing_m_(model.spacing_m),
      traits_(fluid_traits_of(model.spacing_m)),
      rows_(cell_rows_for(model.max_particles(), traits_.kernel.support_m)),
      wear_per_m2_(wear_at_rest_per_m2(traits_, spacing_m_)),
      sph_wear_per_m2_(sph_wear_at_rest_per_m2(traits_, spacing_m_)),
      shear_factor_(shear_factor(traits_, spacing_m_)),
      wall_wear_per_m2_(wall_wear_per_m2(traits_, spacing_m_)),
      max_curl_per_m2_(max_curl_per_m2(traits_, spacing_m_)),
      spin_inertia_m2_(spin_inertia * traits_.kernel.support_m * traits_.kernel.support_m),
      surface_kernel_(surface_kernel(traits_, spacing_m_)),
      wall_fill_(wall_fill(traits_, surface_kernel_, spacing_m_)),
      mass_kg_(particle_mass_kg()),
      particles_(exec, particles_of(model, particle_mass_kg())),
      previous_(exec, particles_of(model, particle_mass_kg())),
      motions_(exec, motions_of(model)),
      density_errors_(exec, std::vector<float>(particles_.size(), 0.0f)),
      pressures_Pa_(exec, std::vector<float>(particles_.size(), 0.0f)),
      cells_(exec, particles(), rows_.buckets()),
      places_m_(exec, particles()),
      velocities_m_s_(exec, particles()),
      forced_m_s_(exec, particles()),
      neighbor_counts_(exec, particles()),
      walls_(exec, particles()),
      has_walls_(exec, particles()),
      densities_(exec, particles()),
      factors_m2_(exec, particles()),
      pressures_m2_s2_(exec, particles()),
      divergence_pressures_m2_s2_(exec, particles()),
      changes_m2_s2_(exec, particles()),
      spins_rad_s_(exec, std::vector<glm::vec4>(particles_.size(), glm::vec4(0.0f))),
      surplus_rad_s_(exec, particles()),
      shortages_(exec, particles()),
      pulls_m_s_(exec, particles()),
      shared_m_s_(exec, particles()),
      viscous_changes_m_s_(exec, std::vector<glm::vec4>(particles_.size(), glm::vec4(0.0f))),
      viscous_changed_in_s_(exec, std::vector<float>{0.0f}),
      worn_m_s_{{exec, particles()}, {exec, particles()}},
      ways_m_s_(exec, particles()),
      emitters_(exec, emitters_of(model)),
      emitter_states_(exec, std::vector<EmitterState>(model.sources.size())),
      layer_points_m_(exec, layer_points_m(model)),
      drains_(exec, model.drains),
      free_(exec, particles() - model.particles_at_start()),
      free_sums_(exec, free_.size()),
      free_scan_(exec, free_.size()),
      pace_(exec, particles()),
      grabber_(exec, std::vector<GrabHold>(1)),
      block_sums_(exec, (particles() + fluid_sums_block - 1) / fluid_sums_block),
      sums_(exec, 1),
      open_tally_(exec, std::vector<FluidTally>(1)),
      tally_(exec, std::vector<FluidTally>(1)) {
  make_neighbor_lists(exec);
  parameters_ = parameters_of(settings_);
  counts_.particles = particles();
  counts_.residual_help =
      "Mean and maximum excess density, relative to the rest density; root mean square and maximum "
      "speed in m/s; number of neighbours left out; residual of viscosity in m/s";
  draw_list_ = draw_list_of(model);
  if (model.max_specks == 0) return;
  foam_.emplace(exec, model.max_specks, traits_, spacing_m_, particles());
  counts_.residual_help +=
      "; numbers of foam, spray and bubble particles, and of those removed early";
}

void FluidSystem::archive(Archive& archive) {
  archive.state("particles", particles_);
  archive.state("motions", motions_);
  archive.state("changes by viscosity", viscous_changes_m_s_, Start::zeros);
  if (spins())
    archive.state("spins", spins_rad_s_, Start::zeros);
  else
    archive.derived("spins", spins_rad_s_, Start::zeros);
  archive.state("emitters", emitter_states_, Start::zeros);
  archive.derived("remembered", previous_);
  archive.derived("density errors", density_errors_, Start::zeros);
  archive.derived("pressures", pressures_Pa_, Start::zeros);
  archive.scratch(emitters_, layer_points_m_, drains_);
  archive.derived("hand", grabber_, Start::zeros);
  archive.host("grabbed particle", grabbed_);
  archive.host("mass of a particle", mass_kg_);
  archive.derived("open tally", open_tally_, Start::zeros);
  archive.derived("time of changes by viscosity", viscous_changed_in_s_, Start::zeros);
  pace_.archive(archive);
  cells_.archive(archive);
  if (spheres_) spheres_->archive(archive);
  if (foam_) foam_->archive(archive);
  archive.scratch(places_m_, velocities_m_s_, forced_m_s_, neighbor_counts_, walls_, has_walls_,
                  densities_, factors_m2_, pressures_m2_s2_, divergence_pressures_m2_s2_,
                  changes_m2_s2_, surplus_rad_s_, shortages_, pulls_m_s_, shared_m_s_, worn_m_s_[0],
                  worn_m_s_[1], ways_m_s_, free_, free_sums_, block_sums_, sums_, tally_);
  archive.after_move([this](const Exec& to) {
    free_scan_ = Scan(to, free_.size());
    make_neighbor_lists(to);
  });
}

/// Every step fills them anew.
void FluidSystem::make_neighbor_lists(const Exec& exec) {
  const int size = ListPlaces::size(particles());
  const bool on_device = exec.memory() == Memory::device;
  neighbors_ = {};
  packed_neighbors_ = {};
  if (on_device)
    packed_neighbors_ = {exec, size};
  else
    neighbors_ = {exec, size};
}

void FluidSystem::restarted() {
  mass_kg_ = 0.0f;  // makes take_mass() set the mass again
  take_mass();
  parts_ = 1;
  dt_s_ = whole_step_s_;
  pace_.restart(*exec_);
  grabbed_ = -1;
  loaded();
}

void FluidSystem::loaded() {
  arrived();
  residuals_.clear();
  newest_tally_ = {};
}

/// Pending readbacks are from the previous backend.
void FluidSystem::arrived() {
  sums_later_.forget();
  tally_later_.forget();
  if (foam_) foam_->forget_sums();
  pace_.forget_readbacks();
}

void FluidSystem::settings_changed() {
  take_mass();
  whole_step_s_ = dt_s_;
  if (!follows_speed()) {
    parts_ = 1;
    pace_.restart(*exec_);
  }
  dt_s_ = whole_step_s_ / static_cast<float>(parts_);
  if (!spins()) spins_rad_s_.zero(*exec_);  // else they would drive the flow when switched on again
}

/// The density only sets the particles' mass, which matters to other systems.
void FluidSystem::take_mass() {
  if (mass_kg_ == particle_mass_kg()) return;
  mass_kg_ = particle_mass_kg();
  std::vector<Particle> particles = particles_.download(*exec_);
  for (Particle& particle : particles)
    if (!is_free(particle)) particle.inverse_mass_per_kg = 1.0f / mass_kg_;
  particles_.upload(*exec_, particles);
  exec_->synchronize();
}

// ---- Steps ----

SortedFluid FluidSystem::sorted(Buffer<glm::vec4>& velocities_m_s) {
  return {.places_m = places_m_.view(),
          .velocities_m_s = velocities_m_s.view(),
          .neighbors = {.items = neighbors_.view(),
                        .packed = packed_neighbors_.view(),
                        .counts = neighbor_counts_.view(),
                        .quantum_per_m = traits_.kernel.steepest_per_m4() * traits_.volume_m3 /
                                         PackedNeighbor::max_component},
          .walls = walls_.view(),
          .has_walls = has_walls_.view(),
          .densities = densities_.view(),
          .factors_m2 = factors_m2_.view(),
          .traits = traits_,
          .immersed = spheres_ ? spheres_->view() : ImmersedSpheres{}};
}

std::optional<System::Incompatibility> FluidSystem::must_be_alone() const {
  if (!follows_speed()) return {};
  return Incompatibility{"it adapts its time step to its speed, but theirs is fixed", "cfl", "0"};
}

int FluidSystem::parts_of_next_step(View<const Collider> colliders) {
  if (!follows_speed()) return 0;
  parts_ = pace_.parts_of_next_step(*exec_,
                                    {.step_s = whole_step_s_,
                                     .min_part_s = settings_.min_dt_s,
                                     .max_part_s = max_step_s(),
                                     .max_displacement_m = settings_.cfl * spacing_m_,
                                     .gravity_m_s2 = settings_.gravity_m_s2},
                                    [&] { launch_note_pace(colliders); });
  dt_s_ = whole_step_s_ / static_cast<float>(parts_);
  return parts_;
}

void FluidSystem::launch_note_pace(View<const Collider> colliders) {
  pace_.launch_note(*exec_, readable(motions_), colliders, readable(emitters_),
                    readable(emitter_states_), whole_step_s_);
}

void FluidSystem::stepped(int) {
  if (follows_speed()) pace_.noted(*exec_);
}

View<const GrabHold> FluidSystem::grabber() const {
  return grabbed_ >= 0 ? readable(grabber_) : View<const GrabHold>{};
}

void FluidSystem::launch_store_previous() {
  launch(*exec_, "store previous", particles(),
         CopyParticles{readable(particles_), previous_.view()});
  if (foam_) foam_->launch_store_previous(*exec_);
}

void FluidSystem::launch_come_and_go(float dt_s) {
  if (spheres_) spheres_->launch_begin(*exec_, mass_kg_, dt_s);
  if (emitters_.size() == 0 && drains_.size() == 0) return;
  const char* label = "come and go";
  launch(*exec_, label, particles(),
         DrainFluid{readable(drains_), particles_.view(), motions_.view(), free_.view(),
                    traits_.kernel.support_m});
  if (emitters_.size() == 0) return;
  free_scan_.run(*exec_, label, readable(free_), free_sums_.view());
  launch(*exec_, label, 1,
         DriveEmitters{readable(emitters_), readable(free_sums_), emitter_states_.view(),
                       open_tally_.view(), spacing_m_, dt_s});
  launch(*exec_, label, free_.size(),
         EmitFluid{.emitters = readable(emitters_),
                   .states = readable(emitter_states_),
                   .points_m = readable(layer_points_m_),
                   .free = readable(free_),
                   .free_sums = readable(free_sums_),
                   .particles = particles_.view(),
                   .motions = motions_.view(),
                   .viscous_changes_m_s = viscous_changes_m_s_.view(),
                   .spins_rad_s = spins_rad_s_.view(),
                   .inverse_mass_per_kg = 1.0f / mass_kg_,
                   .spacing_m = spacing_m_});
}

void FluidSystem::launch_step(const SystemStep& step) {
  if (grabbed_ >= 0)
    launch(*exec_, "grab", 1, LeadStirrer{grabber_.view(), frames_->inputs(), dt_s_});
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
                   // Pressures of sph are no warm start for dfsph.
                   .pressures_m2_s2 = readable(pressures_m2_s2_).part(0, dfsph ? particles() : 0),
                   .colliders = step.colliders_at_start,
                   .emitters = readable(emitters_),
                   .emitter_states = readable(emitter_states_),
                   .particles = particles_.view(),
                   .motions = motions_.view(),
                   .not_finite = frames_->not_finite(),
                   .tally = open_tally_.view(),
                   .keep_m = traits_.keep_m,
                   .max_displacement_m = max_displacement_spacings * spacing_m_,
                   .dt_s = dt_s_});
  if (foam_) launch_foam(step);
  if (!spheres_) return;
  if (step.last)
    spheres_->launch_end(*exec_);
  else
    spheres_->launch_carry(*exec_, dt_s_);
}

void FluidSystem::launch_foam(const SystemStep& step) {
  foam_->launch_step(*exec_,
                     {.fluid = {.rows = rows_,
                                .first = readable(cells_.first()),
                                .sorted = sorted(velocities_m_s_),
                                .velocities_m_s = readable(forced_m_s_),
                                .has_lists = is_dfsph()},
                      .order = readable(cells_.items()),
                      .colliders = step.colliders_at_start,
                      .drains = readable(drains_),
                      .tally = open_tally_.view(),
                      .dt_s = dt_s_},
                     settings_);
}

void FluidSystem::launch_dfsph(const SystemStep& step) {
  launch_find_neighbors(*exec_, "neighbours", particles(),
                        FindFluidNeighbors{rows_, readable(cells_.first()), step.colliders_at_start,
                                           sorted(velocities_m_s_), open_tally_.view(), dt_s_});
  if (spheres_) {
    spheres_->launch_find(*exec_, sorted(velocities_m_s_), open_tally_.view());
    spheres_->launch_weigh(*exec_, sorted(velocities_m_s_), wall_wear());
  }
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
                       .grabber = grabber(),
                       .grab_radius_m = settings_.grab_radius_m,
                       .gravity_m_s2 = settings_.gravity_m_s2,
                       .viscosity_m2_s = is_viscosity_implicit() ? 0.0f : acting_viscosity_m2_s(),
                       .wall_per_m2 = wall_wear_per_m2_,
                       .dt_s = dt_s_});
  if (spins()) launch_vorticity();
  if (settings_.surface_tension_N_m > 0.0f) launch_tension();
  if (is_viscosity_implicit()) launch_viscosity();
  if (spheres_ && settings_.viscosity_m2_s > 0.0f) {
    spheres_->launch_drag(*exec_, sorted(velocities_m_s_),
                          readable(is_viscosity_implicit() ? forced_m_s_ : velocities_m_s_),
                          wall_wear());
    spheres_->launch_try(*exec_);
  }
  launch(*exec_, "density", particles(),
         KeepPressures{pressures_m2_s2_.view(), settings_.warm_start});
  launch_apply("density", pressures_m2_s2_, forced_m_s_);
  launch_solve(FluidSolve::density, pressures_m2_s2_, forced_m_s_, settings_.iterations);
}

void FluidSystem::launch_solve(FluidSolve solve, Buffer<float>& pressures_m2_s2,
                               Buffer<glm::vec4>& velocities_m_s, int iterations) {
  const char* label = solve == FluidSolve::density ? "density" : "divergence";
  for (int i = 0; i < iterations; ++i) {
    launch(*exec_, label, particles(),
           ChangePressures{solve, sorted(velocities_m_s), pressures_m2_s2.view(),
                           changes_m2_s2_.view(), dt_s_, settings_.relaxation});
    launch_apply(label, changes_m2_s2_, velocities_m_s);
  }
}

void FluidSystem::launch_apply(const char* label, const Buffer<float>& pressures_m2_s2,
                               Buffer<glm::vec4>& velocities_m_s) {
  launch(*exec_, label, particles(),
         ApplyPressures{sorted(velocities_m_s), readable(pressures_m2_s2), mass_kg_, dt_s_});
  if (spheres_) spheres_->launch_try(*exec_);
}

void FluidSystem::launch_sph(const SystemStep& step) {
  launch(*exec_, "density", particles(),
         FluidDensities{rows_, readable(cells_.first()), step.colliders_at_start,
                        sorted(velocities_m_s_), dt_s_});
  if (spheres_) spheres_->launch_find(*exec_, sorted(velocities_m_s_), open_tally_.view());
  launch(*exec_, "forces", particles(),
         WeaklyCompressibleForces{.rows = rows_,
                                  .first = readable(cells_.first()),
                                  .fluid = sorted(velocities_m_s_),
                                  .velocities_after_m_s = forced_m_s_.view(),
                                  .pressures_m2_s2 = pressures_m2_s2_.view(),
                                  .grabber = grabber(),
                                  .grab_radius_m = settings_.grab_radius_m,
                                  .sound_m_s = std::min(settings_.sound_m_s, max_sound_m_s()),
                                  .viscosity_m2_s = acting_viscosity_m2_s(),
                                  .gravity_m_s2 = settings_.gravity_m_s2,
                                  .mass_kg = mass_kg_,
                                  .dt_s = dt_s_});
  if (spheres_) spheres_->launch_try(*exec_);
}

void FluidSystem::launch_end(float passed_s, View<const Collider> colliders) {
  if (follows_speed()) launch_note_pace(colliders);
  launch(*exec_, "move", 1,
         CloseTally<FluidTally>{open_tally_.view(), tally_.view(),
                                static_cast<int>(std::lround(passed_s / dt_s_))});
}

void FluidSystem::publish(const SystemPublish& request) {
  const bool blended = request.blend < 1.0f;
  const auto field = static_cast<FluidField>(request.field + 1);
  launch(*exec_, "publish", particles(),
         PublishFluid{.particles = readable(particles_),
                      .previous = readable(previous_).part(0, blended ? particles() : 0),
                      .motions = readable(motions_),
                      .density_errors = readable(density_errors_),
                      .pressures_Pa = readable(pressures_Pa_),
                      .blend = request.blend,
                      .field = field,
                      .not_finite = request.not_finite,
                      .out = request.vertices.part(0, particles())});
  if (foam_)
    foam_->publish(request, request.vertices.part(particles(), foam_->max_specks()),
                   field == FluidField::speed);
}

// ---- Coupling to rigid bodies ----

void FluidSystem::surround_with(const std::vector<Immersible*>& bodies, bool others_have_faces) {
  others_have_faces_ = others_have_faces;
  const bool wanted = settings_.body_contacts && !bodies.empty();
  if (spheres_ && (!wanted || !spheres_->is_of(bodies))) spheres_.reset();
  if (wanted && !spheres_) spheres_.emplace(*exec_, bodies, traits_, spacing_m_, particles());
  if (!std::exchange(start_checked_, true) && spheres_)
    spheres_->check_start(*exec_, particles_.download(*exec_), spacing_m_);
}

// ---- Contacts of its particles, as spheres, with other kinds of bodies ----

ContactShape FluidSystem::contact_shape() const {
  ContactShape shape;
  shape.loose = true;
  for (int i = 0; i < particles(); ++i) shape.spheres.push_back(i);
  shape.places_m.resize(particles());  // not used for spheres
  shape.body.resize(particles(), 0);
  return shape;
}

ContactUse FluidSystem::contact_use() const {
  ContactUse use;
  use.meets_solids = false;
  use.meets_itself = false;
  if (settings_.body_contacts && others_have_faces_)
    use.traits.resize(particles(), {0.5f * spacing_m_, settings_.friction, 0.0f});
  return use;
}

void FluidSystem::launch_show_points(View<Particle> points) {
  launch(*exec_, "contacts of bodies", particles(), CopyParticles{readable(particles_), points});
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

// ---- The grab ----

glm::vec3 FluidSystem::grab(int vertex, const glm::vec3* at_m) {
  frames_->forget_frames();
  const glm::vec3 place_m = at_m ? *at_m : particles_.download_at(*exec_, vertex).position_m;
  grabber_.upload(*exec_, std::vector{GrabHold{.reference_m = place_m, .fresh = 0}});
  exec_->synchronize();
  grabbed_ = vertex;
  return place_m;
}

void FluidSystem::release(bool, glm::vec3) {
  frames_->forget_frames();
  grabbed_ = -1;
}

}  // namespace limber
