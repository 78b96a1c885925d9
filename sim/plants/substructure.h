#pragma once

#include <Eigen/Core>
#include <glm/glm.hpp>
#include <optional>
#include <vector>

#include "sim/plants/part_tree.h"

namespace limber {

/// What the matrices of a step depend on.
struct StepRule {
  NewmarkRule newmark;
  double mass_damping_per_s = 0.0;
  double stiffness_damping_s = 0.0;
  double stiffness = 1.0;  ///< all parts are so many times as stiff

  bool operator==(const StepRule& other) const;
};

/// The constant matrices of a step, as kernels/plants takes them.
struct StepMatrices {
  std::vector<float> inverses, damping;     ///< r x r a bending part
  std::vector<float> couplings, responses;  ///< 6 x r a bending part
  std::vector<float> cubic_inertia;         ///< r x r a cubic part
};

/// The inertia of all parts, joined from the tips to the roots [Barbic11], [Featherstone08, section
/// 7.3], in double precision. Keeps a reference to the tree and the model.
class Substructure {
 public:
  Substructure(const PlantsModel& model, const PartTree& tree);

  StepMatrices matrices(const StepRule& rule);
  /// Joins what the matrices are made of: only parts that carry something else than before, unless
  /// the rule is a new one.
  void join(const StepRule& rule);

  /// A mass at a point of a part that inertia feels and gravity does not: the user's grab. modes:
  /// 3 x r there; empty for a rigid part.
  struct PointMass {
    int part;
    glm::vec3 at_m;
    Eigen::MatrixXd modes;
    double mass_kg;
  };
  void carry(std::vector<PointMass> masses);  ///< in join() from now on, and nothing else

  /// What bends each coordinate at rest: the weight of the parts and all that they carry.
  std::vector<float> rest_forces_N(glm::vec3 gravity_m_s2) const;

  int bending_parts() const { return static_cast<int>(joined_.size()); }
  /// The parts that bend from a part, itself included, to the ground.
  std::vector<int> bending_below(int part) const;

  /// By the newest join(): the acceleration that a force at a point of a part gives that point
  /// by the end of a step, in the part's frame, everything at rest. modes: 3 x r there; empty for a
  /// rigid part.
  glm::mat3 mobility_per_kg(int part, glm::vec3 at_m, const Eigen::MatrixXd& modes) const;

  /// How a steady force at a point bends what carries it.
  struct Yielding {
    Eigen::Matrix3d by_force_m_N;      ///< the way that the point gives
    Eigen::Matrix3d inertia_kg_m2_N2;  ///< of all that moves with it, by the force's square
    double most_N = 0.0;               ///< what bends no stem too far
  };
  /// By the newest join() too, for small bending. Parts that are held near their tips may bend
  /// further: they only come to lie along the pull. Held near its foot, a stem would whip.
  Yielding yielding(int part, glm::vec3 at_m, const Eigen::MatrixXd& modes) const;

 private:
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  /// A bending part with all that it carries.
  struct Joined {
    Eigen::MatrixXd inertia, damping;  ///< of the modes, r x r
    Eigen::MatrixXd coupling;          ///< 6 x r: force on the frame by the modes' acceleration
    Eigen::MatrixXd inverse;           ///< of Newmark's matrix
    Matrix6 felt;                      ///< inertia that its carrier feels, the modes giving way
  };

  Eigen::MatrixXd attachment(int part) const;
  Matrix6 felt(int part) const;
  Joined joined(int part, const StepRule& rule) const;

  const PlantsModel& model_;
  const PartTree& tree_;
  std::vector<Matrix6> own_, stiff_;  ///< inertia of each part alone, and with all that it carries
  std::vector<PointMass> carried_;
  std::vector<Joined> joined_;    ///< of each bending part
  std::vector<char> stale_;       ///< of each: whether it carries something else by now
  std::optional<StepRule> rule_;  ///< of the newest join()
};

}  // namespace limber
