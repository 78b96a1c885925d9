#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "kernels/backend.h"

namespace limber {

struct PaperConstraints {
  std::string type;
  int count;                  ///< rounded as in the paper
  std::optional<int> colors;  ///< where the paper gives them
};

/// What a paper reports for one of its scenes.
struct PaperScene {
  std::string scene;
  std::string paper;  ///< table or figure, and the scene's name there
  /// Steps per second on one core, several cores, the GPU; empty for scenes from figures.
  std::optional<std::array<double, 3>> steps_per_s;
  std::vector<PaperConstraints> constraints;
  bool contacts;      ///< whether the paper's times include contacts
  bool body_on_body;  ///< whether our scene has body contacts that the paper's lacks
  std::optional<int> drawn_vertices{};  ///< where the drawn mesh differs from the simulated one

  std::optional<double> of(Backend backend) const {
    return steps_per_s ? std::optional((*steps_per_s)[static_cast<int>(backend)]) : std::nullopt;
  }
};

/// [Fratarcangeli14, table 1]: milliseconds per step on an i7 at 2.3 GHz (one core, four cores) and
/// a GeForce 610M. [Fratarcangeli13, table 1]: steps per second on an i7-5930K (one core, all
/// cores) and a GTX 780 Ti.
inline const std::vector<PaperScene>& paper_scenes() {
  static const std::vector<PaperScene> scenes{
      {"cloth/flags",
       "[Fratarcangeli14, scene 0]",
       {{1e3 / 151.6, 1e3 / 102.1, 1e3 / 40.6}},
       {{"stretch", 13764, 8}, {"bending", 13140, 8}},
       true,
       false},
      {"cloth/stack",
       "[Fratarcangeli14, scene 1]",
       {{1e3 / 104.2, 1e3 / 48.8, 1e3 / 9.7}},
       {{"stretch", 41296, 8}},
       true,
       true},
      {"cloth/tube",
       "[Fratarcangeli13] s0",
       {{25, 73, 1105}},
       {{"stretch", 29000, 8}, {"dihedral", 29000, 18}},
       false,
       true},
      {"cloth/veil",
       "[Fratarcangeli14, figure 1]",
       {},
       {{"stretch", 67000, {}}, {"bending", 66000, {}}},
       true,
       false},
      {"volume/character",
       "[Fratarcangeli14, scene 2]",
       {{1e3 / 256.4, 1e3 / 122.1, 1e3 / 82.0}},
       {{"stretch", 52387, 73}, {"volume", 32087, 142}},
       true,
       false},
      {"volume/bunny",
       "[Fratarcangeli13] s1",
       {{15, 45, 326}},
       {{"stretch", 80000, 64}, {"dihedral", 42000, 20}, {"volume", 50000, 124}},
       false,
       false},
      {"volume/bunny-coarse",
       "[Fratarcangeli14, figure 2]",
       {},
       {{"volume", 16000, {}}},
       true,
       false,
       34000},
      {"volume/tori",
       "[Fratarcangeli13] s2",
       {{3, 5, 700}},
       {{"stretch", 493000, 17}, {"volume", 313000, 26}},
       false,
       true},
  };
  return scenes;
}

}  // namespace limber
