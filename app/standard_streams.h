#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace limber {

/// Call it first. Where standard input, output or error is closed, the next file that is opened
/// would get its number, and be told what is meant for a person.
void open_standard_streams();

/// To standard error. Where nothing can be written any more, the words are lost and the work goes
/// on.
void say_text(std::string_view text) noexcept;
/// To standard output. Throws Error(bad_input) where it cannot be written. Where its reader has
/// gone, the program ends as others do.
void put_text(std::string_view text);

template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  say_text(fmt::format(format, std::forward<Values>(values)...));
}
template <class... Values>
void put(fmt::format_string<Values...> format, Values&&... values) {
  put_text(fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace limber
