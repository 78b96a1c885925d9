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
  // The wrong way round, so that what uses them is told, as if they were still closed.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  // A handler rather than SIG_IGN, which programs that are started would inherit.
  std::signal(SIGPIPE, [](int) {});
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
              fmt::format("standard output cannot be written: {}; send it elsewhere, or make room",
                          std::strerror(why)));
}

}  // namespace limber
