#include "app/help_topics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <vector>

#include "app/actions.h"
#include "app/bench/bench.h"
#include "kernels/error.h"
#include "scenes/reference.h"
#include "sim/parameter.h"

namespace limber {

namespace {

std::string list_of_topics() {
  std::string text;
  for (const HelpTopic& topic : help_topics()) {
    const std::string words = fmt::format(
        "limber help {}{}", topic.name, topic.part.empty() ? "" : fmt::format(" [{}]", topic.part));
    text += fmt::format("{:<33}{}\n", words, topic.about);
  }
  return text + "limber --help                    options of the command line\n";
}

}  // namespace

std::span<const HelpTopic> help_topics() {
  static const std::array<HelpTopic, 4> topics{
      {{"scene", "tables and keys of scene files", "scenes/REFERENCE.md", "TABLE", scene_reference},
       {"parameters", "parameters of each family, with defaults and ranges", "scenes/PARAMETERS.md",
        "FAMILY", parameter_reference},
       {"keys", "keys and mouse in the window", "scenes/KEYS.md", "",
        [](const std::string&) { return actions_as_markdown(); }},
       {"bench", "what each benchmark measures", "scenes/BENCH.md", "",
        [](const std::string&) { return benches_as_markdown(); }}}};
  return topics;
}

std::string help_text(const std::string& topic, const std::string& part) {
  if (topic.empty()) return list_of_topics();
  std::vector<std::string> names;
  for (const HelpTopic& known : help_topics()) {
    names.emplace_back(known.name);
    if (known.name != topic) continue;
    return known.page(part);
  }
  const std::string near = nearest_word(topic, names);
  throw Error(ExitCode::usage,
              fmt::format("there is no help on '{}'; {}", topic,
                          near.empty() ? fmt::format("there is on {}", fmt::join(names, ", "))
                                       : fmt::format("did you mean '{}'?", near)));
}

}  // namespace limber
