#pragma once

#include <string>

namespace limber {

/// How a preparation that takes its time tells how far it is, and learns that it is no longer
/// wanted. The default reports nothing. Called from the thread that works; those that override it
/// answer for theirs.
class Progress {
 public:
  virtual ~Progress() = default;

  /// what: "filling 28,000 triangles with tetrahedra"; share: from 0 to 1, or below 0 where it is
  /// not can say. Throws Cancelled when the work is no longer wanted, so call it often.
  virtual void report(const std::string& /*what*/, float /*share*/) {}
};

/// The user no longer waits; nothing went wrong.
struct Cancelled {};

}  // namespace limber
