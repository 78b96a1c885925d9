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

/// What becomes of a buffer when the state around it is moved, hashed, saved or reset.
enum class Role {
  state,    ///< a step reads it of the step before: moved, saved and hashed
  derived,  ///< follows from the state but is kept from step to step: moved and saved
  scratch,  ///< constant, or made anew by each step: only moved
  picture,  ///< as scratch, but lives where vertices are published
};

/// What a buffer of a state holds when a scene begins.
enum class Start { as_made, zeros };

/// Whether a buffer has as many bytes in every state of a scene, or grows as it is needed.
enum class Size { fixed, varies };

/// The content of all buffers of a state, on the host.
struct Snapshot {
  std::map<std::string, std::vector<std::byte>> buffers;  ///< by name
};

/// The same in memory of the solver's, with what the host keeps besides: what a step needs to go on
/// from there.
struct ArchivedState {
  struct Block {
    std::string name;
    std::size_t element_bytes;  ///< of what kernels see; there may be none
    std::size_t first, bytes;   ///< its place in content
  };
  Memory side = Memory::host;
  const Exec* exec = nullptr;  ///< on which it was copied; where it came from a file, none
  RawBuffer content;
  std::vector<Block> blocks;
  std::map<std::string, std::vector<std::byte>> host;  ///< by name

  const Block* find(const std::string& name) const;
  std::byte* at(const Block& block) const {
    return static_cast<std::byte*>(content.data()) + block.first;
  }
};

/// All buffers of a system, each named once: what moves them between solvers, resets, hashes and
/// saves them. It holds references and is meant to be made anew for each use.
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
  /// Both of them, the current one first.
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
  /// For what depends on the solver: called once all buffers have moved, before it runs there.
  /// role: scratch or picture, to tell which side it belongs to.
  void after_move(std::function<void(const Exec& to)> hook, Role role = Role::scratch) {
    hooks_.push_back({std::move(hook), role});
  }

  /// What the host keeps of the state from step to step.
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
  /// The same for what decides which buffers there are, and how large. load: called only where it
  /// is another one than now, before buffers come back; recorded frames have been forgotten. What
  /// it does not know by itself it finds in those buffers.
  using Save = std::function<std::vector<std::byte>()>;
  using Load = std::function<void(const Exec& exec, std::span<const std::byte> bytes)>;
  void layout(const char* name, Save save, Load load) {
    hosts_.push_back({prefix_ + name, 0, std::move(save), std::move(load)});
  }
  /// Called once another state has come back.
  void after_load(std::function<void(const Exec&)> hook) { loaded_.push_back(std::move(hook)); }

  /// The buffers that are called from here on have names that begin with this.
  void enter(const std::string& prefix) { prefix_ = prefix; }

  /// Moves what lives where steps run, or, when that side is full, nothing: what has moved comes
  /// back before the error goes on.
  void move_steps(const Exec& from, const Exec& to) { move(from, to, false); }
  void move_picture(const Exec& from, const Exec& to) { move(from, to, true); }

  /// FNV-1a over the bytes of all states, in the order in which they were named. Waits.
  std::uint64_t hash(const Exec& exec) const;
  /// state and derived; without those that begin as zeros. Waits.
  Snapshot start(const Exec& exec) const;
  /// Back to a start(): what it does not hold is set to zeros. Waits.
  void restart(const Exec& exec, const Snapshot& start);

  /// Copies all that start() would and what the host keeps; launched and not waited for. into: may
  /// hold memory that is used again.
  void copy_to(const Exec& exec, ArchivedState& into) const;
  /// Throws Error(bad_input) for a state of something else. Changes nothing.
  void check(const ArchivedState& state) const;
  /// Whether load_host() will change what recorded frames hold.
  bool lays_out_anew(const ArchivedState& state) const;
  /// Back to a state, in two steps, each with an archive of its own, since the first one decides
  /// which buffers there are. What the state does not hold is set to zeros. Waits.
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
    std::size_t bytes;  ///< 0: of a layout, which has any number
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

/// Moves a thing that can be archived by itself, wherever its buffers belong.
template <class T>
void move(T& thing, const Exec& from, const Exec& to) {
  Archive archive;
  thing.archive(archive);
  archive.move_steps(from, to);
  archive.move_picture(from, to);
}

}  // namespace limber
