// A smaller joints/mail: the scene itself takes seconds a step without a GPU.

#include <gtest/gtest.h>

#include <string>

#include "scenes/scene.h"
#include "sim/joints/joints_system.h"
#include "sim/text_file.h"

namespace limber {
namespace {

std::string with(std::string text, const std::string& before, const std::string& after) {
  const std::size_t at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  return at == std::string::npos ? text : text.replace(at, before.size(), after);
}

/// How high its boulder is at the end of 0.7 s.
double boulder_m(const std::vector<std::string>& settings) {
  std::string text = read_text_file(LIMBER_SCENES_FOLDER "/joints/mail.toml", "a scene", 1);
  text = with(text, "columns = 180", "columns = 11");
  text = with(text, "rows = 200", "rows = 11");
  text = with(text, "radius_m = 0.8", "radius_m = 0.12");
  text = with(text, "velocity_m_s = [0.0, -6.0, 0.0]", "velocity_m_s = [0.0, -2.0, 0.0]");
  text = with(text, "center_m = [0.0, 3.2, 0.0]", "center_m = [0.0, 3.6, 0.0]");
  Exec exec(Backend::tbb, 2);
  const auto world = open_scene_text("mail", text).build(exec);
  override_parameters(*world, settings);
  world->advance({.steps = static_cast<int>(0.7 / world->dt_s())});
  world->request_residuals();
  exec.synchronize();
  if (settings.empty()) {
    EXPECT_LT(world->residuals().at("rigid.joint"), 2e-3);
    EXPECT_EQ(world->trouble(), "");
  }
  return world->system<JointsSystem>().poses()[0].position_m.y;
}

TEST(MailScene, CatchesItsBoulder) {
  EXPECT_NEAR(boulder_m({}), 3.4, 0.15);
  EXPECT_LT(boulder_m({"rigid.contact_distance_m=0"}), 1.0);
}

}  // namespace
}  // namespace limber
