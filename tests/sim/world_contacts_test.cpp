// Contacts between systems: particles, finite elements and rigid bodies in one world. Momentum,
// friction and rolling against theory, intersections by exact predicates.

#include "sim/contact/world_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "tests/each_backend.h"
#include "tests/sim/world_parts.h"

namespace limber {
namespace {

class WorldContact : public EachBackend {};

/// A plate hits a block of finite elements next to one of particles: total momentum is conserved.
/// Gauss-Seidel constraints of particles lose some by themselves, also in free flight. With a sheet
/// of a thousandth of its mass in front of the plate, points of the sheet are stopped, and their
/// momentum is lost.
void expect_momentum_kept(Exec& exec, bool with_sheet, bool with_particles, double share) {
  WorldParts all;
  all.gravity_m_s2 = 0.0f;
  if (with_sheet) add_cloth(all.cloth, sheet(9, {0.0f, 0.2f, 0.0f}, 0.4f));
  if (with_particles)
    add_solid(all.solid, block(glm::vec3(0.08f), glm::ivec3(2), 200.0f),
              {.at_m = {-0.1f, 0.0f, 0}});
  add_block(all.fem, {0.1f, 0.0f, 0.0f}, glm::vec3(0.08f));
  all.pile = small_kinds();
  PileBody plate{.kind = 2, .velocity_m_s = {0.3f, -2.0f, 0.1f}};
  plate.pose.position_m = {-0.05f, 0.35f, -0.05f};
  all.pile.bodies = {plate};
  const double plate_kg = all.pile.kinds[2].body.mass_kg;

  World world(exec, {all.group()});
  const auto center_m = [&] {
    glm::dvec3 sum(0.0);
    double mass = 0.0;
    const auto add = [&](const glm::vec3& x, double kg) {
      sum += glm::dvec3(x) * kg;
      mass += kg;
    };
    const std::vector<glm::vec3> x = world.positions_m();
    std::size_t i = 0;
    for (const Particle& p : all.cloth.particles) add(x[i++], 1.0 / p.inverse_mass_per_kg);
    for (const Particle& p : all.solid.particles) add(x[i++], 1.0 / p.inverse_mass_per_kg);
    for (const float kg : all.fem.masses_kg) add(x[i++], kg);
    add(world.system<PilesSystem>().poses()[0].position_m, plate_kg);
    return sum / mass;
  };
  const auto velocity_m_s = [&] {
    const glm::dvec3 before = center_m();
    world.advance({.steps = 12});
    return (center_m() - before) / (12.0 * world.dt_s());
  };
  const glm::dvec3 before = velocity_m_s();
  EXPECT_GT(glm::length(before), 0.5);
  const double plate_before = world.system<PilesSystem>().momenta()[0].linear_kg_m_s.y;
  run(world, 300);
  const double plate_after = world.system<PilesSystem>().momenta()[0].linear_kg_m_s.y;
  EXPECT_GT(plate_after, 0.85 * plate_before) << "it hit something";
  // While it is stopped, its driving motion still has momentum.
  EXPECT_LT(glm::length(velocity_m_s() - before), share * glm::length(before));
  EXPECT_EQ(all.crossings(world), 0u);
}

TEST_P(WorldContact, KeepsTheMomentumOfAllSystems) {
  expect_momentum_kept(exec(), false, false, 1e-5);
  expect_momentum_kept(exec(), false, true, 3e-4);
  expect_momentum_kept(exec(), true, true, 1e-3);
}

/// Spheres whose centres are below the first sheet, held by its border: a vertical ray from above
/// crosses its triangles an odd number of times, however it is folded.
int spheres_below(const WorldParts& all, const std::vector<glm::vec3>& x, float half_size_m) {
  int below = 0;
  for (std::size_t i = x.size() - all.spheres(); i < x.size(); ++i) {
    if (std::max(std::abs(x[i].x), std::abs(x[i].z)) > half_size_m) continue;
    int under = 0;
    for (std::size_t k = 0; k < 2 * 20 * 20; ++k) {
      const glm::uvec3 t = all.cloth.triangles[k];
      const glm::dvec3 a(x[t.x]), b = glm::dvec3(x[t.y]) - a, c = glm::dvec3(x[t.z]) - a,
                                  p = glm::dvec3(x[i]) - a;
      const double area = b.x * c.z - b.z * c.x;
      const double v = (p.x * c.z - p.z * c.x) / area, w = (b.x * p.z - b.z * p.x) / area;
      under += v >= 0.0 && w >= 0.0 && v + w <= 1.0 && v * b.y + w * c.y < p.y;
    }
    below += under % 2 == 0;
  }
  return below;
}

/// Bodies of all kinds fall on each other and onto a sheet held by its border; without contacts
/// they fall through.
TEST_P(WorldContact, LetsNothingPassThroughAnything) {
  WorldParts all;
  Cloth trampoline = sheet(21, {0.0f, 0.5f, 0.0f}, 1.0f);
  for (int i = 0; i < 21 * 21; ++i)
    if (i / 21 % 20 == 0 || i % 21 % 20 == 0) trampoline.pinned.push_back(i);
  add_cloth(all.cloth, trampoline);
  add_cloth(all.cloth, sheet(11, {0.05f, 1.1f, 0.02f}, 0.5f));
  add_solid(all.solid, block(glm::vec3(0.08f), glm::ivec3(2), 100.0f), {.at_m = {0.02f, 1.3f, 0}});
  add_block(all.fem, {0.0f, 0.7f, 0.0f});
  add_block(all.fem, {0.03f, 0.95f, 0.02f}, glm::vec3(0.08f));
  all.pile = small_pile(2, {-0.2f, 1.5f, -0.2f}, 0.35f);
  for (PileBody& body : all.pile.bodies) body.velocity_m_s = {0.0f, -6.0f, 0.0f};
  for (const bool touching : {true, false}) {
    SCOPED_TRACE(touching);
    if (!touching) all.contact_distance_m = 0.0f;
    World world(exec(), {all.group()});
    std::size_t most = 0;
    int below = 0;
    for (int i = 0; i < 24; ++i) {
      run(world, 20);
      most = std::max(most, all.crossings(world));
      below = std::max(below, spheres_below(all, world.positions_m(), 0.5f));
    }
    EXPECT_TRUE(world.finite_now());
    EXPECT_EQ(most == 0, touching) << most;
    EXPECT_EQ(below == 0, touching) << below;
  }
}

/// Balls of a column falling on a sheet do not penetrate the one that the sheet stops.
TEST_P(WorldContact, BallsDoNotSinkIntoOneThatASheetHoldsBack) {
  WorldParts all;
  Cloth trampoline = sheet(11, {}, 0.6f);
  for (int i = 0; i < 11 * 11; ++i)
    if (i / 11 % 10 == 0 || i % 11 % 10 == 0) trampoline.pinned.push_back(i);
  add_cloth(all.cloth, trampoline);
  all.pile = small_kinds();
  for (int i = 0; i < 4; ++i)
    all.pile.bodies.push_back(ball_at({0.01f * static_cast<float>(i % 2),
                                       (0.6f + static_cast<float>(i)) * ball_diameter_m, 0.005f},
                                      {0.0f, -4.0f, 0.0f}));
  World world(exec(), {all.group()});
  double deepest = 0.0, held_back = 0.0;
  for (int i = 0; i < 60; ++i) {
    run(world, 1);
    world.request_residuals();
    exec().synchronize();
    held_back = std::max(held_back, world.residuals().at("held_back"));
    const std::vector<Pose> balls = world.system<PilesSystem>().poses();
    for (std::size_t a = 0; a < balls.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        deepest = std::max(deepest, 1.0 - glm::distance(glm::dvec3(balls[a].position_m),
                                                        glm::dvec3(balls[b].position_m)) /
                                              static_cast<double>(ball_diameter_m));
  }
  EXPECT_GT(held_back, 0.0) << "or this tests nothing";
  EXPECT_LT(deepest, 0.1) << "of a diameter";
}

/// In direct and oblique impacts, restitution scales the normal velocity and keeps the tangential
/// one.
TEST_P(WorldContact, BallsPartWithTheirRestitution) {
  for (const float restitution : {0.0f, 0.5f, 1.0f}) {
    SCOPED_TRACE(restitution);
    WorldParts all;
    all.gravity_m_s2 = 0.0f;
    all.friction = 0.0f;
    all.restitution = restitution;
    all.cloth = held_sheet({}, 2.0f, 41);
    all.pile = small_kinds();
    all.pile.bodies = {ball_at({0.013f, 0.3f, 0.017f}, {1.0f, -2.0f, 0.0f}),
                       ball_at({-0.4f, 0.5f, 0.0f}, {1.0f, 0.0f, 0.0f}),
                       ball_at({0.0f, 0.5f, 0.0f}, {-1.0f, 0.0f, 0.0f})};
    World world(exec(), {all.group()});
    run(world, 144);
    const std::vector<BodyMomentum> momenta = world.system<PilesSystem>().momenta();
    const auto is = [](const glm::vec3& now, const glm::vec3& wanted) {
      EXPECT_LT(glm::length(now - wanted), 0.005f) << now.x << ' ' << now.y << ' ' << now.z;
    };
    is(momenta[0].linear_kg_m_s, {1.0f, 2.0f * restitution, 0.0f});
    is(momenta[1].linear_kg_m_s, {-restitution, 0.0f, 0.0f});
    is(momenta[2].linear_kg_m_s, {restitution, 0.0f, 0.0f});
  }
}

/// A sheet that falls flat rebounds to its height times the square of its restitution, from a solid
/// and from another sheet, which must rebound as well.
TEST_P(WorldContact, SheetsRiseAgainWithTheirRestitution) {
  for (const bool on_sheet : {false, true})
    for (const float restitution : {0.0f, 0.6f}) {
      SCOPED_TRACE(restitution);
      constexpr float height_m = 0.3f;
      WorldParts all;
      all.restitution = restitution;
      if (on_sheet)
        all.cloth = held_sheet({}, 2.0f, 41);
      else
        all.colliders = {Collider{}};
      const int first = static_cast<int>(all.cloth.particles.size());
      add_cloth(all.cloth, sheet(5, {0.013f, height_m + 2.0f * distance_m, 0.017f}, 0.3f));
      World world(exec(), {all.group()});
      const auto middle_m = [&] { return world.positions_m()[first + 12].y; };
      run(world, 144);  // it takes 0.247 s to fall
      float top_m = 0.0f, low_m = height_m;
      for (int i = 0; i < 16; ++i) {
        run(world, 8);
        top_m = std::max(top_m, middle_m());
        low_m = std::min(low_m, middle_m());
      }
      EXPECT_NEAR(top_m - low_m, restitution * restitution * height_m, 0.03f * height_m);
    }
}

/// A ball on a sheet rolls, or slides if friction is too low.
TEST_P(WorldContact, BallsRollAndSlideDownSheetsAsTheoryHasIt) {
  for (const Slope& slope : all_slopes({0.0f, 0.14f, 1.4f})) {
    WorldParts all;
    all.cloth = held_sheet(slope, 3.0f, 7);
    all.friction = slope.friction();
    all.pile = small_kinds();
    all.pile.bodies = {
        ball_at(slope.up() * (0.5f * ball_diameter_m + 0.5f * distance_m) - slope.down())};
    World world(exec(), {all.group()});
    PilesSystem& pile = world.system<PilesSystem>();
    run(world, 48);
    const BodyMomentum before = pile.momenta()[0];
    run(world, 144);
    const BodyMomentum after = pile.momenta()[0];
    const double mass_kg = all.pile.kinds[0].body.mass_kg;
    const double down_m_s2 =
        glm::length(after.linear_kg_m_s - before.linear_kg_m_s) / mass_kg / 0.3;
    const double free = slope.free_m_s2();
    const double sliding = free * (1.0 - static_cast<double>(slope.share));
    const double rolling = free * 5.0 / 7.0;
    EXPECT_NEAR(down_m_s2, std::max(sliding, rolling), 0.05 * free)
        << slope.angle_deg << " degrees, " << slope.share << " of the tangent";
    if (slope.share == 0.0f) {
      EXPECT_LT(glm::length(after.angular_kg_m2_s), 1e-6f);
    }
  }
}

/// Bodies of all kinds on a sheet slide by Coulomb's law or stick.
TEST_P(WorldContact, BodiesSlideOnSheetsAsCoulombSaysOrStay) {
  constexpr int patch_side = 5;
  for (const char* kind : {"elements", "spring cloth", "particles", "plate"})
    for (const Slope& slope : all_slopes()) {
      SCOPED_TRACE(kind);
      const std::string_view name = kind;
      WorldParts all;
      all.cloth = held_sheet(slope, 3.0f, 7);
      all.friction = slope.friction();
      const auto at_m = [&](float height_m) {
        return slope.up() * (height_m + 1.1f * distance_m) - slope.down();
      };
      const Solid flat = block({0.15f, 0.05f, 0.15f}, {3, 1, 3}, 300.0f);
      const Placement placement{.turn = slope.axes(), .at_m = at_m(0.05f)};
      if (name == "elements") {
        add_solid(all.fem, flat,
                  {.young_modulus_Pa = 1e5f, .poisson_ratio = 0.3f, .density_kg_m3 = 300.0f},
                  placement);
      } else if (name == "spring cloth") {
        all.fem.kind = ElementKind::spring;
        add_cloth(all.fem, {.columns = patch_side,
                            .rows = patch_side,
                            .mesh = grid_mesh(patch_side, patch_side, glm::vec2(0.3f), at_m(0.0f),
                                              slope.down(), {0, 0, 1})});
      } else if (name == "particles") {
        add_solid(all.solid, flat, placement);
      } else {
        all.pile = plate_on(slope);
        all.pile.bodies[0].pose.position_m = at_m(0.5f * ball_diameter_m - 0.5f * distance_m);
      }
      World world(exec(), {all.group()});
      expect_coulomb(slope, slide(world, 72, 48, [&] {
                       return mean_down_m(slope, world.positions_m(), all.cloth.particles.size());
                     }));
    }
}

/// A sheet lies on a ball many triangles wide: no triangle penetrates it.
TEST_P(WorldContact, SheetsLieOnBalls) {
  WorldParts all;
  all.damping_per_s = 0.5f;
  all.colliders = {Collider{}};
  add_cloth(all.cloth, sheet(31, {0.01f, 1.1f, 0.02f}, 0.9f));
  constexpr float radius_m = 0.15f;
  all.pile.kinds = {{body_of_spheres({{0, 0, 0}}, 2.0f * radius_m, 2.0f, "ball"), {}}};
  PileBody ball;
  ball.pose.position_m = {0.0f, radius_m, 0.0f};
  all.pile.bodies = {ball};
  World world(exec(), {all.group()});
  for (int i = 0; i < 12; ++i) {
    run(world, 40);
    const std::vector<glm::vec3> x = world.positions_m();
    float nearest_m = 1.0f;
    for (const glm::uvec3& t : all.cloth.triangles)
      for (int k = 0; k < 3; ++k)  // midpoints of edges are deepest
        nearest_m =
            std::min(nearest_m, glm::distance(0.5f * (x[t[k]] + x[t[(k + 1) % 3]]), x.back()));
    EXPECT_GT(nearest_m, 0.9f * radius_m) << "after " << i;
  }
}

/// Bodies of all kinds on each other come to rest, and stay apart.
WorldParts heap() {
  WorldParts all;
  all.damping_per_s = 0.5f;
  all.colliders = {Collider{}};
  add_block(all.fem, {0.0f, 0.12f, 0.0f});
  add_cloth(all.cloth, sheet(15, {0.0f, 0.3f, 0.0f}, 0.6f));
  add_solid(all.solid, block(glm::vec3(0.08f), glm::ivec3(2), 200.0f), {.at_m = {0.0f, 0.42f, 0}});
  all.pile = small_kinds();
  PileBody plate{.kind = 2};
  plate.pose.position_m = {0.0f, 0.65f, 0.0f};
  all.pile.bodies = {plate};
  return all;
}

TEST_P(WorldContact, HeapsOfAllKindsComeToRest) {
  const WorldParts all = heap();
  World world(exec(), {all.group()});
  run(world, 960);
  const std::vector<glm::vec3> before = world.positions_m();
  run(world, 240);
  const std::vector<glm::vec3> after = world.positions_m();
  double moved_m = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i >= all.cloth.particles.size())  // its corners still swing
      moved_m = std::max<double>(moved_m, glm::distance(before[i], after[i]));
  }
  EXPECT_LT(moved_m, 0.02);
  EXPECT_EQ(all.crossings(world), 0u);
  const float plate_m = world.system<PilesSystem>().poses()[0].position_m.y;
  EXPECT_GT(plate_m, 0.4f) << "it lies on what lies on the block";
}

/// Nothing passes through anything while the grab pulls bodies through each other; without contacts
/// it does.
TEST_P(WorldContact, LetsNothingPassThatAGrabPulls) {
  WorldParts all = heap();
  for (const bool touching : {true, false}) {
    SCOPED_TRACE(touching);
    if (!touching) all.contact_distance_m = 0.0f;
    World world(exec(), {all.group()});
    run(world, 240);
    const int particles = static_cast<int>(all.cloth.particles.size());
    const int nodes = particles + static_cast<int>(all.solid.particles.size());
    const int body = world.draw_list().vertex_count - BodyGrabber::max_holds -
                     static_cast<int>(all.spheres()) - 1;
    std::size_t most = 0;
    for (const int vertex : {7, particles + 3, nodes + 5, body}) {
      world.grab(vertex);
      ASSERT_GE(world.grabbed_vertex(), 0) << vertex;
      for (const glm::vec3 at_m : {glm::vec3(0.8f, 0.1f, 0.1f), glm::vec3(-0.8f, 0.3f, -0.2f),
                                   glm::vec3(0.1f, 0.9f, 0.6f), glm::vec3(0.0f, 0.2f, -0.6f)}) {
        world.drag_to(at_m);
        for (int i = 0; i < 8; ++i) {
          run(world, 8);
          most = std::max(most, all.crossings(world));
        }
      }
      world.release(false);
    }
    EXPECT_EQ(most == 0, touching) << most;
    EXPECT_TRUE(world.finite_now());
  }
}

TEST_P(WorldContact, GoesOnWhereItWasOnAnotherBackend) {
  const WorldParts all = heap();
  World stays(exec(), {all.group()}), moves(exec(), {all.group()});
  run_switched(stays, moves, exec(), 10);
  if (!on_cuda()) {
    EXPECT_EQ(stays.state_hash(), moves.state_hash());
    return;
  }
  const std::vector<glm::vec3> a = stays.positions_m(), b = moves.positions_m();
  // The GPU's fused multiply-adds change which bodies collide.
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_LT(glm::distance(a[i], b[i]), 0.04f) << i;
}

TEST_P(WorldContact, StartsAgainAsItBeganAndRepeats) {
  const WorldParts all = heap();
  World world(exec(), {all.group()});
  run(world, 240);
  const std::uint64_t hash = world.state_hash();
  world.reset();
  run(world, 240);
  EXPECT_EQ(world.state_hash(), hash);
}

EACH_BACKEND(WorldContact);

}  // namespace
}  // namespace limber
