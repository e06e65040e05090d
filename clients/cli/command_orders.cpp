// muster orders: what a seat wants done while it is away.
#include "clients/cli/ask_server.hpp"
#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/keeper.hpp"
#include "clients/cli/local_battle.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/sitting_down.hpp"
#include "clients/cli/terminal.hpp"
#include "protocol/shares.hpp"
#include "rules/standing_orders.hpp"
#include "rules/systems.hpp"

namespace muster::cli {

namespace {

std::string bounds_words(const rules::Bounds& bounds) {
    std::string out;
    if (bounds.at_least) out += "at least " + std::to_string(*bounds.at_least);
    if (bounds.at_most) out += (out.empty() ? "at most " : " and at most ") + std::to_string(*bounds.at_most);
    return out;
}

std::string pieces_words(const char* who, const rules::PieceBounds& bounds) {
    return std::string(who) + bounds_words(bounds) + ' ' + (bounds.unit.empty() ? "pieces" : worded(bounds.unit));
}

std::string condition_words(const rules::Condition& condition) {
    std::vector<std::string> parts;
    if (condition.mine) parts.push_back(pieces_words("you have ", *condition.mine));
    if (condition.theirs) parts.push_back(pieces_words("they have ", *condition.theirs));
    if (condition.round) parts.push_back("the round is " + bounds_words(*condition.round));
    return "if " + joined(parts, " and ");
}

std::string play_words(const Json& play) {
    if (play.is_string()) return "play the default";
    const auto prefer = play.find("prefer");
    if (prefer == play.end()) return "play " + play.dump();
    std::vector<std::string> names;
    for (const auto& name : *prefer) names.push_back(worded(name.is_string() ? name.get<std::string>() : name.dump()));
    return "prefer " + joined(names, ", then ");
}

std::string order_words(const rules::StandingOrder& order) {
    return (order.kind == "*" ? "every decision" : worded(order.kind)) + ": " + (order.condition ? condition_words(*order.condition) + ", " : "") +
           play_words(order.play);
}

ExitCode print_orders(const Json& answer) {
    rules::StandingOrders orders;
    if (const auto refusal = read_value(FlatJson(value_at(answer, "orders")), Rule{}, Code::bad_message, "/orders", orders))
        return complain("the server answered with something that is not a list of orders", server_failed);
    const Screen screen;
    if (orders.empty()) screen.print("No standing orders: every decision waits for you.");
    else screen.print(Line{Tone::heading, "The first that applies is played; else the decision waits for you."});
    for (std::size_t i = 0; i < orders.size(); ++i) screen.print("  " + std::to_string(i + 1) + ". " + order_words(orders[i]));
    for (const auto& shown : value_at(answer, "preview")) {
        const auto what = "Decision " + std::to_string(number_at(shown, "decision")) + " (" + worded(text_at(shown, "kind")) + ") is open: ";
        if (!value_at(shown, "order").is_number_integer()) screen.print(what + "no order applies.");
        else screen.print(what + "order " + std::to_string(number_at(shown, "order") + 1) + " would play " + value_at(shown, "choice").dump());
    }
    return done;
}

std::expected<Json, std::string> read_orders(const OrdersOptions& options) {
    if (options.clear) return Json::array();
    const auto text = read_file(options.file);
    if (!text) return std::unexpected(text.error());
    auto json = parse_json(*text);
    if (!json) return std::unexpected(options.file + ": " + refusal_text(json.error()));
    return std::move(*json);
}

ExitCode print(const Json& answer, bool as_json) {
    if (!as_json) return print_orders(answer);
    Screen().print(Json{{"orders", value_at(answer, "orders")}, {"preview", value_at(answer, "preview")}}.dump());
    return done;
}

/// The battle as its events tell it, with the decision that is open for the seat.
struct Standing {
    LocalBattle battle{rules::shipped_rulesets()};
    std::string seat{};
    Json request{};
};

std::expected<std::unique_ptr<Standing>, ExitCode> stand_of(const Link& link) {
    auto out = std::make_unique<Standing>();
    for (std::int64_t since = 0;;) {
        auto page = api(link.server, "/api/v1/battles/" + link.battle + "/events?since=" + std::to_string(since), link.token);
        if (!page) return std::unexpected(page.error());
        const auto& events = value_at(*page, "events");
        if (events.is_array())
            for (const auto& event : events) out->battle.take(event);
        if (const auto next = number_at(*page, "next"); next > since) {
            since = next;
            continue;
        }
        out->seat = text_at(*page, "seat");
        const auto& requests = value_at(*page, "requests");
        if (requests.is_array() && !requests.empty()) out->request = requests.front();
        return out;
    }
}

// Where dice are shared the server is not to know them: they stay here, and muster agent carries them out.
ExitCode leave_here(const Link& link, const OrdersOptions& options) {
    const auto standing = stand_of(link);
    if (!standing) return standing.error();
    auto& [battle, seat, request] = **standing;
    const auto kind = text_at(request, "kind");
    const auto decision = number_at(request, "decision");
    const bool is_asked = decision != 0 && kind != protocol::share_kind && value_at(request, "pending").is_null();
    std::optional<protocol::KeptOrders> kept;
    std::optional<Json> wanted;
    if (options.clear || !options.file.empty()) {
        auto orders = read_orders(options);
        if (!orders) return complain(orders.error(), wrong_input);
        if (const auto read = battle.read_orders(*orders); !read) return complain(refusal_text(read.error()), wrong_input);
        wanted = std::move(*orders);
    }
    const auto problem = SeatsFile::of_user().change([&](protocol::Mine& mine) {
        for (auto& each : mine.seats) {
            if (each.server != link.server.url() || each.battle != link.battle || each.token != link.token) continue;
            if (wanted && wanted->empty()) each.orders.reset();
            else if (wanted) each.orders = {.from = is_asked && !options.now ? decision + 1 : 0, .orders = *wanted};
            kept = each.orders;
            return;
        }
    });
    if (problem) return complain(*problem, server_failed);
    if (wanted && !wanted->empty() && !kept) return complain("this device has not taken that seat; muster play or muster join does", wrong_input);
    const auto orders = battle.read_orders(kept ? kept->orders : Json::array());
    if (!orders) return complain(refusal_text(orders.error()), wrong_input);
    Json preview = Json::array();
    if (is_asked) {
        Json shown{{"decision", decision}, {"kind", kind}, {"order", nullptr}, {"choice", nullptr}};
        if (const auto choice = battle.ordered(seat, kind, *orders)) shown.update({{"order", choice->order}, {"choice", *choice->choice}});
        preview.push_back(std::move(shown));
    }
    const auto code = print({{"orders", kept ? kept->orders : Json::array()}, {"preview", preview}}, options.json);
    if (!options.json && kept)
        Screen().print(Line{Tone::quiet, "The dice are shared, so that the orders stay on this device; muster agent carries them out while it runs."});
    return code;
}

}  // namespace

ExitCode run_orders(const OrdersOptions& options) {
    const auto link = find_seat(options.seat);
    if (!link) return link.error();
    const auto shared = dice_are_shared(*link);
    if (!shared) return complain(shared.error().why, shared.error().code);
    if (*shared) return leave_here(*link, options);
    std::vector<Json> messages;
    messages.push_back({{"type", "follow"}, {"battle", link->battle}, {"token", link->token}, {"snapshot", true}});
    if (options.clear || !options.file.empty()) {
        auto orders = read_orders(options);
        if (!orders) return complain(orders.error(), wrong_input);
        messages.push_back({{"type", "order"}, {"battle", link->battle}, {"orders", std::move(*orders)}, {"now", options.now}});
    }
    messages.push_back({{"type", "orders"}, {"battle", link->battle}});
    Keeper keeper(SeatsFile::of_user(), link->server.url(), link->battle, link->token);
    keeper.asks();
    const auto answer = ask_server(link->server, messages, [&](const Json& heard) {
        const bool follows = text_at(heard, "type") == "following";
        for (const auto& each : follows ? keeper.follows(heard) : keeper.hears(heard)) complain(each, done);
        for (const auto& each : follows ? keeper.sends(messages[1], {}) : Keeper::Told{}) complain(each, done);
    });
    if (!answer) return answer.error();
    return print(*answer, options.json);
}

}  // namespace muster::cli
