// Notes at moments of battles that are over.
#include "server/base/heard.hpp"
#include "server/http/api.hpp"
#include "server/study/notes.hpp"

namespace muster::server {

namespace {

using Battle = std::shared_ptr<BattlePort>;

/// Of one who may see the battle's replay.
struct Seen {
    std::int64_t events = 0;  ///< of the record
    bool over = false;
    bool open_to_all = false;
    bool hidden = false;  ///< by the operator
};
using Then = std::function<void(const Seen&)>;

/// Goes on with whoever may see the replay of this battle; else he is told why not.
void with_seen(const Battle& battle, const std::string& token, const HttpApi::Done& done, Then then) {
    battle->read_record(token, {}, [battle, done, then = std::move(then)](const std::expected<RecordSlice, Refusal>& record) {
        if (!record) return done(problem(record.error()));
        Seen seen{static_cast<std::int64_t>(record->next.events), record->over, record->open_to_all};
        if (!seen.open_to_all) return then(seen);
        battle->read_glance([done, then, seen](const std::expected<Glance, Refusal>& glance) mutable {
            if (!glance && glance.error().code != Code::unknown_battle) return done(problem(glance.error()));
            seen.hidden = !glance;
            then(seen);
        });
    });
}

HttpResponse answer_with(const std::expected<Notes, Refusal>& notes, bool open_to_all) {
    if (!notes) return problem(notes.error());
    HttpResponse out{200, "application/json", to_text(*notes) + "\n"};
    if (!open_to_all) out.headers["Cache-Control"] = "private, no-store";
    return out;
}

const Refusal too_many_waiting{Code::server_busy, "too many searches at once; try again in a moment"};

}  // namespace

// Whoever sees the replay sees the notes; at a battle that the operator has hidden there are none for anybody. That there are none yet is no refusal: whoever
// looks without spoilers must not learn by it whether the battle is over.
void HttpApi::answer_notes(const Call& call, Done done) {
    const auto query = read_fields<NotesQuery>(query_json(call.query, {"until"}), Code::bad_message);
    if (!query) return done(problem(query.error()));
    if (const auto taken = call.request.caller->may_search(); !taken) return done(searches_too_fast(taken));
    const auto battle = find(call, call.id);
    if (!battle) return done(problem(battle.error()));
    with_seen(*battle, call.request.bearer, done, [&services = services_, id = call.id, until = query->until, done](const Seen& seen) {
        if (seen.hidden || !seen.over) return done(answer_with(Notes{}, seen.open_to_all));
        const bool taken = services.searches.post([&store = services.store, id, until, done, open_to_all = seen.open_to_all] {
            auto notes = read_notes(store, id);
            if (notes && until) std::erase_if(notes->notes, [&](const Note& each) { return each.at > *until; });
            done(answer_with(notes, open_to_all));
        });
        if (!taken) done(problem(too_many_waiting));
    });
}

// What is answered is the writer's own notes: whoever looks without spoilers must not learn of others' at later moments.
void HttpApi::answer_write_note(const Call& call, Done done) {
    const auto json = parse_flat_json(call.request.body);
    if (!json) return done(problem(json.error()));
    const auto written = read_fields<NoteWritten>(*json, Code::bad_message);
    if (!written) return done(problem(written.error()));
    if (call.request.bearer.empty()) return done(problem({Code::bad_token, "give the seat's token as \"Authorization: Bearer TOKEN\""}));
    if (const auto taken = call.request.caller->may_talk(); !taken)
        return done(too_fast(taken, "you are writing notes too fast; wait a moment and send it again"));
    const auto battle = find(call, call.id);
    if (!battle) return done(problem(battle.error()));
    const auto& token = call.request.bearer;
    with_seen(*battle, token, done, [&services = services_, battle = *battle, token, written = *written, done](const Seen& seen) {
        if (!seen.over) return done(problem({Code::illegal_choice, "this battle is not over; notes are for looking back"}));
        if (seen.hidden) return done(problem({Code::illegal_choice, "the operator has hidden this battle; nothing can be noted at it"}));
        if (written.at > seen.events) return done(problem({Code::bad_message, "this battle has " + std::to_string(seen.events) + " events", "/at"}));
        battle->read_events({.token = token, .limit = 1}, [&services, battle, written, done, seen](const std::expected<std::string, Refusal>& events) {
            if (!events) return done(problem(events.error()));
            const auto seat = text_in(*parse_json(*events), "seat");
            const bool taken = services.searches.post([&store = services.store, battle, note = Note{written.at, seat, written.text}, done, seen] {
                auto notes = write_note(store, battle->battle(), note);
                if (notes) std::erase_if(notes->notes, [&](const Note& each) { return each.seat != note.seat; });
                done(answer_with(notes, seen.open_to_all));
            });
            if (!taken) done(problem(too_many_waiting));
        });
    });
}

}  // namespace muster::server
