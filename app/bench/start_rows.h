#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "kernels/exec.h"

namespace limber {

/// The rows of `bench start` for one scene: seconds of a process of `program` that simulates and
/// draws one frame of it, first with no cached files, then with those that the first one left.
/// threads: number of TBB threads; 0 for all cores. Throws Error(unavailable) if the process fails.
std::vector<BenchRow> start_rows(const std::string& scene, Backend backend, int threads,
                                 const std::filesystem::path& program);

}  // namespace limber
