// Records of every version that ever wrote some hold for ever: those under tests/vectors/records, and those of events that have got a field since.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "protocol/verify.hpp"
#include "rules/systems.hpp"
#include "tests/protocol/games.hpp"

using namespace muster;
using namespace muster::test;
using namespace muster::protocol;

namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ostringstream out;
    out << std::ifstream(file).rdbuf();
    return out.str();
}

struct Shot {
    int die = 0;
    int range = 0;
    std::optional<int> bonus{};
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "die", self.die);
        visit("range", self.range, Rule{.later = true});
        visit("bonus", self.bonus, Rule{.sparse = true, .later = true});
    }
};

struct Salvo {
    std::string unit;
    std::vector<Shot> shots;
    std::optional<Shot> last;
    std::map<std::string, Shot> by_name;
    int total = 0;
    static void fields(auto& visit, auto& self) {
        list_fields(visit, "unit", self.unit, "shots", self.shots, "last", self.last, "by_name", self.by_name);
        visit("total", self.total, Rule{.later = true});
    }
};

}  // namespace

TEST_CASE("records that servers of every version wrote hold") {
    int files = 0;
    for (const auto& each : std::filesystem::recursive_directory_iterator(MUSTER_VECTORS "/records")) {
        if (each.path().extension() != ".json") continue;
        CAPTURE(each.path().string());
        const auto record = read_record(text_of(each.path()));
        REQUIRE(record);
        CHECK(record->format == "muster.record/" + each.path().parent_path().filename().string());
        const auto verdict = verify(*record, rules::shipped_rulesets());
        CHECK(verdict.holds);
        CHECK(verdict.path == "");
        CHECK(verdict.uncovered.empty() == (record->proof() == Proof::second));
        ++files;
    }
    CHECK(files > 25);
}

TEST_CASE("fields that came later are known, however deep they are") {
    CHECK(later_fields<Salvo>() ==
          std::vector<std::string>{"/shots/*/range", "/shots/*/bonus", "/last/range", "/last/bonus", "/by_name/*/range", "/by_name/*/bonus", "/total"});
}

TEST_CASE("what is told now is as it was told then but for fields that came later") {
    const auto later = later_fields<Salvo>();
    const Json now = to_json_value(Salvo{"n1", {{4, 2}, {6, 3, 1}}, Shot{1, 1}, {{"a", {2, 2}}}, 9});
    CHECK(without_later(now, now, later) == now);
    Json then = now;
    then.erase("total");
    then["shots"][1].erase("range");
    then["shots"][1].erase("bonus");
    then["last"].erase("range");
    then["by_name"]["a"].erase("range");
    CHECK(without_later(now, then, later) == then);
    Json forged = then;
    forged["shots"][0].erase("die");
    CHECK(without_later(now, forged, later) != forged);
    forged = then;
    forged["total"] = 8;
    CHECK(without_later(now, forged, later) != forged);
    forged = then;
    forged["shots"].erase(1);
    CHECK(without_later(now, forged, later) != forged);
    for (const Json& other : {Json(1), Json::array(), Json::object(), Json(nullptr), Json{{"shots", 1}, {"last", Json::array()}, {"by_name", "x"}}})
        CHECK(without_later(now, other, later) != other);
}
