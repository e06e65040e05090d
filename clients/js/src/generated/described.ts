// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

import type { RulesetDescription } from './description.js';

export const allDescribed: Record<string, RulesetDescription['describe']> = {
 "advanced-combat": {
  "decisions": {
   "air_support": {
    "among": "/classes",
    "args": {
     "aircraft": {
      "as": "units",
      "at": "/aircraft"
     }
    },
    "choice": "/class",
    "form": "pairs",
    "list": "/aircraft",
    "partners": {
     "by": "class",
     "list": "/units",
     "room": "/taking_part"
    },
    "told_by": "air_support_declared"
   },
   "casualties": {
    "args": {
     "damage": {
      "as": "number",
      "at": "/damage"
     },
     "due": {
      "as": "given",
      "at": "/must_lose"
     },
     "dues": {
      "as": "sentences",
      "at": "/must_lose",
      "between": " and ",
      "of": "due"
     }
    },
    "choice": "/units",
    "form": "counts",
    "groups": {
     "by": "era",
     "list": "/must_lose"
    },
    "item": "candidate",
    "list": "/candidates",
    "told_by": "casualties_taken"
   },
   "wave": {
    "args": {
     "n": {
      "as": "number",
      "at": "/size"
     }
    },
    "choice": "/units",
    "expected": {
     "enemy": "/enemy/total",
     "own": "/own/total"
    },
    "form": "counts",
    "list": "/available",
    "told_by": "wave_formed",
    "total": "/size"
   },
   "withdraw": {
    "choice": "/withdraw",
    "form": "yes_no",
    "grave": true,
    "said": {
     "withdraws": {
      "as": "given",
      "at": "/withdraw"
     }
    }
   }
  },
  "dice": true,
  "events": {
   "air_support_declared": {
    "args": {
     "kind": {
      "as": "word",
      "at": "/class",
      "of": "classes"
     },
     "paired": {
      "as": "given",
      "at": "/pairs"
     },
     "pairs": {
      "as": "sentences",
      "at": "/pairs",
      "of": "pair"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "step",
    "does": [
     {
      "field": "supported_class",
      "from": "/class",
      "op": "set",
      "seat": "/seat"
     },
     {
      "op": "pair",
      "seat": "/seat",
      "units": [
       "/pairs"
      ]
     }
    ],
    "milliseconds": 450
   },
   "casualties_taken": {
    "args": {
     "damage": {
      "as": "number",
      "at": "/damage"
     },
     "fell": {
      "as": "given",
      "at": "/lost"
     },
     "flown": {
      "as": "given",
      "at": "/aircraft_lost"
     },
     "lost": {
      "as": "units",
      "at": "/lost"
     },
     "planes": {
      "as": "units",
      "at": "/aircraft_lost"
     },
     "some": {
      "also": "/aircraft_lost",
      "as": "given",
      "at": "/lost"
     },
     "what": {
      "also": "/aircraft_lost",
      "as": "units",
      "at": "/lost"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 450,
    "does": [
     {
      "field": "damage",
      "from": "/damage",
      "op": "set",
      "seat": "/seat"
     },
     {
      "field": "absorbed",
      "from": "/absorbed",
      "op": "set",
      "seat": "/seat"
     },
     {
      "op": "lose",
      "seat": "/seat",
      "units": [
       "/lost",
       "/aircraft_lost"
      ]
     }
    ],
    "empty": [
     "/lost",
     "/aircraft_lost"
    ],
    "milliseconds": 1100,
    "milliseconds_if_empty": 350,
    "tone": "loss",
    "turning": [
     ""
    ]
   },
   "phase_started": {
    "args": {
     "a": {
      "as": "number",
      "at": "/attacker_units"
     },
     "b": {
      "as": "number",
      "at": "/defender_units"
     },
     "phase": {
      "as": "number",
      "at": "/phase"
     },
     "wave": {
      "as": "number",
      "at": "/wave_size"
     }
    },
    "beat": "note",
    "chapter": {
     "kind": "phase",
     "number": "/phase"
    },
    "does": [
     {
      "fields": [
       "lines",
       "total",
       "damage",
       "absorbed",
       "supported_class"
      ],
      "op": "fresh"
     },
     {
      "field": "phase",
      "from": "/phase",
      "op": "set"
     },
     {
      "field": "wave_size",
      "from": "/wave_size",
      "op": "set"
     }
    ],
    "milliseconds": 450,
    "tone": "heading"
   },
   "totalled": {
    "args": {
     "sum": {
      "as": "sum",
      "at": "/lines",
      "of": "sums"
     },
     "total": {
      "as": "number",
      "at": "/total"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "count",
    "does": [
     {
      "field": "lines",
      "from": "/lines",
      "op": "set",
      "seat": "/seat"
     },
     {
      "field": "total",
      "from": "/total",
      "op": "set",
      "seat": "/seat"
     }
    ],
    "longer": {
     "each": "/lines",
     "milliseconds": 150
    },
    "milliseconds": 600
   },
   "wave_formed": {
    "args": {
     "what": {
      "as": "units",
      "at": "/units"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "step",
    "does": [
     {
      "op": "forward",
      "seat": "/seat",
      "units": [
       "/units"
      ]
     }
    ],
    "milliseconds": 450
   }
  },
  "items": {
   "candidate": {
    "args": {
     "era": {
      "as": "number",
      "at": "/era"
     },
     "n": {
      "as": "number",
      "at": "/count"
     },
     "supported": {
      "as": "number",
      "at": "/supported"
     },
     "unit": {
      "also": "/count",
      "as": "unit",
      "at": ""
     }
    }
   },
   "due": {
    "args": {
     "era": {
      "as": "number",
      "at": "/era"
     },
     "n": {
      "as": "number",
      "at": "/count"
     }
    }
   },
   "pair": {
    "args": {
     "n": {
      "as": "number",
      "at": "/count"
     },
     "plane": {
      "also": "/count",
      "as": "unit",
      "at": "/aircraft"
     },
     "unit": {
      "as": "unit",
      "at": ""
     }
    }
   }
  },
  "lists": [
   {
    "columns": [
     "unit",
     "class",
     "era",
     "modifier",
     "enhanced_modifier",
     "strength"
    ],
    "list": "roster"
   }
  ],
  "reasons": [
   "free_withdrawal",
   "standoff",
   "withdrawal",
   "annihilation",
   "mutual_destruction"
  ],
  "rolls": {
   "attack": {
    "faces": [
     1,
     2,
     3,
     4,
     5,
     5
    ],
    "luck": "sum"
   },
   "defence": {
    "faces": [
     1,
     2,
     3,
     4,
     5,
     5
    ],
    "luck": "sum"
   }
  },
  "symbols": [
   "infantry",
   "cavalry",
   "artillery"
  ],
  "table": {
   "aliases": {
    "spearmen": "swordsmen"
   },
   "beside": [
    "/aircraft"
   ],
   "roster": "/roster",
   "units": [
    "/army"
   ],
   "view": "ranks"
  },
  "uses": [
   "civilization",
   "common"
  ]
 },
 "armies": {
  "decisions": {
   "remove": {
    "args": {
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "population": {
      "as": "number",
      "at": "/population"
     },
     "step": {
      "as": "word",
      "at": "/step",
      "of": "removals"
     }
    },
    "choice": "/token",
    "forced_silent": true,
    "form": "pick",
    "list": "/tokens",
    "told_by": "removed"
   }
  },
  "dice": false,
  "events": {
   "advantage_counted": {
    "args": {
     "before": {
      "as": "number",
      "at": "/removed_before"
     },
     "counted": {
      "as": "given",
      "at": "/levels"
     },
     "first": {
      "as": "text",
      "at": "/first"
     },
     "held": {
      "as": "given",
      "at": "/holder"
     },
     "levels": {
      "as": "data",
      "at": "/levels"
     },
     "net": {
      "as": "number",
      "at": "/net"
     },
     "ordered": {
      "as": "given",
      "at": "/first"
     },
     "who": {
      "as": "seat",
      "at": "/holder"
     },
     "who_first": {
      "as": "seat",
      "at": "/first"
     },
     "who_holds": {
      "as": "seat",
      "at": "/holder"
     }
    },
    "beat": "note",
    "does": [
     {
      "field": "levels",
      "from": "/levels",
      "op": "set"
     },
     {
      "field": "net",
      "from": "/net",
      "op": "set"
     },
     {
      "field": "holder",
      "from": "/holder",
      "op": "set"
     },
     {
      "field": "removed_before",
      "from": "/removed_before",
      "op": "set"
     },
     {
      "field": "first",
      "from": "/first",
      "op": "set"
     }
    ],
    "milliseconds": 1100,
    "tone": "heading"
   },
   "city_assaulted": {
    "args": {
     "attackers": {
      "as": "number",
      "at": "/attackers"
     },
     "falls": {
      "as": "given",
      "at": "/falls"
     },
     "needed": {
      "as": "number",
      "at": "/needed"
     },
     "placed": {
      "as": "number",
      "at": "/placed"
     }
    },
    "beat": "fall",
    "before": 600,
    "does": [
     {
      "op": "fresh",
      "seat": "attacker",
      "unless": "/falls"
     },
     {
      "op": "lose_all",
      "seat": "attacker",
      "unless": "/falls"
     },
     {
      "from": "/placed",
      "if": "/falls",
      "op": "gain",
      "seat": "defender",
      "unit": "population"
     },
     {
      "field": "city",
      "from": "fallen",
      "if": "/falls",
      "op": "set"
     }
    ],
    "milliseconds": 1400,
    "tone": "heading",
    "turning": [
     ""
    ]
   },
   "levels_counted": {
    "args": {
     "nations": {
      "as": "sentences",
      "at": "/nations",
      "between": "; ",
      "of": "levels_counted"
     }
    },
    "beat": "note",
    "milliseconds": 1400,
    "tone": "heading"
   },
   "removed": {
    "args": {
     "step": {
      "as": "text",
      "at": "/step"
     },
     "token": {
      "as": "text",
      "at": "/token"
     },
     "what": {
      "also": "1",
      "as": "unit",
      "at": "/token"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 200,
    "does": [
     {
      "op": "fresh",
      "unless": "/step=simultaneous"
     },
     {
      "if": "/step=simultaneous",
      "op": "fresh",
      "seat": "/seat"
     },
     {
      "op": "lose",
      "seat": "/seat",
      "unit": "/token"
     }
    ],
    "milliseconds": 550,
    "tell_tone": "plain",
    "tone": "loss",
    "turning": [
     ""
    ]
   }
  },
  "items": {
   "levels_counted": {
    "args": {
     "level": {
      "as": "number",
      "at": "/level"
     },
     "owed": {
      "as": "number",
      "at": "/owed"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    }
   }
  },
  "reasons": [
   "within_limit",
   "no_conflict",
   "repelled",
   "annihilation",
   "mutual_destruction"
  ],
  "symbols": [
   "population",
   "army",
   "city"
  ],
  "table": {
   "given": {
    "city": "/city"
   },
   "sides": "/nations",
   "tokens": [
    {
     "at": "/population",
     "unit": "population"
    },
    {
     "at": "/armies",
     "unit": "army"
    }
   ],
   "view": "tokens"
  },
  "uses": [
   "common"
  ]
 },
 "dice": {
  "decisions": {
   "agree": {
    "args": {
     "for": {
      "as": "text",
      "at": "/for"
     },
     "roll": {
      "as": "text",
      "at": "/roll"
     },
     "said": {
      "as": "given",
      "at": "/for"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "choice": "/agree",
    "form": "yes_no",
    "said": {
     "agree": {
      "as": "given",
      "at": "/agree"
     }
    }
   },
   "throw": {
    "args": {
     "left": {
      "as": "number",
      "at": "/left"
     }
    },
    "choice": "/roll",
    "form": "throw_dice",
    "told_by": "thrown"
   }
  },
  "dice": true,
  "events": {
   "throw_refused": {
    "args": {
     "against": {
      "as": "count",
      "at": "/by"
     },
     "by": {
      "as": "sentences",
      "at": "/by",
      "of": "against"
     },
     "for": {
      "as": "text",
      "at": "/for"
     },
     "roll": {
      "as": "text",
      "at": "/roll"
     },
     "said": {
      "as": "given",
      "at": "/for"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "note",
    "milliseconds": 700,
    "tone": "quiet"
   },
   "thrown": {
    "args": {
     "counted": {
      "as": "there",
      "at": "/hits"
     },
     "dice": {
      "as": "sentences",
      "at": "/groups",
      "between": " ",
      "of": "group"
     },
     "for": {
      "as": "text",
      "at": "/for"
     },
     "hits": {
      "as": "number",
      "at": "/hits"
     },
     "n": {
      "as": "number",
      "at": "/throw"
     },
     "roll": {
      "as": "text",
      "at": "/roll"
     },
     "said": {
      "as": "given",
      "at": "/for"
     },
     "total": {
      "as": "number",
      "at": "/total"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "count",
    "milliseconds": 1200
   }
  },
  "items": {
   "against": {
    "args": {
     "seat": {
      "as": "seat",
      "at": ""
     }
    }
   },
   "group": {
    "args": {
     "dice": {
      "as": "data",
      "at": "/dice"
     }
    }
   }
  },
  "reasons": [
   "throws"
  ],
  "rolls": {
   "throw": {
    "silent": true
   }
  },
  "symbols": [
   "dice"
  ],
  "table": {}
 },
 "fleet-combat": {
  "at_sea": true,
  "decisions": {
   "casualties": {
    "args": {
     "aimed": {
      "as": "given",
      "at": "/first"
     },
     "first": {
      "as": "text",
      "at": "/first"
     },
     "kept": {
      "as": "number",
      "at": "/kept"
     },
     "n": {
      "also": "/kept",
      "as": "number",
      "at": "/hits"
     }
    },
    "choice": "/units",
    "form": "counts",
    "hits": {
     "first": "/first",
     "kept": "/kept",
     "new": "/hits",
     "takes": "/era"
    },
    "item": "candidate",
    "list": "/candidates",
    "told_by": "casualties_taken"
   },
   "hit_class": {
    "args": {
     "n": {
      "as": "number",
      "at": "/hits"
     }
    },
    "choice": "/class",
    "form": "pick",
    "list": "/classes",
    "said": {
     "kind": {
      "as": "word",
      "at": "/class",
      "of": "classes"
     }
    },
    "told_by": "hits_dealt"
   },
   "retreat": {
    "choice": "/region",
    "form": "pick",
    "grave": true,
    "list": "/regions",
    "said": {
     "region": {
      "as": "text",
      "at": "/region"
     },
     "retreats": {
      "as": "given",
      "at": "/retreat"
     },
     "somewhere": {
      "as": "given",
      "at": "/region"
     }
    },
    "setup_list": "/retreat_regions",
    "told_by": "retreated",
    "whether": "/retreat"
   }
  },
  "dice": true,
  "events": {
   "casualties_taken": {
    "args": {
     "kept": {
      "as": "number",
      "at": "/kept"
     },
     "some": {
      "as": "given",
      "at": "/lost"
     },
     "what": {
      "as": "units",
      "at": "/lost"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 450,
    "does": [
     {
      "field": "kept",
      "from": "/kept",
      "op": "set",
      "seat": "/seat"
     },
     {
      "op": "lose",
      "seat": "/seat",
      "units": [
       "/lost"
      ]
     }
    ],
    "empty": [
     "/lost"
    ],
    "milliseconds": 1100,
    "milliseconds_if_empty": 350,
    "tone": "loss",
    "turning": [
     ""
    ]
   },
   "hits_dealt": {
    "args": {
     "aimed": {
      "as": "given",
      "at": "/class"
     },
     "kind": {
      "as": "word",
      "at": "/class",
      "of": "classes"
     },
     "n": {
      "as": "number",
      "at": "/hits"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "note",
    "does": [
     {
      "field": "hits",
      "from": "/hits",
      "op": "set",
      "seat": "/seat"
     },
     {
      "field": "hit_class",
      "from": "/class",
      "op": "set",
      "seat": "/seat"
     }
    ],
    "milliseconds": 450
   },
   "phase_started": {
    "args": {
     "phase": {
      "as": "word",
      "at": "/phase",
      "of": "phases"
     },
     "phase_word": {
      "as": "data",
      "at": "/phase"
     },
     "round": {
      "as": "number",
      "at": "/round"
     }
    },
    "beat": "note",
    "does": [
     {
      "fields": [
       "hits",
       "hit_class"
      ],
      "op": "fresh"
     },
     {
      "field": "round",
      "from": "/round",
      "op": "set"
     },
     {
      "field": "phase",
      "from": "/phase",
      "op": "set"
     },
     {
      "from": "/phase",
      "op": "class_on"
     },
     {
      "from": "aircraft",
      "if": "/phase=air",
      "op": "class_on"
     }
    ],
    "milliseconds": 450,
    "tone": "heading"
   },
   "retreated": {
    "args": {
     "region": {
      "as": "text",
      "at": "/region"
     },
     "somewhere": {
      "as": "given",
      "at": "/region"
     },
     "who": {
      "as": "seat",
      "at": "attacker"
     }
    },
    "beat": "step",
    "does": [
     {
      "op": "lose_all",
      "seat": "attacker",
      "unless": "/region"
     }
    ],
    "milliseconds": 450,
    "tell_tone": "loss",
    "turning": [
     ""
    ]
   },
   "round_started": {
    "args": {
     "n": {
      "as": "number",
      "at": "/round"
     }
    },
    "beat": "note",
    "chapter": {
     "kind": "round",
     "number": "/round"
    },
    "does": [
     {
      "field": "round",
      "from": "/round",
      "op": "set"
     }
    ],
    "milliseconds": 350,
    "tone": "heading"
   }
  },
  "items": {
   "candidate": {
    "args": {
     "class": {
      "as": "text",
      "at": "/class"
     },
     "hits": {
      "as": "number",
      "at": "/era"
     },
     "n": {
      "as": "number",
      "at": "/count"
     },
     "unit": {
      "also": "/count",
      "as": "unit",
      "at": ""
     }
    }
   }
  },
  "lists": [
   {
    "columns": [
     "unit",
     "class",
     "era",
     "modifier",
     "enhanced_modifier",
     "strength"
    ],
    "list": "roster"
   }
  ],
  "reasons": [
   "retreat",
   "destroyed_in_retreat",
   "annihilation",
   "mutual_destruction"
  ],
  "rolls": {
   "air": {
    "luck": "hits"
   },
   "artillery": {
    "luck": "hits"
   },
   "cavalry": {
    "luck": "hits"
   },
   "fleet": {
    "luck": "hits"
   },
   "infantry": {
    "luck": "hits"
   }
  },
  "symbols": [
   "fleet",
   "aircraft"
  ],
  "table": {
   "aliases": {
    "spearmen": "swordsmen"
   },
   "beside": [
    "/aircraft"
   ],
   "roster": "/roster",
   "units": [
    "/army"
   ],
   "view": "ranks"
  },
  "uses": [
   "phased-combat",
   "civilization",
   "common"
  ]
 },
 "phased-combat": {
  "decisions": {
   "casualties": {
    "args": {
     "aimed": {
      "as": "given",
      "at": "/first"
     },
     "first": {
      "as": "text",
      "at": "/first"
     },
     "kept": {
      "as": "number",
      "at": "/kept"
     },
     "n": {
      "also": "/kept",
      "as": "number",
      "at": "/hits"
     }
    },
    "choice": "/units",
    "form": "counts",
    "hits": {
     "first": "/first",
     "kept": "/kept",
     "new": "/hits",
     "takes": "/era"
    },
    "item": "candidate",
    "list": "/candidates",
    "told_by": "casualties_taken"
   },
   "hit_class": {
    "args": {
     "n": {
      "as": "number",
      "at": "/hits"
     }
    },
    "choice": "/class",
    "form": "pick",
    "list": "/classes",
    "said": {
     "kind": {
      "as": "word",
      "at": "/class",
      "of": "classes"
     }
    },
    "told_by": "hits_dealt"
   },
   "retreat": {
    "choice": "/region",
    "form": "pick",
    "grave": true,
    "list": "/regions",
    "said": {
     "region": {
      "as": "text",
      "at": "/region"
     },
     "retreats": {
      "as": "given",
      "at": "/retreat"
     },
     "somewhere": {
      "as": "given",
      "at": "/region"
     }
    },
    "setup_list": "/retreat_regions",
    "told_by": "retreated",
    "whether": "/retreat"
   }
  },
  "dice": true,
  "events": {
   "casualties_taken": {
    "args": {
     "kept": {
      "as": "number",
      "at": "/kept"
     },
     "some": {
      "as": "given",
      "at": "/lost"
     },
     "what": {
      "as": "units",
      "at": "/lost"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 450,
    "does": [
     {
      "field": "kept",
      "from": "/kept",
      "op": "set",
      "seat": "/seat"
     },
     {
      "op": "lose",
      "seat": "/seat",
      "units": [
       "/lost"
      ]
     }
    ],
    "empty": [
     "/lost"
    ],
    "milliseconds": 1100,
    "milliseconds_if_empty": 350,
    "tone": "loss",
    "turning": [
     ""
    ]
   },
   "hits_dealt": {
    "args": {
     "aimed": {
      "as": "given",
      "at": "/class"
     },
     "kind": {
      "as": "word",
      "at": "/class",
      "of": "classes"
     },
     "n": {
      "as": "number",
      "at": "/hits"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "note",
    "does": [
     {
      "field": "hits",
      "from": "/hits",
      "op": "set",
      "seat": "/seat"
     },
     {
      "field": "hit_class",
      "from": "/class",
      "op": "set",
      "seat": "/seat"
     }
    ],
    "milliseconds": 450
   },
   "phase_started": {
    "args": {
     "phase": {
      "as": "word",
      "at": "/phase",
      "of": "phases"
     },
     "phase_word": {
      "as": "data",
      "at": "/phase"
     },
     "round": {
      "as": "number",
      "at": "/round"
     }
    },
    "beat": "note",
    "does": [
     {
      "fields": [
       "hits",
       "hit_class"
      ],
      "op": "fresh"
     },
     {
      "field": "round",
      "from": "/round",
      "op": "set"
     },
     {
      "field": "phase",
      "from": "/phase",
      "op": "set"
     },
     {
      "from": "/phase",
      "op": "class_on"
     },
     {
      "from": "aircraft",
      "if": "/phase=air",
      "op": "class_on"
     }
    ],
    "milliseconds": 450,
    "tone": "heading"
   },
   "retreated": {
    "args": {
     "region": {
      "as": "text",
      "at": "/region"
     },
     "somewhere": {
      "as": "given",
      "at": "/region"
     },
     "who": {
      "as": "seat",
      "at": "attacker"
     }
    },
    "beat": "step",
    "does": [
     {
      "op": "lose_all",
      "seat": "attacker",
      "unless": "/region"
     }
    ],
    "milliseconds": 450,
    "tell_tone": "loss",
    "turning": [
     ""
    ]
   },
   "round_started": {
    "args": {
     "n": {
      "as": "number",
      "at": "/round"
     }
    },
    "beat": "note",
    "chapter": {
     "kind": "round",
     "number": "/round"
    },
    "does": [
     {
      "field": "round",
      "from": "/round",
      "op": "set"
     }
    ],
    "milliseconds": 350,
    "tone": "heading"
   }
  },
  "items": {
   "candidate": {
    "args": {
     "class": {
      "as": "text",
      "at": "/class"
     },
     "hits": {
      "as": "number",
      "at": "/era"
     },
     "n": {
      "as": "number",
      "at": "/count"
     },
     "unit": {
      "also": "/count",
      "as": "unit",
      "at": ""
     }
    }
   }
  },
  "lists": [
   {
    "columns": [
     "unit",
     "class",
     "era",
     "modifier",
     "enhanced_modifier",
     "strength"
    ],
    "list": "roster"
   }
  ],
  "reasons": [
   "retreat",
   "destroyed_in_retreat",
   "annihilation",
   "mutual_destruction"
  ],
  "rolls": {
   "air": {
    "luck": "hits"
   },
   "artillery": {
    "luck": "hits"
   },
   "cavalry": {
    "luck": "hits"
   },
   "infantry": {
    "luck": "hits"
   }
  },
  "symbols": [
   "artillery",
   "cavalry",
   "aircraft"
  ],
  "table": {
   "aliases": {
    "spearmen": "swordsmen"
   },
   "beside": [
    "/aircraft"
   ],
   "roster": "/roster",
   "units": [
    "/army"
   ],
   "view": "ranks"
  },
  "uses": [
   "civilization",
   "common"
  ]
 },
 "simple-combat": {
  "by_points": [
   "turn_limit"
  ],
  "decisions": {
   "fire": {
    "choice": "/unit",
    "forced_silent": true,
    "form": "shots",
    "list": "/units",
    "said": {
     "shoots": {
      "as": "given",
      "at": "/shots"
     },
     "shots": {
      "as": "sentences",
      "at": "/shots",
      "between": " ",
      "of": "shot"
     },
     "unit": {
      "as": "text",
      "at": "/unit"
     }
    },
    "told_by": "fired"
   },
   "move": {
    "choice": "/unit",
    "forced_silent": true,
    "form": "path",
    "list": "/units",
    "said": {
     "goes": {
      "as": "given",
      "at": "/path"
     },
     "to": {
      "as": "cell",
      "at": "/path/-"
     },
     "unit": {
      "as": "text",
      "at": "/unit"
     }
    },
    "told_by": "moved"
   }
  },
  "dice": true,
  "events": {
   "blast": {
    "args": {
     "unit": {
      "as": "text",
      "at": "/unit"
     }
    },
    "beat": "note",
    "does": [
     {
      "each": "/hits",
      "from": "/power",
      "gone": "/destroyed",
      "if": "/damaged",
      "op": "damage",
      "unit": "/unit"
     }
    ],
    "each": "/hits",
    "milliseconds": 600,
    "turning": [
     "/hits/*/damaged"
    ]
   },
   "fired": {
    "args": {
     "unit": {
      "as": "text",
      "at": "/unit"
     }
    },
    "beat": "fire",
    "before": 450,
    "does": [
     {
      "from": "/shots",
      "op": "fire",
      "unit": "/unit"
     },
     {
      "each": "/shots",
      "from": "/power",
      "gone": "/destroyed",
      "if": "/damaged",
      "op": "damage",
      "unit": "/target"
     }
    ],
    "each": "/shots",
    "empty": [
     "/shots"
    ],
    "luck": {
     "dice": [
      {
       "needs": "/to_hit",
       "reached": "/hit"
      },
      {
       "needs": "/to_damage",
       "reached": "/damaged"
      }
     ],
     "each": "/shots",
     "natural": "/house_rules/natural",
     "unit": "/unit"
    },
    "milliseconds": 1050,
    "tone_if_empty": "quiet",
    "turning": [
     "/shots/*/damaged"
    ]
   },
   "initiative_rolled": {
    "args": {
     "a": {
      "as": "number",
      "at": "/north"
     },
     "b": {
      "as": "number",
      "at": "/south"
     },
     "bonus": {
      "as": "text",
      "at": "/bonus"
     },
     "first": {
      "as": "text",
      "at": "/first"
     },
     "who": {
      "as": "seat",
      "at": "/first"
     },
     "won": {
      "as": "given",
      "at": "/first"
     }
    },
    "beat": "note",
    "does": [
     {
      "field": "initiative",
      "from": "/first",
      "op": "set"
     }
    ],
    "milliseconds": 500
   },
   "moved": {
    "args": {
     "cost": {
      "as": "number",
      "at": "/cost"
     },
     "goes": {
      "as": "given",
      "at": "/path"
     },
     "tenths": {
      "as": "given",
      "at": "/tenths"
     },
     "to": {
      "as": "cell",
      "at": "/path/-"
     },
     "unit": {
      "as": "text",
      "at": "/unit"
     }
    },
    "beat": "move",
    "does": [
     {
      "from": "/path",
      "op": "move",
      "unit": "/unit"
     }
    ],
    "empty": [
     "/path"
    ],
    "longer": {
     "each": "/path",
     "milliseconds": 90
    },
    "milliseconds": 200,
    "tone_if_empty": "quiet"
   },
   "turn_effect": {
    "args": {
     "damaged": {
      "as": "given",
      "at": "/damaged"
     },
     "destroyed": {
      "as": "given",
      "at": "/destroyed"
     },
     "effect": {
      "as": "data",
      "at": "/effect"
     },
     "needed": {
      "as": "number",
      "at": "/needed"
     },
     "power": {
      "as": "number",
      "at": "/power"
     },
     "roll": {
      "as": "number",
      "at": "/roll"
     },
     "unit": {
      "as": "text",
      "at": "/unit"
     }
    },
    "beat": "note",
    "does": [
     {
      "from": "/power",
      "gone": "/destroyed",
      "if": "/damaged",
      "op": "damage",
      "unit": "/unit"
     }
    ],
    "empty": [
     "/damaged"
    ],
    "milliseconds": 500,
    "tone_if_empty": "quiet",
    "turning": [
     "/damaged"
    ]
   },
   "turn_ended": {
    "args": {
     "a": {
      "as": "number",
      "at": "/north_points"
     },
     "b": {
      "as": "number",
      "at": "/south_points"
     },
     "n": {
      "as": "number",
      "at": "/turn"
     }
    },
    "does": [
     {
      "field": "points",
      "from": "/north_points",
      "op": "set",
      "seat": "north"
     },
     {
      "field": "points",
      "from": "/south_points",
      "op": "set",
      "seat": "south"
     }
    ],
    "tone": "quiet",
    "turning": [
     ""
    ]
   },
   "turn_started": {
    "args": {
     "a": {
      "as": "number",
      "at": "/north_units"
     },
     "b": {
      "as": "number",
      "at": "/south_units"
     },
     "n": {
      "as": "number",
      "at": "/turn"
     }
    },
    "beat": "note",
    "chapter": {
     "kind": "turn",
     "number": "/turn"
    },
    "does": [
     {
      "op": "fresh"
     },
     {
      "field": "turn",
      "from": "/turn",
      "op": "set"
     },
     {
      "field": "initiative",
      "op": "set"
     }
    ],
    "milliseconds": 350,
    "tone": "heading"
   }
  },
  "items": {
   "blast": {
    "args": {
     "beside": {
      "as": "text",
      "at": "/unit"
     },
     "damaged": {
      "as": "given",
      "at": "/damaged"
     },
     "destroyed": {
      "as": "given",
      "at": "/destroyed"
     },
     "power": {
      "as": "number",
      "at": "/power"
     },
     "roll": {
      "as": "number",
      "at": "/roll"
     },
     "to_damage": {
      "as": "number",
      "at": "/to_damage"
     }
    },
    "tell_loss_if": "/destroyed"
   },
   "fired": {
    "args": {
     "damage_modified": {
      "as": "given",
      "at": "/damage_modifiers"
     },
     "damage_modifiers": {
      "as": "sentences",
      "at": "/damage_modifiers",
      "of": "modifier"
     },
     "damage_roll": {
      "as": "number",
      "at": "/damage_roll"
     },
     "damaged": {
      "as": "given",
      "at": "/damaged"
     },
     "destroyed": {
      "as": "given",
      "at": "/destroyed"
     },
     "elsewhere": {
      "as": "given",
      "at": "/redirected_from"
     },
     "from": {
      "as": "text",
      "at": "/redirected_from"
     },
     "gun": {
      "as": "data",
      "at": "/name"
     },
     "hit": {
      "as": "given",
      "at": "/hit"
     },
     "lost": {
      "as": "given",
      "at": "/lost"
     },
     "modified": {
      "as": "given",
      "at": "/modifiers"
     },
     "modifiers": {
      "as": "sentences",
      "at": "/modifiers",
      "of": "modifier"
     },
     "power": {
      "as": "number",
      "at": "/power"
     },
     "range": {
      "as": "number",
      "at": "/range"
     },
     "ready": {
      "as": "number",
      "at": "/ready"
     },
     "reloads": {
      "as": "given",
      "at": "/ready"
     },
     "roll": {
      "as": "number",
      "at": "/roll"
     },
     "spent": {
      "as": "given",
      "at": "/spent"
     },
     "target": {
      "as": "text",
      "at": "/target"
     },
     "to_damage": {
      "as": "number",
      "at": "/to_damage"
     },
     "to_hit": {
      "as": "number",
      "at": "/to_hit"
     },
     "weapon": {
      "as": "word",
      "at": "/name",
      "of": "weapons"
     },
     "why": {
      "as": "text",
      "at": "/why_not"
     }
    },
    "tell_loss_if": "/destroyed"
   },
   "modifier": {
    "args": {
     "line": {
      "as": "data",
      "at": "/line"
     },
     "value": {
      "as": "signed",
      "at": "/value"
     }
    }
   },
   "shot": {
    "args": {
     "target": {
      "as": "text",
      "at": "/target"
     },
     "weapon": {
      "as": "number",
      "at": "/weapon"
     }
    }
   }
  },
  "lists": [
   {
    "columns": [
     "profile",
     "points",
     "move_allowance",
     "armour",
     "damage_capacity",
     "weapons"
    ],
    "list": "roster"
   },
   {
    "columns": [
     "weapon",
     "to_hit",
     "to_damage",
     "power",
     "twin",
     "indirect"
    ],
    "list": "weapons"
   }
  ],
  "reasons": [
   "turn_limit",
   "undecided",
   "stalemate",
   "annihilation",
   "mutual_destruction"
  ],
  "rolls": {
   "burning": {
    "silent": true
   },
   "initiative": {
    "silent": true
   },
   "to_damage": {
    "silent": true
   },
   "to_hit": {
    "silent": true
   }
  },
  "symbols": [
   "light_tank",
   "howitzer_battery"
  ],
  "table": {
   "board": {
    "blocked": "/impassable",
    "grid": "/grid",
    "height": "/height",
    "polygons": "/polygons",
    "side": 21,
    "terrain": "/terrain",
    "units": "/units",
    "width": "/width"
   },
   "view": "board"
  },
  "uses": [
   "common"
  ]
 },
 "theatre": {
  "by_points": [
   "turn_limit"
  ],
  "decisions": {
   "allot": {
    "args": {
     "calamity": {
      "as": "word",
      "at": "/calamity",
      "of": "calamities"
     },
     "total": {
      "as": "number",
      "at": "/total"
     }
    },
    "choice": "/seats",
    "forced_silent": true,
    "form": "orders",
    "orders": "shares",
    "part": "calamity",
    "said": {
     "seats": {
      "as": "sentences",
      "at": "/seats",
      "of": "shared"
     }
    }
   },
   "build": {
    "args": {
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "ships": {
      "as": "number",
      "at": "/ships"
     },
     "treasury": {
      "as": "number",
      "at": "/treasury"
     }
    },
    "choice": "/areas",
    "form": "orders",
    "orders": "works",
    "part": "construction",
    "told_by": "built"
   },
   "expand": {
    "args": {
     "total": {
      "as": "number",
      "at": "/total"
     }
    },
    "choice": "/areas",
    "forced_silent": true,
    "form": "orders",
    "orders": "shares",
    "part": "growth",
    "told_by": "expanded"
   },
   "faction": {
    "args": {
     "city": {
      "as": "number",
      "at": "/city"
     },
     "of": {
      "as": "seat",
      "at": "/of"
     },
     "points": {
      "as": "number",
      "at": "/points"
     }
    },
    "choice": "/units",
    "form": "orders",
    "orders": "units",
    "part": "calamity",
    "said": {
     "units": {
      "as": "sentences",
      "at": "/units",
      "of": "units"
     }
    }
   },
   "found": {
    "args": {
     "cities": {
      "as": "number",
      "at": "/cities"
     },
     "treasury": {
      "as": "number",
      "at": "/treasury"
     }
    },
    "choice": "/cities",
    "form": "orders",
    "orders": "places",
    "part": "founding",
    "told_by": "city_founded"
   },
   "keep": {
    "args": {
     "choices": {
      "as": "count",
      "at": "/choices"
     }
    },
    "choice": "/faction",
    "form": "orders",
    "orders": "pick",
    "part": "calamity",
    "said": {
     "faction": {
      "as": "text",
      "at": "/faction"
     }
    }
   },
   "lose": {
    "args": {
     "calamity": {
      "as": "word",
      "at": "/calamity",
      "of": "calamities"
     },
     "city": {
      "as": "number",
      "at": "/city"
     },
     "points": {
      "as": "number",
      "at": "/points"
     },
     "spare": {
      "as": "number",
      "at": "/spare"
     }
    },
    "choice": "/units",
    "forced_silent": true,
    "form": "orders",
    "orders": "units",
    "part": "calamity",
    "told_by": "units_lost"
   },
   "losses": {
    "args": {
     "areas": {
      "as": "sentences",
      "at": "/areas",
      "of": "missing"
     }
    },
    "choice": "/armies",
    "form": "orders",
    "orders": "shares",
    "part": "fights",
    "told_by": "losses_taken"
   },
   "move": {
    "args": {
     "range": {
      "as": "number",
      "at": "/range"
     },
     "sailing": {
      "as": "given",
      "at": "/ships"
     },
     "step": {
      "as": "number",
      "at": "/step"
     }
    },
    "choice": "/marches",
    "form": "orders",
    "orders": "moves",
    "part": "movement",
    "told_by": "moved"
   },
   "reduce": {
    "args": {
     "count": {
      "as": "number",
      "at": "/count"
     }
    },
    "choice": "/areas",
    "forced_silent": true,
    "form": "orders",
    "orders": "places",
    "part": "calamity",
    "told_by": "city_reduced"
   },
   "site": {
    "args": {
     "calamity": {
      "as": "word",
      "at": "/calamity",
      "of": "calamities"
     }
    },
    "choice": "/area",
    "forced_silent": true,
    "form": "orders",
    "orders": "pick",
    "part": "calamity",
    "said": {
     "area": {
      "as": "area",
      "at": "/area"
     }
    }
   },
   "support": {
    "args": {
     "missing": {
      "as": "number",
      "at": "/missing"
     }
    },
    "choice": "/area",
    "forced_silent": true,
    "form": "orders",
    "orders": "pick",
    "part": "supply",
    "said": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "what": {
      "as": "text",
      "at": "/give_up"
     }
    }
   },
   "tax": {
    "args": {
     "cities": {
      "as": "number",
      "at": "/cities"
     },
     "stock": {
      "as": "number",
      "at": "/stock"
     }
    },
    "choice": "/rate",
    "form": "orders",
    "orders": "pick",
    "part": "taxes",
    "told_by": "taxed"
   }
  },
  "dice": true,
  "events": {
   "annexed": {
    "args": {
     "of": {
      "as": "seat",
      "at": "/of"
     },
     "units": {
      "as": "sentences",
      "at": "/units",
      "of": "units"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "move",
    "course": {
     "part": "calamity"
    },
    "milliseconds": 700,
    "tone": "loss"
   },
   "army_disbanded": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 150,
    "course": {
     "part": "supply"
    },
    "milliseconds": 400,
    "tone": "loss"
   },
   "barbarians_moved": {
    "args": {
     "come": {
      "as": "there",
      "at": "/from"
     },
     "from": {
      "as": "area",
      "at": "/from"
     },
     "go": {
      "as": "there",
      "at": "/to"
     },
     "to": {
      "as": "area",
      "at": "/to"
     },
     "tokens": {
      "as": "number",
      "at": "/tokens"
     }
    },
    "beat": "move",
    "course": {
     "part": "calamity"
    },
    "milliseconds": 600
   },
   "built": {
    "args": {
     "lines": {
      "as": "sentences",
      "at": "/areas",
      "between": "; ",
      "of": "built"
     },
     "lost": {
      "also": "/lost/ships",
      "as": "given",
      "at": "/lost/armies"
     },
     "lost_armies": {
      "as": "number",
      "at": "/lost/armies"
     },
     "lost_ships": {
      "as": "number",
      "at": "/lost/ships"
     },
     "paid": {
      "as": "number",
      "at": "/paid"
     },
     "release": {
      "as": "number",
      "at": "/release"
     },
     "some": {
      "as": "given",
      "at": "/areas"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "count",
    "course": {
     "part": "construction"
    },
    "milliseconds": 500
   },
   "calamity_struck": {
    "args": {
     "calamity": {
      "as": "word",
      "at": "/calamity",
      "of": "calamities"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "note",
    "course": {
     "part": "calamity"
    },
    "milliseconds": 900,
    "tell_tone": "late",
    "tone": "heading"
   },
   "census_taken": {
    "args": {
     "order": {
      "as": "sentences",
      "at": "/order",
      "between": ", ",
      "of": "counted"
     }
    },
    "beat": "note",
    "course": {
     "next": "construction",
     "part": "census"
    },
    "milliseconds": 400,
    "tone": "quiet"
   },
   "city_assaulted": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "attackers": {
      "as": "number",
      "at": "/attackers"
     },
     "falls": {
      "as": "given",
      "at": "/falls"
     },
     "needed": {
      "as": "number",
      "at": "/needed"
     },
     "owner": {
      "as": "seat",
      "at": "/owner"
     },
     "placed": {
      "as": "number",
      "at": "/placed"
     },
     "seat": {
      "as": "text",
      "at": "/seat"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 300,
    "course": {
     "else": "held",
     "if": "/falls",
     "mark": "fallen",
     "next": "fights",
     "part": "fights"
    },
    "milliseconds": 900,
    "tone": "loss"
   },
   "city_founded": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "population": {
      "as": "number",
      "at": "/population"
     },
     "treasury": {
      "as": "number",
      "at": "/treasury"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "count",
    "course": {
     "mark": "founded",
     "part": "founding"
    },
    "milliseconds": 600
   },
   "city_reduced": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "population": {
      "as": "number",
      "at": "/population"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 200,
    "course": {
     "mark": "struck",
     "part": "supply"
    },
    "milliseconds": 600,
    "tone": "loss"
   },
   "civil_war_averted": {
    "args": {
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "note",
    "course": {
     "part": "calamity"
    },
    "milliseconds": 500
   },
   "civil_war_began": {
    "args": {
     "beneficiary": {
      "as": "seat",
      "at": "/beneficiary"
     },
     "dead": {
      "as": "given",
      "at": "/population"
     },
     "population": {
      "as": "sentences",
      "at": "/population",
      "of": "grown"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "note",
    "course": {
     "part": "calamity"
    },
    "milliseconds": 900,
    "tone": "loss"
   },
   "conflict": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "limit": {
      "as": "number",
      "at": "/limit"
     },
     "sides": {
      "as": "sentences",
      "at": "/sides",
      "between": ", ",
      "of": "fighting"
     }
    },
    "beat": "note",
    "course": {
     "mark": "fight",
     "next": "fights",
     "part": "fights"
    },
    "milliseconds": 700,
    "tell_tone": "plain",
    "tone": "heading"
   },
   "expanded": {
    "args": {
     "areas": {
      "as": "sentences",
      "at": "/areas",
      "of": "grown"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "count",
    "course": {
     "next": "construction",
     "part": "growth"
    },
    "milliseconds": 350,
    "tone": "quiet"
   },
   "losses_taken": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "population": {
      "as": "number",
      "at": "/population"
     },
     "seat": {
      "as": "text",
      "at": "/seat"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 200,
    "course": {
     "next": "founding",
     "part": "fights"
    },
    "milliseconds": 500,
    "tone": "loss"
   },
   "moved": {
    "args": {
     "marches": {
      "as": "sentences",
      "at": "/marches",
      "between": "; ",
      "of": "march"
     },
     "marching": {
      "as": "given",
      "at": "/marches"
     },
     "sailing": {
      "as": "given",
      "at": "/voyages"
     },
     "step": {
      "as": "number",
      "at": "/step"
     },
     "voyages": {
      "as": "sentences",
      "at": "/voyages",
      "between": "; ",
      "of": "voyage"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "move",
    "course": {
     "part": "movement"
    },
    "milliseconds": 600
   },
   "pillaged": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "tokens": {
      "as": "number",
      "at": "/tokens"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "count",
    "course": {
     "next": "founding",
     "part": "fights"
    },
    "milliseconds": 400
   },
   "surplus_removed": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "population": {
      "as": "number",
      "at": "/population"
     },
     "seat": {
      "as": "text",
      "at": "/seat"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 100,
    "course": {
     "part": "supply"
    },
    "milliseconds": 350,
    "tone": "loss"
   },
   "taxed": {
    "args": {
     "tokens": {
      "as": "number",
      "at": "/tokens"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "count",
    "course": {
     "next": "growth",
     "part": "taxes"
    },
    "milliseconds": 350,
    "tone": "quiet"
   },
   "turn_ended": {
    "args": {
     "n": {
      "as": "number",
      "at": "/turn"
     },
     "nations": {
      "as": "sentences",
      "at": "/nations",
      "between": "; ",
      "of": "standing"
     }
    },
    "beat": "note",
    "course": {
     "part": "end"
    },
    "milliseconds": 500,
    "tone": "quiet"
   },
   "turn_started": {
    "args": {
     "n": {
      "as": "number",
      "at": "/turn"
     }
    },
    "beat": "note",
    "chapter": {
     "kind": "turn",
     "number": "/turn"
    },
    "course": {
     "next": "taxes",
     "part": "start"
    },
    "does": [
     {
      "field": "turn",
      "from": "/turn",
      "op": "set"
     }
    ],
    "milliseconds": 600,
    "tone": "heading"
   },
   "units_lost": {
    "args": {
     "seat": {
      "as": "text",
      "at": "/seat"
     },
     "units": {
      "as": "sentences",
      "at": "/units",
      "of": "units"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    },
    "beat": "fall",
    "before": 250,
    "course": {
     "part": "calamity"
    },
    "milliseconds": 700,
    "tone": "loss"
   }
  },
  "items": {
   "built": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "build_armies": {
      "as": "number",
      "at": "/build_armies"
     },
     "build_ships": {
      "as": "number",
      "at": "/build_ships"
     },
     "builds": {
      "also": "/build_ships",
      "as": "given",
      "at": "/build_armies"
     },
     "keep_armies": {
      "as": "number",
      "at": "/keep_armies"
     },
     "keep_ships": {
      "as": "number",
      "at": "/keep_ships"
     },
     "keeps": {
      "also": "/keep_ships",
      "as": "given",
      "at": "/keep_armies"
     },
     "levy": {
      "as": "number",
      "at": "/levy"
     }
    }
   },
   "cargo": {
    "args": {
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "population": {
      "as": "number",
      "at": "/population"
     }
    }
   },
   "counted": {
    "args": {
     "who": {
      "as": "seat",
      "at": ""
     }
    }
   },
   "fighting": {
    "args": {
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "before": {
      "as": "number",
      "at": "/before"
     },
     "level": {
      "as": "number",
      "at": "/level"
     },
     "population": {
      "as": "number",
      "at": "/population"
     },
     "seat": {
      "as": "text",
      "at": "/seat"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    }
   },
   "grown": {
    "args": {
     "area": {
      "as": "area",
      "at": "/name"
     },
     "n": {
      "as": "number",
      "at": "/value"
     }
    }
   },
   "march": {
    "args": {
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "from": {
      "as": "area",
      "at": "/from"
     },
     "population": {
      "as": "number",
      "at": "/population"
     },
     "to": {
      "as": "area",
      "at": "/to"
     }
    }
   },
   "missing": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "lost": {
      "as": "number",
      "at": "/lost"
     },
     "population": {
      "as": "number",
      "at": "/population"
     }
    }
   },
   "place": {
    "args": {
     "area": {
      "as": "area",
      "at": ""
     }
    }
   },
   "shared": {
    "args": {
     "n": {
      "as": "number",
      "at": "/value"
     },
     "who": {
      "as": "seat",
      "at": "/name"
     }
    }
   },
   "standing": {
    "args": {
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "cities": {
      "as": "number",
      "at": "/cities"
     },
     "population": {
      "as": "number",
      "at": "/population"
     },
     "score": {
      "as": "number",
      "at": "/score"
     },
     "ships": {
      "as": "number",
      "at": "/ships"
     },
     "stock": {
      "as": "number",
      "at": "/stock"
     },
     "treasury": {
      "as": "number",
      "at": "/treasury"
     },
     "who": {
      "as": "seat",
      "at": "/seat"
     }
    }
   },
   "units": {
    "args": {
     "area": {
      "as": "area",
      "at": "/area"
     },
     "armies": {
      "as": "number",
      "at": "/armies"
     },
     "city": {
      "as": "given",
      "at": "/city"
     },
     "population": {
      "as": "number",
      "at": "/population"
     },
     "tokens": {
      "also": "/armies",
      "as": "given",
      "at": "/population"
     }
    }
   },
   "voyage": {
    "args": {
     "cargo": {
      "as": "sentences",
      "at": "/cargo",
      "between": ", ",
      "of": "cargo"
     },
     "from": {
      "as": "area",
      "at": "/ship"
     },
     "laden": {
      "as": "given",
      "at": "/cargo"
     },
     "route": {
      "as": "sentences",
      "at": "/route",
      "between": " → ",
      "of": "place"
     }
    }
   }
  },
  "reasons": [
   "turn_limit",
   "annihilation",
   "mutual_destruction"
  ],
  "rolls": {
   "calamities": {}
  },
  "symbols": [
   "city",
   "army",
   "fleet"
  ],
  "table": {
   "areas": "/areas",
   "sides": "/nations",
   "view": "areas"
  },
  "uses": [
   "common"
  ]
 }
};
