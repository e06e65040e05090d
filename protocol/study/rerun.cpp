#include "protocol/study/rerun.hpp"

#include <algorithm>
#include <limits>

#include "rules/drive.hpp"
#include "rules/flat_json.hpp"

namespace muster::protocol::study {

namespace {

constexpr std::size_t kept_every = 64;                   // inputs: some milliseconds of work
constexpr std::int64_t seq_max = std::int64_t{1} << 53;  // more than these is not the same number for everyone who reads JSON

std::string text_at(JsonView object, std::string_view key) {
    const auto found = object.is_object() ? object.find(key) : std::nullopt;
    return found && found->is_string() ? std::string(found->text()) : std::string();
}

std::int64_t number_at(JsonView object, std::string_view key) {
    const auto found = object.is_object() ? object.find(key) : std::nullopt;
    return found && found->is_integer() ? found->integer() : 0;
}

std::optional<JsonView> list_at(JsonView object, std::string_view key) {
    const auto found = object.is_object() ? object.find(key) : std::nullopt;
    return found && found->is_array() ? found : std::nullopt;
}

/// Of dice that are told; a die that is none: 0.
std::vector<int> values_of(JsonView data) {
    std::vector<int> out;
    if (const auto groups = list_at(data, "groups"))
        for (const auto group : *groups)
            if (const auto dice = list_at(group, "dice"))
                for (const auto die : *dice) out.push_back(die.is_integer() && die.integer() <= rules::sides_max ? static_cast<int>(die.integer()) : 0);
    return out;
}

}  // namespace

std::optional<rules::Decided> Collected::take(const std::vector<rules::Ask>& asks, rules::Seat seat, SharedJson choice) {
    choices_.emplace(seat, std::move(choice));
    if (choices_.size() < asks.size()) return {};
    rules::Decided decided{.choices = {}, .by = seat};
    for (const auto& each : asks) decided.choices.emplace_back(std::move(choices_.at(each.seat == rules::anybody ? seat : each.seat)));
    choices_.clear();
    return decided;
}

const rules::Ask* ask_of(const rules::Battle& battle, rules::Seat seat) {
    const auto& asks = rules::open_asks(battle);
    const auto found = std::ranges::find_if(asks, [&](const rules::Ask& each) { return each.seat == seat || each.seat == rules::anybody; });
    return found == asks.end() ? nullptr : &*found;
}

/// Goes through the events once.
class Rerun::Reader {
public:
    explicit Reader(Rerun& rerun) : rerun_(rerun) {}

    std::optional<Refusal> read(JsonView events, const rules::Rulesets& rulesets) {
        for (const auto event : events) {
            const auto told = number_at(event, "seq");  // they count up, whatever they say
            seq_ = told > rerun_.head_ && told <= seq_max ? told : rerun_.head_ + 1;
            rerun_.head_ = seq_;
            const auto data = event.is_object() ? event.find("data") : std::nullopt;
            const auto name = text_at(event, "event");
            const auto nothing = FlatJson();
            if (!rerun_.start_) {
                if (name != "battle_created" || !data) return Refusal{Code::bad_message, "the first event is battle_created", "/events/0"};
                if (auto refusal = create(*data, rulesets)) return refusal;
            } else if (!rerun_.trouble_) {
                take(name, data.value_or(nothing));
            }
            ++index_;
        }
        if (!rerun_.start_) return Refusal{Code::bad_message, "there are no events", "/events"};
        return {};
    }

private:
    std::optional<Refusal> create(JsonView data, const rules::Rulesets& rulesets) {
        const auto id = text_at(data, "ruleset");
        const auto version = number_at(data, "ruleset_version");
        rerun_.ruleset_ = version > 0 && version <= std::numeric_limits<int>::max() ? rulesets.find(id, static_cast<int>(version)) : nullptr;
        if (!rerun_.ruleset_)
            return Refusal{Code::bad_setup, "these rules do not have " + id + " version " + std::to_string(version), "/events/0/data/ruleset"};
        const auto setup = data.find("setup");
        auto battle = rerun_.ruleset_->create(setup ? setup->json() : Json());
        if (!battle) return Refusal{battle.error().code, battle.error().message, "/events/0/data/setup" + battle.error().path};
        rerun_.start_ = std::move(*battle);
        return {};
    }

    void take(const std::string& name, JsonView data) {
        if (name == "battle_started" && !now_) {
            now_ = rerun_.start_->clone();
            std::vector<rules::Event> events;
            now_->begin(events);
            settle(static_cast<std::int64_t>(events.size()));
        } else if (name == "battle_ended") {
            end(data);
        } else if (!now_ || rerun_.outcome_) {
            return;                                                         // whether seats are ready is no rule's business
        } else if (name == "chosen" && number_at(data, "decision") != 0) {  // the rules make forced ones themselves, which have no number
            take_choice(data);
        } else if (name == "rolled") {
            take_dice(data);
        }
    }

    void take_choice(JsonView data) {
        const auto seat = rules::seat_named(now_->seats(), text_at(data, "seat"));
        const auto* ask = seat ? ask_of(*now_, *seat) : nullptr;
        const auto choice = data.find("choice");
        if (!ask || !choice || ask->kind != text_at(data, "kind") || collected_.has(*seat)) return stop("the rules did not ask for this choice");
        auto canonical = now_->check(*seat, FlatJson(*choice));
        if (!canonical) return stop("the rules refuse this choice: " + canonical.error().message);
        if (auto decided = collected_.take(rules::open_asks(*now_), *seat, std::move(*canonical))) apply(std::move(*decided), 0);
    }

    void take_dice(JsonView data) {
        const auto* roll = std::get_if<rules::Roll>(&now_->need());
        auto values = values_of(data);
        const auto sides = roll ? roll->sides() : std::vector<int>();
        if (!roll || !std::ranges::equal(values, sides, [](int value, int most) { return value >= 1 && value <= most; }))
            return stop("the rules did not expect these dice");
        apply(rules::Rolled{rolls_++, std::move(values)}, 1);
    }

    /// `told`: of the events that follow, so many as this one is.
    void apply(rules::Input input, std::int64_t told) {
        std::vector<rules::Event> events;
        now_->apply(input, events);
        rerun_.inputs_.push_back(std::move(input));
        rerun_.seqs_.push_back(seq_);
        if (rerun_.inputs_.size() % kept_every == 0) rerun_.kept_.push_back({rerun_.inputs_.size(), now_->clone()});
        settle(static_cast<std::int64_t>(events.size()) - told);
    }

    /// `more` events are still to be told before it stands so.
    void settle(std::int64_t more) {
        if (!std::holds_alternative<rules::Roll>(now_->need())) rerun_.stands_.push_back({seq_ + more, rerun_.inputs_.size(), rolls_});
    }

    // How it ended is told, since not only the rules end a battle. Who lives then the rules know.
    void end(JsonView data) {
        if (!now_) return;
        rerun_.outcome_ = rules::Outcome{rules::seat_named(now_->seats(), text_at(data, "winner")), text_at(data, "reason"), now_->survivors()};
        rerun_.ended_ = seq_;
        rerun_.stands_.push_back({seq_, rerun_.inputs_.size(), rolls_});
    }

    void stop(std::string why) { rerun_.trouble_ = Refusal{Code::bad_message, std::move(why), "/events/" + std::to_string(index_)}; }

    Rerun& rerun_;
    std::unique_ptr<rules::Battle> now_{};
    Collected collected_{};
    std::int64_t seq_ = 0;
    std::size_t index_ = 0;
    int rolls_ = 0;
};

std::expected<Rerun, Refusal> Rerun::open(std::string_view text, const rules::Rulesets& rulesets) {
    const auto whole = parse_flat_json(text);
    if (!whole) return std::unexpected(whole.error());
    const auto events = list_at(*whole, "events");
    if (!events) return refuse(Code::bad_message, "expected a record, or an object with the events of a battle", "/events");
    Rerun out;
    if (auto refusal = Reader(out).read(*events, rulesets)) return std::unexpected(std::move(*refusal));
    // The last event that is there comes after whatever is missing.
    std::erase_if(out.stands_, [&](const Stand& each) { return each.seq > out.head_; });
    return out;
}

std::vector<std::int64_t> Rerun::moments() const {
    std::vector<std::int64_t> out;
    for (const auto& each : stands_)
        if (out.empty() || out.back() < each.seq) out.push_back(each.seq);
    return out;
}

std::optional<Moment> Rerun::at(std::int64_t seq) const {
    const auto after = std::ranges::upper_bound(stands_, seq, {}, &Stand::seq);
    if (after == stands_.begin()) return {};
    const auto& stand = *std::prev(after);
    const auto kept = std::ranges::upper_bound(kept_, stand.inputs, {}, &Kept::inputs);
    const bool from_start = kept == kept_.begin();
    Moment out{.seq = stand.seq, .battle = (from_start ? start_ : std::prev(kept)->battle)->clone(), .rolls = stand.rolls};
    std::vector<rules::Event> events;
    if (from_start) out.battle->begin(events);
    for (auto i = from_start ? 0 : std::prev(kept)->inputs; i < stand.inputs; ++i) {
        events.clear();
        out.battle->apply(inputs_[i], events);
    }
    if (outcome_ && ended_ <= stand.seq) out.outcome = *outcome_;
    else if (const auto* outcome = rules::outcome_of(*out.battle)) out.outcome = *outcome;
    return out;
}

std::vector<int> Rerun::dice_after(std::int64_t seq) const {
    std::vector<int> out;
    for (auto i = static_cast<std::size_t>(std::ranges::upper_bound(seqs_, seq) - seqs_.begin()); i < inputs_.size(); ++i)
        if (const auto* rolled = std::get_if<rules::Rolled>(&inputs_[i])) out.insert(out.end(), rolled->values.begin(), rolled->values.end());
    return out;
}

}  // namespace muster::protocol::study
