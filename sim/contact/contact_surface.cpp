#include "sim/contact/contact_surface.h"

#include <algorithm>

#include "sim/count.h"
#include "sim/mesh/box_tree.h"

namespace limber {

namespace {

/// A compromise on the GPU: the nodes of a part are serial, and each tier costs a launch.
constexpr int max_leaves_of_part = 8;

/// Builds one tree of the things from first_thing on, first over bodies, then within each, and
/// sorts the things into the order of its leaves.
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
      if (k == 0 || body_of(order_[k]) != body_of(order_[k - 1])) bodies.push_back({k, k, {}});
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      bodies[b].last =
          b + 1 < bodies.size() ? bodies[b + 1].first : static_cast<int>(order_.size());
      bodies[b].middle_m = middle(bodies[b]);
    }
    build_over(bodies, 0, static_cast<int>(bodies.size()));
    std::copy(placed_.begin(), placed_.end(), things.begin() + first_thing);
  }

 private:
  struct Range {
    int first, last;
    glm::vec3 middle_m;  ///< as middle() says
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
    const int half = halve(bodies, first, last, [](const Range& body) { return body.middle_m; });
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

/// Divides the trees into parts of few nodes, tier by tier from the leaves up.
void cut_into_parts(ContactSurface& surface) {
  const std::vector<RegionNode>& nodes = surface.nodes;
  const int n = static_cast<int>(nodes.size());
  // Leaves below each node, where a finished part counts as one.
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

/// Finds the vertices opposite each side and edge, and the owners of sides and corners: the first
/// triangle with them.
void add_sides(ContactSurface& surface, const ContactShape& shape) {
  const int particles = static_cast<int>(shape.places_m.size());
  std::vector<glm::uvec3> triangles(surface.things.begin(),
                                    surface.things.begin() + surface.triangles);
  surface.sides.assign(triangles.size(), TriangleSides{{-1, -1, -1}, 0});
  const std::vector<EdgeUse> uses = edge_uses(triangles);
  struct Across {
    std::pair<int, int> ends;
    glm::ivec2 opposites;
  };
  std::vector<Across> across;  // sorted by ends, as the uses are
  each_edge(uses, [&](auto sides) {
    const auto corner = [&](std::size_t k, int after) {
      const int side = sides[k].side;
      return static_cast<int>(triangles[side / 3][(side + after) % 3]);
    };
    Across own{std::minmax(corner(0, 0), corner(0, 1)), glm::ivec2(-1)};
    // A degenerate triangle has no side that could be the inner one.
    for (std::size_t k = 0; k < std::min<std::size_t>(sides.size(), 2); ++k)
      if (const int opposite = corner(k, 2);
          opposite != own.ends.first && opposite != own.ends.second)
        own.opposites[static_cast<int>(k)] = opposite;
    across.push_back(own);
    for (std::size_t k = 0; k < sides.size(); ++k) {
      TriangleSides& of_triangle = surface.sides[sides[k].side / 3];
      if (k == 0) of_triangle.owned |= 1 << sides[k].side % 3;
      if (sides.size() > 1) of_triangle.opposite[sides[k].side % 3] = corner(k == 0 ? 1 : 0, 2);
    }
  });
  for (int e = surface.triangles; e < surface.first_box; ++e) {
    const auto [low, high] = std::minmax(surface.things[e].x, surface.things[e].y);
    surface.opposites.push_back(
        std::ranges::lower_bound(across, std::pair(low, high), {}, &Across::ends)->opposites);
  }
  std::vector<bool> seen(particles);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      if (!seen[triangles[t][k]]) surface.sides[t].owned |= 8 << k;
      seen[triangles[t][k]] = true;
    }
  for (const int first : shape.boxes) std::fill_n(seen.begin() + first, 8, true);
  for (const int i : shape.spheres) seen[i] = true;
  for (int i = 0; i < particles; ++i)
    if (seen[i]) surface.points.push_back(i);
}

/// Groups the owners in the largest subtrees that fit: edges and boxes, and points not yet in a
/// group; then spheres. Without points of boxes where there are no other triangles to meet.
void add_groups(ContactSurface& surface, int particles) {
  const int group_size = OwnerGroups::size_for(surface.owners());
  const int points = static_cast<int>(surface.points.size());
  std::vector<int> owner_of(particles, -1), owners, first_of_thing;
  const bool some_others = surface.roots.triangles < surface.roots.box_edges;
  for (int k = 0; k < points; ++k)
    if (some_others || !surface.is_of_box(surface.points[k])) owner_of[surface.points[k]] = k;
  const auto take = [&](int point) {
    if (owner_of[point] >= 0) owners.push_back(owner_of[point]);
    owner_of[point] = -1;
  };
  const auto add_group = [&](int first, int last, int node) {
    surface.groups.insert(surface.groups.end(), owners.begin() + first, owners.begin() + last);
    while (surface.groups.size() % group_size != 0) surface.groups.push_back(-1);
    surface.group_nodes.push_back(node);
  };
  const int things = static_cast<int>(surface.things.size());
  for (int thing = 0; thing < things; ++thing) {
    first_of_thing.push_back(static_cast<int>(owners.size()));
    if (thing >= surface.first_box)
      owners.push_back(points + surface.free_edges + thing - surface.first_box);
    else if (thing < surface.triangles)
      for (int k = 0; k < 3; ++k) take(surface.things[thing][k]);
    else if (thing < surface.triangles + surface.free_edges)
      owners.push_back(points + thing - surface.triangles);
  }
  const int spheres = static_cast<int>(owners.size());
  first_of_thing.push_back(spheres);
  for (int i = 0; i < static_cast<int>(surface.nodes.size());) {
    const RegionNode& node = surface.nodes[i];
    const int leaves = node.things_below(i);
    const int first = first_of_thing[node.end - leaves], last = first_of_thing[node.end];
    // Boxes are costly to test, so fewer share a warp.
    const int room = node.end > surface.first_box ? OwnerGroups::small : group_size;
    const bool fits = leaves == 1 || last - first <= room;
    if (fits && first < last) add_group(first, last, i);
    i = fits ? node.after : i + 1;
  }
  for (const int point : surface.points) take(point);
  for (int first = spheres; first < static_cast<int>(owners.size()); first += group_size)
    add_group(first, std::min(first + group_size, static_cast<int>(owners.size())), -1);
}

/// See ContactMesh::own_things.
void add_own_things(ContactSurface& surface, const ContactShape& shape) {
  if (shape.excluded.first.empty()) return;
  const int parts = count(shape.excluded.first) - 1;
  surface.own_things.resize(2 * static_cast<std::size_t>(parts));
  std::vector<int> counts(surface.own_things.size(), 0);
  for (int thing = 0; thing < surface.first_box; ++thing) {
    const int point = surface.things[thing].x;
    if (shape.part[point] < 0 || surface.is_of_box(point)) continue;
    const int k = 2 * shape.part[point] + (thing < surface.triangles ? 0 : 1);
    if (counts[k]++ == 0) surface.own_things[k].first = thing;
    surface.own_things[k].last = thing + 1;
  }
  for (int k = 0; k < 2 * parts; ++k) {
    const auto excluded = shape.excluded.items.begin();
    const int part = k / 2;
    const bool touches_itself = !std::binary_search(
        excluded + shape.excluded.first[part], excluded + shape.excluded.first[part + 1], part);
    ThingRange& own = surface.own_things[k];
    if (touches_itself || own.last - own.first != counts[k]) own = {};
  }
}

/// Leaves are subtrees of no more things than a warp tests at once. Only the root has fewer binary
/// levels than fit, so that the nodes above the leaves have many children.
class WideTreeBuilder {
 public:
  explicit WideTreeBuilder(ContactSurface& surface) : surface_(surface) {}

  WideChild wide(int node) {
    int levels = 0;  // of binary nodes, down to the leaves
    while (WideTrees::lanes << levels < things_below(node)) ++levels;
    const int first = next();
    collect(node, levels > 0 ? (levels - 1) % levels_at_once + 1 : 0);
    const int last = next();
    for (int k = first; k < last; ++k) {
      if (surface_.wide_children[k].count <= WideTrees::lanes) continue;
      const WideChild below = wide(surface_.wide_children[k].node);  // may reallocate wide_children
      surface_.wide_children[k] = below;
    }
    return {node, 1, first, last - first};
  }

 private:
  static constexpr int levels_at_once = 5;

  int next() const { return static_cast<int>(surface_.wide_children.size()); }
  int things_below(int i) const { return surface_.nodes[i].things_below(i); }

  void collect(int i, int levels) {
    const RegionNode& node = surface_.nodes[i];
    const int things = things_below(i);
    if (levels == 0 || things <= WideTrees::lanes) {
      surface_.wide_children.push_back({i, 0, node.end - things, things});
      return;
    }
    collect(i + 1, levels - 1);
    collect(surface_.nodes[i + 1].after, levels - 1);
  }

  ContactSurface& surface_;
};

void add_wide_trees(ContactSurface& surface) {
  const TreeRoots& r = surface.roots;
  const std::array<int, TreeRoots::count + 1> roots = {
      r.box_triangles,   r.triangles, r.kinematic_triangles, r.box_edges, r.edges,
      r.kinematic_edges, r.boxes,     count(surface.nodes)};
  for (std::size_t t = 0; t + 1 < roots.size(); ++t)
    if (roots[t] < roots[t + 1]) surface.wide_roots[t] = WideTreeBuilder(surface).wide(roots[t]);
}

}  // namespace

ContactSurface contact_surface_of(const ContactShape& shape) {
  ContactSurface surface;
  const int particles = static_cast<int>(shape.places_m.size());
  std::vector<glm::ivec3> edges;
  std::vector<int> ends;
  for (const glm::ivec2& edge : edges_of(shape.triangles).edges) {
    if (edge.x == edge.y) continue;
    edges.push_back({edge.x, edge.y, edge.y});
    ends.insert(ends.end(), {edge.x, edge.y});
  }
  if (!shape.boxes.empty()) surface.are_of_boxes.assign(shape.places_m.size(), 0);
  std::vector<glm::ivec3> boxes;
  for (const int first : shape.boxes) {
    std::fill_n(surface.are_of_boxes.begin() + first, 8, 1);
    boxes.emplace_back(first);
  }
  // Boxes meet each other as wholes: their sides meet only other points, their edges other edges.
  const bool only_boxes = std::ranges::all_of(
      shape.triangles, [&](const glm::uvec3& t) { return surface.is_of_box(t.x); });
  enum class Of { box, other, collider };
  // Adds a tree of some of the things; returns its root.
  const auto add_tree = [&](const auto& things, Of of) {
    const int root = count(surface.nodes), first_thing = count(surface.things);
    for (const glm::ivec3 thing : things) {
      const bool is_kinematic = thing.x >= shape.first_kinematic_point;
      if (of == (surface.is_of_box(thing.x) ? Of::box : is_kinematic ? Of::collider : Of::other))
        surface.things.push_back(thing);
    }
    TreeBuilder(shape.places_m, shape.body, surface.things, surface.nodes, first_thing);
    return root;
  };
  TreeRoots& roots = surface.roots;
  if (!only_boxes || !shape.spheres.empty())
    roots.box_triangles = add_tree(shape.triangles, Of::box);
  roots.triangles = add_tree(shape.triangles, Of::other);
  roots.kinematic_triangles = add_tree(shape.triangles, Of::collider);
  surface.triangles = count(surface.things);
  roots.box_edges = only_boxes ? count(surface.nodes) : add_tree(edges, Of::box);
  roots.edges = add_tree(edges, Of::other);
  surface.free_edges = count(surface.things) - surface.triangles;
  roots.kinematic_edges = add_tree(edges, Of::collider);
  surface.first_box = count(surface.things);
  roots.boxes = add_tree(boxes, Of::box);
  add_own_things(surface, shape);
  add_wide_trees(surface);
  cut_into_parts(surface);
  add_sides(surface, shape);
  surface.free_points =
      static_cast<int>(std::ranges::lower_bound(surface.points, shape.first_kinematic_point) -
                       surface.points.begin());
  add_groups(surface, particles);
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
