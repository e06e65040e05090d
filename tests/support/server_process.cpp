#include "tests/support/server_process.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "tests/support/loopback.hpp"
#include "tests/support/postgres.hpp"

namespace muster::test {

namespace {

std::string read_file(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

int open_file(const std::filesystem::path& path, int flags) { return ::open(path.c_str(), flags | O_CLOEXEC, 0600); }

// `environment` goes before what is inherited: of two values of one name a program takes the first.
int spawn(const std::vector<std::string>& arguments, int in, int out, int err, const std::vector<std::string>& environment) {
    std::vector<char*> argv;
    for (const auto& each : arguments) argv.push_back(const_cast<char*>(each.c_str()));
    argv.push_back(nullptr);
    std::vector<char*> envp;
    for (const auto& each : environment) envp.push_back(const_cast<char*>(each.c_str()));
    for (char** each = environ; *each; ++each) envp.push_back(*each);
    envp.push_back(nullptr);
    const int pid = ::fork();
    if (pid == 0) {
        ::dup2(in, 0);
        ::dup2(out, 1);
        ::dup2(err, 2);
        ::execve(argv[0], argv.data(), envp.data());
        ::_exit(127);
    }
    return pid;
}

constexpr int by_signal = 128;  ///< as shells say it

int wait_for(int pid) {
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : by_signal + WTERMSIG(status);
}

bool binds(int socket, unsigned short port) {
    const auto address = loopback(port);
    return ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool listens_nowhere(unsigned short port) {
    const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool bound = binds(probe, port);
    ::close(probe);
    return bound;
}

}  // namespace

OwnPort::OwnPort() {
    std::random_device random;
    while (true) {
        number_ = static_cast<unsigned short>(std::uniform_int_distribution(10'000, 32'000)(random));
        held_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (held_ < 0) throw std::runtime_error("no socket to hold a port by");
        if (binds(held_, number_) && listens_nowhere(number_)) return;
        ::close(held_);
    }
}

OwnPort::~OwnPort() { ::close(held_); }

TempFolder::TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "muster-test-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a folder in " + name);
    path_ = name;
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

namespace {

// Standard input from `in`, the rest to files, in `folder`. The seats that this machine's user keeps are neither read nor written: where
// `environment` names no MUSTER_HOME, it is a folder of this program alone.
int spawn_in(const TempFolder& folder, const std::vector<std::string>& arguments, const std::string& input, std::vector<std::string> environment) {
    environment.push_back("MUSTER_HOME=" + (folder.path() / "home").string());
    std::ofstream(folder.path() / "in") << input;
    const int in = open_file(folder.path() / "in", O_RDONLY);
    const int out = open_file(folder.path() / "out", O_WRONLY | O_CREAT);
    const int err = open_file(folder.path() / "err", O_WRONLY | O_CREAT);
    const int pid = spawn(arguments, in, out, err, environment);
    for (const int fd : {in, out, err}) ::close(fd);
    return pid;
}

Finished finish(const TempFolder& folder, int pid) {
    const int code = wait_for(pid);
    return {code, read_file(folder.path() / "out"), read_file(folder.path() / "err")};
}

}  // namespace

Finished run_program(const std::vector<std::string>& arguments, const std::string& input) {
    const TempFolder folder;
    return finish(folder, spawn_in(folder, arguments, input, {}));
}

BackgroundProgram::BackgroundProgram(std::vector<std::string> arguments, std::vector<std::string> environment)
    : pid_(spawn_in(folder_, arguments, {}, environment)) {}

BackgroundProgram::~BackgroundProgram() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    wait_for(pid_);
}

std::string BackgroundProgram::err() const { return read_file(folder_.path() / "err"); }

std::string BackgroundProgram::out() const { return read_file(folder_.path() / "out"); }

void BackgroundProgram::signal(int signal) const { ::kill(pid_, signal); }

Finished BackgroundProgram::stop(int signal) {
    this->signal(signal);
    return wait();
}

Finished BackgroundProgram::wait() { return finish(folder_, std::exchange(pid_, -1)); }

namespace {

/// The database that stands for this folder.
std::string database_for(const std::filesystem::path& folder) {
    static std::map<std::filesystem::path, std::string> known;
    auto& address = known[folder];
    if (address.empty()) address = Postgres::instance().new_database();
    return address;
}

}  // namespace

ServerProcess::ServerProcess(std::filesystem::path data, std::vector<std::string> options) : data_(std::move(data)), options_(std::move(options)) {
    const bool is_pair = std::getenv("MUSTER_TEST_NODES") && !data_.empty() && std::ranges::find(options_, "--store") == options_.end();
    if (is_pair) {
        options_.insert(options_.end(), {"--store", database_for(data_), "--node-url", "{url}"});
        second_ = std::make_unique<ServerProcess>(folder_.path() / "second", options_);
    }
    start_one();
}

ServerProcess::~ServerProcess() { kill(); }

void ServerProcess::start() {
    if (second_) second_->start();
    start_one();
}

void ServerProcess::kill() {
    kill_one();
    if (second_) second_->kill();
}

void ServerProcess::start_one() {
    std::vector<std::string> arguments{MUSTERD, "--listen", "127.0.0.1:" + std::to_string(port_.number())};
    if (!data_.empty()) arguments.insert(arguments.end(), {"--data", data_.string()});
    for (const auto& each : options_) arguments.push_back(each == "{url}" ? url() : each);
    int pipe_ends[2];
    if (::pipe2(pipe_ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    const int in = open_file("/dev/null", O_RDONLY);
    const int err = open_file(folder_.path() / "stderr", O_WRONLY | O_CREAT | O_APPEND);
    pid_ = spawn(arguments, in, pipe_ends[1], err, {"MUSTER_UNLIMITED_ADDRESSES=127.0.0.1"});  // a test is a crowd; options go before
    for (const int fd : {in, err, pipe_ends[1]}) ::close(fd);
    std::string line;
    char c = 0;
    while (::read(pipe_ends[0], &c, 1) == 1 && c != '\n') line += c;  // the address, or the end of a server that did not start
    ::close(pipe_ends[0]);
    if (line.empty()) {
        wait_for(std::exchange(pid_, -1));
        throw std::runtime_error("musterd did not start: " + own_log());
    }
}

void ServerProcess::kill_one() {
    if (pid_ < 0) return;
    siginfo_t end{};
    const bool was_dead = ::waitid(P_PID, static_cast<id_t>(pid_), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid != 0;
    ::kill(pid_, SIGKILL);
    const int signal = wait_for(std::exchange(pid_, -1)) - by_signal;
    if (signal < 0 || (signal == SIGKILL && !was_dead)) return;  // one that writes its core down is not dead yet, but will not have died of this
    constexpr std::size_t enough = 2'000;
    const auto said = own_log();
    FAIL_CHECK("musterd ended by signal " << signal << "; the end of its log: " << said.substr(said.size() - std::min(said.size(), enough)));
}

void ServerProcess::kill_and_restart() {
    kill();
    start();
}

int ServerProcess::stop(int signal) {
    ::kill(pid_, signal);
    const int code = wait_for(std::exchange(pid_, -1));
    const int of_second = second_ ? second_->stop(signal) : 0;
    return code != 0 ? code : of_second;
}

long ServerProcess::status_kb(std::string_view name) const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    std::string word;
    long value = 0;
    while (status >> word)
        if (word == name) status >> value;
    return value;
}

std::string ServerProcess::own_log() const { return read_file(folder_.path() / "stderr"); }

std::string ServerProcess::log() const { return own_log() + (second_ ? second_->log() : ""); }

}  // namespace muster::test
