// musterd nodes: the servers of a database, as that sees them. Reads only; also while they run.
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "rules/json.hpp"
#include "server/base/counted.hpp"
#include "server/base/log.hpp"
#include "server/operator/commands.hpp"
#include "storage/open.hpp"

namespace muster::server {

namespace {

using Nodes = storage::StoreReader::Nodes;

Json json_of(const Nodes& nodes) {
    Json all = Json::array();
    for (const auto& each : nodes.nodes) {
        Json node{{"url", each.url}, {"lives", each.lives}, {"battles", each.battles}, {"late_ms", each.late_ms}};
        if (each.seen_ms) node["seen_ms"] = *each.seen_ms;
        all.push_back(std::move(node));
    }
    return {{"schema", nodes.schema}, {"readable_from", nodes.readable_from}, {"nobodys", nodes.nobodys}, {"nodes", std::move(all)}};
}

/// What a server was before it lost its connection, or started anew, says nothing once all of that is somebody's who lives.
void leave_out_former(Nodes& nodes) {
    std::set<std::string> living;
    for (const auto& each : nodes.nodes)
        if (each.lives) living.insert(each.url);
    std::erase_if(nodes.nodes, [&](const auto& each) { return !each.lives && each.battles == 0 && living.contains(each.url); });
}

std::string seconds(std::int64_t ms) { return std::to_string(ms / 1000) + "." + std::to_string(ms % 1000 / 100) + " s"; }

void print(const Nodes& nodes) {
    std::size_t widest = std::string_view("server").size();
    std::vector<std::string> names;
    for (const auto& each : nodes.nodes) names.push_back(each.url.empty() ? "(address unknown)" : log::on_one_line(each.url));
    for (const auto& each : names) widest = std::max(widest, each.size());
    const auto line = [&](std::string_view who, std::string_view state, std::string_view battles, std::string_view seen, std::string_view late) {
        std::cout << std::left << std::setw(static_cast<int>(widest)) << who << "  " << std::setw(5) << state << std::right << std::setw(10) << battles
                  << std::setw(12) << seen << std::setw(12) << late << "\n";
    };
    line("server", "state", "battles", "last seen", "late by");
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& each = nodes.nodes[i];
        line(names[i], each.lives ? "lives" : "gone", std::to_string(each.battles), each.seen_ms ? seconds(*each.seen_ms) : "long ago", seconds(each.late_ms));
    }
    std::cout << counted(static_cast<std::uint64_t>(nodes.nobodys), "battle", "battles")
              << " under way without a server: each goes on at the one that is asked for it, or when its time comes\n"
              << "tables of version " << nodes.schema << ", for servers that know version " << nodes.readable_from << " or a later one\n";
}

}  // namespace

ExitCode show_nodes(const storage::Location& data, bool json) {
    if (const auto none = no_folder(data)) return complain(*none);
    const auto store = storage::open_reader(data);
    if (!store) return complain(store.error().message);
    auto nodes = (*store)->nodes();
    if (!nodes) return complain(nodes.error().message);
    if (!*nodes) return complain(data.words + " is one server's alone: only a database may have several");
    leave_out_former(**nodes);
    if (json) std::cout << json_of(**nodes).dump() << "\n";
    else print(**nodes);
    return done;
}

}  // namespace muster::server
