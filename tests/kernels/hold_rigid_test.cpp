// What rigid bodies lose that are held back.

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "kernels/joints/touching_rigid.h"
#include "tests/view_of.h"

namespace limber {
namespace {

/// Five bodies: two with corners, a ball, and two that are jointed. Each is to move by 1 m.
class HeldBodies {
 public:
  HeldBodies() {
    for (RigidInertia& inertia : inertias) inertia.inverse_mass_per_kg = 1.0;
    for (RigidPose& pose : predicted) pose.position_m = {1.0, 0.0, 0.0};
    for (RigidMomentum& momentum : momenta) momentum = {glm::dvec3(2.0), glm::dvec3(4.0)};
  }

  /// A step in which groups of bodies may move by these shares.
  void hold(const std::vector<float>& shares_of_groups) {
    std::vector<int> least;
    for (const float share : shares_of_groups) least.push_back(bits_of(share));
    const RigidShares shares{view_of(together), view_of(sizes), written(least), written(jams)};
    for (int group = 0; group < 5; ++group) CountJams{shares, written(jammed)}(group);
    const RigidPoints bodies{.points = {},
                             .first = view_of(first),
                             .body_of_point = {},
                             .touches = {},
                             .inertias = view_of(inertias)};
    for (int b = 0; b < 5; ++b)
      HoldRigid{bodies,           shares,         view_of(starts), written(predicted),
                written(momenta), written(turns), written(state)}(b);
  }

  std::vector<RigidMomentum> momenta = std::vector<RigidMomentum>(5);
  std::vector<RigidPose> starts = std::vector<RigidPose>(5), predicted = starts;
  std::vector<int> jammed = {0};
  std::vector<SearchState> state = std::vector<SearchState>(1);

 private:
  const std::vector<int> first = {0, 8, 16, 17, 25, 33}, together = {0, 1, 2, 3, 3};
  const std::vector<int> sizes = {1, 1, 1, 2, 0};
  std::vector<RigidInertia> inertias = std::vector<RigidInertia>(5);
  std::vector<int> jams = std::vector<int>(5);
  std::vector<SphereTurn> turns = std::vector<SphereTurn>(33);
};

TEST(HoldRigid, AFreeBodyThatIsStuckLosesItsSpin) {
  HeldBodies held;
  const std::vector<float> shares = {1.0f, 0.05f, 0.05f, 1.0f, 1.0f};
  held.hold(shares);
  EXPECT_EQ(held.predicted[0].position_m.x, 1.0);
  EXPECT_FLOAT_EQ(static_cast<float>(held.predicted[1].position_m.x), 0.05f);
  EXPECT_EQ(held.state[0].held_back, 2);
  EXPECT_EQ(held.momenta[1].angular_kg_m2_s.x, 4.0) << "it may only have left its region";
  held.hold(shares);
  EXPECT_EQ(held.momenta[0].angular_kg_m2_s.x, 4.0);
  EXPECT_EQ(held.momenta[1].angular_kg_m2_s.x, 2.0);
  EXPECT_EQ(held.momenta[1].linear_kg_m_s.x, 2.0) << "what it pushes at takes that";
  EXPECT_EQ(held.momenta[2].angular_kg_m2_s.x, 4.0) << "a ball turns in its place";
  held.hold({1.0f, 0.6f, 1.0f, 1.0f, 1.0f});
  EXPECT_EQ(held.momenta[1].angular_kg_m2_s.x, 2.0) << "it moves again";
}

TEST(HoldRigid, AStructureKeepsItsMomentumUntilItIsJammed) {
  HeldBodies held;
  for (int step = 0; step < RigidShares::patience; ++step)
    held.hold({1.0f, 1.0f, 1.0f, 0.05f, 1.0f});
  EXPECT_EQ(held.momenta[4].linear_kg_m_s.x, 2.0);
  EXPECT_EQ(held.momenta[4].angular_kg_m2_s.x, 4.0);
  EXPECT_EQ(held.jammed[0], 0);
  held.hold({1.0f, 1.0f, 1.0f, 0.05f, 1.0f});
  EXPECT_EQ(held.momenta[3].linear_kg_m_s.x, 1.0);
  EXPECT_EQ(held.momenta[4].angular_kg_m2_s.x, 2.0);
  EXPECT_EQ(held.jammed[0], 1);
}

/// A body of 2 kg that should move down by 0.1 m in each step, and along by as much.
class StuckBody {
 public:
  StuckBody() { inertias[0].inverse_mass_per_kg = 0.5; }

  void step(const glm::dvec3& moved_m, bool asked_to_give_way, float share = 1.0f) {
    predicted[0].position_m = starts[0].position_m + moved_m;
    slides[0].asked = asked_to_give_way ? 1 : 0;
    std::vector<int> least{bits_of(share)}, jams{0};
    const RigidPoints bodies{.points = {},
                             .first = view_of(first),
                             .body_of_point = {},
                             .touches = view_of(ones),
                             .inertias = view_of(inertias)};
    SlowStuckRigid{.all = {bodies,
                           view_of(starts),
                           written(predicted),
                           view_of(zeros),
                           view_of(ones),
                           view_of(zeros),
                           {},
                           written(slides)},
                   .shares = {view_of(zeros), view_of(ones), written(least), written(jams)},
                   .momenta = written(momenta),
                   .stuck = written(stuck),
                   .dt_s = 0.01}(0);
  }
  void stay_stuck(const glm::dvec3& moved_m, bool asked_to_give_way, float share = 1.0f) {
    for (int i = 0; i < SlowStuckRigid::patience; ++i) step(moved_m, asked_to_give_way, share);
  }
  /// Bodies that sleep have no inertia.
  void sleep_for_a_step() {
    const RigidInertia awake = std::exchange(inertias[0], {});
    step({}, false);
    inertias[0] = awake;
  }
  glm::dvec3 speed_m_s() const { return 0.5 * momenta[0].linear_kg_m_s; }

 private:
  const std::vector<int> first = {0, 1}, zeros = {0}, ones = {1};
  std::vector<RigidInertia> inertias = std::vector<RigidInertia>(1);
  const std::vector<RigidPose> starts = std::vector<RigidPose>(1);
  std::vector<RigidPose> predicted = starts;
  std::vector<BodySlide> slides = std::vector<BodySlide>(1);
  std::vector<RigidMomentum> momenta{{{20.0, -20.0, 0.0}, {}}};
  std::vector<int> stuck = {0};
};

/// Else it gathers the speed of a free fall, and pushes at what holds it ever harder.
TEST(SlowStuckRigid, TakesHalfOfTheMomentumWithWhichABodyDoesNotMove) {
  constexpr glm::dvec3 along(0.01, 0.0, 0.0);
  StuckBody body;
  body.stay_stuck(along, true);
  EXPECT_EQ(body.speed_m_s(), glm::dvec3(10.0, -10.0, 0.0)) << "what it pushes at takes that";
  body.step(along, true);
  EXPECT_EQ(body.speed_m_s(), glm::dvec3(5.5, -5.0, 0.0));
  body.step({0.05, -0.04, 0.0}, true);
  body.stay_stuck(along, true);
  EXPECT_EQ(body.speed_m_s(), glm::dvec3(5.5, -5.0, 0.0)) << "it moved in between";
  body.step({-0.5, 0.5, 0.5}, true);
  EXPECT_EQ(body.speed_m_s(), glm::dvec3(2.75, -2.5, 0.0)) << "its place was only corrected";
}

TEST(SlowStuckRigid, LeavesABodyAloneThatNothingHoldsBack) {
  StuckBody body;
  for (int i = 0; i < 2; ++i) body.stay_stuck({}, false);
  EXPECT_EQ(body.speed_m_s(), glm::dvec3(10.0, -10.0, 0.0));
  body.stay_stuck({}, false, 0.0f);
  body.step({}, false, 0.0f);
  EXPECT_EQ(body.speed_m_s(), glm::dvec3(5.0, -5.0, 0.0)) << "its share holds it";
}

/// What wakes it must have time to hand its momentum over, too.
TEST(SlowStuckRigid, ForgetsThatABodyWasStuckBeforeItSlept) {
  StuckBody body;
  body.stay_stuck({}, true);
  body.sleep_for_a_step();
  body.step({}, true);
  EXPECT_EQ(body.speed_m_s(), glm::dvec3(10.0, -10.0, 0.0));
}

}  // namespace
}  // namespace limber
