#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kernels/path.h"
#include "scenes/camera_path_table.h"
#include "scenes/tour_tool.h"

namespace limber {

/// Bytes; more than anybody can read in a picture.
inline constexpr std::size_t longest_caption = 1000;

/// [[step.pull]]: something is pulled about as with the mouse.
struct TourPullTable {
  float start_s = 0.0f;
  std::optional<glm::vec3> at_m;
  std::vector<PathRow> path;
  bool pin = false;
};

/// [[step.set]]: a parameter gets another value.
struct TourSetTable {
  float time_s = 0.0f;
  std::string parameter;
};

/// [[step]]: what a tour shows for a while.
struct TourStepTable {
  std::string scene;
  std::string backend = "same";
  float seconds = 10.0f;
  std::string caption;
  float turn_deg_s = 0.0f;
};

std::vector<Key> keys_of(TourPullTable& table);
std::vector<Key> keys_of(TourSetTable& table);
std::vector<Key> keys_of(TourStepTable& table);

struct TourPull {
  std::string place;  ///< file and line
  float start_s;
  glm::vec3 at_m;
  std::vector<PathKey> path;
  bool pin;  ///< it is pinned where it is let go

  float end_s() const { return start_s + path.back().time_s; }
};

struct TourSet {
  std::string place;
  float time_s;
  std::string setting;  ///< KEY=VALUE
};

struct TourStep {
  TourStepTable says;
  std::vector<CameraPathTable> camera;  ///< none: from where the scene is seen at first
  std::vector<TourPull> pulls;          ///< one after another
  std::vector<TourSet> sets;            ///< rising in time
  std::vector<TourUse> tools;           ///< rising in time
};

/// Scenes one after another, with what happens in them: a film that is computed while it is shown.
struct Tour {
  std::string id;
  std::string title;
  std::vector<TourStep> steps;  ///< the first one has a scene
};

/// The tours that come with the program.
std::vector<std::string> list_tours();
/// name: one of list_tours(), or a file (.toml). Throws Error(bad_input) with file and line for
/// whatever is wrong but for parameters, which are a scene's when it runs.
Tour open_tour(const std::string& name);
/// What open_tour() reads.
std::string tour_text(const Tour& tour);
/// All of it so many times as fast.
void hurry(Tour& tour, float times);

}  // namespace limber
