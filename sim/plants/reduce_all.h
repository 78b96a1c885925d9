#pragma once

#include <vector>

#include "kernels/error.h"
#include "sim/plants/plant.h"
#include "sim/plants/reduce.h"
#include "sim/plants/reduced_shape.h"
#include "sim/progress.h"

namespace limber {

/// A shape that cannot be reduced.
class WrongShape : public Error {
 public:
  WrongShape(const Error& error, int shape) : Error(error), shape_(shape) {}
  int shape() const { return shape_; }  ///< its index

 private:
  int shape_;
};

/// reduce() of every shape with its options, on all cores, kept in files for the next start. What
/// is asked for twice is computed once. Progress is reported from several threads, by one at a
/// time. Throws what reduce() throws as a WrongShape, of the first that is wrong.
std::vector<ReducedShape> reduce_all(const std::vector<PartShape>& shapes,
                                     const std::vector<ReduceOptions>& options, Progress& progress);

}  // namespace limber
