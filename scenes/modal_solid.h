#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "scenes/builders.h"
#include "scenes/solid_table.h"
#include "sim/plants/plant.h"
#include "sim/solid.h"

namespace limber {

/// What is asked of a mesh (scenes/blaming.h).
constexpr const char* bend_in_modes = "bend in modes";

/// Copies of a solid as parts that stand by themselves and bend in modes. Copies that are held at
/// the same nodes and look the same have one shape.
class ModalSolid {
 public:
  /// For what cannot be simulated `given`, the mesh that took the place of the scene's own, is
  /// blamed, or where that is null the table that `reader` has, by file and line.
  ModalSolid(const SolidTable& table, const TableReader& reader, const GivenMesh* given)
      : table_(table), reader_(reader), given_(given) {}

  /// Holds what starts below pinned_below_m, or the lowest tenth of its height where the table does
  /// not say. Throws Error(bad_input) where that is nothing or everything, and as check_part()
  /// does.
  void add(const Solid& copy, const Placement& placement);

  std::vector<PartShape> shapes;
  std::vector<PlantPart> parts;  ///< their shapes are those here

 private:
  struct Known {
    std::vector<int> clamped;
    Material look;
    glm::vec3 held_at_m;  ///< the middle of the clamped nodes, which is the frame's origin
  };
  std::vector<int> held_nodes(const Solid& copy, const Placement& placement) const;
  void check(const PartShape& shape) const;

  const SolidTable& table_;
  const TableReader& reader_;
  const GivenMesh* given_;
  std::vector<Known> known_;  ///< of each shape
};

}  // namespace limber
