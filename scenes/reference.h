#pragma once

#include <string>

namespace limber {

/// What scene files may say, as Markdown: every table with its keys, and the settings of every
/// family. table: only that one, for example "cloth" or "settings"; empty for the whole page, which
/// is scenes/REFERENCE.md. Throws Error(usage) for a table that is not known.
std::string scene_reference(const std::string& table = {});

}  // namespace limber
