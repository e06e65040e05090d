// musterd moderate, musterd archive: what a server does for its operator, whether it runs or not.
#include <fmt/format.h>

#include <iostream>

#include "protocol/program/battle_link.hpp"
#include "protocol/times.hpp"
#include "server/base/clock.hpp"
#include "server/base/log.hpp"
#include "server/operator/commands.hpp"
#include "server/operator/operator_link.hpp"

namespace muster::server {

namespace {

ExitCode ask(const storage::Location& data, const OperatorRequest& request) {
    const auto reply = OperatorLink(data).ask(request);
    if (!reply) return complain(reply.error());
    if (!reply->done) return complain(reply->message, reply->server_busy ? trouble : answer_is_no);
    for (const auto& each : reply->bans)
        std::cout << (each.address.empty() ? "name     " + log::on_one_line(each.name) : "address  " + each.address)
                  << (each.until.empty() ? "" : "  until " + each.until) << "\n";
    for (const auto& each : reply->onlookers)
        std::cout << fmt::format("{:<12} {:<20} {}\n", each.seat.empty() ? "spectator" : each.seat, log::on_one_line(each.name), each.address);
    if (!reply->message.empty()) std::cout << log::on_one_line(reply->message) << "\n";
    return done;
}

}  // namespace

ExitCode moderate_battle(const storage::Location& data, const std::string& what, const std::string& link) {
    auto named = read_battle_link(link);
    if (!named) return complain("\"" + log::on_one_line(link) + "\" " + named.error(), wrong_usage);
    OperatorRequest request;
    request.command = what == "hide"   ? OperatorCommand::hide
                      : what == "show" ? OperatorCommand::show
                      : what == "who"  ? OperatorCommand::who
                                       : OperatorCommand::close;
    request.battle = std::move(named->battle);
    return ask(data, request);
}

ExitCode moderate_bans(const storage::Location& data, const std::string& what, const BanWords& words) {
    OperatorRequest request;
    request.command = what == "ban" ? OperatorCommand::ban : what == "unban" ? OperatorCommand::unban : OperatorCommand::bans;
    (words.kind == "name" ? request.ban.name : request.ban.address) = words.who;
    if (const auto read = request.ban.in_one_way(); !read) return complain(read.error(), wrong_usage);
    if (!words.how_long.empty()) {
        const auto length_ms = protocol::read_duration(words.how_long);
        if (!length_ms) return complain("--for: expected a length of time such as P7D or PT12H, got \"" + words.how_long + "\"", wrong_usage);
        request.ban.until = protocol::time_text(SystemClock().now_ms() + *length_ms);
    }
    return ask(data, request);
}

ExitCode archive_battles(const storage::Location& data, const std::string& older_than) {
    const auto length_ms = protocol::read_duration(older_than);
    if (!length_ms) return complain("--older-than: expected a length of time such as P90D, got \"" + older_than + "\"", wrong_usage);
    OperatorRequest request;
    request.command = OperatorCommand::archive;
    request.finished_before = protocol::time_text(SystemClock().now_ms() - *length_ms);
    return ask(data, request);
}

}  // namespace muster::server
