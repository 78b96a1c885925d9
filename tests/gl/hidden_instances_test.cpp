// Instances that are hidden, and small triangles drawn by compute shaders.

#include <array>
#include <random>
#include <utility>

#include "instances_fixture.h"
#include "publish_copy.h"

namespace limber {
namespace {

/// 2,000 small blocks on all sides of a large one, or all in it.
class HiddenInstancesTest : public InstancesTest {
 protected:
  HiddenInstancesTest() {
    StaticMesh small = make_block(), large = make_block();
    for (glm::vec3& x : small.positions_m) x *= 0.1f;
    for (glm::vec3& x : large.positions_m) x = 5.0f * (x - glm::vec3(0.2f, 0.1f, 0.0f));
    large.material.front_color = {0.05f, 0.05f, 0.8f};
    list.instances = {{small, 0, blocks}, {large, blocks, 1}};
    list.vertex_count = blocks + 1;
    list.bounds_min_m = glm::vec3(-2.0f);
    list.bounds_max_m = glm::vec3(2.0f);
    renderer.set_draw_list(list);
    place(1.0f);
  }
  /// spread: 1 to fill a cube around the large block; 0.2: the blocks are inside of it.
  void place(float spread, glm::vec3 large_at_m = glm::vec3(0.0f)) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> any(-1.3f, 1.3f);
    std::vector<PublishedVertex> poses;
    for (int i = 0; i < blocks; ++i) {
      const glm::vec3 at_m(any(random), any(random), any(random));
      const float angle = any(random);
      poses.push_back(
          {spread * at_m, at_m.x, glm::vec3(0.0f, std::sin(angle), 0.0f), std::cos(angle)});
    }
    poses.push_back({large_at_m, 0.0f, glm::vec3(0.0f), 1.0f});
    publish_copy(poses, vertices);
  }
  /// A picture, and the number of triangles drawn for it.
  std::pair<Image, unsigned> drawn_by(Renderer& drawing) {
    const unsigned triangles =
        counted([&] { drawing.draw(camera, vertices, {}, {}, instances_size_px); });
    return {read_picture(drawing), triangles};
  }
  Image drawn_anew() {
    Renderer another(*context, renderer.quality());
    another.set_draw_list(list);
    return drawn_by(another).first;
  }

  static constexpr int blocks = 2000;
  DrawList list;
  SharedVertices vertices{blocks + 1, exec};
};

TEST_F(HiddenInstancesTest, AreNotDrawn) {
  const auto [all, triangles_of_all] = drawn_by(renderer);
  drawn_by(renderer);
  const auto [image, triangles] = drawn_by(renderer);
  EXPECT_LT(triangles, 0.7f * static_cast<float>(triangles_of_all)) << "those behind others";
  EXPECT_EQ(difference(image, all), 0.0f);

  place(0.2f);
  const Image inside = drawn_anew();
  drawn_by(renderer);
  const auto [next, triangles_of_one] = drawn_by(renderer);
  EXPECT_EQ(triangles_of_one, 3u * 12u) << "the large block, for the eye, the light and the sky";
  EXPECT_EQ(difference(next, inside), 0.0f);
}

TEST_F(HiddenInstancesTest, AreDrawnInTheFirstPictureThatShowsThem) {
  place(0.2f);
  for (int i = 0; i < 3; ++i) drawn_by(renderer);
  const Image hidden = drawn_by(renderer).first;
  place(0.2f, {0.0f, 0.0f, -1.5f});
  const Image revealed = drawn_by(renderer).first;
  EXPECT_GT(difference(revealed, hidden), 0.05f);
  EXPECT_EQ(difference(revealed, drawn_anew()), 0.0f);

  camera.yaw_deg += 150.0f;
  EXPECT_EQ(difference(drawn_by(renderer).first, drawn_anew()), 0.0f) << "from the other side";
  camera.distance_m = 0.3f;
  EXPECT_EQ(difference(drawn_by(renderer).first, drawn_anew()), 0.0f) << "among them";
}

/// Small triangles drawn by compute shaders, against all triangles drawn by OpenGL, which rounds
/// the places of corners to parts of a pixel.
class SmallTrianglesTest : public HiddenInstancesTest {
 protected:
  void expect_alike(const DrawList& drawn, SharedVertices& with, const ViewOptions& view = {},
                    float different = 3e-3f) {
    Image images[2];
    unsigned triangles[2];
    for (Renderer* each : {&renderer, &compute}) {
      const int i = each == &compute;
      each->set_draw_list(drawn);
      for (int picture = 0; picture < 2; ++picture)
        triangles[i] = counted([&] { each->draw(camera, with, view, {}, instances_size_px); });
      images[i] = read_picture(*each);
    }
    EXPECT_LT(difference(images[0], images[1]), different) << static_cast<int>(view.mode);
    EXPECT_LT(triangles[1], triangles[0]);
  }

  Renderer compute{*context, quality_of(*context, {5e3f})};
};

TEST_F(SmallTrianglesTest, LookTheSameInEveryView) {
  list.fields = {{"speed", "m/s", -1.5f, 0.5f}};
  list.ground = true;
  list.ground_height_m = -0.3f;
  for (const ViewMode mode : {ViewMode::shaded, ViewMode::wireframe, ViewMode::constraint_colors,
                              ViewMode::scalar_field}) {
    place(1.0f);
    expect_alike(list, vertices, {.mode = mode});
    place(0.4f, {0.0f, 0.0f, -0.5f});
    expect_alike(list, vertices, {.mode = mode});
  }
}

TEST_F(SmallTrianglesTest, LookTheSameNearTheEyeAndFarAway) {
  for (const float distance_m : {0.2f, 1.0f, 20.0f}) {
    camera.distance_m = distance_m;
    expect_alike(list, vertices);
  }
}

TEST_F(SmallTrianglesTest, AreLeftToOpenGlWhereThereAreFew) {
  const auto drawn_with = [&](const SmallTriangleLimits& small) {
    Renderer another(*context, quality_of(*context, small));
    another.set_draw_list(list);
    std::array<unsigned, 2> triangles{};
    for (unsigned& each : triangles) each = drawn_by(another).second;
    return triangles;
  };
  const std::array none = drawn_with({}), all = drawn_with({5e3f});
  EXPECT_LT(all[0], none[0] / 10);
  EXPECT_EQ(drawn_with({5e3f, 12}), all) << "a block has 12";
  EXPECT_GT(drawn_with({5e3f, 13})[0], none[0] / 4) << "in the picture, though not in the maps";
  EXPECT_EQ(drawn_with({5e3f, 0, 12 * blocks + 1}), none);
  const std::array later = drawn_with({5e3f, 0, 6 * blocks});
  EXPECT_EQ(later[0], none[0]) << "counted in the picture before";
  EXPECT_LT(later[1], none[1] / 10);
}

TEST_F(SmallTrianglesTest, FilmsDrawThemFromTheFirstPictureOn) {
  Renderer counting(*context, quality_of(*context, {5e3f, 0, 6 * blocks}));
  counting.set_draw_list(list);
  const auto triangles_on = [&](Canvas canvas) {
    return counted([&] { counting.draw(camera, vertices, {}, {}, instances_size_px, {}, canvas); });
  };
  const unsigned of_film = triangles_on(Canvas::film);
  compute.set_draw_list(list);
  EXPECT_EQ(of_film, drawn_by(compute).second);
  EXPECT_GT(drawn_by(renderer).second, 10 * of_film);
}

TEST_F(SmallTrianglesTest, APickDoesNotChangeHowThePictureIsDrawn) {
  Renderer counting(*context, quality_of(*context, {5e3f, 0, 6 * blocks}));
  counting.set_draw_list(list);
  drawn_by(counting);
  const auto [image, triangles] = drawn_by(counting);
  EXPECT_TRUE(counting.pick(camera, vertices, glm::vec2(instances_size_px / 2), instances_size_px));
  const auto [after, triangles_after] = drawn_by(counting);
  EXPECT_EQ(triangles_after, triangles);
  EXPECT_EQ(difference(after, image), 0.0f);
}

TEST_F(SmallTrianglesTest, OfOpenMeshesShowBothSides) {
  StaticMesh sheet = make_block();
  sheet.triangles = {sheet.triangles.begin() + 8, sheet.triangles.begin() + 10};
  sheet.material.back_color = {0.1f, 0.8f, 0.1f};
  const PosedMeshes sheets(sheet, {{{-0.5f, 0, 0}}, {{0.3f, 0, 0}, turned(180, {0, 1, 0})}});
  SharedVertices published(sheets.list.vertex_count, exec);
  sheets.publish(published);
  expect_alike(sheets.list, published);
}

TEST_F(SmallTrianglesTest, OfSpheresHaveTheColorsOfTheirBodies) {
  DrawList spheres = list;
  spheres.spheres = {{0, 40, 0.1f, 4}};
  expect_alike(spheres, vertices, {.spheres = true}, 1e-2f);
}

}  // namespace
}  // namespace limber
