// A machine whose clock is an hour ahead, for a program that this library is loaded into before all others.
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern "C" int clock_gettime(clockid_t which, timespec* told) {
    constexpr time_t hour = 3'600;
    const auto result = static_cast<int>(::syscall(SYS_clock_gettime, which, told));
    if (result == 0 && which == CLOCK_REALTIME) told->tv_sec += hour;
    return result;
}
