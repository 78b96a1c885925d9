// The documents agree with the program.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "app/help_topics.h"
#include "kernels/exec.h"
#include "scenes/scene.h"

namespace limber {
namespace {

std::string content_of(const std::string& file) {
  std::ifstream stream(std::string(LIMBER_ROOT "/") + file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// The text under a heading of scenes/README.md, up to the next one.
std::string section(const std::string& heading) {
  const std::string text = content_of("scenes/README.md");
  const std::size_t first = text.find("\n## " + heading + "\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find("\n## ", first + 1) - first) + "\n";
}

/// 13,764
std::string with_commas(int count) {
  std::string digits = std::to_string(count);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, ",");
  return digits;
}

TEST(Documents, ReferencePagesAreCurrent) {
  for (const HelpTopic& topic : help_topics())
    EXPECT_EQ(content_of(std::string(topic.file)), topic.page(""))
        << "write it anew: limber help " << topic.name << " > " << topic.file;
}

TEST(Documents, ListEveryScene) {
  std::vector<std::string> listed, scenes;
  std::istringstream lines(section("All scenes"));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("| `")) listed.push_back(line.substr(3, line.find('`', 3) - 3));
  for (const SceneEntry& scene : list_scenes()) scenes.push_back(scene.id);
  EXPECT_EQ(listed, scenes);
}

TEST(Documents, HaveTheCountsOfEveryScene) {
  Exec exec(Backend::serial);
  const std::string text = section("All scenes");
  for (const SceneEntry& scene : list_scenes()) {
    const auto simulation = open_scene(scene.id).build(exec);
    std::string constraints;
    for (const ConstraintCount& c : simulation->counts().constraints)
      constraints += fmt::format("{}{} {} / {}", constraints.empty() ? "" : ", ", c.type,
                                 with_commas(c.count), c.colors);
    const SystemCounts& counts = simulation->counts();
    const auto count = [&](const std::string& key) {
      const auto found = std::ranges::find(counts.others, key, &NamedCount::key);
      return found == counts.others.end() ? 0 : static_cast<int>(found->value);
    };
    if (count("elements") > 0)
      constraints = fmt::format("{} elements, {} non-zeros", with_commas(count("elements")),
                                with_commas(count("nnz")));
    if (count("bodies") > 0) constraints = with_commas(count("bodies")) + " bodies";
    if (count("joints") > 0)
      constraints = fmt::format("{} joints, {} non-zeros", with_commas(count("joints")),
                                with_commas(count("nnz")));
    if (count("parts") > 0)
      constraints =
          fmt::format("{} of {} parts bend, {} modes", with_commas(count("deformable_parts")),
                      with_commas(count("parts")), with_commas(count("modes")));
    const std::string cells =
        fmt::format("| {} | {} |", with_commas(counts.particles), constraints);
    const std::size_t row = text.find("\n| `" + scene.id + "` |");
    ASSERT_TRUE(row != std::string::npos) << scene.id;
    EXPECT_TRUE(text.find(cells, row) < text.find('\n', row + 1)) << scene.id << ": " << cells;
  }
}

/// The example scene runs and passes its own check.
TEST(Documents, HaveASceneThatRuns) {
  const std::string text = section("Add a scene");
  const std::string fence = "```toml\n";
  const std::size_t first = text.find(fence) + fence.size();
  const std::string path = testing::TempDir() + "limber_documents_scene.toml";
  std::ofstream(path) << text.substr(first, text.find("```", first) - first);
  Exec exec(Backend::serial);
  const Scene scene = open_scene(path);
  std::remove(path.c_str());
  const auto simulation = scene.build(exec);
  EXPECT_EQ(scene.check.bounds.count("moved_m"), 1u);
  for (const std::string& failure : run_check(*simulation, exec, scene.check).failures)
    ADD_FAILURE() << failure;
}

}  // namespace
}  // namespace limber
