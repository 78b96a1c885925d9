// The rows of `bench uq`, with parts small enough for a test. The benchmarks themselves throw for a
// wrong result.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/bench/cublas_uq.h"
#include "app/bench/uq_rows.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

TEST(PlantParts, AddUpToThePapersPlants) {
  for (const PaperPlant& plant : paper_plants()) {
    const std::vector<PartSize> sizes = spread_parts(plant);
    int vertices = 0, modes = 0, tiny = 0;
    std::set<int> different;
    for (const PartSize& size : sizes) {
      vertices += size.vertices;
      modes += size.modes;
      different.insert(size.modes);
      tiny += size.vertices < 4 || size.modes < 1 || size.modes > 32;
    }
    EXPECT_EQ(static_cast<int>(sizes.size()), plant.parts) << plant.scene;
    EXPECT_EQ(vertices, plant.vertices) << plant.scene;
    EXPECT_EQ(modes, plant.modes) << plant.scene;
    EXPECT_EQ(tiny, 0) << plant.scene;
    EXPECT_GT(different.size(), 4u) << plant.scene;
  }
}

TEST(PlantParts, OfAPlantAreItsDeformableOnes) {
  Plant plant;
  plant.shapes.resize(2);
  plant.shapes[0].modes = 5;
  plant.shapes[0].drawn.positions_m.resize(17);
  plant.shapes[1].drawn.positions_m.resize(4);
  plant.parts = {{.shape = 0}, {.shape = 1}, {.shape = 0}};
  const std::vector<PartSize> sizes = part_sizes(plant);
  ASSERT_EQ(sizes.size(), 2u);
  EXPECT_EQ(sizes[1].vertices, 17);
  EXPECT_EQ(sizes[1].modes, 5);
}

void expect_comparisons(const std::vector<BenchRow>& rows) {
  for (const BenchRow& row : rows) {
    EXPECT_GT(row.value, 0.0) << row.name;
    if (row.ratio) {
      EXPECT_DOUBLE_EQ(*row.ratio, *row.baseline_value / row.value) << row.name;
    }
  }
}

TEST(BenchUq, TimesAPlantInEveryWay) {
  const PaperPlant plant{"plants/small", 20, 700, 150, 1, 2, 3, 4, 5, {6, 7, 8, 9}, 2};
  const std::optional<double> copy_per_s =
      device::info().usable ? std::optional(1e12) : std::nullopt;
  const std::vector<BenchRow> rows =
      uq_plant_rows(plant.scene, spread_parts(plant), &plant, 2, copy_per_s);
  expect_comparisons(rows);
  std::map<std::string, double> paper;
  for (const BenchRow& row : rows) {
    EXPECT_TRUE(row.name.starts_with("plants/small, ")) << row.name;
    if (row.paper) paper[row.backend + ", " + row.name] = *row.paper;
  }
  EXPECT_EQ(paper.at("tbb, plants/small, Uq, fused"), 4);
  EXPECT_EQ(paper.at("tbb, plants/small, Uq and T, fused"), 9);
  EXPECT_EQ(paper.at("tbb, plants/small, T, plain"), 5);
  std::map<std::string, double> kernels;
  for (const BenchRow& row : rows)
    if (row.metric == "kernels") kernels[row.backend + ", " + row.name] = row.value;
  EXPECT_EQ(kernels.at("tbb, plants/small, Uq, fused"), 1);
  if (!device::info().usable) {
    EXPECT_EQ(rows.size(), 7u);
    return;
  }
  EXPECT_EQ(kernels.at("cuda, plants/small, Uq, fused"), 1);
  EXPECT_EQ(kernels.at("cuda, plants/small, Uq, plain"), 1);
  EXPECT_EQ(kernels.at("cuda, plants/small, Uq, the paper's kernel for one part, a launch a part"),
            plant.parts);
  EXPECT_EQ(kernels.at("cuda, plants/small, Uq, the paper's chunks of 6,8"), 2);
  EXPECT_EQ(paper.at("cuda, plants/small, Uq, fused"), 1);
  EXPECT_EQ(paper.at("cuda, plants/small, Uq and T, fused"), 4);
  EXPECT_EQ(paper.at("cuda, plants/small, Uq, the paper's chunks of 6,8"), 7);
  EXPECT_EQ(paper.at("cuda, plants/small, T, the paper's kernel"), 3);
  if (has_cublas_uq()) {
    EXPECT_EQ(paper.at("cuda, plants/small, Uq, cuBLAS a gemv a part"), 2);
  }
}

/// The rest of bench_uq.
TEST(BenchUq, TimesOneOfEverySize) {
  Exec tbb(Backend::tbb, 2);
  const bool on_cuda = device::info().usable;
  const auto cuda = on_cuda ? std::make_unique<Exec>(Backend::cuda) : nullptr;
  const std::optional<double> copy_per_s = on_cuda ? std::optional(1e12) : std::nullopt;
  const std::vector<BenchRow> rows = uq_size_rows(tbb, cuda.get(), {300, 7}, 12.0, copy_per_s);
  expect_comparisons(rows);
  ASSERT_EQ(rows.size(), on_cuda ? 4u : 1u);
  EXPECT_EQ(rows[0].name, "one part, n=300 r=7");
  if (!on_cuda) return;
  EXPECT_EQ(rows[2].paper, 12.0);
  const auto batches = uq_batch_rows(*cuda, {500, 16}, {1, 2, 3, 4, 5}, 1e12);
  expect_comparisons(batches);
  ASSERT_EQ(batches.size(), 12u);
  EXPECT_EQ(batches[4].paper, 5.0);
}

class BenchNormals : public EachBackend {};

TEST_P(BenchNormals, TimesBothWays) {
  const std::vector<BenchRow> rows =
      uq_normal_rows(exec(), 900, on_cuda() ? std::optional(1e12) : std::nullopt);
  expect_comparisons(rows);
  ASSERT_EQ(rows.size(), on_cuda() ? 4u : 2u);
  EXPECT_EQ(rows[1].name, "plants/dragon, normals in two stages");
}

EACH_BACKEND(BenchNormals);

}  // namespace
}  // namespace limber
