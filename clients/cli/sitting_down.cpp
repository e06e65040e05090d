#include "clients/cli/sitting_down.hpp"

#include <algorithm>

#include "clients/cli/held_seat.hpp"
#include "clients/cli/http_get.hpp"
#include "clients/cli/keeper.hpp"
#include "clients/cli/narration.hpp"
#include "protocol/ladder.hpp"
#include "protocol/mine_sent.hpp"
#include "protocol/proof/shared_dice.hpp"
#include "protocol/seat_keys.hpp"

namespace muster::cli {

namespace {

using Brought = Following::Brought;

std::expected<Json, NotSeated> ask(const Link& link, const std::string& target) {
    const auto answer = http_get(link.server, "/api/v1/battles/" + link.battle + target, link.token);
    if (!answer) return std::unexpected(NotSeated{answer.error(), server_failed, true});
    auto json = parse_json(answer->body);
    if (answer->status == 200 && json) return std::move(*json);
    const auto problem = problem_in(answer->body);
    const bool for_now = answer->status >= 500 || answer->status == 429;
    const auto why = problem.sentence.empty() ? link.server.url() + " answered with HTTP status " + std::to_string(answer->status) : problem.sentence;
    return std::unexpected(NotSeated{why, problem.code == "unknown_battle" ? answer_is_no : wrong_input, for_now});
}

/// What a battle begins with, by its first event, and the seat that the token opens.
struct Seen {
    std::optional<protocol::BattleStart> start{};  ///< none: of the time before servers signed
    std::string seat{};
    bool takes_keys = false;  ///< seats may sign there
};

std::expected<Seen, NotSeated> look(const Link& link) {
    const auto answer = ask(link, "/events?since=0&limit=1");
    if (!answer) return std::unexpected(answer.error());
    const auto& events = value_at(*answer, "events");
    if (!events.is_array() || events.empty()) return std::unexpected(NotSeated{link.server.url() + " does not tell how the battle began"});
    const auto& data = value_at(events.front(), "data");
    if (text_at(data, "server_key").empty()) return Seen{};
    auto start = read_start(data);
    if (!start) return std::unexpected(NotSeated{link.server.url() + " tells how the battle began in a way that cannot be read"});
    return Seen{std::move(*start), text_at(*answer, "seat"), flag_at(*answer, "takes_keys")};
}

bool shares_dice(const HeldSeat& kept) { return kept.start && protocol::proof::shares_dice(kept.start->options); }

/// What is kept of the seat after the change; what could not be kept is said.
HeldSeat changed(const HeldSeat& seat, const std::function<void(HeldSeat&)>& change) {
    auto out = seat;
    const auto problem = SeatsFile::of_user().change([&](protocol::Mine& mine) {
        const auto same = [&](const HeldSeat& each) { return each.server == seat.server && each.battle == seat.battle && each.token == seat.token; };
        const auto found = std::ranges::find_if(mine.seats, same);
        auto& kept = found == mine.seats.end() ? mine.seats.emplace_back(seat) : *found;
        change(kept);
        out = kept;
    });
    if (problem) change(out);
    return out;
}

/// The seat with how its battle begins and, for shared dice, a ladder: drawn at the first look only, since who comes later may have another device that has
/// one.
std::expected<Brought, NotSeated> brought_by(const Link& link, HeldSeat kept, std::string seat) {
    const bool nameless = seat.empty() && kept.seat.empty();
    if (!kept.start || (nameless && shares_dice(kept))) {
        auto seen = look(link);
        if (!seen) return std::unexpected(std::move(seen.error()));
        if (seen->start) {
            kept = changed(kept, [&](HeldSeat& each) {
                if (!each.start) each.start = seen->start;
                if (!shares_dice(each) || !each.ladders.empty()) return;
                protocol::draw_ladder(each);
                protocol::put_in_ladder(each);
                if (seen->takes_keys) protocol::draw_seat_key(each);
            });
            if (seat.empty()) seat = seen->seat;
        }
    }
    Brought out{kept.brought()};
    if (!shares_dice(kept) || kept.ladders.empty()) return out;
    if (!kept.seat.empty()) seat = kept.seat;
    const auto secret = protocol::hash_from_hex(kept.ladders.front());
    if (seat.empty() || !secret)
        return std::unexpected(NotSeated{"the dice of this battle are shared, but the server does not say which seat this link is for", server_failed});
    const auto start = protocol::start_hash(kept);
    out.start = protocol::to_hex(protocol::bytes_of(start));
    out.ladder = protocol::to_hex(protocol::bytes_of(protocol::Ladder(start, seat, *secret).foot()));
    out.key = protocol::last_seat_key(kept);
    return out;
}

/// The first seat that anybody may take and that is free.
std::expected<std::string, NotSeated> free_seat(const Link& link) {
    const auto summary = ask(link, "");
    if (!summary) return std::unexpected(summary.error());
    const auto& open = value_at(value_at(*summary, "options"), "open");
    const auto& seats = value_at(*summary, "seats");
    if (open.is_array() && seats.is_array())
        for (const auto& each : seats)
            if (value_at(each, "name").is_null() && std::ranges::find(open, value_at(each, "seat")) != open.end()) return text_at(each, "seat");
    return std::unexpected(NotSeated{"no seat of this battle is open to anybody now", wrong_input});
}

}  // namespace

std::expected<bool, NotSeated> dice_are_shared(const Link& link) {
    if (const auto held = SeatsFile::of_user().seats_in(link.server.url(), link.battle); held)
        for (const auto& each : *held)
            if (each.start) return shares_dice(each);
    const auto seen = look(link);
    if (!seen) return std::unexpected(seen.error());
    return seen->start && protocol::proof::shares_dice(seen->start->options);
}

std::expected<Brought, NotSeated> bring(const Link& link) { return brought_by(link, kept_before_asking(link), {}); }

std::expected<Asked, NotSeated> bring_to_open_seat(const Link& link, const std::string& seat) {
    auto wanted = seat;
    if (wanted.empty()) {
        const auto seen = look(link);
        if (!seen) return std::unexpected(seen.error());
        if (seen->start && protocol::proof::shares_dice(seen->start->options)) {
            auto free = free_seat(link);
            if (!free) return std::unexpected(std::move(free.error()));
            wanted = std::move(*free);
        }
    }
    Asked out{seat_to_take(link, wanted), {}};
    auto brought = brought_by(link, out.seat, wanted);
    if (!brought) return std::unexpected(std::move(brought.error()));
    out.brought = std::move(*brought);
    return out;
}

}  // namespace muster::cli
