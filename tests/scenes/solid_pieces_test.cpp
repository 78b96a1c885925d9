// Every [[solid]] of the shipped scenes, filled by a lattice, is one component if its surface is,
// and carries its surface.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "scenes/mesh_files.h"
#include "scenes/solid_filling.h"
#include "scenes/solid_table.h"
#include "scenes/table_reader.h"
#include "tests/unit/drawn_checks.h"

namespace limber {
namespace {

/// Whether a lattice fills it and a surface of its own is drawn, and its file is there if it needs
/// one.
bool is_for_us(const toml::table& solid) {
  if (solid["drawn"].value_or(std::string()) == "simulated") return false;
  const std::string file = solid["file"].value_or("");
  const bool from_file = solid["shape"].value_or(std::string("mesh")) == "mesh";
  if (from_file && !std::filesystem::exists(find_mesh_file(file))) return false;
  return solid["mesher"].value_or(std::string(from_file ? "tetgen" : "lattice")) == "lattice";
}

Solid read_solid(const toml::table& solid, const std::string& file, const std::string& model) {
  TableReader reader(solid, file, "solid");
  const SceneTable scene;
  std::optional<MesherChoice> filled_by;
  const std::vector<ReadPreset> presets;
  const std::vector<std::string> settings;
  std::vector<std::string> notes, meshes;
  Progress silent;
  SceneMemory memory;
  return make_solid(read_solid_table(reader, model), reader,
                    {scene, nullptr, MesherChoice::automatic, filled_by, presets, settings, notes,
                     meshes, silent, memory});
}

TEST(SolidPieces, EverySolidHoldsTogether) {
  int solids = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(LIMBER_SCENES_FOLDER)) {
    if (entry.path().extension() != ".toml") continue;
    const std::string path = entry.path().string();
    toml::table file = toml::parse_file(path);
    const toml::array* const tables = file["solid"].as_array();
    if (!tables) continue;
    for (const toml::node& node : *tables) {
      const toml::table& table = *node.as_table();
      if (!is_for_us(table)) continue;
      SCOPED_TRACE(path);
      ++solids;
      const std::string family = entry.path().parent_path().filename();
      const Solid solid = read_solid(table, path,
                                     family == "fem"      ? "fem"
                                     : family == "plants" ? "modal"
                                                          : "pbd");
      ASSERT_FALSE(solid.drawn.triangles.empty());
      EXPECT_LE(pieces_of(solid.mesh), pieces_of(solid.drawn));
      expect_drawn_on_mesh(solid,
                           1.1f * table["cell_m"].value_or(0.0f) + table["skin_m"].value_or(0.0f));
      expect_drawn_bends(solid,
                         1.1f * table["cell_m"].value_or(0.0f) + table["skin_m"].value_or(0.0f));
    }
  }
  EXPECT_GE(solids, 6);
}

}  // namespace
}  // namespace limber
