#include "app/panel/fuzzy.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

const std::vector<std::string> scenes{
    "cloth/flags Four flags in the wind", "cloth/stack A stack of cloths on a capsule",
    "cloth/tube A cloth falls on a tube", "piles/teapots 329 teapots", "fem/linear A linear beam"};

TEST(Fuzzy, NoQueryMatchesAllInTheirOrder) {
  EXPECT_EQ(fuzzy_matches("", scenes), (std::vector{0, 1, 2, 3, 4}));
}

TEST(Fuzzy, LettersInTheirOrderAreEnough) {
  EXPECT_TRUE(fuzzy_score("cltb", "cloth/tube"));
  EXPECT_TRUE(fuzzy_score("TUBE", "cloth/tube"));
  EXPECT_FALSE(fuzzy_score("ebut", "cloth/tube"));
  EXPECT_FALSE(fuzzy_score("tubes", "cloth/tube"));
  EXPECT_FALSE(fuzzy_score("x", ""));
}

TEST(Fuzzy, TheBestMatchComesFirst) {
  EXPECT_EQ(fuzzy_matches("tube", scenes).front(), 2);
  EXPECT_EQ(fuzzy_matches("tea", scenes).front(), 3);
  EXPECT_EQ(fuzzy_matches("fl", scenes).front(), 0);
  EXPECT_EQ(fuzzy_matches("cs", scenes).front(), 1);
}

TEST(Fuzzy, WordsMayComeInAnyOrder) {
  EXPECT_EQ(fuzzy_matches("tube cloth", scenes).front(), 2);
  EXPECT_TRUE(fuzzy_matches("tube linear", scenes).empty());
}

TEST(Fuzzy, WholeWordsBeatScatteredLetters) {
  EXPECT_GT(*fuzzy_score("stack", "cloth/stack"), *fuzzy_score("stack", "soft track"));
  // The first "t" found is not the best one.
  EXPECT_EQ(*fuzzy_score("tube", "cloth/tube"), *fuzzy_score("tube", "tube"));
}

}  // namespace
}  // namespace limber
