// Candidates for pairs, one warp per group of owners (find_candidates.h): each node is read once
// per group, each thing by one lane ([Ericson05, section 6.3] on simultaneous traversal).

#include "kernels/contact/find_candidates.h"

#include <algorithm>

#include "kernels/launch_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int lanes = WideTrees::lanes;
constexpr int warps = 4;
/// Each warp handles several groups, so that fewer blocks start in substeps without a search.
constexpr int max_blocks = 4096;
/// Maximum size of the box around a group, relative to the mean of its owners' boxes.
constexpr float max_apart = 32.0f;
/// A group stops once it has tested more than max_tests things, and more than max_tests_per_found
/// for each that its most successful owner has found: its box then covers much that none of them is
/// near, such as a castle among three balls.
constexpr int max_tests = 2048, max_tests_per_found = 8;
constexpr unsigned all_lanes = ~0u;

/// Things near a group, for all lanes to test.
struct Batch {
  int things[lanes];
  float4 leaf_low[lanes];
  float4 leaf_high[lanes];  ///< w: the radius
  float4 start_low[lanes], start_high[lanes], end_low[lanes], end_high[lanes];
  int4 corners[lanes];
};

/// A level of the traversal: a wide node, and which of its children are left.
struct Level {
  int first;
  unsigned left;
};
constexpr int max_levels = 8;

struct Shared {
  Batch batch;
  Level levels[max_levels];
};

__device__ float4 packed(const glm::vec3& v, float w) { return {v.x, v.y, v.z, w}; }
__device__ RegionNode box(const float4& low, const float4& high) {
  RegionNode box;
  box.low_m = {low.x, low.y, low.z};
  box.high_m = {high.x, high.y, high.z};
  return box;
}

struct Group {
  glm::vec3 low_m, high_m;
  int min_thing;
  bool is_close;
};

template <class Value>
__device__ Value of_all(Value value, Value (*of_two)(Value, Value)) {
  for (int step = 1; step < lanes; step *= 2)
    value = of_two(value, __shfl_xor_sync(all_lanes, value, step));
  return value;
}
__device__ float lesser(float a, float b) { return fminf(a, b); }
__device__ int lesser_of_ints(int a, int b) { return min(a, b); }
__device__ int greater_of_ints(int a, int b) { return max(a, b); }
__device__ float greater(float a, float b) { return fmaxf(a, b); }
__device__ float sum(float a, float b) { return a + b; }

__device__ float size_of(const glm::vec3& low_m, const glm::vec3& high_m) {
  const glm::vec3 size = high_m - low_m;
  return size.x + size.y + size.z;
}

/// The box around what the owners of all lanes search.
__device__ Group group_of(bool there, const PairSearch::Owner& own) {
  constexpr float far_m = 1e30f;
  const glm::vec3 low = there ? own.region.low_m - own.search_m : glm::vec3(far_m);
  const glm::vec3 high = there ? own.region.high_m + own.search_m : glm::vec3(-far_m);
  Group group;
  for (int axis = 0; axis < 3; ++axis) {
    group.low_m[axis] = of_all(low[axis], lesser);
    group.high_m[axis] = of_all(high[axis], greater);
  }
  // Not __reduce_min_sync, which GPUs before compute capability 8.0 lack.
  group.min_thing = of_all(there ? own.min_thing : 1 << 30, lesser_of_ints);
  const float sizes = of_all(there ? size_of(low, high) : 0.0f, sum);
  const auto owners = static_cast<float>(__popc(__ballot_sync(all_lanes, there)));
  group.is_close = size_of(group.low_m, group.high_m) * owners <= max_apart * sizes;
  return group;
}

/// team: neighbouring lanes that test things for the same owner.
template <int team>
class Walk {
 public:
  /// count: candidates that the owner has already.
  __device__ Walk(const FindCandidatesInGroups& work, Shared& shared, int owner,
                  const PairSearch::Owner& own, int count = 0)
      : work_(work),
        search_(work.each.search),
        shared_(shared),
        owner_(owner),
        own_(own),
        count_(count) {}

  /// Whether it found everything; otherwise each owner must go on alone.
  __device__ bool run() {
    group_ = group_of(there(), own_);
    if (!group_.is_close) {
      if (there() && rank_ == 0) work_.each(owner_);
      return true;
    }
    // Owners of a group traverse the same trees.
    const int some = __ffs(static_cast<int>(__ballot_sync(all_lanes, there()))) - 1;
    const int first_node = __shfl_sync(all_lanes, own_.first_node, some);
    const int last_node = __shfl_sync(all_lanes, own_.last_node, some);
    for (const WideChild& root : work_.trees.roots)
      if (root.count > 0 && root.node >= first_node && root.node < last_node && !stops_) walk(root);
    const bool all = !stops_;
    look_at_batch();  // what was taken before it stopped
    if (there() && rank_ == 0) work_.each.found(owner_, count_);
    return all;
  }

  /// After run(): candidates found, and the first thing that was not tested.
  __device__ int count() const { return count_; }
  __device__ int next_thing() const { return next_thing_; }

 private:
  __device__ bool there() const { return owner_ >= 0; }

  __device__ void walk(const WideChild& root) {
    int level = 0;
    enter(root, level);
    __syncwarp();
    while (level >= 0 && !stops_) {
      const Level here = shared_.levels[level];
      __syncwarp();
      if (here.left == 0) {
        --level;
        continue;
      }
      if (lane_ == 0) shared_.levels[level].left = here.left & (here.left - 1);
      const int k = __ffs(static_cast<int>(here.left)) - 1;
      const WideChild child = work_.trees.children.data[here.first + k];
      if (child.is_wide != 0)
        enter(child, ++level);
      else
        take(child);
      __syncwarp();
    }
  }

  /// Finds the children of a wide node that are near.
  __device__ void enter(const WideChild& wide, int level) {
    bool near = lane_ < wide.count;
    if (near) {
      const int child = work_.trees.children.data[wide.first + lane_].node;
      const RegionNode node = search_.nodes.data[child];
      near = node.end > group_.min_thing && overlap(node, group_.low_m, group_.high_m);
    }
    const unsigned all_near = __ballot_sync(all_lanes, near);
    if (lane_ == 0) shared_.levels[level] = {wide.first, all_near};
  }

  /// Adds the things below a child that are near the group to the batch.
  __device__ void take(const WideChild& child) {
    const int thing = child.first + lane_;
    const bool near = lane_ < child.count && thing >= group_.min_thing &&
                      overlap(work_.leaves.data[thing], group_.low_m, group_.high_m);
    const unsigned all_near = __ballot_sync(all_lanes, near);
    const int more = __popc(all_near);
    if (batched_ + more > lanes) look_at_batch();
    next_thing_ = child.first + child.count;
    if (near) shared_.batch.things[batched_ + __popc(all_near & ((1u << lane_) - 1u))] = thing;
    batched_ += more;
  }

  /// One lane per thing loads what all lanes need.
  __device__ void load_batch() {
    __syncwarp();
    Batch& batch = shared_.batch;
    if (lane_ < batched_) {
      const int thing = batch.things[lane_];
      const RegionNode leaf = work_.leaves.data[thing];
      const glm::ivec3 c = search_.mesh.things.data[thing];
      const bool is_box = search_.mesh.is_box_thing(thing);
      const RegionNode start = box_of(search_.starts_m, c, is_box);
      const RegionNode end = box_of(search_.ends_m, c, is_box);
      batch.leaf_low[lane_] = packed(leaf.low_m, 0.0f);
      batch.leaf_high[lane_] = packed(leaf.high_m, search_.mesh.traits.data[c.z].radius_m);
      batch.start_low[lane_] = packed(start.low_m, 0.0f);
      batch.start_high[lane_] = packed(start.high_m, 0.0f);
      batch.end_low[lane_] = packed(end.low_m, 0.0f);
      batch.end_high[lane_] = packed(end.high_m, 0.0f);
      batch.corners[lane_] = {c.x, c.y, c.z, 0};
    }
    __syncwarp();
  }

  /// Each lane of a team tests its part of the batch for the owner: first by leaf boxes, which
  /// reject most.
  __device__ void look_at_batch() {
    load_batch();
    const Batch& batch = shared_.batch;
    const glm::vec3 low = own_.region.low_m - own_.search_m;
    const glm::vec3 high = own_.region.high_m + own_.search_m;
    unsigned near = 0, found = 0;
    for (int k = rank_; k < batched_; k += team)
      if (batch.things[k] >= own_.min_thing &&
          overlap(box(batch.leaf_low[k], batch.leaf_high[k]), low, high))
        near |= 1u << k;
    for (near = there() ? near : 0; near != 0; near &= near - 1) {
      const int k = __ffs(static_cast<int>(near)) - 1;
      if (may_pair(k)) found |= 1u << k;
    }
    add(found);
    tested_ += batched_;
    batched_ = 0;
    if (team < lanes && tested_ > max_tests)  // one owner alone never stops
      stops_ = tested_ > max_tests_per_found * of_all(count_, greater_of_ints);
    __syncwarp();  // before shared memory is written again
  }

  /// Adds what the lanes of a team have found, in ascending order.
  __device__ void add(unsigned found) {
    unsigned of_team = found;
    for (int step = 1; step < team; step *= 2) of_team |= __shfl_xor_sync(all_lanes, of_team, step);
    const PairCandidates& candidates = work_.each.candidates;
    const int count = count_ + __popc(of_team);
    if (rank_ == 0) candidates.take_chunks(owner_, count_, count);
    __syncwarp();
    for (; found != 0; found &= found - 1) {
      const int k = __ffs(static_cast<int>(found)) - 1;
      candidates.add(owner_, count_ + __popc(of_team & ((1u << k) - 1u)), shared_.batch.things[k]);
    }
    count_ = count;
  }

  __device__ bool may_pair(int k) const {
    const Batch& batch = shared_.batch;
    const float4 leaf_high = batch.leaf_high[k];
    const int4 c = batch.corners[k];
    return PairSearch::may_pair(
        own_, {box(batch.leaf_low[k], leaf_high), {c.x, c.y, c.z}, leaf_high.w},
        [&] { return box(batch.start_low[k], batch.start_high[k]); },
        [&] { return box(batch.end_low[k], batch.end_high[k]); });
  }

  const FindCandidatesInGroups& work_;
  const PairSearch& search_;
  Shared& shared_;
  int owner_;
  int lane_ = static_cast<int>(threadIdx.x) % lanes, rank_ = lane_ % team;
  PairSearch::Owner own_;
  Group group_{};
  int count_, batched_ = 0;
  int tested_ = 0, next_thing_ = 0;
  bool stops_ = false;  ///< the same for all lanes
};

/// Lanes of owners that search much farther than the others of the group, as a large ball does
/// among small things, or that are alone in it.
__device__ unsigned lanes_of_large(bool there, const PairSearch::Owner& own, int team) {
  constexpr float much = 8.0f;
  const float size_m =
      there ? size_of(own.region.low_m - own.search_m, own.region.high_m + own.search_m) : 1e30f;
  const float least_m = of_all(size_m, lesser);
  const unsigned all = __ballot_sync(all_lanes, there);
  const unsigned large = __ballot_sync(all_lanes, there && size_m > much * least_m);
  return __popc(all) == team ? all : large;
}

template <int group_size>
__global__ void __launch_bounds__(warps* lanes)
    find_candidates(const __grid_constant__ FindCandidatesInGroups work) {
  __shared__ Shared shared[warps];
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (work.only_if.data[0] == 0) return;
  const int warp = static_cast<int>(threadIdx.x) / lanes;
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  const int step = static_cast<int>(gridDim.x) * warps * group_size;
  constexpr int team = lanes / group_size;
  const PairSearch& search = work.each.search;
  for (int first = (static_cast<int>(blockIdx.x) * warps + warp) * group_size;
       first < work.owners.size; first += step) {
    const int owner = work.owners.data[first + lane / team];
    PairSearch::Owner own{};
    if (owner >= 0) own = search.owner(owner);
    unsigned alone = lanes_of_large(owner >= 0, own, team);
    const unsigned together = ~alone & __ballot_sync(all_lanes, owner >= 0);
    int count = 0, next_thing = 0;
    if (together != 0) {
      const bool joins = (together >> lane & 1u) != 0;
      Walk<team> walk(work, shared[warp], joins ? owner : -1, own);
      if (!walk.run()) {
        alone |= together;
        count = joins ? walk.count() : 0;
        next_thing = joins ? walk.next_thing() : 0;
      }
    }
    while (alone != 0) {
      const int source = __ffs(static_cast<int>(alone)) - 1;
      const int one = __shfl_sync(all_lanes, owner, source);
      alone &= ~__ballot_sync(all_lanes, owner == one);
      PairSearch::Owner rest = search.owner(one);
      rest.min_thing = max(rest.min_thing, __shfl_sync(all_lanes, next_thing, source));
      Walk<lanes>(work, shared[warp], one, rest, __shfl_sync(all_lanes, count, source)).run();
    }
  }
}

}  // namespace

void find_candidates_on_cuda(const Exec& exec, const char* label,
                             const FindCandidatesInGroups& work) {
  const int groups = work.owners.size / work.group_size;
  if (groups == 0) return;
  if (exec.timeline()) exec.timeline()->enter(label);
  const int blocks = std::min((groups + warps - 1) / warps, max_blocks);
  const auto kernel = work.group_size == OwnerGroups::small ? find_candidates<OwnerGroups::small>
                                                            : find_candidates<OwnerGroups::large>;
  launch_overlapping(exec, label, blocks, warps * lanes, 0, kernel, work);
}

#else

void find_candidates_on_cuda(const Exec&, const char* label, const FindCandidatesInGroups&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
