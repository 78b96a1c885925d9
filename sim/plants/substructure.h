#pragma once

#include <Eigen/Core>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "sim/plants/part_tree.h"

namespace limber {

/// The parameters of the matrices of a step.
struct StepRule {
  NewmarkRule newmark;
  double mass_damping_per_s = 0.0;
  double stiffness_damping_s = 0.0;
  double stiffness = 1.0;  ///< factor for all parts

  bool operator==(const StepRule& other) const;
};

/// The constant matrices of a step, in the layout of kernels/plants.
struct StepMatrices {
  std::vector<float> inverses, damping;     ///< r x r per bending part
  std::vector<float> couplings, responses;  ///< 6 x r per bending part
  std::vector<float> cubic_inertia;         ///< r x r per cubic part
};

/// Substructuring: articulated inertia of all parts, accumulated from the tips to the roots
/// [Barbic11], [Featherstone08, section 7.3], in double precision. Keeps references to the tree and
/// the model.
class Substructure {
 public:
  Substructure(const PlantsModel& model, const PartTree& tree);

  StepMatrices matrices(const StepRule& rule);
  /// Accumulates the inertia: only of parts whose carried masses changed, unless the rule is new.
  void join(const StepRule& rule);

  /// A point mass on a part that has inertia but no weight: the user's grab. modes: 3 x r there;
  /// empty for a rigid part.
  struct PointMass {
    int part;
    glm::vec3 at_m;
    Eigen::MatrixXd modes;
    double mass_kg;
  };
  void carry(std::vector<PointMass> masses);  ///< replaces the point masses of later join()s

  /// Generalised force on each coordinate at rest: the weight of the part and all that it carries.
  std::vector<float> rest_forces_N(glm::vec3 gravity_m_s2) const;

  int bending_parts() const { return static_cast<int>(joined_.size()); }
  /// The bending parts from a part, itself included, to the ground.
  std::vector<int> bending_below(int part) const;

  /// Of the newest join(): the acceleration of a point of a part at the end of a step per force at
  /// that point, in the part's frame, in the rest pose. modes: 3 x r there; empty for a rigid part.
  glm::mat3 mobility_per_kg(int part, glm::vec3 at_m, const Eigen::MatrixXd& modes) const;

  /// Response of the chain of parts that carries a point to a static force there.
  struct Yielding {
    Eigen::Matrix3d by_force_m_N;      ///< compliance of the point
    Eigen::Matrix3d inertia_kg_m2_N2;  ///< of all modes that move with it, per force squared
    double max_N = 0.0;                ///< force at which the first stem reaches its bending limit
  };
  /// Of the newest join(), for small bending. The limit is higher for parts held near their tips,
  /// which align with the pull; a stem held near its foot would whip.
  Yielding yielding(int part, glm::vec3 at_m, const Eigen::MatrixXd& modes) const;

 private:
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  /// A bending part with all that it carries.
  struct Joined {
    Eigen::MatrixXd inertia, damping;  ///< of the modes, r x r
    Eigen::MatrixXd coupling;          ///< 6 x r: force on the frame by the modes' acceleration
    Eigen::MatrixXd inverse;           ///< of Newmark's matrix
    Matrix6 felt;                      ///< articulated inertia seen by its carrier
  };

  Eigen::MatrixXd attachment(int part) const;
  Matrix6 felt(int part) const;
  Joined joined(int part, const StepRule& rule) const;

  const PlantsModel& model_;
  const PartTree& tree_;
  std::vector<Matrix6> own_, stiff_;  ///< rigid inertia of each part, and with all that it carries
  std::vector<PointMass> carried_;
  std::vector<Joined> joined_;    ///< of each bending part
  std::vector<char> stale_;       ///< of each: whether its carried masses changed since join()
  std::optional<StepRule> rule_;  ///< of the newest join()
};

}  // namespace limber
