#include "sim/mesh/uncrossing.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "kernels/error.h"
#include "sim/mesh/box_tree.h"
#include "sim/mesh/crossings.h"
#include "sim/mesh/place_text.h"
#include "sim/mesh/polygon.h"
#include "sim/mesh/topology.h"

// Smoothing by the umbrella operator, which moves each vertex towards the mean of its neighbours:
// [Kobbelt98, section 4].

namespace limber {

namespace {

constexpr int max_uncrossing_rounds = 40;
/// Per triangle. If each one crosses its neighbours, there are two or three; in a hopeless tangle,
/// there are hundreds, and a round takes minutes.
constexpr std::size_t max_pairs = 16;
constexpr int rounds_per_ring = 5;  ///< rounds after which one more ring of neighbours moves, too
constexpr int sweeps = 2;           ///< over the moving vertices, per round
constexpr double first_step = 0.1;  ///< fraction of the way to the mean; grows by this per round
constexpr double longest_step = 0.5;
constexpr double farthest = 0.05;

struct Problems {
  std::vector<std::pair<int, int>> pairs;
  std::vector<int> flat;
  bool none() const { return pairs.empty() && flat.empty(); }
  std::vector<int> triangles() const {
    std::vector<int> all = flat;
    for (const auto& [i, j] : pairs) all.insert(all.end(), {i, j});
    return all;
  }
};

class Smoother {
 public:
  explicit Smoother(TriangleMesh& mesh) : mesh_(mesh), original_m_(mesh.positions_m) {
    std::vector<int> corners;
    corners.reserve(3 * mesh.triangles.size());
    for (const glm::uvec3& t : mesh.triangles)
      for (int k = 0; k < 3; ++k) corners.push_back(static_cast<int>(t[k]));
    at_vertex_ = elements_at(static_cast<int>(mesh.positions_m.size()), corners, 3);
    Box box;
    for (const glm::vec3& x : mesh.positions_m) box.add(x);
    max_displacement_m_ = farthest * glm::length(glm::dvec3(box.high_m - box.low_m));
  }

  /// Smooths the corners of the triangles and `rings` rings around them. Returns the changed
  /// triangles, each once.
  std::vector<int> smooth(const std::vector<int>& triangles, int rings, double step) {
    std::vector<int> changed = triangles;
    std::vector<int> vertices;
    for (int ring = 0; ring <= rings; ++ring) {
      vertices.clear();
      for (int i : changed)
        for (int k = 0; k < 3; ++k) vertices.push_back(static_cast<int>(mesh_.triangles[i][k]));
      make_unique(vertices);
      changed.clear();
      for (int vertex : vertices) changed.insert(changed.end(), begin(vertex), end(vertex));
      make_unique(changed);
    }
    for (int sweep = 0; sweep < sweeps; ++sweep)
      for (int vertex : vertices) move(vertex, step);
    return changed;
  }

 private:
  static void make_unique(std::vector<int>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
  }
  const int* begin(int vertex) const { return at_vertex_.items.data() + at_vertex_.first[vertex]; }
  const int* end(int vertex) const { return begin(vertex + 1); }

  void move(int vertex, double step) {
    glm::dvec3 sum(0.0);
    for (const int* i = begin(vertex); i != end(vertex); ++i) {
      const glm::uvec3& t = mesh_.triangles[*i];
      for (int k = 0; k < 3; ++k)  // consistent winding: next corners give each neighbour once
        if (static_cast<int>(t[k]) == vertex) sum += mesh_.positions_m[t[(k + 1) % 3]];
    }
    const glm::dvec3 at = mesh_.positions_m[vertex];
    const glm::dvec3 mean = sum / static_cast<double>(end(vertex) - begin(vertex));
    const glm::dvec3 origin(original_m_[vertex]);
    const glm::dvec3 displacement = at + step * (mean - at) - origin;
    mesh_.positions_m[vertex] =
        origin + displacement * (max_displacement_m_ /
                                 std::max(glm::length(displacement), max_displacement_m_));
  }

  TriangleMesh& mesh_;
  std::vector<glm::vec3> original_m_;
  Lists at_vertex_;
  double max_displacement_m_ = 0.0;
};

Problems problems_of(const TriangleMesh& mesh, const BoxTree& tree, const std::vector<int>& some,
                     Progress& progress) {
  Problems found{crossings(mesh, tree, some, progress, max_pairs * mesh.triangles.size()), {}};
  for (int i : some)
    if (degenerate(mesh.triangles[i], mesh.positions_m)) found.flat.push_back(i);
  return found;
}

}  // namespace

Uncrossed uncross(TriangleMesh& mesh, const std::string& name, std::string_view instead,
                  Progress& progress) {
  std::vector<int> all(mesh.triangles.size());
  std::iota(all.begin(), all.end(), 0);
  BoxTree tree(boxes_of(mesh));
  Problems problems = problems_of(mesh, tree, all, progress);
  const Uncrossed result{static_cast<int>(problems.pairs.size()),
                         static_cast<int>(problems.flat.size())};
  if (problems.none()) return result;

  const auto hopeless = [&] { return problems.pairs.size() >= max_pairs * mesh.triangles.size(); };
  Smoother smoother(mesh);
  for (int round = 0; round < max_uncrossing_rounds && !problems.none() && !hopeless(); ++round) {
    progress.report(fmt::format("moving {} crossing triangles apart", problems.triangles().size()),
                    static_cast<float>(round) / max_uncrossing_rounds);
    // All triangles with a problem move, so checking the changed ones is sufficient.
    const std::vector<int> changed =
        smoother.smooth(problems.triangles(), round / rounds_per_ring,
                        std::min(longest_step, first_step * (round + 1)));
    tree.refit(boxes_of(mesh));
    problems = problems_of(mesh, tree, changed, progress);
  }
  if (problems.none()) return result;
  const std::size_t left = problems.pairs.size();
  const int first = problems.triangles().back();
  throw Error(
      ExitCode::bad_input,
      fmt::format("the surface {} crosses itself: {}{} near {} could not be moved apart; make "
                  "it one solid (a union in a modeller does that), or {}",
                  name, hopeless() ? "at least " : "",
                  counted(left, "pair of triangles", "pairs of triangles"),
                  place_text(mesh.positions_m[mesh.triangles[first].x]), instead));
}

}  // namespace limber
