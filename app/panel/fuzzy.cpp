#include "app/panel/fuzzy.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <utility>

namespace limber {

namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool starts_word(std::string_view text, std::size_t i) {
  return i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]));
}

/// The best alignment of the word's letters, in order, by dynamic programming: best[j] is the score
/// of the letters so far with the last one at text[j].
std::optional<int> word_score(std::string_view word, std::string_view text) {
  constexpr int none = -1;
  std::vector<int> before(text.size(), none);
  for (std::size_t i = 0; i < word.size(); ++i) {
    std::vector<int> best(text.size(), none);
    int reached = i == 0 ? 0 : none;  // best score of the previous letters, ending before j
    for (std::size_t j = 0; j < text.size(); ++j) {
      if (lower(word[i]) == lower(text[j])) {
        const int here = starts_word(text, j) ? 4 : 1;
        if (reached != none) best[j] = reached + here;
        if (i > 0 && j > 0 && before[j - 1] != none)
          best[j] = std::max(best[j], before[j - 1] + here + 5);
      }
      if (i > 0) reached = std::max(reached, before[j]);
    }
    before = std::move(best);
  }
  const int score = before.empty() ? none : *std::max_element(before.begin(), before.end());
  return score == none ? std::nullopt : std::optional(score);
}

}  // namespace

std::optional<int> fuzzy_score(std::string_view query, std::string_view text) {
  int sum = 0;
  std::istringstream words{std::string(query)};
  for (std::string word; words >> word;) {
    const std::optional<int> score = word_score(word, text);
    if (!score) return std::nullopt;
    sum += *score;
  }
  return sum;
}

std::vector<int> fuzzy_matches(std::string_view query, const std::vector<std::string>& texts) {
  std::vector<std::pair<int, int>> found;  // score, index
  for (int i = 0; i < static_cast<int>(texts.size()); ++i)
    if (const auto score = fuzzy_score(query, texts[i])) found.emplace_back(*score, i);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<int> indices;
  for (const auto& [score, index] : found) indices.push_back(index);
  return indices;
}

}  // namespace limber
