#include "render/programs.h"

namespace limber {

Programs::Programs(const ShaderReader& read)
    : surface(build_program(read, {"surface.vert", "surface.frag", {}})),
      wireframe(build_program(read, {"surface.vert", "surface.frag", {"WIREFRAME"}})),
      shadow(build_program(read, {"shadow.vert", "", {}})),
      background(build_program(read, {"background.vert", "background.frag", {}})),
      ground(build_program(read, {"ground.vert", "ground.frag", {}})),
      constraints(build_program(read, {"constraints.vert", "constraints.frag", {}})),
      overlay(build_program(read, {"overlay.vert", "overlay.frag", {}})),
      pick(build_program(read, {"pick.vert", "pick.frag", {}})) {}

}  // namespace limber
