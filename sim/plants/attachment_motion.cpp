// The attachment of a child to a bending parent: [Barbic11, section 5], with the motion of the
// interface fitted to the nodes around it.

#include "sim/plants/attachment_motion.h"

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <vector>

#include "sim/plants/full_model.h"

namespace limber {

namespace {

/// Min. spread of nodes across their longest direction, over that along it, for which the rotation
/// about every axis is well-conditioned.
constexpr double enough_spread = 0.2;
constexpr int fewest = 4;

/// The nodes of a part, sorted by distance from a point.
std::vector<int> nearest_first(const PartShape& shape, const Eigen::Vector3d& point_m) {
  std::vector<double> squared_m2;
  for (const glm::vec3& x : shape.nodes_m)
    squared_m2.push_back((vector_of(x) - point_m).squaredNorm());
  std::vector<int> order(shape.nodes_m.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return squared_m2[a] < squared_m2[b]; });
  return order;
}

/// Accumulates the covariance of nodes.
class Scatter {
 public:
  void add(const Eigen::Vector3d& x) {
    ++count_;
    sum_ += x;
    products_ += x * x.transpose();
  }
  bool enough() const {
    if (count_ < fewest) return false;
    const Eigen::Matrix3d scatter = products_ - sum_ * sum_.transpose() / count_;
    const Eigen::Vector3d rising =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(scatter, Eigen::EigenvaluesOnly)
            .eigenvalues();
    return rising[1] > enough_spread * enough_spread * rising[2];
  }

 private:
  int count_ = 0;
  Eigen::Vector3d sum_ = Eigen::Vector3d::Zero();
  Eigen::Matrix3d products_ = Eigen::Matrix3d::Zero();
};

}  // namespace

AttachmentMotion attachment_at(const PartShape& shape, const ReducedShape& reduced,
                               const Eigen::Vector3d& point_m) {
  if (reduced.modes == 0) return AttachmentMotion(6, 0);
  // As few nodes as determine a rotation, so that the fit stays local, and all nodes at the same
  // distance as the last one.
  const std::vector<int> order = nearest_first(shape, point_m);
  const auto offset = [&](int node) {
    return Eigen::Vector3d(vector_of(shape.nodes_m[node]) - point_m);
  };
  std::size_t count = 0;
  for (Scatter scatter; count < order.size() && !scatter.enough(); ++count)
    scatter.add(offset(order[count]));
  const double reach_m = 1.001 * offset(order[count - 1]).norm();
  while (count < order.size() && offset(order[count]).norm() <= reach_m) ++count;

  // Least squares of displacement + rotation x offset = u at these nodes.
  Eigen::Matrix<double, 6, 6> normal = Eigen::Matrix<double, 6, 6>::Zero();
  AttachmentMotion right = AttachmentMotion::Zero(6, reduced.modes);
  for (std::size_t i = 0; i < count; ++i) {
    const Eigen::Vector3d d = offset(order[i]);
    Eigen::Matrix<double, 3, 6> rigid;
    rigid << Eigen::Matrix3d::Identity(),
        Eigen::Matrix3d{{0.0, d.z(), -d.y()}, {-d.z(), 0.0, d.x()}, {d.y(), -d.x(), 0.0}};
    normal += rigid.transpose() * rigid;
    right += rigid.transpose() * reduced.node_modes.middleRows<3>(3 * order[i]);
  }
  return normal.completeOrthogonalDecomposition().solve(right);
}

}  // namespace limber
