// The bodies of position based dynamics against references in double precision, and the launcher
// and buffers that carry them.

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/buffer.h"
#include "kernels/collider.h"
#include "kernels/launch.h"
#include "kernels/pbd/constraints.h"
#include "kernels/pbd/project.h"
#include "kernels/pbd/publish.h"
#include "kernels/pbd/pull.h"
#include "kernels/pbd/residual.h"
#include "kernels/portable_math.h"
#include "kernels/scan.h"
#include "sim/cell_lists.h"
#include "tests/each_backend.h"
#include "tests/random_points.h"

namespace limber {
namespace {

TEST(PortableMath, Atan2AndSineAreAccurate) {
  RandomPoints random(11);
  for (int i = 0; i < 20000; ++i) {
    const float y = random.in(-2, 2), x = random.in(-2, 2);
    EXPECT_NEAR(portable_atan2(y, x), std::atan2(double(y), double(x)), 6e-7);
    const float turns = random.in(-50, 50);
    EXPECT_NEAR(sin_of_turns(turns), std::sin(2.0 * M_PI * double(turns)), 6e-7);
  }
  EXPECT_EQ(portable_atan2(0.0f, 0.0f), 0.0f);
  EXPECT_FLOAT_EQ(portable_atan2(0.0f, -1.0f), pi);
  EXPECT_FALSE(is_finite(NAN));
  EXPECT_FALSE(is_finite(INFINITY));
}

template <class Constraint>
void expect_gradient_matches_differences(float tolerance) {
  RandomPoints random(11);
  for (int trial = 0; trial < 200; ++trial) {
    glm::vec3 x[Constraint::corners], gradient[Constraint::corners], unused[Constraint::corners];
    for (glm::vec3& p : x) p = random.point(1.0f);
    Constraint::evaluate(x, 0.3f, gradient);
    for (int k = 0; k < Constraint::corners; ++k) {
      for (int axis = 0; axis < 3; ++axis) {
        constexpr float h = 2e-3f;
        const float old = x[k][axis];
        x[k][axis] = old + h;
        const float high = Constraint::evaluate(x, 0.3f, unused);
        x[k][axis] = old - h;
        const float low = Constraint::evaluate(x, 0.3f, unused);
        x[k][axis] = old;
        if (std::abs(high - low) > 1.0f) continue;  // the angle wrapped around
        const float size = glm::length(gradient[k]);
        if (size > 20.0f) continue;  // nearly degenerate: finite differences are useless there
        EXPECT_NEAR(gradient[k][axis], (high - low) / (2 * h), tolerance * (1.0f + size * size));
      }
    }
  }
}

TEST(Constraint, GradientsMatchFiniteDifferences) {
  expect_gradient_matches_differences<DistanceConstraint>(5e-3f);
  expect_gradient_matches_differences<DihedralConstraint>(1e-2f);
  expect_gradient_matches_differences<VolumeConstraint>(5e-3f);
}

TEST(Constraint, DihedralAngleIsSignedAndZeroWhenFlat) {
  const glm::vec3 flat[4] = {{0, 0, 0}, {1, 0, 0}, {0.3f, 0, 1}, {0.6f, 0, -1}};
  EXPECT_NEAR(DihedralConstraint::angle(flat), 0.0f, 1e-6f);
  glm::vec3 up[4] = {flat[0], flat[1], flat[2], {0.6f, 1, -1}};
  glm::vec3 down[4] = {flat[0], flat[1], flat[2], {0.6f, -1, -1}};
  EXPECT_NEAR(DihedralConstraint::angle(up), -DihedralConstraint::angle(down), 1e-6f);
  EXPECT_NEAR(std::abs(DihedralConstraint::angle(up)), pi / 4, 1e-5f);
}

TEST(Constraint, DegenerateShapesGiveNoGradient) {
  const glm::vec3 same[2] = {{1, 2, 3}, {1, 2, 3}};
  glm::vec3 two[2];
  EXPECT_TRUE(is_finite(DistanceConstraint::evaluate(same, 1.0f, two)));
  EXPECT_EQ(two[0], glm::vec3(0.0f));
  const glm::vec3 line[4] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}};
  glm::vec3 four[4];
  EXPECT_EQ(DihedralConstraint::evaluate(line, 1.0f, four), 0.0f);
  for (const glm::vec3& g : four) EXPECT_EQ(g, glm::vec3(0.0f));
}

TEST(Collider, NearestSurfaceIsTheNearest) {
  RandomPoints random(11);
  const glm::mat3 turned(glm::vec3(0, 0, 1), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0));
  std::vector<Collider> solids(6);
  for (Collider& c : solids) {
    c.center_m = {0.2f, -0.1f, 0.3f};
    c.axes = turned;
    c.radius_m = 0.6f;
    c.inner_radius_m = 0.4f;
    c.half_length_m = 0.5f;
    c.half_wall_m = 0.05f;
    c.half_size_m = {0.3f, 0.5f, 0.7f};
  }
  using enum ColliderShape;
  int k = 0;
  for (ColliderShape shape : {ground, sphere, capsule, tube, funnel, box})
    solids[k++].shape = shape;
  for (const Collider& solid : solids) {
    for (int i = 0; i < 500; ++i) {
      const glm::vec3 p = random.point(1.5f);
      const SurfacePoint s = nearest_surface(solid, p);
      EXPECT_NEAR(glm::length(s.normal), 1.0f, 1e-4f);
      // Going back along the normal meets the surface, and no other point is nearer than that:
      // a distance function changes by at most the way that one goes.
      EXPECT_NEAR(nearest_surface(solid, p - s.normal * s.distance_m).distance_m, 0.0f, 1e-4f);
      const glm::vec3 q = p + random.point(0.3f);
      EXPECT_LE(std::abs(nearest_surface(solid, q).distance_m - s.distance_m),
                glm::distance(p, q) + 1e-4f);
    }
  }
}

/// A quick test of distance rules out many points, and none that is near.
TEST(Collider, IsNearOnlyWhereItMayBe) {
  RandomPoints random(12);
  const std::vector<float> samples(4 * 5 * 6, -0.01f);  // filled by a solid
  using enum ColliderShape;
  for (const ColliderShape shape : {ground, sphere, capsule, tube, funnel, box, mesh}) {
    Collider c{.shape = shape, .center_m = {0.2f, -0.1f, 0.3f}};
    c.axes = glm::mat3(glm::vec3(0, 0, 1), glm::vec3(1, 0, 0), glm::vec3(0, 1, 0));
    c.radius_m = 0.6f;
    c.inner_radius_m = 0.4f;
    c.half_length_m = 0.5f;
    c.half_wall_m = 0.05f;
    c.half_size_m = {0.3f, 0.5f, 0.7f};
    c.field = {.origin_m = {-0.2f, -0.3f, -0.1f}, .spacing_m = 0.1f, .samples = {4, 5, 6}};
    c.samples = View(samples.data(), static_cast<int>(samples.size()));
    int far = 0, ruled_out = 0;
    for (int i = 0; i < 2000; ++i) {
      const glm::vec3 p = random.point(1.5f);
      const float reach_m = random.in(0.0f, 0.3f), m = nearest_surface(c, p).distance_m;
      far += m >= reach_m;
      if (may_be_near(c, p, reach_m)) continue;
      ++ruled_out;
      EXPECT_GE(m, reach_m - 1e-5f) << static_cast<int>(shape);
    }
    EXPECT_GT(far, 200);
    if (shape == ground || shape == box || shape == mesh) {
      EXPECT_GT(ruled_out, 0.8 * far);
    }
  }
}

class Kernels : public EachBackend {};

TEST_P(Kernels, BuffersComeBackAsTheyWere) {
  std::vector<float> content(1000);
  for (int i = 0; i < 1000; ++i) content[i] = static_cast<float>(i) * 0.5f;
  Exec serial(Backend::serial);
  Buffer<float> buffer(serial, content);
  buffer.move(serial, exec());
  EXPECT_EQ(buffer.download(exec()), content);
  buffer.move(exec(), serial);
  EXPECT_EQ(buffer.download(serial), content);
  buffer.zero(serial);
  EXPECT_EQ(buffer.download(serial), std::vector<float>(1000, 0.0f));
}

TEST_P(Kernels, LaunchReachesEveryElementOnce) {
  for (const int n : {1, 63, 64, 65, 1000, 100003}) {
    // A distance of 1 becomes one of 3: if solved twice, it is not.
    const Buffer<Particle> there(exec(), std::vector<Particle>(n));
    Buffer<Particle> before(exec(), std::vector<Particle>(n, {glm::vec3(1.0f), 0.0f}));
    launch(exec(), "three times", n, RescaleVelocity{there.view(), before.view(), 3.0f});
    for (const Particle& p : before.download(exec())) ASSERT_EQ(p.position_m, glm::vec3(3.0f));
  }
}

TEST_P(Kernels, LaunchOfNothingDoesNothing) {
  Buffer<Particle> none(exec(), std::vector<Particle>{});
  launch(exec(), "nothing", 0, CopyParticles{none.view(), none.view()});
  exec().synchronize();
}

/// One projection satisfies a constraint that is linear along its gradient, weighted by mass.
TEST_P(Kernels, ProjectionSatisfiesADistanceAndSplitsByMass) {
  const std::vector<Particle> start{
      {{0, 0, 0}, 1.0f}, {{3, 0, 0}, 2.0f}, {{0, 9, 0}, 0.0f}, {{0, 4, 0}, 1.0f}};
  Buffer<Particle> particles(exec(), start);
  Buffer<Corners<2>> corners(exec(), std::vector<Corners<2>>{{{0, 1}}, {{2, 3}}});
  Buffer<float> rest(exec(), std::vector<float>{1.5f, 2.0f});
  using Project = ProjectColor<DistanceConstraint>;
  launch(exec(), "project", 2,
         Project{{std::as_const(corners).view(), std::as_const(rest).view()},
                 particles.view(),
                 {1.0f, 0.0f}});
  const std::vector<Particle> end = particles.download(exec());
  EXPECT_NEAR(end[0].position_m.x, 0.5f, 1e-6f);  // a third of 1.5: twice the mass of the other
  EXPECT_NEAR(end[1].position_m.x, 2.0f, 1e-6f);
  EXPECT_EQ(end[2].position_m, start[2].position_m);
  EXPECT_NEAR(end[3].position_m.y, 7.0f, 1e-5f);
}

TEST_P(Kernels, SumsSquaresLikeDoublePrecision) {
  RandomPoints random(11);
  std::vector<Particle> particles(500);
  for (Particle& p : particles) p = {random.point(1.0f), 1.0f};
  std::vector<Corners<2>> corners;
  std::vector<float> rest;
  double expected = 0.0;
  for (int i = 0; i < 3001; ++i) {
    const int a = i * 7 % 500, b = (i * 13 + 1) % 500;
    corners.push_back({{a, b}});
    rest.push_back(random.in(0.1f, 1.0f));
    const double c =
        glm::distance(glm::dvec3(particles[a].position_m), glm::dvec3(particles[b].position_m)) -
        rest.back();
    expected += c * c;
  }
  const Buffer<Particle> there(exec(), particles);
  const Buffer<Corners<2>> corners_there(exec(), corners);
  const Buffer<float> rest_there(exec(), rest);
  const int blocks = (3001 + residual_block - 1) / residual_block;
  Buffer<double> sums(exec(), blocks), total(exec(), 1);
  launch(exec(), "sum", blocks,
         SumSquaresOfBlock<DistanceConstraint>{
             {corners_there.view(), rest_there.view()}, there.view(), 1.0f, sums.view()});
  launch(exec(), "sum", 1, SumBlocks{sums.view(), total.view()});
  EXPECT_NEAR(total.download(exec())[0] / expected, 1.0, 1e-5);
}

TEST_P(Kernels, RunningSumsAreExact) {
  std::vector<int> values(70001), expected(70001);
  for (int i = 0; i < 70001; ++i) {
    values[i] = i % 17 - 3;
    expected[i] = values[i] + (i > 0 ? expected[i - 1] : 0);
  }
  const Buffer<int> there(exec(), values);
  Buffer<int> sums(exec(), 70001);
  Scan(exec(), 70001).run(exec(), "sums", there.view(), sums.view());
  EXPECT_EQ(sums.download(exec()), expected);
}

EACH_BACKEND(Kernels);

}  // namespace
}  // namespace limber
