// Motion of foam particles in fluid at rest, in uniform flow, and outside of fluid.

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/fluid/foam_motion.h"
#include "kernels/launch.h"
#include "sim/cell_lists.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

constexpr float bath_spacing_m = 0.02f, bath_dt_s = 0.002f;

/// Foam particles around fixed fluid particles.
class Bath {
 public:
  Bath(const Exec& exec, const std::vector<glm::vec3>& places_m, glm::vec3 velocity_m_s,
       std::vector<Speck> specks, std::vector<SpeckMotion> motions)
      : exec_(exec),
        rows_(cell_rows_for(static_cast<int>(places_m.size()), 2.0f * bath_spacing_m)),
        cells_(exec, static_cast<int>(places_m.size()), rows_.buckets()),
        specks_(exec, specks),
        motions_(exec, motions) {
    std::vector<Particle> particles;
    for (const glm::vec3& x : places_m) particles.push_back({x, 1.0f});
    const Buffer<Particle> there(exec, particles);
    cells_.sort(exec, "sort", rows_, FluidPosition{readable(there)});
    std::vector<glm::vec4> sorted_m;
    for (const int i : cells_.items().download(exec)) sorted_m.emplace_back(places_m[i], 0.0f);
    places_m_ = {exec, sorted_m};
    velocities_m_s_ = {exec,
                       std::vector<glm::vec4>(places_m.size(), glm::vec4(velocity_m_s, 0.0f))};
  }

  void run_s(double time_s) {
    FoamingFluid fluid{.rows = rows_,
                       .first = readable(cells_.first()),
                       .velocities_m_s = readable(velocities_m_s_)};
    fluid.sorted.places_m = places_m_.view();
    fluid.sorted.traits = {{2.0f * bath_spacing_m},
                           bath_spacing_m * bath_spacing_m * bath_spacing_m,
                           0.5f * bath_spacing_m,
                           0.0f};
    for (int step = 0; step < static_cast<int>(std::lround(time_s / bath_dt_s)); ++step)
      launch(exec_, "foam", specks_.size(),
             MoveFoam{.fluid = fluid,
                      .colliders = readable(colliders),
                      .drains = {},
                      .specks = specks_.view(),
                      .motions = motions_.view(),
                      .keep_m = 0.1f * bath_spacing_m,
                      .gravity_m_s2 = 9.81f,
                      .dt_s = bath_dt_s});
  }
  Speck speck(int i = 0) const { return specks_.download(exec_)[i]; }
  SpeckMotion motion(int i = 0) const { return motions_.download(exec_)[i]; }

  Buffer<Collider> colliders;

 private:
  const Exec& exec_;
  CellRows rows_;
  CellLists cells_;
  Buffer<glm::vec4> places_m_, velocities_m_s_;
  Buffer<Speck> specks_;
  Buffer<SpeckMotion> motions_;
};

/// A lattice below y = 0.
std::vector<glm::vec3> pool_m() {
  std::vector<glm::vec3> all;
  for (int z = -6; z <= 6; ++z)
    for (int y = 0; y < 20; ++y)
      for (int x = -6; x <= 6; ++x)
        all.push_back(bath_spacing_m * glm::vec3(x, -static_cast<float>(y) - 0.5f, z));
  return all;
}

const std::vector<glm::vec3> nothing{{0.0f, 1000.0f, 0.0f}};

class FoamMotion : public EachBackend {};
EACH_BACKEND(FoamMotion);

TEST_P(FoamMotion, SprayFliesOnAParabola) {
  const glm::vec3 v(1.5f, 3.0f, -0.4f), x(0.2f, 0.5f, 0.1f);
  Bath bath(exec(), nothing, glm::vec3(0.0f), {{x, 10.0f}}, {{v, FoamKind::foam}});
  for (int part = 1; part <= 4; ++part) {
    bath.run_s(0.1);
    const double t = 0.1 * part;
    const glm::dvec3 way = glm::dvec3(v) * t - glm::dvec3(0.0, 0.5 * 9.81 * t * t, 0.0);
    const glm::dvec3 gone = glm::dvec3(bath.speck().position_m) - glm::dvec3(x);
    EXPECT_LT(glm::length(gone - way), 0.01 * glm::length(way)) << t;
    EXPECT_EQ(bath.motion().kind, FoamKind::spray);
  }
}

TEST_P(FoamMotion, BubblesRiseAndFloat) {
  Bath bath(exec(), pool_m(), glm::vec3(0.0f), {{{0.003f, -0.3f, 0.004f}, 10.0f}}, {{}});
  bath.run_s(0.4);
  EXPECT_EQ(bath.motion().kind, FoamKind::bubble);
  EXPECT_NEAR(bath.motion().velocity_m_s.y, MoveFoam::bubble_rise_m_s,
              0.02 * MoveFoam::bubble_rise_m_s);
  EXPECT_NEAR(bath.speck().position_m.y, -0.3 + 0.4 * MoveFoam::bubble_rise_m_s, 0.015);
  EXPECT_EQ(bath.speck().life_s, 10.0f);  // its lifetime does not decrease there
  bath.run_s(2.0);
  EXPECT_EQ(bath.motion().kind, FoamKind::foam);
  EXPECT_LT(bath.speck().life_s, 9.5f);
  EXPECT_NEAR(bath.speck().position_m.y, 0.0, 0.5 * bath_spacing_m);
}

TEST_P(FoamMotion, BubblesAndFoamGoWithTheFluid) {
  const glm::vec3 v(0.3f, 0.0f, -0.1f);
  Bath bath(exec(), pool_m(), v, {{{-0.03f, -0.2f, 0.0f}, 5.0f}, {{-0.03f, 0.0f, 0.0f}, 5.0f}},
            {{{-1.0f, 0.0f, 0.0f}}, {{-1.0f, 0.0f, 0.0f}}});
  bath.run_s(0.2);
  EXPECT_EQ(bath.motion(0).kind, FoamKind::bubble);
  EXPECT_EQ(bath.motion(1).kind, FoamKind::foam);
  for (const int i : {0, 1}) {
    EXPECT_NEAR(bath.motion(i).velocity_m_s.x, v.x, 0.02f) << i;
    EXPECT_NEAR(bath.motion(i).velocity_m_s.z, v.z, 0.02f) << i;
  }
  EXPECT_NEAR(bath.speck(1).position_m.x, -0.03f + 0.2f * v.x, 1e-3f);
}

TEST_P(FoamMotion, FoamIsGoneAfterItsTimeAndSprayWhereItLands) {
  const glm::vec3 out(0.5f, 0.3f, 0.0f);  // beside the pool, above the ground
  Bath bath(exec(), pool_m(), glm::vec3(0.0f), {{glm::vec3(0.0f), 0.5f}, {out, 100.0f}}, {{}, {}});
  bath.colliders = {exec(), std::vector{Collider{.center_m = {0.0f, -0.6f, 0.0f}}}};
  bath.run_s(0.3);
  EXPECT_GT(bath.speck(0).life_s, 0.0f);
  EXPECT_GT(bath.speck(1).life_s, 0.0f);
  bath.run_s(0.3);
  EXPECT_EQ(bath.speck(0).life_s, 0.0f);
  EXPECT_EQ(bath.speck(1).life_s, 0.0f);
}

TEST(RandomShares, AreEvenAndDifferFromStepToStep) {
  double sum = 0.0, squares = 0.0, products = 0.0;
  constexpr int many = 20000;
  for (int i = 0; i < many; ++i) {
    const float now = RandomShares(i, 7).next(), later = RandomShares(i, 8).next();
    ASSERT_TRUE(now >= 0.0f && now < 1.0f);
    sum += now;
    squares += now * now;
    products += (now - 0.5) * (later - 0.5);
  }
  EXPECT_NEAR(sum / many, 0.5, 0.01);
  EXPECT_NEAR(squares / many, 1.0 / 3.0, 0.01);
  EXPECT_NEAR(products / many, 0.0, 0.005);
}

}  // namespace
}  // namespace limber
