#pragma once

#include <cstddef>
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
  std::string reason;          ///< why CUDA is not usable here and what to do; empty where it is
  std::string name;            ///< for example "NVIDIA H200"
  std::string driver;          ///< the CUDA version that the driver supports, for example "13.0"
  int compute_capability = 0;  ///< 90 for 9.0
  std::size_t memory_bytes = 0;
  std::string pci_bus_id;
};

/// Looks at device 0 once, with a tiny launch, and remembers the answer. Never throws.
const Info& info();

/// All functions below throw Error(unavailable) with `what` in the sentence when CUDA fails.
Stream create_stream();
void destroy_stream(Stream stream) noexcept;
void synchronize(Stream stream);

void* allocate(std::size_t bytes);
void release(void* memory) noexcept;
void* allocate_pinned(std::size_t bytes);
/// Pinned, and quick to fill and slow to read for the host (Wang, Barbic 2020, section 4.5).
void* allocate_write_combined(std::size_t bytes);
void release_pinned(void* memory) noexcept;

void copy_to_device(void* device, const void* host, std::size_t bytes, Stream stream);
void copy_to_host(void* host, const void* device, std::size_t bytes, Stream stream);
void copy_within_device(void* to, const void* from, std::size_t bytes, Stream stream);
void clear(void* memory, std::size_t bytes, Stream stream);

Event create_event();
void destroy_event(Event event) noexcept;
/// While the stream is being captured the record becomes a node of the graph that keeps its time.
void record(Event event, Stream stream);
bool finished(Event event);
void wait_for(Event event);
/// What comes on `later` from now on waits until the event, as recorded last, has been passed.
void wait(Stream later, Event event);
/// What comes on `later` from now on waits for what is on `earlier` so far. While `earlier` is
/// being captured, `later` joins the capture. The event must not be in use for anything else.
void order(Stream earlier, Stream later, Event event);
double milliseconds_between(Event start, Event stop);

void begin_capture(Stream stream);
Graph end_capture(Stream stream);
/// Ends a capture whose recording failed; the half-made graph is thrown away.
void abandon_capture(Stream stream) noexcept;
void launch(Graph graph, Stream stream);
void destroy(Graph graph) noexcept;

void push_range(const char* label);  ///< NVTX
void pop_range();

}  // namespace limber::device
