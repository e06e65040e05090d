// muster orders: what a seat wants done while it is away.
#include "clients/cli/ask_server.hpp"
#include "clients/cli/commands.hpp"
#include "clients/cli/files.hpp"
#include "clients/cli/held_seat.hpp"
#include "clients/cli/narration.hpp"
#include "clients/cli/terminal.hpp"
#include "rules/standing_orders.hpp"

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

}  // namespace

ExitCode run_orders(const OrdersOptions& options) {
    const auto link = find_seat(options.seat);
    if (!link) return link.error();
    std::vector<Json> messages;
    messages.push_back({{"type", "follow"}, {"battle", link->battle}, {"token", link->token}, {"snapshot", true}});
    if (options.clear || !options.file.empty()) {
        auto orders = read_orders(options);
        if (!orders) return complain(orders.error(), wrong_input);
        messages.push_back({{"type", "order"}, {"battle", link->battle}, {"orders", std::move(*orders)}, {"now", options.now}});
    }
    messages.push_back({{"type", "orders"}, {"battle", link->battle}});
    const auto answer = ask_server(link->server, std::move(messages));
    if (!answer) return answer.error();
    if (!options.json) return print_orders(*answer);
    Screen().print(Json{{"orders", value_at(*answer, "orders")}, {"preview", value_at(*answer, "preview")}}.dump());
    return done;
}

}  // namespace muster::cli
