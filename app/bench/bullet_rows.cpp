#include "app/bench/bullet_rows.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/bench/left_out.h"
#include "kernels/child_process.h"
#include "kernels/error.h"
#include "sim/data_folder.h"

namespace limber {

namespace {

Error failure(const std::string& why) {
  return Error(ExitCode::unavailable, "limber_bullet " + why);
}

/// The standard output of the program.
std::string output_of(const std::vector<std::string>& words) {
  ChildProcess program(words, ChildProcess::Output::answered);
  const auto output = program.ask({}, [](std::size_t) {});
  if (output) return {output->begin(), output->end()};
  if (program.signal() != 0)
    throw failure(fmt::format("crashed ({})", strsignal(program.signal())));
  const std::string last = program.last_line();
  throw failure(last.empty() ? "ended without a message" : "failed: " + last);
}

std::vector<BenchRow> rows_in(const std::string& output, const std::string& name, double run_s) {
  std::vector<BenchRow> rows;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const auto measured = nlohmann::json::parse(line);
    const std::string of_peer =
        fmt::format("{}, Bullet, {} iterations", name, measured.at("iterations").get<int>());
    const auto add = [&](const std::string& what, const char* metric, const char* unit,
                         const char* key) {
      rows.push_back({.name = of_peer + what,
                      .backend = "serial",
                      .metric = metric,
                      .unit = unit,
                      .value = measured.at(key).get<double>()});
    };
    add("", "ms_per_step", "ms", "ms_per_step");
    add(", slowest step", "ms_per_step", "ms", "slowest_ms");
    add(fmt::format(", moved in {:g} s", run_s), "drift", "m", "moved_m");
    add(fmt::format(", moved in {:g} s, at most", run_s), "drift", "m", "moved_max_m");
  }
  return rows;
}

}  // namespace

std::filesystem::path bullet_program() { return program_folder() / "limber_bullet"; }

std::vector<BenchRow> bullet_rows(const std::string& name, const std::vector<int>& iterations,
                                  const Pyramid& pyramid, const std::filesystem::path& program) {
  if (access(program.c_str(), X_OK) != 0) return {};
  std::vector<std::string> words{program.string(), fmt::format("{}", pyramid.rows),
                                 fmt::format("{}", pyramid.run_s)};
  for (const int count : iterations) words.push_back(fmt::format("{}", count));
  const auto rows = unless_unavailable(name + ", Bullet,", [&] {
    const std::string output = output_of(words);
    try {
      return rows_in(output, name, pyramid.run_s);
    } catch (const nlohmann::json::exception&) {
      throw failure("printed something other than its results; build it again");
    }
  });
  return rows.value_or(std::vector<BenchRow>());
}

}  // namespace limber
