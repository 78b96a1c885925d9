#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "sim/statistics.h"

namespace limber {

/// How the panels draw what belongs to a type of constraint or to another residual. Where a scene
/// is solved in several ways beside each other ("stretch" and "stretch, jacobi"), a type keeps its
/// colour, and the ways after the first have dashes.
struct CurveLook {
  ImVec4 color;
  int dashes = 0;  ///< 0: none; the more, the shorter
};

/// all: the constraints, and after them the residuals that are of none.
CurveLook look_of(const std::string& type, const std::vector<std::string>& all);
std::vector<std::string> types_of(const std::vector<ConstraintCount>& constraints);

/// thickness: of the line, in Dear ImGui's units.
void draw_curve(std::span<const ImVec2> points, const CurveLook& look, float thickness);

}  // namespace limber
