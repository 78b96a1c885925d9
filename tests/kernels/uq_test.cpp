// Vertices of reduced parts with every method, against double precision, and their normals.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "kernels/error.h"
#include "kernels/frame_graphs.h"
#include "kernels/plants/paper_uq.h"
#include "sim/plants/deformer.h"
#include "sim/plants/surface_normals.h"
#include "tests/each_backend.h"
#include "tests/same_bits.h"

namespace limber {
namespace {

/// Parts with their coordinates and poses; what comes out of them in double precision.
struct PartsScene {
  std::vector<DeformedShape> shapes;
  std::vector<ShapedPart> parts;
  std::vector<float> coordinates;
  std::vector<Pose> poses;
  std::vector<glm::dvec3> displaced_m, placed_m;
  std::vector<double> size_m;  ///< of the products behind each displacement
};

/// A pseudo-random number in [-1, 1) from its indices.
float any_entry(int shape, int row, int mode) {
  std::minstd_rand engine(7919u * shape + 104729u * row + 1299709u * mode + 1u);
  engine.discard(2);
  return static_cast<float>(engine()) / 1073741824.0f - 1.0f;
}

void add_shape(PartsScene& scene, int vertices, int modes) {
  const int shape = static_cast<int>(scene.shapes.size());
  DeformedShape made{.modes = modes};
  for (int v = 0; v < vertices; ++v)
    made.rest_m.emplace_back(0.1f * v, any_entry(shape, v, -1), any_entry(shape, v, -2));
  made.mode_entry = [shape](int row, int mode) { return any_entry(shape, row, mode); };
  scene.shapes.push_back(made);
}

glm::dvec3 rotated_in_double(const glm::vec4& q, const glm::dvec3& v) {
  const glm::dvec3 axis(q.x, q.y, q.z);
  return v + 2.0 * glm::cross(axis, glm::cross(axis, v) + static_cast<double>(q.w) * v);
}

/// Coordinates, poses and results for the parts that the scene has. Random in [-1, 1).
void fill(PartsScene& scene, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> any(-1.0f, 1.0f);
  for (ShapedPart& part : scene.parts) {
    part.frame = static_cast<int>(scene.poses.size());
    const glm::vec4 q(any(engine), any(engine), any(engine), any(engine));
    scene.poses.push_back({{any(engine), any(engine), any(engine)}, 0.0f, unit_quaternion(q)});
    const DeformedShape& shape = scene.shapes[part.shape];
    const std::size_t first = scene.coordinates.size();
    scene.coordinates.resize(first + coordinate_places(shape.modes), 0.0f);
    for (int j = 0; j < shape.modes; ++j) scene.coordinates[first + j] = any(engine);
    const Pose& pose = scene.poses.back();
    for (int v = 0; v < static_cast<int>(shape.rest_m.size()); ++v) {
      glm::dvec3 u(0.0);
      double size = 0.0;
      for (int j = 0; j < shape.modes; ++j) {
        for (int c = 0; c < 3; ++c) {
          const double product = static_cast<double>(shape.mode_entry(3 * v + c, j)) *
                                 static_cast<double>(scene.coordinates[first + j]);
          u[c] += product;
          size += std::abs(product);
        }
      }
      scene.displaced_m.push_back(u);
      scene.size_m.push_back(size);
      scene.placed_m.push_back(glm::dvec3(pose.position_m) +
                               rotated_in_double(pose.quaternion, glm::dvec3(shape.rest_m[v]) + u));
    }
  }
}

PartsScene one_part(int vertices, int modes) {
  PartsScene scene;
  add_shape(scene, vertices, modes);
  scene.parts = {{0}};
  fill(scene, 5);
  return scene;
}

/// Several hundred parts of odd sizes, rigid ones and copies of a shape among them.
PartsScene many_parts(int max_modes) {
  PartsScene scene;
  std::mt19937 engine(3);
  for (int s = 0; s < 60; ++s)
    add_shape(scene, 1 + static_cast<int>(engine() % (s % 10 == 0 ? 700 : 40)),
              s % 7 == 2 ? 0 : 1 + static_cast<int>(engine() % max_modes));
  for (int p = 0; p < 450; ++p) scene.parts.push_back({static_cast<int>(engine() % 60)});
  fill(scene, 4);
  return scene;
}

/// Alternating deformable and rigid parts, of sizes such that some thread blocks span many.
PartsScene odd_parts() {
  PartsScene scene;
  for (const int vertices : {1, 3, 4, 5, 31, 33, 1000})
    for (const int modes : {7, 0}) add_shape(scene, vertices, modes);
  for (int p = 0; p < 400; ++p) scene.parts.push_back({p % 3 == 2 ? p / 3 % 14 : p % 2});
  fill(scene, 6);
  return scene;
}

void expect_vertex_near(const glm::vec3& found, const glm::dvec3& expected, double tolerance,
                        int i) {
  for (int c = 0; c < 3; ++c)
    ASSERT_NEAR(static_cast<double>(found[c]), expected[c], tolerance) << "vertex " << i;
}

std::vector<Vec3AndValue> downloaded(const Exec& exec, View<const Vec3AndValue> there) {
  std::vector<Vec3AndValue> here(there.size);
  const std::size_t bytes = sizeof(Vec3AndValue) * here.size();
  if (exec.memory() == Memory::device) {
    device::copy_to_host(here.data(), there.data, bytes, exec.stream());
    exec.synchronize();
  } else {
    std::memcpy(here.data(), there.data, bytes);
  }
  return here;
}

struct Result {
  std::vector<Vec3AndValue> displaced_m, placed_m;
};

Result deform(Exec& exec, const PartsScene& scene, Deformer& deformer) {
  const Buffer<float> coordinates(exec, scene.coordinates);
  const Buffer<Pose> poses(exec, scene.poses);
  deformer.displace(exec, "displace", coordinates.view());
  Result result{downloaded(exec, deformer.displacements_m()), {}};
  deformer.place(exec, "place", coordinates.view(), poses.view(), 1);
  result.placed_m = downloaded(exec, deformer.placed_m(1));
  return result;
}

void expect_right(const PartsScene& scene, const Result& result) {
  ASSERT_EQ(result.placed_m.size(), scene.placed_m.size());
  for (int i = 0; i < static_cast<int>(scene.placed_m.size()); ++i) {
    const double tolerance = 2e-6 * (scene.size_m[i] + 1e-3);
    expect_vertex_near(result.displaced_m[i].xyz, scene.displaced_m[i], tolerance, i);
    const double places = 2e-6 * (glm::length(scene.placed_m[i]) + 1.0);
    expect_vertex_near(result.placed_m[i].xyz, scene.placed_m[i], 3.0 * tolerance + places, i);
    ASSERT_NEAR(static_cast<double>(result.placed_m[i].value), glm::length(scene.displaced_m[i]),
                2.0 * tolerance)
        << "vertex " << i;
  }
}

std::vector<DeformerOptions> every_way(int max_modes) {
  using enum DeformMethod;
  std::vector<DeformerOptions> ways{{.way = fused}, {.way = plain}};
  ways.push_back({.way = fused, .share_shapes = false});
  for (const int batch : paper_batches)
    if (max_modes <= max_paper_modes(batch)) ways.push_back({.way = paper_single, .batch = batch});
  if (max_modes <= max_paper_chunk_modes)
    for (const ChunkSizes sizes : all_chunk_sizes)
      ways.push_back({.way = paper_chunks, .chunk_sizes = sizes});
  return ways;
}

std::string shown(const DeformerOptions& options) {
  return std::string(name_of(options.way)) + (options.share_shapes ? "" : ", not shared") +
         ", batch " + std::to_string(options.batch) + ", chunks of " +
         std::string(name_of(options.chunk_sizes));
}

class Uq : public EachBackend {};

TEST_P(Uq, OnePartOfAnySizeIsRight) {
  for (const int modes : {0, 1, 2, 3, 4, 5, 12, 13, 30, 32, 33, 100})
    for (const int vertices : {1, 31, 32, 33, 1000}) {
      const PartsScene scene = one_part(vertices, modes);
      for (const DeformerOptions& options : every_way(modes)) {
        SCOPED_TRACE(testing::Message()
                     << shown(options) << ", " << modes << " modes of " << vertices);
        Deformer deformer(exec(), scene.shapes, scene.parts, options);
        expect_right(scene, deform(exec(), scene, deformer));
      }
    }
}

TEST_P(Uq, ManyPartsAreRight) {
  for (const int max_modes : {32, 70}) {
    const PartsScene scene = many_parts(max_modes);
    for (const DeformerOptions& options : every_way(max_modes)) {
      SCOPED_TRACE(shown(options));
      Deformer deformer(exec(), scene.shapes, scene.parts, options);
      expect_right(scene, deform(exec(), scene, deformer));
    }
  }
}

/// Deformed and placed in two calls; the paper's methods use its kernel of section 4.4.
TEST_P(Uq, PlacesWhatIsDisplaced) {
  const PartsScene scene = odd_parts();
  for (const DeformerOptions& options : every_way(7)) {
    SCOPED_TRACE(shown(options));
    Deformer deformer(exec(), scene.shapes, scene.parts, options);
    const Buffer<float> coordinates(exec(), scene.coordinates);
    const Buffer<Pose> poses(exec(), scene.poses);
    deformer.pack_transforms(exec(), "pack", poses.view());
    deformer.displace(exec(), "displace", coordinates.view());
    deformer.place_displaced(exec(), "place", poses.view(), 1);
    expect_right(scene, {downloaded(exec(), deformer.displacements_m()),
                         downloaded(exec(), deformer.placed_m(1))});
    expect_right(scene, deform(exec(), scene, deformer));
  }
}

/// More vertices than one thread each can share, so that a GPU takes its other kernel.
TEST_P(Uq, LargePartsAreRight) {
  const PartsScene scene = one_part(40001, 9);
  for (const DeformMethod way : all_deform_ways) {
    SCOPED_TRACE(name_of(way));
    Deformer deformer(exec(), scene.shapes, scene.parts, {.way = way});
    expect_right(scene, deform(exec(), scene, deformer));
  }
}

TEST_P(Uq, IsRecordedAndReplayed) {
  const PartsScene scene = many_parts(32);
  for (const DeformerOptions& options : every_way(32)) {
    SCOPED_TRACE(shown(options));
    Deformer deformer(exec(), scene.shapes, scene.parts, options);
    Buffer<float> coordinates(exec(), static_cast<int>(scene.coordinates.size()));
    const Buffer<Pose> poses(exec(), scene.poses);
    coordinates.zero(exec());
    FrameGraphs frames;
    const auto place = [&] { deformer.place(exec(), "place", coordinates.view(), poses.view()); };
    frames.run(exec(), 1, place);
    coordinates.upload(exec(), scene.coordinates);
    frames.run(exec(), 1, place);
    exec().synchronize();
    deformer.displace(exec(), "displace", coordinates.view());
    expect_right(scene, {downloaded(exec(), deformer.displacements_m()),
                         downloaded(exec(), deformer.placed_m(0))});
  }
}

TEST_P(Uq, MovesBetweenSolvers) {
  const PartsScene scene = many_parts(32);
  Exec serial(Backend::serial);
  for (const DeformMethod way : all_deform_ways) {
    SCOPED_TRACE(name_of(way));
    Deformer deformer(serial, scene.shapes, scene.parts, {.way = way});
    move(deformer, serial, exec());
    expect_right(scene, deform(exec(), scene, deformer));
    move(deformer, exec(), serial);
    expect_right(scene, deform(serial, scene, deformer));
  }
}

TEST_P(Uq, RefusesMoreModesThanThePaperTakes) {
  const PartsScene scene = one_part(3, 33);
  const auto make = [&](const DeformerOptions& options) {
    Deformer deformer(exec(), scene.shapes, scene.parts, options);
  };
  const DeformerOptions chunks{.way = DeformMethod::paper_chunks};
  const DeformerOptions single{.way = DeformMethod::paper_single, .batch = 1};
  if (on_cuda()) {
    EXPECT_THROW(make(chunks), Error);
    EXPECT_THROW(make(single), Error);
    EXPECT_THROW(make({.way = DeformMethod::paper_single, .batch = 3}), Error);
  } else {
    EXPECT_NO_THROW(make(chunks));
    EXPECT_NO_THROW(make(single));
  }
}

EACH_BACKEND(Uq);

TEST(UqOnTheHost, SerialAndTbbGiveTheSameBits) {
  const PartsScene scene = many_parts(70);
  Exec serial(Backend::serial), tbb(Backend::tbb, 3);
  for (const DeformMethod way : all_deform_ways) {
    Deformer here(serial, scene.shapes, scene.parts, {.way = way});
    Deformer there(tbb, scene.shapes, scene.parts, {.way = way});
    const Result a = deform(serial, scene, here), b = deform(tbb, scene, there);
    EXPECT_TRUE(same_bits(a.displaced_m, b.displaced_m)) << name_of(way);
    EXPECT_TRUE(same_bits(a.placed_m, b.placed_m)) << name_of(way);
  }
}

/// Coordinates beyond a part's modes must not affect it.
TEST(UqOnTheHost, PartsDoNotSeeEachOthersCoordinates) {
  PartsScene scene;
  add_shape(scene, 40, 3);
  scene.parts = {{0}, {0}};
  fill(scene, 8);
  Exec serial(Backend::serial);
  Deformer deformer(serial, scene.shapes, scene.parts);
  for (int j = 0; j < 3; ++j) scene.coordinates[deformer.parts()[1].first_coordinate + j] = NAN;
  const Result result = deform(serial, scene, deformer);
  EXPECT_FALSE(std::isnan(result.displaced_m[39].xyz.x));
  EXPECT_TRUE(std::isnan(result.displaced_m[40].xyz.x));
}

TEST(UqOnTheHost, CountsWhatItReads) {
  PartsScene scene;
  add_shape(scene, 10, 3);
  add_shape(scene, 4, 0);
  scene.parts = {{0}, {1}, {0}};
  Exec serial(Backend::serial);
  const Deformer shared(serial, scene.shapes, scene.parts);
  EXPECT_EQ(shared.vertices(), 24);
  EXPECT_EQ(shared.coordinates(), 8);
  EXPECT_EQ(shared.mode_bytes(), 2.0 * 10 * 3 * 3 * 4);
  EXPECT_EQ(shared.parts()[2].first_quad, shared.parts()[0].first_quad);
  const Deformer apart(serial, scene.shapes, scene.parts, {.share_shapes = false});
  EXPECT_NE(apart.parts()[2].first_quad, apart.parts()[0].first_quad);
  EXPECT_NE(apart.parts()[2].first_rest, apart.parts()[0].first_rest);
}

/// A bumpy grid; a vertex in no triangle at the end.
struct Bumps {
  static constexpr int side = 40;
  std::vector<Vec3AndValue> placed_m;
  std::vector<glm::uvec3> triangles;
  std::vector<glm::dvec3> normals;

  Bumps() {
    for (int i = 0; i < side * side; ++i)
      placed_m.push_back({{0.1f * (i % side), 0.1f * any_entry(0, i, 0), 0.1f * (i / side)},
                          static_cast<float>(i)});
    placed_m.push_back({{9.0f, 9.0f, 9.0f}, -1.0f});
    for (int i = 0; i + side < side * side; ++i) {
      if (i % side == side - 1) continue;
      triangles.emplace_back(i, i + side, i + 1);
      triangles.emplace_back(i + 1, i + side, i + side + 1);
    }
    normals.resize(placed_m.size(), glm::dvec3(0.0));
    for (const glm::uvec3& t : triangles) {
      const glm::dvec3 a(placed_m[t.x].xyz), b(placed_m[t.y].xyz), c(placed_m[t.z].xyz);
      for (int k = 0; k < 3; ++k) normals[t[k]] += glm::cross(b - a, c - a);
    }
    for (glm::dvec3& n : normals)
      n = glm::length(n) > 0.0 ? glm::normalize(n) : glm::dvec3(0.0, 1.0, 0.0);
  }
};

class PlantNormals : public EachBackend {};

TEST_P(PlantNormals, AreThoseOfTheFacesAroundInOneStageAndInTwo) {
  const Bumps bumps;
  const Buffer<Vec3AndValue> placed_m(exec(), bumps.placed_m);
  const Buffer<int> fine(exec(), std::vector<int>{0}), broken(exec(), std::vector<int>{1});
  SurfaceNormals normals(exec(), placed_m.size(), bumps.triangles);
  std::vector<PublishedVertex> before;
  for (const bool two_stages : {true, false}) {
    Buffer<PublishedVertex> out(exec(), placed_m.size());
    out.zero(exec());
    const auto publish = [&](View<const int> not_finite) {
      const SurfaceNormals::Request request{placed_m.view(), not_finite, out.view()};
      if (two_stages)
        normals.publish(exec(), "publish", request);
      else
        normals.publish_in_one_stage(exec(), "publish", request);
    };
    publish(broken.view());
    EXPECT_EQ(out.download(exec())[5].normal, glm::vec3(0.0f));
    publish(fine.view());
    const std::vector<PublishedVertex> found = out.download(exec());
    for (int i = 0; i < placed_m.size(); ++i) {
      ASSERT_EQ(found[i].position_m, bumps.placed_m[i].xyz);
      ASSERT_EQ(found[i].scalar, bumps.placed_m[i].value);
      expect_vertex_near(found[i].normal, bumps.normals[i], 2e-6, i);
    }
  }
}

TEST_P(PlantNormals, MoveBetweenSolvers) {
  const Bumps bumps;
  Exec serial(Backend::serial);
  SurfaceNormals normals(serial, static_cast<int>(bumps.placed_m.size()), bumps.triangles);
  move(normals, serial, exec());
  const Buffer<Vec3AndValue> placed_m(exec(), bumps.placed_m);
  const Buffer<int> fine(exec(), std::vector<int>{0});
  Buffer<PublishedVertex> out(exec(), placed_m.size());
  normals.publish(exec(), "publish", {placed_m.view(), fine.view(), out.view()});
  expect_vertex_near(out.download(exec())[77].normal, bumps.normals[77], 2e-6, 77);
}

EACH_BACKEND(PlantNormals);

}  // namespace
}  // namespace limber
