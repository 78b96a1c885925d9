// The paper's kernel for placing vertices, run on the host: what its blocks load, and its threads'
// results. uq_test.cpp tests it on the GPU.

#include "kernels/plants/paper_place.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "sim/plants/paper_placement.h"

namespace limber {
namespace {

/// Parts of these sizes in order; frames run backwards, and two parts far from each other share
/// one.
std::vector<DeformedPart> parts_of(const std::vector<int>& sizes) {
  std::vector<DeformedPart> parts;
  int vertices = 0;
  for (const int size : sizes) {
    const int index = static_cast<int>(parts.size());
    parts.push_back({.first_vertex = vertices,
                     .vertices = size,
                     .first_rest = vertices,
                     .frame = static_cast<int>(sizes.size()) - 1 - index});
    vertices += size;
  }
  if (!parts.empty()) parts.back().frame = parts.front().frame;
  return parts;
}

int vertices_of(const std::vector<DeformedPart>& parts) {
  return parts.empty() ? 0 : parts.back().first_vertex + parts.back().vertices;
}

/// More tiny parts than a block has vertices; parts aligned with blocks; odd sizes.
const std::vector<std::vector<int>> all_sizes{
    {},
    {1},
    {128, 128},
    {127, 2, 127, 1},
    std::vector<int>(300, 1),
    std::vector<int>(100, 5),
    {1, 3, 4, 5, 31, 33, 1000, 1, 1, 3, 33, 4, 31, 5},
};

int blocks_of(int vertices) { return (vertices + paper_place_vertices - 1) / paper_place_vertices; }

TEST(PaperPlaceTable, GivesEachVertexTheFrameOfItsPart) {
  for (const std::vector<int>& sizes : all_sizes) {
    const std::vector<DeformedPart> parts = parts_of(sizes);
    const PaperPlaceTable table = paper_place_table(parts);
    const int vertices = vertices_of(parts);
    ASSERT_EQ(static_cast<int>(table.transform_of.size()), vertices);
    ASSERT_EQ(static_cast<int>(table.loads.size()), table.loads_per_block * blocks_of(vertices));
    for (const DeformedPart& part : parts) {
      for (int i = part.first_vertex; i < part.first_vertex + part.vertices; ++i) {
        ASSERT_LT(table.transform_of[i], table.loads_per_block) << "vertex " << i;
        const int load = i / paper_place_vertices * table.loads_per_block + table.transform_of[i];
        ASSERT_EQ(table.loads[load], part.frame) << "vertex " << i;
      }
    }
  }
}

TEST(PaperPlaceTable, LoadsNothingTwiceAndNothingInVain) {
  for (const std::vector<int>& sizes : all_sizes) {
    const std::vector<DeformedPart> parts = parts_of(sizes);
    const PaperPlaceTable table = paper_place_table(parts);
    int most = 0;
    for (int block = 0; block < blocks_of(vertices_of(parts)); ++block) {
      const int begin = block * paper_place_vertices, end = begin + paper_place_vertices;
      std::multiset<int> loaded;
      std::set<int> needed;
      for (int k = 0; k < table.loads_per_block; ++k)
        loaded.insert(table.loads[block * table.loads_per_block + k]);
      loaded.erase(-1);
      for (const DeformedPart& part : parts)
        if (part.first_vertex < end && part.first_vertex + part.vertices > begin)
          needed.insert(part.frame);
      EXPECT_TRUE(std::ranges::equal(loaded, needed)) << "block " << block;
      most = std::max(most, static_cast<int>(needed.size()));
    }
    EXPECT_EQ(table.loads_per_block, most);
  }
}

/// What the kernel reads and writes, in host memory, with random numbers.
struct Work {
  explicit Work(const std::vector<DeformedPart>& parts) : exec(Backend::serial) {
    std::mt19937 engine(11);
    std::uniform_real_distribution<float> any(-1.0f, 1.0f);
    const auto vector = [&] { return glm::vec3(any(engine), any(engine), any(engine)); };
    const PaperPlaceTable table = paper_place_table(parts);
    std::vector<int> part_of_vertex;
    std::vector<Vec3AndValue> rest, displaced;
    std::vector<Quad4> homogeneous;
    std::vector<Pose> all_poses;
    for (const DeformedPart& part : parts) {
      all_poses.push_back({vector(), 0.0f, unit_quaternion({vector(), any(engine)})});
      for (int i = 0; i < part.vertices; ++i) {
        part_of_vertex.push_back(static_cast<int>(&part - parts.data()));
        rest.push_back({vector(), 0.0f});
        homogeneous.push_back({{rest.back().xyz.x, rest.back().xyz.y, rest.back().xyz.z, 1.0f}});
        displaced.push_back({vector(), 0.0f});
      }
    }
    of_parts = {exec, parts};
    of_vertices = {exec, part_of_vertex};
    loads_per_block = table.loads_per_block;
    loads = {exec, table.loads};
    transform_of = {exec, table.transform_of};
    rest_m = {exec, rest};
    homogeneous_m = {exec, homogeneous};
    displacements_m = {exec, displaced};
    poses = {exec, all_poses};
    transforms = {exec, static_cast<int>(parts.size())};
    placed_m = {exec, static_cast<int>(rest.size())};
    expected_m = {exec, static_cast<int>(rest.size())};
  }

  /// The plain method, into `expected_m`.
  void place_plainly() {
    const PlaceDisplaced body{{of_parts.view(), of_vertices.view(), {}, rest_m.view()},
                              displacements_m.view(),
                              poses.view(),
                              expected_m.view()};
    for (int i = 0; i < expected_m.size(); ++i) body(i);
  }

  PaperPlace kernel() {
    return {.transforms = readable(transforms),
            .loads_per_block = loads_per_block,
            .loads = readable(loads),
            .transform_of = readable(transform_of),
            .rest_m = readable(homogeneous_m),
            .displacements_m = readable(displacements_m),
            .placed_m = placed_m.view()};
  }

  /// Runs the threads sequentially.
  void place_as_the_paper() {
    const PackTransforms pack{poses.view(), transforms.view()};
    for (int i = 0; i < transforms.size(); ++i) pack(i);
    const PaperPlace body = kernel();
    std::vector<PaperPlace::Kept> kept(paper_place_threads);
    PaperPlaceMemory memory;
    for (int block = 0; block < body.blocks(); ++block) {
      // NaN reveals what was not loaded.
      const Quad4 nothing{{NAN, NAN, NAN, NAN}};
      std::fill_n(memory.positions, paper_place_vertices, nothing);
      std::fill_n(memory.transforms, paper_place_vertices,
                  Transform{{nothing, nothing, nothing, nothing}});
      for (int t = 0; t < paper_place_threads; ++t) kept[t] = body.load(block, t, memory);
      for (int t = 0; t < paper_place_threads; ++t) body.store(block, t, memory, kept[t]);
    }
  }

  Exec exec;
  Buffer<DeformedPart> of_parts;
  Buffer<int> of_vertices, loads;
  int loads_per_block;
  Buffer<std::uint8_t> transform_of;
  Buffer<Vec3AndValue> rest_m, displacements_m, placed_m, expected_m;
  Buffer<Quad4> homogeneous_m;
  Buffer<Pose> poses;
  Buffer<Transform> transforms;
};

TEST(PaperPlace, PlacesAsThePlainWay) {
  for (const std::vector<int>& sizes : all_sizes) {
    Work work(parts_of(sizes));
    work.placed_m.zero(work.exec);
    work.place_plainly();
    work.place_as_the_paper();
    for (int i = 0; i < work.placed_m.size(); ++i) {
      const Vec3AndValue found = work.placed_m.view()[i], expected = work.expected_m.view()[i];
      for (int k = 0; k < 3; ++k)
        ASSERT_NEAR(found.xyz[k], expected.xyz[k], 5e-6f)
            << "vertex " << i << " of " << work.placed_m.size();
      ASSERT_FLOAT_EQ(found.value, expected.value) << "vertex " << i;
    }
  }
}

/// Section 4.4: half a warp per matrix, so two matrices per warp, if no part has fewer than 4
/// vertices.
TEST(PaperPlace, ThreadsLoadTheMatricesOfThePaper) {
  std::vector<DeformedPart> parts = parts_of(std::vector<int>(32, 4));
  parts.back().frame = 0;  // none share one
  Work work(parts);
  std::vector<Transform> numbered(32);
  for (int i = 0; i < 512; ++i) numbered[i / 16].rows[i % 16 / 4].at[i % 4] = static_cast<float>(i);
  work.transforms.upload(work.exec, numbered);
  const PaperPlace body = work.kernel();
  for (const int thread : {0, 15, 16, 33, 511}) {
    PaperPlaceMemory memory{};
    body.load(0, thread, memory);
    const int warp = thread / 32, lane = thread % 32;
    const int matrix = 2 * warp + lane / 16, element = lane % 16;
    for (int m = 0; m < 32; ++m) {
      for (int e = 0; e < 16; ++e) {
        const bool its = m == matrix && e == element;
        const int frame = parts[m].frame;
        EXPECT_EQ(memory.transforms[m].rows[e / 4].at[e % 4],
                  its ? static_cast<float>(16 * frame + e) : 0.0f)
            << "thread " << thread << ", matrix " << m << ", element " << e;
      }
    }
  }
}

}  // namespace
}  // namespace limber
