// shaders/gbuffer.glsl: packing into a texel of 16-bit numbers round-trips.

#include <glad/gl.h>

#include <cmath>
#include <random>

#include "gl_fixture.h"
#include "render/shader.h"
#include "render/upload.h"

namespace limber {
namespace {

class GbufferTest : public GlTest {
 protected:
  /// Runs a compute shader on the input: `body` sets the vec4 `result` from the vec4 `given`.
  static std::vector<glm::vec4> compute(const std::string& body,
                                        const std::vector<glm::vec4>& input) {
    const GlProgram program = build_compute_program(
        [&](const std::string& name) {
          if (name != "test.comp") return read_embedded_shader(name);
          return R"(#include "gbuffer.glsl"
layout(local_size_x = 1) in;
layout(std430, binding = 0) readonly buffer Given { vec4 all_given[]; };
layout(std430, binding = 1) writeonly buffer Results { vec4 results[]; };
vec4 stored(vec4 texel) { return round(clamp(texel, 0.0, 1.0) * 65535.0) / 65535.0; }
void main() {
  vec4 given = all_given[gl_WorkGroupID.x], result;
)" + body + "  results[gl_WorkGroupID.x] = result;\n}\n";
        },
        "test.comp");
    const GlBuffer given = upload<glm::vec4>(input), results = upload<glm::vec4>(input);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, given.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, results.name());
    glUseProgram(program.name());
    glDispatchCompute(static_cast<unsigned>(input.size()), 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    std::vector<glm::vec4> output(input.size());
    glGetNamedBufferSubData(results.name(), 0,
                            static_cast<GLsizeiptr>(output.size() * sizeof(glm::vec4)),
                            output.data());
    glUseProgram(0);
    return output;
  }
};

TEST_F(GbufferTest, DirectionsStayWhatTheyAre) {
  std::vector<glm::vec4> directions{{1, 0, 0, 0},  {0, 1, 0, 0},  {0, 0, 1, 0},
                                    {-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}};
  std::mt19937 random(1);
  std::normal_distribution<float> normal;
  for (int i = 0; i < 2000; ++i) {
    const glm::vec3 any(normal(random), normal(random), normal(random));
    directions.emplace_back(glm::normalize(any), 0.0f);
  }
  const std::vector<glm::vec4> read = compute(
      "  vec4 texel = stored(vec4(packed_direction(3.0 * given.xyz), 0.0, 0.0));\n"
      "  result = vec4(unpacked_direction(texel.xy), 0.0);\n",
      directions);
  for (std::size_t i = 0; i < directions.size(); ++i)
    ASSERT_LT(glm::distance(read[i], directions[i]), 1e-4f)
        << directions[i].x << ", " << directions[i].y << ", " << directions[i].z;
}

TEST_F(GbufferTest, SurfacesKeepTheirNumbers) {
  std::vector<glm::vec4> surfaces;  // material, mode, front
  for (int material = 0; material < 4096; ++material)
    for (int mode = 0; mode < 6; ++mode)
      for (int front : {0, 1}) surfaces.emplace_back(material, mode, front, 0);
  const std::vector<glm::vec4> read = compute(
      "  float last = packed_surface(uint(given.x), uint(given.y), given.z > 0.0);\n"
      "  uint number = number_of_surface(stored(vec4(0.0, 0.0, 0.0, last)));\n"
      "  result = vec4(material_of(number), mode_of(number), is_front(number), 0.0);\n",
      surfaces);
  for (std::size_t i = 0; i < surfaces.size(); ++i) ASSERT_EQ(read[i], surfaces[i]) << i;
}

}  // namespace
}  // namespace limber
