#pragma once

#include <vector>

#include "kernels/error.h"
#include "sim/plants/plant.h"
#include "sim/plants/reduce.h"
#include "sim/plants/reduced_shape.h"
#include "sim/progress.h"

namespace limber {

/// The error of a shape that cannot be reduced.
class WrongShape : public Error {
 public:
  WrongShape(const Error& error, int shape) : Error(error), shape_(shape) {}
  int shape() const { return shape_; }  ///< its index

 private:
  int shape_;
};

/// reduce() for every shape with its options, on all cores, cached in files. Duplicates are
/// computed once. Progress is reported from several threads, one at a time. Throws the errors of
/// reduce() as a WrongShape, that of the first wrong shape.
std::vector<ReducedShape> reduce_all(const std::vector<PartShape>& shapes,
                                     const std::vector<ReduceOptions>& options, Progress& progress);

}  // namespace limber
