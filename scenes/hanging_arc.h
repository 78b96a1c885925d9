#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace limber {

/// Ends of so many links of equal length on an arc that hangs below the line between two points.
/// slack: how many times longer they are together than that line.
std::vector<glm::dvec3> hanging_arc_m(const glm::dvec3& from_m, const glm::dvec3& to_m, int links,
                                      double slack);

}  // namespace limber
