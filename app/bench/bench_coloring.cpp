// Colours of the constraint graph beside the papers' (000 table 1, 002 table 1).

#include "app/bench/bench.h"
#include "app/bench/papers.h"
#include "scenes/scene.h"

namespace limber {

BenchTable bench_coloring() {
  BenchTable table{"coloring", "colours of the constraints; the papers' are the baseline", {}};
  Exec exec(Solver::serial);
  for (const PaperScene& paper : paper_scenes()) {
    const auto simulation = open_scene(paper.scene).build(exec);
    for (const ConstraintCount& constraint : simulation->counts().constraints) {
      BenchRow row{.name = paper.scene + " " + constraint.type,
                   .metric = "colors",
                   .unit = "colors",
                   .value = static_cast<double>(constraint.colors),
                   .baseline = paper.paper};
      for (const PaperColors& theirs : paper.colors) {
        if (theirs.type != constraint.type) continue;
        row.paper = row.baseline_value = theirs.colors;
        row.ratio = *row.paper / row.value;
      }
      table.rows.push_back(row);
      table.rows.push_back({.name = row.name + ", constraints",
                            .metric = "count",
                            .unit = "constraints",
                            .value = static_cast<double>(constraint.count)});
    }
  }
  return table;
}

}  // namespace limber
