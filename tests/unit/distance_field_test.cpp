// What make_distance_field() takes, repairs, refuses and keeps.

#include "sim/mesh/distance_field.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "kernels/error.h"
#include "sim/mesh/distance_field_cache.h"
#include "sim/mesh/surfaces.h"
#include "tests/distance_reference.h"
#include "tests/unit/environment_variable.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

/// Counts how often the distances are measured.
class MeasuringListener : public Progress {
 public:
  void report(const std::string& what, float share) override {
    measured += what.starts_with("measuring") && share == 0.0f;
  }
  int measured = 0;
};

class DistanceFieldTest : public testing::Test {
 protected:
  SampledSolid made(const TriangleMesh& mesh, const DistanceFieldOptions& options = {}) {
    return make_distance_field(exec_, mesh, "thing.obj", options, listener_);
  }
  std::string refusal(const TriangleMesh& mesh, const DistanceFieldOptions& options = {}) {
    try {
      made(mesh, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      return error.what();
    }
    ADD_FAILURE() << "it was taken";
    return "";
  }
  static float distance_m(const SampledSolid& solid, const glm::vec3& x) {
    return nearest_surface(solid.field,
                           {solid.samples_m.data(), static_cast<int>(solid.samples_m.size())}, x)
        .distance_m;
  }
  void expect_same_side_everywhere(const TriangleMesh& right, const TriangleMesh& given) {
    const SampledSolid solid = made(given, {.resolution = 30});
    const DistanceField& field = solid.field;
    int wrong = 0;
    for (int z = 0; z < field.samples.z; ++z)
      for (int y = 0; y < field.samples.y; ++y)
        for (int x = 0; x < field.samples.x; ++x) {
          const float sample_m = solid.samples_m[field.index(x, y, z)];
          if (std::abs(sample_m) < 1e-5f) continue;  // on the surface
          wrong += (sample_m < 0.0f) != (winding_number(right, field.place_m(x, y, z)) > 0.5);
        }
    EXPECT_EQ(wrong, 0);
  }

  TemporaryFolder folder_;
  EnvironmentVariable cache_{"LIMBER_CACHE", folder_.path().c_str()};
  Exec exec_{Backend::serial};
  MeasuringListener listener_;
};

TEST_F(DistanceFieldTest, LaysItsSamplesAroundTheMesh) {
  TriangleMesh mesh = cube({1.0f, 2.0f, 3.0f}, 1.0f);
  for (glm::vec3& x : mesh.positions_m) x.y *= 0.5f;
  const DistanceField by_resolution = made(mesh, {.resolution = 25}).field;
  EXPECT_FLOAT_EQ(by_resolution.spacing_m, 0.05f);
  EXPECT_EQ(by_resolution.samples, glm::ivec3(25, 15, 25));
  EXPECT_LT(glm::length(by_resolution.origin_m - glm::vec3(0.9f, 0.9f, 2.9f)), 1e-6f);
  const DistanceField by_spacing = made(mesh, {.spacing_m = 0.04f, .margin_m = 0.1f}).field;
  EXPECT_FLOAT_EQ(by_spacing.spacing_m, 0.04f);
  EXPECT_EQ(by_spacing.samples, glm::ivec3(35, 23, 35));
}

TEST_F(DistanceFieldTest, TurnsWhatIsInsideOutAndSaysSo) {
  const TriangleMesh right = torus(30, 12, 1.0f, 0.4f);
  TriangleMesh wrong = right;
  turn_over(wrong);
  EXPECT_EQ(made(right, {.resolution = 30}).note, "");
  EXPECT_EQ(made(wrong, {.resolution = 30}).note, "turned round 1 part that was inside out");
  expect_same_side_everywhere(right, wrong);
  EXPECT_EQ(made(torn(right), {.resolution = 30}).samples_m,
            made(right, {.resolution = 30}).samples_m)
      << "vertices at the same place are one";
}

TEST_F(DistanceFieldTest, KnowsHolesAndWhatFloatsInThem) {
  const auto ball = [](float radius_m, bool turned) {
    TriangleMesh mesh = ball_mesh(2, radius_m, {0.1f, 0.0f, 0.0f});
    if (turned) turn_over(mesh);
    return mesh;
  };
  for (const bool all_turned : {false, true}) {
    TriangleMesh mesh;
    append(mesh, ball(0.3f, all_turned));
    append(mesh, ball(0.7f, !all_turned));
    append(mesh, ball(1.0f, all_turned));
    const SampledSolid solid = made(mesh, {.resolution = 60});
    for (const auto& [x, expected] :
         {std::pair(0.05f, -0.25f), {0.2f, -0.1f}, {0.5f, 0.2f}, {0.75f, -0.05f}, {1.05f, 0.05f}})
      EXPECT_NEAR(distance_m(solid, {0.1f, x, 0.0f}), expected, 0.02f) << x;
    EXPECT_EQ(solid.note, all_turned ? "turned round 3 parts that were inside out" : "");
    TriangleMesh right = mesh;
    if (all_turned) turn_over(right);
    expect_same_side_everywhere(right, mesh);
  }
}

TEST_F(DistanceFieldTest, JoinsPartsThatCrossOrLieBesideEachOther) {
  TriangleMesh mesh = cube(glm::vec3(0.0f), 1.0f);
  append(mesh, cube(glm::vec3(0.5f, 0.4f, 0.3f), 1.0f));
  append(mesh, cube(glm::vec3(-1.0f, 0.1f, 0.2f), 0.5f));
  append(mesh, cube(glm::vec3(0.2f), 0.3f));  // buried
  expect_same_side_everywhere(mesh, mesh);
  EXPECT_LT(distance_m(made(mesh), glm::vec3(0.75f, 0.7f, 0.65f)), -0.24f)
      << "the seam is not seen";
  TriangleMesh turned = cube(glm::vec3(-1.0f, 0.1f, 0.2f), 0.5f);
  turn_over(turned);
  append(turned, cube(glm::vec3(0.0f), 1.0f));
  EXPECT_EQ(made(turned).note, "turned round 1 part that was inside out");
  EXPECT_LT(distance_m(made(turned), glm::vec3(-0.75f, 0.35f, 0.45f)), -0.2f);
}

TEST_F(DistanceFieldTest, RefusesWithThePlaceWhatIsNoSolid) {
  TriangleMesh mesh = cube(glm::vec3(0.0f), 1.0f);
  mesh.triangles.pop_back();
  EXPECT_EQ(refusal(mesh),
            "the surface thing.obj is open: 3 edges have one triangle, the first at (1, 0.5, 1); "
            "close its holes, or use another shape");
  mesh = cube(glm::vec3(0.0f), 1.0f);
  append(mesh, cube({1.0f, 1.0f, 0.0f}, 1.0f));
  EXPECT_EQ(refusal(mesh),
            "the surface thing.obj branches: 1 edge has more than two triangles, at (1, 1, 0.5); "
            "make it one solid (a union in a modeller does that), or use another shape");
  mesh = cube(glm::vec3(0.0f), 1.0f);
  mesh.positions_m[3].y = std::numeric_limits<float>::infinity();
  EXPECT_EQ(refusal(mesh),
            "the surface thing.obj has a vertex that is not at a finite place, 4 at (1, inf, 0); "
            "export it again");
  EXPECT_EQ(refusal({}), "the surface thing.obj is empty; export it again");
  mesh.positions_m.assign(8, glm::vec3(1.0f));
  EXPECT_EQ(refusal(mesh),
            "the surface thing.obj is 0 m long, where a distance field can be 1e-06 to 1000000 m; "
            "scale it");
  mesh = cube(glm::vec3(0.0f), 1.0f);
  for (glm::uvec3& t : mesh.triangles) t.z = t.y;
  EXPECT_EQ(refusal(mesh),
            "the surface thing.obj is empty: no triangle has an area; export it again");
  EXPECT_EQ(refusal(cube(glm::vec3(5000.0f), 1.0f)),
            "the surface thing.obj lies too far from its origin, at (5000.5, 5000.5, 5000.5), for "
            "cells of 0.0169 m; centre it");
  mesh = {};
  for (int i = 0; i < 257; ++i) append(mesh, cube(glm::vec3(2.0f * float(i), 0.0f, 0.0f), 1.0f));
  EXPECT_EQ(refusal(mesh),
            "the surface thing.obj is in 257 parts, more than the 256 that a distance field can "
            "take; make it one solid (a union in a modeller does that)");
}

TEST_F(DistanceFieldTest, RefusesWhatIsThinnerThanItsCells) {
  TriangleMesh plate = cube(glm::vec3(0.0f), 1.0f);
  for (glm::vec3& x : plate.positions_m) x.z *= 0.01f;
  const std::string said = refusal(plate, {.resolution = 64});
  EXPECT_EQ(said.find("the surface thing.obj is about 0.0098 m thick near ("), 0u) << said;
  EXPECT_NE(said.find("too thin for the cells of 0.0169 m of its distance field; a resolution of "
                      "209 (a spacing of 0.0049 m) would do"),
            std::string::npos)
      << said;
  const SampledSolid taken = made(plate, {.resolution = 209});
  EXPECT_EQ(taken.note, "");
  EXPECT_LT(distance_m(taken, {0.5f, 0.5f, 0.005f}), -0.002f);
  for (glm::vec3& x : plate.positions_m) x.z *= 1e-4f;
  EXPECT_NE(refusal(plate).find("make it thicker, or use another shape"), std::string::npos);

  TriangleMesh finned = cube(glm::vec3(0.0f), 1.0f);
  TriangleMesh fin = cube(glm::vec3(0.0f), 1.0f);
  for (glm::vec3& x : fin.positions_m)
    x = x * glm::vec3(0.5f, 0.004f, 0.4f) + glm::vec3(0.9f, 0.5f, 0.3f);
  append(finned, fin);
  const std::string note = made(finned).note;
  EXPECT_EQ(note.find("too thin for its cells of 0.0237 m on"), 0u) << note;
}

TEST_F(DistanceFieldTest, SaysWhatFitsWhereItWouldTakeTooManySamples) {
  const TriangleMesh mesh = cube(glm::vec3(0.0f), 1.0f);
  EXPECT_EQ(refusal(mesh, {.spacing_m = 0.001f}),
            "the surface thing.obj would take 1005 x 1005 x 1005 samples of its distance, more "
            "than the 67108864 that can be kept; a resolution of 406 (a spacing of 0.00249 m) "
            "fits");
  EXPECT_NE(refusal(mesh, {.resolution = 407}).find("a resolution of 406"), std::string::npos);
  EXPECT_NE(refusal(mesh, {.spacing_m = 1e-30f}).find("a resolution of 406"), std::string::npos);
  EXPECT_NE(refusal(mesh, {.resolution = 11}).find("at least 12 samples"), std::string::npos);
  const float none = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(refusal(mesh, {.spacing_m = none}).find("its spacing is nan m"), std::string::npos);
  EXPECT_NE(refusal(mesh, {.margin_m = -1.0f}).find("its margin is -1 m"), std::string::npos);
}

TEST_F(DistanceFieldTest, IsMadeOnceAndKept) {
  TriangleMesh mesh = torus(30, 12, 1.0f, 0.4f);
  turn_over(mesh);
  const SampledSolid first = made(mesh), again = made(mesh);
  EXPECT_EQ(listener_.measured, 1);
  EXPECT_EQ(again.samples_m, first.samples_m);
  EXPECT_EQ(again.note, first.note);
  EXPECT_EQ(again.field.samples, first.field.samples);
  EXPECT_EQ(again.field.origin_m, first.field.origin_m);
  EXPECT_EQ(again.field.spacing_m, first.field.spacing_m);
  made(mesh, {.resolution = 65});
  EXPECT_EQ(listener_.measured, 2);
}

TEST_F(DistanceFieldTest, TellsEveryQuestionApart) {
  const TriangleMesh ball = ball_mesh(1, 1.0f, glm::vec3(0.0f));
  const auto key = [&](const TriangleMesh& mesh, const DistanceFieldOptions& options = {},
                       const char* name = "a", Memory side = Memory::host) {
    return distance_field_key(mesh, name, options, side);
  };
  std::set<std::string> keys{key(ball)};
  TriangleMesh changed = ball;
  changed.positions_m[3].z = std::nextafter(changed.positions_m[3].z, 9.0f);
  keys.insert(key(changed));
  changed = ball;
  std::swap(changed.triangles[5].x, changed.triangles[5].y);
  keys.insert(key(changed));
  keys.insert(key(ball, {.resolution = 65}));
  keys.insert(key(ball, {.spacing_m = 0.1f}));
  keys.insert(key(ball, {.margin_m = 0.1f}));
  keys.insert(key(ball, {}, "b"));
  keys.insert(key(ball, {}, "a", Memory::device));
  EXPECT_EQ(keys.size(), 8u);
  EXPECT_TRUE(keys.contains(key(ball_mesh(1, 1.0f, glm::vec3(0.0f)))));
}

TEST_F(DistanceFieldTest, StopsWhenCancelled) {
  struct : Progress {
    void report(const std::string& what, float share) override {
      if (what.starts_with("measuring") && share > 0.5f) throw Cancelled();
    }
  } impatient;
  EXPECT_THROW(make_distance_field(exec_, torus(30, 12, 1.0f, 0.4f), "thing.obj", {}, impatient),
               Cancelled);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path())) << "nothing half-made is kept";
}

}  // namespace
}  // namespace limber
