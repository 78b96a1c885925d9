#include <glad/gl.h>

#include <algorithm>

#include "gl_fixture.h"
#include "posed_blocks.h"
#include "render/renderer.h"

namespace limber {
namespace {

class PictureTimerTest : public GlTest {
 protected:
  PictureTimerTest() {
    renderer.set_draw_list(meshes.list);
    meshes.publish(vertices);
  }
  std::vector<StageTime> drawn(const Look& look = {}) {
    renderer.draw({}, vertices, {.look = look}, {}, {64, 48});
    glFinish();
    return renderer.stages();
  }

  Exec exec{Backend::serial};
  PosedMeshes meshes{make_block(), {{}}};
  SharedVertices vertices{meshes.list.vertex_count, exec};
  Renderer renderer{*context};
};

std::vector<std::string> labels_of(const std::vector<StageTime>& stages) {
  std::vector<std::string> labels;
  for (const StageTime& stage : stages) labels.push_back(stage.label);
  return labels;
}

TEST_F(PictureTimerTest, TellsTheTimeOfEachStageOnceItIsWanted) {
  EXPECT_TRUE(drawn().empty());
  renderer.time_stages(true);
  const std::vector<StageTime> stages = drawn();
  EXPECT_EQ(labels_of(stages),
            (std::vector<std::string>{"culling and levels of detail", "shadow map", "sky map",
                                      "surfaces", "lighting", "lines and points"}));
  double sum_ms = 0.0;
  for (const StageTime& stage : stages) sum_ms += stage.ms;
  EXPECT_GT(sum_ms, 0.0);
  EXPECT_LT(sum_ms, 1e4);
  renderer.time_stages(false);
  EXPECT_TRUE(drawn().empty());
}

TEST_F(PictureTimerTest, FollowsWhatPicturesConsistOf) {
  renderer.time_stages(true);
  Look blurred;
  blurred.lens.aperture = 0.1f;
  EXPECT_EQ(std::ranges::count(labels_of(drawn()), "depth of field"), 0);
  EXPECT_EQ(std::ranges::count(labels_of(drawn(blurred)), "depth of field"), 1);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(std::ranges::count(labels_of(drawn()), "lighting"), 1);
}

}  // namespace
}  // namespace limber
