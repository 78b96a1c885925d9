#include "sim/contact/surface_contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "kernels/branch.h"
#include "kernels/contact/count_pairs.h"
#include "kernels/contact/find_candidates.h"
#include "kernels/launch.h"
#include "kernels/only_if.h"
#include "sim/byte_archive.h"
#include "sim/count.h"

namespace limber {

namespace {

constexpr const char* search_label = "contact pairs";
constexpr const char* solve_label = "contacts of bodies";
/// Initial capacity. Two small bodies that meet at speed list most of their features at once.
constexpr int first_pairs_per_point = 32, first_pairs_per_box = 64, min_pairs = 1 << 16;
/// See PairCandidates. Initial and maximum numbers.
constexpr int owners_of_large_chunk = 8192, min_large_chunks = 4, max_large_chunks = 2048;
/// Share of all points: at rest or when pulled, fewer than this are held back for long.
constexpr float much_held = 0.2f;
/// Share of all points that may wait at the borders of their regions, as in [Chen25].
constexpr float max_beyond_share = 0.01f;

std::vector<glm::vec4> at_rest(const ContactShape& shape) {
  std::vector<glm::vec4> places_m;
  for (const glm::vec3& x : shape.places_m) places_m.emplace_back(x, 0.0f);
  return places_m;
}

/// The elements of `range`, with `each` per point.
template <class T>
View<T> of_points(View<T> all, SurfaceContacts::Range range, int each = 1) {
  return all.part(range.first * each, range.count * each);
}

template <class T>
Buffer<T> zeros(const Exec& exec, int size) {
  Buffer<T> buffer;
  buffer.grow(exec, size);
  return buffer;
}

}  // namespace

SurfaceContacts::SurfaceContacts(const Exec& exec, const ContactShape& shape,
                                 const std::vector<PointTraits>& traits)
    : body_of_point_(exec, shape.body), at_rest_m_(exec, at_rest(shape)) {
  const ContactSurface surface = contact_surface_of(shape);
  points_here_ = surface.points;
  std::ranges::set_difference(points_here_, shape.spheres, std::back_inserter(corners_here_));
  points_ = {exec, surface.points};
  things_ = {exec, surface.things};
  sides_ = {exec, surface.sides};
  opposites_ = {exec, surface.opposites};
  neighbors_first_ = {exec, surface.neighbors.first};
  neighbors_ = {exec, surface.neighbors.items};
  if (!shape.excluded.first.empty()) {
    part_of_point_ = {exec, shape.part};
    excluded_first_ = {exec, shape.excluded.first};
    excluded_ = {exec, shape.excluded.items};
    own_things_ = {exec, surface.own_things};
  }
  are_of_boxes_ = {exec, surface.are_of_boxes};
  leaves_ = {exec, surface.leaves};
  parts_first_ = {exec, surface.parts.first};
  parts_ = {exec, surface.parts.items};
  groups_ = {exec, surface.groups};
  group_nodes_ = {exec, surface.group_nodes};
  const auto of_spheres = std::ranges::find(surface.group_nodes, -1) - surface.group_nodes.begin();
  first_sphere_ = static_cast<int>(of_spheres) * OwnerGroups::size_for(surface.owners());
  std::copy_if(surface.groups.begin() + first_sphere_, surface.groups.end(),
               std::back_inserter(spheres_here_), [](int owner) { return owner >= 0; });
  wide_children_ = {exec, surface.wide_children};
  wide_roots_ = surface.wide_roots;
  leaf_nodes_ = {exec, static_cast<int>(surface.things.size())};
  first_part_of_tier_ = surface.first_part_of_tier;
  triangles_ = surface.triangles;
  free_points_ = surface.free_points;
  free_edges_ = surface.free_edges;
  if (shape.points_wait)
    max_beyond_ = static_cast<int>(max_beyond_share * static_cast<float>(free_points_));
  first_kinematic_point_ = shape.first_kinematic_point;
  first_box_ = surface.first_box;
  roots_ = surface.roots;
  nodes_ = {exec, surface.nodes};

  const int n = static_cast<int>(shape.places_m.size());
  const int owners = mesh().owners();
  state_ = {exec, std::vector<SearchState>(1)};
  set_traits(exec, traits);
  regions_ = zeros<PointRegion>(exec, n);
  frozen_ = zeros<int>(exec, n);
  candidates_ = zeros<int>(exec, owners);
  chunks_ = zeros<int>(exec, owners);
  large_chunks_ = zeros<int>(exec, owners);
  used_chunks_ = zeros<int>(exec, PairCandidates::used_numbers);
  waiting_ = zeros<WaitingOwner>(exec, owners);
  make_large_chunks(exec, owners / owners_of_large_chunk + min_large_chunks);
  counts_ = zeros<int>(exec, owners + 1);
  first_ = zeros<int>(exec, owners + 1);
  earlier_first_ = zeros<int>(exec, owners + 1);
  scan_ = Scan(exec, owners + 1);
  starts_m_ = zeros<glm::vec4>(exec, n);
  ends_m_ = zeros<glm::vec4>(exec, n);
  have_moved_ = zeros<int>(exec, n);
  pushing_ = zeros<int>(exec, n);
  pushing_now_ = zeros<int>(exec, n);
  moves_ = zeros<long long>(exec, 3 * n);
  if (!shape.spheres.empty() || !shape.rigid.empty()) {
    twists_ = zeros<long long>(exec, 3 * n);
    turns_ = {exec, std::vector<SphereTurn>(n)};
  }
  if (!shape.excluded.first.empty() || !shape.rigid.empty()) {
    std::vector<PointMobility> mobilities(n);
    for (const int point : shape.rigid) mobilities[point].gives = Gives::body;
    mobilities_ = {exec, mobilities};
  }
  shares_ = zeros<int>(exec, n);
  next_shares_ = zeros<int>(exec, n);
  if (!shape.rigid.empty())
    slides_ = {exec, std::vector<BodySlide>(std::ranges::max(shape.body) + 1)};
  const int boxes = count(shape.boxes);
  make_lists(exec, std::max(first_pairs_per_point * (free_points_ - 8 * boxes) +
                                first_pairs_per_box * boxes,
                            min_pairs));
}

void SurfaceContacts::set_traits(const Exec& exec, const std::vector<PointTraits>& traits) {
  traits_ = {exec, traits};
  some_rebound_ = std::ranges::any_of(
      traits, [](const PointTraits& point) { return point.restitution > 0.0f; });
  min_radius_m_ = 1e30f;
  for (const int corner : corners_here_) {
    min_radius_m_ = std::min(min_radius_m_, traits[corner].radius_m);
  }
  look_again(exec);
}

void SurfaceContacts::make_lists(const Exec& exec, int pairs) {
  pairs_.grow(exec, pairs);
  impulses_.grow(exec, pairs);
  earlier_things_.grow(exec, pairs);
  earlier_impulses_.grow(exec, pairs);
  frames_.grow(exec, pairs);
  targets_m_.grow(exec, pairs);
  if (are_of_boxes_.size() > 0) {
    box_slots_.grow(exec, pairs);
    earlier_box_slots_.grow(exec, pairs);
  }
  if (solved_.size() > 0) make_room_ahead(exec);
}

void SurfaceContacts::make_large_chunks(const Exec& exec, int chunks) {
  chunk_owners_.grow(exec, chunks);
  part_counts_.grow(exec, chunks * PairCandidates::parts);
  candidate_things_.grow(exec, PairCandidates::room_for(candidates_.size(), chunks));
}

void SurfaceContacts::make_room_ahead(const Exec& exec) {
  if (solved_.size() == room()) return;
  solved_.grow(exec, room());
  earlier_solved_.grow(exec, room());
}

void SurfaceContacts::archive(Archive& archive, const std::function<void(const Exec&)>& loaded) {
  archive.layout(
      "contact room",
      [this] {
        ByteWriter writer;
        writer(room());
        return std::vector<std::byte>(writer.bytes().begin(), writer.bytes().end());
      },
      [this, loaded](const Exec& exec, std::span<const std::byte> bytes) {
        int wanted = 0;
        ByteReader reader(bytes);
        reader(wanted);
        if (wanted <= room()) return;
        make_lists(exec, wanted);
        if (loaded) loaded(exec);
      });
  archive.after_load([this](const Exec&) { forget(); });
  archive.scratch(points_, body_of_point_, traits_, at_rest_m_, things_, sides_, opposites_,
                  neighbors_first_, neighbors_, leaves_, parts_first_, parts_, groups_,
                  group_nodes_, wide_children_, leaf_nodes_, part_of_point_, excluded_first_,
                  excluded_, own_things_, are_of_boxes_);
  archive.state("contact look", state_, Start::zeros);
  archive.derived("contact regions", regions_, Start::zeros);
  archive.derived("contact points frozen", frozen_, Start::zeros);
  archive.derived("contact pairs first", first_, Start::zeros);
  archive.derived("contact pairs", pairs_, Start::zeros, Size::varies);
  archive.derived("contact impulses", impulses_, Start::zeros, Size::varies);
  archive.derived("contact boxes", box_slots_, Start::zeros, Size::varies);
  archive.scratch(nodes_, candidates_, candidate_things_, chunks_, large_chunks_, used_chunks_,
                  waiting_, chunk_owners_, part_counts_, counts_, earlier_first_, earlier_things_,
                  earlier_impulses_, earlier_solved_, earlier_box_slots_);
  // Used by the first solve of a step.
  archive.derived("contact pushes", pushing_, Start::zeros);
  archive.derived("contact mobilities", mobilities_, Start::as_made);
  archive.derived("contact turns", turns_, Start::as_made);
  archive.derived("contact slides", slides_, Start::as_made);
  archive.scratch(ends_m_, have_moved_, pushing_now_, moves_, shares_, next_shares_, twists_);
  // Pairs begun ahead keep these while their points stand still.
  if (solved_.size() > 0) {
    archive.derived("contact pairs solved", solved_, Start::zeros, Size::varies);
    archive.derived("contact frames", frames_, Start::zeros, Size::varies);
    archive.derived("contact targets", targets_m_, Start::zeros, Size::varies);
    archive.derived("contact points", starts_m_, Start::zeros);
  } else {
    archive.scratch(solved_, frames_, targets_m_, starts_m_);
  }
  archive.after_move([this](const Exec& to) { scan_ = Scan(to, first_.size()); });
}

ContactMesh SurfaceContacts::mesh() const {
  return {.points = points_.view(),
          .body_of_point = body_of_point_.view(),
          .traits = traits_.view(),
          .at_rest_m = at_rest_m_.view(),
          .things = things_.view(),
          .sides = sides_.view(),
          .opposites = opposites_.view(),
          .neighbors = {neighbors_first_.view(), neighbors_.view()},
          .part_of_point = part_of_point_.view(),
          .excluded = {excluded_first_.view(), excluded_.view()},
          .own_things = own_things_.view(),
          .triangles = triangles_,
          .free_points = free_points_,
          .free_edges = free_edges_,
          .first_box = first_box_,
          .first_kinematic_point = first_kinematic_point_,
          .are_of_boxes = are_of_boxes_.view(),
          .roots = roots_};
}

PairSearch SurfaceContacts::search() const {
  return {.mesh = mesh(),
          .nodes = nodes_.view(),
          .regions = regions_.view(),
          .starts_m = starts_m_.view(),
          .ends_m = ends_m_.view(),
          .state = readable(state_),
          .min_radius_m = min_radius_m_};
}

PairViews SurfaceContacts::views(const Substep& substep) {
  return {.pairs = readable(pairs_),
          .frames = readable(frames_),
          .targets_m = readable(targets_m_),
          .starts_m = readable(starts_m_),
          .particles = substep.particles,
          .pushing = readable(pushing_),
          .pushing_now = pushing_now_.view(),
          .turns = readable(turns_),
          .twists = {twists_.view()},
          .mobilities = readable(mobilities_)};
}

PairCandidates SurfaceContacts::candidates() {
  return {.things = candidate_things_.view(),
          .counts = candidates_.view(),
          .chunks = chunks_.view(),
          .large_chunks = large_chunks_.view(),
          .used = used_chunks_.view(),
          .chunk_owners = chunk_owners_.view(),
          .part_counts = part_counts_.view()};
}

void SurfaceContacts::find_candidates(const Exec& exec, View<const int> searches) {
  launch_only_if(exec, search_label, searches, 1, GiveChunksBack{candidates()});
  const FindCandidates each{search(), candidates(), counts_.view()};
  if (exec.backend() != Backend::cuda) {
    launch_only_if(exec, search_label, searches, each.search.mesh.owners(), each);
    return;
  }
  find_candidates_on_cuda(exec, search_label,
                          {.each = each,
                           .owners = readable(groups_),
                           .group_nodes = readable(group_nodes_),
                           .group_size = OwnerGroups::size_for(each.search.mesh.owners()),
                           .leaves = readable(leaf_nodes_),
                           .trees = {readable(wide_children_), wide_roots_},
                           .waiting = waiting_.view(),
                           .only_if = searches});
}

void SurfaceContacts::begin_pairs(const Exec& exec, float dt_s, View<const int> have_moved,
                                  View<const int> only_if) {
  launch_for_pairs(exec, solve_label,
                   BeginPairs{.mesh = mesh(),
                              .pairs = readable(pairs_),
                              .starts_m = readable(starts_m_),
                              .have_moved = have_moved,
                              .frames = frames_.view(),
                              .targets_m = targets_m_.view(),
                              .impulses = impulses_.view(),
                              .dt_s = dt_s},
                   only_if);
  launch_for_boxes(exec, solve_label,
                   BeginBoxPairs{.boxes = boxes(),
                                 .pairs = pairs_.view(),
                                 .starts_m = readable(starts_m_),
                                 .have_moved = have_moved,
                                 .kept = box_slots_.view(),
                                 .frames = frames_.view(),
                                 .targets_m = targets_m_.view(),
                                 .impulses = impulses_.view(),
                                 .dt_s = dt_s},
                   only_if);
}

PairsAhead SurfaceContacts::begin_ahead(const Exec& exec, const Ahead& ahead) {
  launch(exec, solve_label, starts_m_.size(),
         BeginAhead{.now = ahead.now,
                    .starts = ahead.starts,
                    .first_face = first_kinematic_point_,
                    .face_ends = ahead.ends,
                    .displacements_m = ends_m_.view(),
                    .starts_m = starts_m_.view(),
                    .have_moved = have_moved_.view()});
  begin_pairs(exec, ahead.dt_s, readable(have_moved_), {});
  begun_ahead_ = true;
  return {.pairs = readable(pairs_),
          .frames = readable(frames_),
          .targets_m = readable(targets_m_),
          .impulses = impulses_.view(),
          .solved = solved_.view(),
          .moves = {moves_.view()},
          .state = readable(state_),
          .points = ahead.starts,
          .displacements_m = readable(ends_m_),
          .have_moved = readable(have_moved_),
          .dt_s = ahead.dt_s};
}

void SurfaceContacts::order_spheres(const Exec& exec, Range range, View<const int> order) {
  if (exec.backend() != Backend::cuda || order.empty()) return;
  const int owner = place_of(range.first);
  const auto before = std::ranges::lower_bound(spheres_here_, owner) - spheres_here_.begin();
  launch(exec, search_label, order.size,
         OrderSpheres{order, owner,
                      groups_.view().part(first_sphere_ + static_cast<int>(before), range.count)});
}

void SurfaceContacts::begin(const Exec& exec, const Substep& substep) {
  const ContactMesh mesh = this->mesh();
  const View<const int> points = mesh.points;
  const View<const int> searches(&state_.view().data->search, 1);
  launch(exec, search_label, points.size,
         BeginContacts{points, free_points_, mesh.traits, readable(regions_), substep.before,
                       substep.particles, starts_m_.view(), state_.view()});
  launch(exec, search_label, 1, DecideToLook{state_.view(), free_points_, max_beyond_});
  launch_branch_if(exec, searches,
                   [&](const Exec& branch) { list_pairs(branch, substep, searches); });
  // Pairs begun ahead are begun again only if they were listed anew.
  const bool again = std::exchange(begun_ahead_, false);
  begin_pairs(exec, substep.dt_s, {}, again ? searches : View<const int>{});
  launch_for_pairs(exec, solve_label,
                   WarmStartPairs{.views = views(substep),
                                  .traits = some_rebound_ ? mesh.traits : View<const PointTraits>{},
                                  .targets_m = targets_m_.view(),
                                  .impulses = impulses_.view(),
                                  .solved = solved_.view(),
                                  .moves = {moves_.view()},
                                  .kept = substep.warm_start,
                                  .dt_s = substep.dt_s});
}

void SurfaceContacts::list_pairs(const Exec& exec, const Substep& substep,
                                 View<const int> searches) {
  const ContactMesh mesh = this->mesh();
  const View<const int> points = mesh.points;
  const auto if_it_looks = [&](int n, const auto& body) {
    launch_only_if(exec, search_label, searches, n, body);
  };
  if_it_looks(points.size, ChooseRegions{points, free_points_, mesh.traits, readable(starts_m_),
                                         substep.particles, readable(state_), regions_.view(),
                                         ends_m_.view(), frozen_.view(), steps_ahead_});
  if_it_looks(leaves_.size(), RefitLeaves{readable(leaves_), mesh.things, first_box_, mesh.traits,
                                          readable(regions_), nodes_.view(), leaf_nodes_.view()});
  for (std::size_t tier = 0; tier + 1 < first_part_of_tier_.size(); ++tier) {
    const int first = first_part_of_tier_[tier];
    if_it_looks(first_part_of_tier_[tier + 1] - first, RefitNodes{.first = readable(parts_first_),
                                                                  .order = readable(parts_),
                                                                  .nodes = nodes_.view(),
                                                                  .first_part = first});
  }
  launch_for_pairs(
      exec, search_label,
      KeepPairs{readable(pairs_), readable(impulses_), readable(solved_), earlier_things_.view(),
                earlier_impulses_.view(), earlier_solved_.view(), readable(box_slots_),
                earlier_box_slots_.view()},
      searches);
  if_it_looks(first_.size(), KeepFirst{readable(first_), earlier_first_.view()});
  const PairSearch search = this->search();
  find_candidates(exec, searches);
  const CountPairs count_pairs{search, candidates(), counts_.view()};
  if (exec.backend() == Backend::cuda)
    count_pairs_on_cuda(exec, search_label, count_pairs, searches);
  else
    if_it_looks(count_pairs.threads(), count_pairs);
  scan_.run(exec, search_label, readable(counts_), first_.view(), searches);
  const PlacePairs place_pairs{.search = search,
                               .candidates = candidates(),
                               .first = readable(first_),
                               .pairs = pairs_.view(),
                               .frozen = frozen_.view(),
                               .state = state_.view()};
  if_it_looks(place_pairs.threads(), place_pairs);
  launch_for_pairs(exec, search_label,
                   ListPairs{.search = search,
                             .earlier = {readable(earlier_first_), readable(earlier_things_),
                                         readable(earlier_impulses_), readable(earlier_solved_),
                                         readable(earlier_box_slots_)},
                             .first = readable(first_),
                             .pairs = pairs_.view(),
                             .impulses = impulses_.view(),
                             .solved = solved_.view(),
                             .slots = box_slots_.view()},
                   searches);
}

void SurfaceContacts::solve(const Exec& exec, const Substep& substep, float relaxation) {
  PairViews views = this->views(substep);
  views.relaxation = relaxation;
  launch_for_pairs(exec, solve_label,
                   SolvePairs{.views = views,
                              .impulses = impulses_.view(),
                              .moves = {moves_.view()},
                              .dt_s = substep.dt_s});
}

int SurfaceContacts::place_of(int point) const {
  return static_cast<int>(std::ranges::lower_bound(points_here_, point) - points_here_.begin());
}

View<const int> SurfaceContacts::points_in(Range range) const {
  const int first = place_of(range.first);
  return readable(points_).part(first, place_of(range.first + range.count) - first);
}

SurfaceContacts::Requests SurfaceContacts::requests(Range range) {
  const bool some_turn = turns_.size() > 0;
  return {.moves = {of_points(moves_.view(), range, 3)},
          .twists = {some_turn ? of_points(twists_.view(), range, 3) : View<long long>{}},
          .turns = some_turn ? of_points(turns_.view(), range) : View<SphereTurn>{},
          .mobilities =
              mobilities_.size() > 0 ? of_points(mobilities_.view(), range) : View<PointMobility>{},
          .pushing = of_points(pushing_.view(), range),
          .pushing_now = of_points(pushing_now_.view(), range),
          .shares = of_points(shares_.view(), range),
          .next_shares = of_points(next_shares_.view(), range),
          .body_of_point = of_points(readable(body_of_point_), range),
          .slides = slides_.view(),
          .regions = of_points(readable(regions_), range),
          .starts_m = of_points(readable(starts_m_), range),
          .state = state_.view()};
}

void SurfaceContacts::move_points(const Exec& exec, const Substep& substep, Range range) {
  const View<const int> points = points_in(range);
  launch(exec, solve_label, points.size,
         MovePoints{.points = points,
                    .moves = {moves_.view()},
                    .particles = substep.particles,
                    .pushing = pushing_.view(),
                    .pushing_now = pushing_now_.view()});
}

void SurfaceContacts::look_again(const Exec& exec) {
  launch(exec, search_label, 1, RestartSearch{state_.view()});
}

std::string SurfaceContacts::trouble() const {
  std::string trouble;
  if (newest_.left_out > 0)
    trouble = fmt::format(
        "there was no memory for {} contact pairs: their points stood still for some steps",
        newest_.left_out);
  if (newest_.large_chunks > max_large_chunks)
    trouble += fmt::format(
        "{}contacts are slow: {} vertices, edges or boxes are each near more than {} others, and "
        "{} are too many to search for quickly; use a coarser mesh or a smaller contact distance",
        trouble.empty() ? "" : "; ", newest_.large_chunks,
        PairCandidates::near + PairCandidates::far, newest_.large_chunks - max_large_chunks);
  constexpr float reported_s = 0.3f;
  if (slowed_s_ > reported_s)
    trouble += fmt::format(
        "{}the time step is too long for the speed at which bodies meet: more than {:.0f}% of all "
        "points are held back continually and move too slowly; set a smaller dt_s",
        trouble.empty() ? "" : "; ", 100.0f * much_held);
  constexpr float late_s = 0.1f;
  if (const float latest_s = float_of(newest_.latest_s); latest_s > late_s)
    trouble += fmt::format(
        "{}a collider is held back by objects that cannot get out of its way: it is {:.1f} s late",
        trouble.empty() ? "" : "; ", latest_s);
  return trouble;
}

void SurfaceContacts::forget() {
  later_.forget();
  newest_ = {};
  slowed_s_ = 0.0f;
}

void SurfaceContacts::watch(const Exec& exec, float passed_s) {
  unread_s_ += passed_s;
  // Never sooner, even if it has arrived: every run must grow lists at the same frames.
  constexpr int frames_behind = 2;
  std::optional<SearchState> arrived;
  if (later_.pending() && ++frames_behind_ >= frames_behind) {
    arrived = later_.poll();
    if (!arrived) {
      exec.synchronize();
      arrived = later_.poll();
    }
  }
  if (arrived) {
    newest_ = *arrived;
    const bool much = newest_.held_back > much_held * static_cast<float>(free_points_);
    slowed_s_ = much ? slowed_s_ + unread_s_ : 0.0f;
    unread_s_ = 0.0f;
  }
  if (later_.pending()) return;
  later_.request(exec, readable(state_));
  frames_behind_ = 0;
}

bool SurfaceContacts::make_room(const Exec& exec) {
  bool grew = false;
  if (const int needed = std::min(newest_.large_chunks, max_large_chunks);
      needed > chunk_owners_.size()) {
    exec.synchronize();
    make_large_chunks(exec, std::min(2 * needed, max_large_chunks));
    grew = true;
  }
  // In advance, since points of pairs that do not fit stand still, and numbers may double in a
  // step.
  const int before = room();
  if (newest_.pairs <= before / 2) return grew;
  exec.synchronize();
  make_lists(exec, 3 * newest_.pairs);
  if (SearchState now = state_.download(exec).front(); now.pairs > before) {
    now.pairs = before;  // the others are not listed
    now.stale = 1;
    state_.upload(exec, std::vector<SearchState>{now});
    exec.synchronize();
  }
  return true;
}

}  // namespace limber
