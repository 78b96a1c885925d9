#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/launch.h"
#include "kernels/pbd/project.h"
#include "kernels/pbd/residual.h"
#include "sim/archive.h"
#include "sim/coloring.h"
#include "sim/pbd/clusters.h"
#include "sim/pbd/model.h"
#include "sim/publish.h"
#include "sim/statistics.h"

namespace limber {

/// The constraints of one type, sorted by colour, in solver memory.
template <class Constraint>
class ConstraintSet {
 public:
  static constexpr int corners_each = Constraint::corners;

  /// label: the name of the type in stages, counts and residuals; must outlive the set.
  ConstraintSet(const Exec& exec, const char* label, int particles,
                const ConstraintList<Constraint>& list)
      : label_(label) {
    Coloring coloring = list.is_colored() ? list.coloring : color_constraints(particles, list);
    for (int i : coloring.order) {
      host_corners_.push_back(list.corners[i]);
      host_rest_.push_back(list.rest[i]);
    }
    first_of_color_ = std::move(coloring.first);
    corners_ = {exec, host_corners_};
    rest_ = {exec, host_rest_};
    block_sums_ = {exec, (size() + residual_block - 1) / residual_block};
  }

  const char* label() const { return label_; }
  int size() const { return static_cast<int>(host_corners_.size()); }
  int colors() const { return static_cast<int>(first_of_color_.size()) - 1; }
  int slots() const { return size() * corners_each; }
  ConstraintCount count() const { return {label_, size(), colors()}; }
  const std::vector<Corners<corners_each>>& corners() const { return host_corners_; }
  ColoredConstraints<Constraint> colored(int first_color = 0) const {
    return {&host_corners_, &host_rest_, &first_of_color_, first_color};
  }
  const std::vector<int>& first_of_color() const { return first_of_color_; }
  /// From this list, another set like this one can be built.
  ConstraintList<Constraint> list() const {
    ConstraintList<Constraint> list{host_corners_, host_rest_, {{}, first_of_color_}};
    list.coloring.order.resize(host_corners_.size());
    std::iota(list.coloring.order.begin(), list.coloring.order.end(), 0);
    return list;
  }
  ConstraintData<Constraint> data() const { return {corners_.view(), rest_.view()}; }

  /// Projects the colours before `last_color`, one after the other; all colours make up one
  /// Gauss-Seidel iteration.
  void project(const Exec& exec, View<Particle> particles, Softness softness,
               int last_color) const {
    for (int c = 0; c < last_color; ++c) {
      const int first = first_of_color_[c];
      const int count = first_of_color_[c + 1] - first;
      launch(exec, label_, count,
             ProjectColor<Constraint>{
                 {corners_.view().part(first, count), rest_.view().part(first, count)},
                 particles,
                 softness});
    }
  }

  void correct_into(const Exec& exec, View<const Particle> particles, View<glm::vec4> slots,
                    Softness softness) const {
    launch(exec, label_, size(), JacobiCorrect<Constraint>{data(), particles, slots, softness});
  }

  /// Writes the sum of the squares of all constraints to total[0]. rest_scale: as in Softness.
  void sum_squares(const Exec& exec, View<const Particle> particles, float rest_scale,
                   View<double> total) {
    launch(exec, "residual", block_sums_.size(),
           SumSquaresOfBlock<Constraint>{data(), particles, rest_scale, block_sums_.view()});
    launch(exec, "residual", 1, SumBlocks{block_sums_.view(), total});
  }

  /// For the view of the constraint graph: a line between the last two corners, which are the ends
  /// of a distance, the wings of a hinge, or an edge of a tetrahedron. first_vertex: the vertex of
  /// particle 0.
  ConstraintLines lines(int first_vertex) const {
    ConstraintLines result{label_, {}, {}};
    for (int c = 0; c < colors(); ++c) {
      for (int i = first_of_color_[c]; i < first_of_color_[c + 1]; ++i) {
        const auto& at = host_corners_[i].at;
        result.ends.emplace_back(first_vertex + at[corners_each - 2],
                                 first_vertex + at[corners_each - 1]);
        result.colors.push_back(static_cast<std::uint32_t>(c));
      }
    }
    return result;
  }

  void archive(Archive& archive) { archive.scratch(corners_, rest_, block_sums_); }

 private:
  const char* label_;
  std::vector<Corners<corners_each>> host_corners_;
  std::vector<float> host_rest_;
  std::vector<int> first_of_color_;
  Buffer<Corners<corners_each>> corners_;
  Buffer<float> rest_;
  Buffer<double> block_sums_;
};

}  // namespace limber
