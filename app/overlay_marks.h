#pragma once

#include <vector>

#include "render/renderer.h"

namespace limber {

/// Marks on what is pinned.
Overlay pin_marks(const std::vector<int>& pinned_vertices);
/// Marks on what is held, and a line from there to where it is pulled.
void add_pull_marks(Overlay& overlay, int held_vertex, glm::vec3 target_m);

}  // namespace limber
