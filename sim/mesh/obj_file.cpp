#include "sim/mesh/obj_file.h"

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/error.h"
#include "sim/mesh/polygon.h"
#include "sim/mesh/welding.h"
#include "sim/number_text.h"
#include "sim/text_file.h"

// tinyobjloader accepts almost anything: missing numbers become 0, and indices out of range are
// kept. So each line is checked first, and tinyobjloader gets only valid vertices and faces.

namespace limber {

namespace {

constexpr std::size_t max_corners = 255;  ///< tinyobjloader counts a face's corners in a byte
constexpr std::size_t max_MiB = 1024;
constexpr std::size_t between_reports = 1 << 16;  ///< bytes or corners
// Progress after the first and the second of three passes over a file.
constexpr float scanned_share = 0.4f;
constexpr float parsed_share = 0.8f;

/// Reports the progress of a pass over a file.
class Pass {
 public:
  /// from, to: progress at the start and end of the pass.
  Pass(Progress& progress, const std::filesystem::path& file, float from, float to)
      : progress_(progress),
        what_("reading " + file.filename().string()),
        from_(from),
        length_(to - from) {}

  void report(std::size_t done, std::size_t all) {
    if (done < next_) return;
    next_ = done + between_reports;
    const double share = all == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(all);
    progress_.report(what_, from_ + length_ * static_cast<float>(share));
  }

 private:
  Progress& progress_;
  std::string what_;
  float from_, length_;
  std::size_t next_ = 0;
};

/// A text stream that reports progress.
class ReportingText : public std::streambuf {
 public:
  ReportingText(std::string text, Pass pass) : text_(std::move(text)), pass_(std::move(pass)) {}

 protected:
  int_type underflow() override {
    if (next_ == text_.size()) return traits_type::eof();
    pass_.report(next_, text_.size());
    const std::size_t count = std::min(between_reports, text_.size() - next_);
    setg(text_.data() + next_, text_.data() + next_, text_.data() + next_ + count);
    next_ += count;
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::string text_;
  Pass pass_;
  std::size_t next_ = 0;
};

/// Quotes a part of a file for a message: printable and not too long.
std::string in_quotes(std::string_view text) {
  std::string shown;
  for (char c : text.substr(0, 40)) shown += c >= ' ' && c <= '~' ? c : '?';
  return "'" + shown + (text.size() > 40 ? "...'" : "'");
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + (text.substr(end).starts_with("\r\n") ? 2 : 1), text.size()));
  return line;
}

/// The next word of a line; empty at its end or at a comment.
std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  if (word.starts_with('#')) return {};
  line.remove_prefix(word.size());
  return word;
}

/// Checks a file line by line and keeps vertices and faces, as plain OBJ text.
class Scanner {
 public:
  explicit Scanner(const std::filesystem::path& file) : file_(file.string()) {}

  std::string surface_of(std::string_view text, Pass pass) {
    const std::size_t bytes = text.size();
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order mark
    while (!text.empty()) {
      std::string_view line = next_line(text);
      ++line_;
      pass.report(bytes - text.size(), bytes);
      const std::string_view keyword = next_word(line);
      if (keyword == "v") add_vertex(line);
      if (keyword == "f") add_face(line);
    }
    if (largest_ > vertices_)
      throw refuse(largest_line_,
                   fmt::format("vertex {} is named, but the file has {}", largest_, vertices_));
    if (faces_ == 0)
      throw Error(ExitCode::bad_input,
                  fmt::format("the mesh {} has no faces; is it an OBJ file of a surface?", file_));
    return std::move(kept_);
  }

 private:
  Error refuse(int line, std::string_view what) const {
    return Error(ExitCode::bad_input,
                 fmt::format("{}:{}: {}; export the mesh again", file_, line, what));
  }

  void add_vertex(std::string_view line) {
    int numbers = 0;
    kept_ += 'v';
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      const std::optional<float> number = number_in<float>(word);
      if (!number)
        throw refuse(line_,
                     fmt::format("the coordinate {} is not a finite number", in_quotes(word)));
      if (++numbers <= 3) fmt::format_to(std::back_inserter(kept_), " {}", *number);
    }
    if (numbers < 3)
      throw refuse(line_, fmt::format("a vertex needs three coordinates, this has {}", numbers));
    kept_ += '\n';
    ++vertices_;
  }

  void add_face(std::string_view line) {
    std::size_t corners = 0;
    kept_ += 'f';
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      fmt::format_to(std::back_inserter(kept_), " {}", corner(word));
      ++corners;
    }
    if (corners < 3)
      throw refuse(line_, fmt::format("a face needs three corners or more, this has {}", corners));
    if (corners > max_corners)
      throw refuse(line_, fmt::format("a face has {} corners, more than the maximum of {}", corners,
                                      max_corners));
    kept_ += '\n';
    ++faces_;
  }

  /// The vertex (from 1) of a corner in the form v, v/vt, v//vn or v/vt/vn.
  int corner(std::string_view word) {
    std::string_view rest = word;
    int vertex = 0;
    for (int part = 0;; ++part) {
      const std::size_t slash = std::min(rest.find('/'), rest.size());
      const std::string_view digits = rest.substr(0, slash);
      const std::optional<int> index = number_in<int>(digits);
      const bool left_out = digits.empty() && part == 1 && slash < rest.size();
      if (part > 2 || (!left_out && (!index || *index == 0)))
        throw refuse(line_,
                     fmt::format("the corner {} of a face is not an index", in_quotes(word)));
      if (part == 0) vertex = *index;
      if (slash == rest.size()) break;
      rest.remove_prefix(slash + 1);
    }
    if (vertex < -vertices_)
      throw refuse(line_, fmt::format("vertex {} is named, but {} come before", vertex, vertices_));
    if (vertex < 0) return vertices_ + 1 + vertex;
    if (vertex > largest_) {
      largest_ = vertex;
      largest_line_ = line_;
    }
    return vertex;
  }

  std::string file_;
  std::string kept_;
  int line_ = 0;
  int vertices_ = 0;
  int faces_ = 0;
  int largest_ = 0;
  int largest_line_ = 0;
};

}  // namespace

TriangleMesh load_obj(const std::filesystem::path& file, std::string* note) {
  Progress silent;
  return load_obj(file, silent, note);
}

TriangleMesh load_obj(const std::filesystem::path& file, Progress& progress, std::string* note) {
  ReportingText text(Scanner(file).surface_of(read_text_file(file, "mesh", max_MiB),
                                              Pass(progress, file, 0.0f, scanned_share)),
                     Pass(progress, file, scanned_share, parsed_share));
  std::istream surface(&text);
  surface.exceptions(std::ios::badbit);  // else the stream would swallow Cancelled
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warning, problem;
  if (!tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &problem, &surface, nullptr,
                        /*triangulate=*/false, /*default_vcols_fallback=*/false))
    throw Error(ExitCode::bad_input,
                fmt::format("cannot read the mesh {}: {}", file.string(), in_quotes(problem)));

  TriangleMesh mesh;
  for (std::size_t i = 0; i + 2 < attributes.vertices.size(); i += 3)
    mesh.positions_m.emplace_back(attributes.vertices[i], attributes.vertices[i + 1],
                                  attributes.vertices[i + 2]);
  int dropped = 0;
  Pass cutting(progress, file, parsed_share, 1.0f);
  std::size_t corners_done = 0, corners_all = 0;
  for (const tinyobj::shape_t& shape : shapes) corners_all += shape.mesh.indices.size();
  for (const tinyobj::shape_t& shape : shapes) {
    std::size_t first = 0;
    for (const unsigned count : shape.mesh.num_face_vertices) {
      std::vector<unsigned> corners;
      for (unsigned k = 0; k < count; ++k)
        corners.push_back(static_cast<unsigned>(shape.mesh.indices[first + k].vertex_index));
      first += count;
      corners_done += count;
      cutting.report(corners_done, corners_all);
      for (const glm::uvec3& triangle : triangulated(corners, mesh.positions_m)) {
        if (degenerate(triangle, mesh.positions_m))
          ++dropped;
        else
          mesh.triangles.push_back(triangle);
      }
    }
  }
  if (mesh.triangles.empty())
    throw Error(ExitCode::bad_input,
                fmt::format("no triangle of the mesh {} has an area; export it again at another "
                            "scale",
                            file.string()));
  drop_unused(mesh);
  if (note)
    *note = dropped == 0 ? ""
                         : fmt::format("left out {} triangle{} without an area", dropped,
                                       dropped == 1 ? "" : "s");
  return mesh;
}

}  // namespace limber
