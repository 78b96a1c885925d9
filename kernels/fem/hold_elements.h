#pragma once

// Contacts hold individual nodes back (kernels/contact/hold_back.h), which could invert the
// elements between those and nodes that move on. The nodes of such an element are all limited to
// one share of their displacements, short enough to avoid inversion, like a line search that
// filters inverting steps [Smith15]. The planes of contacts allow any shorter share, too, down to
// the start.

#include <glm/glm.hpp>

#include "kernels/atomics.h"
#include "kernels/contact/search_pairs.h"
#include "kernels/fem/element.h"
#include "kernels/fem/neo_hookean.h"
#include "kernels/hd.h"
#include "kernels/pbd/particle.h"
#include "kernels/raise_flag.h"
#include "kernels/view.h"

namespace limber {

/// Displacements of nodes in a step of contacts.
struct NodeWays {
  View<const Particle> starts, ends;
  View<const int> shares;  ///< of each node's displacement; bits of floats

  LIMBER_HD float share(int node) const { return float_of(shares[node]); }
  LIMBER_HD glm::vec3 at(int node, float share) const {
    const glm::vec3 start = starts[node].position_m;
    return start + (ends[node].position_m - start) * share;
  }
};

/// Nodes inside a body, which have no contacts, initially have share 1. One thread per inner node.
struct FreeInnerNodes {
  View<const int> inner;
  View<int> shares, next_shares;
  LIMBER_HD void operator()(int k) const {
    shares[inner[k]] = next_shares[inner[k]] = bits_of(1.0f);
  }
};

/// Lowers the nodes' shares in elements that different shares would invert. One thread per element.
template <int N>
struct HoldElements {
  static constexpr int grain = 64;
  View<const ElementNodes<N>> nodes;
  View<const Tetrahedron<float>> rest;
  NodeWays ways;
  View<int> next_shares;

  LIMBER_HD void operator()(int i) const {
    const ElementNodes<N> own = nodes[i];
    float min_share = 1.0f, max_share = 0.0f;
    for (const int node : own.at) {
      min_share = glm::min(min_share, ways.share(node));
      max_share = glm::max(max_share, ways.share(node));
    }
    if (min_share == max_share) return;
    const float start = min_volume(i, [&](int) { return 0.0f; });
    const float allowed = start > 0.0f ? glm::min(enough_volume, 0.5f * start) : start;
    if (min_volume(i, [&](int node) { return ways.share(node); }) >= allowed) return;
    float share = min_share;
    for (int halvings = 0; share > 0.0f; ++halvings) {
      if (min_volume(i, [&](int) { return share; }) >= allowed) break;
      share = halvings < 4 ? 0.5f * share : 0.0f;
    }
    for (const int node : own.at)
      if (share < ways.share(node)) atomic_min(next_shares[node], bits_of(share));
  }

 private:
  static constexpr float enough_volume = 0.1f;  ///< relative to rest

  /// The smallest volume ratio (det F) of element i over its quadrature points.
  template <class Share>
  LIMBER_HD float min_volume(int i, const Share& share) const {
    glm::vec3 x[N];
    for (int k = 0; k < N; ++k) x[k] = ways.at(nodes[i].at[k], share(nodes[i].at[k]));
    float volume = 1e30f;
    for (int q = 0; q < quadrature_points<N>; ++q)
      volume = glm::min(volume, glm::determinant(deformation_gradient_at(rest[i], x, q)));
    return volume;
  }
};

/// One thread per node.
struct TakeNodeShares {
  View<const int> next_shares;
  View<int> shares;
  LIMBER_HD void operator()(int i) const { shares[i] = next_shares[i]; }
};

/// One thread per inner node.
struct HoldInnerNodes {
  View<const int> inner;
  View<const Particle> starts;
  View<const int> shares;
  View<Particle> particles;
  View<SearchState> state;

  LIMBER_HD void operator()(int k) const {
    const int i = inner[k];
    const float share = float_of(shares[i]);
    if (!(share < 1.0f)) return;
    particles[i].position_m = NodeWays{starts, particles, shares}.at(i, share);
    if (particles[i].inverse_mass_per_kg > 0.0f) atomic_add(state[0].held_back, 1);
  }
};

}  // namespace limber
