// The rotation of a deformation gradient against the singular value decomposition in double
// precision.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <random>

#include "kernels/fem/polar.h"
#include "tests/kernels/fem_reference.h"

namespace limber {
namespace {

using reference::eigen_of;
using reference::glm_of;
using reference::Matrix;

class RandomStretches {
 public:
  double normal() { return normal_(engine_); }
  Quaternion rotation() {
    const Eigen::Quaterniond q =
        Eigen::Quaterniond(normal(), normal(), normal(), normal()).normalized();
    return {q.x(), q.y(), q.z(), q.w()};
  }
  /// A matrix with these singular values and random rotations.
  glm::mat3 with_stretches(double a, double b, double c) {
    return glm_of(eigen_of(matrix_of(rotation())) * Eigen::Vector3d(a, b, c).asDiagonal() *
                  eigen_of(matrix_of(rotation())));
  }

 private:
  std::mt19937 engine_{3};
  std::normal_distribution<double> normal_;
};

/// The rotation nearest to `a`, its trace of transpose(R) a, and the margin of uniqueness: 0 if not
/// unique.
struct Reference {
  explicit Reference(const glm::mat3& a) {
    const Eigen::JacobiSVD<Matrix> svd(eigen_of(a), Eigen::ComputeFullU | Eigen::ComputeFullV);
    const double side = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
    const Eigen::Vector3d s = svd.singularValues();
    rotation = svd.matrixU() * Eigen::Vector3d(1, 1, side).asDiagonal() * svd.matrixV().transpose();
    trace = s[0] + s[1] + side * s[2];
    clearness = s.norm() > 0.0 ? (s[1] + side * s[2]) / s.norm() : 0.0;
  }
  Matrix rotation;
  double trace, clearness;
};

void expect_proper(const Quaternion& q) {
  const Matrix r = eigen_of(matrix_of(q));
  EXPECT_LT((r.transpose() * r - Matrix::Identity()).norm(), 2e-6);
  EXPECT_NEAR(r.determinant(), 1.0, 2e-6);
}

/// Expects a proper rotation: the reference if unique, otherwise an equally good fit.
void expect_nearest(const glm::mat3& a, const Quaternion& start) {
  const Quaternion q = nearest_rotation(a, start);
  expect_proper(q);
  const Reference reference(a);
  const Matrix r = eigen_of(matrix_of(q));
  EXPECT_GE((r.transpose() * eigen_of(a)).trace(), reference.trace - 4e-3 * eigen_of(a).norm());
  if (reference.clearness > 2.5e-3) {
    EXPECT_LT((r - reference.rotation).norm(), 3e-6 / reference.clearness)
        << "clearness " << reference.clearness;
  }
}

TEST(Polar, RandomMatricesFromAnyStart) {
  RandomStretches random;
  for (int trial = 0; trial < 20000; ++trial) {
    glm::mat3 a;
    for (int k = 0; k < 3; ++k) a[k] = {random.normal(), random.normal(), random.normal()};
    expect_nearest(a, random.rotation());
    expect_nearest(a, no_rotation);
  }
}

TEST(Polar, GentlyDeformedIsExactToRounding) {
  RandomStretches random;
  for (int trial = 0; trial < 5000; ++trial) {
    const glm::mat3 a = random.with_stretches(1.0 + 0.2 * random.normal(), 1.0, 0.9);
    const Quaternion start = nearest_rotation(a, random.rotation());
    EXPECT_LT((eigen_of(matrix_of(nearest_rotation(a, start))) - Reference(a).rotation).norm(),
              2e-6);
  }
}

TEST(Polar, InvertedFlatAndThinMatrices) {
  RandomStretches random;
  const double stretches[][3] = {
      {1, 1, 1},       {1, 0.5, -0.3},     {2, 1, -0.99}, {1, 1, 0},          {1, 0.1, 0},
      {1, 0.01, 1e-4}, {1e-9, 1e-9, 1e-9}, {1, 1, -1},    {1, 0.5, -0.5},     {1, 0, 0},
      {1, 1e-5, 0},    {1e6, 1, -1e-6},    {-1, -1, -1},  {1e-7, 2e-7, -1e-7}};
  for (const auto& s : stretches) {
    SCOPED_TRACE(testing::Message() << s[0] << ' ' << s[1] << ' ' << s[2]);
    for (int trial = 0; trial < 500; ++trial) {
      expect_nearest(random.with_stretches(s[0], s[1], s[2]), random.rotation());
      expect_nearest(glm_of(Eigen::Vector3d(s[0], s[1], s[2]).asDiagonal()), no_rotation);
    }
  }
}

TEST(Polar, HalfATurnAwayIsNoTrap) {
  for (int axis = 0; axis < 3; ++axis) {
    glm::mat3 half_turn(-1.0f);
    half_turn[axis] *= -1.0f;
    expect_nearest(half_turn, no_rotation);
  }
}

TEST(Polar, WithoutAShapeTheRotationStays) {
  RandomStretches random;
  const Quaternion start = random.rotation();
  EXPECT_EQ(nearest_rotation(glm::mat3(0.0f), start), start);
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30f}) {
    glm::mat3 a(1.0f);
    a[1][2] = bad;
    EXPECT_EQ(nearest_rotation(a, start), start);
  }
}

TEST(Polar, ALineTurnsNoFurtherThanItHasTo) {
  const float half = 0.4f;
  const Quaternion about_the_line(std::sin(half), 0.0f, 0.0f, std::cos(half));
  const glm::mat3 line{{1, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  const Quaternion q = nearest_rotation(line, about_the_line);
  EXPECT_NEAR(std::abs(glm::dot(q, about_the_line)), 1.0f, 1e-6f);
}

TEST(Polar, AngleAndMatrixAreThoseOfTheQuaternion) {
  RandomStretches random;
  for (int trial = 0; trial < 200; ++trial) {
    const Quaternion q = random.rotation(), p = random.rotation();
    const Matrix expected = Eigen::Quaterniond(q.w, q.x, q.y, q.z).toRotationMatrix();
    EXPECT_LT((eigen_of(matrix_of(q)) - expected).norm(), 1e-6);
    EXPECT_NEAR(angle_rad(q), Eigen::AngleAxisd(expected).angle(), 2e-5);
    EXPECT_LT(
        (eigen_of(matrix_of(quaternion_product(q, p))) - eigen_of(matrix_of(q) * matrix_of(p)))
            .norm(),
        1e-6);
  }
}

}  // namespace
}  // namespace limber
