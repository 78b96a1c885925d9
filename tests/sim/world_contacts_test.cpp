// Contacts between systems: particles, finite elements and rigid bodies that meet in one world.
// Momentum, friction and rolling against theory, crossings by exact predicates.

#include "sim/contact/world_contacts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sim/mesh/box_mesh.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/triangle_tree.h"
#include "sim/pbd/cloth.h"
#include "sim/pbd/solid.h"
#include "tests/each_solver.h"
#include "tests/sim/small_pile.h"

namespace limber {
namespace {

constexpr float distance_m = 0.01f;

/// What meets in a world; what is empty is not there.
struct Company {
  PbdModel cloth, solid;
  FemModel fem;
  PilesModel pile;
  float friction = 0.3f;
  float restitution = 0.0f;
  float gravity_m_s2 = 9.81f;
  float damping_per_s = 0.0f;
  float contact_distance_m = distance_m;  ///< 0: nothing touches
  std::vector<Collider> colliders{};

  GroupModel group() const {
    GroupModel group{"", {.colliders = colliders}, {}};
    PbdSettings pbd;
    pbd.dt_s = 1.0f / 480.0f;
    pbd.gravity_m_s2 = gravity_m_s2;
    pbd.damping_per_s = damping_per_s;
    pbd.air_kg_m3 = 0.0f;
    pbd.friction = friction;
    pbd.restitution = restitution;
    pbd.contact_distance_m = contact_distance_m;
    pbd.contact_iterations = 8;
    const auto add_pbd = [&](const char* name, const PbdModel& model) {
      if (!model.particles.empty())
        group.systems.push_back(
            {name, [=](Exec& exec) { return std::make_unique<PbdSystem>(exec, model, pbd); }});
    };
    add_pbd("cloth", cloth);
    add_pbd("solid", solid);
    FemSettings elements;
    elements.dt_s = 1.0f / 480.0f;
    elements.gravity_m_s2 = gravity_m_s2;
    elements.mass_damping_per_s = damping_per_s;
    elements.friction = friction;
    elements.contact_distance_m = contact_distance_m;
    if (!fem.nodes_m.empty())
      group.systems.push_back({"fem", [model = fem, elements](Exec& exec) {
                                 return std::make_unique<FemSystem>(exec, model, elements);
                               }});
    PilesSettings bodies;
    bodies.contacts = "positions";
    bodies.dt_s = 1.0f / 480.0f;
    bodies.gravity_m_s2 = gravity_m_s2;
    bodies.damping_per_s = damping_per_s;
    bodies.rolling = 0.0f;
    bodies.friction = friction;
    bodies.restitution = restitution;
    if (!pile.bodies.empty())
      group.systems.push_back(
          {"pile", [model = pile, bodies, around = static_cast<int>(colliders.size())](Exec& exec) {
             return std::make_unique<PilesSystem>(exec, model, around, bodies);
           }});
    return group;
  }

  /// In the order of World::positions_m(), which has the centres of spheres at its end.
  std::vector<glm::uvec3> triangles() const {
    std::vector<glm::uvec3> all;
    unsigned first = 0;
    const auto add = [&](const std::vector<glm::uvec3>& own, std::size_t points) {
      for (const glm::uvec3& t : own) all.push_back(t + first);
      first += static_cast<unsigned>(points);
    };
    add(cloth.triangles, cloth.particles.size());
    add(solid.triangles, solid.particles.size());
    add(fem.triangles, fem.nodes_m.size());
    return all;
  }

  std::size_t spheres() const {
    std::size_t sum = 0;
    for (const PileBody& body : pile.bodies) sum += pile.kinds[body.kind].body.centers_m.size();
    return sum;
  }

  std::size_t crossings(World& world) const {
    return TriangleTree({world.positions_m(), triangles()}).crossings().size();
  }
};

Cloth sheet(int side, glm::vec3 center_m, float size_m, glm::vec3 right = {1, 0, 0}) {
  return {.mesh = grid_mesh(side, side, glm::vec2(size_m), center_m, right,
                            glm::cross(right, glm::vec3(0, 0, 1)).y > 0 ? glm::vec3(0, 0, -1)
                                                                        : glm::vec3(0, 0, 1)),
          .bending = Bending::dihedral};
}

Solid block(glm::vec3 half_m, glm::ivec3 cells, float density_kg_m3) {
  Solid solid{.mesh = box_mesh(-half_m, half_m, cells)};
  solid.density_kg_m3 = density_kg_m3;
  return solid;
}

void add_block(FemModel& model, glm::vec3 at_m, glm::vec3 half_m = glm::vec3(0.1f),
               float young_modulus_Pa = 1e5f) {
  add_solid(model, block(half_m, glm::ivec3(3), 300.0f),
            {.young_modulus_Pa = young_modulus_Pa, .poisson_ratio = 0.3f, .density_kg_m3 = 300.0f},
            {.at_m = at_m});
}

/// A sheet of which nothing moves, on which x runs down a slope.
PbdModel slope(float angle_rad, float size_m) {
  PbdModel model;
  Cloth cloth =
      sheet(41, glm::vec3(0.0f), size_m, {std::cos(angle_rad), -std::sin(angle_rad), 0.0f});
  for (std::size_t i = 0; i < cloth.mesh.positions_m.size(); ++i)
    cloth.pinned.push_back(static_cast<int>(i));
  add_cloth(model, cloth);
  return model;
}

class WorldContact : public EachSolver {};

/// A plate flies into a block of finite elements beside one of particles: the centre of mass of
/// everything goes on as before. Constraints of particles, which are solved one after the other,
/// lose some of it by themselves, and do so in free flight. Where the plate has a sheet of a
/// thousandth of its mass before it, points of the sheet have to be held back, and what they lose
/// nobody gets.
void expect_momentum_kept(Exec& exec, bool with_sheet, bool with_particles, double share) {
  Company all;
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
  // While it is held back, what moves it on still has its momentum.
  EXPECT_LT(glm::length(velocity_m_s() - before), share * glm::length(before));
  EXPECT_EQ(all.crossings(world), 0u);
}

TEST_P(WorldContact, KeepsTheMomentumOfAllSystems) {
  expect_momentum_kept(exec(), false, false, 1e-5);
  expect_momentum_kept(exec(), false, true, 3e-4);
  expect_momentum_kept(exec(), true, true, 1e-3);
}

/// Centres of spheres below the first sheet, which is held by its border: straight below what is
/// above it lies an odd number of its triangles, however it is folded.
int spheres_below(const Company& all, const std::vector<glm::vec3>& x, float half_size_m) {
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

/// Bodies of all kinds fall on each other and onto a sheet that is held by its border; without
/// contacts they fall through.
TEST_P(WorldContact, LetsNothingPassThroughAnything) {
  Company all;
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
    EXPECT_EQ(world.trouble(), "");
  }
}

/// What meets straight on or at a slant parts with its share of the speed, and goes on along the
/// surface as before.
TEST_P(WorldContact, BallsPartWithTheirRestitution) {
  for (const float restitution : {0.0f, 0.5f, 1.0f}) {
    SCOPED_TRACE(restitution);
    Company all;
    all.gravity_m_s2 = 0.0f;
    all.friction = 0.0f;
    all.restitution = restitution;
    all.cloth = slope(0.0f, 2.0f);
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

/// A sheet that falls flat rises again to the square of its restitution, from a solid and from
/// another sheet, which has to rebound as well.
TEST_P(WorldContact, SheetsRiseAgainWithTheirRestitution) {
  for (const bool on_sheet : {false, true})
    for (const float restitution : {0.0f, 0.6f}) {
      SCOPED_TRACE(restitution);
      constexpr float height_m = 0.3f;
      Company all;
      all.restitution = restitution;
      if (on_sheet)
        all.cloth = slope(0.0f, 2.0f);
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

/// A ball on a sheet rolls as a ball does, or slides where friction cannot turn it fast enough.
TEST_P(WorldContact, BallsRollAndSlideDownSheetsAsTheoryHasIt) {
  const float angle = 20.0f * pi / 180.0f;
  for (const float friction : {0.0f, 0.05f, 0.5f}) {
    Company all;
    all.cloth = slope(angle, 3.0f);
    all.friction = friction;
    all.pile = small_kinds();
    const glm::vec3 up(std::sin(angle), std::cos(angle), 0.0f);
    all.pile.bodies = {ball_at(up * (0.5f * ball_diameter_m + 0.5f * distance_m) -
                               glm::vec3(std::cos(angle), -std::sin(angle), 0.0f))};
    World world(exec(), {all.group()});
    PilesSystem& pile = world.system<PilesSystem>();
    run(world, 48);
    const BodyMomentum before = pile.momenta()[0];
    run(world, 192);
    const BodyMomentum after = pile.momenta()[0];
    const double mass_kg = all.pile.kinds[0].body.mass_kg;
    const double down_m_s2 =
        glm::length(after.linear_kg_m_s - before.linear_kg_m_s) / mass_kg / 0.4;
    const double free = 9.81 * std::sin(angle);
    const double sliding = free - friction * 9.81 * std::cos(angle);
    const double rolling = free * 5.0 / 7.0;
    EXPECT_NEAR(down_m_s2, std::max(sliding, rolling), 0.05 * free) << friction;
    if (friction == 0.0f) {
      EXPECT_LT(glm::length(after.angular_kg_m2_s), 1e-6f);
    }
  }
}

/// A block of finite elements on a sheet slides as Coulomb says or stays.
TEST_P(WorldContact, BlocksSlideOnSheetsAsCoulombSaysOrStay) {
  for (const float angle_deg : {10.0f, 30.0f})
    for (const float share : {0.0f, 0.5f, 1.3f}) {
      const float angle = angle_deg * pi / 180.0f;
      const glm::vec3 down(std::cos(angle), -std::sin(angle), 0.0f),
          up(std::sin(angle), std::cos(angle), 0.0f);
      Company all;
      all.cloth = slope(angle, 3.0f);
      all.friction = share * std::tan(angle);
      add_solid(all.fem, block({0.15f, 0.05f, 0.15f}, {3, 1, 3}, 300.0f),
                {.young_modulus_Pa = 1e5f, .poisson_ratio = 0.3f, .density_kg_m3 = 300.0f},
                {.turn = glm::mat3(down, up, glm::vec3(0, 0, 1)),
                 .at_m = up * (0.05f + 1.1f * distance_m) - down});
      World world(exec(), {all.group()});
      const std::size_t first = all.cloth.particles.size();
      const auto down_m = [&] {
        double sum = 0.0, mass = 0.0;
        const std::vector<glm::vec3> x = world.positions_m();
        for (std::size_t i = first; i < x.size(); ++i) {
          sum += double(all.fem.masses_kg[i - first]) * glm::dot(x[i], down);
          mass += all.fem.masses_kg[i - first];
        }
        return sum / mass;
      };
      run(world, 120);
      const double x0 = down_m();
      run(world, 96);
      const double x1 = down_m();
      run(world, 96);
      const double acceleration = (down_m() - 2.0 * x1 + x0) / (0.2 * 0.2);
      const double free = 9.81 * std::sin(angle);
      EXPECT_NEAR(acceleration, free * std::max(0.0, 1.0 - double(share)), 0.05 * free)
          << angle_deg << " degrees, " << share << " of the tangent";
    }
}

/// A sheet over a ball that is many of its triangles wide lies on it: no triangle cuts into it.
TEST_P(WorldContact, SheetsLieOnBalls) {
  Company all;
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
      for (int k = 0; k < 3; ++k)  // the middles of sides lie deepest
        nearest_m =
            std::min(nearest_m, glm::distance(0.5f * (x[t[k]] + x[t[(k + 1) % 3]]), x.back()));
    EXPECT_GT(nearest_m, 0.9f * radius_m) << "after " << i;
  }
}

/// Bodies of all kinds on each other come to rest, and stay apart.
Company heap() {
  Company all;
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
  const Company all = heap();
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

/// Whatever is pulled through everything else, nothing passes, which without contacts it does.
TEST_P(WorldContact, LetsNothingPassThatAHandPulls) {
  Company all = heap();
  for (const bool touching : {true, false}) {
    SCOPED_TRACE(touching);
    if (!touching) all.contact_distance_m = 0.0f;
    World world(exec(), {all.group()});
    run(world, 240);
    const int particles = static_cast<int>(all.cloth.particles.size());
    const int nodes = particles + static_cast<int>(all.solid.particles.size());
    const int body =
        world.draw_list().vertex_count - BodyHand::max_holds - static_cast<int>(all.spheres()) - 1;
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

TEST_P(WorldContact, GoesOnWhereItWasOnAnotherSolver) {
  const Company all = heap();
  World stays(exec(), {all.group()}), moves(exec(), {all.group()});
  run_switched(stays, moves, exec(), 10);
  if (!on_cuda()) {
    EXPECT_EQ(stays.state_hash(), moves.state_hash());
    return;
  }
  const std::vector<glm::vec3> a = stays.positions_m(), b = moves.positions_m();
  // Products that the GPU adds without rounding them first part what falls on what.
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_LT(glm::distance(a[i], b[i]), 0.04f) << i;
}

TEST_P(WorldContact, StartsAgainAsItBeganAndRepeats) {
  const Company all = heap();
  World world(exec(), {all.group()});
  run(world, 240);
  const std::uint64_t hash = world.state_hash();
  world.reset();
  run(world, 240);
  EXPECT_EQ(world.state_hash(), hash);
}

EACH_SOLVER(WorldContact);

}  // namespace
}  // namespace limber
