// The end of a substep, in which nothing may pass through anything: kernels/contact/slide.h and
// hold_back.h.

#include "kernels/contact/hold_back.h"
#include "kernels/contact/slide.h"
#include "kernels/launch.h"
#include "kernels/only_if.h"
#include "sim/contact/hold_label.h"
#include "sim/contact/surface_contacts.h"

namespace limber {

void SurfaceContacts::slide(const Exec& exec, const Substep& substep,
                            const std::function<void()>& begin,
                            const std::function<void(View<const int>)>& move) {
  begin();
  const View<const int> slid(state_.view().data->slid, slide_passes);
  const AskBodies bodies{readable(body_of_point_), slides_.view()};
  for (int pass = 0; pass < slide_passes; ++pass) {
    const View<const int> if_moved = pass == 0 ? View<const int>{} : slid.part(pass - 1, 1);
    launch_for_pairs(exec, hold_label,
                     SlideAlongPlanes{.mesh = mesh(),
                                      .pairs = readable(pairs_),
                                      .frames = readable(frames_),
                                      .starts_m = readable(starts_m_),
                                      .particles = substep.particles,
                                      .bodies = bodies,
                                      .state = state_.view(),
                                      .pass = pass},
                     if_moved);
    launch_for_boxes(exec, hold_label,
                     SlideAlongBoxPlanes{.boxes = boxes(),
                                         .pairs = readable(pairs_),
                                         .kept = readable(box_slots_),
                                         .starts_m = readable(starts_m_),
                                         .particles = substep.particles,
                                         .bodies = bodies,
                                         .state = state_.view(),
                                         .pass = pass},
                     if_moved);
    move(slid.part(pass, 1));
  }
}

SharePass SurfaceContacts::choose_shares(const Exec& exec, const Substep& substep,
                                         const std::function<void(const SharePass&)>& share_bodies,
                                         bool redirects) {
  const View<const int> points = readable(points_);
  const int passes = moving_planes + (redirects ? standing_planes_if_redirected : standing_planes);
  const View<const int> held(state_.view().data->held, passes);
  const View<const int> beyond_regions(&state_.view().data->beyond, 1);
  launch(exec, hold_label, points.size,
         StayInRegions{.points = points,
                       .free_points = free_points_,
                       .starts_m = readable(starts_m_),
                       .regions = readable(regions_),
                       .frozen = readable(frozen_),
                       .particles = substep.particles,
                       .shares = shares_.view(),
                       .next_shares = next_shares_.view(),
                       .state = state_.view()});
  const auto pass_over_pairs = [&](int pass, bool kinematic_only) {
    const View<const int> lowered = pass == 0 ? View<const int>{} : held.part(pass - 1, 1);
    // Twigs at the minimum gap that sway together would otherwise wait for each other.
    const float kept_gap = redirects && pass >= moving_planes ? 0.5f : 1.0f;
    // Before each pass, since planes move with what moves away, which must not stop later.
    if (share_bodies) share_bodies({pass, pass == 0 ? beyond_regions : lowered});
    launch_for_pairs(exec, hold_label,
                     StayBehindPlanes{.mesh = mesh(),
                                      .pairs = readable(pairs_),
                                      .frames = readable(frames_),
                                      .starts_m = readable(starts_m_),
                                      .particles = substep.particles,
                                      .bodies = readable(slides_),
                                      .shares = readable(shares_),
                                      .next_shares = next_shares_.view(),
                                      .state = state_.view(),
                                      .pass = pass,
                                      .kinematic_only = kinematic_only,
                                      .kept_gap = kept_gap},
                     lowered);
    if (!kinematic_only)
      launch_for_boxes(exec, hold_label,
                       StayBehindBoxPlanes{.boxes = boxes(),
                                           .pairs = readable(pairs_),
                                           .kept = readable(box_slots_),
                                           .starts_m = readable(starts_m_),
                                           .particles = substep.particles,
                                           .bodies = readable(slides_),
                                           .shares = readable(shares_),
                                           .next_shares = next_shares_.view(),
                                           .state = state_.view(),
                                           .pass = pass,
                                           .kept_gap = kept_gap},
                       lowered);
    launch_only_if(exec, hold_label, held.part(pass, 1), points.size,
                   TakeShares{points, readable(next_shares_), shares_.view()});
  };
  for (int pass = 0; pass < passes; ++pass) pass_over_pairs(pass, false);
  if (free_points_ < points.size) pass_over_pairs(passes - 1, true);
  return {passes, held.part(passes - 1, 1)};
}

void SurfaceContacts::hold_back(const Exec& exec, const Substep& substep, Range range) {
  const View<const int> points = points_in(range);
  launch(exec, hold_label, points.size,
         HoldBack{.points = points,
                  .starts_m = readable(starts_m_),
                  .regions = readable(regions_),
                  .shares = readable(shares_),
                  .particles = substep.particles,
                  .before = substep.before,
                  .state = state_.view()});
}

}  // namespace limber
