// Whom the operator keeps out: addresses and names, for a time or for ever. Kept in the store as one text; asked on every
// connection, creation and seat, so the list is small (limits::bans_max) and read without waiting. Thread-safe.
#pragma once
#include <expected>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/fields.hpp"
#include "server/access/caller_address.hpp"

namespace muster::server {

/// Either an address (or a network such as 203.0.113.0/24) or a name.
struct Ban {
    std::string address{};
    std::string name{};   ///< capital letters do not count
    std::string until{};  ///< RFC 3339; empty: for ever
    static void fields(auto& visit, auto& self) {
        visit("address", self.address, Rule{.sparse = true, .max = 60});
        visit("name", self.name, Rule{.sparse = true, .max = 160});
        visit("until", self.until, Rule{.sparse = true, .max = 40});
    }
    /// Of the same address, network or name; both in_one_way().
    bool same_as(const Ban& other) const;
    /// The ban with its address in the one way to write it (network_text); the refusal names an address that is none.
    std::expected<Ban, std::string> in_one_way() const;
};

class Bans {
public:
    /// What to_text() wrote. The refusal says what cannot be read.
    std::expected<void, std::string> read(std::string_view text);
    static std::string to_text(const std::vector<Ban>& bans);

    /// Those that hold at this time.
    std::vector<Ban> all(std::int64_t now_ms) const;
    /// Takes over a list, each in_one_way(); the refusal names an address that is none.
    std::expected<void, std::string> set(const std::vector<Ban>& bans);

    /// Why whoever speaks from this address is kept out now, if so (not_your_seat).
    std::optional<Refusal> refuse_address(const Address& address, std::int64_t now_ms) const;
    /// Why nobody may go by this name now, if so (not_your_seat, at /name).
    std::optional<Refusal> refuse_name(std::string_view name, std::int64_t now_ms) const;

private:
    struct Entry {
        Ban ban;
        std::optional<AddressSet> addresses{};
        std::optional<std::int64_t> until_ms{};
        bool holds(std::int64_t now_ms) const { return !until_ms || now_ms < *until_ms; }
    };
    using Entries = std::shared_ptr<const std::vector<Entry>>;
    Entries entries() const;

    mutable std::mutex mutex_{};
    Entries entries_ = std::make_shared<const std::vector<Entry>>();
};

}  // namespace muster::server
