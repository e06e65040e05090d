// A small battle from its first event to its last, as text.
#include "tests/rules/simple_combat/field.hpp"

using namespace muster;
using namespace muster::test;

namespace {

const std::string golden = R"(turn_started {"turn":1,"north_units":2,"south_units":2}
rolled {"seat":"north","roll":0,"purpose":"initiative","groups":[{"label":"north","dice":[4]},{"label":"south","dice":[2]}]}
initiative_rolled {"north":4,"south":2,"bonus":null,"first":"north"}
chosen {"seat":"north","decision":1,"kind":"move","choice":{"path":[[1,1],[1,0],[2,0]],"unit":"n2"}}
moved {"unit":"n2","path":[[1,1],[1,0],[2,0]],"cost":3}
chosen {"seat":"south","decision":2,"kind":"move","choice":{"path":[[3,2],[3,1]],"unit":"s2"}}
moved {"unit":"s2","path":[[3,2],[3,1]],"cost":2}
chosen {"seat":"north","decision":3,"kind":"move","choice":{"path":[[1,0]],"unit":"n1"}}
moved {"unit":"n1","path":[[1,0]],"cost":1}
chosen {"seat":"south","decision":4,"kind":"move","choice":{"path":[],"unit":"s1"}}
moved {"unit":"s1","path":[],"cost":0}
chosen {"seat":"north","decision":5,"kind":"fire","choice":{"shots":[{"target":"s2","weapon":0},{"target":"s2","weapon":1}],"unit":"n1"}}
rolled {"seat":"north","roll":1,"purpose":"to_hit","groups":[{"label":"medium_gun","dice":[4]}]}
rolled {"seat":"north","roll":2,"purpose":"to_damage","groups":[{"label":"medium_gun","dice":[5]}]}
fired {"unit":"n1","shots":[{"weapon":0,"name":"medium_gun","target":"s2","range":3,"to_hit":4,"modifiers":[],"roll":4,"hit":true,"to_damage":4,"damage_roll":5,"damaged":true,"power":2,"destroyed":true},{"weapon":1,"name":"machine_gun","target":"s2","lost":true}]}
chosen {"seat":"south","decision":6,"kind":"fire","choice":{"shots":[{"target":"n2","weapon":0},{"target":"n2","weapon":1}],"unit":"s1"}}
rolled {"seat":"south","roll":3,"purpose":"to_hit","groups":[{"label":"heavy_gun","dice":[3]}]}
rolled {"seat":"south","roll":4,"purpose":"to_hit","groups":[{"label":"heavy_gun","dice":[6]}]}
rolled {"seat":"south","roll":5,"purpose":"to_damage","groups":[{"label":"heavy_gun","dice":[5]}]}
fired {"unit":"s1","shots":[{"weapon":0,"name":"heavy_gun","target":"n2","range":3,"to_hit":4,"modifiers":[{"line":"not_moved","value":1},{"line":"twin","value":-1}],"roll":3,"hit":false},{"weapon":1,"name":"heavy_gun","target":"n2","range":3,"to_hit":4,"modifiers":[{"line":"not_moved","value":1},{"line":"twin","value":-1}],"roll":6,"hit":true,"to_damage":2,"damage_roll":5,"damaged":true,"power":2,"destroyed":true}]}
turn_ended {"turn":1,"north_units":1,"south_units":1,"north_points":100,"south_points":165}
turn_started {"turn":2,"north_units":1,"south_units":1}
rolled {"seat":"north","roll":6,"purpose":"initiative","groups":[{"label":"north","dice":[5]},{"label":"south","dice":[5]}]}
initiative_rolled {"north":5,"south":5,"bonus":null,"first":null}
rolled {"seat":"north","roll":7,"purpose":"initiative","groups":[{"label":"north","dice":[5]},{"label":"south","dice":[6]}]}
initiative_rolled {"north":5,"south":6,"bonus":null,"first":"south"}
chosen {"seat":"south","decision":7,"kind":"move","choice":{"path":[],"unit":"s1"}}
moved {"unit":"s1","path":[],"cost":0}
chosen {"seat":"north","decision":8,"kind":"move","choice":{"path":[],"unit":"n1"}}
moved {"unit":"n1","path":[],"cost":0}
chosen {"seat":"south","decision":9,"kind":"fire","choice":{"shots":[{"target":"n1","weapon":0},{"target":"n1","weapon":1}],"unit":"s1"}}
rolled {"seat":"south","roll":8,"purpose":"to_hit","groups":[{"label":"heavy_gun","dice":[2]}]}
rolled {"seat":"south","roll":9,"purpose":"to_hit","groups":[{"label":"heavy_gun","dice":[2]}]}
fired {"unit":"s1","shots":[{"weapon":0,"name":"heavy_gun","target":"n1","range":4,"to_hit":4,"modifiers":[{"line":"not_moved","value":1},{"line":"twin","value":-1}],"roll":2,"hit":false},{"weapon":1,"name":"heavy_gun","target":"n1","range":4,"to_hit":4,"modifiers":[{"line":"not_moved","value":1},{"line":"twin","value":-1}],"roll":2,"hit":false}]}
chosen {"seat":"north","decision":10,"kind":"fire","choice":{"shots":[{"target":"s1","weapon":0}],"unit":"n1"}}
rolled {"seat":"north","roll":10,"purpose":"to_hit","groups":[{"label":"medium_gun","dice":[6]}]}
rolled {"seat":"north","roll":11,"purpose":"to_damage","groups":[{"label":"medium_gun","dice":[3]}]}
fired {"unit":"n1","shots":[{"weapon":0,"name":"medium_gun","target":"s1","range":4,"to_hit":3,"modifiers":[{"line":"not_moved","value":1}],"roll":6,"hit":true,"to_damage":5,"damage_roll":3,"damaged":false,"power":2,"destroyed":false}]}
turn_ended {"turn":2,"north_units":1,"south_units":1,"north_points":100,"south_points":165}
battle_ended {"winner":"south","reason":"turn_limit","survivors":{"north":1,"south":1}}
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
