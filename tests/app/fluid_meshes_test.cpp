// Drawn meshes of fluids, and the size of their buffers.

#include "app/fluid_meshes.h"

#include <gtest/gtest.h>

#include "kernels/buffer.h"
#include "render/context.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class FluidMeshesTest : public EachBackend {
 protected:
  /// Scattered drops need more blocks than anything else.
  static constexpr int drops = 512;
  const DrawnFluid fluid{.count = drops, .radius_m = 0.01f};

  Buffer<PublishedVertex> published() {
    std::vector<PublishedVertex> vertices;
    for (int i = 0; i < drops; ++i)
      vertices.push_back({0.1f * glm::vec3(i % 8, i / 8 % 8, i / 64), 0.0f, glm::vec3(0.0f), 1.0f});
    return {exec(), vertices};
  }
  /// Publishes as frames do; on CUDA the host learns the required size one frame late.
  void publish(FluidMeshes& meshes) {
    const Buffer<PublishedVertex> vertices = published();
    for (int frame = 0; frame < 8; ++frame) {
      meshes.publish(vertices.view());
      exec().synchronize();
    }
  }
  std::unique_ptr<Context> context = Context::off_screen();
};
EACH_BACKEND(FluidMeshesTest);

TEST_P(FluidMeshesTest, RoomGrowsWithWhatTheyNeed) {
  FluidMeshes meshes({fluid, {.first_vertex = drops, .count = 0, .radius_m = 0.01f}}, exec());
  publish(meshes);
  EXPECT_EQ(meshes.trouble(), "");
  ASSERT_EQ(meshes.drawn().size(), 2u);
  EXPECT_NE(meshes.drawn()[0].vertices, 0u);
  EXPECT_NE(meshes.drawn()[0].triangles, 0u);
}

TEST_P(FluidMeshesTest, ALimitThatIsReachedIsTold) {
  FluidMeshes meshes({fluid}, exec(), 1000);
  publish(meshes);
  EXPECT_NE(meshes.trouble().find("room for 2000"), std::string::npos) << meshes.trouble();
}

}  // namespace
}  // namespace limber
