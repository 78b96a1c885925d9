// Keys as they are declared: what is taken, and the sentences with which the rest is refused.

#include "scenes/table_reader.h"

#include <gtest/gtest.h>

#include <cmath>

#include "kernels/error.h"

namespace limber {
namespace {

/// A key of each type.
struct Everything {
  std::string shape = "ball";
  bool open = true;
  int count = 3;
  float width_m = 0.5f;
  glm::vec2 sides_m{1.0f};
  glm::vec3 center_m{0.0f};
  glm::ivec3 cells{2};
  Direction axis{{0.0f, 1.0f, 0.0f}};
  std::optional<float> height_m;
  std::optional<glm::vec3> step_m;
  std::vector<std::string> methods;
  std::vector<glm::vec3> colors{{1.0f, 0.0f, 0.0f}};
  std::vector<BoneRow> bones;
  Interval speed_m_s;
  std::map<std::string, float> most{{"overlap", 1.0f}};
  float size_m = 1.0f;
  glm::vec3 box_m{1.0f};
};

std::vector<Key> keys_of(Everything& t) {
  return {
      Key("shape", "What it is", &t.shape).one_of({"ball", "box", "cone"}),
      Key("open", "Whether it is open", &t.open),
      Key("count", "How many", &t.count).from(1, 10),
      Key("width_m", "How wide", &t.width_m).from(0, 0.7),
      Key("sides_m", "How long its sides are", &t.sides_m).from(0, 9),
      Key("center_m", "Its middle", &t.center_m).from(-5, 5),
      Key("cells", "How many along each side", &t.cells).from(1, 9),
      Key("axis", "Where it points", &t.axis),
      Key("height_m", "How high", &t.height_m).from(0, 9).or_else("as wide"),
      Key("step_m", "From one to the next", &t.step_m).from(0, 9),
      Key("methods", "How", &t.methods).one_of({"one", "two"}),
      Key("colors", "Its colours", &t.colors),
      Key("bones", "Its bones", &t.bones).from(-5, 5),
      Key("speed_m_s", "How fast", &t.speed_m_s).from(0, 9).or_else("any"),
      Key("most", "How much of each", &t.most).from(0, 9),
      Key("size_m", "Its diameter", &t.size_m)
          .from(0, 9)
          .only_for({"shape", &t.shape, {"ball"}})
          .by_default(4.0f),
      Key("size_m", "Its sides", &t.box_m).from(0, 9).only_for({"shape", &t.shape, {"box"}}),
  };
}

Everything read_thing(const std::string& text) {
  const toml::table toml = toml::parse(text, std::string("a.toml"));
  Everything everything;
  TableReader(toml, "a.toml", "thing").read(keys_of(everything));
  return everything;
}

std::string refusal_of_thing(const std::string& text) {
  try {
    read_thing(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::bad_input);
    return error.what();
  }
  ADD_FAILURE() << "it was taken: " << text;
  return "";
}

TEST(TableReader, TakesAValueOfEachType) {
  const Everything t = read_thing(
      "shape = \"box\"\nopen = false\ncount = 7\nwidth_m = 0.7\nsides_m = [1, 2]\n"
      "center_m = [1, -2, 3.5]\ncells = [3, 4, 5]\naxis = [0, 0, 5]\nheight_m = 2\n"
      "step_m = [1, 2, 3]\nmethods = [\"two\"]\ncolors = [[0, 1, 0], [0, 0, 1]]\n"
      "bones = [[1, 2, 3, 4, 5, -1, -2, 0.5]]\nspeed_m_s = [1, 1.5]\n"
      "most = { overlap = 2, \"a.b\" = 0.5 }\nsize_m = [7, 8, 9]\n");
  EXPECT_EQ(t.shape, "box");
  EXPECT_FALSE(t.open);
  EXPECT_EQ(t.count, 7);
  EXPECT_EQ(t.width_m, 0.7f) << "0.7f is above 0.7, and is no less within the range";
  EXPECT_EQ(t.sides_m, glm::vec2(1, 2));
  EXPECT_EQ(t.center_m, glm::vec3(1, -2, 3.5));
  EXPECT_EQ(t.cells, glm::ivec3(3, 4, 5));
  EXPECT_EQ(t.axis.unit, glm::vec3(0, 0, 1));
  EXPECT_EQ(t.height_m, 2.0f);
  EXPECT_EQ(t.step_m, glm::vec3(1, 2, 3));
  EXPECT_EQ(t.methods, std::vector<std::string>{"two"});
  EXPECT_EQ(t.colors, (std::vector<glm::vec3>{{0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(t.bones, (std::vector<BoneRow>{{1, 2, 3, 4, 5, -1, -2, 0.5}}));
  EXPECT_EQ(t.speed_m_s.low, 1.0f);
  EXPECT_EQ(t.speed_m_s.high, 1.5f);
  EXPECT_EQ(t.most, (std::map<std::string, float>{{"a.b", 0.5f}, {"overlap", 2.0f}}));
  EXPECT_EQ(t.box_m, glm::vec3(7, 8, 9));
  EXPECT_EQ(t.size_m, 1.0f) << "that is the ball's";
}

TEST(TableReader, LeavesWhatIsNotGivenAsItIs) {
  const Everything t = read_thing("");
  EXPECT_EQ(t.count, 3);
  EXPECT_EQ(t.height_m, std::nullopt);
  EXPECT_EQ(t.colors.size(), 1u);
  EXPECT_TRUE(std::isinf(t.speed_m_s.low) && std::isinf(t.speed_m_s.high));
  EXPECT_EQ(t.most.size(), 1u);
  EXPECT_EQ(t.size_m, 4.0f) << "the default of this shape";
}

TEST(TableReader, RefusesWithFileLineAndASentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"open = 1", "thing.open must be true or false"},
      {"count = 0", "thing.count is 0, but must lie from 1 to 10"},
      {"count = 2.5", "thing.count is 2.5, but must be whole"},
      {"width_m = nan", "thing.width_m is nan, but must lie from 0 to 0.7"},
      {"width_m = \"wide\"", "thing.width_m must be a number"},
      {"sides_m = [1]", "thing.sides_m must be a list of 2 numbers"},
      {"center_m = [0, 6, 0]", "thing.center_m holds 6, but must lie from -5 to 5"},
      {"cells = [1, 1.5, 1]", "thing.cells must hold whole numbers"},
      {"axis = [0, 0, 0]", "thing.axis must not be zero"},
      {"height_m = -1", "thing.height_m is -1, but must lie from 0 to 9"},
      {"methods = \"one\"", "thing.methods must be a list of texts"},
      {"methods = [\"one\", \"six\"]", "thing.methods holds 'six', but must be one of one, two"},
      {"colors = []", "thing.colors must be a list of colours, each of 3 numbers"},
      {"colors = [[0, 2, 0]]", "thing.colors holds 2, but must lie from 0 to 1"},
      {"bones = [[1, 2]]", "thing.bones must be a list of lists of 8 numbers, which list 1 is not"},
      {"speed_m_s = 3", "thing.speed_m_s must be a list of 2 numbers"},
      {"speed_m_s = [3, 10]", "thing.speed_m_s holds 10, but must lie from 0 to 9"},
      {"speed_m_s = [3, 2]", "thing.speed_m_s must be written [low, high]"},
      {"most = 3", "thing.most must be a table"},
      {"most = { a = 10 }", "most.a is 10, but must lie from 0 to 9"},
      {"shape = 3", "thing.shape must be a text in quotes"},
      {"shape = \"bal\"", "thing.shape is 'bal', but must be one of ball, box, cone"},
      {"widht_m = 1", "thing.widht_m is not known here; did you mean 'width_m'?"},
      {"qqqqqq = 1", "thing.qqqqqq is not a known key here"},
      {"shape = \"cone\"\nsize_m = 1",
       "thing.size_m is only for shape ball or box, but here shape is cone"},
  };
  for (const auto& [text, sentence] : cases) {
    const std::string line = std::string(text).find('\n') == std::string::npos ? "2" : "3";
    EXPECT_EQ(refusal_of_thing(std::string("\n") + text), "a.toml:" + line + ": " + sentence);
  }
}

TEST(TableReader, GivesParametersValuesOfTheirType) {
  bool wind = false;
  int iterations = 1;
  float dt_s = 0.0f;
  glm::vec3 gravity(0.0f);
  std::string method = "jacobi";
  std::vector<Parameter> parameters{{"wind", "", &wind},
                                    {"iterations", "", &iterations, 1, 64},
                                    {"dt_s", "", &dt_s, 1e-4, 0.1},
                                    {"gravity_m_s2", "", &gravity, -100, 100},
                                    {"method", "", &method, 0, 0, false, {"jacobi", "xpbd"}}};
  const auto give = [&](const std::string& text) {
    const toml::table toml = toml::parse("\n" + text, std::string("a.toml"));
    TableReader(toml, "a.toml", "settings").read_parameters(parameters);
  };
  give(R"(wind = true
          iterations = 64
          dt_s = 0.1
          gravity_m_s2 = [0, -1.5, 2]
          method = "xpbd")");
  EXPECT_TRUE(wind);
  EXPECT_EQ(iterations, 64);
  EXPECT_EQ(dt_s, 0.1f);
  EXPECT_EQ(gravity, glm::vec3(0.0f, -1.5f, 2.0f));
  EXPECT_EQ(method, "xpbd");
  give("iterations = 2.0\ndt_s = '0.05'");
  EXPECT_EQ(iterations, 2);
  EXPECT_EQ(dt_s, 0.05f);

  const std::pair<const char*, const char*> refused[] = {
      {"wind = 2", "wind = '2' is neither true nor false; give true or false"},
      {"iterations = 2.5", "iterations = '2.5' is not a whole number; give 1 to 64"},
      {"iterations = 65", "iterations = '65' is out of range; give 1 to 64"},
      {"iterations = 3000000000", "iterations = '3000000000' is not a whole number; give 1 to 64"},
      {"dt_s = nan", "dt_s = 'nan' is not a number; give 0.0001 to 0.1"},
      {"dt_s = 1e308", "dt_s = '1e+308' is out of range; give 0.0001 to 0.1"},
      {"dt_s = true", "dt_s = 'true' is not a number; give 0.0001 to 0.1"},
      {"gravity_m_s2 = [0, 1]",
       "gravity_m_s2 = '0, 1' is not three numbers; give three numbers, each -100 to 100"},
      {"gravity_m_s2 = [0, -101, 0]",
       "gravity_m_s2 = '0, -101, 0' is out of range; give three numbers, each -100 to 100"},
      {"method = 'newton'", "method = 'newton' is not known; give one of jacobi, xpbd"},
      {"method = 3", "method = '3' is not known; give one of jacobi, xpbd"},
      {"dt_s = 2020-01-01", "settings.dt_s must be a value"},
  };
  for (const auto& [text, sentence] : refused) {
    try {
      give(text);
      ADD_FAILURE() << "it was taken: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), std::string("a.toml:2: ") + sentence);
    }
  }
  EXPECT_EQ(iterations, 2);
  EXPECT_EQ(dt_s, 0.05f);
}

TEST(TableReader, KeysAreATable) {
  Everything usual;
  const std::string table = keys_as_markdown(keys_of(usual));
  for (const char* row :
       {"| `shape` | `\"ball\"` | one of ball, box, cone | What it is |\n",
        "| `open` | `true` | true or false | Whether it is open |\n",
        "| `count` | `3` | 1 to 10 | How many |\n", "| `width_m` | `0.5` | 0 to 0.7 | How wide |\n",
        "| `cells` | `[2, 2, 2]` | three whole numbers, each 1 to 9 |",
        "| `speed_m_s` | any | [low, high], each 0 to 9 | How fast |\n",
        "| `most` | `{overlap = 1}` | a table of numbers, each 0 to 9 | How much of each |\n",
        "| `height_m` | as wide | 0 to 9 | How high |\n",
        "| `size_m` | `4` | 0 to 9 | *shape ball:* Its diameter |\n",
        "| `size_m` | `[1, 1, 1]` | three numbers, each 0 to 9 | *shape box:* Its sides |\n"})
    EXPECT_NE(table.find(row), std::string::npos) << row << table;
}

}  // namespace
}  // namespace limber
