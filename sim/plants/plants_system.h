#pragma once

#include <memory>

#include "kernels/buffer.h"
#include "kernels/plants/show.h"
#include "kernels/readback.h"
#include "sim/plants/part_contacts.h"
#include "sim/plants/part_dynamics.h"
#include "sim/plants/part_grabber.h"
#include "sim/plants/part_surface.h"
#include "sim/plants/plants_settings.h"
#include "sim/plants/shown_parts.h"
#include "sim/plants/touching_parts.h"
#include "sim/system.h"

namespace limber {

/// Plants of parts that bend in a few modes each [Wang20]: coordinates q by Newmark's rule,
/// vertices by u = U q on the backend. With CUDA, q is computed on the GPU as well, or on the CPU
/// while the GPU deforms and draws the previous frame.
class PlantsSystem : public System {
 public:
  /// meets_colliders: whether there are colliders besides the ground under the plants. Throws
  /// Error(bad_input) as part_tree_of() does.
  PlantsSystem(Exec& exec, std::shared_ptr<const PlantsModel> model, bool meets_colliders,
               const PlantsSettings& settings);

  void archive(Archive& archive) override;
  void restarted() override;
  void loaded() override;
  void leave() override { residuals(); }
  void arrived() override { sums_later_.forget(); }
  bool steps_beside(const Exec& exec) const override {
    return exec.backend() == Backend::cuda && settings_.q == "cpu";
  }

  std::optional<Incompatibility> must_be_alone() const override {
    if (settings_.q != "cpu") return {};
    return Incompatibility{"it computes q on the CPU, but the others run on the GPU", "q", "gpu"};
  }
  double max_dt_s() const override { return as_written(settings_.dt_s); }
  void launch_store_previous() override { shown_.store_previous(*exec_, dynamics_); }
  void launch_step(const SystemStep& step) override;
  void publish(const SystemPublish& request) override;

  ContactShape contact_shape() const override { return touching_surface().shape; }
  ContactUse contact_use() const override;
  bool has_bodies() const override { return true; }
  bool held_points_redirect_others() const override { return true; }
  void launch_start_points(View<Particle> points) override;
  void launch_show_points(View<Particle> points) override;
  void launch_move_bodies(const ContactStep& step) override;
  void launch_share_bodies(const ContactStep& step) override;
  void launch_take_points(const ContactStep& step) override;

  glm::vec3 grab(int vertex, const glm::vec3* at_m) override;
  void release(bool pin, glm::vec3 target_m) override;
  void clear_pins() override;
  int grabbed_vertex() const override { return grabber_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const override { return grabber_.pinned_vertices(); }

  /// "speed": root mean square of the parts' speeds, m/s. "bend": root mean square of all
  /// coordinates over their limits. "penetration": max. violation of the gap to colliders, m.
  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  std::vector<IterationCount> iterations_now() const override;
  std::string trouble() override { return grabber_.notice(); }
  std::vector<glm::vec3> positions_m() override;  ///< the centre of mass of each part

  /// How far the grab can pull a vertex before some stem reaches its bending limit; for small
  /// bending. direction: of unit length.
  float reach_m(int vertex, glm::vec3 direction);
  const PartTree& tree() const { return tree_; }
  PartDynamics::State state() { return dynamics_.download(*exec_); }

 private:
  void settings_changed() override;
  StepRule rule_now() const;
  bool meets_colliders() const;
  void begin_to_touch();
  SwayStep step_now();
  void compute_matrices();
  const TouchingSurface& touching_surface() const;
  /// The point of a grab; now_m: receives its current position.
  PartGrabber::Point point_at(int vertex, const glm::vec3* at_m, glm::vec3& now_m);

  PlantsSettings settings_;
  std::shared_ptr<const PlantsModel> model_;
  PartTree tree_;
  Substructure substructure_;
  std::optional<StepRule> rule_;      ///< of the current matrices
  std::vector<float> rest_forces_N_;  ///< loads with which the rest shapes are in equilibrium
  PartSurface surface_;

  // Where q is computed: see steps_beside().
  PartDynamics dynamics_;
  std::optional<PartContacts> contacts_;
  /// Created on first use: few plants have contacts.
  mutable std::optional<TouchingSurface> touching_surface_;
  std::optional<TouchingParts> touching_;
  PartGrabber grabber_;
  ShownParts shown_;
  Buffer<SwaySums> block_sums_, sums_;

  float grab_scale_ = 1.0f;
  Readback<SwaySums> sums_later_;
};

}  // namespace limber
