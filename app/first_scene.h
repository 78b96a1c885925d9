#pragma once

#include <string>
#include <vector>

#include "app/inputs.h"
#include "app/panel/gui.h"
#include "app/session.h"

namespace limber {

/// Opens and builds the first scene, and loads its saved state, in a background thread. A window
/// that is not visible yet is shown as soon as this takes long, with what is being done. Returns
/// notes for the user. Throws what opening throws, and Cancelled if the user closes the window.
std::vector<std::string> open_first(const Inputs& inputs, Session& session, Window& window,
                                    Gui& gui);

}  // namespace limber
