// By what servers of one store know each other: a header over the time and the address it is for, under a secret that the store keeps. Whoever shows it passes
// on what somebody else sends, and has looked after his limits; it opens no battle. The time is that of the store's own clock: those of the servers may be
// hours apart. Thread-safe.
#pragma once
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "rules/refusal.hpp"
#include "server/access/caller_address.hpp"

namespace muster::server {

class NodePass {
public:
    static constexpr const char* header = "Muster-Node";

    using Now = std::function<std::optional<std::int64_t>()>;
    /// `url`: where others reach this server, as the store has it. `now`: the store's time, nothing while it is not known.
    NodePass(std::string secret, std::string url, Now now) : secret_(std::move(secret)), url_(std::move(url)), now_(std::move(now)) {}

    /// What to show to the server at `url` with something that came from `address` (empty: from nobody in particular). Nothing: not now.
    std::optional<std::string> make(const std::string& url, const std::string& address) const;
    /// Whose it is that somebody passes on with this. The refusal (not_your_seat) says what is wrong with it.
    std::expected<Address, Refusal> read(std::string_view shown) const;

    /// That a server of this store says something to the one at `url`, now. Nothing: not now.
    std::optional<std::string> seal(const std::string& url, std::string_view said) const;
    /// Whether one has said this to this server just now, and nobody has changed it.
    bool has_sealed(std::string_view said, std::string_view seal) const;

    const std::string& url() const { return url_; }

private:
    bool is_of_now(std::string_view time) const;
    std::string sealed(std::string_view time, std::string_view url, std::string_view said) const;
    std::string proof(std::string_view time, std::string_view url, std::string_view address) const;

    const std::string secret_;
    const std::string url_;
    const Now now_;
};

}  // namespace muster::server
