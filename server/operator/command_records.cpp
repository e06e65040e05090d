// musterd export, musterd import: records as JSON lines, one finished battle each.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iostream>

#include "server/base/log.hpp"
#include "server/base/process.hpp"
#include "server/battle/records.hpp"
#include "server/operator/commands.hpp"
#include "server/operator/operator_link.hpp"
#include "storage/open.hpp"

namespace muster::server {

namespace {

/// Standard output, or a new file that only its owner reads.
class Output {
public:
    static std::expected<Output, std::string> open(const std::filesystem::path& file) {
        if (file.empty()) return Output(STDOUT_FILENO);
        const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (descriptor >= 0) return Output(descriptor);
        return std::unexpected(file.string() + ": " + (errno == EEXIST ? "already exists; export never overwrites a file" : why_not(file, errno)));
    }

    std::expected<void, std::string> write(std::string_view text) {
        while (!text.empty()) {
            const auto written = ::write(descriptor_, text.data(), text.size());
            if (written < 0 && errno != EINTR) return std::unexpected("cannot write: " + error_text());
            if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
        }
        return {};
    }

    /// Whether all of it is on the disk; standard output may be a pipe, which has none.
    std::expected<void, std::string> finish() {
        if (descriptor_ == STDOUT_FILENO) return {};
        if (::fsync(descriptor_) != 0 || ::close(descriptor_) != 0) return std::unexpected("cannot write: " + error_text());
        return {};
    }

private:
    explicit Output(int descriptor) : descriptor_(descriptor) {}
    static std::string error_text() { return std::generic_category().message(errno); }

    int descriptor_;
};

/// The record on one line: between its parts there are line breaks, within its strings there are none.
std::string one_line(std::string record) {
    std::erase(record, '\n');
    return record + '\n';
}

/// Why records cannot be taken over, if they cannot.
std::optional<std::string> begin_import(OperatorLink& link) {
    const auto reply = link.ask({.command = OperatorCommand::begin_import});
    if (!reply) return reply.error();
    return reply->done ? std::nullopt : std::optional(reply->message);
}

}  // namespace

ExitCode export_records(const storage::Location& data, const std::filesystem::path& out) {
    if (const auto none = no_folder(data)) return complain(*none);
    const auto store = storage::open_reader(data);
    if (!store) return complain(store.error().message);
    auto output = Output::open(out);
    if (!output) return complain(output.error());
    int written = 0;
    std::int64_t last = 0;
    while (true) {
        constexpr int page = 1000;
        const auto entries = (*store)->battles_after(last, page);
        if (!entries) return complain(entries.error().message);
        if (entries->empty()) break;
        for (const auto& each : *entries) {
            if (each.status != storage::Status::over) continue;
            const auto battle = (*store)->load(each.id);
            if (!battle) return complain("battle " + each.id + ": " + battle.error().message);
            const auto record = stored_record(**battle);
            if (!record) return complain(record.error().message);
            if (const auto wrote = output->write(one_line(*record)); !wrote) return complain(wrote.error());
            ++written;
        }
        last = entries->back().number;
    }
    if (const auto finished = output->finish(); !finished) return complain(finished.error());
    log::aside(std::to_string(written) + " records written");
    return done;
}

ExitCode import_records(const storage::Location& data, const std::filesystem::path& in) {
    std::ifstream file;
    if (in != "-") {
        file.open(in);
        if (!file) return complain(in.string() + " cannot be read: " + why_not(in, errno), wrong_usage);
        if (file.peek(); file.bad()) return complain(in.string() + " cannot be read: " + why_not(in, errno), wrong_usage);
    }
    std::istream& lines = in == "-" ? std::cin : file;
    OperatorLink link(data);
    std::map<std::string, int> counts;
    int refused = 0;
    std::string line;
    bool begun = false;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (line.empty()) continue;
        if (const auto wrong = begun ? std::nullopt : begin_import(link)) return complain(*wrong);
        begun = true;
        const auto reply = link.ask({.command = OperatorCommand::import_record, .record = line});
        if (!reply) return complain("line " + std::to_string(number) + ": " + reply.error());
        if (reply->done) ++counts[reply->message];
        else if (reply->server_busy) return complain("line " + std::to_string(number) + ": " + reply->message + "; what came before it is imported");
        else {
            ++refused;
            log::aside("line " + std::to_string(number) + ": refused: " + reply->message);
        }
    }
    for (const auto& [what, count] : counts) std::cout << count << " " << what << "\n";
    if (refused > 0) std::cout << refused << " refused\n";
    return refused > 0 ? answer_is_no : done;
}

}  // namespace muster::server
