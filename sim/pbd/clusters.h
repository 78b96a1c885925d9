#pragma once

#include <vector>

#include "kernels/buffer.h"
#include "kernels/pbd/project_clusters.h"
#include "sim/archive.h"

namespace limber {

/// A coloured set of constraints on the host, from which clusters are built.
template <class Constraint>
struct ColoredConstraints {
  const std::vector<Corners<Constraint::corners>>* corners = nullptr;  ///< sorted by colour
  const std::vector<float>* rest = nullptr;
  const std::vector<int>* first_of_color = nullptr;
  int first_color = 0;  ///< clusters leave out the colours before this one

  int colors() const {
    return first_of_color ? static_cast<int>(first_of_color->size()) - 1 - first_color : 0;
  }
};

struct ColoredSystem {
  int particles = 0;
  ColoredConstraints<DistanceConstraint> stretch, across;
  ColoredConstraints<DihedralConstraint> dihedral;
  ColoredConstraints<VolumeConstraint> volume;
};

/// The connected components of the particles, joined by the constraints of a system.
struct Components {
  std::vector<std::vector<int>> particles;  ///< of each, ascending; only those with a constraint
  int largest = 0;                          ///< in particles
};
Components components_of(const ColoredSystem& system);

/// The softness of each constraint type in a step.
struct ClusterSoftness {
  Softness stretch, across, dihedral, volume;
};

/// Constraints sorted into clusters, in solver memory: each cluster is solved by one thread block
/// or thread (project_clusters.h). Small components share a cluster.
class Clusters {
 public:
  Clusters() = default;
  /// components.largest must not exceed max_cluster_particles.
  Clusters(const Exec& exec, const ColoredSystem& system, const Components& components);

  bool empty() const { return count_ == 0; }
  int count() const { return count_; }
  void project(const Exec& exec, const char* label, View<Particle> particles,
               const ClusterSoftness& softness, int iterations) const;
  void archive(Archive& archive);

 private:
  template <class Constraint>
  struct Set {
    Buffer<int> first;
    Buffer<LocalCorners<Constraint::corners>> corners;
    Buffer<float> rest;
    int colors = 0;
  };
  template <class Constraint>
  void sort_in(const Exec& exec, const ColoredConstraints<Constraint>& from,
               const std::vector<int>& cluster_of, const std::vector<int>& place_of,
               Set<Constraint>& set);
  template <class Constraint>
  static ClusterColors<Constraint> view_of(const Set<Constraint>& set, const Softness& softness);

  int count_ = 0;
  int largest_ = 0;        ///< max. particles in a cluster
  int largest_color_ = 0;  ///< max. constraints of one colour in a cluster
  Buffer<int> first_particle_;
  Buffer<int> particles_;
  Set<DistanceConstraint> stretch_, across_;
  Set<DihedralConstraint> dihedral_;
  Set<VolumeConstraint> volume_;
};

}  // namespace limber
