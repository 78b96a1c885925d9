#pragma once

#include <array>
#include <filesystem>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>

#include "app/camera_moves.h"
#include "app/options.h"

namespace limber {

/// What a window keeps for the next start.
struct SavedSettings {
  std::string scene;     ///< the last one, as the command line names it; empty: none
  glm::ivec2 window{0};  ///< its size in screen coordinates; 0: none
  bool panels = true;
  bool profiler = false;
  bool bar = false;
  float text_size = 1.0f;
  QualityLevel quality = QualityLevel::medium;
  std::map<std::string, bool> sections;                 ///< of the panels: whether they are open
  std::map<std::string, CameraMoves::KeptViews> views;  ///< by scene

  bool operator==(const SavedSettings&) const = default;
};

/// $XDG_CONFIG_HOME/limber/settings.json, else ~/.config/limber/settings.json; empty where none is
/// set. It need not be there yet.
std::filesystem::path settings_file();

/// Whether a start like that reads them and keeps them: one of a window that is there to be looked
/// at, and not to play a tour, to write files or to run for so many frames.
bool keeps_settings(const Options& options);

/// What is kept in the file; nothing but defaults where there is none. Throws Error(bad_input) for
/// what is no such file.
SavedSettings read_settings(const std::filesystem::path& file);
/// Makes its folder, too. Throws Error(bad_input) where that cannot be written.
void write_settings(const std::filesystem::path& file, const SavedSettings& settings);
void forget_settings();

/// The options with the scene and the size that were kept where the command line says neither.
Options with_saved(Options options, const SavedSettings& settings);

}  // namespace limber
