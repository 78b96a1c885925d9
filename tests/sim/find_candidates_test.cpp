// Candidate pairs found by groups of owners on a GPU, against traversal with one thread per owner
// and against brute force.

#include "kernels/contact/find_candidates.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <random>
#include <set>

#include "kernels/buffer.h"
#include "kernels/contact/count_pairs.h"
#include "kernels/device.h"
#include "kernels/only_if.h"
#include "sim/contact/contact_surface.h"
#include "sim/joints/joints_model.h"
#include "tests/each_backend.h"

namespace limber {
namespace {

constexpr float grid_cell_m = 0.02f;

/// Intersecting crumpled sheets, some kinematic, and scattered spheres and boxes. The second and
/// the third sheet are parts that do not touch themselves, the fourth one that does.
ContactShape crumpled(int sheets, int columns, int kinematic, int spheres, int boxes) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> share(-1.0f, 1.0f);
  const auto anywhere = [&] { return glm::vec3(share(random), share(random), share(random)); };
  ContactShape shape;
  const auto add = [&](const glm::vec3& x, int body) {
    shape.places_m.push_back(x);
    shape.body.push_back(body);
  };
  const float width_m = grid_cell_m * static_cast<float>(columns);
  for (int i = 0; i < spheres; ++i) {
    shape.spheres.push_back(i);
    add(i == 0 ? glm::vec3(0.5f * width_m) * glm::vec3(1.0f, 0.1f, 1.0f) : anywhere() * width_m, i);
  }
  for (int box = 0; box < boxes; ++box) {
    const int first = static_cast<int>(shape.places_m.size());
    const glm::vec3 at_m = anywhere() * width_m;
    for (const RigidCorner& corner : box_shape(glm::vec3(0.3f, 0.6f, 0.9f) * grid_cell_m).corners)
      add(at_m + corner.at_m, spheres + box);
    for (const glm::uvec3& t : box_shape(glm::vec3(grid_cell_m)).triangles)
      shape.triangles.push_back(t + static_cast<unsigned>(first));
    shape.boxes.push_back(first);
  }
  for (int sheet = 0; sheet < sheets; ++sheet) {
    if (sheet == sheets - kinematic)
      shape.first_kinematic_point = static_cast<int>(shape.places_m.size());
    const auto first = static_cast<unsigned>(shape.places_m.size());
    const float height_m = 0.2f * grid_cell_m * static_cast<float>(sheet);
    for (int i = 0; i < columns * columns; ++i)
      add(glm::vec3(i % columns, 0.0f, i / columns) * grid_cell_m +
              glm::vec3(0.0f, height_m, 0.0f) + 0.3f * grid_cell_m * anywhere(),
          spheres + boxes + sheet);
    const auto row = static_cast<unsigned>(columns);
    for (unsigned z = 0; z + 1 < row; ++z)
      for (unsigned x = 0; x + 1 < row; ++x) {
        const unsigned a = first + z * row + x;
        shape.triangles.push_back({a, a + 1, a + row});
        shape.triangles.push_back({a + 1, a + row + 1, a + row});
      }
  }
  if (sheets < 4) return shape;
  for (const int body : shape.body) {
    const int sheet = body - spheres - boxes;
    shape.part.push_back(sheet >= 1 && sheet < 4 ? sheet - 1 : -1);
  }
  shape.excluded = {{0, 1, 2, 2}, {0, 1}};
  return shape;
}

enum class Spheres {
  all_move,        ///< and are large where they are few
  small_and_still  ///< so that they search less than a point
};

/// Candidates found for a shape.
class FoundCandidates {
 public:
  FoundCandidates(const Exec& exec, const ContactShape& shape, bool in_groups,
                  bool has_chunks = true, Spheres spheres = Spheres::all_move)
      : surface_(contact_surface_of(shape)),
        points_(exec, surface_.points),
        body_(exec, shape.body),
        things_(exec, surface_.things),
        nodes_(exec, surface_.nodes),
        leaves_(exec, surface_.leaves),
        parts_first_(exec, surface_.parts.first),
        parts_(exec, surface_.parts.items),
        groups_(exec, surface_.groups),
        group_nodes_(exec, surface_.group_nodes),
        wide_children_(exec, surface_.wide_children),
        are_of_boxes_(exec, surface_.are_of_boxes),
        neighbors_first_(exec, surface_.neighbors.first),
        neighbors_(exec, surface_.neighbors.items),
        part_(exec, shape.part),
        excluded_first_(exec, shape.excluded.first),
        excluded_(exec, shape.excluded.items),
        own_things_(exec, surface_.own_things),
        leaf_nodes_(exec, static_cast<int>(surface_.things.size())),
        look_(exec, std::vector<int>(1, 1)) {
    move(exec, shape, spheres);
    refit(exec);
    const int owners = surface_.owners(), large = owners / 8192 + 4;
    things_found_ = {exec, std::vector<int>(PairCandidates::room_for(owners, large), -1)};
    numbers_ = {exec, std::vector<int>(owners, 0)};
    chunks_ = {exec, std::vector<int>(owners, 0)};
    large_chunks_ = {exec, std::vector<int>(owners, 0)};
    used_chunks_ = {exec, std::vector<int>(PairCandidates::used_numbers, 7)};
    waiting_ = {exec, std::vector<WaitingOwner>(owners)};
    chunk_owners_ = {exec, std::vector<int>(large, 5)};
    part_counts_ = {exec, std::vector<int>(large * PairCandidates::parts, 9)};
    counts_ = {exec, std::vector<int>(owners + 1, 1)};
    launch_only_if(exec, "chunks", readable(look_), 1, GiveChunksBack{candidates()});
    if (!has_chunks) used_chunks_ = {exec, std::vector<int>{1 << 20, 1 << 20, 0}};
    const FindCandidates each{search(), candidates(), counts_.view()};
    if (in_groups)
      find_candidates_on_cuda(exec, "groups",
                              {.each = each,
                               .owners = readable(groups_),
                               .group_nodes = readable(group_nodes_),
                               .group_size = OwnerGroups::size_for(owners),
                               .leaves = readable(leaf_nodes_),
                               .trees = {readable(wide_children_), surface_.wide_roots},
                               .waiting = waiting_.view(),
                               .only_if = readable(look_)});
    else
      launch_only_if(exec, "each", readable(look_), owners, each);
    counts_here_ = numbers_.download(exec);
    chunks_here_ = chunks_.download(exec);
    large_chunks_here_ = large_chunks_.download(exec);
    things_here_ = things_found_.download(exec);
    pair_counts_here_ = counts_.download(exec);
  }

  int owners() const { return surface_.owners(); }
  int count(int owner) const { return counts_here_[owner]; }
  std::vector<WaitingOwner> waited(const Exec& exec) const {
    return waiting_.download(exec, 0,
                             used_chunks_.download_at(exec, PairCandidates::waiting_owners));
  }
  const std::vector<int>& pair_counts() const { return pair_counts_here_; }
  /// The candidates stored for an owner.
  std::vector<int> things(int owner) {
    const auto view = [](std::vector<int>& items) {
      return View<int>(items.data(), static_cast<int>(items.size()));
    };
    PairCandidates here;
    here.things = view(things_here_);
    here.counts = view(counts_here_);
    here.chunks = view(chunks_here_);
    here.large_chunks = view(large_chunks_here_);
    here.chunk_owners = View<int>(nullptr, chunk_owners_.size());
    std::vector<int> found;
    for (int k = 0; k < count(owner) && here.has_room(owner, k); ++k)
      found.push_back(here.at(owner, k));
    return found;
  }

  /// Owners and candidates of all pairs, in order.
  std::vector<std::array<int, 2>> pairs(const Exec& exec) {
    const CountPairs count{search(), candidates(), counts_.view()};
    if (exec.backend() == Backend::cuda)
      count_pairs_on_cuda(exec, "count", count, readable(look_));
    else
      launch_only_if(exec, "count", readable(look_), count.threads(), count);
    std::vector<int> first = counts_.download(exec);
    std::partial_sum(first.begin(), first.end(), first.begin());
    const Buffer<int> first_of_owner(exec, first);
    Buffer<ContactPair> placed(exec, std::vector<ContactPair>(first.back()));
    Buffer<int> frozen(exec, std::vector<int>(points_.size(), 0));
    Buffer<SearchState> state(exec, std::vector<SearchState>(1));
    const PlacePairs place{search(),      candidates(),  readable(first_of_owner),
                           placed.view(), frozen.view(), state.view()};
    launch_only_if(exec, "place", readable(look_), place.threads(), place);
    EXPECT_EQ(state.download(exec)[0].pairs, first.back());
    std::vector<std::array<int, 2>> pairs;
    for (const ContactPair& pair : placed.download(exec)) pairs.push_back({pair.owner, pair.thing});
    return pairs;
  }

  PairSearch search() {
    return {.mesh = {.points = points_.view(),
                     .body_of_point = body_.view(),
                     .traits = traits_.view(),
                     .at_rest_m = starts_.view(),
                     .things = things_.view(),
                     .neighbors = {neighbors_first_.view(), neighbors_.view()},
                     .part_of_point = part_.view(),
                     .excluded = {excluded_first_.view(), excluded_.view()},
                     .own_things = own_things_.view(),
                     .triangles = surface_.triangles,
                     .free_points = surface_.free_points,
                     .free_edges = surface_.free_edges,
                     .first_box = surface_.first_box,
                     .are_of_boxes = are_of_boxes_.view(),
                     .roots = surface_.roots},
            .nodes = nodes_.view(),
            .regions = regions_.view(),
            .starts_m = starts_.view(),
            .ends_m = ends_.view(),
            .state = state_.view(),
            .min_radius_m = radius_m};
  }

 private:
  static constexpr float radius_m = 0.1f * grid_cell_m;
  static constexpr SearchState searched{.margin = 0.2f};

  PairCandidates candidates() {
    return {.things = things_found_.view(),
            .counts = numbers_.view(),
            .chunks = chunks_.view(),
            .large_chunks = large_chunks_.view(),
            .used = used_chunks_.view(),
            .chunk_owners = chunk_owners_.view(),
            .part_counts = part_counts_.view()};
  }

  void move(const Exec& exec, const ContactShape& shape, Spheres spheres) {
    const bool are_small = spheres == Spheres::small_and_still;
    std::vector<PointTraits> traits(shape.places_m.size(), {.radius_m = radius_m});
    // A few spheres are large, so that the box around them covers most of the sheets.
    const float spheres_m = (shape.spheres.size() < 10 ? 6.0f : 1.0f) * grid_cell_m;
    for (const int sphere : shape.spheres)
      traits[sphere].radius_m = are_small ? 0.1f * radius_m : spheres_m;
    // One large sphere among thousands of small things.
    if (shape.spheres.size() > 100) traits[shape.spheres[0]].radius_m = 16.0f * grid_cell_m;
    std::mt19937 random(11);
    std::normal_distribution<float> way_m(0.0f, 0.3f * grid_cell_m);
    std::vector<glm::vec4> starts, ends;
    std::vector<PointRegion> regions;
    for (int i = 0; i < static_cast<int>(shape.places_m.size()); ++i) {
      const glm::vec3 x = shape.places_m[i];
      glm::vec3 way(way_m(random), way_m(random), way_m(random));
      float margin_m = 2.0f * searched.margin * radius_m + 0.1f * glm::length(way);
      if (are_small && traits[i].radius_m < radius_m) {
        way = glm::vec3(0.0f);
        margin_m = 2.0f * searched.margin * traits[i].radius_m;
      }
      starts.emplace_back(x, 0.0f);
      ends.emplace_back(x + way, margin_m);
      regions.push_back(region_around(x, x + way, margin_m));
    }
    starts_ = {exec, starts};
    ends_ = {exec, ends};
    regions_ = {exec, regions};
    state_ = {exec, std::vector<SearchState>{searched}};
    traits_ = {exec, traits};
  }

  void refit(const Exec& exec) {
    launch_only_if(
        exec, "refit", readable(look_), leaves_.size(),
        RefitLeaves{readable(leaves_), readable(things_), surface_.first_box, readable(traits_),
                    readable(regions_), nodes_.view(), leaf_nodes_.view()});
    for (std::size_t tier = 0; tier + 1 < surface_.first_part_of_tier.size(); ++tier) {
      const int first = surface_.first_part_of_tier[tier];
      launch_only_if(exec, "refit", readable(look_), surface_.first_part_of_tier[tier + 1] - first,
                     RefitNodes{readable(parts_first_), readable(parts_), nodes_.view(), first});
    }
  }

  ContactSurface surface_;
  Buffer<int> points_, body_;
  Buffer<glm::ivec3> things_;
  Buffer<RegionNode> nodes_;
  Buffer<int> leaves_, parts_first_, parts_, groups_, group_nodes_;
  Buffer<WideChild> wide_children_;
  Buffer<int> are_of_boxes_, neighbors_first_, neighbors_, part_, excluded_first_, excluded_;
  Buffer<ThingRange> own_things_;
  Buffer<RegionNode> leaf_nodes_;
  Buffer<WaitingOwner> waiting_;
  Buffer<int> look_;
  Buffer<glm::vec4> starts_, ends_;
  Buffer<PointRegion> regions_;
  Buffer<SearchState> state_;
  Buffer<PointTraits> traits_;
  Buffer<int> things_found_, numbers_, counts_;
  Buffer<int> chunks_, large_chunks_, used_chunks_, chunk_owners_, part_counts_;
  std::vector<int> counts_here_, chunks_here_, large_chunks_here_, things_here_, pair_counts_here_;
};

/// Bounding boxes of all things, without trees.
TEST(FindCandidates, FindsWhatALookAtEverythingFinds) {
  Exec exec(Backend::serial);
  for (const ContactShape& shape : {crumpled(5, 8, 1, 40, 30), crumpled(0, 8, 0, 0, 200)}) {
    FoundCandidates found(exec, shape, false);
    const PairSearch search = found.search();
    int most = 0, excluded = 0;
    for (int owner = 0; owner < found.owners(); ++owner) {
      const PairSearch::Owner own = search.owner(owner);
      std::vector<int> expected;
      for (int node = own.first_node; node < own.last_node; ++node) {
        const RegionNode leaf = search.nodes[node];
        const int thing = leaf.end - 1;
        if (leaf.after != node + 1 || thing < own.min_thing) continue;
        if (!overlap(leaf, own.bounds.region.low_m - own.search_m,
                     own.bounds.region.high_m + own.search_m))
          continue;
        const glm::ivec3 c = search.mesh.things[thing];
        const bool is_box = search.mesh.is_box_thing(thing);
        if (!PairSearch::may_pair(
                own.bounds, {leaf, c, search.mesh.traits[c.z].radius_m},
                [&] { return box_of(search.starts_m, c, is_box); },
                [&] { return box_of(search.ends_m, c, is_box); }))
          continue;
        if (search.mesh.may_touch(own.bounds.corners.x, c.x))
          expected.push_back(thing);
        else
          ++excluded;
      }
      most = std::max(most, found.count(owner));
      EXPECT_EQ(found.things(owner), expected) << owner;
    }
    EXPECT_GT(most, shape.spheres.empty() ? 4 : PairCandidates::near);
    EXPECT_EQ(excluded > 0, !shape.part.empty());
  }
}

/// Boxes meet each other as wholes, so their sides and edges are things, and their points owners,
/// only for something else.
TEST(FindCandidates, SidesOfBoxesAreThingsOnlyForOthers) {
  struct Numbers {
    std::size_t things;
    std::ptrdiff_t owners;  ///< that look for candidates
    bool operator==(const Numbers&) const = default;
  };
  const auto numbers_of = [](int sheets, int spheres) {
    const ContactSurface surface = contact_surface_of(crumpled(sheets, 2, 0, spheres, 60));
    EXPECT_EQ(surface.points.size(), 8u * 60u + static_cast<unsigned>(spheres + 4 * sheets));
    return Numbers{surface.things.size(),
                   std::ranges::count_if(surface.groups, [](int owner) { return owner >= 0; })};
  };
  EXPECT_EQ(numbers_of(0, 0), (Numbers{60, 60}));
  EXPECT_EQ(numbers_of(0, 1), (Numbers{(1 + 12) * 60, 60 + 1}));
  EXPECT_EQ(numbers_of(1, 1), (Numbers{(1 + 12 + 18) * 60 + 2 + 5, (1 + 8 + 18) * 60 + 4 + 5 + 1}));
}

/// Pairs of owners with few, many and thousands of candidates, against a traversal per owner.
class ListedPairs : public EachBackend {};

TEST_P(ListedPairs, AreThoseOfAWalk) {
  const ContactShape shape = crumpled(5, 40, 1, 500, 100);
  Exec serial(Backend::serial);
  FoundCandidates here(serial, shape, false);
  const PairSearch search = here.search();
  std::vector<std::array<int, 2>> expected;
  for (int owner = 0; owner < here.owners(); ++owner)
    search.for_pairs(owner, [&](int thing) {
      for (int slot = 0; slot < search.slots(owner); ++slot) expected.push_back({owner, thing});
    });
  EXPECT_GE(expected.back()[0], search.mesh.first_box_owner()) << "no pair of boxes";
  FoundCandidates found(exec(), shape, on_cuda());
  int chunks = 0, large = 0;
  for (int owner = 0; owner < found.owners(); ++owner) {
    const int count = found.count(owner);
    chunks += count > PairCandidates::near ? 1 : 0;
    large += count > PairCandidates::near + PairCandidates::far ? 1 : 0;
    if (count > PairCandidates::near + PairCandidates::far) {
      EXPECT_EQ(static_cast<int>(found.things(owner).size()), count);
    }
  }
  EXPECT_GT(large, 0);
  EXPECT_GT(chunks, large);
  FoundCandidates without_chunks(exec(), shape, on_cuda(),
                                 false);  // owners with many traverse again
  for (FoundCandidates* each : {&found, &without_chunks}) {
    const auto pairs = each->pairs(exec());
    if (!on_cuda()) {
      EXPECT_EQ(pairs, expected);
      continue;
    }
    // Fused multiplications round otherwise, and that decides about a few of them.
    std::vector<std::array<int, 2>> other;
    std::ranges::set_symmetric_difference(pairs, expected, std::back_inserter(other));
    EXPECT_LT(other.size(), expected.size() / 100'000);
  }
}

EACH_BACKEND(ListedPairs);

void expect_the_same_in_groups(FoundCandidates& alone, FoundCandidates& in_groups) {
  for (int owner = 0; owner < alone.owners(); ++owner) {
    ASSERT_EQ(in_groups.count(owner), alone.count(owner)) << owner;
    // Chunks are assigned first come, first served, to more owners than there are chunks.
    std::vector<int> some = in_groups.things(owner), expected = alone.things(owner);
    const auto common = std::min(some.size(), expected.size());
    ASSERT_GE(common, std::min(alone.count(owner), PairCandidates::near)) << owner;
    some.resize(common);
    expected.resize(common);
    ASSERT_EQ(some, expected) << owner;
  }
  EXPECT_EQ(in_groups.pair_counts(), alone.pair_counts());
}

/// Shapes with groups of owners of each size; many spheres are too scattered for groups, a few
/// large ones begin as a group and go on by a warp or a block each; and some owners have overflow
/// chunks.
TEST(FindCandidates, GroupsOn_cuda_FindWhatEachOwnerFinds) {
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
  Exec exec(Backend::cuda);
  std::set<int> sizes;
  int by_warps = 0, by_blocks = 0;
  for (const ContactShape& shape :
       {crumpled(5, 20, 1, 500, 100), crumpled(9, 75, 2, 3000, 500), crumpled(5, 40, 1, 3, 100),
        crumpled(9, 75, 2, 5, 500), crumpled(9, 150, 2, 5, 500)}) {
    FoundCandidates alone(exec, shape, false), in_groups(exec, shape, true);
    sizes.insert(OwnerGroups::size_for(alone.owners()));
    expect_the_same_in_groups(alone, in_groups);
    int with_chunks = 0;
    for (int owner = 0; owner < alone.owners(); ++owner)
      if (in_groups.things(owner).size() > PairCandidates::near) ++with_chunks;
    EXPECT_GT(with_chunks, 0);
    for (const WaitingOwner& waited : in_groups.waited(exec)) {
      if (waited.found > 0) ++by_warps;
      if (alone.count(waited.owner) - waited.found > FindCandidatesInGroups::max_things_of_warp)
        ++by_blocks;
    }
  }
  EXPECT_EQ(sizes.size(), 3u);
  EXPECT_GT(by_warps, 10);
  EXPECT_GT(by_blocks, 0);
}

/// What they search has a negative size: the margins in the boxes of things are larger than it.
TEST(FindCandidates, GroupsOn_cuda_FindWhatSmallSpheresThatStandStillFind) {
  for (const int spheres : {1, 40}) {
    const ContactShape shape = crumpled(20, 40, 1, spheres, 0);
    FoundCandidates here(Exec(Backend::serial), shape, false, true, Spheres::small_and_still);
    const PairSearch::Owner own = here.search().owner(0);
    EXPECT_GT(own.bounds.region.low_m.x - own.search_m, own.bounds.region.high_m.x + own.search_m);
    EXPECT_GT(here.count(0), 10);
    if (!device::info().usable) continue;
    Exec exec(Backend::cuda);
    FoundCandidates alone(exec, shape, false, true, Spheres::small_and_still);
    FoundCandidates in_groups(exec, shape, true, true, Spheres::small_and_still);
    expect_the_same_in_groups(alone, in_groups);
  }
  if (!device::info().usable) GTEST_SKIP() << device::info().reason;
}

}  // namespace
}  // namespace limber
