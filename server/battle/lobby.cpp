#include "server/battle/lobby.hpp"

#include "protocol/ids.hpp"
#include "protocol/times.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/battle/bots.hpp"
#include "server/battle/nudge_targets.hpp"
#include "server/battle/status.hpp"

namespace muster::server {

namespace {

protocol::BattleSummary summary_of(const storage::Summary& stored) {
    protocol::BattleSummary out;
    out.battle = stored.id;
    out.ruleset = stored.ruleset;
    out.ruleset_version = stored.ruleset_version;
    out.title = stored.title;
    for (const auto& [value, text] : names_of(protocol::Visibility{}))
        if (text == stored.visibility) out.visibility = value;
    out.status = status_of(stored.status);
    if (auto options = parse_json(stored.options)) out.options = std::move(*options);
    for (const auto& seat : stored.seats) out.seats.push_back({seat.seat, seat.taken ? std::optional(seat.name) : std::nullopt});
    out.head = stored.head;
    out.created_at = stored.created_at;
    if (!stored.finished_at.empty()) out.finished_at = stored.finished_at;
    if (auto outcome = parse_json(stored.outcome)) out.outcome = std::move(*outcome);
    return out;
}

Refusal store_refusal(const storage::Failure& failure) {
    log::error("the store failed", {{"reason", failure.message}});
    return {Code::server_busy, "the store cannot be used now; try again"};
}

}  // namespace

Refusal unknown_ruleset(const rules::Rulesets& rulesets, const std::string& id) {
    std::vector<std::string> known;
    for (const auto* each : rulesets.all()) known.push_back(each->id());
    return {Code::bad_setup, "unknown ruleset \"" + id + "\"" + did_you_mean(id, known), "/ruleset"};
}

std::expected<std::shared_ptr<Session>, Refusal> Lobby::find(const std::string& battle) {
    if (services_.stopping) return refuse(Code::server_busy, "the server is going down; come back in a moment");
    if (!protocol::looks_like_battle_id(battle)) return refuse(Code::unknown_battle, "there is no such battle", "/battle");
    const std::lock_guard lock(mutex_);
    auto& session = sessions_[battle];
    if (!session) {
        Session::Owner owner;
        owner.retire = [weak = weak_from_this()](const std::shared_ptr<Session>& idle) {
            if (const auto self = weak.lock()) self->retire(idle);
        };
        owner.again = [weak = weak_from_this()](const std::string& id, Session::Command command) {
            const auto self = weak.lock();
            if (!self) return;
            if (auto found = self->find(id)) (*found)->submit(std::move(command));
            else command.refused(found.error());
        };
        session = std::make_shared<Session>(services_, battle, std::move(owner));
    }
    return session;
}

std::shared_ptr<Session> Lobby::existing(const std::string& battle) const {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(battle);
    return found == sessions_.end() ? nullptr : found->second;
}

void Lobby::wake(const std::string& battle) {
    if (const auto found = find(battle)) (*found)->wake();
}

void Lobby::retire(const std::shared_ptr<Session>& session) {
    const std::lock_guard lock(mutex_);
    const auto found = sessions_.find(session->battle());
    if (found != sessions_.end() && found->second == session) sessions_.erase(found);
}

void Lobby::create(const protocol::Create& message, Done done) {
    if (services_.stopping) return done(refuse(Code::server_busy, "the server is going down; come back in a moment"));
    const auto* ruleset = services_.rulesets.find(message.ruleset);
    if (!ruleset) return done(std::unexpected(unknown_ruleset(services_.rulesets, message.ruleset)));
    const auto bots = read_bots(message, *ruleset);
    if (!bots) return done(std::unexpected(bots.error()));
    auto title = protocol::clean_text(message.options.title, limits::title_characters_max, "/options/title");
    if (!title) return done(std::unexpected(title.error()));
    auto channels = channels_of(services_.nudges, message.options);
    if (!channels) return done(std::unexpected(channels.error()));
    auto options = message.options;
    options.title.clear();   // it has a place of its own
    options.nudges.clear();  // nobody is shown where they go
    protocol::FoldOptions fold_options;
    fold_options.confirm = options.confirm;
    Json shown = to_json_value(options);
    if (!bots->empty()) shown["bots"] = bots_json(*bots, *ruleset);
    protocol::Origin origin{protocol::new_battle_id(), ruleset, *title, message.setup, std::move(shown), fold_options, protocol::random_bytes(32)};
    auto fold = protocol::Fold::create(origin);
    if (!fold) {
        fold.error().path.insert(0, "/setup");
        return done(std::unexpected(fold.error()));
    }
    protocol::Applied applied(protocol::time_text(services_.clock.now_ms()));
    (*fold)->begin(applied);
    for (const auto& [seat, bot] : *bots) (*fold)->take_seat(seat, bot_name(bot), {}, applied);

    protocol::Created created{origin.battle, {}, std::move(channels->shown)};
    std::vector<storage::Seat> seats;
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(ruleset->seats().size()); ++seat) {
        const auto& name = ruleset->seats()[static_cast<std::size_t>(seat)];
        const auto bot = bots->find(seat);
        const std::string token = protocol::new_token();  // a bot's is told nobody
        if (bot == bots->end()) created.seats.push_back({name, token});
        seats.push_back({name, std::string(protocol::bytes_of(protocol::sha256(token))), bot == bots->end() ? "" : bot_name(bot->second), bot != bots->end()});
    }
    storage::Header header{origin.battle,       ruleset->id(),         ruleset->version(), origin.title,          std::string(name_of(options.visibility)),
                           origin.setup.dump(), origin.options.dump(), applied.at,         (*fold)->commitment(), origin.server_seed};
    storage::Step step;
    step.first_seq = 1;
    step.last_seq = (*fold)->head();
    step.events = encode_events(applied.events);
    step.inputs = join_lines(applied.inputs);
    put_status(**fold, storage::Status::waiting, applied.at, step);
    step.keep = std::move(channels->kept);
    if (bots->size() == seats.size()) step.wake_at = 1;  // nobody else will wake it after a restart
    auto stored = std::make_shared<storage::StoredBattle>(storage::StoredBattle{.header = header,
                                                                                .seats = seats,
                                                                                .kept = step.keep,
                                                                                .wake_at = step.wake_at.value_or(0),
                                                                                .steps = {step},
                                                                                .status = step.status.value_or(storage::Status::waiting),
                                                                                .outcome = step.outcome,
                                                                                .finished_at = step.finished_at});
    services_.store.create(std::move(header), std::move(seats), std::move(step),
                           [self = shared_from_this(), stored = std::move(stored), created = std::move(created),
                            done = std::move(done)](std::expected<std::int64_t, storage::Failure> result) {
                               if (!result) return done(std::unexpected(store_refusal(result.error())));
                               stored->number = *result;
                               if (const auto session = self->find(created.battle)) (*session)->adopt(stored);
                               done(created);
                           });
}

std::expected<protocol::Battles, Refusal> Lobby::list(const protocol::List& query) const {
    storage::Query wanted;
    if (query.status) wanted.status = status_of(*query.status);
    wanted.ruleset = query.ruleset;
    wanted.player = query.player;
    wanted.text = query.q;
    wanted.before = query.before;
    wanted.limit = query.limit;
    auto found = services_.store.list(wanted);
    if (!found) return std::unexpected(store_refusal(found.error()));
    protocol::Battles out;
    for (const auto& each : *found) out.battles.push_back(summary_of(each));
    if (static_cast<int>(found->size()) < query.limit) return out;
    wanted.before = found->back().number;  // a full page: is there another? The store's own bound leaves no room for one row more
    wanted.limit = 1;
    const auto further = services_.store.list(wanted);
    if (!further) return std::unexpected(store_refusal(further.error()));
    if (!further->empty()) out.next = wanted.before;
    return out;
}

std::expected<protocol::BattleSummary, Refusal> Lobby::summary(const std::string& battle) const {
    const Refusal unknown{Code::unknown_battle, "there is no such battle", "/battle"};
    if (!protocol::looks_like_battle_id(battle)) return std::unexpected(unknown);
    auto found = services_.store.summary(battle);
    if (!found) return std::unexpected(store_refusal(found.error()));
    if (!*found || (*found)->visibility == "private") return std::unexpected(unknown);
    return summary_of(**found);
}

std::size_t Lobby::size() const {
    const std::lock_guard lock(mutex_);
    return sessions_.size();
}

void Lobby::stop() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, session] : sessions_) session->stop();
}

}  // namespace muster::server
