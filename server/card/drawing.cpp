#include "server/card/drawing.hpp"

#include <glib.h>

#include "protocol/worked_time.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/card/card.hpp"
#include "server/card/paint.hpp"
#include "server/card/scenarios.hpp"

namespace muster::server {

namespace {

// What GLib's libraries remark on a stranger's text is no news for standard error.
void remark(const char*, GLogLevelFlags, const char* message, void*) { log::debug("a remark of the libraries that draw", {{"reason", message}}); }

}  // namespace

CardService::Draw make_drawing(const std::vector<std::string_view>& faces, const rules::Rulesets& rulesets) {
    g_log_set_default_handler(remark, nullptr);
    const auto letters = std::make_shared<const Faces>(faces);
    if (!letters->any()) log::warn("there are no fonts here: pictures of battles are drawn without letters");
    const auto scenarios = std::make_shared<const Scenarios>(rulesets);
    return [letters, scenarios](const CardService::Subject& subject) -> std::expected<std::string, Refusal> {
        const bool is_film = subject.form == CardService::Form::film;
        if (!subject.glance) return is_film ? paint(blank_film(), *letters) : paint(blank_card(), *letters);
        const auto& scenario = scenarios->title_of(subject.glance->ruleset, subject.glance->setup);
        if (!is_film) return paint(card_of(*subject.glance, scenario), *letters);
        const protocol::WorkedTime worked;
        const auto film = film_of(*subject.glance, subject.past.value(), scenario, [&] { return !worked.within(limits::film_time_max); });
        if (!film) return std::unexpected(film.error());
        return paint(*film, *letters);
    };
}

}  // namespace muster::server
