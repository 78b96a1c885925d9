#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "scenes/key.h"
#include "scenes/table_reader.h"
#include "sim/cut_stroke.h"
#include "sim/world.h"

// Tools of the hand in tours.

namespace limber {

/// A copy of the body nearest to a point is added: see World::add_body().
struct BodyCopy {
  glm::vec3 at_m{0.0f};
  std::optional<glm::vec3> seen_from_m;
};
/// All points that were pinned by hand are released.
struct ReleasedPins {};

using TourTool = std::variant<World::Shot, Breath, std::vector<CutStroke>, BodyCopy, ReleasedPins>;

struct TourUse {
  std::string place;  ///< file and line
  float time_s;
  TourTool tool;
};

/// [[step.shot]]: a ball is shot.
struct TourShotTable {
  float time_s = 0.0f;
  std::optional<glm::vec3> from_m, velocity_m_s;
  BallKind kind;
};

/// [[step.blow]]: air is blown from here on.
struct TourBlowTable {
  float time_s = 0.0f;
  glm::vec3 from_m{0.0f}, velocity_m_s{0.0f};
};

/// [[step.cut]]: cloth is cut.
struct TourCutTable {
  float time_s = 0.0f;
  std::optional<glm::vec3> eye_m, from, to;
};

/// [[step.body]]: a copy of a body is added.
struct TourBodyTable {
  float time_s = 0.0f;
  std::optional<glm::vec3> at_m, seen_from_m;
};

/// [[step.unpin]]: pins are released.
struct TourUnpinTable {
  float time_s = 0.0f;
};

std::vector<Key> keys_of(TourShotTable& table);
std::vector<Key> keys_of(TourBlowTable& table);
std::vector<Key> keys_of(TourCutTable& table);
std::vector<Key> keys_of(TourBodyTable& table);
std::vector<Key> keys_of(TourUnpinTable& table);

/// Reads the tables of tools below a [[step]], in order of time; cuts at one time are one. Throws
/// Error(bad_input).
std::vector<TourUse> read_tour_tools(TableReader& step, float seconds);
/// The table that read_tour_tools() reads.
std::string tour_tool_text(const TourUse& use);

}  // namespace limber
