// Preloaded into a server (LD_PRELOAD) it counts what is allocated, into the eight bytes of the file COUNT_ALLOCATIONS names.
// A growing realloc counts as one. operator new counts here and goes to malloc, so that one of the allocator's own that
// calls malloc would not count twice.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t>* counter = nullptr;

[[gnu::constructor]] void map_counter() {
    const char* file = std::getenv("COUNT_ALLOCATIONS");
    const int fd = file ? ::open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (fd < 0 || ::ftruncate(fd, sizeof *counter) != 0) return;
    void* at = ::mmap(nullptr, sizeof *counter, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED) counter = static_cast<std::atomic<std::uint64_t>*>(at);
    ::close(fd);
}

void count() {
    if (counter) counter->fetch_add(1, std::memory_order_relaxed);
}

template <typename Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void* plain(std::size_t size) {
    static const auto real = next<void* (*)(std::size_t)>("malloc");
    count();
    return real(size);
}
void* aligned(std::size_t alignment, std::size_t size) {
    static const auto real = next<void* (*)(std::size_t, std::size_t)>("memalign");
    count();
    return real(alignment, size);
}
void* or_throw(void* memory) {
    if (!memory) throw std::bad_alloc();
    return memory;
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) { return plain(size); }
void* calloc(std::size_t many, std::size_t size) {
    static const auto real = next<void* (*)(std::size_t, std::size_t)>("calloc");
    count();
    return real(many, size);
}
void* realloc(void* memory, std::size_t size) {
    static const auto real = next<void* (*)(void*, std::size_t)>("realloc");
    count();
    return real(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) { return aligned(alignment, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) { return aligned(alignment, size); }
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
    *memory = aligned(alignment, size);
    return *memory ? 0 : ENOMEM;
}
}

void* operator new(std::size_t size) { return or_throw(plain(size)); }
void* operator new[](std::size_t size) { return or_throw(plain(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return plain(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return plain(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return or_throw(aligned(std::size_t(alignment), size)); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return or_throw(aligned(std::size_t(alignment), size)); }
