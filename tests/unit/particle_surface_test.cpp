// Surfaces around particles.

#include "sim/mesh/particle_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "kernels/error.h"
#include "sim/mesh/closed_surface.h"
#include "tests/unit/drawn_checks.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

constexpr float spacing_m = 0.02f;

template <class Inside>
std::vector<glm::vec3> lattice_m(int reach, const Inside& inside) {
  std::vector<glm::vec3> all;
  for (int z = -reach; z < reach; ++z)
    for (int y = -reach; y < reach; ++y)
      for (int x = -reach; x < reach; ++x) {
        const glm::vec3 at = spacing_m * (glm::vec3(x, y, z) + 0.5f);
        if (inside(at)) all.push_back(at);
      }
  return all;
}

/// A ball has the volume of its particles, and is round.
TEST(ParticleSurface, OfABallIsABall) {
  const std::vector<glm::vec3> places_m =
      lattice_m(12, [](const glm::vec3& x) { return glm::length(x) < 0.2f; });
  const TriangleMesh mesh = particle_surface(places_m, spacing_m);
  expect_closed_manifold(mesh.triangles);
  EXPECT_EQ(pieces_of(mesh), 1);
  const double wanted_m3 = static_cast<double>(places_m.size()) * std::pow(spacing_m, 3);
  EXPECT_NEAR(volume_m3(mesh), wanted_m3, 0.05 * wanted_m3);
  for (const glm::vec3& x : mesh.positions_m) EXPECT_NEAR(glm::length(x), 0.2f, 0.7f * spacing_m);
}

/// A block's faces lie half a spacing outside of its outermost particles, away from its edges.
TEST(ParticleSurface, OfABlockIsFlat) {
  const std::vector<glm::vec3> places_m =
      lattice_m(10, [](const glm::vec3& x) { return x.y < 0.0f; });
  int seen = 0;
  for (const glm::vec3& x : particle_surface(places_m, spacing_m).positions_m) {
    if (std::max(std::abs(x.x), std::abs(x.z)) > 0.12f || x.y < -0.05f) continue;
    EXPECT_NEAR(x.y, 0.0f, 0.06f * spacing_m);
    ++seen;
  }
  EXPECT_GT(seen, 400);
}

/// Spray: every particle is inside, every vertex near one, wherever blocks of cells end; the same
/// on one core and on many.
TEST(ParticleSurface, HoldsAllParticlesAndNothingElse) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-0.4f, 0.4f);
  std::vector<glm::vec3> places_m;
  for (int i = 0; i < 3000; ++i) places_m.emplace_back(any(random), any(random), any(random));
  const TriangleMesh mesh = particle_surface(places_m, spacing_m);
  expect_closed_manifold(mesh.triangles);
  const TriangleMesh on_one_core = particle_surface(places_m, spacing_m, 1);
  EXPECT_EQ(on_one_core.positions_m, mesh.positions_m);
  EXPECT_EQ(on_one_core.triangles, mesh.triangles);
  EXPECT_GT(pieces_of(mesh), 100);
  EXPECT_GT(volume_m3(mesh), 0.0);
  for (std::size_t v = 0; v < mesh.positions_m.size(); v += 37) {
    float nearest_m = 1e9f;
    for (const glm::vec3& x : places_m)
      nearest_m = std::min(nearest_m, glm::distance(x, mesh.positions_m[v]));
    EXPECT_LT(nearest_m, 1.45f * spacing_m);
  }
}

TEST(ParticleSurface, OfAHollowLeavesItOpenInside) {
  const std::vector<glm::vec3> places_m =
      lattice_m(14, [](const glm::vec3& x) { return std::abs(glm::length(x) - 0.2f) < 0.04f; });
  const TriangleMesh mesh = particle_surface(places_m, spacing_m);
  expect_closed_manifold(mesh.triangles);
  EXPECT_EQ(pieces_of(mesh), 2);
  const double wanted_m3 = static_cast<double>(places_m.size()) * std::pow(spacing_m, 3);
  EXPECT_NEAR(volume_m3(mesh), wanted_m3, 0.07 * wanted_m3);
}

TEST(ParticleSurface, OfNothingIsNothingAndOfNowhereIsRefused) {
  EXPECT_TRUE(particle_surface({}, spacing_m).triangles.empty());
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float away_m : {1e6f, nan}) {
    const std::vector<glm::vec3> places_m{{0.0f, 0.0f, 0.0f}, {away_m, 0.0f, 0.0f}};
    EXPECT_THROW(particle_surface(places_m, spacing_m), Error) << away_m;
  }
}

}  // namespace
}  // namespace limber
