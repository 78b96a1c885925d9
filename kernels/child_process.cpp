#include "kernels/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include "kernels/error.h"

namespace limber {

namespace {

constexpr std::size_t most_heard = 4096;

/// posix_spawn, with the descriptors and the process group that ChildProcess promises.
int spawn(pid_t* id, std::vector<std::string>& words, int input, int messages) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
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

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> words) {
  // A socket rather than a pipe, because writing to it can be told not to raise SIGPIPE when the
  // program has died. All ends close on exec, so that no other child keeps one of them open.
  int input[2] = {-1, -1}, messages[2] = {-1, -1};
  int error = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0 ||
      pipe2(messages, O_CLOEXEC) != 0)
    error = errno;
  else
    error = spawn(&id_, words, input[1], messages[1]);
  for (const int its_end : {input[1], messages[1]})
    if (its_end >= 0) close(its_end);
  input_ = input[0];
  messages_ = messages[0];
  if (error != 0) {
    id_ = -1;
    stop();
    throw Error(ExitCode::unavailable, words[0] + " cannot be started: " + std::strerror(error));
  }
  fcntl(input_, F_SETFL, O_NONBLOCK);
  fcntl(messages_, F_SETFL, O_NONBLOCK);
}

bool ChildProcess::send(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return false;
    // It is busy. Listen meanwhile: a program that nobody hears would wait for us in turn.
    pollfd ends[] = {{input_, POLLOUT, 0}, {messages_, POLLIN, 0}};
    poll(ends, 2, -1);
    if (ends[1].revents & POLLIN) hear();
    if (ends[1].revents & POLLHUP) return false;
  }
  return true;
}

bool ChildProcess::finish() {
  close_input();
  listen_until_silent(-1);
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) continue;
  id_ = -1;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string ChildProcess::last_line() {
  close_input();
  listen_until_silent(1000);
  const std::string_view all =
      std::string_view(heard_).substr(0, heard_.find_last_not_of(" \r\n") + 1);
  return std::string(all.substr(all.find_last_of("\r\n") + 1));
}

/// Until the program closes its standard error, which it does when it ends.
void ChildProcess::listen_until_silent(int timeout_ms) {
  for (pollfd end{messages_, POLLIN, 0}; !(end.revents & POLLHUP);) {
    end.revents = 0;
    const int ready = poll(&end, 1, timeout_ms);
    if (ready == 0 || (ready < 0 && errno != EINTR)) return;
    if (end.revents & POLLIN) hear();
  }
}

void ChildProcess::hear() {
  char text[1024];
  for (ssize_t count; (count = read(messages_, text, sizeof text)) > 0;) {
    heard_.append(text, static_cast<std::size_t>(count));
    if (heard_.size() > most_heard) heard_.erase(0, heard_.size() - most_heard);
  }
}

void ChildProcess::stop() {
  close_input();
  if (id_ > 0) {
    kill(-id_, SIGKILL);
    while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  if (messages_ >= 0) close(messages_);
  id_ = messages_ = -1;
}

void ChildProcess::close_input() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

}  // namespace limber
