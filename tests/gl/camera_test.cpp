#include "render/camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr glm::ivec2 camera_size_px{640, 360};
constexpr float aspect = 640.0f / 360.0f;

void expect_near(glm::vec3 a, glm::vec3 b, float tolerance = 1e-4f) {
  EXPECT_LT(glm::distance(a, b), tolerance)
      << a.x << " " << a.y << " " << a.z << " is not " << b.x << " " << b.y << " " << b.z;
}

/// A point projected by the matrices: pixels, y down, and distance along forward().
glm::vec3 through_matrices(const Camera& camera, glm::vec3 point_m) {
  const glm::vec4 clip = camera.projection(aspect) * camera.view() * glm::vec4(point_m, 1.0f);
  const glm::vec3 ndc = glm::vec3(clip) / clip.w;
  return {(ndc.x * 0.5f + 0.5f) * camera_size_px.x, (0.5f - ndc.y * 0.5f) * camera_size_px.y,
          camera.near_m() / ndc.z};
}

TEST(CameraTest, ProjectsLikeItsMatrices) {
  Camera camera{{1.0f, 2.0f, -3.0f}, 4.0f, 70.0f, -25.0f, 50.0f};
  for (glm::vec3 point : {glm::vec3(1.2f, 2.1f, -3.3f), glm::vec3(0.0f, 2.5f, -2.0f)})
    expect_near(camera.project(point, camera_size_px), through_matrices(camera, point), 1e-2f);
}

TEST(CameraTest, YawNinetyLooksFromPlusX) {
  Camera camera{{0, 0, 0}, 2.0f, 90.0f, 0.0f, 35.0f};
  expect_near(camera.eye_m(), {2, 0, 0});
  expect_near(camera.up(), {0, 1, 0});
  expect_near(camera.right(), {0, 0, -1});
}

TEST(CameraTest, UnprojectUndoesProject) {
  Camera camera;
  const glm::vec3 point(0.3f, -0.2f, 0.5f);
  const glm::vec3 at = camera.project(point, camera_size_px);
  expect_near(camera.unproject(glm::vec2(at), at.z, camera_size_px), point);
}

TEST(CameraTest, RaysGoThroughTheirPixels) {
  Camera camera;
  const Ray ray = camera.ray({100.0f, 40.0f}, camera_size_px);
  const glm::vec3 at = camera.project(ray.origin_m + 5.0f * ray.direction, camera_size_px);
  EXPECT_NEAR(at.x, 100.0f, 1e-2f);
  EXPECT_NEAR(at.y, 40.0f, 1e-2f);
  EXPECT_NEAR(glm::length(ray.direction), 1.0f, 1e-5f);
}

TEST(CameraTest, PanningKeepsTheTargetUnderTheCursor) {
  Camera camera;
  const glm::vec3 held = camera.target_m;
  camera.pan({30.0f, -12.0f}, camera_size_px.y);
  const glm::vec3 at = camera.project(held, camera_size_px);
  EXPECT_NEAR(at.x, 320.0f + 30.0f, 1e-2f);
  EXPECT_NEAR(at.y, 180.0f - 12.0f, 1e-2f);
}

TEST(CameraTest, LookingAroundLeavesTheEyeInPlace) {
  Camera camera;
  const glm::vec3 eye = camera.eye_m();
  camera.look(20.0f, -15.0f);
  expect_near(camera.eye_m(), eye);
}

TEST(CameraTest, FlyingForwardsMovesTheEyeAlongItsView) {
  Camera camera;
  const glm::vec3 expected = camera.eye_m() + 2.0f * camera.forward();
  camera.fly({0.0f, 0.0f, 2.0f});
  expect_near(camera.eye_m(), expected);
}

TEST(CameraTest, NeverTipsOver) {
  Camera camera;
  camera.orbit(0.0f, 500.0f);
  EXPECT_LT(camera.pitch_deg, 90.0f);
  EXPECT_GT(camera.up().y, 0.0f);
  camera.orbit(1000.0f, -2000.0f);
  EXPECT_GT(camera.pitch_deg, -90.0f);
  EXPECT_LE(std::abs(camera.yaw_deg), 180.0f);
}

TEST(CameraTest, ZoomingInNeverPassesTheTarget) {
  Camera camera;
  camera.zoom(1.0f);
  EXPECT_FLOAT_EQ(camera.distance_m, 2.7f);
  camera.zoom(10000.0f);
  EXPECT_GT(camera.distance_m, 0.0f);
}

TEST(CameraTest, ZoomingKeepsAPointUnderThePointer) {
  Camera camera{{0.0f, 1.0f, 0.0f}, 4.0f, 30.0f, 20.0f, 35.0f};
  const glm::vec3 point(0.6f, 0.4f, 0.5f);
  const glm::vec3 before = camera.project(point, camera_size_px);
  for (const float steps : {1.0f, 5.0f, -3.0f}) {
    camera.zoom(steps, point);
    expect_near({glm::vec2(camera.project(point, camera_size_px)), 0.0f}, {glm::vec2(before), 0.0f},
                1e-2f);
  }
  EXPECT_LT(camera.project(point, camera_size_px).z, before.z);
  camera.zoom(10000.0f, point);
  EXPECT_GT(camera.project(point, camera_size_px).z, 0.0f);
}

TEST(CameraTest, NothingThatMovesItBringsTheEyeBelowTheFloor) {
  Camera start{{0.0f, 0.5f, 0.0f}, 3.0f, 30.0f, 20.0f, 35.0f};
  start.floor_m = 0.2f;
  const auto check = [&](const char* how, auto move) {
    Camera camera = start;
    for (int i = 0; i < 50; ++i) {
      move(camera);
      EXPECT_GT(camera.eye_m().y, 0.2f) << how << " " << i;
    }
    return camera;
  };
  const Camera turned = check("orbit", [](Camera& c) { c.orbit(3.0f, -5.0f); });
  expect_near(turned.target_m, start.target_m);  // only the angle is adjusted
  EXPECT_FLOAT_EQ(turned.distance_m, start.distance_m);
  check("pan", [](Camera& c) { c.pan({0.0f, -40.0f}, camera_size_px.y); });
  check("fly", [](Camera& c) { c.fly({0.0f, -0.3f, 0.0f}); });
  check("zoom", [](Camera& c) { c.zoom(2.0f, {1.0f, 0.0f, 2.0f}); });
  check("frame", [](Camera& c) {
    c.pitch_deg = -60.0f;
    c.frame({-1, 0, -1}, {1, 1, 1}, aspect);
  });
  Camera looks = start;
  looks.look(0.0f, -200.0f);  // up into the sky: the eye does not move
  expect_near(looks.eye_m(), start.eye_m());
  EXPECT_LT(looks.pitch_deg, -80.0f);
}

TEST(CameraTest, FramesABoxTightly) {
  for (glm::vec3 high : {glm::vec3(1, 1, 1), glm::vec3(20, 1, 1), glm::vec3(0.1f, 9, 3)}) {
    Camera camera;
    camera.frame(-high, high, aspect);
    float most = 0.0f;
    for (int i = 0; i < 8; ++i) {
      const glm::vec3 corner = high * glm::vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
      const glm::vec3 at = camera.project(corner, camera_size_px);
      EXPECT_GT(at.z, camera.near_m());
      const glm::vec2 off = glm::abs(glm::vec2(at) / glm::vec2(camera_size_px) * 2.0f - 1.0f);
      most = std::max({most, off.x, off.y});
    }
    EXPECT_LT(most, 1.0f);
    EXPECT_GT(most, 0.8f);
  }
}

}  // namespace
}  // namespace limber
