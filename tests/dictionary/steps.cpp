// The steps of a store: as samples to train a dictionary with, or how small they get.
//   dictionary_steps samples FOLDER OUT [MAX]         a file in OUT for each step, of at most MAX steps of each ruleset
//   dictionary_steps measure FOLDER [DICTIONARY]      with another dictionary than the store's own
#include <zstd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "storage/open.hpp"
#include "storage/sqlite/dictionary.hpp"
#include "storage/sqlite/step_packing.hpp"

using namespace muster::storage;

namespace {

using Steps = std::map<std::string, std::vector<Step>>;  ///< by ruleset

template <typename T>
T needed(std::expected<T, Failure> result) {
    if (!result) throw std::runtime_error(result.error().message);
    return std::move(*result);
}

Steps steps_of(const std::string& folder) {
    const auto store = needed(open_reader(location_of(folder).value()));
    Steps found;
    std::int64_t last = 0;
    for (auto entries = needed(store->battles_after(last, 100)); !entries.empty(); entries = needed(store->battles_after(last, 100))) {
        for (const auto& entry : entries) {
            auto battle = needed(store->load(entry.id)).value();
            std::ranges::move(battle.steps, std::back_inserter(found[battle.header.ruleset]));
        }
        last = entries.back().number;
    }
    return found;
}

// No ruleset's words crowd out the others', only because its battles are longer.
void write_samples(Steps steps, const std::filesystem::path& folder, std::size_t count_max) {
    std::filesystem::create_directories(folder);
    for (auto& [ruleset, all] : steps) {
        std::ranges::shuffle(all, std::mt19937(1));
        if (all.size() > count_max) all.resize(count_max);
        for (std::size_t i = 0; i < all.size(); ++i)
            std::ofstream(folder / (ruleset + "-" + std::to_string(i)), std::ios::binary) << sqlite::joined_texts(all[i]);
        std::printf("%s: %zu samples\n", ruleset.c_str(), all.size());
    }
}

void measure(const Steps& steps, const std::string& dictionary) {
    sqlite::StepPacker packer(dictionary);
    for (const auto& [ruleset, all] : steps) {
        double plain = 0, packed = 0;
        for (const Step& each : all) {
            plain += static_cast<double>(sqlite::joined_texts(each).size());
            packed += static_cast<double>(packer.pack(each).size());
        }
        const auto count = static_cast<double>(all.size());
        std::printf("%-16s %6zu steps, %5.0f bytes on average, packed %4.0f\n", ruleset.c_str(), all.size(), plain / count, packed / count);
    }
}

std::string bytes_of(const char* file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error(std::string("cannot read ") + file);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 2 ? argv[1] : "";
    if (what == "samples" && argc > 3) write_samples(steps_of(argv[2]), argv[3], argc > 4 ? std::stoul(argv[4]) : 10'000);
    else if (what == "measure") measure(steps_of(argv[2]), argc > 3 ? bytes_of(argv[3]) : std::string(sqlite::dictionary()));
    else return 2;
}
