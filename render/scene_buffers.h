#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "render/fluids.h"
#include "render/gl_object.h"
#include "render/instances.h"
#include "render/material_table.h"
#include "sim/publish.h"

namespace limber {

/// Triangles of one material, for one draw call.
struct IndexRange {
  int first_triangle = 0;
  int triangle_count = 0;
  unsigned material = 0;  ///< its index in the scene's MaterialTable
  bool transparent = false;
  float thread_m = 0.0f;  ///< Material::thread_m
};

struct LineBuffer {
  GlBuffer lines;    ///< struct Line of shaders/constraints.vert
  GlBuffer palette;  ///< one linear colour per class
  int count = 0;
};

/// A DrawList on the GPU.
class SceneBuffers {
 public:
  SceneBuffers() = default;
  /// Throws Error(bad_input) when an index is out of range.
  explicit SceneBuffers(const DrawList& list);

  MaterialTable material_table;
  GlBuffer materials;  ///< MaterialTable::uploaded()

  int vertex_count = 0;
  int triangle_count = 0;
  GlBuffer triangles;
  GlBuffer rest_m;  ///< DrawList::rest_m, one per vertex; empty without woven cloth
  std::vector<IndexRange> parts;

  GlBuffer scenery_vertices;  ///< PublishedVertex
  GlBuffer scenery_triangles;
  std::vector<IndexRange> scenery;
  bool has_transparent = false;  ///< among scenery, moving scenery and bodies

  Instances moving_scenery;
  Instances bodies;
  Instances spheres;
  Fluids fluids;

  std::vector<LineBuffer> lines;
  std::vector<ScalarField> fields;

  bool ground = false;
  float ground_height_m = 0.0f;
  glm::vec3 bounds_min_m{-1.0f};  ///< including scenery
  glm::vec3 bounds_max_m{1.0f};
};

}  // namespace limber
