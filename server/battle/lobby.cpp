#include "server/battle/lobby.hpp"

#include "protocol/ids.hpp"
#include "server/base/limits.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/actor.hpp"
#include "server/battle/creation.hpp"
#include "server/battle/mistakes.hpp"
#include "server/battle/summaries.hpp"
#include "server/battle/weight.hpp"

namespace muster::server {

namespace {

/// Whether a battle of so many bytes may grow where all take `taken` of `most`. The less is free the less one battle may take, so that
/// however many large ones are kept in use, there is always something left for small ones.
bool fits(std::size_t bytes, std::size_t taken, std::size_t most) { return taken < most && bytes <= (most - taken) / limits::battle_share; }

}  // namespace

std::expected<std::shared_ptr<BattlePort>, Refusal> Lobby::find(const std::string& battle) { return find_actor(battle); }

std::expected<std::shared_ptr<BattleActor>, Refusal> Lobby::find_actor(const std::string& battle) {
    const std::lock_guard lock(mutex_);
    if (services_.stopping) return std::unexpected(going_down());  // with the lock: stop() finds every battle that was let in before
    if (!protocol::looks_like_battle_id(battle)) return std::unexpected(unknown_battle());
    if (const auto found = battles_.find(battle); found != battles_.end()) return found->second.actor;
    if (battles_.size() >= limits::battles_in_memory_max && !make_room())
        return refuse(Code::server_busy, "too many battles are being played now; try again in a moment");
    auto actor = make_actor(battle);
    battles_[battle].actor = actor;
    actor->begin_to_rest();  // also if nobody asks anything of it
    return actor;
}

std::shared_ptr<BattleActor> Lobby::make_actor(const std::string& battle) {
    BattleActor::Owner owner;
    owner.rest = [weak = weak_from_this()](const std::shared_ptr<BattleActor>& actor, bool idle, std::size_t bytes) {
        if (const auto self = weak.lock()) self->rest(actor, idle, bytes);
    };
    owner.may_grow = [weak = weak_from_this()](std::size_t bytes) {
        const auto self = weak.lock();
        return self && self->may_grow(bytes);
    };
    owner.retire = [weak = weak_from_this()](const std::shared_ptr<BattleActor>& actor) {
        if (const auto self = weak.lock()) self->retire(actor);
    };
    owner.again = [weak = weak_from_this()](const std::string& id, BattleActor::Post post) {
        const auto self = weak.lock();
        if (!self) return;
        const auto there = self->services_.elsewhere ? self->services_.elsewhere->passed_on(id) : nullptr;
        if (there && BattleActor::pass_on(*there, post)) return;
        const auto found = self->find_actor(id);
        if (found) (*found)->submit(std::move(post));
        else self->make_actor(id)->turn_away(std::move(post), found.error());
    };
    return std::make_shared<BattleActor>(services_, battle, std::move(owner));
}

std::shared_ptr<BattlePort> Lobby::existing(const std::string& battle) const {
    const std::lock_guard lock(mutex_);
    const auto found = battles_.find(battle);
    return found == battles_.end() ? nullptr : found->second.actor;
}

void Lobby::wake(const std::string& battle) {
    if (const auto found = find(battle)) (*found)->wake();
}

void Lobby::lost(const std::string& battle) {
    std::shared_ptr<BattleActor> actor;
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = battles_.find(battle); found != battles_.end()) actor = found->second.actor;
    }
    if (actor) actor->lost();
}

std::vector<std::shared_ptr<BattleActor>> Lobby::all() const {
    std::vector<std::shared_ptr<BattleActor>> out;
    const std::lock_guard lock(mutex_);
    for (const auto& [id, entry] : battles_) out.push_back(entry.actor);
    return out;
}

void Lobby::wake_all() {
    for (const auto& actor : all()) actor->wake();
}

void Lobby::send_away() {
    for (const auto& actor : all()) actor->send_away();
}

void Lobby::take_from_idle(Entry& entry) {
    if (!entry.idle) return;
    idle_.erase(*entry.idle);
    entry.idle.reset();
    entry.idle_bytes.end();
}

void Lobby::rest(const std::shared_ptr<BattleActor>& actor, bool idle, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto found = battles_.find(actor->battle());
    if (found == battles_.end() || found->second.actor != actor) return;
    auto& entry = found->second;
    take_from_idle(entry);
    entry.leaving_bytes.end();
    if (!idle) return;
    entry.idle = idle_.insert(idle_.end(), actor->battle());
    entry.idle_bytes = Volume::Held(idle_bytes_, bytes);
    while ((idle_bytes_.bytes() > limits::idle_battle_bytes_max || !has_room(0)) && make_room()) {}
}

/// Lets go of the battle that rested longest; it leaves as soon as its strand comes to it. False: all are in use.
bool Lobby::make_room() {
    if (idle_.empty()) return false;
    auto& entry = battles_.at(idle_.front());
    entry.leaving_bytes = Volume::Held(leaving_bytes_, entry.idle_bytes.bytes());
    take_from_idle(entry);
    entry.actor->retire_if_idle();
    return true;
}

/// What battles may take yet; those that are leaving are gone, as far as others are concerned.
bool Lobby::has_room(std::size_t bytes) const {
    const auto all = services_.battle_bytes.bytes();
    return fits(bytes, all - std::min(all, leaving_bytes_.bytes()), services_.settings->battle_bytes_max);
}

/// Whether a battle that takes so many bytes may take more. If need be, some that rest leave.
bool Lobby::may_grow(std::size_t bytes) {
    if (fits(bytes, services_.battle_bytes.bytes(), services_.settings->battle_bytes_max)) return true;  // the common case takes no lock
    const std::lock_guard lock(mutex_);
    while (!has_room(bytes))
        if (!make_room()) return false;
    return true;
}

void Lobby::retire(const std::shared_ptr<BattleActor>& actor) {
    const std::lock_guard lock(mutex_);
    const auto found = battles_.find(actor->battle());
    if (found == battles_.end() || found->second.actor != actor) return;
    take_from_idle(found->second);
    battles_.erase(found);
}

void Lobby::create(const protocol::Create& message, Done done) {
    if (services_.stopping) return done(std::unexpected(going_down()));
    if (!may_grow(0)) return done(std::unexpected(memory_is_full()));
    auto draft = draft_battle(message, services_.surroundings(), services_.time.now());
    if (!draft) return done(std::unexpected(std::move(draft.error())));
    auto question = question_of(*draft, services_.key);
    if (!question) return store(std::move(*draft), {}, std::move(done));
    const auto waiting = std::make_shared<DraftBattle>(std::move(*draft));
    const auto counted = std::make_shared<Volume::Held>(services_.battle_bytes, weight_of(waiting->fold->origin()));
    services_.witnesses->ask(waiting->message.options.witness->address, *question,
                             [self = shared_from_this(), waiting, counted, done = std::move(done)](
                                 const std::expected<protocol::WitnessAnswer, Refusal>& answer) { self->witness_answered(*waiting, answer, done); });
}

// On the witness's thread: whatever goes wrong, whoever waits is told.
void Lobby::witness_answered(DraftBattle& draft, const std::expected<protocol::WitnessAnswer, Refusal>& answer, const Done& done) {
    const auto battle = draft.fold->origin().battle;
    const bool mistaken = fails(battle, [&] {
        if (answer) store(std::move(draft), *answer, done);
        else if (answer.error().code == Code::illegal_choice) done(refuse(Code::bad_setup, answer.error().message, "/options/witness/address"));
        else done(std::unexpected(answer.error()));
    });
    if (mistaken) fails(battle, [&] { done(std::unexpected(our_mistake())); });
}

void Lobby::store(DraftBattle draft, const std::optional<protocol::WitnessAnswer>& witness, Done done) {
    if (services_.stopping) return done(std::unexpected(going_down()));
    auto made = finish_battle(std::move(draft), witness, services_.key);
    if (!made) return done(std::unexpected(std::move(made.error())));
    const auto battle = std::make_shared<NewBattle>(std::move(*made));
    const auto weight = weight_of(battle->fold->origin()) + weight_of(battle->applied.events, battle->applied.inputs);
    const auto counted = std::make_shared<Volume::Held>(services_.battle_bytes, weight);  // until it is stored, and the battle counts itself
    services_.commits.write(
        storage::Creation{battle->stored.header, battle->stored.seats, battle->stored.steps},
        [self = shared_from_this(), battle, counted, done = std::move(done)](const storage::Result& number) { self->created(battle, number, done); });
}

// Whatever goes wrong here, whoever waits is told, and a battle that is there without its first look at the clock is woken.
void Lobby::created(const std::shared_ptr<NewBattle>& battle, const storage::Result& number, const Done& done) {
    const auto answer = std::move(battle->answer);  // the rest goes to the actor's thread
    const auto wake_at = battle->stored.wake_at;
    bool taken_up = false;  // then it says itself when it wants attention
    const auto let_time_wake = [&] {
        if (number && wake_at != 0 && !taken_up) services_.waker.set(answer.battle, wake_at);
    };
    const bool mistaken = fails(answer.battle, [&] {
        if (!number) return done(std::unexpected(store_refusal(number.error())));
        const bool is_over = battle->stored.steps.back().status == storage::Status::over;  // bots have fought it out: it is nobody's
        if (const auto actor = is_over ? nullptr : find_actor(answer.battle).value_or(nullptr)) {
            actor->adopt(battle, *number);
            taken_up = true;
        } else {
            services_.store.let_go(*number);
        }
        let_time_wake();
        done(answer);
    });
    if (!mistaken) return;
    fails(answer.battle, let_time_wake);
    fails(answer.battle, [&] { done(std::unexpected(number ? our_mistake_after() : our_mistake())); });
}

void Lobby::list(const protocol::List& message, const std::string& id, const std::string&, Listed done) {
    const bool taken = services_.searches.post([&services = services_, message, id, done] {
        std::expected<std::string, Refusal> answer = std::unexpected(our_mistake());
        try {
            const auto found = list_battles(services, message);
            if (found) answer = protocol::message_text(*found, id);
            else answer = std::unexpected(found.error());
        } catch (...) {  // whoever waits is answered; the mistake ends where all of this pool's do
            done(std::move(answer));
            throw;
        }
        done(std::move(answer));
    });
    if (!taken) done(refuse(Code::server_busy, "too many searches at once; try again in a moment"));
}

std::size_t Lobby::size() const {
    const std::lock_guard lock(mutex_);
    return battles_.size();
}

void Lobby::stop() {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, entry] : battles_) entry.actor->stop();
}

}  // namespace muster::server
