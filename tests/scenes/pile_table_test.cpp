// Piles as scene files describe them.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "kernels/error.h"
#include "scenes/scene.h"
#include "sim/joints/joints_system.h"
#include "sim/piles/piles_system.h"
#include "tests/sim/runs_of_points.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

class PileCopies : public testing::Test {
 protected:
  std::unique_ptr<World> start(const std::string& tables) {
    const std::string file = (folder_.path() / "piles.toml").string();
    std::ofstream(file) << "family = \"piles\"\n" << tables;
    return open_scene(file).build(serial_);
  }
  /// The sentence with which it is refused.
  std::string refusal(const std::string& tables) {
    try {
      start(tables);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      return error.what();
    }
    ADD_FAILURE() << "it was taken: " << tables;
    return "";
  }

  Exec serial_{Backend::serial};

 private:
  TemporaryFolder folder_;
};

TEST_F(PileCopies, CopiesLieInLayersAndDoNotTouch) {
  const auto simulation =
      start("[[pile]]\nshape = \"torus\"\ncount = 100\ncolumns = 4\nrows = 3\n");
  simulation->advance({.steps = 1});
  simulation->request_residuals();
  EXPECT_EQ(simulation->residuals().at("overlap"), 0.0);
  EXPECT_EQ(simulation->counts()["bodies"], 100);
  const DrawList& list = simulation->draw_list();
  EXPECT_GT(list.bounds_max_m.y - list.bounds_min_m.y, 8 * 0.15f);
  EXPECT_LT(list.bounds_max_m.x, 0.35f);
}

/// Spheres that are near each other should be near each other in memory, too, which makes large
/// heaps faster.
TEST_F(PileCopies, BodiesOfAKindAreInSpatialOrder) {
  const auto simulation = start(
      "[[pile]]\nshape = \"ball\"\nsizes = [[0.019, 1], [0.02, 1]]\ncount = 8192\n"
      "columns = 32\nrows = 16\nstep_m = [0.1, 0.1, 0.1]\n");
  std::vector<glm::vec3> places_m;
  for (const Pose& pose : simulation->system<PilesSystem>().poses())
    places_m.push_back(pose.position_m);
  EXPECT_LT(mean_size_of_runs_m(places_m, 64), 1.2f);  // in the order of placing, rows of 3.1 m
}

/// 1,024 sets make half of the pieces pawns, in both colours alike.
TEST_F(PileCopies, ChessComesInSets) {
  const auto simulation = start(
      "[[pile]]\nshape = \"chess\"\ncount = 64\ncolumns = 8\ncolors = [[1, 1, 1], [0, 0, 0]]");
  std::vector<int> counts;
  for (const InstancedPart& part : simulation->draw_list().instances) counts.push_back(part.count);
  EXPECT_EQ(counts, (std::vector<int>{16, 4, 4, 4, 2, 2, 16, 4, 4, 4, 2, 2}));
  EXPECT_EQ(simulation->counts().particles, 4 * 64);
}

TEST_F(PileCopies, BallsMayHaveSeveralSizes) {
  const auto simulation = start(
      "[[pile]]\ncount = 90\ncolumns = 9\nsizes = [[0.1, 2], [0.2, 1]]\n"
      "colors = [[1, 1, 1], [0, 0, 0]]");
  const std::vector<InstancedPart>& parts = simulation->draw_list().instances;
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].count, 60);
  EXPECT_EQ(parts[1].count, 30);
  EXPECT_EQ(parts[0].mesh.material.front_color, glm::vec3(1.0f));
  EXPECT_EQ(parts[1].mesh.material.front_color, glm::vec3(0.0f));
  const std::vector<DrawnSpheres>& spheres = simulation->draw_list().spheres;
  EXPECT_FLOAT_EQ(spheres[0].radius_m, 0.05f);
  EXPECT_FLOAT_EQ(spheres[1].radius_m, 0.1f);
}

TEST_F(PileCopies, ABlockIsALatticeOfSpheresInABox) {
  const auto simulation = start(
      "[[pile]]\nshape = \"block\"\nspheres_along = [5, 1, 3]\nsphere_diameter_m = 0.1\n"
      "density_kg_m3 = 200\ntumbled = false\ncenter_m = [1, 2, 3]\n");
  EXPECT_EQ(simulation->counts().particles, 15);
  for (const glm::vec3& x : simulation->positions_m()) {
    const glm::vec3 places = (x - glm::vec3(1, 2, 3)) / 0.1f;
    EXPECT_LT(glm::distance(places, glm::round(places)), 1e-4f);
    EXPECT_LT(std::abs(places.x), 2.1f);
    EXPECT_LT(std::abs(places.y), 0.1f);
    EXPECT_LT(std::abs(places.z), 1.1f);
  }
  for (const glm::vec3& x : simulation->draw_list().instances[0].mesh.positions_m)
    EXPECT_LT(glm::distance(glm::abs(x), {0.25f, 0.05f, 0.15f}), 0.004f);
}

TEST_F(PileCopies, AContainerKeepsWhatFallsIntoIt) {
  const auto simulation = start(
      "[[pile]]\nshape = \"ball\"\ncount = 60\ncolumns = 4\nrows = 4\nvelocity_m_s = [2, 0, 1]\n"
      "[container]\nsize_m = [0.5, 0.6, 0.5]\n[[collider]]\nshape = \"ground\"\n");
  for (int done = 0; done < 4000; done += 8) simulation->advance({.steps = 8});
  for (const glm::vec3& x : simulation->positions_m()) {
    EXPECT_LT(std::max(std::abs(x.x), std::abs(x.z)), 0.25f);
    EXPECT_GT(x.y, 0.04f);
  }
  EXPECT_EQ(simulation->draw_list().scenery.size(), 3u) << "its front is open to the eye";
}

/// A wall, and lifters evenly along it; what stands still is scenery.
TEST_F(PileCopies, ADrumTurnsWithItsLifters) {
  const auto simulation = start(
      "[[pile]]\n[[collider]]\nshape = \"tube\"\nturns_per_s = 1\nlifters = 6\n"
      "lifter_height_m = 0.1\n[[collider]]\nshape = \"box\"\ncenter_m = [9, 0, 0]\n");
  const DrawList& list = simulation->draw_list();
  EXPECT_EQ(list.scenery.size(), 0u) << "it can be dragged";
  ASSERT_EQ(list.moving_scenery.size(), 8u);
  Buffer<PublishedVertex> out(serial_, list.vertex_count);
  simulation->advance({.steps = 0, .publish = out.view()});
  const auto vertices = out.download(serial_);
  const int wall = list.moving_scenery[0].first_vertex;
  EXPECT_EQ(vertices[wall].position_m, glm::vec3(0.0f));
  glm::vec3 sum(0.0f);
  for (int lifter = 1; lifter <= 6; ++lifter) {
    const glm::vec3 at_m = vertices[wall + lifter].position_m;
    EXPECT_NEAR(glm::length(at_m), 0.5f * (0.3f + 0.45f), 1e-5f) << "from the rim into the wall";
    sum += at_m;
  }
  EXPECT_LT(glm::length(sum), 1e-5f);
}

/// As they are drawn, pieces stand on their feet.
TEST_F(PileCopies, ShapesTouchAsTheyAreDrawn) {
  const auto simulation = start(
      "[settings]\ndt_s = 0.002\ncontact_distance_m = 0.002\n[[pile]]\nmodel = \"shapes\"\n"
      "shape = \"chess\"\nsize_m = 0.2\ntumbled = false\ncount = 16\ncolumns = 4\n"
      "center_m = [0, 0.105, 0]\n[[collider]]\nshape = \"ground\"\n");
  const auto poses = [&] { return simulation->system<JointsSystem>().poses(); };
  const std::vector<RigidPose> before = poses();
  ASSERT_EQ(before.size(), 16u);
  for (int done = 0; done < 1000; done += 10) simulation->advance({.steps = 10});
  const std::vector<RigidPose> after = poses();
  for (std::size_t b = 0; b < 16; ++b) {
    const glm::dvec4 q =
        quaternion_product(after[b].quaternion, inverse_rotation(before[b].quaternion));
    EXPECT_GT(rotated(q, glm::dvec3(0.0, 1.0, 0.0)).y, 0.999) << "it fell over";
  }
}

TEST_F(PileCopies, RefusesWithASentence) {
  const auto says = [&](const std::string& tables, const char* words) {
    const std::string sentence = refusal(tables);
    EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("piles.toml:"), std::string::npos) << sentence;
  };
  says("", "needs a [[pile]]");
  says("[[pile]]\ncount = 0\n", "count");
  says("[[pile]]\ncount = 99999999999\n", "count");
  says("[[pile]]\nsize_m = -1\n", "size_m");
  says("[[pile]]\nshape = \"dice\"\n", "shape");
  says("[[pile]]\nshape = \"block\"\nspheres_along = [64, 64, 64]\n",
       ":4: pile.spheres_along makes a body of more than 4096 spheres");
  for (const char* size : {"1", "5"})
    says(std::string("[[pile]]\nshape = \"glass\"\nsphere_diameter_m = 0.001\nsize_m = ") + size,
         ":4: pile.sphere_diameter_m makes a body of more than 4096 spheres");
  says("[[pile]]\nshape = \"mesh\"\n", "file");
  says("[[pile]]\nshape = \"mesh\"\nfile = \"nowhere.obj\"\n", "no such file");
  says("[[pile]]\nshape = \"teapot\"\nspheres = 1\nsurface_spheres = 7\ncolour = 3\n", "colour");
  says("[[pile]]\n[container]\nsize_m = [1, 1]\n", "size_m");
  says("[[pile]]\n[settings]\nrestitution = 3\n", "restitution");
  says("[[pile]]\n[[collider]]\nshape = \"tube\"\nlifters = 2\nlifter_height_m = 0.5\n",
       "lifter_height_m");
}

/// [Harada07]: 16,384 chess pieces of four spheres, 10,922 tori of six, 963 bunnies of 68 (55 at
/// the surface), 329 teapots of 199; and a step that is stable.
TEST(PilesScenes, HaveThePapersCountsAndAStableStep) {
  struct Counts {
    const char* scene;
    int bodies, spheres;
  };
  Exec serial(Backend::serial);
  for (const Counts& counts : {Counts{"piles/chess", 16384, 65536},
                               {"piles/tori", 10922, 65532},
                               {"piles/bunnies", 963, 65484},
                               {"piles/bunnies-surface", 963, 963 * 55},
                               {"piles/teapots", 329, 65471},
                               {"piles/drum", 2210, 13260},
                               {"piles/pour", 2478, 11718},
                               {"piles/few", 294, 0},
                               {"grains/heap", 16384, 16384},
                               {"grains/drum", 18144, 18144}}) {
    if (std::string(counts.scene).find("bunnies") != std::string::npos &&
        !std::filesystem::exists("/usr/share/glmark2/models/bunny.obj"))
      continue;
    const auto simulation = open_scene(counts.scene).build(serial);
    EXPECT_EQ(simulation->counts()["bodies"], counts.bodies) << counts.scene;
    if (counts.spheres > 0) {
      EXPECT_EQ(simulation->counts().particles, counts.spheres) << counts.scene;
    }
    EXPECT_EQ(simulation->trouble(), "") << counts.scene;
  }
}

}  // namespace
}  // namespace limber
