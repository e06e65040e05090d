// All dice of this server, as the store adds them up.
#include "protocol/audit.hpp"
#include "protocol/times.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/summaries.hpp"
#include "server/http/api.hpp"

namespace muster::server {

namespace {

/// The day itself, or the one after it; none if none is asked for.
std::expected<std::string, Refusal> day_of(const std::string& text, bool next, const std::string& path) {
    constexpr std::int64_t day_ms = 86'400'000;
    if (text.empty()) return text;
    const auto begin = protocol::read_time(text + "T00:00:00.000Z");
    if (!begin) return refuse(Code::bad_message, "expected a day of UTC (2026-11-21)", path);
    if (next && text == "9999-12-31") return std::string();  // the last that there is has none after it
    return protocol::time_text(*begin + (next ? day_ms : 0)).substr(0, text.size());
}

std::expected<protocol::Audit, Refusal> audit_of(storage::Store& store, const std::string& from, const std::string& before) {
    const auto sums = store.dice(from, before);
    if (!sums) return std::unexpected(store_refusal(sums.error()));
    const auto counts = store.counts();
    if (!counts) return std::unexpected(store_refusal(counts.error()));
    protocol::DiceAudit out;
    for (const auto& each : *sums) out.add(each.ruleset, each.seat, each.player, each.battles, each.faces);
    return out.audit(counts->uncounted);
}

}  // namespace

void HttpApi::answer_audit(const Call& call, Done done) {
    const auto question = read_fields<protocol::AuditQuestion>(query_json(call.query, {}), Code::bad_message);
    if (!question) return done(problem(question.error()));
    const auto from = day_of(question->from, false, "/from");
    if (!from) return done(problem(from.error()));
    const auto before = day_of(question->to, true, "/to");
    if (!before) return done(problem(before.error()));
    if (const auto taken = call.request.caller->may_search(); !taken) return done(searches_too_fast(taken));
    const bool taken = services_.searches.post([&store = services_.store, call, from = *from, before = *before, done] {
        const auto audit = audit_of(store, from, before);
        done(audit ? with_tag({200, "application/json", to_json_value(*audit).dump() + "\n"}, call.request) : problem(audit.error()));
    });
    if (!taken) done(problem({Code::server_busy, "too many searches at once; try again in a moment"}));
}

}  // namespace muster::server
