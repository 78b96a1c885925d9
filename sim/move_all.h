#pragma once

#include "kernels/exec.h"

namespace limber {

/// Moves all that `for_each` visits to where `to` runs, or, when that side is full, nothing: what
/// has moved comes back before the error goes on. Things that are already there do not move.
template <class ForEach>
void move_all(Exec& from, Exec& to, const ForEach& for_each) {
  try {
    for_each([&](auto& part) { part.move(from, to); });
  } catch (...) {
    for_each([&](auto& part) { part.move(to, from); });
    throw;
  }
}

}  // namespace limber
