// [Ihmsen12].

#include "sim/fluid/foam.h"

#include "kernels/launch.h"
#include "sim/fluid/rest_lattice.h"

namespace limber {

namespace {

const char* const foam_label = "foam";

/// Distance that specks keep from solids.
constexpr float foam_keep_spacings = 0.1f;

FoamPotentials potentials_of(const FluidTraits& traits, float spacing_m) {
  const float share = 1.0f / cone_weights_at_rest(traits, spacing_m);
  return {.energy_m2_s2 = {0.15f, 3.0f},
          .closing_m_s = {0.3f, 1.2f},
          .crest = {0.08f, 0.35f},
          .closing_share = share,
          .crest_share = share};
}

}  // namespace

Foam::Foam(const Exec& exec, int max_specks, const FluidTraits& traits, float spacing_m,
           int particles)
    : traits_(traits),
      spacing_m_(spacing_m),
      potentials_(potentials_of(traits, spacing_m)),
      specks_(exec, std::vector<Speck>(max_specks)),
      previous_(exec, std::vector<Speck>(max_specks)),
      motions_(exec, std::vector<SpeckMotion>(max_specks)),
      clock_(exec, std::vector<FoamClock>(1)),
      normals_(exec, particles),
      births_(exec, particles),
      birth_sums_(exec, particles),
      birth_scan_(exec, particles),
      block_sums_(exec, (max_specks + foam_sums_block - 1) / foam_sums_block),
      sums_(exec, 1) {}

void Foam::archive(Archive& archive) {
  archive.state("specks", specks_, Start::zeros);
  archive.state("motions of specks", motions_, Start::zeros);
  archive.state("clock of the foam", clock_, Start::zeros);
  archive.derived("remembered specks", previous_, Start::zeros);
  archive.scratch(normals_, births_, birth_sums_, block_sums_, sums_);
  archive.after_move([this](const Exec& to) { birth_scan_ = Scan(to, births_.size()); });
}

void Foam::launch_store_previous(const Exec& exec) {
  launch(exec, "store previous", max_specks(), CopySpecks{readable(specks_), previous_.view()});
}

void Foam::launch_step(const Exec& exec, const FoamStep& step, const FluidSettings& settings) {
  const int particles = births_.size();
  launch(exec, foam_label, max_specks(),
         MoveFoam{.fluid = step.fluid,
                  .colliders = step.colliders,
                  .drains = step.drains,
                  .specks = specks_.view(),
                  .motions = motions_.view(),
                  .keep_m = foam_keep_spacings * spacing_m_,
                  .gravity_m_s2 = settings.gravity_m_s2,
                  .dt_s = step.dt_s});
  launch(exec, foam_label, particles, FindFoamNormals{step.fluid, normals_.view()});
  launch(exec, foam_label, particles,
         CountFoam{.fluid = step.fluid,
                   .potentials = potentials_,
                   .normals = readable(normals_),
                   .order = step.order,
                   .clock = readable(clock_),
                   .births = births_.view(),
                   .air_per_s = settings.foam_air_per_s,
                   .crest_per_s = settings.foam_crest_per_s,
                   .dt_s = step.dt_s});
  birth_scan_.run(exec, foam_label, readable(births_), birth_sums_.view());
  launch(exec, foam_label, particles,
         BearFoam{.fluid = step.fluid,
                  .order = step.order,
                  .births = readable(births_),
                  .birth_sums = readable(birth_sums_),
                  .clock = readable(clock_),
                  .specks = specks_.view(),
                  .motions = motions_.view(),
                  .tally = step.tally,
                  .radius_m = 0.5f * spacing_m_,
                  .life_s = settings.foam_life_s,
                  .dt_s = step.dt_s});
  launch(exec, foam_label, 1, TurnFoamClock{readable(birth_sums_), clock_.view(), max_specks()});
}

void Foam::publish(const SystemPublish& request, View<PublishedVertex> vertices, bool shows_speed) {
  const bool blended = request.blend < 1.0f;
  launch(request.exec, "publish", max_specks(),
         PublishFoam{.specks = readable(specks_),
                     .previous = readable(previous_).part(0, blended ? max_specks() : 0),
                     .motions = readable(motions_),
                     .blend = request.blend,
                     .support_m = traits_.kernel.support_m,
                     .shows_speed = shows_speed,
                     .not_finite = request.not_finite,
                     .out = vertices});
}

void Foam::request_sums(const Exec& exec) {
  if (sums_later_.pending()) return;
  launch(exec, "residuals", block_sums_.size(),
         SumBlockOfFoam{readable(specks_), readable(motions_), block_sums_.view()});
  launch(exec, "residuals", 1, SumFoam{readable(block_sums_), sums_.view()});
  sums_later_.request(exec, readable(sums_));
}

void Foam::add_sums(std::map<std::string, double>& residuals) {
  if (const auto sums = sums_later_.poll()) newest_sums_ = *sums;
  residuals["foam"] = newest_sums_.foam;
  residuals["spray"] = newest_sums_.spray;
  residuals["bubbles"] = newest_sums_.bubbles;
}

}  // namespace limber
