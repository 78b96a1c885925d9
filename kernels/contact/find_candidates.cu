// Candidates for pairs, one warp per group of owners, then a warp for each owner that needs more,
// and a whole block for those that a warp does not finish (find_candidates.h): each node is read
// once per group, each thing by one lane ([Ericson05, section 6.3] on simultaneous traversal).

#include "kernels/contact/find_candidates.h"

#include <algorithm>

#include "kernels/launch_on_cuda.h"
#include "kernels/timeline.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int lanes = WideTrees::lanes;
/// Per block, for groups and for owners that wait.
constexpr int warps = 4, warps_for_waiting = 8;
/// Warps on a multiprocessor for which registers must suffice: the kernels wait for memory.
constexpr int warps_at_once = 32;
/// Each warp handles several groups, so that fewer blocks start in substeps without a search.
constexpr int max_blocks = 4096, max_blocks_for_waiting = 512;
/// Maximum size of the box around a group, relative to the mean of its owners' boxes. Spheres that
/// have drifted apart, such as drops, are near few triangles each but many as a group.
constexpr float max_apart = 64.0f, max_apart_of_spheres = 6.0f;
/// A group stops after this many rounds of tests, and a thread that searches for one owner of a
/// group after this many nodes: their owners wait for a warp each. Most of what a group tests may
/// be near none of them, as the box around three balls covers a castle. A warp that searches for
/// one owner stops too, after its own number of rounds, and the whole block goes on.
constexpr int max_rounds_of_group = 192, max_nodes_of_thread = 64;
constexpr int max_rounds_of_owner = FindCandidatesInGroups::max_things_of_warp / lanes;
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
__device__ float greater(float a, float b) { return fmaxf(a, b); }
__device__ float sum(float a, float b) { return a + b; }

/// The first of some lanes; there must be one.
__device__ int first_of(unsigned some) { return __ffs(static_cast<int>(some)) - 1; }

__device__ float size_of(const glm::vec3& low_m, const glm::vec3& high_m) {
  // A small sphere may search less than a point: see PairSearch::Owner::search_m.
  const glm::vec3 size = glm::max(high_m - low_m, glm::vec3(0.0f));
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

/// What an owner or a group searches.
struct Sought {
  glm::vec3 low_m, high_m;
  int min_thing;
  ThingRange skipped;

  __device__ bool is_near(const RegionNode& node, int self) const {
    return node.end > min_thing && !skipped.holds(node, self) && overlap(node, low_m, high_m);
  }
  __device__ bool is_near_leaf(const RegionNode& leaf, int thing) const {
    return thing >= min_thing && !skipped.holds(thing, thing + 1) && overlap(leaf, low_m, high_m);
  }
};

struct Group : Sought {
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

/// The owners that wait for a warp each.
struct Waiting {
  View<WaitingOwner> owners;
  int& count;

  __device__ explicit Waiting(const FindCandidatesInGroups& work)
      : owners(work.waiting),
        count(work.each.candidates.used.data[PairCandidates::waiting_owners]) {}
  __device__ void add(const WaitingOwner& owner) const {
    owners.data[atomic_add(count, 1)] = owner;
  }
};

/// Whether an owner and a thing whose boxes are near may be a pair. A Walk has this function and
/// the next as members: with these in place of both, a search of world/layers takes 6% longer.
__device__ bool may_pair(const FindCandidatesInGroups& work, const PairSearch::Bounds& own,
                         int thing) {
  const PairSearch& search = work.each.search;
  const glm::ivec3 c = search.mesh.things.data[thing];
  const bool is_box = search.mesh.is_box_thing(thing);
  return PairSearch::may_pair(
      own, {work.leaves.data[thing], c, search.mesh.traits.data[c.z].radius_m},
      [&] { return box_of(search.starts_m, c, is_box); },
      [&] { return box_of(search.ends_m, c, is_box); });
}

/// The children of a wide node that are near, by all lanes of a warp.
__device__ unsigned near_children(const FindCandidatesInGroups& work, const WideChild& wide,
                                  const Sought& sought, int lane) {
  bool near = lane < wide.count;
  if (near) {
    const int child = work.trees.children.data[wide.first + lane].node;
    near = sought.is_near(work.each.search.nodes.data[child], child);
  }
  return __ballot_sync(all_lanes, near);
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

  /// Of a group: owners that need more wait.
  __device__ void run() {
    if (!group_.is_close) {
      if (mine_.there) traverse_alone();
      return;
    }
    const WaitingOwner mine = run_together();
    if (mine.owner >= 0) Waiting(work_).add(mine);
  }

  /// Returns the owner of this lane where it is there and needs more.
  __device__ WaitingOwner run_together() {
    // Owners of a group traverse the same trees.
    const int some = first_of(__ballot_sync(all_lanes, mine_.there));
    const int first_node = __shfl_sync(all_lanes, mine_.own.first_node, some);
    const int last_node = __shfl_sync(all_lanes, mine_.own.last_node, some);
    for (const WideChild& root : work_.trees.roots)
      if (root.count > 0 && root.node >= first_node && root.node < last_node && !stops_) walk(root);
    const bool all = !stops_;
    test_things();  // what was taken before it stopped
    if (near_ > 0) test_near(near_);
    if (!mine_.there) return {};
    const int count = shared_.counts[lane_];
    if (!all) return {mine_.id, next_thing_, count};
    work_.each.found(mine_.id, count);
    return {};
  }

 private:
  __device__ void traverse_alone() const {
    const PairCandidates& candidates = work_.each.candidates;
    int count = 0;
    const auto add = [&](int thing) {
      candidates.take_chunks(mine_.id, count, count + 1);
      candidates.add(mine_.id, count++, thing);
    };
    const int next_thing = search_.for_candidates(mine_.id, add, max_nodes_of_thread);
    if (next_thing < 0)
      work_.each.found(mine_.id, count);
    else
      Waiting(work_).add({mine_.id, next_thing, count});
  }

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
    const bool near = lane_ < child.count && group_.is_near_leaf(work_.leaves.data[thing], thing);
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
    things_ = 0;
    ++rounds_;
    stops_ = rounds_ > (slots_ > 1 ? max_rounds_of_group : max_rounds_of_owner);
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
    ++rounds_;
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
  int rounds_ = 0, next_thing_ = 0;
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

/// Whether anything in the trees that a group of owners searches may be near the box of the node
/// above them, which contains what they search: things' boxes extend by as many radii.
/// Most groups end here where bodies are large and few of them touch, as do a wall's bricks.
__device__ bool may_be_near(const FindCandidatesInGroups& work, int group, int lane) {
  const int above = work.group_nodes.data[group];
  if (above < 0) return true;
  const View<const RegionNode>& nodes = work.each.search.nodes;
  const RegionNode box = nodes.data[above];
  const auto trees = work.each.search.trees_of(work.owners.data[group * work.group_size]);
  for (const WideChild& root : work.trees.roots) {
    if (root.count == 0 || root.node < trees.first_node || root.node >= trees.last_node) continue;
    const bool near =
        lane < root.count && overlap(nodes.data[work.trees.children.data[root.first + lane].node],
                                     box.low_m, box.high_m);
    if (__any_sync(all_lanes, near)) return true;
  }
  return false;
}

/// Waits for the kernels before. Returns whether this substep traverses.
__device__ bool begins(const FindCandidatesInGroups& work) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
  return work.only_if.data[0] != 0;
}

__global__ void __launch_bounds__(warps* lanes, warps_at_once / warps)
    find_candidates(const __grid_constant__ FindCandidatesInGroups work) {
  __shared__ Shared shared_of_warps[warps];
  if (!begins(work)) return;
  const int warp = static_cast<int>(threadIdx.x) / lanes;
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  Shared& shared = shared_of_warps[warp];
  const int slots = work.group_size;
  const int step = static_cast<int>(gridDim.x) * warps * slots;
  const PairSearch& search = work.each.search;
  for (int first = (static_cast<int>(blockIdx.x) * warps + warp) * slots; first < work.owners.size;
       first += step) {
    const int id = lane < slots ? work.owners.data[first + lane] : -1;
    if (!may_be_near(work, first / slots, lane)) {
      if (id >= 0) work.each.found(id, 0);
      continue;
    }
    const Searcher mine = id >= 0 ? Searcher(search, id) : Searcher();
    const int owners = __popc(__ballot_sync(all_lanes, mine.there));  // -1 comes after them
    const bool is_large = (lanes_of_large(mine) >> lane & 1u) != 0;
    if (mine.there && is_large) Waiting(work).add({id, 0, 0});
    const Searcher joined = is_large ? Searcher() : mine;
    if (__any_sync(all_lanes, joined.there)) Walk(work, shared, owners, joined).run();
  }
}

struct SharedByBlock {
  static constexpr int max_listed = 256;
  int listed[max_listed];  ///< nodes with few things that are near, in ascending order
  int size;
  bool ended;
  Level levels[max_levels];
  int found[2][warps_for_waiting];
};

/// Searches for one owner, by all warps of a block. The first lists what is near, and then each
/// tests the things below another node of the list.
class BlockWalk {
 public:
  __device__ BlockWalk(const FindCandidatesInGroups& work, SharedByBlock& shared,
                       const WaitingOwner& waited)
      : work_(work), shared_(shared), mine_(work.each.search, waited.owner), count_(waited.found) {
    sought_ = {mine_.low_m, mine_.high_m, max(mine_.own.min_thing, waited.next_thing),
               mine_.own.skipped};
  }

  __device__ void run() {
    for (const WideChild& root : work_.trees.roots)
      if (root.count > 0 && root.node >= mine_.own.first_node && root.node < mine_.own.last_node)
        walk(root);
    if (threadIdx.x == 0) work_.each.found(mine_.id, count_);
  }

 private:
  __device__ void walk(const WideChild& root) {
    int level = -1;
    bool begins = true;
    do {
      __syncthreads();  // the list may still be read
      if (warp_ == 0) list(root, begins, level);
      __syncthreads();
      for (int first = 0; first < shared_.size; first += warps_for_waiting) test(first);
      begins = false;
    } while (!shared_.ended);
  }

  /// Fills the list, from where it ended the time before.
  __device__ void list(const WideChild& root, bool begins, int& level) {
    int size = 0;
    if (begins) enter(root, level = 0);
    while (level >= 0 && size < SharedByBlock::max_listed) {
      __syncwarp();
      const Level here = shared_.levels[level];
      __syncwarp();
      if (here.left == 0) {
        --level;
        continue;
      }
      if (lane_ == 0) shared_.levels[level].left = here.left & (here.left - 1);
      const int k = here.first + first_of(here.left);
      const WideChild child = work_.trees.children.data[k];
      if (child.is_wide != 0) {
        enter(child, ++level);
      } else {
        if (lane_ == 0) shared_.listed[size] = k;
        ++size;
      }
    }
    if (lane_ == 0) {
      shared_.size = size;
      shared_.ended = level < 0;
    }
  }

  __device__ void enter(const WideChild& wide, int level) {
    const unsigned all_near = near_children(work_, wide, sought_, lane_);
    __syncwarp();
    if (lane_ == 0) shared_.levels[level] = {wide.first, all_near};
  }

  /// Tests the things below as many nodes as there are warps, and adds what may be a pair.
  __device__ void test(int first) {
    WideChild child{};
    if (first + warp_ < shared_.size)
      child = work_.trees.children.data[shared_.listed[first + warp_]];
    const int thing = child.first + lane_;
    const bool found = lane_ < child.count &&
                       sought_.is_near_leaf(work_.leaves.data[thing], thing) &&
                       may_pair(work_, mine_.own.bounds, thing);
    const unsigned all_found = __ballot_sync(all_lanes, found);
    int(&of_warps)[warps_for_waiting] = shared_.found[turn_];
    turn_ = 1 - turn_;
    if (lane_ == 0) of_warps[warp_] = __popc(all_found);
    __syncthreads();
    int before = count_, all = 0;
    for (int w = 0; w < warps_for_waiting; ++w) {
      if (w < warp_) before += of_warps[w];
      all += of_warps[w];
    }
    const PairCandidates& candidates = work_.each.candidates;
    if (PairCandidates::need_chunk(count_, count_ + all) ||
        PairCandidates::need_large_chunk(count_, count_ + all)) {
      if (threadIdx.x == 0) candidates.take_chunks(mine_.id, count_, count_ + all);
      __syncthreads();
    }
    if (found) candidates.add(mine_.id, before + __popc(all_found & ((1u << lane_) - 1u)), thing);
    count_ += all;
  }

  const FindCandidatesInGroups& work_;
  SharedByBlock& shared_;
  int warp_ = static_cast<int>(threadIdx.x) / lanes, lane_ = static_cast<int>(threadIdx.x) % lanes;
  Searcher mine_;
  Sought sought_;
  int count_, turn_ = 0;
};

/// One warp per owner that waits, and then the block for each that its warps have not finished.
__global__ void __launch_bounds__(warps_for_waiting* lanes, warps_at_once / warps_for_waiting)
    find_candidates_of_waiting(const __grid_constant__ FindCandidatesInGroups work) {
  __shared__ Shared shared_of_warps[warps_for_waiting];
  __shared__ SharedByBlock shared;
  __shared__ WaitingOwner unfinished[warps_for_waiting];
  if (!begins(work)) return;
  const int warp = static_cast<int>(threadIdx.x) / lanes;
  const int lane = static_cast<int>(threadIdx.x) % lanes;
  const int blocks = static_cast<int>(gridDim.x);
  const Waiting waiting(work);
  // Those beside each other in the list often need as much: they go to different blocks.
  for (int first = static_cast<int>(blockIdx.x); first < waiting.count;
       first += blocks * warps_for_waiting) {
    const int k = first + blocks * warp;
    WaitingOwner owner;
    if (k < waiting.count) {
      owner = waiting.owners.data[k];
      Searcher one;
      if (lane == 0) {
        one = Searcher(work.each.search, owner.owner);
        one.own.min_thing = max(one.own.min_thing, owner.next_thing);
      }
      owner = Walk(work, shared_of_warps[warp], 1, one, owner.found).run_together();
    }
    if (lane == 0) unfinished[warp] = owner;
    __syncthreads();
    for (const WaitingOwner& more : unfinished)
      if (more.owner >= 0) BlockWalk(work, shared, more).run();
    __syncthreads();
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
  launch_overlapping(exec, label, std::min(blocks, max_blocks_for_waiting),
                     warps_for_waiting * lanes, 0, find_candidates_of_waiting, work);
}

#else

void find_candidates_on_cuda(const Exec&, const char* label, const FindCandidatesInGroups&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
