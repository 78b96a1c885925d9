#include "render/frame_reader.h"

#include "draped_cloth.h"
#include "gl_fixture.h"
#include "picture.h"
#include "render/palette.h"
#include "render/renderer.h"

namespace limber {
namespace {

class FrameReaderTest : public GlTest {
 protected:
  void SetUp() override {
    square.publish(vertices);
    renderer.set_draw_list(square.list);
  }
  /// Draws a picture with a mark in its upper left quarter, coloured by `number`.
  void draw(int number) {
    Overlay overlay;
    overlay.points.push_back({{-1, {-0.5f, 0.5f, 0}}, constraint_color(number), 12.0f});
    renderer.draw(camera, vertices, {}, overlay, size_of(number));
  }
  static glm::ivec2 size_of(int number) { return {101 + 7 * (number % 3), 67 + number % 2}; }
  void expect_number(const Image& image, int number) {
    const glm::ivec2 size_px = size_of(number);
    ASSERT_EQ(glm::ivec2(image.width, image.height), size_px);
    ASSERT_EQ(image.rgba8.size(), std::size_t{4} * image.width * image.height);
    const glm::vec2 mark(camera.project({-0.5f, 0.5f, 0}, size_px));
    EXPECT_LT(mark.y, size_px.y / 2.0f) << "the top row comes first";
    EXPECT_LT(glm::distance(color_at(image, mark), constraint_color(number)), 0.03f) << number;
  }

  FlatSquare square;
  Exec exec{Backend::serial};
  SharedVertices vertices{4, exec};
  Renderer renderer{*context};
  Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
};

TEST_F(FrameReaderTest, ReturnsAllFramesInOrder) {
  FrameReader reader(3);
  constexpr int frames = 11;
  int taken = 0;
  for (int i = 0; i < frames; ++i) {
    draw(i);
    reader.submit(renderer.frame());
    if (i % 4 == 3)
      while (const std::optional<Image> image = reader.next()) expect_number(*image, taken++);
  }
  EXPECT_EQ(reader.pending(), frames - taken);
  reader.finish();
  while (const std::optional<Image> image = reader.next()) expect_number(*image, taken++);
  EXPECT_EQ(taken, frames);
  EXPECT_EQ(reader.pending(), 0);
}

TEST_F(FrameReaderTest, LosesNothingThatNobodyTakes) {
  FrameReader reader(2);
  for (int i = 0; i < 7; ++i) {
    draw(i);
    reader.submit(renderer.frame());
  }
  reader.finish();
  for (int i = 0; i < 7; ++i) {
    const std::optional<Image> image = reader.next();
    ASSERT_TRUE(image);
    expect_number(*image, i);
  }
  EXPECT_FALSE(reader.next());
}

}  // namespace
}  // namespace limber
