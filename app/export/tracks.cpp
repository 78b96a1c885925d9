#include "app/export/tracks.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/error.h"
#include "kernels/portable_math.h"

namespace limber {

namespace {

constexpr std::size_t poses_in_memory = 1 << 20;

void check_finite(std::span<const glm::vec3> positions_m, const std::string& name) {
  if (!std::ranges::all_of(positions_m, [](const glm::vec3& x) { return is_finite(x); }))
    throw Error(ExitCode::diverged,
                fmt::format("no export is written: a position of {} is not finite; try a smaller "
                            "dt_s",
                            name));
}

bool is_body(const DrawnObject& object) { return !object.copies.empty(); }

}  // namespace

bool Tracks::Track::stands() const {
  return std::ranges::all_of(samples, [&](const Sample& s) { return s == samples.front(); });
}

void Tracks::add(const ExportFrame& frame) {
  frames_.push_back(frame.number);
  for (const DrawnObject& object : frame.objects) {
    if (is_body(object)) continue;
    if (object.changes)
      add_changing(object);
    else
      add_surface(object);
  }
  for (const ExportPoints& points : frame.points) add_points(points);
  add_bodies(frame.objects);
  for (Track& track : tracks_) track.samples.resize(frames_.size());  // removed objects
}

/// Index of the track, which has a sample for each earlier frame.
std::size_t Tracks::place_of(const std::string& name, Kind kind) {
  const auto [found, is_new] = places_.try_emplace(name, tracks_.size());
  if (is_new) {
    tracks_.push_back({name, kind, {}, std::vector<Sample>(frames_.size() - 1)});
    newest_m_.emplace_back();
  }
  return found->second;
}

void Tracks::add_surface(const DrawnObject& object) {
  const std::size_t place = place_of(object.name, Kind::surface);
  Track& track = tracks_[place];
  std::vector<glm::vec3>& newest_m = newest_m_[place];
  if (!track.samples.empty() && std::ranges::equal(newest_m, object.positions_m)) {
    track.samples.push_back(track.samples.back());
    return;
  }
  check_finite(object.positions_m, object.name);
  if (track.samples.empty())
    track.triangles.assign(object.triangles.begin(), object.triangles.end());
  newest_m.assign(object.positions_m.begin(), object.positions_m.end());
  track.samples.push_back(
      {.points_at = spool_.add(object.positions_m), .points = static_cast<int>(newest_m.size())});
}

void Tracks::add_changing(const DrawnObject& object) {
  check_finite(object.positions_m, object.name);
  Track& track = tracks_[place_of(object.name, Kind::changing)];
  track.samples.push_back({spool_.add(object.positions_m), spool_.add(object.triangles),
                           static_cast<int>(object.positions_m.size()),
                           static_cast<int>(object.triangles.size())});
}

void Tracks::add_points(const ExportPoints& points) {
  check_finite(points.positions_m, points.name);
  Track& track = tracks_[place_of(points.name, Kind::points)];
  const auto count = static_cast<int>(points.positions_m.size());
  track.samples.push_back({spool_.add(std::span(points.positions_m)),
                           spool_.add(std::span(points.radii_m)), count, count});
}

int Tracks::mesh_of(const DrawnObject& object) {
  const auto [found, is_new] =
      mesh_numbers_.try_emplace(object.positions_m.data(), static_cast<int>(meshes_.size()));
  if (is_new)
    meshes_.push_back({{object.positions_m.begin(), object.positions_m.end()},
                       {object.triangles.begin(), object.triangles.end()}});
  return found->second;
}

void Tracks::add_bodies(std::span<const DrawnObject> objects) {
  std::vector<Pose> poses;
  const bool first = frames_.size() == 1;
  for (const DrawnObject& object : objects) {
    if (!is_body(object)) continue;
    const CopyPose& copy = object.copies.front();
    poses.push_back({glm::vec3(copy.position_m), glm::vec4(copy.quaternion)});
    const Pose& pose = poses.back();
    const glm::vec3 numbers[] = {pose.position_m, glm::vec3(pose.quaternion),
                                 glm::vec3(pose.quaternion.w)};
    check_finite(numbers, object.name);
    if (first) bodies_.push_back({object.name, mesh_of(object)});
  }
  poses_at_.push_back(spool_.add(std::span<const Pose>(poses)));
}

std::vector<glm::vec3> Tracks::positions_m(const Sample& sample) const {
  std::vector<glm::vec3> positions_m(static_cast<std::size_t>(sample.points));
  spool_.read(sample.points_at, std::span(positions_m));
  return positions_m;
}

std::vector<glm::uvec3> Tracks::triangles(const Sample& sample) const {
  std::vector<glm::uvec3> triangles(static_cast<std::size_t>(sample.more));
  spool_.read(sample.more_at, std::span(triangles));
  return triangles;
}

std::vector<float> Tracks::radii_m(const Sample& sample) const {
  std::vector<float> radii_m(static_cast<std::size_t>(sample.more));
  spool_.read(sample.more_at, std::span(radii_m));
  return radii_m;
}

int Tracks::bodies_at_once() const {
  const std::size_t some = poses_in_memory / std::max<std::size_t>(frames_.size(), 1);
  return static_cast<int>(std::max<std::size_t>(some, 1));
}

std::vector<Tracks::Pose> Tracks::poses(std::size_t frame, int first_body, int count) const {
  std::vector<Pose> poses(static_cast<std::size_t>(count));
  spool_.read(poses_at_[frame] + sizeof(Pose) * static_cast<std::uint64_t>(first_body),
              std::span(poses));
  return poses;
}

}  // namespace limber
