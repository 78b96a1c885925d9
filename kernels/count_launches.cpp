#include "kernels/count_launches.h"

#include "kernels/host_frame.h"

namespace limber {

int count_launches(Exec& exec, const std::function<void()>& launches) {
  if (exec.backend() == Backend::cuda) {
    device::begin_capture(exec.stream());
    try {
      launches();
    } catch (...) {
      device::abandon_capture(exec.stream());
      throw;
    }
    return device::end_capture_and_count(exec.stream());
  }
  HostFrame frame;
  const long before = launches_recorded();
  exec.record_into(&frame);
  try {
    launches();
  } catch (...) {
    exec.record_into(nullptr);
    throw;
  }
  exec.record_into(nullptr);
  return static_cast<int>(launches_recorded() - before);
}

}  // namespace limber
