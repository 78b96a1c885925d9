#include "app/interaction.h"

#include <gtest/gtest.h>

#include "app/panel/parameter_label.h"

namespace limber {
namespace {

TEST(Interaction, CursorsBecomePicturePixels) {
  EXPECT_EQ(picture_px({10, 20}, {640, 480}, {640, 480}), glm::vec2(10, 20));
  EXPECT_EQ(picture_px({10, 20}, {640, 480}, {1280, 960}), glm::vec2(20, 40));  // hi-DPI
  EXPECT_EQ(picture_px({320, 240}, {640, 480}, {1920, 1080}), glm::vec2(960, 540));
  EXPECT_EQ(picture_px({1, 1}, {0, 0}, {640, 480}), glm::vec2(640, 480));  // minimised: no NaN
}

TEST(Interaction, APulledPointFollowsTheCursorInThePlaneOfTheScreen) {
  Camera camera;
  camera.yaw_deg = 30.0f;
  const glm::ivec2 size_px(800, 600);
  const DragPlane plane(2.5f);
  for (const glm::vec2 cursor_px : {glm::vec2(400, 300), glm::vec2(10, 580), glm::vec2(750, 40)}) {
    const glm::vec3 target_m = plane.target_m(camera, cursor_px, size_px);
    EXPECT_NEAR(glm::dot(target_m - camera.eye_m(), camera.forward()), 2.5f, 1e-4f);
    const glm::vec3 seen = camera.project(target_m, size_px);
    EXPECT_NEAR(seen.x, cursor_px.x, 0.05f);
    EXPECT_NEAR(seen.y, cursor_px.y, 0.05f);
  }
}

TEST(Interaction, TheWheelPushesAndPullsAndNeverBehindTheEye) {
  DragPlane plane(2.0f);
  plane.push(3.0f);
  EXPECT_GT(plane.depth_m(), 2.0f);
  plane.push(-3.0f);
  EXPECT_NEAR(plane.depth_m(), 2.0f, 1e-5f);
  plane.push(-1000.0f);
  EXPECT_GT(plane.depth_m(), 0.0f);
}

TEST(ParameterLabel, TakesUnitsFromTheEndOfTheKey) {
  const auto is = [](const char* key, const char* name, const char* unit) {
    EXPECT_EQ(label_of(key).name, name) << key;
    EXPECT_EQ(label_of(key).unit, unit) << key;
  };
  is("dt_s", "dt", "s");
  is("iterations", "iterations", "");
  is("gravity_m_s2", "gravity", "m/s²");
  is("air_kg_m3", "air", "kg/m³");
  is("damping_per_s", "damping", "1/s");
  is("stretch_compliance_m_N", "stretch compliance", "m/N");
  is("volume_compliance_m5_N", "volume compliance", "m⁵/N");
  is("dihedral_compliance_rad_Nm", "dihedral compliance", "rad/(N m)");
  is("bending_stiffness", "bending stiffness", "");
  is("m", "m", "");  // a name, since there is nothing else
}

}  // namespace
}  // namespace limber
