#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kernels/exec.h"
#include "scenes/mesh_use.h"
#include "scenes/table_reader.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/progress.h"
#include "sim/world.h"

// A family's builder reads its part of a scene file at once, so that a mistake is found before
// anything runs, and returns what makes the simulation.

namespace limber {

using Build = std::function<std::unique_ptr<World>(Exec&)>;

/// A world of one system.
inline Build build_of(std::string name, Surroundings around,
                      std::function<std::unique_ptr<System>(Exec&)> make) {
  const std::vector<GroupModel> groups{
      {"", std::move(around), {{std::move(name), std::move(make)}}}};
  return [groups](Exec& exec) { return std::make_unique<World>(exec, groups); };
}

/// An OBJ file that takes the place of a scene's own surfaces.
struct GivenMesh {
  std::string file;
  TriangleMesh surface;
};

/// What a builder gets beside the file.
struct Opening {
  const GivenMesh* given;                    ///< null where the scene keeps its own surfaces
  MesherChoice mesher;                       ///< instead of the scene's own
  std::optional<MesherChoice>& filled_by;    ///< takes who filled the first solid with a choice
  const std::vector<std::string>& settings;  ///< "key=value" texts that override [settings]
  std::vector<std::string>& notes;  ///< takes what was repaired or done otherwise than asked
  Progress& progress;
};

/// A family's [settings], with what the opening overrides.
template <class Settings>
Settings read_settings(TableReader& file, const Opening& opening) {
  Settings settings;
  std::vector<Parameter> parameters = parameters_of(settings);
  file.table("settings").read_parameters(parameters);
  set_parameters(parameters, opening.settings);
  return settings;
}

using Builder = Build (*)(TableReader& file, const Opening& opening);

Build read_cloth(TableReader& file, const Opening& opening);
Build read_volume(TableReader& file, const Opening& opening);
Build read_fem(TableReader& file, const Opening& opening);
Build read_piles(TableReader& file, const Opening& opening);
Build read_plants(TableReader& file, const Opening& opening);

/// The builder of a family. Throws through `file` for a family that does not exist.
Builder builder_of(const std::string& family, const TableReader& file);

}  // namespace limber
