#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/contact/contact_start.h"
#include "sim/mesh/box_tree.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"

namespace limber {

/// Bodies where they begin, before a system is made of them.
struct StartingBodies {
  std::vector<Box> boxes;  ///< around each, and half of what it keeps
  std::function<std::string(int)> name;
  std::function<TouchingSystem(int)> touching;  ///< a body by itself
  /// Of each a number: among bodies of one number contacts leave out what is near at the start, and
  /// `touching` is not asked for. Empty: every body has its own.
  std::vector<int> together;
};

/// Refuses crowds that are hopeless: so many bodies nearly at one place that systems of them would
/// take gigabytes before contact_start_of() could say so. Looks at few of the bodies whose boxes
/// meet many others, and at those exactly, so that a little of a crowd is left to that.
void check_crowds(const StartingBodies& bodies, Progress& progress);

/// A body of which each point keeps half of the distance, as far as its edges allow.
TouchingSystem touching_body(const TriangleMesh& surface, float contact_distance_m, bool filled);

/// Around points, and half of what they keep.
Box box_of(const std::vector<glm::vec3>& points_m, float contact_distance_m);

/// Refuses bodies that begin within each other. sentence: of contact_start_of().
[[noreturn]] void refuse_tangle(const std::string& sentence);

}  // namespace limber
