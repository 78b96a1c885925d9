// Cutting cloth: systems leave out cut triangles, and all that depends on their topology is
// rebuilt. Without a cut nothing differs.

#include <algorithm>
#include <cstring>

#include "kernels/error.h"
#include "sim/world.h"
#include "sim/world_group.h"
#include "sim/world_state.h"

namespace limber {

bool World::shows_other_things() const {
  return has_spawned() || std::ranges::any_of(cuts(), [](const auto& cut) { return !cut.empty(); });
}

std::string World::why_not_cut() const {
  if (std::ranges::none_of(systems(), &System::can_be_cut))
    return "nothing here can be cut: only cloth of particles can, not cloth of springs or solids";
  if (groups_.size() > 1)
    return "no cuts here: the scene compares copies of itself, which must stay alike";
  return {};
}

int World::cut(const std::vector<CutStroke>& strokes) {
  if (const std::string why = why_not_cut(); !why.empty()) throw Error(ExitCode::bad_input, why);
  exec_->synchronize();  // a frame in flight still publishes the old cloth
  const Cuts before = cuts();
  int triangles = 0;
  try {
    for (System* system : systems()) triangles += system->cut(strokes);
  } catch (...) {  // for example out of memory: all systems or none
    set_cuts(before);
    throw;
  }
  if (triangles > 0) rebuild_after_cut();
  return triangles;
}

void World::rebuild_after_cut() {
  for (auto& group : groups_) {
    group->frames.forget_frames();
    group->contacts.reset();
    group->round.reset();
  }
  systems_changed();
}

World::Cuts World::cuts() const {
  Cuts all;
  for (const System* system : systems()) all.push_back(system->cut_triangles());
  return all;
}

/// The cuts in a state of this scene, for the current systems.
World::Cuts World::cuts_in(const WorldState& state) const {
  Cuts all;
  for (std::size_t g = 0; g < groups_.size(); ++g)
    for (const Member& member : groups_[g]->members) {
      std::vector<int>& cut = all.emplace_back();
      const auto& host = state.groups[g].host;
      const auto saved = host.find(member.name + "/" + System::name_of_cuts);
      if (saved == host.end()) continue;  // no cuts were saved
      if (saved->second.size() % sizeof(int) != 0)
        throw Error(ExitCode::bad_input,
                    "the state belongs to another version: its cuts are incomplete");
      cut.resize(saved->second.size() / sizeof(int));
      if (!cut.empty()) std::memcpy(cut.data(), saved->second.data(), cut.size() * sizeof(int));
    }
  return all;
}

/// wanted: in the order of systems(), where spawned ones come last and may be left out. Returns
/// whether any cut changed.
bool World::set_cuts(const Cuts& wanted) {
  const Cuts before = cuts();
  if (std::equal(wanted.begin(), wanted.end(), before.begin())) return false;
  exec_->synchronize();
  const std::vector<System*> all = systems();
  const auto set = [&](const Cuts& to) {
    for (std::size_t i = 0; i < to.size(); ++i) all[i]->set_cut_triangles(to[i]);
  };
  try {
    set(wanted);
  } catch (...) {
    set(before);
    rebuild_after_cut();
    throw;
  }
  rebuild_after_cut();
  return true;
}

/// Called before restore(). Throws Error(bad_input) for a state of another scene.
void World::restore_cuts_and_spawned(const WorldState& state) {
  Cuts before;
  for_each_member([&](Group&, Member& member) {
    if (!member.is_spawned) before.push_back(member.system->cut_triangles());
  });
  const bool changed = set_cuts(cuts_in(state));
  try {
    restore_balls(state);
    restore_added(state);
    for (std::size_t g = 0; g < groups_.size(); ++g) groups_[g]->archive().check(state.groups[g]);
  } catch (...) {
    if (changed) set_cuts(before);
    throw;
  }
}

}  // namespace limber
