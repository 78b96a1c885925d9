#pragma once

#include "sim/plants/plant.h"

// Leaves, sprays and blossoms: thin surfaces that are seen from both sides. The frame of each has
// its foot at the origin, the leaf along +y and its upper face towards +z.

namespace limber {

/// A leaf of `rows` rows of `columns` vertices between its foot and its tip.
struct BladeForm {
  float length_m = 0.1f;  ///< with its stalk
  float width_m = 0.05f;
  int rows = 4;
  int columns = 3;         ///< odd: the midrib is in the middle
  float stalk = 0.15f;     ///< share of the length up to the first row
  float widest = 0.35f;    ///< share of the blade at which it is widest
  float tip = 1.0f;        ///< 1: it narrows like a sine; above: it draws out to a point
  float fold_rad = 0.4f;   ///< each half is raised as much from the midrib
  float droop_rad = 0.6f;  ///< from the foot to the tip, away from the upper face
  float lobes = 0.0f;      ///< how deep the bays between lobes are, a share of the width
  float lobe_rows = 2.0f;  ///< from one lobe to the next
  float wave = 0.0f;       ///< how far the margin rises and falls, in widths
};

/// 2 + rows * columns vertices; the foot is vertex 0.
StaticMesh blade(const BladeForm& form);

/// A twig with needles or tufts of them, so many around it at each of `tufts` places.
struct SprayForm {
  float length_m = 0.1f;
  float width_m = 0.05f;
  int tufts = 3;
  int around = 2;        ///< 2: left and right
  float twist = 0.0f;    ///< from one place to the next, around the twig, in turns
  float forward = 0.6f;  ///< how far needles lean towards the tip, in their own lengths
  float droop_rad = 0.4f;
  float raised = 0.1f;  ///< how far the needles' tips are above the twig, in widths
};

/// 1 + (1 + around) * tufts vertices; the foot is vertex 0.
StaticMesh spray(const SprayForm& form);

/// Five petals around +y, open towards it: 16 vertices.
StaticMesh blossom(float radius_m, float cup_rad);

}  // namespace limber
