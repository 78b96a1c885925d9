// Parameters that panels hide as having no effect have none.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scenes/scene.h"
#include "sim/parameter.h"

namespace limber {
namespace {

TEST(HasEffect, AsOthersAreAndAsTheSceneIs) {
  std::string method = "jacobi", cloth_method = "xpbd";
  int mode = 0;
  float value = 1.0f;
  const std::vector<Parameter> all{{.key = "method", .help = "", .target = &method},
                                   {.key = "cloth.method", .help = "", .target = &cloth_method},
                                   {.key = "mode", .help = "", .target = &mode}};
  const std::vector<std::string> has{"stretch, jacobi", "cloth.volume"};
  const auto effect = [&](const char* key, std::vector<std::string> only_with) {
    return has_effect({.key = key, .help = "", .target = &value, .only_with = std::move(only_with)},
                      all, has);
  };
  EXPECT_TRUE(effect("a", {}));
  EXPECT_TRUE(effect("a", {"method=gauss_seidel|jacobi"}));
  EXPECT_FALSE(effect("a", {"method=xpbd"}));
  EXPECT_TRUE(effect("cloth.a", {"method=xpbd"}));
  EXPECT_FALSE(effect("a", {"mode!=0"}));
  EXPECT_TRUE(effect("a", {"mode!=1"}));
  EXPECT_TRUE(effect("a", {"stretch"}));
  EXPECT_FALSE(effect("a", {"stretch", "method=xpbd"}));
  EXPECT_FALSE(effect("a", {"volume"}));
  EXPECT_TRUE(effect("cloth.a", {"bending|volume"}));
  EXPECT_TRUE(effect("a", {"unknown=1"}));
}

constexpr const char* cloth = R"(
family = "cloth"
[settings]
wind_m_s = [0, 0, 0]
[[cloth]]
columns = 6
rows = 6
center_m = [0, 0.4, 0]
pins = "left_edge"
[[collider]]
shape = "ground"
)";

constexpr const char* pile = R"(
family = "piles"
[[pile]]
shape = "torus"
count = 4
columns = 2
center_m = [0, 0.3, 0]
[[collider]]
shape = "ground"
)";

constexpr const char* box = R"(
family = "fem"
[[solid]]
shape = "box"
mesher = "grid"
grid_cells = [2, 2, 2]
center_m = [0, 0.6, 0]
[[collider]]
shape = "ground"
)";

constexpr const char* plant = R"(
family = "plants"
[settings]
wind_m_s = 0.0
[[plant]]
species = "conifer"
height_m = 1.0
)";

constexpr const char* fluid = R"(
family = "fluid"
[[fluid]]
size_m = [0.2, 0.2, 0.2]
spacing_m = 0.05
center_m = [0, 0.13, 0]
velocity_m_s = [0, -2, 0]
[[collider]]
shape = "ground"
)";

constexpr const char* chain = R"(
family = "joints"
[[rigid]]
size_m = [0.2, 0.2, 0.2]
center_m = [0, 0.5, 0]
[[collider]]
shape = "ground"
)";

std::vector<std::string> has_of(World& world) {
  std::vector<std::string> has;
  for (const ConstraintCount& constraint : world.counts().constraints)
    has.push_back(constraint.type);
  if (!world.draw_list().foams.empty()) has.emplace_back("foam");
  return has;
}

/// State hash after some steps with the current parameter values.
std::uint64_t hash_after_steps(World& world) {
  world.parameters_changed();
  world.reset();
  world.advance({.steps = 4});
  return world.state_hash();
}

/// Changes the parameter to another value.
void change(const Parameter& parameter) {
  const std::string before = parameter.text();
  for (const std::string& choice : parameter.choices)
    if (choice != before) parameter.set(choice);
  if (!parameter.choices.empty()) return;
  const std::string low = std::to_string(parameter.low), high = std::to_string(parameter.high);
  const double between = parameter.logarithmic ? std::sqrt(parameter.low * parameter.high)
                                               : 0.63 * parameter.low + 0.37 * parameter.high;
  try {
    parameter.set(before == "true" ? "false" : "true");
  } catch (const std::exception&) {
    if (std::holds_alternative<int*>(parameter.target))
      parameter.set(std::to_string(static_cast<int>(between) + 1));
    else if (std::holds_alternative<glm::vec3*>(parameter.target))
      parameter.set(high + "," + low + "," + high);
    else
      parameter.set(std::to_string(between));
  }
  EXPECT_NE(parameter.text(), before) << parameter.key;
}

void expect_no_effect_of_hidden(const char* toml, const std::vector<std::string>& settings = {}) {
  Exec exec(Backend::serial);
  const auto world = open_scene_text("small", toml).build(exec);
  override_parameters(*world, settings);
  const std::vector<std::string> has = has_of(*world);
  const std::uint64_t usual = hash_after_steps(*world);
  int hidden = 0, that_matter = 0;
  for (const Parameter& parameter : world->parameters()) {
    const bool shown = has_effect(parameter, world->parameters(), has);
    if (shown && parameter.only_with.empty()) continue;
    const std::string before = parameter.text();
    change(parameter);
    const bool changed = hash_after_steps(*world) != usual;
    EXPECT_FALSE(!shown && changed) << parameter.key << " is hidden";
    hidden += !shown;
    that_matter += shown && changed;
    parameter.set(before);
  }
  EXPECT_GT(hidden, 0);
  EXPECT_TRUE(settings.empty() || that_matter > 0) << "nothing that is shown then matters";
}

TEST(HasEffect, OfCloth) {
  expect_no_effect_of_hidden(cloth);
  expect_no_effect_of_hidden(cloth, {"method=xpbd"});
  expect_no_effect_of_hidden(cloth, {"method=jacobi", "wind_m_s=3, 0, 1"});
}

TEST(HasEffect, OfPiles) {
  expect_no_effect_of_hidden(pile);
  expect_no_effect_of_hidden(pile, {"contacts=positions"});
}

TEST(HasEffect, OfFiniteElements) { expect_no_effect_of_hidden(box); }

TEST(HasEffect, OfPlants) {
  expect_no_effect_of_hidden(plant);
  expect_no_effect_of_hidden(plant, {"wind_m_s=4"});
}

TEST(HasEffect, OfFluids) {
  expect_no_effect_of_hidden(fluid);
  expect_no_effect_of_hidden(fluid, {"method=sph"});
}

TEST(HasEffect, OfJoints) { expect_no_effect_of_hidden(chain); }

}  // namespace
}  // namespace limber
