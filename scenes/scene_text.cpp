#include "scenes/scene_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "kernels/embedded_file.h"
#include "kernels/error.h"
#include "scenes/key_depth.h"
#include "sim/data_folder.h"
#include "sim/text_file.h"

namespace limber {

extern const std::vector<EmbeddedFile> embedded_scenes;

namespace {

namespace fs = std::filesystem;

constexpr const char* tours = "tours/";  // their folder among those of the scenes

std::string id_of(const fs::path& below_folder) {
  return fs::path(below_folder).replace_extension().generic_string();
}

std::vector<SceneText> own_files() {
  std::vector<SceneText> files;
  const fs::path folder = data_folder("scenes");
  if (!folder.empty()) {
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".toml")
        files.push_back({id_of(fs::relative(entry.path(), folder)), entry.path().string(),
                         read_toml_file(entry.path(), "scene")});
  } else {
    for (const EmbeddedFile& file : embedded_scenes)
      files.push_back(
          {id_of(file.path), "scenes/" + std::string(file.path), std::string(file.text)});
  }
  std::ranges::sort(files, {}, &SceneText::id);
  return files;
}

void check_depth(const SceneText& scene) {
  constexpr int max_parts = 32;
  if (const std::optional<int> line = line_of_deeper_key(scene.text, max_parts))
    throw Error(ExitCode::bad_input,
                fmt::format("{}:{}: a key has more than {} parts with dots between them; no key "
                            "of a scene is that deep",
                            scene.file, *line, max_parts));
}

}  // namespace

std::vector<SceneText> own_scenes() {
  std::vector<SceneText> scenes = own_files();
  std::erase_if(scenes, [](const SceneText& file) { return file.id.starts_with(tours); });
  return scenes;
}

std::vector<SceneText> own_tours() {
  std::vector<SceneText> found;
  for (SceneText& file : own_files()) {
    if (!file.id.starts_with(tours)) continue;
    file.id.erase(0, std::string_view(tours).size());
    found.push_back(std::move(file));
  }
  return found;
}

std::string read_toml_file(const fs::path& path, const char* what) {
  constexpr std::size_t max_MiB = 16;
  return read_text_file(path, what, max_MiB);
}

toml::table parse(const SceneText& scene) {
  check_depth(scene);
  try {
    return toml::parse(scene.text, scene.file);
  } catch (const toml::parse_error& error) {
    throw Error(ExitCode::bad_input, fmt::format("{}:{}: {}", scene.file, error.source().begin.line,
                                                 error.description()));
  }
}

}  // namespace limber
