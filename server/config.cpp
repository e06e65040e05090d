#include "server/config.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <iostream>

namespace muster::server {

namespace {

constexpr int exit_usage = 2;

// HOST:PORT, [V6]:PORT or PORT.
bool read_listen(const std::string& text, Config& config) {
    const auto colon = text.rfind(':');
    std::string host = colon == std::string::npos ? config.host : text.substr(0, colon);
    const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    unsigned value = 0;
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), value);
    if (error != std::errc() || end != port.data() + port.size() || value > 65535 || host.empty()) return false;
    config.host = host;
    config.port = static_cast<unsigned short>(value);
    return true;
}

}  // namespace

std::variant<Config, int> read_config(int argc, const char* const* argv) {
    Config config;
    std::string listen = "127.0.0.1:8080";
    std::string data = "data";
    int unload_after_s = 60;
    CLI::App app("musterd: the Muster battle server", "musterd");
    app.set_config("--config", "", "read options from this TOML file");
    app.allow_config_extras(CLI::config_extras_mode::error);
    app.add_option("--listen", listen, "address and port; port 0 takes a free one")->envname("MUSTER_LISTEN")->capture_default_str();
    app.add_option("--data", data, "folder of the store; :memory: keeps nothing")->envname("MUSTER_DATA")->capture_default_str();
    app.add_option("--threads", config.threads, "network threads; 0: one per core")->envname("MUSTER_THREADS")->check(CLI::Range(0, 64))->capture_default_str();
    app.add_option("--allow-origin", config.allowed_origins, "web origins that may open a WebSocket besides the server's own; * allows all")
        ->envname("MUSTER_ALLOW_ORIGIN");
    app.add_option("--messages-per-s", config.settings.messages_per_s, "messages per second and connection; 0: no limit")
        ->envname("MUSTER_MESSAGES_PER_S")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    app.add_option("--connections-max", config.connections_max, "connections at once")
        ->envname("MUSTER_CONNECTIONS_MAX")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    app.add_option("--unload-after-s", unload_after_s, "seconds after which a battle nobody looks at leaves memory")
        ->envname("MUSTER_UNLOAD_AFTER_S")
        ->check(CLI::Range(0, 86400))
        ->capture_default_str();
    app.add_option("--log-level", config.log_level, "debug, info, warn or error")
        ->envname("MUSTER_LOG_LEVEL")
        ->check(CLI::IsMember({"debug", "info", "warn", "error"}))
        ->capture_default_str();
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        std::cout << app.help();
        return 0;
    } catch (const CLI::ParseError& error) {
        std::cerr << "musterd: " << error.what() << " (see musterd --help)\n";
        return exit_usage;
    }
    if (!read_listen(listen, config)) {
        std::cerr << "musterd: --listen: expected ADDRESS:PORT, got \"" << listen << "\"\n";
        return exit_usage;
    }
    config.keep_nothing = data == ":memory:";
    config.data = data;
    config.settings.messages_burst = config.settings.messages_per_s * 2;
    config.settings.unload_after = std::chrono::seconds(unload_after_s);
    return config;
}

}  // namespace muster::server
