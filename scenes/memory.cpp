#include "scenes/memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace limber {

namespace {

namespace fs = std::filesystem;

constexpr double no_limit = std::numeric_limits<double>::infinity();

/// A file that holds one number. No limit: there is none, or it says "max".
double number_in(const fs::path& path) {
  double number = no_limit;
  return std::ifstream(path) >> number ? number : no_limit;
}

/// The number after a word at the start of a line.
double number_after(const fs::path& path, const std::string& word, double otherwise) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    double number = 0.0;
    if (line.starts_with(word + " ") && std::istringstream(line.substr(word.size())) >> number)
      return number;
  }
  return otherwise;
}

/// Where the files of one version of control groups lie, and what they are called.
struct GroupFiles {
  const char *folder, *limit, *usage, *cached;
};

/// What a group may still take. Files that it has read lie in memory too, but are given up.
double left_in_group(const fs::path& group, const GroupFiles& files) {
  const double limit = number_in(group / files.limit), used = number_in(group / files.usage);
  if (limit == no_limit || used == no_limit) return limit;
  return std::max(0.0, limit - used + number_after(group / "memory.stat", files.cached, 0.0));
}

/// The least of a group and all around it. Within a container the path of a group may be that
/// outside of it: then the folder is the container's group.
double left_in_groups(const fs::path& root, const std::string& path, const GroupFiles& files) {
  const fs::path folder = root / files.folder;
  double left = left_in_group(folder, files);
  fs::path group = folder;
  for (const fs::path& part : fs::path(path).relative_path())
    left = std::min(left, left_in_group(group /= part, files));
  return left;
}

}  // namespace

double available_bytes(const fs::path& root) {
  double left = number_after(root / "proc/meminfo", "MemAvailable:", no_limit) * 1024.0;
  if (left == no_limit) left = 1.0 * sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // number:controllers:path
    const std::size_t first = line.find(':'), last = line.find(':', first + 1);
    if (last == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, last - first - 1);
    const std::string path = line.substr(last + 1);
    if (controllers.empty())
      left = std::min(
          left, left_in_groups(root, path,
                               {"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"}));
    else if (controllers == "memory")
      left = std::min(left, left_in_groups(root, path,
                                           {"sys/fs/cgroup/memory", "memory.limit_in_bytes",
                                            "memory.usage_in_bytes", "total_inactive_file"}));
  }
  return left;
}

void SceneMemory::check(const TableReader& table, const char* key, double count,
                        double particle_bytes) const {
  constexpr double max_of_table = 1e7, max_of_scene = 2e7;
  refuse_above(std::min(max_of_table, max_of_scene - taken_[particles]), table, key, particles,
               count, particle_bytes);
}

void SceneMemory::refuse_above(double max, const TableReader& table, const char* key, Kind kind,
                               double count, double bytes_each) const {
  constexpr double GiB = 1 << 30;
  constexpr std::array names{"particles", "spheres", "rigid bodies", "parts of plants"};
  const double left_bytes = std::max(0.0, available_bytes_ - taken_bytes_);
  bytes_each *= times_;
  max = std::floor(std::min(max, left_bytes / bytes_each));
  if (count <= max) return;
  std::string before;
  if (taken_bytes_ > 0.0)
    before = fmt::format(", but {:.1f} GiB are taken before it", taken_bytes_ / GiB);
  const char* joint = " by";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!(taken_[i] > 0.0)) continue;
    before += fmt::format("{} {:.0f} {}", joint, taken_[i], names[i]);
    joint = " and";
  }
  table.fail(key, fmt::format("makes {:.0f} {}{}, which take {:.1f} GiB of memory at least, of "
                              "{:.1f} GiB that are free{}; take fewer, {:.0f} at most",
                              count, names[kind],
                              times_ > 1 ? fmt::format(", {} times for [compare]", times_) : "",
                              count * bytes_each / GiB, available_bytes_ / GiB, before, max));
}

void SceneMemory::take(Kind kind, double count, double bytes_each) {
  taken_[kind] += count;
  taken_bytes_ += times_ * count * bytes_each;
}

void SceneMemory::take(const TableReader& table, const char* key, double count,
                       double particle_bytes) {
  check(table, key, count, particle_bytes);
  take(particles, count, particle_bytes);
}

void SceneMemory::take_spheres(const TableReader& table, const char* key, double count) {
  constexpr double max_of_scene = 3e7;
  refuse_above(max_of_scene - taken_[spheres], table, key, spheres, count, pile_sphere_bytes);
  take(spheres, count, pile_sphere_bytes);
}

void SceneMemory::check_bodies(const TableReader& table, const char* key, double count,
                               double body_bytes) const {
  refuse_above(no_limit, table, key, bodies, count, body_bytes);
}

void SceneMemory::take_bodies(const TableReader& table, const char* key, double count,
                              double body_bytes) {
  check_bodies(table, key, count, body_bytes);
  take(bodies, count, body_bytes);
}

void SceneMemory::take_parts(const TableReader& table, const char* key, double count,
                             double part_bytes) {
  refuse_above(no_limit, table, key, parts, count, part_bytes);
  take(parts, count, part_bytes);
}

void SceneMemory::repeat(int times) {
  times_ = times;
  taken_bytes_ *= times;
}

}  // namespace limber
