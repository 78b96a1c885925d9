// Colours of the constraint graph, compared with the papers (table 1 of [Fratarcangeli14] and of
// [Fratarcangeli13]).

#include "app/bench/bench.h"
#include "app/bench/measured_scene.h"
#include "app/bench/papers.h"

namespace limber {

BenchTable bench_coloring() {
  BenchTable table{"coloring", "colours of the constraints; the papers' are the baseline", {}};
  Exec exec(Backend::serial);
  for (const PaperScene& paper : paper_scenes()) {
    const auto simulation = open_measured(paper.scene).build(exec);
    for (const ConstraintCount& constraint : simulation->counts().constraints) {
      BenchRow row{.name = paper.scene + " " + constraint.type,
                   .metric = "colors",
                   .unit = "colors",
                   .value = static_cast<double>(constraint.colors),
                   .baseline = paper.paper};
      BenchRow count{.name = row.name + ", constraints",
                     .metric = "count",
                     .unit = "constraints",
                     .value = static_cast<double>(constraint.count)};
      for (const PaperConstraints& theirs : paper.constraints) {
        if (theirs.type != constraint.type) continue;
        count.paper = theirs.count;
        if (!theirs.colors) continue;
        row.paper = row.baseline_value = *theirs.colors;
        row.ratio = *row.paper / row.value;
      }
      table.rows.push_back(row);
      table.rows.push_back(count);
    }
    if (!paper.drawn_vertices) continue;
    table.rows.push_back({.name = paper.scene + ", drawn vertices",
                          .metric = "count",
                          .unit = "vertices",
                          .value = static_cast<double>(simulation->counts().vertices),
                          .paper = *paper.drawn_vertices});
  }
  return table;
}

}  // namespace limber
