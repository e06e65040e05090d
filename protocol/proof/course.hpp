// What may follow what in every battle, whatever its rules are: who may say what and when, and which events follow from it. What the proofs
// of both versions have in common; the rest is in course_first.cpp and course_second.cpp.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <span>

#include "protocol/proof/difference.hpp"
#include "protocol/proof/entry.hpp"
#include "protocol/proof/shared_dice.hpp"
#include "protocol/proof/witnessed_dice.hpp"

namespace muster::protocol::proof {

class Course {
public:
    virtual ~Course() = default;
    Course(const Course&) = delete;
    Course& operator=(const Course&) = delete;

    /// Whether an event must come before any other input.
    bool awaits_event() const { return !due_.empty(); }
    /// Who sits where, as the record says it too.
    Json sitting() const;
    /// What is wrong with the input if it comes now; it is taken in if nothing is.
    std::optional<Problem> input(const Entry& entry);
    /// Whether the event follows from no input.
    virtual bool is_note(const RecordEvent& event) const;
    /// What is wrong with the event if it comes now. `path` is where it stands.
    std::optional<Problem> event(const RecordEvent& event, const std::string& path);

protected:
    /// The fields of something said; those with a question mark may be missing.
    using Fields = std::span<const std::string_view>;
    /// Whether it may come now; or what else is wrong with it.
    using Ruling = std::expected<bool, Problem>;

    /// `may_leave`: whether a battle of three or more goes on without whoever concedes.
    Course(std::vector<std::string> seats, const Json& options, bool may_leave);

    /// Of a kind of input that is no choice and that only this version has.
    virtual std::optional<Fields> fields(std::string_view kind) const = 0;
    /// Takes in such an input, if it may come now.
    virtual Ruling said(const Json& input, const std::string& path) = 0;
    /// Takes in a choice before it has begun.
    virtual bool readied(const Json& input) = 0;
    /// Takes in a note that leads to an input, if it may come now.
    virtual Ruling announced(const RecordEvent& event, const std::string& path) = 0;

    const std::vector<std::string>& seats() const { return seats_; }
    bool confirm() const;
    bool started() const { return started_; }
    bool is_taken(const std::string& seat) const { return names_.contains(seat); }
    void sit_down(const std::string& seat, const Json* name);
    bool all_sit() const { return names_.size() == seats_.size(); }
    bool start();
    bool offers_draw(const std::string& seat);
    bool answers_draw(const std::string& seat, bool accept);
    bool shares_dice() const { return shared_dice_.has_value(); }
    bool has_witness() const { return witnessed_dice_.has_value(); }
    /// Something comes that never does between a choice and the shares after it; false: shares are awaited.
    bool passes();
    bool witness_joins(const Json& ladder);
    bool witness_gives(const Json& share);
    bool has_sealed(const std::string& seat) const;
    bool draw_agreed() const { return !agreed_.empty() && agreed_.size() + left_.size() == seats_.size(); }
    /// That this event must come next, or after those that must. `leads`: what the rules make of it follows.
    bool shows(std::string event, Json data, bool leads = false);
    bool shows_choice(const Json& choice, bool leads);
    bool ends(const Json& winner, std::string_view reason);
    /// The number of the decision in which the seat is asked whether it is ready.
    std::int64_t asked_ready(std::string_view seat) const;
    /// A field that is not known, missing (then `missing`), or names no seat.
    std::optional<Problem> misfit(const Json& said, Fields fields, const std::string& path, const Problem& missing) const;

private:
    std::optional<Problem> is_due(Due due, const RecordEvent& event, const std::string& path);
    std::optional<Problem> note(const RecordEvent& event, const std::string& path);
    bool seal(const RecordEvent& event);
    std::optional<bool> said_by_both(const Json& input);
    bool ended_by(std::string event, Json data, bool is_asked);
    bool forfeits(const std::string& seat);
    bool awaits_shares() const { return shared_dice_ && shared_dice_->awaits_shares(); }
    bool awaits_witness() const { return witnessed_dice_ && witnessed_dice_->awaits_ladder(); }
    int asked_shares() const;
    int asked_witness() const;
    void takes_step(Due& due);
    Ruling chosen(const Json& input, const std::string& path);
    Ruling decided(const Json& input, const std::string& path);
    const Json* clock() const;
    bool clock_plays() const;
    bool is_seat(const Json& seat) const;
    /// The only one that is there beside this seat, or null.
    Json other(const std::string& seat) const;
    std::vector<std::string> others_than(const std::string& seat) const;
    bool goes_on_without(const std::string& seat) const;
    bool is_contest() const;
    bool leaves(std::string event, const std::string& seat);

    std::vector<std::string> seats_;
    const Json& options_;
    std::map<std::string, std::string> names_{};  ///< who took a seat, under which name
    bool may_leave_;
    bool started_ = false;
    std::set<std::string> left_{};                   ///< seats whose defaults are played since they have left
    std::set<std::string> agreed_{};                 ///< who offers or accepts a draw; empty: nobody offers one
    std::optional<SharedDice> shared_dice_{};        ///< none: they are not
    std::optional<WitnessedDice> witnessed_dice_{};  ///< none: they have no witness
    std::map<std::int64_t, std::string> sealed_{};
    std::int64_t decisions_ = 0;  ///< all up to this one are made: they are numbered as they are asked, and a step ends when all of it are made
    bool revealing_ = false;      ///< sealed choices of the same step are still to come
    std::deque<Due> due_{};
    bool led_ = false;
    bool over_ = false;
};

/// `options`: the record's, which must outlive it.
std::unique_ptr<Course> first_course(std::vector<std::string> seats, const Json& options);
std::unique_ptr<Course> second_course(std::vector<std::string> seats, const Json& options);

/// A text of an object; missing: empty.
std::string text_of(const Json& object, std::string_view field);

}  // namespace muster::protocol::proof
