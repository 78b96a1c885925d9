// Contacts between all pairs of kinds of bodies: no penetration, by brute force in double
// precision, and transferred forces against independent statics.

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>

#include "sim/plants/reduce.h"
#include "tests/distance_reference.h"
#include "tests/each_backend.h"
#include "tests/sim/small_parts.h"
#include "tests/sim/small_plant.h"
#include "tests/sim/touching_surfaces.h"

namespace limber {
namespace {

constexpr Beam branch{
    .length_m = 1.0, .nodes = 20, .mass_kg = 0.2, .bending_N_m2 = 20.0, .modes = 6};

Beam soft_branch() {
  Beam soft = branch;
  soft.bending_N_m2 = 2.0;
  return soft;
}

std::shared_ptr<PlantsModel> lying_in_spite_of_its_weight(const Beam& beam) {
  std::shared_ptr<PlantsModel> model = lying(beam);
  model->grown_under_gravity = true;
  return model;
}

WorldParts damped_parts(float damping_per_s = 2.0f) {
  WorldParts all;
  all.damping_per_s = damping_per_s;
  all.of_plant.mass_damping_per_s = 8.0f;
  all.of_plant.contact_iterations = 8;
  return all;
}

/// A mass resting on a plant.
struct Weight {
  double mass_kg;
  std::vector<double> up;  ///< of each mode at its position; see upward()
};

class Pairing : public EachBackend {
 protected:
  void begin(const WorldParts& all) {
    all_ = std::make_unique<WorldParts>(all);
    world_ = std::make_unique<World>(exec(), std::vector{all_->group()});
    surfaces_ = std::make_unique<TouchingSurfaces>(exec(), *world_, *all_);
  }

  /// Runs a world in several parts, calling act(part) before each, and expects no intersections;
  /// and some in a first run without contacts. The world is kept.
  template <class Act>
  void expect_apart(WorldParts all, int parts, int steps, const Act& act) {
    const float touching_m = all.contact_distance_m;
    for (const bool touching : {false, true}) {
      SCOPED_TRACE(touching);
      all.contact_distance_m = touching ? touching_m : 0.0f;
      begin(all);
      std::size_t most = 0;
      for (int i = 0; i < parts && (touching || most == 0); ++i) {
        act(i);
        run(world(), steps);
        most = std::max(most, surfaces_->crossings(world()));
      }
      EXPECT_EQ(most == 0, touching) << most;
      EXPECT_TRUE(world().finite_now());
      EXPECT_EQ(world().trouble(), "");
    }
  }
  void expect_apart(const WorldParts& all, int parts, int steps) {
    expect_apart(all, parts, steps, [](int) {});
  }

  /// Coordinates of a plant's first part: predicted under the weights now resting on it, and
  /// actual.
  template <class Weights>
  void expect_bent_by(const Eigen::MatrixXd& stiffness, const Weights& weights, double within) {
    const int modes = static_cast<int>(stiffness.rows());
    Eigen::VectorXd wanted = Eigen::VectorXd::Zero(modes), found = wanted;
    constexpr int looks = 24;
    for (int i = 0; i < looks; ++i) {
      run(world(), 5);
      const PartDynamics::State state = world().system<PlantsSystem>().state();
      Eigen::VectorXd load = Eigen::VectorXd::Zero(modes);
      for (const Weight& weight : weights())
        for (int k = 0; k < modes; ++k) load[k] -= weight.mass_kg * g_m_s2 * weight.up[k];
      wanted += stiffness.ldlt().solve(load) / looks;
      for (int k = 0; k < modes; ++k) found[k] += static_cast<double>(state.q[k]) / looks;
    }
    EXPECT_GT(wanted.norm(), 0.0);
    EXPECT_LT((found - wanted).norm(), within * wanted.norm())
        << found.transpose() << " instead of " << wanted.transpose();
  }

  World& world() { return *world_; }
  TouchingSurfaces& surfaces() { return *surfaces_; }

 private:
  std::unique_ptr<WorldParts> all_;
  std::unique_ptr<World> world_;
  std::unique_ptr<TouchingSurfaces> surfaces_;
};

/// A cloth falls over a branch and hangs on both sides of it.
TEST_P(Pairing, ClothHangsOnABranch) {
  const Beam beam = soft_branch();
  WorldParts all = damped_parts();
  all.plant = lying_in_spite_of_its_weight(beam);
  const glm::vec3 right = glm::normalize(glm::vec3(1.0f, 0.15f, 0.0f)),
                  down = glm::normalize(glm::cross(right, glm::vec3(0.0f, 1.0f, 0.15f)));
  add_cloth(all.cloth,
            {.mesh = grid_mesh(9, 13, {0.24f, 0.36f}, {0.7f, 0.08f, 0.002f}, right, down),
             .bending = Bending::dihedral});
  expect_apart(all, 120, 12);
  expect_bent_by(
      all.plant->reduced[0].stiffness,
      [&] {
        std::vector<Weight> weights;
        const std::vector<glm::vec3> x = world().positions_m();
        for (std::size_t i = 0; i < all.cloth.particles.size(); ++i)
          weights.push_back({1.0 / all.cloth.particles[i].inverse_mass_per_kg,
                             upward(*all.plant, beam, x[i + 1].x)});
        return weights;
      },
      0.1);
}

/// A block of finite elements falls on a branch and rests there.
TEST_P(Pairing, ABlockOfFiniteElementsLiesOnABranch) {
  WorldParts all = damped_parts();
  all.plant = lying_in_spite_of_its_weight(branch);
  add_block(all.fem, {0.7f, 0.08f, 0.001f}, glm::vec3(0.05f));
  expect_apart(all, 60, 24);
  expect_bent_by(
      all.plant->reduced[0].stiffness,
      [&] {
        std::vector<Weight> weights;
        const std::vector<glm::vec3> x = world().positions_m();
        for (std::size_t i = 0; i < all.fem.nodes_m.size(); ++i)
          weights.push_back({all.fem.masses_kg[i], upward(*all.plant, branch, x[i + 1].x)});
        return weights;
      },
      0.1);
}

constexpr int solid_rows = 40;

/// A beam of tetrahedra that lies along +x and bends in its lowest modes.
std::shared_ptr<PlantsModel> lying_solid() {
  auto model = std::make_shared<PlantsModel>();
  PartShape shape = small_beam({1, solid_rows, 1}, 6);
  shape.drawn.positions_m = shape.nodes_m;
  std::vector<glm::ivec4> tetrahedra;
  for (const glm::uvec4& t : shape.tetrahedra) tetrahedra.emplace_back(t);
  shape.drawn.triangles = boundary_of(tetrahedra);
  shape.material.young_modulus_Pa = 5e7f;
  Progress progress;
  model->reduced = {reduce(shape, {}, progress)};
  model->plant.shapes = {shape};
  model->plant.parts = {{.rest = {.quaternion = lying_turn}}};
  model->attachments.resize(1);
  model->grown_under_gravity = true;
  return model;
}

/// Vertical displacement of its upper side per mode.
std::vector<double> upward_of_solid(const PlantsModel& model, double along_m) {
  const PartShape& shape = model.plant.shapes[0];
  std::vector<double> up(model.reduced[0].modes, 0.0);
  for (std::size_t i = 0; i < shape.nodes_m.size(); ++i) {
    const glm::dvec3 node(shape.nodes_m[i]);
    // Two nodes of each row are on that side.
    const double share = 0.5 * std::max(0.0, 1.0 - solid_rows * std::abs(node.y - along_m));
    for (std::size_t k = 0; k < up.size() && node.z > 0.0; ++k)
      up[k] +=
          share * model.reduced[0].node_modes(3 * static_cast<int>(i) + 2, static_cast<int>(k));
  }
  return up;
}

/// A rigid box falls on a reduced solid and rests there.
TEST_P(Pairing, ARigidBoxLiesOnASolidOfModes) {
  WorldParts all = damped_parts();
  all.plant = lying_solid();
  add_box(all.rigid, {0.7, 0.09, 0.002}, {0.12f, 0.05f, 0.06f});
  expect_apart(all, 120, 12);
  expect_bent_by(
      all.plant->reduced[0].stiffness,
      [&] {
        return std::vector<Weight>{
            {all.rigid.bodies[0].mass_kg,
             upward_of_solid(*all.plant, world().system<JointsSystem>().poses()[0].position_m.x)}};
      },
      0.1);
}

/// Crossing branches: a grab pulls one down onto the other.
TEST_P(Pairing, BranchesOfTwoPlantsPushEachOther) {
  const Beam beam = soft_branch();
  const std::shared_ptr<PlantsModel> both = lying(beam);
  PlantPart across;
  across.rest.position_m = {0.7f, 0.04f, -0.7f};
  across.rest.quaternion =
      quaternion_product(glm::vec4(0.0f, -std::sqrt(0.5f), 0.0f, std::sqrt(0.5f)), lying_turn);
  both->plant.parts.push_back(across);
  both->attachments.resize(2);
  WorldParts all = damped_parts();
  all.gravity_m_s2 = 0.0f;
  all.plant = both;
  constexpr int held_node = 16;  // 15 cm beyond the crossing
  expect_apart(all, 400, 2, [&](int part) {
    if (part == 0) world().grab(beam.nodes + held_node);
    world().drag_to({0.7f, -0.12f, 0.15f});
  });
  const PartDynamics::State state = world().system<PlantsSystem>().state();
  const Eigen::MatrixXd& stiffness = both->reduced[0].stiffness;
  const std::vector<double> at_crossing = upward(*both, beam, 0.7),
                            at_grab = upward(*both, beam, beam_node_m(beam, held_node).y);
  // Of the modes that bend upward, the last half: K q = F up(crossing) + H up(grab).
  const int half = beam.modes / 2;
  Eigen::VectorXd lower(half), upper(half);
  Eigen::MatrixXd pushes(half, 2);
  for (int k = 0; k < half; ++k) {
    lower[k] = stiffness(half + k, half + k) * static_cast<double>(state.q[half + k]);
    upper[k] = stiffness(half + k, half + k) * static_cast<double>(state.q[beam.modes + half + k]);
    pushes(k, 0) = at_crossing[half + k];
    pushes(k, 1) = at_grab[half + k];
  }
  const double lower_N = lower.dot(pushes.col(0)) / pushes.col(0).squaredNorm();
  const Eigen::Vector2d upper_N =
      (pushes.transpose() * pushes).ldlt().solve(pushes.transpose() * upper);
  EXPECT_LT(lower_N, -0.3) << "it is pushed down";
  EXPECT_NEAR(upper_N[0], -lower_N, 0.1 * std::abs(lower_N)) << "by " << upper_N[1];
}

/// Twigs of one trunk, one above the other: a grab pulls the upper one down onto the lower one.
TEST_P(Pairing, TwigsOfOnePlantPushEachOther) {
  const auto model = std::make_shared<PlantsModel>(single_beam(small_trunk));
  model->plant.shapes.push_back(drawn_beam(small_twig));
  model->reduced.push_back(reduced_beam(small_twig));
  for (const int node : {11, 12}) add_mounted(*model, small_trunk, 0, node, 1, lying_turn);
  WorldParts all = damped_parts();
  all.gravity_m_s2 = 0.0f;
  all.plant = model;
  const int tip_of_lower = small_trunk.nodes + small_twig.nodes - 1,
            tip_of_upper = tip_of_lower + small_twig.nodes;
  double start_m = 0.0;
  expect_apart(all, 60, 12, [&](int part) {
    if (part == 0) {
      start_m = surfaces().drawn_m(world())[tip_of_lower].y;
      world().grab(tip_of_upper);
    }
    world().drag_to({0.45f, static_cast<float>(start_m) - 0.08f, 0.0f});
  });
  const std::vector<glm::dvec3> drawn = surfaces().drawn_m(world());
  EXPECT_LT(drawn[tip_of_lower].y, start_m - 0.04) << "it is pushed down";
  EXPECT_GT(drawn[tip_of_upper].y, drawn[tip_of_lower].y);
}

// Cloth held by its border.

constexpr float trampoline_m = 0.6f;
constexpr int trampoline_side = 11;

TriangleMesh trampoline_mesh() {
  return grid_mesh(trampoline_side, trampoline_side, glm::vec2(trampoline_m), glm::vec3(0.0f),
                   {1, 0, 0}, {0, 0, 1});
}

std::vector<int> border_of_trampoline() {
  std::vector<int> border;
  for (int i = 0; i < trampoline_side * trampoline_side; ++i)
    if (i / trampoline_side % (trampoline_side - 1) == 0 ||
        i % trampoline_side % (trampoline_side - 1) == 0)
      border.push_back(i);
  return border;
}

SpringCloth spring_trampoline() {
  return {.columns = trampoline_side,
          .rows = trampoline_side,
          .mesh = trampoline_mesh(),
          .pinned = border_of_trampoline()};
}

/// Vertical force on the first point from a tension towards the other.
double lifts_N(const glm::vec3& first, const glm::vec3& other, double pull_N) {
  const glm::dvec3 way = glm::dvec3(other) - glm::dvec3(first);
  return pull_N * way.y / glm::length(way);
}

/// Vertical force of springs on free nodes, as in Choi and Ko, without the weak beams: linear in
/// tension, zero in compression.
double lift_of_springs_N(const FemModel& model, const std::vector<glm::vec3>& nodes_m) {
  double sum_N = 0.0;
  for (std::size_t s = 0; s < model.springs.size(); ++s) {
    int held = model.corners[2 * s], free = model.corners[2 * s + 1];
    if (model.pinned[held] == model.pinned[free]) continue;
    if (model.pinned[held] == 0) std::swap(held, free);
    const Spring& spring = model.springs[s];
    const double longer_m =
        glm::distance(glm::dvec3(nodes_m[held]), glm::dvec3(nodes_m[free])) - spring.rest_length_m;
    sum_N += lifts_N(nodes_m[free], nodes_m[held], spring.stretch_N_m * std::max(0.0, longer_m));
  }
  return sum_N;
}

/// The same for compliant xpbd edges: elongation is force times compliance.
double lift_of_edges_N(const PbdModel& model, double compliance_m_N,
                       const std::vector<glm::vec3>& x) {
  double sum_N = 0.0;
  for (std::size_t e = 0; e < model.stretch.corners.size(); ++e) {
    int held = model.stretch.corners[e].at[0], free = model.stretch.corners[e].at[1];
    const auto is_held = [&](int i) { return model.particles[i].inverse_mass_per_kg == 0.0f; };
    if (is_held(held) == is_held(free)) continue;
    if (!is_held(held)) std::swap(held, free);
    const double longer_m =
        glm::distance(glm::dvec3(x[held]), glm::dvec3(x[free])) - model.stretch.rest[e];
    sum_N += lifts_N(x[free], x[held], longer_m / compliance_m_N);
  }
  return sum_N;
}

double free_mass_kg(const FemModel& model) {
  double sum_kg = 0.0;
  for (int i = 0; i < model.nodes(); ++i)
    if (model.pinned[i] == 0) sum_kg += model.masses_kg[i];
  return sum_kg;
}

double free_mass_kg(const PbdModel& model) {
  double sum_kg = 0.0;
  for (const Particle& p : model.particles)
    if (p.inverse_mass_per_kg > 0.0f) sum_kg += 1.0 / p.inverse_mass_per_kg;
  return sum_kg;
}

/// A rigid or finite element box on a cloth of springs, or of particles with compliant edges: the
/// border bears the weight of box and cloth, at rest. Without contacts it bears only the cloth.
TEST_P(Pairing, TheBorderOfAClothBearsTheBoxThatLiesInIt) {
  constexpr float size_m = 0.12f, compliance_m_N = 5e-3f;
  for (const bool of_springs : {true, false})
    for (const bool rigid : {true, false})
      for (const bool touching : {true, false}) {
        SCOPED_TRACE(testing::Message() << (rigid ? "a rigid box" : "a box of elements") << " on "
                                        << (of_springs ? "springs" : "particles")
                                        << (touching ? "" : " without contacts"));
        WorldParts all = damped_parts(6.0f);
        if (!touching) all.contact_distance_m = 0.0f;
        all.of_cloth.method = "xpbd";
        all.of_cloth.stretch_compliance_m_N = compliance_m_N;
        if (of_springs)
          add_cloth(all.springs, spring_trampoline());
        else
          add_cloth(all.cloth, {.mesh = trampoline_mesh(), .pinned = border_of_trampoline()});
        const glm::vec3 at_m(0.01f, 0.5f * size_m + 0.02f, 0.02f);
        if (rigid) {
          add_box(all.rigid, at_m, glm::vec3(size_m));
          fill_evenly(all.rigid.bodies[0], 300.0);
        } else {
          add_block(all.fem, at_m, glm::vec3(0.5f * size_m));
        }
        begin(all);
        run(world(), touching ? 840 : 360);
        const auto points_m = [&] { return world().positions_m(); };
        const std::vector<glm::vec3> before = points_m();
        double lift_N = 0.0;
        constexpr int looks = 12;
        for (int i = 0; i < looks; ++i) {
          run(world(), 20);
          std::vector<glm::vec3> x = points_m();
          if (of_springs) {
            x.erase(x.begin(), x.begin() + all.fem.nodes());
            lift_N += lift_of_springs_N(all.springs, x) / looks;
          } else {
            lift_N += lift_of_edges_N(all.cloth, compliance_m_N, x) / looks;
          }
        }
        const double box_kg = rigid ? all.rigid.bodies[0].mass_kg : free_mass_kg(all.fem);
        const double cloth_kg = free_mass_kg(all.springs) + free_mass_kg(all.cloth);
        const double weight_N = g_m_s2 * (cloth_kg + (touching ? box_kg : 0.0));
        EXPECT_GT(box_kg, 5.0 * cloth_kg);
        EXPECT_NEAR(lift_N, weight_N, 0.03 * weight_N);
        if (!touching) continue;
        const std::vector<glm::vec3> after = points_m();
        double moved_m = 0.0;
        for (std::size_t i = 0; i < after.size(); ++i)
          moved_m = std::max<double>(moved_m, glm::distance(before[i], after[i]));
        EXPECT_LT(moved_m, 3e-3) << "in half a second";
        EXPECT_EQ(world().trouble(), "");
      }
}

/// A ball falls into a cloth of springs held by its border, and comes to rest.
TEST_P(Pairing, ClothOfSpringsHoldsABall) {
  WorldParts all = damped_parts(6.0f);
  add_cloth(all.springs, spring_trampoline());
  all.pile = small_kinds();
  all.pile.bodies = {ball_at({0.01f, 0.15f, 0.02f}, {0.0f, -2.0f, 0.0f})};
  const double radius_m = 0.5 * static_cast<double>(ball_diameter_m);
  for (const bool touching : {false, true}) {
    all.contact_distance_m = touching ? distance_m : 0.0f;
    begin(all);
    double min_m = 1.0;
    for (int i = 0; i < 200 && (touching || min_m > 0.3 * radius_m); ++i) {
      run(world(), 3);
      surfaces().look(world());
      const std::vector<glm::dvec3>& x = surfaces().places_m;
      for (const glm::uvec3& t : surfaces().triangles)
        min_m = std::min(min_m, distance_to_triangle(x[t.x], x[t.y], x[t.z], x.back()));
    }
    EXPECT_EQ(min_m > 0.8 * radius_m, touching) << min_m;
  }
  run(world(), 600);
  const double weight_N = g_m_s2 * (all.pile.kinds[0].body.mass_kg + free_mass_kg(all.springs));
  EXPECT_NEAR(lift_of_springs_N(all.springs, world().positions_m()), weight_N, 0.03 * weight_N);
}

/// A cloth of particles falls on one of springs.
TEST_P(Pairing, ClothOfSpringsHoldsClothOfParticles) {
  WorldParts all = damped_parts();
  add_cloth(all.springs, spring_trampoline());
  const glm::vec3 right = glm::normalize(glm::vec3(1.0f, 0.2f, 0.1f)),
                  down = glm::normalize(glm::cross(right, glm::vec3(0.0f, 1.0f, 0.2f)));
  add_cloth(all.cloth, {.mesh = grid_mesh(11, 11, glm::vec2(0.3f), {0.0f, 0.1f, 0.0f}, right, down),
                        .density_kg_m2 = 1.0f,
                        .bending = Bending::dihedral});
  expect_apart(all, 80, 12);
  std::vector<glm::vec3> x = world().positions_m();
  x.erase(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(all.cloth.particles.size()));
  const double weight_N = g_m_s2 * (free_mass_kg(all.cloth) + free_mass_kg(all.springs));
  EXPECT_NEAR(lift_of_springs_N(all.springs, x), weight_N, 0.05 * weight_N);
}

/// A vertical strip of springs falls to the ground and folds onto itself.
TEST_P(Pairing, ClothOfSpringsDoesNotPassThroughItself) {
  WorldParts all = damped_parts();
  all.colliders = {Collider{}};
  const glm::vec3 up = glm::normalize(glm::vec3(0.05f, 1.0f, 0.02f));
  add_cloth(all.springs,
            {.columns = 6,
             .rows = 25,
             .mesh = grid_mesh(6, 25, {0.15f, 0.6f}, {0.0f, 0.35f, 0.0f},
                               glm::normalize(glm::cross(up, glm::vec3(0.3f, 0.0f, 1.0f))), -up)});
  expect_apart(all, 60, 12);
}

EACH_BACKEND(Pairing);

}  // namespace
}  // namespace limber
