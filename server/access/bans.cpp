#include "server/access/bans.hpp"

#include "protocol/times.hpp"

namespace muster::server {

namespace {

char small(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

bool same_name(std::string_view a, std::string_view b) { return std::ranges::equal(a, b, {}, small, small); }

Refusal kept_out(const std::string& what, const Ban& ban, std::string path) {
    return {Code::not_your_seat, "the operator of this server has shut out " + what + (ban.until.empty() ? "" : " until " + ban.until), std::move(path)};
}

}  // namespace

bool Ban::same_as(const Ban& other) const { return address == other.address && same_name(name, other.name); }

std::expected<Ban, std::string> Ban::in_one_way() const {
    if (address.empty()) return *this;
    auto text = network_text(address);
    if (!text) return std::unexpected(text.error());
    return Ban{std::move(*text), name, until};
}

std::expected<void, std::string> Bans::read(std::string_view text) {
    if (text.empty()) return {};
    const auto json = parse_flat_json(text);
    if (!json || !JsonView(*json).is_array()) return std::unexpected("the list of bans cannot be read");
    std::vector<Ban> bans;
    for (const auto each : JsonView(*json)) {
        auto ban = read_fields<Ban>(each, Code::internal);
        if (!ban) return std::unexpected("the list of bans cannot be read: " + ban.error().message);
        bans.push_back(std::move(*ban));
    }
    return set(bans);
}

std::string Bans::to_text(const std::vector<Ban>& bans) {
    Json out = Json::array();
    for (const auto& each : bans) out.push_back(to_json_value(each));
    return out.dump();
}

std::expected<void, std::string> Bans::set(const std::vector<Ban>& bans) {
    std::vector<Entry> made;
    for (const auto& each : bans) {
        auto ban = each.in_one_way();  // stores of before have them as they were typed
        if (!ban) return std::unexpected(ban.error());
        Entry entry{std::move(*ban)};
        if (!entry.ban.address.empty()) {
            auto addresses = AddressSet::read({entry.ban.address});
            if (!addresses) return std::unexpected(addresses.error());
            entry.addresses = std::move(*addresses);
        }
        if (!each.until.empty()) {
            entry.until_ms = protocol::read_time(each.until);
            if (!entry.until_ms) return std::unexpected("\"" + each.until + "\" is not a time");
        }
        made.push_back(std::move(entry));
    }
    auto entries = std::make_shared<const std::vector<Entry>>(std::move(made));
    const std::lock_guard lock(mutex_);
    entries_ = std::move(entries);
    return {};
}

Bans::Entries Bans::entries() const {
    const std::lock_guard lock(mutex_);
    return entries_;
}

std::vector<Ban> Bans::all(std::int64_t now_ms) const {
    std::vector<Ban> out;
    for (const auto& each : *entries())
        if (each.holds(now_ms)) out.push_back(each.ban);
    return out;
}

std::optional<Refusal> Bans::refuse_address(const Address& address, std::int64_t now_ms) const {
    for (const auto& each : *entries())
        if (each.addresses && each.holds(now_ms) && each.addresses->contains(address)) return kept_out("your address", each.ban, {});
    return {};
}

std::optional<Refusal> Bans::refuse_name(std::string_view name, std::int64_t now_ms) const {
    for (const auto& each : *entries())
        if (!each.ban.name.empty() && each.holds(now_ms) && same_name(each.ban.name, name)) return kept_out("this name", each.ban, "/name");
    return {};
}

}  // namespace muster::server
