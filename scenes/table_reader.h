#pragma once

#include <toml++/toml.h>

#include <glm/glm.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/error.h"
#include "scenes/key.h"
#include "sim/parameter.h"

namespace limber {

/// A mistake in a file; the message begins with file and line.
class TableError : public Error {
 public:
  using Error::Error;
};

/// Reads a table of a scene file and answers for every key in it: a wrong type, a value out of
/// range or a key that is not read is a TableError(bad_input).
class TableReader {
 public:
  TableReader(const toml::table& table, std::string file, std::string name);

  bool has(std::string_view key) const { return table_.contains(key); }
  std::string text(std::string_view key, std::string_view fallback);
  double number(std::string_view key, double fallback, double low, double high);
  TableReader table(std::string_view key);                ///< empty where there is none
  std::vector<TableReader> tables(std::string_view key);  ///< [[key]]
  std::vector<std::string> keys() const;
  std::string place() const;  ///< file and line

  /// Takes the values of these keys where the table has them. A key that says nothing as the others
  /// are is refused, with what it is for.
  void take(const std::vector<Key>& keys);
  /// The same for a table that has no others; tables below it have to be asked for before.
  void read(const std::vector<Key>& keys);
  /// Takes every key as a value for the parameter of that name; those of a table within it are
  /// parameters of the system that it is called by.
  void read_parameters(std::vector<Parameter>& parameters, const std::string& prefix = "");
  /// Call it last: throws for keys that nothing has asked for.
  void finish() const;

  /// Fails for a number of a range that depends on other keys.
  void check_range(std::string_view key, double value, double low, double high) const;
  [[noreturn]] void fail(std::string_view key, const std::string& what) const;

 private:
  const toml::node* find(std::string_view key);
  void take(const Key& key, bool& value);
  void take(const Key& key, int& value);
  void take(const Key& key, float& value);
  void take(const Key& key, glm::vec2& value);
  void take(const Key& key, glm::vec3& value);
  void take(const Key& key, glm::ivec3& value);
  void take(const Key& key, Direction& value);
  void take(const Key& key, Interval& value);
  void take(const Key& key, std::map<std::string, float>& value);
  void take(const Key& key, std::string& value);
  void take(const Key& key, std::vector<std::string>& value);
  void take(const Key& key, std::vector<glm::vec3>& value);
  template <std::size_t N>
  void take(const Key& key, std::vector<std::array<double, N>>& value);
  template <class T>
  void take(const Key& key, std::optional<T>& value);
  /// Fails for a name that is declared, but for other cases than this one.
  void refuse_elsewhere(const std::string& name, const std::vector<Key>& keys) const;
  /// The value, and as --set would take it.
  std::pair<Parameter::Value, std::string> setting_in(const toml::node& node,
                                                      std::string_view key) const;
  std::vector<double> numbers(const toml::node& node, std::string_view key, std::size_t count,
                              double low, double high) const;

  const toml::table& table_;
  std::string file_;
  std::string name_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace limber
