// Contacts of rigid bodies in one kernel on the GPU.

#include "kernels/joints/rigid_iterations.h"

#include <algorithm>

#include "kernels/sparse/rows_on_cuda.h"
#include "kernels/whole_grid_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int rigid_threads = 512;
/// Up to this number of contacts and bodies, a single block does all the work.
constexpr int few = 4 * rigid_threads;

__global__ void __launch_bounds__(rigid_threads) run_rigid_iterations(const RigidIterations work) {
  __shared__ double scratch[rigid_threads / 32];
  const int contacts = min(work.count[0], work.solve.pairs.size);
  const int bodies = work.gather.velocities.size;
  const bool alone = max(contacts, bodies) <= few;
  if (alone && blockIdx.x > 0) return;
  const WholeGridOrBlock grid(alone);
  const auto leave = [&](int which, double sum) {
    sum = sum_of_block<rigid_threads>(sum, scratch);
    if (threadIdx.x == 0) work.parts.data[which * max_rigid_blocks + blockIdx.x] = sum;
  };
  // Every block computes the same sums in the same order.
  const auto add_up = [&](int which) {
    return sum_of_parts<rigid_threads>({work.parts.data + which * max_rigid_blocks, grid.blocks},
                                       scratch);
  };

  RigidProgress now;
  GatherRigidPairs gather = work.gather;
  TurnRigidPairs turn = work.turn;
  PushRigidPairs push = work.push;
  gather.progress = turn.progress = push.progress = View<const RigidProgress>(&now, 1);
  gather.along = {};
  grid.run(bodies, gather);
  if (!work.awake.empty() && work.awake[0] == 0) return;
  gather.along = work.gather.along;
  grid.wait();

  for (int iteration = 0; iteration < work.iterations; ++iteration) {
    glm::dvec2 product(0.0);
    for (int i = grid.thread; i < contacts; i += grid.threads)
      product += glm::dvec2(work.solve.change(i));
    leave(0, product.x);
    leave(1, product.y);
    grid.wait();
    const double square = add_up(0);
    now = KeepRigidDirection::after(now, {square, add_up(1)}, iteration == 0);

    product = glm::dvec2(0.0);
    for (int i = grid.thread; i < contacts; i += grid.threads) product += glm::dvec2(turn.turn(i));
    leave(2, product.x);
    leave(3, product.y);
    grid.wait();

    double energy = 0.0;
    for (int b = grid.thread; b < bodies; b += grid.threads) {
      work.aim(b);
      energy += work.aim.energies[b];
    }
    leave(4, energy);
    grid.wait();
    const double asked = add_up(2), squares = add_up(3);
    now.share = AimRigidPairs::share_of(asked, add_up(4) + AimRigidPairs::held * squares);

    grid.run(contacts, push);
    grid.wait();
    grid.run(bodies, gather);
    grid.wait();
  }
}

}  // namespace

void launch_rigid_iterations_on_cuda(const Exec& exec, const char* label,
                                     const RigidIterations& work) {
  static const int at_once = blocks_at_once(run_rigid_iterations, rigid_threads, 1);
  const int items = std::max(work.solve.pairs.size, work.gather.velocities.size);
  launch_whole_grid(exec, label,
                    std::min((items + rigid_threads - 1) / rigid_threads, max_rigid_blocks),
                    at_once, rigid_threads, run_rigid_iterations, work);
}

#else

void launch_rigid_iterations_on_cuda(const Exec&, const char* label, const RigidIterations&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
