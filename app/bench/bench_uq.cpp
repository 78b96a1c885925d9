// Vertices of reduced-order parts: the tables of [Wang20].

#include <fmt/format.h>

#include "app/bench/bench.h"
#include "app/bench/copy_rate.h"
#include "app/bench/uq_rows.h"
#include "sim/plants/growth/growth.h"

namespace limber {

namespace {

constexpr int dragon_vertices = 455568;

struct BatchTable {
  PartSize size;
  std::array<double, 5> paper_ms;
};
constexpr BatchTable table_1[]{{{1000000, 16}, {0.426, 0.138, 0.248, 0.228, 0.232}},
                               {{1000000, 32}, {0.936, 0.255, 0.274, 0.434, 0.807}}};

constexpr int table_5_vertices[]{1000, 10000, 100000, 1000000, 10000000};
struct RatioRow {
  int modes;
  double ratio[5];
};
constexpr RatioRow table_5[]{{5, {47.7, 18.0, 17.8, 7.2, 8.0}},  {10, {18.5, 18.8, 15.5, 5.5, 6.5}},
                             {15, {19.9, 20.2, 11.2, 4.9, 6.5}}, {20, {19.9, 18.9, 9.5, 6.2, 6.0}},
                             {25, {20.4, 20.8, 9.2, 6.3, 6.1}},  {30, {19.8, 18.3, 9.8, 6.2, 6.1}}};

}  // namespace

BenchTable bench_uq(int threads) {
  BenchTable table{
      "uq",
      "repeated u = U q, with random U: data that fits into the GPU's cache stays there, so rates "
      "may exceed that of a large copy; T is the transform to the world",
      {}};
  const auto add = [&](const std::vector<BenchRow>& rows) {
    table.rows.insert(table.rows.end(), rows.begin(), rows.end());
  };
  Exec tbb(Backend::tbb, threads);
  std::unique_ptr<Exec> cuda;
  std::optional<double> copy_per_s;
  if (device::info().usable) {
    cuda = std::make_unique<Exec>(Backend::cuda);
    copy_per_s = copy_rate(*cuda);
    table.rows.push_back({.name = "copy of 512 MiB",
                          .backend = "cuda",
                          .metric = "gbytes_per_s",
                          .unit = "GB/s",
                          .value = 1e-9 * *copy_per_s});
    for (const BatchTable& batches : table_1)
      add(uq_batch_rows(*cuda, batches.size, batches.paper_ms, *copy_per_s));
  }
  add(uq_normal_rows(tbb, dragon_vertices, copy_per_s));
  if (cuda) add(uq_normal_rows(*cuda, dragon_vertices, copy_per_s));
  for (const PaperPlant& plant : paper_plants())
    add(uq_plant_rows(plant.scene, spread_parts(plant), &plant, threads, copy_per_s));
  // Our plants have rigid leaves with their own vertices, so that fewer vertices are deformable.
  for (const Species species : {Species::hemlock, Species::sketch})
    add(uq_plant_rows(fmt::format("plants/{}, as grown", name_of(species)),
                      part_sizes(grow({.species = species})), nullptr, threads, copy_per_s));
  for (std::size_t k = 0; k < std::size(table_5_vertices); ++k)
    for (const RatioRow& row : table_5)
      add(uq_size_rows(tbb, cuda.get(), {table_5_vertices[k], row.modes}, row.ratio[k],
                       copy_per_s));
  return table;
}

}  // namespace limber
