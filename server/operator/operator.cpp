#include "server/operator/operator.hpp"

#include <future>

#include "protocol/times.hpp"
#include "server/base/counted.hpp"
#include "server/base/limits.hpp"
#include "server/base/log.hpp"
#include "server/base/refusals.hpp"
#include "server/battle/records.hpp"

namespace muster::server {

namespace {

OperatorReply yes(std::string message) { return {true, std::move(message)}; }
OperatorReply no(std::string message) { return {false, std::move(message)}; }
OperatorReply no(const Refusal& refusal) { return {false, refusal.message, refusal.code == Code::server_busy}; }
/// Of a record: whoever has it can look up the place.
OperatorReply no_record(const Refusal& refusal) {
    return {false, refusal.message + (refusal.path.empty() ? "" : " (at " + refusal.path + ")"), refusal.code == Code::server_busy};
}
OperatorReply no(const storage::Failure& failure) { return {false, failure.message, failure.kind != storage::Failure::Kind::broken}; }

/// Waits for what `begin` answers on another thread.
template <typename Result, typename Begin>
Result wait_for(const Begin& begin) {
    const auto promise = std::make_shared<std::promise<Result>>();
    begin([promise](Result result) { promise->set_value(std::move(result)); });
    return promise->get_future().get();
}

using Stored = std::expected<std::int64_t, storage::Failure>;
using Looking = std::expected<std::vector<Onlooker>, Refusal>;

const std::string bans_key = "bans";

bool is_this_machine(const std::string& address) {
    const auto set = AddressSet::read({address});
    return !address.empty() && set && (set->contains(asio::ip::address_v4::loopback()) || set->contains(asio::ip::address_v6::loopback()));
}

}  // namespace

std::expected<void, std::string> recall_bans(Services& services) {
    const auto text = services.store.recall(bans_key);
    if (!text) return std::unexpected(text.error().message);
    return services.bans.read(*text);
}

void hear_bans(Services& services) {
    services.store.on_remembered(bans_key, [&services](const std::string& text) {
        if (const auto read = services.bans.read(text); !read) log::error("the bans stay as they were: " + read.error());
    });
}

OperatorReply Operator::answer(const OperatorRequest& request) {
    if (services_.stopping) return no(going_down());
    switch (request.command) {
        case OperatorCommand::hide: return set_visibility(request.battle, true);
        case OperatorCommand::show: return set_visibility(request.battle, false);
        case OperatorCommand::close: return close(request.battle);
        case OperatorCommand::who: return who(request.battle);
        case OperatorCommand::ban: return discreet(request.ban, ban(request.ban), "an address is banned");
        case OperatorCommand::unban: return discreet(request.ban, unban(request.ban), "an address is no longer banned");
        case OperatorCommand::bans: return {.done = true, .bans = services_.bans.all(services_.time.now_ms())};
        case OperatorCommand::begin_import: return begin_import();
        case OperatorCommand::import_record: return take_record(request.record);
        case OperatorCommand::archive: return archive(request.finished_before);
    }
    return no("there is no such command");
}

// The lobby's claim says whose it is.
std::expected<std::vector<Onlooker>, Refusal> Operator::moderate(const std::string& battle, Moderation what) {
    const auto found = lobby_->find(battle);
    if (!found) return std::unexpected(found.error());
    auto here = wait_for<Looking>([&](auto done) { server::moderate(**found, what, std::move(done)); });
    if (here || !is_another_servers(here.error())) return here;
    if (elsewhere_) here = wait_for<Looking>([&](auto done) { elsewhere_(battle, what, std::move(done)); });
    if (here || !is_another_servers(here.error())) return here;
    return refuse(Code::server_busy,
                  "another server has this battle, and does not answer here: `musterd nodes` shows which there are; ask on its machine, with --data and "
                  "--store as it has them");
}

OperatorReply Operator::set_visibility(const std::string& battle, bool hidden) {
    const auto done = moderate(battle, hidden ? Moderation::hide : Moderation::show);
    if (!done) return no(done.error());
    return yes("battle " + battle + (hidden ? " is no longer listed; anyone with its address can still see it" : " is listed again"));
}

OperatorReply Operator::close(const std::string& battle) {
    const auto done = moderate(battle, Moderation::close);
    return done ? yes("battle " + battle + " is closed; nobody has won") : no(done.error());
}

OperatorReply Operator::who(const std::string& battle) {
    auto onlookers = moderate(battle, Moderation::who);
    if (!onlookers) return no(onlookers.error());
    if (onlookers->empty()) return yes("nobody looks at battle " + battle + " now");
    return {.done = true, .onlookers = std::move(*onlookers)};
}

// Another server may change them at the same time: neither undoes what the other does.
OperatorReply Operator::change_bans(const std::function<std::string(std::vector<Ban>&)>& change, std::string message) {
    constexpr int tries_max = 10;
    for (int tries = 1; tries <= tries_max; ++tries) {
        const auto before = services_.store.recall(bans_key);
        if (!before) return no(before.error());
        Bans checked;
        if (const auto read = checked.read(*before); !read) return no(read.error());
        auto bans = checked.all(services_.time.now_ms());
        if (const auto why = change(bans); !why.empty()) return no(why);
        if (const auto valid = checked.set(bans); !valid) return no(valid.error());
        const std::string text = Bans::to_text(bans);
        const auto stored = wait_for<Stored>([&](auto done) { services_.store.remember_instead(bans_key, *before, text, std::move(done)); });
        if (!stored) return no(stored.error());
        const auto kept = services_.store.recall(bans_key);
        if (!kept) return no(kept.error());
        if (*kept != text) continue;
        if (const auto set = services_.bans.set(bans); !set) return no(set.error());
        hear_bans(services_);  // what others did in between may have been heard before, and is then told again
        return yes(std::move(message));
    }
    return {false, "other servers change the bans at the same time; try again in a moment", true};
}

OperatorReply Operator::ban(const Ban& asked) {
    if (asked.address.empty() == asked.name.empty()) return no("name an address or a name");
    const auto read = asked.in_one_way();
    if (!read) return no(read.error());
    const Ban& ban = *read;
    if (is_this_machine(ban.address))
        return no(
            ban.address +
            " is this machine, with its health checks; if a proxy passes everybody on from there, name that in trusted-proxies, and ban whom it passes on");
    const auto add = [&](std::vector<Ban>& bans) {
        std::erase_if(bans, [&](const Ban& each) { return each.same_as(ban); });
        if (bans.size() >= limits::bans_max) return "there are " + std::to_string(limits::bans_max) + " bans already; lift some, or ban a network";
        bans.push_back(ban);
        return std::string();
    };
    return change_bans(add, ban.address + ban.name + " is banned" + (ban.until.empty() ? "" : " until " + ban.until));
}

OperatorReply Operator::unban(const Ban& asked) {
    const auto read = asked.in_one_way();
    if (!read) return no(read.error());
    const Ban& ban = *read;
    bool was_banned = false;
    const auto lift = [&](std::vector<Ban>& bans) {
        was_banned = std::erase_if(bans, [&](const Ban& each) { return each.same_as(ban); }) > 0 || was_banned;
        return was_banned ? std::string() : ban.address + ban.name + " is not banned";
    };
    return change_bans(lift, ban.address + ban.name + " is no longer banned");
}

OperatorReply Operator::discreet(const Ban& asked, OperatorReply reply, std::string changed) const {
    const auto read = asked.in_one_way();
    const auto& address = read ? read->address : asked.address;
    if (!address.empty() && reply.message.contains(address) && !services_.settings->log_addresses)
        reply.for_log = reply.done ? std::move(changed) : "the bans of addresses stay as they were";
    return reply;
}

// A record may be shorter than what somebody saw of its battle elsewhere, or here before a restore: talk after the end is not in it.
OperatorReply Operator::begin_import() {
    const auto renewed = wait_for<Stored>([&](auto done) { services_.store.renew_generation(std::move(done)); });
    return renewed ? yes("") : no(renewed.error());
}

OperatorReply Operator::take_record(const std::string& text) {
    const GiveUp give_up = [this] { return services_.stopping.load(); };
    const auto record = protocol::read_record(text, give_up);
    if (!record) return services_.stopping ? no(going_down()) : no_record(record.error());
    auto imported = import_record(*record, services_.rulesets, give_up);
    if (!imported) return no_record(imported.error());
    const auto known = services_.store.load(record->battle, &services_.stopping);
    if (!known) return services_.stopping ? no(going_down()) : no(known.error());
    if (*known) {
        const auto kept = stored_record(**known);
        const auto same = kept ? protocol::read_record(*kept) : std::unexpected(kept.error());
        return same && same->chain == record->chain ? yes("there already") : no("there is another battle with this id");
    }
    const auto stored = wait_for<Stored>([&](auto done) {
        services_.store.write_one(storage::Creation{std::move(imported->header), std::move(imported->seats), std::move(imported->steps)}, std::move(done));
    });
    return stored ? yes("imported") : no(stored.error());
}

OperatorReply Operator::archive(const std::string& finished_before) {
    if (!protocol::read_time(finished_before)) return no("\"" + finished_before + "\" is not a time");
    const auto moved = services_.store.archive(finished_before, &services_.stopping);
    if (!moved) return no(moved.error());
    const auto done = counted(static_cast<std::uint64_t>(*moved), "battle was moved", "battles were moved") + " to the archive";
    if (!services_.stopping) return yes(done);
    return no(Refusal{Code::server_busy, done + ", then the server went down; ask again for those that are left"});
}

}  // namespace muster::server
