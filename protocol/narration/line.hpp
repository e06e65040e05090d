// A line of what is told, with what it is: colours are the teller's matter.
#pragma once
#include <string>
#include <vector>

namespace muster::narration {

/// What a line is, for its colour.
enum class Tone { normal, heading, quiet, attention, good, bad, chat };

/// A part of a line in a tone of its own, as bytes of its text.
struct Span {
    std::size_t begin = 0;
    std::size_t size = 0;
    Tone tone = Tone::normal;
    bool operator==(const Span&) const = default;
};

struct Line {
    Tone tone = Tone::normal;
    std::string text;
    std::vector<Span> spans{};  ///< in order; shown where the line's own tone is normal and it is not too wide
    bool operator==(const Line&) const = default;
};

}  // namespace muster::narration
