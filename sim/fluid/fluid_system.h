#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/fluid/flow.h"
#include "kernels/fluid/forces.h"
#include "kernels/fluid/measure.h"
#include "kernels/fluid/neighbors.h"
#include "kernels/fluid/pressure.h"
#include "kernels/fluid/tension.h"
#include "kernels/fluid/viscosity.h"
#include "kernels/fluid/vorticity.h"
#include "kernels/grab.h"
#include "kernels/readback.h"
#include "kernels/scan.h"
#include "sim/cell_lists.h"
#include "sim/fluid/fluid_model.h"
#include "sim/fluid/fluid_settings.h"
#include "sim/fluid/foam.h"
#include "sim/fluid/sphere_boundary.h"
#include "sim/fluid/step_pace.h"
#include "sim/system.h"

namespace limber {

/// A fluid of particles, solved by DFSPH or weakly compressible SPH; see kernels/fluid.
///
/// Publishes one vertex per particle, with its velocity as the normal, then one per possible speck
/// of foam.
class FluidSystem : public System {
 public:
  FluidSystem(Exec& exec, const FluidModel& model, const FluidSettings& settings);

  void archive(Archive& archive) override;
  void restarted() override;
  void loaded() override;
  void leave() override { residuals(); }
  void arrived() override;

  std::optional<Incompatibility> must_be_alone() const override;
  double max_dt_s() const override { return as_written(settings_.dt_s); }
  int parts_of_next_step(View<const Collider> colliders) override;
  int max_recorded_steps() const override {
    return follows_speed() ? 1 : System::max_recorded_steps();
  }
  void launch_come_and_go(float dt_s) override;
  void launch_store_previous() override;
  void launch_step(const SystemStep& step) override;
  void launch_end(float passed_s, View<const Collider> colliders) override;
  void stepped(int steps) override;
  void frame_launched() override { request_tally(); }
  void publish(const SystemPublish& request) override;

  ContactShape contact_shape() const override;
  ContactUse contact_use() const override;
  View<const int> contact_points_in_space() const override { return readable(cells_.items()); }
  void launch_show_points(View<Particle> points) override;
  void launch_collide_points(const ContactStep& step) override;
  void launch_take_points(const ContactStep& step) override;

  /// Throws Error(bad_input) if bodies overlap the fluid at the start.
  void surround_with(const std::vector<Immersible*>& bodies, bool others_have_faces) override;
  bool presses_on_bodies() const override { return spheres_.has_value(); }

  /// Stirs: a ball of fluid around the grab moves with it. Nothing can be pinned.
  glm::vec3 grab(int vertex, const glm::vec3* at_m) override;
  void release(bool pin, glm::vec3 target_m) override;
  int grabbed_vertex() const override { return grabbed_; }
  const std::vector<int>& pinned_vertices() const override { return no_pins_; }

  /// "density_error": mean excess density before the newest step, over the rest density. "speed":
  /// root mean square, m/s. "max_density_error", "max_speed": maxima of both. "neighbors_left_out":
  /// mean over the steps of the newest frame. "viscosity", with iterations for it: root mean square
  /// residual, m/s. "foam", "spray", "bubbles", with foam: number of specks of each kind;
  /// "foam_lost": specks replaced before the end of their life, mean over the steps of the newest
  /// frame.
  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  std::vector<IterationCount> iterations_now() const override;
  std::string trouble() override;
  std::vector<glm::vec3> positions_m() override;

  /// These wait for the solver.
  std::vector<FluidMotion> motions() { return motions_.download(*exec_); }
  std::vector<glm::vec4> spins_rad_s() { return spins_rad_s_.download(*exec_); }
  std::vector<float> density_errors() { return density_errors_.download(*exec_); }
  std::vector<float> pressures_Pa() { return pressures_Pa_.download(*exec_); }
  /// All particle slots, free ones included.
  std::vector<Particle> places() { return particles_.download(*exec_); }
  Foam* foam() { return foam_ ? &*foam_ : nullptr; }  ///< null: no foam
  float particle_mass_kg() const { return traits_.volume_m3 * settings_.density_kg_m3; }

 private:
  int particles() const { return particles_.size(); }  ///< number of slots, free ones included
  void make_neighbor_lists(const Exec& exec);
  SortedFluid sorted(Buffer<glm::vec4>& velocities_m_s);
  void launch_dfsph(const SystemStep& step);
  void launch_foam(const SystemStep& step);
  void launch_sph(const SystemStep& step);
  void launch_tension();
  void launch_viscosity();
  void launch_vorticity();
  void launch_solve(FluidSolve solve, Buffer<float>& pressures_m2_s2,
                    Buffer<glm::vec4>& velocities_m_s, int iterations);
  void launch_apply(const char* label, const Buffer<float>& pressures_m2_s2,
                    Buffer<glm::vec4>& velocities_m_s);
  View<const GrabHold> grabber() const;
  void request_tally();
  void settings_changed() override;
  void take_mass();
  void launch_note_pace(View<const Collider> colliders);
  bool is_dfsph() const { return settings_.method == "dfsph"; }
  bool follows_speed() const { return settings_.cfl > 0.0f; }
  /// Fraction of the relative velocity that surrounding walls would remove in a step.
  float wall_wear() const;
  bool is_viscosity_implicit() const { return is_dfsph() && settings_.viscosity_iterations > 0; }
  float max_viscosity_m2_s() const { return max_viscosity_m2_s(dt_s_); }
  float max_viscosity_m2_s(float dt_s) const;
  /// As set, but limited to what is stable as an explicit force.
  float acting_viscosity_m2_s() const {
    return std::min(settings_.viscosity_m2_s, max_viscosity_m2_s());
  }
  float max_vorticity_m2_s() const { return max_vorticity_m2_s(dt_s_); }
  float max_vorticity_m2_s(float dt_s) const;
  bool spins() const { return is_dfsph() && settings_.vorticity_m2_s > 0.0f; }
  float max_tension_N_m() const { return max_tension_N_m(dt_s_); }
  float max_tension_N_m(float dt_s) const;
  float max_sound_m_s() const { return max_sound_m_s(dt_s_); }
  float max_sound_m_s(float dt_s) const;
  /// The longest step in which no setting has to be limited.
  float max_step_s() const;

  FluidSettings settings_;
  float spacing_m_;
  FluidTraits traits_;
  CellRows rows_;
  // See the functions of the same names in rest_lattice.h.
  float wear_per_m2_, sph_wear_per_m2_;
  float shear_factor_, wall_wear_per_m2_;
  float max_curl_per_m2_;
  float spin_inertia_m2_;  ///< of the micropolar spin of a particle, over its mass
  SurfaceKernel surface_kernel_;
  float wall_fill_;
  float mass_kg_;              ///< of a particle, as in particles_
  float whole_step_s_ = 0.0f;  ///< of a whole step; dt_s_ is that of a part
  int parts_ = 1;              ///< of the newest step

  Buffer<Particle> particles_, previous_;
  Buffer<FluidMotion> motions_;
  Buffer<float> density_errors_, pressures_Pa_;  ///< of the newest step

  // In sorted order.
  CellLists cells_;
  Buffer<glm::vec4> places_m_, velocities_m_s_, forced_m_s_;
  Buffer<FluidNeighbor> neighbors_;          ///< empty on the GPU
  Buffer<PackedNeighbor> packed_neighbors_;  ///< empty on the CPU
  Buffer<int> neighbor_counts_;
  Buffer<NearWalls> walls_;
  Buffer<std::uint8_t> has_walls_;
  Buffer<float> densities_, factors_m2_;
  Buffer<float> pressures_m2_s2_, divergence_pressures_m2_s2_, changes_m2_s2_;

  // Vorticity.
  Buffer<glm::vec4> spins_rad_s_;  ///< in the order of particles
  Buffer<glm::vec4> surplus_rad_s_;

  // Surface tension.
  Buffer<float> shortages_;
  Buffer<glm::vec4> pulls_m_s_, shared_m_s_;

  // Implicit viscosity. In sorted order, except for its warm start.
  Buffer<glm::vec4> viscous_changes_m_s_;
  Buffer<float> viscous_changed_in_s_;  ///< one value: dt_s of the step that made the changes
  Buffer<glm::vec4> worn_m_s_[2], ways_m_s_;

  // Emitters and drains.
  Buffer<FluidEmitter> emitters_;
  Buffer<EmitterState> emitter_states_;
  Buffer<glm::vec3> layer_points_m_;
  Buffer<FluidDrain> drains_;
  Buffer<int> free_, free_sums_;  ///< of the emitters' slots
  Scan free_scan_;

  std::optional<SphereBoundary> spheres_;  ///< of immersed bodies; empty without any
  bool start_checked_ = false;
  bool others_have_faces_ = true;  ///< whether systems without immersed bodies have faces
  std::optional<Foam> foam_;
  StepPace pace_;

  Buffer<GrabHold> grabber_;
  int grabbed_ = -1;
  std::vector<int> no_pins_;

  Buffer<FluidSums> block_sums_, sums_;
  Buffer<FluidTally> open_tally_, tally_;
  Readback<FluidSums> sums_later_;
  Readback<FluidTally> tally_later_;
  FluidTally newest_tally_;
};

}  // namespace limber
