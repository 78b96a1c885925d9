// [Barbic11]; [Featherstone08, chapters 2 and 7], with modes in place of joints.

#include "sim/plants/substructure.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <utility>

namespace limber {

namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix63 = Eigen::Matrix<double, 6, 3>;

Vector3d to_eigen(const glm::vec3& v) { return {v.x, v.y, v.z}; }

Matrix3d rotation_matrix_of(const glm::vec4& q) {
  return Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix();
}

Matrix3d cross_matrix(const Vector3d& v) {
  Matrix3d m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

/// Force and torque about the origin per acceleration of the frame.
Matrix6 spatial_inertia(const ReducedShape& shape) {
  const Matrix3d& c = shape.second_moment_kg_m2;
  const Matrix3d s = cross_matrix(shape.first_moment_kg_m);
  Matrix6 j;
  j << shape.mass_kg * Matrix3d::Identity(), -s, s, c.trace() * Matrix3d::Identity() - c;
  return j;
}

/// The same per acceleration of the modes: 6 x r.
MatrixXd own_coupling(const ReducedShape& shape) {
  MatrixXd h(6, shape.modes);
  h.topRows(3) = shape.linear;
  for (int k = 0; k < shape.modes; ++k) {
    const Matrix3d& m = shape.moments[k];  // sum m U x^T, whose skew part gives sum m (x cross U)
    h.col(k).tail(3) << m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1);
  }
  return h;
}

/// Transforms the acceleration of a frame to a frame at `lever` whose axes are rotated by `axes`.
Matrix6 motion_to(const Vector3d& lever, const Matrix3d& axes) {
  Matrix6 x = Matrix6::Zero();
  x.topLeftCorner<3, 3>() = x.bottomRightCorner<3, 3>() = axes.transpose();
  x.topRightCorner<3, 3>() = -axes.transpose() * cross_matrix(lever);
  return x;
}

/// The three unit forces at a point, with their torques.
Matrix63 unit_forces_at(const glm::vec3& at_m) {
  Matrix63 loads;
  loads << Matrix3d::Identity(), cross_matrix(to_eigen(at_m));
  return loads;
}

Matrix6 inertia_of(const Substructure::PointMass& mass) {
  const Matrix63 loads = unit_forces_at(mass.at_m);
  return mass.mass_kg * loads * loads.transpose();
}

Matrix6 from_pivot(const Mount& mount) {
  return motion_to(to_eigen(mount.rest.position_m - mount.pivot_m),
                   rotation_matrix_of(mount.rest.quaternion));
}

Matrix6 to_pivot(const Mount& mount) {
  return motion_to(to_eigen(mount.pivot_m), Matrix3d::Identity());
}

void append_rows(std::vector<float>& to, const MatrixXd& m) {
  for (int row = 0; row < m.rows(); ++row)
    for (int column = 0; column < m.cols(); ++column)
      to.push_back(static_cast<float>(m(row, column)));
}

}  // namespace

bool StepRule::operator==(const StepRule& other) const {
  return newmark.beta == other.newmark.beta && newmark.gamma == other.newmark.gamma &&
         newmark.dt_s == other.newmark.dt_s && mass_damping_per_s == other.mass_damping_per_s &&
         stiffness_damping_s == other.stiffness_damping_s && stiffness == other.stiffness;
}

Substructure::Substructure(const PlantsModel& model, const PartTree& tree)
    : model_(model), tree_(tree), joined_(tree.bending.size()), stale_(tree.bending.size()) {
  for (const Mount& mount : tree.mounts)
    own_.push_back(spatial_inertia(model.reduced[mount.shape]));
  stiff_ = own_;
  for (int p = static_cast<int>(tree.bending.size()) - 1; p >= 0; --p) {
    const BendingPart& part = tree.bending[p];
    for (int n = part.first_mounted; n < part.first_mounted + part.mounted; ++n) {
      const Mount& mount = tree.mounts[tree.mounted[n]];
      const Matrix6 x = from_pivot(mount) * to_pivot(mount);
      stiff_[p] += x.transpose() * stiff_[tree.mounted[n]] * x;
    }
  }
}

MatrixXd Substructure::attachment(int part) const {
  const Mount& mount = tree_.mounts[part];
  const int modes = tree_.bending[mount.carrier].modes;
  MatrixXd a(6, modes);
  for (int row = 0; row < 6; ++row)
    for (int k = 0; k < modes; ++k)
      a(row, k) = tree_.attachments[mount.first_row + row * modes + k];
  return a;
}

Matrix6 Substructure::felt(int part) const {
  if (part < static_cast<int>(joined_.size())) return joined_[part].felt;
  Matrix6 felt = own_[part];
  for (const PointMass& mass : carried_)
    if (mass.part == part) felt += inertia_of(mass);
  return felt;
}

void Substructure::carry(std::vector<PointMass> masses) {
  carried_.swap(masses);
  for (const auto& changed : {carried_, masses})
    for (const PointMass& mass : changed)
      for (const int p : bending_below(mass.part)) stale_[p] = 1;
}

Substructure::Joined Substructure::joined(int p, const StepRule& rule) const {
  const BendingPart& part = tree_.bending[p];
  const ReducedShape& shape = model_.reduced[tree_.mounts[p].shape];
  MatrixXd inertia = MatrixXd::Identity(part.modes, part.modes), stiff = inertia;
  MatrixXd coupling = own_coupling(shape);
  Matrix6 whole = own_[p];
  for (int n = part.first_mounted; n < part.first_mounted + part.mounted; ++n) {
    const int child = tree_.mounted[n];
    const Matrix6 lever = from_pivot(tree_.mounts[child]), arm = to_pivot(tree_.mounts[child]);
    const MatrixXd a = attachment(child);
    const Matrix6 at_pivot = lever.transpose() * felt(child) * lever;
    inertia += a.transpose() * at_pivot * a;
    stiff += a.transpose() * (lever.transpose() * stiff_[child] * lever) * a;
    coupling += arm.transpose() * at_pivot * a;
    whole += arm.transpose() * at_pivot * arm;
  }
  for (const PointMass& mass : carried_) {
    if (mass.part != p) continue;
    inertia += mass.mass_kg * mass.modes.transpose() * mass.modes;
    coupling += mass.mass_kg * unit_forces_at(mass.at_m) * mass.modes;
    whole += inertia_of(mass);
  }
  const MatrixXd stiffness = rule.stiffness * shape.stiffness;
  // Mass damping by the rigid inertia of the carried parts, which keeps the damping matrix local.
  const MatrixXd damping = rule.mass_damping_per_s * stiff + rule.stiffness_damping_s * stiffness;
  const double dt_s = rule.newmark.dt_s;
  const MatrixXd newmark =
      inertia + rule.newmark.gamma * dt_s * damping + rule.newmark.beta * dt_s * dt_s * stiffness;
  MatrixXd inverse = newmark.llt().solve(MatrixXd::Identity(part.modes, part.modes));
  const Matrix6 felt = whole - coupling * inverse * coupling.transpose();
  return {std::move(inertia), damping, std::move(coupling), std::move(inverse), felt};
}

void Substructure::join(const StepRule& rule) {
  const bool all = !rule_ || !(rule == *rule_);
  rule_ = rule;
  for (int p = static_cast<int>(joined_.size()) - 1; p >= 0; --p)
    if (all || stale_[p] != 0) joined_[p] = joined(p, rule);
  std::ranges::fill(stale_, 0);
}

StepMatrices Substructure::matrices(const StepRule& rule) {
  join(rule);
  StepMatrices out;
  for (const Joined& part : joined_) {
    append_rows(out.inverses, part.inverse);
    append_rows(out.damping, part.damping);
    append_rows(out.couplings, part.coupling);
    append_rows(out.responses, part.coupling * part.inverse);
  }
  for (const CubicPart& cubic : tree_.cubics) {
    const Joined& part = joined_[cubic.part];
    append_rows(out.cubic_inertia,
                part.inertia + rule.newmark.gamma * rule.newmark.dt_s * part.damping);
  }
  return out;
}

std::vector<float> Substructure::rest_forces_N(glm::vec3 gravity_m_s2) const {
  std::vector<float> forces(tree_.coordinates());
  std::vector<Vector6> loads;  // of each part with all that it carries, about the part's origin
  for (int i = 0; i < tree_.parts(); ++i) {
    const ReducedShape& shape = model_.reduced[tree_.mounts[i].shape];
    const Vector3d g =
        rotation_matrix_of(tree_.rest[i].quaternion).transpose() * to_eigen(gravity_m_s2);
    Vector6 load;
    load << shape.mass_kg * g, shape.first_moment_kg_m.cross(g);
    loads.push_back(load);
  }
  for (int p = static_cast<int>(joined_.size()) - 1; p >= 0; --p) {
    const BendingPart& part = tree_.bending[p];
    const ReducedShape& shape = model_.reduced[tree_.mounts[p].shape];
    Eigen::VectorXd bending =
        shape.linear.transpose() *
        (rotation_matrix_of(tree_.rest[p].quaternion).transpose() * to_eigen(gravity_m_s2));
    for (int n = part.first_mounted; n < part.first_mounted + part.mounted; ++n) {
      const int child = tree_.mounted[n];
      const Vector6 at_pivot = from_pivot(tree_.mounts[child]).transpose() * loads[child];
      bending += attachment(child).transpose() * at_pivot;
      loads[p] += to_pivot(tree_.mounts[child]).transpose() * at_pivot;
    }
    for (int k = 0; k < part.modes; ++k)
      forces[part.first_coordinate + k] = static_cast<float>(bending[k]);
  }
  return forces;
}

std::vector<int> Substructure::bending_below(int part) const {
  std::vector<int> chain;
  for (int p = part < static_cast<int>(joined_.size()) ? part : tree_.mounts[part].carrier; p >= 0;
       p = tree_.mounts[p].carrier)
    chain.push_back(p);
  return chain;
}

Substructure::Yielding Substructure::yielding(int part, glm::vec3 at_m,
                                              const MatrixXd& modes) const {
  constexpr double bent_at_most = 0.6, tip_bent_at_most = 2.0, near_its_tip = 0.5;
  double max_N = std::numeric_limits<double>::infinity();
  Matrix3d compliance = Matrix3d::Zero(), inertia = Matrix3d::Zero();
  Matrix63 load = unit_forces_at(at_m);
  int on = part;
  for (const int p : bending_below(part)) {
    MatrixXd force = modes.transpose();
    if (p != part) {
      // The same unit forces, in the part's frame.
      const Matrix63 at_pivot = from_pivot(tree_.mounts[on]).transpose() * load;
      force = attachment(on).transpose() * at_pivot;
      load = to_pivot(tree_.mounts[on]).transpose() * at_pivot;
    }
    const ReducedShape& shape = model_.reduced[tree_.mounts[p].shape];
    const MatrixXd bent = (rule_->stiffness * shape.stiffness).llt().solve(force);
    compliance += force.transpose() * bent;
    inertia += bent.transpose() * joined_[p].inertia * bent;
    for (int k = 0; k < shape.modes; ++k) {
      const double at_tip = shape.drawn_modes.col(k).cwiseAbs().maxCoeff();
      const bool by_its_tip =
          tree_.mounts[p].carrier >= 0 && force.row(k).norm() > near_its_tip * at_tip;
      const double max_q = tree_.ranges[tree_.bending[p].first_coordinate + k].max_q;
      max_N = std::min(max_N,
                       (by_its_tip ? tip_bent_at_most : bent_at_most) * max_q / bent.row(k).norm());
    }
    on = p;
  }
  return {compliance, inertia, max_N};
}

glm::mat3 Substructure::mobility_per_kg(int part, glm::vec3 at_m, const MatrixXd& modes) const {
  const std::vector<int> chain = bending_below(part);
  Matrix63 load = unit_forces_at(at_m);
  std::vector<MatrixXd> still;  // acceleration of the modes with a fixed frame
  int on = part;
  for (const int p : chain) {
    MatrixXd force;
    if (p == part) {
      force = modes.transpose();
    } else {
      const Matrix63 at_pivot = from_pivot(tree_.mounts[on]).transpose() * load;
      force = attachment(on).transpose() * at_pivot;
      load = to_pivot(tree_.mounts[on]).transpose() * at_pivot;
    }
    still.push_back(joined_[p].inverse * force);
    load -= joined_[p].coupling * still.back();
    on = p;
  }
  Matrix63 frame = Matrix63::Zero();
  MatrixXd moved = MatrixXd::Zero(0, 3);
  for (std::size_t n = chain.size(); n-- > 0;) {
    const int p = chain[n];
    moved = still[n] - joined_[p].inverse * joined_[p].coupling.transpose() * frame;
    const int child = n > 0 ? chain[n - 1] : part;
    if (child == p) break;
    frame = from_pivot(tree_.mounts[child]) *
            (to_pivot(tree_.mounts[child]) * frame + attachment(child) * moved);
  }
  Matrix3d mobility = frame.topRows(3) - cross_matrix(to_eigen(at_m)) * frame.bottomRows(3);
  if (!chain.empty() && chain.front() == part) mobility += modes * moved;
  glm::mat3 out;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      out[column][row] = static_cast<float>(mobility(row, column));
  return out;
}

}  // namespace limber
