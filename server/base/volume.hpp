// How many bytes of something there are together, wherever they are. Counted where they come to be and go: whoever has some of them
// holds a Held, so that nothing is counted twice and nothing forgotten. Thread-safe; one Held belongs to one thread at a time.
#pragma once
#include <atomic>
#include <cstddef>
#include <utility>

namespace muster::server {

class Volume {
public:
    class Held {
    public:
        Held() = default;  ///< of nothing: it may grow, and counts nowhere
        Held(Volume& volume, std::size_t bytes) : volume_(&volume) { set(bytes); }
        Held(Held&& other) noexcept : volume_(std::exchange(other.volume_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
        Held& operator=(Held&& other) noexcept {
            std::swap(volume_, other.volume_);
            std::swap(bytes_, other.bytes_);
            return *this;
        }
        ~Held() { set(0); }

        void set(std::size_t bytes) {
            if (volume_) volume_->bytes_.fetch_add(bytes - bytes_, std::memory_order_relaxed);  // modulo 2^64, as it should
            bytes_ = bytes;
        }
        void grow(std::size_t bytes) { set(bytes_ + bytes); }
        std::size_t bytes() const { return bytes_; }
        void end() { *this = Held(); }

    private:
        Volume* volume_ = nullptr;
        std::size_t bytes_ = 0;
    };

    std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::size_t> bytes_ = 0;
};

}  // namespace muster::server
