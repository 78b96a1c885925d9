#include "sim/contact/contact_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

#include "kernels/contact/near_features.h"
#include "kernels/launch.h"
#include "sim/contact/contact_step.h"
#include "sim/count.h"
#include "sim/mesh/box_tree.h"
#include "sim/mesh/crossings.h"
#include "sim/mesh/place_text.h"
#include "sim/mesh/triangle_tree.h"

namespace limber {

namespace {

/// A feature for intersection tests: a triangle, a segment (the axis of a capsule or between two
/// spheres), or the centre of a sphere. corners: indices of the body's points; the last is repeated
/// where there are fewer than three. Distances of corners and edges that triangles share are
/// measured at one of these.
struct Feature {
  glm::ivec3 corners;
  int part = -1;
  std::array<bool, 3> measures_corner{true, true, true};
  std::array<bool, 3> measures_edge{true, true, true};  ///< from corner k to the next

  bool is_triangle() const { return corners.y != corners.z; }
  bool is_point() const { return corners.x == corners.y; }
};

struct Body {
  TouchingBody name;
  const ContactShape* shape = nullptr;  ///< null: a collider
  bool filled = false;
  float radius_m = 0.0f;  ///< the largest of its points
  std::vector<glm::vec3> places_m;
  std::vector<float> radii_m;
  std::vector<Feature> features;
  Box box;
  // Made on demand.
  std::vector<Box> boxes;
  std::unique_ptr<BoxTree> tree;
  std::unique_ptr<TriangleTree> inside;

  bool is_collider() const { return shape == nullptr; }
  bool is_spheres() const { return shape != nullptr && shape->triangles.empty(); }

  Box box_of(const Feature& feature) const {
    Box around;
    for (int k = 0; k < 3; ++k) around.add(places_m[feature.corners[k]]);
    return around;
  }
  TriangleCorners corners_of(const Feature& f) const {
    return {places_m[f.corners.x], places_m[f.corners.y], places_m[f.corners.z]};
  }
  void make_tree() {
    if (tree) return;
    for (const Feature& feature : features) boxes.push_back(box_of(feature));
    tree = std::make_unique<BoxTree>(boxes);
  }
};

Box widened_box(const Box& box, float by_m) { return {box.low_m - by_m, box.high_m + by_m}; }

/// Adds the spheres of a body, and segments between touching ones unless they are loose.
void add_spheres(Body& body) {
  const int spheres = static_cast<int>(body.places_m.size());
  // factor of the sum of the radii: spheres of voxels are on a grid
  constexpr float touching = 1.05f;
  for (int i = 0; i < spheres; ++i) {
    body.features.push_back({.corners = glm::ivec3(i)});
    if (body.shape->loose) continue;
    for (int j = i + 1; j < spheres; ++j)
      if (glm::distance(body.places_m[i], body.places_m[j]) <
          touching * (body.radii_m[i] + body.radii_m[j]))
        body.features.push_back({.corners = {i, j, j}});
  }
}

/// Leaves each corner and each edge to the first triangle that has it.
void measure_once(Body& body) {
  std::vector<bool> has_corner(body.places_m.size(), false);
  std::unordered_set<std::uint64_t> edges;
  for (Feature& feature : body.features) {
    for (int k = 0; k < 3; ++k) {
      const int from = feature.corners[k], to = feature.corners[(k + 1) % 3];
      feature.measures_corner[k] = !has_corner[from];
      has_corner[from] = true;
      const auto low = static_cast<std::uint64_t>(std::min(from, to));
      feature.measures_edge[k] = edges.insert(low << 32 | std::max(from, to)).second;
    }
  }
}

void finish(Body& body) {
  measure_once(body);
  for (const glm::vec3& x : body.places_m) body.box.add(x);
  for (const float radius_m : body.radii_m) body.radius_m = std::max(body.radius_m, radius_m);
}

void add_bodies(const TouchingSystem& system, int number, std::vector<Body>& bodies) {
  const ContactShape& shape = system.shape;
  const std::size_t before = bodies.size();
  std::vector<int> place_of_body;
  std::vector<int> place_of_point(system.places_m.size(), -1);
  const auto body_of = [&](int point) -> Body& {
    const int body = shape.body[point];
    if (body >= count(place_of_body)) place_of_body.resize(body + 1, -1);
    if (place_of_body[body] < 0) {
      place_of_body[body] = count(bodies);
      bodies.push_back({{number, body}, &shape, shape.filled});
    }
    return bodies[place_of_body[body]];
  };
  const auto place_in = [&](Body& body, int point) {
    if (place_of_point[point] < 0) {
      place_of_point[point] = static_cast<int>(body.places_m.size());
      body.places_m.push_back(system.places_m[point]);
      body.radii_m.push_back(system.traits[point].radius_m);
    }
    return place_of_point[point];
  };
  for (const glm::uvec3& t : shape.triangles) {
    Body& body = body_of(static_cast<int>(t.x));
    Feature feature{.corners = glm::ivec3(0)};
    for (int k = 0; k < 3; ++k) feature.corners[k] = place_in(body, static_cast<int>(t[k]));
    if (!shape.part.empty()) feature.part = shape.part[t.x];
    body.features.push_back(feature);
  }
  for (const int sphere : shape.spheres) place_in(body_of(sphere), sphere);
  for (std::size_t b = before; b < bodies.size(); ++b) finish(bodies[b]);
}

void add_faces(const ColliderFaces& faces, const Collider& collider, std::vector<Body>& bodies) {
  Body& body = bodies.emplace_back(Body{{-1, faces.collider}, nullptr, true});
  for (const glm::vec3& x : faces.mesh.positions_m)
    body.places_m.push_back(collider.center_m + collider.axes * x);
  body.radii_m.assign(body.places_m.size(), 0.0f);
  for (const glm::uvec3& t : faces.mesh.triangles)
    body.features.push_back({.corners = glm::ivec3(t)});
  finish(body);
}

/// Whether bodies are congruent up to rounding: compares distances to three points, which determine
/// positions up to reflection.
bool are_copies(const Body& a, const Body& b) {
  if (a.places_m.size() != b.places_m.size() ||
      !std::ranges::equal(a.features, b.features, {}, &Feature::corners, &Feature::corners))
    return false;
  const std::size_t points = a.places_m.size();
  const float rounding_m = 1e-5f * glm::length(a.box.high_m - a.box.low_m) +
                           1e-6f * (glm::length(a.box.high_m) + glm::length(b.box.high_m));
  for (const std::size_t from : {std::size_t{0}, points / 3, 2 * points / 3})
    for (std::size_t i = 0; i < points; ++i)
      if (std::abs(glm::distance(a.places_m[i], a.places_m[from]) -
                   glm::distance(b.places_m[i], b.places_m[from])) > rounding_m)
        return false;
  return true;
}

/// What a feature found when tested against another body, or its own.
struct FoundFeature {
  int crossed = -1;          ///< the lowest feature of the other body that it crosses
  float gap_m = 0.0f;        ///< at the worst violation of the required gap
  float missing_m = -1e30f;  ///< by which the worst gap is too small
  glm::vec3 near_m{0.0f};
};

/// A feature to test against those of another body.
struct Job {
  const Body* own;
  int feature;
  const Body* other;
};

bool may_touch(const ContactShape& shape, int part, int other) {
  if (part < 0) return true;
  const auto first = shape.excluded.items.begin() + shape.excluded.first[part];
  const auto last = shape.excluded.items.begin() + shape.excluded.first[part + 1];
  return !std::binary_search(first, last, other);
}

bool features_cross(const Body& a, const Feature& own, const Body& b, const Feature& other) {
  if (own.is_triangle() && other.is_triangle())
    return triangles_cross(a.corners_of(own), b.corners_of(other));
  const bool first = own.is_triangle();
  const TriangleCorners triangle = first ? a.corners_of(own) : b.corners_of(other);
  const TriangleCorners line = first ? b.corners_of(other) : a.corners_of(own);
  if (line[0] == line[1]) return false;
  return segment_meets(line[0], line[1], triangle);
}

/// Distance of two features, at most one of which is a sphere; none is a segment between spheres.
class Nearest {
 public:
  Nearest(const Body& a, const Feature& own, const Body& b, const Feature& other,
          FoundFeature& found)
      : a_(a), b_(b), found_(found) {
    // The radius is solid for spheres and capsules, and a contact distance for triangles.
    for (const auto& [body, feature] : {std::pair(&a, &own), {&b, &other}}) {
      const float radius_m = body->radii_m[feature->corners.x];
      reach_m_ += radius_m;
      if (!feature->is_triangle()) round_m_ += radius_m;
    }
    for (int k = 0; k < 3; ++k) {
      if (!b.is_spheres() && own.measures_corner[k] && (k == 0 || !own.is_point()))
        vertex(a, own.corners[k], b, other);
      if (!a.is_spheres() && other.measures_corner[k] && (k == 0 || !other.is_point()))
        vertex(b, other.corners[k], a, own);
      if (own.is_point() || other.is_point() || !own.measures_edge[k]) continue;
      for (int l = 0; l < 3; ++l)
        if (other.measures_edge[l])
          edges({own.corners[k], own.corners[(k + 1) % 3]},
                {other.corners[l], other.corners[(l + 1) % 3]});
    }
  }

 private:
  void vertex(const Body& body, int place, const Body& of, const Feature& triangle) {
    const glm::vec3 x[4] = {body.places_m[place], of.places_m[triangle.corners.x],
                            of.places_m[triangle.corners.y], of.places_m[triangle.corners.z]};
    take(x, nearest_of_vertex_and_triangle(x));
  }

  void edges(const glm::ivec2& own, const glm::ivec2& other) {
    const glm::vec3 x[4] = {a_.places_m[own.x], a_.places_m[own.y], b_.places_m[other.x],
                            b_.places_m[other.y]};
    take(x, nearest_of_edges(x));
  }

  void take(const glm::vec3 (&x)[4], const NearPoints& near) {
    glm::vec3 apart(0.0f);
    for (int k = 1; k < 4; ++k) apart += (x[k] - x[0]) * near.weights[k];
    const float distance_m = glm::length(apart);
    if (!(reach_m_ - distance_m > found_.missing_m)) return;
    found_.missing_m = reach_m_ - distance_m;
    found_.gap_m = distance_m - round_m_;
    found_.near_m = x[0];
  }

  const Body &a_, &b_;
  FoundFeature& found_;
  float reach_m_ = 0.0f, round_m_ = 0.0f;
};

/// One job per index.
struct SearchAtFeature {
  static constexpr int grain = 64;
  const Job* jobs;
  FoundFeature* found;

  void operator()(int i) const {
    const Job& job = jobs[i];
    const Body &own = *job.own, &other = *job.other;
    const Feature& feature = own.features[job.feature];
    const bool itself = &own == &other;
    const float reach_m = itself ? 0.0f : own.radius_m + other.radius_m;
    const Box box = widened_box(own.boxes[job.feature], reach_m);
    FoundFeature& all = found[i];
    other.tree->each_near(box, [&](int j) {
      if ((itself && j <= job.feature) || !other.boxes[j].meets(box)) return;
      const Feature& feature_there = other.features[j];
      if (feature.part >= 0 && own.shape == other.shape &&
          !may_touch(*own.shape, feature.part, feature_there.part))
        return;
      if ((all.crossed < 0 || j < all.crossed) && other.boxes[j].meets(own.boxes[job.feature]) &&
          features_cross(own, feature, other, feature_there))
        all.crossed = j;
      const bool between_spheres = (own.is_spheres() && !feature.is_point()) ||
                                   (other.is_spheres() && !feature_there.is_point());
      if (!itself && !between_spheres) Nearest(own, feature, other, feature_there, all);
    });
  }
};

/// From a triangle to a segment, whose ends may coincide.
float distance_to_line_m(const TriangleCorners& t, const glm::vec3& from, const glm::vec3& to) {
  if (from != to && segment_meets(from, to, t)) return 0.0f;
  float nearest_m = std::numeric_limits<float>::max();
  const auto take = [&](const glm::vec3(&x)[4], const NearPoints& near) {
    glm::vec3 apart(0.0f);
    for (int k = 1; k < 4; ++k) apart += (x[k] - x[0]) * near.weights[k];
    nearest_m = std::min(nearest_m, glm::length(apart));
  };
  for (const glm::vec3& end : {from, to}) {
    const glm::vec3 x[4] = {end, t[0], t[1], t[2]};
    take(x, nearest_of_vertex_and_triangle(x));
  }
  for (int k = 0; k < 3; ++k) {
    const glm::vec3 x[4] = {t[k], t[(k + 1) % 3], from, to};
    take(x, nearest_of_edges(x));
  }
  return nearest_m;
}

/// Bodies with surfaces, by their boxes with their radii.
class SurfaceTree {
 public:
  explicit SurfaceTree(const std::vector<Body>& bodies) {
    for (int b = 0; b < count(bodies); ++b) {
      if (bodies[b].is_spheres()) continue;
      bodies_.push_back(b);
      boxes_.push_back(box_of(bodies[b]));
    }
    if (!boxes_.empty()) tree_.emplace(boxes_);
  }

  /// Calls visit with the index of each body whose box meets that of `body`.
  template <class Visit>
  void each_near(const Body& body, const Visit& visit) const {
    if (!tree_) return;
    const Box box = box_of(body);
    tree_->each_near(box, [&](int i) {
      if (box.meets(boxes_[i])) visit(bodies_[i]);
    });
  }

 private:
  static Box box_of(const Body& body) { return widened_box(body.box, body.radius_m); }

  std::vector<int> bodies_;
  std::vector<Box> boxes_;
  std::optional<BoxTree> tree_;
};

class StartCheck {
 public:
  /// only: the system whose bodies are checked against all others; -1: checks all.
  StartCheck(const Exec& exec, std::vector<Body> bodies, const std::vector<TouchingSystem>& systems,
             int only = -1)
      : exec_(exec), bodies_(std::move(bodies)), systems_(systems), only_(only) {}

  ContactStart find(bool selves) {
    // Spheres are not tested against each other: piles handle that.
    const SurfaceTree surfaces(bodies_);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      const bool is_surface = !bodies_[b].is_collider() && !bodies_[b].is_spheres();
      if (selves && is_surface && !is_copy(bodies_[b])) add_pair(bodies_[b], bodies_[b]);
      const auto test = [&](int other) {
        const bool is_seen_from_there = !bodies_[b].is_spheres() && other <= static_cast<int>(b);
        if (is_seen_from_there || is_decided()) return;
        if (!is_asked_for(bodies_[b]) && !is_asked_for(bodies_[other])) return;
        add_pair(bodies_[b], bodies_[other]);
        if (jobs_.size() >= jobs_at_once) compare();
      };
      surfaces.each_near(bodies_[b], test);
      if (is_decided()) return result_;
    }
    compare();
    return result_;
  }

  /// Spherical and capsule colliders, which have no faces. They push points out, so only a surface
  /// that passes through their inner half, or encloses them, stays there.
  ContactStart check_round(const std::vector<Collider>& colliders) {
    for (std::size_t c = 0; c < colliders.size(); ++c) {
      const ColliderShape shape = colliders[c].shape;
      if (shape != ColliderShape::sphere && shape != ColliderShape::capsule) continue;
      for (Body& body : bodies_) {
        if (is_decided()) return result_;
        if (!body.is_collider() && !body.is_spheres() && is_asked_for(body))
          check_round(body, colliders[c], {-1, static_cast<int>(c)});
      }
    }
    return result_;
  }

 private:
  /// Two bodies that may touch, and their jobs.
  struct Pair {
    Body *own, *other;
    std::size_t first_job, last_job;
  };

  static constexpr std::size_t jobs_at_once = 1 << 15;

  bool is_asked_for(const Body& body) const { return only_ < 0 || body.name.system == only_; }

  /// Avoids testing quadratically many pairs of bodies crowded in one place.
  bool is_decided() const { return result_.tangled && !result_.tangled->is_one_body(); }

  void compare() {
    found_.assign(jobs_.size(), {});
    launch_on_host(exec_, "start of contacts", static_cast<int>(jobs_.size()),
                   SearchAtFeature{jobs_.data(), found_.data()});
    for (const Pair& pair : pairs_) take(pair);
    pairs_.clear();
    jobs_.clear();
  }

  /// Whether a congruent body was already checked for intersections with itself.
  bool is_copy(const Body& body) {
    constexpr std::size_t max_compared = 8;
    const std::size_t last = std::min(originals_.size(), max_compared);
    for (std::size_t i = 0; i < last; ++i)
      if (are_copies(*originals_[originals_.size() - 1 - i], body)) return true;
    originals_.push_back(&body);
    return false;
  }

  bool are_joined(const TouchingBody& a, const TouchingBody& b) const {
    return a.system >= 0 &&
           std::ranges::find(systems_[a.system].joined, std::array{a.number, b.system, b.number}) !=
               systems_[a.system].joined.end();
  }

  void add_pair(Body& a, Body& b) {
    if (a.is_collider() && b.is_collider()) return;
    if (are_joined(a.name, b.name) || are_joined(b.name, a.name)) return;
    for (Body* body : {&a, &b})
      if (body->features.empty()) add_spheres(*body);
    Body& own = a.features.size() <= b.features.size() ? a : b;
    Body& other = &own == &a ? b : a;
    own.make_tree();
    other.make_tree();
    const std::size_t first = jobs_.size();
    const Box there = widened_box(other.box, own.radius_m + other.radius_m);
    for (std::size_t f = 0; f < own.features.size(); ++f)
      if (own.boxes[f].meets(there)) jobs_.push_back({&own, static_cast<int>(f), &other});
    pairs_.push_back({&own, &other, first, jobs_.size()});
  }

  void take(const Pair& pair) {
    BodiesTooNear near{BodiesTooNear::How::near, pair.own->name, pair.other->name};
    float missing_m = 0.0f;
    for (std::size_t i = pair.first_job; i < pair.last_job; ++i) {
      const FoundFeature& found = found_[i];
      if (found.crossed >= 0) {
        near.how = BodiesTooNear::How::cross;
        near.at_m = middle_of(*pair.own, jobs_[i].feature);
        take_tangled(near);
        return;
      }
      if (found.missing_m <= missing_m) continue;
      missing_m = found.missing_m;
      near.at_m = found.near_m;
      near.gap_m = found.gap_m;
      near.kept_m = found.gap_m + found.missing_m;
    }
    if (pair.own == pair.other) return;
    for (const auto& [one, around] : {std::pair(pair.own, pair.other), {pair.other, pair.own}}) {
      const std::optional<glm::vec3> at_m = inside_at_m(*one, *around);
      if (!at_m) continue;
      take_tangled({BodiesTooNear::How::inside, one->name, around->name, *at_m});
      return;
    }
    // Ignores rounding.
    if (missing_m > 1e-3f * near.kept_m) take_crowded(near, missing_m);
  }

  void take_tangled(const BodiesTooNear& bodies) {
    if (result_.tangled_pairs++ == 0 || (result_.tangled->is_one_body() && !bodies.is_one_body()))
      result_.tangled = bodies;
  }

  void take_crowded(const BodiesTooNear& bodies, float missing_m) {
    ++result_.crowded_pairs;
    if (missing_m <= max_missing_m_) return;
    max_missing_m_ = missing_m;
    result_.crowded = bodies;
  }

  void check_round(Body& body, const Collider& round, const TouchingBody& name) {
    constexpr float inner = 0.5f;  // fraction of the radius
    const bool is_capsule = round.shape == ColliderShape::capsule;
    const glm::vec3 half = is_capsule ? round.axes[1] * round.half_length_m : glm::vec3(0.0f);
    const glm::vec3 ends[2] = {round.center_m - half, round.center_m + half};
    Box box;
    for (const glm::vec3& end : ends) box.add(end);
    box = widened_box(box, inner * round.radius_m);
    if (!body.box.meets(box)) return;
    for (std::size_t f = 0; f < body.features.size(); ++f) {
      const Feature& feature = body.features[f];
      if (!body.box_of(feature).meets(box) ||
          distance_to_line_m(body.corners_of(feature), ends[0], ends[1]) >= inner * round.radius_m)
        continue;
      take_tangled(
          {BodiesTooNear::How::cross, body.name, name, middle_of(body, static_cast<int>(f))});
      return;
    }
    if (body.filled && lies_inside(round.center_m, body))
      take_tangled({BodiesTooNear::How::inside, name, body.name, round.center_m});
  }

  /// around: a filled body.
  static bool lies_inside(const glm::vec3& x, Body& around) {
    if (!around.box.holds({x, x})) return false;
    if (!around.inside) {
      TriangleMesh mesh{around.places_m, {}};
      for (const Feature& feature : around.features)
        if (feature.is_triangle()) mesh.triangles.emplace_back(feature.corners);
      if (mesh.triangles.empty()) return false;
      around.inside = std::make_unique<TriangleTree>(mesh);
    }
    return around.inside->signed_distance_m(x) < 0.0f;
  }

  static glm::vec3 middle_of(const Body& body, int feature) {
    const TriangleCorners corners = body.corners_of(body.features[feature]);
    return (corners[0] + corners[1] + corners[2]) / 3.0f;
  }

  /// A point of a body inside another one. Where the two do not cross, one point is enough, unless
  /// the points are loose.
  static std::optional<glm::vec3> inside_at_m(const Body& body, Body& around) {
    if (!around.filled) return {};
    const bool loose = !body.is_collider() && body.shape->loose;
    if (!loose && !(around.box.holds(body.box))) return {};
    for (const glm::vec3& x : body.places_m) {
      if (lies_inside(x, around)) return x;
      if (!loose) break;
    }
    return {};
  }

  const Exec& exec_;
  std::vector<Body> bodies_;
  const std::vector<TouchingSystem>& systems_;
  int only_;
  std::vector<const Body*> originals_;
  std::vector<Job> jobs_;
  std::vector<FoundFeature> found_;
  std::vector<Pair> pairs_;
  ContactStart result_;
  float max_missing_m_ = 0.0f;
};

}  // namespace

static ContactStart find(const Exec& exec, const std::vector<TouchingSystem>& systems,
                         const std::vector<ColliderFaces>& faces,
                         const std::vector<Collider>& colliders, bool selves, int only) {
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < systems.size(); ++i)
    add_bodies(systems[i], static_cast<int>(i), bodies);
  for (const ColliderFaces& own : faces) add_faces(own, colliders[own.collider], bodies);
  StartCheck check(exec, std::move(bodies), systems, only);
  check.find(selves);
  return check.check_round(colliders);
}

ContactStart contact_start_of(const Exec& exec, const std::vector<TouchingSystem>& systems,
                              const std::vector<ColliderFaces>& faces,
                              const std::vector<Collider>& colliders, bool selves) {
  return find(exec, systems, faces, colliders, selves, -1);
}

ContactStart contact_start_of_one(const Exec& exec, const std::vector<TouchingSystem>& systems,
                                  int which, const std::vector<ColliderFaces>& faces,
                                  const std::vector<Collider>& colliders) {
  return find(exec, systems, faces, colliders, false, which);
}

std::vector<TouchingSystem> touching_now(const Exec& exec, const std::vector<System*>& systems) {
  std::vector<TouchingSystem> all(systems.size());
  for (std::size_t i = 0; i < systems.size(); ++i) {
    std::vector<PointTraits> traits = systems[i]->contact_use().traits;
    if (traits.empty()) continue;
    Buffer<Particle> points(exec, static_cast<int>(traits.size()));
    systems[i]->launch_show_points(points.view());
    all[i] = {systems[i]->contact_shape(), std::move(traits), {}};
    for (const Particle& point : points.download(exec)) all[i].places_m.push_back(point.position_m);
    for (const JoinedSurface& joined : systems[i]->joined_surfaces()) {
      const auto other = std::ranges::find(systems, joined.other);
      all[i].joined.push_back(
          {joined.body, static_cast<int>(other - systems.begin()), joined.other_body});
    }
  }
  return all;
}

std::string sentence_of(const BodiesTooNear& bodies, const std::string& first,
                        const std::string& second) {
  using How = BodiesTooNear::How;
  const std::string at = place_text(bodies.at_m);
  if (bodies.how == How::inside) return fmt::format("{} lies inside {}, at {}", first, second, at);
  if (bodies.how == How::cross)
    return bodies.is_one_body()
               ? fmt::format("{} passes through itself, or touches itself, near {}", first, at)
               : fmt::format("{} and {} pass through each other, or touch, near {}", first, second,
                             at);
  if (bodies.gap_m < 0.0f)
    return fmt::format("{} and {} overlap by {:.3g} m near {}", first, second, -bodies.gap_m, at);
  return fmt::format("{} and {} are {:.3g} m apart near {}, but must keep {:.3g} m", first, second,
                     bodies.gap_m, at, bodies.kept_m);
}

}  // namespace limber
