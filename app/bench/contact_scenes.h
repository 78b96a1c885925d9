#pragma once

#include <string>

// Scenes of `bench contact` that are too large for the scenes folder, as text of scene files.

namespace limber {

/// 50 layers of cloth, as in world/layers: 26 mm cells, `columns` particles along each side, kept 6
/// mm apart, held by their corners. A ball below them rises by `rise_m` within two seconds.
std::string layers_over_ball(int columns, float rise_m);

/// 50 layers of 70 x 70 particles fall onto a cylinder and slide down [Chen25].
std::string layers_on_cylinder();

/// The tori of volume/tori, 6 x 6 x 6: 698,544 tetrahedra and 190,512 vertices.
std::string heap_of_tori();

/// A bunny of 64,362 linear finite elements falls onto another one.
std::string bunny_on_bunny();

/// A million balls of 20, 30 and 40 mm in a box, the larger ones on top.
std::string balls_of_three_sizes();

}  // namespace limber
