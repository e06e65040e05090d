#include "clients/cli/manual_sections.hpp"

namespace muster::cli {

std::vector<ManualSection> manual_sections() {
    return {
        {"EXIT STATUS",
         {{"0", "Done."},
          {"1", "The answer is no: a record does not hold, say."},
          {"2", "Wrong usage or input."},
          {"3", "The server or the store failed. One line on standard error says why, as it does for 1 and 2."}}},
        {"FILES",
         {{"~/.local/share/muster/seats.json",
           "Your seats, with what was kept of their battles. Whoever can read it can play them. It is in the folder MUSTER_HOME if that is set, otherwise in "
           "muster under XDG_DATA_HOME if that is."}}},
        {"SEE ALSO", {{"musterd(8)", "The server."}, {"systemctl(1)", "Starts muster agent as the user's own unit muster-agent.service."}}}};
}

}  // namespace muster::cli
