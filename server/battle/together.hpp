// The rooms in which one battle is looked back at together: who is there, who leads, what is shown, what is said. Nothing of it is stored. Lives on the
// battle's strand, and has neither clock nor timer; whether somebody may look at the battle at all is decided before.
//
// Who leads: whoever opened the room, until the lead is given to another. While he is away, whoever of those present has been there longest leads in his
// place, until he is back; when he parts, for good. Bounded by TogetherRules and limits::together_….
#pragma once
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "protocol/together_messages.hpp"
#include "server/base/metrics.hpp"
#include "server/battle/subscriber.hpp"
#include "server/battle/together_house.hpp"

namespace muster::server {

class Together {
public:
    using Connection = std::shared_ptr<Subscriber>;

    /// Both must outlive it.
    Together(std::string battle, TogetherHouse& house, Metrics& metrics) : battle_(std::move(battle)), house_(house), metrics_(metrics) {}

    /// Carries it out at `now_ms` (since 1970), and answers and tells whom it concerns.
    void carry_out(const Connection& connection, const std::string& id, const protocol::TogetherBody& message, std::int64_t now_ms);
    /// The connection is gone: its member is away, and may come back.
    void drop(const Connection& connection, std::int64_t now_ms);
    /// Ends the rooms whose time is over.
    void end_due(std::int64_t now_ms);
    /// Ends all; their members are told why.
    void end_all(const std::string& why);

    bool empty() const { return rooms_.empty(); }
    /// When the next of them ends.
    std::optional<std::int64_t> next_end_ms() const;
    /// Under which name a connection is a member; empty: it is none.
    std::string name_of(const Subscriber& connection) const;

private:
    struct Member {
        int number = 0;
        std::string key{};
        std::string name{};
        std::string at{};
        Connection connection{};  ///< null: it is away
        std::int64_t came = 0;    ///< in the order of coming and going, of all of its room
        Gauge::Held counted{};
        Pace moves{}, points{}, talk{};
    };
    struct Room {
        std::string id{};
        std::list<Member> members{};  ///< in the order of their numbers
        int drawn = 0;                ///< numbers
        std::int64_t turns = 0;       ///< comings and goings
        int leader = 0;               ///< by right: he may be away
        bool everybody = false;
        std::string where{};
        std::deque<protocol::TogetherLine> lines{};
        Pace comings{}, leads{};
        std::int64_t until_ms = 0;
        std::optional<std::int64_t> empty_since_ms{};
        TogetherHouse::Place place{};
        Gauge::Held counted{};
    };
    struct Seat {
        Room* room = nullptr;
        Member* member = nullptr;
    };
    struct From {
        const Connection& connection;
        const std::string& id;
        std::int64_t now_ms;
    };

    std::optional<Refusal> hear(const From& from, const protocol::Meet& message);
    std::optional<Refusal> hear(const From& from, const protocol::Lead& message);
    std::optional<Refusal> hear(const From& from, const protocol::PointAt& message);
    std::optional<Refusal> hear(const From& from, const protocol::Remark& message);
    std::optional<Refusal> hear(const From& from, const protocol::GiveLead& message);
    std::optional<Refusal> hear(const From& from, const protocol::PartFrom& message);

    std::expected<Room*, Refusal> room_for(const From& from, const protocol::Meet& message);
    std::expected<Seat, Refusal> seat_in(const From& from, const std::string& room);
    void take_in(const From& from, Room& room, const protocol::Meet& message, const std::string& name);
    void go_away(Room& room, Member& member, std::int64_t now_ms);
    void part(Room& room, Member& member, std::int64_t now_ms);
    void forget_absent(Room& room);
    void note_empty(Room& room, std::int64_t now_ms) const;
    void end(const Room& room, const std::string& why);
    protocol::Meeting meeting(const Room& room, const Member& member) const;
    void tell_company(const Room& room);
    static int leads_now(const Room& room);
    static std::size_t present(const Room& room);
    static std::vector<protocol::TogetherMember> members_of(const Room& room);
    template <typename T>
    static void tell(const Room& room, const T& message);

    const std::string battle_;
    TogetherHouse& house_;
    Metrics& metrics_;
    std::map<std::string, Room> rooms_{};
    std::unordered_map<const Subscriber*, Seat> seats_{};  ///< of those who are present
};

}  // namespace muster::server
