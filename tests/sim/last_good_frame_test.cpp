// Publication of worlds with two groups, one of which becomes non-finite, into the same memory
// every frame. The world is never queried: on CUDA the host learns of it late.

#include <cmath>
#include <cstring>

#include "tests/each_backend.h"
#include "tests/sim/small_cloth.h"
#include "tests/sim/small_plant.h"

namespace limber {
namespace {

class LastGoodFrame : public EachBackend {
 protected:
  std::vector<PublishedVertex> frame(World& world, Buffer<PublishedVertex>& out, int steps = 1) {
    world.advance({.steps = steps, .publish = out.view()});
    return out.download(exec());
  }
  void expect_to_stay(World& world, int held_vertex) {
    world.reset();
    Buffer<PublishedVertex> out(exec(), world.draw_list().vertex_count);
    frame(world, out);
    const std::vector<PublishedVertex> before = frame(world, out), good = frame(world, out);
    const auto is_good = [&](const std::vector<PublishedVertex>& seen, std::size_t first) {
      const std::size_t half = good.size() / 2;
      return std::memcmp(&seen[first], &good[first], half * sizeof seen[0]) == 0;
    };
    const std::size_t second = good.size() / 2;
    ASSERT_FALSE(is_good(before, 0) || is_good(before, second)) << "both groups move";
    for (const PublishedVertex& v : good) ASSERT_TRUE(is_finite(v.position_m));
    world.grab(held_vertex);
    world.drag_to(glm::vec3(NAN));
    for (int i = 0; i < 6; ++i) {
      const std::vector<PublishedVertex> seen = frame(world, out, i < 5 ? 1 : 0);
      EXPECT_TRUE(is_good(seen, 0)) << i << " frames after it, vertex " << held_vertex;
      EXPECT_TRUE(is_good(seen, second)) << i << " frames after it, vertex " << held_vertex;
    }
    EXPECT_FALSE(world.finite_now());
    world.reset();
    EXPECT_FALSE(is_good(frame(world, out, 0), 0)) << "the start again";
    const std::vector<PublishedVertex> start = frame(world, out, 0), next = frame(world, out);
    EXPECT_NE(std::memcmp(start.data(), next.data(), start.size() * sizeof start[0]), 0);
    EXPECT_TRUE(world.finite_now());
  }
  void expect_to_stay(World& world) {
    const int in_second = world.draw_list().vertex_count / 2;
    expect_to_stay(world, in_second / 2);
    expect_to_stay(world, in_second + in_second / 2);
  }
};

TEST_P(LastGoodFrame, OfTwoCloths) {
  const Placed<PbdModel> model = small_cloth(12);
  PbdSettings softer;
  softer.stretch_stiffness = 0.5f;
  World world(exec(), {group_of(model, PbdSettings{}, "one"), group_of(model, softer, "two")});
  expect_to_stay(world);
}

/// On CUDA, plants step on the CPU.
TEST_P(LastGoodFrame, OfTwoPlants) {
  const auto plant = std::make_shared<PlantsModel>(single_beam(small_trunk));
  const auto in_wind = [&](float wind_m_s) {
    PlantsSettings settings;
    settings.wind_m_s = wind_m_s;
    return GroupModel{"", {}, {{"", [=](Exec& on) {
                                  return std::make_unique<PlantsSystem>(on, plant, false, settings);
                                }}}};
  };
  World world(exec(), {in_wind(4.0f), in_wind(8.0f)});
  expect_to_stay(world);
}

EACH_BACKEND(LastGoodFrame);

}  // namespace
}  // namespace limber
