#include "sim/mesh/triangle_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/mesh/crossings.h"
#include "sim/mesh/exact_side.h"
#include "tests/random_points.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/winding_number.h"

namespace limber {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

/// The nearest point by successively refined search over the triangle: slow but simple.
double searched_distance_m(const TriangleCorners& t, const glm::dvec3& x) {
  const glm::dvec3 a(t[0]), u = glm::dvec3(t[1]) - a, v = glm::dvec3(t[2]) - a;
  double best = 1e30, at_u = 0.5, at_v = 0.25, width = 0.5;
  for (int round = 0; round < 40; ++round, width *= 0.7) {
    const double middle_u = at_u, middle_v = at_v;
    for (int i = -4; i <= 4; ++i)
      for (int j = -4; j <= 4; ++j) {
        double s = std::clamp(middle_u + width * i / 4, 0.0, 1.0);
        double r = std::clamp(middle_v + width * j / 4, 0.0, 1.0);
        if (s + r > 1.0) {  // on the long edge
          const double over = (s + r - 1.0) / 2.0;
          s = std::clamp(s - over, 0.0, 1.0);
          r = 1.0 - s;
        }
        const double d = glm::length(a + s * u + r * v - x);
        if (d >= best) continue;
        best = d;
        at_u = s;
        at_v = r;
      }
  }
  return best;
}

class GridCorners : public RandomPoints {
 public:
  GridCorners() : RandomPoints(7) {}
  /// On a coarse grid, where corners coincide, edges meet and planes are shared all the time.
  glm::vec3 grid_point(int n) {
    return {static_cast<float>(below(n)), static_cast<float>(below(n)),
            static_cast<float>(below(n))};
  }
};

/// A star: a tetrahedron's or torus' vertices thrown about along rays, so with sharp tips and
/// dents.
TriangleMesh spiky(GridCorners& random) {
  TriangleMesh mesh = torus(9, 7, 1.0f, 0.4f);
  for (glm::vec3& x : mesh.positions_m) {
    const glm::vec3 ring = glm::normalize(glm::vec3(x.x, x.y, 0.0f));
    x = ring + (x - ring) * random.in(0.3f, 1.6f);
  }
  return mesh;
}

/// Cuts one edge, and the two triangles at it, at its middle.
void cut_an_edge(TriangleMesh& mesh, std::size_t triangle) {
  const glm::uvec3 t = mesh.triangles[triangle];
  const auto middle = static_cast<unsigned>(mesh.positions_m.size());
  mesh.positions_m.push_back((mesh.positions_m[t.y] + mesh.positions_m[t.z]) / 2.0f);
  mesh.triangles[triangle] = {t.x, t.y, middle};
  for (glm::uvec3& other : mesh.triangles)
    for (int k = 0; k < 3; ++k)
      if (other[k] == t.z && other[(k + 1) % 3] == t.y) {
        const unsigned tip = other[(k + 2) % 3];
        other = {tip, t.z, middle};
        mesh.triangles.emplace_back(tip, middle, t.y);
        mesh.triangles.emplace_back(t.x, middle, t.z);
        return;
      }
}

TEST(TriangleTreeTest, WeighsAFaceThatIsCutInManyLikeOneThatIsNot) {
  GridCorners random;
  int at_vertices = 0;
  for (int round = 0; round < 20; ++round) {
    TriangleMesh mesh = spiky(random);
    const std::size_t vertices = mesh.positions_m.size();
    for (std::size_t i = 0; i < 30; ++i)  // each of these faces becomes a fan at its first corner
      for (int cut = 0; cut < 6; ++cut) cut_an_edge(mesh, i);
    const TriangleTree tree(mesh);
    for (std::size_t i = 0; i < vertices; ++i)
      for (int n = 0; n < 20; ++n) {
        const glm::vec3 x = mesh.positions_m[i] + random.point(0.05f);
        const float distance_m = tree.signed_distance_m(x);
        at_vertices +=
            std::abs(std::abs(distance_m) - glm::distance(x, mesh.positions_m[i])) < 1e-7f;
        EXPECT_EQ(distance_m<0.0f, winding_number(mesh, x)> 0.5);
      }
  }
  EXPECT_GT(at_vertices, 300);
}

TEST(TriangleTreeTest, FindsTheDistanceThatASearchFinds) {
  GridCorners random;
  for (int round = 0; round < 20; ++round) {
    TriangleMesh mesh;
    for (int i = 0; i < 30; ++i) mesh.positions_m.push_back(random.point(1.0f));
    for (unsigned i = 0; i < 10; ++i) mesh.triangles.emplace_back(3 * i, 3 * i + 1, 3 * i + 2);
    const TriangleTree tree(mesh);
    for (int n = 0; n < 10; ++n) {
      const glm::vec3 x = random.point(2.0f);
      double expected = 1e30;
      for (const glm::uvec3& t : mesh.triangles)
        expected =
            std::min(expected,
                     searched_distance_m(
                         {mesh.positions_m[t.x], mesh.positions_m[t.y], mesh.positions_m[t.z]}, x));
      EXPECT_NEAR(std::abs(tree.signed_distance_m(x)), expected, 2e-4);
    }
  }
}

TEST(TriangleTreeTest, IsNegativeInsideAndOnlyThere) {
  GridCorners random;
  for (int round = 0; round < 10; ++round) {
    const TriangleMesh mesh = spiky(random);
    const TriangleTree tree(mesh), of_torn(torn(mesh));
    for (int n = 0; n < 500; ++n) {
      glm::vec3 x = random.point(2.0f);
      if (n % 2 == 0) {  // near a vertex, where the nearest thing is a tip or an edge
        const auto i =
            static_cast<std::size_t>(random.below(static_cast<int>(mesh.positions_m.size())));
        x = mesh.positions_m[i] + random.point(0.05f);
      }
      EXPECT_EQ(tree.signed_distance_m(x) < 0.0f, winding_number(mesh, x) > 0.5);
      EXPECT_EQ(of_torn.signed_distance_m(x), tree.signed_distance_m(x));
    }
  }
}

TEST(TriangleTreeTest, TakesFlatTrianglesAndNone) {
  EXPECT_TRUE(std::isinf(TriangleTree({}).signed_distance_m(glm::vec3(0.0f))));
  EXPECT_TRUE(TriangleTree({}).crossings().empty());
  TriangleMesh mesh = cube(glm::vec3(0.0f), 1.0f);
  mesh.positions_m.emplace_back(0.5f, 0.0f, 0.0f);
  mesh.triangles.emplace_back(0, 8, 1);
  mesh.triangles.emplace_back(0, 0, 1);
  const TriangleTree tree(mesh);
  EXPECT_FLOAT_EQ(tree.signed_distance_m({0.5f, 0.25f, 0.5f}), -0.25f);
  EXPECT_FLOAT_EQ(tree.signed_distance_m({0.5f, -3.0f, -4.0f}), 5.0f);
}

TEST(ExactSideTest, SeesWhatRoundingHides) {
  // On, just before and just behind a tilted plane far from the origin, by one bit.
  const glm::vec3 a(1000.0f, 1000.0f, 1000.0f), b(1001.0f, 1000.0f, 999.0f),
      c(1000.0f, 1001.0f, 999.0f);
  const glm::vec3 on(1000.25f, 1000.5f, 999.25f);
  EXPECT_EQ(side_of_plane(a, b, c, on), 0);
  const auto moved = [&](float to) { return glm::vec3(on.x, on.y, std::nextafter(on.z, to)); };
  EXPECT_EQ(side_of_plane(a, b, c, moved(2000.0f)), 1);
  EXPECT_EQ(side_of_plane(a, b, c, moved(0.0f)), -1);
  // Magnitudes so different that the small one is lost in double precision.
  const glm::vec3 far(1e12f, 3e12f, 7e11f), tiny(1e-12f, 2e-12f, 1e-12f);
  const glm::vec3 zero(0.0f), other(-2e11f, 5e11f, 1e12f);
  EXPECT_EQ(side_of_plane(zero, far, other, zero), 0);
  EXPECT_EQ(side_of_plane(far, other, -far, tiny), -side_of_plane(other, far, -far, tiny));
  EXPECT_NE(side_of_plane(far, other, -far, tiny), 0);
  EXPECT_EQ(side_of_line({1e10f, 1e10f}, {-1e10f, -1e10f}, {1e-10f, 2e-10f}), -1);
  EXPECT_EQ(side_of_line({0.1f, 0.1f}, {0.3f, 0.3f}, {0.7f, 0.7f}), 0);
  EXPECT_EQ(side_of_line({0.1f, 0.1f}, {0.3f, 0.3f}, {0.7f, std::nextafter(0.7f, 1.0f)}), 1);
}

TEST(ExactSideTest, LosesNoBitOfItsProducts) {
  GridCorners random;
  const auto whole = [&] { return static_cast<float>(random.below(1 << 20)); };
  for (int n = 0; n < 1000; ++n) {
    const glm::vec3 a(whole(), whole(), whole()), b(whole(), whole(), whole()),
        c(whole(), whole(), whole());
    const float s = static_cast<float>(random.below(5) - 2),
                r = static_cast<float>(random.below(5) - 2);
    EXPECT_EQ(side_of_plane(a, b, c, a + s * (b - a) + r * (c - a)), 0);
  }
}

TEST(CrossingsTest, TellsTouchingFromSharing) {
  const TriangleCorners flat{glm::vec3(0, 0, 0), glm::vec3(4, 0, 0), glm::vec3(0, 4, 0)};
  const auto crosses = [&](glm::vec3 a, glm::vec3 b, glm::vec3 c) {
    bool any = false, all = true;  // in each order of the corners
    TriangleCorners p = flat, q{a, b, c};
    for (int i = 0; i < 18; ++i) {
      std::rotate(p.begin(), p.begin() + 1, p.end());
      if (i % 3 == 0) std::rotate(q.begin(), q.begin() + 1, q.end());
      if (i == 9) std::swap(q[0], q[1]);
      for (const bool found : {triangles_cross(p, q), triangles_cross(q, p)}) {
        any = any || found;
        all = all && found;
      }
    }
    EXPECT_EQ(any, all);
    return any;
  };
  // Nothing shared.
  EXPECT_TRUE(crosses({1, 1, -1}, {1, 1, 1}, {2, 1, 1})) << "through";
  EXPECT_FALSE(crosses({1, 1, 1}, {2, 1, 1}, {1, 2, 1})) << "above";
  EXPECT_FALSE(crosses({5, 5, -1}, {5, 5, 1}, {6, 5, 1})) << "beside";
  EXPECT_TRUE(crosses({1, 1, 0}, {1, 1, 1}, {2, 1, 1})) << "a corner on the inside";
  EXPECT_TRUE(crosses({2, 0, 0}, {2, -1, 1}, {3, -1, 1})) << "a corner on an edge";
  EXPECT_TRUE(crosses({1, -1, 0}, {1, 1, 0}, {2, -1, 0})) << "in one plane";
  EXPECT_TRUE(crosses({-9, -9, 0}, {20, -9, 0}, {-9, 20, 0})) << "in one plane, around it";
  EXPECT_FALSE(crosses({5, 5, 0}, {6, 5, 0}, {5, 6, 0})) << "in one plane, beside it";
  // One corner shared.
  EXPECT_FALSE(crosses({0, 0, 0}, {-1, 0, 1}, {-1, 1, 1})) << "a neighbour";
  EXPECT_FALSE(crosses({0, 0, 0}, {-1, 0, 0}, {0, -1, 0})) << "a neighbour in the plane";
  EXPECT_TRUE(crosses({0, 0, 0}, {1, 1, -1}, {1, 1, 1})) << "through, the shorter";
  EXPECT_TRUE(crosses({0, 0, 0}, {9, 9, -1}, {9, 9, 1})) << "through, the longer";
  EXPECT_TRUE(crosses({0, 0, 0}, {1, 1, 0}, {-1, -1, 1})) << "an edge on the inside";
  EXPECT_TRUE(crosses({0, 0, 0}, {2, 0, 0}, {1, -1, 1})) << "along a part of an edge";
  EXPECT_TRUE(crosses({0, 0, 0}, {1, 2, 0}, {2, 1, 0})) << "in the plane";
  EXPECT_TRUE(crosses({0, 0, 0}, {9, 1, 0}, {1, 9, 0})) << "in the plane, the larger";
  // Two, and three.
  EXPECT_FALSE(crosses({0, 0, 0}, {4, 0, 0}, {1, 1, 1e-30f})) << "a fold, hardly open";
  EXPECT_TRUE(crosses({0, 0, 0}, {4, 0, 0}, {1, 1, 0})) << "a fold, shut";
  EXPECT_FALSE(crosses({0, 0, 0}, {4, 0, 0}, {1, -1, 0})) << "a neighbour in the plane";
  EXPECT_TRUE(crosses({0, 0, 0}, {4, 0, 0}, {0, 4, 0})) << "the same";
  EXPECT_FALSE(crosses({1, 1, -1}, {1, 1, -1}, {1, 1, 1})) << "no triangle";
}

/// Whether triangles have points in common that are well inside both: by clipping one against the
/// prism over the other, in double precision. Decides only what is not close to call.
enum class Verdict { crosses, does_not, too_close };

Verdict judged(const TriangleCorners& a, const TriangleCorners& b) {
  // The least distance between points of the two, each kept away from what they may share: crossing
  // triangles have points of an edge of one within the other.
  const auto pierces = [](const glm::dvec3& p, const glm::dvec3& q, const TriangleCorners& t) {
    const glm::dvec3 o(t[0]), u = glm::dvec3(t[1]) - o, v = glm::dvec3(t[2]) - o;
    const glm::dvec3 n = glm::cross(u, v);
    const double from = glm::dot(n, p - o), to = glm::dot(n, q - o);
    const double scale = glm::length(n);
    if (scale < 1e-9 || std::abs(from - to) < 1e-6 * scale) return Verdict::too_close;
    const double along = from / (from - to);
    const glm::dvec3 x = p + along * (q - p) - o;
    const double s = glm::dot(glm::cross(x, v), n) / (scale * scale);
    const double r = glm::dot(glm::cross(u, x), n) / (scale * scale);
    const double inside = std::min({along, 1.0 - along, s, r, 1.0 - s - r});
    if (std::abs(inside) < 1e-6) return Verdict::too_close;
    return inside > 0.0 ? Verdict::crosses : Verdict::does_not;
  };
  Verdict verdict = Verdict::does_not;
  for (int k = 0; k < 3; ++k)
    for (const Verdict v : {pierces(a[k], a[(k + 1) % 3], b), pierces(b[k], b[(k + 1) % 3], a)}) {
      if (v == Verdict::crosses) return v;
      if (v == Verdict::too_close) verdict = v;
    }
  return verdict;
}

TEST(CrossingsTest, AgreesWithDoublePrecisionWhereThatCanTell) {
  GridCorners random;
  int crossing = 0, reported = 0;
  for (int n = 0; n < 20000; ++n) {
    TriangleCorners a, b;
    for (int k = 0; k < 3; ++k) {
      a[k] = random.point(1.0f);
      b[k] = random.point(1.0f);
    }
    const Verdict verdict = judged(a, b);
    if (verdict == Verdict::too_close) continue;
    ++reported;
    crossing += verdict == Verdict::crosses;
    EXPECT_EQ(triangles_cross(a, b), verdict == Verdict::crosses);
  }
  EXPECT_GT(reported, 19000);
  EXPECT_GT(crossing, 1000);
}

TEST(CrossingsTest, FindsEveryPairThatTryingAllFinds) {
  GridCorners random;
  std::size_t pairs = 0;
  for (int round = 0; round < 40; ++round) {
    TriangleMesh mesh;
    const bool on_grid = round % 2 == 0;
    for (int i = 0; i < 60; ++i)
      mesh.positions_m.push_back(on_grid ? random.grid_point(4) : random.point(1.0f));
    for (int i = 0; i < 60; ++i)
      mesh.triangles.emplace_back(random.below(60), random.below(60), random.below(60));
    Pairs expected;
    for (int i = 0; i < 60; ++i)
      for (int j = i + 1; j < 60; ++j) {
        const auto corners = [&](int t) {
          const glm::uvec3& v = mesh.triangles[static_cast<std::size_t>(t)];
          return TriangleCorners{mesh.positions_m[v.x], mesh.positions_m[v.y],
                                 mesh.positions_m[v.z]};
        };
        if (triangles_cross(corners(i), corners(j))) expected.emplace_back(i, j);
      }
    EXPECT_EQ(TriangleTree(mesh).crossings(), expected);
    pairs += expected.size();

    Progress nobody;
    const std::vector<int> some{3, 17, 18};
    Pairs of_some;
    for (const auto& [i, j] : expected)
      if (std::find(some.begin(), some.end(), i) != some.end() ||
          std::find(some.begin(), some.end(), j) != some.end())
        of_some.emplace_back(i, j);
    EXPECT_EQ(crossings(mesh, BoxTree(boxes_of(mesh)), some, nobody), of_some);
  }
  EXPECT_GT(pairs, 1000u);
}

TEST(BoxTreeTest, FollowsThingsThatMove) {
  GridCorners random;
  std::vector<Box> boxes(100);
  const auto scatter = [&] {
    for (Box& box : boxes) {
      box = Box();
      box.add(random.point(10.0f));
      box.add(box.low_m + glm::vec3(0.5f));
    }
  };
  scatter();
  BoxTree tree(boxes);
  scatter();
  tree.refit(boxes);
  for (const Box& box : boxes) {
    std::vector<int> found, expected;
    tree.each_near(box, [&](int i) {
      if (boxes[static_cast<std::size_t>(i)].meets(box)) found.push_back(i);
    });
    for (int i = 0; i < 100; ++i)
      if (boxes[static_cast<std::size_t>(i)].meets(box)) expected.push_back(i);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  }
}

TEST(CrossingsTest, StopsWhenCancelled) {
  struct : Progress {
    void report(const std::string& /*what*/, float /*share*/) override { throw Cancelled(); }
  } impatient;
  EXPECT_THROW(TriangleTree(cube(glm::vec3(0.0f), 1.0f)).crossings(impatient), Cancelled);
}

}  // namespace
}  // namespace limber
