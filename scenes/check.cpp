#include "scenes/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/buffer.h"
#include "scenes/drawn_state.h"

namespace limber {

struct WatchedScene {
  DrawnState start, before, end;
  double from_before_s;  ///< until the end
};

namespace {

using Bound = CheckKey::Bound;

constexpr double farthest_m = 1e4;
/// Speeds are differences of places over about this time.
constexpr double speeds_over_s = 0.01;

/// Of each point, how far it lies from where it was.
std::vector<double> ways_m(const DrawnState& from, const DrawnState& to) {
  std::vector<double> ways_m;
  for (std::size_t i = 0; i < to.points_m().size(); ++i)
    ways_m.push_back(distance(from.points_m()[i], to.points_m()[i]));
  return ways_m;
}

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

constexpr std::array<CheckKey, 11> keys{{
    {"points", "How many are drawn: spheres where there are any, else vertices of surfaces",
     Bound::range, 0, 1e9,
     [](const WatchedScene& s) { return static_cast<double>(s.end.points_m().size()); }},
    {"lowest_m", "Height of the lowest point", Bound::at_least, -farthest_m, farthest_m,
     [](const WatchedScene& s) { return s.end.lowest_m(); }},
    {"highest_m", "Height of the highest point", Bound::range, -farthest_m, farthest_m,
     [](const WatchedScene& s) { return s.end.highest_m(); }},
    {"mean_height_m", "Mean height of the points", Bound::range, -farthest_m, farthest_m,
     [](const WatchedScene& s) { return s.end.mean_height_m(); }},
    {"spread_m", "Root mean square of the points' horizontal distances from their middle",
     Bound::range, 0, farthest_m, [](const WatchedScene& s) { return s.end.spread_m(); }},
    {"moved_m", "How far the point is from its start that went farthest", Bound::at_least, 0,
     farthest_m, [](const WatchedScene& s) { return std::ranges::max(ways_m(s.start, s.end)); }},
    {"mean_moved_m", "Mean of how far the points are from their start", Bound::range, 0, farthest_m,
     [](const WatchedScene& s) { return mean(ways_m(s.start, s.end)); }},
    {"mean_speed_m_s", "Mean speed of the points, by where they were a hundredth of a second ago",
     Bound::range, 0, 1e4,
     [](const WatchedScene& s) { return mean(ways_m(s.before, s.end)) / s.from_before_s; }},
    {"largest_speed_m_s", "That of the fastest point", Bound::at_most, 0, 1e4,
     [](const WatchedScene& s) {
       return std::ranges::max(ways_m(s.before, s.end)) / s.from_before_s;
     }},
    {"largest_overlap", "Of two spheres of different bodies, as a share of the smaller's diameter",
     Bound::at_most, 0, 10, [](const WatchedScene& s) { return s.end.largest_overlap(); }},
    {"largest_penetration_m",
     "How far a sphere, or a vertex of a surface, reaches into the ground or drawn scenery",
     Bound::at_most, 0, farthest_m,
     [](const WatchedScene& s) { return s.end.largest_penetration_m(); }},
}};

void advance(World& world, int steps) {
  for (int done = 0; done < steps; done += 5) world.advance({.steps = std::min(5, steps - done)});
}

/// Empty: it holds.
std::string sentence(const std::string& key, double value, const CheckBounds& bounds) {
  if (value >= bounds.low && value <= bounds.high) return {};
  if (!std::isfinite(bounds.low))
    return fmt::format("{} is {:.6g}, but must be at most {:.6g}", key, value, bounds.high);
  if (!std::isfinite(bounds.high))
    return fmt::format("{} is {:.6g}, but must be at least {:.6g}", key, value, bounds.low);
  return fmt::format("{} is {:.6g}, but must lie from {:.6g} to {:.6g}", key, value, bounds.low,
                     bounds.high);
}

}  // namespace

std::span<const CheckKey> check_keys() { return keys; }

std::vector<PublishedVertex> published_now(World& world, Exec& exec) {
  Buffer<PublishedVertex> vertices(exec, world.draw_list().vertex_count);
  world.advance({.steps = 0, .publish = vertices.view()});
  return vertices.download(exec);
}

CheckResult run_check(World& world, Exec& exec, const SceneCheck& check) {
  const DrawList& list = world.draw_list();
  const auto start = published_now(world, exec);
  const int steps = std::max(1, static_cast<int>(std::round(check.after_s / world.dt_s())));
  const int last = std::clamp(static_cast<int>(std::round(speeds_over_s / world.dt_s())), 1, steps);
  advance(world, steps - last);
  const auto before = published_now(world, exec);
  advance(world, last);
  const auto end = published_now(world, exec);
  world.request_residuals();
  exec.synchronize();

  CheckResult result;
  if (!world.finite_now()) {
    result.failures.push_back("the state is not finite");
    return result;
  }
  const auto take = [&](const std::string& key, double value, const CheckBounds& bounds) {
    result.measured[key] = value;
    if (std::string failure = sentence(key, value, bounds); !failure.empty())
      result.failures.push_back(std::move(failure));
  };
  const std::map<std::string, double>& residuals = world.residuals();
  for (const auto& [type, largest] : check.largest_residual) {
    if (residuals.contains(type))
      take(type, residuals.at(type), {-INFINITY, largest});
    else
      result.failures.push_back(fmt::format("there is no residual {}", type));
  }
  const WatchedScene watched{DrawnState(list, start), DrawnState(list, before),
                             DrawnState(list, end), last * world.dt_s()};
  for (const CheckKey& key : keys)
    if (const auto found = check.bounds.find(key.key); found != check.bounds.end())
      take(key.key, key.measure(watched), found->second);
  return result;
}

}  // namespace limber
