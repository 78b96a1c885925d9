#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

#include "kernels/published_vertex.h"
#include "kernels/view.h"

// What a simulation shows and nothing else: the only header of sim that render knows.

namespace limber {

struct Material {
  glm::vec3 front_color{0.8f};  ///< linear RGB
  glm::vec3 back_color{0.8f};   ///< seen where a surface turns its back to the eye
  float roughness = 0.8f;
  /// How much of the light that falls on one side of a leaf comes out of the other one, 0 to 1; for
  /// thin surfaces. 0: as cloth, of which a little does.
  float translucency = 0.0f;
  /// How much darker it is at some vertices than at others, as bark is, 0 to 1. Bends with the
  /// mesh. Of what a pose draws: where it is wet.
  float mottling = 0.0f;
  /// How much of the light that falls straight on a surface goes through it, as through glass, 0 to
  /// 1; of a closed body's every side.
  float transparency = 0.0f;
  /// Metres from thread to thread of woven cloth, where DrawList::rest_m says how it lies on its
  /// sheet; 0: smooth.
  float thread_m = 0.0f;
  /// How much of the light at grazing angles the fibres send back that stand off cloth, 0 to 1.
  float sheen = 0.0f;

  bool operator==(const Material&) const = default;
};

/// A range of DrawList::triangles in one material.
struct SurfacePart {
  int first_triangle = 0;
  int triangle_count = 0;
  Material material;
};

/// A mesh that does not move: colliders and other scenery. Metres, y up, normals outward.
struct StaticMesh {
  std::vector<glm::vec3> positions_m;
  std::vector<glm::vec3> normals;  ///< one a position
  std::vector<glm::uvec3> triangles;
  Material material;
};

/// Lines between published vertices, each with its colour in the constraint graph.
struct ConstraintLines {
  std::string type;  ///< stretch, bending, dihedral, volume ...
  std::vector<glm::uvec2> ends;
  std::vector<std::uint32_t> colors;  ///< one a line; equal colours are solved at the same time
};

/// A quantity that a simulation can publish in PublishedVertex::scalar, for a view of its own.
struct ScalarField {
  std::string name;  ///< for example "strain"
  std::string unit;
  float low = 0.0f;  ///< the values at the two ends of the colour map
  float high = 1.0f;
};

/// Rigid copies of a mesh in one material: published vertices first_vertex to before first_vertex +
/// count are their poses.
struct InstancedPart {
  StaticMesh mesh;  ///< in the frame of the body
  int first_vertex = 0;
  int count = 0;
};

/// What bodies are made of, for a view of it: published vertices whose positions are the centres.
struct DrawnSpheres {
  int first_vertex = 0;
  int count = 0;
  float radius_m = 0.0f;
  int spheres_a_body = 1;  ///< those of one body follow one another
};

inline constexpr int max_drawn_fluids = 8;

/// A fluid: published vertices whose positions are its particles' places. What is seen is their
/// common surface. A vertex has quaternion_w = 0 where there is no particle, 1 where there is one
/// within others, and less for a lone drop, which the surface shows smaller by that; its normal is
/// the particle's velocity in m/s.
struct DrawnFluid {
  int first_vertex = 0;
  int count = 0;
  float radius_m = 0.0f;                           ///< half the distance of particles at rest
  glm::vec3 absorption_per_m{2.4f, 0.55f, 0.35f};  ///< of red, green and blue light
  float refraction = 1.33f;                        ///< index
  /// Linear RGB that thick fluid shows by itself, as milk or mud; 0: clear.
  glm::vec3 scatter{0.0f};
};

/// White water: published vertices whose positions are places of drops and bubbles. A vertex has
/// quaternion_w = 0 where there is none, else its share of the radius; its normal is the velocity
/// in m/s.
struct DrawnFoam {
  int first_vertex = 0;
  int count = 0;
  float radius_m = 0.0f;
};

/// What does not change while a scene runs. The vertices themselves are published every frame.
struct DrawList {
  int vertex_count = 0;
  std::vector<glm::uvec3> triangles;  ///< into the published vertices
  std::vector<SurfacePart> parts;
  /// Where each published vertex lies on the sheet that its cloth was cut from, or in the shape
  /// that it was sewn to; ends with the last one of a cloth.
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
  glm::vec3 bounds_min_m{-1.0f};  ///< a box around what moves, as it starts, and paths
  glm::vec3 bounds_max_m{1.0f};
};

}  // namespace limber
