// Depth of field (shaders/lens.comp).

#include <algorithm>

#include "fluid_fixture.h"

namespace limber {
namespace {

constexpr float near_z_m = 0.0f, far_z_m = -6.0f;

/// A near and a far square side by side, each white on the left and black on the right half. Seen
/// from the front; the near square is at 3 m.
class LensTest : public FluidTest {
 protected:
  LensTest() {
    for (const auto& [x_m, z_m] : {std::pair(-0.4f, near_z_m), std::pair(1.2f, far_z_m)})
      for (const auto& [side, color] : {std::pair(-1.0f, 0.8f), std::pair(1.0f, 0.0f)}) {
        StaticMesh half = make_wall(z_m, 0.3f * (3.0f - z_m) / 3.0f, glm::vec3(color));
        for (glm::vec3& at : half.positions_m) at.x = 0.5f * (at.x + side * at_edge_m(z_m));
        for (glm::vec3& at : half.positions_m) at.x += x_m;
        blocks.list.scenery.push_back(half);
      }
    near_px = pixel_of(in_front, {-0.4f, 0, near_z_m});
    far_px = pixel_of(in_front, {1.2f, 0, far_z_m});
  }
  static float at_edge_m(float z_m) { return 0.3f * (3.0f - z_m) / 3.0f; }

  Image draw_through(Lens lens) {
    ViewOptions view;
    view.look.lens = lens;
    return draw(blocks, in_front, view);
  }
  /// Contrast of two pixels on both sides of an edge, 0 to 1.
  static float sharpness(const Image& image, glm::ivec2 edge) {
    const auto at = [&](int x) {
      return image.rgba8[4 * (std::size_t(edge.y) * image.width + edge.x + x)] / 255.0f;
    };
    return std::abs(at(-2) - at(2));
  }

  ParticleBlocks blocks;
  glm::ivec2 near_px{0}, far_px{0};
};

TEST_F(LensTest, ClosedLeavesPicturesAsTheyAre) {
  const Image sharp = draw_through({});
  EXPECT_GT(sharpness(sharp, near_px), 0.5f);
  EXPECT_GT(sharpness(sharp, far_px), 0.5f);
  EXPECT_EQ(draw_through({.aperture = 0.0f, .focus = 3.0f}).rgba8, sharp.rgba8);
}

TEST_F(LensTest, IsSharpAtTheDistanceOfItsFocus) {
  const Image sharp = draw_through({});
  const Image near = draw_through({.aperture = 0.1f, .focus = 1.0f});
  EXPECT_FLOAT_EQ(sharpness(near, near_px), sharpness(sharp, near_px));
  EXPECT_LT(sharpness(near, far_px), 0.6f * sharpness(sharp, far_px));
  const Image far = draw_through({.aperture = 0.1f, .focus = 3.0f});
  EXPECT_FLOAT_EQ(sharpness(far, far_px), sharpness(sharp, far_px));
  EXPECT_LT(sharpness(far, near_px), 0.6f * sharpness(sharp, near_px));
}

TEST_F(LensTest, IsSharpInTheMiddleOfThePictureWithoutAFocus) {
  in_front.target_m.x = -0.4f;  // the camera's target stays at the distance of the near squares
  near_px = pixel_of(in_front, {-0.4f, 0, near_z_m});
  EXPECT_GT(sharpness(draw_through({.aperture = 0.1f}), near_px), 0.5f);
  in_front.target_m = {1.2f, 0, near_z_m};
  far_px = pixel_of(in_front, {1.2f, 0, far_z_m});
  near_px = pixel_of(in_front, {-0.4f, 0, near_z_m});
  const Image far = draw_through({.aperture = 0.1f});
  EXPECT_GT(sharpness(far, far_px), 0.5f);
  EXPECT_LT(sharpness(far, near_px), 0.4f);
}

TEST_F(LensTest, WhatIsSeenThroughAFluidIsAsFarAwayAsTheFluid) {
  const Image sharp = draw_through({});
  const glm::vec3 low(-0.8f, -0.2f, 0.02f), high(0.0f, 0.2f, 0.06f);
  blocks.fill(low, high, clear_fluid);
  // Far behind it, so that only the fluid can be in focus.
  for (int i : {0, 1})
    for (glm::vec3& at : blocks.list.scenery[i].positions_m)
      at = {3.0f * at.x, 3.0f * at.y, far_z_m};
  const Image through = draw_through({});
  const float before = sharpness(through, near_px);
  ASSERT_GT(before, 0.3f);
  EXPECT_GT(sharpness(draw_through({.aperture = 0.1f, .focus = 1.0f}), near_px), 0.9f * before);
  EXPECT_LT(sharpness(draw_through({.aperture = 0.1f, .focus = 3.0f}), near_px), 0.7f * before);
}

TEST_F(LensTest, BlursWhatACutOutCovers) {
  ViewOptions view;
  view.surroundings = false;
  const auto alpha = [](const Image& image, glm::ivec2 at) {
    return image.rgba8[4 * (std::size_t(at.y) * image.width + at.x) + 3];
  };
  const glm::ivec2 rim = pixel_of(in_front, {-0.4f, 0.3f, near_z_m}) - glm::ivec2(0, 3);
  EXPECT_EQ(alpha(draw(blocks, in_front, view), rim), 0);
  view.look.lens = {.aperture = 0.1f, .focus = 3.0f};
  const Image blurred = draw(blocks, in_front, view);
  EXPECT_GT(alpha(blurred, rim), 20);
  EXPECT_EQ(alpha(blurred, {5, 5}), 0);
  const glm::ivec2 left = pixel_of(in_front, {-0.55f, 0, near_z_m});
  EXPECT_EQ(alpha(blurred, left), 255);
}

}  // namespace
}  // namespace limber
