#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

#include "sim/joints/ball_kind.h"
#include "sim/joints/joints_system.h"

namespace limber {

/// Balls shot into a scene: rigid bodies, parked until they are shot.
class Balls : public JointsSystem {
 public:
  static constexpr int count = 16;

  Balls(Exec& exec, const BallKind& kind);

  void archive(Archive& archive) override;
  /// Shoots the next ball; once all have been shot, the oldest that is not held. Returns whether a
  /// ball is shot again for the first time. Throws Error(bad_input) where all are held. Waits.
  bool shoot(const glm::vec3& from_m, const glm::vec3& velocity_m_s);
  const BallKind& kind() const { return shot_balls_.kind; }

  /// Name of shot_balls_ in archives, for a reader that must make the balls first.
  static constexpr const char* name_of_shot = "shot balls";
  static BallKind kind_in(std::span<const std::byte> saved);

 private:
  struct ShotBalls {
    BallKind kind;
    std::int32_t next = 0;  ///< ball
    std::int32_t shot = 0;  ///< number of shots, count + 1 at most
  };
  ShotBalls shot_balls_;
};

}  // namespace limber
