// Contacts of rigid bodies in one kernel on the GPU.

#include "kernels/joints/rigid_iterations.h"

#include <algorithm>

#include "kernels/summing_blocks_on_cuda.h"

namespace limber {

#ifdef __CUDACC__

namespace {

constexpr int rigid_threads = 512;
constexpr int cluster = 8;
/// Up to these numbers of contacts and bodies, a single cluster of blocks does all the work.
constexpr int few_contacts = cluster * rigid_threads, few_bodies = 16 * few_contacts;

/// Blocks: SummingGrid or SummingCluster.
template <class Blocks>
__device__ void iterate(const RigidIterations& work, int contacts, Blocks& blocks) {
  const int bodies = work.gather.velocities.size;
  RigidProgress now;
  GatherRigidPairs gather = work.gather;
  TurnRigidPairs turn = work.turn;
  PushRigidPairs push = work.push;
  gather.progress = turn.progress = push.progress = View<const RigidProgress>(&now, 1);
  gather.along = {};
  blocks.run(bodies, gather);
  if (!work.awake.empty() && work.awake[0] == 0) return;
  gather.along = work.gather.along;
  blocks.wait();

  for (int iteration = 0; iteration < work.iterations; ++iteration) {
    glm::dvec2 product(0.0);
    for (int i = blocks.thread; i < contacts; i += blocks.threads)
      product += glm::dvec2(work.solve.change(i));
    // Every block computes the same sums in the same order.
    TwoSums sums = blocks.sum({product.x, product.y});
    now = KeepRigidDirection::after(now, {sums.first, sums.second}, iteration == 0);

    product = glm::dvec2(0.0);
    for (int i = blocks.thread; i < contacts; i += blocks.threads)
      product += glm::dvec2(turn.turn(i));
    blocks.wait();

    double energy = AimRigidPairs::held * product.y;
    for (int b = blocks.thread; b < bodies; b += blocks.threads) {
      work.aim(b);
      energy += work.aim.energies[b];
    }
    sums = blocks.sum({product.x, energy});
    now.share = AimRigidPairs::share_of(sums.first, sums.second);

    blocks.run(contacts, push);
    blocks.wait();
    blocks.run(bodies, gather);
    blocks.wait();
  }
}

__global__ void __launch_bounds__(rigid_threads) run_rigid_iterations(const RigidIterations work) {
  const int contacts = min(work.count[0], work.solve.pairs.size);
  if (contacts <= few_contacts && work.gather.velocities.size <= few_bodies) {
    SummingCluster<rigid_threads> blocks;
    if (static_cast<int>(blockIdx.x) < blocks.blocks) iterate(work, contacts, blocks);
  } else {
    SummingGrid<rigid_threads> blocks(work.slots);
    iterate(work, contacts, blocks);
  }
}

}  // namespace

void launch_rigid_iterations_on_cuda(const Exec& exec, const char* label,
                                     const RigidIterations& work) {
  static const int clustered =
      clustered_blocks_at_once(run_rigid_iterations, cluster, rigid_threads);
  static const int at_once =
      clustered > 0 ? clustered : blocks_at_once(run_rigid_iterations, rigid_threads, 1);
  const int items = std::max(work.solve.pairs.size, work.gather.velocities.size);
  const int wanted = (items + rigid_threads - 1) / rigid_threads;
  const int each = clustered > 0 ? cluster : 1;
  const int blocks =
      std::clamp((wanted + each - 1) / each * each, each, std::min(at_once, max_rigid_blocks));
  launch_blocks(exec, label,
                {.blocks = blocks, .threads = rigid_threads, .cluster = each, .together = true},
                run_rigid_iterations, work);
}

#else

void launch_rigid_iterations_on_cuda(const Exec&, const char* label, const RigidIterations&) {
  refuse_without_cuda(label);
}

#endif

}  // namespace limber
