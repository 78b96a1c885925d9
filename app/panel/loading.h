#pragma once

#include "app/panel/panel_context.h"

namespace limber {

/// While a scene is opening: what is being done, the progress, and a cancel button. The current
/// scene keeps running.
void draw_loading(const PanelContext& panel);

/// The same for the first scene, before there are panels.
void draw_opening(const std::string& scene, const WatchedProgress::State& state,
                  const Fonts& fonts);

}  // namespace limber
