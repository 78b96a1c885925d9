#pragma once

#include <glm/glm.hpp>
#include <map>
#include <string>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/fluid/foam_motion.h"
#include "kernels/readback.h"
#include "kernels/scan.h"
#include "sim/archive.h"
#include "sim/fluid/fluid_settings.h"
#include "sim/publish.h"
#include "sim/system.h"

namespace limber {

/// The input of a foam step.
struct FoamStep {
  FoamingFluid fluid;
  View<const int> order;  ///< of the sorted particles
  View<const Collider> colliders;
  View<const FluidDrain> drains;
  View<FluidTally> tally;
  float dt_s;
};

/// The white water of a fluid: see kernels/fluid/foam.h. It does not act on the fluid.
class Foam {
 public:
  /// max_specks: that may exist at a time. particles: of the fluid.
  Foam(const Exec& exec, int max_specks, const FluidTraits& traits, float spacing_m, int particles);

  void archive(Archive& archive);
  void launch_store_previous(const Exec& exec);
  /// After the fluid's velocities are known, before its particles are sorted again.
  void launch_step(const Exec& exec, const FoamStep& step, const FluidSettings& settings);
  /// vertices: those of the specks, max_specks() in number.
  void publish(const SystemPublish& request, View<PublishedVertex> vertices, bool shows_speed);

  void request_sums(const Exec& exec);
  /// Adds the newest sums that have arrived: "foam", "spray" and "bubbles".
  void add_sums(std::map<std::string, double>& residuals);
  void forget_sums() { sums_later_.forget(); }

  int max_specks() const { return specks_.size(); }
  /// These wait for the solver.
  std::vector<Speck> specks(const Exec& exec) const { return specks_.download(exec); }
  std::vector<SpeckMotion> motions(const Exec& exec) const { return motions_.download(exec); }

 private:
  FluidTraits traits_;
  float spacing_m_;
  FoamPotentials potentials_;
  Buffer<Speck> specks_, previous_;
  Buffer<SpeckMotion> motions_;
  Buffer<FoamClock> clock_;
  // One per fluid particle, in sorted order.
  Buffer<glm::vec4> normals_;
  Buffer<int> births_, birth_sums_;
  Scan birth_scan_;
  Buffer<FoamSums> block_sums_, sums_;
  Readback<FoamSums> sums_later_;
  FoamSums newest_sums_;
};

}  // namespace limber
