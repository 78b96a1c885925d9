#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "sim/plants/growth/plant_form.h"

namespace limber {

/// A pose in the world.
struct Frame {
  glm::vec3 position_m{0.0f};
  glm::mat3 axes{1.0f};  ///< in columns: across, along, upper face
};

/// A stem, and its line among those of its order.
struct GrownStem {
  int order = 0;
  int parent = -1;  ///< among the stems
  int line = 0;
  Frame frame;
};

struct GrownLeaf {
  int order = 0;
  int shape = 0;   ///< of that order
  int parent = 0;  ///< among the stems
  Frame frame;
};

struct Skeleton {
  std::vector<StemLine> lines;
  std::vector<int> order_of_line;
  std::vector<GrownStem> stems;  ///< parents first
  std::vector<GrownLeaf> leaves;
};

/// A plant of height about 1, with exactly the numbers of stems and leaves in the form.
Skeleton grow_skeleton(const PlantForm& form, SeededRandom& random);

}  // namespace limber
