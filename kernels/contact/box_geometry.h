#pragma once

// Where two boxes touch: the separating axis with the largest gap [Gottschalk96]; if it is the
// normal of a face, the overlap of this reference face with the incident face of the other box,
// which is the one most opposed to it; else the two edges that cross.

#include <glm/glm.hpp>

#include "kernels/contact/near_features.h"
#include "kernels/hd.h"
#include "kernels/view.h"

namespace limber {

/// A box given by eight points. Bits 0, 1 and 2 of a point's place tell its side along each axis.
struct CornerBox {
  int first = 0;  ///< its first point
  glm::vec3 center_m{0.0f};
  glm::vec3 axes[3];
  glm::vec3 half_m{0.0f};

  LIMBER_HD glm::vec3 corner_m(int place) const {
    glm::vec3 x = center_m;
    for (int k = 0; k < 3; ++k) x += axes[k] * ((place >> k & 1) != 0 ? half_m[k] : -half_m[k]);
    return x;
  }
  /// Half of its extent along a unit vector.
  LIMBER_HD float reach_m(const glm::vec3& n) const {
    return half_m.x * glm::abs(glm::dot(axes[0], n)) + half_m.y * glm::abs(glm::dot(axes[1], n)) +
           half_m.z * glm::abs(glm::dot(axes[2], n));
  }
};

/// Relative to origin_m, as positions may be far from the world's origin.
LIMBER_HD inline CornerBox corner_box(View<const glm::vec4> places_m, int first,
                                      const glm::vec3& origin_m) {
  CornerBox box;
  box.first = first;
  const glm::vec3 x = glm::vec3(places_m[first]) - origin_m;
  box.center_m = 0.5f * (x + (glm::vec3(places_m[first + 7]) - origin_m));
  for (int k = 0; k < 3; ++k) {
    const glm::vec3 side = glm::vec3(places_m[first + (1 << k)]) - origin_m - x;
    const float length_m = glm::sqrt(glm::dot(side, side));
    box.axes[k] = side / length_m;
    box.half_m[k] = 0.5f * length_m;
  }
  return box;
}

/// How far two boxes are apart.
struct BoxesApart {
  glm::vec3 normal{0.0f};  ///< from the second to the first
  float gap_m = -1e30f;    ///< along it; negative: they overlap
  /// 0 to 2 and 3 to 5: a normal of the first's or the second's faces; from 6 on: across both of
  /// two edges.
  int axis = 0;

  LIMBER_HD bool is_face() const { return axis < 6; }
};

/// The axis along which the boxes are farthest apart. Faces come before edges, and the first's
/// faces before the second's, unless these are better by more than bias_m: nearly equal ones must
/// not take turns from step to step.
LIMBER_HD inline BoxesApart boxes_apart(const CornerBox& a, const CornerBox& b, float bias_m) {
  BoxesApart best;
  float preferred_m = 0.0f;  // by which the gap of the best is larger than it is
  const glm::vec3 between = a.center_m - b.center_m;
  const auto try_axis = [&](const glm::vec3& n, int axis) {
    const float along_m = glm::dot(between, n);
    const float gap_m = glm::abs(along_m) - a.reach_m(n) - b.reach_m(n);
    if (!(gap_m > best.gap_m)) return;
    best = {along_m < 0.0f ? -n : n, gap_m, axis};
    preferred_m = 0.0f;
  };
  const auto prefer = [&] {
    best.gap_m += bias_m;
    preferred_m += bias_m;
  };
  for (int k = 0; k < 3; ++k) try_axis(a.axes[k], k);
  prefer();
  for (int k = 0; k < 3; ++k) try_axis(b.axes[k], 3 + k);
  prefer();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const glm::vec3 across = glm::cross(a.axes[i], b.axes[j]);
      const float squared = glm::dot(across, across);
      constexpr float least_sine = 0.01f;  // across nearly parallel edges, faces are as good
      if (squared > least_sine * least_sine) try_axis(across / glm::sqrt(squared), 6 + 3 * i + j);
    }
  best.gap_m -= preferred_m;
  return best;
}

/// One of the points in which two boxes touch.
struct BoxContact {
  glm::ivec4 corners{0};  ///< those of the first box before those of the second
  glm::vec4 weights{0.0f};
  glm::vec3 normal{0.0f};
  float gap_m = 1e30f;
  bool pushes = false;
};

/// The points in which two boxes touch, at most four.
struct BoxManifold {
  static constexpr int max_contacts = 4;
  BoxContact contacts[max_contacts];
  int count = 0;
};

/// Finds the manifold of two boxes.
class BoxManifoldFinder {
 public:
  LIMBER_HD BoxManifoldFinder(const CornerBox& a, const CornerBox& b, const BoxesApart& apart,
                              float reach_m)
      : a_(a), b_(b), apart_(apart), reach_m_(reach_m) {}

  LIMBER_HD void find(BoxManifold& manifold) {
    if (!apart_.is_face()) return touch_at_edges(manifold);
    begin_faces();
    find_points();
    choose(manifold);
    if (manifold.count == 0) touch_beside(manifold);
  }

 private:
  /// A corner of the area in which the two faces lie over each other.
  struct Point {
    glm::vec2 at_m;  ///< in the plane of the reference face, from its middle
    float gap_m;
    int kind;  ///< below 4: a corner of the incident face; below 8: of the reference face; then 8 +
               ///< 4 side of the incident face + side of the reference face: where these cross
  };
  static constexpr int max_points = 16;

  /// Place of corner k of a face, counted around it. axis, side: the face.
  LIMBER_HD static int place_on_face(int axis, bool positive, int k) {
    const int across = (axis + 1) % 3, up = (axis + 2) % 3;
    int place = positive ? 1 << axis : 0;
    if (k == 1 || k == 2) place |= 1 << across;
    if (k == 2 || k == 3) place |= 1 << up;
    return place;
  }
  LIMBER_HD static float sign_across(int k) { return k == 1 || k == 2 ? 1.0f : -1.0f; }
  LIMBER_HD static float sign_up(int k) { return k == 2 || k == 3 ? 1.0f : -1.0f; }

  LIMBER_HD bool reference_is_first() const { return apart_.axis < 3; }
  LIMBER_HD const CornerBox& reference() const { return reference_is_first() ? a_ : b_; }
  LIMBER_HD const CornerBox& incident() const { return reference_is_first() ? b_ : a_; }

  LIMBER_HD void begin_faces() {
    const CornerBox& own = reference();
    const CornerBox& that = incident();
    axis_ = apart_.axis % 3;
    const glm::vec3 out = reference_is_first() ? -apart_.normal : apart_.normal;
    positive_ = glm::dot(out, own.axes[axis_]) > 0.0f;
    half_m_ = {own.half_m[(axis_ + 1) % 3], own.half_m[(axis_ + 2) % 3]};
    float most = -1.0f;
    for (int k = 0; k < 3; ++k) {
      const float along = glm::dot(that.axes[k], out);
      if (!(glm::abs(along) > most)) continue;
      most = glm::abs(along);
      incident_axis_ = k;
      incident_positive_ = along < 0.0f;
    }
    const auto in_plane = [&](const glm::vec3& v) {
      return glm::vec2(glm::dot(v, own.axes[(axis_ + 1) % 3]),
                       glm::dot(v, own.axes[(axis_ + 2) % 3]));
    };
    const float side =
        incident_positive_ ? that.half_m[incident_axis_] : -that.half_m[incident_axis_];
    const glm::vec3 middle = that.center_m + that.axes[incident_axis_] * side - own.center_m;
    const int across = (incident_axis_ + 1) % 3, up = (incident_axis_ + 2) % 3;
    middle_m_ = in_plane(middle);
    across_m_ = in_plane(that.axes[across]) * that.half_m[across];
    up_m_ = in_plane(that.axes[up]) * that.half_m[up];
    middle_gap_m_ = glm::dot(middle, out) - own.half_m[axis_];
    across_gap_m_ = glm::dot(that.axes[across], out) * that.half_m[across];
    up_gap_m_ = glm::dot(that.axes[up], out) * that.half_m[up];
  }

  LIMBER_HD Point incident_corner(int k) const {
    const float x = sign_across(k), y = sign_up(k);
    return {middle_m_ + across_m_ * x + up_m_ * y,
            middle_gap_m_ + across_gap_m_ * x + up_gap_m_ * y, k};
  }

  /// Coordinates in the incident face, from -1 to 1 within it.
  LIMBER_HD glm::vec2 in_incident(const glm::vec2& at_m) const {
    const glm::vec2 from = at_m - middle_m_;
    const float all = across_m_.x * up_m_.y - across_m_.y * up_m_.x;
    return glm::vec2(from.x * up_m_.y - from.y * up_m_.x,
                     across_m_.x * from.y - across_m_.y * from.x) /
           all;
  }

  LIMBER_HD void add(const Point& point) {
    constexpr float same = 0.01f;  // times the smaller half side
    const float near_m = same * glm::min(half_m_.x, half_m_.y);
    for (int k = 0; k < count_; ++k) {
      const glm::vec2 between = points_[k].at_m - point.at_m;
      if (glm::dot(between, between) < near_m * near_m) return;
    }
    if (count_ < max_points) points_[count_++] = point;
  }

  LIMBER_HD void find_points() {
    for (int k = 0; k < 4; ++k)
      if (const Point p = incident_corner(k);
          glm::abs(p.at_m.x) <= half_m_.x && glm::abs(p.at_m.y) <= half_m_.y)
        add(p);
    if (count_ == 4) return;  // all of the incident face
    for (int k = 0; k < 4; ++k) {
      const glm::vec2 at_m(half_m_.x * sign_across(k), half_m_.y * sign_up(k));
      const glm::vec2 in = in_incident(at_m);
      if (glm::abs(in.x) <= 1.0f && glm::abs(in.y) <= 1.0f)
        add({at_m, middle_gap_m_ + across_gap_m_ * in.x + up_gap_m_ * in.y, 4 + k});
    }
    for (int k = 0; k < 4; ++k) {
      const Point from = incident_corner(k), to = incident_corner((k + 1) % 4);
      for (int side = 0; side < 4; ++side) {
        // Sides 0 and 2 of the reference face are at its ends along `up`, 1 and 3 along `across`.
        const int at = side % 2 == 0 ? 1 : 0;
        const float line_m = side == 1 || side == 2 ? half_m_[at] : -half_m_[at];
        const float along_m = to.at_m[at] - from.at_m[at];
        const float share = along_m != 0.0f ? (line_m - from.at_m[at]) / along_m : -1.0f;
        if (!(share > 0.0f && share < 1.0f)) continue;
        const glm::vec2 at_m = from.at_m + (to.at_m - from.at_m) * share;
        if (!(glm::abs(at_m[1 - at]) < half_m_[1 - at])) continue;
        add({at_m, from.gap_m + (to.gap_m - from.gap_m) * share, 8 + 4 * k + side});
      }
    }
  }

  /// Chooses up to four points: those that touch first, spread as far as possible.
  LIMBER_HD void choose(BoxManifold& manifold) {
    int touching = 0;
    float least_m = 1e30f;
    for (int k = 0; k < count_; ++k) least_m = glm::min(least_m, points_[k].gap_m);
    const auto swap = [&](int i, int k) {
      const Point kept = points_[i];
      points_[i] = points_[k];
      points_[k] = kept;
    };
    // Noise must not change the choice: points that are about as deep count alike.
    for (int k = 0; k < count_; ++k)
      if (points_[k].gap_m < least_m + 0.1f * reach_m_) swap(touching++, k);
    const int last = touching >= BoxManifold::max_contacts ? touching : count_;
    const int chosen = glm::min(count_, BoxManifold::max_contacts);
    if (count_ > BoxManifold::max_contacts)
      for (int i = touching >= BoxManifold::max_contacts ? 0 : touching; i < chosen; ++i) {
        int best = i;
        float most = -1.0f;
        for (int k = i; k < last; ++k)
          if (const float value = spread(i, points_[k].at_m); value > most) {
            most = value;
            best = k;
          }
        swap(i, best);
      }
    for (int i = 0; i < chosen; ++i) manifold.contacts[i] = contact_at(points_[i]);
    manifold.count = chosen;
  }

  /// What a point would add to the i points that were chosen before it: a distance, then areas.
  /// Without any: how far it is in a direction that prefers no side of the reference face.
  LIMBER_HD float spread(int i, const glm::vec2& at_m) const {
    if (i == 0) return 1e3f + at_m.x + 0.37f * at_m.y;
    const glm::vec2 from = at_m - points_[0].at_m;
    if (i == 1) return glm::dot(from, from);
    if (i == 2) return glm::abs(area(0, 1, at_m));
    const float all = area(0, 1, points_[2].at_m);
    float most = 0.0f;
    for (int k = 0; k < 3; ++k)
      most = glm::max(most, -area(k, (k + 1) % 3, at_m) * (all < 0.0f ? -1.0f : 1.0f));
    return most;
  }
  /// Twice the area of a triangle; its sign tells the side.
  LIMBER_HD float area(int i, int k, const glm::vec2& at_m) const {
    const glm::vec2 side = points_[k].at_m - points_[i].at_m, from = at_m - points_[i].at_m;
    return side.x * from.y - side.y * from.x;
  }

  /// Three corners of a face with the weights of a point in it. in: from -1 to 1 along its sides.
  struct OnFace {
    int places[3];
    float weights[3];
  };
  LIMBER_HD static OnFace on_face(int axis, bool positive, const glm::vec2& in) {
    const float x = glm::clamp(0.5f * in.x + 0.5f, 0.0f, 1.0f);
    const float y = glm::clamp(0.5f * in.y + 0.5f, 0.0f, 1.0f);
    const bool low = x + y <= 1.0f;
    return {{place_on_face(axis, positive, low ? 0 : 2), place_on_face(axis, positive, 1),
             place_on_face(axis, positive, 3)},
            {low ? 1.0f - x - y : x + y - 1.0f, low ? x : 1.0f - y, low ? y : 1.0f - x}};
  }

  LIMBER_HD BoxContact contact_at(const Point& point) const {
    BoxContact contact;
    contact.normal = apart_.normal;
    contact.gap_m = point.gap_m;
    contact.pushes = true;
    const CornerBox& own = reference();
    const CornerBox& that = incident();
    if (point.kind < 4) {
      join(that.first + place_on_face(incident_axis_, incident_positive_, point.kind), own.first,
           on_face(axis_, positive_, point.at_m / half_m_), !reference_is_first(), contact);
    } else if (point.kind < 8) {
      join(own.first + place_on_face(axis_, positive_, point.kind - 4), that.first,
           on_face(incident_axis_, incident_positive_, in_incident(point.at_m)),
           reference_is_first(), contact);
    } else {
      const int k = (point.kind - 8) / 4, side = (point.kind - 8) % 4;
      const glm::vec2 from = incident_corner(k).at_m, to = incident_corner((k + 1) % 4).at_m;
      const glm::vec2 along = to - from;
      const float share =
          glm::clamp(glm::dot(point.at_m - from, along) / glm::dot(along, along), 0.0f, 1.0f);
      const glm::vec2 in = point.at_m / half_m_;
      const float run = side == 0 ? in.x : side == 1 ? in.y : side == 2 ? -in.x : -in.y;
      const float own_share = glm::clamp(0.5f * run + 0.5f, 0.0f, 1.0f);
      const glm::ivec2 there(
          that.first + place_on_face(incident_axis_, incident_positive_, k),
          that.first + place_on_face(incident_axis_, incident_positive_, (k + 1) % 4));
      const glm::ivec2 here(own.first + place_on_face(axis_, positive_, side),
                            own.first + place_on_face(axis_, positive_, (side + 1) % 4));
      if (reference_is_first()) {
        contact.corners = {here.x, here.y, there.x, there.y};
        contact.weights = {1.0f - own_share, own_share, share - 1.0f, -share};
      } else {
        contact.corners = {there.x, there.y, here.x, here.y};
        contact.weights = {1.0f - share, share, own_share - 1.0f, -own_share};
      }
    }
    return contact;
  }

  /// A corner of one box, and a point on a face of the other.
  LIMBER_HD static void join(int corner, int first_of_face, const OnFace& face,
                             bool corner_is_first, BoxContact& contact) {
    const glm::ivec3 on(first_of_face + face.places[0], first_of_face + face.places[1],
                        first_of_face + face.places[2]);
    const glm::vec3 w(face.weights[0], face.weights[1], face.weights[2]);
    if (corner_is_first) {
      contact.corners = {corner, on.x, on.y, on.z};
      contact.weights = {1.0f, -w.x, -w.y, -w.z};
    } else {
      contact.corners = {on.x, on.y, on.z, corner};
      contact.weights = {w.x, w.y, w.z, -1.0f};
    }
  }

  /// The two places of an edge of a box along an axis, on the sides that `toward` points to.
  LIMBER_HD static glm::ivec2 edge_toward(const CornerBox& box, int axis, const glm::vec3& toward) {
    int place = 0;
    for (int k = 0; k < 3; ++k)
      if (k != axis && glm::dot(box.axes[k], toward) > 0.0f) place |= 1 << k;
    return {place, place | 1 << axis};
  }

  LIMBER_HD NearPoints nearest(const glm::ivec2& of_first, const glm::ivec2& of_second,
                               BoxContact& contact) const {
    const glm::vec3 x[4] = {a_.corner_m(of_first.x), a_.corner_m(of_first.y),
                            b_.corner_m(of_second.x), b_.corner_m(of_second.y)};
    const NearPoints near = nearest_of_edges(x);
    const glm::vec3 apart = (x[1] - x[0]) * near.weights.y + (x[2] - x[0]) * near.weights.z +
                            (x[3] - x[0]) * near.weights.w;
    contact.gap_m = glm::sqrt(glm::dot(apart, apart));
    contact.normal = apart;
    contact.corners = {a_.first + of_first.x, a_.first + of_first.y, b_.first + of_second.x,
                       b_.first + of_second.y};
    contact.weights = near.weights;
    return near;
  }

  LIMBER_HD void touch_at_edges(BoxManifold& manifold) const {
    const int edges = apart_.axis - 6;
    BoxContact& contact = manifold.contacts[0];
    nearest(edge_toward(a_, edges / 3, -apart_.normal), edge_toward(b_, edges % 3, apart_.normal),
            contact);
    contact.normal = apart_.normal;
    contact.gap_m = apart_.gap_m;
    contact.pushes = true;
    manifold.count = 1;
  }

  /// Faces that do not lie over each other: their nearest sides or corners, which push only once
  /// they are too near, so that boxes slide past each other.
  LIMBER_HD void touch_beside(BoxManifold& manifold) const {
    const CornerBox& own = reference();
    const glm::vec3 between = a_.center_m - b_.center_m;
    float squared_m2 = 0.0f;
    for (int k = 0; k < 3; ++k) {
      const float gap_m = glm::max(0.0f, glm::abs(glm::dot(between, own.axes[k])) -
                                             a_.reach_m(own.axes[k]) - b_.reach_m(own.axes[k]));
      squared_m2 += gap_m * gap_m;
    }
    BoxContact& best = manifold.contacts[0];
    best.corners = {a_.first, a_.first, b_.first, b_.first};
    best.weights = {1.0f, 0.0f, 0.0f, -1.0f};
    best.normal = apart_.normal;
    best.gap_m = glm::sqrt(squared_m2);
    manifold.count = 1;
    if (!(best.gap_m < reach_m_)) return;
    best.gap_m = 1e30f;
    const int axes[2] = {reference_is_first() ? axis_ : incident_axis_,
                         reference_is_first() ? incident_axis_ : axis_};
    const bool sides[2] = {reference_is_first() ? positive_ : incident_positive_,
                           reference_is_first() ? incident_positive_ : positive_};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j) {
        BoxContact contact;
        nearest(
            {place_on_face(axes[0], sides[0], i), place_on_face(axes[0], sides[0], (i + 1) % 4)},
            {place_on_face(axes[1], sides[1], j), place_on_face(axes[1], sides[1], (j + 1) % 4)},
            contact);
        if (contact.gap_m < best.gap_m) best = contact;
      }
    best.pushes = best.gap_m > 1e-9f && best.gap_m < reach_m_;
    best.normal = best.pushes ? best.normal / best.gap_m : apart_.normal;
  }

  const CornerBox& a_;
  const CornerBox& b_;
  const BoxesApart& apart_;
  float reach_m_;
  // The reference face, and the incident face, in its plane.
  int axis_ = 0, incident_axis_ = 0;
  bool positive_ = false, incident_positive_ = false;
  glm::vec2 half_m_{0.0f}, middle_m_{0.0f}, across_m_{0.0f}, up_m_{0.0f};
  float middle_gap_m_ = 0.0f, across_gap_m_ = 0.0f, up_gap_m_ = 0.0f;
  Point points_[max_points];
  int count_ = 0;
};

}  // namespace limber
