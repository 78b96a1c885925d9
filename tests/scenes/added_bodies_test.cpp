// Bodies added at run time: where they start and what they collide with, and that without them, or
// after a reset, a scene has no trace of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "kernels/error.h"
#include "scenes/scene.h"
#include "sim/joints/balls.h"
#include "sim/world_state.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

class AddedBody : public EachBackend {};

constexpr const char* on_ground = "[[collider]]\nshape = \"ground\"\n";

// Boxes of 0.4 m that stand on the ground, and further to the right something else.
const std::string rigid =
    std::string("family = \"joints\"\n[settings]\ncontact_distance_m = 0.01\n") +
    "dt_s = 0.002\n[[rigid]]\nsize_m = [0.4, 0.4, 0.4]\n"
    "center_m = [0, 0.2, 0]\n[[rigid]]\nshape = \"ball\"\nradius_m = 0.1\n"
    "center_m = [2, 0.1, 0]\n" +
    on_ground;
const std::string box_of_solid =
    "[[solid]]\nshape = \"box\"\nsize_m = [0.4, 0.4, 0.4]\nmesher = \"grid\"\n"
    "grid_cells = [3, 3, 3]\ncenter_m = [0, 0.22, 0]\ndrawn = \"simulated\"\n";
const std::string soft_box =
    "family = \"volume\"\n[settings]\ndt_s = 0.004\n" + box_of_solid + on_ground;
const std::string elements = "family = \"fem\"\n[settings]\ndt_s = 0.004\n" + box_of_solid +
                             "young_modulus_Pa = 2e5\n" + on_ground;
const std::string mixture =
    "family = \"world\"\n[settings.rigid]\ncontact_distance_m = 0.01\n"
    "[settings.solid]\ncontact_distance_m = 0.01\n" +
    box_of_solid + "[[rigid]]\nsize_m = [0.3, 0.3, 0.3]\ncenter_m = [1, 0.15, 0]\n" + on_ground;
constexpr glm::vec3 on_the_box{0.02f, 0.42f, 0.01f};

std::unique_ptr<World> opened(const std::string& text, Exec& exec) {
  return open_scene_text("small", text).build(exec);
}

/// Mean height of positions `first` to `last`.
double mean_height_of_m(World& world, std::size_t first, std::size_t last) {
  double sum_m = 0.0;
  const std::vector<glm::vec3> places_m = world.positions_m();
  for (std::size_t i = first; i < last; ++i) sum_m += static_cast<double>(places_m[i].y);
  return sum_m / static_cast<double>(last - first);
}

std::string refusal_of_body(World& world, const glm::vec3& at_m) {
  const std::uint64_t before = world.state_hash();
  const bool has_spawned = world.has_spawned();
  try {
    world.add_body(at_m);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_EQ(world.state_hash(), before);
    EXPECT_EQ(world.has_spawned(), has_spawned);
    return error.what();
  }
  return "";
}

TEST_P(AddedBody, FallsOntoTheOneThatItIsLike) {
  for (const std::string& scene : {rigid, soft_box, elements}) {
    const auto world = opened(scene, exec());
    const std::size_t before = world->positions_m().size();
    const int vertices = world->draw_list().vertex_count;
    world->add_body(on_the_box);
    EXPECT_GT(world->draw_list().vertex_count, vertices);
    const std::size_t after = world->positions_m().size();
    EXPECT_EQ(after - before, scene == rigid ? 1u : before);
    const std::size_t of_box = scene == rigid ? 1 : before;
    EXPECT_GT(mean_height_of_m(*world, before, after), 0.62) << "it begins over the place";
    for (int i = 0; i < 40; ++i) world->advance({.steps = 8});
    EXPECT_TRUE(world->finite_now());
    EXPECT_NEAR(mean_height_of_m(*world, 0, of_box), 0.2, 0.04) << scene;
    EXPECT_NEAR(mean_height_of_m(*world, before, after), 0.6, 0.06) << scene;
  }
}

/// As a rigid body, which meets spheres.
TEST_P(AddedBody, FallsOntoAPile) {
  const auto world = opened(std::string("family = \"piles\"\n[settings]\ndt_s = 0.001\n[[pile]]\n"
                                        "shape = \"ball\"\ncount = 1\ncenter_m = [0, 0.05, 0]\n") +
                                on_ground,
                            exec());
  world->add_body({0.0f, 0.05f, 0.0f});
  for (int i = 0; i < 40; ++i) world->advance({.steps = 8});
  EXPECT_NEAR(world->positions_m().front().y, 0.05, 0.005);
  EXPECT_NEAR(world->positions_m().back().y, 0.15, 0.005);
  for (const char* shape : {"block", "glass", "torus"}) {
    const auto other = opened(std::string("family = \"piles\"\n[[pile]]\ncount = 1\nshape = \"") +
                                  shape + "\"\ncenter_m = [0, 0.3, 0]\n" + on_ground,
                              exec());
    const std::size_t spheres = other->positions_m().size();
    other->add_body({0.0f, 0.6f, 0.0f});
    EXPECT_EQ(other->positions_m().size(), spheres + 1) << shape;
    other->advance({.steps = 8});
    EXPECT_TRUE(other->finite_now()) << shape;
  }
}

TEST_P(AddedBody, IsLikeTheNearestOneNow) {
  const auto world = opened(rigid, exec());
  world->add_body({1.5f, 0.0f, 0.0f});
  // A ball of 0.1 m, a bit above the ground.
  EXPECT_NEAR(world->positions_m().back().y, 0.126, 0.001);
  world->add_body({0.6f, 0.0f, 0.0f});
  EXPECT_NEAR(world->positions_m().back().y, 0.252, 0.001);
}

TEST_P(AddedBody, BeginsWhereThereIsRoom) {
  const auto world = opened(rigid, exec());
  std::vector<float> heights_m;
  for (int i = 0; i < 3; ++i) {
    world->add_body(on_the_box);
    heights_m.push_back(world->positions_m().back().y);
  }
  EXPECT_GT(heights_m[1], heights_m[0] + 0.4f);
  EXPECT_GT(heights_m[2], heights_m[1] + 0.4f);
  EXPECT_FALSE(world->tangle());
  // Nearer than the contact distance of soft bodies: 4 mm beside it.
  const auto other = opened(mixture, exec());
  const std::size_t before = other->positions_m().size();
  other->add_body({0.404f, 0.0f, 0.0f});
  EXPECT_GT(mean_height_of_m(*other, before, other->positions_m().size()), 0.4);
}

/// In front of a side that is pointed at.
TEST_P(AddedBody, BeginsOnTheSideThatItIsSeenFrom) {
  const auto world = opened(rigid, exec());
  world->add_body({0.0f, 0.1f, 0.2f}, glm::vec3(0.0f, 1.0f, 3.0f));
  EXPECT_GT(world->positions_m().back().z, 0.41f);
  EXPECT_LT(world->positions_m().back().y, 0.4f);
  EXPECT_EQ(world->positions_m().back().x, 0.0f);
  // Another side than that.
  world->reset();
  world->add_body({0.2f, 0.1f, 0.0f}, glm::vec3(0.2f, 1.0f, 3.0f));
  EXPECT_LT(world->positions_m().back().y, 0.4f);
}

/// Not so near the eye that it fills the picture.
TEST_P(AddedBody, IsNotLargerThanAThirdOfThePicture) {
  for (const float distance_m : {0.5f, 0.8f, 1.5f}) {
    const auto world = opened(rigid, exec());
    const glm::vec3 at_m(0.0f, 0.2f, 0.2f), eye_m = at_m + glm::vec3(0.0f, 0.3f, 1.0f) * distance_m;
    world->add_body(at_m, eye_m);
    const glm::vec3 to_m = world->positions_m().back() - eye_m;
    const glm::vec3 ahead = glm::normalize(at_m - eye_m);
    const float depth_m = glm::dot(to_m, ahead), half = 0.2f / depth_m;
    const float up = glm::dot(to_m, glm::vec3(0.0f, -ahead.z, ahead.y)) / depth_m;
    const float edge = std::tan(glm::radians(17.5f));
    EXPECT_GT(depth_m, 0.0f);
    EXPECT_LT(half, edge / 2.8f) << distance_m;
    EXPECT_LT(std::abs(up) + half, 1.1f * edge) << distance_m;
    EXPECT_LT(std::abs(to_m.x) / depth_m + half, 16.0f / 9.0f * edge) << distance_m;
  }
}

TEST_P(AddedBody, IsRefusedWhereThereIsNoRoom) {
  const auto world = opened(rigid +
                                "[[collider]]\nshape = \"box\"\nsize_m = [2, 20, 2]\n"
                                "center_m = [0, 10.5, 0]\n",
                            exec());
  const std::string refusal = refusal_of_body(*world, on_the_box);
  EXPECT_NE(refusal.find("there is no room for another body here: "), std::string::npos) << refusal;
  EXPECT_NE(refusal.find("is in the way"), std::string::npos) << refusal;
}

TEST_P(AddedBody, IsRefusedOnceThereAreMany) {
  const auto world = opened(rigid, exec());
  const auto at_m = [](int i) {
    return glm::vec3(3.0f + 0.5f * static_cast<float>(i), 0.0f, 0.0f);
  };
  for (int i = 0; i < World::max_added; ++i) world->add_body(at_m(i));
  EXPECT_EQ(world->added_bodies(), World::max_added);
  EXPECT_NE(refusal_of_body(*world, at_m(World::max_added))
                .find("12 bodies have been added, the maximum"),
            std::string::npos);
}

TEST_P(AddedBody, IsRefusedWhereThereIsNothingToHaveMoreOf) {
  const std::string pinned =
      "family = \"cloth\"\n[[cloth]]\nshape = \"grid\"\ncolumns = 5\nrows = 5\n"
      "pins = \"top_edge\"\n";
  const std::string held = "family = \"joints\"\n[[rigid]]\nheld = true\n";
  for (const std::string& scene : {pinned, held}) {
    const auto world = opened(scene, exec());
    EXPECT_NE(refusal_of_body(*world, glm::vec3(0.0f)).find("nothing here can be copied"),
              std::string::npos);
  }
  const auto twice = opened(
      soft_box + "[compare]\nkey = \"iterations\"\nvalues = [\"4\", \"8\"]\nstep_m = [2, 0, 0]\n",
      exec());
  EXPECT_NE(refusal_of_body(*twice, on_the_box).find("the scene compares copies of itself"),
            std::string::npos);
}

TEST_P(AddedBody, IsGoneAfterAReset) {
  for (const std::string& scene : {rigid, soft_box, mixture}) {
    const auto untouched = opened(scene, exec()), world = opened(scene, exec());
    for (World* one : {&*untouched, &*world}) one->advance({.steps = 3});
    world->add_body(on_the_box);
    EXPECT_TRUE(world->shows_other_things());
    world->advance({.steps = 20});
    for (World* one : {&*untouched, &*world}) one->reset();
    EXPECT_FALSE(world->shows_other_things());
    EXPECT_TRUE(world->spawn_overrides().empty());
    EXPECT_EQ(world->draw_list().vertex_count, untouched->draw_list().vertex_count);
    EXPECT_EQ(world->state_hash(), untouched->state_hash());
    for (World* one : {&*untouched, &*world}) one->advance({.steps = 10});
    EXPECT_EQ(world->state_hash(), untouched->state_hash());
  }
}

/// States from before, between and after two added bodies, restored in this world and in another
/// one; with balls shot in between.
TEST_P(AddedBody, ComesAndGoesWithStates) {
  for (const std::string& scene : {rigid, mixture}) {
    const auto world = opened(scene, exec());
    const World::Shot shot{{0.0f, 2.0f, 1.0f}, {0.0f, -2.0f, -2.0f}, {.radius_m = 0.1f}};
    world->advance({.steps = 5});
    WorldState before, between, after;
    world->capture(before);
    world->add_body(on_the_box);
    world->advance({.steps = 6});
    world->capture(between);
    world->shoot(shot);
    world->add_body({1.0f, 0.4f, 0.0f});
    world->advance({.steps = 6});
    world->capture(after);
    world->advance({.steps = 20});
    const std::uint64_t later = world->state_hash();

    world->restore(before);
    EXPECT_FALSE(world->has_spawned());
    world->restore(between);
    EXPECT_EQ(world->added_bodies(), 1);
    world->shoot(shot);
    world->add_body({1.0f, 0.4f, 0.0f});
    world->advance({.steps = 6});
    world->advance({.steps = 20});
    EXPECT_EQ(world->state_hash(), later);

    world->restore(between);
    world->restore(after);
    EXPECT_EQ(world->added_bodies(), 2);
    world->advance({.steps = 20});
    EXPECT_EQ(world->state_hash(), later);

    const auto other = opened(scene, exec());
    other->restore(after);
    other->advance({.steps = 20});
    EXPECT_EQ(other->state_hash(), later);
  }
}

TEST_P(AddedBody, StaysOutOfAStateOfAnotherScene) {
  const auto world = opened(rigid, exec()), other = opened(soft_box, exec());
  other->add_body(on_the_box);
  WorldState state;
  other->capture(state);
  const std::uint64_t before = world->state_hash();
  EXPECT_THROW(world->restore(state), Error);
  EXPECT_FALSE(world->has_spawned());
  EXPECT_EQ(world->state_hash(), before);
  // Of this scene, but of no body that there is.
  world->add_body(on_the_box);
  world->capture(state);
  state.groups.front().host["world/added bodies"][4] = std::byte{77};
  world->reset();
  try {
    world->restore(state);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("bodies that cannot be added here"), std::string::npos)
        << error.what();
  }
  EXPECT_FALSE(world->has_spawned());
}

TEST_P(AddedBody, GoesOnOnAnotherBackend) {
  Exec serial(Backend::serial);
  const auto here = opened(mixture, exec()), moved = opened(mixture, serial);
  for (World* world : {&*here, &*moved}) {
    world->add_body(on_the_box);
    world->advance({.steps = 8});
  }
  moved->switch_to(exec());
  for (World* world : {&*here, &*moved}) {
    world->add_body({1.0f, 0.4f, 0.0f});
    world->advance({.steps = 30});
  }
  if (on_cuda())
    EXPECT_LT(glm::distance(here->positions_m().back(), moved->positions_m().back()), 1e-3f);
  else
    EXPECT_EQ(here->state_hash(), moved->state_hash());
}

TEST_P(AddedBody, FollowsTheParametersOfTheOneThatItIsLike) {
  const auto world = opened(soft_box, exec());
  world->add_body({5.0f, 0.0f, 0.0f});
  const std::size_t parameters = world->parameters().size();
  const std::size_t first = world->positions_m().size() / 2, last = 2 * first;
  const double start_m = mean_height_of_m(*world, first, last);
  parameter_named(world->parameters(), "gravity_m_s2").set("0");
  world->parameters_changed();
  world->advance({.steps = 10});
  EXPECT_NEAR(mean_height_of_m(*world, first, last), start_m, 1e-4);
  // A value that only particles have.
  parameter_named(world->parameters(), "volume_scale").set("1.3");
  world->parameters_changed();
  const auto width_m = [&] {
    float low = 1e9f, high = -1e9f;
    const std::vector<glm::vec3> places_m = world->positions_m();
    for (std::size_t i = first; i < last; ++i) {
      low = std::min(low, places_m[i].x);
      high = std::max(high, places_m[i].x);
    }
    return high - low;
  };
  const float before_m = width_m();
  world->advance({.steps = 16});
  EXPECT_GT(width_m(), 1.01f * before_m);
  EXPECT_EQ(world->parameters().size(), parameters);
}

TEST_P(AddedBody, IsWhatHangsTogether) {
  const std::string text =
      "family = \"joints\"\n[settings]\ncontact_distance_m = 0.01\n[[ragdoll]]\n"
      "center_m = [0, 1, 0]\n"
      "[[rigid]]\nname = \"bob\"\nsize_m = [0.2, 0.2, 0.2]\ncenter_m = [4, 3, 0]\n"
      "[[rigid]]\nname = \"rod\"\nsize_m = [0.05, 0.6, 0.05]\ncenter_m = [4, 3.4, 0]\n"
      "[[joint]]\nbodies = [\"bob\", \"rod\"]\nat_m = [4, 3.1, 0]\n"
      "[[joint]]\nbodies = [\"rod\"]\nat_m = [4, 3.7, 0]\n";
  const auto world = opened(text, exec());
  const std::size_t before = world->positions_m().size();
  world->add_body({0.0f, 3.0f, 0.0f});
  const std::size_t person = world->positions_m().size() - before;
  EXPECT_EQ(person, before - 2);
  world->add_body({4.0f, 2.5f, 0.0f});
  EXPECT_EQ(world->positions_m().size(), before + person + 1) << "only the one that hangs there";
}

EACH_BACKEND(AddedBody);

TEST(AddedBodies, AreWovenAsTheClothThatTheyAreLike) {
  Exec exec(Backend::serial);
  const auto world = opened(
      "family = \"cloth\"\n[settings]\ncontact_distance_m = 0.01\n[[cloth]]\ncolumns = 5\nrows = "
      "4\n"
      "pins = \"none\"\ndown = [0, 0, 1]\ncenter_m = [0, 0.5, 0]\n" +
          std::string(on_ground),
      exec);
  const std::vector<glm::vec3> own_m = world->draw_list().rest_m;
  ASSERT_FALSE(own_m.empty());
  world->add_body({0.0f, 0.6f, 0.0f});
  std::vector<glm::vec3> twice_m = own_m;
  twice_m.insert(twice_m.end(), own_m.begin(), own_m.end());
  EXPECT_EQ(world->draw_list().rest_m, twice_m);
}

TEST(AddedBodies, MoveTheSameOnOneCoreAndOnAll) {
  for (const std::string& scene : {rigid, soft_box, elements, mixture}) {
    std::vector<std::uint64_t> hashes;
    for (const Backend backend : {Backend::serial, Backend::tbb}) {
      Exec exec(backend, 4);
      const auto world = opened(scene, exec);
      world->add_body(on_the_box);
      world->advance({.steps = 16});
      world->add_body(on_the_box);
      world->advance({.steps = 40});
      hashes.push_back(world->state_hash());
    }
    EXPECT_EQ(hashes[0], hashes[1]) << scene;
  }
}

}  // namespace
}  // namespace limber
