#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/compare/variant.h"
#include "app/export/export_wish.h"
#include "kernels/solver.h"
#include "render/quality.h"
#include "scenes/mesh_use.h"

namespace limber {

inline constexpr int default_frames = 300;  ///< of a run without a window

/// What the command line asks for.
struct Options {
  std::string scene = "cloth/flags";
  bool scene_given = false;  ///< by the command line; else a window may show the last one
  MeshWish wish;
  std::optional<Solver> solver;  ///< none: auto
  std::vector<Variant> beside;   ///< what else runs the scene side by side with it
  int threads = 0;               ///< of TBB; 0: all cores
  bool headless = false;
  bool no_render = false;
  std::optional<int> frames;
  glm::ivec2 size{1280, 720};
  bool size_given = false;
  double fps = 60.0;
  std::optional<QualityLevel> quality;  ///< none: medium, or what a window has kept
  int supersampling = 1;                ///< of files
  bool cut_out = false;                 ///< the same
  bool bar = false;                     ///< below the picture, in files too
  std::string caption;                  ///< above the bar
  double speed = 1.0;                   ///< simulated seconds in one that is shown
  std::string screenshot;
  std::string mesh;
  std::string record;
  ExportWish exported;
  std::string stats;
  std::string save, load;  ///< files of saved states
  std::string camera_path;
  std::string tour;
  float tour_pace = 1.0f;             ///< how many times as fast as it says
  bool loop = false;                  ///< the tour begins again after its end
  std::vector<std::string> settings;  ///< KEY=VALUE

  bool reset_settings = false;  ///< forget what was kept between starts
  bool list = false;
  bool doctor = false;

  bool bench = false;
  std::vector<std::string> bench_names;
  std::string bench_json;

  bool help = false;
  std::string help_topic;  ///< empty: the list of topics
  std::string help_part;   ///< empty: the whole page
};

/// Options, or the text to print and stop with success (--help, --version).
struct ParsedOptions {
  Options options;
  std::optional<std::string> text;
};

/// Throws Error(usage) with what is wrong in one line.
ParsedOptions parse_options(int argc, const char* const* argv);

}  // namespace limber
