#include "sim/colliders.h"

#include <algorithm>
#include <numeric>

#include "kernels/launch.h"
#include "sim/draw_list.h"
#include "sim/mesh/box_tree.h"

namespace limber {

namespace {

std::vector<int> drawn_ones(const Surroundings& around) {
  std::vector<int> drawn;
  for (const ColliderMesh& mesh : around.drawn) drawn.push_back(mesh.collider);
  return drawn;
}

std::vector<PathKey> keys_of(const Surroundings& around) {
  std::vector<PathKey> keys;
  for (const MovedCollider& moved : around.paths)
    keys.insert(keys.end(), moved.keys.begin(), moved.keys.end());
  return keys;
}

std::vector<Path> paths_of(const Surroundings& around) {
  std::vector<Path> paths(around.colliders.size());
  int first = 0;
  for (const MovedCollider& moved : around.paths) {
    const int count = static_cast<int>(moved.keys.size());
    paths[moved.collider] = {first, count, moved.repeats ? 1 : 0};
    first += count;
  }
  return paths;
}

/// The first of the colliders that move as one with each collider.
std::vector<int> leaders_of(const Surroundings& around) {
  std::vector<int> leaders(around.colliders.size());
  std::iota(leaders.begin(), leaders.end(), 0);
  for (const JoinedColliders& joined : around.joined)
    std::fill_n(leaders.begin() + joined.first, joined.count, joined.first);
  return leaders;
}

/// The samples of all distance fields.
std::vector<float> pool_of(const Surroundings& around, std::vector<int>& first_sample) {
  std::vector<float> pool;
  first_sample.assign(around.colliders.size(), -1);
  for (const SampledCollider& sampled : around.sampled) {
    first_sample[sampled.collider] = static_cast<int>(pool.size());
    pool.insert(pool.end(), sampled.samples_m->begin(), sampled.samples_m->end());
  }
  return pool;
}

}  // namespace

Colliders::Colliders(const Exec& exec, const Surroundings& around)
    : host_start_(around.colliders),
      some_turn_(std::ranges::any_of(around.colliders,
                                     [](const Collider& c) { return c.turn_rad_s != 0.0f; })),
      some_follow_paths_(!around.paths.empty()),
      samples_(exec, pool_of(around, first_sample_)),
      start_(exec, around.colliders),
      now_(exec, around.colliders),
      paths_(exec, paths_of(around)),
      keys_(exec, keys_of(around)),
      held_(exec, std::vector<HeldColliders>(1)),
      no_inputs_(exec, std::vector<FrameInputs>(1)),
      turns_(exec, std::vector<float>(around.colliders.size(), 0.0f)),
      motions_(exec, std::vector<ColliderMotion>(around.colliders.size())),
      drawn_(exec, drawn_ones(around)),
      host_leaders_(leaders_of(around)) {
  for (const ColliderMesh& mesh : around.drawn)
    host_drawn_.push_back({mesh.collider, mesh.first_together, mesh.together});
  place(exec);
}

void Colliders::add_to(DrawList& list, const Surroundings& around) const {
  list.scenery.insert(list.scenery.end(), around.scenery.begin(), around.scenery.end());
  for (const ColliderMesh& drawn : around.drawn) {
    list.moving_scenery.push_back({drawn.mesh, list.vertex_count++, 1});
    Box way;  // range of its centre
    way.add(around.colliders[drawn.collider].center_m);
    for (const MovedCollider& path : around.paths)
      if (path.collider == drawn.collider)
        for (const PathKey& key : path.keys)
          way.add(around.colliders[drawn.collider].center_m + key.shift_m);
    if (host_start_[drawn.collider].turn_rad_s == 0.0f && way.low_m == way.high_m) continue;
    for (const glm::vec3& x : drawn.mesh.positions_m) {
      list.bounds_min_m = glm::min(list.bounds_min_m, way.low_m + x);
      list.bounds_max_m = glm::max(list.bounds_max_m, way.high_m + x);
    }
  }
  add_ground(list, around.colliders);
}

ColliderCourses Colliders::courses() const {
  return {readable(start_), readable(paths_), readable(keys_)};
}

KeptColliders Colliders::kept() {
  return {kept_poses_.view(), kept_turns_.view(), kept_motions_.view()};
}

MoveColliders Colliders::move(View<const FrameInputs> inputs, float dt_s) {
  return {courses(),       readable(held_),   inputs,      turns_.view(),
          motions_.view(), readable(late_s_), now_.view(), dt_s};
}

void Colliders::step(const Exec& exec, View<const FrameInputs> inputs, float dt_s) {
  if (!some_move()) return;
  if (can_be_held())
    launch(exec, "colliders", now_.size(),
           KeepColliders{readable(now_), readable(turns_), readable(motions_), kept(),
                         min_shares_.view()});
  launch(exec, "colliders", now_.size(), move(inputs, dt_s));
}

void Colliders::let_be_held(const Exec& exec, std::vector<int> in_one) {
  const std::size_t n = in_one.size();
  if (n != static_cast<std::size_t>(leaders_.size())) {
    const auto some = [&](const auto& all) { return n > 0 ? all : std::decay_t<decltype(all)>{}; };
    leaders_ = {exec, some(host_leaders_)};
    min_shares_ = {exec, std::vector<int>(n, bits_of(1.0f))};
    late_s_ = {exec, std::vector<float>(n, 0.0f)};
    kept_poses_ = {exec, some(host_start_)};
    kept_turns_ = {exec, std::vector<float>(n, 0.0f)};
    kept_motions_ = {exec, std::vector<ColliderMotion>(n)};
  }
  for (std::size_t i = 0; i < n; ++i)
    if (in_one[i] != 0) in_one[host_leaders_[i]] = 1;
  in_one_ = {exec, in_one};
  exec.synchronize();
}

ColliderShares Colliders::shares() {
  return {readable(leaders_), readable(in_one_), min_shares_.view()};
}

void Colliders::hold_back(const Exec& exec, View<SearchState> state, float dt_s) {
  launch(exec, "colliders", now_.size(),
         HoldColliders{courses(), kept(), shares(), turns_.view(), motions_.view(), late_s_.view(),
                       now_.view(), state, dt_s});
}

void Colliders::place(const Exec& exec) {
  for (std::size_t i = 0; i < host_start_.size(); ++i) {
    if (first_sample_[i] < 0) continue;
    host_start_[i].field.first_sample = first_sample_[i];
    host_start_[i].samples = readable(samples_);
  }
  start_.upload(exec, host_start_);
  launch(exec, "colliders", now_.size(), move(readable(no_inputs_), 0.0f));
  exec.synchronize();
}

void Colliders::publish(const Exec& exec, float ago_s, View<const int> not_finite,
                        View<PublishedVertex> out) const {
  launch(exec, "publish", drawn_.size(),
         PublishColliders{drawn_.view(), start_.view(), now_.view(), turns_.view(), ago_s,
                          not_finite, out});
}

std::optional<glm::vec3> Colliders::grab(const Exec& exec, int drawn, const glm::vec3* at_m) {
  const Together& together = host_drawn_[drawn];
  if (together.count == 0) return std::nullopt;
  const glm::vec3 point_m = at_m ? *at_m : now_.download_at(exec, together.collider).center_m;
  const glm::vec3 dragged_m = motions_.download_at(exec, together.collider).dragged_m;
  hold(exec, {together.first, together.count, point_m - dragged_m});
  grabbed_ = drawn;
  dragged_ = true;
  return point_m;
}

void Colliders::release(const Exec& exec) {
  hold(exec, {});
  grabbed_ = -1;
  place(exec);  // clears the velocity of the drag
}

void Colliders::hold(const Exec& exec, const HeldColliders& held) {
  exec.synchronize();
  held_.upload(exec, {&held, 1});
  exec.synchronize();
}

void Colliders::archive(Archive& archive) {
  archive.host("grabbed collider", grabbed_);
  archive.host("a collider was dragged", dragged_);
  archive.derived("held colliders", held_, Start::zeros);
  if (some_turn_)
    archive.state("turns", turns_, Start::zeros);
  else
    archive.scratch(turns_);
  if (some_follow_paths_ || dragged_)
    archive.state("motions", motions_, Start::zeros);
  else
    archive.scratch(motions_);
  if (can_be_held()) {
    archive.state("late", late_s_, Start::zeros);
    archive.scratch(leaders_, in_one_, min_shares_, kept_poses_, kept_turns_, kept_motions_);
  }
  archive.scratch(samples_, start_, now_, paths_, keys_, no_inputs_, drawn_);
  archive.after_move([this](const Exec& to) { place(to); });
  archive.after_load([this](const Exec& exec) { place(exec); });
}

}  // namespace limber
