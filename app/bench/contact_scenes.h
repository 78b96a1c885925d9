#pragma once

#include <string>

// Scenes of `bench contact` that are too large for the scenes folder, as texts of scene files.

namespace limber {

/// 50 layers of cloth in cells of 26 mm, `columns` particles along each side, that keep 6 mm apart:
/// as in world/layers. They are held by their corners, and a ball rises by `rise_m` under them,
/// within two seconds.
std::string layers_over_ball(int columns, float rise_m);

/// As many layers of 70 x 70 particles fall onto a cylinder and slide down [Chen25].
std::string layers_on_cylinder();

/// The tori of volume/tori, 6 x 6 x 6: 698,544 tetrahedra and 190,512 vertices.
std::string heap_of_tori();

/// A bunny of 64,362 linear finite elements falls onto another one.
std::string bunny_on_bunny();

/// A million balls of 20, 30 and 40 mm in a box, the larger ones above.
std::string balls_of_three_sizes();

}  // namespace limber
