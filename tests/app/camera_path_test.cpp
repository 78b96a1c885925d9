#include "app/camera_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "app/camera_moves.h"
#include "app/display.h"
#include "kernels/error.h"

namespace limber {
namespace {

const Camera a{{0.0f, 1.0f, 0.0f}, 4.0f, 170.0f, 20.0f, 35.0f};
const Camera b{{0.0f, 1.0f, 0.0f}, 2.0f, -150.0f, 60.0f, 50.0f};
const Camera c{{2.0f, 0.5f, 1.0f}, 8.0f, -60.0f, 5.0f, 35.0f};

TEST(CameraPath, GoesThroughItsKeysAndStandsAtItsEnds) {
  const CameraPath path({{0.0, a}, {1.0, b}, {4.0, c}});
  EXPECT_EQ(path.at(-1.0), a);
  EXPECT_EQ(path.at(0.0), a);
  EXPECT_LT(glm::distance(path.at(1.0).eye_m(), b.eye_m()), 1e-4f);
  EXPECT_EQ(path.at(4.0), c);
  EXPECT_EQ(path.at(100.0), c);
}

/// Position and velocity are continuous.
TEST(CameraPath, IsSmooth) {
  const CameraPath path({{0.0, a}, {1.0, b}, {4.0, c}, {4.5, a}});
  constexpr double dt_s = 1e-3;
  const auto velocity_m_s = [&](double time_s) {
    return (path.at(time_s + dt_s).eye_m() - path.at(time_s).eye_m()) / static_cast<float>(dt_s);
  };
  for (double time_s = 0.0; time_s < 4.5; time_s += dt_s) {
    const glm::vec3 change = velocity_m_s(time_s + dt_s) - velocity_m_s(time_s);
    EXPECT_LT(glm::length(change), 2.0f) << time_s;  // the fastest is 60 m/s
  }
  EXPECT_LT(glm::length(velocity_m_s(0.0)), 0.2f);
  EXPECT_LT(glm::length(velocity_m_s(4.5 - dt_s)), 0.2f);
}

TEST(CameraPath, StaysBetweenTheKeysAroundIt) {
  const CameraPath path({{0.0, a}, {1.0, b}, {1.1, c}, {4.0, c}});
  for (double time_s = 0.0; time_s < 1.0; time_s += 0.01) {
    const Camera at = path.at(time_s);
    EXPECT_EQ(at.target_m, a.target_m);  // it orbits the common target, ...
    EXPECT_TRUE(at.yaw_deg >= 170.0f || at.yaw_deg <= -150.0f) << at.yaw_deg;  // the shorter way
    EXPECT_LE(at.distance_m, 4.0f + 1e-4f);
    EXPECT_GE(at.distance_m, 2.0f - 1e-4f);  // ... and never reaches it
  }
  for (double time_s = 1.1; time_s < 4.0; time_s += 0.1)
    EXPECT_LT(glm::distance(path.at(time_s).eye_m(), c.eye_m()), 1e-4f) << time_s;
}

TEST(CameraPath, StaysAboveTheFloor) {
  // Both look up from near the ground, one from far away.
  Camera low{{0.0f, 1.0f, 0.0f}, 1.0f, 0.0f, -50.0f, 35.0f};
  Camera high{{0.0f, 3.0f, 0.0f}, 20.0f, 0.0f, -8.0f, 35.0f};
  bool dips = false;
  for (const bool has_floor : {false, true}) {
    if (has_floor) low.floor_m = high.floor_m = 0.0f;
    const CameraPath path({{0.0, low}, {3.0, high}});
    for (double time_s = 0.0; time_s <= 3.0; time_s += 0.01) {
      const float height_m = path.at(time_s).eye_m().y;
      if (has_floor)
        EXPECT_GT(height_m, 0.0f) << time_s;
      else
        dips |= height_m < 0.0f;
    }
  }
  EXPECT_TRUE(dips);  // otherwise this tests nothing
}

TEST(CameraPath, IsWrittenAndReadAgain) {
  const std::string file = testing::TempDir() + "limber_path.toml";
  write_camera_path(file, {{0.0, a}, {1.25, b}, {4.0, c}});
  const std::vector<CameraKey> keys = camera_keys_of(open_camera_path(file), -2.0f);
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[1].time_s, 1.25);
  EXPECT_LT(glm::distance(keys[1].camera.eye_m(), b.eye_m()), 1e-3f);
  EXPECT_LT(glm::distance(keys[1].camera.target_m, b.target_m), 1e-3f);
  EXPECT_FLOAT_EQ(keys[1].camera.fov_deg, 50.0f);
  EXPECT_EQ(keys[1].camera.floor_m, -2.0f);
  std::filesystem::remove(file);
}

TEST(CameraPath, SaysWhatIsWrongWithAFile) {
  const std::string file = testing::TempDir() + "limber_bad_path.toml";
  const auto expect_error = [&](const char* text, const char* words) {
    std::ofstream(file) << text;
    try {
      open_camera_path(file);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  const std::string views = "eye_m = [0, 1, 3]\ntarget_m = [0, 1, 0]\n";
  expect_error("# nothing\n", "has no [[camera]]");
  expect_error(("[[camera]]\ntime_s = 1\n" + views).c_str(), "bad_path.toml:2: camera.time_s");
  expect_error(("[[camera]]\n" + views + "[[camera]]\ntime_s = 0\n" + views).c_str(),
               "bad_path.toml:5: camera.time_s is 0");
  expect_error("[[camera]]\neye_m = [0, 1, 0]\ntarget_m = [0, 1, 0]\n", ":3: camera.target_m");
  expect_error("[[camera]]\neye = [0, 1, 0]\n", "did you mean 'eye_m'");
  std::filesystem::remove(file);
}

TEST(CameraText, IsATableOfASceneFile) {
  const SceneCamera seen{{1.23456f, 2.0f, -3.5f}, {0.0f, 1.0f, 0.0f}, 40.0f};
  const std::string text = camera_text(seen);
  EXPECT_EQ(text, "[camera]\neye_m = [1.2346, 2, -3.5]\ntarget_m = [0, 1, 0]\nfov_deg = 40\n");
  const SceneCamera again = camera_in("title = \"A scene\"\n" + text, "the clipboard");
  EXPECT_LT(glm::distance(again.eye_m, seen.eye_m), 1e-4f);
  EXPECT_EQ(again.target_m, seen.target_m);
  EXPECT_EQ(again.fov_deg, 40.0f);
  EXPECT_THROW(camera_in("hello", "the clipboard"), Error);
  EXPECT_THROW(camera_in("eye_m = [1, 2, 3]", "the clipboard"), Error);
  EXPECT_THROW(camera_in("[camera]\nfov_deg = 900", "the clipboard"), Error);
}

TEST(CameraMoves, FlyToAViewAndEndThere) {
  CameraMoves moves;
  moves.keep(4, b);
  Camera camera = a;
  moves.fly(camera, *moves.kept(4));
  EXPECT_TRUE(moves.moving());
  moves.update(camera, 0.3);
  EXPECT_NEAR(camera.distance_m, std::sqrt(8.0f), 1e-3f);  // half way
  moves.update(camera, 0.4);
  EXPECT_EQ(camera, b);
  EXPECT_FALSE(moves.moving());
}

TEST(CameraMoves, TheTurntableTurnsAndWaitsForFlights) {
  CameraMoves moves;
  moves.turning = true;
  moves.turn_deg_s = 30.0f;
  Camera camera = a;
  moves.update(camera, 0.5);
  EXPECT_NEAR(camera.yaw_deg, -175.0f, 1e-3f);
  EXPECT_EQ(camera.target_m, a.target_m);
  moves.fly(camera, b);
  moves.update(camera, 1.0);
  EXPECT_EQ(camera, b);
  moves.update(camera, 1.0);
  EXPECT_NEAR(camera.yaw_deg, -120.0f, 1e-3f);
}

TEST(CameraMoves, EverySceneHasItsOwnViewsAndKeys) {
  CameraMoves moves;
  moves.show_scene("one");
  moves.keep(0, a);
  moves.add_key(a);
  moves.add_key(b);
  EXPECT_EQ(moves.keys().back().time_s, 2.0);
  EXPECT_EQ(moves.first_free(), 1);
  moves.play();
  moves.show_scene("two");
  EXPECT_FALSE(moves.playing());
  EXPECT_FALSE(moves.kept(0));
  EXPECT_TRUE(moves.keys().empty());
  EXPECT_EQ(moves.next(), std::nullopt);
  moves.keep(3, a);
  moves.keep(8, b);
  EXPECT_EQ(moves.next(), 3);
  EXPECT_EQ(moves.next(), 8);
  EXPECT_EQ(moves.next(), 3);
  moves.show_scene("one");
  EXPECT_EQ(moves.kept(0), a);
  EXPECT_EQ(moves.keys().size(), 2u);
}

}  // namespace
}  // namespace limber
