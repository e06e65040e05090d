// The calamities, each in steps: what is asked, and what comes of it.
#pragma once
#include <compare>

#include "rules/theatre/campaign.hpp"
#include "rules/theatre/story.hpp"

namespace muster::rules::theatre {

// earthquake.cpp (F20)
Questions earthquake_questions(const Campaign& campaign);
void quake(Campaign& campaign, Story& story);

// plagues.cpp: losses that a victim shares with others (F21, F22)
Questions plague_questions(const Campaign& campaign);
void spread(Campaign& campaign, Story& story);

// unrest.cpp: cities that fall, and slaves (F23)
Questions unrest_questions(const Campaign& campaign);
void riot(Campaign& campaign, Story& story);
void revolt(Campaign& campaign);

// invasion.cpp (F24)
Questions invasion_questions(const Campaign& campaign);
void invade(Campaign& campaign, Story& story);

// civil_war.cpp (F25, F26)
Questions civil_war_questions(const Campaign& campaign);
void divide(Campaign& campaign, Story& story);

/// Asks a seat for one of these areas; nothing if there is none.
std::optional<Question> site_question(int seat, Calamity calamity, std::vector<int> areas);
/// Asks the victim to divide `total`, or as much as these caps allow, among the seats; nothing if there is nothing to divide.
std::optional<Question> allot_question(const Campaign& campaign, std::map<int, int> caps, int total);
/// What each seat loses of what the group has allotted.
std::vector<int> allotted(const Campaign& campaign);
/// Destroys a city; with Engineering it is reduced.
void strike_city(Campaign& campaign, int area, int seat, Story& story);
void tell_reduced(Campaign& campaign, int area, int seat, Story& story);

/// Of `areas`, those where `worth` is greatest.
std::vector<int> greatest(const std::vector<int>& areas, auto worth) {
    std::vector<int> out;
    for (const int area : areas) {
        const auto order = out.empty() ? std::strong_ordering::greater : worth(area) <=> worth(out.front());
        if (order > 0) out.clear();
        if (order >= 0) out.push_back(area);
    }
    return out;
}

}  // namespace muster::rules::theatre
