#include "render/instance_turns.h"

namespace limber {

void InstanceTurns::draw(const Programs& programs, const MeshDrawer& mesh,
                         const SmallTriangles::Canvas& canvas, const Drawn& drawn,
                         const std::function<void()>& first, const std::function<void()>& rest) {
  constexpr glm::vec2 of_floats(1e-5f, 0.0f), of_16_bits(0.0f, 2.0f / 65535.0f);
  const bool is_picture = canvas.has_texels;
  Instances& instances = drawn.instances;
  const bool any = drawn.choice.vertices && !instances.empty();
  const bool some_are_small = any && drawn.choice.small.max_px2 > 0.0f;
  const auto draw_turn = [&](const std::function<void()>& turn) {
    turn();
    if (some_are_small)
      small_.rasterize(programs.rasterize_small, instances, drawn.choice.vertices, drawn.surface);
  };
  if (some_are_small) small_.begin(canvas);
  draw_turn(first);
  if (any && instances.are_many()) {
    pyramid_.make(is_picture ? programs.reduce_sampled_depths : programs.reduce_depths,
                  drawn.depths, canvas.view.size_px, canvas.nearness,
                  some_are_small ? small_.depths() : SmallDepths{});
    instances.choose_rest(canvas.viewer, canvas.view, drawn.choice,
                          {pyramid_, canvas.nearness, is_picture ? of_floats : of_16_bits});
    Instances::ready();
    draw_turn(rest);
  }
  if (!some_are_small) return;
  mesh.use_none();
  small_.merge(is_picture ? programs.merge_small : programs.merge_small_depths, instances);
}

}  // namespace limber
