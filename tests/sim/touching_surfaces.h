#pragma once

#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "sim/joints/rigid_surface.h"
#include "tests/crossings_by_force.h"
#include "tests/sim/world_parts.h"

namespace limber {

/// The current surfaces of a world that take part in contacts, in double precision.
class TouchingSurfaces {
 public:
  /// At the start of a world.
  TouchingSurfaces(Exec& exec, World& world, const WorldParts& all) : exec_(exec), all_(all) {
    if (all.plant) add_plant(world);
    plain_triangles_ = all.triangles();
    rigid_ = rigid_surface_of(all.rigid, all.contact_distance_m);
  }

  void look(World& world) {
    places_m.clear();
    triangles.clear();
    part_of_triangle_.clear();
    const std::vector<glm::vec3> x = world.positions_m();
    std::size_t first = 0;
    if (all_.plant) {
      const std::vector<glm::dvec3> drawn = drawn_m(world);
      for (const int vertex : vertex_of_point_) places_m.push_back(drawn[vertex]);
      for (const glm::uvec3& t : plant_.triangles) add(t, 0, plant_.part[t.x]);
      first = all_.plant->plant.parts.size();
    }
    const auto plain = static_cast<unsigned>(places_m.size());
    for (std::size_t i = first; i < x.size(); ++i) places_m.emplace_back(x[i]);
    for (const glm::uvec3& t : plain_triangles_) add(t, plain, -1);
    if (!all_.rigid.bodies.empty()) add_rigid(world);
  }

  /// Intersections of all surfaces that collide.
  std::size_t crossings(World& world) {
    look(world);
    return crossings_by_force(places_m, triangles, [&](std::size_t i, std::size_t j) {
      const int a = part_of_triangle_[i], b = part_of_triangle_[j];
      return a >= 0 && b >= 0 && excluded_.contains({a, b});
    });
  }

  /// The plant's drawn vertices.
  std::vector<glm::dvec3> drawn_m(World& world) {
    Buffer<PublishedVertex> out(exec_, world.draw_list().vertex_count);
    world.advance({.steps = 0, .publish = out.view()});
    std::vector<glm::dvec3> drawn;
    for (const PublishedVertex& vertex : out.download(exec_)) drawn.emplace_back(vertex.position_m);
    drawn.resize(world.system<PlantsSystem>().draw_list().vertex_count);
    return drawn;
  }

  std::vector<glm::dvec3> places_m;
  std::vector<glm::uvec3> triangles;

 private:
  void add(const glm::uvec3& t, unsigned first, int part) {
    triangles.push_back(t + first);
    part_of_triangle_.push_back(part);
  }

  void add_plant(World& world) {
    plant_ = world.system<PlantsSystem>().contact_shape();
    const std::vector<glm::dvec3> drawn = drawn_m(world);
    for (const glm::vec3& at_m : plant_.places_m) {
      std::size_t nearest = 0;
      for (std::size_t v = 0; v < drawn.size(); ++v)
        if (glm::distance(drawn[v], glm::dvec3(at_m)) <
            glm::distance(drawn[nearest], glm::dvec3(at_m)))
          nearest = v;
      EXPECT_LT(glm::distance(drawn[nearest], glm::dvec3(at_m)), 1e-6);
      vertex_of_point_.push_back(static_cast<int>(nearest));
    }
    for (int a = 0; a + 1 < static_cast<int>(plant_.excluded.first.size()); ++a)
      for (int k = plant_.excluded.first[a]; k < plant_.excluded.first[a + 1]; ++k)
        excluded_.insert({a, plant_.excluded.items[k]});
  }

  void add_rigid(World& world) {
    const auto first = static_cast<unsigned>(places_m.size());
    const std::vector<RigidPose> poses = world.system<JointsSystem>().poses();
    for (std::size_t i = 0; i < rigid_.body_of_point.size(); ++i) {
      const int body = rigid_.body_of_point[i];
      const RigidPose& rest = all_.rigid.bodies[body].pose;
      const glm::dvec3 own =
          rotated_back(rest.quaternion, glm::dvec3(rigid_.shape.places_m[i]) - rest.position_m);
      places_m.push_back(poses[body].position_m + rotated(poses[body].quaternion, own));
    }
    for (const glm::uvec3& t : rigid_.shape.triangles) add(t, first, -1);
  }

  Exec& exec_;
  const WorldParts& all_;
  ContactShape plant_;
  std::vector<int> vertex_of_point_;
  std::set<std::pair<int, int>> excluded_;
  std::vector<glm::uvec3> plain_triangles_;
  RigidSurface rigid_;
  std::vector<int> part_of_triangle_;
};

}  // namespace limber
