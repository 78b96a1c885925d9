// Screen-space fluids.

#include <algorithm>
#include <cmath>

#include "fluid_fixture.h"

namespace limber {
namespace {

/// A slab of 0.2 m in front of a wall, on which it casts no shadow.
struct Slab : ParticleBlocks {
  explicit Slab(const DrawnFluid& fluid) {
    fill({-0.5f, -0.5f, -0.1f}, {0.5f, 0.5f, 0.1f}, fluid);
    list.scenery.push_back(make_wall(-1.0f, 4.0f, glm::vec3(0.45f)));
  }
};

TEST_F(FluidTest, AbsorbsByItsThickness) {
  DrawnFluid dyed = clear_fluid;
  dyed.absorption_per_m = {5.0f, 2.0f, 0.5f};
  const glm::vec3 without = light_at(draw(Slab(clear_fluid), in_front), fluid_middle);
  const glm::vec3 with = light_at(draw(Slab(dyed), in_front), fluid_middle);
  // Head on it reflects 2% of a wall of 0.7, tinted or not.
  const glm::vec3 passed = (with - 0.014f) / (without - 0.014f);
  for (int k = 0; k < 3; ++k)
    EXPECT_NEAR(passed[k], std::exp(-dyed.absorption_per_m[k] * 0.2f), 0.03f) << k;
}

TEST_F(FluidTest, AbsorbsByWhatIsInFrontOfASolidOnly) {
  DrawnFluid dyed = clear_fluid;
  dyed.absorption_per_m = glm::vec3(5.0f);
  Slab slab(dyed), same(clear_fluid);
  for (Slab* it : {&slab, &same}) it->list.scenery[0] = make_wall(0.0f, 4.0f, glm::vec3(0.45f));
  const glm::vec3 without = light_at(draw(same, in_front), fluid_middle);
  const glm::vec3 with = light_at(draw(slab, in_front), fluid_middle);
  // The wall inside is shaded by at least 0.1 m of fluid above it.
  const float passed = (with.x - 0.014f) / (without.x - 0.014f);
  EXPECT_LT(passed, std::exp(-5.0f * 0.1f) + 0.03f);
  EXPECT_GT(passed, std::exp(-5.0f * 0.1f) * 0.5f);
}

TEST_F(FluidTest, TwoFluidsAbsorbOneAfterTheOther) {
  DrawnFluid red = clear_fluid, blue = clear_fluid;
  red.absorption_per_m = {0.0f, 3.0f, 3.0f};
  blue.absorption_per_m = {4.0f, 4.0f, 0.0f};
  Slab slab(red), same(clear_fluid);
  const glm::vec3 low_m(-0.5f, -0.5f, 0.3f), high_m(0.5f, 0.5f, 0.4f);
  slab.fill(low_m, high_m, blue);
  same.fill(low_m, high_m, clear_fluid);
  const glm::vec3 without = light_at(draw(same, in_front), fluid_middle);
  const glm::vec3 with = light_at(draw(slab, in_front), fluid_middle);
  const glm::vec3 passed = (with - 0.014f) / (without - 0.014f);
  const glm::vec3 expected = glm::exp(-0.2f * red.absorption_per_m - 0.1f * blue.absorption_per_m);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(passed[k], expected[k], 0.04f) << k;
}

TEST_F(FluidTest, ShowsItsOwnColorWhereItIsThick) {
  ParticleBlocks blocks;
  blocks.fill({-0.6f, -0.3f, -0.1f}, {-0.1f, 0.3f, 0.1f}, paint({0.6f, 0.05f, 0.05f}));
  blocks.fill({0.1f, -0.3f, -0.1f}, {0.6f, 0.3f, 0.1f}, paint({0.05f, 0.05f, 0.6f}));
  const Image image = draw(blocks, in_front);
  const glm::vec3 left = film_at(image, pixel_of(in_front, {-0.35f, 0, 0}));
  const glm::vec3 right = film_at(image, pixel_of(in_front, {0.35f, 0, 0}));
  EXPECT_GT(left.x, left.z + 0.3f);
  EXPECT_GT(right.z, right.x + 0.3f);
}

/// Mean difference of neighbouring pixels around the centre.
float roughness_of(const Image& image) {
  float sum = 0.0f;
  constexpr int reach = 30;
  for (int y = -reach; y < reach; ++y)
    for (int x = -reach; x < reach; ++x) {
      const auto at = [&](int dx, int dy) {
        return brightness(color_at(image, glm::vec2(fluid_middle + glm::ivec2(x + dx, y + dy))));
      };
      sum += std::abs(at(2, 0) - at(-2, 0)) + std::abs(at(0, 2) - at(0, -2));
    }
  return sum / (8.0f * reach * reach);
}

TEST_F(FluidTest, TheSurfaceOfAPoolIsFlat) {
  ParticleBlocks pool;
  pool.fill({-0.5f, -0.1f, -0.5f}, {0.5f, 0.0f, 0.5f}, paint(glm::vec3(0.5f)), 0.5f);
  Quality quality = renderer.quality();
  quality.fluid_pairs = 0;
  Renderer unfiltered(*context, quality);
  for (const float pitch_deg : {80.0f, 35.0f}) {
    const Camera camera{{0, 0, 0}, 1.2f, 20.0f, pitch_deg, 35.0f};
    const float flat = roughness_of(draw(pool, camera));
    EXPECT_LT(flat, 0.006f) << pitch_deg;
    EXPECT_GT(roughness_of(draw(unfiltered, pool, camera)), 4.0f * flat) << pitch_deg;
  }
}

TEST_F(FluidTest, HidesWhatIsBehindAndIsHiddenByWhatIsInFront) {
  ParticleBlocks blocks;
  blocks.fill({-0.5f, -0.5f, -0.1f}, {0.5f, 0.5f, 0.1f}, paint({0.05f, 0.05f, 0.6f}));
  blocks.list.scenery.push_back(make_wall(-0.3f, 0.3f, {0.7f, 0.05f, 0.05f}));
  const glm::vec3 behind = film_at(draw(blocks, in_front), fluid_middle);
  EXPECT_GT(behind.z, behind.x + 0.2f);
  blocks.list.scenery[0] = make_wall(0.3f, 0.3f, {0.7f, 0.05f, 0.05f});
  const Image hidden = draw(blocks, in_front);
  ParticleBlocks alone;
  alone.list.scenery = blocks.list.scenery;
  EXPECT_LT(
      glm::distance(film_at(hidden, fluid_middle), film_at(draw(alone, in_front), fluid_middle)),
      0.02f);
  const glm::vec3 beside = film_at(hidden, pixel_of(in_front, {0.42f, 0, 0}));
  EXPECT_GT(beside.z, beside.x + 0.2f);
}

TEST_F(FluidTest, LeavesNoHemAroundWhatIsInFront) {
  DrawnFluid dyed = clear_fluid;
  dyed.absorption_per_m = glm::vec3(5.0f);
  Slab slab(dyed);
  slab.list.scenery.push_back(make_wall(0.5f, 0.15f, glm::vec3(0.02f)));
  const Image image = draw(slab, in_front);
  const glm::ivec2 edge = pixel_of(in_front, {0.15f, 0, 0.5f});
  const float far_off = brightness(film_at(image, edge + glm::ivec2(14, 0)));
  for (int x = 3; x < 8; ++x)
    EXPECT_NEAR(brightness(film_at(image, edge + glm::ivec2(x, 0))), far_off, 0.015f) << x;
}

TEST_F(FluidTest, TheGroundHidesWhatIsBelowIt) {
  ParticleBlocks blocks;
  blocks.fill({-0.3f, -0.6f, -0.1f}, {0.3f, -0.2f, 0.1f}, paint({0.05f, 0.05f, 0.6f}));
  const Camera camera{{0, -0.3f, 0}, 3.0f, 0.0f, 30.0f, 35.0f};
  const auto blue_at = [&](glm::vec3 point_m) {
    const glm::vec3 color = film_at(draw(blocks, camera), pixel_of(camera, point_m));
    return color.z - color.x;
  };
  EXPECT_GT(blue_at({0, -0.3f, 0.1f}), 0.2f);
  blocks.list.ground = true;
  EXPECT_LT(blue_at({0, -0.3f, 0.1f}), 0.1f);
}

TEST_F(FluidTest, BendsWhatIsSeenThroughIt) {
  // The edge of a dark wall, seen through the slab at 40 degrees, is displaced as by a plane slab
  // of water: sideways by t sin(a - b) / cos(b).
  const Camera camera{{0, 0, 0}, 3.0f, 40.0f, 0.0f, 35.0f};
  const auto edge_px = [&](float index) {
    DrawnFluid fluid = clear_fluid;
    fluid.refraction = index;
    Slab slab(fluid);
    slab.list.scenery[0] = make_wall(-0.3f, 1.0f, glm::vec3(0.0f));
    for (glm::vec3& x : slab.list.scenery[0].positions_m) x.x -= 1.25f;  // its edge is at -0.25
    const Image image = draw(slab, camera);
    int dark = 0;
    for (int x = fluid_middle.x - 40; x < fluid_middle.x + 40; ++x)
      dark += brightness(color_at(image, {x, fluid_middle.y})) < 0.45f;
    return dark;
  };
  const float a = glm::radians(40.0f), b = std::asin(std::sin(a) / 1.33f);
  const float aside_m = 0.2f * std::sin(a - b) / std::cos(b);
  const float px_per_m = fluid_size_px.y / (2.0f * 3.0f * std::tan(glm::radians(17.5f)));
  EXPECT_NEAR(std::abs(edge_px(1.33f) - edge_px(1.0f)), aside_m * px_per_m, 1.6f);
}

TEST_F(FluidTest, MirrorsWhatStandsBehindIt) {
  ParticleBlocks pool;
  pool.fill({-0.5f, -0.1f, -0.5f}, {0.5f, 0.0f, 0.5f}, paint(glm::vec3(0.3f)));
  const Camera grazing{{0, 0.05f, 0}, 2.5f, 0.0f, 10.0f, 35.0f};
  const glm::ivec2 on_pool = pixel_of(grazing, {0.0f, 0.0f, -0.1f});
  const glm::vec3 wall_mirrored = film_at(draw(pool, grazing), on_pool);
  pool.list.scenery.push_back(make_wall(-0.7f, 0.4f, glm::vec3(0.0f)));
  const glm::vec3 black_mirrored = film_at(draw(pool, grazing), on_pool);
  EXPECT_LT(brightness(black_mirrored), brightness(wall_mirrored) - 0.08f);
}

TEST_F(FluidTest, ACrestGathersLight) {
  ParticleBlocks flat, crest;
  for (ParticleBlocks* blocks : {&flat, &crest}) {
    blocks->fill({-0.3f, 0.4f, -0.3f}, {0.3f, 0.6f, 0.3f}, clear_fluid);
    blocks->list.ground = true;
  }
  for (PublishedVertex& vertex : crest.vertices) {
    const glm::vec3 at_m = vertex.position_m;
    if (at_m.y > 0.6f - 1.2f * (at_m.x * at_m.x + at_m.z * at_m.z)) vertex.quaternion_w = 0.0f;
  }
  const Camera camera{{0.2f, 0, -0.3f}, 4.0f, 180.0f, 40.0f, 35.0f};
  const glm::ivec2 below = pixel_of(camera, {0.21f, 0.0f, -0.3f});
  EXPECT_GT(brightness(film_at(draw(crest, camera), below)),
            brightness(film_at(draw(flat, camera), below)) + 0.03f);
}

TEST_F(FluidTest, ItsShadeIsLighterThanAShadow) {
  ParticleBlocks blocks;
  blocks.fill({-0.3f, 0.5f, -0.3f}, {0.3f, 0.6f, 0.3f}, clear_fluid);
  blocks.list.ground = true;
  blocks.list.ground_height_m = 0.0f;
  const Camera camera{{0.2f, 0, -0.3f}, 4.0f, 180.0f, 40.0f, 35.0f};
  const glm::vec3 in_shade(0.19f, 0.0f, -0.275f), beside(1.2f, 0.0f, -0.275f);
  const auto darker = [&](const ParticleBlocks& what, const ViewOptions& view = {}) {
    const Image image = draw(what, camera, view);
    return brightness(film_at(image, pixel_of(camera, beside))) -
           brightness(film_at(image, pixel_of(camera, in_shade)));
  };
  const float of_fluid = darker(blocks), of_solid = darker(blocks, {.spheres = true});
  EXPECT_GT(of_fluid, 0.04f);
  EXPECT_GT(of_solid, 2.0f * of_fluid) << "particles as spheres let nothing through";
}

}  // namespace
}  // namespace limber
