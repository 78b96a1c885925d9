#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>

#include "sim/joints/ball_kind.h"
#include "sim/joints/joints_system.h"

namespace limber {

/// Balls that are shot into a scene: rigid bodies, parked until it is their turn.
class Balls : public JointsSystem {
 public:
  static constexpr int count = 16;

  Balls(Exec& exec, const BallKind& kind);

  void archive(Archive& archive) override;
  /// The next ball leaves from there; once all fly, the oldest that is not held does. Returns
  /// whether it is the first that had been shot before. Throws Error(bad_input) where all are held.
  /// Waits.
  bool shoot(const glm::vec3& from_m, const glm::vec3& velocity_m_s);
  const BallKind& kind() const { return shot_balls_.kind; }

  /// The name of what archive() keeps of the kind, for a reader that must make the balls first.
  static constexpr const char* name_of_shot = "shot balls";
  static BallKind kind_in(std::span<const std::byte> saved);

 private:
  struct ShotBalls {
    BallKind kind;
    std::int32_t next = 0;  ///< ball
    std::int32_t shot = 0;  ///< so far, count + 1 at most
  };
  ShotBalls shot_balls_;
};

}  // namespace limber
