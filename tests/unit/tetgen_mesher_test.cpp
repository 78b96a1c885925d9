#include "sim/mesh/tetgen_mesher.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <set>

#include "kernels/error.h"
#include "sim/mesh/interior_points.h"
#include "sim/mesh/surfaces.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

TriangleMesh cube_at(glm::vec3 corner_m) {
  TriangleMesh cube;
  for (const float x : {0.0f, 1.0f})
    for (const float y : {0.0f, 1.0f})
      for (const float z : {0.0f, 1.0f}) cube.positions_m.push_back(corner_m + glm::vec3(x, y, z));
  cube.triangles = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5}, {0, 4, 5}, {0, 5, 1},
                    {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
  return cube;
}

TriangleMesh ball() { return ball_mesh(3, 0.5f, {1.0f, 2.0f, 3.0f}); }

TriangleMesh both(TriangleMesh a, const TriangleMesh& b) {
  const auto first = static_cast<unsigned>(a.positions_m.size());
  a.positions_m.insert(a.positions_m.end(), b.positions_m.begin(), b.positions_m.end());
  for (const glm::uvec3& t : b.triangles) a.triangles.push_back(t + first);
  return a;
}

/// Two cubes, each of which has a corner in the other.
TriangleMesh crossing() { return both(cube_at({0, 0, 0}), cube_at({0.5f, 0.4f, 0.3f})); }

/// Six times the volume that the triangles enclose comes from their corners alone.
double enclosed_m3(const TriangleMesh& surface) {
  double sum = 0.0;
  for (const glm::uvec3& t : surface.triangles)
    sum += signed_volume_m3({0, 0, 0}, surface.positions_m[t.x], surface.positions_m[t.y],
                            surface.positions_m[t.z]);
  return sum;
}

void expect_filled(const TetraMesh& mesh, const TriangleMesh& surface) {
  ASSERT_GE(mesh.positions_m.size(), surface.positions_m.size());
  EXPECT_TRUE(
      std::equal(surface.positions_m.begin(), surface.positions_m.end(), mesh.positions_m.begin()));
  EXPECT_EQ(boundary_of(mesh.tetrahedra).size(), surface.triangles.size());
  EXPECT_NEAR(volume_m3(mesh), enclosed_m3(surface), 1e-5 * enclosed_m3(surface));
  std::set<int> named;
  for (const glm::ivec4& t : mesh.tetrahedra) {
    for (int c = 0; c < 4; ++c) named.insert(t[c]);
    EXPECT_GT(signed_volume_m3(mesh.positions_m[t.x], mesh.positions_m[t.y], mesh.positions_m[t.z],
                               mesh.positions_m[t.w]),
              0.0);
  }
  EXPECT_EQ(named.size(), mesh.positions_m.size()) << "a vertex is in no tetrahedron";
}

class CancelsAfter : public Progress {
 public:
  explicit CancelsAfter(double seconds) : seconds_(seconds) {}
  void report(const std::string& what, float) override {
    last = what;
    if (std::chrono::duration<double>(Clock::now() - start_).count() > seconds_) throw Cancelled{};
  }
  std::string last;

 private:
  double seconds_;
  Clock::time_point start_ = Clock::now();
};

class TetgenMesherTest : public testing::Test {
 protected:
  TetgenMesherTest() {
    if (const char* value = std::getenv("LIMBER_CACHE")) cache_before = value;
    setenv("LIMBER_CACHE", (folder.path() / "cache").c_str(), 1);
  }
  ~TetgenMesherTest() override {
    cache_before ? setenv("LIMBER_CACHE", cache_before->c_str(), 1) : unsetenv("LIMBER_CACHE");
  }

  /// Replaces the program that contains TetGen.
  void program_is(const std::string& script) {
    options.tetgen_program = (folder.path() / "program").string();
    std::ofstream(options.tetgen_program) << "#!/bin/sh\n" << script << "\n";
    chmod(options.tetgen_program.c_str(), 0755);
  }
  std::string refusal(const TriangleMesh& surface, ExitCode code = ExitCode::bad_input) {
    try {
      fill_with_tetgen(surface, options, progress);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      return error.what();
    }
    return "it was filled";
  }

  TemporaryFolder folder;
  std::optional<std::string> cache_before;  ///< value of LIMBER_CACHE
  MeshingOptions options;
  Progress progress;
};

#define NEEDS_TETGEN() \
  if (!tetgen_there()) GTEST_SKIP() << "limber_tetgen is not built: libtet was not found"

TEST_F(TetgenMesherTest, FillsACube) {
  NEEDS_TETGEN();
  expect_filled(fill_with_tetgen(cube_at({0, 0, 0}), options, progress), cube_at({0, 0, 0}));
}

TEST_F(TetgenMesherTest, FillsABallAndTwoThatAreApart) {
  NEEDS_TETGEN();
  expect_filled(fill_with_tetgen(ball(), options, progress), ball());
  const TriangleMesh two = both(ball(), ball_mesh(2, 0.3f, {5, 5, 5}));
  expect_filled(fill_with_tetgen(two, options, progress), two);
}

TEST_F(TetgenMesherTest, KeepsTheLargestVolumeAndTheShape) {
  NEEDS_TETGEN();
  const TetraMesh coarse = fill_with_tetgen(ball(), options, progress);
  options.largest_volume_m3 = 2e-5f;
  const TetraMesh fine = fill_with_tetgen(ball(), options, progress);
  expect_filled(fine, ball());
  EXPECT_GT(fine.tetrahedra.size(), 2 * coarse.tetrahedra.size());
  options.largest_volume_m3 = 0.0f;
  options.radius_edge_ratio = 5.0f;
  EXPECT_LT(fill_with_tetgen(ball(), options, progress).tetrahedra.size(),
            coarse.tetrahedra.size());
}

TEST_F(TetgenMesherTest, TakesThePointsInsideThatItIsGiven) {
  NEEDS_TETGEN();
  options.interior_points = 60;
  const TetraMesh mesh = fill_with_tetgen(ball(), options, progress);
  expect_filled(mesh, ball());
  const std::vector<glm::vec3> points = interior_points(ball(), 60, progress);
  const std::size_t surface = ball().positions_m.size();
  ASSERT_GE(points.size(), 50u);
  ASSERT_EQ(mesh.positions_m.size(), surface + points.size());
  EXPECT_TRUE(std::equal(points.begin(), points.end(), mesh.positions_m.begin() + surface));
  std::vector<int> loads(mesh.positions_m.size(), 0);
  for (const glm::ivec4& t : mesh.tetrahedra)
    for (int k = 0; k < 4; ++k) ++loads[t[k]];
  EXPECT_LE(*std::max_element(loads.begin(), loads.end()), 60);
}

TEST_F(TetgenMesherTest, SaysWhatIsWrongWithASurface) {
  NEEDS_TETGEN();
  EXPECT_EQ(refusal(crossing()), "TetGen could not fill the surface: some of its triangles cross");
  TriangleMesh open = cube_at({0, 0, 0});
  open.triangles.pop_back();
  EXPECT_EQ(refusal(open), "TetGen could not fill the surface: it is not the boundary of a solid");
  TriangleMesh strange = cube_at({0, 0, 0});
  strange.triangles[3].y = 8;
  EXPECT_NE(refusal(strange).find("names a vertex that is not there"), std::string::npos);
  TriangleMesh flat{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}};
  EXPECT_NE(refusal(flat).find("it crashed (Aborted)"), std::string::npos) << refusal(flat);
}

TEST_F(TetgenMesherTest, RefusesAHollowThatItWouldFill) {
  NEEDS_TETGEN();
  TriangleMesh cavity = ball_mesh(2, 0.2f, {1.0f, 2.0f, 3.0f});
  for (glm::uvec3& t : cavity.triangles) std::swap(t.y, t.z);
  EXPECT_NE(refusal(both(ball(), cavity)).find("do not fill the surface"), std::string::npos);
}

TEST_F(TetgenMesherTest, RefusesNumbersThatAreNone) {
  program_is("exit 0");
  EXPECT_NE(refusal({}).find("no triangles"), std::string::npos);
  TriangleMesh cube = cube_at({0, 0, 0});
  cube.positions_m[5].y = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(refusal(cube).find("not finite"), std::string::npos);
  options.radius_edge_ratio = 0.5f;
  EXPECT_NE(refusal(ball()).find("radius_edge_ratio"), std::string::npos);
  options = {.interior_points = -1, .tetgen_program = options.tetgen_program};
  EXPECT_NE(refusal(ball()).find("interior_points"), std::string::npos);
}

TEST_F(TetgenMesherTest, SaysWhatToDoWithoutTetGen) {
  options.tetgen_program = (folder.path() / "none").string();
  EXPECT_NE(refusal(ball(), ExitCode::unavailable).find("install libtet1.5-dev"),
            std::string::npos);
}

TEST_F(TetgenMesherTest, OutlivesAProgramThatCrashes) {
  program_is("kill -SEGV $$");
  EXPECT_EQ(refusal(ball()), "TetGen could not fill the surface: it crashed (Segmentation fault)");
  program_is("cat >/dev/null; echo first >&2; echo 'the last word' >&2; exit 1");
  EXPECT_EQ(refusal(ball()), "TetGen could not fill the surface: the last word");
  program_is("exit 1");
  EXPECT_EQ(refusal(ball()), "TetGen could not fill the surface: it ended without a message");
}

TEST_F(TetgenMesherTest, BelievesNoGarbage) {
  for (const char* script : {"cat >/dev/null", "cat", "echo hello", "printf TetGenA1",
                             // three positions and one tetrahedron, and then less, or a bad index
                             R"(printf 'TetGenA1\3\0\0\0\1\0\0\0')",
                             R"(printf 'TetGenA1\0\0\0\0\1\0\0\0'; head -c 16 /dev/zero)"}) {
    program_is(script);
    EXPECT_NE(refusal(ball()).find("is not a mesh"), std::string::npos) << script;
  }
  // Meshes, but not of this surface: nothing, and a point of another place.
  program_is(R"(printf 'TetGenA1\0\0\0\0\0\0\0\0')");
  EXPECT_NE(refusal(ball()).find("not the boundary of a solid"), std::string::npos);
  program_is(R"(printf 'TetGenA1\1\0\0\0\1\0\0\0'; head -c 28 /dev/zero)");
  EXPECT_NE(refusal(ball()).find("moved the vertices"), std::string::npos);
}

/// A surface of one tetrahedron comes first in the question, after 24 bytes, and so in this answer.
TEST_F(TetgenMesherTest, RefusesTetrahedraThatAreInsideOut) {
  const TriangleMesh surface{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                             {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
  const std::string answer = R"(printf 'TetGenA1\4\0\0\0\1\0\0\0'; head -c 72 | tail -c 48; )";
  program_is(answer + R"(printf '\0\0\0\0\1\0\0\0\2\0\0\0\3\0\0\0')");
  expect_filled(fill_with_tetgen(surface, options, progress), surface);
  program_is(answer + R"(printf '\1\0\0\0\0\0\0\0\2\0\0\0\3\0\0\0')");
  EXPECT_NE(refusal(surface).find("inside out"), std::string::npos);
}

TEST_F(TetgenMesherTest, EndsWhatNeverEnds) {
  options.time_limit_s = 0.3f;
  // It reads nothing, it closes its output without an answer, it writes endlessly.
  for (const char* script :
       {"sleep 100", "exec <&- >&- 2>&-; sleep 100", "yes", "yes >&2", "exec 2>&-; sleep 100"}) {
    program_is(script);
    const auto before = Clock::now();
    EXPECT_NE(refusal(ball_mesh(6, 1.0f, {0, 0, 0})).find("longer than 0.3 s"), std::string::npos)
        << script;
    EXPECT_LT(Clock::now() - before, std::chrono::seconds(2)) << script;
  }
}

TEST_F(TetgenMesherTest, IsCancelledAtOnce) {
  for (const char* script : {"sleep 100", "exec <&- >&- 2>&-; sleep 100", "yes >&2"}) {
    program_is(script);
    CancelsAfter user(0.2);
    const auto before = Clock::now();
    EXPECT_THROW(fill_with_tetgen(ball(), options, user), Cancelled) << script;
    EXPECT_LT(Clock::now() - before, std::chrono::seconds(1)) << script;
    EXPECT_EQ(user.last, "filling 1280 triangles with tetrahedra, 0 s");
  }
}

TEST_F(TetgenMesherTest, KillsWhatIsCancelled) {
  program_is("echo $$ >" + (folder.path() / "id").string() + "; sleep 100");
  CancelsAfter user(0.3);
  EXPECT_THROW(fill_with_tetgen(ball(), options, user), Cancelled);
  pid_t id = 0;
  std::ifstream(folder.path() / "id") >> id;
  ASSERT_GT(id, 0);
  EXPECT_NE(kill(id, 0), 0) << "it is still running";
}

TEST_F(TetgenMesherTest, FillTakesTetGenOnceAndThenTheCache) {
  NEEDS_TETGEN();
  std::string note = "old";
  const TetraMesh first = fill(ball(), options, note, progress);
  EXPECT_EQ(note, "");
  expect_filled(first, ball());
  program_is("exit 1");
  const TetraMesh second = fill(ball(), options, note, progress);
  EXPECT_EQ(note, "");
  EXPECT_EQ(second.positions_m, first.positions_m);
  EXPECT_EQ(second.tetrahedra, first.tetrahedra);
  options.largest_volume_m3 = 1e-4f;  // another question
  fill(ball(), options, note, progress);
  EXPECT_NE(note, "");
}

TEST_F(TetgenMesherTest, FillTakesTheLatticeWhereTetGenFails) {
  program_is("kill -SEGV $$");
  std::string note;
  const TetraMesh mesh = fill(ball(), options, note, progress);
  EXPECT_EQ(note,
            "TetGen could not fill the surface: it crashed (Segmentation fault); filled with a "
            "lattice instead");
  EXPECT_NEAR(volume_m3(mesh), enclosed_m3(ball()), 0.1 * enclosed_m3(ball()));
  options.tetgen_program = (folder.path() / "none").string();
  fill(ball(), options, note, progress);
  EXPECT_NE(note.find("not in this build"), std::string::npos);
  options.mesher = "lattice";
  EXPECT_EQ(fill(ball(), options, note, progress).positions_m, mesh.positions_m);
  EXPECT_EQ(note, "");
}

TEST_F(TetgenMesherTest, FillPassesOnThatItIsCancelled) {
  program_is("sleep 100");
  CancelsAfter user(0.1);
  std::string note;
  EXPECT_THROW(fill(ball(), options, note, user), Cancelled);
}

TEST_F(TetgenMesherTest, FillKnowsItsMeshers) {
  options.mesher = "netgen";
  std::string note;
  EXPECT_THROW(fill(ball(), options, note, progress), Error);
}

}  // namespace
}  // namespace limber
