#include "server/card/drawing.hpp"

#include <glib.h>

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
    return [letters, scenarios](const std::optional<Glance>& glance) {
        if (!glance) return paint(blank_card(), *letters);
        return paint(card_of(*glance, scenarios->title_of(glance->ruleset, glance->setup)), *letters);
    };
}

}  // namespace muster::server
