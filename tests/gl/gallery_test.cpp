// Pictures for inspection: LIMBER_GALLERY=FOLDER saves them. Without it they are only drawn and
// timed.

#include <chrono>
#include <cstdlib>
#include <string>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include "draped_cloth.h"
#include "gl_fixture.h"
#include "render/frame_reader.h"
#include "render/renderer.h"

namespace limber {
namespace {

using GalleryTest = GlTest;

TEST_F(GalleryTest, DrawsEveryView) {
  const Exec exec(Backend::serial);
  const DrapedCloth cloth(60);
  SharedVertices vertices(cloth.list.vertex_count, exec);
  cloth.publish(vertices);
  Renderer renderer(*context);
  renderer.set_draw_list(cloth.list);
  Camera camera;
  camera.frame(cloth.list.bounds_min_m, cloth.list.bounds_max_m, 16.0f / 9.0f);
  Overlay overlay;
  overlay.lines.push_back(
      {{60 * 58 + 30, {}}, {-1, {1.1f, 0.9f, 0.9f}}, {1.0f, 0.85f, 0.2f}, 2.5f});
  overlay.points.push_back({{60 * 58 + 30, {}}, {1.0f, 0.85f, 0.2f}, 11.0f});
  overlay.points.push_back({{0, {}}, {0.9f, 0.15f, 0.15f}, 9.0f});

  struct Shot {
    const char* name;
    ViewOptions view;
    float pitch_deg;
  };
  const Shot shots[] = {{"shaded", {}, 18.0f},
                        {"below", {}, 3.0f},
                        {"grid", {.ground_grid = true}, 35.0f},
                        {"wireframe", {.mode = ViewMode::wireframe}, 18.0f},
                        {"constraints", {.mode = ViewMode::constraint_colors}, 18.0f},
                        {"field", {.mode = ViewMode::scalar_field}, 18.0f}};
  FrameReader reader;
  for (const Shot& shot : shots) {
    camera.pitch_deg = shot.pitch_deg;
    const auto start = std::chrono::steady_clock::now();
    constexpr int frames = 3;
    for (int i = 0; i < frames; ++i) {
      renderer.draw(camera, vertices, shot.view, overlay, {1280, 720});
      reader.submit(renderer.frame());
    }
    reader.finish();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    RecordProperty(std::string(shot.name) + "_ms", std::to_string(took.count() / frames));
    Image image;
    while (auto next = reader.next()) image = std::move(*next);
    if (const char* folder = std::getenv("LIMBER_GALLERY")) {
      const std::string path = std::string(folder) + "/" + shot.name + ".png";
      EXPECT_TRUE(
          stbi_write_png(path.c_str(), image.width, image.height, 4, image.rgba8.data(), 0));
      printf("%s: %.1f ms a frame\n", shot.name, took.count() / frames);
    }
  }
}

}  // namespace
}  // namespace limber
