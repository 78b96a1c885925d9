#pragma once

#include <functional>
#include <string>
#include <vector>

#include "render/gl_object.h"

namespace limber {

/// Returns a shader file's text by its name below shaders/. Throws Error if there is none.
using ShaderReader = std::function<std::string(const std::string& name)>;

/// Reads a shader embedded in the program.
std::string read_embedded_shader(const std::string& name);

struct ProgramRecipe {
  std::string vertex;
  std::string fragment;              ///< empty: depth only
  std::vector<std::string> defines;  ///< for example "WIREFRAME"
};

/// Compiles and links. A line `#include "file.glsl"` is replaced by that file. Throws
/// Error(unavailable) with "file:line" and the compiler's log.
GlProgram build_program(const ShaderReader& read, const ProgramRecipe& recipe);
/// The same for a compute shader.
GlProgram build_compute_program(const ShaderReader& read, const std::string& file,
                                const std::vector<std::string>& defines = {});

}  // namespace limber
