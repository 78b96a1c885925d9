#include <cmath>

#include "draped_cloth.h"
#include "gl_fixture.h"
#include "render/renderer.h"

namespace limber {
namespace {

constexpr glm::ivec2 pick_size_px{320, 200};

class PickTest : public GlTest {
 protected:
  void SetUp() override {
    square.publish(vertices);
    renderer.set_draw_list(square.list);
  }
  std::optional<Pick> pick(glm::vec2 position_px) {
    return renderer.pick(camera, vertices, position_px, pick_size_px);
  }
  std::optional<Pick> pick_at(glm::vec3 point_m) {
    return pick(glm::vec2(camera.project(point_m, pick_size_px)));
  }

  FlatSquare square;
  Exec exec{Backend::serial};
  SharedVertices vertices{4, exec};
  Renderer renderer{*context};
  Camera camera{{0, 0, 0}, 5.0f, 20.0f, 10.0f, 35.0f};
};

TEST_F(PickTest, FindsTheNearestVertexOfTheTriangle) {
  const glm::vec3 points[] = {
      {-0.9f, -0.8f, 0}, {0.9f, -0.8f, 0}, {-0.8f, 0.9f, 0}, {0.8f, 0.9f, 0}};
  for (int i = 0; i < 4; ++i) {
    const std::optional<Pick> found = pick_at(points[i]);
    ASSERT_TRUE(found) << i;
    EXPECT_EQ(found->vertex, i);
    EXPECT_LT(glm::distance(found->position_m, points[i]), 0.02f);
    EXPECT_NEAR(found->depth_m, camera.project(points[i], pick_size_px).z, 0.02f);
  }
}

TEST_F(PickTest, FindsNothingOnTheBackground) {
  EXPECT_FALSE(pick({3, 3}));
  EXPECT_FALSE(pick({-5, 20}));
  EXPECT_FALSE(pick({20, 200}));
}

TEST_F(PickTest, ReachesThingsAFewPixelsAway) {
  const glm::vec2 edge(camera.project({1, 0, 0}, pick_size_px));
  EXPECT_TRUE(pick(edge + glm::vec2(4, 0)));
  EXPECT_FALSE(pick(edge + glm::vec2(9, 0)));
  const glm::vec2 corner(camera.project({1, 1, 0}, pick_size_px));
  EXPECT_TRUE(pick(corner + glm::vec2(2, -2)));
  EXPECT_FALSE(pick(corner + glm::vec2(4.5f, -4.5f))) << "as far in all directions";
}

TEST_F(PickTest, WorksInTheCornersOfThePicture) {
  camera = {{0, 0, 0}, 1.0f, 0.0f, 0.0f, 35.0f};  // so near that the square fills the view
  const glm::vec2 corners[] = {{0, 199.5f}, {319.5f, 199.5f}, {0, 0}, {319.5f, 0}};
  for (int i = 0; i < 4; ++i) {
    const std::optional<Pick> found = pick(corners[i]);
    ASSERT_TRUE(found) << i;
    EXPECT_EQ(found->vertex, i);
    const glm::vec3 expected = camera.unproject(corners[i], 1.0f, pick_size_px);
    EXPECT_LT(glm::distance(found->position_m, expected), 0.01f);
  }
}

TEST_F(PickTest, FindsNothingBelowTheGroundThatHidesIt) {
  square.list.ground = true;
  renderer.set_draw_list(square.list);  // the ground at y = 0, through the square's centre
  EXPECT_FALSE(pick_at({0.3f, -0.5f, 0}));
  EXPECT_TRUE(pick_at({0.3f, 0.5f, 0}));
}

TEST_F(PickTest, NothingReachesIntoThePictureFromOutside) {
  // The square ends just right of the picture's left edge, out of sight.
  camera.yaw_deg = camera.pitch_deg = 0.0f;
  const float metres_per_px = 2.0f * std::tan(glm::radians(35.0f / 2.0f)) * 5.0f / 200.0f;
  camera.target_m.x = 1.0f + (160.0f + 2.0f) * metres_per_px;  // 2 px left of the edge
  EXPECT_FALSE(pick({0, 100}));
  camera.target_m.x = 1.0f + (160.0f - 2.0f) * metres_per_px;  // 2 px inside
  EXPECT_TRUE(pick({3, 100}));
}

TEST_F(PickTest, FollowsTheVertices) {
  for (PublishedVertex& vertex : square.vertices) vertex.position_m.z = 1.5f;
  square.publish(vertices);
  const std::optional<Pick> found = pick_at({0.5f, 0.6f, 1.5f});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->vertex, 3);
  EXPECT_NEAR(found->position_m.z, 1.5f, 0.01f);
}

TEST_F(PickTest, SceneryHidesWhatIsBehindIt) {
  DrawList list = square.list;
  StaticMesh wall;
  wall.positions_m = {{-3, -3, 1}, {3, -3, 1}, {0, 5, 1}};
  wall.normals.assign(3, {0, 0, 1});
  wall.triangles = {{0, 1, 2}};
  list.scenery.push_back(wall);
  renderer.set_draw_list(list);
  EXPECT_FALSE(pick_at({0.2f, 0.1f, 0}));
}

}  // namespace
}  // namespace limber
