#include "scenes/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/buffer.h"
#include "scenes/drawn_state.h"

namespace limber {

namespace {

/// What was drawn of a scene until it is checked.
struct WatchedScene {
  DrawnState start, before, end;
  double from_before_s;  ///< until the end
};

enum class Bound { at_least, at_most, range };

/// Something that is measured of what a scene draws, and that its file may set bounds to.
struct Measure {
  const char* key;
  const char* help;
  Bound bound;
  double low, high;  ///< of the numbers that a file may say
  double (*of)(const WatchedScene& scene);
};

/// Speeds are differences of places over about this time.
constexpr double speeds_over_s = 0.01;

/// Of each point that there is at both moments, how far it lies from where it was.
std::vector<double> displacements_m(const DrawnState& from, const DrawnState& to) {
  std::vector<double> displacements_m;
  std::size_t before = 0;
  for (std::size_t i = 0; i < to.points_m().size(); ++i) {
    while (before < from.numbers().size() && from.numbers()[before] < to.numbers()[i]) ++before;
    if (before < from.numbers().size() && from.numbers()[before] == to.numbers()[i])
      displacements_m.push_back(distance(from.points_m()[before], to.points_m()[i]));
  }
  return displacements_m;
}

double largest(const std::vector<double>& values) {
  return values.empty() ? 0.0 : std::ranges::max(values);
}

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return values.empty() ? 0.0 : sum / static_cast<double>(values.size());
}

constexpr const char* body_penetration = "largest_body_penetration_m";

constexpr std::array<Measure, 13> measures{{
    {"points",
     "Number of points that are drawn: spheres if there are any, else vertices of surfaces; "
     "particles of fluids",
     Bound::range, 0, 1e9,
     [](const WatchedScene& s) { return static_cast<double>(s.end.points_m().size()); }},
    {"lowest_m", "Minimum height of the lowest point, in metres", Bound::at_least, -max_distance_m,
     max_distance_m, [](const WatchedScene& s) { return s.end.lowest_m(); }},
    {"highest_m", "Height of the highest point, in metres", Bound::range, -max_distance_m,
     max_distance_m, [](const WatchedScene& s) { return s.end.highest_m(); }},
    {"mean_height_m", "Mean height of the points", Bound::range, -max_distance_m, max_distance_m,
     [](const WatchedScene& s) { return s.end.mean_height_m(); }},
    {"spread_m", "Root mean square of the points' horizontal distances from their middle",
     Bound::range, 0, max_distance_m, [](const WatchedScene& s) { return s.end.spread_m(); }},
    {"moved_m", "Distance that at least one point must have moved from its start", Bound::at_least,
     0, max_distance_m,
     [](const WatchedScene& s) { return largest(displacements_m(s.start, s.end)); }},
    {"mean_moved_m", "Mean distance of the points from their start", Bound::range, 0,
     max_distance_m, [](const WatchedScene& s) { return mean(displacements_m(s.start, s.end)); }},
    {"mean_speed_m_s",
     "Mean speed of the points, from their positions a hundredth of a second before", Bound::range,
     0, 1e4,
     [](const WatchedScene& s) {
       return mean(displacements_m(s.before, s.end)) / s.from_before_s;
     }},
    {"largest_speed_m_s", "Maximum speed of any point", Bound::at_most, 0, 1e4,
     [](const WatchedScene& s) {
       return largest(displacements_m(s.before, s.end)) / s.from_before_s;
     }},
    {"largest_overlap",
     "Maximum overlap of two spheres of different bodies, relative to the smaller diameter",
     Bound::at_most, 0, 10, [](const WatchedScene& s) { return s.end.largest_overlap(); }},
    {"largest_penetration_m",
     "Maximum depth of a sphere, or of a vertex of a surface, in the ground or drawn scenery",
     Bound::at_most, 0, max_distance_m,
     [](const WatchedScene& s) { return s.end.largest_penetration_m(); }},
    {body_penetration,
     "Maximum depth of a vertex or edge of a rigid body in another one, as drawn, beyond that at "
     "the start",
     Bound::at_most, 0, max_distance_m,
     [](const WatchedScene& s) {
       return largest_deepening_m(s.start.body_depths_m(), s.end.body_depths_m());
     }},
    {"crossings",
     "Maximum number of pairs of triangles of drawn surfaces that cross each other or drawn "
     "scenery",
     Bound::at_most, 0, 1e9,
     [](const WatchedScene& s) { return static_cast<double>(s.end.crossings()); }},
}};

void advance(World& world, int steps) {
  for (int done = 0; done < steps; done += 5) world.advance({.steps = std::min(5, steps - done)});
}

/// Empty: it holds.
std::string sentence(const std::string& key, double value, const Interval& bounds) {
  if (value >= bounds.low && value <= bounds.high) return {};
  if (!std::isfinite(bounds.low))
    return fmt::format("{} is {:.6g}, but must be at most {:.6g}", key, value, bounds.high);
  if (!std::isfinite(bounds.high))
    return fmt::format("{} is {:.6g}, but must be at least {:.6g}", key, value, bounds.low);
  return fmt::format("{} is {:.6g}, but must lie from {:.6g} to {:.6g}", key, value, bounds.low,
                     bounds.high);
}

}  // namespace

std::vector<Key> keys_of(SceneCheck& check) {
  std::vector<Key> keys{
      Key("after_s", "Simulated time at which all of it must hold, in seconds", &check.after_s)
          .from(0.01, 100),
      Key("largest_residual",
          "Maximum of each residual, by name: `stretch` and `bending` in metres, `dihedral` in "
          "radians, `volume` in cubic metres; `residual` of finite elements, relative to that at "
          "the start of a step, and `inverted`, the number of inverted elements; `overlap` of "
          "piles, the mean over contacts relative to the diameter, `speed` in m/s, and "
          "`excess_contacts`, the number of contacts beyond what a sphere has room for, which lack "
          "their shear spring or impulse; "
          "`speed` of plants in m/s, `bend`, bending relative to its limit, and `penetration` in "
          "metres; `joint`, the largest gap of a joint in metres, and `broken`, the number of "
          "broken joints",
          &check.largest_residual)
          .from(0, 1e9)
          .or_else("none"),
  };
  for (const Measure& measure : measures) {
    Interval& bounds = check.bounds[measure.key];
    const std::string help = measure.help;
    Key key = measure.bound == Bound::at_least  ? Key(measure.key, help, &bounds.low)
              : measure.bound == Bound::at_most ? Key(measure.key, help, &bounds.high)
                                                : Key(measure.key, help, &bounds);
    keys.push_back(key.from(measure.low, measure.high).or_else("not checked"));
  }
  return keys;
}

SceneCheck read_check(TableReader reader) {
  SceneCheck check;
  reader.read(keys_of(check));
  std::erase_if(check.bounds, [&](const auto& bounds) { return !reader.has(bounds.first); });
  return check;
}

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
  const auto take = [&](const std::string& key, double value, const Interval& bounds) {
    result.measured[key] = value;
    if (std::string failure = sentence(key, value, bounds); !failure.empty())
      result.failures.push_back(std::move(failure));
  };
  const std::map<std::string, double>& residuals = world.residuals();
  for (const auto& [type, largest] : check.largest_residual) {
    if (residuals.contains(type))
      take(type, residuals.at(type), {.high = largest});
    else
      result.failures.push_back(fmt::format("there is no residual {}", type));
  }
  if (list.instances.empty() && check.bounds.contains(body_penetration))
    result.failures.push_back(
        fmt::format("{} is checked, but there are no rigid bodies", body_penetration));
  const WatchedScene watched{DrawnState(list, start), DrawnState(list, before),
                             DrawnState(list, end), last * world.dt_s()};
  for (const Measure& measure : measures)
    if (const auto found = check.bounds.find(measure.key); found != check.bounds.end())
      take(measure.key, measure.of(watched), found->second);
  return result;
}

}  // namespace limber
