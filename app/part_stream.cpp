#include "app/part_stream.h"

#include "kernels/error.h"

namespace limber {

void PartStream::commit() {
  flush();
  out_.close();
  check();
  file_.commit();
}

void PartStream::flush() {
  out_.write(waiting_.data(), static_cast<std::streamsize>(waiting_.size()));
  check();
  flushed_ += waiting_.size();
  waiting_.clear();
}

void PartStream::check() const {
  if (!out_)
    throw Error(ExitCode::bad_input,
                fmt::format("{}: cannot be written; is the disk full?", path_));
}

}  // namespace limber
