#include "sim/joints/balls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "kernels/error.h"
#include "kernels/joints/parked.h"
#include "sim/joints/rigid_solid.h"
#include "sim/joints/spawned_settings.h"

namespace limber {

namespace {

constexpr glm::vec3 color{0.90f, 0.55f, 0.04f};  // a colour that no cloth has by default

JointsModel model_of(const BallKind& kind) {
  JointsModel model{.some_park = true};
  const RigidSolid ball = solid_ball(kind.radius_m, as_written(kind.density_kg_m3));
  RigidBody body =
      body_of({ball}, {.front_color = color, .back_color = color, .roughness = 0.35f}, model);
  for (int i = 0; i < Balls::count; ++i) {
    body.pose = parked_pose(i);
    model.bodies.push_back(body);
  }
  return model;
}

}  // namespace

Balls::Balls(Exec& exec, const BallKind& kind)
    : JointsSystem(exec, model_of(kind), settings_of_spawned(kind.radius_m)), shot_balls_{kind} {
  std::erase_if(parameters_, [](const Parameter& parameter) { return !parameter.shared; });
  draw_list_.fields.clear();
}

void Balls::archive(Archive& archive) {
  JointsSystem::archive(archive);
  archive.host(name_of_shot, shot_balls_);
}

BallKind Balls::kind_in(std::span<const std::byte> saved) {
  ShotBalls shot;
  if (saved.size() != sizeof shot)
    throw Error(ExitCode::bad_input, "the state belongs to another version: its balls differ");
  std::memcpy(&shot, saved.data(), sizeof shot);
  return shot.kind;
}

bool Balls::shoot(const glm::vec3& from_m, const glm::vec3& velocity_m_s) {
  int tried = 0;
  for (; is_held(shot_balls_.next); shot_balls_.next = (shot_balls_.next + 1) % count)
    if (++tried > count)
      throw Error(ExitCode::bad_input,
                  fmt::format("all {} balls are held: U releases the pins", count));
  throw_body(shot_balls_.next, {.position_m = glm::dvec3(from_m)}, glm::dvec3(velocity_m_s));
  shot_balls_.next = (shot_balls_.next + 1) % count;
  const bool last_new = shot_balls_.shot == count;
  shot_balls_.shot = std::min(shot_balls_.shot + 1, count + 1);
  return last_new;
}

}  // namespace limber
