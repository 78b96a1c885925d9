#include "render/renderer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>

#include "draped_cloth.h"
#include "gl_fixture.h"
#include "kernels/embedded_file.h"
#include "kernels/error.h"
#include "picture.h"
#include "render/palette.h"
#include "render/shader.h"
#include "sim/data_folder.h"
#include "tests/unit/temporary_folder.h"

namespace limber {

extern const std::vector<EmbeddedFile> shader_files;

namespace {

namespace fs = std::filesystem;

constexpr glm::ivec2 renderer_size_px{480, 320};

class RendererTest : public GlTest {
 protected:
  Image draw(const DrawList& list, SharedVertices& vertices, const Camera& camera,
             const ViewOptions& view = {}, const Overlay& overlay = {}) {
    renderer.set_draw_list(list);
    renderer.draw(camera, vertices, view, overlay, renderer_size_px);
    return read_picture(renderer);
  }
  glm::vec3 color_of(const Image& image, const Camera& camera, glm::vec3 point_m) {
    return color_at(image, glm::vec2(camera.project(point_m, renderer_size_px)));
  }

  Exec exec{Backend::serial};
  Renderer renderer{*context};
};

TEST_F(RendererTest, DrawsAClothOverASphere) {
  const DrapedCloth cloth(40);
  SharedVertices vertices(cloth.list.vertex_count, exec), none(0, exec);
  cloth.publish(vertices);
  Camera camera;
  camera.frame(cloth.list.bounds_min_m, cloth.list.bounds_max_m, 1.5f);
  const Image image = draw(cloth.list, vertices, camera);
  ASSERT_EQ(image.width, renderer_size_px.x);
  ASSERT_EQ(image.height, renderer_size_px.y);

  const glm::vec3 top = color_of(image, camera, {0.0f, 1.04f, 0.05f});
  EXPECT_GT(top.z, top.x + 0.2f) << "the cloth is blue";

  // Far from the cloth, the picture is the same as without it.
  DrawList empty = cloth.list;
  empty.scenery.clear();
  const Image surroundings = draw(empty, none, camera);
  for (glm::vec2 corner : {glm::vec2(3, 3), glm::vec2(476, 3), glm::vec2(3, 316)})
    EXPECT_LT(glm::distance(color_at(image, corner), color_at(surroundings, corner)), 0.01f);
  EXPECT_GT(glm::distance(top, color_of(surroundings, camera, {0.0f, 1.04f, 0.05f})), 0.2f);
  EXPECT_GT(brightness(color_at(surroundings, {240, 300})), 0.7f) << "a light floor";
}

TEST_F(RendererTest, TheBackHasAColorOfItsOwn) {
  const FlatSquare square;
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  const glm::vec3 front = color_of(draw(square.list, vertices, camera), camera, {0, 0, 0});
  camera.yaw_deg = 180.0f;
  const glm::vec3 back = color_of(draw(square.list, vertices, camera), camera, {0, 0, 0});
  EXPECT_GT(front.z, front.x + 0.3f) << "blue in front";
  EXPECT_GT(back.x, back.z + 0.3f) << "red behind";
}

TEST_F(RendererTest, LightFallsOnTheSideThatFacesIt) {
  // The key light comes from +z: the same colour on both sides is brighter in front.
  FlatSquare square;
  square.list.parts[0].material.back_color = square.list.parts[0].material.front_color;
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  const glm::vec3 lit = color_of(draw(square.list, vertices, camera), camera, {0, 0, 0});
  camera.yaw_deg = 180.0f;
  const glm::vec3 unlit = color_of(draw(square.list, vertices, camera), camera, {0, 0, 0});
  EXPECT_GT(brightness(lit), 1.1f * brightness(unlit));
}

TEST_F(RendererTest, LightComesThroughALeaf) {
  FlatSquare square;
  Material& leaf = square.list.parts[0].material;
  leaf.front_color = leaf.back_color = glm::vec3(0.1f, 0.3f, 0.05f);
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const Camera behind{{0, 0, 0}, 5.0f, 180.0f, 0.0f, 35.0f};
  const Camera in_front{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  // Against the light: from behind and below, with the light behind the square.
  const Camera against{{0, 0, 0}, 5.0f, 145.0f, -58.0f, 35.0f};
  const auto color_from = [&](const Camera& camera, float translucency) {
    leaf.translucency = translucency;
    return color_of(draw(square.list, vertices, camera), camera, {0, 0, 0});
  };
  for (const glm::vec3 at : {color_from(behind, 0.8f) - color_from(behind, 0.0f),
                             color_from(against, 0.8f) - color_from(against, 0.0f)}) {
    EXPECT_GT(at.y, 0.1f);
    EXPECT_GT(at.y, at.z + 0.03f) << "it is green";
  }
  EXPECT_LT(glm::distance(color_from(in_front, 0.8f), color_from(in_front, 0.0f)), 0.15f);
  // It does not shadow itself.
  leaf.translucency = 0.8f;
  const Image image = draw(square.list, vertices, behind);
  for (float x : {-0.8f, -0.4f, 0.4f, 0.8f})
    EXPECT_LT(
        glm::distance(color_of(image, behind, {x, 0.3f, 0}), color_of(image, behind, {0, 0, 0})),
        0.04f);
}

TEST_F(RendererTest, MottlingDarkensSomeVertices) {
  FlatSquare square;
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  const auto spread = [&](float mottling) {
    square.list.parts[0].material.mottling = mottling;
    const Image image = draw(square.list, vertices, camera);
    float low = 1.0f, high = 0.0f;
    for (const float x : {-0.9f, 0.9f})
      for (const float y : {-0.9f, 0.9f}) {
        const float here = brightness(color_of(image, camera, {x, y, 0}));
        low = std::min(low, here);
        high = std::max(high, here);
      }
    return high - low;
  };
  EXPECT_GT(spread(1.0f), spread(0.0f) + 0.1f);
}

TEST_F(RendererTest, ThrowsAShadowOnTheGroundAndNoneOnItself) {
  FlatSquare square;
  square.list.ground = true;
  square.list.ground_height_m = -1.5f;
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const Camera camera{{0, -0.5f, 0}, 9.0f, 180.0f, 30.0f, 35.0f};
  const Image image = draw(square.list, vertices, camera);
  // The light comes from (-0.35, 1, 0.5).
  const glm::vec3 shade = color_of(image, camera, {0.525f, -1.5f, -0.75f});
  const glm::vec3 lit = color_of(image, camera, {-2.0f, -1.5f, -0.75f});
  EXPECT_LT(brightness(shade), 0.9f * brightness(lit));
  EXPECT_GT(brightness(shade), 0.4f * brightness(lit)) << "not pitch black";

  const Camera in_front{{0, 0, 0}, 6.0f, 0.0f, 10.0f, 35.0f};
  const Image face = draw(square.list, vertices, in_front);
  const glm::vec3 middle = color_of(face, in_front, {0, 0, 0});
  for (float x : {-0.8f, -0.4f, 0.4f, 0.8f})
    EXPECT_LT(glm::distance(color_of(face, in_front, {x, 0.3f, 0}), middle), 0.04f)
        << "it shades itself at " << x;
}

TEST_F(RendererTest, SurfacesInGrazingLightDoNotShadeThemselves) {
  FlatSquare square;
  square.list.parts[0].material = {glm::vec3(0.8f), glm::vec3(0.8f), 1.0f};
  // Tilted so that the light, from (-0.35, 1, 0.5), grazes it at 12 degrees.
  const glm::vec3 normal(0.0f, std::sin(-0.257f), std::cos(-0.257f));
  for (PublishedVertex& vertex : square.vertices) {
    const float y = vertex.position_m.y;
    vertex.position_m = {vertex.position_m.x, y * normal.z, -y * normal.y};
    vertex.normal = normal;
  }
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const Camera camera{{0, 0, 0}, 6.0f, 0.0f, 0.0f, 35.0f};
  const Image image = draw(square.list, vertices, camera);
  // Outside the shadow map, everything is lit.
  square.list.bounds_min_m = square.list.bounds_max_m = glm::vec3(100.0f);
  const Image without_shadows = draw(square.list, vertices, camera);
  const glm::vec2 middle(camera.project({0, 0, 0}, renderer_size_px));
  const float expected = brightness(color_at(without_shadows, middle));
  for (int y = -40; y <= 40; y += 2)
    for (int x = -40; x <= 40; x += 2)
      ASSERT_NEAR(brightness(color_at(image, middle + glm::vec2(x, y))), expected, 0.04f)
          << x << ", " << y << " pixels from the middle";
}

TEST_F(RendererTest, PolishMirrorsTheStudio) {
  // Black, and oriented to reflect the fill light from behind.
  FlatSquare square;
  const Camera camera{{0, 0, 0}, 6.0f, 0.0f, 20.0f, 35.0f};
  const glm::vec3 to_fill = glm::normalize(glm::vec3(0.9f, 1.0f, -1.1f));
  const glm::vec3 normal = glm::normalize(to_fill - camera.forward());
  const glm::vec3 right = glm::normalize(glm::cross({0, 1, 0}, normal));
  for (PublishedVertex& vertex : square.vertices) {
    vertex.position_m =
        right * vertex.position_m.x + glm::cross(normal, right) * vertex.position_m.y;
    vertex.normal = normal;
  }
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const auto brightness_of = [&](float roughness) {
    square.list.parts[0].material = {glm::vec3(0.0f), glm::vec3(0.0f), roughness};
    return brightness(color_of(draw(square.list, vertices, camera), camera, {0, 0, 0}));
  };
  EXPECT_GT(brightness_of(0.2f), brightness_of(0.8f) + 0.1f);
}

TEST_F(RendererTest, WireframeShowsEdges) {
  const FlatSquare square;
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  const Image image = draw(square.list, vertices, camera, {.mode = ViewMode::wireframe});
  const float on_edge = brightness(color_of(image, camera, {0, 0, 0}));
  const float inside = brightness(color_of(image, camera, {0.3f, -0.3f, 0}));
  EXPECT_GT(on_edge, inside + 0.1f);
}

TEST_F(RendererTest, ConstraintsHaveTheColorsOfTheirClasses) {
  FlatSquare square;
  square.list.constraint_lines.push_back({"stretch", {{0, 2}, {1, 3}, {0, 3}}, {0, 3, 17}});
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  const ViewOptions view{.mode = ViewMode::constraint_colors, .pixel_scale = 4.0f};
  const Image image = draw(square.list, vertices, camera, view);
  const auto expect_class = [&](glm::vec3 point_m, int index) {
    EXPECT_LT(glm::distance(color_of(image, camera, point_m), constraint_color(index)), 0.05f)
        << index;
  };
  expect_class({-1, 0.5f, 0}, 0);
  expect_class({1, 0.5f, 0}, 3);
  expect_class({0.5f, 0.5f, 0}, 17);
  // An index out of range draws no lines.
  const Image none = draw(square.list, vertices, camera,
                          {.mode = ViewMode::constraint_colors, .constraint_lines = 5});
  EXPECT_LT(brightness(color_of(none, camera, {0.5f, 0.5f, 0})), 0.4f);
}

TEST_F(RendererTest, FieldsGoFromVioletToYellow) {
  FlatSquare square;
  square.list.fields.push_back({"strain", "", 2.0f, 4.0f});
  for (int i = 0; i < 4; ++i) square.vertices[i].scalar = i % 2 == 0 ? 2.0f : 4.0f;
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  const Image image = draw(square.list, vertices, camera, {.mode = ViewMode::scalar_field});
  const glm::vec3 low = color_of(image, camera, {-0.95f, 0, 0});
  const glm::vec3 high = color_of(image, camera, {0.95f, 0, 0});
  EXPECT_GT(low.z, low.y);
  EXPECT_GT(high.x, high.z + 0.3f);
  EXPECT_GT(high.y, high.z + 0.3f);
}

TEST_F(RendererTest, OverlaysFollowVerticesAndAreNeverHidden) {
  const FlatSquare square;
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const Camera behind{{0, 0, 0}, 5.0f, 180.0f, 0.0f, 35.0f};
  Overlay overlay;
  overlay.points.push_back({{3, {}}, {0, 1, 0}, 15.0f});
  overlay.lines.push_back({{-1, {-0.5f, 0, 0.5f}}, {-1, {0.5f, 0, 0.5f}}, {1, 1, 0}, 7.0f});
  overlay.points.push_back({{99, {-0.9f, -0.9f, 0}}, {0, 1, 0}, 15.0f});  // no such vertex
  const Image image = draw(square.list, vertices, behind, {}, overlay);
  EXPECT_LT(glm::distance(color_of(image, behind, {1, 1, 0}), {0, 1, 0}), 0.05f);
  EXPECT_LT(glm::distance(color_of(image, behind, {0, 0, 0.5f}), {1, 1, 0}), 0.05f);
  EXPECT_LT(glm::distance(color_of(image, behind, {-0.9f, -0.9f, 0}), {0, 1, 0}), 0.05f);
}

TEST_F(RendererTest, OverlayLinesMayReachBehindTheEye) {
  const FlatSquare square;
  SharedVertices vertices(4, exec);
  square.publish(vertices);
  const Camera camera{{0, 0, 0}, 5.0f, 0.0f, 0.0f, 35.0f};
  const Anchor here{-1, {0, 0, 0}}, behind{-1, {0, 1.0f, 20.0f}};
  for (const OverlayLine& line : {OverlayLine{here, behind}, OverlayLine{behind, here}}) {
    Overlay overlay;
    overlay.lines.push_back({line.from, line.to, {1, 1, 0}, 7.0f});
    const Image image = draw(square.list, vertices, camera, {}, overlay);
    EXPECT_LT(glm::distance(color_of(image, camera, {0, 0.1f, 2.0f}), {1, 1, 0}), 0.05f);
    EXPECT_GT(glm::distance(color_at(image, {240, 300}), {1, 1, 0}), 0.3f) << "on one side only";
  }
}

TEST_F(RendererTest, NamesWhatIsWrongWithADrawList) {
  FlatSquare square;
  square.list.triangles[1].z = 4;
  try {
    renderer.set_draw_list(square.list);
    FAIL() << "vertex 4 of 4 was taken";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_NE(std::string(error.what()).find("vertex 4"), std::string::npos) << error.what();
  }
}

TEST_F(RendererTest, RefusesVerticesOfAnotherScene) {
  const FlatSquare square;
  SharedVertices vertices(5, exec);
  renderer.set_draw_list(square.list);
  EXPECT_THROW(renderer.draw({}, vertices, {}, {}, renderer_size_px), Error);
}

TEST_F(RendererTest, ShadersAreReadAgainFromTheSources) {
  const auto folder = data_folder("shaders");
  if (folder.empty()) GTEST_SKIP() << "run away from the sources that it was built of";
  Renderer of_sources(*context, folder);
  EXPECT_FALSE(of_sources.shaders_changed());
  EXPECT_EQ(of_sources.reload_shaders(), "");
}

TEST_F(RendererTest, TakesAShaderThatChangedAndRefusesABrokenOne) {
  const TemporaryFolder folder;
  for (const EmbeddedFile& file : shader_files)
    std::ofstream(folder.path() / file.path) << file.text;
  const std::string light = read_embedded_shader("shade.comp");
  Renderer edited(*context, renderer.quality(), folder.path());
  int seconds = 0;
  const auto save = [&](const std::string& text) {
    const auto path = folder.path() / "shade.comp";
    std::ofstream(path) << text;
    // Saved later by more than a file system's time resolution.
    fs::last_write_time(path, fs::last_write_time(path) + std::chrono::seconds(++seconds));
  };
  const auto changed = [&] {
    const bool at_once = edited.shaders_changed();
    EXPECT_FALSE(at_once) << "it may still be being saved";
    return edited.shaders_changed();
  };
  SharedVertices none(0, exec);
  edited.set_draw_list({});
  const auto corner_color = [&] {
    edited.draw({}, none, {}, {}, renderer_size_px);
    return color_at(read_picture(edited), {3, 3});
  };
  const glm::vec3 before = corner_color();
  EXPECT_FALSE(changed());

  const std::size_t end = light.rfind('}');
  ASSERT_NE(end, std::string::npos);
  save(light.substr(0, end) + "  imageStore(encoded, pixel, vec4(0.0, 1.0, 0.0, 1.0));\n}\n");
  ASSERT_TRUE(changed());
  EXPECT_FALSE(changed()) << "it said so once";
  EXPECT_EQ(edited.reload_shaders(), "");
  const glm::vec3 green = corner_color();
  EXPECT_GT(glm::distance(green, before), 0.5f);
  EXPECT_GT(green.y, green.x + 0.5f);

  save("this is not GLSL\n" + light);
  ASSERT_TRUE(changed());
  EXPECT_EQ(edited.reload_shaders().rfind("shaders/shade.comp:1: ", 0), 0u);
  EXPECT_LT(glm::distance(corner_color(), green), 0.01f) << "the old picture stays";
  context->take_messages();  // some drivers report it as well

  save(light);
  ASSERT_TRUE(changed());
  EXPECT_EQ(edited.reload_shaders(), "");
  EXPECT_LT(glm::distance(corner_color(), before), 0.01f);
}

TEST_F(RendererTest, ABrokenShaderIsNamedWithFileAndLine) {
  const ShaderReader broken = [](const std::string& name) {
    std::string text = read_embedded_shader(name);
    if (name == "studio.glsl") text = "// fine\nthis is not GLSL\n" + text;
    return text;
  };
  try {
    build_compute_program(broken, "shade.comp");
    FAIL() << "it compiled";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).rfind("shaders/studio.glsl:2: ", 0), 0u) << error.what();
  }
  context->take_messages();  // some drivers report it as well
}

}  // namespace
}  // namespace limber
