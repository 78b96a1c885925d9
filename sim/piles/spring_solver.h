#pragma once

#include "kernels/buffer.h"
#include "kernels/piles/collide.h"
#include "kernels/piles/sphere_values.h"
#include "sim/piles/body_grabber.h"
#include "sim/piles/body_state.h"
#include "sim/piles/pile_views.h"
#include "sim/piles/piles_settings.h"
#include "sim/piles/sphere_lists.h"

namespace limber {

/// The stages of [Harada07]: sphere values, grid, collision, momenta, poses. Its own state are the
/// shear springs of the contacts.
class SpringSolver {
 public:
  SpringSolver(const Exec& exec, const BodyState& start, int colliders);

  /// Before the first of consecutive steps.
  void launch_begin(const Exec& exec, const PileViews& pile, const BodyGrabber& grabber);
  void launch_step(const Exec& exec, const PilesSettings& settings, const ContactLaw& law,
                   const PileViews& pile, BodyGrabber& grabber);

  /// Call at the start, too. Forgets all contacts if body_contacts changed.
  void settings_changed(const Exec& exec, const PilesSettings& settings);
  void forget(const Exec& exec);  ///< all contacts
  /// Before the first step of a state that is new or comes from the other backend.
  void begin(const Exec& exec, View<BodyMomentum> momenta);
  void archive(Archive& archive);
  std::vector<StoredShear> shear_springs(const Exec& exec) { return lists_.shear_springs(exec); }

 private:
  SphereValues sphere_values(const PileViews& pile, const BodyGrabber& grabber);

  float largest_diameter_m_;
  bool body_contacts_ = true;
  Buffer<SpherePlace> places_;
  Buffer<SphereMotion> motions_;
  Buffer<glm::vec4> levers_;
  SphereLists lists_;
};

}  // namespace limber
