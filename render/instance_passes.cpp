#include "render/instance_passes.h"

namespace limber {

void InstancePasses::draw(const Programs& programs, const MeshDrawer& mesh,
                          const SmallTriangles::Target& target, const Drawn& drawn,
                          const std::function<void()>& first, const std::function<void()>& rest) {
  constexpr glm::vec2 of_floats(1e-5f, 0.0f), of_16_bits(0.0f, 2.0f / 65535.0f);
  const bool is_picture = target.has_texels;
  Instances& instances = drawn.instances;
  const bool any = drawn.choice.vertices && !instances.empty();
  const bool some_are_small = any && drawn.choice.small.max_px2 > 0.0f;
  const auto draw_pass = [&](const std::function<void()>& pass) {
    pass();
    if (some_are_small)
      small_.rasterize(programs.rasterize_small, instances, drawn.choice.vertices, drawn.surface);
  };
  if (some_are_small) small_.begin(target);
  draw_pass(first);
  if (any && instances.are_many()) {
    pyramid_.make(is_picture ? programs.reduce_sampled_depths : programs.reduce_depths,
                  drawn.depths, target.view.size_px, target.nearness,
                  some_are_small ? small_.depths() : SmallDepths{});
    instances.choose_rest(target.viewer, target.view, drawn.choice,
                          {pyramid_, target.nearness, is_picture ? of_floats : of_16_bits});
    Instances::ready();
    draw_pass(rest);
  }
  if (!some_are_small) return;
  mesh.use_none();
  small_.merge(is_picture ? programs.merge_small : programs.merge_small_depths, instances);
}

}  // namespace limber
