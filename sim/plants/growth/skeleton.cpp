// Grows stems order by order: [Weber95], except that the total number of stems is given and divided
// among the parents by length. They are arranged around a stem by the golden angle
// [Prusinkiewicz90, chapter 4].

#include "sim/plants/growth/skeleton.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/portable_math.h"

namespace limber {

namespace {

constexpr float golden_turns = 0.381966f;
constexpr float sunk = 0.012f;  ///< depth of the trunk's foot below the ground

/// Divides `total` into integers in proportion to the weights, by the largest remainders.
std::vector<int> dealt_out(int total, const std::vector<float>& weights) {
  const float sum = std::accumulate(weights.begin(), weights.end(), 0.0f);
  std::vector<int> counts;
  std::vector<float> remainders;
  int left = total;
  for (const float weight : weights) {
    const float share = static_cast<float>(total) * weight / sum;
    counts.push_back(static_cast<int>(share));
    remainders.push_back(share - std::floor(share));
    left -= counts.back();
  }
  std::vector<int> by_remainder(weights.size());
  std::iota(by_remainder.begin(), by_remainder.end(), 0);
  std::stable_sort(by_remainder.begin(), by_remainder.end(),
                   [&](int a, int b) { return remainders[a] > remainders[b]; });
  for (int i = 0; i < left; ++i) ++counts[by_remainder[i % by_remainder.size()]];
  return counts;
}

/// A frame along a direction, with its upper face as near to `up` as possible.
glm::mat3 axes_along(const glm::vec3& along, glm::vec3 up) {
  up -= along * glm::dot(up, along);
  if (glm::dot(up, up) < 1e-6f) {
    const glm::vec3 other = std::abs(along.x) < 0.7f ? glm::vec3(1, 0, 0) : glm::vec3(0, 0, 1);
    up = other - along * glm::dot(other, along);
  }
  up = glm::normalize(up);
  return {glm::cross(along, up), along, up};
}

/// Angle around the parent, in turns, from its side towards its upper face.
float turns_of(Arrangement arrangement, int whorl, int i, float start, SeededRandom& random) {
  switch (arrangement) {
    case Arrangement::spiral:
      return start + golden_turns * static_cast<float>(i) + random.around_zero(0.04f);
    case Arrangement::flat:
      return 0.5f * static_cast<float>(i % 2) + random.around_zero(0.05f);
    case Arrangement::whorls:
      break;
  }
  const float ring = static_cast<float>(i / whorl), place = static_cast<float>(i % whorl);
  return start + (place + golden_turns * ring) / static_cast<float>(whorl) +
         random.around_zero(0.03f);
}

/// Position of the i-th of n, as a fraction of the range. Those of a whorl are close together.
float place_in_range(Arrangement arrangement, int whorl, int i, int n, SeededRandom& random) {
  if (arrangement != Arrangement::whorls)
    return (static_cast<float>(i) + 0.5f + random.around_zero(0.35f)) / static_cast<float>(n);
  const int rings = (n + whorl - 1) / whorl;
  const float within = 0.3f * static_cast<float>(i % whorl) / static_cast<float>(whorl);
  return (static_cast<float>(i / whorl) + within) / static_cast<float>(rings);
}

/// Interpolates values at the first, middle and last position by a parabola.
float through(const float (&values)[3], float share) {
  const float a = values[0], b = values[1], c = values[2];
  return a + share * (4.0f * b - 3.0f * a - c) + share * share * (2.0f * a - 4.0f * b + 2.0f * c);
}

float mixed(const float (&values)[2], float share) { return glm::mix(values[0], values[1], share); }

class Grower {
 public:
  Grower(const PlantForm& form, SeededRandom& random) : form_(form), random_(random) {}

  Skeleton grow() {
    for (int order = 0; order < static_cast<int>(form_.stems.size()); ++order) add_stems(order);
    for (int order = 0; order < static_cast<int>(form_.leaves.size()); ++order) add_leaves(order);
    return std::move(grown_);
  }

 private:
  struct Sprout {
    int parent;
    float share;  ///< position, as a fraction of the range
    float length;
    Frame frame;
  };

  float length_of(const GrownStem& stem) const { return grown_.lines[stem.line].length_m(); }

  /// The frame of a stem or leaf that grows out of a stem at the position `at`.
  Frame sprout(const GrownStem& on, float at, float turns, float angle_rad, float lift,
               float faces_up, bool on_surface) const {
    const StemLine& line = grown_.lines[on.line];
    const glm::vec3 along = on.frame.axes * line.tangent(at);
    const glm::mat3 frame = axes_along(along, on.frame.axes[2]);
    const glm::vec3 out = frame[0] * sin_of_turns(turns + 0.25f) + frame[2] * sin_of_turns(turns);
    glm::vec3 direction = along * std::cos(angle_rad) + out * std::sin(angle_rad);
    direction = glm::normalize(direction + glm::vec3(0.0f, lift, 0.0f));
    const glm::vec3 up = glm::mix(along, glm::vec3(0, 1, 0), faces_up);
    const float off = on_surface ? 0.5f * line.radius_m(at) : 0.0f;
    return {on.frame.position_m + on.frame.axes * line.at(at) + off * out,
            axes_along(direction, up)};
  }

  std::vector<Sprout> sprouts(const StemOrder& order, int order_index) {
    if (order_index == 0) {
      const float turns = random_.share();
      const glm::vec3 up(sin_of_turns(turns), 0.0f, sin_of_turns(turns + 0.25f));
      const glm::vec3 foot(0.0f, -sunk, 0.0f);
      return {{-1, 0.0f, order.length[0], {foot, axes_along({0, 1, 0}, up)}}};
    }
    std::vector<int> parents;
    std::vector<float> lengths;
    for (int i = 0; i < static_cast<int>(grown_.stems.size()); ++i) {
      if (grown_.stems[i].order != order_index - 1) continue;
      parents.push_back(i);
      lengths.push_back(length_of(grown_.stems[i]));
    }
    const std::vector<int> counts = dealt_out(order.count, lengths);
    std::vector<Sprout> result;
    for (std::size_t p = 0; p < parents.size(); ++p) {
      const GrownStem& on = grown_.stems[parents[p]];
      const float start = random_.share();
      for (int i = 0; i < counts[p]; ++i) {
        const float share = place_in_range(order.arrangement, order.whorl, i, counts[p], random_);
        const float at = glm::mix(order.first, order.last, share);
        const float turns = turns_of(order.arrangement, order.whorl, i, start, random_);
        const float angle_deg = mixed(order.angle_deg, share) + random_.around_zero(8.0f);
        result.push_back({parents[p], share,
                          lengths[p] * through(order.length, share) * random_.between(0.88f, 1.12f),
                          sprout(on, at, turns, glm::radians(angle_deg), mixed(order.lift, share),
                                 1.0f, false)});
      }
    }
    return result;
  }

  int add_line(const StemOrder& order, int order_index, float length, float share) {
    StemForm stem;
    stem.length_m = length;
    stem.base_radius_m = length / order.slenderness;
    stem.tip_radius_m = order.taper * stem.base_radius_m;
    stem.flare = order.flare;
    stem.bend_rad = glm::radians(mixed(order.bend_deg, share) + random_.around_zero(6.0f));
    stem.wobble_rad = glm::radians(order.wobble_deg);
    stem.nod_rad = glm::radians(order.nod_deg);
    grown_.lines.push_back(run_stem(stem, order.mesh.points(), random_));
    grown_.order_of_line.push_back(order_index);
    return static_cast<int>(grown_.lines.size()) - 1;
  }

  void add_stems(int order_index) {
    const StemOrder& order = form_.stems[order_index];
    std::vector<Sprout> added = sprouts(order, order_index);
    // Stems that share lines take the one of the nearest length, several in turn for each length.
    std::vector<int> line_of(added.size());
    if (order.shapes == 0) {
      for (std::size_t i = 0; i < added.size(); ++i)
        line_of[i] = add_line(order, order_index, added[i].length, added[i].share);
    } else {
      std::vector<int> by_length(added.size());
      std::iota(by_length.begin(), by_length.end(), 0);
      std::stable_sort(by_length.begin(), by_length.end(),
                       [&](int a, int b) { return added[a].length < added[b].length; });
      const std::size_t variants = 4, lengths = (order.shapes + variants - 1) / variants;
      for (std::size_t k = 0; k < lengths; ++k) {
        const std::size_t begin = added.size() * k / lengths;
        const std::size_t end = added.size() * (k + 1) / lengths;
        const Sprout& middle = added[by_length[(begin + end) / 2]];
        const int first = static_cast<int>(grown_.lines.size());
        for (std::size_t v = 0; v < variants; ++v)
          add_line(order, order_index, middle.length, middle.share);
        for (std::size_t i = begin; i < end; ++i)
          line_of[by_length[i]] = first + random_.below(static_cast<int>(variants));
      }
    }
    for (std::size_t i = 0; i < added.size(); ++i)
      grown_.stems.push_back({order_index, added[i].parent, line_of[i], added[i].frame});
  }

  void add_leaves(int order_index) {
    const LeafOrder& order = form_.leaves[order_index];
    std::vector<float> weights;
    for (const GrownStem& stem : grown_.stems) {
      const auto on = static_cast<std::size_t>(stem.order);
      weights.push_back(on < order.on_orders.size() ? order.on_orders[on] * length_of(stem) : 0.0f);
    }
    const std::vector<int> counts = dealt_out(order.count, weights);
    const int shapes = static_cast<int>(order.shapes.size());
    for (std::size_t s = 0; s < counts.size(); ++s) {
      const float start = random_.share();
      for (int i = 0; i < counts[s]; ++i) {
        // The last one is at the tip.
        const float share =
            counts[s] == 1 ? 1.0f : static_cast<float>(i) / static_cast<float>(counts[s] - 1);
        const float at = glm::mix(order.first, 0.98f, share) + random_.around_zero(0.02f);
        const float turns = turns_of(order.arrangement, 0, i, start, random_);
        const float angle_deg = mixed(order.angle_deg, share) + random_.around_zero(15.0f);
        Frame frame = sprout(grown_.stems[s], at, turns, glm::radians(angle_deg),
                             order.lift + random_.around_zero(0.2f), order.faces_up, true);
        grown_.leaves.push_back({order_index, random_.below(shapes), static_cast<int>(s), frame});
      }
    }
  }

  const PlantForm& form_;
  SeededRandom& random_;
  Skeleton grown_;
};

}  // namespace

Skeleton grow_skeleton(const PlantForm& form, SeededRandom& random) {
  return Grower(form, random).grow();
}

}  // namespace limber
