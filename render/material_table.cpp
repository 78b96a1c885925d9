#include "render/material_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/error.h"
#include "render/upload.h"

namespace limber {

namespace {

constexpr std::size_t max_materials = 4096;  // limited by the packing in shaders/gbuffer.glsl

/// struct Material of shaders/surface.glsl.
struct MaterialRow {
  glm::vec4 front_color_roughness;
  glm::vec4 back_color_translucency;
  glm::vec4 finish;
};

}  // namespace

unsigned MaterialTable::number_of(const Material& material) {
  const auto known = std::find(materials_.begin(), materials_.end(), material);
  if (known != materials_.end()) return static_cast<unsigned>(known - materials_.begin());
  if (materials_.size() == max_materials)
    throw Error(ExitCode::bad_input,
                fmt::format("the scene has more than {} materials, which is more than a picture "
                            "can show; give some surfaces the same colours",
                            max_materials));
  materials_.push_back(material);
  return static_cast<unsigned>(materials_.size() - 1);
}

GlBuffer MaterialTable::uploaded() const {
  std::vector<MaterialRow> rows;
  for (const Material& material : materials_)
    rows.push_back({{material.front_color, material.roughness},
                    {material.back_color, material.translucency},
                    {material.mottling, material.transparency, material.sheen, 0.0f}});
  return upload<MaterialRow>(rows);
}

}  // namespace limber
