#include "render/fluids.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <cmath>

#include "kernels/error.h"
#include "kernels/published_vertex.h"
#include "render/dispatch.h"
#include "render/upload.h"

namespace limber {

namespace {

constexpr unsigned particles_per_group = 32;  // of shaders/fluid_splat.comp
constexpr unsigned table_binding = 3;

/// struct Fluid of shaders/fluid.glsl.
struct FluidRow {
  glm::vec4 absorption_radius;
  glm::vec4 scatter_index;
};

template <class Drawn>
void check_range(const char* name, const Drawn& drawn, const DrawList& list) {
  if (drawn.first_vertex < 0 || drawn.count < 0 ||
      drawn.first_vertex > list.vertex_count - drawn.count)
    throw Error(
        ExitCode::bad_input,
        fmt::format("a {} of the scene has vertices {} to {}, and there are only {}", name,
                    drawn.first_vertex, drawn.first_vertex + drawn.count, list.vertex_count));
}

void check(const DrawnFluid& fluid, const DrawList& list) {
  check_range("fluid", fluid, list);
  const glm::vec3 absorption = fluid.absorption_per_m;
  const bool good = fluid.radius_m > 0.0f && std::isfinite(fluid.radius_m) &&
                    fluid.refraction >= 1.0f && std::isfinite(fluid.refraction) &&
                    absorption == glm::clamp(absorption, 0.0f, 1e6f) &&
                    fluid.scatter == glm::clamp(fluid.scatter, 0.0f, 1.0f);
  if (!good)
    throw Error(
        ExitCode::bad_input,
        "a fluid cannot be drawn: its particles need a radius above 0, its refraction an "
        "index of 1 or more, its absorption numbers from 0 to 1000000 per metre and its own "
        "colour numbers from 0 to 1");
}

/// Material of particles drawn as spheres: white light after some absorption, or the fluid's
/// scattering colour if it has one.
Material material_of(const DrawnFluid& fluid) {
  const glm::vec3 absorption = fluid.absorption_per_m;
  const float mean = (absorption.x + absorption.y + absorption.z) / 3.0f;
  glm::vec3 color = mean > 0.0f ? 0.9f * glm::exp(-absorption / mean) : glm::vec3(0.9f);
  if (fluid.scatter != glm::vec3(0.0f)) color = fluid.scatter;
  return {color, color, 0.4f};
}

}  // namespace

Fluids::Fluids(const DrawList& list, MaterialTable& materials) {
  if (list.fluids.empty()) return;
  // Limited by the index bits of shaders/fluid.glsl.
  if (list.fluids.size() > max_drawn_fluids)
    throw Error(ExitCode::bad_input,
                fmt::format("the scene has {} fluids, but at most {} can be shown; give some the "
                            "same properties",
                            list.fluids.size(), max_drawn_fluids));
  GLint64 max_bytes = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &max_bytes);
  const std::size_t bytes = sizeof(PublishedVertex) * static_cast<std::size_t>(list.vertex_count);
  if (bytes > static_cast<std::size_t>(max_bytes))
    throw Error(ExitCode::unavailable,
                fmt::format("this OpenGL cannot draw so many particles: they take {} MiB, and its "
                            "limit is {} MiB; open a smaller scene",
                            bytes >> 20, max_bytes >> 20));
  std::vector<FluidRow> rows;
  for (const DrawnFluid& fluid : list.fluids) {
    check(fluid, list);
    parts_.push_back({static_cast<unsigned>(fluid.first_vertex), static_cast<unsigned>(fluid.count),
                      fluid.radius_m, materials.number_of(material_of(fluid)),
                      fluid.scatter == glm::vec3(0.0f)});
    rows.push_back({{fluid.absorption_per_m, fluid.radius_m}, {fluid.scatter, fluid.refraction}});
  }
  table_ = upload<FluidRow>(rows);
  for (const DrawnFoam& foam : list.foams) {
    check_range("foam", foam, list);
    foams_.push_back({static_cast<unsigned>(foam.first_vertex), static_cast<unsigned>(foam.count),
                      foam.radius_m,
                      materials.number_of({glm::vec3(0.9f), glm::vec3(0.9f), 0.9f})});
  }
}

float Fluids::largest_radius_m() const {
  float largest_m = 0.0f;
  for (const Part& part : parts_) largest_m = std::max(largest_m, part.radius_m);
  return largest_m;
}

void Fluids::use() const {
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, table_binding, table_.name());
}

void Fluids::splat(const GlProgram& program, unsigned vertices) const {
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, vertices);
  use();
  glUseProgram(program.name());
  for (unsigned i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    glProgramUniform3ui(program.name(), 0, part.first_vertex, part.count, i);
    dispatch_items(part.count, particles_per_group);
  }
}

}  // namespace limber
