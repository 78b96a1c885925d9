// Distance fields against brute force over all triangles in double precision, signed by the winding
// number, and against analytic balls and tori.

#include "kernels/distance_field.h"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <numbers>
#include <random>

#include "sim/mesh/closed_surface.h"
#include "sim/mesh/distance_field.h"
#include "sim/mesh/obj_file.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/teapot.h"
#include "tests/distance_reference.h"
#include "tests/each_backend.h"
#include "tests/unit/environment_variable.h"
#include "tests/unit/small_surfaces.h"

namespace limber {
namespace {

/// A ball with a needle on each of its 80 triangles.
TriangleMesh star() {
  const TriangleMesh ball = ball_mesh(1, 0.3f, glm::vec3(0.0f));
  TriangleMesh mesh{ball.positions_m, {}};
  for (const glm::uvec3& t : ball.triangles) {
    const auto tip = static_cast<unsigned>(mesh.positions_m.size());
    mesh.positions_m.push_back(
        glm::normalize(ball.positions_m[t.x] + ball.positions_m[t.y] + ball.positions_m[t.z]));
    for (int k = 0; k < 3; ++k) mesh.triangles.emplace_back(t[k], t[(k + 1) % 3], tip);
  }
  return mesh;
}

/// Asymmetric, to detect swapped axes.
TriangleMesh brick() {
  TriangleMesh mesh = cube(glm::vec3(0.0f), 1.0f);
  for (glm::vec3& x : mesh.positions_m) x = x * glm::vec3(0.9f, 0.5f, 0.3f) + glm::vec3(0.2f);
  return mesh;
}

View<const float> view(const SampledSolid& solid) {
  return {solid.samples_m.data(), static_cast<int>(solid.samples_m.size())};
}

SurfacePoint nearest(const SampledSolid& solid, const glm::vec3& x) {
  return nearest_surface(solid.field, view(solid), x);
}

class RandomPlaces {
 public:
  explicit RandomPlaces(const DistanceField& field) : field_(field) {}
  glm::ivec3 sample() {
    return {below(field_.samples.x), below(field_.samples.y), below(field_.samples.z)};
  }
  glm::vec3 within() {
    return field_.origin_m + field_.spacing_m * glm::vec3(field_.samples - 1) *
                                 glm::vec3(share(random_), share(random_), share(random_));
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  const DistanceField& field_;
  std::mt19937 random_{11};
  std::uniform_real_distribution<float> share{0.0f, 1.0f};
};

class DistanceFieldKernel : public EachBackend {
 protected:
  SampledSolid made(const TriangleMesh& mesh, int resolution, float margin_m = 0.0f) {
    Progress nobody;
    return make_distance_field(exec(), mesh, "thing.obj",
                               {.resolution = resolution, .margin_m = margin_m}, nobody);
  }

  /// Expects exact samples, interpolation errors below half a cell, and below half a cell's
  /// diagonal at sharp tips.
  void expect_distances(const TriangleMesh& mesh, int resolution, int places) {
    const SampledSolid solid = made(mesh, resolution);
    const DistanceField& field = solid.field;
    EXPECT_EQ(solid.samples_m.size(), static_cast<std::size_t>(field.count()));
    RandomPlaces random(field);
    int inside = 0, far_off = 0;
    for (int n = 0; n < places; ++n) {
      const glm::ivec3 i = random.sample();
      const glm::vec3 at = field.place_m(i.x, i.y, i.z);
      EXPECT_NEAR(solid.samples_m[field.index(i.x, i.y, i.z)], reference_distance(mesh, at), 2e-6)
          << at.x << " " << at.y << " " << at.z;
      const glm::vec3 x = random.within();
      const double expected = reference_distance(mesh, x);
      const SurfacePoint found = nearest(solid, x);
      const double off = std::abs(double(found.distance_m) - expected) / double(field.spacing_m);
      EXPECT_LT(off, 0.87);
      far_off += off > 0.5;
      EXPECT_NEAR(glm::length(found.normal), 1.0f, 1e-5f);
      if (std::abs(expected) > 0.5 * double(field.spacing_m)) {
        EXPECT_EQ(found.distance_m < 0.0f, expected < 0.0);
      }
      inside += expected < 0.0;
    }
    EXPECT_LE(far_off, places / 200);
    EXPECT_GT(inside, places / 100);
  }

  EnvironmentVariable no_cache_{"LIMBER_CACHE", "/proc/none"};
};

TEST_P(DistanceFieldKernel, AgreesWithAllTrianglesOnABrick) { expect_distances(brick(), 33, 3000); }

TEST_P(DistanceFieldKernel, AgreesWithAllTrianglesOnATorus) {
  expect_distances(torus(60, 24, 1.0f, 0.3f), 40, 800);
}

TEST_P(DistanceFieldKernel, AgreesWithAllTrianglesOnBumps) {
  for (const unsigned seed : {1u, 2u, 3u}) expect_distances(bumpy_ball(seed), 30, 800);
}

TEST_P(DistanceFieldKernel, AgreesWithAllTrianglesOnAStar) { expect_distances(star(), 64, 2000); }

TEST_P(DistanceFieldKernel, AgreesWithAllTrianglesOnTheBunny) {
  const char* file = "/usr/share/glmark2/models/bunny.obj";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "needs " << file;
  TriangleMesh bunny = simplified(load_obj(file), 16000);
  fit(bunny, 1.0f, glm::vec3(0.3f, 0.5f, -0.2f));
  std::string note;
  Progress nobody;
  bunny = closed_surface(bunny, "bunny", note, nobody);
  expect_distances(bunny, 48, 400);
}

/// Handle and spout intersect the body. Inside, the field may underestimate the distance, but the
/// sign is always right.
TEST_P(DistanceFieldKernel, TakesTheTeapotsPartsAsOneSolid) {
  const TriangleMesh mesh = teapot(1.0f, 4);
  const SampledSolid solid = made(mesh, 96);
  const DistanceField& field = solid.field;
  RandomPlaces random(field);
  int inside = 0;
  for (int n = 0; n < 1500; ++n) {
    const glm::ivec3 i = random.sample();
    const double expected = reference_distance(mesh, field.place_m(i.x, i.y, i.z));
    const double found = solid.samples_m[field.index(i.x, i.y, i.z)];
    if (std::abs(expected) > 1e-6) {
      EXPECT_EQ(found < 0.0, expected < 0.0);
    }
    if (expected > 0.0)
      EXPECT_NEAR(found, expected, 2e-6);
    else
      EXPECT_LT(found, expected + 2e-6) << "the seams within are not seen";
    inside += expected < 0.0;
  }
  EXPECT_GT(inside, 150);
}

TEST_P(DistanceFieldKernel, IsOnTheRightSideAtEverySampleOfAStar) {
  const TriangleMesh mesh = star();
  const SampledSolid solid = made(mesh, 40);
  const DistanceField& field = solid.field;
  int wrong = 0;
  for (int z = 0; z < field.samples.z; ++z)
    for (int y = 0; y < field.samples.y; ++y)
      for (int x = 0; x < field.samples.x; ++x) {
        const bool inside = winding_number(mesh, field.place_m(x, y, z)) > 0.5;
        wrong += (solid.samples_m[field.index(x, y, z)] < 0.0f) != inside;
      }
  EXPECT_EQ(wrong, 0);
}

/// The largest and the mean error, in cells, against the analytic distance, and the largest error
/// angle of normals, in a band around the surface.
struct Errors {
  double largest_m = 0.0, mean_m = 0.0, largest_deg = 0.0;
};

template <class Formula>
Errors errors(const SampledSolid& solid, double band_m, const Formula& formula) {
  Errors result;
  RandomPlaces random(solid.field);
  int count = 0;
  for (int n = 0; n < 20000; ++n) {
    const glm::vec3 x = random.within();
    const auto [distance_m, normal] = formula(glm::dvec3(x));
    if (std::abs(distance_m) > band_m) continue;
    const SurfacePoint found = nearest(solid, x);
    const double off_m = std::abs(double(found.distance_m) - distance_m);
    result.largest_m = std::max(result.largest_m, off_m);
    result.mean_m += off_m;
    const double cosine = std::min(1.0, glm::dot(glm::dvec3(found.normal), normal));
    result.largest_deg = std::max(result.largest_deg, std::acos(cosine) * 180.0 / std::numbers::pi);
    ++count;
  }
  EXPECT_GT(count, 500);
  result.mean_m /= count;
  return result;
}

using Formula = std::pair<double, glm::dvec3>;

Formula ball_formula(const glm::dvec3& x) { return {glm::length(x) - 1.0, glm::normalize(x)}; }

Formula torus_formula(const glm::dvec3& x) {
  const double around = std::hypot(x.x, x.y);
  const glm::dvec3 from(x.x - x.x / around, x.y - x.y / around, x.z);
  return {glm::length(from) - 0.4, glm::normalize(from)};
}

TEST_P(DistanceFieldKernel, IsOfSecondOrderOnABall) {
  const TriangleMesh mesh = ball_mesh(5, 1.0f, glm::vec3(0.0f));
  const Errors coarse = errors(made(mesh, 21), 0.4, ball_formula),
               fine = errors(made(mesh, 37), 0.4, ball_formula);  // half the spacing
  EXPECT_LT(coarse.largest_deg, 8.0);
  EXPECT_LT(fine.largest_deg, 4.0);
  EXPECT_GT(coarse.mean_m / fine.mean_m, 3.0);
  EXPECT_GT(coarse.largest_m / fine.largest_m, 3.0);
  EXPECT_LT(fine.largest_m, 0.05 * 2.0 / 32.0);
}

TEST_P(DistanceFieldKernel, IsOfSecondOrderOnATorus) {
  const TriangleMesh mesh = torus(300, 120, 1.0f, 0.4f);
  const Errors coarse = errors(made(mesh, 45), 0.2, torus_formula),
               fine = errors(made(mesh, 85), 0.2, torus_formula);
  EXPECT_LT(coarse.largest_deg, 10.0);
  EXPECT_LT(fine.largest_deg, 5.0);
  EXPECT_GT(coarse.mean_m / fine.mean_m, 3.0);
}

/// The edges of the field itself: beyond them the distance is a lower bound, and it and the normal
/// are continuous.
TEST_P(DistanceFieldKernel, GoesOnBeyondItsSamples) {
  const TriangleMesh mesh = star();
  const SampledSolid solid = made(mesh, 48, 0.1f);
  const DistanceField& field = solid.field;
  const glm::vec3 size_m = field.spacing_m * glm::vec3(field.samples - 1);
  const glm::vec3 middle = field.origin_m + 0.5f * size_m;
  EXPECT_GE(size_m.x, 2.2f) << "the margin is there";
  std::mt19937 random(5);
  std::uniform_real_distribution<float> turn(-1.0f, 1.0f);
  for (int n = 0; n < 300; ++n) {
    const glm::vec3 way =
        glm::normalize(glm::vec3(turn(random), turn(random), turn(random)) + glm::vec3(1e-3f));
    const glm::vec3 share = glm::abs(way) / (0.5f * size_m);
    const float side_m = 1.0f / std::max({share.x, share.y, share.z});
    const SurfacePoint before = nearest(solid, middle + way * (side_m - 1e-5f)),
                       after = nearest(solid, middle + way * (side_m + 1e-5f));
    EXPECT_NEAR(after.distance_m, before.distance_m, 5e-5f);
    EXPECT_GT(glm::dot(after.normal, before.normal), 0.999f);
    for (const float beyond_m : {0.1f, 1.0f, 30.0f}) {
      const glm::vec3 x = middle + way * (side_m + beyond_m);
      const SurfacePoint far = nearest(solid, x);
      const double expected = reference_distance(mesh, x);
      EXPECT_LT(far.distance_m, expected + 0.3 * double(field.spacing_m));
      EXPECT_GT(far.distance_m, 0.7 * expected);
      EXPECT_NEAR(glm::length(far.normal), 1.0f, 1e-5f);
      EXPECT_GT(glm::dot(far.normal, way), 0.5f);
    }
  }
}

TEST_P(DistanceFieldKernel, GivesTheSameBitsOnOneCoreAndOnMany) {
  const TriangleMesh mesh = star();
  const SampledSolid here = made(mesh, 50);
  const Exec serial(Backend::serial);
  Progress nobody;
  const SampledSolid reference =
      make_distance_field(serial, mesh, "thing.obj", {.resolution = 50}, nobody);
  ASSERT_EQ(here.samples_m.size(), reference.samples_m.size());
  if (!on_cuda()) {
    EXPECT_EQ(std::memcmp(here.samples_m.data(), reference.samples_m.data(),
                          sizeof(float) * here.samples_m.size()),
              0);
  }
  for (std::size_t i = 0; i < here.samples_m.size(); ++i)
    ASSERT_NEAR(here.samples_m[i], reference.samples_m[i], 1e-6f);
}

EACH_BACKEND(DistanceFieldKernel);

/// x + 10 y + 100 z over a grid whose sides all differ, as the second field of a pool.
TEST(DistanceField, IsTrilinearAlongItsOwnAxes) {
  const DistanceField field{{1.0f, 2.0f, 3.0f}, 0.5f, {3, 4, 5}, 7};
  std::vector<float> pool(static_cast<std::size_t>(7 + field.count()), 1e9f);
  for (int z = 0; z < 5; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 3; ++x) {
        const glm::vec3 at = field.place_m(x, y, z);
        pool[static_cast<std::size_t>(field.index(x, y, z))] = at.x + 10.0f * at.y + 100.0f * at.z;
      }
  const View<const float> samples(pool.data(), static_cast<int>(pool.size()));
  for (const glm::vec3& x : {glm::vec3(1.2f, 2.9f, 3.1f), glm::vec3(2.0f, 3.5f, 5.0f),
                             glm::vec3(1.0f, 2.0f, 3.0f), glm::vec3(1.75f, 3.25f, 4.9f)}) {
    const SurfacePoint found = nearest_surface(field, samples, x);
    EXPECT_NEAR(found.distance_m, x.x + 10.0f * x.y + 100.0f * x.z, 1e-3f);
    EXPECT_GT(glm::dot(found.normal, glm::normalize(glm::vec3(1.0f, 10.0f, 100.0f))), 0.999999f);
  }
}

TEST(DistanceField, HasANormalWhereItsGradientVanishes) {
  const DistanceField field{glm::vec3(0.0f), 1.0f, glm::ivec3(2), 0};
  const std::vector<float> same(8, -3.0f);
  const View<const float> samples(same.data(), 8);
  EXPECT_EQ(nearest_surface(field, samples, glm::vec3(0.4f)).normal, glm::vec3(0.0f, 1.0f, 0.0f));
  EXPECT_EQ(nearest_surface(field, samples, glm::vec3(0.4f)).distance_m, -3.0f);
}

TEST(DistanceField, ReadsNothingBeyondItsSamples) {
  // With assertions, a view would abort the program.
  const DistanceField field{glm::vec3(0.0f), 1.0f, glm::ivec3(2), 0};
  const std::vector<float> same(8, 1.0f);
  const View<const float> samples(same.data(), 8);
  const float none = std::numeric_limits<float>::quiet_NaN(), huge = 1e30f;
  EXPECT_FALSE(nearest_surface(field, samples, glm::vec3(none, 0.5f, 0.5f)).distance_m < 1.0f);
  EXPECT_GT(nearest_surface(field, samples, glm::vec3(huge)).distance_m, 1e29f);
}

}  // namespace
}  // namespace limber
