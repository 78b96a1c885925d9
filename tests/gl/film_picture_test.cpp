// Pictures for films: on their own canvas, downscaled, and without surroundings.

#include <glad/gl.h>

#include <cmath>

#include "gl_fixture.h"
#include "picture.h"
#include "posed_blocks.h"
#include "publish_copy.h"
#include "render/gl_object.h"
#include "render/palette.h"
#include "render/picture_copy.h"

namespace limber {
namespace {

Image read(const ResolvedFrame& frame) {
  FrameReader reader(1);
  reader.submit(frame);
  reader.finish();
  return reader.next().value();
}

class FilmPictureTest : public GlTest {
 protected:
  FilmPictureTest() { renderer.set_draw_list(block.list); }

  void draw(Canvas canvas, glm::ivec2 size_px, const ViewOptions& view = {}) {
    SharedVertices vertices(static_cast<int>(block.vertices.size()), exec);
    publish_copy(block.vertices, vertices);
    renderer.draw(camera, vertices, view, {}, size_px, {}, canvas);
  }

  /// A block hovering over the ground, with its shadow.
  static PosedMeshes hovering() {
    PosedMeshes meshes(make_block(), {{.position_m = {0.0f, 0.5f, 0.0f}}});
    meshes.list.ground = true;
    return meshes;
  }

  PosedMeshes block = hovering();
  Camera camera{{0.3f, 0.3f, 0.0f}, 3.0f, 30.0f, 35.0f, 35.0f};
  Exec exec{Backend::serial};
  Renderer renderer{*context};
};

TEST_F(FilmPictureTest, EachCanvasKeepsItsPicture) {
  draw(Canvas::screen, {120, 80});
  const Image before = read(renderer.frame());
  camera.orbit(90.0f, 0.0f);
  draw(Canvas::film, {60, 90});
  const ResolvedFrame film = renderer.frame(Canvas::film);
  EXPECT_EQ(film.width, 60);
  EXPECT_EQ(film.height, 90);
  const Image after = read(renderer.frame());
  EXPECT_EQ(before.rgba8, after.rgba8);
  renderer.free(Canvas::film);
  EXPECT_EQ(renderer.frame(Canvas::film).width, 0);
}

TEST_F(FilmPictureTest, ACopyScaledDownHasTheMeanOfTheLight) {
  constexpr int size = 8;
  GlTexture texture = make_texture(GL_TEXTURE_2D);
  glTextureStorage2D(texture.name(), 1, GL_SRGB8_ALPHA8, size, size);
  // A checkerboard: half of its light is 188 of 255.
  std::vector<std::uint8_t> pixels;
  for (int i = 0; i < size * size; ++i) {
    const std::uint8_t value = (i % size + i / size) % 2 ? 255 : 0;
    pixels.insert(pixels.end(), {value, value, value, 255});
  }
  glTextureSubImage2D(texture.name(), 0, 0, 0, size, size, GL_RGBA, GL_UNSIGNED_BYTE,
                      pixels.data());
  GlFramebuffer framebuffer = make_framebuffer();
  glNamedFramebufferTexture(framebuffer.name(), GL_COLOR_ATTACHMENT0, texture.name(), 0);
  PictureCopy copy;
  for (const int times : {1, 2, 4}) {
    const Image image = read(copy.of({framebuffer.name(), size, size}, times));
    ASSERT_EQ(image.width, size / times);
    for (std::size_t i = 0; i < image.rgba8.size(); i += 4)
      EXPECT_NEAR(image.rgba8[i], times == 1 ? (image.rgba8[i] > 127 ? 255 : 0) : 188, 1);
  }
}

TEST_F(FilmPictureTest, ACutOutOverItsSurroundingsIsTheWholePicture) {
  constexpr glm::ivec2 size_px{120, 80};
  draw(Canvas::screen, size_px);
  const Image whole = read(renderer.frame());
  draw(Canvas::film, size_px, {.surroundings = false});
  const Image cut_out = read(renderer.frame(Canvas::film));
  block.vertices[0].position_m = glm::vec3(1e4f);  // out of view
  draw(Canvas::screen, size_px);
  const Image around = read(renderer.frame());
  int neutral = 0, opaque = 0, clear = 0, between = 0;
  for (std::size_t i = 0; i < whole.rgba8.size(); i += 4) {
    const auto linear = [i](const Image& image) {
      return linear_from_srgb(glm::vec3(image.rgba8[i], image.rgba8[i + 1], image.rgba8[i + 2]) /
                              255.0f);
    };
    const float alpha = cut_out.rgba8[i + 3] / 255.0f;
    const glm::vec3 composed = linear(cut_out) + (1.0f - alpha) * linear(around);
    // Cut-out shadows are neutral; the studio's are slightly tinted.
    const double most = alpha == 1.0f || alpha < 0.01f ? 0.03 : 0.08;
    EXPECT_LT(glm::distance(composed, linear(whole)), most) << i;
    neutral += alpha > 0.05f && alpha < 0.9f && cut_out.rgba8[i] + cut_out.rgba8[i + 2] == 0;
    (alpha == 1.0f ? opaque : alpha < 0.01f ? clear : between) += 1;
    EXPECT_EQ(whole.rgba8[i + 3], 255);
  }
  EXPECT_GT(opaque, 200);
  EXPECT_GT(clear, 2000);
  EXPECT_GT(between, 200) << "there is no shadow";
  EXPECT_GT(neutral, 100) << "shadows are coloured";
}

}  // namespace
}  // namespace limber
