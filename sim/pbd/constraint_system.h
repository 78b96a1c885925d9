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

/// All constraints of a scene, and the iterations over them.
///
/// Gauss-Seidel runs colour by colour, with one launch per colour. Instead, small bodies are solved
/// as clusters (project_clusters.h), each by a thread block, or by a thread where there are many;
/// of larger bodies, only the last colours of each type are, whose few constraints are barely
/// connected. The result is the same in all cases.
class ConstraintSystem {
 public:
  ConstraintSystem(const Exec& exec, const PbdModel& model);

  /// Writes the constraints, with their colouring, into a model of the same particles.
  void list(PbdModel& model) const;
  /// Runs `iterations` iterations of gauss_seidel, jacobi, or xpbd with this substep.
  void solve(const Exec& exec, View<Particle> particles, const PbdSettings& settings,
             PbdMethod method, float substep_s, int iterations);
  /// Writes the sums of squares to *sums, in solver memory.
  void measure(const Exec& exec, View<const Particle> particles, const PbdSettings& settings,
               ResidualSums* sums);
  /// The root mean square of each type.
  std::map<std::string, double> residuals(const ResidualSums& sums) const;

  std::vector<ConstraintCount> counts() const;
  std::vector<ConstraintLines> lines(int first_vertex) const;
  const std::vector<Corners<2>>& edges() const { return stretch_.corners(); }
  ConstraintData<DistanceConstraint> edge_data() const { return stretch_.data(); }
  /// For each particle, its indices among the corners of all constraints, stretch first.
  Incidence slots_of_particle() const {
    return {slots_of_particle_first_.view(), slots_of_particle_.view()};
  }
  void archive(Archive& archive);

 private:
  void solve_colors(const Exec& exec, View<Particle> particles, const ClusterSoftness& softness,
                    bool clusters) const;
  void solve_jacobi(const Exec& exec, View<Particle> particles, const ClusterSoftness& softness,
                    float relaxation);
  /// Calls visit(set, member of ClusterSoftness, index of the type) for each of the four types, in
  /// the order of an iteration.
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
  /// The colours from first_color on, solved in clusters.
  struct Tail {
    int first_color = 0;
    Clusters clusters;
  };
  std::array<Tail, 4> tails_;
};

}  // namespace limber
