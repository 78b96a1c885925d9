#include "kernels/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <string_view>

#include "kernels/error.h"

namespace limber {

namespace {

constexpr std::size_t max_heard = 4096;
constexpr int patience_ms = 50;

/// Process groups, which a handler can read at any time; 0: none.
std::atomic<pid_t> running[16];

/// Returns the index of the group, or -1 where there is no room.
int note_running(pid_t group) {
  for (int i = 0; i < static_cast<int>(std::size(running)); ++i)
    if (pid_t none = 0; running[i].compare_exchange_strong(none, group)) return i;
  return -1;
}

/// posix_spawn, with the descriptors and the process group that ChildProcess promises.
/// answers: -1 drops its output.
int spawn(pid_t* id, std::vector<std::string>& words, int input, int answers, int messages) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  if (answers >= 0)
    posix_spawn_file_actions_adddup2(&files, answers, STDOUT_FILENO);
  else
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int error = posix_spawn(id, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

/// Reads some available bytes. Returns false at the end of the stream.
bool read_some(int from, std::vector<std::uint8_t>& to) {
  std::uint8_t part[65536];
  const ssize_t count = read(from, part, sizeof part);
  if (count > 0) to.insert(to.end(), part, part + count);
  return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> words, Output output) {
  // A socket rather than a pipe, because send() can suppress SIGPIPE when the program has died. All
  // ends close on exec, so that no other child keeps one of them open.
  int input[2] = {-1, -1}, answers[2] = {-1, -1}, messages[2] = {-1, -1};
  int error = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0 ||
      (output == Output::answered && pipe2(answers, O_CLOEXEC) != 0) ||
      pipe2(messages, O_CLOEXEC) != 0)
    error = errno;
  else
    error = spawn(&id_, words, input[1], answers[1], messages[1]);
  for (const int its_end : {input[1], answers[1], messages[1]})
    if (its_end >= 0) close(its_end);
  input_ = input[0];
  answers_ = answers[0];
  messages_ = messages[0];
  if (error != 0) {
    id_ = -1;
    stop();
    throw Error(ExitCode::unavailable, words[0] + " cannot be started: " + std::strerror(error));
  }
  place_ = note_running(id_);
  for (const int our_end : {input_, answers_, messages_})
    if (our_end >= 0) fcntl(our_end, F_SETFL, O_NONBLOCK);
}

bool ChildProcess::send(std::span<const std::uint8_t> bytes, const Meanwhile& meanwhile) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return false;
    // The program is busy. Read its messages meanwhile: if nobody did, it would wait for us in
    // turn.
    meanwhile(bytes.size());
    pollfd ends[] = {{input_, POLLOUT, 0}, {messages_, POLLIN, 0}};
    poll(ends, 2, patience_ms);
    if (ends[1].revents & POLLIN) hear();
    if (ends[1].revents & POLLHUP) return false;
  }
  return true;
}

std::optional<std::vector<std::uint8_t>> ChildProcess::ask(std::span<const std::uint8_t> input,
                                                           const Meanwhile& meanwhile) {
  std::vector<std::uint8_t> answer;
  // poll ignores descriptors of -1. If all are, it just sleeps: the program has closed everything
  // and still runs.
  bool answering = answers_ >= 0, complaining = true;
  while (answering || !ended(WNOHANG)) {
    meanwhile(answer.size());
    pollfd ends[] = {{input_, POLLOUT, 0},
                     {answering ? answers_ : -1, POLLIN, 0},
                     {complaining ? messages_ : -1, POLLIN, 0}};
    poll(ends, 3, answering || complaining ? patience_ms : 1);
    if (ends[0].revents) {
      const ssize_t sent = ::send(input_, input.data(), input.size(), MSG_NOSIGNAL);
      if (sent >= 0) input = input.subspan(static_cast<std::size_t>(sent));
      // A program that accepts no more has said why, or has read enough.
      if (input.empty() || (sent < 0 && errno != EAGAIN && errno != EINTR)) close_input();
    }
    if (ends[1].revents) answering = read_some(answers_, answer);
    if (ends[2].revents & POLLIN) hear();
    if (ends[2].revents & POLLHUP) complaining = false;
  }
  return went_well_ ? std::optional(std::move(answer)) : std::nullopt;
}

/// Returns whether it has ended, and notes how. options: of waitpid.
bool ChildProcess::ended(int options) {
  if (id_ < 0) return true;
  int status = 0;
  const pid_t found = waitpid(id_, &status, options);
  if (found == 0 || (found < 0 && errno == EINTR)) return false;
  went_well_ = found > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  signal_ = found > 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  forget();
  return true;
}

std::string ChildProcess::last_line() {
  close_input();
  // It closes its standard error when it ends.
  for (pollfd end{messages_, POLLIN, 0}; !(end.revents & POLLHUP);) {
    end.revents = 0;
    const int ready = poll(&end, 1, 1000);
    if (ready == 0 || (ready < 0 && errno != EINTR)) break;
    if (end.revents & POLLIN) hear();
  }
  const std::string_view all =
      std::string_view(heard_).substr(0, heard_.find_last_not_of(" \r\n") + 1);
  return std::string(all.substr(all.find_last_of("\r\n") + 1));
}

void ChildProcess::hear() {
  char text[1024];
  for (ssize_t count; (count = read(messages_, text, sizeof text)) > 0;) {
    heard_.append(text, static_cast<std::size_t>(count));
    if (heard_.size() > max_heard) heard_.erase(0, heard_.size() - max_heard);
  }
}

void ChildProcess::forget() {
  if (place_ >= 0) running[place_] = 0;
  id_ = place_ = -1;
}

void ChildProcess::kill_all() noexcept {
  for (const std::atomic<pid_t>& group : running)
    if (const pid_t id = group; id > 0) kill(-id, SIGKILL);
}

void ChildProcess::stop() {
  close_input();
  if (id_ > 0) {
    kill(-id_, SIGKILL);
    while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  for (const int our_end : {answers_, messages_})
    if (our_end >= 0) close(our_end);
  answers_ = messages_ = -1;
  forget();
}

void ChildProcess::close_input() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

}  // namespace limber
