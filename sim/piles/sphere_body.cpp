// Rigid bodies of equal spheres: [Harada07, section 29.1.3]. The inertia is that of solid spheres,
// 2/5 m r^2 each, by the parallel axis theorem, so it is regular for a single sphere or a row, too.

#include "sim/piles/sphere_body.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "kernels/error.h"
#include "sim/mesh/convex_hull.h"
#include "sim/piles/mesh_refusal.h"

namespace limber {

namespace {

bool is_size(float x) { return std::isfinite(x) && x > 0.0f; }

/// A rotation whose columns are the eigenvectors of a symmetric matrix, ordered and oriented to be
/// nearest to the coordinate axes.
glm::dmat3 principal_axes(const Eigen::Matrix3d& tensor) {
  const double scale = tensor.trace();
  const bool diagonal =
      std::abs(tensor(0, 1)) + std::abs(tensor(1, 2)) + std::abs(tensor(2, 0)) < 1e-6 * scale;
  // With equal moments the axes are arbitrary: take those of the coordinates.
  if (diagonal) return glm::dmat3(1.0);
  const Eigen::Matrix3d vectors =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(tensor).eigenvectors();
  std::array<int, 3> order{0, 1, 2}, best = order;
  double best_sum = -1.0;
  do {
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) sum += std::abs(vectors(axis, order[axis]));
    if (sum > best_sum) {
      best_sum = sum;
      best = order;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  glm::dmat3 axes;
  for (int axis = 0; axis < 2; ++axis) {
    const double sign = vectors(axis, best[axis]) < 0.0 ? -1.0 : 1.0;
    for (int k = 0; k < 3; ++k) axes[axis][k] = sign * vectors(k, best[axis]);
  }
  axes[2] = glm::cross(axes[0], axes[1]);
  return axes;
}

/// Frame, mass and inertia of a body of spheres at these centres (mesh coordinates), but not its
/// spheres.
SphereBody moved_by(const std::vector<glm::vec3>& centers_m, float diameter_m, float mass_kg) {
  glm::dvec3 middle(0.0);
  for (const glm::vec3& x : centers_m) middle += glm::dvec3(x);
  middle /= static_cast<double>(centers_m.size());
  Eigen::Matrix3d tensor = Eigen::Matrix3d::Zero();
  const double sphere_kg = mass_kg / static_cast<double>(centers_m.size());
  for (const glm::vec3& x : centers_m) {
    const glm::dvec3 from_middle = glm::dvec3(x) - middle;
    const Eigen::Vector3d r(from_middle.x, from_middle.y, from_middle.z);
    const double own = 0.4 * 0.25 * diameter_m * diameter_m;
    tensor +=
        sphere_kg * ((r.squaredNorm() + own) * Eigen::Matrix3d::Identity() - r * r.transpose());
  }
  const glm::dmat3 axes = principal_axes(tensor);
  SphereBody body;
  body.diameter_m = diameter_m;
  body.mass_kg = mass_kg;
  body.center_of_mass_m = glm::vec3(middle);
  body.axes = glm::mat3(axes);
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector3d axis(axes[k].x, axes[k].y, axes[k].z);
    body.inertia_kg_m2[k] = static_cast<float>(axis.dot(tensor * axis));
  }
  return body;
}

void take_spheres(SphereBody& body, std::vector<glm::vec3> centers_m, const std::string& name) {
  if (centers_m.size() > max_spheres_in_a_body)
    throw mesh_refusal(name,
                       fmt::format("would become a body of {} spheres, more than {}; take larger "
                                   "ones, or place them at its surface only",
                                   centers_m.size(), max_spheres_in_a_body));
  for (glm::vec3& x : centers_m) x = body.from_mesh(x);
  body.centers_m = std::move(centers_m);
}

std::vector<glm::vec3> centers_of(const VoxelGrid& grid, VoxelChoice choice) {
  std::vector<glm::vec3> centers_m;
  for (const glm::ivec3& voxel : chosen_voxels(grid, choice))
    centers_m.push_back(grid.center_m(voxel));
  return centers_m;
}

}  // namespace

SphereBody body_of_spheres(std::vector<glm::vec3> centers_m, float diameter_m, float mass_kg,
                           const std::string& name) {
  if (centers_m.empty()) throw mesh_refusal(name, "has no spheres; a body needs at least one");
  for (const glm::vec3& x : centers_m)
    if (!std::isfinite(x.x + x.y + x.z))
      throw mesh_refusal(name, "has a sphere that is not at a finite place");
  if (!is_size(diameter_m))
    throw mesh_refusal(name,
                       fmt::format("has spheres {:g} m wide; their diameter must be finite and "
                                   "above 0",
                                   diameter_m));
  if (!is_size(mass_kg))
    throw mesh_refusal(name,
                       fmt::format("weighs {:g} kg; its mass must be finite and above 0", mass_kg));
  SphereBody body = moved_by(centers_m, diameter_m, mass_kg);
  take_spheres(body, std::move(centers_m), name);
  return body;
}

SphereBody body_of_voxels(const VoxelGrid& grid, VoxelChoice choice, float density_kg_m3,
                          const std::string& name) {
  const std::vector<glm::vec3> solid_m = centers_of(grid, VoxelChoice::solid);
  if (solid_m.empty())
    throw mesh_refusal(
        name,
        fmt::format(
            "is thinner than a voxel of {:g} m: no voxel has its centre inside; take smaller ones",
            grid.edge_m));
  if (!is_size(density_kg_m3))
    throw mesh_refusal(
        name,
        fmt::format("has a density of {:g} kg/m3; it must be finite and above 0", density_kg_m3));
  const double voxel_m3 = std::pow(static_cast<double>(grid.edge_m), 3.0);
  const double mass_kg = density_kg_m3 * voxel_m3 * static_cast<double>(solid_m.size());
  SphereBody body = moved_by(solid_m, grid.edge_m, static_cast<float>(mass_kg));
  take_spheres(body, choice == VoxelChoice::solid ? solid_m : centers_of(grid, choice), name);
  return body;
}

float largest_inverse_mass_per_kg(double mass_kg, const glm::dvec3& inertia_kg_m2,
                                  const glm::vec3& at_m) {
  Eigen::Matrix3d lever;  // cross product matrix: torque = lever * force
  lever << 0, -at_m.z, at_m.y, at_m.z, 0, -at_m.x, -at_m.y, at_m.x, 0;
  const Eigen::Vector3d inverse_inertia(1.0 / inertia_kg_m2.x, 1.0 / inertia_kg_m2.y,
                                        1.0 / inertia_kg_m2.z);
  const Eigen::Matrix3d easiness = Eigen::Matrix3d::Identity() / mass_kg +
                                   lever.transpose() * inverse_inertia.asDiagonal() * lever;
  return static_cast<float>(
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(easiness).eigenvalues().maxCoeff());
}

float largest_inverse_mass_per_kg(const SphereBody& body, const glm::vec3& at_m) {
  return largest_inverse_mass_per_kg(body.mass_kg, glm::dvec3(body.inertia_kg_m2), at_m);
}

namespace {

/// Outward unit normals of all faces of a body in which more than three spheres may lie.
std::vector<glm::vec3> face_normals(const SphereBody& body) {
  std::vector<glm::vec3> normals;
  for (int axis = 0; axis < 3; ++axis)
    for (const float sign : {-1.0f, 1.0f}) {
      normals.emplace_back(0.0f);
      normals.back()[axis] = sign;
    }
  try {
    const TriangleMesh hull = convex_hull(body.centers_m, "a body");
    for (const glm::uvec3& t : hull.triangles) {
      const glm::vec3 &a = hull.positions_m[t.x], &b = hull.positions_m[t.y];
      normals.push_back(glm::normalize(glm::cross(b - a, hull.positions_m[t.z] - a)));
    }
  } catch (const Error&) {
    // The hull is degenerate: the spheres lie in a plane or on a line normal to an axis.
  }
  return normals;
}

}  // namespace

double largest_inverse_mass_on_a_face_per_kg(const SphereBody& body) {
  // The penetration of bodies at rest.
  const float tolerance_m = 0.02f * body.diameter_m;
  Eigen::Matrix<double, 6, 1> root;  // of M^-1
  root << Eigen::Vector3d::Constant(1.0 / std::sqrt(body.mass_kg)),
      1.0 / std::sqrt(body.inertia_kg_m2.x), 1.0 / std::sqrt(body.inertia_kg_m2.y),
      1.0 / std::sqrt(body.inertia_kg_m2.z);
  double largest_per_kg = 0.0;
  for (const glm::vec3& n : face_normals(body)) {
    float max_m = -std::numeric_limits<float>::infinity();
    for (const glm::vec3& x : body.centers_m) max_m = std::max(max_m, glm::dot(n, x));
    Eigen::Matrix<double, 6, 6> sum = Eigen::Matrix<double, 6, 6>::Zero();
    for (const glm::vec3& x : body.centers_m) {
      if (glm::dot(n, x) < max_m - tolerance_m) continue;
      const glm::vec3 turn = glm::cross(x, n);
      Eigen::Matrix<double, 6, 1> row;
      row << n.x, n.y, n.z, turn.x, turn.y, turn.z;
      row = row.cwiseProduct(root);
      sum += row * row.transpose();
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> solver(sum);
    largest_per_kg = std::max(largest_per_kg, solver.eigenvalues().maxCoeff());
  }
  return largest_per_kg;
}

std::vector<glm::vec3> spheres_in_a_row(const glm::vec3& first_m, const glm::vec3& last_m,
                                        int count) {
  std::vector<glm::vec3> centers_m;
  for (int i = 0; i < count; ++i) {
    const float share = count == 1 ? 0.5f : static_cast<float>(i) / static_cast<float>(count - 1);
    centers_m.push_back(glm::mix(first_m, last_m, share));
  }
  return centers_m;
}

std::vector<glm::vec3> spheres_in_a_ring(float ring_radius_m, int count) {
  std::vector<glm::vec3> centers_m;
  for (int i = 0; i < count; ++i) {
    const float angle =
        2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(count);
    centers_m.emplace_back(ring_radius_m * std::cos(angle), 0.0f, ring_radius_m * std::sin(angle));
  }
  return centers_m;
}

}  // namespace limber
