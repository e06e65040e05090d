// The course of battles from the time before muster/2: each input is shown by an event of its own.
#include "protocol/proof/course.hpp"

namespace muster::protocol::proof {

namespace {

class FirstCourse : public Course {
public:
    FirstCourse(std::vector<std::string> seats, const Json& options) : Course(std::move(seats), options, false) {}

private:
    std::optional<Fields> fields(std::string_view kind) const override {
        static constexpr std::string_view nonce[] = {"seat", "name?", "nonce?"};
        static constexpr std::string_view offer[] = {"seat"};
        static constexpr std::string_view answer[] = {"seat", "accept"};
        static constexpr std::string_view forfeit[] = {"seat?", "timed_out"};
        if (kind == "nonce") return nonce;
        if (kind == "offer_draw") return offer;
        if (kind == "answer_draw") return answer;
        if (kind == "forfeit") return forfeit;
        return {};
    }

    Ruling said(const Json& input, const std::string& /*path*/) override {
        const auto kind = text_of(input, "kind");
        const auto seat = text_of(input, "seat");
        if (kind == "nonce") return !is_taken(seat) && sits(seat, input);
        if (kind == "offer_draw") return offers_draw(seat) && shows("draw_offered", {{"seat", seat}}, true);  // it may have become too long
        const bool accept = input["accept"] == true;
        return answers_draw(seat, accept) && shows("draw_answered", {{"seat", seat}, {"accept", accept}}, true) && (!draw_agreed() || ends(nullptr, "agreed"));
    }

    bool sits(const std::string& seat, const Json& input) {
        sit_down(seat, find_field(input, "name"));
        Json taken = input;
        taken.erase("kind");
        shows("seat_taken", std::move(taken));
        return !all_sit() || confirm() || start();
    }

    bool readied(const Json& input) override {
        const auto seat = text_of(input, "seat");
        if (text_of(input, "kind") != "ready" || !all_sit() || ready_.contains(seat) || input["decision"] != asked_ready(seat)) return false;
        ready_.insert(seat);
        shows_choice(input, false);
        const auto* ready = find_field(input["choice"], "ready");
        if (!ready || *ready != true) return ends(nullptr, "declined");
        return ready_.size() < seats().size() || start();
    }

    // Nothing leads to an input here: all of it is one.
    Ruling announced(const RecordEvent& /*event*/, const std::string& /*path*/) override { return false; }

    std::set<std::string> ready_{};
};

}  // namespace

std::unique_ptr<Course> first_course(std::vector<std::string> seats, const Json& options) { return std::make_unique<FirstCourse>(std::move(seats), options); }

}  // namespace muster::protocol::proof
