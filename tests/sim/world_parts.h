#pragma once

// Bodies of all kinds in one world.

#include <cmath>
#include <glm/glm.hpp>
#include <memory>
#include <vector>

#include "sim/fem/spring_cloth.h"
#include "sim/joints/joints_system.h"
#include "sim/mesh/box_mesh.h"
#include "sim/mesh/surfaces.h"
#include "sim/mesh/triangle_tree.h"
#include "sim/pbd/cloth.h"
#include "sim/pbd/solid.h"
#include "sim/plants/plants_system.h"
#include "tests/sim/small_joints.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_solid.h"

namespace limber {

inline constexpr float distance_m = 0.01f;  ///< contact distance

/// Contents of a world; empty members are left out.
struct WorldParts {
  std::shared_ptr<const PlantsModel> plant;
  PbdModel cloth, solid;
  FemModel fem;
  FemModel springs = of_springs();
  JointsModel rigid;
  PilesModel pile;
  // Overrides the settings of all systems.
  float friction = 0.3f;
  float restitution = 0.0f;
  float gravity_m_s2 = 9.81f;
  float damping_per_s = 0.0f;
  float contact_distance_m = distance_m;  ///< 0: no contacts
  std::vector<Collider> colliders{};
  PbdSettings of_cloth = few_iterations();
  PlantsSettings of_plant{};

  GroupModel group() const {
    GroupModel group{"", {.colliders = colliders}, {}};
    add_plant(group);
    add_particles(group, "cloth", cloth, of_cloth);
    add_particles(group, "solid", solid, few_iterations());
    add_elements(group, "fem", fem);
    add_elements(group, "springs", springs);
    add_rigid(group);
    add_pile(group);
    return group;
  }

  /// In the order of World::positions_m(), which ends with the spheres' centres.
  std::vector<glm::uvec3> triangles() const {
    std::vector<glm::uvec3> all;
    unsigned first = 0;
    const auto add = [&](const std::vector<glm::uvec3>& own, std::size_t points) {
      for (const glm::uvec3& t : own) all.push_back(t + first);
      first += static_cast<unsigned>(points);
    };
    add(cloth.triangles, cloth.particles.size());
    add(solid.triangles, solid.particles.size());
    add(fem.triangles, fem.nodes_m.size());
    add(springs.triangles, springs.nodes_m.size());
    return all;
  }

  std::size_t spheres() const {
    std::size_t sum = 0;
    for (const PileBody& body : pile.bodies) sum += pile.kinds[body.kind].body.centers_m.size();
    return sum;
  }

  /// Without plants and rigid bodies.
  std::size_t crossings(World& world) const {
    return TriangleTree({world.positions_m(), triangles()}).crossings().size();
  }

 private:
  static FemModel of_springs() {
    FemModel model;
    model.kind = ElementKind::spring;
    return model;
  }
  static PbdSettings few_iterations() {
    PbdSettings settings;
    settings.contact_iterations = 8;
    return settings;
  }

  void add_plant(GroupModel& group) const {
    if (!plant) return;
    PlantsSettings settings = of_plant;
    settings.dt_s = 1.0f / 480.0f;
    settings.gravity_m_s2 = gravity_m_s2;
    settings.friction = friction;
    settings.contact_distance_m = contact_distance_m;
    group.systems.push_back({"plant", [model = plant, settings](Exec& exec) {
                               return std::make_unique<PlantsSystem>(exec, model, false, settings);
                             }});
  }

  void add_particles(GroupModel& group, const char* name, const PbdModel& model,
                     PbdSettings settings) const {
    if (model.particles.empty()) return;
    settings.dt_s = 1.0f / 480.0f;
    settings.gravity_m_s2 = gravity_m_s2;
    settings.damping_per_s = damping_per_s;
    settings.air_kg_m3 = 0.0f;
    settings.friction = friction;
    settings.restitution = restitution;
    settings.contact_distance_m = contact_distance_m;
    group.systems.push_back(
        {name, [=](Exec& exec) { return std::make_unique<PbdSystem>(exec, model, settings); }});
  }

  void add_elements(GroupModel& group, const char* name, const FemModel& model) const {
    if (model.nodes_m.empty()) return;
    FemSettings settings;
    settings.dt_s = 1.0f / 480.0f;
    settings.gravity_m_s2 = gravity_m_s2;
    settings.mass_damping_per_s = damping_per_s;
    settings.friction = friction;
    settings.contact_distance_m = contact_distance_m;
    group.systems.push_back(
        {name, [=](Exec& exec) { return std::make_unique<FemSystem>(exec, model, settings); }});
  }

  void add_rigid(GroupModel& group) const {
    if (rigid.bodies.empty()) return;
    JointsSettings settings;
    settings.dt_s = 1.0f / 480.0f;
    settings.gravity_m_s2 = gravity_m_s2;
    settings.damping_per_s = damping_per_s;
    settings.friction = friction;
    settings.contact_distance_m = contact_distance_m;
    group.systems.push_back({"rigid", [model = rigid, settings](Exec& exec) {
                               return std::make_unique<JointsSystem>(exec, model, settings);
                             }});
  }

  void add_pile(GroupModel& group) const {
    if (pile.bodies.empty()) return;
    PilesSettings settings;
    settings.contacts = "positions";
    settings.dt_s = 1.0f / 480.0f;
    settings.gravity_m_s2 = gravity_m_s2;
    settings.damping_per_s = damping_per_s;
    settings.rolling = 0.0f;
    settings.friction = friction;
    settings.restitution = restitution;
    group.systems.push_back(
        {"pile", [model = pile, settings, around = static_cast<int>(colliders.size())](Exec& exec) {
           return std::make_unique<PilesSystem>(exec, model, around, settings);
         }});
  }
};

inline Cloth sheet(int side, glm::vec3 center_m, float size_m, glm::vec3 right = {1, 0, 0}) {
  return {.mesh = grid_mesh(side, side, glm::vec2(size_m), center_m, right,
                            glm::cross(right, glm::vec3(0, 0, 1)).y > 0 ? glm::vec3(0, 0, -1)
                                                                        : glm::vec3(0, 0, 1)),
          .bending = Bending::dihedral};
}

inline void add_block(FemModel& model, glm::vec3 at_m, glm::vec3 half_m = glm::vec3(0.1f),
                      float young_modulus_Pa = 1e5f) {
  add_solid(model, block(half_m, glm::ivec3(3), 300.0f),
            {.young_modulus_Pa = young_modulus_Pa, .poisson_ratio = 0.3f, .density_kg_m3 = 300.0f},
            {.at_m = at_m});
}

/// A sheet with all particles pinned.
inline PbdModel held_sheet(const Slope& slope, float size_m, int side) {
  PbdModel model;
  Cloth cloth = sheet(side, glm::vec3(0.0f), size_m, slope.down());
  for (std::size_t i = 0; i < cloth.mesh.positions_m.size(); ++i)
    cloth.pinned.push_back(static_cast<int>(i));
  add_cloth(model, cloth);
  return model;
}

}  // namespace limber
