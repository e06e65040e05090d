// The seats that this user holds, and what was kept of their battles (protocol/mine.hpp): whoever has a seat's token plays it, so that the file is
// readable by its owner only.
#pragma once
#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "protocol/mine.hpp"

namespace muster::cli {

using HeldSeat = protocol::KeptSeat;

/// Writes a file that only its owner can read. Another reader sees the old one or the new one, never half of it. The error is a sentence.
std::optional<std::string> write_private(const std::filesystem::path& path, const std::string& text);

class SeatsFile {
public:
    explicit SeatsFile(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// $MUSTER_HOME, else $XDG_DATA_HOME/muster, else ~/.local/share/muster.
    static SeatsFile of_user();

    std::filesystem::path path() const { return folder_ / "seats.json"; }

    /// All that is kept; nothing when there is no file yet. The error is a sentence.
    std::expected<protocol::Mine, std::string> read() const;

    /// The seats held in one battle: those that the server let the user take.
    std::expected<std::vector<HeldSeat>, std::string> seats_in(const std::string& server, const std::string& battle) const;

    /// Adds a seat that the user was let take, to what is kept of it already; a name that is known stays if none is given. Safe against other processes that
    /// do the same; the error is a sentence.
    std::optional<std::string> remember(const HeldSeat& seat) const;

    /// Changes what is kept, as no other process does meanwhile. The error is a sentence; then nothing is changed.
    std::optional<std::string> change(const std::function<void(protocol::Mine&)>& change) const;

private:
    std::filesystem::path folder_;
};

}  // namespace muster::cli
