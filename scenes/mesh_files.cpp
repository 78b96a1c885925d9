#include "scenes/mesh_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "scenes/blaming.h"
#include "sim/mesh/obj_file.h"

namespace limber {

namespace {

void refuse_missing(const TableReader& table, const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::exists(path, ignored)) return;
  const char* const advice =
      fs::path(path).filename() == "bunny.obj"
          ? "install the package glmark2-data, which has it, and name it bunny.obj"
          : "check the path, which is relative to the current folder";
  table.fail("file", fmt::format("names {}, but there is no such file; {}", path, advice));
}

}  // namespace

std::string find_mesh_file(const std::string& name) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  for (const char* folder : {"", "/usr/share/glmark2/models", "/usr/local/share/glmark2/models"}) {
    const fs::path path = fs::path(folder) / name;
    if (fs::is_regular_file(path, ignored)) return path.string();
  }
  return name;
}

TriangleMesh load_named(const TableReader& table, const std::string& path, const Opening& opening) {
  refuse_missing(table, path);
  opening.meshes.push_back(path);
  std::string note;
  TriangleMesh mesh =
      blaming(table, "file", [&] { return load_obj(path, opening.progress, &note); });
  if (!note.empty()) opening.notes.push_back(path + ": " + note);
  return mesh;
}

}  // namespace limber
