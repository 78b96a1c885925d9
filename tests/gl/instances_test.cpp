#include <cmath>
#include <utility>

#include "instances_fixture.h"
#include "kernels/error.h"
#include "render/leveled_mesh.h"

namespace limber {
namespace {

const std::vector<BlockPose> three_poses{{{-0.9f, 0.1f, 0.2f}, turned(50, {1, 2, 3}), 0.0f},
                                         {{0.0f, -0.3f, 0.0f}, {1, 0, 0, 0}, 0.5f},
                                         {{0.8f, 0.3f, -0.4f}, turned(170, {3, -1, 1}), 1.0f}};

/// The scalar of a pose is its wetness, if no field is shown.
TEST_F(InstancesTest, AreDarkerWhereTheyAreWet) {
  StaticMesh block = make_block();
  block.material.mottling = 0.5f;
  const auto seen = [&](float wetness) {
    const PosedMeshes meshes(block, {{.scalar = wetness}});
    glm::vec3 middle_m(0.0f);
    for (const glm::vec3& x : block.positions_m)
      middle_m += x / static_cast<float>(block.positions_m.size());
    return brightness(color_of(draw(meshes), middle_m));
  };
  const float dry = seen(0.0f), damp = seen(0.5f), wet = seen(1.0f);
  EXPECT_LT(damp, dry - 0.03f);
  EXPECT_LT(wet, damp - 0.03f);
}

TEST_F(InstancesTest, LookLikeMeshesPlacedByHandInEveryView) {
  PosedMeshes posed(make_block(), three_poses, 2);
  PosedMeshes by_hand = placed_by_hand(make_block(), three_poses);
  for (DrawList* list : {&posed.list, &by_hand.list}) {
    list->ground = true;
    list->ground_height_m = -0.6f;
  }
  const ViewOptions views[] = {{},
                               {.mode = ViewMode::wireframe},
                               {.mode = ViewMode::constraint_colors},
                               {.mode = ViewMode::scalar_field}};
  for (const ViewOptions& view : views) {
    const Image image = draw(posed, view);
    EXPECT_LT(difference(image, draw(by_hand, view)), 1e-3f) << static_cast<int>(view.mode);
  }
  const Image shaded = draw(posed);
  for (int i = 1; i < 4; ++i) EXPECT_GT(difference(draw(posed, views[i]), shaded), 0.02f) << i;
}

TEST_F(InstancesTest, AreSceneryWhereTheyStandStill) {
  const BlockPose pose{{0.2f, 0.1f, 0.3f}, turned(70, {-1, 1, 2})};
  const PosedMeshes posed(make_block(), {pose});
  StaticMesh placed = make_block();
  for (std::size_t i = 0; i < placed.positions_m.size(); ++i) {
    placed.positions_m[i] = pose.position_m + pose.turn * placed.positions_m[i];
    placed.normals[i] = pose.turn * placed.normals[i];
  }
  DrawList list;
  list.scenery = {placed};
  SharedVertices none(0, exec);
  EXPECT_LT(difference(draw(posed), draw(list, none)), 1e-3f);
}

/// Moving scenery is drawn the same in views that draw bodies differently.
TEST_F(InstancesTest, MovingSceneryLooksTheSameInEveryViewAndCanBePicked) {
  const PosedMeshes bodies(make_block(), {{{0.2f, 0.1f, 0.3f}, turned(70, {-1, 1, 2}), 0.7f}});
  PosedMeshes scenery = bodies;
  std::swap(scenery.list.moving_scenery, scenery.list.instances);
  EXPECT_LT(difference(draw(bodies), draw(scenery)), 1e-3f);
  for (const ViewMode mode : {ViewMode::wireframe, ViewMode::scalar_field})
    EXPECT_LT(difference(draw(bodies), draw(scenery, {.mode = mode})), 1e-3f);
  EXPECT_LT(difference(draw(bodies), draw(scenery, {.spheres = true})), 1e-3f);
  const glm::vec3 middle_m =
      glm::vec3(0.2f, 0.1f, 0.3f) + turned(70, {-1, 1, 2}) * glm::vec3(0.2f, 0.1f, 0.0f);
  EXPECT_TRUE(pick_at(bodies, middle_m));
  EXPECT_TRUE(pick_at(scenery, middle_m)) << "colliders can be dragged";
}

TEST_F(InstancesTest, TurnAsTheirQuaternionsSay) {
  // A quarter turn about z moves the block's far end from x = 0.5 to y = 0.5.
  camera.yaw_deg = camera.pitch_deg = 0.0f;
  const Image flat = draw(PosedMeshes(make_block(), {{}}));
  const Image upright = draw(PosedMeshes(make_block(), {{{}, turned(90, {0, 0, 1})}}));
  const auto is_red = [&](const Image& image, glm::vec3 point_m) {
    const glm::vec3 color = color_of(image, point_m);
    return color.x > color.y + 0.2f;
  };
  EXPECT_TRUE(is_red(flat, {0.45f, 0.1f, 0}));
  EXPECT_FALSE(is_red(flat, {-0.1f, 0.45f, 0}));
  EXPECT_TRUE(is_red(upright, {-0.1f, 0.45f, 0}));
  EXPECT_FALSE(is_red(upright, {0.45f, 0.1f, 0}));
}

TEST_F(InstancesTest, ThrowShadowsOnTheGround) {
  PosedMeshes posed(make_block(), {{{-0.2f, -0.1f, 0.0f}, turned(90, {1, 0, 0})}});
  posed.list.ground = true;
  posed.list.ground_height_m = -0.8f;
  camera.pitch_deg = 40.0f;
  const Image image = draw(posed);
  posed.list.instances[0].count = 0;
  const Image empty = draw(posed);
  // The light comes from (-0.35, 1, 0.5): 0.8 m below the block the shadow is 0.28 m to the right.
  const glm::vec3 in_shade(0.28f, -0.8f, -0.4f), beside(-1.2f, -0.8f, -0.4f);
  EXPECT_LT(brightness(color_of(image, in_shade)), 0.9f * brightness(color_of(empty, in_shade)));
  EXPECT_NEAR(brightness(color_of(image, beside)), brightness(color_of(empty, beside)), 0.02f);
}

TEST_F(InstancesTest, KeepTheirMaterials) {
  PosedMeshes posed(make_block(), {{{-0.8f, 0, 0}}, {{0.4f, 0, 0}}});
  InstancedPart second = posed.list.instances[0];
  posed.list.instances[0].count = 1;
  second.first_vertex = second.count = 1;
  second.mesh.material.front_color = {0.05f, 0.05f, 0.8f};
  posed.list.instances.push_back(second);
  const Image image = draw(posed);
  const glm::vec3 left = color_of(image, {-0.6f, 0.1f, 0.075f});
  const glm::vec3 right = color_of(image, {0.6f, 0.1f, 0.075f});
  EXPECT_GT(left.x, left.z + 0.2f);
  EXPECT_GT(right.z, right.x + 0.2f);
}

TEST_F(InstancesTest, ThePoseOfTheNearestOneIsPicked) {
  camera.yaw_deg = camera.pitch_deg = 0.0f;
  // One behind the other, and one beside them.
  const PosedMeshes posed(make_block(), {{{0, 0, -1}}, {{0, 0, 1}}, {{0, 0, 0}}, {{-0.9f, 0, 0}}},
                          5);
  const std::optional<Pick> nearest = pick_at(posed, {0.2f, 0.1f, 1.075f});
  ASSERT_TRUE(nearest);
  EXPECT_EQ(nearest->vertex, 6);
  EXPECT_LT(glm::distance(nearest->position_m, {0.2f, 0.1f, 1.075f}), 0.02f);
  EXPECT_NEAR(nearest->depth_m, 5.0f - 1.075f, 0.01f);
  const std::optional<Pick> beside = pick_at(posed, {-0.7f, 0.1f, 0.075f});
  ASSERT_TRUE(beside);
  EXPECT_EQ(beside->vertex, 8);
  EXPECT_FALSE(pick_at(posed, {-1.5f, 0.8f, 0.0f}));
}

TEST_F(InstancesTest, ArePickedAmongTriangles) {
  camera.yaw_deg = camera.pitch_deg = 0.0f;
  PosedMeshes both = placed_by_hand(make_block(), {{{0, 0, -1}}});
  const int pose = both.list.vertex_count++;
  both.vertices.push_back({{-0.4f, 0, 0}, 0.0f, glm::vec3(0.0f), 1.0f});
  both.list.instances.push_back({make_block(), pose, 1});
  const std::optional<Pick> body = pick_at(both, {0.0f, 0.1f, 0.075f});
  ASSERT_TRUE(body);
  EXPECT_EQ(body->vertex, pose);
  const std::optional<Pick> corner = pick_at(both, {0.45f, 0.2f, -0.925f});
  ASSERT_TRUE(corner);
  EXPECT_LT(corner->vertex, pose);
  EXPECT_LT(glm::distance(both.vertices[corner->vertex].position_m, {0.5f, 0.25f, -0.925f}), 0.01f);
}

TEST_F(InstancesTest, WhatIsOutOfSightIsNotDrawn) {
  const auto drawn_at = [&](glm::vec3 position_m) {
    return triangles_drawn(PosedMeshes(make_block(), {{position_m}}));
  };
  const unsigned nothing = triangles_drawn(PosedMeshes(make_block(), {}));
  EXPECT_EQ(drawn_at({0, 0, 0}), nothing + 3 * 12) << "for the eye, the light and the sky";
  // These are outside of the shadow maps, too.
  const glm::vec3 eye_m = camera.eye_m();
  for (const glm::vec3& hidden : {eye_m - 3.0f * camera.forward(), 9.0f * camera.right(),
                                  -9.0f * camera.right(), 9.0f * camera.up(), -9.0f * camera.up()})
    EXPECT_EQ(drawn_at(hidden), nothing) << hidden.x << " " << hidden.y << " " << hidden.z;
}

TEST_F(InstancesTest, WhatReachesIntoThePictureIsDrawn) {
  // From each side, 0.1 m of the block's far end, 0.5 m from its origin, is in view.
  camera.yaw_deg = camera.pitch_deg = 0.0f;
  const float half_height_m = 5.0f * std::tan(glm::radians(17.5f));
  const float half_width_m = 1.5f * half_height_m;
  const Image empty = draw(PosedMeshes(make_block(), {}));
  const glm::vec3 sides[] = {{half_width_m + 0.4f, 0, 0},
                             {0, half_height_m + 0.4f, 0},
                             {-half_width_m - 0.4f, 0, 0},
                             {0, -half_height_m - 0.4f, 0}};
  for (int i = 0; i < 4; ++i) {
    const BlockPose pose{sides[i], turned(180.0f + 90.0f * static_cast<float>(i), {0, 0, 1})};
    const Image image = draw(PosedMeshes(make_block(), {pose}));
    EXPECT_GT(difference(image, empty), 2e-3f) << i;
    EXPECT_LT(difference(image, draw(placed_by_hand(make_block(), {pose}))), 1e-3f) << i;
  }
}

TEST_F(InstancesTest, FarAwayFewerTrianglesLookTheSame) {
  StaticMesh ball;
  const LeveledMesh sphere = leveled_sphere(0.5f);
  ball.positions_m = sphere.positions_m;
  ball.normals = sphere.normals;
  ball.triangles = sphere.levels[0].triangles;
  const auto all = 3 * static_cast<unsigned>(ball.triangles.size());
  const PosedMeshes posed(ball, {{}}), by_hand = placed_by_hand(ball, {{}});
  camera.distance_m = 1.5f;
  EXPECT_GT(triangles_drawn(posed), all / 3) << "all of them near the eye";
  unsigned before = all;
  for (const float distance_m : {20.0f, 80.0f}) {
    camera.distance_m = distance_m;
    EXPECT_LT(difference(draw(posed), draw(by_hand)), 4e-3f) << "but for its outline";
    const unsigned now = triangles_drawn(posed);
    EXPECT_LT(now, before) << distance_m;
    before = now;
  }
}

TEST_F(InstancesTest, SomeOfManyAreInSight) {
  // More than one work group, with every third in view.
  std::vector<BlockPose> poses, in_sight;
  for (int i = 0; i < 900; ++i) {
    const glm::vec3 here(0.2f * static_cast<float>(i % 30 - 15), 0.01f * static_cast<float>(i / 30),
                         0.0f);
    poses.push_back({i % 3 == 0 ? here : glm::vec3(0.0f, 0.0f, 40.0f + here.x)});
    if (i % 3 == 0) in_sight.push_back({here});
  }
  const Image image = draw(PosedMeshes(make_block(), poses));
  EXPECT_LT(difference(image, draw(placed_by_hand(make_block(), in_sight))), 1e-3f);
}

TEST_F(InstancesTest, ThereMayBeNone) {
  PosedMeshes none(make_block(), {});
  const Image empty = draw(none);
  none.list.instances[0].mesh = {};
  EXPECT_EQ(difference(draw(none), empty), 0.0f);
  SharedVertices no_vertices(0, exec);
  EXPECT_FALSE(renderer.pick(camera, no_vertices, {240, 160}, instances_size_px));
  // A mesh without triangles at an existing pose.
  PosedMeshes invisible(StaticMesh{}, {{}});
  EXPECT_EQ(difference(draw(invisible), empty), 0.0f);
}

TEST_F(InstancesTest, ScenesOfOtherKindsFollowOneAnother) {
  const PosedMeshes posed(make_block(), three_poses);
  const PosedMeshes by_hand = placed_by_hand(make_block(), three_poses);
  const Image first = draw(posed);
  EXPECT_LT(difference(draw(by_hand), first), 1e-3f);
  EXPECT_EQ(difference(draw(posed), first), 0.0f);
  EXPECT_GT(difference(draw(PosedMeshes(make_block(), {})), first), 0.01f);
}

TEST_F(InstancesTest, NamesWhatIsWrongWithADrawList) {
  const auto message = [&](const DrawList& list) {
    try {
      renderer.set_draw_list(list);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      return std::string(error.what());
    }
    return std::string("it was taken");
  };
  const PosedMeshes posed(make_block(), three_poses, 2);
  DrawList list = posed.list;
  list.instances[0].count = 4;
  EXPECT_NE(message(list).find("2 to 6"), std::string::npos) << message(list);
  list = posed.list;
  list.instances[0].first_vertex = -1;
  EXPECT_NE(message(list).find("-1"), std::string::npos) << message(list);
  list = posed.list;
  list.instances[0].mesh.normals.pop_back();
  EXPECT_NE(message(list).find("24 positions and 23 normals"), std::string::npos) << message(list);
  list = posed.list;
  list.instances[0].mesh.triangles[3].y = 24;
  EXPECT_NE(message(list).find("vertex 24"), std::string::npos) << message(list);
}

/// Two bodies of two spheres each, left and right; the poses come first.
PosedMeshes two_pairs() {
  const std::vector<BlockPose> poses{{{-0.6f, 0, 0}}, {{0.6f, 0, 0}}};
  PosedMeshes pairs(make_block(), poses);
  pairs.list.spheres.push_back({2, 4, 0.2f, 2});
  for (const BlockPose& pose : poses)
    for (const float y : {0.25f, -0.25f})
      pairs.vertices.push_back({pose.position_m + glm::vec3(0, y, 0), y > 0.0f ? 1.0f : 0.0f,
                                glm::vec3(0, 0.6f, 0.8f), 0.0f});
  pairs.list.vertex_count = 6;
  return pairs;
}

class SpheresTest : public InstancesTest {
 protected:
  SpheresTest() { camera.yaw_deg = camera.pitch_deg = 0.0f; }
  /// The centre of a sphere, seen from the front.
  glm::vec3 color_of_sphere(const Image& image, int sphere) {
    return color_of(image, pairs.vertices[2 + sphere].position_m + glm::vec3(0, 0, 0.2f));
  }
  PosedMeshes pairs = two_pairs();
};

TEST_F(SpheresTest, AreShownInPlaceOfTheBodies) {
  const Image bodies = draw(pairs), spheres = draw(pairs, {.spheres = true});
  const glm::vec3 background = color_at(bodies, {3, 3});
  const auto shows = [&](const Image& image, glm::vec3 point_m) {
    return glm::distance(color_of(image, point_m), background) > 0.15f;
  };
  // Their silhouettes are round, at the right radius.
  for (const glm::vec3& middle_m : {glm::vec3(-0.6f, 0.25f, 0), glm::vec3(0.6f, -0.25f, 0)})
    for (int i = 0; i < 8; ++i) {
      const float angle = glm::radians(45.0f * static_cast<float>(i));
      const glm::vec3 out(std::cos(angle), std::sin(angle), 0.0f);
      EXPECT_TRUE(shows(spheres, middle_m + 0.18f * out)) << i;
      EXPECT_FALSE(shows(spheres, middle_m + 0.23f * out)) << i;
    }
  const glm::vec3 of_block(-0.2f, 0.1f, 0.075f);
  EXPECT_TRUE(shows(bodies, of_block));
  EXPECT_FALSE(shows(spheres, of_block));
}

TEST_F(SpheresTest, HaveTheColorOfTheirBody) {
  const Image image = draw(pairs, {.spheres = true});
  const auto hue = [&](int sphere) { return glm::normalize(color_of_sphere(image, sphere)); };
  EXPECT_LT(glm::distance(hue(0), hue(1)), 0.05f);
  EXPECT_LT(glm::distance(hue(2), hue(3)), 0.05f);
  EXPECT_GT(glm::distance(hue(0), hue(2)), 0.2f);
}

TEST_F(SpheresTest, ShowFields) {
  const Image image = draw(pairs, {.mode = ViewMode::scalar_field, .spheres = true});
  const glm::vec3 high = color_of_sphere(image, 0), low = color_of_sphere(image, 1);
  EXPECT_GT(high.y, high.z + 0.3f) << "yellow";
  EXPECT_GT(low.z, low.y) << "violet";
}

TEST_F(SpheresTest, ThrowShadows) {
  pairs.list.ground = true;
  pairs.list.ground_height_m = -0.6f;
  camera.pitch_deg = 35.0f;
  const Image image = draw(pairs, {.spheres = true});
  // The light comes from (-0.35, 1, 0.5): of a sphere at y = -0.25.
  const glm::vec3 shade(0.6f + 0.35f * 0.35f, -0.6f, -0.35f * 0.5f), beside(1.3f, -0.6f, 0.5f);
  EXPECT_LT(brightness(color_of(image, shade)), 0.9f * brightness(color_of(image, beside)));
}

TEST_F(SpheresTest, AreAllThereIsWithoutMeshes) {
  PosedMeshes grains = pairs;
  grains.list.instances.clear();
  const Image spheres = draw(pairs, {.spheres = true});
  EXPECT_EQ(difference(draw(grains), spheres), 0.0f);
  const std::optional<Pick> grain = pick_at(grains, {0.6f, -0.25f, 0.2f});
  ASSERT_TRUE(grain);
  EXPECT_EQ(grain->vertex, 5);
  // Bodies are drawn if there are no spheres.
  PosedMeshes solids = pairs;
  solids.list.spheres.clear();
  EXPECT_EQ(difference(draw(solids, {.spheres = true}), draw(solids)), 0.0f);
}

TEST_F(SpheresTest, BodiesArePickedBehindTheirSpheres) {
  const std::optional<Pick> found = pick_at(pairs, {0.8f, 0.1f, 0.075f});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->vertex, 1);
}

TEST_F(SpheresTest, TheLastOfAMillionIsDrawn) {
  // All but one lie behind the eye.
  PosedMeshes grains(StaticMesh{}, {});
  grains.list.instances.clear();
  grains.vertices.assign(1'000'000, {glm::vec3(0, 0, 50), 0.0f, glm::vec3(0.0f), 0.0f});
  grains.vertices.back().position_m = {0.5f, 0.3f, 0.0f};
  grains.list.vertex_count = static_cast<int>(grains.vertices.size());
  grains.list.spheres.push_back({0, grains.list.vertex_count, 0.2f, 1});
  const Image image = draw(grains);
  EXPECT_GT(glm::distance(color_of(image, {0.5f, 0.3f, 0.2f}), color_at(image, {3, 3})), 0.05f);
  const std::optional<Pick> last = pick_at(grains, {0.5f, 0.3f, 0.2f});
  ASSERT_TRUE(last);
  EXPECT_EQ(last->vertex, 999'999);
}

TEST_F(SpheresTest, MoreThanOpenGlCanTakeIsToldSo) {
  GLint64 most = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
  const GLint64 vertices = most / static_cast<GLint64>(sizeof(PublishedVertex)) + 1;
  if (vertices > 100'000'000) GTEST_SKIP() << "this OpenGL takes more than there is";
  DrawList list;
  list.vertex_count = static_cast<int>(vertices);
  list.spheres.push_back({0, 10, 0.1f, 1});
  try {
    renderer.set_draw_list(list);
    FAIL() << "it was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::unavailable);
  }
}

}  // namespace
}  // namespace limber
