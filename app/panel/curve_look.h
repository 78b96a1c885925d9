#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "sim/statistics.h"

namespace limber {

/// How the panels draw the curve of a constraint type or another residual. When several methods
/// solve a scene ("stretch" and "stretch, jacobi"), a type keeps its colour, and methods after the
/// first are dashed.
struct CurveLook {
  ImVec4 color;
  int dashes = 0;  ///< 0: solid; higher: shorter dashes
};

/// all: the constraint types, then the other residuals.
CurveLook look_of(const std::string& type, const std::vector<std::string>& all);
std::vector<std::string> types_of(const std::vector<ConstraintCount>& constraints);

/// thickness: of the line, in Dear ImGui's units.
void draw_curve(std::span<const ImVec2> points, const CurveLook& look, float thickness);

}  // namespace limber
