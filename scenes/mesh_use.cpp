#include "scenes/mesh_use.h"

#include "sim/mesh/closed_surface.h"

namespace limber {

MeshUse decided(MeshUse asked, bool volume_scene, const TriangleMesh& surface) {
  if (asked != MeshUse::automatic) return asked;
  return volume_scene && is_closed(surface) ? MeshUse::volume : MeshUse::cloth;
}

}  // namespace limber
