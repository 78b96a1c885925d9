#include "app/bench/bench.h"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/build_info.h"
#include "app/standard_streams.h"
#include "app/stats.h"
#include "kernels/device.h"
#include "kernels/error.h"
#include "kernels/exec.h"

namespace limber {

namespace {

using Json = nlohmann::ordered_json;

struct Bench {
  const char* name;
  std::function<BenchTable(int threads)> run;
  const char* about;  ///< what it measures, and the baseline
};

const std::vector<Bench>& benches() {
  static const std::vector<Bench> all{
      {"coloring", [](int) { return bench_coloring(); },
       "Colours of every scene's constraints, beside those of [Fratarcangeli13] and "
       "[Fratarcangeli14]"},
      {"pbd", bench_pbd,
       "Cloth and soft bodies: steps per second of every backend, compared with [Fratarcangeli13] "
       "and "
       "[Fratarcangeli14]; on a GPU, clusters compared with a launch per colour; the residual of "
       "Gauss-Seidel and Jacobi by iterations"},
      {"spmv", bench_spmv,
       "Products of a sparse matrix and a vector in every layout, compared with cuSPARSE. The "
       "matrices "
       "have the sizes of [Weber13]: those of scenes are taken at their 20th step, and the "
       "ship's values are those of springs"},
      {"cg", bench_cg,
       "Conjugate gradients with the same matrices: time per iteration compared with cuSPARSE and "
       "cuBLAS, residual by iterations, and time of a thousand iterations by number of non-zeros"},
      {"fem", bench_fem, "Finite elements: a step and its stages, compared with [Weber13]"},
      {"piles", bench_piles,
       "Rigid bodies of spheres: steps per second of a heap that has just landed and at rest, by "
       "stage, with a picture of every step, and by number of spheres; compared with [Harada07]"},
      {"uq", bench_uq,
       "Modal deformation, u = U q, of one part and of whole plants: our kernel, those of [Wang20] "
       "and cuBLAS, relative to the speed of a copy"},
      {"plants", bench_plants,
       "Plants: a step of the modal coordinates, frames with and without a picture, and memory; "
       "beside [Wang20]"},
      {"contact", bench_contact,
       "Contact: mean and slowest step of a whole run, by stage, beside the same run without "
       "contact, and crossings at its end: `cloth/stack`, `volume/tori`, 50 layers of cloth over a "
       "ball and onto a cylinder as in [Chen25], 698,544 tetrahedra in a heap as in [Chen24], a "
       "bunny of finite elements on another, a million balls, and layers of 10 thousand to 4 "
       "million vertices. The larger ones need a GPU"},
      {"joints", bench_joints,
       "A step of `joints/bridge` and its stages, compared with [Weber13]; its gaps against time, "
       "by method and number of iterations; three methods on trees of joints"},
      {"rigid", bench_rigid,
       "Rigid bodies that touch: whole runs of `rigid/wall`, 510,000 bricks, `joints/mail`, "
       "`joints/ragdolls` and a pyramid of 5,050 boxes, and the drift of bricks that nothing hits; "
       "beside [Giles25]. The pyramid also in Bullet, on one thread, with several numbers of "
       "iterations, where libbullet-dev was installed when Limber was built; "
       "`tests/bench/mujoco_pyramid.py` measures it in MuJoCo"},
      {"fluid", bench_fluid,
       "Water by both methods, by stage and by number of particles, and the scenes of fluids; "
       "beside [Harada07]. `tests/bench/splishsplash_dam.py` measures the smallest dam in "
       "SPlisHSPlasH"},
      {"grains", bench_grains,
       "Balls of three sizes by springs and by positions, with their overlap, and the scenes of "
       "grains; beside [Harada07]"},
      {"frames", bench_frames,
       "Frames of every scene per second, simulated and drawn at 1920x1080, beside pictures of the "
       "scene at rest. Needs a GPU"},
      {"start", bench_start,
       "Seconds of a process that simulates and draws one frame of a scene at 1920x1080, without a "
       "window, with no cached files and with those of the run before. Shaders that a driver keeps "
       "are not removed"},
      {"convergence", bench_convergence,
       "Error against milliseconds per simulated second, by method and number of iterations or "
       "substeps: the residual of the constraints of `cloth/tube`, `volume/bunny` and "
       "`volume/tori`, and the error of conjugate gradients in a step of `fem/linear` and "
       "`fem/quadratic`, compared with the solution in double precision by Eigen; "
       "`tests/bench/newton_convergence.py` measures NVIDIA Newton on the first and third"}};
  return all;
}

std::vector<Bench> chosen(const std::vector<std::string>& names) {
  if (names.empty()) return benches();
  std::vector<Bench> result;
  for (const std::string& name : names) {
    bool found = false;
    for (const Bench& bench : benches()) {
      if (name != bench.name) continue;
      result.push_back(bench);
      found = true;
    }
    if (!found)
      throw Error(ExitCode::usage, fmt::format("no benchmark is called '{}'; there are {}", name,
                                               fmt::join(bench_names(), ", ")));
  }
  return result;
}

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

/// The number in "NVRM version: NVIDIA UNIX x86_64 Kernel Module 580.159.04 ...", or empty without
/// NVIDIA's driver.
std::string driver_version() {
  std::ifstream info("/proc/driver/nvidia/version");
  for (std::string word; info >> word;)
    if (word.find_first_not_of("0123456789.") == std::string::npos && word.find('.') < word.size())
      return word;
  return {};
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

std::string shown(std::optional<double> value) {
  if (!value) return "";
  return *value >= 100.0 ? fmt::format("{:.0f}", *value) : fmt::format("{:.4g}", *value);
}

void print(const BenchTable& table) {
  put("\n{}: {}\n", table.name, table.title);
  put("{:<44} {:<7} {:<12} {:>10} {:>10} {:>10} {:>8}  {}\n", "case", "solver", "metric", "value",
      "p95", "paper", "ratio", "against");
  for (const BenchRow& r : table.rows)
    put("{:<44} {:<7} {:<12} {:>10} {:>10} {:>10} {:>8}  {}\n", r.name, r.backend, r.metric,
        shown(r.value), shown(r.p95), shown(r.paper), shown(r.ratio), r.baseline);
}

Json to_json(const BenchTable& table, int threads) {
  const auto optional = [](const auto& value) { return value ? Json(*value) : Json(nullptr); };
  Json rows = Json::array();
  for (const BenchRow& r : table.rows)
    rows.push_back({{"case", r.name},
                    {"solver", r.backend},
                    {"metric", r.metric},
                    {"unit", r.unit},
                    {"value", r.value},
                    {"p95", optional(r.p95)},
                    {"paper", optional(r.paper)},
                    {"baseline", r.baseline},
                    {"baseline_value", optional(r.baseline_value)},
                    {"ratio", optional(r.ratio)}});
  const device::Info& gpu = device::info();
  return {{"name", table.name},
          {"device", gpu.usable ? gpu.name : "none"},
          {"driver", driver_version()},
          {"cpu", cpu_name()},
          {"threads", threads},
          {"build", build_description()},
          {"commit", build_commit()},
          {"date", today()},
          {"rows", rows}};
}

}  // namespace

std::vector<std::string> bench_names() {
  std::vector<std::string> names;
  for (const Bench& bench : benches()) names.emplace_back(bench.name);
  return names;
}

std::string benches_as_markdown() {
  std::string text =
      "# Benchmarks\n\n"
      "Written by `limber help bench`, from the list that `limber bench` runs.\n\n"
      "    limber bench [NAME...] [--json FILE] [--threads N]\n\n"
      "Without a name all run. Use a release build; the output says so if it is not one. `ratio`\n"
      "is how many times better a row is than its baseline. Measured results are\n"
      "in [tests/bench/results](../tests/bench/results/README.md); keys such as [Weber13] are\n"
      "in the [list of references](../sim/README.md#references).\n\n"
      "| Name | What it measures |\n|---|---|\n";
  for (const Bench& bench : benches())
    text += fmt::format("| `{}` | {} |\n", bench.name, bench.about);
  return text;
}

void compare(BenchRow& row, const std::string& baseline, double baseline_ms) {
  row.baseline = baseline;
  row.baseline_value = baseline_ms;
  row.ratio = baseline_ms / row.value;
}

void run_bench(const Options& options) {
  check_writable(options.bench_json);
  const std::vector<Bench> todo = chosen(options.bench_names);
  const int threads = Exec(Backend::tbb, options.threads).threads();
  const device::Info& gpu = device::info();
  put("{}\n{}, {} threads; {}\n", build_description(), cpu_name(), threads,
      gpu.usable ? gpu.name : gpu.reason);
  if (build_type() != "Release") put("This is not a Release build: its times mean nothing.\n");
  Json tables = Json::array();
  for (const Bench& bench : todo) {
    const BenchTable table = bench.run(options.threads);
    print(table);
    tables.push_back(to_json(table, threads));
  }
  if (!options.bench_json.empty()) write_text_file(options.bench_json, tables.dump(1) + "\n");
}

}  // namespace limber
