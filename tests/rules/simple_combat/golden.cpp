// A small battle from its first event to its last, as text.
#include "tests/rules/simple_combat/field.hpp"

using namespace muster;
using namespace muster::test;

namespace {

const std::string golden = R"(turn_started {"north_units":2,"south_units":2,"turn":1}
rolled {"groups":[{"dice":[4],"label":"north"},{"dice":[2],"label":"south"}],"purpose":"initiative","roll":0,"seat":"north"}
initiative_rolled {"bonus":null,"first":"north","north":4,"south":2}
chosen {"choice":{"path":[[1,1],[1,0],[2,0]],"unit":"n2"},"decision":1,"kind":"move","seat":"north"}
moved {"cost":3,"path":[[1,1],[1,0],[2,0]],"unit":"n2"}
chosen {"choice":{"path":[[3,2],[3,1]],"unit":"s2"},"decision":2,"kind":"move","seat":"south"}
moved {"cost":2,"path":[[3,2],[3,1]],"unit":"s2"}
chosen {"choice":{"path":[[1,0]],"unit":"n1"},"decision":3,"kind":"move","seat":"north"}
moved {"cost":1,"path":[[1,0]],"unit":"n1"}
chosen {"choice":{"path":[],"unit":"s1"},"decision":4,"kind":"move","seat":"south"}
moved {"cost":0,"path":[],"unit":"s1"}
chosen {"choice":{"shots":[{"target":"s2","weapon":0},{"target":"s2","weapon":1}],"unit":"n1"},"decision":5,"kind":"fire","seat":"north"}
rolled {"groups":[{"dice":[4],"label":"medium_gun"}],"purpose":"to_hit","roll":1,"seat":"north"}
rolled {"groups":[{"dice":[5],"label":"medium_gun"}],"purpose":"to_damage","roll":2,"seat":"north"}
fired {"shots":[{"damage_roll":5,"damaged":true,"destroyed":true,"hit":true,"modifiers":[],"name":"medium_gun","power":2,"range":3,"roll":4,"target":"s2","to_damage":4,"to_hit":4,"weapon":0},{"lost":true,"name":"machine_gun","target":"s2","weapon":1}],"unit":"n1"}
chosen {"choice":{"shots":[{"target":"n2","weapon":0},{"target":"n2","weapon":1}],"unit":"s1"},"decision":6,"kind":"fire","seat":"south"}
rolled {"groups":[{"dice":[3],"label":"heavy_gun"}],"purpose":"to_hit","roll":3,"seat":"south"}
rolled {"groups":[{"dice":[6],"label":"heavy_gun"}],"purpose":"to_hit","roll":4,"seat":"south"}
rolled {"groups":[{"dice":[5],"label":"heavy_gun"}],"purpose":"to_damage","roll":5,"seat":"south"}
fired {"shots":[{"hit":false,"modifiers":[{"line":"not_moved","value":1},{"line":"twin","value":-1}],"name":"heavy_gun","range":3,"roll":3,"target":"n2","to_hit":4,"weapon":0},{"damage_roll":5,"damaged":true,"destroyed":true,"hit":true,"modifiers":[{"line":"not_moved","value":1},{"line":"twin","value":-1}],"name":"heavy_gun","power":2,"range":3,"roll":6,"target":"n2","to_damage":2,"to_hit":4,"weapon":1}],"unit":"s1"}
turn_ended {"north_points":100,"north_units":1,"south_points":165,"south_units":1,"turn":1}
turn_started {"north_units":1,"south_units":1,"turn":2}
rolled {"groups":[{"dice":[5],"label":"north"},{"dice":[5],"label":"south"}],"purpose":"initiative","roll":6,"seat":"north"}
initiative_rolled {"bonus":null,"first":null,"north":5,"south":5}
rolled {"groups":[{"dice":[5],"label":"north"},{"dice":[6],"label":"south"}],"purpose":"initiative","roll":7,"seat":"north"}
initiative_rolled {"bonus":null,"first":"south","north":5,"south":6}
chosen {"choice":{"path":[],"unit":"s1"},"decision":7,"kind":"move","seat":"south"}
moved {"cost":0,"path":[],"unit":"s1"}
chosen {"choice":{"path":[],"unit":"n1"},"decision":8,"kind":"move","seat":"north"}
moved {"cost":0,"path":[],"unit":"n1"}
chosen {"choice":{"shots":[{"target":"n1","weapon":0},{"target":"n1","weapon":1}],"unit":"s1"},"decision":9,"kind":"fire","seat":"south"}
rolled {"groups":[{"dice":[2],"label":"heavy_gun"}],"purpose":"to_hit","roll":8,"seat":"south"}
rolled {"groups":[{"dice":[2],"label":"heavy_gun"}],"purpose":"to_hit","roll":9,"seat":"south"}
fired {"shots":[{"hit":false,"modifiers":[{"line":"not_moved","value":1},{"line":"twin","value":-1}],"name":"heavy_gun","range":4,"roll":2,"target":"n1","to_hit":4,"weapon":0},{"hit":false,"modifiers":[{"line":"not_moved","value":1},{"line":"twin","value":-1}],"name":"heavy_gun","range":4,"roll":2,"target":"n1","to_hit":4,"weapon":1}],"unit":"s1"}
chosen {"choice":{"shots":[{"target":"s1","weapon":0}],"unit":"n1"},"decision":10,"kind":"fire","seat":"north"}
rolled {"groups":[{"dice":[6],"label":"medium_gun"}],"purpose":"to_hit","roll":10,"seat":"north"}
rolled {"groups":[{"dice":[3],"label":"medium_gun"}],"purpose":"to_damage","roll":11,"seat":"north"}
fired {"shots":[{"damage_roll":3,"damaged":false,"destroyed":false,"hit":true,"modifiers":[{"line":"not_moved","value":1}],"name":"medium_gun","power":2,"range":4,"roll":6,"target":"s1","to_damage":5,"to_hit":3,"weapon":0}],"unit":"n1"}
turn_ended {"north_points":100,"north_units":1,"south_points":165,"south_units":1,"turn":2}
battle_ended {"reason":"turn_limit","survivors":{"north":1,"south":1},"winner":"south"}
)";

}  // namespace

TEST_CASE("a battle of two against two, told by its events") {
    const Json setup = field({"n1:medium_tank . . . . #", "n2:scout_car . . . . .", ". . . . s1:dual_heavy_tank s2:rocket_team"}, {{"turn_limit", 2}});
    const auto run = battle(setup, {4, 2, 4, 5, 3, 6, 5, 5, 5, 5, 6, 2, 2, 6, 3},
                            {move("n2", {{1, 1}, {1, 0}, {2, 0}}), move("s2", {{3, 2}, {3, 1}}), move("n1", {{1, 0}}), move("s1", Json::array())});
    std::string told;
    for (const auto& each : run.events) told += each.name + ' ' + each.data + '\n';
    CHECK(told == golden);
}
