// Surface tracking with marching tetrahedra: [Bloomenthal94], on the tetrahedra of a BCC lattice,
// which are better shaped than those of his cubes.

#include "sim/mesh/tracked_surface.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "kernels/error.h"
#include "kernels/launch.h"

namespace limber {

namespace {

constexpr const char* surface_label = "surface";

// Points of the lattice in half cells from its origin: corners of cubes have even coordinates,
// their centres odd ones. Cubes are identified by their centres.
using Point = glm::ivec3;

std::uint64_t key_of_point(const Point& p) {
  constexpr int middle = 1 << 20;
  return static_cast<std::uint64_t>(p.x + middle) | static_cast<std::uint64_t>(p.y + middle) << 21 |
         static_cast<std::uint64_t>(p.z + middle) << 42;
}

class Tracker {
 public:
  Tracker(const DistanceFunction& distance, glm::vec3 origin_m, float cell_m)
      : distance_(distance), origin_m_(origin_m), half_m_(0.5f * cell_m) {}

  TriangleMesh track() {
    const Point first = first_cube();
    measure_around(first);
    visit(first);
    while (!waiting_.empty()) {
      const Point cube = waiting_.back();
      waiting_.pop_back();
      cut(cube);
    }
    return std::move(mesh_);
  }

 private:
  static constexpr int max_steps = 1000000;

  glm::vec3 position_m(const Point& p) const { return origin_m_ + half_m_ * glm::vec3(p); }

  float value(const Point& p) {
    const auto [found, is_new] = values_.try_emplace(key_of_point(p), 0.0f);
    if (is_new) found->second = distance_(position_m(p));
    return found->second;
  }
  bool inside(const Point& p) { return value(p) < 0.0f; }

  Point first_cube() {
    Point corner(0);
    if (!inside(corner))
      throw Error(ExitCode::bad_input,
                  "a surface cannot be followed from a point that lies outside of it");
    for (int step = 0; step < max_steps; ++step) {
      const Point next = corner + Point(2, 0, 0);
      if (!inside(next)) return corner + Point(1, 1, 1);
      corner = next;
      values_.clear();
    }
    throw Error(ExitCode::bad_input, "an unbounded surface cannot be followed");
  }

  /// Distances at points, in parallel.
  struct Measure {
    static constexpr int grain = 64;
    const Tracker* tracker;
    const Point* points;
    float* values;
    void operator()(int i) const { values[i] = tracker->distance_(tracker->position_m(points[i])); }
  };

  /// Measures the distances that track() will ask for, wave after wave of cubes that the surface
  /// crosses: most of the time goes into them.
  void measure_around(const Point& first) {
    const Exec pool(Backend::tbb);
    std::vector<Point> wave{first}, next, points;
    std::vector<float> values;
    std::vector<float*> places;                            // of `points`
    std::vector<std::array<const float*, needed>> around;  // of each cube of the wave
    visited_.insert(key_of_point(first));
    while (!wave.empty()) {
      points.clear();
      places.clear();
      around.clear();
      for (const Point& cube : wave) {
        auto& own = around.emplace_back();
        for (int k = 0; k < needed; ++k) {
          const Point p = cube + offset(k);
          const auto [found, is_new] = values_.try_emplace(key_of_point(p), 0.0f);
          own[k] = &found->second;
          if (!is_new) continue;
          points.push_back(p);
          places.push_back(&found->second);
        }
      }
      values.resize(points.size());
      launch_on_host(pool, surface_label, static_cast<int>(points.size()),
                     Measure{this, points.data(), values.data()});
      for (std::size_t i = 0; i < points.size(); ++i) *places[i] = values[i];
      next.clear();
      for (std::size_t i = 0; i < wave.size(); ++i) {
        const bool here = *around[i][0] < 0.0f;
        if (std::ranges::all_of(around[i], [&](const float* v) { return (*v < 0.0f) == here; }))
          continue;
        for (int k = beside; k < needed; ++k)
          if (const Point there = wave[i] + offset(k); visited_.insert(key_of_point(there)).second)
            next.push_back(there);
      }
      wave.swap(next);
    }
    visited_.clear();
  }

  void visit(const Point& cube) {
    if (visited_.insert(key_of_point(cube)).second) waiting_.push_back(cube);
  }

  // Points whose distances a cube needs: its centre, its corners, and the centres of the next
  // cubes, from `beside` on.
  static constexpr int beside = 9, needed = 15;

  static Point offset(int k) {
    if (k == 0) return Point(0);
    if (k < beside) {
      const int corner = k - 1;
      return {corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1};
    }
    return along((k - beside) / 2, (k - beside) % 2 == 0 ? -2 : 2);
  }

  /// Inverse of offset(), for corners.
  static int corner_at(const Point& from_centre) {
    return 1 + (from_centre.x > 0 ? 1 : 0) + (from_centre.y > 0 ? 2 : 0) +
           (from_centre.z > 0 ? 4 : 0);
  }

  static Point along(int axis, int step) {
    Point p(0);
    p[axis] = step;
    return p;
  }

  struct Corner {
    Point point;
    float distance_m;
    bool inside() const { return distance_m < 0.0f; }
  };

  /// Whether the surface passes between the centre of a cube, the first corner, and its neighbours.
  static bool is_crossed(const std::array<Corner, needed>& around) {
    return std::ranges::any_of(around,
                               [&](const Corner& c) { return c.inside() != around[0].inside(); });
  }

  /// Cuts the tetrahedra around the lines from the centre of a cube to those of the next ones.
  void cut(const Point& cube) {
    std::array<Corner, needed> around;
    for (int k = 0; k < needed; ++k) around[k] = {cube + offset(k), value(cube + offset(k))};
    if (!is_crossed(around)) return;
    for (int axis = 0; axis < 3; ++axis) {
      const Point side = along(axis, 1), u = along((axis + 1) % 3, 1), v = along((axis + 2) % 3, 1);
      const std::array<Corner, 4> corners{
          around[corner_at(side - u - v)], around[corner_at(side + u - v)],
          around[corner_at(side + u + v)], around[corner_at(side - u + v)]};
      const Corner& next = around[beside + 2 * axis + 1];
      for (int k = 0; k < 4; ++k) cut({around[0], next, corners[k], corners[(k + 1) % 4]});
      visit(next.point);
      visit(cube - along(axis, 2));
    }
  }

  /// tetrahedron: of positive volume.
  void cut(const std::array<Corner, 4>& tetrahedron) {
    std::array<int, 4> order;  // inside ones first
    int count = 0;
    for (int k = 0; k < 4; ++k)
      if (tetrahedron[k].inside()) order[count++] = k;
    if (count == 0 || count == 4) return;
    int outside = count;
    for (int k = 0; k < 4; ++k)
      if (!tetrahedron[k].inside()) order[outside++] = k;
    bool odd = false;
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) odd ^= order[a] > order[b];
    const auto on = [&](int a, int b) {
      return vertex(tetrahedron[order[a]], tetrahedron[order[b]]);
    };
    const auto add = [&](unsigned a, unsigned b, unsigned c) {
      if (odd)
        mesh_.triangles.emplace_back(a, c, b);
      else
        mesh_.triangles.emplace_back(a, b, c);
    };
    if (count == 1) {
      add(on(0, 1), on(0, 2), on(0, 3));
    } else if (count == 3) {
      add(on(0, 3), on(1, 3), on(2, 3));
    } else {
      const unsigned a = on(0, 2), b = on(0, 3), c = on(1, 3), d = on(1, 2);
      add(a, b, c);
      add(a, c, d);
    }
  }

  /// The vertex at the cut of the edge from an inside to an outside point, kept away from both to
  /// avoid slivers.
  unsigned vertex(const Corner& in, const Corner& out) {
    const auto [found, is_new] =
        vertices_.try_emplace({key_of_point(in.point), key_of_point(out.point)},
                              static_cast<unsigned>(mesh_.positions_m.size()));
    if (is_new) {
      const float share = glm::clamp(in.distance_m / (in.distance_m - out.distance_m), 0.2f, 0.8f);
      mesh_.positions_m.push_back(glm::mix(position_m(in.point), position_m(out.point), share));
    }
    return found->second;
  }

  struct EdgeHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& edge) const {
      return static_cast<std::size_t>((edge.first * 0x9E3779B97F4A7C15u) ^
                                      (edge.second * 0xC2B2AE3D27D4EB4Fu));
    }
  };
  struct PointHash {
    std::size_t operator()(std::uint64_t key) const {
      key *= 0x9E3779B97F4A7C15u;
      return static_cast<std::size_t>(key ^ (key >> 29));
    }
  };

  const DistanceFunction& distance_;
  glm::vec3 origin_m_;
  float half_m_;
  TriangleMesh mesh_;
  std::vector<Point> waiting_;
  std::unordered_set<std::uint64_t, PointHash> visited_;
  std::unordered_map<std::uint64_t, float, PointHash> values_;
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, unsigned, EdgeHash> vertices_;
};

/// Moves each vertex towards the middle of its neighbours, along the surface, or onto the surface.
struct MoveVertices {
  static constexpr int grain = 64;
  const DistanceFunction* distance;
  std::vector<glm::vec3>* positions_m;
  const std::vector<glm::vec3>*normals, *middles;  ///< sums
  const std::vector<int>* neighbors;
  bool smooths, projects;
  float cell_m;

  void operator()(int i) const {
    glm::vec3& x = (*positions_m)[i];
    const float length = glm::length((*normals)[i]);
    if (!(length > 0.0f)) return;
    const glm::vec3 normal = (*normals)[i] / length;
    if (smooths) {
      const glm::vec3 to_middle = (*middles)[i] / static_cast<float>((*neighbors)[i]) - x;
      x += 0.6f * (to_middle - normal * glm::dot(to_middle, normal));
    }
    if (projects) x -= normal * glm::clamp((*distance)(x), -0.3f * cell_m, 0.3f * cell_m);
  }
};

/// Tangential smoothing, with projection on the surface.
void even_out(TriangleMesh& mesh, const DistanceFunction& distance, float cell_m) {
  constexpr int rounds = 6, on_surface = 2;  // on_surface: final rounds that only project
  const std::size_t vertices = mesh.positions_m.size();
  const Exec pool(Backend::tbb);
  std::vector<glm::vec3> normals, middles;
  std::vector<int> neighbors;
  for (int round = 0; round < rounds + on_surface; ++round) {
    normals.assign(vertices, glm::vec3(0.0f));
    middles.assign(vertices, glm::vec3(0.0f));
    neighbors.assign(vertices, 0);
    for (const glm::uvec3& t : mesh.triangles) {
      const glm::vec3 a = mesh.positions_m[t.x], b = mesh.positions_m[t.y],
                      c = mesh.positions_m[t.z];
      const glm::vec3 across = glm::cross(b - a, c - a);
      for (int k = 0; k < 3; ++k) {
        normals[t[k]] += across;
        middles[t[k]] += mesh.positions_m[t[(k + 1) % 3]];
        ++neighbors[t[k]];
      }
    }
    launch_on_host(pool, surface_label, static_cast<int>(vertices),
                   MoveVertices{.distance = &distance,
                                .positions_m = &mesh.positions_m,
                                .normals = &normals,
                                .middles = &middles,
                                .neighbors = &neighbors,
                                .smooths = round < rounds,
                                .projects = round >= rounds - 1,
                                .cell_m = cell_m});
  }
}

}  // namespace

TriangleMesh track_surface(const DistanceFunction& distance, glm::vec3 inside_m, float cell_m) {
  TriangleMesh mesh = Tracker(distance, inside_m, cell_m).track();
  even_out(mesh, distance, cell_m);
  return mesh;
}

}  // namespace limber
