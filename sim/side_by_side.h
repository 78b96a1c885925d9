#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace limber {

/// The same scene twice or more, each solved in a way of its own, as one simulation: 002, figure 4.
/// The first keeps its names of constraints; those of the others end in their own ("stretch,
/// jacobi"). Parameters are shared but for the one in which they differ.
class SideBySide : public Simulation {
 public:
  struct Side {
    std::string name;  ///< the value of the parameter in which the sides differ
    std::unique_ptr<Simulation> simulation;
  };
  /// exec: on which the sides were made. differing: the key of that parameter, which is set in
  /// every side already.
  SideBySide(Exec& exec, std::vector<Side> sides, const std::string& differing);

  void switch_to(Exec& exec) override;
  void reset() override;
  void advance(const FrameRequest& request) override;
  double dt_s() const override { return sides_.front().simulation->dt_s(); }
  double time_s() const override { return sides_.front().simulation->time_s(); }
  const SystemCounts& counts() const override { return counts_; }
  const DrawList& draw_list() const override { return draw_list_; }
  std::vector<Parameter>& parameters() override { return parameters_; }
  void parameters_changed() override;
  void grab(int vertex) override;
  void drag_to(glm::vec3 target_m) override;
  void release(bool pin) override;
  int grabbed_vertex() const override;
  const std::vector<int>& pinned_vertices() const override { return pinned_; }
  bool finite() override;
  bool finite_now() override;
  void request_residuals() override;
  const std::map<std::string, double>& residuals() override;
  void request_convergence() override;
  const std::vector<ConvergenceCurve>& convergence() override;
  std::vector<IterationCount> iterations_now() const override;
  std::optional<StepTime> poll_step_time() override;
  void set_profiling(bool on) override;
  const std::vector<StageTime>& stages() override;
  std::vector<glm::vec3> positions_m() override;
  std::uint64_t state_hash() override;

 private:
  std::string name_of(std::size_t side, const std::string& type) const;
  void take_pinned();
  void add_to_counts(std::size_t side);
  void add_to_draw_list(std::size_t side);

  Exec* exec_;
  std::vector<Side> sides_;
  std::vector<int> first_vertex_;  ///< of each side among the published ones, and the end of all
  std::vector<Parameter> parameters_;
  SystemCounts counts_;
  DrawList draw_list_;
  std::vector<int> pinned_;
  std::map<std::string, double> residuals_;
  std::vector<ConvergenceCurve> convergence_;
  std::vector<StageTime> stages_;
  std::vector<std::optional<StepTime>> times_;  ///< of the sides whose step has been timed
};

}  // namespace limber
