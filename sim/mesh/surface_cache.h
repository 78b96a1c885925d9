#pragma once

#include <functional>
#include <initializer_list>

#include "sim/mesh/implicit_shape.h"
#include "sim/mesh/triangle_mesh.h"

// A file cache of surfaces of shapes, which take seconds to make (sim/cache_files.h).

namespace limber {

/// The surface that `make` returns for a shape and these settings, from a file where there is one.
/// A shape is recognised by its distances at points all over its bounds and on the surface.
TriangleMesh cached_surface(const ImplicitShape& shape, std::initializer_list<float> settings,
                            const std::function<TriangleMesh()>& make);

}  // namespace limber
