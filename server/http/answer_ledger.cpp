// Luck told from decisions, of battles that are over.
#include "server/http/answers.hpp"
#include "server/http/api.hpp"

namespace muster::server {

// Whoever may read the record may read its ledger; of a private battle no cache keeps it.
void HttpApi::answer_ledger(const Call& call, Done done) {
    if (const auto taken = call.request.caller->may_ask_odds(); !taken)
        return done(too_fast(taken, "too many questions about odds from your address; wait a moment"));
    const auto battle = find(call, call.id);
    if (!battle) return done(problem(battle.error()));
    auto told = [this, battle = *battle, token = call.request.bearer, done = std::move(done)](const std::expected<RecordSlice, Refusal>& record) {
        if (!record) return done(problem(record.error()));
        if (!record->over) return done(problem({Code::illegal_choice, "this battle is not over, so there is no ledger of it yet"}));
        auto tell = [done, open_to_all = record->open_to_all](const std::expected<std::string, Refusal>& text) {
            if (!text) return done(problem(text.error()));
            HttpResponse out{200, "application/json", *text + "\n"};
            if (!open_to_all) out.headers["Cache-Control"] = "private, no-store";
            done(std::move(out));
        };
        if (const auto kept = ledgers_.kept(battle->battle())) return tell(*kept);
        battle->read_past(token, [this, tell](std::expected<Past, Refusal> past) {
            if (!past) return tell(std::unexpected(past.error()));
            ledgers_.ask(std::move(*past), tell);
        });
    };
    (*battle)->read_record(call.request.bearer, {}, std::move(told));
}

}  // namespace muster::server
