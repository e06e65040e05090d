// What happens, told with names.
#pragma once
#include "rules/battle.hpp"
#include "rules/theatre/events.hpp"

namespace muster::rules::theatre {

class Story : public Naming {
public:
    Story(const World& world, std::vector<Event>& events) : Naming(world), events_(events) {}

    template <typename Data>
    void tell(const Data& data) {
        events_.push_back(make_event(Data::event, data));
    }

    std::vector<Event>& events() { return events_; }

private:
    std::vector<Event>& events_;
};

}  // namespace muster::rules::theatre
