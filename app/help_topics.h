#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace limber {

/// A reference page generated from the program's own tables.
struct HelpTopic {
  std::string_view name;  ///< limber help NAME
  std::string_view about;
  std::string_view file;  ///< the committed copy of the page, relative to the source root
  std::string_view part;  ///< placeholder for a part, for example TABLE; empty: no parts
  std::function<std::string(const std::string& part)> page;  ///< part empty: all of it
};

std::span<const HelpTopic> help_topics();

/// The page of a topic, or a part of it, as Markdown; the list of topics if `topic` is empty.
/// Throws Error(usage) for an unknown topic or part.
std::string help_text(const std::string& topic, const std::string& part);

}  // namespace limber
