#pragma once

#include <optional>
#include <vector>

#include "kernels/contact/collider_faces.h"
#include "sim/colliders.h"
#include "sim/contact/collider_faces.h"
#include "sim/contact/contact_step.h"
#include "sim/system.h"

namespace limber {

/// Contacts between the systems of a world, and within each: every system takes its own step, then
/// contacts move the points of all of them, whatever they belong to, and each system takes over
/// where its points have come to. With steps of a few milliseconds that converges over the steps:
/// impulses are remembered.
class WorldContacts {
 public:
  /// Whether systems take part that do not see to it themselves, or meet faces of colliders.
  static bool are_wanted(const std::vector<System*>& systems, const Surroundings& around);
  /// Of the systems that take part, and of the colliders that have faces.
  WorldContacts(const Exec& exec, const std::vector<System*>& systems, const Surroundings& around);
  /// Systems may be set to touch in another way. Whether these are still those that take part.
  bool take_settings(const Exec& exec, const std::vector<System*>& systems);
  /// What Colliders::let_be_held() is to know; empty where there are no faces.
  std::vector<int> colliders_in_one(const std::vector<Collider>& colliders, float dt_s) const;

  /// Before the systems take a step of the world, and after it. Colliders that can be held back
  /// have taken theirs.
  void launch_begin(const Exec& exec, const Colliders& colliders, float dt_s);
  void launch_end(const Exec& exec, Colliders& colliders, float dt_s);

  /// What a system is to solve for in its step, after launch_begin(); null: nothing.
  const ContactsAhead* ahead_of(const System& system) const;

  /// After each frame, which simulated that long. Whether recorded frames hold memory that has
  /// gone.
  bool frame_launched(const Exec& exec, float passed_s);
  const SurfaceContacts& contacts() const { return contacts_; }
  /// Something is suddenly elsewhere: pairs are looked for in the next step.
  void look_again(const Exec& exec) { contacts_.look_again(exec); }
  std::string trouble() const { return contacts_.trouble(); }
  void forget() { contacts_.forget(); }  ///< what is on its way, as the state is another one
  void archive(Archive& archive);

 private:
  struct Part {
    System* system;
    SurfaceContacts::Range range;
    std::optional<ContactsAhead> ahead{};  ///< if the system solves for contacts
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
  void move(const Exec& exec, const SurfaceContacts::Substep& substep,
            View<const Collider> colliders, bool last);

  std::vector<Part> parts_;
  bool meets_solids_;
  std::vector<ColliderFaces> faces_here_;
  Buffer<FacePoint> faces_;  ///< points after those of all parts
  Buffer<int> have_faces_;   ///< a flag for each collider
  SurfaceContacts contacts_;
  Buffer<Particle> starts_, before_, particles_;
  int iterations_ = 0;
};

}  // namespace limber
