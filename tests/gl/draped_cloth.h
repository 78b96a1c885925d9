#pragma once

#include <vector>

#include "kernels/published_vertex.h"
#include "render/shared_vertices.h"
#include "sim/publish.h"

namespace limber {

/// A square cloth of `side` x `side` vertices draped over a sphere on the ground, as published by a
/// scene. Its front (blue) faces outwards, its back (orange) inwards.
struct DrapedCloth {
  explicit DrapedCloth(int side);
  void publish(SharedVertices& vertices) const;

  DrawList list;
  std::vector<PublishedVertex> vertices;
};

/// A flat square of two triangles in the plane z = 0, from (-1, -1) to (1, 1), its front to +z.
struct FlatSquare {
  FlatSquare();
  void publish(SharedVertices& vertices) const;

  DrawList list;
  std::vector<PublishedVertex> vertices;
};

}  // namespace limber
