#include "server/card/film.hpp"

#include <algorithm>

#include "protocol/fold.hpp"
#include "protocol/narration/narrator.hpp"
#include "protocol/narration/text.hpp"
#include "rules/describe/library.hpp"
#include "rules/describe/place.hpp"
#include "rules/describe/table.hpp"

namespace muster::server {

namespace {

namespace describe = rules::describe;

const Refusal too_long{Code::too_large, "this battle is too long for a film of it"};

constexpr std::size_t dice_shown_max = 17;

/// How many of a piece are left, as the table has it after the events so far.
long long living_of(const describe::Side& side, const std::string& name) {
    long long out = 0;
    for (const auto& piece : side.pieces)
        if (piece.unit == name) out += piece.living;
    for (const auto& unit : side.board)
        if (unit.profile == name && !unit.destroyed) ++out;
    return out;
}

/// "Phase 2" of "Phase 2: waves of 3"; empty: this heading counts nothing.
std::string moment_named(const std::string& heading) {
    const auto named = heading.substr(0, heading.find(':'));
    return named.ends_with('.') || std::ranges::none_of(named, [](char each) { return each >= '0' && each <= '9'; }) ? "" : told(named);
}

class FilmMaker {
public:
    FilmMaker(const Glance& glance, const Past& past, const std::string& scenario, GiveUp give_up)
        : past_(past),
          description_(describe::description_of(glance.ruleset)),
          end_(card_of(glance, scenario)),
          fold_(protocol::Fold::create(past.origin).value()),
          applied_("", std::move(give_up)) {
        if (description_) table_ = describe::Table(*description_, past.origin.setup, past.seats);
        for (const auto& side : end_.sides) colours_.push_back(side.colour);
        narrator_.begin(glance.ruleset, past.origin.setup, past.seats);
    }

    std::expected<Film, Refusal> make() {
        fold_->begin(applied_);
        tell();
        Film out{.begin = end_};
        out.begin.moment.clear();
        out.begin.line = end_.game;
        const auto living = all_living();
        std::size_t at = 0;
        for (auto& side : out.begin.sides) {
            side.asked = side.won = false;
            for (auto& piece : side.pieces) piece.living = living.at(at++);
        }
        for (const auto& line : past_.inputs) {
            const auto input = protocol::read_input(parse_flat_json(line).value(), past_.origin.proof()).value();
            if (is_given_up(applied_.give_up)) return std::unexpected(too_long);
            if (fold_->replay(input, applied_)) break;
            if (applied_.given_up) return std::unexpected(too_long);
            tell();
        }
        out.shots = std::move(shots_);
        out.end = std::move(end_);
        return out;
    }

private:
    bool counts_areas() const { return description_ && description_->table.view == describe::View::areas; }

    // The table follows each event; what lies on a map is counted by the rules alone, which stand after an input.
    std::vector<long long> all_living() const {
        std::vector<long long> out;
        const auto facts = counts_areas() ? fold_->battle().facts() : rules::Facts();
        for (std::size_t i = 0; i < end_.sides.size(); ++i)
            for (const auto& piece : end_.sides[i].pieces) {
                if (!counts_areas()) {
                    out.push_back(i < table_.sides().size() ? std::clamp(living_of(table_.sides()[i], piece.name), 0LL, piece.start) : piece.start);
                } else {
                    const auto* left = i < facts.sides.size() ? &facts.sides[i].left : nullptr;
                    const auto found = left ? left->find(piece.name) : std::map<std::string, int>::const_iterator();
                    out.push_back(left && found != left->end() ? found->second : 0);
                }
            }
        return out;
    }

    void tell() {
        for (const auto& logged : applied_.events) {
            const Json event = parse_json(logged.body).value();
            const auto name = narration::text_at(event, "event");
            const auto& data = narration::value_at(event, "data");
            table_.apply(event);
            const auto lines = narrator_.tell(event);
            if (name == "rolled") throw_dice(data, lines);
            else note(name, lines);
        }
        applied_.events.clear();
        applied_.notes.clear();
        applied_.inputs.clear();
        applied_.follows.clear();
    }

    void throw_dice(const Json& data, const std::vector<narration::Line>& lines) {
        FilmShot shot{.weight = FilmShot::Weight::dice, .living = all_living(), .moment = moment_};
        const auto seat = std::ranges::find(past_.seats, narration::text_at(data, "seat"));
        const auto side = seat == past_.seats.end() ? 'f' : colours_.at(static_cast<std::size_t>(seat - past_.seats.begin()));
        for (const auto& group : narration::value_at(data, "groups"))
            for (const auto& die : narration::value_at(group, "dice"))
                if (die.is_number_integer() && shot.dice.size() < dice_shown_max) shot.dice.push_back({die.get<int>(), side});
        shot.line = told(lines.empty() ? narrator_.who(narration::text_at(data, "seat")) + " rolls" : lines.back().text);
        shots_.push_back(std::move(shot));
    }

    void note(const std::string& name, const std::vector<narration::Line>& lines) {
        auto living = all_living();
        const bool lost = !living_.empty() && living != living_;
        living_ = living;
        bool begins = false;
        std::string words;
        for (const auto& line : lines) {
            if (line.tone == narration::Tone::heading) {
                if (const auto named = moment_named(line.text); !named.empty()) moment_ = named;
                begins = true;
                words = told(line.text);
            } else if (line.tone != narration::Tone::quiet && line.tone != narration::Tone::chat) {
                if (words.empty() || line.tone == narration::Tone::bad) words = told(line.text);
            }
        }
        if (fold_->phase() == protocol::Fold::Phase::waiting || name == "battle_created" || name == "battle_ended") return;
        if (words.empty() && !lost) return;
        using enum FilmShot::Weight;
        shots_.push_back({lost ? loss : begins ? round : word, std::move(living), moment_, std::move(words), {}});
    }

    const Past& past_;
    const describe::Description* description_;
    Card end_;
    std::unique_ptr<protocol::Fold> fold_;
    protocol::Applied applied_;
    describe::Table table_{};
    narration::Narrator narrator_{};
    std::vector<char> colours_{};
    std::string moment_{};
    std::vector<long long> living_{};
    std::vector<FilmShot> shots_{};
};

}  // namespace

std::expected<Film, Refusal> film_of(const Glance& glance, const Past& past, const std::string& scenario, GiveUp give_up) {
    return FilmMaker(glance, past, scenario, std::move(give_up)).make();
}

const Film& blank_film() {
    static const Film film{.begin = blank_card()};
    return film;
}

}  // namespace muster::server
