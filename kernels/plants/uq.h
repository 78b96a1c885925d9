#pragma once

// Vertices of many parts, each deformed by a few modes of its own: u = U q in the part's frame and
// x = T (rest + u) in the world [Wang20, equations 2 and 9]. Here one element is one vertex; faster
// GPU versions are in fused_uq.h (ours), paper_uq.h and paper_place.h (theirs).
//
// U is laid out for coalesced reads: neighbouring vertices read adjacent quads of 16 bytes. For any
// r, only the last quad of a vertex is padded. The 3 r numbers of a vertex
//   x0 y0 z0 x1 | y1 z1 x2 y2 | z2 x3 y3 z3 | x4 ...       x, y and z of mode 0, of mode 1, ...
// form quads. 32 vertices of a part form a slice (the last has the remainder), which stores all
// their first quads, then all second ones, and so on. Parts of one shape may share all that.

#include <glm/glm.hpp>

#include "kernels/hd.h"
#include "kernels/pose.h"
#include "kernels/rotation.h"
#include "kernels/view.h"

namespace limber {

/// Four numbers in one load.
struct alignas(16) Quad4 {
  float at[4];
};

/// A vector in one load, with a number in the fourth place.
struct alignas(16) Vec3AndValue {
  glm::vec3 xyz;
  float value;
};

/// view[i] in loads of 16 bytes on the GPU; nvcc would load each used member separately.
template <class T>
LIMBER_HD inline T whole(const View<const T>& view, int i) {
  static_assert(alignof(T) == 16);
#ifdef __CUDA_ARCH__
  constexpr int loads = sizeof(T) / sizeof(int4);
  int4 words[loads];
  for (int k = 0; k < loads; ++k) words[k] = reinterpret_cast<const int4*>(view.data + i)[k];
  T value;
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
#else
  return view[i];
#endif
}

/// A drawn part. Its vertices are contiguous.
struct alignas(16) DeformedPart {
  int first_vertex;
  int vertices;
  int first_rest;        ///< where its rest positions begin; parts of one shape share them
  int first_quad;        ///< where its modes begin; parts of one shape may share them
  int first_coordinate;  ///< where its q begins: a multiple of 4, as q is read in quads; q is
                         ///< padded with zeros to a multiple of 4
  int modes;             ///< r; 0: the part is rigid
  int frame;             ///< index of its pose
  int unused;
};

inline constexpr int slice_vertices = 32;

LIMBER_HD inline int quads_per_vertex(int modes) { return (3 * modes + 3) / 4; }
/// Number of a part's places in q, including padding.
LIMBER_HD inline int coordinate_places(int modes) { return (modes + 3) / 4 * 4; }

/// Quad k of a vertex is modes[first + k * stride].
struct QuadsOfVertex {
  int first, stride;
};

/// local: index of the vertex in the part.
LIMBER_HD inline QuadsOfVertex quads_of(const DeformedPart& part, int local) {
  const int in_slice = local % slice_vertices, slice = local - in_slice;
  const int left = part.vertices - slice;
  return {part.first_quad + slice * quads_per_vertex(part.modes) + in_slice,
          left < slice_vertices ? left : slice_vertices};
}

/// Read-only inputs of all deformers.
struct DeformedParts {
  View<const DeformedPart> parts;
  View<const int> part_of_vertex;
  View<const Quad4> modes;          ///< U
  View<const Vec3AndValue> rest_m;  ///< in the frames of the parts
};

/// Adds the contribution of four modes: three quads of U, and q of these modes.
LIMBER_HD inline void add_modes(glm::vec3& u, const Quad4& a, const Quad4& b, const Quad4& c,
                                const Quad4& q) {
  u.x += a.at[0] * q.at[0];
  u.y += a.at[1] * q.at[0];
  u.z += a.at[2] * q.at[0];
  u.x += a.at[3] * q.at[1];
  u.y += b.at[0] * q.at[1];
  u.z += b.at[1] * q.at[1];
  u.x += b.at[2] * q.at[2];
  u.y += b.at[3] * q.at[2];
  u.z += c.at[0] * q.at[2];
  u.x += c.at[1] * q.at[3];
  u.y += c.at[2] * q.at[3];
  u.z += c.at[3] * q.at[3];
}

/// U q of one vertex, mode after mode.
LIMBER_HD inline glm::vec3 displacement(const DeformedPart& part, int local,
                                        const View<const Quad4>& modes,
                                        const View<const float>& coordinates) {
  glm::vec3 u(0.0f);
  const int quads = quads_per_vertex(part.modes);
  const QuadsOfVertex at = quads_of(part, local);
  const Quad4* from = modes.data + at.first;
  const Quad4* q = reinterpret_cast<const Quad4*>(coordinates.data + part.first_coordinate);
  int k = 0;
  for (; k + 3 <= quads; k += 3, ++q)
    add_modes(u, from[k * at.stride], from[(k + 1) * at.stride], from[(k + 2) * at.stride], *q);
  if (k < quads)
    add_modes(u, from[k * at.stride], k + 1 < quads ? from[(k + 1) * at.stride] : Quad4{}, {}, *q);
  return u;
}

/// x = T (rest + u), and the length of u.
LIMBER_HD inline Vec3AndValue placed_in_world(const Pose& pose, const glm::vec3& rest_m,
                                              const glm::vec3& u_m) {
  return {pose.position_m + rotated(pose.quaternion, rest_m + u_m), glm::sqrt(glm::dot(u_m, u_m))};
}

/// u = U q of each vertex.
struct DisplaceVertices {
  static constexpr int grain = 256;
  DeformedParts system;
  View<const float> coordinates;  ///< q of all parts
  View<Vec3AndValue> displacements_m;

  LIMBER_HD void operator()(int i) const {
    const DeformedPart part = whole(system.parts, system.part_of_vertex[i]);
    displacements_m[i] = {displacement(part, i - part.first_vertex, system.modes, coordinates),
                          0.0f};
  }
};

/// x = T (rest + u) of each vertex; its value is the length of u.
struct PlaceDisplaced {
  static constexpr int grain = 256;
  DeformedParts system;
  View<const Vec3AndValue> displacements_m;
  View<const Pose> poses;
  View<Vec3AndValue> placed_m;

  LIMBER_HD void operator()(int i) const {
    const DeformedPart part = whole(system.parts, system.part_of_vertex[i]);
    placed_m[i] = placed_in_world(whole(poses, part.frame),
                                  whole(system.rest_m, part.first_rest + i - part.first_vertex).xyz,
                                  whole(displacements_m, i).xyz);
  }
};

/// Both at once: u is not written to memory.
struct DeformVertices {
  static constexpr int grain = 256;
  DeformedParts system;
  View<const float> coordinates;
  View<const Pose> poses;
  View<Vec3AndValue> placed_m;

  LIMBER_HD void operator()(int i) const {
    const DeformedPart part = whole(system.parts, system.part_of_vertex[i]);
    const int local = i - part.first_vertex;
    placed_m[i] =
        placed_in_world(whole(poses, part.frame), whole(system.rest_m, part.first_rest + local).xyz,
                        displacement(part, local, system.modes, coordinates));
  }
};

}  // namespace limber
