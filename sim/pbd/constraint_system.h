#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "sim/pbd/clusters.h"
#include "sim/pbd/constraint_set.h"
#include "sim/pbd/settings.h"

namespace limber {

/// Sums of the squares of stretch, bending across, dihedral and volume constraints.
struct ResidualSums {
  double of_type[4];
};

/// All constraints of a scene, and how one iteration after the other goes over them.
///
/// Gauss-Seidel runs colour after colour. Bodies that are small enough are solved whole instead, a
/// block of threads each, or a thread where there are many; and where a body is too large for that,
/// the last colours of each type, which have few constraints that hardly hang together, are
/// (project_clusters.h). All of it gives the same result.
class ConstraintSystem {
 public:
  ConstraintSystem(const Exec& exec, const PbdModel& model);

  /// The constraints, coloured, for a model of the same particles.
  void list(PbdModel& model) const;
  /// `iterations` times over all constraints: gauss_seidel, jacobi, or xpbd with this substep.
  void solve(const Exec& exec, View<Particle> particles, const PbdSettings& settings,
             PbdMethod method, float substep_s, int iterations);
  /// The sums of squares go to *sums, where the solver runs.
  void measure(const Exec& exec, View<const Particle> particles, const PbdSettings& settings,
               ResidualSums* sums);
  /// Root mean squares by type.
  std::map<std::string, double> residuals(const ResidualSums& sums) const;

  std::vector<ConstraintCount> counts() const;
  std::vector<ConstraintLines> lines(int first_vertex) const;
  const std::vector<Corners<2>>& edges() const { return stretch_.corners(); }
  ConstraintData<DistanceConstraint> edge_data() const { return stretch_.data(); }
  /// For each particle its places among the corners of all constraints, stretch first.
  Incidence slots_of_particle() const {
    return {slots_of_particle_first_.view(), slots_of_particle_.view()};
  }
  void archive(Archive& archive);

 private:
  void solve_colors(const Exec& exec, View<Particle> particles, const ClusterSoftness& softness,
                    bool clusters) const;
  void solve_jacobi(const Exec& exec, View<Particle> particles, const ClusterSoftness& softness,
                    float relaxation);
  /// Calls visit(set, which softness, number of the type) for each of the four types, in the order
  /// of an iteration.
  template <class System, class Visit>
  static void for_each_set(System& system, const Visit& visit);
  void make_clusters(const Exec& exec);

  int particles_;
  ConstraintSet<DistanceConstraint> stretch_;
  ConstraintSet<DistanceConstraint> across_;
  ConstraintSet<DihedralConstraint> dihedral_;
  ConstraintSet<VolumeConstraint> volume_;
  Buffer<int> slots_of_particle_first_, slots_of_particle_;
  Buffer<glm::vec4> slots_;

  Clusters bodies_;
  /// The colours from first_color on, which are solved in clusters.
  struct Tail {
    int first_color = 0;
    Clusters clusters;
  };
  std::array<Tail, 4> tails_;
};

}  // namespace limber
