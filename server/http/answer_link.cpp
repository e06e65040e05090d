// What those who show a battle's link to others ask for: the picture, the page with what stands for it, oEmbed.
#include <algorithm>
#include <array>

#include "server/base/server_address.hpp"
#include "server/battle/summaries.hpp"
#include "server/card/card.hpp"
#include "server/http/answers.hpp"
#include "server/http/api.hpp"
#include "server/http/link_tags.hpp"
#include "server/http/web_client.hpp"

namespace muster::server {

namespace {

constexpr std::string_view page_begin = "/b/";

// A picture is asked for anew with each address that names another moment; who kept an old address sees a change this soon.
constexpr const char* kept_in_play = "public, max-age=10";
constexpr const char* kept_when_over = "public, max-age=300";

/// Where this server is reached, as its operator says, or else as whoever asks has reached it; empty: nobody says.
std::string base_of(const Settings& settings, const HttpRequest& request) {
    if (!settings.public_url.empty()) return settings.public_url;
    const auto named = read_server_address((request.secure ? "https://" : "http://") + request.host);
    return named ? named->url() : "";
}

std::string picture_address(const std::string& base, const std::string& battle, std::int64_t head) {
    return base + std::string(page_begin) + encode_url(battle) + "/card.png" + (head > 0 ? "?v=" + std::to_string(head) : "");
}

// What the page that may be framed takes, in pixels: less wide than a small phone it is not read.
constexpr std::int64_t frame_width = 600;
constexpr std::int64_t frame_width_min = 280;
constexpr std::int64_t frame_height = 480;

std::string frame_of(const std::string& base, const std::string& battle, const OembedAnswer& answer) {
    return "<iframe src=\"" + escape_html(base + "/embed/" + encode_url(battle)) + "\" width=\"" + std::to_string(*answer.width) + "\" height=\"" +
           std::to_string(*answer.height) + "\" title=\"" + escape_html(answer.title) + "\" style=\"border:0\" loading=\"lazy\"></iframe>";
}

/// The same of every battle that is not told, whether it is there or not.
LinkTags blank_tags(const std::string& base, const std::string& battle) {
    return {.title = "Muster",
            .description = "A battle on a Muster server",
            .url = base + std::string(page_begin) + encode_url(battle),
            .picture = picture_address(base, battle, 0)};
}

Glance glance_of(const rules::Rulesets& rulesets, const protocol::BattleSummary& summary) {
    Glance out{.ruleset = summary.ruleset, .title = summary.title, .status = summary.status};
    if (const auto* ruleset = rulesets.find(summary.ruleset)) out.is_contest = ruleset->is_contest();
    for (const auto& [seat, name] : summary.seats) out.seats.push_back({seat, name.value_or("")});
    if (summary.outcome.is_object()) {
        out.outcome.emplace();
        if (const auto* reason = summary.outcome.contains("reason") ? summary.outcome["reason"].get_ptr<const std::string*>() : nullptr)
            out.outcome->reason = *reason;
        for (std::size_t i = 0; i < out.seats.size(); ++i)
            if (summary.outcome.value("winner", Json()) == out.seats[i].id) out.outcome->winner = static_cast<rules::Seat>(i);
    }
    return out;
}

LinkTags tags_of(const Glance& glance, const std::string& base, const std::string& battle, std::int64_t head) {
    const Card card = card_of(glance);
    auto out = blank_tags(base, battle);
    out.title = card.title;
    out.description = card.game + ". " + card.line + ".";
    out.picture = picture_address(base, battle, head);
    out.oembed = base + "/oembed?format=json&url=" + encode_url(out.url);
    return out;
}

/// A battle that is told; none: there is none, or it is not. A refusal: it cannot be known now. Blocks on the store.
std::expected<std::optional<FoundBattle>, Refusal> told_battle(storage::Store& store, const std::string& battle) {
    auto found = summary_of_battle(store, battle, false);
    if (!found && found.error().code != Code::unknown_battle) return std::unexpected(found.error());
    if (!found || !is_told(found->summary.visibility, visibility_wanted(found->summary.options))) return std::nullopt;
    return std::move(*found);
}

/// The battle whose page this address is; nothing: it is no such page here.
std::optional<std::string> battle_at(const std::string& url, const std::string& host, const std::string& base) {
    for (const auto& each : std::array{base, "https://" + host, "http://" + host}) {
        const auto begin = each + std::string(page_begin);
        if (each.empty() || !url.starts_with(begin)) continue;
        const auto end = url.find_first_of("/?#", begin.size());
        if (end != std::string::npos && url[end] == '/') return {};  // a page beside it, which may have its reasons to tell less
        return url.substr(begin.size(), end - begin.size());
    }
    return {};
}

/// Those that it knows: consumers add what they like.
HttpQuery known_of(const HttpQuery& query) {
    HttpQuery out;
    for (const auto* name : {"url", "format", "maxwidth", "maxheight"})
        if (const auto found = query.find(name); found != query.end()) out.insert(*found);
    return out;
}

/// What tells a picture to whoever asked for it.
CardService::Done show_picture(const HttpRequest& request, const char* type, bool over, const HttpApi::Done& done) {
    return [request, type, over, done](const std::expected<std::shared_ptr<const CardService::Picture>, Refusal>& picture) {
        if (!picture) return done(problem(picture.error()));
        HttpResponse out{200, type, (*picture)->bytes};
        out.headers["Cache-Control"] = over ? kept_when_over : kept_in_play;
        done(with_tag(std::move(out), request, (*picture)->tag));
    };
}

const Refusal too_many_searches{Code::server_busy, "too many searches at once; try again in a moment"};
const Refusal nothing_told{Code::unknown_battle, "there is nothing to tell of this address"};

}  // namespace

void HttpApi::answer_card(const Call& call, Done done) {
    if (const auto taken = call.request.caller->may_search(); !taken) return done(searches_too_fast(taken));
    auto tell = [this, call, done](std::expected<Glance, Refusal> glance) {
        if (!glance && glance.error().code != Code::unknown_battle) return done(problem(glance.error()));
        if (!glance) return cards_.ask({}, {}, show_picture(call.request, "image/png", false, done));
        const bool over = glance->status == protocol::BattleStatus::over;
        cards_.ask(call.id, {.glance = std::move(*glance)}, show_picture(call.request, "image/png", over, done));
    };
    const auto battle = find(call, call.id);
    if (!battle) return tell(std::unexpected(battle.error()));
    (*battle)->read_glance(std::move(tell));
}

// The battle is read again only if its film, as it stands, is not kept.
void HttpApi::answer_film(const Call& call, Done done) {
    using enum CardService::Form;
    if (const auto taken = call.request.caller->may_search(); !taken) return done(searches_too_fast(taken));
    const auto battle = find(call, call.id);
    auto show = [request = call.request, done](bool over) { return show_picture(request, "image/gif", over, done); };
    auto tell = [this, id = call.id, battle, show, done](std::expected<Glance, Refusal> glance) {
        if (!glance && glance.error().code != Code::unknown_battle) return done(problem(glance.error()));
        if (!glance) return cards_.ask({}, {.form = film}, show(false));
        const bool over = glance->status == protocol::BattleStatus::over;
        if (auto kept = cards_.kept(film, id, *glance)) return show(over)(std::move(kept));
        auto draw = [this, id, glance = std::move(*glance), done, shown = show(over)](std::expected<Past, Refusal> past) {
            if (!past) return done(problem(past.error()));
            cards_.ask(id, {.form = film, .glance = glance, .past = std::move(*past)}, shown);
        };
        (*battle)->read_past({}, std::move(draw));
    };
    if (!battle) return tell(std::unexpected(battle.error()));
    (*battle)->read_glance(std::move(tell));
}

// The page itself shows a battle by what it asks for then; these tags are for whoever only reads the document.
void HttpApi::answer_battle_page(const std::string& battle, const HttpRequest& request, Done done) {
    const auto document = battle_document(request);
    const auto base = base_of(*services_.settings, request);
    if (!document || base.empty()) return done(*web_answer(std::string(page_begin) + battle, request));
    auto tell = [document = *document, request, done](const LinkTags& tags) { done(answer_document(with_tags(document, tags), request)); };
    const auto blank = blank_tags(base, battle);
    // Whoever shows links keeps what it has read: so what cannot be told now is refused, and not told as nothing.
    if (const auto allowed = request.caller->may_search(); !allowed) return done(searches_too_fast(allowed));
    const bool taken = services_.searches.post([this, battle, base, blank, tell, done] {
        const auto found = told_battle(services_.store, battle);
        if (!found) return done(problem(found.error()));
        tell(*found ? tags_of(glance_of(services_.rulesets, (*found)->summary), base, battle, (*found)->summary.head) : blank);
    });
    if (!taken) done(problem(too_many_searches));
}

void HttpApi::answer_oembed(const Call& call, Done done) {
    if (const auto found = call.query.find("format"); found != call.query.end() && found->second != "json")
        return done(problem(501, {Code::bad_message, "this is told as JSON only", "/format"}));
    const auto query = read_fields<OembedQuery>(query_json(known_of(call.query), {"maxwidth", "maxheight"}), Code::bad_message);
    if (!query) return done(problem(query.error()));
    const auto base = base_of(*services_.settings, call.request);
    const auto battle = battle_at(query->url, call.request.host, base);
    if (!battle || base.empty()) return done(problem(nothing_told));
    if (const auto taken = call.request.caller->may_search(); !taken) return done(searches_too_fast(taken));
    const bool taken = services_.searches.post([this, battle = *battle, base, query = *query, request = call.request, done] {
        const auto told = told_battle(services_.store, battle);
        if (!told) return done(problem(told.error()));
        if (!*told) return done(problem(nothing_told));
        const auto& summary = (*told)->summary;
        const auto tags = tags_of(glance_of(services_.rulesets, summary), base, battle, summary.head);
        OembedAnswer out{.title = tags.title, .provider_url = base + "/", .cache_age = 60};
        if (query.maxwidth >= frame_width_min && query.maxheight >= frame_height && has_embed_page()) {
            out.type = "rich";
            out.width = std::min<std::int64_t>(query.maxwidth, frame_width);
            out.height = frame_height;
            out.html = frame_of(base, battle, out);
        }
        if (query.maxwidth >= card_width && query.maxheight >= card_height) {
            out.thumbnail_url = tags.picture;
            out.thumbnail_width = card_width;
            out.thumbnail_height = card_height;
        }
        done(with_tag({200, "application/json", to_text(out) + "\n"}, request));
    });
    if (!taken) done(problem(too_many_searches));
}

}  // namespace muster::server
