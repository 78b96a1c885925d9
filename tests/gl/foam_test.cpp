// White water over fluids.

#include <cmath>
#include <random>

#include "fluid_fixture.h"
#include "kernels/error.h"

namespace limber {
namespace {

/// A slab of fluid in front of a wall, with foam.
struct FoamingSlab : ParticleBlocks {
  explicit FoamingSlab(const DrawnFluid& fluid) {
    fill({-0.5f, -0.5f, -0.1f}, {0.5f, 0.5f, 0.1f}, fluid);
    list.scenery.push_back(make_wall(-1.0f, 4.0f, glm::vec3(0.2f)));
  }
  /// Adds foam particles in a square of 0.2 m at a depth.
  void add_specks(int count, float z_m, float size = 1.0f) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> off_m(-0.1f, 0.1f);
    list.foams.push_back({list.vertex_count, count, 0.01f});
    list.vertex_count += count;
    for (int i = 0; i < count; ++i)
      vertices.push_back({{off_m(random), off_m(random), z_m}, 0.0f, glm::vec3(0.0f), size});
  }
};

DrawnFluid dyed() {
  DrawnFluid fluid = clear_fluid;
  fluid.absorption_per_m = {20.0f, 4.0f, 2.0f};
  return fluid;
}

class FoamTest : public FluidTest {
 protected:
  /// Mean colour of the pixels around the centre.
  glm::vec3 middle_of(const ParticleBlocks& blocks, const ViewOptions& view = {}) {
    const Image image = draw(blocks, in_front, view);
    glm::vec3 sum(0.0f);
    for (int y = -3; y <= 3; ++y)
      for (int x = -3; x <= 3; ++x) sum += film_at(image, fluid_middle + glm::ivec2(x, y));
    return sum / 49.0f;
  }
};

TEST_F(FoamTest, IsTheWhiterTheMoreThereIs) {
  float before = brightness(middle_of(FoamingSlab(dyed())));
  for (const int count : {100, 400, 3000}) {
    FoamingSlab slab(dyed());
    slab.add_specks(count, 0.12f);
    const glm::vec3 color = middle_of(slab);
    EXPECT_GT(brightness(color), before + 0.03f) << count;
    before = brightness(color);
  }
  EXPECT_GT(before, 0.6f);
}

TEST_F(FoamTest, IsNotThereWhereNoneIs) {
  FoamingSlab slab(dyed());
  const Image without = draw(slab, in_front);
  slab.add_specks(500, 0.12f, 0.0f);
  EXPECT_EQ(draw(slab, in_front).rgba8, without.rgba8);
}

TEST_F(FoamTest, IsHiddenByWhatIsInFront) {
  FoamingSlab slab(dyed());
  const glm::vec3 without = middle_of(slab);
  slab.add_specks(3000, -1.2f);  // behind the wall
  EXPECT_LT(glm::distance(middle_of(slab), without), 0.01f);
}

TEST_F(FoamTest, BubblesAreDyedByTheFluidAboveThem) {
  FoamingSlab over(dyed()), shallow(dyed()), deep(dyed());
  over.add_specks(3000, 0.12f);
  shallow.add_specks(3000, 0.06f);
  deep.add_specks(3000, -0.05f);
  const glm::vec3 white = middle_of(over), blue = middle_of(shallow), bluer = middle_of(deep);
  EXPECT_LT(white.z - white.x, 0.1f);
  EXPECT_GT(blue.z - blue.x, white.z - white.x + 0.05f);
  EXPECT_GT(bluer.z - bluer.x, blue.z - blue.x + 0.05f);
}

TEST_F(FoamTest, IsSpheresWhereFluidsAre) {
  ViewOptions spheres;
  spheres.spheres = true;
  FoamingSlab slab(dyed());
  const glm::vec3 without = middle_of(slab, spheres);
  slab.add_specks(3000, 0.2f);
  EXPECT_GT(brightness(middle_of(slab, spheres)), brightness(without) + 0.1f);
}

/// Moving foam is motion-blurred, with the same total coverage.
TEST_F(FoamTest, IsDrawnOutByItsMotion) {
  const auto covered = [&](float speed_m_s, bool along) {
    FoamingSlab slab(dyed());
    const Image without = draw(slab, in_front);
    slab.add_specks(1, 0.15f);
    slab.vertices.back().position_m = {0.0f, 0.0f, 0.15f};
    slab.vertices.back().normal = {speed_m_s, 0.0f, 0.0f};
    const Image with = draw(slab, in_front);
    float sum = 0.0f;
    for (int y = -12; y <= 12; ++y)
      for (int x = -12; x <= 12; ++x) {
        const glm::ivec2 at = fluid_middle + glm::ivec2(x, y);
        const float more = glm::max(brightness(film_at(with, at) - film_at(without, at)), 0.0f);
        sum += along ? more * std::abs(static_cast<float>(x)) : more;
      }
    return sum;
  };
  EXPECT_NEAR(covered(8.0f, false) / covered(0.0f, false), 1.0f, 0.35f);
  EXPECT_GT(covered(8.0f, true), 2.0f * covered(0.0f, true));
}

TEST_F(FoamTest, RefusesVerticesThatAreNotThere) {
  FoamingSlab slab(dyed());
  slab.list.foams.push_back({slab.list.vertex_count - 1, 2, 0.01f});
  EXPECT_THROW(draw(slab, in_front), Error);
}

}  // namespace
}  // namespace limber
