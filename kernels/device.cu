#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

#include <string>
#include <vector>

#include "kernels/count_launches.h"
#include "kernels/device.h"
#include "kernels/error.h"

namespace limber::device {

namespace {

/// Clears CUDA's error state: the next call must not report it again.
void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  cudaGetLastError();
  throw Error(ExitCode::unavailable,
              std::string("CUDA failed to ") + what + ": " + cudaGetErrorString(error));
}

std::string version_name(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

using RecordedGraph = std::unique_ptr<CUgraph_st, GiveBack<cudaGraphDestroy>>;

RecordedGraph end_recording(Stream stream, const char* what) {
  cudaGraph_t recorded = nullptr;
  check(cudaStreamEndCapture(stream, &recorded), what);
  return RecordedGraph(recorded);
}

__global__ void answer(int* out) { *out = 42; }

/// Tests whether a kernel of this build runs on the device.
cudaError_t try_a_launch() {
  int* out = nullptr;
  int value = 0;
  cudaError_t error = cudaMalloc(&out, sizeof(int));
  if (error != cudaSuccess) return error;
  answer<<<1, 1>>>(out);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost);
  const cudaError_t freed = cudaFree(out);
  if (error != cudaSuccess) return error;
  if (freed != cudaSuccess) return freed;
  return value == 42 ? cudaSuccess : cudaErrorUnknown;
}

Info look() {
  Info info;
  int driver = 0, devices = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
    info.reason = "no NVIDIA driver is loaded; install one to use the GPU";
    return info;
  }
  info.driver = version_name(driver);
  cudaError_t error = cudaGetDeviceCount(&devices);
  if (error != cudaSuccess || devices == 0) {
    info.reason =
        std::string("no CUDA device answers (") + cudaGetErrorString(error) + "); check nvidia-smi";
    return info;
  }
  cudaDeviceProp properties{};
  error = cudaGetDeviceProperties(&properties, 0);
  if (error == cudaSuccess) error = try_a_launch();
  if (error != cudaSuccess) {
    info.reason = std::string("device 0 does not run this build's kernels (") +
                  cudaGetErrorString(error) + "); build for its architecture";
    return info;
  }
  char bus_id[32] = "";
  cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, 0);
  info.usable = true;
  info.name = properties.name;
  info.compute_capability = properties.major * 10 + properties.minor;
  info.memory_bytes = properties.totalGlobalMem;
  info.multiprocessors = properties.multiProcessorCount;
  info.threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
  info.pci_bus_id = bus_id;
  return info;
}

}  // namespace

const Info& info() {
  static const Info known = look();
  return known;
}

void destroy_stream(Stream stream) noexcept { cudaStreamDestroy(stream); }
void destroy_event(Event event) noexcept { cudaEventDestroy(event); }
void destroy_graph(Graph graph) noexcept { cudaGraphExecDestroy(graph); }
void free_memory(void* memory) noexcept { cudaFree(memory); }
void free_pinned(void* memory) noexcept { cudaFreeHost(memory); }

namespace {

/// While a thread captures, CUDA may refuse calls that could disturb the capture. To make and to
/// destroy streams and events does not.
class RelaxedCapture {
 public:
  RelaxedCapture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~RelaxedCapture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

}  // namespace

OwnedStream create_stream() {
  const RelaxedCapture relaxed;
  Stream stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "create a stream");
  return OwnedStream(stream);
}

void synchronize(Stream stream) { check(cudaStreamSynchronize(stream), "finish its work"); }

OwnedMemory allocate(std::size_t bytes) {
  void* memory = nullptr;
  const std::string what = "allocate " + std::to_string(bytes >> 20) + " MiB on the GPU";
  check(cudaMalloc(&memory, bytes), what.c_str());
  return OwnedMemory(memory);
}

PinnedMemory allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaMallocHost(&memory, bytes), "allocate pinned memory");
  return PinnedMemory(memory);
}

PinnedMemory allocate_write_combined(std::size_t bytes) {
  void* memory = nullptr;
  check(cudaHostAlloc(&memory, bytes, cudaHostAllocWriteCombined), "allocate pinned memory");
  return PinnedMemory(memory);
}

void copy_to_device(void* device, const void* host, std::size_t bytes, Stream stream) {
  check(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream), "copy to the GPU");
}

void copy_to_host(void* host, const void* device, std::size_t bytes, Stream stream) {
  check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream), "copy from the GPU");
}

void copy_within_device(void* to, const void* from, std::size_t bytes, Stream stream) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream), "copy on the GPU");
}

void clear(void* memory, std::size_t bytes, Stream stream) {
  check(cudaMemsetAsync(memory, 0, bytes, stream), "clear memory");
}

OwnedEvent create_event() {
  const RelaxedCapture relaxed;
  Event event = nullptr;
  check(cudaEventCreate(&event), "create an event");
  return OwnedEvent(event);
}

void record(Event event, Stream stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  check(cudaStreamIsCapturing(stream, &status), "query a capture");
  const unsigned flags =
      status == cudaStreamCaptureStatusActive ? cudaEventRecordExternal : cudaEventRecordDefault;
  check(cudaEventRecordWithFlags(event, stream, flags), "record an event");
}

bool finished(Event event) {
  const cudaError_t error = cudaEventQuery(event);
  if (error == cudaErrorNotReady) return false;
  check(error, "run its kernels");
  return true;
}

void wait_for(Event event) { check(cudaEventSynchronize(event), "finish its work"); }

void wait(Stream later, Event event) {
  check(cudaStreamWaitEvent(later, event, 0), "make a stream wait");
}

void order(Stream earlier, Stream later, Event event) {
  // While a stream is captured, record() would make a node, not a branch of the graph.
  check(cudaEventRecord(event, earlier), "record an event");
  wait(later, event);
}

double milliseconds_between(Event start, Event stop) {
  float ms = 0.0f;
  check(cudaEventElapsedTime(&ms, start, stop), "read the time between events");
  return ms;
}

void begin_capture(Stream stream) {
  check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin a capture");
}

OwnedGraph end_capture(Stream stream) {
  const RecordedGraph recorded = end_recording(stream, "capture the frame");
  Graph graph = nullptr;
  check(cudaGraphInstantiate(&graph, recorded.get(), 0), "instantiate the frame's graph");
  return OwnedGraph(graph);
}

int end_capture_and_count(Stream stream) {
  const RecordedGraph recorded = end_recording(stream, "capture kernels");
  const char* const what = "count the kernels of a graph";
  std::size_t size = 0;
  check(cudaGraphGetNodes(recorded.get(), nullptr, &size), what);
  std::vector<cudaGraphNode_t> nodes(size);
  if (size > 0) check(cudaGraphGetNodes(recorded.get(), nodes.data(), &size), what);
  int kernels = 0;
  for (const cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    check(cudaGraphNodeGetType(node, &type), what);
    kernels += type == cudaGraphNodeTypeKernel;
  }
  return kernels;
}

void abandon_capture(Stream stream) noexcept {
  cudaGraph_t recorded = nullptr;
  cudaStreamEndCapture(stream, &recorded);
  RecordedGraph(recorded).reset();
  cudaGetLastError();
}

#if CUDART_VERSION >= 13000

namespace {

__global__ void decide(cudaGraphConditionalHandle branch, const int* flag) {
  cudaGraphSetConditional(branch, *flag != 0 ? 1 : 0);
}

}  // namespace

GraphBranch::GraphBranch(Stream captured, const int* flag) {
  const char* const what = "capture a branch of a graph";
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaGraph_t graph = nullptr;
  check(cudaStreamGetCaptureInfo(captured, &status, nullptr, &graph), what);
  if (status != cudaStreamCaptureStatusActive) return;
  cudaGraphNodeParams node{};
  node.type = cudaGraphNodeTypeConditional;
  node.conditional.type = cudaGraphCondTypeIf;
  node.conditional.size = 1;
  check(cudaGraphConditionalHandleCreate(&node.conditional.handle, graph), what);
  decide<<<1, 1, 0, captured>>>(node.conditional.handle, flag);
  check(cudaGetLastError(), what);
  const cudaGraphNode_t* before = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  std::size_t count = 0;
  check(cudaStreamGetCaptureInfo(captured, &status, nullptr, &graph, &before, &edges, &count),
        what);
  cudaGraphNode_t branch = nullptr;
  check(cudaGraphAddNode(&branch, graph, before, edges, count, &node), what);
  check(cudaStreamUpdateCaptureDependencies(captured, &branch, nullptr, 1,
                                            cudaStreamSetCaptureDependencies),
        what);
  stream_ = create_stream();
  check(cudaStreamBeginCaptureToGraph(stream_.get(), node.conditional.phGraph_out[0], nullptr,
                                      nullptr, 0, cudaStreamCaptureModeThreadLocal),
        what);
}

void GraphBranch::end() {
  cudaGraph_t of_branch = nullptr;  // belongs to the graph
  const cudaError_t error = cudaStreamEndCapture(stream_.get(), &of_branch);
  const RelaxedCapture relaxed;
  stream_.reset();
  check(error, "end a branch of a graph");
}

GraphBranch::~GraphBranch() {
  if (!stream_) return;
  cudaGraph_t of_branch = nullptr;
  cudaStreamEndCapture(stream_.get(), &of_branch);
  cudaGetLastError();
  const RelaxedCapture relaxed;
  stream_.reset();
}

#else

GraphBranch::GraphBranch(Stream, const int*) {}
void GraphBranch::end() {}
GraphBranch::~GraphBranch() = default;

#endif

void launch(Graph graph, Stream stream) {
  check(cudaGraphLaunch(graph, stream), "launch the frame's graph");
}

void push_range(const char* label) { nvtxRangePushA(label); }
void pop_range() { nvtxRangePop(); }

}  // namespace limber::device
