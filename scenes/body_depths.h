#pragma once

#include <map>
#include <span>
#include <utility>

#include "kernels/published_vertex.h"
#include "sim/publish.h"

namespace limber {

/// Pairs of rigid bodies, named by the vertices that publish their poses, the lower one first, and
/// a depth of each in metres.
using BodyDepths = std::map<std::pair<int, int>, double>;

/// How deep rigid bodies are in each other as they are drawn: of each pair of instances, the depth
/// of the deepest vertex or edge of one in the other. Pairs that are apart are left out. Edges are
/// sampled at half the smallest extent of their body, with a thousand samples at most, so that a
/// corner may be cut off unseen. Distances are those of TriangleTree, from which the distance
/// fields of meshes are made, too; solvers use nothing else of this. vertices: as published for
/// `list`. Meshes must be closed.
BodyDepths body_depths_m(const DrawList& list, std::span<const PublishedVertex> vertices);

/// How much deeper any pair is in each other than it was at the start: jointed bodies begin in each
/// other, and bricks on each other.
double largest_deepening_m(const BodyDepths& start, const BodyDepths& end);

}  // namespace limber
