// Sentences of a ruleset's description in a terminal's words: its texts under `tell…`, in English.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/describe/description.hpp"
#include "rules/describe/message.hpp"
#include "rules/json.hpp"

namespace muster::narration {

class Telling {
public:
    /// `who`: what a seat is called; `own`: whose eyes we look through, if anybody's.
    struct Viewer {
        std::function<std::string(std::string_view)> who;
        std::string own;
    };

    Telling() = default;
    /// `setup`: whence areas have their names.
    explicit Telling(std::string_view ruleset, const Json& setup = {});

    const rules::describe::Description& description() const { return *description_; }

    /// What the text of this part and name says; nothing: there is none.
    std::optional<std::string> sentence(std::string_view part, std::string_view name, const rules::describe::MessageArguments& arguments) const;

    const std::string& ruleset() const { return ruleset_; }

    /// All words of the map that the setup has.
    std::span<const std::string> areas() const { return map_; }
    /// What an area of the map is called.
    std::string area(const std::string& word) const;

    /// What fills the gaps: `arguments` from `data`. `you` is "yes" where `who` is one's own seat.
    rules::describe::MessageArguments filled(const rules::describe::Arguments& arguments, const Json& data, const Viewer& viewer) const;

private:
    std::string filling(const rules::describe::Argument& argument, const Json& data, const Viewer& viewer) const;
    std::string sentences(const rules::describe::Argument& argument, const Json& list, const Viewer& viewer) const;
    std::string sum(const Json& lines) const;

    const rules::describe::Description* description_ = &unknown;
    std::string ruleset_{};
    std::vector<std::string> map_{};
    std::map<std::string, std::string> areas_{};  ///< what they are called
    static const rules::describe::Description unknown;
};

}  // namespace muster::narration
