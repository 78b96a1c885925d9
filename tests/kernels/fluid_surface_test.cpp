// The surface around a fluid's particles, on every backend.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "kernels/error.h"
#include "sim/fluid/cube_cases.h"
#include "sim/fluid/fluid_mesh.h"
#include "tests/each_backend.h"
#include "tests/unit/drawn_checks.h"
#include "tests/unit/small_surfaces.h"
#include "tests/unit/solid_checks.h"

namespace limber {
namespace {

constexpr float field_spacing_m = 0.02f;
constexpr double particle_m3 = 8e-6;

std::vector<PublishedVertex> published(const std::vector<glm::vec3>& places_m) {
  std::vector<PublishedVertex> vertices;
  for (const glm::vec3& x : places_m) vertices.push_back({x, 0.0f, glm::vec3(0.0f), 1.0f});
  return vertices;
}

TriangleMesh fluid_surface_of(const Exec& exec, const std::vector<PublishedVertex>& vertices) {
  const Buffer<PublishedVertex> there(exec, vertices);
  return fluid_surface(exec, there.view(), field_spacing_m);
}

/// uneven: maximum displacement from the lattice along an axis, in spacings.
template <class Inside>
std::vector<glm::vec3> lattice_m(int reach, float uneven, const Inside& inside) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> off(-uneven * field_spacing_m, uneven * field_spacing_m);
  std::vector<glm::vec3> all;
  for (int z = -reach; z < reach; ++z)
    for (int y = -reach; y < reach; ++y)
      for (int x = -reach; x < reach; ++x) {
        const glm::vec3 at = field_spacing_m * (glm::vec3(x, y, z) + 0.5f);
        if (inside(at)) all.push_back(at + glm::vec3(off(random), off(random), off(random)));
      }
  return all;
}

std::vector<glm::vec3> spray_m(int count) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-0.4f, 0.4f);
  std::vector<glm::vec3> places_m;
  for (int i = 0; i < count; ++i) places_m.emplace_back(any(random), any(random), any(random));
  return places_m;
}

/// Heights of a surface's vertices where a block's top is flat.
struct Top {
  double mean_m = 0.0, uneven_m = 0.0;  ///< root mean square about the mean
  int seen = 0;

  explicit Top(const std::vector<glm::vec3>& positions_m) {
    double squares = 0.0;
    for (const glm::vec3& x : positions_m) {
      if (std::max(std::abs(x.x), std::abs(x.z)) > 0.12f || x.y < -0.05f) continue;
      mean_m += x.y;
      squares += static_cast<double>(x.y) * x.y;
      ++seen;
    }
    mean_m /= seen;
    uneven_m = std::sqrt(std::max(squares / seen - mean_m * mean_m, 0.0));
  }
};

bool below(const glm::vec3& x) { return x.y < 0.0f; }
bool in_ball(const glm::vec3& x) { return glm::length(x) < 0.2f; }

class FluidSurface : public EachBackend {};
EACH_BACKEND(FluidSurface);

/// A ball has the volume of its particles, and is round.
TEST_P(FluidSurface, OfABallIsABall) {
  const std::vector<glm::vec3> places_m = lattice_m(12, 0.1f, in_ball);
  const TriangleMesh mesh = fluid_surface_of(exec(), published(places_m));
  expect_closed_manifold(mesh.triangles);
  EXPECT_EQ(pieces_of(mesh), 1);
  const double wanted_m3 = static_cast<double>(places_m.size()) * particle_m3;
  EXPECT_NEAR(volume_m3(mesh), wanted_m3, 0.01 * wanted_m3);
  for (const glm::vec3& x : mesh.positions_m)
    EXPECT_NEAR(glm::length(x), 0.2f, 0.35f * field_spacing_m);
}

/// A block has the volume of its particles, and its top lies half a spacing above them.
TEST_P(FluidSurface, OfABlockIsFlat) {
  const std::vector<glm::vec3> places_m = lattice_m(10, 0.0f, below);
  const TriangleMesh mesh = fluid_surface_of(exec(), published(places_m));
  expect_closed_manifold(mesh.triangles);
  const double wanted_m3 = static_cast<double>(places_m.size()) * particle_m3;
  EXPECT_NEAR(volume_m3(mesh), wanted_m3, 0.01 * wanted_m3);
  const Top top(mesh.positions_m);
  EXPECT_GT(top.seen, 500);
  EXPECT_NEAR(top.mean_m, 0.0, 0.03 * field_spacing_m);
  EXPECT_LT(top.uneven_m, 0.01 * field_spacing_m);
}

/// Spray, with drops and threads: closed, with all of its volume, every vertex near a particle.
TEST_P(FluidSurface, OfSprayIsClosed) {
  const std::vector<glm::vec3> places_m = spray_m(2000);
  const TriangleMesh mesh = fluid_surface_of(exec(), published(places_m));
  expect_closed_manifold(mesh.triangles);
  EXPECT_GT(pieces_of(mesh), 100);
  const double wanted_m3 = static_cast<double>(places_m.size()) * particle_m3;
  EXPECT_NEAR(volume_m3(mesh), wanted_m3, 0.05 * wanted_m3);
  for (std::size_t v = 0; v < mesh.positions_m.size(); v += 37) {
    float nearest_m = 1e9f;
    for (const glm::vec3& x : places_m)
      nearest_m = std::min(nearest_m, glm::distance(x, mesh.positions_m[v]));
    EXPECT_LT(nearest_m, 1.2f * field_spacing_m);
  }
}

/// A sheet one particle thick has the thickness of its volume.
TEST_P(FluidSurface, OfASheetHasItsVolume) {
  const std::vector<glm::vec3> places_m =
      lattice_m(10, 0.1f, [](const glm::vec3& x) { return x.y < 0.0f && x.y > -field_spacing_m; });
  const TriangleMesh mesh = fluid_surface_of(exec(), published(places_m));
  expect_closed_manifold(mesh.triangles);
  EXPECT_EQ(pieces_of(mesh), 1);
  const double wanted_m3 = static_cast<double>(places_m.size()) * particle_m3;
  EXPECT_NEAR(volume_m3(mesh), wanted_m3, 0.03 * wanted_m3);
}

TEST_P(FluidSurface, OfAHollowLeavesItOpenInside) {
  const TriangleMesh mesh =
      fluid_surface_of(exec(), published(lattice_m(14, 0.0f, [](const glm::vec3& x) {
                         return std::abs(glm::length(x) - 0.2f) < 0.04f;
                       })));
  expect_closed_manifold(mesh.triangles);
  EXPECT_EQ(pieces_of(mesh), 2);
}

/// With unevenly distributed particles, anisotropic kernels give a flatter pool than isotropic
/// ones, calibrated to the same height.
TEST_P(FluidSurface, IsFlatterThanThatOfRoundKernels) {
  const std::vector<PublishedVertex> vertices = published(lattice_m(10, 0.2f, below));
  const Buffer<PublishedVertex> there(exec(), vertices);
  const auto top_of = [&](const FieldTraits& traits) {
    FluidMesh surface(exec(), there.size(), traits);
    surface.launch_find(exec(), there.view());
    const SurfaceCounts counts = surface.counts().download(exec()).front();
    Buffer<PublishedVertex> points(exec(), counts.vertices);
    Buffer<glm::uvec3> triangles(exec(), counts.triangles);
    surface.launch_write(exec(), points.view(), triangles.view());
    std::vector<glm::vec3> positions_m;
    for (const PublishedVertex& point : points.download(exec())) {
      positions_m.push_back(point.position_m);
      EXPECT_NEAR(glm::length(point.normal), 1.0f, 1e-4f);
    }
    return Top(positions_m);
  };
  const FieldTraits stretched = field_traits(field_spacing_m);
  FieldTraits round = stretched;
  round.smoothing = 0.0f;
  round.min_stretch = 1.0f;
  round.level = 0.52f;
  const Top flat = top_of(stretched), rough = top_of(round);
  EXPECT_NEAR(flat.mean_m, rough.mean_m, 0.1 * field_spacing_m);
  EXPECT_LT(flat.uneven_m, 0.8 * rough.uneven_m);
  EXPECT_LT(flat.uneven_m, 0.055 * field_spacing_m);
}

/// Unused particle slots of emitters are not visible.
TEST_P(FluidSurface, LeavesFreePlacesOut) {
  std::vector<PublishedVertex> vertices = published(lattice_m(5, 0.1f, below));
  const TriangleMesh alone = fluid_surface_of(exec(), vertices);
  for (int i = 0; i < 200; ++i)
    vertices.push_back({glm::vec3(0.01f * static_cast<float>(i % 20)), 0.0f, glm::vec3(0), 0.0f});
  const TriangleMesh mesh = fluid_surface_of(exec(), vertices);
  EXPECT_EQ(mesh.positions_m.size(), alone.positions_m.size());
  EXPECT_NEAR(volume_m3(mesh), volume_m3(alone), 1e-4 * volume_m3(alone));
}

/// The same bits on serial and TBB, and in every run.
TEST_P(FluidSurface, IsTheSameEveryTime) {
  std::vector<glm::vec3> places_m = spray_m(500);
  for (const glm::vec3& x : lattice_m(6, 0.2f, in_ball)) places_m.push_back(x);
  const std::vector<PublishedVertex> vertices = published(places_m);
  const TriangleMesh mesh = fluid_surface_of(exec(), vertices),
                     again = fluid_surface_of(exec(), vertices);
  EXPECT_EQ(mesh.triangles, again.triangles);
  EXPECT_EQ(mesh.positions_m, again.positions_m);
  const Exec serial(Backend::serial);
  const TriangleMesh wanted = fluid_surface_of(serial, vertices);
  ASSERT_FALSE(wanted.triangles.empty());
  if (on_cuda()) {
    // Rounding changes the side of few nodes.
    EXPECT_NEAR(volume_m3(mesh), volume_m3(wanted), 1e-3 * volume_m3(wanted));
    return;
  }
  EXPECT_EQ(mesh.triangles, wanted.triangles);
  EXPECT_EQ(mesh.positions_m, wanted.positions_m);
}

/// Overflow is counted, and nothing is written out of bounds.
TEST_P(FluidSurface, TellsWhatFindsNoRoom) {
  const std::vector<PublishedVertex> vertices = published(spray_m(130));
  const Buffer<PublishedVertex> there(exec(), vertices);
  FluidMesh small(exec(), there.size(), field_traits(field_spacing_m), 0.0f);
  small.launch_find(exec(), there.view());
  const SurfaceCounts few = small.counts().download(exec()).front();

  FluidMesh surface(exec(), there.size(), field_traits(field_spacing_m), 20.0f);
  surface.launch_find(exec(), there.view());
  const SurfaceCounts counts = surface.counts().download(exec()).front();
  EXPECT_EQ(counts.blocks_left_out, 0);
  ASSERT_GT(counts.blocks, 1024);
  ASSERT_LT(counts.blocks, 2048);  // the table holds them, the list does not
  EXPECT_EQ(few.blocks, counts.blocks);
  EXPECT_EQ(few.blocks_left_out, counts.blocks - 1024);
  ASSERT_GT(counts.vertices, 1000);
  ASSERT_GT(counts.triangles, 1000);
  Buffer<PublishedVertex> points(exec(), 1000);
  Buffer<glm::uvec3> triangles(exec(), 1000);
  triangles.zero(exec());
  surface.launch_write(exec(), points.view(), triangles.view().part(0, 900));
  const std::vector<glm::uvec3> written = triangles.download(exec());
  int real = 0;
  for (std::size_t t = 0; t < written.size(); ++t) {
    const glm::uvec3 corners = written[t];
    EXPECT_LT(std::max({corners.x, corners.y, corners.z}), 1000u);
    if (corners == glm::uvec3(0)) continue;
    EXPECT_LT(t, 900u);
    ++real;
  }
  EXPECT_GT(real, 300);
}

TEST_P(FluidSurface, OfNothingIsNothingAndOfNowhereIsRefused) {
  EXPECT_TRUE(fluid_surface_of(exec(), {}).triangles.empty());
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float away_m : {1e6f, nan})
    EXPECT_THROW(fluid_surface_of(exec(), published({glm::vec3(0.0f), {away_m, 0.0f, 0.0f}})),
                 Error)
        << away_m;
}

/// Independent of insertion order, so that it is the same on many cores.
TEST(BlockTable, IsTheSameInAnyOrder) {
  std::mt19937 random(9);
  std::vector<glm::ivec3> blocks;
  for (int i = 0; i < 200; ++i) blocks.emplace_back(i % 7 - 3, i / 7 % 6, i / 42);
  std::vector<BlockKey> first(256), shuffled(256);
  const auto enter = [&](std::vector<BlockKey>& keys) {
    const BlockTable table{{keys.data(), static_cast<int>(keys.size())}};
    for (int twice = 0; twice < 2; ++twice)
      for (const glm::ivec3& block : blocks) EXPECT_TRUE(table.enter(key_of(block)));
    for (const glm::ivec3& block : blocks) {
      const int place = table.find(key_of(block));
      ASSERT_GE(place, 0);
      EXPECT_EQ(block_of(keys[place]), block);
    }
    for (int x = 10; x < 200; ++x) EXPECT_EQ(table.find(key_of({x, 0, 0})), -1);
  };
  enter(first);
  std::ranges::shuffle(blocks, random);
  enter(shuffled);
  EXPECT_EQ(first, shuffled);

  const BlockTable table{{first.data(), static_cast<int>(first.size())}};
  int refused = 0;
  for (int x = 10; x < 110; ++x) refused += table.enter(key_of({x, 0, 0})) ? 0 : 1;
  EXPECT_EQ(refused, 100 - 56);
}

/// In each case, the triangles use exactly the edges with a sign change, and open edges lie only on
/// the cell's faces.
TEST(CubeCases, CutEveryEdgeThatTheyMust) {
  const std::vector<CubeCase> cases = cube_cases();
  ASSERT_EQ(cases.size(), 256u);
  for (int inside = 0; inside < 256; ++inside) {
    std::set<int> wanted, used;
    for (int axis = 0; axis < 3; ++axis)
      for (int corner = 0; corner < 8; ++corner)
        if ((corner >> axis & 1) == 0 &&
            (inside >> corner & 1) != (inside >> (corner | 1 << axis) & 1))
          wanted.insert(8 * axis + corner);
    std::map<std::pair<int, int>, int> sides;
    for (int t = 0; t < cases[inside].triangles; ++t)
      for (int k = 0; k < 3; ++k) {
        const int a = cases[inside].edges[3 * t + k], b = cases[inside].edges[3 * t + (k + 1) % 3];
        used.insert(a);
        EXPECT_EQ(++sides[std::pair(a, b)], 1);
      }
    EXPECT_EQ(used, wanted) << inside;
    for (const auto& [side, count] : sides) {
      const bool inner = sides.contains({side.second, side.first});
      const auto middle = [](int edge) {
        glm::vec3 at(edge & 1, edge >> 1 & 1, edge >> 2 & 1);
        at[edge >> 3] = 0.5f;
        return at;
      };
      const glm::vec3 a = middle(side.first), b = middle(side.second);
      bool on_face = false;
      for (int axis = 0; axis < 3; ++axis)
        on_face = on_face || (a[axis] == b[axis] && a[axis] != 0.5f);
      EXPECT_EQ(on_face, !inner) << inside;
    }
  }
}

}  // namespace
}  // namespace limber
