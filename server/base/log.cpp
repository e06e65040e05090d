#include "server/base/log.hpp"

#include <fcntl.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <spdlog/version.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "server/base/process.hpp"

namespace muster::server::log {

namespace {

// Each line in one write, so that lines of several programs in one file stay whole, and none is lost with the program.
class FileSink final : public spdlog::sinks::base_sink<std::mutex> {
public:
    explicit FileSink(std::string path) : path_(std::move(path)) {}
    ~FileSink() override { leave(); }
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    std::expected<void, std::string> open() {
        const int fd = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0640);
        if (fd < 0) return std::unexpected("the log file " + path_ + " cannot be opened: " + why_not(path_, errno));
        const std::lock_guard lock(mutex_);
        leave();
        fd_ = fd;
        return {};
    }

protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        const auto written = ::write(fd_, line.data(), line.size());
        static_cast<void>(written);  // a full disk takes the log, not the server
    }
    void flush_() override {}

private:
    void leave() const {
        if (fd_ >= 0) ::close(fd_);
    }

    const std::string path_;
    int fd_ = -1;  // guarded by the base's mutex
};

/// What is written there the journal reads, which takes a priority from before each line (sd-daemon(3)) and leaves it out.
bool is_journal(int fd) {
    const char* const stream = std::getenv("JOURNAL_STREAM");
    struct stat own{};
    return stream && ::fstat(fd, &own) == 0 && stream == std::to_string(own.st_dev) + ":" + std::to_string(own.st_ino);
}

std::string priority(spdlog::level::level_enum level) {
    switch (level) {
        case spdlog::level::critical: return "<2>";
        case spdlog::level::err: return "<3>";
        case spdlog::level::warn: return "<4>";
        case spdlog::level::info: return "<6>";
        default: return "<7>";
    }
}

class PriorityFlag final : public spdlog::custom_flag_formatter {
public:
    void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& line) override {
        const auto text = priority(message.level);
        line.append(text.data(), text.data() + text.size());
    }
    std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<PriorityFlag>(); }
};

std::unique_ptr<spdlog::formatter> formatter(bool as_json, bool with_priority) {
    const std::string pattern = as_json ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})" : "%Y-%m-%dT%H:%M:%S.%eZ %^%l%$ %v";
    auto out = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
    out->add_flag<PriorityFlag>('*').set_pattern((with_priority ? "%*" : "") + pattern);
    return out;
}

std::shared_ptr<FileSink> file_sink;  // set by open(), as is what follows, before there are threads; null: stderr
bool as_json = false;
std::array<std::atomic<std::int64_t>, spdlog::level::n_levels> written{};

std::string json_text(std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);  // what is no UTF-8 may come from outside
}

std::string json_line(std::string_view event, Fields fields) {
    std::string out = "\"message\":" + json_text(event);
    for (const auto& [name, value] : fields) {
        out += ',' + json_text(name) + ':';
        if (const auto* number = std::get_if<std::int64_t>(&value)) out += std::to_string(*number);
        else out += json_text(std::get<std::string_view>(value));
    }
    return out;
}

// One line whatever is in it: what is not plain is quoted, with the escapes of JSON.
std::string plain_or_quoted(std::string_view text) {
    const bool plain = !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return c > ' ' && c != '"' && c != '=' && c != 0x7f; });
    return plain ? std::string(text) : json_text(text);
}

std::string text_line(std::string_view event, Fields fields) {
    std::string out = on_one_line(event);
    for (const auto& [name, value] : fields) {
        out += ' ' + std::string(name) + '=';
        if (const auto* number = std::get_if<std::int64_t>(&value)) out += std::to_string(*number);
        else out += plain_or_quoted(std::get<std::string_view>(value));
    }
    return out;
}

void for_people(spdlog::level::level_enum level, std::string_view sentence) {
    std::cerr << (is_journal(STDERR_FILENO) ? priority(level) : "") + "musterd: " + on_one_line(sentence) + "\n";
}

void write(spdlog::level::level_enum level, std::string_view event, Fields fields) {
    if (!spdlog::should_log(level)) return;
    const std::string line = as_json ? json_line(event, fields) : text_line(event, fields);
    written.at(static_cast<std::size_t>(level)).fetch_add(1, std::memory_order_relaxed);
    spdlog::default_logger_raw()->log(level, std::string_view(line));
}

}  // namespace

std::expected<void, std::string> open(const std::string& level, std::string_view format, const std::string& file) {
    as_json = format == "json";
    std::expected<void, std::string> opened;
    if (!file.empty()) {
        file_sink = std::make_shared<FileSink>(file);
        opened = file_sink->open();
        if (!opened) file_sink = nullptr;
    }
    spdlog::sink_ptr sink = file_sink;
    if (!sink) sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    auto logger = std::make_shared<spdlog::logger>("musterd", std::move(sink));
    logger->set_formatter(formatter(as_json, !file_sink && is_journal(STDERR_FILENO)));
    spdlog::set_default_logger(std::move(logger));
    set_level(level);
    return opened;
}

void set_level(const std::string& level) { spdlog::set_level(spdlog::level::from_str(level)); }

std::expected<void, std::string> reopen() { return file_sink ? file_sink->open() : std::expected<void, std::string>(); }

void debug(std::string_view event, Fields fields) { write(spdlog::level::debug, event, fields); }
void info(std::string_view event, Fields fields) { write(spdlog::level::info, event, fields); }
void warn(std::string_view event, Fields fields) { write(spdlog::level::warn, event, fields); }
void error(std::string_view event, Fields fields) { write(spdlog::level::err, event, fields); }
void critical(std::string_view event, Fields fields) { write(spdlog::level::critical, event, fields); }

void last_word(std::string_view sentence) {
    if (as_json || file_sink) error(sentence);
    if (!as_json || file_sink) for_people(spdlog::level::err, sentence);
}

void aside(std::string_view sentence) {
    if (as_json) info(sentence);
    else for_people(spdlog::level::info, sentence);
}

std::string on_one_line(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool steers = static_cast<unsigned char>(c) < ' ' || c == 0x7f;
        if (steers) out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else out += c;
    }
    return out;
}

std::string library() { return "spdlog " + std::to_string(SPDLOG_VER_MAJOR) + "." + std::to_string(SPDLOG_VER_MINOR) + "." + std::to_string(SPDLOG_VER_PATCH); }

std::int64_t lines(std::string_view level) {
    return written.at(static_cast<std::size_t>(spdlog::level::from_str(std::string(level)))).load(std::memory_order_relaxed);
}

}  // namespace muster::server::log
