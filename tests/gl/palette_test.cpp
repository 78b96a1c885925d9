#include "render/palette.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

TEST(PaletteTest, TwentyColorsCanBeToldApart) {
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < i; ++j)
      EXPECT_GT(glm::distance(constraint_color(i), constraint_color(j)), 0.15f) << i << " " << j;
}

TEST(PaletteTest, AHundredColorsAreAllDifferent) {
  for (int i = 0; i < 142; ++i)
    for (int j = 0; j < i; ++j)
      EXPECT_GT(glm::distance(constraint_color(i), constraint_color(j)), 0.005f) << i << " " << j;
}

TEST(PaletteTest, FieldColorsGetBrighter) {
  const glm::vec3 weights(0.2126f, 0.7152f, 0.0722f);
  float last = 0.0f;
  for (int i = 0; i <= 20; ++i) {
    const float luminance =
        glm::dot(linear_from_srgb(field_color(static_cast<float>(i) / 20.0f)), weights);
    EXPECT_GT(luminance, last);
    last = luminance;
  }
  EXPECT_EQ(field_color(-3.0f), field_color(0.0f));
  EXPECT_EQ(field_color(7.0f), field_color(1.0f));
}

}  // namespace
}  // namespace limber
