#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace limber {

/// A program that is fed through its standard input and listened to on its standard error. It runs
/// in a process group of its own, so that Ctrl+C on our terminal does not reach it, and is killed
/// with its group when this object goes before finish().
class ChildProcess {
 public:
  /// words: the program's path and its arguments. Throws Error(unavailable) if it does not start.
  explicit ChildProcess(std::vector<std::string> words);
  ~ChildProcess() { stop(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits while the program is busy. False once it takes no more; never raises SIGPIPE.
  bool send(std::span<const std::uint8_t> bytes);
  /// Ends its input and waits for it to end. True if it says that all went well.
  bool finish();
  /// Its last words on standard error, if it ends within a second.
  std::string last_line();

 private:
  void listen_until_silent(int timeout_ms);
  void hear();
  void stop();
  void close_input();

  pid_t id_ = -1;
  int input_ = -1;
  int messages_ = -1;
  std::string heard_;  ///< the end of what it said
};

}  // namespace limber
