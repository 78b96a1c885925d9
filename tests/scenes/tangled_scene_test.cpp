// Scenes whose bodies begin within each other are refused with both tables and the place.

#include <gtest/gtest.h>

#include "kernels/error.h"
#include "scenes/scene.h"

namespace limber {
namespace {

std::string sheets(const std::string& between, const std::string& distance_m = "0.02") {
  return "title = \"T\"\nfamily = \"world\"\n[settings]\ncontact_distance_m = " + distance_m +
         "\n[[cloth]]\ncolumns = 9\nrows = 9\ncenter_m = [0, 2, 0]\n" + between +
         "[[collider]]\nshape = \"ground\"\n[check]\n";
}

std::string refusal_of_scene(const std::string& scene) {
  Exec exec(Backend::tbb);
  try {
    open_scene_text("t.toml", scene).build(exec);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    return error.what();
  }
  return "";
}

TEST(TangledScene, IsRefusedWithBothTablesAndThePlace) {
  const std::string upright =
      "[[cloth]]\ncolumns = 9\nrows = 9\nsize_m = [0.5, 0.5]\ndown = [0, 1, 0]\n"
      "center_m = [0.21, 2.03, 0.02]\ncount = 2\nstep_m = [0, 0.4, 0]\n";
  const std::string message = refusal_of_scene(sheets(upright));
  EXPECT_NE(message.find("the [[cloth]] in t.toml:5"), std::string::npos) << message;
  EXPECT_NE(message.find("the [[cloth]] in t.toml:9"), std::string::npos) << message;
  EXPECT_NE(message.find("near (-0.041667"), std::string::npos) << message;
  EXPECT_EQ(refusal_of_scene(sheets(upright, "0")), "") << "nothing touches";
}

TEST(TangledScene, NamesPilesAndColliders) {
  const auto ring = [](const char* center_m) {
    return std::string("[[pile]]\nshape = \"torus\"\nsize_m = 0.4\nspheres = 10\ncenter_m = ") +
           center_m + "\n";
  };
  EXPECT_EQ(refusal_of_scene(sheets(ring("[2.1, 2.05, 0]"))), "");
  const std::string message = refusal_of_scene(sheets(ring("[0.1, 2.05, 0]")));
  EXPECT_NE(message.find("a body of the [[pile]] in t.toml:9"), std::string::npos) << message;
  const std::string box =
      "[[collider]]\nshape = \"box\"\nsize_m = [0.2, 0.2, 0.2]\ncenter_m = [0.1, 2.05, 0]\n";
  const std::string of_box = refusal_of_scene(sheets(box));
  EXPECT_NE(of_box.find("the [[collider]] in t.toml:9"), std::string::npos) << of_box;
  const std::string of_ball = refusal_of_scene(
      sheets("[[collider]]\nshape = \"sphere\"\nradius_m = 0.05\ncenter_m = [0.1, 2.01, 0]\n"));
  EXPECT_NE(of_ball.find("the [[collider]] in t.toml:9"), std::string::npos) << of_ball;
}

}  // namespace
}  // namespace limber
