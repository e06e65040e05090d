#include "server/battle/open_seats.hpp"

#include <algorithm>

namespace muster::server {

std::expected<OpenSeats, Refusal> read_open_seats(const protocol::Create& message, const std::vector<std::string>& names) {
    OpenSeats out;
    for (const auto& [name, options] : message.seats) {
        const auto seat = rules::seat_named(names, name);
        if (!seat || !options.open) continue;
        const auto path = "/seats/" + name + "/open";
        if (options.bot) return refuse(Code::bad_setup, "the server plays this seat; nobody else can take it", path);
        if (message.options.visibility == protocol::Visibility::closed)
            return refuse(Code::bad_setup, "a private battle does not exist for whoever has no seat; make it public or unlisted", path);
        out.push_back(*seat);
    }
    std::ranges::sort(out);
    return out;
}

Json open_seats_json(const OpenSeats& seats, const std::vector<std::string>& names) {
    Json out = Json::array();
    for (const auto seat : seats) out.push_back(names[static_cast<std::size_t>(seat)]);
    return out;
}

OpenSeats open_seats_of(const Json& options, const std::vector<std::string>& names) {
    OpenSeats out;
    const auto found = options.find("open");
    if (found == options.end() || !found->is_array()) return out;
    for (const auto& name : *found)
        if (const auto seat = name.is_string() ? rules::seat_named(names, name.get_ref<const std::string&>()) : std::nullopt) out.push_back(*seat);
    return out;
}

}  // namespace muster::server
