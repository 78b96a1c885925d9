#pragma once

#include "sim/plants/plant.h"

// Leaves, sprays and blossoms: thin two-sided surfaces. The frame of each has its foot at the
// origin, the leaf along +y and its upper face towards +z.

namespace limber {

/// A leaf of `rows` rows of `columns` vertices between its foot and its tip.
struct BladeForm {
  float length_m = 0.1f;  ///< including the stalk
  float width_m = 0.05f;
  int rows = 4;
  int columns = 3;         ///< odd: the midrib is in the middle
  float stalk = 0.15f;     ///< fraction of the length up to the first row
  float widest = 0.35f;    ///< position of the max. width, as a fraction of the blade
  float tip = 1.0f;        ///< 1: it narrows like a sine; above 1: it tapers to a point
  float fold_rad = 0.4f;   ///< angle by which each half is raised from the midrib
  float droop_rad = 0.6f;  ///< from the foot to the tip, away from the upper face
  float lobes = 0.0f;      ///< depth of the bays between lobes, in widths
  float lobe_rows = 2.0f;  ///< rows from one lobe to the next
  float wave = 0.0f;       ///< amplitude of the margin, in widths
};

/// 2 + rows * columns vertices; the foot is vertex 0.
StaticMesh blade(const BladeForm& form);

/// A twig with needles or tufts of needles, `around` of them at each of `tufts` positions.
struct SprayForm {
  float length_m = 0.1f;
  float width_m = 0.05f;
  int tufts = 3;
  int around = 2;        ///< 2: left and right
  float twist = 0.0f;    ///< around the twig, from one position to the next, in turns
  float forward = 0.6f;  ///< lean of the needles towards the tip, in their lengths
  float droop_rad = 0.4f;
  float raised = 0.1f;  ///< height of the needles' tips above the twig, in widths
};

/// 1 + (1 + around) * tufts vertices; the foot is vertex 0.
StaticMesh spray(const SprayForm& form);

/// Five petals around +y, open towards it: 16 vertices.
StaticMesh blossom(float radius_m, float cup_rad);

}  // namespace limber
