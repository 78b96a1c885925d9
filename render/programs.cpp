#include "render/programs.h"

namespace limber {

namespace {

std::vector<std::string> with(std::vector<std::string> defines, const char* another) {
  defines.emplace_back(another);
  return defines;
}

}  // namespace

TrianglePrograms::TrianglePrograms(const ShaderReader& read,
                                   const std::vector<std::string>& defines)
    : surface(build_program(read, {"surface.vert", "surface.frag", defines})),
      wireframe(build_program(read, {"surface.vert", "surface.frag", with(defines, "WIREFRAME")})),
      shadow(build_program(read, {"shadow.vert", "", defines})),
      thin_shadow(build_program(read, {"shadow.vert", "thin_shadow.frag", defines})),
      transparent(build_program(read, {"surface.vert", "transparent.frag", defines})),
      pick(build_program(read, {"pick.vert", "pick.frag", defines})) {}

ParticlePrograms::ParticlePrograms(const ShaderReader& read)
    : surface(build_program(read, {"particle.vert", "particle.frag", {}})),
      shadow(build_program(read, {"particle.vert", "particle.frag", {"SHADOW"}})),
      pick(build_program(read, {"particle.vert", "particle.frag", {"PICK"}})) {}

FluidPrograms::FluidPrograms(const ShaderReader& read)
    : splat_light(build_compute_program(read, "fluid_splat.comp", {"LIGHT"})),
      absorb_light(build_compute_program(read, "fluid_thickness.comp", {"LIGHT"})),
      keep_behind(build_compute_program(read, "fluid_behind.comp")),
      splat_depth(build_compute_program(read, "fluid_splat.comp", {"DEPTH"})),
      mesh(build_program(read, {"surface.vert", "fluid_mesh.frag", {}})),
      splat_thickness(build_compute_program(read, "fluid_splat.comp", {"THICKNESS"})),
      smooth(build_compute_program(read, "fluid_smooth.comp")),
      absorb(build_compute_program(read, "fluid_thickness.comp")),
      surface(build_compute_program(read, "fluid.comp")),
      splat_foam(build_compute_program(read, "foam_splat.comp")),
      foam(build_compute_program(read, "foam.comp")) {}

LensPrograms::LensPrograms(const ShaderReader& read)
    : focus(build_compute_program(read, "lens_focus.comp")),
      circles(build_compute_program(read, "lens_circles.comp")),
      blur(build_compute_program(read, "lens.comp")) {}

Programs::Programs(const ShaderReader& read)
    : plain(read, {}),
      woven(build_program(read, {"surface.vert", "surface.frag", {"WOVEN"}})),
      woven_depth(build_program(read, {"surface.vert", "", {"WOVEN"}})),
      instanced(read, {"INSTANCED"}),
      particles(read),
      fluid(read),
      lens(read),
      choose_instances(build_compute_program(read, "instances.comp")),
      rasterize_small(build_compute_program(read, "small_triangles.comp")),
      merge_small(
          build_program(read, {"small_triangles.vert", "small_triangles.frag", {"TEXELS"}})),
      merge_small_depths(build_program(read, {"small_triangles.vert", "small_triangles.frag", {}})),
      reduce_depths(build_compute_program(read, "depth_pyramid.comp")),
      reduce_sampled_depths(build_compute_program(read, "depth_pyramid.comp", {"MULTISAMPLED"})),
      list_tiles(build_compute_program(read, "tiles.comp")),
      shade_surfaces(build_compute_program(read, "shade.comp", {"SURFACES"})),
      shade_surroundings(build_compute_program(read, "shade.comp")),
      look_through(build_compute_program(read, "look_through.comp")),
      cut_out(build_compute_program(read, "cut_out.comp")),
      constraints(build_program(read, {"constraints.vert", "constraints.frag", {}})),
      overlay(build_program(read, {"overlay.vert", "overlay.frag", {}})) {}

}  // namespace limber
