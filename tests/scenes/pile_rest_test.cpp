// The piles of [Harada07] come to rest: small ones of the same bodies on every backend, and the
// scenes as they are on the GPU.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "scenes/drawn_state.h"
#include "scenes/scene.h"
#include "tests/each_backend.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

struct Pile {
  const char* scene;
  int few;
  /// Bodies of the whole scene that may stay in others. Those that land at several metres per
  /// second go into each other for a moment, and now and then a pair or two stay there: in 9 of 25
  /// starts of piles/bunnies and 5 of 25 of piles/tori on an H200.
  int caught = 0;
};

constexpr Pile piles[] = {
    {"piles/chess", 54}, {"piles/tori", 45, 4}, {"piles/bunnies", 12, 4}, {"piles/teapots", 9}};

bool has_its_mesh(const Pile& pile) {
  return std::string(pile.scene) != "piles/bunnies" ||
         std::filesystem::exists("/usr/share/glmark2/models/bunny.obj");
}

/// The scene's file with three columns and rows of bodies, in a box that is smaller by as much.
std::string reduced_scene(const Pile& pile) {
  std::ifstream file(std::string(LIMBER_SCENES_FOLDER "/") + pile.scene + ".toml");
  std::ostringstream stream;
  stream << file.rdbuf();
  std::string text = stream.str();
  std::smatch found;
  EXPECT_TRUE(std::regex_search(text, found, std::regex("\ncolumns = (\\d+)")));
  const float scale = 3.0f / std::stof(found[1]);
  EXPECT_TRUE(std::regex_search(text, found, std::regex("\nsize_m = \\[(.+), (.+), .+\\]")));
  const std::string width = std::to_string(scale * std::stof(found[1])), height = found[2];
  text = std::regex_replace(text, std::regex("\nsize_m = \\[.+\\]"),
                            "\nsize_m = [" + width + ", " + height + ", " + width + "]");
  text = std::regex_replace(text, std::regex("\n(columns|rows) = \\d+"), "\n$1 = 3");
  return std::regex_replace(text, std::regex("\ncount = \\d+"),
                            "\ncount = " + std::to_string(pile.few));
}

/// caught: the number of bodies that may stay in others after they have landed.
void expect_rest_within_20_s(const Scene& scene, Exec& exec, int caught) {
  const auto simulation = scene.build(exec);
  const int steps_per_second = static_cast<int>(1.0 / simulation->dt_s());
  double speed_m_s = INFINITY;
  for (int second = 0; second < 20 && !(speed_m_s < 0.01); ++second) {
    for (int done = 0; done < steps_per_second; done += 8) simulation->advance({.steps = 8});
    simulation->request_residuals();
    exec.synchronize();
    speed_m_s = simulation->residuals().at("speed");
  }
  ASSERT_TRUE(simulation->finite_now()) << scene.id;
  EXPECT_LT(speed_m_s, 0.01) << scene.id;
  EXPECT_LT(simulation->residuals().at("overlap"), 0.05) << scene.id;
  const float radius_m = simulation->draw_list().spheres[0].radius_m;
  const auto vertices = published_now(*simulation, exec);
  const DrawnState drawn(simulation->draw_list(), vertices);
  EXPECT_LE(drawn.bodies_overlapping(0.3), caught) << scene.id << ": bodies are in each other";
  EXPECT_LT(drawn.largest_penetration_m(), 0.5 * radius_m) << scene.id << ": bodies are in the box";
}

class PileRest : public EachBackend {};

TEST_P(PileRest, SmallPilesComeToRest) {
  TemporaryFolder folder;
  for (const Pile& pile : piles) {
    if (!has_its_mesh(pile)) continue;
    const std::string file = (folder.path() / "small.toml").string();
    std::ofstream(file) << reduced_scene(pile);
    SCOPED_TRACE(pile.scene);
    expect_rest_within_20_s(open_scene(file), exec(), 0);
  }
}

EACH_BACKEND(PileRest);

TEST(FullPileRest, ThePapersPilesComeToRestOn_cuda) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec cuda(Backend::cuda);
  for (const Pile& pile : piles)
    if (has_its_mesh(pile)) expect_rest_within_20_s(open_scene(pile.scene), cuda, pile.caught);
}

}  // namespace
}  // namespace limber
