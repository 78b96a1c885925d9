// Where two boxes touch, against alternating projections [Cheney59] and clipped polygons in double
// precision.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/contact/box_pairs.h"
#include "tests/view_of.h"

namespace limber {
namespace {

constexpr float reach_m = 0.01f;

/// A box in double precision, and its corners as single precision stores them.
struct Block {
  glm::dvec3 center_m{0.0};
  glm::dmat3 axes{1.0};
  glm::dvec3 half_m{0.1};

  void add_to(std::vector<glm::vec4>& points) const {
    for (int k = 0; k < 8; ++k) {
      const glm::dvec3 side(k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0);
      points.emplace_back(glm::vec3(center_m + axes * (side * half_m)), 0.0f);
    }
  }
  glm::dvec3 nearest(const glm::dvec3& x) const {
    const glm::dvec3 own = glm::transpose(axes) * (x - center_m);
    return center_m + axes * glm::clamp(own, -half_m, half_m);
  }
};

double blocks_apart_m(const Block& a, const Block& b) {
  glm::dvec3 x = a.center_m, y = b.nearest(x);
  for (int i = 0; i < 20000; ++i) {
    const glm::dvec3 next = a.nearest(y);
    y = b.nearest(next);
    if (glm::distance(next, x) < 1e-13) break;
    x = next;
  }
  return glm::distance(x, y);
}

glm::dmat3 rotation(const glm::dvec3& axis, double angle) {
  const glm::dvec3 n = glm::normalize(axis);
  const double c = std::cos(angle), s = std::sin(angle);
  glm::dmat3 m(c);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) m[i][j] += (1.0 - c) * n[i] * n[j];
  m[0][1] += s * n.z, m[1][0] -= s * n.z;
  m[1][2] += s * n.x, m[2][1] -= s * n.x;
  m[2][0] += s * n.y, m[0][2] -= s * n.y;
  return m;
}

class Anything {
 public:
  double from(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  glm::dvec3 direction() { return glm::dvec3(from(-1, 1), from(-1, 1), from(-1, 1)); }
  Block block() {
    return {direction() * 0.3,
            rotation(direction(), from(0.0, 6.3)),
            {from(0.02, 0.2), from(0.02, 0.2), from(0.02, 0.2)}};
  }

 private:
  std::mt19937 random_{5};
};

/// The two boxes as the kernels see them.
struct TwoBoxes {
  explicit TwoBoxes(const Block& first, const Block& second, float bias_m = 0.0f) {
    first.add_to(points);
    second.add_to(points);
    a = corner_box(view_of(points), 0, glm::vec3(points[0]));
    b = corner_box(view_of(points), 8, glm::vec3(points[0]));
    apart = boxes_apart(a, b, bias_m);
    BoxManifoldFinder(a, b, apart, reach_m).find(manifold);
  }
  /// Where a contact is on the first box (sign 1) or the second (-1).
  glm::dvec3 place_m(const BoxContact& contact, double sign) const {
    glm::dvec3 sum(0.0);
    for (int k = 0; k < 4; ++k)
      if (sign * contact.weights[k] > 0.0)
        sum += glm::dvec3(points[contact.corners[k]]) * (sign * contact.weights[k]);
    return sum;
  }
  /// Checks that each contact is a point of each box, and that these are apart along the normal.
  void expect_on_both() const {
    ASSERT_GT(manifold.count, 0);
    for (int i = 0; i < manifold.count; ++i) {
      const BoxContact& contact = manifold.contacts[i];
      double of_first = 0.0, of_second = 0.0;
      for (int k = 0; k < 4; ++k) {
        EXPECT_TRUE(contact.weights[k] == 0.0f ||
                    (contact.weights[k] > 0.0f) == (contact.corners[k] < 8));
        (contact.weights[k] > 0.0f ? of_first : of_second) += contact.weights[k];
      }
      EXPECT_NEAR(of_first, 1.0, 1e-5);
      EXPECT_NEAR(of_second, -1.0, 1e-5);
      const glm::dvec3 between = place_m(contact, 1.0) - place_m(contact, -1.0);
      EXPECT_LT(glm::distance(between, glm::dvec3(contact.normal) * double(contact.gap_m)), 2e-6);
    }
  }

  std::vector<glm::vec4> points;
  CornerBox a, b;
  BoxesApart apart;
  BoxManifold manifold;
};

TEST(BoxContacts, APlaneIsBetweenBoxesThatDoNotOverlap) {
  Anything any;
  int apart = 0, overlapping = 0, at_edges = 0;
  for (int i = 0; i < 4000; ++i) {
    const Block first = any.block(), second = any.block();
    const TwoBoxes found(first, second);
    const double true_m = blocks_apart_m(first, second);
    EXPECT_LE(found.apart.gap_m, true_m + 1e-6);
    // The gap is that along the normal.
    double low = 1e9, high = -1e9;
    for (int k = 0; k < 8; ++k) {
      low = std::min(low, glm::dot(glm::dvec3(found.points[k]), glm::dvec3(found.apart.normal)));
      high =
          std::max(high, glm::dot(glm::dvec3(found.points[8 + k]), glm::dvec3(found.apart.normal)));
    }
    EXPECT_NEAR(low - high, found.apart.gap_m, 1e-6);
    EXPECT_TRUE(true_m < 1e-4 || found.apart.gap_m > 0.0f) << true_m;
    ++(true_m > 1e-4 ? apart : overlapping);
    at_edges += true_m > 1e-4 && !found.apart.is_face() ? 1 : 0;
  }
  EXPECT_GT(apart, 500);
  EXPECT_GT(overlapping, 500);
  EXPECT_GT(at_edges, 50);
}

double area_of(const std::vector<glm::dvec2>& polygon) {
  double twice = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const glm::dvec2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    twice += p.x * q.y - p.y * q.x;
  }
  return 0.5 * std::abs(twice);
}

/// The part of a convex polygon in which dot(n, x) <= d.
std::vector<glm::dvec2> clipped(const std::vector<glm::dvec2>& polygon, const glm::dvec2& n,
                                double d) {
  std::vector<glm::dvec2> out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const glm::dvec2 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    const double at_p = glm::dot(n, p) - d, at_q = glm::dot(n, q) - d;
    if (at_p <= 0.0) out.push_back(p);
    if (at_p * at_q < 0.0) out.push_back(p + (q - p) * (at_p / (at_p - at_q)));
  }
  return out;
}

/// A box that lies on another, turned about the vertical: the contacts are the corners of the area
/// in which they lie over each other, or the four of them that span most of it.
TEST(BoxContacts, OfFacesSpanTheAreaOfTheirOverlap) {
  Anything any;
  int of_four = 0, of_more = 0, none = 0;
  for (int i = 0; i < 2000; ++i) {
    Block lower{.half_m = {any.from(0.05, 0.2), any.from(0.05, 0.2), any.from(0.05, 0.2)}};
    Block upper = any.block();
    const double yaw = i % 3 == 0 ? 0.0 : any.from(-0.8, 0.8);
    const double gap_m = any.from(0.002, 0.009);
    upper.axes = rotation({0.0, 1.0, 0.0}, yaw);
    upper.center_m = {any.from(-0.2, 0.2), lower.half_m.y + upper.half_m.y + gap_m,
                      any.from(-0.2, 0.2)};
    std::vector<glm::dvec2> area;
    for (const auto& [x, z] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
      const glm::dvec3 corner =
          upper.center_m + upper.axes * (upper.half_m * glm::dvec3(x, 0.0, z));
      area.emplace_back(corner.x, corner.z);
    }
    for (const double side : {-1.0, 1.0}) {
      area = clipped(area, {side, 0.0}, lower.half_m.x);
      area = clipped(area, {0.0, side}, lower.half_m.z);
    }
    const double expected_m2 = area_of(area);
    // Turns both into any position, far from the origin; either may be the first.
    const glm::dmat3 turn = rotation(any.direction(), any.from(0.0, 3.0));
    for (Block* block : {&lower, &upper}) {
      block->center_m = turn * block->center_m + glm::dvec3(3.0, 5.0, -2.0);
      block->axes = turn * block->axes;
    }
    const bool upper_first = i % 2 == 0;
    const TwoBoxes found(upper_first ? upper : lower, upper_first ? lower : upper, 0.02f * reach_m);
    if (expected_m2 < 1e-4) {
      ++none;
      continue;
    }
    found.expect_on_both();
    std::vector<glm::dvec2> contacts;
    for (int k = 0; k < found.manifold.count; ++k) {
      const BoxContact& contact = found.manifold.contacts[k];
      EXPECT_TRUE(contact.pushes);
      EXPECT_NEAR(contact.gap_m, gap_m, 3e-6);
      const glm::dvec3 up = turn * glm::dvec3(0.0, upper_first ? 1.0 : -1.0, 0.0);
      EXPECT_GT(glm::dot(glm::dvec3(contact.normal), up), 1.0 - 1e-6);
      const glm::dvec3 at = glm::transpose(turn) * (found.place_m(contact, 1.0) - lower.center_m);
      contacts.emplace_back(at.x, at.z);
    }
    const glm::dvec2 middle =
        (contacts[0] + contacts[1 % contacts.size()] + contacts[2 % contacts.size()]) / 3.0;
    std::sort(contacts.begin(), contacts.end(), [&](const glm::dvec2& p, const glm::dvec2& q) {
      return std::atan2(p.y - middle.y, p.x - middle.x) <
             std::atan2(q.y - middle.y, q.x - middle.x);
    });
    const double share = area_of(contacts) / expected_m2;
    EXPECT_LT(share, 1.001);
    if (area.size() <= 4) {
      EXPECT_GT(share, 0.97) << found.manifold.count;  // corners nearer than 1% count once
      ++of_four;
    } else {
      EXPECT_GT(share, 0.6) << area.size();
      EXPECT_EQ(found.manifold.count, 4);
      ++of_more;
    }
  }
  EXPECT_GT(of_four, 500);
  EXPECT_GT(of_more, 300);
  EXPECT_GT(none, 50);
}

/// One box with an edge up, the other with an edge down across it.
TEST(BoxContacts, OfEdgesAreOnePoint) {
  const double gap_m = 0.004;
  Block lower{.axes = rotation({1.0, 0.0, 0.0}, 0.25 * 3.14159265358979)};
  Block upper{.axes = rotation({0.0, 1.0, 0.0}, 1.2) * lower.axes};
  upper.center_m = {0.03, 0.2 * std::sqrt(2.0) + gap_m, -0.02};
  const TwoBoxes found(upper, lower, 0.02f * reach_m);
  ASSERT_EQ(found.manifold.count, 1);
  found.expect_on_both();
  EXPECT_FALSE(found.apart.is_face());
  EXPECT_NEAR(found.manifold.contacts[0].gap_m, blocks_apart_m(upper, lower), 1e-6);
  EXPECT_TRUE(found.manifold.contacts[0].pushes);
}

/// Boxes that pass each other at their sides keep their distance, but do not push from afar.
TEST(BoxContacts, OfSidesThatPassEachOtherPushOnceTheyAreNear) {
  for (const double apart_m : {0.004, 0.006, 0.0075, 0.02}) {
    const Block still;
    const Block passing{.center_m = {0.2 + apart_m, 0.2 + 0.9 * apart_m, 0.03}};
    const TwoBoxes found(passing, still, 0.02f * reach_m);
    ASSERT_EQ(found.manifold.count, 1);
    const BoxContact& contact = found.manifold.contacts[0];
    const double true_m = blocks_apart_m(passing, still);
    EXPECT_EQ(contact.pushes, true_m < reach_m) << apart_m;
    if (!contact.pushes) continue;
    found.expect_on_both();
    EXPECT_NEAR(contact.gap_m, true_m, 1e-6);
  }
}

/// Pairs of two boxes at a time, through a sequence of steps.
class Steps {
 public:
  explicit Steps(int room = 4) : room_(room) {}

  void step(const Block& first, const Block& second) {
    std::vector<glm::vec4> x;
    first.add_to(x);
    second.add_to(x);
    std::vector<int> points(16);
    ContactMesh mesh;
    mesh.points = {points.data(), 16};
    const std::vector<glm::ivec3> things = {glm::ivec3(0), glm::ivec3(8)};
    mesh.things = view_of(things);
    const std::vector<int> first_pair(18, 0);
    std::vector<SearchState> state(1);
    state[0].pairs = 4;
    state[0].box_pairs = 1;
    BeginBoxPairs{.boxes = {mesh, view_of(first_pair), view_of(state)},
                  .pairs = {pairs.data(), room_},
                  .starts_m = view_of(x),
                  .have_moved = {},
                  .kept = {kept.data(), room_},
                  .frames = {frames.data(), room_},
                  .targets_m = {targets_m.data(), room_},
                  .impulses = {impulses.data(), room_},
                  .dt_s = 0.002f}(0);
  }

  std::vector<ContactPair> pairs{
      4, {.corners = glm::ivec4(0), .owner = 16, .thing = 1, .reach_m = reach_m, .friction = 0.5f}};
  std::vector<BoxSlot> kept{4};
  std::vector<PairFrame> frames{4};
  std::vector<float> targets_m = std::vector<float>(4, -7.0f);
  std::vector<PairImpulse> impulses{4};

 private:
  int room_;
};

TEST(BoxContacts, KeepTheirImpulsesWhereTheyStay) {
  const Block lower{.half_m = {0.3, 0.1, 0.3}};
  Block upper{.center_m = {0.0, 0.2 + 0.8 * reach_m, 0.0}};
  Steps steps;
  steps.step(upper, lower);
  for (int s = 0; s < 4; ++s) {
    ASSERT_GE(steps.targets_m[s], 0.0f);
    // An impulse that tells where it is.
    steps.impulses[s] = {glm::vec3(steps.kept[s].at_m.x, 1.0f, steps.kept[s].at_m.z), 1.0f};
  }
  const auto kept = [&] {
    int count = 0;
    for (int s = 0; s < 4; ++s) {
      if (steps.impulses[s].normal_N_s == 0.0f) continue;
      ++count;
      EXPECT_NEAR(steps.impulses[s].N_s.x, steps.kept[s].at_m.x, 0.01f);
      EXPECT_NEAR(steps.impulses[s].N_s.z, steps.kept[s].at_m.z, 0.01f);
    }
    return count;
  };
  upper.axes = rotation({0.0, 1.0, 0.0}, 0.01);
  upper.center_m += glm::dvec3(0.001, 0.0, 0.0005);
  steps.step(upper, lower);
  EXPECT_EQ(kept(), 4);
  // Over the border: two corners go on along it, and keep their impulses within twice the reach.
  upper.axes = glm::dmat3(1.0);
  upper.center_m.x = 0.2 + 0.9 * reach_m;
  steps.step(upper, lower);
  EXPECT_EQ(kept(), 4);
  upper.center_m.x = 0.25;
  steps.step(upper, lower);
  EXPECT_EQ(kept(), 2);
  upper.center_m.y += 1.0;
  steps.step(upper, lower);
  for (int s = 0; s < 4; ++s) steps.impulses[s].normal_N_s = 1.0f;
  upper.center_m.y -= 1.0;
  upper.center_m.x = -0.28;
  steps.step(upper, lower);
  EXPECT_EQ(kept(), 0);
}

TEST(BoxContacts, FillOnlyTheRoomThereIs) {
  const Block lower, upper{.center_m = {0.0, 0.2 + 0.8 * reach_m, 0.0}};
  Steps steps(3);
  steps.step(upper, lower);
  for (int s = 0; s < 3; ++s) EXPECT_GE(steps.targets_m[s], 0.0f);
  EXPECT_EQ(steps.targets_m[3], -7.0f) << "beyond the list";
}

}  // namespace
}  // namespace limber
