#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace limber {

/// A program that reads from us on its standard input, and whose standard error we read. It runs in
/// a process group of its own, so that Ctrl+C on our terminal does not reach it. It is killed with
/// its group if this object is destroyed first.
class ChildProcess {
 public:
  /// What becomes of its standard output: it is dropped, or ask() returns it.
  enum class Output { dropped, answered };

  /// words: the program's path and its arguments. Throws Error(unavailable) if it does not start.
  explicit ChildProcess(std::vector<std::string> words, Output output = Output::dropped);
  ~ChildProcess() { stop(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Called about 20 times a second while waiting for the program; may throw to give up.
  using Meanwhile = std::function<void(std::size_t bytes)>;

  /// Waits while the program is busy. Returns false once it accepts no more; never raises SIGPIPE.
  /// meanwhile: with the number of bytes left.
  bool send(std::span<const std::uint8_t> bytes, const Meanwhile& meanwhile);
  /// Sends an input, closes it, and returns the program's output once it has ended; nothing unless
  /// its exit status is 0. meanwhile: with the number of bytes received so far.
  std::optional<std::vector<std::uint8_t>> ask(std::span<const std::uint8_t> input,
                                               const Meanwhile& meanwhile);
  /// Its last line on standard error; waits up to a second for it to end.
  std::string last_line();
  /// The signal that killed it, once it has ended; 0: none.
  int signal() const { return signal_; }

  /// Kills all running children. For handlers of signals that end the program.
  static void kill_all() noexcept;

 private:
  bool ended(int options);
  void hear();
  void stop();
  void close_input();

  void forget();

  pid_t id_ = -1;
  int place_ = -1;  ///< index among the groups of kill_all()
  int input_ = -1;
  int answers_ = -1;  ///< -1 where its output is dropped
  int messages_ = -1;
  int signal_ = 0;
  bool went_well_ = false;
  std::string heard_;  ///< the end of its standard error
};

}  // namespace limber
