#pragma once

#include <vector>

#include "render/gl_object.h"
#include "render/material_table.h"
#include "sim/publish.h"

namespace limber {

/// The fluids of a draw list on the GPU.
class Fluids {
 public:
  struct Part {
    unsigned first_vertex = 0;
    unsigned count = 0;
    float radius_m = 0.0f;
    unsigned material = 0;  ///< MaterialTable index, for particles drawn as spheres
    bool clear = true;      ///< no scattering colour
  };

  Fluids() = default;
  /// Throws Error(bad_input) for vertices out of range, an invalid radius, refractive index or
  /// absorption, or more fluids than the shaders support; Error(unavailable) for more vertices than
  /// this OpenGL can process.
  Fluids(const DrawList& list, MaterialTable& materials);

  bool empty() const { return parts_.empty(); }
  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<Part>& foams() const { return foams_; }
  float largest_radius_m() const;

  /// Binds the table of shaders/fluid.glsl.
  void use() const;
  /// Runs shaders/fluid_splat.comp over all particles; its output must be bound.
  void splat(const GlProgram& program, unsigned vertices) const;

 private:
  std::vector<Part> parts_;  ///< one per fluid
  std::vector<Part> foams_;  ///< their white water
  GlBuffer table_;
};

}  // namespace limber
