#pragma once

// Coloured Gauss-Seidel on clusters: sets of particles with no constraint between two sets, such as
// whole bodies. Each cluster is solved by one worker, colour after colour, in local memory: a block
// of threads in its shared memory, or one thread in its cache. The result has the same bits as the
// colours one after the other over all clusters, but no colour waits for a launch.

#include <cstdint>
#include <glm/glm.hpp>

#include "kernels/exec.h"
#include "kernels/hd.h"
#include "kernels/pbd/constraints.h"
#include "kernels/pbd/particle.h"
#include "kernels/pbd/project.h"
#include "kernels/view.h"

namespace limber {

/// Indices into the cluster's own list of particles.
template <int N>
struct alignas(2 * N) LocalCorners {
  std::uint16_t at[N];
};

/// Constraints of one type, sorted by cluster, then by colour.
template <class Constraint>
struct ClusterColors {
  View<const int> first;  ///< of cluster k's colour c: first[k * colors + c]; then the end of all
  View<const LocalCorners<Constraint::corners>> corners;
  View<const float> rest;
  int colors = 0;  ///< 0: none of this type
  Softness softness;
};

struct ClusterSystem {
  View<const int> first_particle;  ///< of each cluster, then the end of all
  View<const int> particles;
  ClusterColors<DistanceConstraint> stretch, across;
  ClusterColors<DihedralConstraint> dihedral;
  ClusterColors<VolumeConstraint> volume;
};

template <class Constraint>
LIMBER_HD inline void project_local(const LocalCorners<Constraint::corners>& at, float rest,
                                    const Softness& softness, Particle* cluster) {
  constexpr int n = Constraint::corners;
  Particle p[n];
  for (int k = 0; k < n; ++k) p[k] = cluster[at.at[k]];
  glm::vec3 correction[n];
  correct<Constraint>(p, rest, softness, correction);
  for (int k = 0; k < n; ++k) {
    p[k].position_m += correction[k];
    cluster[at.at[k]] = p[k];
  }
}

/// 48 KiB of particles, the shared memory that every GPU has for a block.
inline constexpr int max_cluster_particles = 3072;

/// One element per cluster, for serial and TBB; on the GPU, launch_clusters_on_cuda.
struct ProjectCluster {
  static constexpr int grain = 1;
  ClusterSystem system;
  View<Particle> particles;
  int iterations;

  void operator()(int cluster) const {
    const int first = system.first_particle[cluster];
    const int count = system.first_particle[cluster + 1] - first;
    Particle local[max_cluster_particles];
    for (int i = 0; i < count; ++i) local[i] = particles[system.particles[first + i]];
    for (int iteration = 0; iteration < iterations; ++iteration) {
      project(system.stretch, cluster, local);
      project(system.across, cluster, local);
      project(system.dihedral, cluster, local);
      project(system.volume, cluster, local);
    }
    for (int i = 0; i < count; ++i) particles[system.particles[first + i]] = local[i];
  }

 private:
  template <class Constraint>
  static void project(const ClusterColors<Constraint>& set, int cluster, Particle* local) {
    if (set.colors == 0) return;
    const int last = set.first[(cluster + 1) * set.colors];
    for (int i = set.first[cluster * set.colors]; i < last; ++i)
      project_local<Constraint>(set.corners[i], set.rest[i], set.softness, local);
  }
};

/// One block per cluster, of at most `threads` threads. largest: max number of particles in one.
/// Throws Error(unavailable) with the label when CUDA refuses the launch.
void launch_clusters_on_cuda(const Exec& exec, const char* label, int threads, int largest,
                             const ProjectCluster& work);

}  // namespace limber
