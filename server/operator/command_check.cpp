// musterd check: whether the store is whole and what it keeps holds. Reads only; also while the server runs.
#include <iostream>

#include "server/base/counted.hpp"
#include "server/base/log.hpp"
#include "server/operator/commands.hpp"
#include "server/operator/fault.hpp"
#include "storage/open.hpp"

namespace muster::server {

namespace {

struct Count {
    std::size_t verified = 0;
    std::size_t open = 0;
    std::size_t faults = 0;
};

void check_battle(storage::StoreReader& store, const storage::StoreReader::Entry& entry, Count& count) {
    const auto battle = store.load(entry.id);
    std::optional<std::string> fault;
    if (!battle) fault = battle.error().message;
    else if (entry.status == storage::Status::over) fault = fault_of(**battle);
    if (fault) {
        ++count.faults;
        std::cout << "battle " << entry.id << ": " << log::on_one_line(*fault) << "\n";
    } else {
        ++(entry.status == storage::Status::over ? count.verified : count.open);
    }
}

}  // namespace

ExitCode check_store(const storage::Location& data) {
    if (const auto none = no_folder(data)) return complain(*none);
    const auto store = storage::open_reader(data);
    if (!store) return complain(store.error().message);
    const auto damage = (*store)->damage();
    if (!damage) return complain(damage.error().message);
    for (const auto& each : *damage) std::cout << log::on_one_line(each) << "\n";
    Count count;
    std::int64_t last = 0;
    while (true) {
        constexpr int page = 1000;
        const auto entries = (*store)->battles_after(last, page);
        if (!entries) return complain(entries.error().message);
        if (entries->empty()) break;
        for (const auto& each : *entries) check_battle(**store, each, count);
        last = entries->back().number;
    }
    std::cout << counted(count.verified, "record holds", "records hold") << ", " << counted(count.open, "battle is", "battles are") << " not over yet, "
              << counted(count.faults, "battle is", "battles are") << " damaged" << (damage->empty() ? "" : "; the store is damaged, restore a backup") << "\n";
    return damage->empty() && count.faults == 0 ? done : answer_is_no;
}

}  // namespace muster::server
