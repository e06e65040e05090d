#include "server/study/notes.hpp"

#include <algorithm>
#include <future>
#include <tuple>

#include "server/base/log.hpp"

namespace muster::server {

namespace {

constexpr int attempts_max = 8;  // each but the last of them failed since somebody else wrote meanwhile

std::string key_of(const std::string& battle) { return "notes:" + battle; }

Refusal not_now(const std::string& battle, const storage::Failure& failure) {
    log::error("notes of a battle could not be read or stored", {{"battle", battle}, {"reason", failure.message}});
    return {Code::server_busy, "the server cannot get at the notes now; try again in a moment"};
}

std::expected<Notes, Refusal> notes_in(const std::string& text) {
    if (text.empty()) return Notes{};
    const auto json = parse_flat_json(text);
    return json ? read_fields<Notes>(*json, Code::internal) : std::unexpected(Refusal{Code::internal, "the notes of this battle cannot be read"});
}

auto place_of(const Note& note) { return std::tie(note.at, note.seat); }

}  // namespace

std::optional<Refusal> put_note(Notes& notes, Note note) {
    auto& all = notes.notes;
    const auto found = std::ranges::lower_bound(all, place_of(note), {}, place_of);
    const bool is_there = found != all.end() && place_of(*found) == place_of(note);
    if (note.text.empty()) {
        if (is_there) all.erase(found);
        return {};
    }
    if (is_there) {
        found->text = std::move(note.text);
        return {};
    }
    const auto own = static_cast<std::size_t>(std::ranges::count(all, note.seat, &Note::seat));
    if (own >= notes_per_seat_max || all.size() >= notes_per_battle_max)
        return Refusal{Code::illegal_choice, "there are as many notes already as there may be; take one away first"};
    all.insert(found, std::move(note));
    return {};
}

std::expected<Notes, Refusal> read_notes(storage::Store& store, const std::string& battle) {
    const auto kept = store.recall(key_of(battle));
    if (!kept) return std::unexpected(not_now(battle, kept.error()));
    return notes_in(*kept);
}

// An exchange that came too late changes nothing, and says nothing of it: what is kept afterwards tells. If it is neither what was there before nor what was to
// be, it is begun anew from there; a note that is in it already is the end of it.
std::expected<Notes, Refusal> write_note(storage::Store& store, const std::string& battle, const Note& note) {
    for (int attempt = 0; attempt < attempts_max; ++attempt) {
        const auto before = store.recall(key_of(battle));
        if (!before) return std::unexpected(not_now(battle, before.error()));
        auto notes = notes_in(*before);
        if (!notes) return notes;
        if (auto refusal = put_note(*notes, note)) return std::unexpected(std::move(*refusal));
        const auto after = to_text(*notes);
        if (after == *before || (before->empty() && notes->notes.empty())) return notes;
        std::promise<storage::Result> stored;
        store.remember_instead(key_of(battle), *before, after, [&stored](const storage::Result& result) { stored.set_value(result); });
        if (const auto result = stored.get_future().get(); !result) return std::unexpected(not_now(battle, result.error()));
    }
    return std::unexpected(Refusal{Code::server_busy, "others are writing notes at this battle; try again in a moment"});
}

}  // namespace muster::server
