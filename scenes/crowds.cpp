#include "scenes/crowds.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/error.h"
#include "sim/count.h"
#include "sim/mesh/place_text.h"
#include "sim/mesh/surfaces.h"

namespace limber {

namespace {

constexpr int min_crowd = 16;         ///< bodies whose boxes meet that of one
constexpr int nearest_ones = 4;       ///< of those, that may cross it
constexpr int max_looks = 8;          ///< at bodies in crowds
constexpr int max_at_one_place = 64;  ///< of those whose contacts are left out
constexpr std::size_t max_triangles = 1000;
constexpr float one_place = 0.05f;  ///< of the size of a body

glm::vec3 middle_of(const Box& box) { return 0.5f * (box.low_m + box.high_m); }

class CrowdCheck {
 public:
  explicit CrowdCheck(const StartingBodies& bodies) : bodies_(bodies), tree_(bodies.boxes) {}

  void look(Progress& progress) {
    const int bodies = count(bodies_.boxes);
    for (int b = 0; b < bodies; ++b) {
      if (b % 256 == 0)
        progress.report(fmt::format("looking for crowds among {} bodies", bodies),
                        static_cast<float>(b) / static_cast<float>(bodies));
      look_at(b);
      if (looks_ == max_looks && bodies_.together.empty()) return;
    }
  }

 private:
  void look_at(int b) {
    std::vector<int> met;
    int at_one_place = 0;
    const Box& box = bodies_.boxes[b];
    tree_.each_near(box, [&](int other) {
      if (other == b || !bodies_.boxes[other].meets(box)) return;
      if (!are_together(b, other))
        met.push_back(other);
      else if (are_at_one_place(b, other) && ++at_one_place > max_at_one_place)
        refuse_place(b, other);
    });
    if (count(met) < min_crowd || looks_ == max_looks) return;
    ++looks_;
    std::ranges::partial_sort(met, met.begin() + min_crowd, {},
                              [&](int other) { return distance_m(b, other); });
    met.resize(min_crowd);
    for (int i = 0; i < nearest_ones; ++i) are_crowded(b, met[i]);
    const int near = met.front(), far = met.back(), next = met[min_crowd - 2];
    if (are_crowded(b, far) && are_crowded(near, far) && are_crowded(b, next) &&
        are_crowded(near, next))
      refuse_crowd(b, far);
  }

  bool are_together(int a, int b) const {
    return !bodies_.together.empty() && bodies_.together[a] == bodies_.together[b];
  }

  /// A large body is not at the place of small ones in its middle.
  bool are_at_one_place(int a, int b) const {
    return distance_m(a, b) < one_place * std::min(size_m(a), size_m(b));
  }

  float size_m(int body) const {
    return glm::distance(bodies_.boxes[body].low_m, bodies_.boxes[body].high_m);
  }

  float distance_m(int a, int b) const {
    return glm::distance(middle_of(bodies_.boxes[a]), middle_of(bodies_.boxes[b]));
  }

  /// Of some triangles of the first: what they find is there, and the rest would find no less. With
  /// holes in its surface nothing lies inside of it.
  ContactStart start_of(int a, int b) const {
    std::vector<TouchingSystem> two{bodies_.touching(a), bodies_.touching(b)};
    std::vector<glm::uvec3>& triangles = two.front().shape.triangles;
    const std::size_t step = 1 + triangles.size() / max_triangles;
    for (std::size_t i = 0; i * step < triangles.size(); ++i) triangles[i] = triangles[i * step];
    triangles.resize((triangles.size() + step - 1) / step);
    if (step > 1) two.front().shape.filled = false;
    return contact_start_of(Exec(Backend::serial), two, {}, {}, false);
  }

  std::string sentence(const BodiesTooNear& two, int a, int b) const {
    return sentence_of(two, bodies_.name(two.first.system == 0 ? a : b),
                       bodies_.name(two.second.system == 0 ? a : b));
  }

  /// Whether they are nearer than they are to keep. Refuses them where they cross.
  bool are_crowded(int a, int b) const {
    const ContactStart start = start_of(a, b);
    if (start.tangled) refuse_tangle(sentence(*start.tangled, a, b));
    return start.crowded.has_value();
  }

  [[noreturn]] void refuse_crowd(int a, int b) const {
    throw Error(ExitCode::bad_input,
                fmt::format("{}, and {} others lie between them, whose contacts would take too "
                            "long: move them apart, or set a smaller contact_distance_m",
                            sentence(*start_of(a, b).crowded, a, b), min_crowd - 1));
  }

  [[noreturn]] void refuse_place(int a, int b) const {
    throw Error(
        ExitCode::bad_input,
        fmt::format(
            "{} and {} begin {:.2g} m from each other near {}, as do more than {} others, whose "
            "contacts would take too long: move them apart, or set contact_distance_m to 0",
            bodies_.name(a), bodies_.name(b), distance_m(a, b),
            place_text(middle_of(bodies_.boxes[a])), max_at_one_place - 1));
  }

  const StartingBodies& bodies_;
  BoxTree tree_;
  int looks_ = 0;
};

}  // namespace

void check_crowds(const StartingBodies& bodies, Progress& progress) {
  if (count(bodies.boxes) > min_crowd) CrowdCheck(bodies).look(progress);
}

TouchingSystem touching_body(const TriangleMesh& surface, float contact_distance_m, bool filled) {
  TouchingSystem system;
  system.places_m = system.shape.places_m = surface.positions_m;
  system.shape.body.assign(surface.positions_m.size(), 0);
  system.shape.triangles = surface.triangles;
  system.shape.filled = filled;
  const auto edge_m = static_cast<float>(mean_edge_m(surface));
  system.traits.assign(surface.positions_m.size(),
                       {0.5f * std::min(contact_distance_m, 2.0f * edge_m)});
  return system;
}

Box box_of(const std::vector<glm::vec3>& points_m, float contact_distance_m) {
  Box box;
  for (const glm::vec3& x : points_m) box.add(x);
  return {box.low_m - 0.5f * contact_distance_m, box.high_m + 0.5f * contact_distance_m};
}

void refuse_tangle(const std::string& sentence) {
  throw Error(ExitCode::bad_input,
              fmt::format("{}, where contacts would lock them together: move them apart, or set "
                          "contact_distance_m to 0",
                          sentence));
}

}  // namespace limber
