#include "storage/sqlite/step_reader.hpp"

#include <algorithm>

#include "storage/sqlite/errors.hpp"
#include "storage/steps.hpp"

namespace muster::storage::sqlite {

StepReader::StepReader(SQLite::Database& database, const std::filesystem::path& file)
    : file_(file), select_archived_(database, "SELECT archived FROM battles WHERE number = ?"), statements_(database) {}

std::vector<Step> StepReader::all(std::int64_t battle, const std::atomic<bool>* given_up) {
    std::vector<Step> steps;
    read(battle, -1, [&](Step step) {
        if (given_up && *given_up) throw StoreError(nobody_waits());
        steps.push_back(std::move(step));
        return true;
    });
    return steps;
}

std::vector<Step> StepReader::events_after(std::int64_t battle, std::int64_t seq, std::size_t bytes_max) {
    StepSlice slice(bytes_max);
    read(battle, seq, [&](Step step) { return slice.take(std::move(step)); });
    return std::move(slice).steps();
}

bool StepReader::is_archived(std::int64_t battle) {
    bool archived = false;
    select_archived_.rows([&](const Row& row) { archived = row.number(0) != 0; }, battle);
    return archived;
}

// What is archived comes first; what the store still has of it is the same and is passed over. The store is looked at
// before the archive, so whatever it says is archived is there.
void StepReader::read(std::int64_t battle, std::int64_t after_seq, const Take& take) {
    std::int64_t last_id = 0;
    std::int64_t head = statements_.head_until(battle, after_seq);
    bool wanted = true;
    const auto take_next = [&](std::int64_t id, Step step) {
        if (id <= last_id) return true;
        last_id = id;
        step.first_seq = head + 1;
        head = step.last_seq;
        wanted = take(std::move(step));
        return wanted;
    };
    if (is_archived(battle)) {
        if (!archive_) archive_.emplace(file_);
        head = std::max(head, archive_->steps().head_until(battle, after_seq));
        archive_->steps().each_after(battle, after_seq, take_next);
    }
    if (wanted) statements_.each_after(battle, after_seq, take_next);
}

}  // namespace muster::storage::sqlite
