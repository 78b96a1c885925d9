// A sparse matrix plus separate springs, against their sum in double precision.

#include "kernels/sparse/sprung.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "sim/sparse/conjugate_gradient.h"
#include "tests/each_backend.h"
#include "tests/sparse_systems.h"

namespace limber {
namespace {

constexpr int nodes = 400;

/// Many springs at some nodes, none at most; some refer to nodes outside of the matrix.
struct RandomSprings {
  std::vector<NodeSpring> springs;
  std::vector<int> first{0}, items;

  RandomSprings() {
    std::mt19937 engine(8);
    std::uniform_int_distribution<int> few(0, 30), any(0, nodes - 1), sides(0, 5);
    std::uniform_real_distribution<float> value(-1.0f, 1.0f);
    for (int k = 0; k < 90; ++k) {
      NodeSpring spring;
      std::set<int> taken;
      for (int c = 0; c < 4; ++c) {
        const int node = c == 0 ? few(engine) : any(engine);
        if (sides(engine) == 0 || !taken.insert(node).second) continue;
        spring.nodes[c] = node;
        spring.weights[c] = value(engine);
      }
      spring.direction = {value(engine), value(engine), value(engine)};
      spring.stiffness = k % 9 == 0 ? 0.0f : 50.0f + 40.0f * value(engine);
      springs.push_back(spring);
    }
    for (int i = 0; i < nodes; ++i) {
      for (int k = 0; k < static_cast<int>(springs.size()); ++k)
        for (int c = 0; c < 4; ++c)
          if (springs[k].nodes[c] == i) items.push_back(k);
      first.push_back(static_cast<int>(items.size()));
    }
  }

  void add_to(Eigen::MatrixXd& whole) const {
    for (const NodeSpring& spring : springs) {
      Eigen::VectorXd j = Eigen::VectorXd::Zero(3 * nodes);
      for (int c = 0; c < 4; ++c)
        for (int axis = 0; axis < 3 && spring.nodes[c] >= 0; ++axis)
          j[3 * spring.nodes[c] + axis] +=
              double(spring.weights[c]) * double(spring.direction[axis]);
      whole += double(spring.stiffness) * j * j.transpose();
    }
  }
};

class SprungMatrix : public EachBackend {
 protected:
  void SetUp() override {
    EachBackend::SetUp();
    if (IsSkipped()) return;
    springs_ = {exec(), random_.springs};
    first_ = {exec(), random_.first};
    items_ = {exec(), random_.items};
  }
  SparseMatrix<float> matrix(SparseLayout layout) {
    SparseMatrix<float> matrix(exec(), system_.pattern, 3, layout);
    matrix.upload(exec(), system_.pattern, system_.values_as<float>());
    return matrix;
  }
  NodeSprings springs() const { return {readable(springs_), {readable(first_), readable(items_)}}; }
  Eigen::MatrixXd whole() const {
    Eigen::MatrixXd sum = system_.whole;
    random_.add_to(sum);
    return sum;
  }

  SparseSystem system_ = uneven_system(nodes, 3, 21);
  RandomSprings random_;
  Buffer<NodeSpring> springs_;
  Buffer<int> first_, items_;
};

TEST_P(SprungMatrix, MultipliesAsTheSum) {
  const std::vector<double> x = random_vector(3 * nodes, 5);
  const Buffer<float> from(exec(), std::vector<float>(x.begin(), x.end()));
  Buffer<float> to(exec(), 3 * nodes);
  const Eigen::MatrixXd sum = whole();
  const Eigen::VectorXd expected = sum * as_eigen(x),
                        size = sum.cwiseAbs() * as_eigen(x).cwiseAbs();
  for (const SparseLayout layout : all_sparse_layouts) {
    matrix(layout).multiply(exec(), readable(from), to.view(), springs());
    const std::vector<float> y = to.download(exec());
    for (int i = 0; i < 3 * nodes; ++i) ASSERT_NEAR(y[i], expected[i], 2e-6 * size[i]) << i;
  }
}

TEST_P(SprungMatrix, IsSolvedAsTheSum) {
  const std::vector<double> right = random_vector(3 * nodes, 6);
  const Buffer<float> b(exec(), std::vector<float>(right.begin(), right.end()));
  const Eigen::VectorXd expected = whole().llt().solve(as_eigen(right));
  for (const CgMethod method : all_cg_methods)
    for (const SparseLayout layout : all_sparse_layouts)
      for (const Preconditioner preconditioner :
           {Preconditioner::jacobi, Preconditioner::block_jacobi}) {
        if (layout == SparseLayout::bin_csr && preconditioner == Preconditioner::block_jacobi)
          continue;
        const SparseMatrix<float> matrix = this->matrix(layout);
        ConjugateGradient<float, 3> solver(exec(), matrix, 200);
        Buffer<float> x(exec(), std::vector<float>(3 * nodes, 0.0f));
        solver.solve(exec(), matrix, readable(b), x.view(),
                     {.method = method,
                      .preconditioner = preconditioner,
                      .iterations = 200,
                      .tolerance = 1e-6},
                     {}, springs());
        EXPECT_EQ(solver.outcome(exec()).status, CgStatus::converged);
        const std::vector<float> found = x.download(exec());
        for (int i = 0; i < 3 * nodes; ++i)
          ASSERT_NEAR(found[i], expected[i], 3e-5 * expected.cwiseAbs().maxCoeff()) << i;
      }
}

EACH_BACKEND(SprungMatrix);

}  // namespace
}  // namespace limber
