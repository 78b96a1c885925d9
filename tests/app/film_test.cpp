// The framing of films, and the text of the bar.

#include <gtest/gtest.h>

#include "app/film/bar_text.h"
#include "app/film/film_frame.h"

namespace limber {
namespace {

TEST(FilmFrame, ShowsThePartOfTheWindowThatItMarks) {
  const Camera window{{1.0f, 2.0f, 3.0f}, 5.0f, 20.0f, 10.0f, 40.0f};
  constexpr glm::vec2 window_px{1280.0f, 720.0f};
  for (const glm::vec2 film_px : {glm::vec2(1920.0f, 1080.0f), glm::vec2(1080.0f, 1920.0f)})
    for (const float share : {1.0f, 0.6f}) {
      const FilmFrame frame(window_px, largest_height_share(window_px, share, film_px), film_px);
      const glm::vec2 size_px = frame.high_px - frame.low_px;
      EXPECT_NEAR(size_px.x / size_px.y, film_px.x / film_px.y, 1e-4f);
      EXPECT_LE(size_px.x, share * window_px.x + 1e-3f);
      EXPECT_LE(size_px.y, share * window_px.y + 1e-3f);
      // The frame's corners in the window are the film's corners.
      const Camera film = frame.camera(window);
      for (const auto& [in_window, in_film] :
           {std::pair(frame.low_px, glm::vec2(0.0f)), std::pair(frame.high_px, film_px)}) {
        const glm::vec3 point = window.unproject(in_window, 4.0f, window_px);
        const glm::vec3 seen = film.project(point, film_px);
        EXPECT_NEAR(seen.x, in_film.x, 0.05f);
        EXPECT_NEAR(seen.y, in_film.y, 0.05f);
      }
    }
  const float whole = largest_height_share(window_px, 1.0f, {640.0f, 360.0f});
  EXPECT_EQ(FilmFrame(window_px, whole, {640.0f, 360.0f}).camera(window), window);
}

TEST(BarText, SaysHowMuchFasterThanOneCore) {
  Scene scene;
  scene.title = "A scene";
  Readings now;
  now.backend = Backend::tbb;
  now.threads = 8;
  now.counts.particles = 12345;
  now.counts.constraints = {{"stretch", 1000, 6}, {"bending", 500, 9}};
  BarText text = bar_text(scene, now, "Look", nullptr);
  EXPECT_EQ(text.title, "A scene");
  EXPECT_EQ(text.counts, "12,345 particles, 1,500 constraints");
  EXPECT_EQ(text.backend, "8 CPU cores");
  EXPECT_EQ(text.cost, "");
  EXPECT_EQ(text.speedup, "");
  now.ms_per_step[static_cast<int>(Backend::tbb)] = 2.0;
  text = bar_text(scene, now, "Look", nullptr);
  EXPECT_EQ(text.cost, "2.00 ms per step");
  EXPECT_EQ(text.speedup, "") << "one core was not measured";
  now.ms_per_step[static_cast<int>(Backend::serial)] = 12.0;
  EXPECT_EQ(bar_text(scene, now, "", nullptr).speedup, "6.00 x");
  now.backend = Backend::serial;
  EXPECT_EQ(bar_text(scene, now, "", nullptr).speedup, "");
}

}  // namespace
}  // namespace limber
