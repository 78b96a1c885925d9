#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
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

/// The content of all buffers of a state, on the host.
struct Snapshot {
  std::map<std::string, std::vector<std::byte>> buffers;  ///< by name
};

/// All buffers of a system, each named once: what moves them between solvers, resets, hashes and
/// saves them. It holds references and is meant to be made anew for each use.
class Archive {
 public:
  template <class T>
  void state(const char* name, Buffer<T>& buffer, Start start = Start::as_made) {
    add(name, buffer, Role::state, start);
  }
  template <class T>
  void derived(const char* name, Buffer<T>& buffer, Start start = Start::as_made) {
    add(name, buffer, Role::derived, start);
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

 private:
  struct Entry {
    std::string name;
    RawBuffer* buffer;
    Role role;
    Start start;
    bool saved() const { return role == Role::state || role == Role::derived; }
  };
  struct Hook {
    std::function<void(const Exec&)> run;
    Role role;
  };
  template <class T>
  void add(const char* name, Buffer<T>& buffer, Role role, Start start) {
    entries_.push_back({prefix_ + name, &buffer.raw(), role, start});
  }
  void move(const Exec& from, const Exec& to, bool picture);

  std::string prefix_;
  std::vector<Entry> entries_;
  std::vector<Hook> hooks_;
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
