// [Sleator83]: paths through the heaviest child.

#include "sim/joints/joint_tree.h"

#include <algorithm>

#include "sim/count.h"
#include "sim/mesh/joined.h"

namespace limber {

namespace {

/// First block of each joint, and the end of the last one.
std::vector<int> joints_in(const std::vector<JointBlock>& blocks) {
  std::vector<int> first;
  for (int k = 0; k < count(blocks); ++k) {
    const bool goes_on =
        k > 0 && blocks[k].kind != JointRowsKind::hold && blocks[k].joint == blocks[k - 1].joint;
    if (!goes_on) first.push_back(k);
  }
  first.push_back(count(blocks));
  return first;
}

/// Roots first, each body after its carrier.
struct Order {
  std::vector<int> bodies, carrier;
};

Order from_roots(const JointTree& tree, const std::vector<std::vector<int>>& links_of,
                 std::vector<int>& link_below) {
  Order order{{}, std::vector<int>(links_of.size(), -1)};
  std::vector<bool> found(links_of.size(), false);
  for (int root = 0; root < count(links_of); ++root) {
    if (links_of[root].empty() || found[root]) continue;
    found[root] = true;
    order.bodies.push_back(root);
    for (int next = count(order.bodies) - 1; next < count(order.bodies); ++next) {
      const int b = order.bodies[next];
      for (const int l : links_of[b]) {
        const TreeLink& link = tree.links[l];
        const int other = link.carrier == b ? link.child : link.carrier;
        if (other < 0 || found[other]) continue;
        found[other] = true;
        order.carrier[other] = b;
        link_below[other] = l;
        order.bodies.push_back(other);
      }
    }
  }
  return order;
}

}  // namespace

int closes_loop(const std::vector<JointBlock>& blocks, const std::vector<bool>& moves) {
  Joined bodies(moves.size());
  const std::vector<int> first = joints_in(blocks);
  for (int j = 0; j + 1 < count(first); ++j) {
    const int a = blocks[first[j]].body_a, b = blocks[first[j]].body_b;
    if (b < 0 || !moves[a] || !moves[b]) continue;
    if (bodies.root(a) == bodies.root(b)) return first[j];
    bodies.join(a, b);
  }
  return -1;
}

JointTree joint_tree(const std::vector<JointBlock>& blocks, const std::vector<bool>& moves) {
  JointTree tree;
  std::vector<std::vector<int>> links_of(moves.size());
  const std::vector<int> first = joints_in(blocks);
  for (int j = 0; j + 1 < count(first); ++j) {
    const JointBlock& block = blocks[first[j]];
    const bool b_moves = block.body_b >= 0 && moves[block.body_b];
    TreeLink link{.first_block = first[j], .rows = 3 * (first[j + 1] - first[j])};
    link.first_number = tree.numbers;
    tree.numbers += link.rows * (link.rows + 6);
    link.carrier = b_moves && !moves[block.body_a] ? block.body_b : block.body_a;
    link.child = moves[block.body_a] && b_moves ? block.body_b : -1;
    for (const int body : {link.carrier, link.child})
      if (body >= 0) links_of[body].push_back(count(tree.links));
    tree.links.push_back(link);
  }
  tree.link_below.assign(moves.size(), -1);
  const Order order = from_roots(tree, links_of, tree.link_below);
  for (int b = 0; b < count(moves); ++b)
    if (const int l = tree.link_below[b]; l >= 0) {
      tree.links[l].child = b;
      tree.links[l].carrier = order.carrier[b];
    }
  for (TreeLink& link : tree.links)
    link.carrier_is_b = link.carrier == blocks[link.first_block].body_a ? 0 : 1;
  tree.first_link.push_back(0);
  for (int b = 0; b < count(moves); ++b) {
    for (const int l : links_of[b])
      if (l != tree.link_below[b]) tree.links_of_body.push_back(l);
    tree.first_link.push_back(count(tree.links_of_body));
  }

  // The heaviest body that a body carries continues its path.
  std::vector<int> weight(moves.size(), 1), heaviest(moves.size(), -1), level(moves.size(), 0);
  for (int n = count(order.bodies); n-- > 0;) {
    const int b = order.bodies[n], carrier = order.carrier[b];
    if (carrier < 0) continue;
    weight[carrier] += weight[b];
    if (heaviest[carrier] < 0 || weight[b] > weight[heaviest[carrier]]) heaviest[carrier] = b;
  }
  // The level of a path is that of its body nearest to the root.
  for (int n = count(order.bodies); n-- > 0;) {
    const int b = order.bodies[n], carrier = order.carrier[b];
    if (carrier < 0) continue;
    level[carrier] = std::max(level[carrier], heaviest[carrier] == b ? level[b] : level[b] + 1);
  }
  std::vector<int> tops;
  for (const int b : order.bodies)
    if (order.carrier[b] < 0 || heaviest[order.carrier[b]] != b) tops.push_back(b);
  std::ranges::stable_sort(tops, {}, [&](int b) { return level[b]; });
  tree.first_body.push_back(0);
  for (int p = 0; p < count(tops); ++p) {
    while (count(tree.first_path) <= level[tops[p]]) tree.first_path.push_back(p);
    std::vector<int> path;
    for (int b = tops[p]; b >= 0; b = heaviest[b]) path.push_back(b);
    tree.bodies.insert(tree.bodies.end(), path.rbegin(), path.rend());
    tree.first_body.push_back(count(tree.bodies));
  }
  tree.first_path.push_back(count(tops));
  return tree;
}

}  // namespace limber
