#pragma once

#include <optional>
#include <vector>

#include "kernels/contact/collider_faces.h"
#include "sim/colliders.h"
#include "sim/contact/collider_faces.h"
#include "sim/contact/contact_step.h"
#include "sim/system.h"

namespace limber {

/// Contacts between and within the systems of a world. Every system takes its own step, then
/// contacts move the points of all systems, and each system takes over the positions of its points.
/// With steps of a few milliseconds and warm starting this converges over the steps.
class WorldContacts {
 public:
  /// Whether any contact is not solved by a system itself, those with faces of colliders included.
  static bool are_wanted(const std::vector<System*>& systems, const Surroundings& around);
  /// For the systems that take part and the colliders with faces.
  WorldContacts(const Exec& exec, const std::vector<System*>& systems, const Surroundings& around);
  /// Takes over changed settings. Returns false if other systems take part now.
  bool take_settings(const Exec& exec, const std::vector<System*>& systems);
  /// The argument of Colliders::let_be_held(); empty where there are no faces.
  std::vector<int> colliders_in_one(const std::vector<Collider>& colliders, float dt_s) const;

  /// Called before and after the steps of the systems in a step of the world. Colliders that can be
  /// held back have already moved.
  void launch_begin(const Exec& exec, const Colliders& colliders, float dt_s);
  void launch_end(const Exec& exec, Colliders& colliders, float dt_s);

  /// The contacts that a system solves in its own step, after launch_begin(); null: none.
  const ContactsAhead* ahead_of(const System& system) const;

  /// Called after each frame. passed_s: simulated time of it. Returns whether recorded frames use
  /// freed memory.
  bool frame_launched(const Exec& exec, float passed_s);
  const SurfaceContacts& contacts() const { return contacts_; }
  /// After something was moved: forces a pair search in the next step.
  void look_again(const Exec& exec) { contacts_.look_again(exec); }
  std::string trouble() const { return contacts_.trouble(); }
  void forget() { contacts_.forget(); }  ///< pending readbacks, after the state was replaced
  void archive(Archive& archive);

 private:
  struct Part {
    System* system;
    SurfaceContacts::Range range;
    std::optional<ContactsAhead> ahead{};  ///< if the system solves contacts itself
  };
  static std::vector<Part> parts_of(const std::vector<System*>& systems);
  static ContactShape shape_of(const std::vector<Part>& parts,
                               const std::vector<ColliderFaces>& faces,
                               const std::vector<Collider>& colliders);
  static void part_joined(const std::vector<Part>& parts, ContactShape& all);
  std::vector<PointTraits> traits() const;
  bool some_meet_solids() const;
  bool some_solve() const;
  void make_room(const Exec& exec);
  SurfaceContacts::Range faces_range() const;
  void share_faces(const Exec& exec, Colliders& colliders);
  ContactStep step_of(const Part& part, View<const Collider> colliders, float dt_s);
  void slide_bodies(const Exec& exec, const SurfaceContacts::Substep& substep,
                    View<const Collider> colliders);
  void move(const Exec& exec, const SurfaceContacts::Substep& substep,
            View<const Collider> colliders, bool last);

  std::vector<Part> parts_;
  bool meets_solids_;
  std::vector<ColliderFaces> faces_here_;
  Buffer<FacePoint> faces_;  ///< their points follow those of all parts
  Buffer<int> have_faces_;   ///< a flag for each collider
  SurfaceContacts contacts_;
  Buffer<Particle> starts_, before_, particles_;
  int iterations_ = 0;
  bool some_slide_ = false;
};

}  // namespace limber
