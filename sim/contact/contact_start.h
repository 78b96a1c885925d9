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

/// What of a system takes part in contacts, where it is now. Host memory.
struct TouchingSystem {
  ContactShape shape;
  std::vector<PointTraits> traits;  ///< of each of its points
  std::vector<glm::vec3> places_m;  ///< of each
  /// A body of it, another one of those that are looked at, and a body of that one, which do not
  /// touch.
  std::vector<std::array<int, 3>> joined{};
};

/// A body of a system, or a collider.
struct TouchingBody {
  int system = -1;  ///< which of those that were looked at; -1: it is a collider
  int number = 0;   ///< of the body in its system, or of the collider
};

/// Two bodies that are too near each other, or one that is to itself.
struct BodiesTooNear {
  enum class How { cross, inside, near };
  How how = How::near;
  TouchingBody first, second;  ///< `inside`: the first of the second
  glm::vec3 at_m{0.0f};
  float gap_m = 0.0f;   ///< `near`: between their surfaces; negative where spheres overlap
  float kept_m = 0.0f;  ///< what this is to be

  bool is_one_body() const {
    return first.system == second.system && first.number == second.number;
  }
};

/// What contacts cannot put right, or only slowly, where they begin.
struct ContactStart {
  /// Of bodies that pass through each other, or lie inside of what is filled. Contacts keep each
  /// point on its side of everything, so this stays so.
  std::optional<BodiesTooNear> tangled;
  /// Of different bodies that are nearer than the distance that they are to keep, the two that are
  /// furthest from that; contacts part them slowly.
  std::optional<BodiesTooNear> crowded;
  /// Of bodies. Where two are tangled, crowds are not checked to their end.
  int tangled_pairs = 0, crowded_pairs = 0;
};

/// Looks at all bodies of the systems and at the faces of colliders: exactly for what crosses
/// (see triangles_cross: what touches counts, too). Balls and capsules as colliders count by their
/// inner half: further out they push. Bodies that are spheres cross what lies between
/// spheres of theirs that touch; rigid balls and capsules do not cross each other, but are crowded.
/// Runs on the processor, on the threads of `exec` where it has any.
/// colliders: where they are now. selves: whether bodies may be tangled with themselves.
ContactStart contact_start_of(const Exec& exec, const std::vector<TouchingSystem>& systems,
                              const std::vector<ColliderFaces>& faces,
                              const std::vector<Collider>& colliders, bool selves = true);

/// The same only of what bodies of the system `which` have to do with others.
ContactStart contact_start_of_one(const Exec& exec, const std::vector<TouchingSystem>& systems,
                                  int which, const std::vector<ColliderFaces>& faces,
                                  const std::vector<Collider>& colliders);

/// Those of the systems that take part, by their places in the list; others are empty. Waits.
std::vector<TouchingSystem> touching_now(const Exec& exec, const std::vector<System*>& systems);

/// A sentence without its end. first, second: the names of the bodies.
std::string sentence_of(const BodiesTooNear& bodies, const std::string& first,
                        const std::string& second);

}  // namespace limber
