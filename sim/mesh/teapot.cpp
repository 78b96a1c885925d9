// The patches are Newell's (assets/teapot.txt): [Crow87]. He left the handle and the spout open at
// their ends, and a gap around the lid.

#include "sim/mesh/teapot.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "kernels/embedded_file.h"
#include "sim/mesh/bezier_patches.h"
#include "sim/mesh/shells.h"
#include "sim/mesh/topology.h"

namespace limber {

extern const std::vector<EmbeddedFile> embedded_assets;

namespace {

std::string_view asset(std::string_view path) {
  return std::find_if(embedded_assets.begin(), embedded_assets.end(),
                      [&](const EmbeddedFile& file) { return file.path == path; })
      ->text;
}

/// Closes a loop of open edges with a tube that extends the loop by `shift`, narrows to `share` of
/// its width, and has a cap.
void close_opening(TriangleMesh& mesh, const std::vector<unsigned>& loop, const glm::vec3& shift,
                   float share) {
  glm::vec3 middle(0.0f);
  for (unsigned vertex : loop) middle += mesh.positions_m[vertex];
  middle /= static_cast<float>(loop.size());
  const auto first = static_cast<unsigned>(mesh.positions_m.size());
  for (unsigned vertex : loop) {
    const glm::vec3 rim = mesh.positions_m[vertex];
    mesh.positions_m.push_back(glm::mix(middle, rim, share) + shift);
  }
  const auto lid = static_cast<unsigned>(mesh.positions_m.size());
  mesh.positions_m.push_back(middle + shift);
  const auto count = static_cast<unsigned>(loop.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned j = (i + 1) % count;
    mesh.triangles.emplace_back(loop[i], loop[j], first + j);
    mesh.triangles.emplace_back(loop[i], first + j, first + i);
    mesh.triangles.emplace_back(first + i, first + j, lid);
  }
}

/// Closes the ends of the handle and of the spout, which lie in the body or, at the lip, face up.
void close_ends(TriangleMesh& mesh) {
  constexpr float lip_height = 2.39f;
  for (const std::vector<unsigned>& loop : open_loops(mesh.triangles)) {
    const glm::vec3 at = mesh.positions_m[loop[0]];
    if (at.z > lip_height)
      close_opening(mesh, loop, {-0.2f, 0.0f, -0.13f}, 0.75f);  // down along the spout
    else
      close_opening(mesh, loop, {at.x < 0.0f ? 0.4f : -0.4f, 0.0f, 0.0f}, 1.0f);
  }
}

}  // namespace

TriangleMesh teapot(float length_m, int segments) {
  TriangleMesh whole;
  for (const PatchSurface& surface : read_patches(asset("teapot.txt"), "assets/teapot.txt")) {
    TriangleMesh part = tessellated(surface.patches, segments);
    close_ends(part);
    turn_outward(part, surface.name, "mend its patches");
    const auto first = static_cast<unsigned>(whole.positions_m.size());
    for (const glm::vec3& x : part.positions_m) whole.positions_m.emplace_back(x.x, x.z, -x.y);
    for (const glm::uvec3& t : part.triangles) whole.triangles.push_back(t + first);
  }
  float low = 0.0f, high = 0.0f;
  for (const glm::vec3& x : whole.positions_m) {
    low = std::min(low, x.x);
    high = std::max(high, x.x);
  }
  for (glm::vec3& x : whole.positions_m) x *= length_m / (high - low);
  return whole;
}

}  // namespace limber
