#include "sim/archive.h"

#include <fmt/format.h>

#include "kernels/error.h"
#include "sim/state_hash.h"

namespace limber {

void Archive::move(const Exec& from, const Exec& to, bool picture) {
  const auto carry = [&](const Exec& here, const Exec& there) {
    for (const Entry& entry : entries_)
      if ((entry.role == Role::picture) == picture) entry.buffer->move(here, there);
    for (const Hook& hook : hooks_)
      if ((hook.role == Role::picture) == picture) hook.run(there);
  };
  try {
    carry(from, to);
  } catch (...) {
    carry(to, from);
    throw;
  }
}

std::uint64_t Archive::hash(const Exec& exec) const {
  StateHash hash;
  for (const Entry& entry : entries_) {
    if (entry.role != Role::state) continue;
    std::vector<std::byte> bytes(entry.buffer->bytes());
    entry.buffer->download(exec, bytes.data());
    hash.add(bytes);
  }
  return hash.value();
}

Snapshot Archive::start(const Exec& exec) const {
  Snapshot snapshot;
  for (const Entry& entry : entries_) {
    if (!entry.saved() || entry.start == Start::zeros) continue;
    std::vector<std::byte> bytes(entry.buffer->bytes());
    entry.buffer->download(exec, bytes.data());
    if (!snapshot.buffers.emplace(entry.name, std::move(bytes)).second)
      throw Error(ExitCode::internal, fmt::format("two buffers are called '{}'", entry.name));
  }
  return snapshot;
}

void Archive::restart(const Exec& exec, const Snapshot& start) {
  for (const Entry& entry : entries_) {
    if (!entry.saved()) continue;
    const auto found = start.buffers.find(entry.name);
    if (found == start.buffers.end()) {
      entry.buffer->zero(exec);
    } else if (found->second.size() != entry.buffer->bytes()) {
      throw Error(ExitCode::internal,
                  fmt::format("'{}' has another size than it had at the start", entry.name));
    } else {
      entry.buffer->upload(exec, found->second.data());
    }
  }
  exec.synchronize();
}

}  // namespace limber
