// The kernels of fluids against integrals and sums by brute force, in double precision.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/fluid/spline.h"
#include "tests/each_backend.h"
#include "tests/sim/small_fluid.h"

namespace limber {
namespace {

constexpr double h_m = 0.05;
const SplineKernel spline{static_cast<float>(h_m)};

/// The cubic spline as [Monaghan92] writes it, with a support of 2 for his h of 1.
double reference_per_m3(double distance_m) {
  const double half_m = 0.5 * h_m, q = distance_m / half_m;
  const double norm = 1.0 / (M_PI * half_m * half_m * half_m);
  if (q < 1.0) return norm * (1.0 - 1.5 * q * q + 0.75 * q * q * q);
  if (q < 2.0) return norm * 0.25 * std::pow(2.0 - q, 3);
  return 0.0;
}

TEST(FluidSpline, IsTheCubicSplineAndItsSlope) {
  for (double r = 0.002; r < 1.1 * h_m; r += 0.0031) {
    EXPECT_NEAR(spline.value_per_m3(static_cast<float>(r)) / reference_per_m3(0.0),
                reference_per_m3(r) / reference_per_m3(0.0), 1e-6)
        << r;
    const double d = 1e-6;
    const double slope = (reference_per_m3(r + d) - reference_per_m3(r - d)) / (2.0 * d);
    EXPECT_NEAR(spline.slope_per_m5(static_cast<float>(r)) * r * h_m / reference_per_m3(0.0),
                slope * h_m / reference_per_m3(0.0), 2e-5)
        << r;
  }
}

/// Integral of the kernel beyond a plane, by rings around the normal.
double integral_behind(double plane_m) {
  constexpr int steps = 400;
  const double d = 2.0 * h_m / steps;
  double sum = 0.0;
  for (int a = 0; a < steps; ++a) {
    const double z = -h_m + (a + 0.5) * d;
    if (z < plane_m) continue;
    for (int b = 0; b < steps / 2; ++b) {
      const double rho = (b + 0.5) * d;
      sum += reference_per_m3(std::hypot(z, rho)) * 2.0 * M_PI * rho * d * d;
    }
  }
  return sum;
}

TEST(FluidSpline, KnowsWhatLiesBehindAPlane) {
  for (int k = -10; k <= 10; ++k) {
    const double plane_m = 0.1 * k * h_m;
    EXPECT_NEAR(spline.behind_plane(static_cast<float>(plane_m)), integral_behind(plane_m), 1e-3);
    const double d = 0.05 * h_m;
    const double rate =
        (integral_behind(plane_m - d) - integral_behind(plane_m + d)) / (2.0 * d) * h_m;
    EXPECT_NEAR(spline.in_plane_per_m(static_cast<float>(plane_m)) * h_m, rate, 0.02) << k;
  }
}

class FluidKernels : public EachBackend {};
EACH_BACKEND(FluidKernels);

/// Densities computed by a step for unordered particles, over several tiles of cells.
TEST_P(FluidKernels, DensitiesAreThoseOfAllPairs) {
  Placed<FluidModel> model;
  model.spacing_m = 0.025f;
  std::mt19937 random(5);
  std::uniform_real_distribution<float> place(-0.45f, 0.45f);
  FluidBody cloud;
  for (int i = 0; i < 6000; ++i)
    cloud.places_m.emplace_back(place(random), 0.4f * place(random), 0.3f * place(random));
  model.bodies = {cloud, fluid_block({6, 6, 6}, 0.025f, {1.0f, 0.0f, 0.0f})};
  FluidSettings settings = floating_free();
  settings.dt_s = 1e-5f;
  for (const char* method : {"dfsph", "sph"}) {
    settings.method = method;
    FluidWorld world(exec(), model, settings);
    const std::vector<glm::vec3> before = world.positions_m();
    world.advance({});
    const std::vector<float> errors = world.fluid().density_errors();
    const double volume_m3 = std::pow(0.025, 3);
    for (std::size_t i = 0; i < before.size(); i += 7) {
      double sum = 0.0;
      for (const glm::vec3& other : before) {
        const double r = glm::distance(glm::dvec3(before[i]), glm::dvec3(other));
        const double left = h_m * h_m - r * r;
        sum += settings.method == "dfsph" ? reference_per_m3(r)
               : left > 0.0 ? 315.0 / 64.0 / M_PI / std::pow(h_m, 9) * left * left * left
                            : 0.0;
      }
      EXPECT_NEAR(errors[i], sum * volume_m3 - 1.0, 2e-5) << method << " " << i;
    }
    EXPECT_EQ(world.counts().particles, 6216);
  }
}

}  // namespace
}  // namespace limber
