// The labels of solvers that run side by side, as drawn into a film.

#include <gtest/gtest.h>

#include <algorithm>

#include "app/display.h"
#include "app/film/film_picture.h"
#include "app/film/film_row.h"
#include "app/player.h"
#include "render/frame_reader.h"
#include "scenes/scene.h"

namespace limber {
namespace {

/// The smallest rectangle around some pixels.
struct PixelBox {
  int left = 1 << 20, top = 1 << 20, right = -1, bottom = -1;
  void add(int x, int y) {
    left = std::min(left, x), right = std::max(right, x);
    top = std::min(top, y), bottom = std::max(bottom, y);
  }
  bool overlaps(const PixelBox& other) const {
    return left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom;
  }
};

TEST(LaneLabels, KeepNamesAndSpeedupsApartInNarrowLanes) {
  const std::unique_ptr<Context> context = Context::off_screen();
  Session session{Backend::serial, 1};
  Display display{*context};
  Player player{session, display, [] {}};
  session.open(open_scene("cloth/flags"));
  player.start();
  const Camera away{{0.0f, 0.0f, 100.0f}, 5.0f, 0.0f, 80.0f, 40.0f};
  FilmPicture film(display);
  FilmRow row;
  constexpr int width = 1280, height = 720, lanes = 6;
  const std::vector<BarText> labels(lanes, BarText{.backend = "One CPU core, method xpbd",
                                                   .cost = "12.3 ms per step",
                                                   .speedup = "12.3 x"});
  FrameReader reader(1);
  reader.submit(row.draw({width, height}, labels, {}, [&](std::size_t, glm::ivec2 size_px) {
    return film.draw(away, size_px, {.cut_out = true});  // black
  }));
  reader.finish();
  const Image image = *reader.next();
  for (int lane = 0; lane < lanes; ++lane) {
    const int left = width * lane / lanes, right = width * (lane + 1) / lanes;
    PixelBox name, speedup;
    for (int y = 0; y < height / 2; ++y)
      for (int x = left + 3; x < right - 3; ++x) {  // between the separators
        const std::uint8_t* rgb = &image.rgba8[4 * (static_cast<std::size_t>(y) * width + x)];
        if (std::min({rgb[0], rgb[1], rgb[2]}) > 170) name.add(x, y);
        if (rgb[1] > rgb[0] + 70 && rgb[2] > rgb[0] + 60) speedup.add(x, y);
      }
    ASSERT_GE(name.right, 0);
    ASSERT_GE(speedup.right, 0);
    EXPECT_FALSE(name.overlaps(speedup)) << "lane " << lane;
    constexpr int edge = 15;
    for (const PixelBox& text : {name, speedup}) {
      EXPECT_GE(text.left, left + edge) << "lane " << lane;
      EXPECT_LT(text.right, right - edge) << "lane " << lane;
    }
  }
}

}  // namespace
}  // namespace limber
