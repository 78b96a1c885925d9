// Plants against colliders: bending is compared with contact problems solved here by Gauss-Seidel
// in double precision, and penetration is measured on the published vertices.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "sim/plants/contact_points.h"
#include "tests/each_backend.h"
#include "tests/sim/small_plant.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

constexpr Beam soft_beam{
    .length_m = 1.0, .nodes = 20, .mass_kg = 0.2, .bending_N_m2 = 0.5, .modes = 6};

PlantsSettings damped() {
  PlantsSettings settings;
  settings.gravity_m_s2 = 0.0f;
  settings.mass_damping_per_s = 4.0f;
  settings.contact_iterations = 16;
  return settings;
}

constexpr float plate_from_m = 0.575f;  ///< lower edge, in height

/// A plate whose side facing -x is at x_m.
Collider plate_at(float x_m, float half_thickness_m = 0.5f) {
  Collider plate{.shape = ColliderShape::box};
  plate.half_size_m = {half_thickness_m, 3.0f, 3.0f};
  plate.center_m = {x_m + half_thickness_m, plate_from_m + 3.0f, 0.0f};
  return plate;
}

class PlantContact : public EachBackend {
 protected:
  std::vector<PublishedVertex> after(World& world, int steps) {
    Buffer<PublishedVertex> out(exec(), world.draw_list().vertex_count);
    world.advance({.steps = steps, .publish = out.view()});
    return out.download(exec());
  }
};

/// A plate without friction keeps points of the beam at or below x_m: the forces along x, by
/// converged projected Gauss-Seidel.
struct PressedBeam {
  Eigen::MatrixXd along_x, along_z;  ///< modes at the drawn vertices: vertices x r
  Eigen::MatrixXd compliance;        ///< of the modes
  Eigen::VectorXd forces_N;

  explicit PressedBeam(const PlantsModel& model, double x_m) {
    const ReducedShape& shape = model.reduced[0];
    const auto& vertices = model.plant.shapes[0].drawn.positions_m;
    const int n = static_cast<int>(vertices.size());
    along_x.resize(n, shape.modes);
    along_z.resize(n, shape.modes);
    for (int v = 0; v < n; ++v) {
      along_x.row(v) = shape.drawn_modes.row(3 * v);
      along_z.row(v) = shape.drawn_modes.row(3 * v + 2);
    }
    compliance = shape.stiffness.inverse();
    forces_N = Eigen::VectorXd::Zero(n);
    const Eigen::MatrixXd gives = along_x * compliance * along_x.transpose();
    for (int pass = 0; pass < 20000; ++pass)
      for (int v = 0; v < n; ++v) {
        if (vertices[v].y < plate_from_m) continue;
        const double outside_m = x_m - vertices[v].x + gives.row(v).dot(forces_N);
        forces_N[v] = std::max(0.0, forces_N[v] - outside_m / gives(v, v));
      }
  }
  Eigen::VectorXd moved_x_m() const {
    return -along_x * compliance * along_x.transpose() * forces_N;
  }
  /// Deflection under forces along z of that fraction.
  Eigen::VectorXd dragged_z_m(double share) const {
    return along_z * compliance * along_z.transpose() * forces_N * share;
  }
};

TEST_P(PlantContact, BendsAsFarAsAPlateMakesIt) {
  const auto model = std::make_shared<PlantsModel>(single_beam(soft_beam));
  PlantsSettings settings = damped();
  settings.friction = 0.0f;
  const float x_m = -0.05f;
  PlantsWorld world(exec(), model, settings,
                    {.colliders = {Collider{}, plate_at(x_m + settings.thickness_m)}});
  const auto found = after(world, 1500);
  const Eigen::VectorXd expected_m = PressedBeam(*model, x_m).moved_x_m();
  const auto& rest = model->plant.shapes[0].drawn.positions_m;
  for (int v = 0; v < expected_m.size(); ++v)
    EXPECT_NEAR(found[v].position_m.x - rest[v].x, expected_m[v], 1e-3) << v;
}

/// The plate is a belt running along z: the dragged beam finally slips, with Coulomb's friction
/// force.
TEST_P(PlantContact, IsDraggedByCoulombFriction) {
  const auto model = std::make_shared<PlantsModel>(single_beam(soft_beam));
  PlantsSettings settings = damped();
  settings.friction = 0.3f;
  const float x_m = -0.05f;
  Collider belt = plate_at(x_m + settings.thickness_m);
  belt.velocity_m_s = {0.0f, 0.0f, 0.2f};
  PlantsWorld world(exec(), model, settings, {.colliders = {Collider{}, belt}});
  const auto found = after(world, 2000);
  const PressedBeam pressed(*model, x_m);
  const double tip_m = pressed.dragged_z_m(0.3)[soft_beam.nodes - 1];
  EXPECT_GT(tip_m, 0.01);
  EXPECT_NEAR(found[soft_beam.nodes - 1].position_m.z, tip_m, 0.05 * tip_m);
}

/// A plate 1 cm thick, at 15 m/s with steps of 0.01 s, sweeps the beam along and stops: no part of
/// the beam has tunnelled through.
TEST_P(PlantContact, AThinPlateThatIsFastMissesNothing) {
  const auto model = std::make_shared<PlantsModel>(single_beam(soft_beam));
  Surroundings around{.colliders = {Collider{}, plate_at(0.85f, 0.005f)}};
  around.paths = {{1, {{0.0f, glm::vec3(0.0f)}, {0.1f, {-1.0f, 0.0f, 0.0f}}}, false}};
  PlantsWorld world(exec(), model, damped(), around);
  for (int step = 0; step < 100; ++step)
    for (const PublishedVertex& v : after(world, 1)) {
      const float at_s = std::min(0.1f, 0.01f * static_cast<float>(step + 1)) / 0.1f;
      const float plate_m = 0.85f - at_s * at_s * (3.0f - 2.0f * at_s);
      if (v.position_m.y > 0.6f && plate_m < -0.1f) {
        ASSERT_LT(v.position_m.x, plate_m + 0.005f) << "step " << step;
      }
    }
}

/// A trunk with a fan of twigs, each with stiff leaves.
std::shared_ptr<PlantsModel> bush() {
  const Beam trunk{.length_m = 1.0, .nodes = 16, .mass_kg = 0.3, .bending_N_m2 = 1.0, .modes = 6};
  const Beam twig{.length_m = 0.5, .nodes = 10, .mass_kg = 0.03, .bending_N_m2 = 0.02, .modes = 4};
  Beam leaf = twig;
  leaf.length_m = 0.1;
  leaf.mass_kg = 0.002;
  leaf.modes = 0;
  auto model = std::make_shared<PlantsModel>(single_beam(trunk));
  model->grown_under_gravity = true;
  for (const Beam* shape : {&twig, static_cast<const Beam*>(&leaf)}) {
    model->plant.shapes.push_back(drawn_beam(*shape));
    model->reduced.push_back(reduced_beam(*shape));
  }
  model->plant.shapes.back().thickness_m = 1e-3f;
  for (int t = 0; t < 24; ++t) {
    const int part = static_cast<int>(model->plant.parts.size());
    const float around = 2.4f * static_cast<float>(t);
    add_mounted(*model, trunk, 0, 3 + t / 2, 1,
                turn_of({1.2f * std::cos(around), 0.0f, 1.2f * std::sin(around)}));
    for (int node = 3; node < 10; ++node)
      add_mounted(*model, twig, part, node, 2,
                  turn_of({0.8f, 0.0f, static_cast<float>(node % 3) - 1.0f}));
  }
  return model;
}

/// A ball comes to rest in a bush, and so do the parts that it presses.
TEST_P(PlantContact, ABushThatIsPressedComesToRest) {
  Collider ball{.shape = ColliderShape::sphere};
  ball.radius_m = 0.3f;
  ball.center_m = {1.2f, 0.6f, 0.05f};
  Surroundings around{.colliders = {Collider{}, ball}};
  around.paths = {{1, {{0.0f, glm::vec3(0.0f)}, {0.8f, {-0.95f, 0.0f, 0.0f}}}, false}};
  PlantsSettings settings;
  settings.mass_damping_per_s = 2.0f;
  PlantsWorld world(exec(), bush(), settings, around);
  const glm::vec3 end_m = ball.center_m - glm::vec3(0.95f, 0.0f, 0.0f);
  const auto depth_m = [&](const std::vector<PublishedVertex>& vertices) {
    float deepest_m = -1.0f;
    for (const PublishedVertex& v : vertices)
      deepest_m = std::max(deepest_m, ball.radius_m - glm::distance(v.position_m, end_m));
    return deepest_m;
  };
  const auto then = after(world, 900), now = after(world, 20);
  EXPECT_LT(depth_m(then), 0.0f);
  EXPECT_GT(depth_m(then), -0.01f);
  double moved_m = 0.0;  // the mean: a leaf may still slip off another millimetre
  for (std::size_t i = 0; i < now.size(); ++i)
    moved_m +=
        glm::distance(now[i].position_m, then[i].position_m) / static_cast<double>(now.size());
  EXPECT_LT(moved_m, 1e-3);
}

/// A plate bends the beam and retreats: the beam straightens completely.
TEST_P(PlantContact, ABeamThatIsLetGoStraightensUp) {
  const auto model = std::make_shared<PlantsModel>(single_beam(soft_beam));
  Surroundings around{.colliders = {Collider{}, plate_at(0.1f)}};
  around.paths = {{1,
                   {{0.0f, glm::vec3(0.0f)},
                    {0.5f, {-0.3f, 0.0f, 0.0f}},
                    {0.6f, {-0.3f, 0.0f, 0.0f}},
                    {1.0f, {0.5f, 0.0f, 0.0f}}},
                   false}};
  PlantsWorld world(exec(), model, damped(), around);
  EXPECT_LT(after(world, 60)[soft_beam.nodes - 1].position_m.x, -0.15f);
  const auto end = after(world, 1500);
  const auto& rest = model->plant.shapes[0].drawn.positions_m;
  for (std::size_t v = 0; v < rest.size(); ++v)
    EXPECT_LT(glm::distance(end[v].position_m, rest[v]), 1e-4f) << v;
}

TEST_P(PlantContact, WhatIsFarAwayChangesNothing) {
  Collider ball{.shape = ColliderShape::sphere};
  ball.center_m = {9.0f, 0.5f, 0.0f};
  PlantsSettings settings;
  settings.wind_m_s = 6.0f;
  PlantsWorld alone(exec(), bush(), settings),
      beside(exec(), bush(), settings, {.colliders = {Collider{}, ball}});
  const auto a = after(alone, 100), b = after(beside, 100);
  for (std::size_t v = 0; v < a.size(); ++v) ASSERT_EQ(a[v].position_m, b[v].position_m) << v;
}

/// Earlier contacts are neither reported nor applied any more.
TEST_P(PlantContact, ForgetsContactsThatAreSwitchedOff) {
  PlantsWorld world(exec(), std::make_shared<PlantsModel>(single_beam(soft_beam)), damped(),
                    {.colliders = {Collider{}, plate_at(-0.05f)}});
  const auto penetration_m = [&] {
    world.request_residuals();
    exec().synchronize();
    return world.residuals().at("penetration");
  };
  world.advance({.steps = 1});
  EXPECT_GT(penetration_m(), 0.01);
  for (Parameter& parameter : world.parameters())
    if (parameter.key == "collisions") *std::get<bool*>(parameter.target) = false;
  world.parameters_changed();
  world.advance({.steps = 1});
  EXPECT_EQ(penetration_m(), 0.0);
}

TEST_P(PlantContact, SwitchedOffEverythingPasses) {
  PlantsSettings settings = damped();
  settings.collisions = false;
  PlantsWorld world(exec(), std::make_shared<PlantsModel>(single_beam(soft_beam)), settings,
                    {.colliders = {Collider{}, plate_at(-0.05f)}});
  for (const PublishedVertex& v : after(world, 100)) EXPECT_GT(v.position_m.x, -0.03f);
}

TEST(PlantContactBits, TbbFindsThoseOfSerial) {
  Collider ball{.shape = ColliderShape::sphere};
  ball.radius_m = 0.3f;
  ball.center_m = {0.5f, 0.6f, 0.05f};
  std::uint64_t hashes[2] = {};
  for (const Backend backend : {Backend::serial, Backend::tbb}) {
    Exec exec(backend, 4);
    PlantsWorld world(exec, bush(), {}, {.colliders = {Collider{}, ball}});
    world.advance({.steps = 200});
    world.request_residuals();
    EXPECT_GT(world.residuals().at("penetration"), 0.0) << "they touch";
    hashes[backend == Backend::tbb ? 1 : 0] = world.state_hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

/// Every vertex is within the reported distance of a contact point, which is the spacing unless
/// there are too many.
TEST(ContactPoints, AreSpreadOverAllVertices) {
  std::vector<glm::vec3> grid_m;
  for (int i = 0; i < 400; ++i)
    grid_m.emplace_back(0.01f * static_cast<float>(i % 20), 0.0f,
                        0.01f * static_cast<float>(i / 20));
  for (const int max_points : {1000, 20}) {
    const ContactPoints points = contact_points(grid_m, 0.025f, max_points);
    float distance_m = 0.0f;
    for (const glm::vec3& x : grid_m) {
      float nearest_m = 1.0f;
      for (const int v : points.vertices)
        nearest_m = std::min(nearest_m, glm::distance(grid_m[v], x));
      distance_m = std::max(distance_m, nearest_m);
    }
    EXPECT_FLOAT_EQ(points.distance_m, distance_m);
    if (max_points == 20) {
      EXPECT_EQ(points.vertices.size(), 20u);
      EXPECT_GT(distance_m, 0.025f);
    } else {
      EXPECT_LE(distance_m, 0.025f);
    }
  }
  EXPECT_TRUE(contact_points({}, 0.1f, 5).vertices.empty());
}

EACH_BACKEND(PlantContact);

}  // namespace
}  // namespace limber
