#pragma once

#include "kernels/buffer.h"
#include "kernels/piles/solve_contacts.h"
#include "kernels/piles/substep.h"
#include "sim/archive.h"
#include "sim/cell_lists.h"
#include "sim/contact/contact_step.h"
#include "sim/piles/body_grabber.h"
#include "sim/piles/body_state.h"
#include "sim/piles/pile_views.h"
#include "sim/piles/piles_settings.h"

namespace limber {

/// Contacts of rigid bodies solved at position level, the alternative to the springs of [Harada07]:
/// see kernels/piles/position_contact.h. It divides a step into substeps of a few milliseconds and
/// iterates over all contacts in each. Its own state are the cached impulses for the warm start.
class PositionSolver {
 public:
  PositionSolver(const Exec& exec, const BodyState& start, const PilesSettings& settings);

  /// One step of settings.dt_s.
  void launch_step(const Exec& exec, const PilesSettings& settings, const PileViews& pile,
                   BodyGrabber& grabber);
  /// After steps of passed_s in total: measures how long bodies have been in deep penetration.
  void launch_end(const Exec& exec, const PileViews& pile, float passed_s);
  /// Limits the motion of bodies that touch a body held back by contacts of the world, such that
  /// they do not sink into it. Does nothing if if_lowered[0] is 0.
  void launch_hold(const Exec& exec, const PileViews& pile, const ContactStep& step,
                   View<const int> if_lowered, int rounds);
  /// Sum of the contact pressures on each sphere in the newest step, N.
  View<const float> pressures_N() const { return pressures_.view(); }

  void forget(const Exec& exec);  ///< all contacts
  void settings_changed(const Exec& exec, const PilesSettings& settings);
  void archive(Archive& archive);

 private:
  PositionLaw law_of(const PilesSettings& settings, float dt_s) const;
  /// places: current positions of the spheres.
  SpheresUnderWay under_way(const PileViews& pile, const BodyGrabber& grabber,
                            const Buffer<SpherePlace>& places, int substep) const;
  SphereGrid grid() const;
  ContactLists contacts();
  void begin_substep(const Exec& exec, const PilesSettings& settings, float dt_s,
                     const PileViews& pile, BodyGrabber& grabber);
  void move_bodies(const Exec& exec, float dt_s, const PileViews& pile, BodyGrabber& grabber);
  void hold(const Exec& exec, float dt_s, const PileViews& pile, BodyGrabber& grabber, bool first);
  void place_spheres(const Exec& exec, const PileViews& pile, Buffer<SpherePlace>& places);

  float largest_diameter_m_;
  float substep_s_;
  CellRows rows_;
  Buffer<Pose> start_poses_;
  Buffer<BodySpin> spins_;
  Buffer<SpherePlace> start_places_, free_places_, places_;
  Buffer<SpherePush> pushes_;
  Buffer<ContactImpulse> impulses_;
  Buffer<ContactFrame> frames_;
  Buffer<ContactEase> eases_;
  Buffer<float> arms_;
  Buffer<int> used_, found_;
  Buffer<float> pressures_, deepest_;
  Buffer<float> sunk_s_;  ///< of each body; for reports only, not in the hash of the state
  CellLists cells_;
};

/// The number of substeps per step.
int substeps_of(const PilesSettings& settings);

}  // namespace limber
