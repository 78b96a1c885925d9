#pragma once

#include "app/options.h"
#include "scenes/scene.h"

namespace limber {

/// The scene that the command line names, with its --set. If that takes long, a line on standard
/// error says what is being done, rewritten in place and gone in the end; where that is no
/// terminal, nothing does. Throws as open_scene() does.
Scene open_first_scene(const Options& options);

}  // namespace limber
