#include "sim/contact/contact_surface.h"

#include <algorithm>

#include "sim/mesh/box_tree.h"

namespace limber {

namespace {

/// A GPU waits for a part's nodes one after the other, and for each tier's launch.
constexpr int max_leaves_of_part = 8;

/// Builds one tree of the things from first_thing on, first over bodies, then within each, and puts
/// the things in the order of its leaves.
class TreeBuilder {
 public:
  TreeBuilder(const std::vector<glm::vec3>& places_m, const std::vector<int>& body,
              std::vector<glm::ivec3>& things, std::vector<RegionNode>& nodes, int first_thing)
      : places_m_(places_m), body_(body), nodes_(nodes), first_thing_(first_thing) {
    order_.assign(things.begin() + first_thing, things.end());
    if (order_.empty()) return;
    std::stable_sort(order_.begin(), order_.end(),
                     [&](const auto& a, const auto& b) { return body_of(a) < body_of(b); });
    std::vector<Range> bodies;
    for (int k = 0; k < static_cast<int>(order_.size()); ++k)
      if (k == 0 || body_of(order_[k]) != body_of(order_[k - 1])) bodies.push_back({k, k});
    for (std::size_t b = 0; b < bodies.size(); ++b)
      bodies[b].last =
          b + 1 < bodies.size() ? bodies[b + 1].first : static_cast<int>(order_.size());
    build_over(bodies, 0, static_cast<int>(bodies.size()));
    std::copy(placed_.begin(), placed_.end(), things.begin() + first_thing);
  }

 private:
  struct Range {
    int first, last;
  };

  int body_of(const glm::ivec3& thing) const { return body_[thing.x]; }
  glm::vec3 middle(const glm::ivec3& t) const {
    return places_m_[t.x] + places_m_[t.y] + places_m_[t.z];
  }
  glm::vec3 middle(const Range& body) const {
    Box box;
    for (int k = body.first; k < body.last; ++k) box.add(middle(order_[k]));
    return box.low_m + box.high_m;
  }

  template <class Left, class Right>
  void inner(const Left& left, const Right& right) {
    const int self = static_cast<int>(nodes_.size());
    nodes_.emplace_back();
    left();
    right();
    nodes_[self].after = static_cast<int>(nodes_.size());
    nodes_[self].end = first_thing_ + static_cast<int>(placed_.size());
  }

  void build_over(std::vector<Range>& bodies, int first, int last) {
    if (last - first == 1) return build(bodies[first].first, bodies[first].last);
    const int half = halve(bodies, first, last, [&](const Range& body) { return middle(body); });
    inner([&] { build_over(bodies, first, half); }, [&] { build_over(bodies, half, last); });
  }

  void build(int first, int last) {
    if (last - first == 1) {
      placed_.push_back(order_[first]);
      RegionNode leaf;
      leaf.after = static_cast<int>(nodes_.size()) + 1;
      leaf.end = first_thing_ + static_cast<int>(placed_.size());
      nodes_.push_back(leaf);
      return;
    }
    const int half =
        halve(order_, first, last, [&](const glm::ivec3& thing) { return middle(thing); });
    inner([&] { build(first, half); }, [&] { build(half, last); });
  }

  const std::vector<glm::vec3>& places_m_;
  const std::vector<int>& body_;
  std::vector<RegionNode>& nodes_;
  int first_thing_;
  std::vector<glm::ivec3> order_, placed_;
};

/// Cuts the trees into parts of few nodes, tier by tier from the leaves up.
void cut_into_parts(ContactSurface& surface) {
  const std::vector<RegionNode>& nodes = surface.nodes;
  const int n = static_cast<int>(nodes.size());
  // The leaves below a node, counting parts that are cut off already as one.
  std::vector<int> leaves(n), tier_of(n, -1);
  for (int i = 0; i < n; ++i) {
    if (nodes[i].after != i + 1) continue;
    tier_of[i] = 0;
    surface.leaves.push_back(i);
  }
  surface.parts.first.push_back(0);
  surface.first_part_of_tier.push_back(0);
  std::vector<int> parent(n, -1);
  for (int i = 0; i < n; ++i)
    if (nodes[i].after != i + 1) parent[i + 1] = parent[nodes[i + 1].after] = i;
  for (int tier = 0; std::count(tier_of.begin(), tier_of.end(), -1) > 0; ++tier) {
    for (int i = n; i-- > 0;) {
      if (tier_of[i] >= 0)
        leaves[i] = 1;
      else
        leaves[i] = leaves[i + 1] + leaves[nodes[i + 1].after];
    }
    for (int i = 0; i < n; ++i) {
      const bool tops = tier_of[i] < 0 && leaves[i] <= max_leaves_of_part &&
                        (parent[i] < 0 || leaves[parent[i]] > max_leaves_of_part);
      if (!tops) continue;
      for (int k = nodes[i].after; k-- > i;) {
        if (tier_of[k] >= 0) continue;
        tier_of[k] = tier;
        surface.parts.items.push_back(k);
      }
      surface.parts.first.push_back(static_cast<int>(surface.parts.items.size()));
    }
    surface.first_part_of_tier.push_back(static_cast<int>(surface.parts.first.size()) - 1);
  }
}

/// The vertex across a side, and who owns sides and corners: the first triangle that has them.
void add_sides(ContactSurface& surface, const std::vector<int>& spheres, int particles) {
  std::vector<glm::uvec3> triangles(surface.things.begin(),
                                    surface.things.begin() + surface.triangles);
  surface.sides.assign(triangles.size(), TriangleSides{{-1, -1, -1}, 0});
  const std::vector<EdgeUse> uses = edge_uses(triangles);
  each_edge(uses, [&](auto sides) {
    for (std::size_t k = 0; k < sides.size(); ++k) {
      TriangleSides& own = surface.sides[sides[k].side / 3];
      if (k == 0) own.owned |= 1 << sides[k].side % 3;
      if (sides.size() == 1) continue;
      const int other = sides[k == 0 ? 1 : 0].side;
      own.opposite[sides[k].side % 3] = static_cast<int>(triangles[other / 3][(other + 2) % 3]);
    }
  });
  std::vector<bool> seen(particles);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      if (!seen[triangles[t][k]]) surface.sides[t].owned |= 8 << k;
      seen[triangles[t][k]] = true;
    }
  for (const int i : spheres) seen[i] = true;
  for (int i = 0; i < particles; ++i)
    if (seen[i]) surface.points.push_back(i);
}

}  // namespace

ContactSurface contact_surface_of(const ContactShape& shape) {
  ContactSurface surface;
  const int particles = static_cast<int>(shape.places_m.size());
  surface.triangles = static_cast<int>(shape.triangles.size());
  std::vector<glm::ivec3> edges;
  std::vector<int> ends;
  for (const glm::ivec2& edge : edges_of(shape.triangles).edges) {
    edges.push_back({edge.x, edge.y, edge.y});
    ends.insert(ends.end(), {edge.x, edge.y});
  }
  // Returns the root of a tree of those things that are free, or of the others.
  const auto add_tree = [&](const auto& things, bool free) {
    const int root = static_cast<int>(surface.nodes.size());
    const int first_thing = static_cast<int>(surface.things.size());
    for (const glm::ivec3 thing : things)
      if ((thing.x < shape.first_kinematic_point) == free) surface.things.push_back(thing);
    TreeBuilder(shape.places_m, shape.body, surface.things, surface.nodes, first_thing);
    return root;
  };
  add_tree(shape.triangles, true);
  surface.kinematic_root = add_tree(shape.triangles, false);
  surface.edge_root = add_tree(edges, true);
  surface.free_edges = static_cast<int>(surface.things.size()) - surface.triangles;
  add_tree(edges, false);
  cut_into_parts(surface);
  add_sides(surface, shape.spheres, particles);
  surface.free_points =
      static_cast<int>(std::ranges::lower_bound(surface.points, shape.first_kinematic_point) -
                       surface.points.begin());
  surface.neighbors = elements_at(particles, ends, 2);
  for (std::size_t i = 0; i + 1 < surface.neighbors.first.size(); ++i)
    for (int k = surface.neighbors.first[i]; k < surface.neighbors.first[i + 1]; ++k) {
      const int edge = surface.neighbors.items[k];
      surface.neighbors.items[k] =
          ends[2 * edge] == static_cast<int>(i) ? ends[2 * edge + 1] : ends[2 * edge];
    }
  return surface;
}

}  // namespace limber
