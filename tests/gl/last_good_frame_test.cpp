// What is drawn of a world whose state becomes non-finite. The test triggers this by dragging a
// particle to NaN and never queries the world: on CUDA the host learns of it frames late, and the
// picture must not depend on when.

#include <cmath>
#include <optional>

#include "gl_fixture.h"
#include "render/shared_vertices.h"
#include "tests/same_bits.h"
#include "tests/sim/small_cloth.h"

namespace limber {
namespace {

struct FrameCase {
  const char* name;
  Backend backend;
  bool allow_interop;
};

class LastGoodFrameTest : public GlTest, public ::testing::WithParamInterface<FrameCase> {
 protected:
  void SetUp() override {
    if (GetParam().backend == Backend::cuda && !device::info().usable)
      GTEST_SKIP() << device::info().reason;
    exec.emplace(GetParam().backend, 2);
    model = small_cloth(20, Bending::dihedral, {0});
  }
  std::vector<PublishedVertex> frame(World& world, SharedVertices& vertices, int steps = 1) const {
    world.advance({.steps = steps, .publish = vertices.begin_write()});
    vertices.end_write();
    return vertices.read_front();
  }

  std::optional<Exec> exec;
  Placed<PbdModel> model;
};

TEST_P(LastGoodFrameTest, StaysFromTheFirstBadFrameOn) {
  PbdSettings softer;
  softer.stretch_stiffness = 0.5f;
  World world(*exec, {group_of(model, PbdSettings{}, "one"), group_of(model, softer, "two")});
  const int in_group_two = world.draw_list().vertex_count / 2 + 50;
  // The number of finite frames is even and odd, so that either buffer holds the newest; the group
  // that stays finite is the first and the second one.
  for (const int good_frames : {4, 5}) {
    for (const int vertex : {50, in_group_two}) {
      world.reset();
      SharedVertices vertices(world.draw_list().vertex_count, *exec, GetParam().allow_interop);
      std::vector<PublishedVertex> good, before;
      for (int i = 0; i < good_frames; ++i) {
        before = good;
        good = frame(world, vertices);
        ASSERT_FALSE(same_bits(good, before)) << "the frames differ";
        for (const PublishedVertex& v : good)
          ASSERT_TRUE(is_finite(v.position_m) && is_finite(v.normal));
      }
      world.grab(vertex);
      world.drag_to(glm::vec3(NAN));
      for (int i = 0; i < 6; ++i)
        EXPECT_TRUE(same_bits(frame(world, vertices), good))
            << i << " frames after it, " << good_frames << " good ones, vertex " << vertex;
      EXPECT_TRUE(same_bits(frame(world, vertices, 0), good)) << "published without a step";
      EXPECT_FALSE(world.finite_now());
      world.reset();
      EXPECT_FALSE(same_bits(frame(world, vertices, 0), good)) << "the start again";
      const std::vector<PublishedVertex> start = vertices.read_front();
      EXPECT_FALSE(same_bits(frame(world, vertices), start)) << "and on from there";
      EXPECT_TRUE(world.finite_now());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, LastGoodFrameTest,
                         ::testing::Values(FrameCase{"serial", Backend::serial, true},
                                           FrameCase{"tbb", Backend::tbb, true},
                                           FrameCase{"cuda_interop", Backend::cuda, true},
                                           FrameCase{"cuda_upload", Backend::cuda, false}),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace limber
