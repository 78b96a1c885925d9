#include "sim/pbd/model.h"

#include <fmt/format.h>

namespace limber {

void color_constraints(PbdModel& model, Progress& progress) {
  const int particles = static_cast<int>(model.particles.size());
  const auto color = [&](const char* label, auto& list) {
    if (list.corners.empty()) return;
    progress.report(fmt::format("colouring {} {} constraints", list.corners.size(), label), -1.0f);
    list.coloring = color_constraints(particles, list);
  };
  color("stretch", model.stretch);
  color("bending", model.across);
  color("dihedral", model.dihedral);
  color("volume", model.volume);
}

}  // namespace limber
