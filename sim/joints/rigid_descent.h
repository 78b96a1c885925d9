#pragma once

#include "kernels/buffer.h"
#include "kernels/joints/descent.h"
#include "kernels/joints/descent_tuning.h"
#include "kernels/readback.h"
#include "kernels/scan.h"
#include "sim/archive.h"
#include "sim/joints/rigid_contacts.h"

namespace limber {

/// Augmented vertex block descent over rigid bodies (kernels/joints/descent.h).
class RigidDescent {
 public:
  /// max_blocks: number of blocks of joint rows. contacts: capacity.
  RigidDescent(const Exec& exec, int bodies, int max_blocks, int contacts);
  void make_room(const Exec& exec, int contacts);

  /// The input and output of a step.
  struct Step {
    View<const RigidInertia> inertias;
    View<const RigidPose> starts;
    View<RigidPose> poses;        ///< at the end
    View<RigidMomentum> momenta;  ///< with external impulses; after launch() those at the end
    /// The joints, without the members that this class fills in. No blocks: no joints.
    DescentJoints joints;
    Incidence blocks_of_body;
    View<double> stops_N_s;  ///< 3 per block
    RigidContacts& contacts;
    DescentTuning tuning;
    int iterations;
    glm::dvec3 gravity_m_s2;
    double dt_s;
  };
  void launch(const Exec& exec, const Step& step);

  /// Requests the number of bodies without a colour; left_over() is the newest answer.
  void request_left_over(const Exec& exec);
  int left_over();
  void forget() {
    later_.forget();
    left_over_ = 0;
  }

  void archive(Archive& archive);

 private:
  Descent descent_of(const Step& step);
  void launch_lists(const Exec& exec, const Step& step);
  void launch_colors(const Exec& exec, const BodyLinks& links);
  void launch_iterations(const Exec& exec, const Step& step, const Descent& descent);
  void launch_colors_in_turn(const Exec& exec, const Step& step, const Descent& descent);
  template <class Body>
  void launch_for_pairs(const Exec& exec, const char* name, const Step& step,
                        const Body& body) const;
  View<int> bodies_of(int color);

  Buffer<double> falling_;  ///< of each body: the share of gravity that moved it in the last step
  Buffer<RigidPose> free_, next_;
  Buffer<glm::dvec3> start_errors_m_;
  Buffer<double> inverse_mass_per_kg_, stiffnesses_kg_;
  Buffer<ContactStiffness> stiffnesses_;
  Buffer<int> counts_, first_, cursors_, items_;  ///< contacts of each body
  Scan scan_;
  Buffer<int> colors_, wishes_, of_color_, counts_of_color_, crowded_;
  Readback<int> later_;
  int left_over_ = 0;
};

}  // namespace limber
