#pragma once

// Before displacements are scaled down (hold_back.h), free rigid bodies give up only those parts of
// theirs that lead through planes between pairs. Scaled as a whole, a body that is pushed against
// what it rests on would also stop sliding along it: bricks would hang in the air, and stay in the
// ball that hits them.
//
// Each body takes back what its planes ask for, along each axis the most (Jacobi); where it is
// asked to give way both up and down an axis, it turns too far for its gap, and turns less.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/contact/box_pairs.h"
#include "kernels/contact/contact_pairs.h"
#include "kernels/contact/hold_back.h"
#include "kernels/contact/search_pairs.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Bodies that slide keep a little more than the minimum gap, so that nothing is left to scale
/// down.
LIMBER_HD inline float slide_margin_m(const ContactMesh& mesh, const ContactPair& pair) {
  return min_gap_share *
         glm::min(mesh.traits[pair.corners.x].radius_m, mesh.traits[pair.corners.w].radius_m);
}

/// Gathers what planes ask of bodies in a pass.
struct AskBodies {
  View<const int> body_of_point;
  View<BodySlide> bodies;

  LIMBER_HD bool slides(int point) const { return bodies[body_of_point[point]].slides != 0; }

  /// One side of a pair: along_m and behind_m of its `corners`, along its own `away` from the
  /// plane, and how much of its advance is too much.
  LIMBER_HD void ask(int point, const glm::vec3& away, const float* along_m, const float* behind_m,
                     int corners, float sign, float beyond_m) const {
    BodySlide& body = bodies[body_of_point[point]];
    if (body.slides == 0 || !(beyond_m > 0.0f)) return;
    const float travel_m = glm::dot(body.travel_m, away);
    float advance_m = 1e30f;
    for (int k = 0; k < corners; ++k)
      advance_m = glm::min(advance_m, sign * along_m[k] + behind_m[k]);
    // The share of its rotation for which each corner stays behind the plane.
    constexpr float negligible_m = 1e-5f;
    float turn = 1.0f;
    for (int k = 0; k < corners; ++k) {
      const float turn_m = sign * along_m[k] - travel_m;
      const float room_m = travel_m + behind_m[k] - (advance_m + beyond_m);
      if (turn_m < -negligible_m && room_m + turn_m < 0.0f)
        turn = glm::min(turn, glm::max(room_m, 0.0f) / -turn_m);
    }
    if (turn < 1.0f) atomic_min(body.turn, bits_of(turn));
    for (int k = 0; k < 3; ++k) {
      const float back_m = away[k] * beyond_m;
      if (back_m > 0.0f) atomic_max(body.up_m[k], bits_of(back_m));
      if (back_m < 0.0f) atomic_max(body.down_m[k], bits_of(-back_m));
    }
  }
};

/// One thread per pair.
struct SlideAlongPlanes {
  ContactMesh mesh;
  View<const ContactPair> pairs;
  View<const PairFrame> frames;
  View<const glm::vec4> starts_m;
  View<const Particle> particles;
  AskBodies bodies;
  View<SearchState> state;
  int pass;

  LIMBER_HD void operator()(int r) const {
    const ContactPair pair = pairs[r];
    if (mesh.is_box(pair.owner)) return;  // see SlideAlongBoxPlanes
    const int first = pair.corners.x, second = pair.corners.w;
    if (!bodies.slides(first) && !bodies.slides(second)) return;
    const PairFrame frame = frames[r];
    if (frame.normal == glm::vec3(0.0f)) return;
    const CornersAtPlane at(pair, frame, mesh.is_edge(pair.owner), starts_m, particles);
    PlaneSides sides = at.sides();
    if (pass >= moving_slide_passes) sides.stand_still();
    const float min_m = min_gap_m(mesh, bodies.bodies, pair) + slide_margin_m(mesh, pair);
    const float excess_m = sides.excess_m(frame.gap_m, min_m + rounding_m(at.largest_m));
    if (!(excess_m > rounding_m(at.largest_m))) return;
    raise_flag(state[0].slid[pass]);
    const float of_first = sides.share_of_first();
    bodies.ask(first, frame.normal, at.along_m, at.behind_m, at.on_first, 1.0f,
               excess_m * of_first);
    bodies.ask(second, -frame.normal, at.along_m + at.on_first, at.behind_m + at.on_first,
               4 - at.on_first, -1.0f, excess_m * (1.0f - of_first));
  }
};

/// One thread per pair of boxes.
struct SlideAlongBoxPlanes {
  static constexpr int grain = 16;
  ListedBoxes boxes;
  View<const ContactPair> pairs;
  View<const BoxSlot> kept;
  View<const glm::vec4> starts_m;
  View<const Particle> particles;
  AskBodies bodies;
  View<SearchState> state;
  int pass;

  LIMBER_HD void operator()(int k) const {
    const int r = boxes.slot(k);
    if (boxes.room(r, pairs.size) == 0) return;
    const ContactPair pair = pairs[r];
    const BoxSlot plane = kept[r];
    const float min_gap_m = min_gap_share * pair.reach_m + slide_margin_m(boxes.mesh, pair);
    if (stay_apart(boxes.mesh, bodies.bodies, pair, plane, min_gap_m)) return;
    const BoxesAtPlane at(boxes.mesh, pair, plane.normal, starts_m, particles);
    PlaneSides sides = at.sides();
    if (pass >= moving_slide_passes) sides.stand_still();
    const float excess_m = sides.excess_m(plane.gap_m, min_gap_m + rounding_m(at.largest_m));
    if (!(excess_m > rounding_m(at.largest_m))) return;
    raise_flag(state[0].slid[pass]);
    const float of_first = sides.share_of_first();
    bodies.ask(at.first[0], plane.normal, at.along_m[0], at.behind_m[0], 8, 1.0f,
               excess_m * of_first);
    bodies.ask(at.first[1], -plane.normal, at.along_m[1], at.behind_m[1], 8, -1.0f,
               excess_m * (1.0f - of_first));
  }
};

}  // namespace limber
