// [[cloth]]: how it looks, and where the threads of what is drawn lie.

#include "scenes/cloth_table.h"

#include <gtest/gtest.h>

#include "kernels/error.h"
#include "scenes/scene.h"
#include "sim/world.h"

namespace limber {
namespace {

DrawList drawn_of(const std::string& tables) {
  Exec exec(Backend::serial);
  return open_scene_text("cloth", "family = \"world\"\n" + tables).build(exec)->draw_list();
}

/// Of a cloth of 4 x 3 particles.
DrawList drawn(const std::string& lines) {
  return drawn_of("[[cloth]]\ncolumns = 4\nrows = 3\nsize_m = [0.6, 0.2]\n" + lines);
}

TEST(ClothTable, SaysHowClothLooks) {
  for (const std::string model : {"", "model = \"fem\"\n"}) {
    EXPECT_EQ(drawn(model).parts.front().material.thread_m, 0.002f) << model;
    EXPECT_EQ(drawn(model).parts.front().material.sheen, 0.25f) << model;
    const Material set = drawn(model + "weave_mm = 4\nsheen = 0.75\n").parts.front().material;
    EXPECT_EQ(set.thread_m, 0.004f) << model;
    EXPECT_EQ(set.sheen, 0.75f) << model;
    const Material plain = drawn(model + "weave_mm = 0\nsheen = 0\n").parts.front().material;
    EXPECT_EQ(plain.thread_m, 0.0f) << model;
    EXPECT_EQ(plain.sheen, 0.0f) << model;
  }
}

TEST(ClothTable, RefusesLooksThatNoClothHas) {
  const auto refused = [](const std::string& line, const std::string& words) {
    try {
      drawn(line + "\n");
      ADD_FAILURE() << line;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ExitCode::bad_input);
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  refused("weave_mm = -1", "cloth.weave_mm is -1, but must lie from 0 to 1000");
  refused("weave_mm = 1001", "cloth.weave_mm is 1001, but must lie from 0 to 1000");
  refused("weave_mm = \"fine\"", "cloth.weave_mm must be a number");
  refused("sheen = 1.5", "cloth.sheen is 1.5, but must lie from 0 to 1");
  refused("sheen = -0.5", "cloth.sheen is -0.5, but must lie from 0 to 1");
  refused("sheen = true", "cloth.sheen must be a number");
}

TEST(ClothTable, LaysThreadsAlongRowsAndColumns) {
  for (const std::string model : {"", "model = \"fem\"\n"}) {
    // However it hangs.
    const DrawList list = drawn(model + "right = [0.6, 0, 0.8]\ndown = [0, -1, 0]\n");
    ASSERT_GE(list.rest_m.size(), 12u) << model;
    for (int i = 0; i < 12; ++i) {
      const glm::vec3 place_m(0.2f * static_cast<float>(i % 4), 0.1f * static_cast<float>(i / 4),
                              0.0f);
      EXPECT_LT(glm::distance(list.rest_m[i], place_m), 1e-5f) << model << i;
    }
  }
}

TEST(ClothTable, LaysThreadsAlongABand) {
  // A quarter of a circle of 1 m, unrolled.
  const DrawList list = drawn_of(
      "[[cloth]]\nshape = \"band\"\nwidth_m = 0.3\ncenter_m = [0, 3, 0]\n"
      "along_m = [[1, 0, 0], [0.924, 0.383, 0], [0.707, 0.707, 0], [0.383, 0.924, 0], [0, 1, 0]]\n"
      "down = [0, 0, 1]\ncolumns = 40\nrows = 3\n");
  EXPECT_NEAR(list.rest_m[39].x, 1.571f, 0.01f);
  EXPECT_NEAR(list.rest_m[2 * 40 + 39].y, 0.3f, 1e-4f);
  EXPECT_EQ(list.rest_m[39].z, 0.0f);
}

TEST(ClothTable, CopiesAndShapesKeepTheirThreads) {
  const DrawList copies = drawn("count = 2\nstep_m = [0, 1, 0]\nturn_deg = 40\n");
  ASSERT_EQ(copies.rest_m.size(), 24u);
  EXPECT_EQ(std::vector(copies.rest_m.begin(), copies.rest_m.begin() + 12),
            std::vector(copies.rest_m.begin() + 12, copies.rest_m.end()));
  const DrawList ball =
      drawn_of("[[cloth]]\nshape = \"ball\"\nsubdivisions = 1\ncenter_m = [0, 3, 0]\n");
  ASSERT_EQ(ball.rest_m.size(), 42u);
  for (const glm::vec3& place_m : ball.rest_m)
    EXPECT_NEAR(glm::distance(place_m, {0.0f, 3.0f, 0.0f}), 0.5f, 1e-5f);
}

TEST(ClothTable, OnlyClothIsWoven) {
  const std::string others =
      "[[pile]]\nshape = \"torus\"\ncount = 2\ncenter_m = [3, 1, 0]\n"
      "[[solid]]\nmodel = \"pbd\"\nshape = \"ball\"\ncell_m = 0.4\ndrawn = \"simulated\"\n"
      "center_m = [-3, 1, 0]\n";
  for (const std::string model : {"pbd", "fem"}) {  // before the solid, and after it
    const DrawList list = drawn("model = \"" + model + "\"\n" + others);
    ASSERT_EQ(list.parts.size(), 2u);
    for (const SurfacePart& part : list.parts) {
      glm::vec3 corner_m(0.0f);
      for (int i = part.first_triangle; i < part.first_triangle + part.triangle_count; ++i)
        for (int k = 0; k < 3; ++k)
          if (const unsigned vertex = list.triangles[i][k]; vertex < list.rest_m.size())
            corner_m = glm::max(corner_m, list.rest_m[vertex]);
      const bool woven = part.material.thread_m > 0.0f;
      EXPECT_LT(glm::distance(corner_m, woven ? glm::vec3(0.6f, 0.2f, 0.0f) : glm::vec3(0.0f)),
                1e-5f)
          << model << (woven ? ": cloth" : ": solid");
    }
    EXPECT_NE(list.parts[0].material.thread_m > 0.0f, list.parts[1].material.thread_m > 0.0f);
  }
}

}  // namespace
}  // namespace limber
