#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace limber {

/// Call this first. If standard input, output or error is closed, the next opened file would get
/// its descriptor and receive messages meant for the user.
void open_standard_streams();

/// Writes to standard error. Ignores failures.
void say_text(std::string_view text) noexcept;
/// Writes to standard output. Throws Error(bad_input) if that fails. If the reader of a pipe is
/// gone, ends the program by SIGPIPE, as usual.
void put_text(std::string_view text);

/// Makes a sentence one line: removes line breaks and control characters, and elides the middle if
/// it is far too long.
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
