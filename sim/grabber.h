#pragma once

#include <functional>
#include <glm/glm.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kernels/buffer.h"
#include "kernels/grab.h"
#include "sim/archive.h"
#include "sim/byte_archive.h"

namespace limber {

/// What the user holds: the grabbed point and the pinned ones. Each family defines what an
/// Attachment holds.
///
/// The state of holds is in the backend's memory and changes with each step (kernels/grab.h); it is
/// read back when the user clicks, which is when holds are added and removed.
template <class Attachment>
class Grabber {
 public:
  static constexpr int max_holds = 32;

  struct Hold {
    int vertex;
    Attachment attachment;
    GrabHold state;
  };

  explicit Grabber(const Exec& exec) : states_(exec, std::vector<GrabHold>(max_holds)) {}

  int grabbed_vertex() const { return grabbed_ ? holds_.front().vertex : -1; }
  const std::vector<int>& pinned_vertices() const { return pinned_vertices_; }
  /// The grab comes first, then the pins, oldest first. states() has the same order; its view
  /// changes when holds are added or removed.
  std::vector<Hold>& holds() { return holds_; }
  bool empty() const { return holds_.empty(); }
  View<GrabHold> states() { return states_.view().part(0, static_cast<int>(holds_.size())); }
  /// A sentence on a pin that was released because there were too many, or empty.
  const std::string& notice() const { return notice_; }

  /// Grabs at a vertex. Releases the previous grab and all pins for which near(attachment), as a
  /// whole: half a pin would hold as firmly as all of it. Waits, as do the functions that follow.
  template <class Near>
  void grab(const Exec& exec, int vertex, Attachment attachment, const Near& near) {
    release(exec, false, {});
    read(exec);
    std::erase_if(holds_, [&](const Hold& hold) { return near(hold.attachment); });
    notice_.clear();
    if (static_cast<int>(holds_.size()) == max_holds) {
      holds_.erase(holds_.begin());
      notice_ = "at most " + std::to_string(max_holds) +
                " points can be held: the oldest pin was released";
    }
    holds_.insert(holds_.begin(), Hold{vertex, std::move(attachment), GrabHold{}});
    grabbed_ = true;
    write(exec);
  }

  /// Releases the grab; `pin` keeps the point at `goal_m`.
  void release(const Exec& exec, bool pin, glm::vec3 goal_m) {
    if (!grabbed_) return;
    read(exec);
    Hold hold = std::move(holds_.front());
    holds_.erase(holds_.begin());
    if (pin) {
      hold.state.pinned = 1;
      hold.state.goal_m = goal_m;
      holds_.push_back(std::move(hold));
    }
    grabbed_ = false;
    write(exec);
  }

  /// Removes all pins, but not the grab.
  void clear_pins(const Exec& exec) {
    if (pinned_vertices_.empty()) return;
    read(exec);
    holds_.resize(grabbed_ ? 1 : 0);
    write(exec);
  }

  void forget() {
    holds_.clear();
    grabbed_ = false;
    pinned_vertices_.clear();
    notice_.clear();
  }

  /// loaded: called when a state with other holds is restored, before its buffers are.
  void archive(Archive& archive, std::function<void(const Exec&)> loaded) {
    archive.derived("hand", states_, Start::zeros);
    archive.layout(
        "holds", [this] { return bytes(); },
        [this, loaded = std::move(loaded)](const Exec& exec, std::span<const std::byte> bytes) {
          take(bytes);
          write(exec);
          loaded(exec);
        });
  }

 private:
  void read(const Exec& exec) {
    if (holds_.empty()) return;
    const std::vector<GrabHold> states = states_.download(exec);
    for (std::size_t h = 0; h < holds_.size(); ++h) holds_[h].state = states[h];
  }

  void write(const Exec& exec) {
    std::vector<GrabHold> states(max_holds);
    pinned_vertices_.clear();
    for (std::size_t h = 0; h < holds_.size(); ++h) {
      states[h] = holds_[h].state;
      if (states[h].pinned != 0) pinned_vertices_.push_back(holds_[h].vertex);
    }
    exec.synchronize();
    states_.upload(exec, states);
    exec.synchronize();
  }

  /// Attachments that are not plain values list their members in each().
  template <class Bytes>
  static void each(Bytes& bytes, Attachment& attachment) {
    if constexpr (requires { attachment.each(bytes); })
      attachment.each(bytes);
    else
      bytes(attachment);
  }

  /// Without the states, which are in the backend's memory.
  std::vector<std::byte> bytes() {
    ByteWriter writer;
    writer(grabbed_);
    writer(holds_.size());
    for (Hold& hold : holds_) {
      writer(hold.vertex);
      each(writer, hold.attachment);
    }
    return {writer.bytes().begin(), writer.bytes().end()};
  }

  void take(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    std::size_t count = 0;
    reader(grabbed_);
    reader(count);
    holds_.clear();
    for (std::size_t h = 0; h < count; ++h) {
      Hold hold{};
      reader(hold.vertex);
      each(reader, hold.attachment);
      hold.state.pinned = h > 0 || !grabbed_ ? 1 : 0;
      holds_.push_back(std::move(hold));
    }
    notice_.clear();
  }

  std::vector<Hold> holds_;
  bool grabbed_ = false;
  std::vector<int> pinned_vertices_;
  std::string notice_;
  Buffer<GrabHold> states_;  ///< in the order of holds_
};

}  // namespace limber
