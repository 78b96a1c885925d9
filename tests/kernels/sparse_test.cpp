// Sparse matrices in every layout against dense ones in double precision.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "kernels/error.h"
#include "sim/sparse/cloth_links.h"
#include "sim/sparse/sparse_matrix.h"
#include "tests/each_backend.h"
#include "tests/sparse_systems.h"

namespace limber {
namespace {

struct Variant {
  SparseLayout layout;
  int team;
};

std::vector<Variant> variants(int block) {
  using enum SparseLayout;
  std::vector<Variant> all{{bin_csr, 0}};
  if (block == 3) {
    all.push_back({bin_bcsr, 0});
    for (const int team : {0, 1, 2, 4, 8, 16}) all.push_back({block_sell, team});
  }
  return all;
}

template <class T>
SparseMatrix<T> sparse_matrix_of(const Exec& exec, const SparseSystem& system,
                                 const Variant& variant) {
  SparseMatrix<T> matrix(exec, system.pattern, system.block, variant.layout, variant.team);
  matrix.upload(exec, system.pattern, system.values_as<T>());
  return matrix;
}

template <class T>
std::vector<T> product(const Exec& exec, const SparseMatrix<T>& matrix, const std::vector<T>& x) {
  const Buffer<T> x_there(exec, x);
  // Old content must not affect the result.
  Buffer<T> y(exec, std::vector<T>(x.size(), std::numeric_limits<T>::quiet_NaN()));
  matrix.multiply(exec, x_there.view(), y.view());
  return y.download(exec);
}

template <class T>
void expect_product_of_dense(const std::vector<T>& y, const SparseSystem& system,
                             const std::vector<T>& x) {
  const Eigen::VectorXd expected = system.whole * as_eigen(x);
  const Eigen::VectorXd size = system.whole.cwiseAbs() * as_eigen(x).cwiseAbs();
  for (int i = 0; i < expected.size(); ++i)
    ASSERT_NEAR(static_cast<double>(y[i]), expected[i],
                8.0 * std::numeric_limits<T>::epsilon() * (size[i] + 1e-30))
        << "row " << i;
}

TEST(SparsePattern, ClothHasTheCountsOfThePaper) {
  const Pattern cloth = cloth_pattern(160, 160);
  const PatternStatistics statistics = statistics_of(cloth, 3);
  EXPECT_EQ(statistics.dimension, 76800);
  EXPECT_EQ(statistics.nonzeros, 3865140);
  EXPECT_EQ(statistics.longest_row, 48);
  EXPECT_EQ(statistics.shortest_row, 18);
  EXPECT_NEAR(statistics.mean_row, 47.3, 0.05);
  // Table 2 has 0.4% overhead, without a definition. Particles in rows give 0.67% more values: the
  // ends of the grid's rows share their bins with longer rows.
  Exec exec(Backend::serial);
  const SparseMatrix<float> matrix(exec, cloth, 3, SparseLayout::bin_bcsr);
  EXPECT_NEAR(matrix.statistics().padding_percent, 0.66595, 1e-4);
}

TEST(SparsePattern, HasEveryEntryOnceAndTheDiagonal) {
  const Pattern pattern = pattern_of(3, {{2, 0}, {0, 2}, {2, 0}});
  EXPECT_EQ(pattern.columns, (std::vector<int>{0, 2, 1, 0, 2}));
  EXPECT_EQ(pattern.first, (std::vector<int>{0, 2, 3, 5}));
  EXPECT_EQ(pattern.find(0, 1), -1);
  EXPECT_EQ(pattern.find(2, 2), 4);
  EXPECT_THROW(pattern_of(3, {{0, 3}}), Error);
  const std::vector<int> corners{0, 1, 1, 4};
  EXPECT_THROW(pattern_of_elements(4, corners, 2), Error);
}

TEST(SparseMatrix, RefusesWhatItCannotLayOut) {
  Exec exec(Backend::serial);
  const Pattern pattern = pattern_of(3, {});
  EXPECT_THROW(SparseMatrix<float>(exec, pattern, 1, SparseLayout::bin_bcsr), Error);
  EXPECT_THROW(SparseMatrix<float>(exec, pattern, 2, SparseLayout::bin_csr), Error);
  EXPECT_THROW(SparseMatrix<float>(exec, pattern, 3, SparseLayout::block_sell, 3), Error);
  EXPECT_THROW(SparseMatrix<float>(exec, pattern, 3, SparseLayout::block_sell, 32), Error);
}

TEST(SparseMatrix, IsLaidOutForTheBackend) {
  for (const Backend backend : {Backend::serial, Backend::tbb, Backend::cuda})
    EXPECT_EQ(layout_named("bin_csr", backend), SparseLayout::bin_csr);
  EXPECT_EQ(layout_named("block_sell", Backend::tbb), SparseLayout::block_sell);
  EXPECT_EQ(layout_named("bin_bcsr", Backend::cuda), SparseLayout::bin_bcsr);
  EXPECT_EQ(layout_named("auto", Backend::serial), SparseLayout::bin_bcsr);
  EXPECT_EQ(layout_named("auto", Backend::tbb), SparseLayout::bin_bcsr);
  EXPECT_EQ(layout_named("auto", Backend::cuda), SparseLayout::block_sell);
}

TEST(SparseMatrix, SerialAndTbbGiveTheSameBits) {
  const SparseSystem system = uneven_system(701, 3, 5);
  const auto x = random_vector(system.dimension(), 6);
  const std::vector<float> start(x.begin(), x.end());
  Exec serial(Backend::serial), tbb(Backend::tbb, 3);
  for (const Variant& variant : variants(3))
    EXPECT_EQ(product(serial, sparse_matrix_of<float>(serial, system, variant), start),
              product(tbb, sparse_matrix_of<float>(tbb, system, variant), start));
}

class Sparse : public EachBackend {};

/// In the order of the pattern, whatever the layout.
TEST_P(Sparse, GivesItsValuesBack) {
  for (const int block : {1, 3}) {
    const SparseSystem system = uneven_system(333, block, 8);
    for (const Variant& variant : variants(block)) {
      const SparseMatrix<float> matrix = sparse_matrix_of<float>(exec(), system, variant);
      EXPECT_EQ(matrix.download(exec(), system.pattern), system.values_as<float>())
          << name_of(variant.layout) << " team " << variant.team;
    }
  }
}

template <class T>
void expect_products(const Exec& exec) {
  for (const int block : {1, 3}) {
    for (const int rows : {1, 5, 32, 33, 700}) {
      const SparseSystem system = uneven_system(rows, block, 3);
      const auto x = random_vector(system.dimension(), 4);
      const std::vector<T> start(x.begin(), x.end());
      for (const Variant& variant : variants(block)) {
        SCOPED_TRACE(testing::Message() << name_of(variant.layout) << " team " << variant.team
                                        << ", " << rows << " rows of blocks of " << block);
        expect_product_of_dense(product(exec, sparse_matrix_of<T>(exec, system, variant), start),
                                system, start);
      }
    }
  }
}

TEST_P(Sparse, MultipliesLikeADenseMatrixInDoublePrecision) {
  expect_products<float>(exec());
  expect_products<double>(exec());
}

/// More rows than a GPU processes at once, so that threads loop over rows.
TEST_P(Sparse, MultipliesLargeMatrices) {
  const Pattern cloth = cloth_pattern(160, 160);
  const int size = 3 * cloth.rows();
  const auto values = random_vector(9 * cloth.entries(), 12), x = random_vector(size, 13);
  std::vector<double> expected(size, 0.0);
  for (int r = 0; r < cloth.rows(); ++r)
    for (int e = cloth.first[r]; e < cloth.first[r + 1]; ++e)
      for (int m = 0; m < 9; ++m)
        expected[3 * r + m / 3] +=
            values[9 * static_cast<std::size_t>(e) + m] * x[3 * cloth.columns[e] + m % 3];
  for (const Variant& variant : variants(3)) {
    SparseMatrix<double> matrix(exec(), cloth, 3, variant.layout, variant.team);
    matrix.upload(exec(), cloth, values);
    const auto y = product(exec(), matrix, x);
    for (int i = 0; i < size; ++i)
      ASSERT_NEAR(y[i], expected[i], 1e-12)
          << name_of(variant.layout) << " team " << variant.team << " row " << i;
  }
}

/// Padding is multiplied, too; a NaN must not spread to other rows.
TEST_P(Sparse, PaddingBringsNothingFromOtherRows) {
  const SparseSystem system = uneven_system(200, 3, 9);
  std::vector<float> x(system.dimension(), 1.0f);
  const int spoilt = 0;
  for (int c = 0; c < 3; ++c) x[3 * spoilt + c] = NAN;
  for (const Variant& variant : variants(3)) {
    const auto y = product(exec(), sparse_matrix_of<float>(exec(), system, variant), x);
    for (int r = 0; r < system.pattern.rows(); ++r)
      ASSERT_EQ(std::isnan(y[3 * r]), system.pattern.find(r, spoilt) >= 0)
          << name_of(variant.layout) << " row " << r;
  }
}

TEST_P(Sparse, MovesBetweenSolvers) {
  const SparseSystem system = uneven_system(300, 3, 2);
  const auto x = random_vector(system.dimension(), 4);
  const std::vector<float> start(x.begin(), x.end());
  Exec serial(Backend::serial);
  for (const Variant& variant : variants(3)) {
    auto matrix = sparse_matrix_of<float>(serial, system, variant);
    move(matrix, serial, exec());
    expect_product_of_dense(product(exec(), matrix, start), system, start);
    move(matrix, exec(), serial);
    expect_product_of_dense(product(serial, matrix, start), system, start);
  }
}

/// Random elements of 4 nodes, nodes shared by many; block: unknowns per node.
template <class T>
void expect_assembly(const Exec& exec, int block) {
  constexpr int nodes = 150, elements = 900, each = 4;
  std::mt19937 engine(8);
  std::vector<int> corners;
  while (corners.size() < elements * each) {
    // Low numbers are more frequent: uneven lists.
    const int node = static_cast<int>(nodes * std::pow(engine() / 4294967296.0, 2.0));
    const auto start = corners.end() - static_cast<int>(corners.size()) % each;
    if (std::find(start, corners.end(), node) == corners.end()) corners.push_back(node);
  }
  const int values = elements * each * each * block * block;
  const auto element_values = random_vector(values, 10), mass = random_vector(nodes * block, 11);
  constexpr double scale = 0.25;
  SparseSystem system{pattern_of_elements(nodes, corners, each), block, {}, {}};
  system.whole = as_eigen(mass).asDiagonal();
  for (int e = 0, v = 0; e < elements; ++e)
    for (int i = 0; i < each; ++i)
      for (int j = 0; j < each; ++j)
        for (int a = 0; a < block; ++a)
          for (int c = 0; c < block; ++c)
            system.whole(corners[e * each + i] * block + a, corners[e * each + j] * block + c) +=
                scale * element_values[v++];

  const GatherList list = gather_elements(system.pattern, corners, each);
  const Exec serial(Backend::serial);
  SparseAssembly<T> assembly(serial, system.pattern, list);
  move(assembly, serial, exec);
  const Buffer<T> elements_there(exec,
                                 std::vector<T>(element_values.begin(), element_values.end()));
  const Buffer<T> mass_there(exec, std::vector<T>(mass.begin(), mass.end()));
  for (const Variant& variant : variants(block)) {
    SparseMatrix<T> matrix(exec, system.pattern, block, variant.layout, variant.team);
    assembly.run(exec, "assemble", matrix, elements_there.view(), T(scale), mass_there.view());
    // Extracts single columns, to check each value.
    for (int j = 0; j < nodes * block; j += 7) {
      std::vector<T> unit(nodes * block, T(0));
      unit[j] = T(1);
      const auto column = product(exec, matrix, unit);
      for (int i = 0; i < nodes * block; ++i)
        ASSERT_NEAR(static_cast<double>(column[i]), system.whole(i, j),
                    60.0 * std::numeric_limits<T>::epsilon())
            << name_of(variant.layout) << " entry " << i << ", " << j;
    }
  }
}

TEST_P(Sparse, AssemblesLikeDoublePrecision) {
  expect_assembly<float>(exec(), 1);
  expect_assembly<float>(exec(), 3);
  expect_assembly<double>(exec(), 3);
}

EACH_BACKEND(Sparse);

}  // namespace
}  // namespace limber
