// Fluids drawn as surface meshes.

#include <cmath>

#include "fluid_fixture.h"
#include "kernels/fluid/draw_command.h"
#include "kernels/launch.h"
#include "sim/fluid/fluid_mesh.h"

namespace limber {
namespace {

class FluidMeshTest : public FluidTest {
 protected:
  /// room: maximum number of triangles.
  Image draw_meshes(const ParticleBlocks& blocks, const Camera& camera, int room = 1 << 18) {
    SharedVertices published(blocks.list.vertex_count, exec);
    const View<PublishedVertex> written = published.begin_write();
    std::copy(blocks.vertices.begin(), blocks.vertices.end(), written.data);
    std::vector<std::unique_ptr<SharedFluidMesh>> shared;
    std::vector<DrawnFluidMesh> drawn;
    for (const DrawnFluid& fluid : blocks.list.fluids) {
      FluidMesh mesh(exec, fluid.count, field_traits(2.0f * fluid.radius_m));
      mesh.launch_find(exec, written.part(fluid.first_vertex, fluid.count));
      shared.push_back(std::make_unique<SharedFluidMesh>(1 << 17, room, exec));
      const SharedFluidMesh::Writable to = shared.back()->begin_write();
      mesh.launch_write(exec, to.vertices, to.triangles);
      launch(exec, "command", 1, WriteDrawCommand{mesh.counts().view(), room, to.command});
      shared.back()->end_write();
      drawn.push_back(shared.back()->front());
    }
    published.end_write();
    renderer.set_draw_list(blocks.list);
    renderer.draw(camera, published, {}, {}, fluid_size_px, drawn);
    return read_picture(renderer);
  }
};

/// Seen head on, a slab in front of a wall looks the same as in screen space.
TEST_F(FluidMeshTest, ASlabLooksAsOnTheScreen) {
  DrawnFluid dyed = clear_fluid;
  dyed.absorption_per_m = {5.0f, 2.0f, 0.5f};
  ParticleBlocks slab;
  slab.fill({-0.4f, -0.4f, -0.1f}, {0.4f, 0.4f, 0.1f}, dyed);
  slab.list.scenery.push_back(make_wall(-1.0f, 4.0f, glm::vec3(0.45f)));
  const Image on_screen = draw(slab, in_front), as_mesh = draw_meshes(slab, in_front);
  for (const glm::ivec2 off : {glm::ivec2(0, 0), glm::ivec2(20, 10), glm::ivec2(-15, 20)}) {
    const glm::vec3 wanted = light_at(on_screen, fluid_middle + off),
                    seen = light_at(as_mesh, fluid_middle + off);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(seen[k], wanted[k], 0.03f) << k;
  }
  // The silhouette matches the particles within a pixel or two.
  const Camera& camera = in_front;
  const glm::ivec2 inside = pixel_of(camera, {0.36f, 0.0f, 0.1f});
  const glm::ivec2 outside = pixel_of(camera, {0.46f, 0.0f, 0.1f});
  EXPECT_LT(film_at(as_mesh, inside).x, film_at(as_mesh, outside).x - 0.1f);
}

/// With a scattering fluid, which transmits nearly all light if drawn in screen space.
TEST_F(FluidMeshTest, ThrowsAShadow) {
  DrawnFluid pale = clear_fluid;
  pale.absorption_per_m = glm::vec3(0.2f);
  pale.scatter = glm::vec3(0.5f);
  ParticleBlocks block;
  block.fill({-0.2f, 0.3f, -0.2f}, {0.2f, 0.6f, 0.2f}, pale);
  block.list.ground = true;
  block.list.ground_height_m = 0.0f;
  ParticleBlocks none = block;
  for (PublishedVertex& vertex : none.vertices) vertex.quaternion_w = 0.0f;
  const Camera above{{0, 0.2f, 0}, 2.5f, 0.0f, 35.0f, 40.0f};
  const Image without = draw(none, above);
  const auto dark = [&](const Image& image) {
    int count = 0;
    for (int y = 0; y < fluid_size_px.y; ++y)
      for (int x = 0; x < fluid_size_px.x; ++x)
        count += film_at(image, {x, y}).x < 0.75f * film_at(without, {x, y}).x ? 1 : 0;
    return count;
  };
  const int on_screen = dark(draw(block, above)), as_mesh = dark(draw_meshes(block, above));
  EXPECT_LT(on_screen, 100);
  EXPECT_GT(as_mesh, 500);
}

/// Draws at most as many triangles as fit, and none if there are none.
TEST_F(FluidMeshTest, DrawsWhatThereIsRoomFor) {
  ParticleBlocks block;
  block.fill({-0.3f, -0.3f, -0.1f}, {0.3f, 0.3f, 0.1f}, paint({0.05f, 0.6f, 0.05f}));
  const auto green = [&](int room) {
    const Image image = draw_meshes(block, in_front, room);
    int count = 0;
    for (int y = 0; y < fluid_size_px.y; ++y)
      for (int x = 0; x < fluid_size_px.x; ++x) {
        const glm::vec3 color = film_at(image, {x, y});
        count += color.y > color.x + 0.1f;
      }
    return count;
  };
  const int all = green(1 << 18), few = green(2000);
  EXPECT_GT(all, 1000);
  EXPECT_LT(few, all / 2);
  EXPECT_GT(few, 0);
  for (PublishedVertex& vertex : block.vertices) vertex.quaternion_w = 0.0f;
  EXPECT_EQ(green(1 << 18), 0);
}

}  // namespace
}  // namespace limber
