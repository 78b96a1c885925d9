// The user's grab on bodies of every family: the grabbed point reaches its target if the body
// allows it, without overshoot; otherwise it comes to rest.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "scenes/scene.h"
#include "sim/fem/spring_cloth.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/surfaces.h"
#include "sim/pbd/cloth.h"
#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_plant.h"
#include "tests/sim/small_solid.h"
#include "tests/sim/small_worlds.h"

namespace limber {
namespace {

/// The published vertices of a simulation.
std::vector<glm::vec3> vertices_m(World& simulation, Exec& exec) {
  Buffer<PublishedVertex> out(exec, simulation.draw_list().vertex_count);
  simulation.advance({.steps = 0, .publish = out.view()});
  std::vector<glm::vec3> x;
  for (const PublishedVertex& v : out.download(exec)) x.push_back(v.position_m);
  return x;
}

glm::vec3 vertex_m(World& simulation, Exec& exec, int vertex) {
  return vertices_m(simulation, exec)[vertex];
}

/// The vertex nearest to a point.
int vertex_at(World& simulation, Exec& exec, glm::vec3 place_m) {
  const std::vector<glm::vec3> x = vertices_m(simulation, exec);
  const auto nearest = std::ranges::min_element(
      x, {}, [&](const glm::vec3& at_m) { return glm::distance(at_m, place_m); });
  return static_cast<int>(nearest - x.begin());
}

/// Result of a pull.
struct Pulled {
  double miss = 0.0;        ///< final distance to the target, relative to the pull
  double overshoot = 0.0;   ///< largest overshoot, relative to the pull
  double settled_s = 0.0;   ///< time after which the miss stays below 0.1
  double trembles_m = 0.0;  ///< largest distance from its end position in the last 0.25 s
};

/// Grabs a vertex, moves the target by `way_m` at once and holds it for `time_s`.
Pulled pull(World& simulation, Exec& exec, int vertex, glm::vec3 way_m, double time_s) {
  const int frame = std::max(1, static_cast<int>(std::lround(0.01 / simulation.dt_s())));
  simulation.grab(vertex);
  const int held = simulation.grabbed_vertex();
  const glm::vec3 start_m = vertex_m(simulation, exec, held);
  simulation.drag_to(start_m + way_m);
  const float way = glm::length(way_m);
  Pulled pulled;
  std::vector<glm::vec3> track;
  for (double t = 0.0; t < time_s;) {
    simulation.advance({.steps = frame});
    t += frame * simulation.dt_s();
    const glm::vec3 at_m = vertex_m(simulation, exec, held);
    track.push_back(at_m);
    pulled.overshoot =
        std::max(pulled.overshoot, double(glm::dot(at_m - start_m, way_m)) / (way * way) - 1.0);
    pulled.miss = glm::distance(at_m, start_m + way_m) / way;
    if (!(pulled.miss < 0.1)) pulled.settled_s = t;
  }
  const double step_s = frame * simulation.dt_s();
  const auto last = static_cast<std::size_t>(0.25 / step_s);
  for (std::size_t i = track.size() - std::min(last, track.size()); i < track.size(); ++i)
    pulled.trembles_m = std::max(pulled.trembles_m, double(glm::distance(track[i], track.back())));
  return pulled;
}

void print_row(const std::string& what, int vertex, const Pulled& p) {
  std::printf("%-36s %7d  miss %6.1f%%  overshoot %5.1f%%  settled %.2f s  trembles %.4f m\n",
              what.c_str(), vertex, 100.0 * p.miss, 100.0 * p.overshoot, p.settled_s, p.trembles_m);
}

MakeWorld pbd_cloth(const std::string& method, std::vector<int> pinned = {}) {
  return [=](Exec& exec) {
    PbdSettings settings;
    settings.method = method;
    return std::make_unique<PbdWorld>(exec, small_cloth(20, Bending::dihedral, pinned), settings);
  };
}

MakeWorld pbd_ball(const std::string& method) {
  return [=](Exec& exec) {
    Placed<PbdModel> model;
    add_solid(model, small_ball(0.5f, 0.15f));
    PbdSettings settings;
    settings.method = method;
    return std::make_unique<PbdWorld>(exec, model, settings);
  };
}

/// A beam of one metre along x, optionally pinned at its left end.
MakeWorld fem_beam(ElementKind kind, bool pinned, float young_modulus_Pa) {
  return [=](Exec& exec) {
    Placed<FemModel> model;
    model.kind = kind;
    Solid solid;
    solid.mesh = box_mesh({-0.5f, -0.1f, -0.1f}, {0.5f, 0.1f, 0.1f}, {10, 2, 2});
    add_solid(model, solid, {.young_modulus_Pa = young_modulus_Pa, .poisson_ratio = 0.3f}, {});
    for (std::size_t i = 0; i < model.nodes_m.size(); ++i)
      if (pinned && model.nodes_m[i].x < -0.499f) model.pinned[i] = 1;
    FemSettings settings;
    settings.cg_iterations = 80;
    return std::make_unique<FemWorld>(exec, model, settings);
  };
}

MakeWorld spring_cloth(std::vector<int> pinned = {}) {
  return [=](Exec& exec) {
    Placed<FemModel> model;
    model.kind = ElementKind::spring;
    add_cloth(model,
              {.columns = 20,
               .rows = 20,
               .mesh = grid_mesh(20, 20, glm::vec2(1.0f), {0.0f, 1.0f, 0.0f}, {1, 0, 0}, {0, 0, 1}),
               .pinned = pinned});
    FemSettings settings;
    settings.layout = "block_sell";
    return std::make_unique<FemWorld>(exec, model, settings);
  };
}

/// A body of each kind, far from the others.
MakeWorld rigid_pile(const PilesSettings& settings) {
  return [=](Exec& exec) {
    Placed<PilesModel> model = small_kinds();
    for (int kind = 0; kind < 4; ++kind) {
      PileBody body{.kind = kind};
      body.pose.position_m = {3.0f * static_cast<float>(kind), 1.0f, 0.0f};
      model.bodies.push_back(body);
    }
    return std::make_unique<PilesWorld>(exec, model, settings);
  };
}

MakeWorld reduced_plant() {
  return [](Exec& exec) {
    return std::make_unique<PlantsWorld>(exec, small_plant(), PlantsSettings{});
  };
}

struct GrabCase {
  std::string name;
  MakeWorld build;
  std::vector<int> vertices;
  glm::vec3 way_m;
  bool free = true;  ///< only the grab holds it
};

constexpr glm::vec3 aside_m{0.1f, 0.15f, -0.05f};
constexpr glm::vec3 up_m{0.0f, 0.15f, 0.0f};
constexpr glm::vec3 bent_m{0.0f, 0.1f, 0.05f};
const std::vector<int> two_corners{0, 19};

class GrabTest : public EachBackend {};

void expect_it_comes(Exec& exec, const std::vector<GrabCase>& cases) {
  for (const GrabCase& c : cases)
    for (const int vertex : c.vertices) {
      const auto simulation = c.build(exec);
      const Pulled p = pull(*simulation, exec, vertex, c.way_m, 2.5);
      print_row(c.name, vertex, p);
      EXPECT_TRUE(simulation->finite_now());
      EXPECT_LT(p.miss, 0.05) << c.name << " " << vertex;
      EXPECT_LT(p.overshoot, 0.1) << c.name << " " << vertex;
      EXPECT_LT(p.trembles_m, 0.02 * glm::length(c.way_m)) << c.name << " " << vertex;
      if (c.free) {
        EXPECT_LT(p.settled_s, glm::length(c.way_m) > 1.0f ? 1.0 : 0.5) << c.name << " " << vertex;
      }
    }
}

TEST_P(GrabTest, ParticlesComeToTheMouse) {
  expect_it_comes(
      exec(), {{"cloth, Gauss-Seidel", pbd_cloth("gauss_seidel"), {0, 210, 399}, aside_m},
               {"cloth, Jacobi", pbd_cloth("jacobi"), {0, 210}, aside_m},
               {"cloth, XPBD", pbd_cloth("xpbd"), {0, 210}, aside_m},
               {"cloth, far away", pbd_cloth("gauss_seidel"), {210}, {3.0f, 2.0f, -1.0f}},
               {"pinned cloth", pbd_cloth("gauss_seidel", two_corners), {210, 390}, up_m, false},
               {"pinned cloth, XPBD", pbd_cloth("xpbd", two_corners), {210, 390}, up_m, false},
               {"ball of particles", pbd_ball("gauss_seidel"), {3, 40, 90}, aside_m},
               {"ball of particles, XPBD", pbd_ball("xpbd"), {3, 40}, aside_m}});
}

TEST_P(GrabTest, FiniteElementsComeToTheMouse) {
  const ElementKind linear = ElementKind::linear, quadratic = ElementKind::quadratic;
  expect_it_comes(
      exec(),
      {{"free solid", fem_beam(quadratic, false, 2e5f), {5, 40}, aside_m},
       {"pinned beam, linear", fem_beam(linear, true, 2e5f), {30, 80}, bent_m, false},
       {"pinned beam, quadratic", fem_beam(quadratic, true, 2e5f), {300, 450}, bent_m, false},
       {"pinned stiff beam", fem_beam(linear, true, 1e7f), {98}, bent_m, false},
       {"spring cloth", spring_cloth(), {0, 210}, aside_m},
       {"pinned spring cloth", spring_cloth(two_corners), {210, 390}, up_m, false}});
}

TEST_P(GrabTest, RigidBodiesComeToTheMouse) {
  const glm::vec3 away_m{0.4f, 0.6f, -0.2f};
  expect_it_comes(exec(),
                  {{"bodies, springs", rigid_pile({}), {0, 1, 3, 4, 8, 15}, away_m},
                   {"bodies, positions", rigid_pile(at_frames()), {0, 1, 3, 4, 8, 15}, away_m}});
}

TEST_P(GrabTest, PlantsComeToTheMouse) {
  expect_it_comes(exec(),
                  {{"plant", reduced_plant(), {7, 15, 15 + 10, 50}, {0.06f, 0, 0.08f}, false}});
}

std::vector<MakeWorld> grabbed_worlds() {
  return {pbd_cloth("gauss_seidel"),
          pbd_cloth("xpbd", two_corners),
          pbd_ball("gauss_seidel"),
          fem_beam(ElementKind::linear, true, 2e5f),
          fem_beam(ElementKind::quadratic, false, 2e5f),
          spring_cloth(two_corners),
          rigid_pile({}),
          rigid_pile(at_frames()),
          reduced_plant()};
}

/// The longest drawn edge between simulated vertices, relative to rest.
double longest_edge(World& simulation, Exec& exec, const std::vector<glm::vec3>& rest_m) {
  const std::vector<glm::vec3> now_m = vertices_m(simulation, exec);
  double longest = 1.0;
  for (const ConstraintLines& lines : simulation.draw_list().constraint_lines)
    for (const glm::uvec2& e : lines.ends)
      longest = std::max(longest, double(glm::distance(now_m[e.x], now_m[e.y])) /
                                      std::max(glm::distance(rest_m[e.x], rest_m[e.y]), 1e-3f));
  return longest;
}

/// The mouse jumps by 5 m back and forth, faster than anything can follow: nothing explodes or
/// tears, and with the mouse out of reach the body comes to rest.
TEST_P(GrabTest, NoFlickTearsAnything) {
  for (const MakeWorld& build : grabbed_worlds()) {
    const auto simulation = build(exec());
    const std::vector<glm::vec3> rest_m = vertices_m(*simulation, exec());
    const int frame = std::max(1, static_cast<int>(std::lround(0.01 / simulation->dt_s())));
    simulation->grab(10);
    const int held = simulation->grabbed_vertex();
    double longest = 1.0;
    for (int i = 0; i < 60; ++i) {
      const float side = i % 4 < 2 ? 2.5f : -2.5f;
      simulation->drag_to(rest_m[held] + glm::vec3(side, 0.5f, side));
      simulation->advance({.steps = frame});
      longest = std::max(longest, longest_edge(*simulation, exec(), rest_m));
    }
    simulation->drag_to(rest_m[held] + glm::vec3(0.0f, 5.0f, 0.0f));
    for (int i = 0; i < 200; ++i) simulation->advance({.steps = frame});
    ASSERT_TRUE(simulation->finite_now());
    const double held_far = longest_edge(*simulation, exec(), rest_m);
    const glm::vec3 before_m = vertex_m(*simulation, exec(), held);
    for (int i = 0; i < 25; ++i) simulation->advance({.steps = frame});
    const double moved_m = glm::distance(before_m, vertex_m(*simulation, exec(), held));
    std::printf("flicked: edges at most %.2f times as long, out of reach %.2f, then moves %.4f m\n",
                longest, held_far, moved_m);
    EXPECT_LT(longest, 3.0);
    EXPECT_LT(held_far, 4.0);
    EXPECT_LT(moved_m, 0.03);
  }
}

/// Up to three pins at a time, also on one body, and a grab at another point.
TEST_P(GrabTest, SeveralPinsHoldAtOnce) {
  struct Pins {
    MakeWorld build;
    std::vector<int> vertices;
    float way_m;
  };
  const std::vector<Pins> all{
      {pbd_cloth("gauss_seidel"), {0, 19, 380, 399}, 0.1f},
      {pbd_cloth("xpbd"), {0, 19, 380, 399}, 0.1f},
      {spring_cloth(), {0, 19, 380, 399}, 0.1f},
      {fem_beam(ElementKind::linear, false, 2e5f), {}, 0.05f},
      {rigid_pile({}), {0, 1, 3, 2}, 0.3f},
      {rigid_pile(at_frames(weightless())), {4 + 1, 4 + 4, 4 + 0, 4 + 5}, 0.1f},
      {reduced_plant(), {15, 25, 50}, 0.03f}};
  for (Pins pins : all) {
    const auto simulation = pins.build(exec());
    if (pins.vertices.empty())  // the ends and the middle of a beam
      for (const float x : {-0.5f, 0.5f, 0.0f})
        pins.vertices.push_back(vertex_at(*simulation, exec(), {x, 0.1f, 0.1f}));
    const std::vector<glm::vec3> start_m = vertices_m(*simulation, exec());
    const int frame = std::max(1, static_cast<int>(std::lround(0.01 / simulation->dt_s())));
    std::vector<std::pair<int, glm::vec3>> goals;
    for (const int vertex : pins.vertices) {
      const glm::vec3 goal_m = start_m[vertex] + glm::vec3(0.0f, 0.0f, pins.way_m);
      simulation->grab(vertex);
      simulation->drag_to(goal_m);
      for (int i = 0; i < 40; ++i) simulation->advance({.steps = frame});
      if (vertex != pins.vertices.back()) simulation->release(true);
      goals.emplace_back(vertex, goal_m);
    }
    EXPECT_EQ(simulation->pinned_vertices().size(), pins.vertices.size() - 1);
    for (int i = 0; i < 200; ++i) simulation->advance({.steps = frame});
    for (const auto& [vertex, goal_m] : goals)
      EXPECT_LT(glm::distance(vertex_m(*simulation, exec(), vertex), goal_m), 0.05f * pins.way_m)
          << vertex;
    EXPECT_EQ(simulation->clear_pins(), static_cast<int>(pins.vertices.size()) - 1);
    EXPECT_TRUE(simulation->pinned_vertices().empty());
    EXPECT_GE(simulation->grabbed_vertex(), 0) << "what is while grabbed is no pin";
    EXPECT_EQ(simulation->clear_pins(), 0);
  }
}

EACH_BACKEND(GrabTest);

/// State hash after dragging on a sequence of solvers.
std::uint64_t dragged(const MakeWorld& build, const std::vector<Exec*>& execs) {
  const auto simulation = build(*execs[0]);
  const int frame = std::max(1, static_cast<int>(std::lround(0.01 / simulation->dt_s())));
  const glm::vec3 start_m = vertex_m(*simulation, *execs[0], 10);
  simulation->grab(0);
  simulation->release(true);
  simulation->grab(10);
  for (int i = 0; i < 24; ++i) {
    simulation->switch_to(*execs[static_cast<std::size_t>(i) * execs.size() / 24]);
    simulation->drag_to(start_m + glm::vec3(0.02f, 0.01f, 0.005f) * static_cast<float>(i));
    simulation->advance({.steps = frame});
  }
  EXPECT_EQ(simulation->grabbed_vertex() >= 0, true);
  return simulation->state_hash();
}

TEST(GrabSolvers, TbbGivesTheBitsOfSerialAndSwitchingKeepsTheHold) {
  Exec serial(Backend::serial), tbb(Backend::tbb, 4);
  for (const MakeWorld& build : grabbed_worlds()) {
    const std::uint64_t expected = dragged(build, {&serial});
    EXPECT_EQ(dragged(build, {&tbb}), expected);
    EXPECT_EQ(dragged(build, {&serial, &tbb, &serial}), expected);
  }
}

/// Scenes with plants: random vertices are dragged sideways, as far as their stems allow.
TEST(HandOnScenes, PlantsComeToTheMouse) {
  for (const char* scene : {"plants/conifer", "plants/cactus"}) {
    Exec exec(Backend::tbb, 2);
    const Scene opened = open_scene(scene);
    std::mt19937 random(7);
    double sum = 0.0;
    int pulled = 0, reached = 0;
    for (int n = 0; n < 200 && pulled < 24; ++n) {
      const auto simulation = opened.build(exec);
      override_parameters(*simulation, {"wind_m_s=0"});
      const DrawList& list = simulation->draw_list();
      const float height_m = list.bounds_max_m.y - list.bounds_min_m.y;
      const int vertex = static_cast<int>(random() % static_cast<unsigned>(list.vertex_count));
      const float angle = static_cast<float>(random() % 1000) * 0.001f * 2.0f * pi;
      const glm::vec3 sideways(std::cos(angle), 0.0f, std::sin(angle));
      const float reach_m = simulation->system<PlantsSystem>().reach_m(vertex, sideways);
      const float way = std::min(0.06f * height_m, 0.4f * reach_m);
      if (way < 0.005f) continue;  // hardly flexible there
      const glm::vec3 way_m = way * sideways;
      ++pulled;
      const glm::vec3 at_m = vertex_m(*simulation, exec, vertex);
      const Pulled p = pull(*simulation, exec, vertex, way_m, 3.0);
      char what[80];
      std::snprintf(what, sizeof what, "%s (%.2f %.2f %.2f) %.3f m", scene, at_m.x, at_m.y, at_m.z,
                    glm::length(way_m));
      print_row(what, vertex, p);
      sum += p.miss;
      reached += p.miss < 0.05 ? 1 : 0;
      EXPECT_TRUE(simulation->finite_now());
      EXPECT_LT(p.overshoot, 0.1) << scene << " " << vertex;
    }
    std::printf("%s: mean miss %.1f%%, %d of %d within 5%%\n", scene, 100.0 * sum / pulled, reached,
                pulled);
    EXPECT_EQ(reached, pulled) << scene;
  }
}

}  // namespace
}  // namespace limber
