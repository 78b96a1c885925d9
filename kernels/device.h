#pragma once

#include <cstddef>
#include <memory>
#include <string>

// The CUDA runtime behind plain declarations, so that no other host file needs its headers.
// device.cu implements them; a build without nvcc links device_stub.cpp, where nothing is usable.

struct CUstream_st;
struct CUevent_st;
struct CUgraphExec_st;

namespace limber::device {

using Stream = CUstream_st*;
using Event = CUevent_st*;
using Graph = CUgraphExec_st*;

struct Info {
  bool usable = false;
  std::string reason;          ///< why CUDA is not available and what to do; empty where it is
  std::string name;            ///< for example "NVIDIA H200"
  std::string driver;          ///< the CUDA version that the driver supports, for example "13.0"
  int compute_capability = 0;  ///< 90 for 9.0
  std::size_t memory_bytes = 0;
  int multiprocessors = 0;
  int threads_per_multiprocessor = 0;  ///< resident at once
  std::string pci_bus_id;
};

/// Probes device 0 once, with a tiny launch, and caches the result. Never throws.
const Info& info();

void destroy_stream(Stream stream) noexcept;
void destroy_event(Event event) noexcept;
void destroy_graph(Graph graph) noexcept;
void free_memory(void* memory) noexcept;
void free_pinned(void* memory) noexcept;

/// The deleter of a handle. It ignores errors.
template <auto give_back>
struct GiveBack {
  template <class T>
  void operator()(T* handle) const noexcept {
    give_back(handle);
  }
};
using OwnedStream = std::unique_ptr<CUstream_st, GiveBack<destroy_stream>>;
using OwnedEvent = std::unique_ptr<CUevent_st, GiveBack<destroy_event>>;
using OwnedGraph = std::unique_ptr<CUgraphExec_st, GiveBack<destroy_graph>>;
using OwnedMemory = std::unique_ptr<void, GiveBack<free_memory>>;
using PinnedMemory = std::unique_ptr<void, GiveBack<free_pinned>>;

/// All functions below throw Error(unavailable) when CUDA fails, with a message that names the
/// action.
OwnedStream create_stream();
void synchronize(Stream stream);

OwnedMemory allocate(std::size_t bytes);
PinnedMemory allocate_pinned(std::size_t bytes);
/// Pinned, fast to write and slow to read for the host [Wang20, section 4.5].
PinnedMemory allocate_write_combined(std::size_t bytes);

void copy_to_device(void* device, const void* host, std::size_t bytes, Stream stream);
void copy_to_host(void* host, const void* device, std::size_t bytes, Stream stream);
void copy_within_device(void* to, const void* from, std::size_t bytes, Stream stream);
void clear(void* memory, std::size_t bytes, Stream stream);

OwnedEvent create_event();
/// While the stream is being captured, the record becomes a node of the graph, which records the
/// time on each replay.
void record(Event event, Stream stream);
bool finished(Event event);
void wait_for(Event event);
/// Work launched on `later` from now on waits for the last record of the event.
void wait(Stream later, Event event);
/// Work launched on `later` from now on waits for all work on `earlier` so far. While `earlier` is
/// being captured, `later` joins the capture. The event must not be in use for anything else.
void order(Stream earlier, Stream later, Event event);
double milliseconds_between(Event start, Event stop);

void begin_capture(Stream stream);
OwnedGraph end_capture(Stream stream);
/// Ends a capture whose recording failed, and discards the incomplete graph.
void abandon_capture(Stream stream) noexcept;

/// A branch of the graph that a stream captures: what is launched on the branch's own stream runs
/// in a replay only if a flag in device memory is not 0 by then. Later launches on the captured
/// stream wait for it.
class GraphBranch {
 public:
  GraphBranch(Stream captured, const int* flag);
  ~GraphBranch();
  GraphBranch(const GraphBranch&) = delete;
  GraphBranch& operator=(const GraphBranch&) = delete;

  /// Null if there is no branch: nothing is being captured, or CUDA is older than 13.
  Stream stream() const { return stream_.get(); }
  /// To be called after the last launch; without it the branch is abandoned, and so must be the
  /// graph.
  void end();

 private:
  OwnedStream stream_;
};

void launch(Graph graph, Stream stream);

void push_range(const char* label);  ///< NVTX
void pop_range();

}  // namespace limber::device
