#include "protocol/program/battle_link.hpp"

#include <algorithm>

namespace muster {

namespace {

// What base64url needs: nothing that could end a header or a path.
bool is_id(std::string_view text) {
    return !text.empty() &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_'; });
}

}  // namespace

std::expected<BattleLink, std::string> read_battle_link(std::string_view text) {
    BattleLink link;
    if (const auto hash = text.find('#'); hash != std::string_view::npos) {
        link.token = text.substr(hash + 1);
        text = text.substr(0, hash);
        if (!is_id(link.token)) return std::unexpected("has something after the # that is not a seat token");
    }
    if (text.contains('/')) {
        const auto path = text.find("/b/");
        if (path == std::string_view::npos) return std::unexpected("is not a link to a battle; expected http://host:port/b/BATTLE#TOKEN");
        link.server = text.substr(0, path);
        text = text.substr(path + 3);
        text = text.substr(0, text.find('?'));
    }
    if (!is_id(text)) return std::unexpected("is neither a link to a battle nor a battle's id");
    link.battle = text;
    return link;
}

}  // namespace muster
