// Signed distances and smooth unions as in Quilez, "Distance Functions" and "Smooth Minimum"
// (iquilezles.org); the distance to a round cone is our own derivation.

#include "sim/mesh/implicit_shape.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/exec.h"
#include "sim/mesh/topology.h"

namespace limber {

namespace {

ImplicitShape with_room(DistanceFunction distance, glm::vec3 low_m, glm::vec3 high_m) {
  const glm::vec3 extent = high_m - low_m;
  const float room_m = 0.02f * std::max({extent.x, extent.y, extent.z});
  return {std::move(distance), low_m - room_m, high_m + room_m};
}

float distance_to_cone(const RoundCone& cone, const glm::vec3& x) {
  // Finds the swept ball nearest to x: its centre is the projection of x along the cone's normal.
  const glm::vec3 along = cone.b_m - cone.a_m;
  const float length = glm::length(along), narrowing = cone.a_radius_m - cone.b_radius_m;
  float share = narrowing > 0.0f ? 0.0f : 1.0f;  // if one ball contains the other
  if (length > std::abs(narrowing)) {
    const float height = glm::dot(x - cone.a_m, along) / length;
    const float away =
        std::sqrt(std::max(glm::dot(x - cone.a_m, x - cone.a_m) - height * height, 0.0f));
    const float slope = narrowing / std::sqrt(length * length - narrowing * narrowing);
    share = glm::clamp((height - away * slope) / length, 0.0f, 1.0f);
  }
  return glm::distance(x, glm::mix(cone.a_m, cone.b_m, share)) -
         glm::mix(cone.a_radius_m, cone.b_radius_m, share);
}

glm::vec3 gradient(const DistanceFunction& distance, const glm::vec3& x, float step_m) {
  glm::vec3 sum(0.0f);
  for (int axis = 0; axis < 3; ++axis) {
    glm::vec3 step(0.0f);
    step[axis] = step_m;
    sum[axis] = (distance(x + step) - distance(x - step)) / (2.0f * step_m);
  }
  return sum;
}

/// Tangential smoothing: moves vertices towards the mean of their neighbours, along the surface.
void spread_on_surface(TriangleMesh& mesh, const DistanceFunction& distance, float cell_m,
                       Progress& progress) {
  const auto vertices = static_cast<int>(mesh.positions_m.size());
  std::vector<int> ends;
  for (const glm::ivec2& edge : edges_of(mesh.triangles).edges)
    ends.insert(ends.end(), {edge.x, edge.y});
  const Lists edges_at = elements_at(vertices, ends, 2);
  constexpr int rounds = 8;
  std::vector<glm::vec3> moved(mesh.positions_m.size());
  const Exec exec(Backend::tbb);
  for (int round = 0; round < rounds; ++round) {
    progress.report("smoothing the surface", 0.5f + 0.5f * static_cast<float>(round) / rounds);
    const auto move = [&](int i) {
      const glm::vec3 here = mesh.positions_m[i];
      glm::vec3 middle(0.0f);
      const int first = edges_at.first[i], last = edges_at.first[i + 1];
      for (int e = first; e < last; ++e) {
        const int edge = edges_at.items[e];
        middle += mesh.positions_m[ends[2 * edge] + ends[2 * edge + 1] - i];
      }
      middle /= static_cast<float>(last - first);
      const glm::vec3 slope = gradient(distance, here, 0.05f * cell_m);
      const float squared = std::max(glm::dot(slope, slope), 1e-6f);
      const glm::vec3 to_middle = middle - here;
      glm::vec3 x = here + 0.6f * (to_middle - slope * (glm::dot(to_middle, slope) / squared));
      for (int step = 0; step < 2; ++step)
        x -= slope * glm::clamp(distance(x) / squared, -0.25f * cell_m, 0.25f * cell_m);
      moved[i] = x;
    };
    const auto run = [](const void* body, int begin, int end) {
      for (int i = begin; i < end; ++i) (*static_cast<decltype(&move)>(body))(i);
    };
    exec.run_on_pool(vertices, 64, run, &move);
    mesh.positions_m.swap(moved);
  }
}

/// Reports progress as the first half of the whole.
class FirstHalf : public Progress {
 public:
  explicit FirstHalf(Progress& whole) : whole_(whole) {}
  void report(const std::string& what, float share) override {
    whole_.report(what, share < 0.0f ? share : 0.5f * share);
  }

 private:
  Progress& whole_;
};

}  // namespace

float smooth_min(float a, float b, float blend_m) {
  if (!(blend_m > 0.0f)) return std::min(a, b);
  const float h = std::max(blend_m - std::abs(a - b), 0.0f) / blend_m;
  return std::min(a, b) - h * h * h * blend_m / 6.0f;
}

ImplicitShape ball_shape(glm::vec3 center_m, float radius_m) {
  return with_room([=](const glm::vec3& x) { return glm::distance(x, center_m) - radius_m; },
                   center_m - radius_m, center_m + radius_m);
}

ImplicitShape torus_shape(glm::vec3 center_m, glm::vec3 axis, float ring_radius_m,
                          float tube_radius_m) {
  const glm::vec3 along = glm::normalize(axis);
  const glm::vec3 reach =
      ring_radius_m * glm::sqrt(glm::max(1.0f - along * along, 0.0f)) + tube_radius_m;
  return with_room(
      [=](const glm::vec3& x) {
        const float height = glm::dot(x - center_m, along);
        const float away = glm::length(x - center_m - height * along);
        return glm::length(glm::vec2(away - ring_radius_m, height)) - tube_radius_m;
      },
      center_m - reach, center_m + reach);
}

ImplicitShape box_shape(glm::vec3 center_m, glm::vec3 half_size_m, const glm::mat3& axes,
                        float rounding_m) {
  const glm::mat3 to_axes = glm::transpose(axes);
  glm::vec3 reach(0.0f);
  for (int k = 0; k < 3; ++k) reach += glm::abs(axes[k]) * half_size_m[k];
  return with_room(
      [=](const glm::vec3& x) {
        const glm::vec3 q = glm::abs(to_axes * (x - center_m)) - (half_size_m - rounding_m);
        return glm::length(glm::max(q, 0.0f)) + std::min(std::max({q.x, q.y, q.z}), 0.0f) -
               rounding_m;
      },
      center_m - reach, center_m + reach);
}

ImplicitShape blend_shape(std::vector<RoundCone> bones, float blend_m) {
  glm::vec3 low(INFINITY), high(-INFINITY);
  for (const RoundCone& bone : bones) {
    low = glm::min(low, glm::min(bone.a_m - bone.a_radius_m, bone.b_m - bone.b_radius_m));
    high = glm::max(high, glm::max(bone.a_m + bone.a_radius_m, bone.b_m + bone.b_radius_m));
  }
  // Bounding spheres cull bones that are too far from a point to affect the distance.
  std::vector<glm::vec4> balls;
  for (const RoundCone& bone : bones)
    balls.emplace_back(0.5f * (bone.a_m + bone.b_m),
                       0.5f * glm::distance(bone.a_m, bone.b_m) +
                           std::max(bone.a_radius_m, bone.b_radius_m) + blend_m);
  const auto distance = [bones = std::move(bones), balls = std::move(balls),
                         blend_m](const glm::vec3& x) {
    // Without a blend the order is arbitrary: starting with a near bone culls most others.
    std::size_t first = 0;
    if (!(blend_m > 0.0f)) {
      float least = INFINITY;
      for (std::size_t i = 0; i < balls.size(); ++i) {
        const glm::vec3 apart = x - glm::vec3(balls[i]);
        if (glm::dot(apart, apart) >= least) continue;
        least = glm::dot(apart, apart);
        first = i;
      }
    }
    float d = distance_to_cone(bones[first], x);
    for (std::size_t i = 0; i < bones.size(); ++i) {
      if (i == first) continue;
      const glm::vec3 apart = x - glm::vec3(balls[i]);
      const float reach = std::max(d + balls[i].w, 0.0f);
      if (glm::dot(apart, apart) < reach * reach)
        d = smooth_min(d, distance_to_cone(bones[i], x), blend_m);
    }
    return d;
  };
  return with_room(distance, low - blend_m, high + blend_m);
}

TriangleMesh polygonise(const DistanceFunction& distance, glm::vec3 low_m, glm::vec3 high_m,
                        float cell_m, Progress& progress) {
  FirstHalf filling(progress);
  const TetraMesh solid = fill_with_lattice(distance, low_m, high_m, cell_m, filling);
  TriangleMesh surface{{}, boundary_of(solid.tetrahedra)};
  std::vector<int> renamed(solid.positions_m.size(), -1);
  for (glm::uvec3& t : surface.triangles) {
    for (int k = 0; k < 3; ++k) {
      int& name = renamed[t[k]];
      if (name < 0) {
        name = static_cast<int>(surface.positions_m.size());
        surface.positions_m.push_back(solid.positions_m[t[k]]);
      }
      t[k] = static_cast<unsigned>(name);
    }
  }
  spread_on_surface(surface, distance, cell_m, progress);
  return surface;
}

}  // namespace limber
