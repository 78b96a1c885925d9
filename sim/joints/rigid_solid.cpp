#include "sim/joints/rigid_solid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/eigenvectors.h"
#include "sim/count.h"
#include "sim/mesh/convex_hull.h"
#include "sim/mesh/creased.h"
#include "sim/mesh/shape_mesh.h"
#include "sim/mesh/solid_integrals.h"
#include "sim/mesh/topology.h"

namespace limber {

namespace {

constexpr double pi_ = std::numbers::pi;

glm::dmat3 diagonal(double x, double y, double z) {
  glm::dmat3 m(0.0);
  m[0][0] = x;
  m[1][1] = y;
  m[2][2] = z;
  return m;
}

/// The shape of a core with a radius; for radius 0, of a surface that is not shrunk, but gets half
/// the contact distance as its radius.
RigidShape shape_around(const TriangleMesh& core, float radius_m) {
  constexpr float any_m = 1e6f;
  RigidShape shape{.corners = {}, .triangles = core.triangles, .boxes = {}};
  for (const glm::vec3& x : core.positions_m)
    shape.corners.push_back(
        {.at_m = x, .max_inward_m = radius_m > 0.0f ? 0.0f : any_m, .radius_m = radius_m});
  return shape;
}

/// Displacements of corners if all faces are offset inwards by 1: to the intersection of the planes
/// around a corner, in the least-squares sense.
std::vector<glm::vec3> inward_of(const TriangleMesh& mesh) {
  const Lists around =
      triangles_at_vertices(static_cast<int>(mesh.positions_m.size()), mesh.triangles);
  std::vector<glm::vec3> inward;
  for (std::size_t i = 0; i < mesh.positions_m.size(); ++i) {
    glm::dmat3 squares(0.0);
    glm::dvec3 sum(0.0);
    for (int k = around.first[i]; k < around.first[i + 1]; ++k) {
      const glm::uvec3& t = mesh.triangles[around.items[k]];
      const glm::dvec3 a(mesh.positions_m[t.x]), b(mesh.positions_m[t.y]), c(mesh.positions_m[t.z]);
      const glm::dvec3 n = glm::normalize(glm::cross(b - a, c - a));
      squares += glm::outerProduct(n, n);
      sum += n;
    }
    // Regularization: where all faces around are coplanar, moves along their normal.
    constexpr double least = 1e-9;
    inward.emplace_back(-(glm::inverse(squares + glm::dmat3(least)) * sum));
  }
  return inward;
}

/// Distance of the nearest face from an inner point.
float min_depth_m(const TriangleMesh& mesh, const glm::dvec3& within_m) {
  double least = 1e30;
  for (const glm::uvec3& t : mesh.triangles) {
    const glm::dvec3 a(mesh.positions_m[t.x]), b(mesh.positions_m[t.y]), c(mesh.positions_m[t.z]);
    least = std::min(least, glm::dot(glm::normalize(glm::cross(b - a, c - a)), a - within_m));
  }
  return static_cast<float>(least);
}

/// Lets the corners of a shape move inwards with the faces around them.
void shrink(const TriangleMesh& surface, float max_inward_m, RigidShape& shape) {
  const std::vector<glm::vec3> inward = inward_of(surface);
  for (std::size_t i = 0; i < inward.size(); ++i) {
    // Between nearly parallel faces, as at the tip of a needle, planes meet far away.
    constexpr float max_length = 3.0f;
    shape.corners[i].inward =
        inward[i] * std::min(1.0f, max_length / std::max(glm::length(inward[i]), 1e-9f));
    shape.corners[i].max_inward_m = max_inward_m;
  }
}

/// A solid that collides with `surface` as it is.
RigidSolid evenly_filled(const TriangleMesh& surface, double density_kg_m3) {
  constexpr float crease_rad = 0.6f;
  const SolidIntegrals integrals = solid_integrals(surface);
  RigidSolid solid{.mass_kg = density_kg_m3 * integrals.volume_m3,
                   .center_m = integrals.center_m,
                   .inertia_kg_m2 = integrals.inertia_m5 * density_kg_m3};
  solid.shape = shape_around(surface, 0.0f);
  solid.drawn = creased(surface, crease_rad);
  return solid;
}

constexpr int corners_of_a_circle = 24;
/// A point or a segment with a radius. Its points are the corners of one degenerate triangle: other
/// surfaces collide with its radius, not with faces.
RigidShape round_shape(const std::vector<glm::vec3>& core_m, float radius_m) {
  const auto last = static_cast<unsigned>(core_m.size() - 1);
  return shape_around({core_m, {glm::uvec3(0, last, last)}}, radius_m);
}

}  // namespace

RigidSolid RigidSolid::placed(const glm::dvec4& turn, const glm::dvec3& to_m) const {
  RigidSolid moved = *this;
  const auto turned = [&](const glm::vec3& v) { return glm::vec3(rotated(turn, glm::dvec3(v))); };
  const auto at = [&](const glm::vec3& x) {
    return glm::vec3(rotated(turn, glm::dvec3(x)) + to_m);
  };
  for (RigidCorner& corner : moved.shape.corners) {
    corner.at_m = at(corner.at_m);
    corner.inward = turned(corner.inward);
  }
  for (glm::vec3& x : moved.drawn.positions_m) x = at(x);
  for (glm::vec3& n : moved.drawn.normals) n = turned(n);
  moved.center_m = rotated(turn, center_m) + to_m;
  glm::dmat3 axes;
  for (int k = 0; k < 3; ++k) {
    glm::dvec3 unit(0.0);
    unit[k] = 1.0;
    axes[k] = rotated(turn, unit);
  }
  moved.inertia_kg_m2 = axes * inertia_kg_m2 * glm::transpose(axes);
  return moved;
}

void RigidSolid::weigh(double kg) {
  inertia_kg_m2 *= kg / mass_kg;
  mass_kg = kg;
}

RigidSolid solid_box(const glm::vec3& size_m, double density_kg_m3) {
  RigidSolid solid;
  const glm::dvec3 s(size_m), square = s * s;
  solid.mass_kg = density_kg_m3 * s.x * s.y * s.z;
  solid.inertia_kg_m2 = diagonal(square.y + square.z, square.z + square.x, square.x + square.y) *
                        (solid.mass_kg / 12.0);
  solid.shape = box_shape(0.5f * size_m);
  solid.drawn = box_mesh(glm::vec3(0.0f), 0.5f * size_m);
  return solid;
}

RigidSolid solid_ball(float radius_m, double density_kg_m3) {
  RigidSolid solid;
  const auto r = static_cast<double>(radius_m);
  solid.mass_kg = density_kg_m3 * 4.0 / 3.0 * pi_ * r * r * r;
  solid.inertia_kg_m2 = glm::dmat3(0.4 * solid.mass_kg * r * r);
  solid.shape = round_shape({glm::vec3(0.0f)}, radius_m);
  solid.drawn = sphere_mesh(glm::vec3(0.0f), radius_m);
  return solid;
}

RigidSolid solid_capsule(float radius_m, float length_m, double density_kg_m3) {
  RigidSolid solid;
  const auto r = static_cast<double>(radius_m), l = static_cast<double>(length_m);
  // A cylinder, and two half balls whose centres of mass are 3/8 of the radius from their faces.
  const double middle_kg = density_kg_m3 * pi_ * r * r * l;
  const double caps_kg = density_kg_m3 * 4.0 / 3.0 * pi_ * r * r * r;
  solid.mass_kg = middle_kg + caps_kg;
  const double about_axis = 0.5 * middle_kg * r * r + 0.4 * caps_kg * r * r;
  const double across = middle_kg * (l * l / 12.0 + r * r / 4.0) +
                        caps_kg * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
  solid.inertia_kg_m2 = diagonal(across, about_axis, across);
  const glm::vec3 half_m(0.0f, 0.5f * length_m, 0.0f);
  solid.shape = round_shape({-half_m, half_m}, radius_m);
  solid.drawn = capsule_mesh(glm::vec3(0.0f), {0.0f, 1.0f, 0.0f}, half_m.y, radius_m);
  return solid;
}

RigidSolid solid_cylinder(float radius_m, float length_m, double density_kg_m3) {
  std::vector<glm::vec3> points_m;
  for (int i = 0; i < corners_of_a_circle; ++i) {
    const float angle = static_cast<float>(2.0 * pi_ * i / corners_of_a_circle);
    for (const float end_m : {-0.5f * length_m, 0.5f * length_m})
      points_m.emplace_back(radius_m * std::cos(angle), end_m, radius_m * std::sin(angle));
  }
  RigidSolid solid = solid_hull(convex_hull(points_m, "a cylinder"), density_kg_m3);
  const auto r = static_cast<double>(radius_m), l = static_cast<double>(length_m);
  solid.mass_kg = density_kg_m3 * pi_ * r * r * l;
  solid.center_m = glm::dvec3(0.0);
  const double across = solid.mass_kg * (l * l / 12.0 + r * r / 4.0);
  solid.inertia_kg_m2 = diagonal(across, 0.5 * solid.mass_kg * r * r, across);
  return solid;
}

RigidSolid solid_hull(const TriangleMesh& hull, double density_kg_m3) {
  RigidSolid solid = evenly_filled(hull, density_kg_m3);
  shrink(hull, 0.4f * min_depth_m(hull, solid.center_m), solid.shape);
  return solid;
}

RigidSolid solid_mesh(const TriangleMesh& surface, double density_kg_m3) {
  RigidSolid solid = evenly_filled(surface, density_kg_m3);
  double area_m2 = 0.0;
  for (const glm::uvec3& t : surface.triangles) {
    const glm::dvec3 a(surface.positions_m[t.x]), b(surface.positions_m[t.y]);
    area_m2 += 0.5 * glm::length(glm::cross(b - a, glm::dvec3(surface.positions_m[t.z]) - a));
  }
  // A quarter of the thickness of a plate, a sixth of the radius of a ball: thin parts stay.
  const double max_inward_m = 0.5 * solid.mass_kg / density_kg_m3 / area_m2;
  shrink(surface, static_cast<float>(max_inward_m), solid.shape);
  return solid;
}

RigidBody body_of(const std::vector<RigidSolid>& parts, const Material& material,
                  JointsModel& model) {
  RigidBody body;
  body.mass_kg = 0.0;
  glm::dvec3 moment(0.0);
  for (const RigidSolid& part : parts) {
    body.mass_kg += part.mass_kg;
    moment += part.center_m * part.mass_kg;
  }
  body.pose.position_m = moment / body.mass_kg;
  glm::dmat3 inertia(0.0), axes;
  for (const RigidSolid& part : parts)
    inertia +=
        part.inertia_kg_m2 + inertia_of_point(part.mass_kg, part.center_m - body.pose.position_m);
  constexpr int sweeps = 30;
  diagonalize(inertia, axes, sweeps, 1e-14 * (inertia[0][0] + inertia[1][1] + inertia[2][2]));
  body.inertia_kg_m2 = {inertia[0][0], inertia[1][1], inertia[2][2]};
  body.pose.quaternion = quaternion_of(axes);
  const glm::dvec4 back = inverse_rotation(body.pose.quaternion);
  RigidShape shape;
  StaticMesh look;
  for (const RigidSolid& part : parts) {
    const RigidSolid own = part.placed(back, -rotated(back, body.pose.position_m));
    const auto append = [](auto& all, const auto& some) {
      all.insert(all.end(), some.begin(), some.end());
    };
    const auto append_triangles = [](auto& all, const auto& some, std::size_t first) {
      for (const glm::uvec3& t : some) all.push_back(t + static_cast<unsigned>(first));
    };
    append_triangles(shape.triangles, own.shape.triangles, shape.corners.size());
    for (const int box : own.shape.boxes) shape.boxes.push_back(box + count(shape.corners));
    append(shape.corners, own.shape.corners);
    append_triangles(look.triangles, own.drawn.triangles, look.positions_m.size());
    append(look.positions_m, own.drawn.positions_m);
    append(look.normals, own.drawn.normals);
  }
  body.half_size_m = glm::vec3(0.0f);
  for (const glm::vec3& x : look.positions_m)
    body.half_size_m = glm::max(body.half_size_m, glm::abs(x));
  look.material = material;
  body.shape = static_cast<int>(model.shapes.size());
  model.shapes.push_back(std::move(shape));
  body.look = static_cast<int>(model.looks.size());
  model.looks.push_back(std::move(look));
  return body;
}

}  // namespace limber
