#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kernels/collider.h"
#include "kernels/exec.h"
#include "sim/contact/collider_faces.h"
#include "sim/contact/contact_surface.h"
#include "sim/system.h"

namespace limber {

/// The contact points of a system and their current positions. Host memory.
struct TouchingSystem {
  ContactShape shape;
  std::vector<PointTraits> traits;  ///< of each point
  std::vector<glm::vec3> places_m;  ///< of each point
  /// Each: a body of this system, another system and a body of that, which do not collide.
  std::vector<std::array<int, 3>> joined{};
};

/// A body of a system, or a collider.
struct TouchingBody {
  int system = -1;  ///< index of the examined system; -1: a collider
  int number = 0;   ///< of the body in its system, or of the collider
};

/// Two bodies that intersect or are too close, or one that intersects itself.
struct BodiesTooNear {
  enum class How { cross, inside, near };
  How how = How::near;
  TouchingBody first, second;  ///< `inside`: the first is in the second
  glm::vec3 at_m{0.0f};
  float gap_m = 0.0f;   ///< `near`: distance of the surfaces; negative where spheres overlap
  float kept_m = 0.0f;  ///< required gap

  bool is_one_body() const {
    return first.system == second.system && first.number == second.number;
  }
};

/// What contacts cannot correct, or only slowly, when they are switched on.
struct ContactStart {
  /// One pair of bodies that pass through each other, or one of which is inside a filled one. This
  /// stays so, as contacts keep each point on its side.
  std::optional<BodiesTooNear> tangled;
  /// The worst pair of different bodies that are closer than their contact distance; contacts
  /// separate them slowly.
  std::optional<BodiesTooNear> crowded;
  /// Pairs of bodies. The search ends early once two different bodies are tangled.
  int tangled_pairs = 0, crowded_pairs = 0;
};

/// Checks all bodies of the systems and the faces of colliders, with exact intersection tests (see
/// triangles_cross: touching counts, too). Spherical and capsule colliders count by their inner
/// half: outside of it they push points away. Bodies of spheres also cross what lies between their
/// touching spheres; rigid balls and capsules do not cross each other, but may be crowded. Runs on
/// the CPU, on the threads of `exec` if any. colliders: current poses. selves: whether to check
/// bodies for intersections with themselves.
ContactStart contact_start_of(const Exec& exec, const std::vector<TouchingSystem>& systems,
                              const std::vector<ColliderFaces>& faces,
                              const std::vector<Collider>& colliders, bool selves = true);

/// The same only for bodies of the system `which` against others.
ContactStart contact_start_of_one(const Exec& exec, const std::vector<TouchingSystem>& systems,
                                  int which, const std::vector<ColliderFaces>& faces,
                                  const std::vector<Collider>& colliders);

/// Contact points of each of the systems; empty for those that take no part. Waits.
std::vector<TouchingSystem> touching_now(const Exec& exec, const std::vector<System*>& systems);

/// A sentence without its full stop. first, second: names of the bodies.
std::string sentence_of(const BodiesTooNear& bodies, const std::string& first,
                        const std::string& second);

}  // namespace limber
