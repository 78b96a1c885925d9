#include "scenes/reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "kernels/error.h"
#include "scenes/beam_theory_table.h"
#include "scenes/bridge_table.h"
#include "scenes/camera_path_table.h"
#include "scenes/camera_table.h"
#include "scenes/chain_table.h"
#include "scenes/check.h"
#include "scenes/cloth_table.h"
#include "scenes/collider_table.h"
#include "scenes/compare_table.h"
#include "scenes/container_table.h"
#include "scenes/dominoes_table.h"
#include "scenes/emitter_table.h"
#include "scenes/fluid_table.h"
#include "scenes/foam_table.h"
#include "scenes/joint_table.h"
#include "scenes/look_table.h"
#include "scenes/mail_table.h"
#include "scenes/pile_table.h"
#include "scenes/plant_table.h"
#include "scenes/preset_table.h"
#include "scenes/ragdoll_table.h"
#include "scenes/rigid_table.h"
#include "scenes/scene_table.h"
#include "scenes/solid_table.h"
#include "scenes/tour.h"
#include "scenes/wall_table.h"
#include "sim/fem/fem_settings.h"
#include "sim/fluid/fluid_settings.h"
#include "sim/joints/joints_settings.h"
#include "sim/pbd/settings.h"
#include "sim/piles/piles_settings.h"
#include "sim/plants/plants_settings.h"

namespace limber {

namespace {

constexpr const char* scene_introduction =
    "# Scene files\n\nWritten by `limber help scene`, from the declarations that the scene reader "
    "uses. Units\nare in the names; y points up; colours are linear RGB. Text in italics says "
    "where a key\napplies; elsewhere it is rejected, as are unknown keys and values out of "
    "range.\n";

constexpr const char* parameter_introduction =
    "# Parameters\n\n"
    "Written by `limber help parameters`, from the declarations that panel, scene files and\n"
    "`--set` use. Each parameter is a row in the panel, a key under `[settings]` in a scene file,\n"
    "and a KEY of `--set`. In a world of several systems a key begins with its system:\n"
    "`cloth.iterations`. Defaults are those without a scene file; most scenes set their own.\n";

struct Section {
  std::vector<std::string> names;  ///< by which it is asked for
  std::string text;
};

template <class Table>
Section section(const std::string& table, const std::string& heading, const std::string& about) {
  Table usual;
  return {{table},
          fmt::format("## {}\n\n{}\n\n{}", heading, about, keys_as_markdown(keys_of(usual)))};
}

template <class Settings>
Section parameters(const std::vector<std::string>& families, const std::string& about) {
  Settings usual;
  return {families, fmt::format("## {}\n\n{}\n\n{}", fmt::join(families, ", "), about,
                                parameters_as_markdown(parameters_of(usual)))};
}

std::vector<Section> sections() {
  return {
      section<SceneTable>("scene", "At the top of the file", "Outside of all tables."),
      section<SceneCamera>("camera", "`[camera]`", "The view with which the scene starts."),
      section<LookTable>("look", "`[look]`", "The light on a scene, and what is around it."),
      section<Preset>("preset", "`[[preset]]`",
                      "Values for some parameters, to choose from in the panel or by `--set "
                      "preset=NAME`."),
      section<ClothTable>("cloth", "`[[cloth]]`", "A cloth, or copies of one."),
      section<SolidTable>("solid", "`[[solid]]`", "A soft body, or copies of one."),
      section<GivenTable>("solid.given", "`[solid.given]`",
                          "Below a `[[solid]]`: settings for a mesh from the command line that "
                          "replaces it."),
      section<PileTable>("pile", "`[[pile]]`", "Rigid bodies of equal spheres."),
      section<FluidTable>("fluid", "`[[fluid]]`", "A fluid of particles."),
      section<EmitterTable>("emitter", "`[[emitter]]`", "A round nozzle from which fluid flows."),
      section<DrainTable>("drain", "`[[drain]]`", "A box that removes fluid."),
      section<FoamTable>("foam", "`[foam]`",
                         "Spray, foam and bubbles, which do not affect the fluids."),
      section<ContainerTable>("container", "`[container]`",
                              "A box of walls around a pile or a fluid, open at its top."),
      section<PlantTable>("plant", "`[[plant]]`", "A generated plant, or the dragon."),
      section<RigidTable>("rigid", "`[[rigid]]`", "A rigid body, or copies of one."),
      section<ChainTable>("chain", "`[[chain]]`", "Rigid links on ball joints."),
      section<BridgeTable>("bridge", "`[[bridge]]`",
                           "A suspension bridge of rigid bodies on ball joints. A span has two "
                           "cables, and a deck of planks that hang from them."),
      section<DominoesTable>("dominoes", "`[[dominoes]]`", "A row of dominoes along a curve."),
      section<WallTable>("wall", "`[[wall]]`", "Bricks in running bond, held by friction only."),
      section<RagdollTable>("ragdoll", "`[[ragdoll]]`",
                            "Ragdolls of thirteen parts, on ball joints and on hinges with limits "
                            "and springs."),
      section<MailTable>("mail", "`[[mail]]`",
                         "A sheet of chain mail: plates with four ball joints each, drawn as "
                         "rings."),
      section<JointTable>("joint", "`[[joint]]`",
                          "Connects a rigid body to another one, or to the world."),
      section<ColliderTable>("collider", "`[[collider]]`", "An obstacle that nothing penetrates."),
      section<CompareTable>("compare", "`[compare]`",
                            "The same scene several times, side by side."),
      section<BeamTheoryTable>("beam_theory", "`[beam_theory]`",
                               "Draws the line of a cantilever under its own weight."),
      section<SceneCheck>("check", "`[check]`",
                          "What must hold after some time, on every backend; the tests run it. It "
                          "is measured on what is drawn."),
      section<TourStepTable>("step", "`[[step]]` of a tour",
                             "In a tour file (`--tour`), below its `title`: what is shown for a "
                             "while."),
      section<CameraPathTable>("step.camera", "`[[step.camera]]`",
                               "Below a `[[step]]`: the camera's path, smooth and at rest at its "
                               "ends. Without one the camera stays at the first view of the scene. "
                               "A file for `--camera-path` has the same table as `[[camera]]`."),
      section<TourPullTable>("step.pull", "`[[step.pull]]`",
                             "Below a `[[step]]`: something is dragged, as with the mouse."),
      section<TourSetTable>("step.set", "`[[step.set]]`", "Below a `[[step]]`: sets a parameter."),
      section<TourShotTable>("step.shot", "`[[step.shot]]`", "Below a `[[step]]`: shoots a ball."),
      section<TourBlowTable>("step.blow", "`[[step.blow]]`",
                             "Below a `[[step]]`: blows air from then on, or stops it."),
      section<TourCutTable>("step.cut", "`[[step.cut]]`",
                            "Below a `[[step]]`: cuts the cloth under a straight stroke."),
      section<TourBodyTable>("step.body", "`[[step.body]]`",
                             "Below a `[[step]]`: adds a copy of a body."),
      section<TourUnpinTable>("step.unpin", "`[[step.unpin]]`",
                              "Below a `[[step]]`: releases all pinned points."),
      {{"settings"},
       "## `[settings]`\n\nParameters that differ from their defaults; "
       "[PARAMETERS.md](PARAMETERS.md) lists them, as `limber help parameters` does. In a world, "
       "`[settings.cloth]` with the name of the system.\n"},
  };
}

std::vector<Section> parameter_sections() {
  return {
      parameters<PbdSettings>({"cloth", "volume"},
                              "Cloth and soft bodies by position based dynamics; systems `cloth` "
                              "and `solid`."),
      parameters<FemSettings>({"fem"},
                              "Finite elements and cloth of springs; systems `fem` and `springs`."),
      parameters<PilesSettings>({"piles", "grains"},
                                "Rigid bodies of spheres, and grains; system `pile`."),
      parameters<PlantsSettings>({"plants"},
                                 "Plants, and solids that bend in modes; system `plant`."),
      parameters<JointsSettings>({"joints"}, "Rigid bodies and joints; system `rigid`."),
      parameters<FluidSettings>({"fluid"}, "Fluids of particles; system `fluid`."),
  };
}

/// The sections with this name, or all after an introduction. Throws Error(usage) where none has.
std::string page(const char* introduction, const std::vector<Section>& sections,
                 const std::string& name, const char* what) {
  std::string text = name.empty() ? introduction : "";
  std::vector<std::string> known;
  for (const Section& section : sections) {
    known.insert(known.end(), section.names.begin(), section.names.end());
    if (name.empty() || std::ranges::find(section.names, name) != section.names.end())
      text += (text.empty() ? "" : "\n") + section.text;
  }
  if (!text.empty()) return text;
  const std::string near = nearest_word(name, known);
  throw Error(ExitCode::usage,
              fmt::format("no {} is called '{}'; {}", what, name,
                          near.empty() ? fmt::format("there are {}", fmt::join(known, ", "))
                                       : fmt::format("did you mean '{}'?", near)));
}

}  // namespace

std::string scene_reference(const std::string& table) {
  return page(scene_introduction, sections(), table, "table of scene files");
}

std::string parameter_reference(const std::string& family) {
  return page(parameter_introduction, parameter_sections(), family, "family with parameters");
}

}  // namespace limber
