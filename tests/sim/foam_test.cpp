// White water: its generation, that it does not affect the fluid, and its lifetime.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/each_backend.h"
#include "tests/same_bits.h"
#include "tests/sim/small_fluid.h"

namespace limber {
namespace {

/// A block falls into a pool.
Placed<FluidModel> splash(float speed_m_s, int max_specks) {
  Placed<FluidModel> model = pool({16, 7, 16}, fluid_spacing_m);
  model.bodies.push_back(
      fluid_block({6, 6, 6}, fluid_spacing_m, {0.0f, 0.24f, 0.0f}, {0.0f, -speed_m_s, 0.0f}));
  model.max_specks = max_specks;
  return model;
}

int count_of(FluidWorld& world, Exec& exec) {
  int count = 0;
  for (const Speck& speck : world.fluid().foam()->specks(exec)) count += speck.life_s > 0.0f;
  return count;
}

class Foams : public EachBackend {};
EACH_BACKEND(Foams);

TEST_P(Foams, StillWaterMakesNone) {
  Placed<FluidModel> model = pool({14, 10, 14}, fluid_spacing_m);
  model.max_specks = 1000;
  FluidWorld world(exec(), model, {});
  run_s(world, 0.25);
  EXPECT_EQ(count_of(world, exec()), 0);
}

TEST_P(Foams, FallingFreelyMakesNone) {
  Placed<FluidModel> model;
  model.bodies = {fluid_block({8, 8, 8}, fluid_spacing_m, {0.0f, 0.0f, 0.0f}, {0.0f, -5.0f, 0.0f})};
  model.max_specks = 1000;
  FluidWorld world(exec(), model, {});
  run_s(world, 0.2);
  // Only the edges of its front face count as crests.
  EXPECT_LT(count_of(world, exec()), 300);
}

TEST_P(Foams, ASplashMakesTheMoreTheFasterItIs) {
  int before = 0;
  for (const float speed_m_s : {1.0f, 2.0f, 4.0f}) {
    FluidWorld world(exec(), splash(speed_m_s, 100000), {});
    run_s(world, 0.15);
    const int count = count_of(world, exec());
    EXPECT_GT(count, before + before / 2 + 20) << speed_m_s;
    EXPECT_EQ(world.trouble(), "");
    world.request_residuals();
    exec().synchronize();
    const auto& residuals = world.residuals();
    EXPECT_EQ(residuals.at("foam") + residuals.at("spray") + residuals.at("bubbles"), count);
    EXPECT_EQ(residuals.at("foam_lost"), 0.0);
    before = count;
  }
}

/// Each potential alone generates some: a sheet of crests, and a collision of fluid.
TEST_P(Foams, BothAirAndCrestsMakeIt) {
  for (const bool air : {true, false}) {
    FluidSettings settings;
    (air ? settings.foam_crest_per_s : settings.foam_air_per_s) = 0.0f;
    FluidWorld world(exec(), splash(3.0f, 100000), settings);
    run_s(world, 0.15);
    EXPECT_GT(count_of(world, exec()), 100) << air;
  }
  FluidSettings none;
  none.foam_crest_per_s = none.foam_air_per_s = 0.0f;
  FluidWorld world(exec(), splash(3.0f, 100000), none);
  run_s(world, 0.15);
  EXPECT_EQ(count_of(world, exec()), 0);
}

TEST_P(Foams, TheFluidIsTheSameWithAndWithout) {
  for (const char* method : {"dfsph", "sph"}) {
    FluidSettings settings;
    settings.method = method;
    settings.dt_s = 0.001f;
    FluidWorld with(exec(), splash(3.0f, 2000), settings);
    FluidWorld without(exec(), splash(3.0f, 0), settings);
    run_s(with, 0.08);
    run_s(without, 0.08);
    EXPECT_GT(count_of(with, exec()), 100) << method;
    EXPECT_TRUE(same_bits(with.fluid().places(), without.fluid().places())) << method;
    EXPECT_TRUE(same_bits(with.fluid().motions(), without.fluid().motions())) << method;
    EXPECT_TRUE(same_bits(with.fluid().pressures_Pa(), without.fluid().pressures_Pa())) << method;
  }
}

/// The same bits, also after switches of the backend.
TEST_P(Foams, IsTheSameOnOneCoreAndOnMany) {
  Exec serial(Backend::serial);
  FluidWorld reference(serial, splash(3.0f, 3000), {}), moved(exec(), splash(3.0f, 3000), {});
  run_s(reference, 0.2);
  run_s(moved, 0.1);
  moved.switch_to(serial);
  run_s(moved, 0.05);
  moved.switch_to(exec());
  run_s(moved, 0.05);
  const int count = count_of(reference, serial);
  EXPECT_GT(count, 500);
  if (!on_cuda()) {
    EXPECT_EQ(moved.state_hash(), reference.state_hash());
  } else {
    EXPECT_NEAR(count_of(moved, exec()), count, 0.15 * count);
  }
}

TEST_P(Foams, BeginsAgainWithTheScene) {
  FluidWorld world(exec(), splash(3.0f, 3000), {});
  const std::uint64_t start = world.state_hash();
  run_s(world, 0.12);
  const std::uint64_t first = world.state_hash();
  world.reset();
  EXPECT_EQ(count_of(world, exec()), 0);
  EXPECT_EQ(world.state_hash(), start);
  run_s(world, 0.12);
  EXPECT_EQ(world.state_hash(), first);
}

/// Slots of the ring buffer are used in order, however many are born at once.
TEST_P(Foams, EachHasItsOwnPlace) {
  FluidSettings settings;
  settings.foam_air_per_s = settings.foam_crest_per_s = 8000.0f;
  FluidWorld world(exec(), splash(4.0f, 200000), settings);
  run_s(world, 0.032);
  const std::vector<Speck> specks = world.fluid().foam()->specks(exec());
  const int count = count_of(world, exec());
  EXPECT_GT(count, 1000);
  for (int i = 0; i < count; ++i) ASSERT_GT(specks[i].life_s, 0.0f) << i << " of " << count;
}

/// The newest are kept, and dropped ones are reported.
TEST_P(Foams, TellsWhatFindsNoRoom) {
  FluidWorld world(exec(), splash(4.0f, 50), {});
  run_s(world, 0.1);
  EXPECT_EQ(count_of(world, exec()), 50);
  world.request_residuals();
  exec().synchronize();
  EXPECT_GT(world.residuals().at("foam_lost"), 0.0);
  EXPECT_NE(world.trouble().find("foam particles are removed"), std::string::npos)
      << world.trouble();
}

/// A jet into a drain: no foam is left behind it.
TEST_P(Foams, GoesDownADrain) {
  Placed<FluidModel> model;
  model.sources = {{.direction = {1.0f, 0.0f, 0.0f}, .radius_m = 0.03f, .speed_m_s = 4.0f}};
  model.drains = {{{0.3f, -2.0f, -2.0f}, {0.5f, 2.0f, 2.0f}}};
  model.max_specks = 10000;
  FluidSettings settings = floating_free();
  settings.foam_crest_per_s = 10000.0f;
  FluidWorld world(exec(), model, settings);
  run_s(world, 0.3);
  int there = 0;
  for (const Speck& speck : world.fluid().foam()->specks(exec()))
    if (speck.life_s > 0.0f) {
      EXPECT_LT(speck.position_m.x, 0.31f);
      ++there;
    }
  EXPECT_GT(there, 10);
}

/// Publishes particles at their positions, interpolated between steps; unused ones are hidden.
TEST_P(Foams, IsPublishedAfterItsFluid) {
  constexpr int max_specks = 5000;
  FluidWorld world(exec(), splash(3.0f, max_specks), {});
  run_s(world, 0.15);
  const DrawList& list = world.draw_list();
  ASSERT_EQ(list.foams.size(), 1u);
  const DrawnFoam foam = list.foams[0];
  EXPECT_EQ(foam.count, max_specks);
  EXPECT_EQ(list.vertex_count, foam.first_vertex + max_specks);
  Buffer<PublishedVertex> vertices(exec(), list.vertex_count);
  world.advance({.steps = 0, .publish = vertices.view()});
  exec().synchronize();
  const std::vector<PublishedVertex> all = vertices.download(exec());
  const std::vector<Speck> specks = world.fluid().foam()->specks(exec());
  for (int i = 0; i < max_specks; ++i) {
    const PublishedVertex& vertex = all[foam.first_vertex + i];
    if (specks[i].life_s > 0.0f) {
      EXPECT_GT(vertex.quaternion_w, 0.0f);
      EXPECT_LE(vertex.quaternion_w, 1.0f);
      EXPECT_LT(glm::distance(vertex.position_m, specks[i].position_m), fluid_spacing_m);
    } else {
      EXPECT_EQ(vertex.quaternion_w, 0.0f);
      EXPECT_GT(vertex.position_m.y, 1000.0f);
    }
  }
}

}  // namespace
}  // namespace limber
