#include "app/bench/contact_scenes.h"

#include <fmt/format.h>

namespace limber {

namespace {

constexpr int layers = 50;
constexpr float cell_m = 0.026f;

/// Layers of cloth, the lowest at height_m; settings as in world/layers.
std::string layers_of(int columns, float height_m, const char* pins) {
  return fmt::format(R"(family = "cloth"
[settings]
dt_s = 0.005
iterations = 12
contact_iterations = 8
contact_distance_m = 0.006
thickness_m = 0.006
friction = 0.3
damping_per_s = 0.6
[[cloth]]
columns = {0}
rows = {0}
size_m = [{1}, {1}]
center_m = [0.0, {2}, 0.0]
down = [0, 0, 1]
pins = "{3}"
density_kg_m2 = 0.2
count = {4}
step_m = [0.0, 0.008, 0.0]
turn_deg = 1.8
)",
                     columns, cell_m * static_cast<float>(columns - 1), height_m, pins, layers);
}

}  // namespace

std::string layers_over_ball(int columns, float rise_m) {
  const float radius_m = 0.2f * cell_m * static_cast<float>(columns - 1);
  return layers_of(columns, 0.0f, "corners") + fmt::format(R"([[collider]]
shape = "sphere"
center_m = [0.0, {}, 0.0]
radius_m = {}
path = [[0, 0, 0, 0], [2.0, 0, {}, 0]]
)",
                                                           -radius_m - 0.01f, radius_m, rise_m);
}

std::string layers_on_cylinder() {
  return layers_of(70, 0.9f, "none") + R"([[collider]]
shape = "capsule"
center_m = [0.0, 0.5, 0.0]
axis = [1.0, 0.0, 0.0]
radius_m = 0.3
length_m = 2.4
[[collider]]
shape = "ground"
)";
}

std::string heap_of_tori() {
  return R"(family = "volume"
[settings]
iterations = 8
dt_s = 0.00333333
damping_per_s = 0.6
speed_limit_m_s = 8
friction = 0.8
thickness_m = 0.025
contact_distance_m = 0.05
contact_iterations = 4
[[solid]]
shape = "torus"
ring_radius_m = 0.26
tube_radius_m = 0.113
skin_m = 0.025
mesher = "sweep"
drawn = "simulated"
density_kg_m3 = 300
copies = [6, 6, 6]
step_m = [0.76, 0.7, 0.76]
center_m = [0.0, 0.5, 0.0]
tumbled = true
[[collider]]
shape = "ground"
)";
}

std::string bunny_on_bunny() {
  const auto bunny = [](float shift_m, float height_m) {
    return fmt::format(R"([[solid]]
shape = "mesh"
file = "bunny.obj"
size_m = 1.0
center_m = [{}, {}, 0.0]
mesher = "lattice"
cell_m = 0.034
drawn = "simulated"
density_kg_m3 = 300
young_modulus_Pa = 4e4
poisson_ratio = 0.35
)",
                       shift_m, height_m);
  };
  return R"(family = "fem"
elements = "linear"
[settings]
dt_s = 0.005
cg_iterations = 30
contact_distance_m = 0.01
friction = 0.5
[[collider]]
shape = "ground"
)" + bunny(0.0f, 0.55f) +
         bunny(0.1f, 1.6f);
}

std::string balls_of_three_sizes() {
  const auto balls = [](float size_m, int count, int columns, float height_m, int seed) {
    return fmt::format(R"([[pile]]
shape = "ball"
size_m = {}
count = {}
columns = {}
step_m = [{}, {}, {}]
center_m = [0.0, {}, 0.0]
jitter_m = 0.0004
seed = {}
)",
                       size_m, count, columns, size_m + 0.001f, size_m + 0.001f, size_m + 0.001f,
                       height_m, seed);
  };
  return R"(family = "piles"
[settings]
dt_s = 0.0005
[container]
size_m = [4.0, 6.0, 4.0]
[[collider]]
shape = "ground"
)" + balls(0.02f, 700000, 188, 0.02f, 1) +
         balls(0.03f, 200000, 127, 0.5f, 2) + balls(0.04f, 100000, 96, 1.0f, 3);
}

}  // namespace limber
