// A single part: [Wang20, tables 1, 2 and 5].

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "app/bench/expect_same.h"
#include "app/bench/time_calls.h"
#include "app/bench/uq_rows.h"
#include "kernels/plants/paper_uq.h"
#include "sim/plants/surface_normals.h"

namespace limber {

namespace {

std::string name_of(PartSize size) {
  return fmt::format("one part, n={} r={}", size.vertices, size.modes);
}

/// Times repeated U q.
MedianAndP95 seconds_of_uq(Exec& exec, Deformer& deformer, const std::vector<float>& coordinates) {
  const Buffer<float> q(exec, coordinates);
  return seconds_per_call(exec, calls_for(exec),
                          [&] { deformer.displace(exec, uq_label, q.view()); });
}

/// A torus with waves on it.
struct Waves {
  std::vector<Vec3AndValue> vertices_m;
  std::vector<glm::uvec3> triangles;

  explicit Waves(int vertices) {
    const int side = std::max(3, static_cast<int>(std::lround(std::sqrt(vertices))));
    const auto at = [&](int i, int j) { return static_cast<unsigned>(i % side * side + j % side); };
    for (int i = 0; i < side; ++i) {
      for (int j = 0; j < side; ++j) {
        const double a = 2.0 * M_PI * i / side, b = 2.0 * M_PI * j / side;
        const double tube = 0.3 + 0.01 * std::sin(31.0 * a + 17.0 * b);
        vertices_m.push_back({{(1.0 + tube * std::cos(b)) * std::cos(a), tube * std::sin(b),
                               (1.0 + tube * std::cos(b)) * std::sin(a)},
                              0.0f});
        triangles.emplace_back(at(i, j), at(i, j + 1), at(i + 1, j));
        triangles.emplace_back(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1));
      }
    }
  }
};

}  // namespace

BenchRow ms_row(const std::string& name, const Exec& exec, const MedianAndP95& seconds) {
  return {.name = name,
          .backend = std::string(name_of(exec.backend())),
          .metric = "ms",
          .unit = "ms",
          .value = 1e3 * seconds.median,
          .p95 = 1e3 * seconds.p95};
}

BenchRow share_row(const BenchRow& of, double bytes, double copy_per_s) {
  return {.name = of.name,
          .backend = of.backend,
          .metric = "share_of_copy",
          .value = bytes / (1e-3 * of.value) / copy_per_s};
}

double uq_bytes(double mode_bytes, int vertices) {
  return mode_bytes + static_cast<double>(sizeof(Vec3AndValue)) * vertices;
}

std::vector<float> floats_of(const Exec& exec, View<const Vec3AndValue> there) {
  std::vector<float> floats(4 * static_cast<std::size_t>(there.size));
  const std::size_t bytes = sizeof(float) * floats.size();
  if (exec.memory() == Memory::device) {
    device::copy_to_host(floats.data(), there.data, bytes, exec.stream());
    exec.synchronize();
  } else {
    std::memcpy(floats.data(), there.data, bytes);
  }
  return floats;
}

std::vector<BenchRow> uq_batch_rows(Exec& exec, PartSize size,
                                    const std::array<double, 5>& paper_ms, double copy_per_s) {
  const RandomParts part({size});
  Exec serial(Backend::serial);
  Deformer reference(serial, part.shapes, part.parts, {.way = DeformMethod::plain});
  const Buffer<float> q(serial, part.coordinates);
  reference.displace(serial, uq_label, q.view());
  const std::vector<float> expected = floats_of(serial, reference.displacements_m());
  const double bytes = uq_bytes(reference.mode_bytes(), size.vertices);

  std::vector<BenchRow> rows;
  const auto add = [&](const std::string& way, const DeformerOptions& options) {
    Deformer deformer(exec, part.shapes, part.parts, options);
    const std::string name = name_of(size) + ", " + way;
    const MedianAndP95 seconds = seconds_of_uq(exec, deformer, part.coordinates);
    expect_same(expected, floats_of(exec, deformer.displacements_m()), uq_tolerance, name);
    rows.push_back(ms_row(name, exec, seconds));
  };
  for (const int batch : paper_batches)
    add(fmt::format("the paper's kernel, batches of {}", batch),
        {.way = DeformMethod::paper_single, .batch = batch});
  for (std::size_t k = 0; k < paper_ms.size(); ++k) rows[k].paper = paper_ms[k];
  double best_ms = rows[0].value;
  for (const BenchRow& row : rows) best_ms = std::min(best_ms, row.value);
  add("fused", {});
  const std::size_t ways = rows.size();
  for (std::size_t k = 0; k < ways; ++k) {
    compare(rows[k], "the paper's kernel, its best batch", best_ms);
    rows.push_back(share_row(rows[k], bytes, copy_per_s));
  }
  return rows;
}

std::vector<BenchRow> uq_normal_rows(Exec& exec, int vertices, std::optional<double> copy_per_s) {
  const Waves waves(vertices);
  const int size = static_cast<int>(waves.vertices_m.size());
  const Buffer<Vec3AndValue> placed_m(exec, waves.vertices_m);
  const Buffer<int> fine(exec, std::vector<int>{0});
  Buffer<PublishedVertex> out(exec, size);
  SurfaceNormals normals(exec, size, waves.triangles);
  const SurfaceNormals::Request request{placed_m.view(), fine.view(), out.view()};
  const auto row = [&](const std::string& what, double paper_ms,
                       const std::function<void()>& publish) {
    BenchRow made = ms_row("plants/dragon, normals in " + what, exec,
                           seconds_per_call(exec, calls_for(exec), publish));
    made.paper = paper_ms;
    return made;
  };
  const bool on_cuda = exec.backend() == Backend::cuda;
  BenchRow one = row("one stage", on_cuda ? 10.5 : 7.1,
                     [&] { normals.publish_in_one_stage(exec, uq_label, request); });
  const std::vector<PublishedVertex> expected = out.download(exec);
  BenchRow two =
      row("two stages", on_cuda ? 6.1 : 7.1, [&] { normals.publish(exec, uq_label, request); });
  const std::vector<PublishedVertex> found = out.download(exec);
  const auto numbers = [](const std::vector<PublishedVertex>& published) {
    std::vector<float> normal;
    for (const PublishedVertex& v : published)
      normal.insert(normal.end(), {v.normal.x, v.normal.y, v.normal.z});
    return normal;
  };
  expect_same(numbers(expected), numbers(found), uq_tolerance, two.name);
  compare(two, "one stage", one.value);
  std::vector<BenchRow> rows{one, two};
  if (!copy_per_s || !on_cuda) return rows;
  // Minimum traffic of the stages: corners, vertex-triangle adjacency, positions and vertices once,
  // face normals twice.
  const double faces = static_cast<double>(waves.triangles.size());
  const double shared = 12.0 * faces + 12.0 * faces + (4.0 + 16.0 + 32.0) * size;
  rows.push_back(share_row(one, shared, *copy_per_s));
  rows.push_back(share_row(two, shared + 32.0 * faces + 16.0 * size, *copy_per_s));
  return rows;
}

std::vector<BenchRow> uq_size_rows(Exec& cpu, Exec* cuda, PartSize size, double paper_ratio,
                                   std::optional<double> copy_per_s) {
  const RandomParts part({size});
  const std::string name = name_of(size);
  Deformer deformer(cpu, part.shapes, part.parts);
  std::vector<BenchRow> rows{ms_row(name, cpu, seconds_of_uq(cpu, deformer, part.coordinates))};
  if (!cuda) return rows;
  const std::vector<float> expected = floats_of(cpu, deformer.displacements_m());
  move(deformer, cpu, *cuda);
  BenchRow row = ms_row(name, *cuda, seconds_of_uq(*cuda, deformer, part.coordinates));
  expect_same(expected, floats_of(*cuda, deformer.displacements_m()), uq_tolerance, name);
  compare(row, "all cores", rows[0].value);
  rows.push_back(row);
  rows.push_back({.name = name,
                  .backend = row.backend,
                  .metric = "times_faster",
                  .value = *row.ratio,
                  .paper = paper_ratio});
  if (copy_per_s)
    rows.push_back(share_row(row, uq_bytes(deformer.mode_bytes(), size.vertices), *copy_per_s));
  return rows;
}

}  // namespace limber
