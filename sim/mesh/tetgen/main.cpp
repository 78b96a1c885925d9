// limber_tetgen: fills a surface with tetrahedra. Reads the request from standard input and writes
// the reply to standard output (messages.h), errors to standard error, worded to follow "TetGen
// could not fill the surface:". The only program that contains TetGen.

#define TETLIBRARY
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <tetgen.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "sim/mesh/tetgen/messages.h"

namespace {

using limber::TetgenReply, limber::TetgenRequest;

[[noreturn]] void fail(const std::string& why) {
  fmt::print(stderr, "{}\n", why);
  fflush(stderr);
  _exit(1);  // no clean-up: TetGen's data may be inconsistent
}

/// At most half of the machine's memory, no core file, and termination together with Limber.
void limit_ourselves() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlim_t bytes =
      static_cast<rlim_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) / 2;
  const rlimit memory{bytes, bytes}, core{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &core);
}

/// Moves standard output to another descriptor, since TetGen prints to it in spite of Q.
int private_output() {
  const int output = dup(STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  if (output < 0 || nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
    fail("its output cannot be opened");
  return output;
}

template <class T>
void take(std::span<T> into) {
  const std::span<std::byte> bytes = std::as_writable_bytes(into);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = read(STDIN_FILENO, bytes.data() + done, bytes.size() - done);
    if (count == 0) fail("the surface ended early");
    if (count < 0 && errno != EINTR) fail("the surface cannot be read");
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

template <class T>
void give(int output, std::span<const T> from) {
  const std::span<const std::byte> bytes = std::as_bytes(from);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(output, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR) fail("nothing reads the tetrahedra");
    if (count > 0) done += static_cast<std::size_t>(count);
  }
}

/// Never freed, as TetGen mixes new[] and malloc.
tetgenio& surface(const std::vector<std::array<float, 3>>& positions,
                  const std::vector<std::array<std::uint32_t, 3>>& triangles) {
  auto& in = *new tetgenio;
  in.numberofpoints = static_cast<int>(positions.size());
  in.pointlist = new REAL[3 * positions.size()];
  for (std::size_t i = 0; i < positions.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c) in.pointlist[3 * i + c] = positions[i][c];
  in.numberoffacets = static_cast<int>(triangles.size());
  in.facetlist = new tetgenio::facet[triangles.size()];
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    tetgenio::facet& facet = in.facetlist[i];
    tetgenio::init(&facet);
    facet.numberofpolygons = 1;
    facet.polygonlist = new tetgenio::polygon[1];
    facet.polygonlist[0].numberofvertices = 3;
    facet.polygonlist[0].vertexlist = new int[3];
    for (std::size_t c = 0; c < 3; ++c) {
      if (triangles[i][c] >= positions.size()) fail("a triangle names a vertex that is not there");
      facet.polygonlist[0].vertexlist[c] = static_cast<int>(triangles[i][c]);
    }
  }
  return in;
}

/// The meaning of a number thrown by TetGen.
std::string meaning(int thrown) {
  switch (thrown) {
    case 1:
      return "it needs more memory than half of this machine's";
    case 3:
      return "some of its triangles cross";
    case 4:
      return "it has details that are too small";
    case 5:
      return "some of its triangles nearly coincide";
    case 10:
      return "it is not the boundary of a solid";
    default:
      return fmt::format("an error of TetGen's own, number {}", thrown);
  }
}

/// Terminate handler that prints the exception. TetGen 1.5.0 frees its memory before it throws;
/// catching the exception would unwind the stack and free it again, which crashes.
void name_what_was_thrown() {
  try {
    std::rethrow_exception(std::current_exception());
  } catch (int thrown) {
    fail(meaning(thrown));
  } catch (const std::bad_alloc&) {
    fail(meaning(1));
  }
}

}  // namespace

int main() {
  std::set_terminate(name_what_was_thrown);
  limit_ourselves();
  const int output = private_output();

  TetgenRequest question;
  take(std::span(&question, 1));
  if (question.magic != TetgenRequest::expected)
    fail("limber and limber_tetgen are not of one build; build both again");
  constexpr std::uint32_t max_count = 1u << 28;
  if (question.positions > max_count || question.triangles > max_count)
    fail("it has too many triangles");
  std::vector<std::array<float, 3>> positions(question.positions);
  std::vector<std::array<std::uint32_t, 3>> triangles(question.triangles);
  take(std::span(positions));
  take(std::span(triangles));

  // p: fill a surface, Y: keep it unchanged, q: quality bound, a: volume bound.
  std::string switches = "pYQ";
  if (question.radius_edge_ratio > 0.0f)
    switches += fmt::format("q{:.6f}", question.radius_edge_ratio);
  if (question.largest_volume_m3 > 0.0f)
    switches += fmt::format("a{:.30f}", question.largest_volume_m3);
  auto& out = *new tetgenio;
  tetrahedralize(switches.data(), &surface(positions, triangles), &out);
  if (out.numberofcorners != 4) fail("TetGen made something other than tetrahedra");

  TetgenReply answer;
  answer.positions = static_cast<std::uint32_t>(out.numberofpoints);
  answer.tetrahedra = static_cast<std::uint32_t>(out.numberoftetrahedra);
  const std::vector<float> points(out.pointlist, out.pointlist + 3 * std::size_t{answer.positions});
  give(output, std::span<const TetgenReply>(&answer, 1));
  give(output, std::span<const float>(points));
  give(output, std::span<const int>(out.tetrahedronlist, 4 * std::size_t{answer.tetrahedra}));
  _exit(0);
}
