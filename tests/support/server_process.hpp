// A real musterd in a process of its own, on a port and a folder of its own.
#pragma once
#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace muster::test {

/// A folder that is gone when the test is.
class TempFolder {
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

struct Finished {
    int exit_code = -1;  ///< 128 + signal when it was killed
    std::string out{};
    std::string err{};
};

/// Runs a program to its end; `input` is its standard input.
Finished run_program(const std::vector<std::string>& arguments, const std::string& input = {});

/// A program that runs beside the test; its output goes to a file.
class BackgroundProgram {
public:
    BackgroundProgram(std::vector<std::string> arguments, std::vector<std::string> environment = {});
    ~BackgroundProgram();
    BackgroundProgram(const BackgroundProgram&) = delete;
    BackgroundProgram& operator=(const BackgroundProgram&) = delete;
    /// Waits for its end.
    Finished wait();
    void signal(int signal) const;
    /// Sends a signal and waits for the end.
    Finished stop(int signal);
    /// What it has written to stdout so far.
    std::string out() const;
    /// What it has written to stderr so far.
    std::string err() const;

private:
    TempFolder folder_{};
    int pid_ = -1;
};

/// A port below those that the kernel lends to clients. A port among them is a trap for a server that is killed and started again
/// on it: a client that comes back meanwhile may be lent the very port it connects to, talk to itself, and keep the server out.
/// Nobody else who asks here or in free_port.mjs gets it meanwhile: it holds the UDP port of that number, which no server under test wants.
class OwnPort {
public:
    OwnPort();
    ~OwnPort();
    OwnPort(const OwnPort&) = delete;
    OwnPort& operator=(const OwnPort&) = delete;
    unsigned short number() const { return number_; }

private:
    unsigned short number_ = 0;
    int held_ = -1;
};

class ServerProcess {
public:
    /// Starts musterd and waits until it prints its address; throws with its stderr if it does not. `data` empty: it has no store. The option "{url}" is its
    /// own address.
    explicit ServerProcess(std::filesystem::path data, std::vector<std::string> options = {});
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /// Where MUSTER_TEST_NODES is set, each that has a store of its own is two servers on one database: whoever asks for the port gets that of the one and of
    /// the other by turns, so that clients of a battle come by both.
    unsigned short port() const { return second_ && turn_++ % 2 == 1 ? second_->port() : port_.number(); }
    int pid() const { return pid_; }
    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_.number()); }

    /// SIGKILL, and start again on the same port and folder.
    void kill_and_restart();
    /// A server that has ended by another signal before fails the test, whatever else that looks at.
    void kill();
    void start();
    /// Sends a signal and waits for the end; the exit code.
    int stop(int signal);
    /// Memory it holds now.
    long resident_kb() const { return status_kb("VmRSS:"); }
    /// The most that it has held so far.
    long peak_kb() const { return status_kb("VmHWM:"); }
    /// What it has written to stderr so far.
    std::string log() const;

private:
    void start_one();
    void kill_one();
    std::string own_log() const;
    long status_kb(std::string_view name) const;

    std::unique_ptr<ServerProcess> second_{};
    mutable std::atomic<unsigned> turn_{0};
    std::filesystem::path data_;
    std::vector<std::string> options_;
    OwnPort port_{};
    int pid_ = -1;
    TempFolder folder_{};
};

}  // namespace muster::test
