#include "app/stop_signals.h"

#include <signal.h>

#include "kernels/child_process.h"
#include "render/part_file.h"

namespace limber {

namespace {

constexpr int stopping[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
volatile sig_atomic_t came = 0;

void handle(int signal, void (*action)(int), int flags) {
  struct sigaction before {
  }, now{};
  sigaction(signal, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  now.sa_handler = action;
  now.sa_flags = flags;
  sigaction(signal, &now, nullptr);
}

void end_at_once(int signal) {
  ChildProcess::kill_all();  // before they recreate the files
  PartFile::remove_all();
  handle(signal, SIG_DFL, 0);
  raise(signal);
}

/// Records the first signal; any further one ends the program.
void note(int signal) {
  came = signal;
  for (const int other : stopping) handle(other, end_at_once, 0);
}

}  // namespace

StopSignals::StopSignals() {
  came = 0;
  for (const int signal : stopping) handle(signal, note, SA_RESTART);
}

StopSignals::~StopSignals() {
  for (const int signal : stopping) handle(signal, SIG_DFL, 0);
}

const char* StopSignals::name() {
  switch (came) {
    case 0:
      return nullptr;
    case SIGINT:
      return "SIGINT";
    case SIGTERM:
      return "SIGTERM";
    case SIGHUP:
      return "SIGHUP";
    default:
      return "SIGQUIT";
  }
}

void StopSignals::obey() const {
  if (came != 0) raise(came);
}

}  // namespace limber
