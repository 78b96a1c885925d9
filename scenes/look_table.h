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

}  // namespace limber
