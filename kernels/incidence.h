#pragma once

#include "kernels/view.h"

namespace limber {

/// For each particle, vertex or node the things that touch it: items[first[i]] to before
/// items[first[i + 1]].
struct Incidence {
  View<const int> first;
  View<const int> items;
};

}  // namespace limber
