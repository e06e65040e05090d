#include "server/base/process_status.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace muster::server {

namespace {

double seconds(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; }

// /proc/self/stat, behind the program's name (which may hold anything): field 22 is the start in ticks since boot.
double started_s() {
    std::ifstream stat("/proc/self/stat"), boot("/proc/stat");
    std::string text;
    std::getline(stat, text);
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string skipped;
    for (int field = 3; field < 22; ++field) fields >> skipped;
    double ticks = 0, booted_s = 0;
    fields >> ticks;
    for (std::string word; boot >> word;)
        if (word == "btime") boot >> booted_s;
    return booted_s + ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::int64_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::int64_t all = 0, resident = 0;
    statm >> all >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
}

}  // namespace

ProcessStatus process_status() {
    ProcessStatus out;
    rusage used{};
    if (getrusage(RUSAGE_SELF, &used) == 0) out.cpu_s = seconds(used.ru_utime) + seconds(used.ru_stime);
    out.started_s = started_s();
    out.resident_bytes = resident_bytes();
    std::error_code error;
    for (std::filesystem::directory_iterator each("/proc/self/fd", error), end; !error && each != end; each.increment(error)) ++out.open_files;
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) out.open_files_max = static_cast<std::int64_t>(files.rlim_cur);
    return out;
}

}  // namespace muster::server
