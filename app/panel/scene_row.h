#pragma once

#include "app/panel/panel_context.h"
#include "app/panel/thumbnails.h"
#include "scenes/scene.h"

namespace limber {

/// A scene in a list: thumbnail, title and description, as wide as the rest of the line. Returns
/// whether it was clicked.
bool scene_row(const PanelContext& panel, Thumbnails& thumbnails, const SceneEntry& scene,
               bool chosen);

}  // namespace limber
