// Decompressor: one compressed format, fed and drained in steps. Who uses it: member_stream.h for
// whole files, content_coding.h for bodies of HTTP messages. One owner; no thread rule beyond that.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace thresh {

class Decompressor {
 public:
  enum class State {
    kMore,    // go on, with more input or more room
    kEnd,     // a member ended; what is left of the input belongs to the next one
    kBroken,  // not this format, or damaged here
  };

  virtual ~Decompressor() = default;
  // Takes from the front of *in and writes at most `size` bytes to `out`; *made says how many.
  virtual State Step(std::string_view* in, char* out, std::size_t size, std::size_t* made) = 0;
  // Ready for a new member.
  virtual void Restart() = 0;
};

enum class InflateFormat { kGzip, kZlib, kRaw };
std::unique_ptr<Decompressor> MakeInflater(InflateFormat format);

std::unique_ptr<Decompressor> MakeBrotliDecoder();

// Frames that need a larger window than 2^`max_window_log` bytes count as broken. `dictionary` may
// be empty.
std::unique_ptr<Decompressor> MakeZstdDecoder(int max_window_log, std::string_view dictionary);

}  // namespace thresh
