#pragma once

#include <array>
#include <filesystem>

#include "scenes/table_reader.h"

namespace limber {

// What a particle takes at least with all that hangs on it, in bytes, on the host as measured.
constexpr double cloth_particle_bytes = 800, spring_particle_bytes = 4000;
constexpr double solid_particle_bytes = 1500, element_node_bytes = 7000, modal_node_bytes = 500;
constexpr double fluid_particle_bytes = 1490, foam_speck_bytes = 150;
constexpr double pile_sphere_bytes = 900;
constexpr double contact_point_bytes = 5600;  ///< more than that where it keeps apart
constexpr double rigid_body_bytes = 1000, rigid_corner_bytes = 250, joint_bytes = 3000;
constexpr double plant_part_bytes = 700, plant_vertex_bytes = 160, plant_mode_bytes = 600;

/// Of a particle of cloth.
constexpr double cloth_bytes(float contact_distance_m) {
  return cloth_particle_bytes + (contact_distance_m > 0.0f ? contact_point_bytes : 0.0);
}

/// Of a rigid body with so many corners; of what has no faces they are those of its core.
constexpr double rigid_bytes(double corners, float contact_distance_m) {
  return rigid_body_bytes +
         corners * (rigid_corner_bytes + (contact_distance_m > 0.0f ? contact_point_bytes : 0.0));
}

/// What is left of this machine's memory, and of what the control groups around this process may
/// take (a container, a batch job), in bytes. `root`: of the file system, another one in tests.
double available_bytes(const std::filesystem::path& root = "/");

/// What the tables of a scene take together, each as soon as it is known.
class SceneMemory {
 public:
  explicit SceneMemory(double available = available_bytes()) : available_bytes_(available) {}

  /// Refuses what a key asks for where it takes more memory than what was taken before has left, or
  /// is more than 10 million particles, or 20 million with those before.
  void check(const TableReader& table, const char* key, double particles,
             double particle_bytes) const;
  /// The same, and takes it.
  void take(const TableReader& table, const char* key, double particles, double particle_bytes);
  /// The same of a pile's spheres, of which a scene may have 30 million.
  void take_spheres(const TableReader& table, const char* key, double spheres);
  /// The same of rigid bodies, or of parts of plants, which memory alone limits.
  void take_bodies(const TableReader& table, const char* key, double bodies, double body_bytes);
  void take_parts(const TableReader& table, const char* key, double parts, double part_bytes);
  /// The same without taking it.
  void check_bodies(const TableReader& table, const char* key, double bodies,
                    double body_bytes) const;
  /// Everything is there so many times, what has been taken before too: for [compare].
  void repeat(int times);

 private:
  /// What is counted together.
  enum Kind { particles, spheres, bodies, parts };

  void refuse_above(double max, const TableReader& table, const char* key, Kind kind, double count,
                    double bytes_each) const;
  void take(Kind kind, double count, double bytes_each);

  double available_bytes_, taken_bytes_ = 0.0;
  int times_ = 1;
  std::array<double, 4> taken_{};  ///< of each kind
};

}  // namespace limber
