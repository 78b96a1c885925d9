// For builds without nvcc: interop is never available.

#include "kernels/error.h"
#include "render/cuda_interop.h"

namespace limber::interop {

namespace {
[[noreturn]] void refuse() { throw Error(ExitCode::unavailable, device::info().reason); }
}  // namespace

std::string obstacle() { return device::info().reason; }

struct RegisteredBuffer::Registration {};
RegisteredBuffer::RegisteredBuffer(unsigned) { refuse(); }
RegisteredBuffer::~RegisteredBuffer() = default;
void* RegisteredBuffer::map(device::Stream) { refuse(); }
void RegisteredBuffer::unmap() { refuse(); }

void wait(device::Event) { refuse(); }

}  // namespace limber::interop
