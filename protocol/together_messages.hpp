// Looking back together: a room on a battle that is over, whose members follow what one of them shows. It lives in the server's memory, and nothing of it is
// kept. All of it goes over WebSockets: who is in a room is a connection.
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rules/fields.hpp"

namespace muster::protocol {

/// Opens a room, or comes into one. The key is drawn by whoever comes: with it the same member comes back, and the same message can be sent again.
struct Meet {
    std::string battle;
    std::string room{};
    std::string key;
    std::string name{};
    std::string token{};
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64, .about = "one that is over"});
        visit("room", self.room, Rule{.sparse = true, .max = 64, .about = "if left out, a new one"});
        visit("key", self.key,
              Rule{.min = 32, .max = 64, .about = "random letters and digits that you draw yourself; whoever comes with it again is the same member"});
        visit("name", self.name, Rule{.sparse = true, .max = 40});
        visit("token", self.token, Rule{.sparse = true, .max = 100, .about = "of a seat; a private battle's room needs one"});
    }
};

/// Messages that name a room and nothing else.
struct OfRoom {
    std::string battle;
    std::string room;
    static void fields(auto& visit, auto& self) {
        visit("battle", self.battle, Rule{.min = 1, .max = 64});
        visit("room", self.room, Rule{.min = 1, .max = 64});
    }
};
struct PartFrom : OfRoom {};

/// Everybody is to look at this.
struct Lead : OfRoom {
    std::string where;
    static void fields(auto& visit, auto& self) {
        OfRoom::fields(visit, self);
        visit("where", self.where, Rule{.max = 8192, .about = "what clients understand; the server passes it on. `at=12`: the moment after event 12"});
    }
};

/// Where somebody points.
struct PointAt : OfRoom {
    std::string at{};
    static void fields(auto& visit, auto& self) {
        OfRoom::fields(visit, self);
        visit("at", self.at, Rule{.sparse = true, .max = 200, .about = "what clients understand; left out: nowhere any more"});
    }
};

struct Remark : OfRoom {
    std::string text;
    static void fields(auto& visit, auto& self) {
        OfRoom::fields(visit, self);
        visit("text", self.text, Rule{.min = 1, .max = 300});
    }
};

/// Only whoever leads may.
struct GiveLead : OfRoom {
    std::optional<int> to{};
    std::optional<bool> everybody{};
    static void fields(auto& visit, auto& self) {
        OfRoom::fields(visit, self);
        visit("to", self.to, Rule{.sparse = true, .min = 1, .about = "the number of a member who is there"});
        visit("everybody", self.everybody, Rule{.sparse = true, .about = "whether everybody may lead"});
    }
};

using TogetherBody = std::variant<Meet, Lead, PointAt, Remark, GiveLead, PartFrom>;

struct TogetherMember {
    int member = 0;
    std::string name;
    bool here = false;
    std::string at{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "member", self.member, "name", self.name);
        visit("here", self.here, Rule{.about = "false: it has lost its connection, and may come back"});
        visit("at", self.at, Rule{.sparse = true, .about = "where it points"});
    }
};

struct TogetherLine {
    int member = 0;
    std::string name;
    std::string text;
    std::string at;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "member", self.member, "name", self.name, "text", self.text);
        visit("at", self.at, Rule{.about = "RFC 3339 UTC with milliseconds"});
    }
};

/// The whole room, for whoever comes.
struct Meeting {
    static constexpr std::string_view type = "meeting";
    std::string battle;
    std::string room;
    int you = 0;
    int leader = 0;
    bool everybody = false;
    std::string where;
    std::vector<TogetherMember> members;
    std::vector<TogetherLine> lines;
    std::string until;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "room", self.room);
        visit("you", self.you, Rule{.about = "your number as a member"});
        list_fields(visit, "leader", self.leader);
        visit("everybody", self.everybody, Rule{.about = "whether everybody may lead"});
        visit("where", self.where, Rule{.about = "what was shown last; empty: nothing yet"});
        list_fields(visit, "members", self.members);
        visit("lines", self.lines, Rule{.about = "what was said, the latest 50 lines"});
        visit("until", self.until, Rule{.about = "when the room ends at the latest"});
    }
};

struct Led {
    static constexpr std::string_view type = "led";
    std::string battle;
    std::string room;
    int member = 0;
    std::string where;
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "room", self.room, "member", self.member, "where", self.where); }
};

struct Pointed {
    static constexpr std::string_view type = "pointed";
    std::string battle;
    std::string room;
    int member = 0;
    std::string at;
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "room", self.room, "member", self.member, "at", self.at); }
};

struct Remarked {
    static constexpr std::string_view type = "remarked";
    std::string battle;
    std::string room;
    TogetherLine line;
    static void fields(auto& visit, auto& self) { list_fields(visit, "battle", self.battle, "room", self.room, "line", self.line); }
};

/// Who is there and who leads, whenever that changes.
struct Company {
    static constexpr std::string_view type = "company";
    std::string battle;
    std::string room;
    int leader = 0;
    bool everybody = false;
    std::vector<TogetherMember> members;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "room", self.room, "leader", self.leader, "everybody", self.everybody, "members", self.members);
    }
};

enum class PartedWhy { asked, over, elsewhere, lost };
constexpr EnumNames<PartedWhy, 4> names_of(PartedWhy) {
    return {{{PartedWhy::asked, "asked"}, {PartedWhy::over, "over"}, {PartedWhy::elsewhere, "elsewhere"}, {PartedWhy::lost, "lost"}}};
}

/// Somebody is in this room no longer.
struct Parted {
    static constexpr std::string_view type = "parted";
    std::string battle;
    std::string room;
    PartedWhy why = PartedWhy::asked;
    std::string message{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "battle", self.battle, "room", self.room);
        visit("why", self.why,
              Rule{.about = "asked: by `part`; over: the room has ended; elsewhere: you are in it by another connection; lost: the way there was, come again"});
        visit("message", self.message, Rule{.sparse = true, .about = "in words, if you did not ask to"});
    }
};

}  // namespace muster::protocol
