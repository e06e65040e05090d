#include "server/operator/operator_link.hpp"

#include <thread>

#include "rules/systems.hpp"
#include "server/base/limits.hpp"
#include "server/base/process.hpp"
#include "server/battle/store_clock.hpp"
#include "server/battle/stored_key.hpp"
#include "server/operator/commands.hpp"
#include "server/operator/control.hpp"
#include "server/operator/half_moved.hpp"
#include "storage/open.hpp"

namespace muster::server {

/// Everything that a battle needs to be moderated, on a store of its own.
class OperatorLink::OwnServer {
public:
    static std::expected<std::unique_ptr<OwnServer>, std::string> open(storage::Location data) {
        if (auto none = no_folder(data)) return std::unexpected(std::move(*none));
        if (!std::filesystem::is_directory(data.folder)) data.folder.clear();  // a database's: no server's, so none is made
        auto store = storage::open_store(data);
        if (!store) return std::unexpected(store.error().message);
        if (auto whole = expect_whole(**store); !whole) return std::unexpected(std::move(whole.error()));
        auto key = stored_proof_key(**store);
        if (!key) return std::unexpected(key.error().message);
        auto out = std::unique_ptr<OwnServer>(new OwnServer(std::move(*store), std::move(*key)));
        if (const auto restored = out->waker_.restore(); !restored) return std::unexpected(restored.error().message);
        if (const auto bans = recall_bans(out->services_); !bans) return std::unexpected(bans.error());
        return out;
    }
    ~OwnServer() {
        services_.stopping = true;
        lobby_->stop();
        work_.reset();
        thread_.join();
        loads_.join();
        long_loads_.join();
        searches_.join();
        store_->close();
        io_.restart();  // what the store reported last
        run_on_threads(io_, 1);
    }
    OwnServer(const OwnServer&) = delete;
    OwnServer& operator=(const OwnServer&) = delete;

    OperatorReply answer(const OperatorRequest& request) { return operator_.answer(request); }

private:
    OwnServer(std::unique_ptr<storage::Store> store, protocol::P256Key key) : store_(std::move(store)), key_(std::move(key)) {}

    std::unique_ptr<storage::Store> store_;
    protocol::P256Key key_;
    IoContext io_{1};
    asio::executor_work_guard<IoContext::executor_type> work_{io_.get_executor()};
    BoundedPool loads_{1, limits::loads_waiting_max};
    BoundedPool long_loads_{1, limits::long_loads_waiting_max};
    BoundedPool searches_{1, limits::searches_waiting_max};
    StoreClock clock_{*store_};
    ServerTime time_{clock_};
    Waker waker_{io_, loads_, *store_, time_};
    Services services_{{io_, time_, {}}, loads_, long_loads_, searches_, *store_, rules::shipped_rulesets(), waker_, std::move(key_)};
    std::shared_ptr<Lobby> lobby_ = std::make_shared<Lobby>(services_);
    Operator operator_{services_, lobby_};
    std::thread thread_{[this] { run_on_threads(io_, 1); }};
};

OperatorLink::OperatorLink(storage::Location data) : data_(std::move(data)) {}
OperatorLink::~OperatorLink() = default;

std::expected<OperatorReply, std::string> OperatorLink::ask(const OperatorRequest& request) {
    if (!own_) {
        auto reply = ask_running_server(data_, request);
        if (!reply) return std::unexpected(reply.error());
        if (*reply) return std::move(**reply);
        auto own = OwnServer::open(data_);
        if (!own) return std::unexpected(own.error());
        own_ = std::move(*own);
    }
    return own_->answer(request);
}

}  // namespace muster::server
