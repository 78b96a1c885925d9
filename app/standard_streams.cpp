#include "app/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "kernels/error.h"

namespace limber {

void open_standard_streams() {
  // In the wrong mode, so that their use still fails.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  // A handler instead of SIG_IGN, which child processes would inherit.
  std::signal(SIGPIPE, [](int) {});
  std::signal(SIGXFSZ, [](int) {});  // writing beyond a limit of the shell fails as on a full disk
}

void say_text(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::clearerr(stderr);
}

void put_text(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return;
  const int why = errno;
  if (why == EPIPE) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  throw Error(ExitCode::bad_input,
              fmt::format("standard output cannot be written: {}; redirect it, or make room",
                          std::strerror(why)));
}

std::string one_line(std::string_view sentence) {
  constexpr std::size_t max_length = 2000, head = 1200, tail = 600;
  const auto continues_character = [&](std::size_t i) { return (sentence[i] & 0xc0) == 0x80; };
  std::string line(sentence);
  if (sentence.size() > max_length) {
    std::size_t end = head, begin = sentence.size() - tail;
    while (end > 0 && continues_character(end)) --end;
    while (begin < sentence.size() && continues_character(begin)) ++begin;
    line = fmt::format("{} ... {}", sentence.substr(0, end), sentence.substr(begin));
  }
  for (std::size_t i = 0; i < line.size(); ++i) {
    char& c = line[i];
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    if ((c >= 0 && c < ' ') || c == 0x7f) c = '?';
    // U+0080 to U+009F are control characters (C1), too.
    if (c == '\xc2' && i + 1 < line.size() && static_cast<unsigned char>(line[i + 1]) < 0xa0)
      line.replace(i, 2, "?");
    // So are marks of direction, and separators of lines and paragraphs.
    const std::string_view mark = std::string_view(line).substr(i, 3);
    if ((mark >= "\u200b" && mark <= "\u200f") || (mark >= "\u2028" && mark <= "\u202e") ||
        (mark >= "\u2066" && mark <= "\u2069"))
      line.replace(i, 3, "?");
  }
  return line;
}

}  // namespace limber
