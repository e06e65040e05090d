#include "server/operator/manual_sections.hpp"

namespace muster::server {

std::vector<ManualSection> manual_sections() {
    return {
        {"EXIT STATUS",
         {{"0", "Done."},
          {"1", "The answer is no, or a second signal ended the server before it was done."},
          {"2", "Wrong usage or configuration; the unit does not start such a server again."},
          {"3", "The server or its store failed. One line on standard error says why, as it does for 1 and 2."}}},
        {"FILES",
         {{"/etc/muster.toml", "The settings under the unit. Elsewhere, and for every command, it is the file that --config or MUSTER_CONFIG names."},
          {"/var/lib/muster", "The store under the unit. Elsewhere it is the folder that --data names."},
          {"control.sock", "In that folder: by it commands reach the server while it runs."}}},
        {"SIGNALS",
         {{"SIGTERM, SIGINT",
           "A planned end: everybody connected is told, and what was acknowledged is kept. A second one more than a second later ends it at once."},
          {"SIGHUP",
           "Opens the log file anew and reads the settings and the certificate again. What needs a restart is told in the log. It never ends the server."}}},
        {"SEE ALSO",
         {{"muster(1)", "Plays, watches, replays and verifies battles."},
          {"systemctl(1)", "Starts, ends and reloads the unit musterd.service."},
          {"OPERATOR.md", "How to run a server; installed in share/doc/muster."}}}};
}

}  // namespace muster::server
