#include "clients/cli/agent_line.hpp"

#include "clients/cli/narration.hpp"

namespace muster::cli {

namespace {

constexpr std::size_t battles_max = 64;                        // that a server lets one connection follow
constexpr auto pause_after_refusal = std::chrono::minutes(1);  // what answers is no Muster server, or shows a wrong certificate: until somebody mends it

}  // namespace

AgentLine::AgentLine(Server server, Log log)
    : server_(std::move(server)), log_(std::move(log)), thread_([this](std::stop_token stop) { live(std::move(stop)); }) {}

AgentLine::~AgentLine() {
    thread_.request_stop();
    begin_to_stop();
}

void AgentLine::begin_to_stop() {
    const std::lock_guard lock(mutex_);
    if (connection_) connection_->post([connection = connection_] { connection->stop(); });
}

bool AgentLine::has_room_for(const std::string& battle) const { return battles_.size() < battles_max && !battles_.contains(battle); }

void AgentLine::attend(const HeldSeat& seat) {
    battles_.insert(seat.battle);
    const std::lock_guard lock(mutex_);
    coming_.push_back(seat);
    if (connection_) connection_->post([this] { sit_down(); });
}

void AgentLine::orders_changed(const std::string& battle) {
    const std::lock_guard lock(mutex_);
    if (!connection_) return;
    connection_->post([this, battle] {
        if (const auto found = seats_.find(battle); found != seats_.end()) found->second->orders_changed();
    });
}

void AgentLine::live(std::stop_token stop) {
    while (!stop.stop_requested()) {
        Connection connection(server_);
        {
            const std::lock_guard lock(mutex_);
            connection_ = &connection;
        }
        if (stop.stop_requested()) connection.stop();  // it was asked before there was one to tell
        else connection.run(*this);
        open_ = false;
        std::unique_lock lock(mutex_);
        connection_ = nullptr;
        pause_.wait_for(lock, stop, pause_after_refusal, [] { return false; });
    }
}

void AgentLine::sit_down() {
    std::vector<HeldSeat> coming;
    {
        const std::lock_guard lock(mutex_);
        coming.swap(coming_);
    }
    for (const auto& seat : coming) {
        Attendant::Host host{.send = [this](std::string text) { connection_->send(std::move(text)); },
                             .reopen = [this] { connection_->reopen(); },
                             .after = [this](auto delay, auto callback) { connection_->after(delay, std::move(callback)); },
                             .log = log_};
        auto& attendant = seats_[seat.battle] = std::make_unique<Attendant>(seat, std::move(host));
        if (open_) attendant->opened();
    }
}

void AgentLine::opened() {
    if (std::exchange(lost_told_, false)) log_("connected to " + server_.url());
    sit_down();
    open_ = true;
    for (const auto& [battle, attendant] : seats_) attendant->opened();
}

void AgentLine::received(std::string_view text) {
    connection_->settled();
    const auto message = parse_json(text);
    const auto battle = message ? text_at(*message, "battle") : std::string();
    if (const auto found = seats_.find(battle); found != seats_.end()) return found->second->received(text);
    if (battle.empty())  // an answer to one of them
        for (const auto& [name, attendant] : seats_) attendant->received(text);
}

void AgentLine::lost(const std::string& why) {
    open_ = false;
    if (!std::exchange(lost_told_, true)) log_("no connection to " + server_.url() + " (" + plain(why) + "); trying again…");
}

void AgentLine::refused(const std::string& why) { log_(server_.url() + " " + plain(why)); }

}  // namespace muster::cli
