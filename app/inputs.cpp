#include "app/inputs.h"

#include "app/tour/tour_player.h"

namespace limber {

Inputs::Inputs(const Options& options) : first(options) {
  if (!options.camera_path.empty()) camera_path = open_camera_path(options.camera_path);
  if (!options.load.empty()) state = read_saved_state(options.load);
  if (options.tour.empty()) return;
  tour = opened_tour(options);
  std::vector<std::string> scenes;
  for (const auto& step : tour->steps) scenes.push_back(step.says.scene);
  check_not_overwritten(options, scenes);
  first.scene = tour->steps.front().says.scene;
}

}  // namespace limber
