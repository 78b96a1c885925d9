#include "render/window.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "kernels/error.h"

namespace limber {
namespace {

bool has_display() { return std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY"); }

TEST(WindowTest, SaysThatThereIsNoDisplay) {
  if (has_display()) GTEST_SKIP() << "there is a display";
  try {
    Window window;
    FAIL() << "a window without a display";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::unavailable);
    EXPECT_NE(std::string(error.what()).find("DISPLAY"), std::string::npos) << error.what();
  }
}

TEST(WindowTest, OpensShowsAndCloses) {
  if (!has_display()) GTEST_SKIP() << "no display";
  for (int i = 0; i < 2; ++i) {  // GLFW is initialized and terminated each time
    Window window({.title = "test", .size = {320, 200}, .vsync = false, .debug = true});
    EXPECT_GE(window.info().version.substr(0, 3), "4.5");
    EXPECT_GE(window.size().x, 320) << "more on a hi-DPI monitor";
    EXPECT_GE(window.size().y, 200);
    EXPECT_EQ(window.framebuffer_px(),
              glm::ivec2(glm::vec2(window.size()) * window.pixels_per_unit()));
    EXPECT_GT(window.content_scale(), 0.0f);
    window.swap();
    Window::poll_events();
    EXPECT_FALSE(window.should_close());
    window.set_full_screen(true);
    window.set_full_screen(false);
    EXPECT_FALSE(window.full_screen());
    window.set_should_close(true);
    EXPECT_TRUE(window.should_close());
    EXPECT_TRUE(window.take_messages().empty());
  }
}

}  // namespace
}  // namespace limber
