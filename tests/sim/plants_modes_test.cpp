// Modes of single parts against the theory of beams and against themselves.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sim/plants/reduce.h"
#include "tests/sim/small_parts.h"

namespace limber {
namespace {

ReducedShape reduced(const PartShape& shape, const ReduceOptions& options = {}) {
  Progress progress;
  return reduce(shape, options, progress);
}

/// Of the Euler-Bernoulli beam with a rectangular cross-section that is clamped at one end.
double beam_frequency_Hz(double root, double depth_m, const PartMaterial& material) {
  const double length = beam_length_m, radius_m = depth_m / std::sqrt(12.0);
  return root * root / (2.0 * std::numbers::pi * length * length) * radius_m *
         std::sqrt(static_cast<double>(material.young_modulus_Pa) / material.density_kg_m3);
}

constexpr double roots[] = {1.8751040687, 4.6940911330};  // of cos x cosh x = -1

TEST(PlantsModes, SolidBeamSoundsAsInTheory) {
  const PartShape shape = small_beam({1, 10, 1}, 4);
  const ReducedShape r = reduced(shape);
  // Flat and upright, twice; they are slender enough for shear to take less than 1% off.
  const double expected[] = {beam_frequency_Hz(roots[0], beam_depth_m, shape.material),
                             beam_frequency_Hz(roots[0], beam_width_m, shape.material),
                             beam_frequency_Hz(roots[1], beam_depth_m, shape.material),
                             beam_frequency_Hz(roots[1], beam_width_m, shape.material)};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(r.frequencies_Hz[k] / expected[k], 1.0, 0.03) << k;
}

TEST(PlantsModes, ShellStripSoundsAsInTheory) {
  const PartShape shape = small_strip(2, 20, 2);
  const ReducedShape r = reduced(shape);
  for (int k = 0; k < 2; ++k)
    EXPECT_NEAR(
        r.frequencies_Hz[k] / beam_frequency_Hz(roots[k], shape.thickness_m, shape.material), 1.0,
        0.03)
        << k;
}

}  // namespace
}  // namespace limber
