// From an operator's command to whoever answers it: the server that runs on the data folder, or, when none runs, a server
// without a network that this program is for a moment.
#pragma once
#include <expected>
#include <filesystem>
#include <memory>
#include <string>

#include "server/operator/operator.hpp"
#include "storage/location.hpp"

namespace muster::server {

class OperatorLink {
public:
    explicit OperatorLink(storage::Location data);
    ~OperatorLink();
    OperatorLink(const OperatorLink&) = delete;
    OperatorLink& operator=(const OperatorLink&) = delete;

    /// The reply; the refusal says why nobody could answer.
    std::expected<OperatorReply, std::string> ask(const OperatorRequest& request);

private:
    class OwnServer;

    const storage::Location data_;
    std::unique_ptr<OwnServer> own_;  // once nobody else runs
};

}  // namespace muster::server
