#pragma once

#include <optional>

#include "kernels/buffer.h"
#include "kernels/joints/held_point.h"
#include "kernels/joints/immersed_rigid.h"
#include "kernels/joints/joint_matrix.h"
#include "kernels/joints/joint_step.h"
#include "kernels/readback.h"
#include "sim/fluid/immersible.h"
#include "sim/grabber.h"
#include "sim/joints/joint_drives.h"
#include "sim/joints/joint_pattern.h"
#include "sim/joints/joints_model.h"
#include "sim/joints/joints_settings.h"
#include "sim/joints/rigid_contacts.h"
#include "sim/joints/rigid_descent.h"
#include "sim/joints/sleeping_bodies.h"
#include "sim/joints/touching_bodies.h"
#include "sim/joints/tree_solver.h"
#include "sim/joints/vertex_joints.h"
#include "sim/sparse/conjugate_gradient.h"
#include "sim/system.h"

namespace limber {

/// Linear equations of joints, J M^-1 J^T x = dv [Weber13, equation 6].
struct JointEquations {
  std::vector<double> matrix_per_kg;  ///< 9 per entry of pattern(), row-major
  std::vector<double> right_m_s;      ///< 3 per block of rows
};

/// Articulated bodies in maximal coordinates: rigid bodies, and joints kept closed by impulses
/// [Weber13, section 4.2].
///
/// A step follows RATTLE [Andersen83]: half of the external impulses; impulses that close the
/// joints at the end of the motion, found by alternate prediction and solves; the motion; the other
/// half; impulses that cancel relative velocities at joints. All solves between two motions share
/// one matrix, which is built once per step. Method "descent" differs: see RigidDescent.
///
/// Publishes a pose per body, grouped by look, then a vertex for each point that can be held.
class JointsSystem : public System, private Immersible {
 public:
  /// Throws Error(bad_input) for a model without bodies, and for settings that it does not support.
  JointsSystem(Exec& exec, const JointsModel& model, const JointsSettings& settings);

  void archive(Archive& archive) override;
  void restarted() override;
  void loaded() override;
  void leave() override { residuals(); }
  void arrived() override;

  double max_dt_s() const override { return as_written(settings_.dt_s); }
  void launch_begin() override;
  void launch_store_previous() override;
  void launch_step(const SystemStep& step) override;
  void frame_launched() override;
  void publish(const SystemPublish& request) override;

  ContactShape contact_shape() const override { return touching_.surface().shape; }
  ContactUse contact_use() const override;
  bool solves_for_contacts() const override { return takes_part(); }
  bool steps_in_turn() const override { return true; }
  void make_room_for_contacts(int pairs) override;
  bool has_bodies() const override { return true; }
  Immersible* immersible() override { return takes_part() ? this : nullptr; }
  void launch_start_points(View<Particle> points) override;
  void launch_show_points(View<Particle> points) override;
  void launch_move_bodies(const ContactStep& step) override;
  void launch_begin_slides(const ContactStep& step) override;
  void launch_slide_bodies(const ContactStep& step) override;
  void launch_share_bodies(const ContactStep& step) override;
  void launch_take_points(const ContactStep& step) override;

  void join_with(const std::vector<NamedSystem>& systems) override { vertices_.find(systems); }
  std::vector<JoinedSurface> joined_surfaces() const override { return vertices_.surfaces(); }
  void launch_lend_mass(const System& other, bool first) override;
  void launch_take_mass_back(const System& other) override;
  void launch_close_on_vertices(double dt_s) override;

  /// Grabs a body at its centre or at at_m.
  glm::vec3 grab(int vertex, const glm::vec3* at_m) override;
  void release(bool pin, glm::vec3 target_m) override;
  void clear_pins() override;
  int grabbed_vertex() const override { return grabber_.grabbed_vertex() >= 0 ? bodies() : -1; }
  const std::vector<int>& pinned_vertices() const override { return pinned_vertices_; }

  /// "joint": largest opening of a joint, metres. "broken", "asleep": numbers of broken joints and
  /// sleeping bodies. "jams": how often a structure has jammed, see RigidShares. "vertex": largest
  /// distance of a held vertex from its body, metres, before they are moved together. "uncolored":
  /// bodies without a colour in a descent.
  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  std::vector<IterationCount> iterations_now() const override;
  std::string trouble() override;
  std::vector<glm::vec3> positions_m() override;  ///< of the bodies' centres

  /// The current state of the bodies, in the order of the model. Wait for the solver.
  std::vector<RigidPose> poses() { return poses_.download(*exec_); }
  std::vector<RigidMomentum> momenta() { return momenta_.download(*exec_); }
  std::vector<int> broken() { return broken_.download(*exec_); }  ///< a flag per joint
  const Pattern& pattern() const { return layout_.pattern; }      ///< of the matrix, in 3x3 blocks

  /// Puts a body at a pose, with a velocity and without spin. Waits.
  void throw_body(int body, const RigidPose& from, const glm::dvec3& velocity_m_s);
  bool is_held(int body);  ///< by the grab or a pin
  /// Impulses on the bodies of joints with vertices in the newest step of the world, grouped by
  /// system. Waits.
  std::vector<glm::dvec3> vertex_impulses_N_s() { return vertices_.impulses_N_s(*exec_); }

  /// The equations of the newest solve, which brought joints to rest. Waits.
  JointEquations equations() const;

  /// Moves the bodies until all joints are closed, without advancing time. Returns the largest
  /// remaining opening, metres. Waits.
  double close_joints(int max_rounds);

 private:
  using RigidGrabber = Grabber<HeldRigid>;
  static constexpr int max_holds = RigidGrabber::max_holds;

  const ImmersedBalls& immersed_balls(float spacing_m) override;
  void launch_show_spheres(View<ImmersedSphere> spheres, int first_body) override;
  void launch_try_impulses(View<const ImmersedSphere> spheres, const BodyImpulses& impulses,
                           View<glm::vec4> velocities_m_s) override;
  void launch_take_impulses(const BodyImpulses& impulses, View<const long long>, float) override;
  ImmersedRigid immersed_bodies() const;

  int bodies() const { return poses_.size(); }
  int blocks() const { return layout_.pattern.rows(); }
  void settings_changed() override;
  void lay_out_blocks();
  void lay_out_matrix();
  void make_descent();
  void hold_points();
  View<const JointRows> solved_rows() const {
    return drives_.empty() ? rows_.view() : drives_.rows();
  }
  View<const double> solved_diagonal() const {
    return drives_.empty() ? added_diagonal_.view() : drives_.diagonal_per_kg();
  }
  bool is_direct() const { return settings_.method == "direct"; }
  bool is_descent() const { return settings_.method == "descent"; }
  void launch_rows();
  void launch_matrix();
  void launch_right_side(bool at_rest, bool first, bool always);
  void launch_predict();
  void launch_measure(View<const RigidPose> poses);
  void launch_solve(View<double> impulses, bool from_guess);
  void launch_push(View<const double> impulses);
  void launch_find_touches(View<const Collider> colliders, View<const int> have_faces);
  RigidContacts::Step contact_step(const ContactsAhead* ahead);
  RigidWarmStart warm_start() const;
  void launch_close(const SystemStep& step);
  void launch_descent(const SystemStep& step);
  void launch_stop();
  JointDrives::Step drive_step(bool at_rest) const;
  void choose_drives(bool at_rest, bool first);
  void launch_impulses(bool at_rest, bool first);
  void launch_kick(double time_s);
  void launch_spread_rest(const SystemStep& step);
  void launch_stiffen(bool pulled);
  void launch_finish();
  bool solves() const { return settings_.joints && blocks() > 0; }
  bool takes_part() const { return settings_.contact_distance_m > 0.0f; }
  bool shares_contacts() const { return contacts_shared_ && takes_part(); }
  JoinedBodies joined_bodies() { return {poses_.view(), readable(inertias_), momenta_.view()}; }
  TouchingBodies::State contact_state(View<const RigidPose> starts);
  CgSettings cg_settings(bool from_guess) const;
  DrawList make_draw_list(const JointsModel& model);
  View<const JointBlock> block_views() const { return block_data_.view().part(0, blocks()); }
  template <class T>
  View<T> of_rows(Buffer<T>& buffer) {
    return buffer.view().part(0, 3 * blocks());
  }
  View<const double> of_rows(const Buffer<double>& buffer) const {
    return buffer.view().part(0, 3 * blocks());
  }

  JointsSettings settings_;
  std::vector<RigidJoint> joints_;
  std::vector<JointBlock> joint_blocks_;  ///< without those of the grab
  std::vector<bool> moves_;
  bool some_park_;
  /// of each body, and of all bodies connected with it
  std::vector<double> masses_kg_, joined_kg_;
  std::vector<double> reaches_m_;  ///< radius of a bounding sphere of each body
  JointPattern layout_;
  std::optional<SparseLayout> laid_out_as_;

  Buffer<RigidPose> poses_, predicted_, previous_;
  Buffer<RigidPose> starts_;  ///< of the world's step
  Buffer<RigidMomentum> momenta_;
  Buffer<RigidInertia> inertias_;  ///< all 0 for sleeping bodies
  Buffer<int> body_of_vertex_;
  TouchingBodies touching_;
  RigidContacts rigid_contacts_;
  SleepingBodies sleeping_;
  VertexJoints vertices_;
  Buffer<glm::dvec3> stiffened_kg_m2_;  ///< see StiffenTaut
  /// Whether launch_finish() is due after the contacts of the world, and whether contacts with
  /// colliders have been found in this step.
  bool waits_ = false, touched_ = false;
  /// Whether contacts are known in this step, so that bodies may sleep.
  bool may_sleep_ = false;

  // Of joints, followed by holds, at full capacity.
  Buffer<JointBlock> block_data_;
  Buffer<JointRows> rows_;
  Buffer<double> added_diagonal_, right_, more_, impulses_, stops_;
  Buffer<glm::dvec3> errors_;
  Buffer<WorstJoint> worst_, worst_of_all_;
  Buffer<int> broken_, first_block_;
  Buffer<double> breaks_at_N_;
  Buffer<float> forces_N_;
  Buffer<int> first_joint_, joints_of_body_;  ///< for publication

  JointDrives drives_;

  Buffer<JointPair> pairs_;
  Buffer<double> elements_;
  Buffer<int> first_of_body_, blocks_of_body_;
  SparseMatrix<double> matrix_;
  SparseAssembly<double> assembly_;
  std::optional<ConjugateGradient<double, 3>> solver_;
  TreeSolver trees_;
  std::optional<RigidDescent> descent_;  ///< if this is the method

  // The immersed bodies, once a fluid asked for them.
  JointsModel filled_;  ///< bodies and looks
  ImmersedBalls balls_;
  float filled_spacing_m_ = 0.0f;
  Buffer<SphereOnBody> ball_on_body_;

  RigidGrabber grabber_;
  Buffer<HeldRigid> held_;
  Buffer<glm::dvec3> wanted_m_s_;
  Buffer<double> softness_per_kg_, firm_per_kg_;  ///< of holds: current and minimum
  std::vector<int> pinned_vertices_;

  Readback<WorstJoint> worst_later_;
  std::optional<WorstJoint> worst_now_;
  std::optional<CgEntry> outcome_;
};

}  // namespace limber
