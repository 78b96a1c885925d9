#pragma once

#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "sim/piles/voxels.h"

namespace limber {

constexpr int max_spheres_in_a_body = 4096;

/// A rigid body of equal spheres. The body frame has its origin at the centre of mass and its axes
/// along the principal axes, ordered and oriented as near to the mesh's axes as possible.
struct SphereBody {
  float diameter_m = 0.0f;
  std::vector<glm::vec3> centers_m;  ///< of the spheres, in the body's frame
  float mass_kg = 0.0f;              ///< of the whole body
  glm::vec3 inertia_kg_m2{0.0f};     ///< principal moments
  // The body frame in mesh coordinates.
  glm::vec3 center_of_mass_m{0.0f};
  glm::mat3 axes{1.0f};  ///< a rotation; its columns are the frame's axes

  /// Transforms a point from mesh to body coordinates.
  glm::vec3 from_mesh(const glm::vec3& x_m) const {
    return glm::transpose(axes) * (x_m - center_of_mass_m);
  }
};

/// A body of spheres at `centers_m` (mesh coordinates), which have equal masses and may overlap.
/// name: of the mesh, for messages. Throws Error(bad_input) for no or too many spheres, for centres
/// that are not finite, and for a diameter or mass that is not finite and above 0.
SphereBody body_of_spheres(std::vector<glm::vec3> centers_m, float diameter_m, float mass_kg,
                           const std::string& name);

/// A body with a sphere in each chosen voxel, as wide as the voxel. Mass and inertia are always
/// those of all inside voxels: leaving out inner spheres makes contacts cheaper to find but does
/// not change the motion. Throws Error(bad_input) as body_of_spheres() does.
SphereBody body_of_voxels(const VoxelGrid& grid, VoxelChoice choice, float density_kg_m3,
                          const std::string& name);

/// The inverse effective mass of a body at the point `at_m`, in the direction where it is largest:
/// the largest eigenvalue of 1/M + [r]^T I^-1 [r], in 1/kg.
float largest_inverse_mass_per_kg(double mass_kg, const glm::dvec3& inertia_kg_m2,
                                  const glm::vec3& at_m);
float largest_inverse_mass_per_kg(const SphereBody& body, const glm::vec3& at_m);

/// The same for a body that lies on a plane, where all spheres of a face touch at the same time:
/// the largest eigenvalue of M^-1 sum J^T J, in 1/kg, over the faces of the spheres' convex hull
/// and the planes across the body's axes.
double largest_inverse_mass_on_a_face_per_kg(const SphereBody& body);

/// Centres of `count` equidistant spheres from `first_m` to `last_m`; a single one lies in the
/// middle. For chess pieces: from voxels, each kind of piece would get a different sphere size, but
/// a pile needs equal ones, and the four spheres of a pawn or a rook would form a square.
std::vector<glm::vec3> spheres_in_a_row(const glm::vec3& first_m, const glm::vec3& last_m,
                                        int count);

/// Centres of `count` equidistant spheres on a circle around the y axis in the plane y = 0. For a
/// torus: a cubic grid of voxels has no symmetric ring of six neighbours.
std::vector<glm::vec3> spheres_in_a_ring(float ring_radius_m, int count);

}  // namespace limber
