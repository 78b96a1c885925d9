// The documents agree with the program.

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
