#pragma once

#include <array>
#include <functional>
#include <glm/glm.hpp>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace limber {

constexpr double max_distance_m = 1e4;  ///< from the origin, of whatever a scene file places

/// A direction as scene files have it: any length but 0 there, 1 here.
struct Direction {
  glm::vec3 unit;
};

/// What a number may be, both included.
struct Interval {
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
};

/// Numbers of one row of a list: x, y, z, radius of a ball, and of the ball that it becomes.
using BoneRow = std::array<double, 8>;
/// A place in metres.
using PlaceRow = std::array<double, 3>;
/// A time in seconds and a shift in metres.
using PathRow = std::array<double, 4>;
/// A diameter in metres and how many have it, in proportion.
using SizeRow = std::array<double, 2>;

/// A key says something only where another one of its table has one of these values.
struct Only {
  std::string key;
  const std::string* value;  ///< what that one has
  std::vector<std::string> values;

  bool holds() const;
};

/// One key of a table of scene files, declared once, as a Parameter is: the reader, its error
/// messages and the reference page come from this declaration. One name may be declared several
/// times, for cases that exclude each other.
struct Key {
  /// Where the value lives; its type is the key's. What is optional has no value unless it is
  /// given. A list of vectors is one of colours, in linear RGB.
  using Target = std::variant<bool*, int*, float*, glm::vec2*, glm::vec3*, glm::ivec3*, Direction*,
                              std::string*, std::optional<int>*, std::optional<float>*,
                              std::optional<glm::vec3>*, std::optional<Direction>*,
                              std::vector<std::string>*, std::vector<glm::vec3>*,
                              std::vector<BoneRow>*, std::vector<PlaceRow>*, std::vector<PathRow>*,
                              std::vector<SizeRow>*, Interval*, std::map<std::string, float>*>;

  std::string name;  ///< with its unit, for example "size_m"
  std::string help;  ///< one sentence
  Target target;
  double low = 0.0;  ///< numbers: the smallest and largest value allowed, both included
  double high = 0.0;
  std::vector<std::string> choices{};  ///< texts: the values allowed; any where there is none
  std::vector<Only> only{};            ///< all of them have to hold
  std::function<void()> preset{};      ///< gives the target this declaration's own default
  std::string default_in_words{};      ///< where the value says nothing to a reader

  Key(std::string name_, std::string help_, Target target_)
      : name(std::move(name_)), help(std::move(help_)), target(target_) {}

  Key from(double low_, double high_) const;
  Key one_of(std::vector<std::string> values) const;
  Key only_for(Only condition) const;
  Key or_else(std::string words) const;  ///< tells the default in words
  /// The default where this declaration holds. Its type has to be the target's.
  template <class T>
  Key by_default(T value) const {
    Key key = *this;
    key.preset = [where = std::get<T*>(target), value] { *where = value; };
    return key;
  }

  bool holds() const;
  std::string text() const;        ///< the value now, as a scene file has it
  std::string range_text() const;  ///< for example "0 to 1" or "one of grid, ball"
};

/// The reference page's table of keys; the values now are given as the defaults.
std::string keys_as_markdown(const std::vector<Key>& keys);

/// "a, b or c"
std::string either(const std::vector<std::string>& words);

}  // namespace limber
