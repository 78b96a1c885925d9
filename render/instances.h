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
  float px_per_m = 1.0f;  ///< where clip space has w = 1
};

/// Meshes that are drawn once for each of their poses, which are published vertices. Which of them
/// a view shows, and in which level of detail, is found out on the GPU.
class Instances {
 public:
  /// Views that are chosen for and drawn at the same time.
  enum Viewer { light, sky, eye };

  struct Part {
    unsigned material = 0;  ///< its number in the scene's MaterialTable
    int first_pose = 0;
    int poses_a_body = 1;
    int first_level = 0;
    int level_count = 0;
    bool transparent = false;
  };

  Instances() = default;
  /// Parts of a draw list, or its spheres. Throw Error(bad_input) for poses or indices out of
  /// range, Error(unavailable) when there are more than this OpenGL can work on.
  static Instances of_parts(const std::vector<InstancedPart>& parts, const DrawList& list,
                            MaterialTable& materials);
  static Instances of_spheres(const DrawList& list, MaterialTable& materials);

  const std::vector<Part>& parts() const { return parts_; }
  bool empty() const { return parts_.empty(); }
  bool has_transparent() const;

  /// Chooses what `viewer` shows in the draws that follow after ready(). program: instances.comp;
  /// its uniform block is bound. tolerance_px: how far off a level of detail may be.
  void choose(Viewer viewer, const InstanceView& view, float tolerance_px, const GlProgram& program,
              unsigned vertices);
  static void ready();

  /// Binds all that the draws that follow need but the program. lines: it is a WIREFRAME program.
  void use(Viewer viewer, unsigned vertices, bool lines = false) const;
  void draw(const Part& part) const;
  void draw_all() const;

 private:
  struct Gathered;
  explicit Instances(const Gathered& all);
  void draw_levels(int first, int count) const;

  /// What a view shows.
  struct Shown {
    GlBuffer commands;  ///< DrawCommand, one a level
    GlBuffer poses;     ///< indices of published vertices
  };

  std::vector<Part> parts_;
  int max_poses_ = 0;           ///< of a part
  std::size_t pose_slots_ = 0;  ///< room for all poses in each of their levels
  GlBuffer mesh_vertices_;      ///< PublishedVertex
  GlBuffer triangles_;
  GlBuffer corners_in_order_;  ///< 0, 1, 2 ... for programs that fetch their corners themselves
  GlBuffer part_table_, level_errors_;
  GlBuffer no_commands_;  ///< DrawCommands without instances
  std::array<Shown, 3> shown_;
  GlVertexArray array_;  ///< attribute 0: a pose an instance
};

}  // namespace limber
