#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/exec.h"
#include "kernels/timeline.h"
#include "sim/parameter.h"
#include "sim/publish.h"

namespace limber {

/// What a frame asks of a simulation.
struct FrameRequest {
  int steps = 1;  ///< 0: only publish again
  /// What is shown lies between the state before the last step (0) and the state now (1), so that
  /// frames and steps of different length still move evenly.
  float blend = 1.0f;
  View<PublishedVertex> publish{};  ///< where the solver runs; empty: nothing is drawn
  int field = -1;                   ///< index into DrawList::fields, -1 for none
};

struct ConstraintCount {
  std::string type;
  int count = 0;
  int colors = 0;  ///< 0 where none are needed
};

/// Sizes of the system, as --stats and the panel show them.
struct SystemCounts {
  int particles = 0;
  int vertices = 0;
  std::vector<ConstraintCount> constraints;
  // Finite elements; 0 for families without.
  int elements = 0;
  int dofs = 0;            ///< unknowns of the linear system
  long long nonzeros = 0;  ///< entries of its matrix
  int bodies = 0;          ///< rigid ones; 0 for families without
  // Plants; 0 for families without.
  int parts = 0;
  int deformable_parts = 0;
  int modes = 0;  ///< of all parts together
};

/// How an error falls from iteration to iteration within one step.
struct ConvergenceCurve {
  std::string label;             ///< type of constraint
  std::string unit;              ///< of the residuals
  std::vector<double> residual;  ///< before the first iteration, then after every `stride`
  int stride = 1;
  double ms_per_iteration = 0.0;  ///< of the step as it runs; 0 while nobody knows
};

/// How often a step goes over all constraints.
struct IterationCount {
  std::string method;  ///< that iterates
  int count = 0;
};

struct StepTime {
  double ms = 0.0;
  int steps = 0;
};

/// A running scene of any family. It owns the state, on the side where its solver runs, and knows
/// no OpenGL. Nothing here waits for the GPU unless it says so.
class Simulation {
 public:
  virtual ~Simulation() = default;

  /// Moves the state to where `exec` runs and goes on there. The exec must outlive its use.
  virtual void switch_to(Exec& exec) = 0;
  virtual void reset() = 0;  ///< back to the start of the scene
  virtual void advance(const FrameRequest& request) = 0;

  virtual double dt_s() const = 0;    ///< simulated seconds a step
  virtual double time_s() const = 0;  ///< simulated seconds since the start
  virtual const SystemCounts& counts() const = 0;
  virtual const DrawList& draw_list() const = 0;

  /// The values behind may be changed between frames, within their ranges; say so with
  /// parameters_changed(), which throws Error(bad_input) for values that do not go together.
  virtual std::vector<Parameter>& parameters() = 0;
  virtual void parameters_changed() = 0;

  /// Takes hold of what lies around a published vertex. Waits for the solver.
  virtual void grab(int vertex) = 0;
  /// The same where the surface at the vertex was hit at `at_m`: rigid bodies are held there.
  virtual void grab_at(int vertex, glm::vec3 at_m) {
    static_cast<void>(at_m);
    grab(vertex);
  }
  virtual void drag_to(glm::vec3 target_m) = 0;
  /// Lets go; with `pin` what was held stays where it is until it is grabbed again.
  virtual void release(bool pin) = 0;
  virtual int grabbed_vertex() const = 0;                       ///< -1: nothing is held
  virtual const std::vector<int>& pinned_vertices() const = 0;  ///< pinned by the user

  /// False once a state was not finite; the vertices published last are then the last good ones.
  /// On CUDA this is known a frame or two late.
  virtual bool finite() = 0;
  virtual bool finite_now() = 0;  ///< the same of this very state. Waits for the solver.
  /// Root mean square of the constraints of each type, of the newest request. A frame late on CUDA.
  virtual void request_residuals() = 0;
  virtual const std::map<std::string, double>& residuals() = 0;
  /// Tries the next step on a copy of the state and notes the residuals of its iterations. The
  /// curves are those of the newest request; a frame late on CUDA, empty before the first.
  virtual void request_convergence() = 0;
  virtual const std::vector<ConvergenceCurve>& convergence() = 0;
  /// Of each method that runs, as of the newest step: a budget of time changes them.
  virtual std::vector<IterationCount> iterations_now() const = 0;
  /// A sentence on what goes wrong while the state is still finite; empty: nothing does.
  virtual std::string trouble() { return {}; }
  /// The time of the newest steps that has not been read yet.
  virtual std::optional<StepTime> poll_step_time() = 0;
  virtual void set_profiling(bool on) = 0;
  virtual const std::vector<StageTime>& stages() = 0;

  /// Positions of all particles. Waits for the solver.
  virtual std::vector<glm::vec3> positions_m() = 0;
  virtual std::uint64_t state_hash() = 0;  ///< of every bit of the state. Waits for the solver.
};

}  // namespace limber
