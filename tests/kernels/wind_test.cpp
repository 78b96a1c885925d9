// Wind forces on parts, against formulae in double precision.

#include "kernels/wind.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "kernels/plants/loads.h"
#include "sim/plants/plants_system.h"
#include "tests/each_backend.h"
#include "tests/sim/small_pile.h"
#include "tests/sim/small_plant.h"

namespace limber {
namespace {

constexpr double air_kg_m3 = 1.2, wind_speed_m_s = 6.0;

/// A rigid plate with its normal along z, rotated about x, in wind along z.
PartLoad load_of_plate(float angle_rad, float area_m2, float lift, float wind_m_s,
                       glm::vec3 middle_m = glm::vec3(0.0f)) {
  Mount mount;
  PartBody body{.mass_kg = 1e9f, .area_m2 = 0.5f * area_m2, .first_face = 0, .faces = 1};
  WindFace face{.middle_m = middle_m, .area_m2 = {0.0f, 0.0f, area_m2}};
  Pose pose{};
  pose.quaternion = {std::sin(0.5f * angle_rad), 0.0f, 0.0f, std::cos(0.5f * angle_rad)};
  PartMotion motion;
  FrameInputs inputs{};
  PartLoad load;
  glm::vec3 forces_N[max_wind_faces] = {};
  const Wind wind{.velocity_m_s = {0.0f, 0.0f, wind_m_s},
                  .pressure_kg_m3 = static_cast<float>(air_kg_m3)};
  const WindOnFaces wind_on{.mounts = {&mount, 1},
                            .bodies = {&body, 1},
                            .parts = {},
                            .faces = {&face, 1},
                            .face_modes = {},
                            .velocity = {},
                            .poses = {&pose, 1},
                            .motions = {&motion, 1},
                            .inputs = {&inputs, 1},
                            .forces_N = {forces_N, max_wind_faces},
                            .wind = wind,
                            .lift_kg_m3 = static_cast<float>(air_kg_m3) * lift,
                            .time_in_frame_s = 0.0f,
                            .dt_s = 0.002f};
  for (int f = 0; f < max_wind_faces; ++f) wind_on(f);
  LoadParts{.mounts = {&mount, 1},
            .bodies = {&body, 1},
            .faces = {&face, 1},
            .wind_N = {forces_N, max_wind_faces},
            .poses = {&pose, 1},
            .motions = {&motion, 1},
            .holds = {},
            .hold_forces_N = {},
            .inputs = {&inputs, 1},
            .loads = {&load, 1},
            .wind = wind,
            .gravity_m_s2 = glm::vec3(0.0f),
            .time_in_frame_s = 0.0f,
            .dt_s = 0.002f}(0);
  load.force_N = rotated(pose.quaternion, load.force_N);
  return load;
}

TEST(WindOnParts, PressesAndLiftsAFlatPlate) {
  constexpr double area_m2 = 0.03;
  for (const double lift : {0.0, 1.5})
    for (int i = 0; i <= 12; ++i) {
      const double angle = i * M_PI / 12.0;  // of the normal against the wind
      const double through = std::cos(angle), along = std::sin(angle);
      const glm::dvec3 normal(0.0, -along, through);
      const double pressure_Pa = 0.5 * air_kg_m3 * wind_speed_m_s * wind_speed_m_s;
      glm::dvec3 force = 2.0 * pressure_Pa * area_m2 * std::abs(through) * through * normal;
      // By the sine and cosine of the angle between plate and wind, straight across the wind.
      force.y += lift * pressure_Pa * area_m2 * through * -along;
      const PartLoad load = load_of_plate(static_cast<float>(angle), area_m2,
                                          static_cast<float>(lift), wind_speed_m_s);
      for (int axis = 0; axis < 3; ++axis)
        EXPECT_NEAR(load.force_N[axis], force[axis], 1e-5) << i << " lift " << lift;
    }
}

TEST(WindOnParts, TurnsWhatItDoesNotMeetInTheMiddle) {
  const PartLoad load = load_of_plate(0.0f, 0.03f, 1.0f, wind_speed_m_s, {0.2f, 0.0f, 0.0f});
  EXPECT_NEAR(load.torque_N_m.y, -0.2 * air_kg_m3 * 0.03 * wind_speed_m_s * wind_speed_m_s, 1e-5);
}

TEST(WindOnParts, DoesNothingWhereThereIsNone) {
  const PartLoad load = load_of_plate(0.4f, 0.03f, 1.0f, 0.0f);
  EXPECT_EQ(load.force_N, glm::vec3(0.0f));
  EXPECT_EQ(load.torque_N_m, glm::vec3(0.0f));
}

class WindOnPlants : public EachBackend {
 protected:
  struct Swing {
    double max_m = 0.0;  ///< of the tip, across the wind
    int turns = 0;
  };
  /// A beam with its flat side to the wind, after a while.
  Swing swing_with(float lift) {
    Beam beam{.length_m = 1.0, .nodes = 20, .mass_kg = 0.1, .bending_N_m2 = 4.0, .modes = 2};
    auto model = std::make_shared<PlantsModel>(single_beam(beam));
    for (glm::vec3& x : model->plant.shapes[0].drawn.positions_m) x.x *= 5.0f;
    model->plant.shapes[0].thickness_m = 1e-3f;
    PlantsSettings settings;
    settings.dt_s = 0.004f;
    settings.gravity_m_s2 = 0.0f;
    settings.mass_damping_per_s = 0.3f;
    settings.stiffness_damping_s = 0.0f;
    settings.numerical_damping = 0.0f;
    settings.wind_direction_deg = -90.0f;  // to +z
    settings.gustiness = 0.02f;
    settings.wind_m_s = 6.0f;
    settings.lift = lift;
    PlantsWorld world(exec(), model, settings);
    run(world, 1000);
    Swing swing;
    double before_m = 0.0;
    for (int i = 0; i < 500; ++i) {
      world.advance({.steps = 1});
      const double now_m =
          model->reduced[0].node_modes(3 * (beam.nodes - 1), 0) * double(world.state().q[0]);
      swing.max_m = std::max(swing.max_m, std::abs(now_m));
      swing.turns += now_m * before_m < 0.0 ? 1 : 0;
      before_m = now_m;
    }
    return swing;
  }
};

/// A body facing the wind is excited across it by lift [DenHartog32]: oscillations grow from small
/// gusts. Pressure alone never pushes it sideways.
TEST_P(WindOnPlants, FlutterByLift) {
  const Swing still = swing_with(0.0f), lifted = swing_with(2.0f);
  EXPECT_LT(still.max_m, 1e-6);
  EXPECT_GT(lifted.max_m, 0.02);
  EXPECT_GE(lifted.turns, 4);
}

EACH_BACKEND(WindOnPlants);

}  // namespace
}  // namespace limber
