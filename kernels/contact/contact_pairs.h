#pragma once

// Pairs of a vertex and a triangle, or of two edges, at the start of a substep. Which of them push
// follows [Chen25, equations 8 to 10]: a feature pushes if its block contains the other side's
// nearest point, so that surfaces push along their normals only.

#include <glm/glm.hpp>

#include "kernels/contact/contact_mesh.h"
#include "kernels/contact/near_features.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// A vertex (a) and a triangle (b, c, d), or two edges (a, b and c, d). Of two boxes also a
/// triangle and a vertex (d): see box_pairs.h.
struct alignas(16) ContactPair {
  glm::ivec4 corners;
  int owner;
  int thing;
  float reach_m;  ///< the distance to keep
  float friction;
};

/// Sides closer than this share of the distance to keep come no closer; in worlds with plants, than
/// half of it: see SurfaceContacts::choose_shares().
inline constexpr float min_gap_share = 0.05f;

/// The impulse of a pair in a substep, on its first side.
struct alignas(16) PairImpulse {
  glm::vec3 N_s{0.0f};
  float normal_N_s = 0.0f;
};

/// From the nearest point of the second side to that of the first. x: positions of the corners.
LIMBER_HD inline glm::vec3 apart_m(const NearPoints& near, const glm::vec3 (&x)[4]) {
  // Differences first: the weights sum to 0, and positions may be far from the origin.
  return (x[1] - x[0]) * near.weights.y + (x[2] - x[0]) * near.weights.z +
         (x[3] - x[0]) * near.weights.w;
}

/// Edges nearer than this share of the distance to keep push even outside their blocks: pairs that
/// are near hold each other back, and nothing else might push these apart.
inline constexpr float always_pushing_share = 0.5f;

/// How far a substep separates a pair that is too close by missing_m: by this share, at a limited
/// speed.
LIMBER_HD inline float recovered_m(float missing_m, float share, float dt_s) {
  constexpr float max_recovery_m_s = 0.1f;
  return glm::min(share * missing_m, max_recovery_m_s * dt_s);
}

/// The gap that a pair which pushes keeps in a substep.
LIMBER_HD inline float target_gap_m(float gap_m, float reach_m, float dt_s) {
  constexpr float recovered = 0.1f;
  const float missing_m = glm::max(0.0f, reach_m - gap_m);
  return glm::min(gap_m, reach_m) + recovered_m(missing_m, recovered, dt_s);
}

/// The geometry of a pair at the start of a substep. Constant in it.
struct alignas(16) PairFrame {
  glm::vec3 normal{0.0f};  ///< from the second side to the first; 0 where they touch
  float gap_m = 0.0f;
  glm::vec4 weights{0.0f};
};

/// What a slot of a pair of boxes keeps from step to step.
struct alignas(16) BoxSlot {
  glm::vec3 at_m{0.0f};  ///< where the contact is on the first box, along its axes
  float unused = 0.0f;
  glm::vec3 normal{0.0f};  ///< in the first slot: between the boxes in this step, see BoxesApart
  float gap_m = 0.0f;      ///< likewise
};

/// Whether a point of a pair has moved; have_moved: a flag per point.
LIMBER_HD inline bool some_have_moved(View<const int> have_moved, const glm::ivec4& c) {
  return (have_moved[c.x] | have_moved[c.y] | have_moved[c.z] | have_moved[c.w]) != 0;
}

/// One thread per pair.
struct BeginPairs {
  ContactMesh mesh;
  View<const ContactPair> pairs;
  View<const glm::vec4> starts_m;
  /// A flag per point: a pair without moved points keeps its frame and its whole impulse. Empty:
  /// all pairs are set up.
  View<const int> have_moved;
  View<PairFrame> frames;
  View<float> targets_m;  ///< the gap that a pair keeps in this substep; negative: it does not push
  View<PairImpulse> impulses;
  float dt_s;

  LIMBER_HD void operator()(int r) const {
    const ContactPair pair = pairs[r];
    if (mesh.is_box(pair.owner)) return;  // see BeginBoxPairs
    const glm::ivec4 c = pair.corners;
    if (!have_moved.empty() && !some_have_moved(have_moved, c)) return;
    const bool edge = mesh.is_edge(pair.owner);
    const glm::vec3 x[4] = {glm::vec3(starts_m[c.x]), glm::vec3(starts_m[c.y]),
                            glm::vec3(starts_m[c.z]), glm::vec3(starts_m[c.w])};
    const NearPoints near = edge ? nearest_of_edges(x) : nearest_of_vertex_and_triangle(x);
    const glm::vec3 apart = apart_m(near, x);
    PairFrame frame;
    frame.gap_m = glm::sqrt(glm::dot(apart, apart));
    frame.weights = near.weights;
    bool pushes = frame.gap_m > 1e-9f;
    if (pushes) frame.normal = apart / frame.gap_m;
    // Pairs push before they overlap only along the normals of faces and of crossing edges:
    // otherwise a border that slides over a surface would run into planes of features ahead.
    // Spheres push from their centre, within their radius.
    if (near.feature != 0)
      pushes = pushes && !edge && frame.gap_m < pair.reach_m &&
               (mesh.is_sphere(c.x) || in_block(pair, near, x));
    else if (edge && frame.gap_m > always_pushing_share * pair.reach_m)
      pushes = pushes &&
               in_block_of_edge(pair.owner - mesh.points.size, x[0], x[1], -frame.normal) &&
               in_block_of_edge(pair.thing - mesh.triangles, x[2], x[3], frame.normal);
    frames[r] = frame;
    targets_m[r] = pushes ? target_gap_m(frame.gap_m, pair.reach_m, dt_s) : -1.0f;
    if (!pushes) impulses[r] = {};
  }

 private:
  /// Whether what lies in direction `out` is in the block of an edge: on the outer side of both of
  /// its triangles. Edges in flat places are in it up to a small angle.
  LIMBER_HD bool in_block_of_edge(int edge, const glm::vec3& from, const glm::vec3& to,
                                  const glm::vec3& out) const {
    constexpr float max_sine = 0.1f;
    const glm::vec3 along = to - from;
    const glm::ivec2 opposites = mesh.opposites[edge];
    for (int k = 0; k < 2; ++k) {
      if (opposites[k] < 0) continue;
      glm::vec3 across = glm::vec3(starts_m[opposites[k]]) - from;
      across -= along * (glm::dot(across, along) / glm::dot(along, along));
      const float inward = glm::dot(out, across);
      if (inward > 0.0f && inward * inward > max_sine * max_sine * glm::dot(across, across))
        return false;
    }
    return true;
  }

  /// Whether a vertex lies in the block of the triangle's corner or side that is nearest to it, and
  /// this triangle owns that feature.
  LIMBER_HD bool in_block(const ContactPair& pair, const NearPoints& near,
                          const glm::vec3 (&x)[4]) const {
    const TriangleSides sides = mesh.sides[pair.thing];
    const int k = (near.feature - 1) % 3;  // the corner, or where the side begins
    const bool corner = near.feature <= 3;
    if ((sides.owned >> (corner ? 3 + k : k) & 1) == 0) return false;
    const int a = pair.corners[1 + k];
    const glm::vec3 at = x[1 + k], from = x[0] - at;
    // A vertex straight above a flat place is in the blocks of all features around it.
    const float slack_m2 = -1e-4f * glm::dot(from, from);
    if (corner) {
      for (int j = mesh.neighbors.first[a]; j < mesh.neighbors.first[a + 1]; ++j)
        if (glm::dot(from, at - glm::vec3(starts_m[mesh.neighbors.items[j]])) < slack_m2)
          return false;
      return true;
    }
    const glm::vec3 along = x[1 + (k + 1) % 3] - at;
    const glm::vec3 out = from - along * (glm::dot(from, along) / glm::dot(along, along));
    const glm::vec3 own = x[1 + (k + 2) % 3] - at;
    if (glm::dot(out, own) > -slack_m2) return false;
    const int other = sides.opposite[k];
    return other < 0 || !(glm::dot(out, glm::vec3(starts_m[other]) - at) > -slack_m2);
  }
};

}  // namespace limber
