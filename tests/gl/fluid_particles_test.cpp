// Individual fluid particles: as spheres, picked, or unused.

#include "fluid_fixture.h"
#include "kernels/error.h"

namespace limber {
namespace {

using FluidParticlesTest = FluidTest;

TEST_F(FluidParticlesTest, ParticlesThatAreNotThereDrawNothing) {
  ParticleBlocks blocks;
  blocks.fill({-0.5f, -0.5f, -0.1f}, {0.5f, 0.5f, 0.1f}, paint({0.05f, 0.05f, 0.6f}));
  blocks.list.fields.push_back({"speed", "m/s", 0.0f, 1.0f});
  blocks.list.ground = true;
  blocks.list.ground_height_m = -0.6f;
  for (PublishedVertex& vertex : blocks.vertices) vertex.quaternion_w = 0.0f;
  ParticleBlocks none;
  none.list = blocks.list;
  none.list.fluids.clear();
  none.vertices = blocks.vertices;
  const ViewOptions views[] = {
      {}, {.spheres = true}, {.mode = ViewMode::scalar_field}, {.mode = ViewMode::wireframe}};
  for (const ViewOptions& view : views) {
    const Image with = draw(blocks, in_front, view), without = draw(none, in_front, view);
    EXPECT_EQ(with.rgba8, without.rgba8);
  }
}

TEST_F(FluidParticlesTest, ParticlesAreSpheresInOtherViews) {
  ParticleBlocks one;
  one.fill({-0.2f, -0.2f, -0.2f}, {0.2f, 0.2f, 0.2f}, paint({0.05f, 0.05f, 0.6f}));
  one.list.fluids[0].radius_m = 0.2f;  // a single one
  one.list.fluids[0].count = 1;
  one.vertices[0].position_m = glm::vec3(0.0f);
  one.vertices[0].scalar = 4.0f;
  one.list.fields.push_back({"speed", "m/s", 2.0f, 4.0f});
  const auto wide = [&](const ViewOptions& view) {
    const Image image = draw(one, in_front, view);
    ParticleBlocks none;
    none.list.bounds_min_m = one.list.bounds_min_m;
    const Image empty = draw(none, in_front);
    int covered = 0;
    for (int x = 0; x < fluid_size_px.x; ++x)
      covered += glm::distance(color_at(image, {x, fluid_middle.y}),
                               color_at(empty, {x, fluid_middle.y})) > 0.1f;
    return static_cast<float>(covered);
  };
  const float px_per_m = fluid_size_px.y / (2.0f * 3.0f * std::tan(glm::radians(17.5f)));
  EXPECT_NEAR(wide({.spheres = true}), 0.4f * px_per_m, 3.0f);
  EXPECT_NEAR(wide({.mode = ViewMode::scalar_field}), 0.4f * px_per_m, 3.0f);
  EXPECT_NEAR(wide({.mode = ViewMode::wireframe}), 0.2f * px_per_m, 3.0f);

  const glm::vec3 blue = film_at(draw(one, in_front, {.spheres = true}), fluid_middle);
  EXPECT_GT(blue.z, blue.x + 0.2f);
  const glm::vec3 yellow =
      film_at(draw(one, in_front, {.mode = ViewMode::scalar_field}), fluid_middle);
  EXPECT_GT(yellow.x, yellow.z + 0.2f);
}

/// A sphere of 1.5 radii, times its scale.
TEST_F(FluidParticlesTest, DropsAreAsSmallAsTheyAreSaidToBe) {
  ParticleBlocks one;
  one.fill({-0.2f, -0.2f, -0.2f}, {0.2f, 0.2f, 0.2f}, paint({0.05f, 0.05f, 0.6f}));
  one.list.fluids[0].radius_m = 0.2f;  // a single one
  one.list.fluids[0].count = 1;
  one.vertices[0].position_m = glm::vec3(0.0f);
  ParticleBlocks none = one;
  none.vertices[0].quaternion_w = 0.0f;
  const Image empty = draw(none, in_front);
  const auto pixels = [&](float share) {
    one.vertices[0].quaternion_w = share;
    const Image image = draw(one, in_front);
    int changed = 0;
    for (int y = 0; y < fluid_size_px.y; ++y)
      changed +=
          color_at(image, {fluid_middle.x, y}) != color_at(empty, {fluid_middle.x, y}) ? 1 : 0;
    return changed;
  };
  const int whole = pixels(1.0f), half = pixels(0.5f);
  EXPECT_GT(half, 0);
  EXPECT_NEAR(half, 0.5 * whole, 0.15 * whole);
}

TEST_F(FluidParticlesTest, AParticleCanBePicked) {
  ParticleBlocks blocks;
  blocks.fill({-0.5f, -0.5f, -0.1f}, {0.5f, 0.5f, 0.1f}, clear_fluid);
  SharedVertices published(blocks.list.vertex_count, exec);
  publish_copy(blocks.vertices, published);
  renderer.set_draw_list(blocks.list);
  const glm::vec3 point_m(0.13f, -0.21f, 0.1f);  // in front of a particle's centre
  const glm::vec2 at(in_front.project(point_m, fluid_size_px));
  const std::optional<Pick> found = renderer.pick(in_front, published, at, fluid_size_px);
  ASSERT_TRUE(found);
  ASSERT_GE(found->vertex, 0);
  EXPECT_LT(glm::distance(blocks.vertices[found->vertex].position_m, point_m), 1.5f * radius_m);
  EXPECT_LT(glm::distance(found->position_m, point_m), 2.0f * radius_m);
  EXPECT_FALSE(renderer.pick(in_front, published, {5, 5}, fluid_size_px));

  for (PublishedVertex& vertex : blocks.vertices) vertex.quaternion_w = 0.0f;
  publish_copy(blocks.vertices, published);
  EXPECT_FALSE(renderer.pick(in_front, published, at, fluid_size_px));
}

TEST_F(FluidParticlesTest, NamesWhatIsWrongWithAFluid) {
  ParticleBlocks good;
  good.fill(glm::vec3(-0.1f), glm::vec3(0.1f), clear_fluid);
  const auto refused = [&](auto change) {
    DrawList list = good.list;
    change(list);
    try {
      renderer.set_draw_list(list);
    } catch (const Error& error) {
      return error.code() == ExitCode::bad_input;
    }
    return false;
  };
  EXPECT_FALSE(refused([](DrawList&) {}));
  EXPECT_TRUE(refused([](DrawList& list) { list.fluids[0].first_vertex = 1; }));
  EXPECT_TRUE(refused([](DrawList& list) { list.fluids[0].radius_m = 0.0f; }));
  EXPECT_TRUE(refused([](DrawList& list) { list.fluids[0].refraction = 0.5f; }));
  EXPECT_TRUE(refused([](DrawList& list) { list.fluids[0].absorption_per_m.y = -1.0f; }));
  EXPECT_TRUE(refused([](DrawList& list) { list.fluids.resize(9, list.fluids[0]); }));
}

}  // namespace
}  // namespace limber
