// A build without nvcc: the functions of device.h report that CUDA is missing.

#include "kernels/count_launches.h"
#include "kernels/device.h"
#include "kernels/error.h"
#include "kernels/scan_on_cuda.h"

namespace limber::device {

namespace {
[[noreturn]] void refuse() { throw Error(ExitCode::unavailable, info().reason); }
}  // namespace

const Info& info() {
  static const Info known = [] {
    Info none;
    none.reason = "this program was built without CUDA; build it where nvcc is installed";
    return none;
  }();
  return known;
}

void destroy_stream(Stream) noexcept {}
void destroy_event(Event) noexcept {}
void destroy_graph(Graph) noexcept {}
void free_memory(void*) noexcept {}
void free_pinned(void*) noexcept {}
OwnedStream create_stream() { refuse(); }
void synchronize(Stream) { refuse(); }
OwnedMemory allocate(std::size_t) { refuse(); }
PinnedMemory allocate_pinned(std::size_t) { refuse(); }
PinnedMemory allocate_write_combined(std::size_t) { refuse(); }
void copy_to_device(void*, const void*, std::size_t, Stream) { refuse(); }
void copy_to_host(void*, const void*, std::size_t, Stream) { refuse(); }
void copy_within_device(void*, const void*, std::size_t, Stream) { refuse(); }
void clear(void*, std::size_t, Stream) { refuse(); }
OwnedEvent create_event() { refuse(); }
void record(Event, Stream) { refuse(); }
bool finished(Event) { refuse(); }
void wait_for(Event) { refuse(); }
void wait(Stream, Event) { refuse(); }
void order(Stream, Stream, Event) { refuse(); }
double milliseconds_between(Event, Event) { refuse(); }
void begin_capture(Stream) { refuse(); }
OwnedGraph end_capture(Stream) { refuse(); }
int end_capture_and_count(Stream) { refuse(); }
void abandon_capture(Stream) noexcept {}
GraphBranch::GraphBranch(Stream, const int*) { refuse(); }
void GraphBranch::end() { refuse(); }
GraphBranch::~GraphBranch() = default;
void launch(Graph, Stream) { refuse(); }
void push_range(const char*) {}
void pop_range() {}

}  // namespace limber::device

namespace limber {

std::size_t scan_scratch_bytes_on_cuda(int) {
  throw Error(ExitCode::unavailable, device::info().reason);
}
void scan_on_cuda(const Exec&, const char*, View<const int>, View<int>, void*, std::size_t) {
  throw Error(ExitCode::unavailable, device::info().reason);
}

}  // namespace limber
