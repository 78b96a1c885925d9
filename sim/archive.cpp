#include "sim/archive.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/copy_bytes.h"
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
                  fmt::format("the size of '{}' has changed since the start", entry.name));
    } else {
      entry.buffer->upload(exec, found->second.data());
    }
  }
  exec.synchronize();
}

const ArchivedState::Block* ArchivedState::find(const std::string& name) const {
  const auto found = std::ranges::find(blocks, name, &Block::name);
  return found == blocks.end() ? nullptr : &*found;
}

void Archive::copy_to(const Exec& exec, ArchivedState& into) const {
  constexpr std::size_t alignment = 64;
  into.exec = &exec;
  into.blocks.clear();
  into.host.clear();
  std::size_t size = 0;
  for (const Entry& entry : entries_) {
    if (!entry.saved()) continue;
    into.blocks.push_back({entry.name, entry.element_bytes, size, entry.buffer->bytes()});
    size += (entry.buffer->bytes() + alignment - 1) / alignment * alignment;
  }
  if (into.content.bytes() != size || into.side != exec.memory()) {
    into.content = {};  // first, to avoid having both at a time
    into.content = RawBuffer(exec.memory(), size);
  }
  into.side = exec.memory();
  std::size_t block = 0;
  for (const Entry& entry : entries_)
    if (entry.saved())
      copy_bytes(exec, into.at(into.blocks[block++]), into.side, entry.buffer->data(), into.side,
                 entry.buffer->bytes());
  for (const Host& host : hosts_) into.host[host.name] = host.save();
}

void Archive::check(const ArchivedState& state) const {
  const auto refuse = [](const std::string& name, const std::string& why) {
    throw Error(ExitCode::bad_input,
                fmt::format("the state belongs to another scene or version: '{}' {}", name, why));
  };
  bool some = false;
  for (const Entry& entry : entries_) {
    if (!entry.saved()) continue;
    const ArchivedState::Block* block = state.find(entry.name);
    if (!block) continue;
    some = some || block->bytes > 0;
    if (block->element_bytes != entry.element_bytes ||
        (entry.size == Size::fixed && block->bytes != entry.buffer->bytes()))
      refuse(entry.name,
             fmt::format("has {} bytes, {} each, and not {}, {} each", block->bytes,
                         block->element_bytes, entry.buffer->bytes(), entry.element_bytes));
  }
  if (!some) refuse("the state", "has no data here");
  for (const Host& host : hosts_)
    if (const auto found = state.host.find(host.name);
        found != state.host.end() && !host.is_layout() && found->second.size() != host.bytes)
      refuse(host.name, fmt::format("has {} bytes and not {}", found->second.size(), host.bytes));
}

bool Archive::lays_out_anew(const ArchivedState& state) const {
  return std::ranges::any_of(hosts_, [&](const Host& host) {
    const auto found = state.host.find(host.name);
    return host.is_layout() && found != state.host.end() && found->second != host.save();
  });
}

void Archive::load_host(const Exec& exec, const ArchivedState& state) {
  for (const Host& host : hosts_) {
    const auto found = state.host.find(host.name);
    if (found == state.host.end()) continue;
    if (!host.is_layout() || found->second != host.save()) host.load(exec, found->second);
  }
}

void Archive::load(const Exec& exec, const ArchivedState& state) {
  const Memory here = exec.memory();
  if (state.exec && state.side != here) state.exec->synchronize();
  const Exec& copies = state.side == Memory::device ? *state.exec : exec;
  for (const Entry& entry : entries_) {
    if (!entry.saved()) continue;
    auto* const to = static_cast<std::byte*>(entry.buffer->data());
    const ArchivedState::Block* block = state.find(entry.name);
    const std::size_t bytes = block ? std::min(block->bytes, entry.buffer->bytes()) : 0;
    if (bytes > 0) copy_bytes(copies, to, here, state.at(*block), state.side, bytes);
    clear_bytes(exec, to + bytes, here, entry.buffer->bytes() - bytes);
  }
  exec.synchronize();
  for (const auto& hook : loaded_) hook(exec);
}

}  // namespace limber
