#include "render/shader_folder.h"

#include <fstream>
#include <sstream>
#include <utility>

#include "kernels/error.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

/// Editors leave temporary files beside the shaders.
bool is_shader(const fs::path& path) {
  const fs::path ending = path.extension();
  return ending == ".glsl" || ending == ".vert" || ending == ".frag" || ending == ".comp";
}

}  // namespace

ShaderFolder::ShaderFolder(fs::path path) : path_(std::move(path)), known_(look()), seen_(known_) {}

std::string ShaderFolder::read(const std::string& name) const {
  if (path_.empty())
    throw Error(ExitCode::unavailable,
                "shaders/" + name +
                    " is only inside this program; set LIMBER_DATA to a folder "
                    "with scenes and shaders");
  std::ifstream file(path_ / name);
  if (!file)
    throw Error(ExitCode::bad_input, "shaders/" + name + " cannot be read in " + path_.string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

ShaderFolder::Times ShaderFolder::look() const {
  // Files may vanish meanwhile; unreadable ones are skipped.
  Times times;
  std::error_code failed;
  for (fs::directory_iterator entry(path_, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    if (!is_shader(entry->path())) continue;
    std::error_code gone;
    const fs::file_time_type time = fs::last_write_time(entry->path(), gone);
    if (!gone) times.emplace(entry->path(), time);
  }
  return times;
}

bool ShaderFolder::changed() {
  Times now = look();
  const bool stands_still = now == seen_;
  seen_ = std::move(now);
  if (seen_.empty() || !stands_still || seen_ == known_) return false;
  known_ = seen_;
  return true;
}

}  // namespace limber
