// musterd: config → store → lobby → listener → signals → run.
#include <sys/resource.h>

#include <csignal>
#include <iostream>
#include <thread>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include "rules/systems.hpp"
#include "server/limits.hpp"
#include "server/listener.hpp"
#include "storage/memory_store.hpp"
#include "storage/sqlite/sqlite_store.hpp"

namespace {

using namespace muster;
using namespace muster::server;

constexpr int exit_trouble = 3;

std::expected<std::unique_ptr<storage::Store>, storage::Failure> open_store(const Config& config) {
    if (config.keep_nothing) return std::make_unique<storage::MemoryStore>();
    std::error_code error;
    std::filesystem::create_directories(config.data, error);
    if (error) return std::unexpected(storage::Failure{storage::Failure::Kind::unavailable, config.data.string() + ": " + error.message()});
    return storage::SqliteStore::open(config.data / "muster.db");
}

void raise_limits() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a full quota is an error of the store, not the end of the server
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

// Whatever escapes a handler is a bug; it is logged, and everybody else goes on.
void run_until_idle(IoContext& io) {
    while (true) {
        try {
            io.run();
            return;
        } catch (const std::exception& error) {
            spdlog::critical("a handler failed: {}", error.what());
        }
    }
}

int run(const Config& config, storage::Store& store) {
    const int threads = config.threads > 0 ? config.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    IoContext io(threads);
    asio::thread_pool readers(2);
    Services services{io, readers, store, rules::shipped_rulesets(), config.settings};
    const auto lobby = std::make_shared<Lobby>(services);
    OddsService odds(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
    const auto notice = make_frame(protocol::message_text(protocol::Notice{"restart", "the server is going down; it keeps everything, come back in a moment"}));
    HttpServices http{services, config, lobby, std::make_shared<HttpApi>(services, lobby, odds), std::make_shared<Connections>(), notice};
    const auto listener = Listener::open(http);
    if (!listener) {
        std::cerr << "musterd: " << listener.error() << "\n";
        return exit_trouble;
    }
    (*listener)->start();

    const auto ending = asio::make_strand(io);
    asio::signal_set signals(ending, SIGINT, SIGTERM);
    asio::steady_timer deadline(ending);
    bool ended = false;
    std::chrono::steady_clock::time_point until{};
    std::function<void()> wait_for_end = [&] {  // ends the pending work, so that run() returns by itself
        deadline.expires_after(std::chrono::milliseconds(20));
        deadline.async_wait([&](ErrorCode) {
            if (http.connections->size() > 0 && std::chrono::steady_clock::now() < until) return wait_for_end();
            http.connections->cut_all();
            lobby->stop();
            ended = true;
            signals.cancel();
        });
    };
    std::chrono::steady_clock::time_point asked{};
    std::function<void(ErrorCode, int)> on_signal = [&](ErrorCode error, int number) {
        if (error) return;
        const auto now = std::chrono::steady_clock::now();
        constexpr auto insisting = std::chrono::seconds(1);  // a shell or make may pass one signal on twice
        if (services.stopping && now - asked > insisting) std::_Exit(1);
        if (!services.stopping.exchange(true)) {
            spdlog::info("signal {}: going down", number);
            asked = now;
            (*listener)->stop();
            http.connections->close_all();
            until = now + limits::shutdown_max;
            wait_for_end();
        }
        if (!ended) signals.async_wait(on_signal);
    };
    signals.async_wait(on_signal);
    std::cout << "Muster listens on http://" << (config.host.contains(':') ? "[" + config.host + "]" : config.host) << ":" << (*listener)->port() << std::endl;

    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back([&io] { run_until_idle(io); });
    run_until_idle(io);
    others.clear();
    readers.join();
    store.close();
    io.restart();  // what the store reported last still wants to be said to nobody
    run_until_idle(io);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const auto config = read_config(argc, argv);
    if (const auto* code = std::get_if<int>(&config)) return *code;
    const auto& settings = std::get<Config>(config);
    spdlog::set_default_logger(spdlog::stderr_color_mt("musterd"));
    spdlog::set_level(spdlog::level::from_str(settings.log_level));
    raise_limits();
    try {
        auto store = open_store(settings);
        if (!store) {
            std::cerr << "musterd: " << store.error().message << "\n";
            return exit_trouble;
        }
        return run(settings, **store);
    } catch (const std::exception& error) {
        std::cerr << "musterd: " << error.what() << "\n";
        return exit_trouble;
    }
}
