// Corotational tetrahedra against their definition in double precision (fem_reference.h), and
// properties of finite elements: no force from rigid motion, exact uniform strain, six rigid modes.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/fem/corotate.h"
#include "kernels/fem/element_matrices.h"
#include "kernels/fem/measure.h"
#include "kernels/launch.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/topology.h"
#include "tests/each_backend.h"
#include "tests/kernels/fem_reference.h"

namespace limber {
namespace {

using reference::eigen_of;
using reference::glm_of;
using reference::Matrix;
using reference::Nodes;
using reference::nodes_of;

constexpr ElasticMaterial rubber{2e6f, 0.4f, 1100.0f};

template <int N>
struct Order {
  static constexpr int nodes = N;
};

template <class Case>
class Element : public testing::Test {};
using Orders = testing::Types<Order<4>, Order<10>>;
TYPED_TEST_SUITE(Element, Orders);

class RandomElements {
 public:
  double in(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Eigen::Vector3d point(double size) { return {in(-size, size), in(-size, size), in(-size, size)}; }
  glm::dvec3 glm_point(double size) { return {in(-size, size), in(-size, size), in(-size, size)}; }
  Matrix rotation() {
    return Eigen::AngleAxisd(in(0.3, 3.0), point(1.0).normalized()).toRotationMatrix();
  }
  /// A random tetrahedron, neither inverted nor flat.
  void corners(glm::dvec3 (&x)[4]) {
    const glm::dvec3 regular[4] = {{1, 1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}};
    for (int k = 0; k < 4; ++k) x[k] = 0.1 * (regular[k] + glm_point(0.6));
  }

 private:
  std::mt19937 engine_{17};
};

template <int N>
void copy(const Nodes<N>& from, glm::dvec3 (&to)[N]) {
  for (int a = 0; a < N; ++a) to[a] = {from(0, a), from(1, a), from(2, a)};
}

template <int N>
Nodes<N> forces_N(const Tetrahedron<double>& turned_element, const Nodes<N>& at) {
  glm::dvec3 x[N], force[N];
  copy<N>(at, x);
  elastic_forces(turned_element, x, force);
  Nodes<N> result;
  for (int a = 0; a < N; ++a) result.col(a) = eigen_of(force[a]);
  return result;
}

template <int N>
Eigen::MatrixXd stiffness(const Tetrahedron<double>& element) {
  Eigen::MatrixXd k(3 * N, 3 * N);
  for (int a = 0; a < N; ++a)
    for (int b = 0; b < N; ++b)
      k.template block<3, 3>(3 * a, 3 * b) = eigen_of(stiffness_block<N>(element, a, b));
  return k;
}

TYPED_TEST(Element, ForceIsMinusTheSlopeOfTheEnergy) {
  constexpr int N = TypeParam::nodes;
  RandomElements random;
  for (int trial = 0; trial < 20; ++trial) {
    glm::dvec3 corners[4];
    random.corners(corners);
    const Matrix r = random.rotation();
    Nodes<N> x = nodes_of<N>(corners);
    for (int a = 0; a < N; ++a) x.col(a) = r * x.col(a) + random.point(0.05);
    const Nodes<N> force = forces_N<N>(turned(rest_tetrahedron(corners, rubber), glm_of(r)), x);
    for (int a = 0; a < N; ++a) {
      for (int axis = 0; axis < 3; ++axis) {
        constexpr double h = 1e-3;
        Nodes<N> high = x, low = x;
        high(axis, a) += h;
        low(axis, a) -= h;
        const double slope = (reference::energy_J<N>(corners, rubber, r, high) -
                              reference::energy_J<N>(corners, rubber, r, low)) /
                             (2 * h);
        EXPECT_NEAR(force(axis, a), -slope, 1e-8 * force.norm());
      }
    }
  }
}

TYPED_TEST(Element, StiffnessIsThatOfQuadratureTurned) {
  constexpr int N = TypeParam::nodes;
  RandomElements random;
  for (int trial = 0; trial < 20; ++trial) {
    glm::dvec3 corners[4];
    random.corners(corners);
    const Matrix r = random.rotation();
    const Tetrahedron<double> rest = rest_tetrahedron(corners, rubber);
    const Eigen::MatrixXd expected = reference::stiffness<N>(corners, rubber);
    EXPECT_LT((stiffness<N>(rest) - expected).norm(), 1e-12 * expected.norm());
    Eigen::MatrixXd turn = Eigen::MatrixXd::Zero(3 * N, 3 * N);
    for (int a = 0; a < N; ++a) turn.template block<3, 3>(3 * a, 3 * a) = r;
    EXPECT_LT((stiffness<N>(turned(rest, glm_of(r))) - turn * expected * turn.transpose()).norm(),
              1e-12 * expected.norm());
  }
}

TYPED_TEST(Element, StiffnessIsSymmetricAndOnlyRigidMotionsAreFree) {
  constexpr int N = TypeParam::nodes;
  RandomElements random;
  for (int trial = 0; trial < 20; ++trial) {
    glm::dvec3 corners[4];
    random.corners(corners);
    const Eigen::MatrixXd k =
        stiffness<N>(turned(rest_tetrahedron(corners, rubber), glm_of(random.rotation())));
    EXPECT_LT((k - k.transpose()).norm(), 1e-14 * k.norm());
    const auto values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(k).eigenvalues().eval();
    const double largest = values[3 * N - 1];
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(values[i], 0.0, 1e-13 * largest);
    EXPECT_GT(values[6], 1e-4 * largest);
  }
}

TYPED_TEST(Element, RigidMotionGivesNoForce) {
  constexpr int N = TypeParam::nodes;
  RandomElements random;
  for (int trial = 0; trial < 20; ++trial) {
    glm::dvec3 corners[4];
    random.corners(corners);
    const Matrix r = random.rotation();
    const Eigen::Vector3d moved = random.point(2.0);
    Nodes<N> x = nodes_of<N>(corners);
    for (int a = 0; a < N; ++a) x.col(a) = r * x.col(a) + moved;
    const Tetrahedron<double> rest = rest_tetrahedron(corners, rubber);
    EXPECT_LT(forces_N<N>(turned(rest, glm_of(r)), x).norm(), 1e-12 * rest.mu_volume_J / 0.01);
    // ... and without the rotation there would be one.
    EXPECT_GT(forces_N<N>(rest, x).norm(), 1e-2 * rest.mu_volume_J / 0.1);
  }
}

TYPED_TEST(Element, MassesAreThoseOfQuadratureAndAddUp) {
  constexpr int N = TypeParam::nodes;
  RandomElements random;
  glm::dvec3 corners[4];
  random.corners(corners);
  const Tetrahedron<double> rest = rest_tetrahedron(corners, rubber);
  const double mass = 1100.0 * reference::volume(corners);
  const auto expected = reference::mass_kg<N>(corners, rubber);
  EXPECT_NEAR(expected.sum(), mass, 1e-12 * mass);
  for (int a = 0; a < N; ++a) {
    for (int b = 0; b < N; ++b)
      EXPECT_NEAR(consistent_mass<N>(rest, a, b), expected(a, b), 1e-13 * mass);
    EXPECT_NEAR(lumped_mass<N>(rest), expected.row(a).sum(), 1e-13 * mass);
  }
}

TEST(VonMises, IsThePullAlongOneAxisAndNothingUnderPressure) {
  EXPECT_DOUBLE_EQ(von_mises(glm::dmat3(7.0)), 0.0);
  EXPECT_NEAR(von_mises(glm_of(Eigen::Vector3d(0, -5, 0).asDiagonal().toDenseMatrix())), 5.0,
              1e-14);
  glm::dmat3 shear(0.0);
  shear[0][1] = shear[1][0] = 2.0;
  EXPECT_NEAR(von_mises(shear), 2.0 * std::sqrt(3.0), 1e-14);
}

/// A box with perturbed inner vertices.
TetraMesh uneven_box(glm::ivec3 cells = {4, 3, 3}) {
  TetraMesh mesh = box_mesh({0, 0, 0}, {0.4f, 0.3f, 0.3f}, cells);
  RandomElements random;
  for (glm::vec3& x : mesh.positions_m) {
    const bool inside =
        x.x > 0.01f && x.x < 0.39f && x.y > 0.01f && x.y < 0.29f && x.z > 0.01f && x.z < 0.29f;
    if (inside) x += glm::vec3(random.glm_point(0.07 / cells.x));
  }
  return mesh;
}

template <int N>
ElementMesh<N> element_mesh(const TetraMesh& mesh) {
  if constexpr (N == 4)
    return linear_mesh(mesh);
  else
    return quadratic_mesh(mesh);
}

template <int N>
std::vector<bool> on_boundary(const ElementMesh<N>& mesh) {
  std::vector<bool> result;
  for (const glm::vec3& x : mesh.nodes_m)
    result.push_back(x.x < 1e-5f || x.x > 0.4f - 1e-5f || x.y < 1e-5f || x.y > 0.3f - 1e-5f ||
                     x.z < 1e-5f || x.z > 0.3f - 1e-5f);
  return result;
}

/// The patch test (Irons): a uniform deformation gives uniform stress, and no net force on inner
/// nodes.
TYPED_TEST(Element, PatchTest) {
  constexpr int N = TypeParam::nodes;
  const ElementMesh<N> mesh = element_mesh<N>(uneven_box());
  RandomElements random;
  const Matrix r = random.rotation();
  Matrix stretch = Matrix::Identity();
  stretch.diagonal() += random.point(0.1);
  stretch(0, 1) = stretch(1, 0) = 0.03;
  const Matrix expected =
      r * reference::stress_Pa(stretch - Matrix::Identity(), rubber) * r.transpose();
  std::vector<Eigen::Vector3d> force(mesh.nodes_m.size(), Eigen::Vector3d::Zero());
  double largest = 0.0;
  for (const ElementNodes<N>& element : mesh.elements) {
    glm::dvec3 corners[4];
    for (int k = 0; k < 4; ++k) corners[k] = mesh.nodes_m[element.at[k]];
    Nodes<N> x = nodes_of<N>(corners);
    for (int a = 0; a < N; ++a) x.col(a) = (r * stretch * x.col(a)).eval();
    glm::dvec3 at[N];
    copy<N>(x, at);
    const Tetrahedron<double> rest = rest_tetrahedron(corners, rubber);
    const Matrix found = reference::nearest_rotation(eigen_of(deformation_gradient(rest, at)));
    EXPECT_LT((found - r).norm(), 1e-12);
    const Tetrahedron<double> here = turned(rest, glm_of(found));
    EXPECT_LT((eigen_of(mean_stress_Pa(here, at)) - expected).norm(), 1e-11 * expected.norm());
    const Nodes<N> forces = forces_N<N>(here, x);
    largest = std::max(largest, forces.norm());
    for (int a = 0; a < N; ++a) force[element.at[a]] += forces.col(a);
  }
  const std::vector<bool> boundary = on_boundary(mesh);
  int inside = 0;
  for (std::size_t i = 0; i < force.size(); ++i) {
    if (boundary[i]) continue;
    ++inside;
    EXPECT_LT(force[i].norm(), 1e-11 * largest);
  }
  EXPECT_GE(inside, 12);
}

/// A bent, perturbed and partly inverted box, and its kernels' results.
template <int N>
struct Body {
  ElementMesh<N> mesh;
  ElementData data;
  std::vector<glm::vec3> positions, velocities, external;
  static constexpr float lookahead_s = 0.01f, stiffness_scale_s2 = 2e-4f, mass_scale = 1.5f;
  static constexpr float mass_damping_per_s = 20.0f, dt_s = 0.02f;
  static constexpr glm::vec3 gravity_m_s2{0.5f, -9.81f, 0.0f};

  explicit Body(glm::ivec3 cells = {4, 3, 3})
      : mesh(element_mesh<N>(uneven_box(cells))), data(element_data(mesh, rubber)) {
    RandomElements random;
    for (std::size_t i = 0; i < mesh.nodes_m.size(); ++i) {
      const glm::dvec3 x = mesh.nodes_m[i];
      const double angle = 4.0 * x.x, radius = 0.5 + x.y;
      positions.emplace_back(glm::dvec3(radius * std::sin(angle), radius * std::cos(angle), x.z) +
                             random.glm_point(i % 15 == 0 ? 0.2 : 0.01));
      velocities.emplace_back(random.glm_point(1.0));
      external.emplace_back(random.glm_point(100.0));
    }
  }

  int elements() const { return static_cast<int>(mesh.elements.size()); }

  struct Results {
    std::vector<Quaternion> rotations;
    std::vector<glm::vec3> forces;
    std::vector<float> matrices;
    std::vector<glm::vec3> right;
    std::vector<ElementMeasure> element_measures;
    std::vector<float> stress_kPa, displacement_m;
  };

  /// Results of the second of two steps, with warm-started rotations.
  Results on(const Exec& exec) const {
    const int n = elements(), nodes = static_cast<int>(mesh.nodes_m.size());
    std::vector<int> names;
    for (const ElementNodes<N>& element : mesh.elements)
      names.insert(names.end(), element.at, element.at + N);
    const Lists slots = elements_at(nodes, names, 1);
    const Buffer<ElementNodes<N>> corners(exec, mesh.elements);
    const Buffer<Tetrahedron<float>> rest(exec, data.rest);
    const Buffer<glm::vec3> x(exec, positions), v(exec, velocities), pull(exec, external),
        rest_m(exec, mesh.nodes_m);
    const Buffer<float> masses(exec, data.node_masses_kg);
    const Buffer<int> first(exec, slots.first), items(exec, slots.items);
    Buffer<Quaternion> rotations(exec, std::vector<Quaternion>(n, no_rotation));
    Buffer<Tetrahedron<float>> turned_elements(exec, n);
    Buffer<glm::vec3> forces(exec, N * n);
    Buffer<float> matrices(exec, N * N * 9 * n);
    Buffer<glm::vec3> right(exec, nodes);
    Buffer<ElementMeasure> element_measures(exec, n);
    Buffer<float> stress(exec, nodes), displacement(exec, nodes);
    for (int step = 0; step < 2; ++step)
      launch(exec, "element forces", n,
             ElementForces<N>{corners.view(), rest.view(), x.view(), v.view(), rotations.view(),
                              turned_elements.view(), forces.view(), lookahead_s});
    launch_element_matrices(
        exec, "element matrices", n,
        ElementMatrices<N>{{turned_elements.view(), stiffness_scale_s2, mass_scale},
                           matrices.view()});
    launch(exec, "right-hand side", nodes,
           StepRightHandSide{{first.view(), items.view()},
                             forces.view(),
                             pull.view(),
                             masses.view(),
                             v.view(),
                             right.view(),
                             gravity_m_s2,
                             mass_damping_per_s,
                             dt_s});
    launch(exec, "measure elements", n,
           MeasureElements<N>{corners.view(), turned_elements.view(), rotations.view(), x.view(),
                              element_measures.view()});
    launch(exec, "measure nodes", nodes,
           MeasureNodes<N>{
               {first.view(), items.view()}, element_measures.view(), false, stress.view()});
    launch(exec, "measure nodes", nodes,
           MeasureDisplacement{x.view(), rest_m.view(), displacement.view()});
    return {rotations.download(exec),   forces.download(exec),           matrices.download(exec),
            right.download(exec),       element_measures.download(exec), stress.download(exec),
            displacement.download(exec)};
  }
};

class ElementKernels : public EachBackend {
 protected:
  template <int N>
  void expect_reference() {
    const Body<N> body;
    const auto results = body.on(exec());
    int inverted = 0;
    double worst_force = 0.0, worst_block = 0.0, largest_force = 0.0;
    std::vector<glm::dvec3> right(body.mesh.nodes_m.size(), glm::dvec3(0.0));
    std::vector<double> von_mises_sum(body.mesh.nodes_m.size(), 0.0),
        around(body.mesh.nodes_m.size(), 0.0);
    for (int e = 0; e < body.elements(); ++e) {
      const auto& nodes = body.mesh.elements[e].at;
      glm::dvec3 corners[4], x[N], ahead[N], force[N];
      for (int k = 0; k < 4; ++k) corners[k] = body.mesh.nodes_m[nodes[k]];
      for (int a = 0; a < N; ++a) {
        x[a] = body.positions[nodes[a]];
        ahead[a] = x[a] + double(body.lookahead_s) * glm::dvec3(body.velocities[nodes[a]]);
      }
      const Tetrahedron<double> rest = rest_tetrahedron(corners, rubber);
      const Matrix gradient = eigen_of(deformation_gradient(rest, x));
      inverted += gradient.determinant() < 0.0;
      const Matrix r = reference::nearest_rotation(gradient);
      EXPECT_LT((eigen_of(glm::dmat3(matrix_of(results.rotations[e]))) - r).norm(), 2e-5) << e;
      const Tetrahedron<double> here = turned(rest, glm_of(r));
      elastic_forces(here, ahead, force);
      double size = 0.0;
      for (const glm::dvec3& f : force) size = std::max(size, glm::length(f));
      const double block_size =
          eigen_of(stiffness_block<N>(here, 0, 0)).norm() * body.stiffness_scale_s2;
      for (int a = 0; a < N; ++a) {
        const double off = glm::distance(force[a], glm::dvec3(results.forces[e * N + a]));
        worst_force = std::max(worst_force, off / size);
        right[nodes[a]] += glm::dvec3(results.forces[e * N + a]);
        largest_force = std::max(largest_force, size);
        for (int b = 0; b < N; ++b) {
          const Eigen::Map<const Eigen::Matrix<float, 3, 3, Eigen::RowMajor>> found(
              &results.matrices[((e * N + a) * N + b) * 9]);
          Matrix expected = body.stiffness_scale_s2 * eigen_of(stiffness_block<N>(here, a, b));
          expected.diagonal().array() += body.mass_scale * consistent_mass<N>(here, a, b);
          worst_block =
              std::max(worst_block, (found.template cast<double>() - expected).norm() / block_size);
        }
      }
      const double stress = von_mises(mean_stress_Pa(here, x));
      EXPECT_NEAR(results.element_measures[e].von_mises_Pa, stress, 1e-5 * stress + 20.0);
      EXPECT_NEAR(results.element_measures[e].rotation_rad, Eigen::AngleAxisd(r).angle(), 1e-4);
      for (const int node : nodes) {
        von_mises_sum[node] += stress;
        around[node] += 1.0;
      }
    }
    EXPECT_GT(inverted, 3);
    EXPECT_LT(worst_force, 2e-5);
    EXPECT_LT(worst_block, 2e-5);
    for (std::size_t i = 0; i < around.size(); ++i) {
      const double stress = von_mises_sum[i] / around[i];
      EXPECT_NEAR(1e3 * results.stress_kPa[i], stress, 1e-5 * stress + 20.0);
      right[i] += glm::dvec3(body.external[i]) +
                  double(body.data.node_masses_kg[i]) *
                      (glm::dvec3(body.gravity_m_s2) -
                       double(body.mass_damping_per_s) * glm::dvec3(body.velocities[i]));
      EXPECT_LT(glm::distance(glm::dvec3(results.right[i]), double(body.dt_s) * right[i]),
                2e-6 * body.dt_s * largest_force);
      EXPECT_NEAR(results.displacement_m[i], glm::distance(body.positions[i], body.mesh.nodes_m[i]),
                  1e-6);
    }
  }
};

TEST_P(ElementKernels, LinearMatchesDoublePrecision) { expect_reference<4>(); }
TEST_P(ElementKernels, QuadraticMatchesDoublePrecision) { expect_reference<10>(); }

template <class T>
void expect_same_bits(const std::vector<T>& a, const std::vector<T>& b, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(T)), 0) << what;
}

template <int N>
void expect_bits_of_serial(const Exec& exec) {
  const Body<N> body({10, 9, 9});  // enough for TBB to share
  const auto a = body.on(Exec(Backend::serial)), b = body.on(exec);
  expect_same_bits(a.rotations, b.rotations, "rotations");
  expect_same_bits(a.forces, b.forces, "forces");
  expect_same_bits(a.matrices, b.matrices, "matrices");
  expect_same_bits(a.right, b.right, "right-hand sides");
  expect_same_bits(a.element_measures, b.element_measures, "measures of elements");
  expect_same_bits(a.stress_kPa, b.stress_kPa, "stress");
  expect_same_bits(a.displacement_m, b.displacement_m, "displacement");
}

TEST_P(ElementKernels, GiveTheBitsOfSerial) {
#ifndef LIMBER_PARITY
  if (on_cuda()) GTEST_SKIP() << "CUDA gives the bits of serial in the parity build only";
#endif
  expect_bits_of_serial<4>(exec());
  expect_bits_of_serial<10>(exec());
}

template <int N>
void expect_bits_of_plain_kernels(Exec& exec) {
  Body<N> body({3, 3, 3});
  body.mesh.elements.pop_back();  // the last block of threads is not full
  exec.set_fast_kernels(true);
  const auto fast = body.on(exec);
  exec.set_fast_kernels(false);
  expect_same_bits(fast.matrices, body.on(exec).matrices, "matrices");
}

TEST_P(ElementKernels, GiveTheMatricesOfPlainKernels) {
  if (!on_cuda()) GTEST_SKIP() << "CPUs have plain kernels only";
  expect_bits_of_plain_kernels<4>(exec());
  expect_bits_of_plain_kernels<10>(exec());
}

EACH_BACKEND(ElementKernels);

}  // namespace
}  // namespace limber
