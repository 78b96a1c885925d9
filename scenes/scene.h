#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/exec.h"
#include "scenes/camera_table.h"
#include "scenes/check.h"
#include "scenes/mesh_use.h"
#include "scenes/preset.h"
#include "sim/look.h"
#include "sim/progress.h"
#include "sim/world.h"

namespace limber {

/// A scene that has been read and is ready to be built, any number of times.
struct Scene {
  std::string id;      ///< "cloth/flags", or the path of a file
  std::string family;  ///< "cloth" ...
  std::string title;
  std::optional<MeshUse> mesh_use;  ///< not automatic; none where no mesh was opened
  /// Who filled the first solid for which there is a choice; none where there is no such solid.
  std::optional<MesherChoice> mesher;
  SceneCamera camera;
  Look look;
  SceneCheck check;
  std::vector<Preset> presets;        ///< of its parameters
  std::vector<std::string> asked;     ///< settings beside its file, as open_scene() was given them
  std::vector<std::string> settings;  ///< the same with the values of presets, as they were then
  std::vector<std::string> meshes;    ///< files that it was made from, beside its own
  std::vector<std::string> notes;     ///< what the user should know of how it was read
  std::function<std::unique_ptr<World>(Exec&)> build;
};

struct SceneEntry {
  std::string id;
  std::string family;
  std::string title;
  std::string about;  ///< a sentence; empty: none
};

/// The scenes that come with the program, by family and name. In a developer's build they are read
/// from the scenes folder, so that a new file there is a new scene without compiling.
std::vector<SceneEntry> list_scenes();

/// The file that a scene is read from, by its id, for those who want to know when it changes; none
/// where it is compiled into the program.
std::optional<std::filesystem::path> file_of_scene(const std::string& id);

/// Whether a name is that of a mesh (.obj).
bool is_mesh(const std::string& name);
/// Whether a name is that of a scene file (.toml).
bool is_scene_file(const std::string& name);

/// name: an id of list_scenes(), a scene file (.toml), or a mesh (.obj). settings: "key=value"
/// texts that override its parameters; "preset=NAME" stands for those of a preset. Throws
/// Error(usage) for texts that are none, Error(bad_input) with file and line, Cancelled when
/// progress does; may run in a thread of its own.
Scene open_scene(const std::string& name, Progress& progress, MeshWish wish = {},
                 const std::vector<std::string>& settings = {});
Scene open_scene(const std::string& name);  ///< without telling how far it is
/// A scene that is in no file. id: how messages name it.
Scene open_scene_text(const std::string& id, const std::string& toml);

/// Takes "key=value" texts into the parameters of a simulation that is there already. Throws as
/// set_parameters() does.
void override_parameters(World& simulation, const std::vector<std::string>& settings);

}  // namespace limber
