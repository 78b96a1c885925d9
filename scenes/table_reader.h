#pragma once

#include <toml++/toml.h>

#include <glm/glm.hpp>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sim/parameter.h"

namespace limber {

/// Reads a table of a scene file and answers for every key in it: a wrong type, a value out of
/// range or a key that nobody asked for is an Error(bad_input) with file and line.
class TableReader {
 public:
  TableReader(const toml::table& table, std::string file, std::string name);

  bool has(std::string_view key) const { return table_.contains(key); }
  std::string text(std::string_view key, std::string_view fallback);
  std::string choice(std::string_view key, std::string_view fallback,
                     const std::vector<std::string>& choices);
  double number(std::string_view key, double fallback, double low, double high);
  int integer(std::string_view key, int fallback, int low, int high);
  bool boolean(std::string_view key, bool fallback);
  glm::vec2 vec2(std::string_view key, glm::vec2 fallback, double low, double high);
  glm::vec3 vec3(std::string_view key, glm::vec3 fallback, double low, double high);
  glm::ivec3 ivec3(std::string_view key, glm::ivec3 fallback, int low, int high);
  glm::vec3 direction(std::string_view key, glm::vec3 fallback);  ///< unit length; not zero
  TableReader table(std::string_view key);                        ///< empty where there is none
  std::vector<TableReader> tables(std::string_view key);          ///< [[key]]
  std::vector<TableReader> needed_tables(std::string_view key);   ///< one at least
  std::vector<glm::vec3> colors(std::string_view key);            ///< linear RGB from 0 to 1
  /// Lists of `count` numbers each, any number of them.
  std::vector<std::vector<double>> rows(std::string_view key, std::size_t count, double low,
                                        double high);
  std::vector<std::string> texts(std::string_view key);
  std::vector<std::string> keys() const;

  /// Takes every key as a value for the parameter of that name.
  void read_parameters(std::vector<Parameter>& parameters);
  /// Call it last: throws for keys that nothing has asked for.
  void finish() const;

  [[noreturn]] void fail(std::string_view key, const std::string& what) const;

 private:
  const toml::node* find(std::string_view key);
  std::vector<double> numbers(const toml::node& node, std::string_view key, std::size_t count,
                              double low, double high) const;

  const toml::table& table_;
  std::string file_;
  std::string name_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace limber
