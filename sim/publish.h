#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "kernels/published_vertex.h"
#include "kernels/view.h"

// What a simulation publishes. Of sim, render includes only this and look.h.

namespace limber {

struct Material {
  glm::vec3 front_color{0.8f};  ///< linear RGB
  glm::vec3 back_color{0.8f};   ///< of back faces
  float roughness = 0.8f;
  /// Share of the light that passes through a thin surface such as a leaf, 0 to 1. 0: as cloth,
  /// which lets a little through.
  float translucency = 0.0f;
  /// How much darker some vertices are than others, as on bark, 0 to 1; moves with the mesh. For
  /// instanced parts: how much darker wet areas are.
  float mottling = 0.0f;
  /// Share of light at normal incidence that passes through each surface of a closed body, as of
  /// glass, 0 to 1.
  float transparency = 0.0f;
  /// Distance between threads of woven cloth, in metres; needs DrawList::rest_m. 0: smooth.
  float thread_m = 0.0f;
  /// Share of light at grazing angles that protruding fibres of cloth reflect, 0 to 1.
  float sheen = 0.0f;

  bool operator==(const Material&) const = default;
};

/// A range of DrawList::triangles in one material.
struct SurfacePart {
  int first_triangle = 0;
  int triangle_count = 0;
  Material material;
};

/// A static mesh: a collider or other scenery. Metres, y up, normals outward.
struct StaticMesh {
  std::vector<glm::vec3> positions_m;
  std::vector<glm::vec3> normals;  ///< one per position
  std::vector<glm::uvec3> triangles;
  Material material;
};

/// Lines between published vertices, each with its colour in the constraint graph.
struct ConstraintLines {
  std::string type;  ///< stretch, bending, dihedral, volume ...
  std::vector<glm::uvec2> ends;
  std::vector<std::uint32_t> colors;  ///< one per line; equal colours are solved in parallel
};

/// A quantity that a simulation can publish in PublishedVertex::scalar, shown in a separate view.
struct ScalarField {
  std::string name;  ///< for example "strain"
  std::string unit;
  float low = 0.0f;  ///< low and high: ends of the colour map
  float high = 1.0f;
};

/// Rigid instances of a mesh in one material: their poses are the published vertices [first_vertex,
/// first_vertex + count).
struct InstancedPart {
  StaticMesh mesh;  ///< in the frame of the body
  int first_vertex = 0;
  int count = 0;
};

/// Spheres of which bodies consist, for a view of them; published vertices are their centres.
struct DrawnSpheres {
  int first_vertex = 0;
  int count = 0;
  float radius_m = 0.0f;
  int spheres_per_body = 1;  ///< those of one body are contiguous
};

inline constexpr int max_drawn_fluids = 8;

/// A fluid, drawn as the common surface of its particles, whose positions are published vertices.
/// quaternion_w is 0 where there is no particle, 1 for one within others, and less for a lone drop,
/// which is drawn smaller by this factor; the normal is the velocity in m/s.
struct DrawnFluid {
  int first_vertex = 0;
  int count = 0;
  float radius_m = 0.0f;                           ///< half the distance between particles at rest
  glm::vec3 absorption_per_m{2.4f, 0.55f, 0.35f};  ///< of red, green and blue light
  float refraction = 1.33f;                        ///< refractive index
  /// Linear RGB that thick fluid scatters, as milk or mud do; 0: clear.
  glm::vec3 scatter{0.0f};
};

/// White water: published vertices are drops and bubbles. quaternion_w is 0 where there is none,
/// else a factor of the radius; the normal is the velocity in m/s.
struct DrawnFoam {
  int first_vertex = 0;
  int count = 0;
  float radius_m = 0.0f;
};

/// The constant part of what is drawn. The vertices themselves are published every frame.
struct DrawList {
  int vertex_count = 0;
  std::vector<glm::uvec3> triangles;  ///< into the published vertices
  std::vector<SurfacePart> parts;
  /// Position of each published vertex in the rest shape of its cloth, flat or sewn; ends with the
  /// last vertex of cloth.
  std::vector<glm::vec3> rest_m;
  std::vector<StaticMesh> scenery;
  std::vector<InstancedPart> moving_scenery;  ///< colliders that turn, move or can be dragged
  std::vector<InstancedPart> instances;
  std::vector<DrawnSpheres> spheres;
  std::vector<DrawnFluid> fluids;  ///< max_drawn_fluids at most
  std::vector<DrawnFoam> foams;
  std::vector<ConstraintLines> constraint_lines;
  std::vector<ScalarField> fields;
  bool ground = false;  ///< the plane y = ground_height_m
  float ground_height_m = 0.0f;
  glm::vec3 bounds_min_m{-1.0f};  ///< bounding box of moving objects at the start, and of paths
  glm::vec3 bounds_max_m{1.0f};
};

}  // namespace limber
