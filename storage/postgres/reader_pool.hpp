// A few readers that any thread borrows for one call.
#pragma once
#include <condition_variable>
#include <expected>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "storage/postgres/battle_reader.hpp"

namespace muster::storage::postgres {

class ReaderPool {
public:
    ReaderPool(const std::string& address, std::size_t connections, std::chrono::milliseconds search_time_max, std::chrono::milliseconds silence_max);

    /// Waits for a reader and returns what `ask(BattleReader&)` returns, or why it could not be read.
    template <typename Ask>
    auto read(const Ask& ask) -> std::expected<decltype(ask(std::declval<BattleReader&>())), Failure> {
        const Loan loan(*this);
        try {
            return ask(*loan.reader);
        } catch (const std::exception&) {
            return std::unexpected(failure_of_current_exception());
        }
    }

private:
    struct Loan {
        explicit Loan(ReaderPool& lender);
        ~Loan();
        ReaderPool& pool;
        std::unique_ptr<BattleReader> reader;
    };

    std::mutex mutex_{};
    std::condition_variable returned_{};
    std::vector<std::unique_ptr<BattleReader>> free_{};
};

}  // namespace muster::storage::postgres
