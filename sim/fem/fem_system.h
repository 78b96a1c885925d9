#pragma once

#include <optional>

#include "kernels/buffer.h"
#include "kernels/fem/collider_distances.h"
#include "kernels/readback.h"
#include "sim/contact/contact_step.h"
#include "sim/fem/contact_springs.h"
#include "sim/fem/elements.h"
#include "sim/fem/fem_model.h"
#include "sim/fem/fem_settings.h"
#include "sim/fem/newton_solve.h"
#include "sim/fem/node_grabber.h"
#include "sim/skin.h"
#include "sim/sparse/conjugate_gradient.h"
#include "sim/system.h"

namespace limber {

/// The linear system A x = b of the nodes.
struct FemEquations {
  std::vector<float> matrix_kg;  ///< 9 per block of pattern(), row-major
  std::vector<float> right_N_s;  ///< three per node
};

/// Finite elements, or the springs of cloth, with implicit Euler [Weber13]: a step assembles the
/// linear system for the change of velocities and solves it by conjugate gradients.
class FemSystem : public System {
 public:
  FemSystem(Exec& exec, const FemModel& model, const FemSettings& settings);

  void archive(Archive& archive) override;
  void restarted() override;
  void loaded() override;
  void leave() override { convergence(); }
  void arrived() override;

  double max_dt_s() const override { return as_written(settings_.dt_s); }
  void launch_store_previous() override;
  void launch_step(const SystemStep& step) override;
  void timed(const StepTime& time) override { last_step_ms_ = time.ms / time.steps; }
  void frame_launched() override;
  void publish(const SystemPublish& request) override;

  glm::vec3 grab(int vertex, const glm::vec3* at_m) override;
  void release(bool pin, glm::vec3 target_m) override;
  void clear_pins() override;
  int grabbed_vertex() const override { return grabber_.grabbed_vertex(); }
  const std::vector<int>& pinned_vertices() const override { return grabber_.pinned_vertices(); }

  void request_residuals() override { request_convergence({}); }
  const std::map<std::string, double>& residuals() override;
  void request_convergence(const SystemStep& step) override;
  const std::vector<ConvergenceCurve>& convergence() override;
  std::vector<IterationCount> iterations_now() const override;
  std::string trouble() override;
  const Pattern& pattern() const { return pattern_; }  ///< of the matrix, in 3x3 blocks
  /// The system of the newest solve, without held nodes and contacts with other bodies: for the
  /// change of velocities [Weber13, equation 3], or for the last direction of Newton's method.
  /// Waits for the solver.
  FemEquations equations() const;
  std::vector<glm::vec3> positions_m() override;

  ContactShape contact_shape() const override { return shape_; }
  ContactUse contact_use() const override;
  bool solves_for_contacts() const override { return true; }
  bool steps_in_turn() const override { return true; }
  void make_room_for_contacts(int pairs) override { contact_springs_.make_room(*exec_, pairs); }
  void launch_show_points(View<Particle> points) override;
  void launch_collide_points(const ContactStep& step) override;
  void launch_share_bodies(const ContactStep& step) override;
  void launch_take_points(const ContactStep& step) override;

 private:
  static constexpr int max_iterations = 200;
  struct CgLog {
    CgEntry at[max_iterations + 1];
  };

  float contact_distance_m() const;  ///< 0: no contact
  ColliderDistances collider_distances(View<const int> have_faces) const;
  void lay_out_matrix();
  CgSettings cg_settings() const;
  void settings_changed() override;
  void look_at_outcome();
  // Each returns the solution of its last linear system.
  View<const float> launch_linear_solve(const ContactsAhead* contacts);
  View<const float> launch_newton_solve(const ContactsAhead* contacts);
  NodeSprings springs_of(const ContactsAhead* contacts) const;
  glm::vec3 gravity() const { return {0.0f, -settings_.gravity_m_s2, 0.0f}; }
  Incidence slots_of_node() const;
  DrawList make_draw_list(const FemModel& model) const;

  FemSettings settings_;
  std::optional<SparseLayout> laid_out_as_;  ///< the current layout of the matrix
  CgSettings cg_;                            ///< from settings_

  std::vector<glm::vec3> rest_m_;
  ContactShape shape_;
  float mean_edge_m_;  ///< of the contact surface
  Pattern pattern_;

  std::unique_ptr<Elements> elements_;
  Buffer<glm::vec3> positions_, velocities_, rest_positions_;
  Buffer<glm::vec3> element_forces_;
  Buffer<float> element_matrices_;
  Buffer<int> slots_of_node_first_, slots_of_node_;
  Buffer<float> masses_;
  Buffer<glm::vec3> external_, right_;
  Buffer<float> added_diagonal_, held_, changes_, products_;
  Buffer<SymmetricBlock<float, 3>> filters_;
  Buffer<NodeContact> contacts_;
  Buffer<glm::vec3> surface_velocities_;
  Buffer<Particle> shown_, previous_;
  SparseMatrix<float> matrix_;
  SparseAssembly<float> assembly_;
  std::optional<ConjugateGradient<float, 3>> solver_;
  std::vector<int> body_of_element_;
  std::optional<NewtonSolve> newton_;  ///< if the material needs it
  ContactSprings contact_springs_;
  Buffer<int> inner_;  ///< nodes that are not on the contact surface
  Skin skin_;

  NodeGrabber grabber_;

  double last_step_ms_ = 0.0;
  Readback<CgLog> log_later_;
  Buffer<int> inverted_;  ///< number of inverted elements
  Readback<int> inverted_later_;
  int logged_iterations_ = 0;
  std::optional<CgEntry> outcome_;  ///< of the newest solve that has been read back
};

}  // namespace limber
