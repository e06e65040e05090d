// The course of battles by muster/2: who comes, is ready or agrees to a draw says so in a note, and what all have said together is the input.
#include "protocol/proof/course.hpp"
#include "protocol/proof/seat_signatures.hpp"

namespace muster::protocol::proof {

namespace {

constexpr std::string_view of_seat[] = {"seat"};
constexpr std::string_view of_taking[] = {"seat", "name?", "nonce?", "key?"};
constexpr std::string_view of_taking_shared[] = {"seat", "name?", "nonce?", "ladder", "key?"};
constexpr std::string_view of_ladder[] = {"seat", "ladder", "key?"};
constexpr std::string_view of_witness[] = {"ladder", "signature"};
constexpr std::string_view of_its_share[] = {"share", "signature"};
constexpr std::string_view of_answer[] = {"seat", "accept"};
constexpr std::string_view of_ready[] = {"seat", "decision", "kind", "choice"};
constexpr std::string_view of_forfeit[] = {"seat?"};

bool says_ready(const Json& data) {
    const auto* choice = text_of(data, "kind") == "ready" ? find_field(data, "choice") : nullptr;
    const auto* ready = choice && choice->is_object() ? find_field(*choice, "ready") : nullptr;
    return ready && *ready == true;
}

/// Or nothing.
bool is_text(const Json* value) { return !value || (value->is_string() && !value->get_ref<const std::string&>().empty()); }

class SecondCourse : public Course {
public:
    SecondCourse(std::vector<std::string> seats, const Json& options) : Course(std::move(seats), options, true) {}

    bool is_note(const RecordEvent& event) const override {
        return Course::is_note(event) || (fields_of_note(event.event) && (event.event != "chosen" || says_ready(event.data)));
    }

private:
    Fields fields_of_taking() const { return shares_dice() ? Fields(of_taking_shared) : of_taking; }

    std::optional<Fields> fields_of_note(std::string_view event) const {
        if (event == "seat_taken") return fields_of_taking();
        if (event == "draw_offered") return of_seat;
        if (event == "draw_answered") return of_answer;
        if (event == "chosen") return of_ready;
        return {};
    }

    std::optional<Fields> fields(std::string_view kind) const override {
        if (kind == "seat") return fields_of_taking();
        if (kind == "new_ladder" && shares_dice()) return of_ladder;
        if (kind == "witness" && has_witness()) return of_witness;
        if (kind == "witness_share" && has_witness()) return of_its_share;
        if (kind == "ready" || kind == "draw") return Fields{};
        if (kind == "decline") return of_seat;
        if (kind == "forfeit") return of_forfeit;
        return {};
    }

    Ruling said(const Json& input, const std::string& path) override {
        const auto kind = text_of(input, "kind");
        const auto seat = text_of(input, "seat");
        if (kind == "witness") return witness_joins(input["ladder"]);
        if (kind == "witness_share") return witness_gives(input["share"]);
        if (kind == "seat") return enters(input, seat, path);
        if (kind == "ready") return is_confirming() && ready_.size() == seats().size() && start();
        if (kind == "decline") return is_confirming() && !ready_.contains(seat) && shows_ready(seat, false) && ends(nullptr, "declined");
        if (kind == "new_ladder") return renews(input, seat, path);
        return draw_agreed() && ends(nullptr, "agreed");
    }

    Ruling announced(const RecordEvent& event, const std::string& path) override {
        const auto& data = event.data;
        if (auto found = misfit(data, *fields_of_note(event.event), path, {path, "this event (" + event.event + ") cannot be here"}))
            return std::unexpected(std::move(*found));
        const auto seat = text_of(data, "seat");
        if (event.event == "seat_taken") {
            if (is_taken(seat) || !is_text(find_field(data, "name")) || !is_text(find_field(data, "nonce"))) return false;
            if (shares_dice())
                if (auto found = digest_problem(find_field(data, "ladder"), path + "/ladder")) return std::unexpected(std::move(*found));
            if (auto found = key_problem(find_field(data, "key"), path + "/key")) return std::unexpected(std::move(*found));
            sit_down(seat, find_field(data, "name"));
            came_[seat] = data;
            return true;
        }
        if (event.event == "draw_offered") return offers_draw(seat);
        if (event.event == "draw_answered") return data["accept"].is_boolean() && answers_draw(seat, data["accept"] == true);
        const bool is_asked = is_confirming() && !ready_.contains(seat) && data["decision"] == asked_ready(seat) && data["choice"].size() == 1;
        return is_asked && ready_.insert(seat).second;
    }

    bool readied(const Json& /*input*/) override { return false; }

    Ruling enters(const Json& input, const std::string& seat, const std::string& path) {
        if (!all_sit() || entered_ >= seats().size() || seat != seats()[entered_]) return false;
        Json said = input;
        said.erase("kind");
        if (auto found = difference_problem(said, came_[seat], path)) return std::unexpected(std::move(*found));
        ++entered_;
        return entered_ < seats().size() || confirm() || start();
    }

    Ruling renews(const Json& input, const std::string& seat, const std::string& path) {
        const auto& ladder = input["ladder"];
        if (auto found = digest_problem(&ladder, path + "/ladder")) return std::unexpected(std::move(*found));
        if (auto found = key_problem(find_field(input, "key"), path + "/key")) return std::unexpected(std::move(*found));
        Json renewed = input;
        renewed.erase("kind");
        return started() && !has_sealed(seat) && passes() && shows("ladder_renewed", std::move(renewed), true);  // it may have become too long
    }

    bool is_confirming() const { return confirm() && !started() && entered_ == seats().size(); }

    bool shows_ready(const std::string& seat, bool ready) {
        return shows_choice({{"seat", seat}, {"decision", asked_ready(seat)}, {"kind", "ready"}, {"choice", {{"ready", ready}}}}, false);
    }

    std::map<std::string, Json> came_{};  ///< with which name, nonce, ladder and key
    std::set<std::string> ready_{};
    std::size_t entered_ = 0;  ///< seats that are in the chain
};

}  // namespace

std::unique_ptr<Course> second_course(std::vector<std::string> seats, const Json& options) { return std::make_unique<SecondCourse>(std::move(seats), options); }

}  // namespace muster::protocol::proof
