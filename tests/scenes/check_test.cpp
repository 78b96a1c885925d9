// The [check] of a scene can fail: each scene is altered in ways that its check must detect. Checks
// measure by scenes/drawn_state.cpp, which is independent of the solvers and tested here, too.

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <sstream>

#include "kernels/error.h"
#include "scenes/drawn_state.h"
#include "scenes/scene.h"
#include "sim/mesh/shape_mesh.h"
#include "tests/scenes/scene_ids.h"

namespace limber {
namespace {

std::string text_of(const toml::table& scene) {
  std::ostringstream stream;
  stream << scene;
  return stream.str();
}

void set(toml::table& table, const char* key, auto value) { table.insert_or_assign(key, value); }

constexpr const char* half_of_the_bodies = "half of the bodies";

/// Whether anything was taken away: not of one body.
bool halve(toml::table& scene) {
  bool halved = false;
  if (toml::array* const size_m = scene["fluid"][0]["size_m"].as_array()) {
    size_m->replace(size_m->begin(), 0.5 * (*size_m)[0].value_or(1.0));
    halved = true;
  }
  for (const char* kind : {"cloth", "solid", "pile", "plant", "ragdoll"}) {
    toml::array* const tables = scene[kind].as_array();
    if (!tables) continue;
    if (tables->size() > 1) {
      for (std::size_t i = tables->size(); i-- > 0;)
        if (i % 2 == 1) tables->erase(tables->begin() + static_cast<std::ptrdiff_t>(i));
      halved = true;
    } else if (toml::table& only = *tables->front().as_table(); only["count"].value_or(1) > 1) {
      set(only, "count", only["count"].value_or(1) / 2);
      halved = true;
    } else if (only["copies"][2].value_or(1) > 1) {
      only["copies"].as_array()->replace(only["copies"].as_array()->begin() + 2,
                                         only["copies"][2].value_or(1) / 2);
      halved = true;
    }
  }
  if (toml::array* const values = scene["compare"]["values"].as_array()) {
    values->pop_back();
    halved = true;
  }
  return halved;
}

/// A pile a few bodies wide and as high, or a crowd of fewer rows, in a box that is smaller by as
/// much, so that a test takes seconds. What is measured of it is the same, but for how many there
/// are and how wide they lie.
void narrow(toml::table& scene, int times) {
  if (toml::array* const copies = scene["ragdoll"][0]["copies"].as_array()) {
    copies->replace(copies->begin() + 2, (*copies)[2].value_or(1) / times);
    return;
  }
  for (toml::node& node : *scene["pile"].as_array()) {
    toml::table& pile = *node.as_table();
    int count = pile["count"].value_or(1);
    for (const char* side : {"columns", "rows"}) {
      const int before = pile[side].value_or(1), after = (before + times - 1) / times;
      count = static_cast<int>(static_cast<long long>(count) * after / before);
      set(pile, side, after);
      if (toml::array* const size_m = scene["container"]["size_m"].as_array()) {
        const std::size_t axis = std::string(side) == "columns" ? 0 : 2;
        size_m->replace(size_m->begin() + static_cast<std::ptrdiff_t>(axis),
                        (*size_m)[axis].value_or(1.0) * after / before);
      }
    }
    set(pile, "count", count);
    toml::array& center_m = *pile["center_m"].as_array();
    center_m.replace(center_m.begin(), center_m[0].value_or(0.0) / times);
  }
}

/// An alteration of a scene: a "key=value" to set after building, or empty text if its file was
/// altered; no value if it does not apply.
struct Alteration {
  const char* name;
  std::function<std::optional<std::string>(toml::table&)> alter;
};

std::optional<std::string> only_if(bool applies, const char* setting) {
  return applies ? std::optional<std::string>(setting) : std::nullopt;
}

/// Sets a key for every system of a mixed scene that has it. Whether any does.
bool set_for_all(toml::table& scene, const char* key, double value) {
  bool any = false;
  const toml::table* const settings = scene["settings"].as_table();
  if (!settings) return false;
  for (auto&& [name, node] : *scene["settings"].as_table())
    if (toml::table* const own = node.as_table(); own && own->contains(key)) {
      own->insert_or_assign(key, value);
      any = true;
    }
  return any;
}

bool has_fluid(const toml::table& scene) {
  return scene.contains("fluid") || scene.contains("emitter");
}

const Alteration alterations[] = {
    {"bodies pass through each other",
     [](toml::table& scene) {
       if (set_for_all(scene, "contact_distance_m", 0.0)) return only_if(true, "");
       if (scene.contains("pile"))
         return only_if(true,
                        has_fluid(scene) ? "pile.body_contacts=false" : "body_contacts=false");
       return only_if(scene["settings"]["contact_distance_m"].is_number(), "contact_distance_m=0");
     }},
    {"bodies pass through solids",
     [](toml::table& scene) {
       if (!scene.contains("pile") && !has_fluid(scene))
         return only_if(scene.contains("collider"), "collisions=false");
       scene.erase("container");
       scene.erase("collider");
       return only_if(true, "");
     }},
    {"nothing rubs",
     [](toml::table& scene) {
       if (set_for_all(scene, "friction", 0.0)) return only_if(true, "");
       if (scene["settings"]["viscosity_iterations"].is_number())
         return only_if(true, "viscosity_iterations=0");
       return only_if(scene.contains("collider") && !has_fluid(scene), "friction=0");
     }},
    {"a third of gravity", [](const toml::table&) { return only_if(true, "gravity_m_s2=3.27"); }},
    {"what is pressed may turn inside out",
     [](toml::table& scene) {
       return only_if(scene["settings"]["material"].is_string(), "material=corotational");
     }},
    {"joints do not hold",
     [](toml::table& scene) {
       return only_if(scene["family"].value_or("") == std::string("joints"), "joints=false");
     }},
    {half_of_the_bodies, [](toml::table& scene) { return only_if(halve(scene), ""); }},
};

/// What a scene's check need not notice, and why.
struct Exception {
  const char* scene;
  const char* alteration;
  const char* why;
};

constexpr const char* flags_fly = "flags hang in the air beside their poles";
constexpr const char* held = "it is held in the air or by its feet and touches nothing else";
constexpr const char* not_yet =
    "bodies have not come to touch each other or the ground: any longer "
    "would take minutes, and piles/chess has the same bodies";
constexpr const char* slow = "until it is seen an altered run takes too long for a test";
constexpr const char* unseen =
    "after a second all has fallen, and balls and pieces lie where they do";
constexpr const char* falling = "most still falls, and what slides already is too little to see";
constexpr const char* on_its_way =
    "its boulder has not come to the mail yet: a step takes seconds, and MailScene has a smaller "
    "one";
constexpr const char* too_few_steps = "three steps are too short to see walls fall";
constexpr const char* flat = "it falls on its flat side or stands on its feet and does not slide";

constexpr Exception exceptions[] = {
    {"cloth/flags", "bodies pass through solids", flags_fly},
    {"cloth/flags", "nothing rubs", flags_fly},
    {"cloth/tube", "bodies pass through each other", "it is one cloth that hardly meets itself"},
    {"cloth/veil", "bodies pass through solids", held},
    {"cloth/veil", "nothing rubs", held},
    {"cloth/shell", "nothing rubs", slow},
    {"cloth/shell", "a third of gravity", slow},
    {"cloth/stack", "nothing rubs", slow},
    {"cloth/stack", "a third of gravity", slow},
    {"fem/beam", "bodies pass through solids", held},
    {"fem/beam", "nothing rubs", held},
    {"fem/quadratic", "bodies pass through solids", held},
    {"fem/quadratic", "nothing rubs", held},
    {"volume/cube", "nothing rubs", flat},
    {"volume/bunny-coarse", "nothing rubs", flat},
    {"fem/linear", "nothing rubs", flat},
    {"fluid/tank", "a third of gravity", "plates lie as deep in lighter water"},
    {"plants/visit", "nothing rubs", "branches that are swept aside hardly slide"},
    {"world/tree", "nothing rubs", slow},
    {"world/tree", "bodies pass through solids", "no ball has come through the tree by then"},
    {"world/trampoline", "bodies pass through solids", "nothing there touches the ground"},
    {"world/trampoline", "nothing rubs", slow},
    {"world/blanket", "nothing rubs", slow},
    {"world/blanket", "a third of gravity", unseen},
    {"world/blanket", half_of_the_bodies, "its settings name the solids that would be missing"},
    {"world/layers", "nothing rubs", slow},
    {"world/press", "nothing rubs", "plates hold what they press with friction or without"},
    {"world/mill", "nothing rubs", slow},
    {"world/bag", "bodies pass through solids", "nothing there touches the ground"},
    {"world/toys", "nothing rubs", slow},
    {"world/toys", "a third of gravity", unseen},
    {"joints/bridge", "bodies pass through each other", "the traffic has just landed"},
    {"joints/bridge", "bodies pass through solids", "nothing there touches the ground"},
    {"joints/bridge", "nothing rubs", "nothing there touches the ground"},
    {"joints/drives", "bodies pass through solids", "nothing there touches the ground"},
    {"joints/drives", "nothing rubs", "nothing there touches the ground"},
    {"joints/pendulums", "nothing rubs", "the box that falls stays where it falls to"},
    {"joints/crossing", "bodies pass through solids", "nothing there touches the ground"},
    {"joints/crossing", "nothing rubs", "balls go on, and what lies on the deck hardly slides"},
    {"joints/heavy", "bodies pass through solids", "nothing there touches the ground"},
    {"joints/heavy", "nothing rubs", "nothing there touches the ground"},
    {"joints/stack", "joints do not hold", "there are none"},
    {"rigid/dominoes", "joints do not hold", "there are none"},
    {"rigid/cards", "joints do not hold", "there are none"},
    {"joints/ragdolls", "bodies pass through solids", "nobody has come down to the ground"},
    {"joints/ragdolls", "nothing rubs", falling},
    {"joints/machine", "bodies pass through solids",
     "a flag that falls in the wind takes minutes; nothing but the ground is there"},
    {"joints/machine", "a third of gravity", "it walks the same where it weighs less"},
    {"joints/mail", "bodies pass through each other", on_its_way},
    {"joints/mail", "bodies pass through solids", on_its_way},
    {"joints/mail", "nothing rubs", on_its_way},
    {"joints/mail", "a third of gravity", on_its_way},
    {"fem/cloth", "a third of gravity", "the cloth hangs alike in the end, only later"},
    {"world/press", "a third of gravity", "the plate presses with far more than weights"},
    {"rigid/tower", "joints do not hold", "there are none"},
    {"rigid/wall", "joints do not hold", "there are none"},
    {"rigid/wall", "bodies pass through solids", too_few_steps},
    {"rigid/wall", "nothing rubs", too_few_steps},
    {"piles/drum", "nothing rubs", falling},
    {"piles/pour", "bodies pass through solids", falling},
    {"piles/pour", "nothing rubs", falling},
    {"piles/chess-shapes", "bodies pass through each other", not_yet},
    {"piles/chess-shapes", "nothing rubs", not_yet},
    {"piles/chess-shapes", "joints do not hold", "there are none"},
    {"piles/teapots-shapes", "bodies pass through each other", not_yet},
    {"piles/teapots-shapes", "nothing rubs", not_yet},
    {"piles/teapots-shapes", "joints do not hold", "there are none"},
    {"piles/giant", "bodies pass through each other", not_yet},
    {"piles/giant", "bodies pass through solids", not_yet},
    {"piles/giant", "nothing rubs", not_yet},
};

bool excepted(const std::string& scene, const std::string& alteration) {
  return std::ranges::any_of(exceptions, [&](const Exception& e) {
    return scene == e.scene && alteration == e.alteration;
  });
}

/// Factor by which columns and rows of a scene are reduced.
int times_narrower(const std::string& scene) {
  for (const char* wide :
       {"chess", "tori", "bunnies", "bunnies-surface", "teapots", "teapots-surface"})
    if (scene == std::string("piles/") + wide) return 3;
  if (scene == "joints/ragdolls") return 8;
  return scene == "piles/giant" ? 8 : 1;
}

SceneCheck all_of(SceneCheck check) { return check; }

SceneCheck of_any_width(SceneCheck check) {
  check.bounds.erase("points");
  check.bounds.erase("spread_m");
  return check;
}

/// Missing bodies are detected at once.
SceneCheck at_once(SceneCheck check) {
  check.after_s = 0.0f;
  check.largest_residual.clear();
  std::erase_if(check.bounds, [](const auto& bound) { return bound.first != "points"; });
  return check;
}

class SceneCheckCanFail : public testing::TestWithParam<std::string> {};

TEST_P(SceneCheckCanFail, WhereTheSceneIsAltered) {
  const std::string& name = GetParam();
  if ((name.find("bunn") != std::string::npos || name == "plants/visit") &&
      !std::filesystem::exists("/usr/share/glmark2/models/bunny.obj"))
    GTEST_SKIP() << "glmark2-data is not installed";
  const toml::table whole = toml::parse_file(LIMBER_SCENES_FOLDER "/" + name + ".toml");
  toml::table narrowed = whole;
  const int times = times_narrower(name);
  const auto chosen = times > 1 ? of_any_width : all_of;
  if (times > 1) narrow(narrowed, times);
  Exec exec(Backend::serial);
  const Scene scene = open_scene_text(name, text_of(narrowed));
  if (times > 1)
    for (const std::string& failure :
         run_check(*scene.build(exec), exec, chosen(scene.check)).failures)
      ADD_FAILURE() << "without an alteration: " << failure;
  for (const Alteration& alteration : alterations) {
    const bool halves = alteration.name == half_of_the_bodies;
    toml::table altered = halves ? whole : narrowed;
    const std::optional<std::string> setting = alteration.alter(altered);
    if (!setting || excepted(name, alteration.name)) continue;
    const bool in_file = setting->empty();
    const auto simulation = (in_file ? open_scene_text(name, text_of(altered)) : scene).build(exec);
    if (!in_file) override_parameters(*simulation, {*setting});
    const CheckResult result =
        run_check(*simulation, exec, halves ? at_once(scene.check) : chosen(scene.check));
    EXPECT_FALSE(result.failures.empty()) << "passes its check: " << alteration.name;
    for (const std::string& failure : result.failures)
      std::printf("%s: %s: %s\n", name.c_str(), alteration.name, failure.c_str());
  }
}

INSTANTIATE_TEST_SUITE_P(all, SceneCheckCanFail, testing::ValuesIn(scene_ids()),
                         [](const auto& scene) {
                           std::string name = scene.param;
                           std::ranges::replace_if(
                               name, [](char c) { return c == '/' || c == '-'; }, '_');
                           return name;
                         });

// What a check says.

Scene cloth_with_check(const std::string& check) {
  return open_scene_text("small",
                         "family = \"cloth\"\n[[cloth]]\ncolumns = 4\nrows = 4\n[check]\n" + check);
}

TEST(RunCheck, SaysWhatDoesNotHold) {
  const Scene scene = cloth_with_check(
      "after_s = 0.1\npoints = [17, 20]\nmoved_m = 9\nlowest_m = -3\n"
      "largest_speed_m_s = 0.5\nlargest_residual = { stretch = 1, twist = 1 }");
  Exec exec(Backend::serial);
  const CheckResult result = run_check(*scene.build(exec), exec, scene.check);
  EXPECT_EQ(result.measured.at("points"), 16.0);
  EXPECT_NEAR(result.measured.at("lowest_m"), 2.0 - 0.5 * 9.81 * 0.1 * 0.1, 0.02);
  ASSERT_EQ(result.failures.size(), 4u);
  EXPECT_EQ(result.failures[0], "there is no residual twist");
  EXPECT_EQ(result.failures[1], "points is 16, but must lie from 17 to 20");
  EXPECT_TRUE(result.failures[2].starts_with("moved_m is 0.05")) << result.failures[2];
  EXPECT_TRUE(result.failures[2].ends_with(", but must be at least 9")) << result.failures[2];
  EXPECT_TRUE(result.failures[3].starts_with("largest_speed_m_s is ")) << result.failures[3];
  EXPECT_TRUE(result.failures[3].ends_with(", but must be at most 0.5")) << result.failures[3];
}

/// A box falls on another one that is held.
TEST(RunCheck, SeesBodiesThatPassIntoEachOther) {
  for (const bool contacts : {true, false}) {
    const Scene scene = open_scene_text(
        "boxes", std::string("family = \"joints\"\n[settings]\n") +
                     (contacts ? "contact_distance_m = 0.01\n" : "") +
                     "[[rigid]]\ncenter_m = [0, 1, 0]\nsize_m = [1, 1, 1]\n"
                     "held = true\n"
                     "[[rigid]]\ncenter_m = [0.1, 1.7, 0]\nsize_m = [0.4, 0.4, 0.4]\n"
                     "[check]\nafter_s = 0.2\nlargest_body_penetration_m = 0.005\n");
    Exec exec(Backend::serial);
    const CheckResult result = run_check(*scene.build(exec), exec, scene.check);
    ASSERT_EQ(result.failures.size(), contacts ? 0u : 1u);
    if (!contacts) {
      EXPECT_TRUE(result.failures[0].starts_with("largest_body_penetration_m is 0.1"))
          << result.failures[0];
    }
  }
}

TEST(RunCheck, SaysThatThereAreNoRigidBodies) {
  const Scene scene = cloth_with_check("largest_body_penetration_m = 0.005");
  Exec exec(Backend::serial);
  const CheckResult result = run_check(*scene.build(exec), exec, scene.check);
  ASSERT_EQ(result.failures.size(), 1u);
  EXPECT_EQ(result.failures[0],
            "largest_body_penetration_m is checked, but there are no rigid bodies");
}

TEST(RunCheck, LooksAtNothingElse) {
  const Scene scene = cloth_with_check("largest_overlap = 1");
  EXPECT_EQ(scene.check.bounds.size(), 1u);
  Exec exec(Backend::serial);
  EXPECT_EQ(run_check(*scene.build(exec), exec, scene.check).measured.size(), 1u);
}

TEST(RunCheck, IsReadAsOtherTablesAre) {
  const std::pair<const char*, const char*> cases[] = {
      {"points = [3, 1]", "check.points must be written [low, high]"},
      {"points = 16", "check.points must be a list of 2 numbers"},
      {"lowest_m = [0, 1]", "check.lowest_m must be a number"},
      {"largest_overlap = 11", "check.largest_overlap is 11, but must lie from 0 to 10"},
      {"after_s = 0", "check.after_s is 0, but must lie from 0.01 to 100"},
      {"largest_residual = { stretch = -1 }",
       "largest_residual.stretch is -1, but must lie from 0 to 1000000000"},
      {"lowest = 0", "check.lowest is not known here; did you mean 'lowest_m'?"},
  };
  for (const auto& [line, sentence] : cases) {
    try {
      cloth_with_check(line);
      ADD_FAILURE() << "was read: " << line;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), std::string("small:6: ") + sentence);
    }
  }
}

// What a check measures, of places that are known.

struct DrawnPlaces {
  DrawList list;
  std::vector<PublishedVertex> vertices;

  void add(glm::vec3 x_m) { vertices.push_back({x_m, 0.0f, {0.0f, 1.0f, 0.0f}, 0.0f}); }
  void add_sphere(glm::vec3 x_m, float radius_m) {
    list.spheres.push_back({static_cast<int>(vertices.size()), 1, radius_m, 1});
    add(x_m);
  }
};

TEST(DrawnState, MeasuresHeightsAndSpread) {
  DrawnPlaces places;
  places.list.triangles = {{0, 1, 2}};
  places.add({0.0f, 1.0f, 0.0f});
  places.add({3.0f, 2.0f, 0.0f});
  places.add({0.0f, 6.0f, 3.0f});
  places.add({9.0f, 9.0f, 9.0f});  // of no triangle: not seen
  const DrawnState state(places.list, places.vertices);
  EXPECT_EQ(state.points_m().size(), 3u);
  EXPECT_DOUBLE_EQ(state.lowest_m(), 1.0);
  EXPECT_DOUBLE_EQ(state.highest_m(), 6.0);
  EXPECT_DOUBLE_EQ(state.mean_height_m(), 3.0);
  EXPECT_NEAR(state.spread_m(), 2.0, 1e-12);
}

TEST(DrawnState, FindsTheLargestOverlapOfOtherBodies) {
  DrawnPlaces places;
  places.list.spheres = {{0, 2, 0.5f, 2}};  // one body of two spheres, which overlap by a half
  places.add({0.0f, 0.0f, 0.0f});
  places.add({0.5f, 0.0f, 0.0f});
  places.add_sphere({-5.0f, 0.0f, 0.0f}, 0.5f);
  EXPECT_EQ(DrawnState(places.list, places.vertices).largest_overlap(), 0.0);
  places.add_sphere({-5.0f, 0.0f, 0.9f}, 0.5f);
  EXPECT_NEAR(DrawnState(places.list, places.vertices).largest_overlap(), 0.1, 1e-6);
  places.add_sphere({0.5f, 0.55f, 0.0f}, 0.25f);
  const DrawnState state(places.list, places.vertices);
  EXPECT_NEAR(state.largest_overlap(), 0.4, 1e-6);
  EXPECT_EQ(state.bodies_overlapping(0.5), 0);
  EXPECT_EQ(state.bodies_overlapping(0.3), 2);
  EXPECT_EQ(state.bodies_overlapping(0.05), 4);
}

TEST(DrawnState, CountsTrianglesThatPassThroughEachOther) {
  DrawnPlaces places;
  places.list.triangles = {{0, 1, 2}, {3, 4, 5}, {0, 2, 6}};
  places.add({0.0f, 0.0f, 0.0f});
  places.add({1.0f, 0.0f, 0.0f});
  places.add({0.0f, 0.0f, 1.0f});
  places.add({0.2f, 0.1f, 0.2f});
  places.add({0.3f, 1.0f, 0.2f});
  places.add({0.2f, 1.0f, 0.3f});
  places.add({-1.0f, 0.0f, 0.0f});
  EXPECT_EQ(DrawnState(places.list, places.vertices).crossings(), 0);
  places.vertices[3].position_m.y = -0.1f;
  EXPECT_EQ(DrawnState(places.list, places.vertices).crossings(), 1);
}

/// Against all pairs.
TEST(DrawnState, FindsTheLargestOverlapInACrowd) {
  DrawnPlaces places;
  unsigned random = 1;
  const auto share = [&] {
    random = random * 1664525u + 1013904223u;
    return static_cast<float>(random >> 8) / 16777216.0f;
  };
  for (int crowd = 0; crowd < 20; ++crowd) {
    for (int i = 0; i < 50; ++i)
      places.add_sphere({4.0f * share() - 2.0f, 4.0f * share(), 4.0f * share() - 2.0f},
                        0.05f + 0.1f * share());
    double largest = 0.0;
    for (std::size_t i = 0; i < places.vertices.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const double a = places.list.spheres[i].radius_m, b = places.list.spheres[j].radius_m;
        const double apart = distance(glm::dvec3(places.vertices[i].position_m),
                                      glm::dvec3(places.vertices[j].position_m));
        largest = std::max(largest, (a + b - apart) / (2.0 * std::min(a, b)));
      }
    EXPECT_DOUBLE_EQ(DrawnState(places.list, places.vertices).largest_overlap(), largest);
  }
}

TEST(DrawnState, MeasuresHowFarSpheresReachIntoSolids) {
  DrawnPlaces places;
  places.add_sphere({0.0f, 0.4f, 0.0f}, 0.5f);
  EXPECT_EQ(DrawnState(places.list, places.vertices).largest_penetration_m(), 0.0);
  places.list.ground = true;
  EXPECT_NEAR(DrawnState(places.list, places.vertices).largest_penetration_m(), 0.1, 1e-6);
  places.list.scenery = {box_mesh({2.0f, 0.4f, 0.0f}, {1.7f, 1.0f, 1.0f})};  // from x = 0.3 m
  EXPECT_NEAR(DrawnState(places.list, places.vertices).largest_penetration_m(), 0.2, 1e-6);
  places.list.scenery = {box_mesh({2.0f, 0.4f, 0.0f}, {2.3f, 1.0f, 1.0f})};  // around the centre
  EXPECT_NEAR(DrawnState(places.list, places.vertices).largest_penetration_m(), 0.8, 1e-6);
  // The same box, turned by half a turn around the middle of the other side.
  places.list.scenery.clear();
  places.list.moving_scenery = {{box_mesh({-2.0f, 0.0f, 0.0f}, {2.3f, 1.0f, 1.0f}), 1, 1}};
  places.vertices.push_back({{0.0f, 0.4f, 0.0f}, 0.0f, {0.0f, 1.0f, 0.0f}, 0.0f});
  EXPECT_NEAR(DrawnState(places.list, places.vertices).largest_penetration_m(), 0.8, 1e-6);
}

TEST(DrawnState, MeasuresHowFarSurfacesReachIntoSolids) {
  DrawnPlaces places;
  places.list.triangles = {{0, 1, 2}};
  for (const float x : {0.8f, 1.2f, 1.6f}) places.add({x, 0.0f, 0.0f});
  places.list.scenery = {sphere_mesh(glm::vec3(0.0f), 1.0f)};
  EXPECT_NEAR(DrawnState(places.list, places.vertices).largest_penetration_m(), 0.2, 0.003);
  places.list.scenery = {sphere_mesh(glm::vec3(0.0f), 0.7f)};
  EXPECT_EQ(DrawnState(places.list, places.vertices).largest_penetration_m(), 0.0);
}

}  // namespace
}  // namespace limber
