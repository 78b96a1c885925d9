#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace limber {

/// A program that is fed through its standard input and listened to on its standard error. It runs
/// in a process group of its own, so that Ctrl+C on our terminal does not reach it, and is killed
/// with its group when this object goes before the program has ended.
class ChildProcess {
 public:
  /// What becomes of its standard output: it is dropped, or ask() returns it.
  enum class Output { dropped, answered };

  /// words: the program's path and its arguments. Throws Error(unavailable) if it does not start.
  explicit ChildProcess(std::vector<std::string> words, Output output = Output::dropped);
  ~ChildProcess() { stop(); }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Called about 20 times a second while the program is waited for, and gives up by throwing.
  using Meanwhile = std::function<void(std::size_t bytes)>;

  /// Waits while the program is busy. False once it takes no more; never raises SIGPIPE.
  /// meanwhile: with the bytes that are left.
  bool send(std::span<const std::uint8_t> bytes, const Meanwhile& meanwhile);
  /// Sends an input, ends it, and takes what the program answers until it ends; nothing if it does
  /// not say that all went well. meanwhile: with the bytes heard so far.
  std::optional<std::vector<std::uint8_t>> ask(std::span<const std::uint8_t> input,
                                               const Meanwhile& meanwhile);
  /// Its last words on standard error, if it ends within a second.
  std::string last_line();
  /// What killed it, once it has ended: 0 where it ended by itself.
  int signal() const { return signal_; }

  /// Kills all that run. For handlers of signals that end the program.
  static void kill_all() noexcept;

 private:
  bool ended(int options);
  void hear();
  void stop();
  void close_input();

  void forget();

  pid_t id_ = -1;
  int place_ = -1;  ///< among those that kill_all() kills
  int input_ = -1;
  int answers_ = -1;  ///< -1 where its output is dropped
  int messages_ = -1;
  int signal_ = 0;
  bool went_well_ = false;
  std::string heard_;  ///< the end of its output
};

}  // namespace limber
