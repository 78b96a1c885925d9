// Pixels shaded by shaders/shade.comp: samples of several surfaces, ground, background.

#include <algorithm>
#include <cmath>

#include "draped_cloth.h"
#include "gl_fixture.h"
#include "kernels/error.h"
#include "picture.h"
#include "publish_copy.h"
#include "render/palette.h"

namespace limber {
namespace {

constexpr glm::ivec2 shading_size_px{240, 160};

// Colours of shaders/studio.glsl after tone mapping, linear: each lower by 0.04.
const glm::vec3 horizon(0.66f, 0.675f, 0.695f), zenith(0.36f, 0.395f, 0.445f),
    nadir(0.44f, 0.445f, 0.45f);

class ShadingTest : public GlTest {
 protected:
  Image draw(const DrawList& list, const std::vector<PublishedVertex>& published,
             const Camera& camera, const ViewOptions& view = {}) {
    SharedVertices vertices(static_cast<int>(published.size()), exec);
    if (!published.empty()) publish_copy(published, vertices);
    renderer.set_draw_list(list);
    renderer.draw(camera, vertices, view, {}, shading_size_px);
    return read_picture(renderer);
  }
  Image draw(const DrawList& list, const Camera& camera, const ViewOptions& view = {}) {
    return draw(list, {}, camera, view);
  }
  static glm::vec3 linear_at(const Image& image, glm::ivec2 pixel) {
    const std::uint8_t* rgba = &image.rgba8[4 * (std::size_t(pixel.y) * image.width + pixel.x)];
    return linear_from_srgb(glm::vec3(rgba[0], rgba[1], rgba[2]) / 255.0f);
  }
  static void expect_color(const Image& image, glm::ivec2 pixel, glm::vec3 expected) {
    const glm::vec3 color = linear_at(image, pixel);
    EXPECT_LT(glm::distance(color, expected), 0.015f)
        << color.x << ", " << color.y << ", " << color.z << " at pixel " << pixel.x << ", "
        << pixel.y;
  }

  Exec exec{Backend::serial};
  Renderer renderer{*context};
};

constexpr glm::ivec2 shading_middle = shading_size_px / 2;

/// Two squares in the plane z = 0 that meet at x = 0, where they share their vertices and
/// attributes and differ only in their materials.
struct TwoSquares : FlatSquare {
  TwoSquares(const Material& left, const Material& right) {
    vertices.clear();
    for (const float y : {-1.0f, 1.0f})
      for (const float x : {-1.0f, 0.0f, 1.0f})
        vertices.push_back({glm::vec3(x, y, 0), 0.0f, glm::vec3(0, 0, 1), 0.0f});
    list.vertex_count = 6;
    list.triangles = {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}};
    list.parts = {{0, 2, left}, {2, 2, right}};
  }
};

TEST_F(ShadingTest, APixelOfTwoSurfacesHasTheMeanOfTheirLight) {
  if (renderer.quality().samples < 2) GTEST_SKIP() << "one sample a pixel";
  const Material dark{glm::vec3(0.0f), glm::vec3(0.0f), 1.0f};
  const Material bright{glm::vec3(0.6f), glm::vec3(0.6f), 1.0f};
  Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  // The seam passes through the centre of a column of pixels: half of their samples are on each
  // side.
  const float pixel_m = 2.0f * 5.0f * std::tan(glm::radians(17.5f)) / shading_size_px.y;
  camera.target_m.x = pixel_m / 2.0f;
  const glm::ivec2 left(-2, 0), right(2, 0), seam = shading_middle - glm::ivec2(1, 0);
  for (const auto& [first, second] : {std::pair(dark, bright), std::pair(bright, dark)}) {
    const TwoSquares squares(first, second);
    const Image image = draw(squares.list, squares.vertices, camera);
    const glm::vec3 on_left = linear_at(image, seam + left);
    const glm::vec3 on_right = linear_at(image, seam + right);
    ASSERT_GT(glm::distance(on_left, on_right), 0.4f);
    expect_color(image, seam, (on_left + on_right) / 2.0f);
  }
}

TEST_F(ShadingTest, APixelAtAnEdgeShowsWhatIsBehind) {
  if (renderer.quality().samples < 2) GTEST_SKIP() << "one sample a pixel";
  const Material black{glm::vec3(0.0f), glm::vec3(0.0f), 1.0f};
  const TwoSquares squares(black, black);
  DrawList left_half = squares.list;
  left_half.triangles.resize(2);
  left_half.parts.resize(1);
  Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  camera.target_m.x = 5.0f * std::tan(glm::radians(17.5f)) / shading_size_px.y;
  const Image image = draw(left_half, squares.vertices, camera);
  const glm::ivec2 edge = shading_middle - glm::ivec2(1, 0);
  const glm::vec3 inside = linear_at(image, edge - glm::ivec2(2, 0));
  expect_color(image, edge + glm::ivec2(2, 0), horizon);
  expect_color(image, edge, (inside + horizon) / 2.0f);
}

TEST_F(ShadingTest, BackgroundIsTheWallInItsDirection) {
  expect_color(draw({}, {{0, 0, 0}, 3.0f, 30.0f, 0.0f, 35.0f}), shading_middle, horizon);
  expect_color(draw({}, {{0, 0, 0}, 3.0f, 30.0f, -88.0f, 35.0f}), shading_middle, zenith);
  expect_color(draw({}, {{0, 0, 0}, 3.0f, 30.0f, 88.0f, 35.0f}), shading_middle, nadir);
  // 40 degrees above the centre of one picture is the centre of the other.
  const Camera level{{0, 0, 0}, 3.0f, 30.0f, 0.0f, 90.0f},
      up{{0, 0, 0}, 3.0f, 30.0f, -40.0f, 90.0f};
  const int up_px = static_cast<int>(std::tan(glm::radians(40.0f)) * shading_middle.y);
  expect_color(draw({}, level), shading_middle - glm::ivec2(0, up_px),
               linear_at(draw({}, up), shading_middle));
}

TEST_F(ShadingTest, BackgroundAndExposureAreThoseOfTheLook) {
  const Camera level{{0, 0, 0}, 3.0f, 30.0f, 0.0f, 35.0f},
      up{{0, 0, 0}, 3.0f, 30.0f, -88.0f, 35.0f};
  ViewOptions view;
  view.look.horizon = {0.30f, 0.20f, 0.14f};
  view.look.zenith = {0.10f, 0.16f, 0.24f};
  const glm::vec3 off(0.04f);  // by tone mapping
  expect_color(draw({}, level, view), shading_middle, view.look.horizon - off);
  expect_color(draw({}, up, view), shading_middle, view.look.zenith - off);
  view.look.exposure_stops = 1.0f;
  expect_color(draw({}, level, view), shading_middle, 2.0f * view.look.horizon - off);
  DrawList ground;
  ground.ground = true;
  ground.ground_height_m = -0.5f;
  view.look.light *= 3.0f;
  const Camera down{{0, 0, 0}, 3.0f, 30.0f, 88.0f, 35.0f};
  expect_color(draw(ground, down, view), shading_middle, 2.0f * view.look.horizon - off);
}

TEST_F(ShadingTest, LightAndShadowComeFromWhereTheLookSays) {
  FlatSquare square;
  square.list.ground = true;
  square.list.ground_height_m = -1.5f;
  const Camera camera{{0, -0.5f, 0}, 9.0f, 180.0f, 30.0f, 35.0f};
  const auto at = [&](float x, const ViewOptions& view) {
    const Image image = draw(square.list, square.vertices, camera, view);
    return brightness(linear_at(
        image, glm::ivec2(glm::vec2(camera.project({x, -1.5f, -0.75f}, shading_size_px)))));
  };
  ViewOptions usual, other;
  other.look.to_light.x = 0.35f;
  EXPECT_LT(at(1.3f, usual), 0.9f * at(1.3f, other)) << "the shadow of a light on the left";
  EXPECT_LT(at(-1.3f, other), 0.9f * at(-1.3f, usual)) << "and on the right";
  ViewOptions dim = usual;
  dim.look.light *= 0.25f;
  EXPECT_GT(at(1.3f, dim), 1.1f * at(1.3f, usual)) << "less of the light is in the shadow";
}

/// A quadrilateral with its normal up.
StaticMesh level_square(glm::vec3 middle_m, glm::vec2 half_m) {
  StaticMesh square;
  for (const glm::vec2& corner :
       {glm::vec2(-1, -1), glm::vec2(-1, 1), glm::vec2(1, 1), glm::vec2(1, -1)}) {
    square.positions_m.push_back(middle_m + glm::vec3(corner.x * half_m.x, 0, corner.y * half_m.y));
    square.normals.emplace_back(0, 1, 0);
  }
  square.triangles = {{0, 1, 2}, {0, 2, 3}};
  return square;
}

/// Blockers are searched for in a disc that is wide for a surface far from the light, and a narrow
/// one may escape the search.
TEST_F(ShadingTest, TheShadowOfANarrowEdgeHasNoBrightDots) {
  const float above_m = 0.1f;
  DrawList list;
  list.scenery = {level_square({0, 0, 0}, {3, 3}), level_square({0, above_m, 0}, {0.06f, 2})};
  list.bounds_min_m = glm::vec3(-3, 0, -3);
  list.bounds_max_m = glm::vec3(3, 3, 3);
  Look look;
  look.to_light = {0.5f, 1.0f, 0.0f};
  const Camera camera{{0, 0, 0}, 3.0f, -90.0f, 60.0f, 30.0f};
  const Image image = draw(list, camera, {.look = look});
  const auto at = [&](glm::vec3 point_m) {
    const glm::vec2 pixel(camera.project(point_m, shading_size_px));
    return linear_at(image, glm::ivec2(pixel)).g;
  };
  const float in_light = at({0.5f, 0, 0});
  for (int i = 0; i < 200; ++i)
    EXPECT_LT(at({-0.5f * above_m, 0, 0.005f * static_cast<float>(i - 100)}), 0.7f * in_light) << i;
}

TEST_F(ShadingTest, TheGroundIsSeenFromAboveAndFadesIntoTheHorizon) {
  DrawList list;
  list.ground = true;
  list.ground_height_m = -0.5f;
  const Camera down{{0, 0, 0}, 3.0f, 30.0f, 88.0f, 35.0f};
  expect_color(draw(list, down), shading_middle, horizon);  // fully lit it is as bright as the wall
  Camera far_away = down;
  far_away.target_m = {500.0f, 0.0f, 0.0f};
  expect_color(draw(list, far_away), shading_middle, nadir);
  Camera below = down;
  below.target_m.y = -10.0f;
  expect_color(draw(list, below), shading_middle, nadir);
}

TEST_F(ShadingTest, TheGroundHasAGridWhereItIsWished) {
  DrawList list;
  list.ground = true;
  list.ground_height_m = 0.0f;
  // Bounds of 2 m per side: a line every metre. Directly above one, off its crossings.
  const Camera camera{{1.0f, 0.0f, 0.5f}, 3.0f, 0.0f, 89.0f, 35.0f};
  const Image plain = draw(list, camera), grid = draw(list, camera, {.ground_grid = true});
  const auto row_brightness = [&](const Image& image, int x) {
    return brightness(linear_at(image, {x, shading_middle.y}));
  };
  float darkest = 1.0f;
  for (int x : {shading_middle.x - 1, shading_middle.x})
    darkest = std::min(darkest, row_brightness(grid, x));
  EXPECT_LT(darkest, row_brightness(plain, shading_middle.x) - 0.02f);
  for (int x : {shading_middle.x - 6, shading_middle.x + 6})
    EXPECT_NEAR(row_brightness(grid, x), row_brightness(plain, x), 0.005f) << "beside the line";
}

TEST_F(ShadingTest, TheGroundHidesWhatIsBelowIt) {
  FlatSquare square;  // from y = -1 to 1
  square.list.ground = true;
  square.list.constraint_lines.push_back({"stretch", {{0, 3}}, {0}});
  const Camera camera{{0, 0, 0}, 5.0f, 0.0f, 30.0f, 35.0f};
  const ViewOptions lines{.mode = ViewMode::constraint_colors, .pixel_scale = 4.0f};
  const auto at = [&](float x, float y) {
    return glm::ivec2(glm::vec2(camera.project({x, y, 0}, shading_size_px)));
  };
  const auto is_covered = [&](const ViewOptions& view, glm::ivec2 pixel) {
    DrawList nothing = square.list;
    nothing.triangles.clear();
    nothing.parts.clear();
    nothing.constraint_lines.clear();
    return glm::distance(linear_at(draw(square.list, square.vertices, camera, view), pixel),
                         linear_at(draw(nothing, camera, view), pixel)) > 0.2f;
  };
  for (const float ground_m : {-2.0f, 0.0f}) {
    square.list.ground_height_m = ground_m;
    for (const float y : {-0.5f, 0.5f}) {
      EXPECT_EQ(is_covered({}, at(0.3f, y)), y > ground_m) << y;
      EXPECT_EQ(is_covered(lines, at(y, y)), y > ground_m) << y;
    }
  }
}

TEST_F(ShadingTest, LargePicturesAreLitEverywhere) {
  // More tiles than a dispatch has groups per dimension, and partial tiles at the edges.
  const FlatSquare square;
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  renderer.set_draw_list(square.list);
  renderer.draw({{0, 0, 0}, 9.0f, 0.0f, 0.0f, 35.0f}, vertices, {}, {}, {2051, 1101});
  const Image image = read_picture(renderer);
  std::size_t unlit = 0;
  for (std::size_t i = 3; i < image.rgba8.size(); i += 4) unlit += image.rgba8[i] != 255;
  EXPECT_EQ(unlit, 0u);
}

TEST_F(ShadingTest, ASingleSmallSurfaceIsSeenWhereverItIs) {
  FlatSquare square;
  square.list.parts[0].material = {glm::vec3(0.0f), glm::vec3(0.0f), 1.0f};
  const std::vector<PublishedVertex> two_metres_wide = square.vertices;
  const float pixel_m = 2.0f * 5.0f * std::tan(glm::radians(17.5f)) / shading_size_px.y;
  const auto brightness_at = [&](glm::ivec2 pixel, glm::vec2 in_pixel, float width_px) {
    square.vertices = two_metres_wide;
    for (PublishedVertex& vertex : square.vertices) vertex.position_m *= pixel_m * width_px / 2.0f;
    const glm::vec2 off_m = (glm::vec2(pixel - shading_middle) + in_pixel) * pixel_m;
    const Camera camera{{-off_m.x, off_m.y, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
    return brightness(linear_at(draw(square.list, square.vertices, camera), pixel));
  };
  // At all positions in a tile of 8 x 8 pixels.
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x)
      EXPECT_LT(brightness_at(shading_middle + glm::ivec2(x, y), {0.5f, 0.5f}, 2.0f), 0.3f)
          << x << ", " << y;
  // In each quarter of a pixel, which contains one or two samples.
  if (renderer.quality().samples < 4) return;
  for (const float y : {0.25f, 0.75f})
    for (const float x : {0.25f, 0.75f}) {
      EXPECT_NEAR(brightness_at(shading_middle, {x, y}, 0.499f), 0.75f * brightness(horizon), 0.08f)
          << x << ", " << y;
    }
}

TEST_F(ShadingTest, ThousandsOfMaterialsAreToldApart) {
  constexpr int most = 4096;
  FlatSquare square;
  square.list.triangles.resize(1);
  square.list.parts.clear();
  for (int i = 0; i < most; ++i) {
    square.list.triangles.emplace_back(0, 0, 0);
    const float grey = static_cast<float>(i) / most;
    square.list.parts.push_back({i + 1, 1, {glm::vec3(grey), glm::vec3(grey), 1.0f}});
  }
  square.list.parts.back().material.front_color = {0.8f, 0.0f, 0.0f};
  square.list.triangles.back() = {0, 1, 3};
  const Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  const glm::ivec2 pixel(glm::vec2(camera.project({0.5f, -0.5f, 0}, shading_size_px)));
  const glm::vec3 color = linear_at(draw(square.list, square.vertices, camera), pixel);
  EXPECT_GT(color.x, color.y + 0.3f) << "the last one is red";

  square.list.triangles.emplace_back(0, 0, 0);
  square.list.parts.push_back({most + 1, 1, {glm::vec3(0, 1, 0), glm::vec3(0), 1.0f}});
  try {
    renderer.set_draw_list(square.list);
    FAIL() << "one material too many was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
  }
}

}  // namespace
}  // namespace limber
