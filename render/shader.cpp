#include "render/shader.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "kernels/embedded_file.h"
#include "kernels/error.h"

namespace limber {

extern const std::vector<EmbeddedFile> shader_files;

namespace {

/// A file with its includes as one text. OpenGL identifies files by number: `#line LINE NUMBER`.
struct Source {
  std::vector<std::string> files;  ///< by number
  std::string text;

  void append(const ShaderReader& read, const std::string& file) {
    if (std::find(files.begin(), files.end(), file) != files.end()) return;
    const std::size_t number = files.size();
    files.push_back(file);
    std::istringstream lines(read(file));
    static const std::regex include(R"re(\s*#include\s+"([^"]+)"\s*)re");
    text += fmt::format("#line 1 {}\n", number);
    std::string line;
    for (int i = 1; std::getline(lines, line); ++i) {
      std::smatch match;
      if (std::regex_match(line, match, include)) {
        append(read, match[1]);
        text += fmt::format("#line {} {}\n", i + 1, number);
      } else {
        text += line + "\n";
      }
    }
  }

  /// Mesa reports "0:12(5): error: ...", NVIDIA "0(12) : error ..."; the first number is the
  /// file's.
  std::string readable(const std::string& log) const {
    static const std::regex place(R"((\d+)[:(](\d+)\)?(\(\d+\))?\s*:\s*)");
    std::istringstream lines(log);
    std::string line;
    while (std::getline(lines, line)) {
      std::smatch match;
      if (line.find("warning") != std::string::npos || !std::regex_search(line, match, place))
        continue;
      const std::size_t number = std::stoul(match[1]);
      const std::string file = number < files.size() ? files[number] : files.front();
      return fmt::format("shaders/{}:{}: {}", file, match[2].str(), match.suffix().str());
    }
    return fmt::format("shaders/{}: {}", files.front(), log);
  }
};

GlShader compile(const ShaderReader& read, GLenum stage, const std::string& file,
                 const std::vector<std::string>& defines) {
  Source source;
  source.text = "#version 450 core\n";
  for (const std::string& define : defines) source.text += "#define " + define + "\n";
  source.append(read, file);

  GlShader shader(glCreateShader(stage));
  const char* text = source.text.c_str();
  glShaderSource(shader.name(), 1, &text, nullptr);
  glCompileShader(shader.name());
  GLint good = GL_FALSE;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &good);
  if (!good) {
    GLint length = 0;
    glGetShaderiv(shader.name(), GL_INFO_LOG_LENGTH, &length);
    std::string log(std::max(length, 1), '\0');
    glGetShaderInfoLog(shader.name(), length, &length, log.data());
    log.resize(length);
    throw Error(ExitCode::unavailable, source.readable(log));
  }
  return shader;
}

/// names: of the attached shaders, for the message.
void link(const GlProgram& program, const std::string& names) {
  glLinkProgram(program.name());
  GLint good = GL_FALSE;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &good);
  if (!good) {
    GLint length = 0;
    glGetProgramiv(program.name(), GL_INFO_LOG_LENGTH, &length);
    std::string log(std::max(length, 1), '\0');
    glGetProgramInfoLog(program.name(), length, &length, log.data());
    log.resize(length);
    throw Error(ExitCode::unavailable, fmt::format("{} cannot be linked: {}", names, log));
  }
}

}  // namespace

std::string read_embedded_shader(const std::string& name) {
  for (const EmbeddedFile& file : shader_files)
    if (file.path == name) return std::string(file.text);
  throw Error(ExitCode::bad_input, "there is no shaders/" + name + " in this program");
}

GlProgram build_program(const ShaderReader& read, const ProgramRecipe& recipe) {
  GlProgram program(glCreateProgram());
  const GlShader vertex = compile(read, GL_VERTEX_SHADER, recipe.vertex, recipe.defines);
  GlShader fragment;
  glAttachShader(program.name(), vertex.name());
  if (!recipe.fragment.empty()) {
    fragment = compile(read, GL_FRAGMENT_SHADER, recipe.fragment, recipe.defines);
    glAttachShader(program.name(), fragment.name());
  }
  link(program, fmt::format("shaders/{} with shaders/{}", recipe.vertex, recipe.fragment));
  return program;
}

GlProgram build_compute_program(const ShaderReader& read, const std::string& file,
                                const std::vector<std::string>& defines) {
  GlProgram program(glCreateProgram());
  const GlShader shader = compile(read, GL_COMPUTE_SHADER, file, defines);
  glAttachShader(program.name(), shader.name());
  link(program, "shaders/" + file);
  return program;
}

}  // namespace limber
