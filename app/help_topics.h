#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace limber {

/// A reference page that the program writes from its own declarations.
struct HelpTopic {
  std::string_view name;  ///< limber help NAME
  std::string_view about;
  std::string_view file;  ///< where the same page is kept, below the root of the sources
  std::string_view part;  ///< what a part of the page is called, for example TABLE; empty: no parts
  std::function<std::string(const std::string& part)> page;  ///< part empty: all of it
};

std::span<const HelpTopic> help_topics();

/// The page of a topic, or the part of it, as Markdown; without a topic the list of topics. Throws
/// Error(usage) for a topic or a part that is not known.
std::string help_text(const std::string& topic, const std::string& part);

}  // namespace limber
