#pragma once

#include <functional>
#include <memory>
#include <string>

#include "kernels/exec.h"
#include "scenes/table_reader.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"
#include "sim/simulation.h"

// A family's builder reads its part of a scene file at once, so that a mistake is found before
// anything runs, and returns what makes the simulation.

namespace limber {

using Build = std::function<std::unique_ptr<Simulation>(Exec&)>;

/// An OBJ file that takes the place of a scene's own surfaces.
struct GivenMesh {
  std::string file;
  TriangleMesh surface;
};

/// given: null where the scene keeps its own surfaces.
using Builder = Build (*)(TableReader& file, const GivenMesh* given, Progress& progress);

Build read_cloth(TableReader& file, const GivenMesh* given, Progress& progress);

/// The builder of a family. Throws through `file` for a family that does not exist.
Builder builder_of(const std::string& family, const TableReader& file);

}  // namespace limber
