#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/exec.h"
#include "scenes/cloth_table.h"
#include "scenes/emitter_table.h"
#include "scenes/fluid_table.h"
#include "scenes/foam_table.h"
#include "scenes/memory.h"
#include "scenes/mesh_use.h"
#include "scenes/named_vertices.h"
#include "scenes/pile_table.h"
#include "scenes/plant_table.h"
#include "scenes/preset_table.h"
#include "scenes/scene_table.h"
#include "scenes/solid_table.h"
#include "scenes/system_plan.h"
#include "scenes/table_reader.h"
#include "sim/fem/fem_settings.h"
#include "sim/fluid/fluid_settings.h"
#include "sim/mesh/triangle_mesh.h"
#include "sim/pbd/settings.h"
#include "sim/piles/piles_settings.h"
#include "sim/plants/plants_settings.h"
#include "sim/progress.h"
#include "sim/world.h"

// What a scene file says is read at once, so that a mistake is found before anything runs; what
// comes of it makes the world.

namespace limber {

using Build = std::function<std::unique_ptr<World>(Exec&)>;

/// An OBJ file that takes the place of a scene's own surfaces.
struct GivenMesh {
  std::string file;
  TriangleMesh surface;
};

/// What a builder gets beside the file.
struct Opening {
  const SceneTable& scene;
  const GivenMesh* given;                  ///< null where the scene keeps its own surfaces
  MesherChoice mesher;                     ///< instead of the scene's own
  std::optional<MesherChoice>& filled_by;  ///< takes the mesher of the first solid with a choice
  const std::vector<ReadPreset>& presets;
  const std::vector<std::string>& settings;  ///< "key=value" texts that override [settings]
  std::vector<std::string>& notes;   ///< takes what was repaired or done otherwise than asked
  std::vector<std::string>& meshes;  ///< takes the files that are read
  Progress& progress;
  SceneMemory& memory;  ///< what tables have taken so far

  /// Bodies from `first` on are of a table of that kind, or of the mesh that takes its place.
  void name_bodies(BodyNames& names, int first, const char* kind, const TableReader& table) const {
    if (given)
      names.add(first, given->file);
    else
      names.add(first, kind, table.place());
  }
};

/// A table of a kind, and where it stands in its file.
template <class Table>
struct Read {
  TableReader reader;
  Table table;
};

// Each makes a system of the tables that are its own; there is one at least.

// vertices: takes those of tables with names.
std::unique_ptr<SystemPlan> plan_cloths(std::vector<Read<ClothTable>>& cloths,
                                        const PbdSettings& settings, NamedVertices& vertices,
                                        const Opening& opening);
std::unique_ptr<SystemPlan> plan_solids(std::vector<Read<SolidTable>>& solids,
                                        const PbdSettings& settings, NamedVertices& vertices,
                                        const Opening& opening);
std::unique_ptr<SystemPlan> plan_elements(std::vector<Read<SolidTable>>& solids,
                                          const FemSettings& settings, const Opening& opening);
std::unique_ptr<SystemPlan> plan_springs(const std::vector<Read<ClothTable>>& cloths,
                                         const FemSettings& settings);
std::unique_ptr<SystemPlan> plan_piles(const std::vector<Read<PileTable>>& piles,
                                       const PilesSettings& settings, const Opening& opening);
std::unique_ptr<SystemPlan> plan_plants(const std::vector<Read<PlantTable>>& plants,
                                        std::vector<Read<SolidTable>>& solids,
                                        const PlantsSettings& settings, const Opening& opening);

/// What stands in a file of fluids.
struct FluidTables {
  std::vector<Read<FluidTable>> fluids;
  std::vector<Read<EmitterTable>> emitters;
  std::vector<Read<DrainTable>> drains;
  FoamTable foam;

  bool empty() const { return fluids.empty() && emitters.empty(); }
};

std::unique_ptr<SystemPlan> plan_fluids(const FluidTables& tables, const FluidSettings& settings,
                                        const Opening& opening);

/// Throws for a fluid that begins, or an emitter that lies, inside of a solid.
void check_outside(const FluidTables& tables, const Surroundings& around);

/// Reads all tables and settings of a scene file, whatever they mix.
Build read_world(TableReader& file, const Opening& opening);

/// Folders of scenes and tabs of the panel, by which tables have their usual models.
const std::vector<std::string>& names_of_families();

}  // namespace limber
