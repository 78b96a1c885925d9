#pragma once

#include <string>

#include "app/session.h"
#include "scenes/tour_tool.h"

namespace limber {

/// Uses a tool on the running scene. Returns a note for the user, or an empty string. Throws as
/// Session and World do.
std::string use_tool(Session& session, const TourTool& tool);

}  // namespace limber
