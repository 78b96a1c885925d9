#pragma once

#include "sim/mesh/lathe.h"

// Carved details of chess pieces. All lengths in millimetres, for a king of height 95.

namespace limber {

/// The top of a rook, from `ring`: a parapet with gaps, and the floor within.
void add_battlements(Lathe& lathe, const Lathe::Ring& ring);
constexpr int battlement_columns = 36;

/// A bishop's mitre with a slanted cut, from `ring` up. mitre: the points of its outline, upwards.
Lathe::Ring add_mitre(Lathe& lathe, Lathe::Ring ring, const std::vector<glm::vec2>& mitre);

/// A queen's coronet with eight points, from `ring` up to its rim and down to the floor within.
Lathe::Ring add_coronet(Lathe& lathe, const Lathe::Ring& ring, float radius, float height);
constexpr int coronet_columns = 32;

/// A cross with flared arms on `ring`, its arms along x.
void add_cross(Lathe& lathe, const Lathe::Ring& ring, float height);

}  // namespace limber
