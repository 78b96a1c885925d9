#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <vector>

namespace limber {

/// The text of a scene file, or of another that is written like one, wherever it comes from.
struct SceneText {
  std::string id;    ///< "cloth/flags"
  std::string file;  ///< as messages name it
  std::string text;
};

/// The scenes that come with the program, by id: those of data_folder("scenes") where there is one,
/// else what was compiled in.
std::vector<SceneText> own_scenes();
/// The tours that come with it, in the same way; their ids are "families" ...
std::vector<SceneText> own_tours();

/// Throws Error(bad_input) if it cannot be read or is too large. what: it is, for messages.
std::string read_toml_file(const std::filesystem::path& path, const char* what);
/// Throws Error(bad_input) with file and line.
toml::table parse(const SceneText& scene);

}  // namespace limber
