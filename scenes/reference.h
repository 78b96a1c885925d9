#pragma once

#include <string>

namespace limber {

/// What scene files may say, as Markdown: every table with its keys. table: only that one, for
/// example "cloth"; empty for the whole page, which is scenes/REFERENCE.md. Throws Error(usage) for
/// a table that is not known.
std::string scene_reference(const std::string& table = {});

/// The parameters of every family with default, range and meaning: scenes/PARAMETERS.md. family:
/// only those of that one. Throws Error(usage) for a family that has none.
std::string parameter_reference(const std::string& family = {});

}  // namespace limber
