#include "app/scene_loader.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "kernels/error.h"

namespace limber {
namespace {

constexpr double hang_s = 60.0;

/// Opens scenes under the test's control.
class SlowOpener {
 public:
  Scene operator()(const SceneRequest& request, Progress& progress) {
    const Counter counter(working_);
    if (request.name == "broken") throw Error(ExitCode::bad_input, "it is broken");
    // "deaf" works for a long time between two reports.
    if (request.name == "deaf") finish_.get_future().wait();
    while (request.name != "fast" && !finished_) {
      progress.report("sewing " + request.name, 0.25f);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    progress.report("sewing the last of " + request.name, 1.0f);
    Scene scene;
    scene.id = request.name;
    scene.mesh_use = request.wish.use;
    scene.mesher = request.wish.mesher;
    return scene;
  }

  void finish() { finished_ = true; }
  void finish_deaf() { finish_.set_value(); }
  int working() const { return working_; }

 private:
  struct Counter {
    explicit Counter(std::atomic<int>& c) : count(c) { ++count; }
    ~Counter() { --count; }
    std::atomic<int>& count;
  };

  std::atomic<bool> finished_ = false;
  std::atomic<int> working_ = 0;
  std::promise<void> finish_;
};

class SceneLoaderTest : public testing::Test {
 protected:
  template <class Condition>
  void wait_until(const Condition& condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(hang_s);
    while (!condition()) {
      ASSERT_LT(std::chrono::steady_clock::now(), end) << "waited in vain";
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  SlowOpener opener;
  SceneLoader loader{[this](const SceneRequest& request, Progress& progress) {
    return opener(request, progress);
  }};
};

TEST_F(SceneLoaderTest, GivesTheSceneOnceItIsOpen) {
  EXPECT_FALSE(loader.request());
  EXPECT_FALSE(loader.take(hang_s));  // nothing to wait for
  loader.open({"dress", {MeshUse::cloth, MesherChoice::lattice}});
  ASSERT_TRUE(loader.request());
  EXPECT_EQ(loader.request()->name, "dress");
  EXPECT_FALSE(loader.take());
  EXPECT_TRUE(loader.request());
  opener.finish();
  const std::optional<Scene> scene = loader.take(hang_s);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->id, "dress");
  EXPECT_EQ(scene->mesh_use, MeshUse::cloth);
  EXPECT_EQ(scene->mesher, MesherChoice::lattice);
  EXPECT_FALSE(loader.request());
  EXPECT_FALSE(loader.take());
}

TEST_F(SceneLoaderTest, AFastSceneIsThereAtOnce) {
  loader.open({"fast"});
  const std::optional<Scene> scene = loader.take(hang_s);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->id, "fast");
}

TEST_F(SceneLoaderTest, TellsHowFarItIs) {
  loader.open({"dress"});
  EXPECT_FALSE(loader.state().what.empty());  // even before the first report
  wait_until([&] { return loader.state().what == "sewing dress"; });
  EXPECT_EQ(loader.state().share, 0.25f);
  const double before_s = loader.state().elapsed_s;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_GE(loader.state().elapsed_s, before_s + 0.02);
}

TEST_F(SceneLoaderTest, PassesOnWhatWentWrongOnce) {
  loader.open({"broken"});
  try {
    loader.take(hang_s);
    FAIL() << "it was opened";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    EXPECT_STREQ(error.what(), "it is broken");
  }
  EXPECT_FALSE(loader.request());
  EXPECT_FALSE(loader.take());
  loader.open({"fast"});
  EXPECT_TRUE(loader.take(hang_s));
}

TEST_F(SceneLoaderTest, ACancelledSceneEndsAndNeverComes) {
  loader.open({"dress"});
  wait_until([&] { return opener.working() == 1; });
  loader.cancel();
  EXPECT_FALSE(loader.request());
  wait_until([&] { return opener.working() == 0; });
  opener.finish();
  EXPECT_FALSE(loader.take(0.05));
  loader.cancel();  // nothing
}

TEST_F(SceneLoaderTest, TheLastWishCounts) {
  loader.open({"dress"});
  wait_until([&] { return opener.working() == 1; });
  loader.open({"fast"});
  EXPECT_EQ(loader.request()->name, "fast");
  EXPECT_EQ(loader.take(hang_s)->id, "fast");
  wait_until([&] { return opener.working() == 0; });
  EXPECT_FALSE(loader.take(0.05));
}

TEST_F(SceneLoaderTest, NobodyWaitsForWorkThatNoticesNothing) {
  loader.open({"deaf"});
  wait_until([&] { return opener.working() == 1; });
  loader.open({"fast"});
  EXPECT_EQ(loader.take(hang_s)->id, "fast");
  EXPECT_EQ(opener.working(), 1);
  opener.finish_deaf();
  wait_until([&] { return opener.working() == 0; });
}

TEST_F(SceneLoaderTest, ItsEndEndsTheWork) {
  {
    SceneLoader short_lived([this](const SceneRequest& request, Progress& progress) {
      return opener(request, progress);
    });
    short_lived.open({"dress"});
    wait_until([&] { return opener.working() == 1; });
    short_lived.open({"coat"});
    wait_until([&] { return short_lived.state().what == "sewing coat"; });
  }
  EXPECT_EQ(opener.working(), 0);
}

TEST(Dropped, MeshesAndSceneFilesAreOpenedAndNothingElseIs) {
  EXPECT_EQ(dropped("/a/mesh.OBJ", {MeshUse::cloth}).wish.use, MeshUse::cloth);
  EXPECT_EQ(dropped("scene.toml", {}).name, "scene.toml");
  try {
    dropped("/a/picture.png", {});
    FAIL();
  } catch (const Error& error) {
    const std::string sentence = error.what();
    for (const char* named : {"/a/picture.png", ".obj", ".toml", ".limber"})
      EXPECT_NE(sentence.find(named), std::string::npos) << named;
    EXPECT_EQ(sentence.find("--"), std::string::npos) << "options are for the command line";
  }
}

TEST(SceneLoader, SettingsAreBesideThoseOfTheFile) {
  SceneLoader loader;
  loader.open({"cloth/flags", {}, {"iterations=3"}});
  const std::optional<Scene> scene = loader.take(hang_s);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->settings, std::vector<std::string>{"iterations=3"});
  Exec exec(Backend::serial);
  EXPECT_EQ(parameter_named(scene->build(exec)->parameters(), "iterations").text(), "3");
}

}  // namespace
}  // namespace limber
