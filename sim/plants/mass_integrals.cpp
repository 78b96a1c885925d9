// The inertia shape integrals of a deformable body in a moving frame: [Shabana05, section 5.5];
// [Barbic11]. Each is an integral of a product of two of the fields 1, x and U_k, hence a^T M b
// with the consistent mass matrix M.

#include "sim/plants/mass_integrals.h"

namespace limber {

void integrate_masses(const FullModel& model, const Eigen::MatrixXd& modes, ReducedShape& reduced) {
  const NodeRows mass_x = model.mass_kg * model.nodes_m;
  const auto r = static_cast<int>(modes.cols());
  const auto rows_of = [&](int k) {
    return Eigen::Map<const NodeRows>(modes.col(k).data(), model.node_count(), 3);
  };
  reduced.mass_kg = model.mass_kg.sum();
  reduced.first_moment_kg_m = mass_x.colwise().sum();
  reduced.second_moment_kg_m2 = mass_x.transpose() * model.nodes_m;
  reduced.linear.resize(3, r);
  reduced.moments.resize(r);
  reduced.gyroscopic.assign(3, Eigen::MatrixXd::Zero(r, r));
  for (int k = 0; k < r; ++k) {
    const NodeRows mass_mode = model.mass_kg * rows_of(k);
    reduced.linear.col(k) = mass_mode.colwise().sum();
    reduced.moments[k] = rows_of(k).transpose() * mass_x;
    for (int l = 0; l < r; ++l) {
      const Eigen::Matrix3d products = mass_mode.transpose() * rows_of(l);
      for (int axis = 0; axis < 3; ++axis) {
        const int y = (axis + 1) % 3, z = (axis + 2) % 3;
        reduced.gyroscopic[axis](k, l) = products(y, z) - products(z, y);
      }
    }
  }
}

}  // namespace limber
