#pragma once

#include <array>
#include <glm/glm.hpp>
#include <vector>

#include "render/depth_pyramid.h"
#include "render/gl_object.h"
#include "render/material_table.h"
#include "render/quality.h"
#include "sim/publish.h"

namespace limber {

/// A view that instances are drawn into.
struct InstanceView {
  glm::mat4 clip_from_world{1.0f};
  float px_per_m = 1.0f;  ///< where w = 1 in clip space
  glm::ivec2 size_px{1};
};

/// What hides instances: the depths drawn so far in a view.
struct Hiding {
  const DepthPyramid& depths;
  glm::vec2 nearness;  ///< as in DepthPyramid
  glm::vec2 rounding;  ///< of nearness: relative, absolute
};

/// Meshes drawn once for each of their poses, which are published vertices. Culling and the choice
/// of levels of detail run on the GPU. Where there are many, what is hidden is culled in two passes
/// [Haar15]: choose_first() and a draw, choose_rest() by the depths drawn then, and another draw.
class Instances {
 public:
  /// Views with separate visible sets; films may have an eye of their own.
  enum Viewer { light, sky, eye, eye_of_film };
  enum Pass { first, rest };

  struct Part {
    unsigned material = 0;  ///< its index in the scene's MaterialTable
    int first_pose = 0;
    int poses_per_body = 1;
    int first_level = 0;
    int level_count = 0;
    bool transparent = false;
    int closed_level_count = 0;  ///< of the first levels, whose back faces are not drawn
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

  /// Whether there are so many that it pays to find out which are hidden.
  bool are_many() const { return pose_count_ >= many; }

  struct Choice {
    const GlProgram& program;  ///< instances.comp; its uniform block must be bound
    unsigned vertices;
    float tolerance_px;           ///< maximum error of a level of detail
    SmallTriangleLimits small{};  ///< what is left to dispatch_small()
  };
  /// Selects what the following draws of `viewer` show, after ready(): all in view, or in two
  /// passes those that the last picture showed, and those of the rest that `by` does not hide.
  void choose_all(Viewer viewer, const InstanceView& view, const Choice& choice);
  void choose_first(Viewer viewer, const InstanceView& view, const Choice& choice);
  void choose_rest(Viewer viewer, const InstanceView& view, const Choice& choice, const Hiding& by);
  static void ready();

  /// Whether there is something to draw in a pass.
  bool has(Viewer viewer, Pass pass) const { return !empty() && shown_[viewer].passes > pass; }
  /// Binds everything but the program for the following draws. lines: the program is a WIREFRAME
  /// one.
  void use(Viewer viewer, Pass pass, unsigned vertices, bool lines = false) const;
  void draw(const Part& part) const;
  /// Runs the current program, small_triangles.comp, for the small ones that were chosen last.
  void dispatch_small(Viewer viewer, unsigned vertices) const;
  /// Draws one triangle of three vertices if there were any such in the passes of a picture.
  void draw_if_small(Viewer viewer) const;

 private:
  struct Gathered;
  explicit Instances(const Gathered& all);

  void draw_levels(int first, int count) const;

  /// enum Among of shaders/instances.comp.
  enum class Among : unsigned { all_in_view, shown_before, not_hidden };
  void choose(Viewer viewer, Among among, const InstanceView& view, const Choice& choice);

  /// The visible set of a view.
  struct Shown {
    std::array<GlBuffer, 2> commands;  ///< of each pass: DrawCommand, one per level
    GlBuffer poses;                    ///< indices of published vertices
    GlBuffer instances;                ///< whether the last picture showed them
    GlBuffer small;                    ///< SmallClusters of shaders/small_triangles.comp
    bool lists_small = false;          ///< `small` has room for all clusters
    int passes = 0;                    ///< that were chosen
    void begin_small(Pass pass, const GlBuffer& none) const;
  };
  static constexpr int many = 1000;

  std::vector<Part> parts_;
  int max_poses_ = 0;            ///< of any part
  int pose_count_ = 0;           ///< of all
  std::size_t pose_slots_ = 0;   ///< capacity for all poses in each of their levels
  std::size_t small_bytes_ = 0;  ///< of a list of all small clusters; 0: too many
  GlBuffer mesh_vertices_;       ///< PublishedVertex
  GlBuffer triangles_;
  GlBuffer corners_in_order_;  ///< 0, 1, 2 ... for programs that fetch vertices themselves
  GlBuffer part_table_, level_errors_;
  GlBuffer no_commands_;   ///< DrawCommands with zero instances
  GlBuffer drawn_levels_;  ///< struct Level of shaders/small_triangles.comp
  GlBuffer no_small_;      ///< SmallCounts of zero instances
  std::array<Shown, 4> shown_;
  GlVertexArray array_;  ///< attribute 0: one pose per instance
};

}  // namespace limber
