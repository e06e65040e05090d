// How a battle comes into memory and leaves it, and what is done when something goes wrong.
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/actor.hpp"
#include "server/battle/mistakes.hpp"
#include "server/battle/weight.hpp"

namespace muster::server {

namespace {

constexpr std::string_view nobody_can_say = "nobody can say whether this was kept; look, and send it again";

Refusal busy(const std::string& why) { return {Code::server_busy, why}; }

// A store that throws is one that cannot be read.
std::expected<std::optional<storage::StoredBattle>, storage::Failure> read_from(storage::Store& store, const std::string& battle,
                                                                                const std::atomic<bool>& given_up) {
    try {
        return store.load(battle, &given_up);
    } catch (const std::exception& error) {
        return std::unexpected(storage::Failure{storage::Failure::Kind::broken, error.what()});
    }
}

std::expected<storage::Place, storage::Failure> claim_from(storage::Store& store, const std::string& battle) {
    try {
        return store.claim(battle);
    } catch (const std::exception& error) {
        return std::unexpected(storage::Failure{storage::Failure::Kind::broken, error.what()});
    }
}

}  // namespace

// What is in memory already may be read again, and what comes by itself goes on.
void BattleActor::load() {
    memory_ = Memory::loading;
    lost_meanwhile_ = false;  // it is claimed once more
    const bool anyway = history_.head() > 0 || (!queue_.empty() && goes_on_anyway(queue_.front().post));
    const bool in_doubt = doubtful_.has_value();
    if (!on_pool(services_.loads, [anyway, in_doubt](BattleActor& self) { self.read_on_pool(anyway, in_doubt); })) too_many_loads();
}

/// A mistake on a pool's thread ends where all do: on the battle's strand, where whoever waits is answered. False: too much waits there.
bool BattleActor::on_pool(BoundedPool& pool, std::function<void(BattleActor&)> work) {
    return pool.post([self = shared_from_this(), work = std::move(work)] {
        try {
            work(*self);
        } catch (...) {
            self->post_guarded([mistake = std::current_exception()](BattleActor& actor) {
                actor.memory_ = Memory::absent;
                if (!actor.audience_.empty()) actor.try_again_soon();
                std::rethrow_exception(mistake);
            });
        }
    });
}

// A long battle takes its time, and no thread that serves others waits for it. Nothing of this actor is touched here but what never changes.
void BattleActor::read_on_pool(bool anyway, bool in_doubt) {
    if (given_up(in_doubt)) return post_guarded([](BattleActor& actor) { actor.no_time(); });
    if (!anyway && !owner_.may_grow(0)) return post_guarded([](BattleActor& actor) { actor.no_room(); });
    const auto place = claim_from(services_.store, battle_);
    if (!place) return post_guarded([failure = place.error()](BattleActor& actor) { actor.unreadable(failure); });
    if (!place->here) return post_guarded([url = place->url](BattleActor& actor) { actor.elsewhere(url); });
    claimed_ = place->number;
    auto stored = read_from(services_.store, battle_, given_up(in_doubt));
    if (!stored && given_up(in_doubt)) return post_guarded([](BattleActor& actor) { actor.no_time(); });
    if (!stored) return post_guarded([failure = stored.error()](BattleActor& actor) { actor.unreadable(failure); });
    if (!*stored) return post_guarded([](BattleActor& actor) { actor.not_in_store(); });
    const auto weight = weight_of(**stored);
    if (!anyway && !owner_.may_grow(weight)) return post_guarded([](BattleActor& actor) { actor.no_room(); });
    const auto text = std::make_shared<StoredText>(std::move(**stored), place->away_ms, Volume::Held(services_.battle_bytes, 2 * weight));
    auto rebuild = [text, in_doubt](BattleActor& self) { self.rebuild_on_pool(std::move(*text), in_doubt); };
    if (weight <= services_.settings->long_battle_bytes) rebuild(*this);
    else if (!on_pool(services_.long_loads, std::move(rebuild))) post_guarded([](BattleActor& actor) { actor.too_many_loads(); });
}

// The thread keeps nothing of it: it is counted as long as it is there.
void BattleActor::rebuild_on_pool(StoredText text, bool in_doubt) {
    auto battle = std::make_shared<std::expected<LoadedBattle, Refusal>>(
        BattleCodec::read(text.battle, services_.surroundings(), services_.time.now(), [&] { return given_up(in_doubt).load(); }, text.away_ms));
    post_guarded([battle = std::move(battle), counted = std::make_shared<Volume::Held>(std::move(text.counted))](BattleActor& actor) {
        actor.loaded(std::move(*battle));
    });
}

/// Whether nobody wants the battle any more. What became of a step in doubt is said also when the server goes down.
const std::atomic<bool>& BattleActor::given_up(bool in_doubt) const {
    static const std::atomic<bool> never{false};
    return in_doubt ? never : services_.stopping;
}

void BattleActor::too_many_loads() {
    memory_ = Memory::absent;
    if (!audience_.empty() || doubtful_) try_again_soon();
    refuse_queue(busy("too many battles are being read from the store; try again in a moment"));
}

void BattleActor::no_time() {
    memory_ = Memory::absent;
    refuse_queue(going_down());
}

void BattleActor::no_room() {
    memory_ = Memory::absent;
    if (!audience_.empty()) try_again_soon();
    refuse_queue(memory_is_full());
}

void BattleActor::unreadable(const storage::Failure& failure) {
    memory_ = Memory::absent;
    log::error("a battle could not be read", {{"battle", battle_}, {"reason", failure.message}});
    if (!audience_.empty()) try_again_soon();  // somebody waits, perhaps for a bot
    refuse_queue(busy("the store cannot be read now; try again"));
}

void BattleActor::not_in_store() {
    memory_ = Memory::absent;
    leave_memory();
    refuse_queue(unknown_battle());
    owner_.retire(shared_from_this());
}

// Whoever waits is passed on; whoever looks at it comes again, since there may be events that he was told nothing of. What is in doubt nobody here can find
// out.
void BattleActor::elsewhere(const std::string& url) {
    forget();
    claimed_ = 0;
    leave_memory();
    if (const auto there = services_.elsewhere && !services_.stopping ? services_.elsewhere->at(battle_, url) : nullptr)
        std::erase_if(queue_, [&](Waiting& each) { return pass_on(*there, each.post); });
    refuse_queue(another_servers());
    audience_.send_away();
    end_rooms("another server has this battle now, and its rooms have ended: rooms are not kept");
    services_.waker.set(battle_, 0);
    owner_.retire(shared_from_this());
}

// What rests in memory is read anew, which tells whose it is by now. So is what is being stored or read, when that is done: a step may have been stored, or the
// battle claimed, before it was lost.
void BattleActor::lost() {
    post_guarded([](BattleActor& self) {
        if (self.storing_ || self.memory_ == Memory::loading) self.lost_meanwhile_ = true;
        else if (self.memory_ == Memory::present && !self.retired_) self.read_anew();
    });
}

void BattleActor::read_anew(Post post) {
    forget();
    enter(std::move(post));
}

void BattleActor::send_away() {
    post_guarded([](BattleActor& self) {
        if (self.audience_.empty()) return;
        self.audience_.send_away();
        const auto seats = self.memory_ == Memory::present ? static_cast<rules::Seat>(self.state_->fold().seats().size()) : 0;
        for (rules::Seat seat = 0; seat < seats; ++seat) self.presence_changed(seat);
        self.presence_changed({});
        self.watch_idle();
    });
}

void BattleActor::loaded(std::expected<LoadedBattle, Refusal> battle) {
    memory_ = Memory::absent;
    if (!battle && services_.stopping) return no_time();
    if (lost_meanwhile_) return load();
    take_up(std::move(battle));
}

void BattleActor::take_up(std::expected<LoadedBattle, Refusal> battle) {
    if (!battle) {
        log::error("a battle could not be rebuilt", {{"battle", battle_}, {"reason", battle.error().message}});
        return refuse_queue(battle.error());
    }
    const auto now = services_.time.now();
    read_at_ms_ = now.played_ms();
    state_ = std::move(battle->state);
    history_ = std::move(battle->history);
    history_.count_in(services_.battle_bytes);
    state_counted_ = Volume::Held(services_.battle_bytes, state_->weight());
    memory_ = Memory::present;
    for (rules::Seat seat = 0; seat < static_cast<rules::Seat>(state_->fold().seats().size()); ++seat)
        if (audience_.has(seat)) state_->set_here(seat, true, now);
    audience_.stand({}, state_->clock(now));
    audience_.ask(asked({}));  // all anew: what a request says may have changed
    wake_told_.reset();
    if (doubtful_) settle_doubt();
    audience_.catch_up();
    note_attendance();
    audience_.schedule_presence(now);
    if (std::exchange(idle_, false)) owner_.rest(shared_from_this(), false, 0);  // if it rests on, it is with what it takes now
    pump();
    if (memory_ == Memory::present && !storing_) set_wake();  // not before what its time demands is durable: till then it is to be woken
}

void BattleActor::adopt(std::shared_ptr<NewBattle> created, std::int64_t number) {
    post_guarded([created = std::move(created), number](BattleActor& self) {
        const bool untouched = self.memory_ == Memory::absent && self.history_.head() == 0 && !self.doubtful_ && !self.retired_;
        if (!untouched) return;  // somebody asked for it already: it comes, or came, from the store
        self.claimed_ = number;
        self.take_up(BattleCodec::begin(std::move(*created), number, self.services_.surroundings(), self.services_.time.now()));
    });
}

// The state may be ahead of the store; the next command reads it anew. Viewers stay: they know nothing that is not durable.
void BattleActor::forget() {
    memory_ = Memory::absent;
    state_.reset();
}

void BattleActor::not_stored(Storing storing, const storage::Failure& failure) {
    log::warn("a step was not stored", {{"battle", battle_}, {"reason", failure.message}});
    mistaken_ = false;
    if (failure.kind == storage::Failure::Kind::unknown) return look_it_up(std::move(storing));
    if (failure.kind == storage::Failure::Kind::elsewhere) {
        refuse(storing, another_servers());
        return elsewhere({});
    }
    forget();
    const auto refusal = busy("the server cannot store anything now; nothing was changed, try again");
    if (storing.post) return refuse(storing, refusal);
    refuse_queue(refusal);  // what comes by itself would come first each time: whoever waits behind it is told so
    try_again_soon();
}

void BattleActor::look_it_up(Storing storing) {
    forget();
    doubtful_ = std::move(storing);
    load();
}

// The connection to the store went while it was committing: its events are there, or they are not.
void BattleActor::settle_doubt() {
    auto storing = std::move(*doubtful_);
    doubtful_.reset();
    const auto& events = storing.change.events;
    const auto first = storing.change.step.first_seq;
    const bool there =
        !events.empty() && history_.head() >= storing.change.step.last_seq && history_.body(first, rules::Viewer::spectator()) == events.front().body;
    if (!there && !storing.post) return;
    if (!there) {
        return refuse(storing, busy(std::string(events.empty() ? nobody_can_say : "this was not stored; send it again")));
    }
    telling_ = std::move(storing);
    announce(*telling_, false);
    telling_.reset();
}

void BattleActor::try_again_soon() {
    constexpr auto moment = std::chrono::seconds(1);
    if (stopped_) return;
    again_timer_.expires_after(moment);
    again_timer_.async_wait([self = shared_from_this()](ErrorCode error) {
        if (!error) self->submit(WakePost{});
    });
}

void BattleActor::refuse_queue(const Refusal& refusal) {
    while (!queue_.empty()) {
        auto waiting = std::move(queue_.front());
        queue_.pop_front();
        refuse(waiting.post, refusal);
    }
    if (doubtful_ && doubtful_->post) {
        auto doubtful = *std::exchange(doubtful_, {});
        refuse(doubtful, busy(std::string(nobody_can_say)));
    }
    watch_idle();
}

void BattleActor::watch_idle() {
    const bool idle = !stopped_ && !retired_ && audience_.empty() && together_.empty() && queue_.empty() && !storing_ && memory_ != Memory::loading;
    if (!idle) {
        if (std::exchange(idle_, false)) owner_.rest(shared_from_this(), false, 0);
        return;
    }
    if (std::exchange(idle_, true)) return;  // it goes on resting, whatever its own timers do meanwhile
    owner_.rest(shared_from_this(), true, bytes());
    idle_timer_.expires_after(services_.settings->unload_after);
    idle_timer_.async_wait([self = shared_from_this()](ErrorCode error) {
        if (!error) self->post_guarded([](BattleActor& actor) { actor.retire_now(); });
    });
}

void BattleActor::begin_to_rest() {
    post_guarded([](BattleActor& self) { self.watch_idle(); });
}

void BattleActor::retire_if_idle() {
    post_guarded([](BattleActor& self) { self.retire_now(); });
}

// Nobody finds it any more, and nothing is to come of it.
void BattleActor::leave_memory() {
    retired_ = true;
    if (std::exchange(attended_, {}).present > 0) services_.attendance.set(battle_, {});
    end_timers();
    if (const auto number = claimed_.exchange(0); number != 0) services_.store.let_go(number);
}

void BattleActor::retire_now() {
    if (!idle_ || retired_) return;
    leave_memory();
    forget();
    history_ = History(battle_);
    state_counted_.end();
    owner_.retire(shared_from_this());
}

void BattleActor::stop() {
    post_guarded([](BattleActor& self) {
        self.stopped_ = true;
        self.end_timers();
        self.pump();  // whoever waits for a timer is answered
    });
}

void BattleActor::end_timers() {
    for (auto* each : {&idle_timer_, &again_timer_, &presence_timer_, &witness_timer_, &share_timer_, &together_timer_}) each->cancel();
    audience_.stop();
}

void BattleActor::post_guarded(std::function<void(BattleActor&)> work) {
    asio::post(strand_, [self = shared_from_this(), work = std::move(work)] { self->guard([&] { work(*self); }); });
}

// The one place where exceptions end: a mistake of the server's in one battle. Whoever waits is told, the battle is read again, and
// other battles know nothing of it. Telling somebody may fail as well: he is passed over, and whoever waits behind him is told.
void BattleActor::guard(const std::function<void()>& work) {
    if (!fails(battle_, work)) return;
    if (storing_) mistaken_ = true;  // what is on its way to the store is answered when it is there
    else if (memory_ == Memory::present) forget();
    fails(battle_, [this] {
        if (auto telling = std::exchange(telling_, {}); telling && telling->post) refuse(*telling, our_mistake_after());
    });
    fails(battle_, [this] {
        if (auto current = std::exchange(current_, {})) refuse(*current, our_mistake());
    });
    for (auto failures = queue_.size() + 2; failures > 0 && fails(battle_, [this] { refuse_queue(our_mistake()); }); --failures) {}
}

}  // namespace muster::server
