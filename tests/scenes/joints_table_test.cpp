// What scene files say of articulated bodies, and what is refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/error.h"
#include "kernels/published_vertex.h"
#include "scenes/scene.h"
#include "sim/joints/joints_system.h"

namespace limber {
namespace {

constexpr const char* two_boxes =
    "family = \"joints\"\n"                                                     // 1
    "[[rigid]]\nname = \"left\"\ncenter_m = [-1, 0, 0]\nsize_m = [1, 1, 1]\n"   // 2 to 5
    "[[rigid]]\nname = \"right\"\ncenter_m = [1, 0, 0]\nsize_m = [1, 1, 1]\n";  // 6 to 9

std::string refusal_of(const std::string& text) {
  try {
    Exec exec(Solver::serial);
    open_scene_text("bad", text).build(exec);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    return error.what();
  }
  return "";
}

TEST(JointTables, RefuseWhatCannotBe) {
  const std::string boxes = two_boxes;
  const std::pair<std::string, const char*> cases[] = {
      {boxes + "[[joint]]\nbodies = [\"lft\", \"right\"]\n",
       "bad:11: joint.bodies names 'lft', but no body is called so; did you mean 'left'?"},
      {boxes + "[[joint]]\nbodies = []\n", "bad:11: joint.bodies must name one body or two"},
      {boxes + "[[joint]]\nbodies = [\"left\", \"left\"]\n",
       "bad:11: joint.bodies names one body twice"},
      {boxes + "[[joint]]\nkind = \"distance\"\nbodies = [\"left\", \"right\"]\n",
       "bad:10: joint.other_at_m is missing: a distance needs two places"},
      {boxes + "[[joint]]\nbodies = [\"left\"]\naxis = [1, 0, 0]\n",
       "bad:12: joint.axis is only for kind hinge, but here kind is ball"},
      {boxes + "[[rigid]]\nname = \"left\"\n",
       "bad:11: rigid.name is 'left' again: every name may be given once"},
      {boxes + "[[rigid]]\ninertia_kg_m2 = [1, 1, 3]\n",
       "bad:11: rigid.inertia_kg_m2 is [1, 1, 3], which no body has: each must be above 0, and "
       "none above the sum of the two others"},
      {boxes + "[[rigid]]\nheld = true\nname = \"rock\"\n[[joint]]\nbodies = [\"rock\"]\n",
       "bad:14: joint.bodies names nothing that could move: what is held needs no joint"},
      {boxes + "[[chain]]\nends = [\"world\", \"rihgt\"]\n",
       "bad:11: chain.ends names 'rihgt', but no body is called so; did you mean 'right'?"},
      {"family = \"joints\"\n",
       "bad:1: rigid is missing: the scene needs a [[rigid]], [[chain]] or [[bridge]]"},
      {"family = \"joints\"\n[[joint]]\nbodies = [\"left\"]\n",
       "bad:3: joint.bodies names 'left', but no body is called so"},
      {"family = \"joints\"\n[[bridge]]\nspans = 4\nplanks = 3\n",
       "bad:4: bridge.planks is 3, but each of 4 spans needs one"},
  };
  for (const auto& [text, sentence] : cases) EXPECT_EQ(refusal_of(text), sentence);
}

/// A box of 1 m that hangs on two places 3 m apart: they cannot both be on it.
TEST(JointTables, SayHowFarACycleIsFromClosing) {
  const std::string refusal = refusal_of(
      "family = \"joints\"\n[[rigid]]\nname = \"box\"\n"
      "[[joint]]\nbodies = [\"box\"]\nat_m = [-0.5, 0, 0]\nother_at_m = [-1.5, 0, 0]\n"
      "[[joint]]\nbodies = [\"box\"]\nat_m = [0.5, 0, 0]\nother_at_m = [1.5, 0, 0]\n");
  EXPECT_TRUE(refusal.starts_with(
      "bad:5: joint.bodies cannot be joined: their cycle does not close, 1 m are left at (-0.5, "))
      << refusal;
}

/// Places that are not one at the start, but can be, are made one before anything moves.
TEST(JointTables, CloseWhatCanBeClosed) {
  Exec exec(Solver::serial);
  const auto world = open_scene_text("open", std::string(two_boxes) +
                                                 "[[joint]]\nbodies = [\"left\", \"right\"]\n"
                                                 "at_m = [-0.5, 0.5, 0]\n"
                                                 "other_at_m = [0.5, -0.5, 0.5]\n")
                         .build(exec);
  const auto poses = world->system<JointsSystem>().poses();
  const glm::dvec3 apart =
      poses[0].position_m + rotated(poses[0].quaternion, glm::dvec3(0.5, 0.5, 0.0)) -
      poses[1].position_m - rotated(poses[1].quaternion, glm::dvec3(-0.5, -0.5, 0.5));
  EXPECT_LT(glm::length(apart), 1e-6);
}

/// 001, tables 1 and 2, and that it is one structure with loops.
TEST(BridgeScene, HasThePapersCounts) {
  Exec exec(Solver::serial);
  const auto world = open_scene("joints/bridge").build(exec);
  const SystemCounts& counts = world->counts();
  EXPECT_EQ(counts["joints"], 13850);
  EXPECT_EQ(counts["dofs"], 41550);
  EXPECT_EQ(counts["nnz"], 448668);
  EXPECT_EQ(counts["bodies"], 13524);
  const Pattern& pattern = world->system<JointsSystem>().pattern();
  int longest = 0, shortest = 1 << 30;
  for (int row = 0; row < pattern.rows(); ++row) {
    const int blocks = pattern.first[row + 1] - pattern.first[row] - 1;
    longest = std::max(longest, 3 * blocks);
    shortest = std::min(shortest, 3 * blocks);
  }
  EXPECT_EQ(longest, 42);
  EXPECT_EQ(shortest, 6);
  EXPECT_EQ(pattern.entries(), 13850 + 2 * 18001);
  EXPECT_NEAR(3.0 * (pattern.entries() - pattern.rows()) / pattern.rows(), 7.8, 0.005);
}

/// A plank of a small bridge is pulled aside and follows; the joints hold.
TEST(BridgeScene, CanBePulled) {
  Exec exec(Solver::serial);
  const auto world = open_scene_text("small",
                                     "family = \"joints\"\n[settings]\ndt_s = 0.0083333\n"
                                     "[[bridge]]\nplanks = 5\nhanger_links = 60\n")
                         .build(exec);
  auto& joints = world->system<JointsSystem>();
  const auto start = joints.poses();
  int plank = 0;
  for (std::size_t b = 0; b < start.size(); ++b)  // the one in the middle of the deck
    if (glm::distance(start[b].position_m, glm::dvec3(0.0, 6.0, 0.0)) < 0.01)
      plank = static_cast<int>(b);
  ASSERT_GT(plank, 0);
  int vertex = 0;
  std::vector<PublishedVertex> shown(world->draw_list().vertex_count);
  world->advance({.steps = 0, .publish = {shown.data(), static_cast<int>(shown.size())}});
  for (int v = 0; v < static_cast<int>(start.size()); ++v)
    if (glm::distance(glm::dvec3(shown[v].position_m), start[plank].position_m) < 1e-3) vertex = v;
  world->grab(vertex);
  world->drag_to({0.0f, 6.0f, 0.6f});
  for (int i = 0; i < 30; ++i) world->advance({.steps = 4});
  world->request_residuals();
  EXPECT_NEAR(joints.poses()[plank].position_m.z, 0.6, 0.05);
  EXPECT_LT(world->residuals().at("joint"), 1e-4);  // 5e-5 m while it is pulled
  EXPECT_EQ(world->trouble(), "");
}

}  // namespace
}  // namespace limber
