#pragma once

#include "kernels/buffer.h"
#include "kernels/frame_inputs.h"
#include "kernels/plants/cubic.h"
#include "kernels/plants/loads.h"
#include "kernels/plants/newmark.h"
#include "kernels/plants/show.h"
#include "kernels/plants/substructure.h"
#include "sim/archive.h"
#include "sim/plants/part_tree.h"
#include "sim/plants/substructure.h"

namespace limber {

/// The user's holds, as the solver sees them.
struct HoldViews {
  View<PartHold> holds;
  View<GrabHold> references;
  View<const glm::vec3> modes;
  View<glm::vec3> forces_N;
  View<const int> carries;  ///< whether a bending part carries a hold; empty: there are none
  int max_modes = 0;
};

/// Input of a step besides the state.
struct SwayStep {
  NewmarkRule rule;
  Wind wind;
  bool blown = false;       ///< whether the user's wind blows, too: see FrameInputs
  float lift_kg_m3 = 0.0f;  ///< see LoadParts
  glm::vec3 gravity_m_s2{0.0f};
  float stiffness = 1.0f;
  int newton_iterations = 3;
  PlayedMode played;
  HoldViews held;
  float grab_scale = 1.0f;  ///< see led()
  View<const FrameInputs> inputs;
  View<int> not_finite;
  double time_in_frame_s = 0.0;
};

/// Dynamics of the coordinates of all bending parts and the frames of all parts
/// (kernels/plants/part.h), in the memory of `exec`.
class PartDynamics {
 public:
  PartDynamics(const Exec& exec, const PartTree& tree);

  void set_matrices(const Exec& exec, const StepMatrices& matrices,
                    const std::vector<float>& rest_forces_N);
  void launch_step(const Exec& exec, const SwayStep& step);
  /// Impulses after a step: they change velocities and, consistently with Newmark's rule, positions
  /// within the step, but not accelerations.
  struct Impulses {
    View<const PartLoad> loads;  ///< of each part: the impulse over gamma dt
    View<const float> modes_N;   ///< of each coordinate, likewise
    View<const int> only_if;     ///< a flag: if 0, there are no impulses and nothing is done
    /// Matrices by which the impulses move the parts, see StepMatrices; empty: those of the step.
    View<const float> inverses{}, couplings{}, responses{};
  };
  void launch_impulses(const Exec& exec, const SwayStep& step, const Impulses& impulses);
  /// Recomputes all frames after coordinates were held back.
  void launch_follow(const Exec& exec, const SwayStep& step, View<const int> only_if);
  View<float> q_to_hold() { return q_.view(); }
  View<float> velocity_to_hold() { return velocity_.view(); }
  void archive(Archive& archive);

  int parts() const { return poses_.size(); }
  int coordinates() const { return q_.size(); }
  View<const float> q() const { return q_.view(); }
  View<const Pose> poses() const { return poses_.view(); }
  View<const ModeRange> ranges() const { return ranges_.view(); }
  struct Views {
    View<const Mount> mounts;
    View<const BendingPart> bending;
    View<const float> attachments, inverses, couplings;
    View<const Pose> poses;
    View<const PartMotion> motions;
    Coordinates coordinates;
  };
  Views views() const {
    return {mounts_.view(),    bending_.view(), attachments_.view(), inverses_.view(),
            couplings_.view(), poses_.view(),   motions_.view(),     now()};
  }
  PartSpeeds speeds() const {
    return {mounts_.view(), bodies_.view(),  bending_.view(),
            linear_.view(), motions_.view(), velocity_.view()};
  }

  struct State {
    std::vector<float> q, velocity, acceleration;
    std::vector<Pose> poses;
  };
  State download(const Exec& exec) const;
  struct PartState {
    Pose pose;
    std::vector<float> q;
  };
  PartState download(const Exec& exec, int part) const;

 private:
  void launch_step_in_teams(const Exec& exec, const SwayStep& step);
  // The kernels of a step; those with a level work on its modes, or on parts from first_part on.
  PullParts pull(const SwayStep& step);
  WindOnFaces on_faces(const SwayStep& step);
  WindOnModes on_modes();
  LoadParts load(const SwayStep& step);
  PredictModes predict(const SwayStep& step);
  GatherForces gather(const SwayStep& step, int level);
  SolveModes solve(const SwayStep& step, int level);
  LoadCarrier load_carrier(int first_part);
  TangentStiffness tangent(const SwayStep& step);
  NewtonStep newton(const SwayStep& step);
  FollowCarrier mount(const SwayStep& step, int first_part);
  MoveModes move(const SwayStep& step, int level);

  int levels() const { return static_cast<int>(first_of_level_.size()) - 1; }
  int rigid_parts() const { return parts() - bending_.size(); }
  int parts_of(int level) const { return first_of_level_[level + 1] - first_of_level_[level]; }
  int modes_of(int level) const {
    return first_coordinate_of_level_[level + 1] - first_coordinate_of_level_[level];
  }
  View<const int> part_of(int level) const {
    return part_of_coordinate_.view().part(first_coordinate_of_level_[level], modes_of(level));
  }
  static bool blows(const SwayStep& step) {
    return step.wind.pressure_kg_m3 + step.lift_kg_m3 > 0.0f &&
           (step.blown || step.wind.velocity_m_s != glm::vec3(0.0f));
  }
  Coordinates now() const { return {q_.view(), velocity_.view(), acceleration_.view()}; }

  std::vector<int> first_of_level_, first_coordinate_of_level_;
  int max_modes_;

  // Constant.
  Buffer<Mount> mounts_;
  Buffer<BendingPart> bending_;
  Buffer<int> part_of_coordinate_;
  Buffer<float> attachments_, shape_stiffness_;
  Buffer<PartBody> bodies_;
  Buffer<WindFace> faces_;
  Buffer<glm::vec3> face_modes_;
  Buffer<ModeRange> ranges_;
  Buffer<glm::vec3> linear_, gyroscopic_;
  Buffer<glm::mat3> centrifugal_;
  Buffer<CubicPart> cubics_;
  Buffer<int> cubic_of_pair_;
  Buffer<float> cubic_coefficients_;
  // Functions of the settings.
  Buffer<float> inverses_, damping_, couplings_, responses_, cubic_inertia_, rest_force_;
  // The state.
  Buffer<float> q_, velocity_, acceleration_;
  Buffer<Pose> poses_;
  Buffer<PartMotion> motions_;
  // Scratch of a step.
  Buffer<PartLoad> loads_;
  Buffer<glm::vec3> face_forces_;
  Buffer<float> wind_N_;
  Buffer<CarriedLoad> carried_loads_;
  Buffer<Spatial> frame_accelerations_;
  Buffer<float> predicted_q_, predicted_velocity_, forces_, solved_;
  Buffer<float> tangents_, shares_, changes_;
  // Scratch of impulses.
  Buffer<float> impulse_acceleration_;
  Buffer<Spatial> impulse_frames_;
};

}  // namespace limber
