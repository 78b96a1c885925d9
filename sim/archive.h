#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/buffer.h"

namespace limber {

/// How a buffer is treated when the state is moved, hashed, saved or reset.
enum class Role {
  state,    ///< read by the next step: moved, saved and hashed
  derived,  ///< follows from the state but persists between steps: moved and saved
  scratch,  ///< constant, or recomputed in each step: only moved
  picture,  ///< like scratch, but in the memory where vertices are published
};

/// The content of a buffer at the start of a scene.
enum class Start { as_made, zeros };

/// Whether a buffer has the same size in all states of a scene, or grows on demand.
enum class Size { fixed, varies };

/// The content of all buffers of a state, on the host.
struct Snapshot {
  std::map<std::string, std::vector<std::byte>> buffers;  ///< by name
};

/// A state in the backend's memory, with the values that the host keeps: all that the next step
/// needs.
struct ArchivedState {
  struct Block {
    std::string name;
    std::size_t element_bytes;  ///< of the view that kernels get; there may be no elements
    std::size_t first, bytes;   ///< offset and size in content
  };
  Memory side = Memory::host;
  const Exec* exec = nullptr;  ///< that copied it; null for a state from a file
  RawBuffer content;
  std::vector<Block> blocks;
  std::map<std::string, std::vector<std::byte>> host;  ///< by name

  const Block* find(const std::string& name) const;
  std::byte* at(const Block& block) const {
    return static_cast<std::byte*>(content.data()) + block.first;
  }
};

/// The list of all buffers of a system, each named once: moves them between backends, resets,
/// hashes and saves them. Holds references; make a new one for each use.
class Archive {
 public:
  template <class T>
  void state(const char* name, Buffer<T>& buffer, Start start = Start::as_made,
             Size size = Size::fixed) {
    add(name, buffer, Role::state, start, size);
  }
  template <class T>
  void derived(const char* name, Buffer<T>& buffer, Start start = Start::as_made,
               Size size = Size::fixed) {
    add(name, buffer, Role::derived, start, size);
  }
  /// Both buffers, the current one first.
  template <class T>
  void state(const char* name, PingPong<T>& buffers) {
    add(name, buffers.current(), Role::state, Start::as_made);
    add((std::string(name) + " before").c_str(), buffers.next(), Role::state, Start::as_made);
  }
  template <class... T>
  void scratch(Buffer<T>&... buffers) {
    (add("", buffers, Role::scratch, Start::as_made), ...);
  }
  template <class T>
  void scratch(PingPong<T>& buffers) {
    scratch(buffers.at(0), buffers.at(1));
  }
  template <class... T>
  void picture(Buffer<T>&... buffers) {
    (add("", buffers, Role::picture, Start::as_made), ...);
  }
  /// Called once all buffers have moved, for objects that depend on the backend. role: scratch or
  /// picture, depending on the memory that they belong to.
  void after_move(std::function<void(const Exec& to)> hook, Role role = Role::scratch) {
    hooks_.push_back({std::move(hook), role});
  }

  /// A value of the state that the host keeps between steps.
  template <class T>
  void host(const char* name, T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    hosts_.push_back({.name = prefix_ + name,
                      .bytes = sizeof(T),
                      .save =
                          [&value] {
                            const auto bytes = std::as_bytes(std::span(&value, 1));
                            return std::vector<std::byte>(bytes.begin(), bytes.end());
                          },
                      .load =
                          [&value](const Exec&, std::span<const std::byte> bytes) {
                            std::memcpy(&value, bytes.data(), sizeof(T));
                          }});
  }
  /// The same for data that determine which buffers there are, and their sizes. load: called only
  /// where the saved data differ from the current, before buffers are restored and after recorded
  /// frames were forgotten.
  using Save = std::function<std::vector<std::byte>()>;
  using Load = std::function<void(const Exec& exec, std::span<const std::byte> bytes)>;
  void layout(const char* name, Save save, Load load) {
    hosts_.push_back({prefix_ + name, 0, std::move(save), std::move(load)});
  }
  /// Called after another state was restored.
  void after_load(std::function<void(const Exec&)> hook) { loaded_.push_back(std::move(hook)); }

  /// Prefix of all names from here on.
  void enter(const std::string& prefix) { prefix_ = prefix; }

  /// Moves all buffers that steps use. Where memory is full, moves them back and throws.
  void move_steps(const Exec& from, const Exec& to) { move(from, to, false); }
  void move_picture(const Exec& from, const Exec& to) { move(from, to, true); }

  /// FNV-1a hash over the bytes of all `state` buffers, in the order of their listing. Waits.
  std::uint64_t hash(const Exec& exec) const;
  /// Copies state and derived buffers, except those that start as zeros. Waits.
  Snapshot start(const Exec& exec) const;
  /// Restores a start(); buffers that it does not contain are set to zero. Waits.
  void restart(const Exec& exec, const Snapshot& start);

  /// Copies all state and derived buffers and host values, asynchronously. into: its memory is
  /// reused.
  void copy_to(const Exec& exec, ArchivedState& into) const;
  /// Throws Error(bad_input) for a state that does not match.
  void check(const ArchivedState& state) const;
  /// Whether load_host() will change buffers that recorded frames use.
  bool lays_out_anew(const ArchivedState& state) const;
  /// Restores a state in two steps, each with its own archive, since the first determines which
  /// buffers there are. Buffers that the state does not contain are set to zero. Waits.
  void load_host(const Exec& exec, const ArchivedState& state);
  void load(const Exec& exec, const ArchivedState& state);

 private:
  struct Entry {
    std::string name;
    RawBuffer* buffer;
    std::size_t element_bytes;
    Role role;
    Start start;
    Size size;
    bool saved() const { return role == Role::state || role == Role::derived; }
  };
  struct Hook {
    std::function<void(const Exec&)> run;
    Role role;
  };
  struct Host {
    std::string name;
    std::size_t bytes;  ///< 0: of a layout, which has any size
    Save save;
    Load load;
    bool is_layout() const { return bytes == 0; }
  };
  template <class T>
  void add(const char* name, Buffer<T>& buffer, Role role, Start start, Size size = Size::fixed) {
    entries_.push_back({prefix_ + name, &buffer.raw(), sizeof(T), role, start, size});
  }
  void move(const Exec& from, const Exec& to, bool picture);

  std::string prefix_;
  std::vector<Entry> entries_;
  std::vector<Hook> hooks_;
  std::vector<Host> hosts_;
  std::vector<std::function<void(const Exec&)>> loaded_;
};

/// Moves all buffers of a single object that has archive().
template <class T>
void move(T& thing, const Exec& from, const Exec& to) {
  Archive archive;
  thing.archive(archive);
  archive.move_steps(from, to);
  archive.move_picture(from, to);
}

}  // namespace limber
