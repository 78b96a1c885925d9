#include "tests/fuzz/readers.h"

#include <array>

#include "app/saved_settings.h"
#include "app/saved_state.h"
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
#include "scenes/mail_table.h"
#include "scenes/pile_table.h"
#include "scenes/plant_table.h"
#include "scenes/ragdoll_table.h"
#include "scenes/rigid_table.h"
#include "scenes/scene_table.h"
#include "scenes/scene_text.h"
#include "scenes/solid_table.h"
#include "scenes/tour.h"
#include "scenes/wall_table.h"
#include "sim/fluid/fluid_settings.h"
#include "sim/mesh/obj_file.h"
#include "sim/pbd/settings.h"

namespace limber {

namespace {

template <class Read>
void answered(const Read& read) {
  try {
    read();
  } catch (const Error&) {
    // Rejected with an error.
  }
}

template <class Table>
void read_keys(TableReader reader) {
  Table table;
  reader.read(keys_of(table));
}

/// Reads all tables independently and builds nothing: ten million requested particles are no fault
/// of the reader.
void read_scene_file(const std::string& name) {
  const toml::table toml = parse({name, name, read_toml_file(name, "scene")});
  TableReader file(toml, name, "");
  const auto each = [&](const char* key, auto read) {
    answered([&] {
      for (TableReader& reader : file.tables(key)) answered([&] { read(reader); });
    });
  };
  each("cloth", [](TableReader& reader) { read_cloth_table(reader, "pbd"); });
  each("solid", [](TableReader& reader) { read_solid_table(reader, "pbd"); });
  each("pile", [](TableReader& reader) { read_pile_table(reader, "spheres"); });
  each("plant", read_plant_table);
  each("fluid", read_fluid_table);
  each("emitter", read_emitter_table);
  each("drain", read_drain_table);
  each("collider", read_collider_table);
  each("rigid", read_rigid_table);
  each("chain", read_chain_table);
  each("bridge", read_bridge_table);
  each("dominoes", read_dominoes_table);
  each("wall", read_wall_table);
  each("ragdoll", read_ragdoll_table);
  each("mail", read_mail_table);
  each("joint", read_joint_table);
  answered([&] { read_camera(file.table("camera")); });
  answered([&] { read_check(file.table("check")); });
  answered([&] { read_keys<FoamTable>(file.table("foam")); });
  answered([&] { read_keys<ContainerTable>(file.table("container")); });
  answered([&] { read_keys<BeamTheoryTable>(file.table("beam_theory")); });
  answered([&] {
    TableReader reader = file.table("compare");
    read_compare_table(reader);
  });
  answered([&] {
    PbdSettings settings;
    std::vector<Parameter> parameters = parameters_of(settings);
    file.table("settings").read_parameters(parameters);
  });
  answered([&] {
    FluidSettings settings;
    std::vector<Parameter> parameters = parameters_of(settings);
    file.table("settings").read_parameters(parameters);
  });
  SceneTable scene;
  file.read(keys_of(scene));
}

void read_tour(const std::string& name) {
  const Tour tour = open_tour(name);
  tour_text(tour);
}

void read_path(const std::string& name) { camera_path_text(open_camera_path(name)); }

void read_mesh(const std::string& name) { load_obj(name); }

void read_saved(const std::string& name) {
  answered([&] { scene_of_saved_state(name); });
  read_saved_state(name);
}

void read_kept(const std::string& name) { read_settings(name); }

template <void (*read)(const std::string&)>
void in_answer(const std::string& file) {
  answered([&] { read(file); });
}

}  // namespace

std::span<const FuzzedReader> fuzzed_readers() {
  static constexpr std::array<FuzzedReader, 6> readers{{
      {"scene", ".toml", in_answer<read_scene_file>},
      {"tour", ".toml", in_answer<read_tour>},
      {"camera_path", ".toml", in_answer<read_path>},
      {"mesh", ".obj", in_answer<read_mesh>},
      {"saved_state", ".limber", in_answer<read_saved>},
      {"settings", ".json", in_answer<read_kept>},
  }};
  return readers;
}

}  // namespace limber
