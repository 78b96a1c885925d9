#include "app/help_topics.h"

#include <gtest/gtest.h>

#include "kernels/error.h"

namespace limber {
namespace {

std::string refusal(const std::string& topic, const std::string& part = {}) {
  try {
    help_text(topic, part);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "";
}

TEST(HelpTopics, AreListed) {
  const std::string list = help_text("", "");
  for (const HelpTopic& topic : help_topics())
    EXPECT_NE(list.find("limber help " + std::string(topic.name)), std::string::npos) << list;
}

TEST(HelpTopics, GiveAPageOrAPartOfIt) {
  const std::string page = help_text("parameters", ""), part = help_text("parameters", "fluid");
  EXPECT_LT(part.size(), page.size());
  EXPECT_NE(page.find(part), std::string::npos);
  EXPECT_EQ(help_text("keys", "").rfind("# Keys and mouse", 0), 0u);
}

TEST(HelpTopics, RefuseWhatIsNotThere) {
  EXPECT_EQ(refusal("parameter"), "there is no help on 'parameter'; did you mean 'parameters'?");
  EXPECT_EQ(refusal("weather"),
            "there is no help on 'weather'; there is on scene, parameters, keys, bench");
  EXPECT_EQ(refusal("parameters", "world").rfind("no family with parameters is called 'world'", 0),
            0u);
}

}  // namespace
}  // namespace limber
