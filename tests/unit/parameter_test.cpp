#include "sim/parameter.h"

#include <gtest/gtest.h>

#include <chrono>

#include "tests/unit/refusal.h"

// g++ 12 wrongly reports an overflow in assigning a literal to a string.
#pragma GCC diagnostic ignored "-Wstringop-overflow"

namespace limber {
namespace {

class ParameterTest : public testing::Test {
 protected:
  bool wind = true;
  int iterations = 16;
  float dt_s = 0.01f;
  glm::vec3 gravity{0, -9.81f, 0};
  std::string method = "jacobi";
  std::string title = "Flags";
  std::vector<Parameter> all{
      {"wind", "", &wind},
      {"iterations", "", &iterations, 1, 64},
      {"dt_s", "", &dt_s, 1e-4, 0.1},
      {"gravity_m_s2", "", &gravity, -100, 100},
      {"method", "", &method, 0, 0, false, {"jacobi", "xpbd"}},
      {"title", "", &title},
  };
  const Parameter& at(const char* key) { return parameter_named(all, key); }
};

TEST_F(ParameterTest, TakesEveryType) {
  at("wind").set("off");
  at("iterations").set(" 64 ");
  at("dt_s").set("1e-3");
  at("gravity_m_s2").set("0, -1.5,2");
  at("method").set("xpbd");
  at("title").set("two words");
  EXPECT_FALSE(wind);
  EXPECT_EQ(iterations, 64);
  EXPECT_EQ(dt_s, 1e-3f);
  EXPECT_EQ(gravity, glm::vec3(0, -1.5f, 2));
  EXPECT_EQ(method, "xpbd");
  EXPECT_EQ(title, "two words");
  at("gravity_m_s2").set("+1 2 -3");
  EXPECT_EQ(gravity, glm::vec3(1, 2, -3));
}

TEST_F(ParameterTest, BothEndsOfTheRangeAreAllowed) {
  for (const char* end : {"0.0001", "0.1"}) EXPECT_NO_THROW(at("dt_s").set(end)) << end;
  for (const char* end : {"1", "64"}) EXPECT_NO_THROW(at("iterations").set(end)) << end;
}

TEST_F(ParameterTest, WithoutARangeEveryFiniteNumberIsAllowed) {
  const Parameter free{"x", "", &dt_s};
  free.set("-1e30");
  EXPECT_EQ(dt_s, -1e30f);
  EXPECT_EQ(free.range_text(), "any number");
  refusal([&] { free.set("1e39"); });
  EXPECT_EQ(refusal([&] { free.set(Parameter::Value(1e39), "1e39"); }),
            "x = '1e39' is too large; give any number");
}

TEST_F(ParameterTest, TextIsWhatSetTakes) {
  dt_s = 0.1f;
  for (const Parameter& parameter : all) {
    const std::string before = parameter.text();
    EXPECT_NO_THROW(parameter.set(before)) << before;
    EXPECT_EQ(parameter.text(), before);
  }
  EXPECT_EQ(dt_s, 0.1f);
  EXPECT_EQ(at("gravity_m_s2").text(), "0, -9.81, 0");
  EXPECT_EQ(at("wind").text(), "true");
}

TEST_F(ParameterTest, RefusesWhatIsNotAValueAndKeepsTheOld) {
  const std::pair<const char*, std::vector<const char*>> wrong[] = {
      {"wind", {"", " ", "maybe", "2", "True!"}},
      {"iterations", {"", "1.5", "1e1", "0", "65", "-3", "12x", "99999999999", "0x10", "+-3"}},
      {"dt_s", {"", "abc", "0.01s", "nan", "NaN", "inf", "-inf", "1e999", "0.2", "0", "-0.01"}},
      {"gravity_m_s2",
       {"", "1", "1,2", "1,2,", "1,2,3,4", "1,,3", "1,nan,3", "1,2,inf", "0,-101,0", "a b c"}},
      {"method", {"", "Jacobi ", "newton", "jacobi xpbd"}},
  };
  for (const auto& [wrong_key, texts] : wrong)
    for (const char* text : texts) {
      const char* key = wrong_key;
      const std::string before = at(key).text();
      const std::string sentence = refusal([&] { at(key).set(text); });
      EXPECT_NE(sentence.find(key), std::string::npos) << sentence;
      EXPECT_NE(sentence.find("'" + std::string(text) + "'"), std::string::npos) << sentence;
      EXPECT_NE(sentence.find(at(key).range_text()), std::string::npos) << sentence;
      EXPECT_EQ(at(key).text(), before) << sentence;
    }
}

TEST_F(ParameterTest, SaysTheRange) {
  EXPECT_EQ(at("wind").range_text(), "true or false");
  EXPECT_EQ(at("iterations").range_text(), "1 to 64");
  EXPECT_EQ(at("dt_s").range_text(), "0.0001 to 0.1");
  EXPECT_EQ(at("gravity_m_s2").range_text(), "three numbers, each -100 to 100");
  EXPECT_EQ(at("method").range_text(), "one of jacobi, xpbd");
  EXPECT_EQ(refusal([&] { at("dt_s").set("5"); }),
            "dt_s = '5' is out of range; give 0.0001 to 0.1");
}

TEST_F(ParameterTest, AnUnknownKeyNamesTheNearest) {
  EXPECT_EQ(refusal([&] { at("dt"); }), "there is no parameter 'dt'; did you mean 'dt_s'?");
  EXPECT_EQ(refusal([&] { at("zzzz"); }),
            "there is no parameter 'zzzz'; there are wind, iterations, dt_s, gravity_m_s2, "
            "method, title");
  EXPECT_NE(refusal([] { parameter_named({}, "x"); }), "");
}

TEST(NearestWord, FindsWhatWasMeantAndNothingElse) {
  const std::vector<std::string> words{"cloth/flags", "cloth/stack", "volume/bunny",
                                       "density_kg_m3", "wind"};
  EXPECT_EQ(nearest_word("cloth/falgs", words), "cloth/flags");  // swapped
  EXPECT_EQ(nearest_word("Cloth/Flag", words), "cloth/flags");   // case, one short
  EXPECT_EQ(nearest_word("volum/bunnny", words), "volume/bunny");
  EXPECT_EQ(nearest_word("iwnd", words), "wind");
  EXPECT_EQ(nearest_word("density", words), "density_kg_m3");
  EXPECT_EQ(nearest_word("stack", words), "cloth/stack");
  EXPECT_EQ(nearest_word("hemlock", words), "");
  EXPECT_EQ(nearest_word("x", words), "");
  EXPECT_EQ(nearest_word("", words), "");
  EXPECT_EQ(nearest_word("wind", {}), "");
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(nearest_word(std::string(20'000'000, 'a'), words), "");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(500))
      << "absurd lengths are not compared";
}

}  // namespace
}  // namespace limber
