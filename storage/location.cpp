#include "storage/location.hpp"

#include "storage/postgres/address.hpp"

namespace muster::storage {

std::expected<Location, std::string> location_of(std::string words) {
    if (words.empty()) return std::unexpected("expected a folder");
    if (words == ":memory:") return Location{.words = std::move(words)};
    if (postgres::is_address(words)) {
        if (auto why = postgres::why_no_address(words); !why.empty()) return std::unexpected(std::move(why));
        return Location{.words = postgres::without_passwords(words), .lasts = true, .address = std::move(words)};
    }
    std::filesystem::path folder = words;
    return Location{.words = std::move(words), .lasts = true, .folder = std::move(folder)};
}

}  // namespace muster::storage
