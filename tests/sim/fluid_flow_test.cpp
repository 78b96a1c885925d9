// Fluid sources and drains.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/each_backend.h"
#include "tests/sim/small_fluid.h"

namespace limber {
namespace {

class FluidFlow : public EachBackend {};
EACH_BACKEND(FluidFlow);

FluidSource jet() {
  return {.center_m = {0.0f, 0.0f, 0.0f},
          .direction = glm::normalize(glm::vec3(2.0f, 1.0f, 0.0f)),
          .radius_m = 0.05f,
          .speed_m_s = 1.5f,
          .start_s = 0.05f,
          .stop_s = 0.25f};
}

/// Without gravity, outflow continues as a straight round rod, whose volume is cross-section times
/// speed times time, on its lattice.
TEST_P(FluidFlow, IsAsMuchAsFlowsOut) {
  Placed<FluidModel> model;
  model.spacing_m = fluid_spacing_m;
  const FluidSource source = jet();
  model.sources = {source};
  FluidWorld world(exec(), model, floating_free());
  run_s(world, 0.05);
  EXPECT_LE(world.positions_m().size(), layer_of(source, fluid_spacing_m).size());
  run_s(world, 0.15);
  const std::size_t halfway = world.positions_m().size();
  run_s(world, 0.2);
  const std::vector<glm::vec3> places_m = world.positions_m();
  const double volume_m3 = std::pow(fluid_spacing_m, 3) * static_cast<double>(places_m.size());
  const double layer_m2 =
      std::pow(fluid_spacing_m, 2) * static_cast<double>(layer_of(source, fluid_spacing_m).size());
  EXPECT_NEAR(layer_m2, M_PI * 0.05 * 0.05, 0.15 * M_PI * 0.05 * 0.05);
  EXPECT_NEAR(volume_m3, layer_m2 * 1.5 * 0.2, 1.01 * layer_m2 * fluid_spacing_m);
  EXPECT_NEAR(static_cast<double>(halfway), 0.75 * static_cast<double>(places_m.size()),
              0.06 * static_cast<double>(places_m.size()));
  double first_m = 1e9, last_m = -1e9;
  for (const glm::vec3& x : places_m) {
    const double along_m = glm::dot(x, source.direction);
    first_m = std::min(first_m, along_m);
    last_m = std::max(last_m, along_m);
    EXPECT_LT(glm::length(x - source.direction * static_cast<float>(along_m)), 0.06);
  }
  // The last layer left the back of the nozzle at 0.25 s, two spacings behind its mouth.
  EXPECT_NEAR(first_m, 1.5 * 0.15 - 0.04, 0.03);
  EXPECT_NEAR(last_m, 1.5 * 0.35 - 0.04, 0.03);
  EXPECT_EQ(world.trouble(), "");
  world.request_residuals();
  exec().synchronize();
  EXPECT_NEAR(world.residuals().at("speed"), 1.5, 0.01);
}

/// A jet into a drain, with fewer particle slots than flow through: slots are reused, and lost
/// particles are reported.
TEST_P(FluidFlow, GoesDownADrainAndUsesItsPlacesAgain) {
  Placed<FluidModel> model;
  model.spacing_m = fluid_spacing_m;
  FluidSource source = jet();
  source.direction = {1.0f, 0.0f, 0.0f};
  source.start_s = 0.0f;
  source.stop_s = 1e9f;
  source.max_particles = 700;  // a rod of 0.5 m has 27 layers of 21
  model.sources = {source};
  model.drains = {{{0.5f, -0.2f, -0.2f}, {0.9f, 0.2f, 0.2f}}};
  FluidWorld world(exec(), model, floating_free());
  run_s(world, 2.0);
  EXPECT_NEAR(static_cast<double>(world.positions_m().size()), 27 * 21, 2 * 21);
  for (const glm::vec3& x : world.positions_m()) EXPECT_LT(x.x, 0.51f);
  EXPECT_EQ(world.trouble(), "");
  EXPECT_EQ(world.counts().particles, 700);

  model.drains.clear();
  FluidWorld full(exec(), model, floating_free());
  run_s(full, 0.5);
  EXPECT_EQ(full.positions_m().size(), 700u);
  exec().synchronize();
  full.advance({.steps = 8});
  exec().synchronize();
  EXPECT_NE(full.trouble().find("were not emitted"), std::string::npos) << full.trouble();
}

/// A nozzle below the surface of a pool pushes against the water above: fluid in it keeps its
/// speed, and nothing is compressed.
TEST_P(FluidFlow, PushesAgainstWater) {
  Placed<FluidModel> model = pool({12, 12, 12}, fluid_spacing_m);
  FluidSource source = jet();
  source.center_m = {0.01f, 0.07f, 0.01f};
  source.direction = {0.0f, 1.0f, 0.0f};
  source.radius_m = 0.03f;
  source.speed_m_s = 0.6f;
  source.start_s = 0.0f;
  source.stop_s = 1e9f;
  model.sources = {source};
  std::erase_if(model.bodies[0].places_m, [](const glm::vec3& x) {
    return x.y < 0.08f && glm::length(glm::vec2(x.x - 0.01f, x.z - 0.01f)) < 0.045f;
  });
  const std::size_t before = model.bodies[0].places_m.size();
  FluidWorld world(exec(), model, {});
  run_s(world, 0.6);
  const std::size_t layers = (world.positions_m().size() - before) / 9;
  EXPECT_NEAR(static_cast<double>(layers), 0.6 * 0.6 / fluid_spacing_m, 1.01);
  const std::vector<FluidMotion> motions = world.fluid().motions();
  const std::vector<Particle> places = world.fluid().places();
  int inside = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const glm::vec3 x = places[i].position_m;
    if (x.y < 0.035f || x.y > 0.06f) continue;
    if (glm::length(glm::vec2(x.x - 0.01f, x.z - 0.01f)) > 0.029f) continue;
    EXPECT_NEAR(motions[i].velocity_m_s.y, 0.6f, 0.02f);
    ++inside;
  }
  EXPECT_GE(inside, 5);
  world.request_residuals();
  world.fluid().motions();
  // The mean, as the maximum of a few thousand particles varies from 0.05 to 0.5.
  EXPECT_LT(world.residuals().at("density_error"), 0.006);
}

/// Two jets with different looks, one into a pool whose overflow is drained. The same bits on one
/// core and on many, after switches of the backend, and after a reset.
TEST_P(FluidFlow, IsTheSameWhereverItRuns) {
  Placed<FluidModel> model = pool({12, 8, 12}, fluid_spacing_m);
  FluidSource source = jet();
  source.start_s = 0.0f;
  source.center_m = {0.0f, 0.3f, 0.0f};
  source.direction = {0.0f, -1.0f, 0.0f};
  source.max_particles = 500;
  FluidSource other = source;
  other.center_m.x = 0.07f;
  other.radius_m = 0.02f;
  other.look.refraction = 1.4f;
  other.max_particles = 200;
  model.sources = {source, other};
  model.drains = {{{-1.0f, 0.2f, -1.0f}, {1.0f, 0.22f, -0.05f}}};
  FluidSettings settings;
  settings.viscosity_m2_s = 0.05f;
  settings.viscosity_iterations = 6;
  Exec serial(Backend::serial);
  FluidWorld reference(serial, model, settings), moved(exec(), model, settings);
  EXPECT_EQ(moved.draw_list().fluids.size(), 2u);
  run_s(reference, 0.3);
  run_s(moved, 0.1);
  moved.switch_to(serial);
  run_s(moved, 0.1);
  moved.switch_to(exec());
  run_s(moved, 0.1);
  EXPECT_GT(moved.positions_m().size(), 12u * 8 * 12);
  const std::uint64_t first = moved.state_hash();
  if (on_cuda())
    EXPECT_NEAR(static_cast<double>(moved.positions_m().size()),
                static_cast<double>(reference.positions_m().size()), 20);
  else
    EXPECT_EQ(first, reference.state_hash());
  moved.reset();
  EXPECT_EQ(moved.positions_m().size(), 12u * 8 * 12);
  run_s(moved, 0.3);
  if (!on_cuda()) {
    EXPECT_EQ(moved.state_hash(), first);
  }
}

/// As many single drops as the source specifies, uniformly distributed over its opening, without
/// overlap.
TEST_P(FluidFlow, RainsHereAndThere) {
  Placed<FluidModel> model;
  model.spacing_m = fluid_spacing_m;
  model.sources = {{.center_m = {0.0f, 2.0f, 0.0f},
                    .radius_m = 0.3f,
                    .speed_m_s = 2.0f,
                    .start_s = 0.0f,
                    .stop_s = 1e9f,
                    .drops_per_s = 2500.0f,
                    .max_particles = 2000}};
  FluidWorld world(exec(), model, floating_free());
  run_s(world, 0.4);
  const std::vector<glm::vec3> drops_m = world.positions_m();
  const double count = static_cast<double>(drops_m.size());
  EXPECT_NEAR(count, 1000.0, 30.0);  // except those still in the nozzle
  double nearest_m = 1e9, square_m2 = 0.0;
  glm::dvec3 middle_m(0.0);
  for (std::size_t i = 0; i < drops_m.size(); ++i) {
    middle_m += glm::dvec3(drops_m[i]) / count;
    square_m2 += std::pow(std::hypot(drops_m[i].x, drops_m[i].z), 2) / count;
    for (std::size_t j = 0; j < i; ++j)
      nearest_m = std::min<double>(nearest_m, glm::distance(drops_m[i], drops_m[j]));
  }
  EXPECT_GT(nearest_m, 0.9 * fluid_spacing_m);
  EXPECT_LT(std::hypot(middle_m.x, middle_m.z), 0.02);
  EXPECT_NEAR(square_m2, 0.5 * 0.3 * 0.3, 0.1 * 0.5 * 0.3 * 0.3);
  EXPECT_EQ(world.trouble(), "");
  if (on_cuda()) return;
  Exec serial(Backend::serial);
  FluidWorld reference(serial, model, floating_free());
  run_s(reference, 0.4);
  EXPECT_EQ(world.state_hash(), reference.state_hash());
}

}  // namespace
}  // namespace limber
