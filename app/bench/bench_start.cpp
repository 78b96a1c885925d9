// How long a scene takes to appear, in a process of its own: libraries, the GPU's context and
// shaders are loaded, the scene is built, and a frame of 1/60 s is simulated and drawn.

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <system_error>

#include "app/bench/left_out.h"
#include "app/bench/start_rows.h"
#include "kernels/child_process.h"
#include "kernels/device.h"
#include "kernels/error.h"
#include "scenes/scene.h"
#include "sim/data_folder.h"

namespace limber {

namespace fs = std::filesystem;

namespace {

/// An empty folder that is removed with all that is in it.
class PassingFolder {
 public:
  PassingFolder() : path_((fs::temp_directory_path() / "limber-bench-XXXXXX").string()) {
    if (!mkdtemp(path_.data()))
      throw Error(ExitCode::unavailable,
                  fmt::format("no folder can be made in {}; set TMPDIR to one that can be written",
                              fs::temp_directory_path().string()));
  }
  ~PassingFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

double seconds_of(const std::vector<std::string>& words, const std::string& scene) {
  const auto start = std::chrono::steady_clock::now();
  ChildProcess program(words, ChildProcess::Output::answered);
  if (!program.ask({}, [](std::size_t) {}))
    throw Error(ExitCode::unavailable,
                fmt::format("{} did not start: {}", scene, program.last_line()));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::vector<BenchRow> start_rows(const std::string& scene, Backend backend, int threads,
                                 const fs::path& program) {
  const PassingFolder cache;
  const std::string solver(name_of(backend));
  const std::vector<std::string> words{"/usr/bin/env",
                                       "LIMBER_CACHE=" + cache.path(),
                                       program.string(),
                                       scene,
                                       "--headless",
                                       "--frames",
                                       "1",
                                       "--size",
                                       "1920x1080",
                                       "--solver",
                                       solver,
                                       "--threads",
                                       fmt::format("{}", threads)};
  std::vector<BenchRow> rows;
  for (const char* const start : {", cold", ", warm"})
    rows.push_back({.name = scene + start,
                    .backend = solver,
                    .metric = "start_s",
                    .unit = "s",
                    .value = seconds_of(words, scene)});
  return rows;
}

BenchTable bench_start(int threads) {
  const Backend backend = best_backend();
  BenchTable table{"start",
                   "seconds of a process that simulates and draws one frame at 1920x1080, off "
                   "screen; cold: without cached files, warm: with them",
                   {}};
  for (const SceneEntry& entry : list_scenes()) {
    const auto rows = unless_unavailable(entry.id, [&] {
      return start_rows(entry.id, backend, threads, program_folder() / "limber");
    });
    if (rows) table.rows.insert(table.rows.end(), rows->begin(), rows->end());
  }
  return table;
}

}  // namespace limber
