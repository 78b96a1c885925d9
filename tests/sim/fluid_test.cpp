// Fluids against theory and experiments.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_fluid.h"

namespace limber {
namespace {

glm::dvec3 fluid_momentum_kg_m_s(FluidWorld& world) {
  glm::dvec3 sum(0.0);
  for (const FluidMotion& motion : world.fluid().motions()) sum += glm::dvec3(motion.velocity_m_s);
  return sum * static_cast<double>(world.fluid().particle_mass_kg());
}

double mean_height_m(FluidWorld& world) {
  double sum = 0.0;
  const std::vector<glm::vec3> places_m = world.positions_m();
  for (const glm::vec3& x : places_m) sum += x.y;
  return sum / static_cast<double>(places_m.size());
}

class Fluid : public EachBackend {};
EACH_BACKEND(Fluid);

TEST_P(Fluid, FallsFreely) {
  for (const char* method : {"dfsph", "sph"}) {
    Placed<FluidModel> model;
    model.bodies = {fluid_block({5, 5, 5}, 0.02f, {0.3f, 0.0f, 0.0f}, {1.0f, 2.0f, 0.0f})};
    FluidSettings settings;
    settings.method = method;
    settings.sound_m_s = 1.0f;
    FluidWorld world(exec(), model, settings);
    run_s(world, 0.25);
    const double t = world.time_s(), dt = world.dt_s();
    const double fallen_m = 2.0 * t - 0.5 * 9.81 * t * (t + dt);
    EXPECT_NEAR(mean_height_m(world), fallen_m, 1e-4) << method;
    EXPECT_NEAR(fluid_momentum_kg_m_s(world).x, 125 * world.fluid().particle_mass_kg(), 1e-6);
  }
}

/// Two blocks collide off-centre.
TEST_P(Fluid, KeepsMomentum) {
  for (const char* method : {"dfsph", "sph"}) {
    Placed<FluidModel> model;
    model.bodies = {fluid_block({8, 8, 8}, 0.02f, {-0.1f, 0.03f, 0.0f}, {2.0f, 0.0f, 0.5f}),
                    fluid_block({8, 8, 8}, 0.02f, {0.1f, 0.0f, 0.02f}, {-1.0f, 0.0f, 0.0f})};
    FluidSettings settings = floating_free();
    settings.method = method;
    settings.sound_m_s = 8.0f;
    FluidWorld world(exec(), model, settings);
    const glm::dvec3 before = fluid_momentum_kg_m_s(world);
    run_s(world, 0.2);
    EXPECT_LT(glm::length(fluid_momentum_kg_m_s(world) - before), 1e-5 * 512 * 3 * 8e-3) << method;
    world.request_residuals();
    exec().synchronize();
    EXPECT_EQ(world.residuals().at("neighbors_left_out"), 0.0) << method;
  }
}

/// Pressure over depth in a pool at rest: rho g times the depth, and its surface stays where it is.
TEST_P(Fluid, PressureIsHydrostatic) {
  FluidSettings settings;
  settings.viscosity_m2_s = 0.01f;
  FluidWorld world(exec(), pool({14, 20, 14}, 0.02f), settings);
  run_s(world, 1.2);
  const std::vector<glm::vec3> places_m = world.positions_m();
  const std::vector<float> pressures_Pa = world.fluid().pressures_Pa();
  // Linear fit through the interior, away from walls, floor and surface.
  double n = 0, y = 0, p = 0, yy = 0, yp = 0;
  for (std::size_t i = 0; i < places_m.size(); ++i) {
    const float wall_m = 0.14f - std::max(std::abs(places_m[i].x), std::abs(places_m[i].z));
    if (wall_m < 0.05f || places_m[i].y < 0.06f || places_m[i].y > 0.33f) continue;
    const double at_m = places_m[i].y, pressure_Pa = pressures_Pa[i];
    n += 1, y += at_m, p += pressure_Pa, yy += at_m * at_m, yp += at_m * pressure_Pa;
  }
  const double slope_Pa_m = (n * yp - y * p) / (n * yy - y * y);
  const double surface_m = y / n - p / n / slope_Pa_m;  // where the fit is zero
  EXPECT_NEAR(slope_Pa_m, -9810.0, 0.02 * 9810.0);
  EXPECT_NEAR(surface_m, 0.4, 0.02 * 0.4);
  EXPECT_NEAR(mean_height_m(world), 0.2, 0.02 * 0.2);
  world.request_residuals();
  exec().synchronize();
  EXPECT_LT(world.residuals().at("speed"), 0.02);
  EXPECT_LT(world.residuals().at("density_error"), 0.01);
}

/// [Martin52, figure 3]: the front of a column of 2.25 inches by twice that height, z / a over t
/// sqrt(2 g / a). Fluids without floor friction are a few percent faster.
TEST_P(Fluid, DamBreaksAsMeasured) {
  constexpr int side = 16, deep = 6;
  constexpr float a_m = 0.2f, spacing_m = a_m / side;
  Placed<FluidModel> model;
  model.spacing_m = spacing_m;
  model.bodies = {fluid_block({side, 2 * side, deep}, spacing_m, {0.5f * a_m, a_m, 0.0f})};
  model.colliders = basin(2.4f, deep * spacing_m);
  model.colliders[2].center_m.x = -0.2f;  // the column's back
  FluidSettings settings;
  settings.dt_s = 0.001f;
  settings.viscosity_m2_s = 1e-4f;
  FluidWorld world(exec(), model, settings);
  const double unit_s = std::sqrt(a_m / (2.0 * 9.81));
  const std::vector<std::pair<double, double>> measured{
      {0.832, 1.217}, {1.219, 1.474}, {1.997, 2.292}, {2.547, 2.995}, {3.345, 4.134}};
  for (const auto& [at, front] : measured) {
    run_s(world, at * unit_s - world.time_s());
    std::vector<float> along_m;
    for (const glm::vec3& x : world.positions_m()) along_m.push_back(x.x);
    std::ranges::sort(along_m);
    const double found = (along_m[along_m.size() * 99 / 100] + 0.5 * spacing_m) / a_m;
    EXPECT_NEAR(found, front, 0.07 * front) << at;
  }
}

/// The same bits, also after switches of the backend.
TEST_P(Fluid, IsTheSameOnOneCoreAndOnMany) {
  for (const char* method : {"dfsph", "sph"}) {
    Placed<FluidModel> model = pool({14, 10, 14}, 0.02f);
    model.bodies.push_back(fluid_block({6, 6, 6}, 0.02f, {0.0f, 0.4f, 0.0f}, {0.0f, -2.0f, 0.0f}));
    FluidSettings settings;
    settings.method = method;
    settings.dt_s = 0.001f;
    Exec serial(Backend::serial);
    FluidWorld reference(serial, model, settings), moved(exec(), model, settings);
    run_s(reference, 0.2);
    run_s(moved, 0.05);
    moved.switch_to(serial);
    run_s(moved, 0.05);
    moved.switch_to(exec());
    run_s(moved, 0.1);
    if (!on_cuda()) {
      EXPECT_EQ(moved.state_hash(), reference.state_hash()) << method;
    } else {
      EXPECT_NEAR(mean_height_m(moved), mean_height_m(reference), 2e-3) << method;
    }
    const std::uint64_t before = moved.state_hash();
    moved.reset();
    EXPECT_EQ(moved.time_s(), 0.0);
    EXPECT_NE(moved.state_hash(), before);
  }
}

TEST_P(Fluid, StaysInItsBasinUnderAGrab) {
  FluidWorld world(exec(), pool({14, 10, 14}, 0.02f), {});
  run_s(world, 0.1);
  world.grab(14 * 10 * 7);
  EXPECT_EQ(world.grabbed_vertex(), 14 * 10 * 7);
  double max_speed_m_s = 0.0;
  for (int k = 0; k < 60; ++k) {
    world.drag_to({k % 20 < 10 ? 1.0f : -1.0f, 0.1f, k % 14 < 7 ? 1.0f : -1.0f});
    world.advance({.steps = 8});
    for (const FluidMotion& motion : world.fluid().motions())
      max_speed_m_s = std::max<double>(max_speed_m_s, glm::length(motion.velocity_m_s));
  }
  world.release(true);
  EXPECT_TRUE(world.pinned_vertices().empty());
  EXPECT_GT(max_speed_m_s, 1.0);
  for (const glm::vec3& x : world.positions_m()) {
    EXPECT_GT(x.y, 0.0f);
    if (x.y < 3.0f) {
      EXPECT_LT(std::max(std::abs(x.x), std::abs(x.z)), 0.14f);
    }
  }
}

/// A solid that pushes water keeps half a spacing from it, whether it is stepped before the water
/// or after.
TEST_P(Fluid, KeepsItsDistanceFromWhatMoves) {
  for (const bool holds : {false, true}) {
    Placed<FluidModel> model;
    model.bodies = {fluid_block({10, 8, 8}, 0.02f, {0.3f, 0.0f, 0.0f})};
    GroupModel group = group_of(model, [model](Exec& on) {
      return std::make_unique<FluidSystem>(on, model, floating_free());
    });
    group.around.colliders = {{.shape = ColliderShape::box, .half_size_m = {0.1f, 0.5f, 0.5f}}};
    group.around.paths = {{0, {{0.0f, {0.0f, 0.0f, 0.0f}}, {1.0f, {2.0f, 0.0f, 0.0f}}}, false}};
    // Colliders with faces that meet a cloth are stepped first.
    Placed<PbdModel> cloth = small_cloth(4);
    PbdSettings touching;
    touching.gravity_m_s2 = 0.0f;
    touching.contact_distance_m = 0.01f;
    if (holds)
      group.systems.push_back(
          {"cloth", [=](Exec& on) { return std::make_unique<PbdSystem>(on, cloth, touching); }});
    group.systems.front().name = "fluid";
    World world(exec(), {group});
    run_s(world, 0.3);
    float nearest_m = 1.0f;
    const auto t = static_cast<float>(world.time_s());
    const float face_m = 0.1f + 2.0f * t * t * (3.0f - 2.0f * t);  // a path begins and ends at rest
    for (const glm::vec3& x : world.system<FluidSystem>().positions_m())
      nearest_m = std::min(nearest_m, x.x - face_m);
    EXPECT_NEAR(nearest_m, 0.01f, 0.002f) << holds;
  }
}

/// dfsph must not warm-start from pressures of sph: for any warm start fraction, its first step is
/// the same.
TEST_P(Fluid, ForgetsPressuresAsItsMethodChanges) {
  const auto places_m = [&](const char* warm_start, const char* method) {
    FluidSettings settings;
    settings.method = method;
    settings.dt_s = 0.0005f;
    FluidWorld world(exec(), pool({6, 10, 6}, 0.02f), settings);
    run_s(world, 0.05);
    parameter_named(world.parameters(), "method").set("dfsph");
    parameter_named(world.parameters(), "warm_start").set(warm_start);
    world.parameters_changed();
    world.advance({.steps = 1});
    return world.fluid().positions_m();
  };
  EXPECT_EQ(places_m("0.9", "sph"), places_m("0", "sph"));
  EXPECT_NE(places_m("0.9", "dfsph"), places_m("0", "dfsph")) << "the test sees what is kept";
}

/// Viscosity too large for the step stays stable, and is reported.
TEST_P(Fluid, LimitsViscosityToItsStep) {
  for (const char* method : {"dfsph", "sph"}) {
    Placed<FluidModel> model;
    model.bodies = {fluid_block({6, 6, 6}, 0.02f, {0.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}),
                    fluid_block({6, 6, 6}, 0.02f, {0.0f, 0.12f, 0.0f}, {-1.0f, 0.0f, 0.0f})};
    FluidSettings settings = floating_free();
    settings.method = method;
    settings.dt_s = 0.001f;
    settings.viscosity_m2_s = 10.0f;
    FluidWorld world(exec(), model, settings);
    run_s(world, 0.1);
    world.request_residuals();
    exec().synchronize();
    EXPECT_LT(world.residuals().at("max_speed"), 1.0) << method;
    EXPECT_NE(world.trouble().find("viscosity_m2_s is limited to"), std::string::npos) << method;
  }
}

TEST_P(Fluid, TellsOfAStepThatIsTooLong) {
  Placed<FluidModel> model = pool({8, 8, 8}, 0.01f);
  model.bodies[0].velocity_m_s = {0.0f, 8.0f, 0.0f};
  FluidSettings settings;
  settings.dt_s = 0.01f;
  FluidWorld world(exec(), model, settings);
  world.advance({.steps = 1});
  exec().synchronize();
  EXPECT_NE(world.trouble().find("set a shorter dt_s"), std::string::npos) << world.trouble();
  EXPECT_TRUE(world.finite_now());
}

}  // namespace
}  // namespace limber
