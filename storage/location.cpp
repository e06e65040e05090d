#include "storage/location.hpp"

namespace muster::storage {

std::expected<Location, std::string> location_of(std::string words) {
    if (words.empty()) return std::unexpected("expected a folder");
    if (words == ":memory:") return Location{.words = std::move(words)};
    std::filesystem::path folder = words;
    return Location{.words = std::move(words), .lasts = true, .folder = std::move(folder)};
}

}  // namespace muster::storage
