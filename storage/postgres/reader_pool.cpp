#include "storage/postgres/reader_pool.hpp"

namespace muster::storage::postgres {

ReaderPool::ReaderPool(const std::string& address, std::size_t connections, std::chrono::milliseconds search_time_max, std::chrono::milliseconds silence_max) {
    for (std::size_t i = 0; i < connections; ++i) free_.push_back(std::make_unique<BattleReader>(address, search_time_max, silence_max));
}

ReaderPool::Loan::Loan(ReaderPool& lender) : pool(lender) {
    std::unique_lock lock(pool.mutex_);
    pool.returned_.wait(lock, [this] { return !pool.free_.empty(); });
    reader = std::move(pool.free_.back());
    pool.free_.pop_back();
}

ReaderPool::Loan::~Loan() {
    {
        const std::scoped_lock lock(pool.mutex_);
        pool.free_.push_back(std::move(reader));
    }
    pool.returned_.notify_one();
}

}  // namespace muster::storage::postgres
