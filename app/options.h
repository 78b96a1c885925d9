#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/variant.h"
#include "app/export/export_wish.h"
#include "kernels/backend.h"
#include "render/quality.h"
#include "scenes/mesh_use.h"

namespace limber {

inline constexpr int default_frames = 300;  ///< of a headless run

/// Parsed command line.
struct Options {
  std::string scene = "cloth/flags";
  bool scene_given = false;  ///< on the command line; otherwise a window may show the last one
  MeshWish wish;
  std::optional<Backend> backend;  ///< none: auto
  std::vector<Variant> beside;     ///< variants to run side by side
  int threads = 0;                 ///< of TBB; 0: all cores
  bool headless = false;
  bool no_render = false;
  std::optional<int> frames;
  glm::ivec2 size{1280, 720};
  bool size_given = false;
  double fps = 60.0;
  std::optional<QualityLevel> quality;  ///< empty: medium, or the saved setting
  int supersampling = 1;                ///< of files, per direction
  bool cut_out = false;                 ///< in files, without surroundings
  bool bar = false;                     ///< below the picture, also in files
  std::string caption;                  ///< above the bar
  double speed = 1.0;                   ///< simulated seconds per shown second
  std::string screenshot;
  std::string mesh;
  std::string record;
  ExportWish exported;
  std::string stats;
  std::string save, load;  ///< files of saved states
  std::string camera_path;
  std::string tour;
  float tour_pace = 1.0f;             ///< speed factor of the tour
  bool loop = false;                  ///< the tour repeats
  std::vector<std::string> settings;  ///< KEY=VALUE

  bool reset_settings = false;  ///< discard saved settings
  bool list = false;
  bool doctor = false;

  bool bench = false;
  std::vector<std::string> bench_names;
  std::string bench_json;

  bool help = false;
  std::string help_topic;  ///< empty: the list of topics
  std::string help_part;   ///< empty: the whole page
};

/// Options, or the text to print before exiting successfully (--help, --version).
struct ParsedOptions {
  Options options;
  std::optional<std::string> text;
};

/// Throws Error(usage) where an output would overwrite an input; only --save may replace what
/// --load read.
void check_not_overwritten(const Options& options, const std::vector<std::string>& inputs);

/// Throws Error(usage) with a one-line message.
ParsedOptions parse_options(int argc, const char* const* argv);

}  // namespace limber
