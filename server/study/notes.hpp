// Notes at moments of battles that are over, by those who hold their seats. They are no part of the record. The store keeps those of one battle under one
// key, whole, and changes are exchanged: so any server of the store may write them, whichever has the battle. A move of the store takes them along; records
// do not have them.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "rules/fields.hpp"
#include "storage/store.hpp"

namespace muster::server {

inline constexpr std::size_t note_length_max = 280;       ///< characters; more: bad_message
inline constexpr std::size_t notes_per_seat_max = 30;     ///< of one seat in a battle; more: illegal_choice
inline constexpr std::size_t notes_per_battle_max = 120;  ///< of all its seats; more: illegal_choice

/// What a seat has noted at a moment: there is one at most.
struct Note {
    std::int64_t at = 0;
    std::string seat;
    std::string text;
    static void fields(auto& visit, auto& self) {
        visit("at", self.at, Rule{.min = 1, .about = "the number of the event at which it stands"});
        list_fields(visit, "seat", self.seat, "text", self.text);
    }
    bool operator==(const Note&) const = default;
};

/// Of GET /api/v1/battles/{id}/notes: by moment, those of one moment by seat.
struct Notes {
    std::vector<Note> notes{};
    static void fields(auto& visit, auto& self) { list_fields(visit, "notes", self.notes); }
};

/// What is posted there.
struct NoteWritten {
    std::int64_t at = 0;
    std::string text;
    static void fields(auto& visit, auto& self) {
        visit("at", self.at, Rule{.min = 1, .about = "the number of an event of the battle"});
        visit("text", self.text, Rule{.max = note_length_max, .about = "takes the place of what the seat noted there; empty: nothing is noted there any more"});
    }
};

struct NotesQuery {
    std::optional<std::int64_t> until{};
    static void fields(auto& visit, auto& self) {
        visit("until", self.until, Rule{.sparse = true, .min = 0, .about = "only those at this event or before it"});
    }
};

/// Notes it, changes it, or with an empty text takes it away. Refuses one too many, and changes nothing then.
std::optional<Refusal> put_note(Notes& notes, Note note);

/// Blocking.
std::expected<Notes, Refusal> read_notes(storage::Store& store, const std::string& battle);
/// put_note() in the store, durable when this returns: all notes of the battle then. Blocking.
std::expected<Notes, Refusal> write_note(storage::Store& store, const std::string& battle, const Note& note);

}  // namespace muster::server
