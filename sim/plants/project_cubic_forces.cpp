// [Barbic05, section 4], ordered by strains: with u = U q, Green's strain at a point is
//   E = sum_j E1_j q_j + sum_{j<=k} E2_jk q_j q_k,
// so the energy, 1/2 E : C : E, integrated over the solid, is 1/2 m^T A m, where m are the
// monomials q_j and q_j q_k and A is one Gram matrix of all E1 and E2. The forces are its gradient.

#include "sim/plants/project_cubic_forces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/launch.h"

namespace limber {

namespace {

/// Index of the monomial q_j q_k, and of q_j q_k q_l, in the order of CubicForces.
class Monomials {
 public:
  explicit Monomials(int r) : r_(r), square_(r * r), cube_(r * r * r) {
    for (int j = 0; j < r; ++j)
      for (int k = j; k < r; ++k) {
        square_[j * r + k] = squares_++;
        for (int l = k; l < r; ++l) cube_[(j * r + k) * r + l] = cubes_++;
      }
  }
  int squares() const { return squares_; }
  int cubes() const { return cubes_; }
  int square(int j, int k) const { return square_[std::min(j, k) * r_ + std::max(j, k)]; }
  int cube(std::array<int, 3> of) const {
    std::sort(of.begin(), of.end());
    return cube_[(of[0] * r_ + of[1]) * r_ + of[2]];
  }

 private:
  int r_, squares_ = 0, cubes_ = 0;
  std::vector<int> square_, cube_;
};

using Strain = Eigen::Matrix<double, 6, 1>;

/// Maps a symmetric strain to a vector such that the dot product of two is a : C : b for an
/// isotropic material.
class EnergyNorm {
 public:
  EnergyNorm(double lambda_J, double mu_J)
      : shear_(std::sqrt(2.0 * mu_J)),
        volume_((std::sqrt(2.0 * mu_J + 3.0 * lambda_J) - shear_) / 3.0) {}
  Strain operator()(const Eigen::Matrix3d& e) const {
    const double trace = volume_ * e.trace(), twice = std::sqrt(2.0) * shear_;
    return {shear_ * e(0, 0) + trace, shear_ * e(1, 1) + trace, shear_ * e(2, 2) + trace,
            twice * e(0, 1),          twice * e(1, 2),          twice * e(2, 0)};
  }

 private:
  double shear_, volume_;
};

/// Columns: the strains E1 of q_j, then E2 of q_j q_k.
void write_strains(const std::vector<Eigen::Matrix3d>& gradients, const EnergyNorm& norm,
                   Eigen::Ref<Eigen::MatrixXd> rows) {
  const auto r = static_cast<int>(gradients.size());
  Eigen::Index column = r;
  for (int j = 0; j < r; ++j) {
    rows.col(j) = norm(0.5 * (gradients[j] + gradients[j].transpose()));
    for (int k = j; k < r; ++k) {
      const Eigen::Matrix3d product = gradients[j].transpose() * gradients[k];
      rows.col(column++) = norm((j == k ? 0.25 : 0.5) * (product + product.transpose()));
    }
  }
}

/// The lower triangle of A, summed over some of the elements.
Eigen::MatrixXd energy_of(const SolidModel& solid, const Eigen::MatrixXd& modes, std::size_t first,
                          std::size_t last) {
  const auto r = static_cast<int>(modes.cols());
  constexpr Eigen::Index chunk = 6 * 128;  // rows per matrix product
  const Eigen::Index columns = r + r * (r + 1) / 2;
  Eigen::MatrixXd energy = Eigen::MatrixXd::Zero(columns, columns), rows(chunk, columns);
  Eigen::Index filled = 0;
  const auto add_rows = [&] {
    if (filled == 0) return;  // Eigen would divide by 0
    energy.selfadjointView<Eigen::Lower>().rankUpdate(rows.topRows(filled).transpose());
    filled = 0;
  };
  std::vector<Eigen::Matrix3d> gradients(r);
  const int n = solid.nodes_each;
  for (std::size_t e = first; e < last; ++e) {
    const Tetrahedron<double>& rest = solid.elements[e];
    for (const StrainPoint& point : solid.strain_points(e)) {
      for (int j = 0; j < r; ++j) {
        gradients[j].setZero();
        for (int a = 0; a < n; ++a)
          gradients[j] += modes.col(j).segment<3>(3 * solid.element_nodes[e * n + a]) *
                          point.gradient_per_m.col(a).transpose();
      }
      const double share = point.volume_m3 / rest.volume_m3;
      write_strains(gradients, {share * rest.lambda_volume_J, share * rest.mu_volume_J},
                    rows.middleRows(filled, 6));
      filled += 6;
      if (filled == chunk) add_rows();
    }
  }
  add_rows();
  return energy;
}

constexpr std::size_t elements_at_once = 512;

/// One part of the elements per index.
struct SumEnergies {
  static constexpr int grain = 1;
  const SolidModel* solid;
  const Eigen::MatrixXd* modes;
  std::size_t first_element;
  Eigen::MatrixXd* sums;
  void operator()(int i) const {
    const std::size_t first = first_element + elements_at_once * i;
    sums[i] = energy_of(*solid, *modes, first,
                        std::min(first + elements_at_once, solid->elements.size()));
  }
};

/// The lower triangle of A, the same to the bit on any number of threads.
Eigen::MatrixXd energy_matrix(const SolidModel& solid, const Eigen::MatrixXd& modes,
                              Progress& progress) {
  std::array<Eigen::MatrixXd, 16> sums;
  Eigen::MatrixXd energy;
  const std::size_t elements = solid.elements.size();
  for (std::size_t first = 0; first < elements; first += sums.size() * elements_at_once) {
    progress.report("projecting the forces of a solid",
                    static_cast<float>(first) / static_cast<float>(elements));
    const std::size_t parts =
        std::min(sums.size(), (elements - first + elements_at_once - 1) / elements_at_once);
    launch_on_host(Exec(Backend::tbb), "projected forces", static_cast<int>(parts),
                   SumEnergies{&solid, &modes, first, sums.data()});
    for (std::size_t i = 0; i < parts; ++i)
      if (first + i == 0)
        energy = sums[i];
      else
        energy += sums[i];
  }
  return energy;
}

}  // namespace

CubicForces project_cubic_forces(const SolidModel& solid, const Eigen::MatrixXd& modes,
                                 Progress& progress) {
  const Eigen::MatrixXd energy = energy_matrix(solid, modes, progress);
  const auto r = static_cast<int>(modes.cols());
  const Monomials monomials(r);
  CubicForces forces;
  forces.modes = r;
  forces.linear = energy.topLeftCorner(r, r).selfadjointView<Eigen::Lower>();
  forces.quadratic = Eigen::MatrixXd::Zero(r, monomials.squares());
  forces.cubic = Eigen::MatrixXd::Zero(r, monomials.cubes());
  for (int c = 0; c < r; ++c)
    for (int d = c; d < r; ++d) {
      const int column = r + monomials.square(c, d);
      for (int i = 0; i < r; ++i) {
        const double a = energy(column, i);
        forces.quadratic(i, monomials.square(c, d)) += a;
        forces.quadratic(c, monomials.square(i, d)) += a;
        forces.quadratic(d, monomials.square(i, c)) += a;
      }
      for (int i = 0; i < r; ++i)
        for (int j = i; j < r; ++j) {
          const int row = r + monomials.square(i, j);
          const double a = 0.5 * energy(std::max(row, column), std::min(row, column));
          forces.cubic(i, monomials.cube({j, c, d})) += a;
          forces.cubic(j, monomials.cube({i, c, d})) += a;
          forces.cubic(c, monomials.cube({i, j, d})) += a;
          forces.cubic(d, monomials.cube({i, j, c})) += a;
        }
    }
  return forces;
}

}  // namespace limber
