// Lists of a fluid's neighbours against all pairs, in double precision.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "kernels/fluid/find_neighbors.h"
#include "kernels/launch.h"
#include "sim/cell_lists.h"
#include "tests/each_backend.h"
#include "tests/random_points.h"

namespace limber {
namespace {

constexpr float spacing_m = 0.02f, support_m = 2.0f * spacing_m;
constexpr FluidTraits traits{.kernel = {support_m},
                             .volume_m3 = spacing_m * spacing_m * spacing_m,
                             .keep_m = 0.5f * spacing_m,
                             .wall_back_m = 0.0f};

TEST(PackedNeighbors, KeepTheirPlaceAndGradient) {
  RandomPoints random(3);
  for (int i = 0; i < 10000; ++i) {
    const int last = PackedNeighbor::max_component;
    const glm::ivec3 gradient(random.below(2 * last + 1) - last, random.below(2 * last + 1) - last,
                              random.below(2 * last + 1) - last);
    const int place = random.below(1 << 28);
    const PackedNeighbor packed = PackedNeighbor::of(gradient, place);
    ASSERT_EQ(packed.gradient(), gradient);
    ASSERT_EQ(packed.place(), place);
  }
}

TEST(WallsOfFluids, AreForgottenWhereThereAreNone) {
  NearWalls walls;
  std::uint8_t has_walls = 0;
  SortedFluid fluid{};
  fluid.walls = {&walls, 1};
  fluid.has_walls = {&has_walls, 1};
  NearWalls beside;
  beside.contacts[0] = {0.0f, 1.0f, 0.0f, 0.0f};  // it is too far away to count in the density
  fluid.set_walls(0, beside);
  ASSERT_NE(fluid.walls_of(0), nullptr);
  EXPECT_EQ(fluid.walls_of(0)->kept_out_m_s({0.0f, -1.0f, 0.0f}), glm::vec3(0.0f));
  fluid.set_walls(0, {});
  EXPECT_EQ(fluid.walls_of(0), nullptr);
}

class FluidLists : public EachBackend {
 protected:
  /// Lists the neighbours of these positions, by both kernels of a GPU.
  void list(const std::vector<glm::vec3>& positions_m) {
    exec().set_fast_kernels(false);
    list_once(positions_m);
    const auto plain = std::exchange(listed_, {});
    exec().set_fast_kernels(true);
    list_once(positions_m);
    EXPECT_EQ(listed_, plain);
  }

 private:
  void list_once(const std::vector<glm::vec3>& positions_m) {
    const int n = static_cast<int>(positions_m.size());
    std::vector<Particle> particles;
    for (const glm::vec3& x : positions_m) particles.push_back({x, 1.0f});
    const Buffer<Particle> kept(exec(), particles);
    const Buffer<FluidMotion> motions(exec(), std::vector<FluidMotion>(n));
    const CellRows rows = cell_rows_for(n, support_m);
    CellLists cells(exec(), n, rows.buckets());
    cells.sort(exec(), "sort", rows, FluidPosition{readable(kept)});
    Buffer<glm::vec4> places(exec(), n), velocities(exec(), n);
    Buffer<FluidNeighbor> items(exec(), ListPlaces::size(n));
    Buffer<PackedNeighbor> packed(exec(), ListPlaces::size(n));
    Buffer<int> counts(exec(), n);
    Buffer<NearWalls> walls(exec(), n);
    Buffer<std::uint8_t> has_walls(exec(), n);
    Buffer<float> densities(exec(), n), factors(exec(), n), pressures(exec(), n);
    Buffer<FluidTally> tally(exec(), std::vector<FluidTally>(1));
    SortedFluid fluid{.places_m = places.view(),
                      .velocities_m_s = velocities.view(),
                      .neighbors = {.items = items.view(),
                                    .packed = packed.view(),
                                    .counts = counts.view(),
                                    .quantum_per_m = quantum_per_m},
                      .walls = walls.view(),
                      .has_walls = has_walls.view(),
                      .densities = densities.view(),
                      .factors_m2 = factors.view(),
                      .traits = traits,
                      .immersed = {}};
    launch(exec(), "sort", n,
           GatherFluid{readable(cells.items()), readable(kept), readable(motions), fluid,
                       pressures.view()});
    launch_find_neighbors(
        exec(), "neighbours", n,
        FindFluidNeighbors{rows, readable(cells.first()), {}, fluid, tally.view(), 0.01f});
    const std::vector<int> order = cells.items().download(exec());
    const std::vector<FluidNeighbor> all = items.download(exec());
    const std::vector<PackedNeighbor> on_gpu = packed.download(exec());
    const std::vector<int> lengths = counts.download(exec());
    listed_.assign(n, {});
    for (int place = 0; place < n; ++place)
      for (int k = 0; k < lengths[place]; ++k) {
        FluidNeighbor other = all[ListPlaces::at(place, k)];
        if (on_cuda()) {
          const PackedNeighbor item = on_gpu[ListPlaces::interleaved(place, k)];
          other = {glm::vec3(item.gradient()) * quantum_per_m, item.place()};
        }
        EXPECT_TRUE(listed_[order[place]].emplace(order[other.place], other.gradient_per_m).second);
      }
    left_out_ = tally.download(exec()).front().left_out;
    const std::vector<float> sorted = densities.download(exec());
    densities_.assign(n, 0.0f);
    for (int place = 0; place < n; ++place) densities_[order[place]] = sorted[place];
  }

 protected:
  /// As in FluidSystem.
  const float quantum_per_m =
      traits.kernel.steepest_per_m4() * traits.volume_m3 / PackedNeighbor::max_component;
  /// Gradients by particle and neighbour.
  std::vector<std::map<int, glm::vec3>> listed_;
  std::vector<float> densities_;  ///< relative to the rest density
  long long left_out_ = 0;
};
EACH_BACKEND(FluidLists);

/// Of the cubic spline with its support of 2 for an h of 1 [Monaghan92], times the volume.
glm::dvec3 reference_gradient_per_m(const glm::dvec3& offset) {
  const double h = 0.5 * support_m, r = glm::length(offset), q = r / h;
  if (r == 0.0) return glm::dvec3(0.0);
  const double slope = q < 1.0 ? -3.0 * q + 2.25 * q * q : -0.75 * (2.0 - q) * (2.0 - q);
  return offset / r * (slope / (M_PI * h * h * h * h) * traits.volume_m3);
}

TEST_P(FluidLists, HoldAllNeighboursAndTheirGradients) {
  RandomPoints random(8);
  std::vector<glm::vec3> x;
  for (int i = 0; i < 4000; ++i) x.push_back(random.point(0.2f));
  // A row of cells with more than 32 candidates.
  for (int i = 0; i < 80; ++i)
    x.emplace_back(1.0f + 0.12f * random.in(0.0f, 1.0f), 0.04f * random.in(0.0f, 1.0f), 0.01f);
  // Two in one place, and one where the gradient is steepest.
  x.insert(x.end(),
           {{-0.7f, 0.0f, 0.0f}, {-0.7f, 0.0f, 0.0f}, {-0.7f - support_m / 3.0f, 0.0f, 0.0f}});
  list(x);
  int pairs = 0;
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    EXPECT_FALSE(listed_[i].contains(i));
    for (int j = 0; j < static_cast<int>(x.size()); ++j) {
      const glm::dvec3 offset = glm::dvec3(x[i]) - glm::dvec3(x[j]);
      const double gap = glm::length(offset) / support_m - 1.0;
      if (i == j || std::abs(gap) < 1e-5) continue;
      const auto found = listed_[i].find(j);
      ASSERT_EQ(found != listed_[i].end(), gap < 0.0) << i << " " << j;
      if (gap > 0.0) continue;
      ++pairs;
      const glm::dvec3 wrong = glm::dvec3(found->second) - reference_gradient_per_m(offset);
      ASSERT_LT(glm::length(wrong), 0.51 * std::sqrt(3.0) * quantum_per_m) << i << " " << j;
      ASSERT_EQ(found->second, -listed_[j].at(i)) << i << " " << j;
    }
  }
  EXPECT_GT(pairs, 40000);
  EXPECT_EQ(left_out_, 0);
}

/// The spline times the volume.
double reference(double distance_m) {
  const double h = 0.5 * support_m, q = distance_m / h;
  const double shape = q < 1.0 ? 1.0 - 1.5 * q * q + 0.75 * q * q * q : 0.25 * std::pow(2.0 - q, 3);
  return shape / (M_PI * h * h * h) * traits.volume_m3;
}

TEST_P(FluidLists, CountNeighboursThatDoNotFit) {
  RandomPoints random(2);
  std::vector<glm::vec3> x;
  for (int i = 0; i < 100; ++i) x.push_back(random.point(0.25f * support_m));
  list(x);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(listed_[i].size(), ListPlaces::capacity);
    double density = 0.0;  // all count in it
    for (const glm::vec3& other : x)
      density += reference(glm::distance(glm::dvec3(x[i]), glm::dvec3(other)));
    EXPECT_NEAR(densities_[i] / density, 1.0, 1e-5);
  }
  EXPECT_EQ(left_out_, 100 * (99 - ListPlaces::capacity));
}

}  // namespace
}  // namespace limber
