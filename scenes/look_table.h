#pragma once

#include <string>
#include <vector>

#include "scenes/key.h"
#include "sim/look.h"

namespace limber {

class TableReader;

/// [look]: the light on a scene, and what is around it. What it does not say is as in the look that
/// it names.
struct LookTable {
  std::string like = "studio";
  Direction to_light;
  Look look;

  /// like: one of named_looks().
  explicit LookTable(const std::string& like = "studio");
};

std::vector<Key> keys_of(LookTable& table);
/// Fails for a light that stands too low.
Look read_look(TableReader table);

/// A key of [look] as a scene file has it.
struct LookText {
  std::string key, value;
  bool says_something;  ///< else the look is the same without it

  bool operator==(const LookText&) const = default;
};
/// All keys of a look, to four digits behind the point. As few as can be say something.
std::vector<LookText> look_texts(const Look& look);

}  // namespace limber
