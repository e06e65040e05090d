// What the server may take in memory while strangers do what they like: a sum of bounds, each with its reason.
#pragma once
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace muster::test {

/// How large a flood was.
struct FloodSize {
    std::size_t connections = 0;
    std::size_t addresses = 0;
    std::size_t battles = 0;  ///< made before it, and by those who are no part of it
    std::size_t new_battles_per_address = 0;
    std::chrono::seconds length{};
    std::size_t idle_bytes = 0;  ///< of the server before it
};

struct Term {
    std::string name;
    std::size_t bytes = 0;
};

/// What the allocator may still keep, or not, of what was given back last: that of the largest thing, a record being verified.
std::size_t kept_by_allocator();

std::vector<Term> most_memory(const FloodSize& flood);
std::size_t sum_of(const std::vector<Term>& terms);
/// A line each.
std::string text_of(const std::vector<Term>& terms);

}  // namespace muster::test
