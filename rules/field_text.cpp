#include "rules/field_text.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace muster {

// At once: the keys are a good part of all text.
void fields_detail::append_key(std::string& out, std::string_view key, bool comma) {
    const std::size_t before = out.size();
    const std::size_t after = before + key.size() + (comma ? 4 : 3);
    out.resize_and_overwrite(after, [&](char* begin, std::size_t /*libstdc++ 12 gives what there is room for*/) {
        char* at = begin + before;
        if (comma) *at++ = ',';
        *at++ = '"';
        at += key.copy(at, key.size());
        *at++ = '"';
        *at = ':';
        return after;
    });
}

// std::rotate() takes three times as long for a few bytes.
void SortedTextWriter::move_back(std::size_t to, std::size_t from) {
    const std::size_t size = out_.size() - from;
    std::array<char, 128> held;
    if (size > held.size()) {
        const auto at = [&](std::size_t position) { return out_.begin() + static_cast<std::ptrdiff_t>(position); };
        std::rotate(at(to), at(from), out_.end());
        return;
    }
    std::memcpy(held.data(), &out_[from], size);
    std::memmove(&out_[to + size], &out_[to], from - to);
    std::memcpy(&out_[to], held.data(), size);
}

void SortedTextWriter::settle(Entry entry) {
    assert(count_ < entries_.size());
    auto* const end = entries_.data() + count_++;
    auto* place = end;
    while (place != entries_.data() && place[-1].key > entry.key) --place;
    const std::size_t size = out_.size() - entry.begin;
    if (place != end) {
        move_back(place->begin, entry.begin);
        entry.begin = place->begin;
    }
    for (auto* later = end; later != place; --later) *later = {later[-1].key, later[-1].begin + size};
    *place = entry;
}

// The first comma is where the object begins.
void SortedTextWriter::finish() {
    if (count_ == 0) out_ += '{';
    else out_[entries_[0].begin] = '{';
    out_ += '}';
}

}  // namespace muster
