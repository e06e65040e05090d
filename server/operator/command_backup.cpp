// musterd backup, musterd restore: the whole store as one file.
#include <unistd.h>

#include <iostream>

#include "server/base/counted.hpp"
#include "server/base/log.hpp"
#include "server/operator/commands.hpp"
#include "server/operator/operator_link.hpp"
#include "storage/copies.hpp"
#include "storage/open.hpp"

namespace muster::server {

namespace {

void show_progress(std::int64_t done, std::int64_t all) {
    if (::isatty(STDERR_FILENO)) std::cerr << "\rcopied " << (all > 0 ? done * 100 / all : 0) << " % " << std::flush;
}

std::string size_text(std::uintmax_t bytes) {
    constexpr std::uintmax_t mib = 1024 * 1024;
    return bytes < 10 * mib ? std::to_string((bytes + 1023) / 1024) + " KiB" : std::to_string(bytes / mib) + " MiB";
}

/// The ids of all battles that are not over.
std::expected<std::vector<std::string>, std::string> unfinished(const storage::Location& data) {
    const auto store = storage::open_reader(data);
    if (!store) return std::unexpected(store.error().message);
    std::vector<std::string> out;
    for (std::int64_t last = 0;;) {
        constexpr int page = 1000;
        const auto entries = (*store)->battles_after(last, page);
        if (!entries) return std::unexpected(entries.error().message);
        if (entries->empty()) return out;
        for (const auto& each : *entries)
            if (each.status != storage::Status::over) out.push_back(each.id);
        last = entries->back().number;
    }
}

/// How many battles were closed.
std::expected<std::size_t, std::string> close_unfinished(const storage::Location& data) {
    const auto battles = unfinished(data);
    if (!battles) return std::unexpected(battles.error());
    OperatorLink link(data);
    std::string refusals;
    for (const auto& each : *battles) {
        const auto reply = link.ask({.command = OperatorCommand::close, .battle = each});
        if (!reply) return std::unexpected(reply.error());
        if (!reply->done) refusals += "; battle " + each + ": " + reply->message;
    }
    if (!refusals.empty()) return std::unexpected(refusals.substr(2));
    return battles->size();
}

}  // namespace

ExitCode back_up_store(const storage::Location& data, const std::filesystem::path& copy) {
    if (const auto none = no_folder(data)) return complain(*none);
    const auto bytes = storage::back_up(data, copy, show_progress);
    if (::isatty(STDERR_FILENO)) std::cerr << "\r\x1b[K";
    if (!bytes) return complain(bytes.error().message);
    std::cout << log::on_one_line(copy.string()) << ": " << size_text(*bytes) << ", copied and checked\n";
    return done;
}

ExitCode restore_store(const storage::Location& data, const std::filesystem::path& copy, bool replace) {
    const auto restored = storage::restore(copy, data, replace);
    if (!restored) return complain(restored.error().message);
    std::cout << *restored << ": restored from " << log::on_one_line(copy.string()) << "\n";
    // What they came to after the copy was made is gone, and with it what whoever runs the server may have seen of their dice.
    const auto closed = close_unfinished(data);
    if (!closed) return complain("not all battles that ran in the backup could be closed; close them before players come (" + closed.error() + ")");
    std::cout << counted(*closed, "battle that ran in it is", "battles that ran in it are") << " closed; nobody has won\n";
    return done;
}

}  // namespace muster::server
