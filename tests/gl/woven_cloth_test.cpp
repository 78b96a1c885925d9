// Cloth seen close up: threads of a plain weave, and the sheen of its fibres at grazing angles.

#include <algorithm>
#include <cmath>
#include <complex>
#include <glm/gtc/constants.hpp>

#include "draped_cloth.h"
#include "gl_fixture.h"
#include "kernels/error.h"
#include "picture.h"
#include "publish_copy.h"
#include "render/palette.h"

namespace limber {
namespace {

constexpr glm::ivec2 woven_size_px{160, 160};
constexpr float fov_deg = 35.0f;

/// In the plane z = 0, as large as FlatSquare, of threads along x and y.
struct WovenSquare : FlatSquare {
  WovenSquare(float thread_m, float sheen) {
    for (const PublishedVertex& vertex : vertices) list.rest_m.push_back(vertex.position_m);
    material().thread_m = thread_m;
    material().sheen = sheen;
  }
  Material& material() { return list.parts[0].material; }
};

class WovenClothTest : public GlTest {
 protected:
  Image draw(const FlatSquare& square, const Camera& camera, const ViewOptions& view = {},
             glm::ivec2 size = woven_size_px) {
    SharedVertices vertices(4, exec);
    square.publish(vertices);
    renderer.set_draw_list(square.list);
    renderer.draw(camera, vertices, view, {}, size);
    return read_picture(renderer);
  }
  static Camera camera_at(float distance_m, float yaw_deg = 0.0f) {
    return {{0, 0, 0}, distance_m, yaw_deg, 0.0f, fov_deg};
  }
  /// A head-on camera for which a pixel at the centre is `pixel_m` wide.
  static Camera camera_of(float pixel_m) {
    return camera_at(pixel_m * woven_size_px.y / (2.0f * std::tan(glm::radians(fov_deg / 2.0f))));
  }

  Exec exec{Backend::serial};
  Renderer renderer{*context, Quality{.samples = 4, .shadow_map_px = 128}};
};

float brightness_at(const Image& image, int x, int y) {
  const std::uint8_t* rgba = &image.rgba8[4 * (std::size_t(y) * image.width + x)];
  return brightness(glm::vec3(rgba[0], rgba[1], rgba[2]) / 255.0f);
}

/// Window function of a pixel in a row or column of `count`; the weights sum to 1. Lower at both
/// ends, so that cut threads matter little.
float weight(int at_px, int count) {
  const float sine =
      std::sin(glm::pi<float>() * (static_cast<float>(at_px) + 0.5f) / static_cast<float>(count));
  return 2.0f * sine * sine / static_cast<float>(count);
}

/// Amplitude of the brightness along rows at a period, over all rows.
float amplitude(const Image& image, float period_px) {
  std::complex<float> sum = 0.0f;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      sum += weight(x, image.width) * weight(y, image.height) * brightness_at(image, x, y) *
             std::polar(1.0f, glm::two_pi<float>() * static_cast<float>(x) / period_px);
  return 2.0f * std::abs(sum);
}

int largest_difference(const Image& a, const Image& b) {
  int largest = 0;
  for (std::size_t i = 0; i < a.rgba8.size(); ++i)
    largest = std::max(largest, std::abs(a.rgba8[i] - b.rgba8[i]));
  return largest;
}

/// Means over blocks of the picture.
std::vector<float> blurred(const Image& image) {
  constexpr int part_px = 40;
  std::vector<float> means;
  for (int y0 = 0; y0 + part_px <= image.height; y0 += part_px / 2)
    for (int x0 = 0; x0 + part_px <= image.width; x0 += part_px / 2) {
      float sum = 0.0f;
      for (int y = 0; y < part_px; ++y)
        for (int x = 0; x < part_px; ++x)
          sum += weight(x, part_px) * weight(y, part_px) * brightness_at(image, x0 + x, y0 + y);
      means.push_back(sum);
    }
  return means;
}

/// Root mean square difference of two lists, without their means.
float unevenness(const std::vector<float>& a, const std::vector<float>& b) {
  float sum = 0.0f, squares = 0.0f;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += a[i] - b[i];
    squares += (a[i] - b[i]) * (a[i] - b[i]);
  }
  const auto n = static_cast<float>(a.size());
  return std::sqrt(std::max(squares / n - sum * sum / (n * n), 0.0f));
}

TEST_F(WovenClothTest, ThreadsAreSeenCloseUp) {
  const float thread_m = 0.016f, pixel_m = 0.001f;
  WovenSquare square(thread_m, 0.0f);
  square.material().front_color = glm::vec3(0.4f);
  const Image near = draw(square, camera_of(pixel_m));
  EXPECT_GT(amplitude(near, 16.0f), 0.03f) << "from thread to thread";
  EXPECT_LT(amplitude(near, 13.0f), 0.005f);
  // A sheet stretched to twice its size has twice the thread spacing.
  for (glm::vec3& place_m : square.list.rest_m) place_m /= 2.0f;
  const Image stretched = draw(square, camera_of(pixel_m));
  EXPECT_GT(amplitude(stretched, 32.0f), 0.03f);
  // Threads go up and down: their light sides differ from those of their neighbours.
  const glm::ivec2 top(woven_size_px / 2);
  const auto light_on = [&](int x) { return brightness_at(near, top.x + x, top.y + 8); };
  EXPECT_GT(std::abs(light_on(4) - light_on(20)), 0.01f);
}

TEST_F(WovenClothTest, ThreadsFadeWhereTheyAreSmallerThanPixels) {
  const WovenSquare woven(0.002f, 0.0f), smooth(0.0f, 0.0f);
  const Image far = draw(woven, camera_of(0.005f)), plain = draw(smooth, camera_of(0.005f));
  EXPECT_LE(largest_difference(far, plain), 1) << "and nothing else of the cloth changes";
}

TEST_F(WovenClothTest, ThreadsMakeNoMoire) {
  // From six pixels per thread to more than two threads per pixel, head on and slanted.
  const float pixel_m = 0.002f;
  for (const float yaw_deg : {0.0f, 31.0f, 68.0f}) {
    Camera camera = camera_of(pixel_m);
    camera.yaw_deg = yaw_deg;
    const std::vector<float> smooth = blurred(draw(WovenSquare(0.0f, 0.0f), camera));
    for (float thread_px = 6.0f; thread_px > 0.4f; thread_px *= 0.8f) {
      const Image woven = draw(WovenSquare(thread_px * pixel_m, 0.0f), camera);
      EXPECT_LT(unevenness(blurred(woven), smooth), 0.004f)
          << "threads of " << thread_px << " pixels from " << yaw_deg << " degrees";
    }
  }
}

TEST_F(WovenClothTest, SheenBrightensWhatIsSeenAtGrazingAngles) {
  const auto brightness_from = [&](float sheen, float yaw_deg) {
    WovenSquare square(0.0f, sheen);
    square.material().front_color = square.material().back_color = glm::vec3(0.05f);
    return brightness(
        linear_from_srgb(color_at(draw(square, camera_at(3.0f, yaw_deg)), woven_size_px / 2)));
  };
  EXPECT_GT(brightness_from(1.0f, 80.0f), brightness_from(0.0f, 80.0f) + 0.1f);
  EXPECT_GT(brightness_from(1.0f, 80.0f), brightness_from(1.0f, 0.0f) + 0.1f);
  EXPECT_NEAR(brightness_from(1.0f, 0.0f), brightness_from(0.0f, 0.0f), 0.05f) << "straight on";
  EXPECT_GT(brightness_from(1.0f, 80.0f), brightness_from(0.5f, 80.0f) + 0.03f);
}

/// Linear light before tone mapping.
float light_of(glm::vec3 film) {
  const float c = linear_from_srgb(film).g;
  return c < 0.04f ? std::sqrt(c / 6.25f) : c + 0.04f;
}

TEST_F(WovenClothTest, SendsBackNoMoreLightThanFallsOnIt) {
  constexpr float light = 0.6f;
  ViewOptions view;
  view.look.light = glm::vec3(light);
  view.look.ambient = 0.0f;
  const auto share_seen = [&](float sheen, float yaw_deg) {
    WovenSquare square(0.0f, sheen);
    square.material().front_color = glm::vec3(1.0f);
    // Integrates over half of the light directions; the others are symmetric.
    float sum = 0.0f;
    constexpr int rings = 8, sectors = 8;  // about the square's normal, evenly by area
    for (int ring = 0; ring < rings; ++ring)
      for (int sector = 0; sector < sectors; ++sector) {
        const float z = (static_cast<float>(ring) + 0.5f) / rings;
        const float angle = glm::pi<float>() * (static_cast<float>(sector) + 0.5f) / sectors;
        const float out = std::sqrt(1.0f - z * z);
        view.look.to_light = {out * std::cos(angle), out * std::sin(angle), z};
        const Image image = draw(square, camera_at(3.0f, yaw_deg), view, {16, 16});
        sum += light_of(color_at(image, {8, 8})) / light;
      }
    // For a white Lambertian surface, the mean cosine is 1/2.
    return 2.0f * sum / (rings * sectors);
  };
  for (const float yaw_deg : {0.0f, 60.0f, 80.0f}) {
    const float share = share_seen(1.0f, yaw_deg);
    EXPECT_LT(share, 1.01f) << yaw_deg;
    EXPECT_GT(share, 0.9f) << yaw_deg;
  }
}

TEST_F(WovenClothTest, ShinesByTheSkyNoMoreThanTheSky) {
  const Look studio;
  ViewOptions view;  // uniform ambient light, without key light
  constexpr float light = 0.5f;
  view.look.light = glm::vec3(0.0f);
  view.look.zenith = light / glm::vec3(0.36f, 0.385f, 0.43f) * studio.zenith;
  view.look.horizon = light / glm::vec3(0.235f, 0.225f, 0.215f) * studio.horizon;
  for (const float yaw_deg : {0.0f, 60.0f, 85.0f}) {
    WovenSquare square(0.0f, 1.0f);
    square.material().front_color = glm::vec3(1.0f);
    const float seen =
        light_of(color_at(draw(square, camera_at(3.0f, yaw_deg), view), woven_size_px / 2));
    EXPECT_LT(seen, 1.01f * light) << yaw_deg;
    EXPECT_GT(seen, 0.9f * light) << yaw_deg;
  }
}

TEST_F(WovenClothTest, IsAsEverWhereItIsNotWished) {
  const FlatSquare plain;
  const Camera near = camera_of(0.001f), slanted = camera_at(3.0f, 80.0f);
  for (const Camera& camera : {near, slanted})
    EXPECT_EQ(largest_difference(draw(plain, camera), draw(WovenSquare(0.0f, 0.0f), camera)), 0);
  // Includes the rim light of non-cloth surfaces; measured before sheen was added.
  const glm::vec3 color = color_at(draw(plain, slanted), woven_size_px / 2),
                  before(0.237f, 0.233f, 0.841f);
  EXPECT_LT(glm::distance(color, before), 0.01f) << color.x << ", " << color.y << ", " << color.z;
}

TEST_F(WovenClothTest, ColoursOfAFieldAndLinesAreThoseOfSmoothCloth) {
  WovenSquare woven(0.016f, 1.0f), smooth(0.0f, 0.0f);
  for (WovenSquare* square : {&woven, &smooth}) {
    square->list.fields.push_back({"height", "m", -1.0f, 1.0f});
    for (PublishedVertex& vertex : square->vertices) vertex.scalar = vertex.position_m.y;
  }
  for (const ViewMode mode :
       {ViewMode::scalar_field, ViewMode::wireframe, ViewMode::constraint_colors})
    for (const float yaw_deg : {0.0f, 75.0f}) {
      const Camera camera = camera_at(0.3f, yaw_deg);
      const Image image = draw(woven, camera, {.mode = mode});
      EXPECT_EQ(largest_difference(image, draw(smooth, camera, {.mode = mode})), 0);
    }
}

TEST_F(WovenClothTest, TakesPlacesOnSheetsOfTheFirstVerticesOnly) {
  WovenSquare square(0.016f, 0.0f);
  square.list.rest_m.pop_back();  // as if other surfaces followed
  draw(square, camera_of(0.001f));
  square.list.rest_m.resize(5);
  try {
    renderer.set_draw_list(square.list);
    FAIL() << "a place without a vertex was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(error.what()).find("5 rest positions"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace limber
