#pragma once

#include <stdexcept>
#include <string>

namespace limber {

/// The program's exit codes; every Error carries the one that it ends the program with.
enum class ExitCode {
  done = 0,
  internal = 1,     ///< a bug: nothing that the user could fix
  usage = 2,        ///< the command line is wrong
  bad_input = 3,    ///< a file, a key or a mesh is wrong
  unavailable = 4,  ///< the requested backend, display or encoder is not available
  diverged = 5,     ///< the state of the simulation is no longer finite
};

/// Its message is a sentence for the user: what is wrong, where, and what to do about it.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& sentence) : std::runtime_error(sentence), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace limber
