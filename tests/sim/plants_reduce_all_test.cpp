#include "sim/plants/reduce_all.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "kernels/error.h"
#include "sim/plants/reduced_cache.h"
#include "tests/sim/small_parts.h"
#include "tests/unit/environment_variable.h"
#include "tests/unit/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;

bool same_shape(const ReducedShape& a, const ReducedShape& b) {
  bool equal = a.modes == b.modes && a.node_modes == b.node_modes &&
               a.drawn_modes == b.drawn_modes && a.stiffness == b.stiffness &&
               a.frequencies_Hz == b.frequencies_Hz && a.mass_kg == b.mass_kg &&
               a.first_moment_kg_m == b.first_moment_kg_m &&
               a.second_moment_kg_m2 == b.second_moment_kg_m2 && a.linear == b.linear &&
               a.moments == b.moments && a.gyroscopic == b.gyroscopic &&
               a.cubic.has_value() == b.cubic.has_value();
  if (a.cubic && b.cubic)
    equal = equal && a.cubic->modes == b.cubic->modes && a.cubic->linear == b.cubic->linear &&
            a.cubic->quadratic == b.cubic->quadratic && a.cubic->cubic == b.cubic->cubic;
  return equal;
}

/// Solids of different lengths, and a rigid part.
std::vector<PartShape> parts() {
  std::vector<PartShape> shapes;
  for (int cells = 2; cells < 8; ++cells) shapes.push_back(small_beam({1, cells, 1}, 5));
  shapes.push_back(small_beam({1, 2, 1}, 0));
  return shapes;
}

constexpr ReduceOptions options{.linear_modes = 3, .cubic_forces = true};

std::vector<ReducedShape> reduce_alike(const std::vector<PartShape>& shapes,
                                       const ReduceOptions& each, Progress& progress) {
  return reduce_all(shapes, std::vector(shapes.size(), each), progress);
}

class ReduceAll : public testing::Test {
 protected:
  std::vector<fs::path> files() const {
    return {fs::directory_iterator(folder.path()), fs::directory_iterator()};
  }
  TemporaryFolder folder;
  EnvironmentVariable own{"LIMBER_CACHE", folder.path().c_str()};
};

/// Records progress, and cancels after a number of reports.
class Watch : public Progress {
 public:
  explicit Watch(int patience) : patience_(patience) {}
  void report(const std::string& what, float share) override {
    if (patience_-- == 0) throw Cancelled{};
    EXPECT_NE(what.find("modes"), std::string::npos);
    EXPECT_GE(share, last_share);
    EXPECT_LE(share, 1.0f);
    last_share = share;
  }
  float last_share = 0.0f;

 private:
  int patience_;
};

TEST_F(ReduceAll, GivesWhatReduceGivesAndKeepsIt) {
  const std::vector<PartShape> shapes = parts();
  Progress nobody;
  Watch watch(-1);
  const std::vector<ReducedShape> computed = reduce_alike(shapes, options, watch);
  EXPECT_GT(watch.last_share, 0.5f);
  EXPECT_EQ(files().size(), shapes.size() - 1) << "of the rigid one nothing is kept";
  ASSERT_EQ(computed.size(), shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i)
    EXPECT_TRUE(same_shape(computed[i], reduce(shapes[i], options, nobody))) << i;
  // The second time no mode is computed: only cache files are read.
  Watch reports(static_cast<int>(shapes.size()));
  const std::vector<ReducedShape> kept = reduce_alike(shapes, options, reports);
  for (std::size_t i = 0; i < shapes.size(); ++i)
    EXPECT_TRUE(same_shape(computed[i], kept[i])) << i;
}

TEST_F(ReduceAll, IsCancelledWithinAShape) {
  for (const int patience : {0, 1, 5, 20}) {
    Watch watch(patience);
    EXPECT_THROW(reduce_alike(parts(), options, watch), Cancelled) << patience;
  }
  for (const fs::path& file : files()) EXPECT_EQ(file.extension(), ".modes");
  // And during Lanczos iteration for one part.
  struct Impatient : Progress {
    int reports = 0;
    void report(const std::string&, float) override {
      if (++reports == 15) throw Cancelled{};
    }
  } impatient;
  EXPECT_THROW(reduce(small_beam({1, 12, 1}, 5), {}, impatient), Cancelled);
}

TEST_F(ReduceAll, ComputesAnewWhatIsDamaged) {
  const PartShape shape = small_beam({1, 2, 1}, 2);
  const std::string key = reduced_key(shape, {});
  Progress nobody;
  const ReducedShape right = reduce_alike({shape}, {}, nobody).front();
  const fs::path file = files().front();
  fs::resize_file(file, fs::file_size(file) - 1);
  EXPECT_FALSE(kept_reduced(key));
  EXPECT_TRUE(same_shape(reduce_alike({shape}, {}, nobody).front(), right));
  EXPECT_TRUE(kept_reduced(key));
  fs::remove(file);
  fs::create_directory(file);
  EXPECT_TRUE(same_shape(reduce_alike({shape}, {}, nobody).front(), right))
      << "a folder of that name";
}

TEST_F(ReduceAll, TellsEveryQuestionApart) {
  const PartShape solid = small_beam({1, 2, 1}, 3), leaf = small_strip(1, 2, 3);
  std::set<std::string> keys{reduced_key(solid, {}), reduced_key(leaf, {})};
  EXPECT_EQ(keys.begin()->size(), 32u);
  const auto is_new = [&](PartShape shape, const ReduceOptions& asked, auto change) {
    change(shape);
    return keys.insert(reduced_key(shape, asked)).second;
  };
  using S = PartShape;
  const auto nothing = [](S&) {};
  EXPECT_FALSE(is_new(solid, {}, nothing));
  EXPECT_FALSE(is_new(solid, {}, [](S& s) { s.drawn.positions_m.clear(); })) << "only drawn";
  EXPECT_TRUE(is_new(solid, {.elements = ElementOrder::linear}, nothing));
  EXPECT_TRUE(is_new(solid, {.linear_modes = 2}, nothing));
  EXPECT_TRUE(is_new(solid, {.cubic_forces = true}, nothing));
  EXPECT_TRUE(is_new(solid, {}, [](S& s) { s.modes = 4; }));
  EXPECT_TRUE(is_new(solid, {}, [](S& s) { s.clamped.pop_back(); }));
  EXPECT_TRUE(is_new(solid, {}, [](S& s) { s.material.density_kg_m3 = 1.0f; }));
  EXPECT_TRUE(is_new(solid, {}, [](S& s) { s.material.young_modulus_Pa = 1.0f; }));
  EXPECT_TRUE(is_new(solid, {}, [](S& s) { s.material.poisson_ratio = 0.1f; }));
  EXPECT_TRUE(is_new(leaf, {}, [](S& s) { s.thickness_m *= 2.0f; }));
  EXPECT_TRUE(is_new(leaf, {}, [](S& s) { std::swap(s.triangles[0], s.triangles[1]); }));
  EXPECT_TRUE(is_new(solid, {}, [](S& s) { std::swap(s.tetrahedra[0], s.tetrahedra[1]); }));
  EXPECT_TRUE(
      is_new(solid, {}, [](S& s) { s.nodes_m[3].x = std::nextafter(s.nodes_m[3].x, 9.f); }));
}

/// As for copies in other colours.
TEST_F(ReduceAll, ComputesOnceWhatIsAskedForTwice) {
  std::vector<PartShape> shapes{small_beam({1, 2, 1}, 5), small_beam({1, 3, 1}, 5)};
  shapes.push_back(shapes[0]);
  shapes[2].drawn.positions_m.resize(1);
  shapes.push_back(shapes[0]);
  const std::vector<ReduceOptions> each{options, options, options, {}};
  struct : Progress {
    std::set<std::string> heard;
    void report(const std::string& what, float) override { heard.insert(what); }
  } progress;
  const std::vector<ReducedShape> computed = reduce_all(shapes, each, progress);
  EXPECT_EQ(progress.heard, std::set<std::string>{"computing the modes of 3 parts"});
  EXPECT_EQ(files().size(), 3u);
  Progress nobody;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    EXPECT_TRUE(same_shape(computed[i], reduce(shapes[i], each[i], nobody))) << i;
}

TEST_F(ReduceAll, NamesTheFirstShapeThatIsWrong) {
  std::vector<PartShape> shapes = parts();
  shapes[2].clamped.clear();
  shapes[4].clamped.clear();
  Progress nobody;
  try {
    reduce_alike(shapes, {}, nobody);
    FAIL() << "no error";
  } catch (const WrongShape& error) {
    EXPECT_EQ(error.shape(), 2);
    EXPECT_EQ(std::string(error.what()).find("the part has no clamped node"), 0u) << error.what();
  }
}

}  // namespace
}  // namespace limber
