// What planes between boxes ask of bodies that slide, against supports in double precision.

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "kernels/contact/slide.h"
#include "tests/view_of.h"

namespace limber {
namespace {

constexpr float radius_m = 0.005f, reach_m = 2.0f * radius_m;

/// Two unit boxes, one above the other with a gap, each displaced and turned about its centre.
class TwoBoxes {
 public:
  explicit TwoBoxes(float gap_m) {
    for (int box = 0; box < 2; ++box)
      for (int c = 0; c < 8; ++c) {
        const glm::vec3 corner(c & 1 ? 0.5f : -0.5f, c & 2 ? 0.5f : -0.5f, c & 4 ? 0.5f : -0.5f);
        starts_m.emplace_back(corner + center_m(box, gap_m), 0.0f);
      }
    for (const glm::vec4& x : starts_m) particles.push_back({glm::vec3(x), 1.0f});
    kept[0].normal = {0.0f, 1.0f, 0.0f};
    kept[0].gap_m = gap_m;
  }

  /// Box 0 is the upper one. turn_rad: about z, linearised.
  void move(int box, const glm::vec3& travel_m, float turn_rad = 0.0f) {
    BodySlide& body = bodies[box];
    body.slides = 1;
    body.travel_m = travel_m;
    body.moves_m = glm::length(travel_m) + std::abs(turn_rad);
    for (int c = 8 * box; c < 8 * box + 8; ++c) {
      const glm::vec3 lever = glm::vec3(starts_m[c]) - center_m(box, kept[0].gap_m);
      particles[c].position_m =
          glm::vec3(starts_m[c]) + travel_m + turn_rad * glm::vec3(-lever.y, lever.x, 0.0f);
    }
  }

  void ask(int pass) {
    ContactMesh mesh;
    const std::vector<int> points(16);
    mesh.points = view_of(points);
    mesh.traits = view_of(traits);
    mesh.body_of_point = view_of(body_of_point);
    const std::vector<glm::ivec3> things = {glm::ivec3(0), glm::ivec3(8)};
    mesh.things = view_of(things);
    const std::vector<int> first_pair(18, 0);
    std::vector<SearchState> state(1);
    state[0].pairs = 4;
    state[0].box_pairs = 1;
    SlideAlongBoxPlanes{.boxes = {mesh, view_of(first_pair), view_of(state)},
                        .pairs = view_of(pairs),
                        .kept = view_of(kept),
                        .starts_m = view_of(starts_m),
                        .particles = view_of(particles),
                        .bodies = {view_of(body_of_point), {bodies.data(), 2}},
                        .state = {state.data(), 1},
                        .pass = pass}(0);
  }

  glm::dvec3 back_m(int box) const {
    glm::dvec3 back(0.0);
    for (int k = 0; k < 3; ++k)
      back[k] =
          static_cast<double>(float_of(bodies[box].up_m[k]) - float_of(bodies[box].down_m[k]));
    return back;
  }
  /// Between the lowest corner of the upper and the highest of the lower, once moved back.
  double gap_m() const {
    double low_m = 1e30, high_m = -1e30;
    for (int c = 0; c < 8; ++c) {
      low_m = std::min(low_m, double(particles[c].position_m.y) + back_m(0).y);
      high_m = std::max(high_m, double(particles[8 + c].position_m.y) + back_m(1).y);
    }
    return low_m - high_m;
  }

  std::vector<BodySlide> bodies{2};

 private:
  static glm::vec3 center_m(int box, float gap_m) {
    return {0.0f, box == 0 ? 1.0f + gap_m : 0.0f, 0.0f};
  }

  std::vector<PointTraits> traits = std::vector<PointTraits>(16, {radius_m, 0.0f, 0.0f});
  std::vector<int> body_of_point{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
  std::vector<ContactPair> pairs{4, {{0, 0, 8, 8}, 16, 1, reach_m, 0.0f}};
  std::vector<BoxSlot> kept{4};
  std::vector<glm::vec4> starts_m;
  std::vector<Particle> particles;
};

TEST(Slide, TakesBackOnlyWhatLeadsThroughThePlane) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> some(-0.1f, 0.1f), gaps_m(0.001f, 0.009f);
  int asked = 0;
  for (int trial = 0; trial < 300; ++trial) {
    TwoBoxes boxes(gaps_m(random));
    for (int box = 0; box < 2; ++box)
      boxes.move(box, {some(random), some(random), some(random)}, 0.2f * some(random));
    const double before_m = boxes.gap_m();
    boxes.ask(0);
    EXPECT_GE(boxes.gap_m(), min_gap_share * reach_m);
    for (int box = 0; box < 2; ++box) {
      EXPECT_EQ(boxes.back_m(box).x, 0.0);
      EXPECT_EQ(boxes.back_m(box).z, 0.0);
    }
    // A box that moves away from the plane is never sent back.
    EXPECT_GE(boxes.back_m(0).y, 0.0);
    EXPECT_LE(boxes.back_m(1).y, 0.0);
    if (before_m < min_gap_share * reach_m) ++asked;
    if (before_m > 2.0 * min_gap_share * reach_m) {
      EXPECT_EQ(boxes.gap_m(), before_m);
    }
  }
  EXPECT_GT(asked, 100);
}

TEST(Slide, OneThatFallsAfterAnotherWaitsOnlyBehindPlanesThatStandStill) {
  TwoBoxes boxes(0.004f);
  for (int box = 0; box < 2; ++box) boxes.move(box, {0.0f, -0.05f, 0.0f});
  boxes.ask(0);
  EXPECT_EQ(boxes.back_m(0), glm::dvec3(0.0));
  boxes.ask(moving_slide_passes);
  EXPECT_GT(boxes.back_m(0).y, 0.04);
  EXPECT_EQ(boxes.back_m(1), glm::dvec3(0.0));
}

TEST(Slide, TellsHowFarABoxMayTurnWhereItIs) {
  TwoBoxes boxes(0.009f);
  boxes.move(0, {0.03f, 0.0f, 0.0f}, 0.1f);  // its lowest corner comes down by 0.05 m
  boxes.move(1, {});
  boxes.ask(0);
  const float room_m = 0.009f - min_gap_share * reach_m;
  EXPECT_NEAR(float_of(boxes.bodies[0].turn), room_m / 0.05f, 0.02f);
  EXPECT_EQ(float_of(boxes.bodies[1].turn), 1.0f);
}

TEST(Slide, BodiesWithJointsAreNotAsked) {
  TwoBoxes boxes(0.004f);
  boxes.move(0, {0.0f, -0.05f, 0.0f});
  boxes.bodies[0].slides = 0;
  boxes.ask(0);
  EXPECT_EQ(boxes.back_m(0), glm::dvec3(0.0));
}

}  // namespace
}  // namespace limber
