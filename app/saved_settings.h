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

/// Window settings saved for the next start.
struct SavedSettings {
  std::string scene;     ///< the last scene, as on the command line; empty: none
  glm::ivec2 window{0};  ///< size in screen coordinates; 0: none
  bool panels = true;
  bool profiler = false;
  bool bar = false;
  float text_size = 1.0f;
  QualityLevel quality = QualityLevel::medium;
  std::map<std::string, bool> sections;                 ///< open state of the panels' sections
  std::map<std::string, CameraMoves::KeptViews> views;  ///< by scene

  bool operator==(const SavedSettings&) const = default;
};

/// $XDG_CONFIG_HOME/limber/settings.json, else ~/.config/limber/settings.json; empty if neither
/// variable is set. The file may not exist yet.
std::filesystem::path settings_file();

/// Whether a run with these options reads and saves settings: an interactive window, without a
/// tour, output files or --frames.
bool keeps_settings(const Options& options);

/// Reads the file; defaults if there is none. Throws Error(bad_input) for an invalid file.
SavedSettings read_settings(const std::filesystem::path& file);
/// Creates the folder, too. Throws Error(bad_input) if it cannot be written.
void write_settings(const std::filesystem::path& file, const SavedSettings& settings);
void forget_settings();

/// The options with the saved scene and size, unless given on the command line.
Options with_saved(Options options, const SavedSettings& settings);

}  // namespace limber
