// A record as a text to read: what happened, told line by line, as far as it has been read.
#pragma once
#include <string>
#include <string_view>

#include "protocol/narration/narrator.hpp"
#include "protocol/record.hpp"

namespace muster::server {

class Transcript {
public:
    /// What stands above the first event.
    static std::string opening(const protocol::RecordHead& head);
    /// What the next events tell: `lines` as they stand in a record, one on each line, with the commas between them.
    std::string add(std::string_view lines);

private:
    narration::Narrator narrator_{};
};

}  // namespace muster::server
