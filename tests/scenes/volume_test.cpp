// Properties of the shipped volume scenes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kernels/buffer.h"
#include "scenes/scene.h"
#include "sim/mesh/torus_mesh.h"
#include "tests/crossings_by_force.h"
#include "tests/each_backend.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

class VolumeScene : public EachBackend {
 protected:
  /// A scene that comes with the program, with some of its text replaced.
  Scene changed(const std::string& id, const std::vector<std::pair<std::string, std::string>>& by) {
    std::ifstream file(std::string(LIMBER_SCENES_FOLDER) + "/" + id + ".toml");
    std::stringstream stream;
    stream << file.rdbuf();
    std::string text = stream.str();
    for (const auto& [from, to] : by) {
      const auto at = text.find(from);
      EXPECT_NE(at, std::string::npos) << from;
      text.replace(at, from.size(), to);
    }
    const std::filesystem::path path = folder_.path() / "changed.toml";
    std::ofstream(path) << text;
    return open_scene(path.string());
  }

  std::vector<glm::vec3> drawn(World& simulation, int steps) {
    Buffer<PublishedVertex> out(exec(), simulation.draw_list().vertex_count);
    simulation.advance({.steps = steps, .publish = out.view()});
    std::vector<glm::vec3> x;
    for (const PublishedVertex& v : out.download(exec())) x.push_back(v.position_m);
    return x;
  }

 private:
  TemporaryFolder folder_;
};

double volume_inside(const std::vector<glm::vec3>& x, const std::vector<glm::uvec3>& triangles) {
  double sum = 0.0;
  for (const glm::uvec3& t : triangles)
    sum += glm::dot(glm::dvec3(x[t.x]), glm::cross(glm::dvec3(x[t.y]), glm::dvec3(x[t.z]))) / 6.0;
  return sum;
}

float height_of_m(const std::vector<glm::vec3>& x) {
  float low = INFINITY, high = -INFINITY;
  for (const glm::vec3& p : x) {
    low = std::min(low, p.y);
    high = std::max(high, p.y);
  }
  return high - low;
}

/// [Fratarcangeli13, figure 7].
TEST_P(VolumeScene, TheBunnyRecoversWithinTwoSeconds) {
  if (GetParam() == Backend::tbb) GTEST_SKIP() << "ends in the bits of one core";
  if (!std::filesystem::exists("/usr/share/glmark2/models/bunny.obj") &&
      !std::filesystem::exists("bunny.obj"))
    GTEST_SKIP() << "the package glmark2-data is not installed";
  const auto whole = changed("volume/bunny", {{"flatten = 0.01", "flatten = 1"}}).build(exec());
  const std::vector<glm::vec3> rest = drawn(*whole, 0);
  const std::vector<glm::uvec3>& triangles = whole->draw_list().triangles;
  const auto bunny = open_scene("volume/bunny").build(exec());
  EXPECT_LT(height_of_m(drawn(*bunny, 0)), 0.05f) << "it begins flat";
  const std::vector<glm::vec3> after =
      drawn(*bunny, static_cast<int>(std::lround(2.0 / bunny->dt_s())));
  EXPECT_NEAR(volume_inside(after, triangles) / volume_inside(rest, triangles), 1.0, 0.02);
  EXPECT_GT(height_of_m(after), 0.9f * height_of_m(rest)) << "its ears hang";
}

using Ring = std::vector<glm::dvec3>;

/// The middles of a torus' discs of particles, which torus_mesh() numbers one after the other.
std::vector<Ring> rings_of(const std::vector<glm::vec3>& particles, int layers, int per_disc) {
  std::vector<Ring> rings(particles.size() / static_cast<std::size_t>(layers * per_disc));
  std::size_t next = 0;
  for (Ring& ring : rings) {
    for (int layer = 0; layer < layers; ++layer) {
      glm::dvec3 middle(0.0);
      for (int k = 0; k < per_disc; ++k) middle += glm::dvec3(particles[next++]) / double(per_disc);
      ring.push_back(middle);
    }
  }
  return rings;
}

/// How often one closed polygon winds through another: Gauss' integral, exactly, as the sum of the
/// signed solid angles between segments [Klenin00].
double linking_number(const Ring& a, const Ring& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      const glm::dvec3 &p1 = a[i], &p2 = a[(i + 1) % a.size()];
      const glm::dvec3 &p3 = b[j], &p4 = b[(j + 1) % b.size()];
      const glm::dvec3 n[4] = {glm::normalize(glm::cross(p3 - p1, p4 - p1)),
                               glm::normalize(glm::cross(p4 - p1, p4 - p2)),
                               glm::normalize(glm::cross(p4 - p2, p3 - p2)),
                               glm::normalize(glm::cross(p3 - p2, p3 - p1))};
      double angle = 0.0;
      for (int k = 0; k < 4; ++k)
        angle += std::asin(std::clamp(glm::dot(n[k], n[(k + 1) % 4]), -1.0, 1.0));
      const double side = glm::dot(glm::cross(p4 - p3, p2 - p1), p3 - p1);
      if (std::isfinite(angle)) sum += side > 0.0 ? angle : -angle;
    }
  }
  return sum / (4.0 * 3.14159265358979323846);
}

TEST(LinkingNumber, TellsLinkedRingsFromOthers) {
  Ring a, b, c;
  for (int i = 0; i < 40; ++i) {
    const double turn = 2.0 * 3.14159265358979323846 * i / 40.0;
    a.push_back({std::cos(turn), std::sin(turn), 0.0});
    b.push_back({1.0 + std::cos(turn), 0.03, std::sin(turn)});
    c.push_back({2.5 + std::cos(turn), 0.03, std::sin(turn)});
  }
  EXPECT_NEAR(std::abs(linking_number(a, b)), 1.0, 1e-6);
  EXPECT_NEAR(linking_number(a, c), 0.0, 1e-6);
}

/// After ten seconds they lie still, on the ground, and no torus has gone through another. The
/// processor's solvers take a heap of eight.
TEST_P(VolumeScene, ToriPileUpWithoutPassingThroughEachOther) {
  const auto simulation =
      on_cuda()
          ? open_scene("volume/tori").build(exec())
          : changed("volume/tori", {{"copies = [4, 5, 5]", "copies = [1, 3, 1]"},
                                    {"step_m = [0.76, 0.73, 0.76]", "step_m = [0.5, 0.78, 0.5]"}})
                .build(exec());
  constexpr int layers = 49;
  const TetraMesh torus = torus_mesh(glm::vec3(0.0f), {0, 1, 0}, 0.26f, 0.1f, layers);
  const int per_disc = static_cast<int>(torus.positions_m.size()) / layers;
  const auto linked = [&](const std::vector<Ring>& rings) {
    int count = 0;
    for (std::size_t i = 0; i < rings.size(); ++i)
      for (std::size_t j = i + 1; j < rings.size(); ++j)
        if (glm::distance(rings[i][0], rings[j][0]) < 1.5 &&
            std::abs(linking_number(rings[i], rings[j])) > 0.5)
          ++count;
    return count;
  };
  const std::vector<glm::vec3> start = simulation->positions_m();
  EXPECT_EQ(linked(rings_of(start, layers, per_disc)), 0);
  const int steps = static_cast<int>(std::lround((on_cuda() ? 10.0 : 4.0) / simulation->dt_s()));
  simulation->advance({.steps = steps - 20});
  const std::vector<glm::vec3> before = simulation->positions_m();
  simulation->advance({.steps = 20});
  const std::vector<glm::vec3> after = simulation->positions_m();
  ASSERT_TRUE(simulation->finite_now());
  const std::vector<Ring> rings = rings_of(after, layers, per_disc);
  EXPECT_EQ(linked(rings), 0) << "tori have gone through each other";

  double speed_m_s = 0.0;
  float lowest_m = INFINITY;
  for (std::size_t i = 0; i < after.size(); ++i) {
    speed_m_s += glm::distance(before[i], after[i]) / (20.0 * simulation->dt_s()) /
                 static_cast<double>(after.size());
    lowest_m = std::min(lowest_m, after[i].y);
  }
  EXPECT_LT(speed_m_s, on_cuda() ? 0.03 : 0.1) << "the heap is not at rest";
  EXPECT_GT(lowest_m, -0.001f) << "something is in the ground";
  // No tube lies inside another: their centre lines keep most of the surfaces' distance.
  double nearest_m = INFINITY;
  for (std::size_t i = 0; i < rings.size(); ++i)
    for (std::size_t j = i + 1; j < rings.size(); ++j)
      for (const glm::dvec3& p : rings[i])
        for (const glm::dvec3& q : rings[j]) nearest_m = std::min(nearest_m, glm::distance(p, q));
  EXPECT_GT(nearest_m, 0.12);
  RecordProperty("speed_m_s", std::to_string(speed_m_s));
  RecordProperty("nearest_m", std::to_string(nearest_m));
}

/// A torus leaning on others has few contact points, and would rock forever if contacts were
/// elastic.
TEST_P(VolumeScene, ToriThatLieOnEachOtherComeToRest) {
  const auto simulation =
      changed("volume/tori", {{"copies = [4, 5, 5]", "copies = [1, 3, 1]"},
                              {"step_m = [0.76, 0.73, 0.76]", "step_m = [0.5, 0.78, 0.5]"}})
          .build(exec());
  simulation->advance({.steps = static_cast<int>(std::lround(3.5 / simulation->dt_s()))});
  // Parts of a period of 0.08 s, over three of them.
  constexpr int windows = 12, steps = 6;
  double speed_m_s = 0.0;
  std::vector<glm::vec3> before = simulation->positions_m();
  for (int window = 0; window < windows; ++window) {
    simulation->advance({.steps = steps});
    const std::vector<glm::vec3> after = simulation->positions_m();
    for (std::size_t i = 0; i < after.size(); ++i)
      speed_m_s += glm::distance(before[i], after[i]) /
                   (windows * steps * simulation->dt_s() * static_cast<double>(after.size()));
    before = after;
  }
  float highest_m = 0.0f;
  for (const glm::vec3& x : before) highest_m = std::max(highest_m, x.y);
  RecordProperty("speed_m_s", std::to_string(speed_m_s));
  RecordProperty("highest_m", std::to_string(highest_m));
  EXPECT_LT(speed_m_s, 0.02);
  Buffer<PublishedVertex> drawn(exec(), simulation->draw_list().vertex_count);
  simulation->advance({.steps = 0, .publish = drawn.view()});
  std::vector<glm::dvec3> drawn_m;
  for (const PublishedVertex& vertex : drawn.download(exec())) drawn_m.push_back(vertex.position_m);
  const auto left_out = [](std::size_t, std::size_t) { return false; };
  EXPECT_EQ(crossings_by_force(drawn_m, simulation->draw_list().triangles, left_out), 0u);
  EXPECT_GT(highest_m, 0.3) << "all lie flat, so nothing could rock";
}

EACH_BACKEND(VolumeScene);

}  // namespace
}  // namespace limber
