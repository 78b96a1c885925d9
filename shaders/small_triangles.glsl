// What instances.comp, small_triangles.comp and small_triangles.frag share.

/// Triangles of an instance that a work group draws. Such a cluster is listed as its pose, and its
/// level and its number in the instance, which take 20 and 12 bits.
const uint small_cluster = 256u;
const uint max_small_clusters = 4096u, bits_of_level = 20u;
const uint max_small_groups = 32768u;  // of a dispatch, per dimension

struct SmallCounts {
  uint groups_x, groups_y, groups_z;  // arguments of glDispatchComputeIndirect: of this pass
  uint count;                         // of clusters, of this pass
  uint vertices, any, first_vertex, first_instance;  // of glDrawArraysIndirect: of both passes
  uint triangles;         // in view that are small, whoever draws them: of this picture
  uint triangles_before;  // of the picture before
};

#ifndef INSTANCES
// Per sample.
layout(std430, binding = 5) buffer SmallNearest { uint small_nearest[]; };  // nearness; 0: nothing
layout(std430, binding = 6) buffer SmallTexels { uvec2 small_texels[]; };  // four numbers

/// The samples of a pixel follow one another.
uint small_place(ivec2 pixel, int width_px, uint samples, uint i) {
  return uint(pixel.y * width_px + pixel.x) * samples + i;
}
#endif
