#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "sim/fem/fem_system.h"
#include "sim/pbd/pbd_system.h"
#include "sim/piles/piles_system.h"
#include "sim/plants/plants_system.h"
#include "sim/world.h"

namespace limber {

/// A model and its surroundings.
template <class Model>
struct Placed : Model {
  Placed() = default;
  Placed(Model model) : Model(std::move(model)) {}
  std::vector<Collider> colliders;
  std::vector<ColliderMesh> drawn;
};

template <class Model>
GroupModel group_of(const Placed<Model>& model, std::function<std::unique_ptr<System>(Exec&)> make,
                    std::string name = "") {
  return {std::move(name),
          {.colliders = model.colliders, .drawn = model.drawn},
          {{"", std::move(make)}}};
}

inline GroupModel group_of(const Placed<PbdModel>& model, const PbdSettings& settings,
                           std::string name = "") {
  return group_of(
      model, [=](Exec& exec) { return std::make_unique<PbdSystem>(exec, model, settings); },
      std::move(name));
}

using MakeWorld = std::function<std::unique_ptr<World>(Exec&)>;

/// Up to eight steps at once, which a GPU finishes sooner.
inline void run(World& world, int steps) {
  for (int done = 0; done < steps; done += 8) world.advance({.steps = std::min(8, steps - done)});
}

inline void run_singly(World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.advance({.steps = 1});
}

inline glm::dvec3 middle_m(const std::vector<glm::vec3>& places_m) {
  glm::dvec3 sum(0.0);
  for (const glm::vec3& x : places_m) sum += glm::dvec3(x);
  return sum / static_cast<double>(places_m.size());
}

// Worlds of one system.

struct PbdWorld : World {
  PbdWorld(Exec& exec, const Placed<PbdModel>& model, const PbdSettings& settings)
      : World(exec, {group_of(model, settings)}) {}
};

struct FemWorld : World {
  FemWorld(Exec& exec, const Placed<FemModel>& model, const FemSettings& settings)
      : World(exec, {group_of(model, [&](Exec& on) {
                return std::make_unique<FemSystem>(on, model, settings);
              })}) {}
};

struct PilesWorld : World {
  PilesWorld(Exec& exec, const Placed<PilesModel>& model, const PilesSettings& settings)
      : World(exec, {group_of(model, [&](Exec& on) {
                return std::make_unique<PilesSystem>(
                    on, model, static_cast<int>(model.colliders.size()), settings);
              })}) {}
  PilesSystem& pile() { return system<PilesSystem>(); }
  std::vector<Pose> poses() { return pile().poses(); }
  std::vector<BodyMomentum> momenta() { return pile().momenta(); }
  double longest_stable_dt_s() { return pile().longest_stable_dt_s(); }
  double contacts_now() { return pile().contacts_now(); }
};

struct PlantsWorld : World {
  /// With only the ground, which does not collide with plants.
  PlantsWorld(Exec& exec, const std::shared_ptr<const PlantsModel>& model,
              const PlantsSettings& settings)
      : World(exec, {group_of(model, settings, {.colliders = {Collider{}}}, false)}) {}
  PlantsWorld(Exec& exec, const std::shared_ptr<const PlantsModel>& model,
              const PlantsSettings& settings, const Surroundings& around)
      : World(exec, {group_of(model, settings, around, true)}) {}
  const PartTree& tree() { return system<PlantsSystem>().tree(); }
  PartDynamics::State state() { return system<PlantsSystem>().state(); }

 private:
  static GroupModel group_of(const std::shared_ptr<const PlantsModel>& model,
                             const PlantsSettings& settings, const Surroundings& around,
                             bool meets_colliders) {
    return {"", around, {{"", [=](Exec& on) {
                            return std::make_unique<PlantsSystem>(on, model, meets_colliders,
                                                                  settings);
                          }}}};
  }
};

}  // namespace limber
