#pragma once

#include <vector>

#include "render/renderer.h"

namespace limber {

/// Marks on pinned vertices.
Overlay pin_marks(const std::vector<int>& pinned_vertices);
/// A mark on the grabbed vertex, and a line to its drag target.
void add_pull_marks(Overlay& overlay, int held_vertex, glm::vec3 target_m);

}  // namespace limber
