// Transparent surfaces over the picture.

#include "fluid_fixture.h"

namespace limber {
namespace {

constexpr glm::vec3 tint{0.9f, 0.6f, 0.3f};
constexpr float transparency = 0.8f;

/// A single pane facing the viewer, placed so that it reflects no bright part of the studio.
StaticMesh pane(float z_m, float half_m = 4.0f) {
  StaticMesh mesh = make_wall(z_m, half_m, tint);
  mesh.material.transparency = transparency;
  mesh.material.roughness = 0.05f;
  return mesh;
}

class TransparentTest : public FluidTest {
 protected:
  glm::vec3 behind(const std::vector<StaticMesh>& panes, const ViewOptions& view = {}) {
    ParticleBlocks blocks;
    blocks.list.scenery = {make_wall(-1.0f, 4.0f, glm::vec3(0.45f))};
    for (const StaticMesh& mesh : panes) blocks.list.scenery.push_back(mesh);
    return light_at(draw(blocks, in_front, view), fluid_middle);
  }
};

/// Expects the head-on transmittance, and at most the reflected and scattered light.
void expect_seen_through(int sides, const glm::vec3& without, const glm::vec3& with) {
  for (int k = 0; k < 3; ++k) {
    const float passed = std::pow(transparency * tint[k] * 0.96f, static_cast<float>(sides));
    EXPECT_GT(with[k], without[k] * passed - 0.02f) << k;
    EXPECT_LT(with[k], without[k] * passed + 0.25f * tint[k] * static_cast<float>(sides)) << k;
  }
  EXPECT_LT(with.z, 0.8f * with.x) << "it has the colour of the pane";
}

TEST_F(TransparentTest, ASideLetsItsShareThrough) {
  const glm::vec3 without = behind({});
  const glm::vec3 one = behind({pane(0.0f)}), two = behind({pane(0.0f), pane(0.3f)});
  expect_seen_through(1, without, one);
  expect_seen_through(2, without, two);
  EXPECT_LT(two.z / two.x, 0.95f * one.z / one.x) << "two tint more";
}

/// Light that is not transmitted is scattered as by an opaque surface.
TEST_F(TransparentTest, WhatDoesNotGoThroughIsScattered) {
  const glm::vec3 without = behind({});
  StaticMesh opaque = pane(0.0f);
  opaque.material.transparency = 0.0f;
  const glm::vec3 closed = behind({opaque});
  for (const float through : {0.9f, 0.6f, 0.3f}) {
    StaticMesh mesh = pane(0.0f);
    mesh.material.transparency = through;
    const glm::vec3 with = behind({mesh});
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(with[k], without[k] * through * tint[k] * 0.96f + closed[k] * (1.0f - through),
                  0.06f)
          << through << " " << k;
  }
}

TEST_F(TransparentTest, IsSeenInEveryView) {
  const glm::vec3 without = behind({});
  for (const ViewMode mode : {ViewMode::wireframe, ViewMode::constraint_colors}) {
    ViewOptions view;
    view.mode = mode;
    EXPECT_LT(behind({pane(0.0f)}, view).z, 0.7f * without.z);
  }
}

TEST_F(TransparentTest, TheOrderIsNoMatter) {
  StaticMesh other = pane(0.3f);
  other.material.front_color = other.material.back_color = glm::vec3(0.3f, 0.9f, 0.9f);
  const glm::vec3 first = behind({pane(0.0f), other}), second = behind({other, pane(0.0f)});
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(first[k], second[k], 0.01f) << k;
}

TEST_F(TransparentTest, IsHiddenByWhatIsInFront) {
  const glm::vec3 without = behind({}), with = behind({pane(-1.5f)});
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(with[k], without[k], 0.01f) << k;
}

TEST_F(TransparentTest, IsHiddenByAFluidInFrontAndSeenBeforeOne) {
  const auto seen = [&](float z_m) {
    ParticleBlocks blocks;
    blocks.fill({-0.5f, -0.5f, -0.1f}, {0.5f, 0.5f, 0.1f}, paint({0.5f, 0.5f, 0.5f}));
    if (z_m < 5.0f) blocks.list.scenery.push_back(pane(z_m));
    return light_at(draw(blocks, in_front), fluid_middle);
  };
  const glm::vec3 alone = seen(9.0f), pane_behind = seen(-0.5f), pane_before = seen(0.5f);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(pane_behind[k], alone[k], 0.01f) << k;
  EXPECT_LT(pane_before.z, 0.7f * alone.z);
}

/// An instanced body looks the same as a static mesh.
TEST_F(TransparentTest, BodiesAreTransparentToo) {
  ParticleBlocks blocks;
  blocks.list.scenery = {make_wall(-1.0f, 4.0f, glm::vec3(0.45f))};
  blocks.vertices = {{glm::vec3(0.0f), 0.0f, glm::vec3(0.0f), 1.0f}};
  blocks.list.vertex_count = 1;
  blocks.list.instances.push_back({pane(0.0f, 1.5f), 0, 1});
  const glm::vec3 body = light_at(draw(blocks, in_front), fluid_middle);
  const glm::vec3 still = behind({pane(0.0f, 1.5f)});
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(body[k], still[k], 0.02f) << k;
}

/// Its shadow is lighter than an opaque surface's.
TEST_F(TransparentTest, ThrowsALightShadow) {
  const auto ground = [&](float through) {
    ParticleBlocks blocks;
    blocks.list.ground = true;
    StaticMesh roof;
    roof.positions_m = {{-1, 0.5f, -1}, {1, 0.5f, -1}, {1, 0.5f, 1}, {-1, 0.5f, 1}};
    roof.normals.assign(4, glm::vec3(0, -1, 0));
    roof.triangles = {{0, 1, 2}, {0, 2, 3}};
    roof.material.transparency = through;
    if (through >= 0.0f) blocks.list.scenery = {roof};
    const Camera camera{{0, 0.05f, 0}, 1.5f, 0.0f, 8.0f, 35.0f};
    return light_at(draw(blocks, camera), pixel_of(camera, {0.0f, 0.0f, 0.0f})).y;
  };
  const float open = ground(-1.0f), glass = ground(0.9f), wood = ground(0.0f);
  EXPECT_LT(wood, 0.8f * open);
  EXPECT_GT(glass, wood + 0.4f * (open - wood));
  EXPECT_LT(glass, open);
}

}  // namespace
}  // namespace limber
