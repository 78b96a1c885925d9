// No drawn surface penetrates another, or the ground, in scenes with contacts: undisturbed, and
// while a grab drags one thing after another across the scene. Intersections are counted by a sweep
// over all edges and triangles, in double precision and independent code. LIMBER_TEST_SECONDS sets
// how long a scene runs; by default, as long as a test may take.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "kernels/device.h"
#include "kernels/rotation.h"
#include "scenes/scene.h"
#include "tests/crossings_by_force.h"

namespace limber {
namespace {

using glm::dvec3;

struct Bounds {
  dvec3 low_m, high_m;
};

Bounds around(std::initializer_list<dvec3> points) {
  Bounds box{*points.begin(), *points.begin()};
  for (const dvec3& x : points) box = {min(box.low_m, x), max(box.high_m, x)};
  return box;
}

bool overlap(const Bounds& a, const Bounds& b) {
  return all(lessThanEqual(a.low_m, b.high_m)) && all(lessThanEqual(b.low_m, a.high_m));
}

/// How deep rigid bodies may be pressed into each other: half the contact distance of their scenes,
/// by which the surfaces that never cross are smaller.
constexpr double body_depth_m = 5e-3;

/// What is drawn as surfaces, moved scenery included. Rigid bodies are there, smaller by
/// body_depth_m on each side, where with_bodies is set: piles are drawn by meshes that their
/// spheres do not fill, and jointed bodies begin in each other.
struct DrawnTriangles {
  std::vector<dvec3> x_m;
  std::vector<glm::uvec3> triangles;
  std::size_t first_of_scenery = 0;  ///< triangles; they may cross each other
  double under_ground_m = 0.0;       ///< of what is lowest

  DrawnTriangles(const DrawList& list, const std::vector<PublishedVertex>& vertices,
                 bool with_bodies = false)
      : triangles(list.triangles) {
    for (const PublishedVertex& vertex : vertices) x_m.emplace_back(vertex.position_m);
    std::vector<std::size_t> first_of_body;
    if (with_bodies)
      for (const InstancedPart& part : list.instances)
        for (int i = 0; i < part.count; ++i) {
          first_of_body.push_back(x_m.size());
          add(smaller(part.mesh), vertices[part.first_vertex + i]);
        }
    const std::size_t after_bodies = x_m.size();
    first_of_scenery = triangles.size();
    if (list.ground)
      for (const glm::uvec3& t : triangles)
        for (int k = 0; k < 3; ++k)
          under_ground_m =
              std::max(under_ground_m, static_cast<double>(list.ground_height_m) - x_m[t[k]].y);
    for (const StaticMesh& mesh : list.scenery) add(mesh, {});
    for (const InstancedPart& part : list.moving_scenery)
      for (int i = 0; i < part.count; ++i) add(part.mesh, vertices[part.first_vertex + i]);
    piece_.resize(x_m.size());
    std::iota(piece_.begin(), piece_.end(), 0u);
    for (const glm::uvec3& t : triangles)
      for (int k = 1; k < 3; ++k) piece_[piece_of(t[k])] = piece_of(t[0]);
    // The faces of a body share no vertices.
    for (std::size_t b = 0; b < first_of_body.size(); ++b) {
      const std::size_t first = first_of_body[b];
      const std::size_t last = b + 1 < first_of_body.size() ? first_of_body[b + 1] : after_bodies;
      for (std::size_t i = first; i < last; ++i)
        piece_[piece_of(static_cast<unsigned>(i))] = piece_of(static_cast<unsigned>(first));
      rigid_.insert(piece_of(static_cast<unsigned>(first)));
    }
  }

  /// Two connected pieces, or one twice.
  using Pieces = std::pair<unsigned, unsigned>;

  /// How many pairs of an edge and a triangle without a corner in common pass through each other,
  /// by the pieces that they belong to, one of them at least not scenery's. Rigid bodies are not
  /// compared with themselves.
  std::map<Pieces, long long> crossings() {
    std::map<Pieces, long long> found;
    visit_near(0.0, [&](const Ends& ends, std::size_t triangle) {
      const Pieces pieces = pieces_of(ends, triangle);
      if (pieces.first == pieces.second && rigid_.contains(pieces.first)) return;
      if (passes(ends, triangle)) ++found[pieces];
    });
    return found;
  }

  /// Different ones that are nearer to each other than that, and some that are a little farther.
  std::set<Pieces> near_pieces(double distance_m) {
    std::set<Pieces> found;
    visit_near(distance_m, [&](const Ends& ends, std::size_t triangle) {
      if (const Pieces pieces = pieces_of(ends, triangle); pieces.first != pieces.second)
        found.insert(pieces);
    });
    return found;
  }

 private:
  using Ends = std::pair<unsigned, unsigned>;

  /// Calls visit(ends of an edge, triangle) where their boxes are nearer than that along each axis.
  template <class Visit>
  void visit_near(double distance_m, const Visit& visit) {
    struct Item {
      Bounds box;
      std::size_t triangle;
    };
    std::vector<Item> items;
    for (std::size_t t = 0; t < triangles.size(); ++t)
      items.push_back({around({at(t, 0), at(t, 1), at(t, 2)}), t});
    const auto low_x = [](const Item& item) { return item.box.low_m.x; };
    std::ranges::sort(items, {}, low_x);
    double widest_m = 0.0;
    for (const Item& item : items)
      widest_m = std::max(widest_m, item.box.high_m.x - item.box.low_m.x);
    for (const auto& [ends, of_scenery] : edges()) {
      Bounds box = around({x_m[ends.first], x_m[ends.second]});
      box = {box.low_m - distance_m, box.high_m + distance_m};
      auto item = std::ranges::lower_bound(items, box.low_m.x - widest_m, {}, low_x);
      for (; item != items.end() && item->box.low_m.x <= box.high_m.x; ++item)
        if (overlap(box, item->box) && !(of_scenery && item->triangle >= first_of_scenery))
          visit(ends, item->triangle);
    }
  }

  Pieces pieces_of(const Ends& ends, std::size_t triangle) {
    return std::minmax(piece_of(ends.first), piece_of(triangles[triangle].x));
  }

  static StaticMesh smaller(StaticMesh mesh) {
    glm::vec3 low_m(INFINITY), high_m(-INFINITY);
    for (const glm::vec3& x : mesh.positions_m) {
      low_m = glm::min(low_m, x);
      high_m = glm::max(high_m, x);
    }
    const glm::vec3 half_m = 0.5f * (high_m - low_m), center_m = low_m + half_m;
    const glm::vec3 scale = glm::max(1.0f - static_cast<float>(body_depth_m) / half_m, 0.1f);
    for (glm::vec3& x : mesh.positions_m) x = center_m + (x - center_m) * scale;
    return mesh;
  }

  void add(const StaticMesh& mesh, const PublishedVertex& pose) {
    const auto first = static_cast<unsigned>(x_m.size());
    const bool moves = pose.quaternion_w != 0.0f || pose.normal != glm::vec3(0.0f);
    for (const glm::vec3& x : mesh.positions_m)
      x_m.emplace_back(
          moves ? pose.position_m + rotated(glm::vec4(pose.normal, pose.quaternion_w), x) : x);
    for (const glm::uvec3& t : mesh.triangles) triangles.push_back(t + first);
  }

  unsigned piece_of(unsigned vertex) {
    while (piece_[vertex] != vertex) vertex = piece_[vertex] = piece_[piece_[vertex]];
    return vertex;
  }

  const dvec3& at(std::size_t triangle, int corner) const {
    return x_m[triangles[triangle][corner]];
  }

  /// Each once, and whether it is scenery's.
  std::map<Ends, bool> edges() const {
    std::map<Ends, bool> edges;
    for (std::size_t t = 0; t < triangles.size(); ++t)
      for (int k = 0; k < 3; ++k)
        edges[std::minmax({triangles[t][k], triangles[t][(k + 1) % 3]})] = t >= first_of_scenery;
    return edges;
  }

  std::vector<unsigned> piece_;  ///< of each vertex: another one of it, or itself
  std::set<unsigned> rigid_;     ///< pieces

  bool passes(const Ends& ends, std::size_t triangle) const {
    for (int k = 0; k < 3; ++k)
      if (triangles[triangle][k] == ends.first || triangles[triangle][k] == ends.second)
        return false;
    return pierces(x_m[ends.first], x_m[ends.second],
                   {at(triangle, 0), at(triangle, 1), at(triangle, 2)});
  }
};

struct PulledScene {
  std::string scene;
  Backend backend;
  double seconds = 0.0;  ///< that a grab pulls; how long a scene takes decides
  bool with_bodies = false;
};

class ScenesStayApart : public testing::TestWithParam<PulledScene> {
 protected:
  void SetUp() override {
    if (GetParam().backend == Backend::cuda && !device::info().usable)
      GTEST_SKIP() << device::info().reason;
    exec_ = std::make_unique<Exec>(GetParam().backend);
  }

  /// Simulated; 0: nobody asked.
  static double wanted_s() {
    const char* const text = std::getenv("LIMBER_TEST_SECONDS");
    return text ? std::atof(text) : 0.0;
  }

  void open(bool contacts = true) {
    world_ = open_scene(GetParam().scene).build(*exec_);
    under_ground_at_start_m_ =
        DrawnTriangles(world_->draw_list(), drawn(), GetParam().with_bodies).under_ground_m;
    for (const Parameter& parameter : world_->parameters())
      if (parameter.key == "plant.contact_distance_m")
        near_at_start_ = DrawnTriangles(world_->draw_list(), drawn())
                             .near_pieces(*std::get<float*>(parameter.target));
    if (contacts) return;
    for (Parameter& parameter : world_->parameters())
      if (parameter.key.ends_with("contact_distance_m")) parameter.set("0");
    world_->parameters_changed();
  }

  void run(double seconds) {
    constexpr double frame_s = 1.0 / 60.0;
    for (double passed_s = 0.0; passed_s < seconds; passed_s += frame_s) {
      steps_owed_ += std::min(frame_s, seconds - passed_s) / world_->dt_s();
      const int steps = static_cast<int>(steps_owed_);
      steps_owed_ -= steps;
      if (steps > 0) world_->advance({.steps = steps});
    }
    ASSERT_TRUE(world_->finite_now());
  }

  std::vector<PublishedVertex> drawn() {
    Buffer<PublishedVertex> vertices(*exec_, world_->draw_list().vertex_count);
    world_->advance({.steps = 0, .publish = vertices.view()});
    return vertices.download(*exec_);
  }
  /// Pieces of plants that are near each other from the start, as a leaf and its twig, do not
  /// count: they do not touch.
  long long crossings() {
    DrawnTriangles now(world_->draw_list(), drawn(), GetParam().with_bodies);
    EXPECT_LT(now.under_ground_m, under_ground_at_start_m_ + 1e-4);
    long long sum = 0;
    for (const auto& [pieces, count] : now.crossings())
      if (!near_at_start_.contains(pieces)) sum += count;
    return sum;
  }

  /// Rigid bodies are published before the points at which they are held.
  std::size_t grabbable() const {
    const DrawList& list = world_->draw_list();
    if (!GetParam().with_bodies) return static_cast<std::size_t>(list.vertex_count);
    std::size_t bodies = 0;
    for (const InstancedPart& part : list.instances) bodies += static_cast<std::size_t>(part.count);
    return bodies;
  }

  /// Grabs one vertex after another and drags it across the scene, through its centre and out on
  /// the other side, in 0.2 s each. Returns the maximum number of intersections after a pull.
  long long pull_for(double seconds) {
    constexpr double pull_s = 0.2;
    std::mt19937 random(7);
    long long most = 0;
    for (double passed_s = 0.0; passed_s < seconds; passed_s += pull_s) {
      const std::vector<PublishedVertex> vertices = drawn();
      const int vertex = static_cast<int>(random() % grabbable());
      dvec3 middle_m(0.0);
      for (const PublishedVertex& v : vertices)
        middle_m += dvec3(v.position_m) / static_cast<double>(vertices.size());
      const dvec3 from_m = vertices[vertex].position_m;
      const double parts = std::round(pull_s * 60.0);
      world_->grab(vertex);
      for (int part = 1; part <= parts; ++part) {
        world_->drag_to(from_m + 2.0 * (middle_m - from_m) * (part / parts));
        run(pull_s / parts);
      }
      world_->release(false);
      most = std::max(most, crossings());
    }
    return most;
  }

  World& world() { return *world_; }

 private:
  std::unique_ptr<Exec> exec_;
  std::unique_ptr<World> world_;
  std::set<DrawnTriangles::Pieces> near_at_start_;
  double under_ground_at_start_m_ = 0.0;  ///< of a tree's foot
  double steps_owed_ = 0.0;
};

/// Looked at four times.
TEST_P(ScenesStayApart, LeftAlone) {
  if (wanted_s() <= 0.0) GTEST_SKIP() << "LIMBER_TEST_SECONDS is not set";
  open();
  for (int quarter = 1; quarter <= 4; ++quarter) {
    run(wanted_s() / 4.0);
    EXPECT_EQ(crossings(), 0) << "after " << quarter * wanted_s() / 4.0 << " s";
  }
  for (const auto& [name, value] : world().residuals())
    if (name.starts_with("pairs_left_out")) {
      EXPECT_EQ(value, 0.0) << name;
    }
}

TEST_P(ScenesStayApart, UnderAGrabThatPullsAcrossAll) {
  const double seconds = wanted_s() > 0.0 ? wanted_s() : GetParam().seconds;
  if (seconds <= 0.0) GTEST_SKIP() << "takes long, and LIMBER_TEST_SECONDS is not set";
  open();
  EXPECT_EQ(pull_for(seconds), 0);
}

using ScenesWithoutContacts = ScenesStayApart;

/// The same mouse, the same count.
TEST_P(ScenesWithoutContacts, CrossUnderThatGrab) {
  open(false);
  EXPECT_GT(pull_for(GetParam().seconds), 0);
}

INSTANTIATE_TEST_SUITE_P(on, ScenesWithoutContacts,
                         testing::Values(PulledScene{"world/toys", Backend::tbb, 0.8},
                                         PulledScene{"rigid/cards", Backend::tbb, 0.8, true}));

/// Scenes in which surfaces must not cross, and how long a grab pulls where nobody asked for
/// more. In world/rain leaves cross twigs by less than a quarter of the distance kept: there are so
/// many that their surfaces are simplified.
std::vector<PulledScene> pulled_scenes() {
  std::vector<PulledScene> cases;
  for (const auto& [scene, seconds] : {std::pair{"cloth/shell", 0.0},
                                       {"cloth/stack", 0.0},
                                       {"cloth/tube", 0.2},
                                       {"fem/jellies", 0.4},
                                       {"fluid/cloths", 0.0},
                                       {"volume/tori", 0.0},
                                       {"world/bag", 0.0},
                                       {"world/blanket", 0.0},
                                       {"world/knot", 0.4},
                                       {"world/layers", 0.0},
                                       {"world/mill", 0.2},
                                       {"world/press", 0.2},
                                       {"world/toys", 0.4},
                                       {"world/trampoline", 0.2},
                                       {"world/tree", 0.2}})
    for (const Backend backend : {Backend::tbb, Backend::cuda})
      cases.push_back(
          {scene, backend, backend == Backend::cuda ? std::max(seconds, 0.2) : seconds});
  for (const char* scene : {"joints/stack", "rigid/cards", "rigid/dominoes"})
    for (const Backend backend : {Backend::tbb, Backend::cuda})
      cases.push_back({scene, backend, 0.8, true});
  return cases;
}

std::string case_name(const testing::TestParamInfo<PulledScene>& info) {
  std::string name = info.param.scene + "_" + std::string(name_of(info.param.backend));
  std::ranges::replace(name, '/', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(all, ScenesStayApart, testing::ValuesIn(pulled_scenes()), case_name);

}  // namespace
}  // namespace limber
