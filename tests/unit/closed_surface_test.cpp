#include "sim/mesh/closed_surface.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "kernels/error.h"
#include "sim/mesh/obj_file.h"
#include "sim/mesh/polygon.h"
#include "sim/mesh/triangle_tree.h"
#include "tests/unit/refusal.h"
#include "tests/unit/small_surfaces.h"

namespace limber {
namespace {

/// The requirements for filling a surface, each checked in the simplest way.
void expect_fit(const TriangleMesh& mesh) {
  std::map<std::pair<unsigned, unsigned>, int> edges;
  std::map<unsigned, std::map<unsigned, unsigned>> around;  // at a vertex: corner to next corner
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(++edges[std::pair(t[k], t[(k + 1) % 3])], 1) << "an edge twice in one direction";
      around[t[k]][t[(k + 1) % 3]] = t[(k + 2) % 3];
    }
  for (const auto& [edge, times] : edges)
    EXPECT_TRUE(edges.contains(std::pair(edge.second, edge.first))) << "an open edge";
  EXPECT_EQ(around.size(), mesh.positions_m.size()) << "a vertex without a triangle";
  for (const auto& [vertex, next] : around) {
    std::size_t steps = 1;
    for (unsigned at = next.begin()->second; at != next.begin()->first && steps <= next.size();
         at = next.contains(at) ? next.at(at) : next.begin()->first)
      ++steps;
    EXPECT_EQ(steps, next.size()) << "more than one fan at vertex " << vertex;
  }
  for (const glm::uvec3& t : mesh.triangles) EXPECT_FALSE(degenerate(t, mesh.positions_m));
  EXPECT_TRUE(TriangleTree(mesh).crossings().empty());
  EXPECT_TRUE(is_closed(mesh));
  EXPECT_GT(volume_m3(mesh), 0.0);
}

struct Repaired {
  TriangleMesh mesh;
  std::string note = "old";
};

Repaired repaired(const TriangleMesh& mesh) {
  Progress nobody;
  Repaired result;
  result.mesh = closed_surface(mesh, "thing.obj", result.note, nobody);
  expect_fit(result.mesh);
  Repaired again;
  again.mesh = closed_surface(result.mesh, "thing.obj", again.note, nobody);
  EXPECT_EQ(again.note, "") << "what is repaired needs no repair";
  EXPECT_EQ(again.mesh.positions_m, result.mesh.positions_m);
  EXPECT_EQ(again.mesh.triangles, result.mesh.triangles);
  return result;
}

std::string refusal_of_surface(const TriangleMesh& mesh) {
  Progress nobody;
  std::string note;
  const std::string sentence = refusal([&] { closed_surface(mesh, "thing.obj", note, nobody); });
  EXPECT_EQ(sentence.find("the surface thing.obj "), 0u) << sentence;
  return sentence;
}

TriangleMesh unit_cube() { return cube(glm::vec3(0.0f), 1.0f); }

TEST(ClosedSurfaceTest, LeavesWhatIsRightAsItIs) {
  for (const TriangleMesh& mesh : {unit_cube(), torus(30, 12, 1.0f, 0.3f)}) {
    const auto [result, note] = repaired(mesh);
    EXPECT_EQ(note, "");
    EXPECT_EQ(result.positions_m, mesh.positions_m);
    EXPECT_EQ(result.triangles, mesh.triangles);
  }
}

TEST(ClosedSurfaceTest, KnowsClosedFromOpen) {
  EXPECT_TRUE(is_closed(unit_cube()));
  EXPECT_TRUE(is_closed(torn(unit_cube())));
  EXPECT_FALSE(is_closed({}));
  TriangleMesh mesh = unit_cube();
  mesh.triangles.pop_back();
  EXPECT_FALSE(is_closed(mesh));
  mesh = unit_cube();
  mesh.triangles.push_back(mesh.triangles[0]);
  EXPECT_TRUE(is_closed(mesh)) << "a copy is left out";
  mesh = unit_cube();
  mesh.triangles.emplace_back(0, 0, 1);
  EXPECT_TRUE(is_closed(mesh));
  mesh.positions_m = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}};
  EXPECT_FALSE(is_closed(mesh)) << "a sheet with two sides has no inside";
}

TEST(ClosedSurfaceTest, WeldsWhatLiesAtOnePlace) {
  TriangleMesh mesh = torn(unit_cube());
  mesh.positions_m[1].x = -0.0f;
  const auto [result, note] = repaired(mesh);
  EXPECT_EQ(note, "welded 28 vertices");
  EXPECT_EQ(result.positions_m.size(), 8u);
  EXPECT_DOUBLE_EQ(volume_m3(result), 1.0);
}

TEST(ClosedSurfaceTest, TurnsEveryPartOutward) {
  TriangleMesh mesh = unit_cube();
  for (int i : {2, 7, 8}) std::swap(mesh.triangles[i].x, mesh.triangles[i].y);
  EXPECT_EQ(repaired(mesh).note, "turned 3 triangles");
  turn_over(mesh);
  EXPECT_EQ(repaired(mesh).note, "turned 9 triangles");
  mesh = unit_cube();
  TriangleMesh other = cube(glm::vec3(5.0f), 2.0f);
  turn_over(other);
  append(mesh, other);
  const auto [result, note] = repaired(mesh);
  EXPECT_EQ(note, "turned 12 triangles");
  EXPECT_NEAR(volume_m3(result), 1.0 + 8.0, 1e-5);
}

TEST(ClosedSurfaceTest, KeepsCavitiesAndLeavesOutWhatIsBuried) {
  const TriangleMesh outer = cube(glm::vec3(0.0f), 10.0f);
  TriangleMesh inner = cube(glm::vec3(1.0f), 8.0f);
  TriangleMesh buried = outer;
  append(buried, inner);
  EXPECT_EQ(repaired(buried).note, "left out 1 part inside of another");
  EXPECT_NEAR(volume_m3(repaired(buried).mesh), 1000.0, 1e-3);

  turn_over(inner);
  TriangleMesh hollow = inner;  // the order does not matter
  append(hollow, outer);
  EXPECT_EQ(repaired(hollow).note, "");
  EXPECT_NEAR(volume_m3(repaired(hollow).mesh), 1000.0 - 512.0, 1e-3);
  EXPECT_GT(TriangleTree(repaired(hollow).mesh).signed_distance_m(glm::vec3(5.0f)), 0.0f);

  TriangleMesh torn_up = hollow;  // most of its triangles say which way a part faces, not the first
  std::swap(torn_up.triangles[0].x, torn_up.triangles[0].y);
  EXPECT_EQ(repaired(torn_up).note, "turned 1 triangle");

  TriangleMesh filled = hollow;  // something in the cavity, whichever way it faces
  append(filled, cube(glm::vec3(4.0f), 2.0f));
  EXPECT_NEAR(volume_m3(repaired(filled).mesh), 1000.0 - 512.0 + 8.0, 1e-3);
  turn_over(filled);
  EXPECT_NEAR(volume_m3(repaired(filled).mesh), 1000.0 - 512.0 + 8.0, 1e-3);
  EXPECT_EQ(repaired(filled).note, "turned 36 triangles");
}

TEST(ClosedSurfaceTest, LeavesOutCopiesAndCollapsedTriangles) {
  TriangleMesh mesh = unit_cube();
  mesh.triangles.push_back(mesh.triangles[3]);
  mesh.triangles.emplace_back(2, 2, 3);
  auto [result, note] = repaired(mesh);
  EXPECT_EQ(note, "left out 1 triangle without an area, left out 1 copy of a triangle");
  EXPECT_EQ(result.triangles, unit_cube().triangles);

  mesh = unit_cube();  // with both sides of every triangle
  TriangleMesh inside = mesh;
  turn_over(inside);
  append(mesh, inside);
  EXPECT_EQ(repaired(mesh).note, "welded 8 vertices, left out 12 copies of triangles");

  mesh = unit_cube();  // two boxes with a wall between them
  append(mesh, cube({1.0f, 0.0f, 0.0f}, 1.0f));
  std::swap(mesh.triangles[22], mesh.triangles[12]);
  result = repaired(mesh).mesh;
  EXPECT_EQ(result.triangles.size(), 20u);
  EXPECT_DOUBLE_EQ(volume_m3(result), 2.0);
}

TEST(ClosedSurfaceTest, SplitsVerticesWherePartsTouch) {
  TriangleMesh mesh = unit_cube();
  append(mesh, cube(glm::vec3(1.0f), 1.0f));
  const auto [result, note] = repaired(mesh);
  EXPECT_EQ(note, "welded 1 vertex, split 1 vertex");
  EXPECT_EQ(result.positions_m.size(), 16u);
  EXPECT_NEAR(volume_m3(result), 2.0, 0.02);
}

TEST(ClosedSurfaceTest, ClosesSlitsAndGivesFlatTrianglesAnArea) {
  TriangleMesh mesh = unit_cube();
  mesh.positions_m.emplace_back(0.5f, 0.0f, 0.0f);
  mesh.triangles[4] = {0, 8, 5};  // one side of the edge from 0 to 1 is cut at its middle
  mesh.triangles.emplace_back(8, 1, 5);
  auto [result, note] = repaired(mesh);
  EXPECT_EQ(note.find("closed 1 slit, moved "), 0u) << note;
  EXPECT_NE(note.find("gave 1 flat triangle an area"), std::string::npos) << note;
  EXPECT_NEAR(volume_m3(result), 1.0, 0.25);
  mesh.triangles.emplace_back(0, 1, 8);
  EXPECT_EQ("closed 1 slit, " + repaired(mesh).note, note);
}

TEST(ClosedSurfaceTest, MovesCrossingTrianglesApart) {
  TriangleMesh mesh = torus(120, 16, 1.0f, 0.05f);
  const TriangleMesh before = mesh;
  mesh.positions_m[0] -= glm::vec3(0.11f, 0.0f, 0.0f);  // through the tube and out behind it
  EXPECT_FALSE(TriangleTree(mesh).crossings().empty());
  const auto [result, note] = repaired(mesh);
  EXPECT_EQ(note.find("moved "), 0u) << note;
  EXPECT_NE(note.find(" pairs of crossing triangles apart"), std::string::npos) << note;
  EXPECT_NEAR(volume_m3(result), volume_m3(before), 0.03 * volume_m3(before));
  int moved = 0;
  for (std::size_t i = 0; i < before.positions_m.size(); ++i)
    moved += result.positions_m[i] != mesh.positions_m[i];
  EXPECT_LT(moved, 600) << "and leaves alone what is not near";
}

TEST(ClosedSurfaceTest, RefusesWithThePlaceWhatItCannotRepair) {
  TriangleMesh mesh = unit_cube();
  mesh.triangles.pop_back();
  EXPECT_EQ(refusal_of_surface(mesh),
            "the surface thing.obj is open: 3 edges have one triangle, the first at (1, 0.5, 1); "
            "close its holes, or let it fall as cloth (--as cloth)");
  mesh.triangles.assign(1, {0, 1, 2});
  EXPECT_NE(refusal_of_surface(mesh).find("is open: 3 edges"), std::string::npos);

  mesh = unit_cube();
  append(mesh, cube({1.0f, 1.0f, 0.0f}, 1.0f));
  EXPECT_EQ(
      refusal_of_surface(mesh),
      "the surface thing.obj branches: 1 edge has more than two triangles, at (1, 1, 0.5); "
      "make it one solid (a union in a modeller does that), or let it fall as cloth (--as cloth)");

  mesh = unit_cube();
  append(mesh, cube({0.5f, 0.4f, 0.3f}, 1.0f));
  const std::string crossing = refusal_of_surface(mesh);
  EXPECT_NE(crossing.find("crosses itself: "), std::string::npos) << crossing;
  EXPECT_NE(crossing.find(" pairs of triangles near ("), std::string::npos) << crossing;

  mesh = torus(12, 8, 1.0f, 0.3f);  // closed the wrong way round
  for (glm::uvec3& t : mesh.triangles) {
    if (glm::max(t.x, glm::max(t.y, t.z)) < 88) continue;
    for (int k = 0; k < 3; ++k)
      if (t[k] < 8) t[k] = (8 - t[k]) % 8;
  }
  EXPECT_NE(refusal_of_surface(mesh).find(
                "has only one side, like a Klein bottle: inside and outside meet at ("),
            std::string::npos);

  EXPECT_NE(refusal_of_surface({}).find("is empty"), std::string::npos);
  mesh = unit_cube();
  mesh.triangles.assign(4, {0, 0, 1});
  EXPECT_NE(refusal_of_surface(mesh).find("is empty"), std::string::npos);
  mesh = unit_cube();
  mesh.positions_m[3].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(refusal_of_surface(mesh).find("not at a finite place"), std::string::npos);
  mesh.triangles.assign(5'000'001, {0, 1, 2});
  EXPECT_EQ(refusal_of_surface(mesh),
            "the surface thing.obj has 5000001 triangles, more than the 5000000 that can be "
            "filled; simplify it");
}

TEST(ClosedSurfaceTest, StopsWhereverItIsCancelled) {
  struct CountDown : Progress {
    int left = 1'000'000;
    void report(const std::string& what, float share) override {
      EXPECT_FALSE(what.empty());
      EXPECT_LE(share, 1.0f);
      if (--left <= 0) throw Cancelled();
    }
  } patient;
  TriangleMesh mesh = torus(120, 16, 1.0f, 0.05f);
  mesh.positions_m[0] -= glm::vec3(0.11f, 0.0f, 0.0f);
  std::string note;
  closed_surface(mesh, "thing.obj", note, patient);
  const int reports = 1'000'000 - patient.left;
  EXPECT_GT(reports, 8);
  for (int n = 1; n <= reports; ++n) {
    CountDown impatient;
    impatient.left = n;
    EXPECT_THROW(closed_surface(mesh, "thing.obj", note, impatient), Cancelled);
  }
}

TEST(ClosedSurfaceTest, SurvivesWhateverComes) {
  std::mt19937 random(3);
  const auto below = [&](std::size_t n) { return static_cast<unsigned>(random() % n); };
  int taken = 0;
  for (int round = 0; round < 300; ++round) {
    TriangleMesh mesh = round % 2 ? unit_cube() : torus(6, 5, 1.0f, 0.4f);
    if (round % 3 == 0) append(mesh, cube(glm::vec3(static_cast<float>(below(3))) / 2.0f, 1.0f));
    for (unsigned n = below(4); n > 0; --n) {
      const std::size_t one = below(mesh.triangles.size());
      const glm::uvec3 t = mesh.triangles[one];
      const unsigned vertex = below(mesh.positions_m.size());
      if (below(2)) mesh.triangles[one] = {t.y, t.x, t.z};
      if (below(2)) mesh.positions_m[t.x] = mesh.positions_m[vertex];
      if (below(4) == 0) mesh.triangles.emplace_back(t.x, vertex, t.z);
      if (below(4) == 0) mesh.triangles.erase(mesh.triangles.begin() + below(5));
      if (below(4) == 0) mesh.positions_m[vertex] = glm::vec3(1.0f) - mesh.positions_m[t.z];
    }
    Progress nobody;
    std::string note;
    try {
      expect_fit(closed_surface(mesh, "thing.obj", note, nobody));
      ++taken;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
    }
  }
  EXPECT_GT(taken, 30);
}

TEST(SimplifiedTest, KeepsTheShapeWithFewerTriangles) {
  const TriangleMesh fine = torus(100, 40, 1.0f, 0.4f);
  const TriangleMesh coarse = simplified(fine, 2000);
  EXPECT_NEAR(static_cast<double>(coarse.triangles.size()), 2000.0, 20.0);
  EXPECT_TRUE(is_closed(coarse));
  EXPECT_NEAR(volume_m3(coarse), volume_m3(fine), 0.02 * volume_m3(fine));
  EXPECT_EQ(coarse.positions_m.size(), coarse.triangles.size() / 2);
  EXPECT_EQ(simplified(fine, 8000).triangles, fine.triangles);
  EXPECT_TRUE(simplified({}, 10).triangles.empty());
}

TEST(ClosedSurfaceTest, MakesTheStanfordBunnyFitAtEverySize) {
  const std::filesystem::path file = "/usr/share/glmark2/models/bunny.obj";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "glmark2-data is not installed";
  const TriangleMesh bunny = load_obj(file);
  EXPECT_EQ(TriangleTree(bunny).crossings().size(), 2u);
  const auto [whole, note] = repaired(bunny);
  EXPECT_EQ(note, "moved 2 pairs of crossing triangles apart");
  EXPECT_EQ(whole.triangles, bunny.triangles);
  for (int triangles : {28000, 19700, 16000, 8000, 4000}) {
    const TriangleMesh mesh = repaired(simplified(bunny, triangles)).mesh;
    EXPECT_NEAR(static_cast<double>(mesh.triangles.size()), triangles, 0.001 * triangles);
    EXPECT_NEAR(volume_m3(mesh), volume_m3(bunny), 0.01 * volume_m3(bunny));
  }
}

}  // namespace
}  // namespace limber
