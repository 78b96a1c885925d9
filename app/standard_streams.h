#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace limber {

/// Call it first. Where standard input, output or error is closed, the next file that is opened
/// would get its number, and receive messages that are meant for a person.
void open_standard_streams();

/// To standard error. Where nothing can be written any more, the words are lost and the work goes
/// on.
void say_text(std::string_view text) noexcept;
/// To standard output. Throws Error(bad_input) where it cannot be written. Where its reader has
/// gone, the program ends as others do.
void put_text(std::string_view text);

/// A sentence on one line: no line breaks, no control characters, which a terminal would obey, and
/// no middle where it is far too long to read.
std::string one_line(std::string_view sentence);

template <class... Values>
void say(fmt::format_string<Values...> format, Values&&... values) {
  say_text(fmt::format(format, std::forward<Values>(values)...));
}
template <class... Values>
void put(fmt::format_string<Values...> format, Values&&... values) {
  put_text(fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace limber
