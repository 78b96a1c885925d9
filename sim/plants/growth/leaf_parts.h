#pragma once

#include <utility>

#include "sim/plants/plant.h"

namespace limber {

/// Material of leaves. Blades with their veins have a modulus of 5 to 50 MPa; these tremble at 4 to
/// 8 Hz.
inline constexpr float leaf_density_kg_m3 = 600.0f;
inline constexpr float leaf_thickness_m = 3e-4f;
inline constexpr float leaf_modulus_Pa = 5e7f;

/// A rigid part.
inline PartShape rigid_leaf(StaticMesh mesh, const Material& material) {
  PartShape part;
  part.drawn = std::move(mesh);
  part.drawn.material = material;
  part.material.density_kg_m3 = leaf_density_kg_m3;
  part.thickness_m = leaf_thickness_m;
  return part;
}

/// A bending shell, clamped at its first `clamped` vertices.
inline PartShape bending_leaf(StaticMesh mesh, const Material& material, int clamped, int modes) {
  PartShape part = rigid_leaf(std::move(mesh), material);
  part.nodes_m = part.drawn.positions_m;
  part.triangles = part.drawn.triangles;
  for (int node = 0; node < clamped; ++node) part.clamped.push_back(node);
  part.material.young_modulus_Pa = leaf_modulus_Pa;
  part.modes = modes;
  return part;
}

}  // namespace limber
