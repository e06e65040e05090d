// The writing half of every store with a group writer: an engine adds a Transactor and the reading.
#pragma once
#include <mutex>
#include <string>

#include "storage/group_writer.hpp"

namespace muster::storage {

class GroupedStore : public Store {
public:
    void write_all(std::vector<Write> writes) final;
    void remember(std::string key, std::string value, Done done) final;
    void remember_instead(std::string key, std::string before, std::string value, Done done) final;
    void count_dice(std::vector<CountedBattle> battles, Done done) final;
    void keep_witnessed(Witnessed battle, WitnessedLimits limits, Done done) final;
    void renew_generation(Done done) final;
    std::string generation() const final;

protected:
    /// The one thread that writes; it lives as long as the store is used.
    virtual GroupWriter& writer() = 0;
    void set_generation(std::string generation);

private:
    mutable std::mutex generation_mutex_{};
    std::string generation_{};
};

}  // namespace muster::storage
