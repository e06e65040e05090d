// The seats that this user holds: whoever has a seat's token plays it, so that the file is readable by its owner only.
#pragma once
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace muster::cli {

struct HeldSeat {
    std::string server;  ///< Server::url()
    std::string battle;
    std::string seat;
    std::string token;
    std::string name;
    bool operator==(const HeldSeat&) const = default;
};

class SeatsFile {
public:
    explicit SeatsFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// $MUSTER_HOME, else $XDG_DATA_HOME/muster, else ~/.local/share/muster.
    static SeatsFile of_user();

    std::filesystem::path path() const { return folder_ / "seats.json"; }

    /// All seats held; none when there is no file yet. The error is a sentence.
    std::expected<std::vector<HeldSeat>, std::string> read() const;

    /// The seats held in one battle.
    std::expected<std::vector<HeldSeat>, std::string> seats_in(const std::string& server, const std::string& battle) const;

    /// Adds a seat, in the place of what is known of it already. Safe against other processes that do the same; the
    /// error is a sentence.
    std::optional<std::string> remember(const HeldSeat& seat) const;

private:
    std::filesystem::path folder_;
};

}  // namespace muster::cli
