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
constexpr int blocks_at_once = 8;  // it waits for memory: occupancy matters more than registers
/// Each warp handles several groups, so that fewer blocks start in substeps without a search.
constexpr int max_blocks = 4096;
/// Maximum size of the box around a group, relative to the mean of its owners' boxes. Spheres that
/// have drifted apart, such as drops, are near few triangles each but many as a group.
constexpr float max_apart = 64.0f, max_apart_of_spheres = 6.0f;
/// A group stops once it has tested more than max_tests things, and more than max_tests_per_found
/// for each that its most successful owner has found: its box then covers much that none of them is
/// near, such as a castle among three balls.
constexpr int max_tests = 2048, max_tests_per_found = 8;
constexpr unsigned all_lanes = ~0u;

/// A level of the traversal: a wide node, and which of its children are left.
struct Level {
  int first;
  unsigned left;
};
constexpr int max_levels = 8;

/// An owner, and a thing whose box is near.
struct NearThing {
  int slot;  ///< of the owner in its group
  int thing;
};

struct Shared {
  Level levels[max_levels];
  int things[lanes];  ///< near the group
  /// The box that each owner searches; w of the low corner: its first thing, an int.
  float4 low[lanes], high[lanes];
  PairSearch::Bounds bounds[lanes];  ///< of the owners
  int ids[lanes];
  int counts[lanes];  ///< of their candidates
  NearThing near[2 * lanes];
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

/// The first of some lanes; there must be one.
__device__ int first_of(unsigned some) { return __ffs(static_cast<int>(some)) - 1; }

__device__ float size_of(const glm::vec3& low_m, const glm::vec3& high_m) {
  const glm::vec3 size = high_m - low_m;
  return size.x + size.y + size.z;
}

/// The owner of a lane, and what it searches.
struct Searcher {
  bool there = false;
  int id = -1;
  PairSearch::Owner own{};
  bool is_sphere = false;
  glm::vec3 low_m{1e30f}, high_m{-1e30f};  ///< nothing where there is none

  __device__ Searcher() = default;
  __device__ Searcher(const PairSearch& search, int id)
      : there(true),
        id(id),
        own(search.owner(id)),
        is_sphere(search.mesh.is_sphere(own.bounds.corners.x)),
        low_m(own.bounds.region.low_m - own.search_m),
        high_m(own.bounds.region.high_m + own.search_m) {}
};

struct Group {
  glm::vec3 low_m, high_m;
  int min_thing;
  ThingRange skipped;  ///< by all owners
  bool is_close;
};

/// The box around what the owners of all lanes search.
__device__ Group group_of(const Searcher& mine) {
  Group group;
  for (int axis = 0; axis < 3; ++axis) {
    group.low_m[axis] = of_all(mine.low_m[axis], lesser);
    group.high_m[axis] = of_all(mine.high_m[axis], greater);
  }
  // Not __reduce_min_sync, which GPUs before compute capability 8.0 lack.
  group.min_thing = of_all(mine.there ? mine.own.min_thing : 1 << 30, lesser_of_ints);
  const int some = first_of(__ballot_sync(all_lanes, mine.there));
  const ThingRange skipped{__shfl_sync(all_lanes, mine.own.skipped.first, some),
                           __shfl_sync(all_lanes, mine.own.skipped.last, some)};
  const bool other = mine.there && !(mine.own.skipped.first == skipped.first &&
                                     mine.own.skipped.last == skipped.last);
  if (__ballot_sync(all_lanes, other) == 0) group.skipped = skipped;
  const float sizes = of_all(mine.there ? size_of(mine.low_m, mine.high_m) : 0.0f, sum);
  const auto owners = static_cast<float>(__popc(__ballot_sync(all_lanes, mine.there)));
  const float max = __shfl_sync(all_lanes, mine.is_sphere, some) ? max_apart_of_spheres : max_apart;
  group.is_close = size_of(group.low_m, group.high_m) * owners <= max * sizes;
  return group;
}

/// Traverses the trees for the owners of a warp's first `slots` lanes. What passes one test is
/// packed before the next, so that all lanes have work: things near the group, then pairs of an
/// owner and a thing whose boxes are near.
class Walk {
 public:
  /// count: candidates that the owner of this lane has already.
  __device__ Walk(const FindCandidatesInGroups& work, Shared& shared, int slots,
                  const Searcher& mine, int count = 0)
      : work_(work),
        search_(work.each.search),
        shared_(shared),
        slots_(slots),
        mine_(mine),
        group_(group_of(mine)) {
    __syncwarp();  // shared memory may still be read for the walk before
    shared.low[lane_] = {mine.low_m.x, mine.low_m.y, mine.low_m.z,
                         __int_as_float(mine.own.min_thing)};
    shared.high[lane_] = {mine.high_m.x, mine.high_m.y, mine.high_m.z, 0.0f};
    if (lane_ < slots) shared.bounds[lane_] = mine.own.bounds;
    shared.ids[lane_] = mine.id;
    shared.counts[lane_] = count;
    __syncwarp();
  }

  /// Whether it found everything; otherwise each owner must go on alone.
  __device__ bool run() {
    if (!group_.is_close) {
      if (mine_.there) work_.each(mine_.id);
      return true;
    }
    // Owners of a group traverse the same trees.
    const int some = first_of(__ballot_sync(all_lanes, mine_.there));
    const int first_node = __shfl_sync(all_lanes, mine_.own.first_node, some);
    const int last_node = __shfl_sync(all_lanes, mine_.own.last_node, some);
    for (const WideChild& root : work_.trees.roots)
      if (root.count > 0 && root.node >= first_node && root.node < last_node && !stops_) walk(root);
    const bool all = !stops_;
    test_things();  // what was taken before it stopped
    if (near_ > 0) test_near(near_);
    if (mine_.there) work_.each.found(mine_.id, count());
    return all;
  }

  /// After run(): candidates of this lane's owner, and the first thing that was not tested.
  __device__ int count() const { return shared_.counts[lane_]; }
  __device__ int next_thing() const { return next_thing_; }

 private:
  __device__ unsigned lanes_before() const { return (1u << lane_) - 1u; }

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
      const int k = first_of(here.left);
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
      near = node.end > group_.min_thing && !group_.skipped.holds(node, child) &&
             overlap(node, group_.low_m, group_.high_m);
    }
    const unsigned all_near = __ballot_sync(all_lanes, near);
    if (lane_ == 0) shared_.levels[level] = {wide.first, all_near};
  }

  /// Adds the things below a child that are near the group.
  __device__ void take(const WideChild& child) {
    const int thing = child.first + lane_;
    const bool near = lane_ < child.count && thing >= group_.min_thing &&
                      !group_.skipped.holds(thing, thing + 1) &&
                      overlap(work_.leaves.data[thing], group_.low_m, group_.high_m);
    const unsigned all_near = __ballot_sync(all_lanes, near);
    const int more = __popc(all_near);
    if (things_ + more > lanes) test_things();
    next_thing_ = child.first + child.count;
    if (near) shared_.things[things_ + __popc(all_near & lanes_before())] = thing;
    things_ += more;
  }

  /// One lane per thing tests the boxes of all owners.
  __device__ void test_things() {
    __syncwarp();
    const bool there = lane_ < things_;
    const int thing = there ? shared_.things[lane_] : -1;
    RegionNode leaf;
    if (there) leaf = work_.leaves.data[thing];
    for (int slot = 0; slot < slots_; ++slot) {
      const float4 low = shared_.low[slot], high = shared_.high[slot];
      const bool near = thing >= __float_as_int(low.w) &&
                        overlap(leaf, {low.x, low.y, low.z}, {high.x, high.y, high.z});
      const unsigned all_near = __ballot_sync(all_lanes, near && there);
      if (all_near == 0) continue;
      if (near && there) shared_.near[near_ + __popc(all_near & lanes_before())] = {slot, thing};
      near_ += __popc(all_near);
      if (near_ >= lanes) test_near(lanes);
    }
    tested_ += things_;
    things_ = 0;
    if (slots_ > 1 && tested_ > max_tests)  // one owner alone never stops
      stops_ = tested_ > max_tests_per_found * of_all(count(), greater_of_ints);
    __syncwarp();  // before shared memory is written again
  }

  /// One lane per owner and thing: adds what may be a pair to the candidates, in ascending order.
  __device__ void test_near(int size) {
    __syncwarp();
    const NearThing mine = shared_.near[lane_];
    const int slot = lane_ < size ? mine.slot : lanes;
    const bool found = lane_ < size && may_pair(shared_.bounds[slot], mine.thing);
    const unsigned of_owner = __match_any_sync(all_lanes, slot) & __ballot_sync(all_lanes, found);
    const int before = lane_ < size ? shared_.counts[slot] : 0;
    const int more = __popc(of_owner);
    const PairCandidates& candidates = work_.each.candidates;
    __syncwarp();
    if (found && (of_owner & lanes_before()) == 0) {
      candidates.take_chunks(shared_.ids[slot], before, before + more);
      shared_.counts[slot] = before + more;
    }
    __syncwarp();
    if (found)
      candidates.add(shared_.ids[slot], before + __popc(of_owner & lanes_before()), mine.thing);
    near_ -= size;
    if (lane_ < near_) shared_.near[lane_] = shared_.near[lanes + lane_];
    __syncwarp();
  }

  __device__ bool may_pair(const PairSearch::Bounds& own, int thing) const {
    const glm::ivec3 c = search_.mesh.things.data[thing];
    const bool is_box = search_.mesh.is_box_thing(thing);
    return PairSearch::may_pair(
        own, {work_.leaves.data[thing], c, search_.mesh.traits.data[c.z].radius_m},
        [&] { return box_of(search_.starts_m, c, is_box); },
        [&] { return box_of(search_.ends_m, c, is_box); });
  }

  const FindCandidatesInGroups& work_;
  const PairSearch& search_;
  Shared& shared_;
  int slots_;
  int lane_ = static_cast<int>(threadIdx.x) % lanes;
  const Searcher& mine_;
  Group group_;
  int things_ = 0, near_ = 0;  ///< waiting in shared memory
  int tested_ = 0, next_thing_ = 0;
  bool stops_ = false;  ///< the same for all lanes
};

/// Lanes whose owners search much farther than the others of the group, as a large ball does among
/// small things, or are alone in it.
__device__ unsigned lanes_of_large(const Searcher& mine) {
  constexpr float much = 8.0f;
  const float size_m = mine.there ? size_of(mine.low_m, mine.high_m) : 1e30f;
  const float least_m = of_all(size_m, lesser);
  const unsigned all = __ballot_sync(all_lanes, mine.there);
  const unsigned large = __ballot_sync(all_lanes, mine.there && size_m > much * least_m);
  return __popc(all) == 1 ? all : large;
}

__global__ void __launch_bounds__(warps* lanes, blocks_at_once)
    find_candidates(const __grid_constant__ FindCandidatesInGroups work) {
  __shared__ Shared shared_of_warps[warps];
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  if (work.only_if.data[0] == 0) return;
  const int warp = static_cast<int>(threadIdx.x) / lanes;
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  Shared& shared = shared_of_warps[warp];
  const int slots = work.group_size;
  const int step = static_cast<int>(gridDim.x) * warps * slots;
  const PairSearch& search = work.each.search;
  for (int first = (static_cast<int>(blockIdx.x) * warps + warp) * slots; first < work.owners.size;
       first += step) {
    const int id = lane < slots ? work.owners.data[first + lane] : -1;
    const Searcher mine = id >= 0 ? Searcher(search, id) : Searcher();
    const int owners = __popc(__ballot_sync(all_lanes, mine.there));  // -1 comes after them
    unsigned alone = lanes_of_large(mine);
    const unsigned together = ~alone & __ballot_sync(all_lanes, mine.there);
    int count = 0, next_thing = 0;
    if (together != 0) {
      const bool joins = (together >> lane & 1u) != 0;
      const Searcher joined = joins ? mine : Searcher();
      Walk walk(work, shared, owners, joined);
      if (!walk.run()) {
        alone |= together;
        count = walk.count();
        next_thing = joins ? walk.next_thing() : 0;
      }
    }
    for (; alone != 0; alone &= alone - 1) {
      const int source = first_of(alone);
      const int owner = __shfl_sync(all_lanes, id, source);
      const int next = __shfl_sync(all_lanes, next_thing, source);
      const int found = __shfl_sync(all_lanes, count, source);
      Searcher one;
      if (lane == 0) {
        one = Searcher(search, owner);
        one.own.min_thing = max(one.own.min_thing, next);
      }
      Walk(work, shared, 1, one, found).run();
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
  launch_overlapping(exec, label, blocks, warps * lanes, 0, find_candidates, work);
}

#else

void find_candidates_on_cuda(const Exec&, const char* label, const FindCandidatesInGroups&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
