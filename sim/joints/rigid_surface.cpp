#include "sim/joints/rigid_surface.h"

#include <algorithm>
#include <set>

#include "sim/contact/near_triangles.h"
#include "sim/count.h"
#include "sim/joints/joined_bodies.h"
#include "sim/mesh/crossings.h"

namespace limber {

namespace {

class RigidSurfaceMaker {
 public:
  RigidSurfaceMaker(const JointsModel& model, float distance_m)
      : model_(model), distance_m_(distance_m) {}

  RigidSurface make() {
    out_.first_point.push_back(0);
    for (int b = 0; b < count(model_.bodies); ++b) {
      const RigidBody& body = model_.bodies[b];
      add_body(b, body.shape < 0 ? box_shape(body.half_size_m) : model_.shapes[body.shape]);
    }
    list_excluded();
    return std::move(out_);
  }

 private:
  void add_body(int b, const RigidShape& shape) {
    const RigidBody& body = model_.bodies[b];
    const int first = count(out_.points);
    for (const RigidCorner& corner : shape.corners) {
      const float inward_m = std::min(0.5f * distance_m_, corner.max_inward_m);
      const glm::vec3 at_m = corner.at_m + corner.inward * inward_m;
      const float radius_m = corner.radius_m + inward_m;
      out_.shape.rigid.push_back(count(out_.points));
      out_.points.push_back({at_m, radius_m});
      out_.body_of_point.push_back(b);
      out_.shape.places_m.emplace_back(body.pose.position_m +
                                       rotated(body.pose.quaternion, glm::dvec3(at_m)));
    }
    out_.first_point.push_back(count(out_.points));
    out_.touches.push_back(body.touches ? 1 : 0);
    if (!body.touches) return;
    for (const glm::uvec3& t : shape.triangles)
      out_.shape.triangles.push_back(t + static_cast<unsigned>(first));
    for (const int box : shape.boxes) out_.shape.boxes.push_back(first + box);
  }

  void exclude(int a, int b) {
    excluded_[a].insert(b);
    excluded_[b].insert(a);
  }

  void list_excluded() {
    out_.shape.body = out_.shape.part = out_.body_of_point;
    out_.shape.filled = true;
    excluded_.resize(model_.bodies.size());
    for (int b = 0; b < count(excluded_); ++b) excluded_[b].insert(b);
    for (const RigidJoint& joint : model_.joints)
      if (joint.body_b >= 0) exclude(joint.body_a, joint.body_b);
    if (!model_.joints.empty() && distance_m_ > 0.0f) exclude_near_ones();
    out_.shape.excluded.first.push_back(0);
    for (const std::set<int>& others : excluded_) {
      out_.shape.excluded.items.insert(out_.shape.excluded.items.end(), others.begin(),
                                       others.end());
      out_.shape.excluded.first.push_back(count(out_.shape.excluded.items));
    }
  }

  /// Bodies that joints connect, also through others, and that are near each other at rest.
  void exclude_near_ones() {
    const std::vector<int> together = joined_bodies(model_, true);
    const std::vector<glm::uvec3>& triangles = out_.shape.triangles;
    const auto body_of = [&](int t) { return out_.body_of_point[triangles[t].x]; };
    const std::vector<Box> boxes = boxes_of({out_.shape.places_m, triangles});
    const BoxTree tree(boxes);
    const auto reach_of = [&](int body) { return out_.points[out_.first_point[body]].radius_m; };
    // Per connected group: a boulder beside chain mail must not widen the search of each link.
    std::vector<float> max_radius_m(model_.bodies.size(), 0.0f);
    for (int b = 0; b < count(max_radius_m); ++b)
      max_radius_m[together[b]] = std::max(max_radius_m[together[b]], reach_of(b));
    for (int t = 0; t < count(triangles); ++t) {
      const int a = body_of(t);
      const float search_m = reach_of(a) + max_radius_m[together[a]];
      tree.each_near({boxes[t].low_m - search_m, boxes[t].high_m + search_m}, [&](int other) {
        const int b = body_of(other);
        if (b <= a || together[a] != together[b] || excluded_[a].contains(b)) return;
        if (!triangles_are_near(out_.shape.places_m, triangles[t], triangles[other],
                                reach_of(a) + reach_of(b)))
          return;
        exclude(a, b);
        ++out_.near_bodies;
      });
    }
  }

  const JointsModel& model_;
  float distance_m_;
  std::vector<std::set<int>> excluded_;  ///< of each body: those that it does not touch
  RigidSurface out_;
};

}  // namespace

RigidSurface rigid_surface_of(const JointsModel& model, float distance_m) {
  return RigidSurfaceMaker(model, distance_m).make();
}

}  // namespace limber
