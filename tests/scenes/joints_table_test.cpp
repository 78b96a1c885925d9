// What scene files say of articulated bodies, and what is refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
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

std::string refusal_of_joints(const std::string& text) {
  try {
    Exec exec(Backend::serial);
    open_scene_text("bad", text).build(exec);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    return error.what();
  }
  return "";
}

TEST(JointTables, RefuseWhatCannotBe) {
  const std::string boxes = two_boxes;
  const auto joint = [&](const std::string& kind) {
    return boxes + "[[joint]]\nbodies = [\"left\", \"right\"]\nkind = \"" + kind + "\"\n";
  };
  const std::string hinge = joint("hinge"), slider = joint("slider"),
                    universal = joint("universal");
  const std::pair<std::string, const char*> cases[] = {
      {boxes + "[[joint]]\nbodies = [\"lft\", \"right\"]\n",
       "bad:11: joint.bodies names 'lft', but there is no body of that name; did you mean 'left'?"},
      {boxes + "[[joint]]\nbodies = []\n", "bad:11: joint.bodies must name one body or two"},
      {boxes + "[[joint]]\nbodies = [\"left\", \"left\"]\n",
       "bad:11: joint.bodies names one body twice"},
      {boxes + "[[joint]]\nkind = \"distance\"\nbodies = [\"left\", \"right\"]\n",
       "bad:10: joint.other_at_m is missing: a distance needs two places"},
      {boxes + "[[joint]]\nbodies = [\"left\"]\naxis = [1, 0, 0]\n",
       "bad:12: joint.axis needs swing_deg: without it a ball turns about any axis"},
      {boxes + "[[joint]]\nbodies = [\"left\"]\nkind = \"fixed\"\nswing_deg = 10\n",
       "bad:13: joint.swing_deg is only for kind ball or universal, but here kind is fixed"},
      {boxes + "[[rigid]]\nshape = \"gear\"\nradius_m = 0.1\nteeth = 20\nbacklash_m = 0.02\n",
       "bad:14: rigid.backlash_m is 0.02 m, but teeth of this size allow 0.00707 m"},
      {boxes + "[[pile]]\nshape = \"torus\"\nspheres = 6\n",
       "bad:12: pile.spheres has no effect with model = \"shapes\""},
      {boxes + "[[rigid]]\nname = \"left\"\n",
       "bad:11: rigid.name is 'left', which is taken: names must be unique"},
      {boxes + "[[rigid]]\ninertia_kg_m2 = [1, 1, 3]\n",
       "bad:11: rigid.inertia_kg_m2 is [1, 1, 3], which no body has: each must be above 0, and "
       "none above the sum of the two others"},
      {boxes + "[[rigid]]\nheld = true\nname = \"rock\"\n[[joint]]\nbodies = [\"rock\"]\n",
       "bad:14: joint.bodies names nothing that can move: fixed bodies need no joint"},
      {boxes + "[[chain]]\nends = [\"world\", \"rihgt\"]\n",
       "bad:11: chain.ends names 'rihgt', but there is no body of that name; did you mean "
       "'right'?"},
      {"family = \"joints\"\n",
       "bad:1: rigid is missing: the scene needs a [[rigid]], [[chain]], [[bridge]], [[dominoes]], "
       "[[wall]], [[ragdoll]], [[mail]] or [[pile]]"},
      {"family = \"joints\"\n[[joint]]\nbodies = [\"left\"]\n",
       "bad:3: joint.bodies names 'left', but there is no body of that name"},
      {hinge + "limits_deg = [30, -30]\n", "bad:13: joint.limits_deg must be written [low, high]"},
      {hinge + "limits_deg = [10, 30]\n",
       "bad:13: joint.limits_deg must include 0, where it begins"},
      {hinge + "limits_m = [-1, 1]\n",
       "bad:13: joint.limits_m is only for kind slider, but here kind is hinge"},
      {hinge + "motor_rad_s = 3\n",
       "bad:13: joint.motor_rad_s needs motor_N_m: a motor without a torque turns nothing"},
      {hinge + "motor_N_m = 0\n",
       "bad:13: joint.motor_N_m is 0, but must lie from 1e-09 to 1000000000000"},
      {hinge + "rest_deg = 20\n",
       "bad:13: joint.rest_deg needs stiffness_N_m_rad: there is no spring without it"},
      {slider + "motor_m_s = 3\n",
       "bad:13: joint.motor_m_s needs motor_N: a motor without a force drives nothing"},
      {slider + "axis = [1, 0, 0]\nother_at_m = [0.5, 0, 0]\nlimits_m = [-0.2, 0.2]\n",
       "bad:15: joint.limits_m must include -0.5, where it begins"},
      {universal + "other_axis = [0, 1, 1]\n",
       "bad:13: joint.other_axis must be at a right angle to axis"},
      {universal + "other_axis = [0, 0, 0]\n",
       "bad:13: joint.other_axis must not be 0: it is a direction"},
      {boxes + "[settings]\nmethod = \"direct\"\n[[joint]]\nbodies = [\"left\", \"right\"]\n"
               "[[joint]]\nbodies = [\"right\", \"left\"]\nat_m = [0, 1, 0]\n",
       "bad:15: joint.bodies closes a loop of joints, which method = \"direct\" does not solve; "
       "use method = \"cg\""},
      {boxes + "[settings]\nmethod = \"direct\"\n[[joint]]\nbodies = [\"left\", \"right\"]\n"
               "[[chain]]\nfrom_m = [-1, 1, 0]\nto_m = [1, 1, 0]\nends = [\"left\", \"right\"]\n",
       "bad:13: joint.bodies closes a loop of joints, which method = \"direct\" does not solve; "
       "use method = \"cg\""},
      {"family = \"joints\"\n[[bridge]]\nspans = 4\nplanks = 3\n",
       "bad:4: bridge.planks is 3, but each of 4 spans needs one"},
      {"family = \"joints\"\n[[rigid]]\nshape = \"hull\"\n",
       "bad:2: rigid.points_m or a file must be given for a hull, and not both"},
      {"family = \"joints\"\n[[rigid]]\nshape = \"mesh\"\n",
       "bad:2: rigid.file is missing: a mesh needs the path of an OBJ file"},
      {"family = \"joints\"\n[[rigid]]\nshape = \"hull\"\n"
       "points_m = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]\n",
       "bad:4: rigid.points_m has no hull: the hull is flat: its 4 points lie in a plane"},
      {"family = \"joints\"\n[[rigid]]\nshape = \"hull\"\npoints_m = [[0, 0, 0], [1, 0, 0]]\n",
       "bad:4: rigid.points_m has no hull: the hull has 2 points, but a body needs at least four"},
      {"family = \"joints\"\n[[rigid]]\nradius_m = 1\n",
       "bad:3: rigid.radius_m is only for shape ball, capsule, cylinder or gear, but here shape is "
       "box"},
      {"family = \"joints\"\n[[rigid]]\nshape = \"ball\"\ninertia_kg_m2 = [1, 1, 1]\n",
       "bad:4: rigid.inertia_kg_m2 is only for shape box, but here shape is ball"},
      {boxes + "[[rigid]]\npart_of = \"lift\"\n",
       "bad:11: rigid.part_of names 'lift', but there is no body of that name; did you mean "
       "'left'?"},
      {boxes + "[[rigid]]\npart_of = \"left\"\nheld = true\n",
       "bad:12: rigid.held has no effect on a part: it is that of its body"},
      {boxes + "[[chain]]\nname = \"rope\"\n[[rigid]]\npart_of = \"rope 1\"\n",
       "bad:13: rigid.part_of names 'rope 1', but there is no body of that name"},
      {boxes + "[[rigid]]\nname = \"stone\"\ncount = 2\n[[rigid]]\npart_of = \"stone 1\"\n",
       "bad:14: rigid.part_of names 'stone 1', which is a copy, or a link of a chain: only a "
       "single [[rigid]] can have parts"},
      {boxes + "[[rigid]]\nname = \"top\"\ninertia_kg_m2 = [1, 1, 1]\n"
               "[[rigid]]\npart_of = \"top\"\n",
       "bad:14: rigid.part_of names 'top', whose inertia_kg_m2 is given: with parts it follows "
       "from theirs"},
      {"family = \"joints\"\n[[dominoes]]\nplaces_m = [[0, 0, 0]]\n",
       "bad:3: dominoes.places_m needs at least two places"},
      {"family = \"joints\"\n[[dominoes]]\nplaces_m = [[0, 0, 0], [0, 0, 0]]\n",
       "bad:3: dominoes.places_m has place 2 where place 1 is"},
      {"family = \"joints\"\n[[dominoes]]\nplaces_m = [[0, 0, 0], [0, 1, 0]]\n",
       "bad:3: dominoes.places_m go straight up at domino 1, so its direction is undefined"},
      {"family = \"joints\"\n[[dominoes]]\nplaces_m = [[0, 0, 0], [1, 0, 0]]\nspacing_m = 0.05\n",
       "bad:4: dominoes.spacing_m is 0.05, but dominoes are 0.07 m thick: leave room for them to "
       "fall"},
      {"family = \"joints\"\n[[dominoes]]\nplaces_m = [[0, 0, 0], [1, 0, 0]]\nspacing_m = 0.9\n",
       "bad:4: dominoes.spacing_m is 0.9, but dominoes are 0.5 m high: none would reach the next "
       "one"},
      {"family = \"joints\"\n[[wall]]\nbricks = 3\nring = true\n",
       "bad:3: wall.bricks is 3, but a ring needs 4 at least"},
      {"family = \"joints\"\n[[wall]]\nbricks = 50000\ncourses = 50\n",
       "bad:4: wall.courses makes 2500000 bricks, but at most 2000000 are possible"},
      {"family = \"joints\"\n[[ragdoll]]\ncopies = [100, 100, 10]\n",
       "bad:3: ragdoll.copies makes 100000 people, but at most 50000 are possible"},
      {"family = \"joints\"\n[[mail]]\ncolumns = 10000\nrows = 200\n",
       "bad:4: mail.rows makes 2000000 links, but at most 1000000 are possible"},
      {"family = \"joints\"\n[[mail]]\nthickness_m = 0.1\n",
       "bad:3: mail.thickness_m is 0.1, but must be below pitch_m, 0.08: else links could not "
       "turn"},
  };
  for (const auto& [text, sentence] : cases) EXPECT_EQ(refusal_of_joints(text), sentence);
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "open_body.obj";
  std::ofstream(file) << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n";
  const std::string open = refusal_of_joints(
      "family = \"joints\"\n[[rigid]]\nshape = \"mesh\"\nfile = \"" + file.string() + "\"\n");
  EXPECT_EQ(open.find("bad:4: rigid.file cannot be a body: "), 0u) << open;
  EXPECT_NE(open.find("open"), std::string::npos) << open;
  std::filesystem::remove(file);
}

/// In a mixture, only with a distance of their own.
TEST(JointTables, TellWhereRigidBodiesPassThroughOthers) {
  const auto notes_of = [](const std::string& settings) {
    return open_scene_text("mixed", "family = \"world\"\n" + settings +
                                        "[[rigid]]\ncenter_m = [0, 2, 0]\n"
                                        "[[pile]]\nshape = \"ball\"\n")
        .notes;
  };
  const std::vector<std::string> notes = notes_of("");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("set rigid.contact_distance_m"), std::string::npos) << notes[0];
  EXPECT_TRUE(notes_of("[settings.rigid]\ncontact_distance_m = 0.02\n").empty());
}

/// A box of 1 m that hangs on two places 3 m apart: they cannot both be on it.
TEST(JointTables, SayHowFarACycleIsFromClosing) {
  const std::string refusal = refusal_of_joints(
      "family = \"joints\"\n[[rigid]]\nname = \"box\"\n"
      "[[joint]]\nbodies = [\"box\"]\nat_m = [-0.5, 0, 0]\nother_at_m = [-1.5, 0, 0]\n"
      "[[joint]]\nbodies = [\"box\"]\nat_m = [0.5, 0, 0]\nother_at_m = [1.5, 0, 0]\n");
  EXPECT_TRUE(
      refusal.starts_with("bad:5: joint.bodies cannot be joined: their loop does not close, with a "
                          "gap of 1 m at (-0.5, "))
      << refusal;
}

/// Places that are not one at the start, but can be, are made one before anything moves.
TEST(JointTables, CloseWhatCanBeClosed) {
  Exec exec(Backend::serial);
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

/// What a file says of a slider and its drive is what moves.
TEST(JointTables, MakeWhatDrives) {
  Exec exec(Backend::serial);
  const auto world =
      open_scene_text("driven",
                      "family = \"joints\"\n[settings]\ndt_s = 0.002\ngravity_m_s2 = 0\n"
                      "[[rigid]]\nname = \"a\"\nsize_m = [0.2, 0.2, 0.2]\nmass_kg = 2\n"
                      "[[rigid]]\nname = \"b\"\nsize_m = [0.2, 0.2, 0.2]\ncenter_m = [0, 1, 0]\n"
                      "[[joint]]\nkind = \"slider\"\nbodies = [\"a\"]\naxis = [1, 0, 0]\n"
                      "motor_m_s = 0.5\nmotor_N = 100\nlimits_m = [-0.1, 0.4]\n"
                      "[[joint]]\nkind = \"hinge\"\nbodies = [\"b\"]\nat_m = [0, 1, 0]\n"
                      "motor_rad_s = 2\nmotor_N_m = 100\nlimits_deg = [-90, 60]\n")
          .build(exec);
  auto& joints = world->system<JointsSystem>();
  const auto turn_rad = [&] { return 2.0 * std::asin(joints.poses()[1].quaternion.z); };
  world->advance({.steps = 8});
  for (int i = 0; i < 24; ++i) world->advance({.steps = 8});  // 0.4 s
  // It takes a hundredth of a second to its speed.
  EXPECT_NEAR(joints.poses()[0].position_m.x, 0.1975, 1e-5);
  EXPECT_NEAR(turn_rad(), 0.8, 0.005);
  for (int i = 0; i < 50; ++i) world->advance({.steps = 8});
  EXPECT_NEAR(joints.poses()[0].position_m.x, 0.4, 1e-6);
  EXPECT_NEAR(turn_rad(), M_PI / 3.0, 1e-6);
}

/// Bricks of a wall, counted and placed as a bricklayer would, and none where another one is.
TEST(WallTable, LaysBricksInRunningBond) {
  Exec exec(Backend::serial);
  const auto straight =
      open_scene_text("wall",
                      "family = \"joints\"\n[settings]\ncontact_distance_m = 0.01\n[[wall]]\n"
                      "bricks = 4\ncourses = 3\nsize_m = [0.4, 0.2, 0.1]\ngap_m = 0.02\n")
          .build(exec)
          ->system<JointsSystem>()
          .poses();
  ASSERT_EQ(straight.size(), 4u + 5u + 4u);  // three whole ones and two halves in the middle
  std::vector<double> middle_m;
  for (std::size_t i = 4; i < 9; ++i) {
    EXPECT_NEAR(straight[i].position_m.y, 0.3, 1e-6);
    middle_m.push_back(straight[i].position_m.x);
  }
  std::ranges::sort(middle_m);
  // Ends at 0.83 m, as those of whole courses; a half is 0.19 m.
  const double wanted_m[] = {-0.735, -0.42, 0.0, 0.42, 0.735};
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(middle_m[i], wanted_m[i], 1e-6) << i;
  EXPECT_NEAR(straight[0].position_m.x, -0.63, 1e-6);
  // A ring closes; that no bricks of it touch side by side, the start of its world sees to.
  const auto ring = open_scene_text("ring",
                                    "family = \"joints\"\n[settings]\ncontact_distance_m = 0.01\n"
                                    "[[wall]]\nbricks = 7\ncourses = 2\nring = true\n")
                        .build(exec)
                        ->system<JointsSystem>()
                        .poses();
  ASSERT_EQ(ring.size(), 14u);
  glm::dvec3 sum(0.0);
  for (const RigidPose& pose : ring) sum += pose.position_m;
  EXPECT_NEAR(glm::length(sum * glm::dvec3(1.0, 0.0, 1.0)), 0.0, 1e-5);
}

/// Thirteen parts on twelve joints each, as high as asked for, and without a joint that is open.
TEST(RagdollTable, MakesPeopleOfTheirHeight) {
  Exec exec(Backend::serial);
  const auto world = open_scene_text("dolls",
                                     "family = \"joints\"\n[settings]\nmethod = \"direct\"\n"
                                     "gravity_m_s2 = 0\n[[ragdoll]]\nheight_m = 1.5\n"
                                     "center_m = [0, 0.75, 0]\ncopies = [2, 1, 1]\n")
                         .build(exec);
  EXPECT_EQ(world->counts()["bodies"], 26);
  EXPECT_EQ(world->counts()["joints"], 24);
  std::vector<PublishedVertex> shown(world->draw_list().vertex_count);
  world->advance({.steps = 1, .publish = {shown.data(), static_cast<int>(shown.size())}});
  world->request_residuals();
  EXPECT_LT(world->residuals().at("joint"), 1e-5);
  const std::vector<RigidPose> poses = world->system<JointsSystem>().poses();
  double highest_m = 0.0, lowest_m = 1.0;
  for (const RigidPose& pose : poses) {
    highest_m = std::max(highest_m, pose.position_m.y);
    lowest_m = std::min(lowest_m, pose.position_m.y);
  }
  EXPECT_NEAR(highest_m, 1.5 * (1.0 - 0.075), 0.02);  // of heads
  EXPECT_NEAR(lowest_m, 1.5 * 0.02, 0.02);            // of feet
}

/// Each link hangs on its neighbours, and both ends on the world.
TEST(MailTable, JoinsEachLinkWithItsNeighbours) {
  Exec exec(Backend::serial);
  const auto world =
      open_scene_text("mail", "family = \"joints\"\n[[mail]]\ncolumns = 7\nrows = 5\n").build(exec);
  EXPECT_EQ(world->counts()["bodies"], 35);
  EXPECT_EQ(world->counts()["joints"], 6 * 5 + 7 * 4 + 2 * 5);
  world->request_residuals();
  EXPECT_LT(world->residuals().at("joint"), 1e-6);
}

constexpr const char* cloth_and_box =
    "family = \"joints\"\n"                                                      // 1
    "[[cloth]]\nname = \"flag\"\ncenter_m = [0, 2, 0]\ncolumns = 5\nrows = 5\n"  // 2 to 6
    "[[rigid]]\nname = \"weight\"\ncenter_m = [0, 1, 0]\nsize_m = [1, 1, 1]\n"   // 7 to 10
    "[[joint]]\nbodies = [\"weight\"]\n";                                        // 11, 12

TEST(JointTables, HoldVerticesThatAreNear) {
  const std::pair<const char*, int> cases[] = {
      {"at_m = [0.5, 2, 0.55]\n", 1},
      {"at_m = [0.5, 2, 0.5]\nwithin_m = 0.26\n", 3},
      {"at_m = [0.5, 2, -0.5]\nother_at_m = [0.5, 2, 0.5]\nwithin_m = 0.01\n", 5}};
  Exec exec(Backend::serial);
  for (const auto& [keys, vertices] : cases) {
    const auto world =
        open_scene_text("held", cloth_and_box + std::string("vertex_of = \"flag\"\n") + keys)
            .build(exec);
    EXPECT_EQ(world->system<JointsSystem>().vertex_impulses_N_s().size(), vertices) << keys;
  }
}

TEST(JointTables, RefuseVerticesThatAreNotThere) {
  const std::string held = cloth_and_box + std::string("vertex_of = \"flag\"\n");
  const std::pair<std::string, const char*> cases[] = {
      {cloth_and_box + std::string("vertex_of = \"flg\"\n"),
       "bad:13: joint.vertex_of names 'flg', but there is no [[cloth]] or [[solid]] of that name; "
       "did you "
       "mean 'flag'?"},
      {held + "at_m = [0.5, 1, 0.5]\n",
       "bad:14: joint.at_m is (0.5, 1, 0.5), where no vertex of 'flag' is within 0.28 m: the "
       "nearest is 1 m away; move it there, or set within_m"},
      {held + "at_m = [0.5, 2, 0.7]\nwithin_m = 0.1\n",
       "bad:14: joint.at_m is (0.5, 2, 0.7), where no vertex of 'flag' is within 0.1 m: the "
       "nearest is 0.2 m away; move it there, or set within_m"},
      {held + "at_m = [0.5, 2, 0.5]\n[[joint]]\nbodies = [\"weight\"]\nvertex_of = \"flag\"\n"
              "at_m = [0.5, 2, 0.5]\n",
       "bad:18: joint.at_m finds a vertex of 'flag' near (0.5, 2, 0.5) that another [[joint]] "
       "holds"},
      {held + "kind = \"hinge\"\n",
       "bad:13: joint.vertex_of is only for kind ball, but here kind is hinge"},
      {held + "other_at_m = [0, 0, 0]\n",
       "bad:14: joint.other_at_m needs within_m: along a line there is more than one vertex"},
      {cloth_and_box + std::string("within_m = 1\n"),
       "bad:13: joint.within_m needs vertex_of: it says which of its vertices the body holds"},
      {held + "[[cloth]]\nname = \"flag\"\ncenter_m = [0, 3, 0]\n",
       "bad:15: cloth.name is 'flag', which is taken: names must be unique"},
      {"family = \"joints\"\n[[cloth]]\nname = \"flag\"\nmodel = \"fem\"\n[[rigid]]\nname = \"a\"\n"
       "center_m = [0, 5, 0]\n[[joint]]\nbodies = [\"a\"]\nvertex_of = \"flag\"\n",
       "bad:10: joint.vertex_of names 'flag', which is of model fem: joints hold vertices of model "
       "pbd only"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(refusal_of_joints(text), message) << text;
}

TEST(JointTables, HeldVerticesDoNotTouchWhatHoldsThem) {
  const std::string apart =
      "family = \"joints\"\n[settings.cloth]\ncontact_distance_m = 0.02\n[settings.rigid]\n"
      "contact_distance_m = 0.02\n[[cloth]]\nname = \"flag\"\ncenter_m = [0, 2, 0]\ncolumns = 9\n"
      "rows = 9\npins = \"left_edge\"\n[[rigid]]\nname = \"weight\"\ncenter_m = [0.5, 2, 0.5]\n"
      "size_m = [0.1, 0.1, 0.1]\n";
  EXPECT_NE(refusal_of_joints(apart).find("pass through each other"), std::string::npos);
  Exec exec(Backend::serial);
  const auto world = open_scene_text("held", apart +
                                                 "[[joint]]\nbodies = [\"weight\"]\n"
                                                 "vertex_of = \"flag\"\nat_m = [0.5, 2, 0.5]\n")
                         .build(exec);
  for (int step = 0; step < 100; ++step) world->advance({.steps = 1});
  world->request_residuals();
  EXPECT_LT(world->residuals().at("rigid.vertex"), 2e-3);
  EXPECT_EQ(world->residuals().at("rigid.broken"), 0.0);
  // It has swung down from where it was as the cloth lets it, and was not pushed away.
  EXPECT_NEAR(world->system<JointsSystem>().poses()[0].position_m.y, 1.8, 0.15);
}

/// [Weber13, tables 1 and 2], and that it is one structure with loops.
TEST(BridgeScene, HasThePapersCounts) {
  Exec exec(Backend::serial);
  const auto world = open_scene("joints/bridge").build(exec);
  const SystemCounts& counts = world->counts();
  EXPECT_EQ(counts["joints"], 13850);
  EXPECT_EQ(counts["dofs"], 41550);
  EXPECT_EQ(counts["nnz"], 448668);
  EXPECT_EQ(counts["bodies"], 13540);
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
  Exec exec(Backend::serial);
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
