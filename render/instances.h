#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "render/gl_object.h"
#include "render/material_table.h"
#include "sim/publish.h"

namespace limber {

/// A view that instances are drawn into.
struct InstanceView {
  glm::mat4 clip_from_world{1.0f};
  float px_per_m = 1.0f;  ///< where w = 1 in clip space
};

/// Meshes drawn once for each of their poses, which are published vertices. Culling and the choice
/// of levels of detail run on the GPU.
class Instances {
 public:
  /// Views with separate visible sets.
  enum Viewer { light, sky, eye };

  struct Part {
    unsigned material = 0;  ///< its index in the scene's MaterialTable
    int first_pose = 0;
    int poses_per_body = 1;
    int first_level = 0;
    int level_count = 0;
    bool transparent = false;
  };

  Instances() = default;
  /// From the parts of a draw list, or from its spheres. Throw Error(bad_input) for poses or
  /// indices out of range, Error(unavailable) for more than this OpenGL can process.
  static Instances of_parts(const std::vector<InstancedPart>& parts, const DrawList& list,
                            MaterialTable& materials);
  static Instances of_spheres(const DrawList& list, MaterialTable& materials);

  const std::vector<Part>& parts() const { return parts_; }
  bool empty() const { return parts_.empty(); }
  bool has_transparent() const;

  /// Selects what the following draws of `viewer` show, after ready(). program: instances.comp; its
  /// uniform block must be bound. tolerance_px: maximum error of a level of detail.
  void choose(Viewer viewer, const InstanceView& view, float tolerance_px, const GlProgram& program,
              unsigned vertices);
  static void ready();

  /// Binds everything but the program for the following draws. lines: the program is a WIREFRAME
  /// one.
  void use(Viewer viewer, unsigned vertices, bool lines = false) const;
  void draw(const Part& part) const;
  void draw_all() const;

 private:
  struct Gathered;
  explicit Instances(const Gathered& all);
  void draw_levels(int first, int count) const;

  /// The visible set of a view.
  struct Shown {
    GlBuffer commands;  ///< DrawCommand, one per level
    GlBuffer poses;     ///< indices of published vertices
  };

  std::vector<Part> parts_;
  int max_poses_ = 0;           ///< of any part
  std::size_t pose_slots_ = 0;  ///< capacity for all poses in each of their levels
  GlBuffer mesh_vertices_;      ///< PublishedVertex
  GlBuffer triangles_;
  GlBuffer corners_in_order_;  ///< 0, 1, 2 ... for programs that fetch vertices themselves
  GlBuffer part_table_, level_errors_;
  GlBuffer no_commands_;  ///< DrawCommands with zero instances
  std::array<Shown, 3> shown_;
  GlVertexArray array_;  ///< attribute 0: one pose per instance
};

}  // namespace limber
