// Solids as scene files describe them.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "scenes/scene.h"
#include "sim/mesh/tetgen_mesher.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

class SolidTableTest : public testing::Test {
 protected:
  Scene open(const std::string& solids, MesherChoice mesher, Progress& progress) {
    std::ofstream(path_) << "family = \"volume\"\n" << solids;
    return open_scene(path_, progress, {MeshUse::automatic, mesher});
  }
  Scene open(const std::string& solids, MesherChoice mesher = MesherChoice::automatic) {
    Progress silent;
    return open(solids, mesher, silent);
  }
  /// Where the particles start.
  std::vector<glm::vec3> start_of(const std::string& solids) {
    Exec exec(Backend::serial);
    return open(solids).build(exec)->positions_m();
  }
  static float height(const std::vector<glm::vec3>& x, std::size_t first, std::size_t last) {
    float low = INFINITY, high = -INFINITY;
    for (std::size_t i = first; i < last; ++i) {
      low = std::min(low, x[i].y);
      high = std::max(high, x[i].y);
    }
    return high - low;
  }

 private:
  TemporaryFolder folder_;
  std::string path_ = folder_.path() / "solids.toml";
};

const std::string ball_table = "[[solid]]\nshape = \"ball\"\ncell_m = 0.2\ndrawn = \"simulated\"\n";

TEST_F(SolidTableTest, OnlyTheSolidThatSaysSoIsFlattened) {
  const std::size_t count = start_of(ball_table).size();
  for (const bool first : {false, true})
    for (const bool second : {false, true}) {
      const std::string flat = "flatten = 0.1\n", as_it_is;
      const std::vector<glm::vec3> x = start_of(ball_table + (first ? flat : as_it_is) +
                                                ball_table + (second ? flat : as_it_is));
      ASSERT_EQ(x.size(), 2 * count);
      EXPECT_NEAR(height(x, 0, count), first ? 0.1f : 1.0f, 0.02f);
      EXPECT_NEAR(height(x, count, 2 * count), second ? 0.1f : 1.0f, 0.02f);
    }
}

TEST_F(SolidTableTest, IsCancelledWhileCopiesAreLaidOut) {
  struct Impatient : Progress {
    void report(const std::string& what, float share) override {
      if (what == "laying out 8 solids" && share >= 0.5f) throw Cancelled{};
    }
  } progress;
  EXPECT_THROW(open(ball_table + "copies = [2, 2, 2]\n", MesherChoice::automatic, progress),
               Cancelled);
}

TEST_F(SolidTableTest, TellsWhoFilledTheFirstSolidWithAChoice) {
  const std::string torus =
      "[[solid]]\nshape = \"torus\"\nmesher = \"sweep\"\ndrawn = \"simulated\"\n";
  EXPECT_FALSE(open(torus).mesher);
  EXPECT_FALSE(open(torus, MesherChoice::lattice).mesher);
  EXPECT_EQ(open(torus + ball_table).mesher, MesherChoice::lattice);
  EXPECT_EQ(open(ball_table + torus, MesherChoice::lattice).mesher, MesherChoice::lattice);
  const Scene asked = open(torus + ball_table, MesherChoice::tetgen);
  // Where TetGen is missing the lattice serves, and a note says so.
  EXPECT_EQ(asked.mesher, tetgen_there() ? MesherChoice::tetgen : MesherChoice::lattice);
  EXPECT_EQ(asked.notes.empty(), tetgen_there());
}

TEST_F(SolidTableTest, TetGenLeavesTheSkinOutAsTheLatticeDoes) {
  for (const char* mesher : {"lattice", "tetgen"}) {
    const std::vector<glm::vec3> x =
        start_of(ball_table + "mesher = \"" + mesher + "\"\ndrawn_cell_m = 0.1\nskin_m = 0.2\n");
    EXPECT_NEAR(height(x, 0, x.size()), 0.6f, 0.02f) << mesher;
  }
}

}  // namespace
}  // namespace limber
