#pragma once

#include <string>

namespace limber {

/// Progress and cancellation of a long computation. The default reports nothing. Called on the
/// working thread; overriders are responsible for thread safety.
class Progress {
 public:
  virtual ~Progress() = default;

  /// what: "filling 28,000 triangles with tetrahedra"; share: from 0 to 1, or negative where it is
  /// unknown. Throws Cancelled when the result is no longer wanted, so call it often.
  virtual void report(const std::string& /*what*/, float /*share*/) {}
};

/// Thrown when the user no longer waits; not an error.
struct Cancelled {};

}  // namespace limber
