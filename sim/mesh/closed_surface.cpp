#include "sim/mesh/closed_surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "kernels/error.h"
#include "sim/mesh/joined.h"
#include "sim/mesh/place_text.h"
#include "sim/mesh/polygon.h"
#include "sim/mesh/shells.h"
#include "sim/mesh/topology.h"
#include "sim/mesh/uncrossing.h"
#include "sim/mesh/welding.h"

namespace limber {

namespace {

constexpr std::size_t max_surface_triangles = 5'000'000;
constexpr float split_apart = 0.01f;  ///< displacement of split vertices towards their neighbours

void keep(const std::vector<char>& kept, TriangleMesh& mesh) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i]) mesh.triangles[count++] = mesh.triangles[i];
  mesh.triangles.resize(count);
}

/// Welds vertices at the same position; returns how many were replaced by another.
std::size_t weld(TriangleMesh& mesh) {
  const std::vector<unsigned> first = first_at_same_place(mesh.positions_m);
  std::vector<char> welded(first.size(), 0);
  for (glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k)
      if (first[t[k]] != t[k]) {
        welded[t[k]] = 1;
        t[k] = first[t[k]];
      }
  return static_cast<std::size_t>(std::count(welded.begin(), welded.end(), 1));
}

/// Removes triangles with two equal corners, which leave no hole.
std::size_t drop_collapsed(TriangleMesh& mesh) {
  return std::erase_if(mesh.triangles,
                       [](const glm::uvec3& t) { return t.x == t.y || t.y == t.z || t.z == t.x; });
}

/// Removes duplicates: of the triangles on the same three vertices, keeps one with the orientation
/// of the majority, or none if there are as many of both, since they enclose nothing. But if that
/// leaves nothing, the surface was exported two-sided: then keeps one of each.
std::size_t drop_copies(TriangleMesh& mesh) {
  struct Sorted {
    std::array<unsigned, 3> corners;
    int index;
    bool odd;  ///< whether sorting reversed the orientation
  };
  std::vector<Sorted> order;
  order.reserve(mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    Sorted s{{mesh.triangles[i].x, mesh.triangles[i].y, mesh.triangles[i].z},
             static_cast<int>(i),
             false};
    for (int pass : {0, 1, 0})
      if (s.corners[pass] > s.corners[pass + 1]) {
        std::swap(s.corners[pass], s.corners[pass + 1]);
        s.odd = !s.odd;
      }
    order.push_back(s);
  }
  std::sort(order.begin(), order.end(), [](const Sorted& a, const Sorted& b) {
    return std::tie(a.corners, a.index) < std::tie(b.corners, b.index);
  });
  std::vector<char> kept(order.size(), 0), first_kept(order.size(), 0);
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    int odd = 0;
    while (last < order.size() && order[last].corners == order[first].corners)
      odd += order[last++].odd ? 1 : -1;
    first_kept[order[first].index] = 1;
    if (odd == 0) continue;
    while (order[first].odd != (odd > 0)) ++first;
    kept[order[first].index] = 1;
  }
  if (std::find(kept.begin(), kept.end(), 1) == kept.end()) kept = first_kept;
  keep(kept, mesh);
  return kept.size() - mesh.triangles.size();
}

/// Adds missing triangles of zero area, whose three edges are open; smoothing will give them an
/// area.
std::size_t close_slits(TriangleMesh& mesh) {
  struct OpenEdge {
    unsigned from, to, tip;  ///< in the winding order of its triangle
  };
  std::vector<OpenEdge> edges;
  std::map<unsigned, std::vector<unsigned>> open;  // the other ends of the open edges at a vertex
  each_edge(edge_uses(mesh.triangles), [&](std::span<const EdgeUse> uses) {
    if (uses.size() != 1) return;
    const glm::uvec3& t = mesh.triangles[uses[0].side / 3];
    const int k = uses[0].side % 3;
    edges.push_back({t[k], t[(k + 1) % 3], t[(k + 2) % 3]});
    open[edges.back().from].push_back(edges.back().to);
    open[edges.back().to].push_back(edges.back().from);
  });
  const std::size_t before = mesh.triangles.size();
  for (const OpenEdge& edge : edges) {
    const std::vector<unsigned>&at_from = open[edge.from], &at_to = open[edge.to];
    if (at_from.size() != 2 || at_to.size() != 2) continue;
    const unsigned third = at_from[at_from[0] == edge.to ? 1 : 0];
    const glm::uvec3 missing(edge.to, edge.from, third);
    // Each slit is found once, from its edge without the highest vertex.
    if (third > edge.from && third > edge.to && third != edge.tip && open[third].size() == 2 &&
        std::find(at_to.begin(), at_to.end(), third) != at_to.end() &&
        degenerate(missing, mesh.positions_m))
      mesh.triangles.push_back(missing);
  }
  return mesh.triangles.size() - before;
}

void refuse_unless_two_at_each_edge(const TriangleMesh& mesh, const std::string& name,
                                    std::string_view instead) {
  struct Wrong {
    std::size_t edges = 0;
    int first = std::numeric_limits<int>::max();
  } open, branching;
  each_edge(edge_uses(mesh.triangles), [&](std::span<const EdgeUse> uses) {
    if (uses.size() == 2) return;
    Wrong& wrong = uses.size() == 1 ? open : branching;
    ++wrong.edges;
    wrong.first = std::min(wrong.first, uses[0].side);
  });
  const auto refuse = [&](const Wrong& wrong, const char* is, const char* triangles,
                          const char* remedy) {
    const glm::uvec3& t = mesh.triangles[wrong.first / 3];
    const glm::vec3 middle =
        (mesh.positions_m[t[wrong.first % 3]] + mesh.positions_m[t[(wrong.first + 1) % 3]]) / 2.0f;
    return Error(
        ExitCode::bad_input,
        fmt::format("the surface {} {}: {} {}, {} {}; {}, or {}", name, is,
                    counted(wrong.edges, "edge has", "edges have"), triangles,
                    wrong.edges == 1 ? "at" : "the first at", place_text(middle), remedy, instead));
  };
  if (open.edges > 0) throw refuse(open, "is open", "one triangle", "close its holes");
  if (branching.edges > 0)
    throw refuse(branching, "branches", "more than two triangles",
                 "make it one solid (a union in a modeller does that)");
}

/// Gives each fan of triangles its own vertex. Returns the number of added vertices.
std::size_t split_touching_fans(TriangleMesh& mesh) {
  // Groups the corners of each fan; a corner is 3 * triangle + k.
  Joined corners(3 * mesh.triangles.size());
  each_edge(edge_uses(mesh.triangles), [&](std::span<const EdgeUse> uses) {
    const auto ends = [&](int side) {
      const int from = side, to = side - side % 3 + (side + 1) % 3;
      const glm::uvec3& t = mesh.triangles[side / 3];
      return t[from % 3] < t[to % 3] ? glm::ivec2(from, to) : glm::ivec2(to, from);
    };
    const glm::ivec2 a = ends(uses[0].side), b = ends(uses[1].side);
    corners.join(a.x, b.x);
    corners.join(a.y, b.y);
  });
  constexpr int none = -1;
  std::vector<int> owner(mesh.positions_m.size(), none);  // the group that keeps the vertex
  std::map<int, unsigned> added;                          // the vertex of each other group
  for (std::size_t corner = 0; corner < 3 * mesh.triangles.size(); ++corner) {
    unsigned& vertex = mesh.triangles[corner / 3][static_cast<int>(corner % 3)];
    const int its = static_cast<int>(corners.root(static_cast<unsigned>(corner)));
    if (owner[vertex] == none) owner[vertex] = its;
    if (owner[vertex] == its) continue;
    const auto [it, is_new] = added.try_emplace(its, mesh.positions_m.size());
    if (is_new) {
      const glm::vec3 place = mesh.positions_m[vertex];
      mesh.positions_m.push_back(place);
    }
    vertex = it->second;
  }
  if (added.empty()) return 0;

  std::vector<char> moves(mesh.positions_m.size(), 0);
  for (std::size_t i = owner.size(); i < moves.size(); ++i) moves[i] = 1;
  const std::vector<unsigned> first = first_at_same_place(mesh.positions_m);
  for (std::size_t i = owner.size(); i < moves.size(); ++i) moves[first[i]] = 1;
  std::vector<glm::vec3> sum(moves.size(), glm::vec3(0.0f));
  std::vector<float> count(moves.size(), 0.0f);
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      if (!moves[t[k]]) continue;
      sum[t[k]] += mesh.positions_m[t[(k + 1) % 3]] + mesh.positions_m[t[(k + 2) % 3]];
      count[t[k]] += 2.0f;
    }
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (count[i] > 0.0f)
      mesh.positions_m[i] += split_apart * (sum[i] / count[i] - mesh.positions_m[i]);
  return added.size();
}

/// "welded 3 vertices, turned 1 triangle": the non-zero counts.
class Note {
 public:
  void add(const char* done, std::size_t count, const char* one, const char* many) {
    if (count == 0) return;
    if (!text_.empty()) text_ += ", ";
    text_ += fmt::format("{} {}", done, counted(count, one, many));
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::size_t count_turned(const std::vector<glm::uvec3>& before,
                         const std::vector<glm::uvec3>& after) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) count += before[i] != after[i];
  return count;
}

/// The cost of tests of neighbour pairs is quadratic in the size of a fan.
void refuse_wide_fans(const TriangleMesh& mesh, const std::string& name) {
  constexpr int max_fan = 5000;
  std::vector<int> triangles(mesh.positions_m.size(), 0);
  for (const glm::uvec3& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++triangles[t[k]];
  const auto busiest = std::ranges::max_element(triangles);
  if (*busiest > max_fan)
    throw Error(
        ExitCode::bad_input,
        fmt::format("the surface {} has a vertex at {} where {} triangles meet, but a solid "
                    "can have {} at most; remesh it there",
                    name, place_text(mesh.positions_m[busiest - triangles.begin()]), *busiest,
                    max_fan));
}

void leave_out(const std::vector<Shell>& shells, TriangleMesh& mesh) {
  std::vector<char> kept(mesh.triangles.size(), 1);
  for (const Shell& shell : shells)
    for (int i : shell.triangles) kept[i] = 0;
  keep(kept, mesh);
  drop_unused(mesh);
}

}  // namespace

bool is_closed(const TriangleMesh& mesh) {
  TriangleMesh mended = mesh;
  weld(mended);
  drop_collapsed(mended);
  drop_copies(mended);
  close_slits(mended);
  bool closed = !mended.triangles.empty();
  each_edge(edge_uses(mended.triangles),
            [&](std::span<const EdgeUse> uses) { closed = closed && uses.size() == 2; });
  return closed;
}

TriangleMesh closed_surface(TriangleMesh mesh, const std::string& name, std::string& note,
                            Progress& progress, std::string_view instead) {
  const auto refuse = [&](const std::string& why) {
    return Error(ExitCode::bad_input, fmt::format("the surface {} {}", name, why));
  };
  if (mesh.triangles.size() > max_surface_triangles)
    throw refuse(fmt::format("has {} triangles, more than the {} that can be filled; simplify it",
                             mesh.triangles.size(), max_surface_triangles));
  for (const glm::vec3& x : mesh.positions_m)
    if (!std::isfinite(x.x + x.y + x.z))
      throw refuse("has a vertex that is not at a finite place; export it again");

  Note done;
  progress.report("welding the surface", -1.0f);
  done.add("welded", weld(mesh), "vertex", "vertices");
  const std::size_t collapsed = drop_collapsed(mesh);
  done.add("left out", collapsed, "triangle without an area", "triangles without an area");
  progress.report("looking for copies of triangles", -1.0f);
  done.add("left out", drop_copies(mesh), "copy of a triangle", "copies of triangles");
  if (mesh.triangles.empty()) throw refuse("is empty: no triangle has an area; export it again");
  progress.report("looking for holes", -1.0f);
  done.add("closed", close_slits(mesh), "slit", "slits");
  refuse_unless_two_at_each_edge(mesh, name, instead);
  drop_unused(mesh);
  progress.report("looking for parts that touch", -1.0f);
  done.add("split", split_touching_fans(mesh), "vertex", "vertices");
  refuse_wide_fans(mesh, name);

  progress.report("turning the surface outward", -1.0f);
  const std::vector<glm::uvec3> as_in_file = mesh.triangles;
  std::vector<Shell> shells = turn_outward(mesh, name, instead);
  const Uncrossed uncrossed = uncross(mesh, name, instead, progress);
  progress.report("looking for parts inside of others", -1.0f);
  const std::vector<Shell> buried = nest(mesh, std::move(shells));
  done.add("turned", count_turned(as_in_file, mesh.triangles), "triangle", "triangles");
  done.add("moved", uncrossed.pairs, "pair of crossing triangles apart",
           "pairs of crossing triangles apart");
  done.add("gave", uncrossed.flat, "flat triangle an area", "flat triangles an area");
  leave_out(buried, mesh);
  done.add("left out", buried.size(), "part inside of another", "parts inside of others");
  note = done.text();
  return mesh;
}

}  // namespace limber
