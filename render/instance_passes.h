#pragma once

#include <functional>

#include "render/depth_pyramid.h"
#include "render/mesh_drawer.h"
#include "render/programs.h"
#include "render/small_triangles.h"

namespace limber {

/// Draws instances into a picture or a shadow map: what the last picture showed, then what that
/// does not hide; small triangles by compute shaders.
class InstancePasses {
 public:
  struct Drawn {
    Instances& instances;      ///< chosen for their first pass
    Instances::Choice choice;  ///< the same as then
    unsigned depths;           ///< depth texture of the bound framebuffer
    SmallTriangles::Surface surface{};
  };
  /// first, rest: draw what does not consist of small triangles, in each pass; first draws all
  /// other things, too. Without vertices there are only those.
  void draw(const Programs& programs, const MeshDrawer& mesh, const SmallTriangles::Target& target,
            const Drawn& drawn, const std::function<void()>& first,
            const std::function<void()>& rest);

 private:
  SmallTriangles small_;
  DepthPyramid pyramid_;
};

}  // namespace limber
