#pragma once

// Private parts of World, for its own files.

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/fork.h"
#include "sim/contact/contact_start.h"
#include "sim/contact/round_contacts.h"
#include "sim/contact/world_contacts.h"
#include "sim/frame_runner.h"
#include "sim/world.h"

namespace limber {

/// A copy of a body of the scene, and where the copy was placed.
struct World::AddedBody {
  std::int32_t system = 0;  ///< index into the members of the group
  std::int32_t body = 0;    ///< as numbered by BodySpawner
  glm::vec3 middle_m{0.0f};
  bool operator==(const AddedBody&) const = default;
};

/// A system and its place in the world.
struct World::Member {
  std::string name;
  std::unique_ptr<System> system;
  std::function<std::string(int)> name_of_body;
  int first_vertex = 0;
  int steps = 1;  ///< per step of the world
  /// For each field of the world the index of the system's own; -1: it has none.
  std::vector<int> fields{};
  std::shared_ptr<const BodySpawner> spawner{};
  bool is_spawned = false;           ///< added at run time: balls, or a copy of a body
  bool overlaps = false;             ///< its steps may overlap those of all other members
  std::optional<AddedBody> added{};  ///< for copies of bodies
};

struct World::Group {
  Group(Exec& exec, const GroupModel& model)
      : name(model.name),
        around(model.around),
        step_exec(&exec),
        colliders(exec, model.around),
        frames(exec) {
    for (const SystemModel& system : model.systems)
      members.push_back({.name = system.name,
                         .system = system.make(exec),
                         .name_of_body = system.name_of_body,
                         .spawner = system.spawner});
  }

  /// Whether the scene has several systems.
  bool is_mixed() const { return std::ranges::count(members, false, &Member::is_spawned) > 1; }
  Archive archive() {
    Archive archive;
    archive_systems(archive, true);
    archive.enter("world/");
    colliders.archive(archive);
    if (contacts) contacts->archive(archive);
    if (round) round->archive(archive);
    frames.archive(archive);
    archive.host("steps cut", cut);
    if (std::ranges::any_of(members, [](const Member& member) { return member.added.has_value(); }))
      archive.layout(
          name_of_added, [this] { return added_as_bytes(); },
          [](const Exec&, std::span<const std::byte>) {});  // restore_added() has made them
    return archive;
  }
  static constexpr const char* name_of_added = "added bodies";
  std::vector<std::byte> added_as_bytes() const {
    std::vector<std::byte> all;
    for (const Member& member : members) {
      if (!member.added) continue;
      const auto bytes = std::as_bytes(std::span(&*member.added, 1));
      all.insert(all.end(), bytes.begin(), bytes.end());
    }
    return all;
  }
  /// spawned: whether to include those, too.
  void archive_systems(Archive& archive, bool spawned) {
    for (Member& member : members) {
      if (member.is_spawned && !spawned) continue;
      archive.enter(member.name + "/");
      member.system->archive(archive);
    }
  }
  std::vector<System*> systems() const {
    std::vector<System*> all;
    for (const Member& member : members) all.push_back(member.system.get());
    return all;
  }
  /// Tells fluids on which bodies they exert pressure, and whether their particles touch faces. If
  /// so, they touch those of immersible bodies, too, instead of pressing on these.
  void surround() {
    const auto has_faces = [](System* system) {
      return system->contact_use().takes_part() && !system->contact_shape().triangles.empty();
    };
    bool others_have_faces = false;
    for (System* system : systems())
      others_have_faces = others_have_faces || (!system->immersible() && has_faces(system));
    std::vector<Immersible*> immersed;
    for (System* system : systems())
      if (Immersible* bodies = system->immersible();
          bodies && !(others_have_faces && has_faces(system)))
        immersed.push_back(bodies);
    for (System* system : systems()) system->surround_with(immersed, others_have_faces);
  }
  /// Lets joints of rigid bodies find the vertices of other systems that they hold.
  void join() {
    std::vector<NamedSystem> named;
    for (const Member& member : members) named.push_back({member.name, member.system.get()});
    for (System* system : systems()) system->join_with(named);
  }
  /// Makes the contacts between systems where they are wanted, and lets these hold colliders back.
  void set_contacts(float dt_s) {
    if (!contacts_wanted)
      contacts.reset();
    else if (!contacts || !contacts->take_settings(*step_exec, systems()))
      contacts.emplace(*step_exec, systems(), around);
    std::vector<int> in_one;
    if (contacts) in_one = contacts->colliders_in_one(around.colliders, dt_s);
    holding =
        contacts_wanted || RoundContacts::moving_ones(around).empty() ? nullptr : own_contacts();
    if (holding) {
      if (!round) round.emplace(*step_exec, holding->contact_shape().triangles, around, colliders);
      const float radius_m = holding->contact_use().traits.front().radius_m;
      in_one = round->colliders_in_one(around.colliders, radius_m, dt_s);
    }
    colliders.let_be_held(*step_exec, in_one);
  }
  /// Decides which members may step at the same time. None may while a system holds vertices of
  /// another by joints, a fluid presses on bodies, or contacts of a system hold colliders back.
  void set_overlap() {
    const bool none = holding || std::ranges::any_of(systems(), [](const System* system) {
                        return system->presses_on_bodies() || !system->joined_surfaces().empty();
                      });
    bool some_stay = false;
    for (Member& member : members) {
      member.overlaps = !none && !member.system->steps_in_turn();
      some_stay = some_stay || !member.overlaps;
    }
    if (!some_stay && !members.empty()) members.front().overlaps = false;
  }
  /// The system that solves the contacts of its surfaces itself, those with colliders included; or
  /// null.
  System* own_contacts() const {
    for (System* system : systems()) {
      const ContactUse use = system->contact_use();
      if (use.takes_part() && use.meets_solids && system->has_own_contacts() &&
          !system->contact_shape().triangles.empty())
        return system;
    }
    return nullptr;
  }

  std::string name;
  Surroundings around;
  Exec* step_exec;
  Colliders colliders;
  int first_collider_vertex = 0;
  std::vector<Member> members;
  bool contacts_wanted = false;  ///< between systems, with the current settings
  std::optional<WorldContacts> contacts;
  System* holding = nullptr;  ///< the system whose own contacts hold colliders back, if one does
  std::optional<RoundContacts> round;  ///< kept from the first `holding` on
  std::vector<bool> taking_part;       ///< which systems take part in contacts
  ContactStart contact_start;          ///< as of checked_at_s
  double checked_at_s = 0.0;           ///< simulated time
  Snapshot start;
  StepCut cut;
  std::optional<StepTime> time;  ///< not yet returned: other groups are still missing
  Fork fork;                     ///< for steps that overlap
  FrameRunner frames;            ///< last: destroyed first, so that nothing runs any more
};

/// A CPU exec: the given one, or for CUDA a new one with the same number of threads.
class OnProcessor {
 public:
  explicit OnProcessor(const Exec& exec) : exec_(exec) {
    if (exec.backend() == Backend::cuda) own_.emplace(Backend::tbb, exec.host_threads());
  }
  const Exec& exec() const { return own_ ? *own_ : exec_; }

 private:
  const Exec& exec_;
  std::optional<Exec> own_;
};

template <class Visit>
void World::for_each_member(const Visit& visit) {
  for (auto& group : groups_)
    for (Member& member : group->members) visit(*group, member);
}

}  // namespace limber
