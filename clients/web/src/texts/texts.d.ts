// Made by texts_types.mjs from the English texts: npm run texts
declare module 'virtual:texts' {
  export interface Texts {
    anywhere: {
      title: string;
      lead: string;
      field: string;
      connect: string;
      looking: string;
      kept: string;
      faults: {
        address: string;
        unencrypted: (values: { server: string | number }) => string;
        unreachable: (values: { server: string | number }) => string;
        other: (values: { server: string | number }) => string;
        forbidden: (values: { server: string | number; origin: string | number }) => string;
      };
      server: (values: { server: string | number }) => string;
      change: string;
      invited: string;
      open_link: string;
      opening: {
        title: string;
        lead: string;
        field: string;
        open: string;
        no_battle: (values: { example: string | number }) => string;
        elsewhere: (values: { server: string | number }) => string;
        go_there: string;
      };
    };
    battle: {
      reasons: {
        conceded: string;
        timeout: string;
        share: string;
        abandoned: string;
        closed: string;
        agreed: string;
        declined: string;
        limit: string;
      };
      reasons_of_many: {
        conceded: string;
        abandoned: string;
      };
      lost_because: {
        conceded: string;
        abandoned: string;
        share: string;
      };
      enhanced_name: (values: { name: string | number }) => string;
      with_aircraft: (values: { n: string | number }) => string;
      nothing: string;
      yes: string;
      no: string;
      loading: string;
      unknown: string;
      handed_over: string;
      handed_over_text: string;
      watch_on: string;
      restored: string;
      beside_table: string;
      watching: string;
      playing: (values: { seat: string | number }) => string;
      spectators: (values: { n: number }) => string;
      here: string;
      away: string;
      not_taken: string;
      speed: string;
      speed_off: string;
      skip_animation: string;
      sound: string;
      tabs: {
        end: string;
        decide: string;
        log: string;
        talk: string;
        more: string;
      };
      unread: (values: { n: number }) => string;
      tab_asked: string;
      sheet_up: string;
      sheet_down: string;
      plays_on: string;
      others_decide: string;
      is_over: string;
      turn_title: (values: { title: string | number }) => string;
      watch_again: string;
      back_to_end: string;
      join: string;
      join_table: string;
      join_title: (values: { title: string | number }) => string;
      join_as: (values: { seat: string | number }) => string;
      join_unknown: string;
      join_offered: string;
      nonce_note: string;
      setup: string;
      house_rules: string;
      all_default: string;
      changed: string;
      is_default: string;
      technologies: (values: { n: number }) => string;
      open_field: string;
      great_wall: string;
      regions: string;
      undefended_city: string;
      population_limit: (values: { n: string | number }) => string;
      city_there: string;
      advances: string;
      extra_advantage: (values: { n: string | number }) => string;
      engineering_of: (values: { names: string | number }) => string;
      turns_at_most: (values: { n: number }) => string;
      table: string;
      army_of: (values: { who: string | number }) => string;
      forward: string;
      behind: string;
      all_of_it: string;
      fallen: string;
      nobody_left: string;
      dice_many: (values: { n: string | number; face: string | number }) => string;
      total: string;
      sum_of: (values: { who: string | number }) => string;
      hits_kept: (values: { n: number }) => string;
      damage_absorbed: (values: { damage: string | number; absorbed: string | number }) => string;
      supports: (values: { kind: string | number }) => string;
      era: (values: { n: string | number }) => string;
      phase_number: (values: { n: string | number }) => string;
      turn_number: (values: { n: string | number }) => string;
      city_stands: string;
      city_fallen: string;
      level: (values: { n: string | number }) => string;
      holds_advantage: string;
      tokens: (values: { n: number }) => string;
      before_start: string;
      chance: string;
      chance_asking: string;
      announced: string;
      your_turn_announced: (values: { question: string | number }) => string;
      send: string;
      send_keys: string;
      others: string;
      do_wave: (values: { what: string | number }) => string;
      tap_for: (values: { what: string | number; name: string | number }) => string;
      tap_full: string;
      sorts: string;
      default_word: string;
      default_is: (values: { what: string | number }) => string;
      sending: string;
      sealed_title: string;
      sealed_text: string;
      sealed_hint: string;
      sealed_choice: (values: { what: string | number }) => string;
      take_back: string;
      waits_for_others: string;
      waits_for: (values: { who: string | number }) => string;
      of_available: (values: { n: string | number }) => string;
      chosen_of: (values: { n: string | number; size: string | number }) => string;
      expected: string;
      expected_own: string;
      expected_enemy: string;
      expected_note: string;
      sure: string;
      not_sure: string;
      ready_question: string;
      ready_text: string;
      ready_yes: string;
      ready_no: string;
      generic_question: (values: { kind: string | number }) => string;
      generic_options: string;
      generic_json: string;
      generic_bad: string;
      draw_offer: string;
      draw_offered_by: (values: { who: string | number }) => string;
      draw_own: string;
      draw_accept: string;
      draw_refuse: string;
      chat: string;
      chat_players: string;
      chat_spectators: string;
      chat_field: string;
      chat_send: string;
      chat_empty: string;
      someone: string;
      log: string;
      log_earlier: (values: { n: string | number }) => string;
      log_empty: string;
      log_moment: (values: { n: string | number }) => string;
      wins: (values: { who: string | number }) => string;
      nobody_wins: string;
      because: (values: { outcome: string | number; reason: string | number }) => string;
      you_win: string;
      you_lose: string;
      left: string;
      units_left: (values: { n: number }) => string;
      luck: string;
      on_table: string;
      end_fold: string;
      end_show: string;
      counted: (values: { units: string | number; n: number }) => string;
      verify_record: string;
      verify: string;
      again: string;
      decided: string;
      rematch: {
        ask: string;
        ask_swapped: string;
        wanted: (values: { who: string | number }) => string;
        wanted_swapped: (values: { who: string | number }) => string;
        own: (values: { who: string | number }) => string;
        own_swapped: (values: { who: string | number }) => string;
        waits: string;
        withdrawn: (values: { who: string | number }) => string;
        failed: (values: { why: string | number }) => string;
        accept: string;
        withdraw: string;
        made: string;
        enter: string;
        watch: string;
      };
      you_marked: (values: { who: string | number }) => string;
      troop: (values: { n: string | number; name: string | number }) => string;
      troop_enhanced: (values: { n: string | number; name: string | number }) => string;
      in_settlement: string;
      in_settlement_era: (values: { era: string | number }) => string;
      map_of_hexes: (values: { width: string | number; height: string | number }) => string;
      map_of_squares: (values: { width: string | number; height: string | number }) => string;
      hits_of_dice: (values: { hits: number; value: string | number }) => string;
      hits_of_every_die: (values: { hits: number }) => string;
      hits_made: (values: { n: number }) => string;
      hits_made_on: (values: { n: number; kind: string | number }) => string;
      round_number: (values: { n: string | number }) => string;
      waves_of: (values: { n: string | number }) => string;
      what_rules_say: string;
      your_turn: string;
      stop_ending: string;
      kinds: {
        infantry: string;
        cavalry: string;
        artillery: string;
        fleet: string;
        aircraft: string;
      };
    };
    broken: {
      title: string;
      what_now: string;
      read: string;
      other_start: (values: { kept: string | number; now: string | number }) => string;
      other_seat: (values: { kept: string | number; now: string | number }) => string;
      head_not_signed: (values: { input: string | number }) => string;
      two_heads: (values: { input: string | number }) => string;
      went_back: (values: { now: string | number; kept: number }) => string;
      step_skipped: (values: { asked: string | number; before: string | number }) => string;
      other_inputs: (values: { step: string | number }) => string;
      other_events: (values: { step: string | number }) => string;
      other_seal: (values: { decision: string | number }) => string;
      other_story: (values: { after: string | number; seq: string | number }) => string;
      used_ladder: string;
      key_title: string;
      key_text: (values: { before: string | number; key: string | number }) => string;
    };
    campaign: {
      label: string;
      barbarians: string;
      is: {
        sea: string;
        feeds: (values: { n: string | number }) => string;
        town_site: string;
        plain: (values: { name: string | number }) => string;
        volcano: (values: { name: string | number }) => string;
        coast: string;
      };
      has: {
        town: string;
        people: (values: { n: string | number }) => string;
        soldiers: (values: { n: number }) => string;
        fleet: (values: { n: number }) => string;
      };
      holds: (values: { who: string | number; what: string | number }) => string;
      titled: (values: { area: string | number; what: string | number }) => string;
      overland: (values: { areas: string | number }) => string;
      oversea: (values: { areas: string | number }) => string;
      marks: {
        fight: string;
        fallen: string;
        held: string;
        founded: string;
        struck: string;
      };
      list: {
        title: string;
        area: string;
        kind: string;
        side: string;
        people: string;
        soldiers: string;
        fleet: string;
        town: string;
        nobody: string;
      };
      nearer: string;
      farther: string;
      whole: string;
      turn: (values: { n: string | number; of: string | number }) => string;
      begins: (values: { of: string | number }) => string;
      step: (values: { phase: string | number; n: string | number }) => string;
      phases: {
        taxes: string;
        growth: string;
        census: string;
        construction: string;
        movement: string;
        fights: string;
        founding: string;
        supply: string;
        calamity: string;
      };
      nation: {
        all: string;
        rank: (values: { n: string | number }) => string;
        score: (values: { n: number }) => string;
        board: (values: { population: string | number; armies: number }) => string;
        purse: (values: { stock: string | number; treasury: string | number }) => string;
        upkeep: (values: { cities: number; population: string | number; needed: string | number }) => string;
      };
    };
    campaign_choices: {
      tokens: (values: { population: number; armies: number }) => string;
      brief: (values: { population: string | number; armies: number }) => string;
      with_town: (values: { what: string | number }) => string;
      town: string;
      at: (values: { area: string | number; what: string | number }) => string;
      way: (values: { from: string | number; to: string | number }) => string;
      barbarians: string;
      people: string;
      soldiers: string;
      both: (values: { what: string | number; where: string | number }) => string;
      of: (values: { n: string | number; total: string | number }) => string;
      undo: string;
      out: (values: { what: string | number }) => string;
      plan: {
        whence: string;
        no_more: string;
        whither: (values: { area: string | number }) => string;
        by_ship: (values: { area: string | number }) => string;
        other: string;
        next: (values: { area: string | number; n: number }) => string;
        last: (values: { area: string | number }) => string;
        at_sea: (values: { area: string | number; n: number }) => string;
        ends: (values: { area: string | number }) => string;
        shorter: string;
        rows: string;
        ship: (values: { route: string | number }) => string;
        change: string;
        full: (values: { n: string | number; total: string | number }) => string;
        embark: (values: { area: string | number }) => string;
        cargo: (values: { area: string | number }) => string;
        lands: (values: { area: string | number }) => string;
        go_from: (values: { what: string | number }) => string;
        go_to: string;
        sail_to: string;
        end_here: string;
        ships_there: (values: { n: number }) => string;
      };
      faults: {
        tokens: string;
        reach: string;
        ships: string;
        route: string;
        sea: string;
        landing: string;
        full: string;
      };
      ahead: {
        title: string;
        peace: string;
        side: (values: { who: string | number; n: string | number }) => string;
        stand: (values: { sides: string | number }) => string;
        fed: (values: { limit: string | number }) => string;
        beside: string;
        walls: (values: { owner: string | number; n: string | number }) => string;
        badge: string;
        leaves: (values: { sides: string | number }) => string;
        falls: (values: { owner: string | number }) => string;
        holds: (values: { owner: string | number }) => string;
      };
      works: {
        keep_armies: string;
        keep_ships: string;
        build_armies: string;
        build_ships: string;
        levy: string;
        there: (values: { n: string | number }) => string;
        release: string;
        sum: (values: { cost: string | number; paid: string | number; levy: string | number; left: string | number }) => string;
        pieces: (values: { armies: string | number; armies_most: string | number; ships: string | number; ships_most: string | number }) => string;
        lost: (values: { n: number }) => string;
        prices: string;
        kept: (values: { n: string | number }) => string;
        soldiers: (values: { n: number }) => string;
        fleet: (values: { n: number }) => string;
        back: (values: { n: string | number }) => string;
        given_up: (values: { n: string | number }) => string;
      };
      towns: {
        ground: (values: { population: string | number; n: string | number }) => string;
        paid: (values: { area: string | number }) => string;
        pays: string;
        chosen: (values: { n: string | number; total: string | number }) => string;
      };
      units: {
        points: (values: { n: string | number; total: string | number }) => string;
        worth: (values: { n: string | number }) => string;
        there: (values: { what: string | number }) => string;
      };
      shares: {
        upto: (values: { n: string | number }) => string;
        sorts: (values: { population: string | number; armies: number }) => string;
      };
      picks: {
        rate: (values: { n: string | number }) => string;
        yield: (values: { n: number }) => string;
        fallen: (values: { n: string | number; total: string | number }) => string;
        place: string;
        more: string;
      };
      said: {
        rate: (values: { n: string | number }) => string;
        stay: string;
        orders: (values: { marches: number; voyages: number }) => string;
        soldiers: (values: { n: number }) => string;
        towns: (values: { n: number; areas: string | number }) => string;
        soldier: (values: { area: string | number }) => string;
        town: (values: { area: string | number }) => string;
        first: string;
        second: string;
      };
      does: {
        rate: (values: { what: string | number }) => string;
        grow: (values: { what: string | number }) => string;
        works: (values: { what: string | number }) => string;
        go: (values: { what: string | number }) => string;
        stay: string;
        towns: (values: { what: string | number }) => string;
        give: (values: { what: string | number }) => string;
        here: (values: { what: string | number }) => string;
        share: (values: { what: string | number }) => string;
        fall: (values: { what: string | number }) => string;
        out: (values: { what: string | number }) => string;
        part: (values: { what: string | number }) => string;
        own: (values: { what: string | number }) => string;
      };
    };
    clock: {
      decision_terms: (values: { most: string | number }) => string;
      correspondence_terms: (values: { time: string | number }) => string;
      timeout_default: string;
      timeout_forfeit: string;
      runs: (values: { time: string | number }) => string;
      stands: (values: { time: string | number }) => string;
      bank: (values: { time: string | number }) => string;
      reminder: (values: { time: string | number }) => string;
      short: (values: { time: string | number }) => string;
      absence: string;
      gone: (values: { who: string | number }) => string;
      gone_long: (values: { who: string | number }) => string;
      claimable_in: (values: { time: string | number }) => string;
      not_asked: (values: { who: string | number }) => string;
      claim: string;
      late: string;
      late_text: (values: { who: string | number }) => string;
      live_terms: (values: { bank: string | number }) => string;
      live_terms_more: (values: { bank: string | number; increment: string | number }) => string;
    };
    common: {
      app: string;
      tagline: string;
      skip: string;
      nav: {
        label: string;
        home: string;
        start: string;
        archive: string;
        rules: string;
      };
      ways_on: string;
      language: string;
      theme: {
        label: string;
        auto: string;
        light: string;
        dark: string;
      };
      attacker: string;
      defender: string;
      north: string;
      south: string;
      seat_colours: {
        red: string;
        blue: string;
        green: string;
        yellow: string;
        violet: string;
        black: string;
        teal: string;
        pink: string;
      };
      nobody: string;
      bots: {
        best: string;
        listed: string;
        random: string;
      };
      bot_side: (values: { side: string | number }) => string;
      loading: string;
      retry: string;
      key_begins: (values: { key: string | number }) => string;
      copied: string;
      copy_by_hand: string;
      offline: string;
      online: string;
      footer: {
        made: string;
        dice: string;
        all_dice: string;
      };
      not_found: string;
      not_found_text: string;
      server_old: string;
      missing: (values: { what: string | number }) => string;
      block_count: (values: { count: string | number; name: string | number }) => string;
      block_enhanced: (values: { what: string | number }) => string;
      block_lost: (values: { what: string | number }) => string;
      refusals: {
        unreachable: string;
        history_restored: string;
        no_ladder: string;
        other_dice: string;
      };
      days: (values: { n: number }) => string;
      hours: (values: { n: number }) => string;
      minutes: (values: { n: number }) => string;
      seconds: (values: { n: number }) => string;
      days_hours: (values: { days: number; hours: string | number }) => string;
      deadline: (values: { at: string | number }) => string;
      exact: string;
      simulated: (values: { runs: string | number; error: string | number }) => string;
      chance: (values: { who: string | number; percent: string | number }) => string;
      oddsNote: string;
      share: string;
      copyLink: string;
      qr: string;
      qrOf: (values: { what: string | number }) => string;
      shareText: (values: { title: string | number }) => string;
      more: (values: { name: string | number }) => string;
      fewer: (values: { name: string | number }) => string;
      creating: string;
      your_name: string;
      sit_down: string;
      rejected: (values: { why: string | number }) => string;
      side_name: (values: { seat: string | number; name: string | number }) => string;
      eras: {
        ancient: string;
        medieval: string;
        industrial: string;
        modern: string;
      };
      advance_names: {
        metalworking: string;
        military: string;
        mathematics: string;
        engineering: string;
      };
      tokens: {
        people: string;
        soldiers: string;
      };
      example: string;
      clock: string;
      dice_shared: string;
      dice_shared_witnessed: (values: { witness: string | number }) => string;
      dice_witnessed: (values: { witness: string | number }) => string;
      guest: string;
      take: (values: { seat: string | number }) => string;
      label: (values: { what: string | number }) => string;
      pair: (values: { what: string | number; value: string | number }) => string;
      times: (values: { speed: string | number }) => string;
      clauses: (values: { before: string | number; next: string | number }) => string;
      odds_of: {
        "simple-combat": {
          played: string;
        };
      };
    };
    dice: {
      title: string;
      lead: string;
      sums: (values: { dice: string | number; battles: string | number }) => string;
      battles: (values: { count: number }) => string;
      uncounted: (values: { count: number }) => string;
      none: string;
      can: string;
      cannot: string;
      chance: string;
      reading: string;
      who: string;
      all: string;
      people: string;
      count: string;
      face: (values: { n: string | number }) => string;
      expected: string;
      expected_value: (values: { expected: string | number; spread: string | number }) => string;
      chi_square: string;
      p: string;
      off: (values: { n: string | number }) => string;
      place: (values: { n: string | number }) => string;
    };
    faults: {
      needs_some: (values: { count: number }) => string;
      too_many_entries: (values: { count: string | number; most: string | number }) => string;
      too_large: (values: { value: string | number; most: string | number }) => string;
      too_small: (values: { value: string | number; least: string | number }) => string;
      too_short: (values: { least: string | number }) => string;
      too_long: (values: { most: string | number }) => string;
      expected: (values: { expected: string | number; got: string | number }) => string;
      not_one_of: (values: { word: string | number; list: string | number }) => string;
      unknown_field: (values: { field: string | number }) => string;
      missing_without_city: (values: { field: string | number }) => string;
      missing: (values: { field: string | number }) => string;
      named_twice: (values: { word: string | number }) => string;
      given_twice: (values: { word: string | number }) => string;
      cell_twice: (values: { cell: string | number }) => string;
      attacker_empty: string;
      defender_empty: string;
      one_sided_fleet: string;
      mixed_fleet: (values: { unit: string | number; other: string | number }) => string;
      no_ships: (values: { unit: string | number }) => string;
      ships: (values: { unit: string | number }) => string;
      no_unit: (values: { unit: string | number }) => string;
      too_many_pieces: (values: { count: string | number; most: string | number }) => string;
      are_aircraft: (values: { unit: string | number }) => string;
      no_aircraft: (values: { unit: string | number }) => string;
      twice_in_roster: (values: { unit: string | number }) => string;
      region_twice: (values: { region: string | number }) => string;
      unit_id: string;
      id: string;
      aircraft_strength: string;
      aircraft_era: string;
      aircraft_modifier: string;
      aircraft_enhanced: string;
      needs_era: string;
      only_aircraft_strength: string;
      outside_square: (values: { cell: string | number; x: string | number; y: string | number }) => string;
      outside_rows: (values: { cell: string | number; r: string | number }) => string;
      outside_row: (values: { cell: string | number; row: string | number; from: string | number; to: string | number }) => string;
      outside_free: (values: { cell: string | number; x: string | number; y: string | number }) => string;
      base_outside: (values: { cell: string | number; left: string | number; right: string | number; top: string | number; bottom: string | number }) => string;
      base_impassable: (values: { cell: string | number }) => string;
      bases_overlap: (values: { cell: string | number; unit: string | number }) => string;
      free_impassable: string;
      free_terrain: string;
      cells_polygons: string;
      polygon_crosses: string;
      polygons_touch: (values: { polygon: string | number }) => string;
      impassable: (values: { cell: string | number }) => string;
      terrain_twice: (values: { cell: string | number; terrain: string | number }) => string;
      special_of_nothing: string;
      special_changes_nothing: string;
      no_terrain: (values: { terrain: string | number }) => string;
      armour_order: string;
      once_and_reload: string;
      occupied: (values: { cell: string | number; unit: string | number }) => string;
      unit_twice: (values: { unit: string | number }) => string;
      no_profile: (values: { profile: string | number }) => string;
      no_weapon: (values: { weapon: string | number }) => string;
      half_range: (values: { range: string | number }) => string;
      no_range: string;
      meant: (values: { fault: string | number; meant: string | number }) => string;
      kinds: {
        boolean: string;
        string: string;
        array: string;
        object: string;
        integer: string;
        number: string;
        fraction: string;
        pair: string;
      };
    };
    field: {
      tap: string;
      brushes: {
        units: string;
        rock: string;
        open: string;
      };
      add: string;
      pick: string;
      undo: string;
      brushHelp: string;
      free: {
        tools: {
          units: string;
          draw: string;
          erase: string;
        };
        units: string;
        draw: string;
        erase: string;
        finish: string;
        corners: (values: { count: number }) => string;
        full: (values: { count: number }) => string;
        cell: (values: { place: string | number; what: string | number }) => string;
      };
    };
    forms: {
      to_lose: string;
      do_lose: (values: { what: string | number }) => string;
      do_support: (values: { kind: string | number }) => string;
      air_pairing: string;
      air_room: (values: { flying: string | number; all: string | number }) => string;
      air_pairs: string;
      air_pair_left: (values: { n: string | number; total: string | number }) => string;
      beside: (values: { plane: string | number; unit: string | number }) => string;
      losses_supported: (values: { name: string | number }) => string;
      hits_kept_before: (values: { n: number }) => string;
      hits_first: (values: { kind: string | number }) => string;
      hits_takes: (values: { n: number }) => string;
      hits_placed: (values: { used: string | number; all: string | number }) => string;
      hits_left: (values: { n: number }) => string;
      hits_lost: (values: { n: number }) => string;
      fault_too_many: string;
      fault_first: (values: { kind: string | number; name: string | number }) => string;
      fault_aircraft: string;
      fault_left_over: (values: { name: string | number }) => string;
      remains: (values: { what: string | number }) => string;
      fields_add: (values: { name: string | number }) => string;
      fields_remove: (values: { name: string | number }) => string;
      fields_nth: (values: { name: string | number; n: string | number }) => string;
      fields_name: string;
    };
    hints: {
      title: string;
      place: (values: { at: string | number; of: string | number }) => string;
      next: string;
      done: string;
      close: string;
      all_rules: (values: { ruleset: string | number }) => string;
      elsewhere: string;
      every_ruleset: {
        ready: string;
      };
      first_time: {
        "advanced-combat": {
          1: string;
          2: string;
          3: string;
        };
        "phased-combat": {
          1: string;
          2: string;
          3: string;
        };
        "fleet-combat": {
          1: string;
          2: string;
          3: string;
        };
        armies: {
          1: string;
          2: string;
          3: string;
        };
        "simple-combat": {
          1: string;
          2: string;
          3: string;
        };
        dice: {
          1: string;
          2: string;
          3: string;
        };
        theatre: {
          1: string;
          2: string;
          3: string;
        };
      };
      rules: {
        "advanced-combat": {
          wave: string;
          air_support: string;
          casualties: string;
          withdraw: string;
        };
        "phased-combat": {
          hit_class: string;
          casualties: string;
          retreat: string;
        };
        "fleet-combat": {
          casualties: string;
          retreat: string;
        };
        armies: {
          remove: string;
        };
        "simple-combat": {
          move: string;
          fire: string;
        };
        dice: {
          throw: string;
          agree: string;
        };
        theatre: {
          tax: string;
          expand: string;
          build: string;
          move: string;
          losses: string;
          found: string;
          support: string;
          site: string;
          allot: string;
          reduce: string;
          lose: string;
          faction: string;
          keep: string;
        };
      };
    };
    lands: {
      heading: string;
      map: string;
      size: (values: { areas: number; sites: number; seas: number }) => string;
      turns: string;
      lasts: (values: { n: number }) => string;
      calamities: string;
      calamitiesNote: string;
      byDice: string;
      listed: (values: { n: number }) => string;
      spared: string;
      nations: string;
      nationsNote: string;
      has: {
        people: (values: { n: string | number }) => string;
        soldiers: (values: { n: number }) => string;
        fleet: (values: { n: number }) => string;
        towns: (values: { n: number }) => string;
      };
      begins: (values: { areas: string | number }) => string;
      purse: (values: { n: string | number }) => string;
      more: (values: { n: string | number }) => string;
      advances: {
        roadbuilding: string;
        cloth_making: string;
        astronomy: string;
        agriculture: string;
        architecture: string;
        coinage: string;
        medicine: string;
        music: string;
        drama: string;
        democracy: string;
        law: string;
        philosophy: string;
        theology: string;
        mysticism: string;
        deism: string;
        enlightenment: string;
      };
      tool: string;
      tools: {
        choose: string;
        land: string;
        water: string;
      };
      choose: string;
      join: {
        land: string;
        water: string;
      };
      joinTo: (values: { area: string | number }) => string;
      joined: {
        land: (values: { one: string | number; other: string | number }) => string;
        water: (values: { one: string | number; other: string | number }) => string;
      };
      parted: {
        land: (values: { one: string | number; other: string | number }) => string;
        water: (values: { one: string | number; other: string | number }) => string;
      };
      noLand: string;
      addArea: string;
      addSea: string;
      removeArea: (values: { area: string | number }) => string;
      area: string;
      name: string;
      seat: string;
      sea: string;
      citySite: string;
      limit: string;
      flood_plain: string;
      volcano: string;
      shared: string;
      borders: {
        land: string;
        water: string;
      };
      standsHere: string;
      pieces: {
        people: string;
        soldiers: string;
        fleet: string;
      };
      city: string;
      treasury: string;
      file: string;
      save: string;
      open: string;
      badFile: string;
      tokens: string;
      cities: string;
      most: string;
      strikes: string;
      strike: (values: { n: string | number }) => string;
      turn: string;
      nation: string;
      calamity: string;
      addStrike: string;
      remove: string;
      removeStrike: (values: { n: string | number }) => string;
      barbarians: string;
      extra: string;
    };
    leaving: {
      hand_over: string;
      hand_over_text: string;
      hand_over_make: string;
      hand_over_link: string;
      setup_fold: string;
      actions: string;
      concede: string;
      concede_sure: string;
      concede_seat: string;
      concede_yes: string;
      offer_draw: string;
      draw_sure: (values: { n: number }) => string;
      draw_yes: string;
      never_mind: string;
    };
    lobby: {
      hero: string;
      lead: string;
      fair: string;
      fightServer: string;
      fightServerNote: string;
      challenge: string;
      challengeNote: string;
      others: string;
      what: string;
      preset: string;
      playAs: string;
      build: string;
      how: string;
      mine: string;
      mineNone: string;
      turn: string;
      sit: string;
      waitingOther: string;
      running: string;
      over: string;
      unknown: string;
      you: (values: { seat: string | number }) => string;
      forget: string;
      forgetAsk: (values: { title: string | number }) => string;
      invite: string;
      live: string;
      here: (values: { n: number }) => string;
      step: (values: { n: string | number }) => string;
      liveNone: string;
      archive: string;
      archiveTitle: string;
      archiveIntro: string;
      filters: string;
      ruleset: string;
      anyRuleset: string;
      status: string;
      anyStatus: string;
      openStatus: string;
      statuses: {
        waiting: string;
        running: string;
        over: string;
      };
      player: string;
      text: string;
      outcome: string;
      outcomes: {
        any: string;
        first: string;
        second: string;
        third: string;
        fourth: string;
        fifth: string;
        sixth: string;
        seventh: string;
        eighth: string;
        nobody: string;
      };
      anyDay: string;
      from: string;
      to: string;
      none: string;
      noneAtAll: string;
      more: string;
      clear: string;
      freeSeat: string;
      openSeat: string;
      open: string;
      openAll: string;
      versus: string;
      events: (values: { count: string | number }) => string;
      wins: (values: { seat: string | number }) => string;
      nobodyWins: string;
      count: (values: { count: number }) => string;
      count_newest: (values: { count: string | number }) => string;
      moving: {
        title: string;
        about: string;
        secret: string;
        export: string;
        import: string;
        exported: (values: { seats: number }) => string;
        imported: (values: { seats: number }) => string;
        elsewhere: (values: { seats: number }) => string;
        contradicts: (values: { what: string | number }) => string;
      };
      just_dice: {
        title: string;
        note: string;
        seats: string;
      };
    };
    map: {
      label: string;
      help_look: string;
      help_choose: string;
      help_choose_free: string;
      nearer: string;
      farther: string;
      whole: string;
      cell: {
        free: string;
        blocked: string;
        reach: (values: { cost: number }) => string;
      };
      unit: (values: { id: string | number; profile: string | number; seat: string | number }) => string;
      strength: (values: { left: string | number; capacity: string | number }) => string;
      terrain: {
        title: string;
        cost: (values: { cost: string | number }) => string;
        hitting: (values: { change: string | number }) => string;
        damaging: (values: { change: string | number }) => string;
        blocks_sight: string;
        nothing: string;
      };
      facts: {
        unit: (values: { left: string | number; capacity: string | number; armour: string | number; steps: string | number }) => string;
        weapon: (values: { count: number; name: string | number; from: string | number; to: string | number; power: string | number }) => string;
        range: (values: { range: string | number; unit: string | number; weapons: string | number }) => string;
        too_far: (values: { range: string | number; unit: string | number }) => string;
        cells: (values: { count: number }) => string;
        shot: (values: { weapon: string | number; range: string | number; hit: string | number; damage: string | number }) => string;
        targets: (values: { targets: string | number }) => string;
        no_target: string;
        area: string;
        once: string;
        reload: (values: { turns: number }) => string;
      };
      table: {
        title: string;
        unit: string;
        side: string;
        profile: string;
        at: string;
        strength: string;
        turn: string;
        has_moved: string;
        has_fired: string;
        destroyed: string;
      };
      effect: {
        damage: (values: { n: string | number }) => string;
        glance: string;
        miss: string;
      };
      units: string;
      all_units: (values: { count: string | number }) => string;
      exactly: string;
      path: {
        allowance: (values: { profile: string | number; steps: string | number }) => string;
        stuck: string;
        to: string;
        pick: string;
        cell: (values: { place: string | number; cost: number }) => string;
        preview: (values: { unit: string | number; place: string | number; cost: string | number; of: string | number }) => string;
        fast: string;
        within: (values: { targets: string | number }) => string;
        at_range: (values: { id: string | number; range: string | number }) => string;
        rest: (values: { unit: string | number }) => string;
        rest_free: (values: { unit: string | number }) => string;
        no_way: (values: { unit: string | number; place: string | number }) => string;
        stay: (values: { unit: string | number }) => string;
        end: (values: { count: string | number }) => string;
        confirm: (values: { unit: string | number; place: string | number }) => string;
        confirm_nowhere: (values: { unit: string | number }) => string;
      };
      shots: {
        targets: (values: { count: number }) => string;
        silent: string;
        weapon: (values: { name: string | number; power: string | number }) => string;
        twin: string;
        range: string;
        hit: string;
        damage: string;
        effect: string;
        left: (values: { left: string | number; capacity: string | number }) => string;
        lethal: string;
        expected: (values: { damage: string | number }) => string;
        none: string;
        tap: (values: { unit: string | number }) => string;
        unmeasured: string;
        hold: (values: { unit: string | number }) => string;
        end: (values: { count: string | number }) => string;
        needs: (values: { threshold: string | number }) => string;
        needs_never: string;
        needs_always: string;
        confirm: (values: { unit: string | number; shots: number; targets: string | number }) => string;
        confirm_nothing: (values: { unit: string | number; shots: number }) => string;
        spent: (values: { weapon: string | number }) => string;
        loading: (values: { weapon: string | number; turn: string | number }) => string;
        area: string;
      };
      usual_move: (values: { unit: string | number }) => string;
      usual_fire: (values: { unit: string | number; targets: string | number }) => string;
      usual_hold: (values: { unit: string | number }) => string;
    };
    no_entry: {
      unknown_text: string;
      bad_token: string;
      bad_token_text: string;
      cannot_follow: (values: { why: string | number }) => string;
      watch_instead: string;
    };
    nudges: {
      ask: string;
      open: string;
      closed: string;
      ask_closed: string;
      ask_no_more: string;
      unreachable: string;
      own_page: string;
      denied: string;
      home_screen: string;
      others: string;
      others_note: string;
      browser: (values: { host: string | number }) => string;
      remove: string;
      address: string;
      add: string;
      secret: string;
    };
    orders: {
      title: string;
      about: string;
      loading: string;
      none: string;
      list: string;
      default_switch: string;
      every: string;
      if_mine: (values: { bounds: string | number; what: string | number }) => string;
      if_theirs: (values: { bounds: string | number; what: string | number }) => string;
      if_round: (values: { bounds: string | number }) => string;
      at_least: (values: { n: string | number }) => string;
      at_most: (values: { n: string | number }) => string;
      pieces: string;
      play_default: string;
      play_prefer: (values: { names: string | number }) => string;
      earlier: (values: { what: string | number }) => string;
      later: (values: { what: string | number }) => string;
      remove: (values: { what: string | number }) => string;
      new_order: string;
      decision: string;
      when: string;
      always: string;
      when_mine: string;
      when_theirs: string;
      when_round: string;
      how_many: string;
      do: string;
      do_default: string;
      do_prefer: string;
      add: string;
      no_kinds: string;
      preview: (values: { what: string | number; n: string | number; choice: string | number }) => string;
      preview_none: (values: { what: string | number }) => string;
      now: string;
      orders_count: (values: { n: number }) => string;
      then: (values: { before: string | number; next: string | number }) => string;
      order: (values: { what: string | number; play: string | number }) => string;
      order_if: (values: { what: string | number; condition: string | number; play: string | number }) => string;
      first: {
        casualties: string;
        wave: string;
        air_support: string;
        hit_class: string;
        remove: string;
        fire: string;
      };
    };
    pieces: {
      modifier: (values: { n: string | number }) => string;
      strength: (values: { n: string | number }) => string;
      rules: {
        "advanced-combat": {
          infantry: string;
          cavalry: string;
          artillery: string;
          fleet: string;
          aircraft: string;
        };
        "phased-combat": {
          infantry: string;
          cavalry: string;
          artillery: string;
          aircraft: string;
        };
        "fleet-combat": {
          fleet: string;
          aircraft: string;
        };
      };
      tokens: {
        population: string;
        army: string;
      };
    };
    replay: {
      moments: string;
      title: string;
      of: (values: { title: string | number }) => string;
      keys: string;
      moment: (values: { seq: string | number; head: string | number }) => string;
      before: string;
      first: string;
      back: string;
      play: string;
      pause: string;
      forward: string;
      last: string;
      speed: string;
      scrub: string;
      jump: string;
      jump_pick: string;
      chapters: {
        start: string;
        phase: (values: { n: string | number }) => string;
        round: (values: { n: string | number }) => string;
        turn: (values: { n: string | number }) => string;
        end: string;
      };
      link: string;
      film: string;
      link_copied: string;
      link_manual: string;
      more: (values: { count: number }) => string;
      more_go: string;
      together: {
        title: string;
        of: (values: { title: string | number }) => string;
        about: string;
        invited: string;
        kept: string;
        private_one: string;
        open: string;
        come_in: string;
        coming: string;
        not_over: string;
        to_battle: string;
        gone_title: string;
        gone: string;
        left: string;
        come_again: string;
        open_new: string;
        alone: string;
        leads: (values: { who: string | number }) => string;
        you_lead: string;
        all_lead: string;
        here: (values: { count: number }) => string;
        go_along: (values: { who: string | number }) => string;
        point: string;
        room: string;
        guest: (values: { n: string | number }) => string;
        link: string;
        link_note: string;
        you: string;
        leader: string;
        away: string;
        give: string;
        give_to: (values: { who: string | number }) => string;
        let_all: string;
        leave: string;
        talk: string;
        nothing_said: string;
        say: string;
        send: string;
      };
      what_if: string;
      notes: {
        title: string;
        none: string;
        step: (values: { seq: string | number }) => string;
        write: (values: { seq: string | number }) => string;
        save: string;
        take_away: string;
        who_reads: string;
        step_first: string;
      };
      unspoiled: {
        link: string;
        whole: string;
        about: string;
        end: string;
        so_far: string;
        moment: (values: { seq: string | number }) => string;
        last: string;
      };
      totals: string;
      left: (values: { left: string | number; start: string | number }) => string;
      points: (values: { points: number }) => string;
      chances: {
        title: string;
        about: string;
        loading: (values: { known: string | number; all: string | number }) => string;
        none: string;
        chart: (values: { first: string | number; from: string | number; to: string | number }) => string;
        table: string;
        at: string;
        nobody: string;
        go: (values: { seq: string | number }) => string;
        marks: string;
        more: (values: { next: string | number; left: string | number }) => string;
        swing: (values: { who: string | number; from: string | number; to: string | number }) => string;
        decisive: string;
        lucky: string;
        unlucky: string;
        sum: (values: { who: string | number; value: string | number; expected: string | number; times: string | number }) => string;
        hits: (values: { who: string | number; value: string | number; expected: string | number; times: string | number }) => string;
        shots: (values: { who: string | number; value: string | number; expected: string | number; times: string | number }) => string;
      };
      ledger: {
        title: string;
        ask: string;
        loading: string;
        about: string;
        simulated: (values: { points: number }) => string;
        side: string;
        start: string;
        luck: string;
        own: string;
        others: string;
        result: string;
        dice_did: (values: { way: string; points: number }) => string;
        own_did: (values: { way: string; points: number }) => string;
        others_did: (values: { way: string; points: number }) => string;
        end_did: (values: { way: string; points: number }) => string;
        nothing_did: string;
        line: (values: { who: string | number; what: string | number }) => string;
        steps: string;
        chart: (values: { who: string | number }) => string;
        roll: string;
        choice: string;
        over: string;
        points: (values: { points: string | number; who: string | number }) => string;
      };
      verify: {
        title: string;
        about: string;
        running: string;
        start: string;
        again: string;
        not_over: string;
        holds: string;
        fails: string;
        holds_text: (values: { dice: string | number }) => string;
        diceless: string;
        diceless_text: string;
        unrolled_text: string;
        diceless_dice: string;
        fails_text: string;
        differs: string;
        where: string;
        what: string;
        promise: string;
        promise_good: string;
        promise_bad: string;
        chain: string;
        chain_good: string;
        chain_bad: string;
        dice: string;
        dice_good: (values: { rolls: string | number }) => string;
        dice_bad: (values: { bad: string | number; rolls: string | number }) => string;
        dice_none: string;
        signature: string;
        signature_good: string;
        signature_bad: string;
        good: string;
        bad: string;
        rolls: string;
        roll: (values: { number: string | number; who: string | number; purpose: string | number }) => string;
        recorded: (values: { dice: string | number }) => string;
        expected: (values: { dice: string | number }) => string;
        limits: string;
        operator_limit: string;
        uncovered: string;
        download: string;
        file: string;
        of_file: (values: { name: string | number }) => string;
        of_battle: string;
        bad_file: string;
        failed: (values: { why: string | number }) => string;
        no_crypto: string;
        problems: {
          no_json: string;
          no_record: string;
          inexact: string;
          says_nothing: string;
          expected: (values: { what: string | number }) => string;
          unknown_field: string;
          differs: (values: { recorded: string | number; due: string | number }) => string;
          secret_kept: string;
          other_secret: string;
          other_chain: string;
          other_shown: string;
          not_signed: string;
          no_beginning: string;
          gap: (values: { missing: string | number }) => string;
          no_input: (values: { seq: string | number; event: string | number }) => string;
          after_the_end: string;
          not_allowed: (values: { kind: string | number }) => string;
          out_of_place: (values: { event: string | number }) => string;
          no_cause: (values: { reason: string | number }) => string;
          not_shown: string;
          other_event: (values: { due: string | number; recorded: string | number }) => string;
          no_seat: (values: { seat: string | number }) => string;
          other_roll: (values: { roll: string | number }) => string;
          other_die: (values: { seq: string | number; recorded: string | number; due: string | number }) => string;
          no_shares: string;
          other_rung: string;
          not_sealed: string;
          other_opening: string;
          not_of_two: string;
          no_witness: string;
          no_share_of_witness: string;
          other_rung_of_witness: string;
          not_of_witness: string;
          no_key: string;
          not_of_seat: string;
          no_end: string;
          other_history: (values: { seq: string | number; input: string | number }) => string;
          other_nonce: (values: { seq: string | number; input: string | number; kept: string | number; recorded: string | number }) => string;
          other_ladder: (values: { seq: string | number; input: string | number; recorded: string | number }) => string;
          other_key: (values: { seq: string | number; input: string | number; recorded: string | number }) => string;
          other_choice: (values: { seq: string | number; input: string | number; sent: string | number; recorded: string | number }) => string;
          not_sent: (values: { seq: string | number; input: string | number; kind: string | number }) => string;
          not_recorded: (values: { decision: string | number; kind: string | number }) => string;
        };
        expected_words: {
          object: string;
          list: string;
          dice: string;
          face: string;
          digest: string;
          key: string;
          point: string;
        };
        signatures: {
          title: string;
          all: (values: { who: string | number; n: number }) => string;
          some: (values: { who: string | number; n: number; missing: number; inputs: string | number }) => string;
          none: (values: { who: string | number }) => string;
          another_key: (values: { input: string | number }) => string;
        };
        mine: string;
        mine_good: (values: { who: string | number; sent: number; inputs: string | number }) => string;
        mine_bad: (values: { who: string | number }) => string;
        mine_fails: string;
        mine_fails_text: string;
        shared: {
          title: string;
          good: (values: { steps: number }) => string;
        };
        by_word: {
          clock: (values: { n: number }) => string;
          ends: {
            forfeit: string;
            claim: string;
            close: string;
          };
          open: (values: { step: string | number }) => string;
          open_witness: (values: { step: string | number }) => string;
        };
        purposes: {
          attack: string;
          defence: string;
          air: string;
          artillery: string;
          cavalry: string;
          infantry: string;
          fleet: string;
          initiative: string;
          to_hit: string;
          to_damage: string;
          burning: string;
          throw: string;
          calamities: string;
        };
      };
    };
    rules: {
      title: string;
      intro: string;
      read: string;
      play: string;
      all: string;
      unknown: (values: { id: string | number }) => string;
      how: string;
      rulings: string;
      rulingsNote: string;
      roster: string;
      rosterNote: string;
      weaponsTitle: string;
      weaponsNote: string;
      houseRulesTitle: string;
      houseRulesNote: string;
      noHouseRules: string;
      default: string;
      credits: string;
      licence: string;
      version: (values: { version: string | number }) => string;
      column: {
        unit: string;
        kind: string;
        era: string;
        modifier: string;
        enhanced: string;
        strength: string;
        move: string;
        armour: string;
        capacity: string;
        weapons: string;
        points: string;
        weapon: string;
        range: (values: { range: string | number }) => string;
        power: string;
        special: string;
      };
      twin: string;
      indirect: string;
      kinds: {
        infantry: string;
        cavalry: string;
        artillery: string;
        fleet: string;
        aircraft: string;
      };
      dice: {
        title: string;
        lead: string;
        steps: {
          1: string;
          2: string;
          3: string;
          4: string;
        };
        shared: string;
        limit: string;
        try: string;
        link: string;
      };
    };
    rulings: {
      "advanced-combat": {
        steps: {
          1: string;
          2: string;
          3: string;
          4: string;
          5: string;
        };
        rulings: {
          A1: {
            question: string;
            answer: string;
          };
          A2: {
            question: string;
            answer: string;
          };
          A3: {
            question: string;
            answer: string;
          };
          A4: {
            question: string;
            answer: string;
          };
          A5: {
            question: string;
            answer: string;
          };
          A6: {
            question: string;
            answer: string;
          };
          A7: {
            question: string;
            answer: string;
          };
          A8: {
            question: string;
            answer: string;
          };
          A9: {
            question: string;
            answer: string;
          };
          A10: {
            question: string;
            answer: string;
          };
          A11: {
            question: string;
            answer: string;
          };
          A12: {
            question: string;
            answer: string;
          };
          A13: {
            question: string;
            answer: string;
          };
          A14: {
            question: string;
            answer: string;
          };
          A15: {
            question: string;
            answer: string;
          };
          A17: {
            question: string;
            answer: string;
          };
          A18: {
            question: string;
            answer: string;
          };
        };
      };
      "phased-combat": {
        steps: {
          1: string;
          2: string;
          3: string;
          4: string;
          5: string;
        };
        rulings: {
          C1: {
            question: string;
            answer: string;
          };
          C2: {
            question: string;
            answer: string;
          };
          C3: {
            question: string;
            answer: string;
          };
          C4: {
            question: string;
            answer: string;
          };
          C5: {
            question: string;
            answer: string;
          };
          C6: {
            question: string;
            answer: string;
          };
          C7: {
            question: string;
            answer: string;
          };
          C8: {
            question: string;
            answer: string;
          };
          C9: {
            question: string;
            answer: string;
          };
        };
      };
      armies: {
        steps: {
          1: string;
          2: string;
          3: string;
          4: string;
          5: string;
        };
        rulings: {
          D1: {
            question: string;
            answer: string;
          };
          D2: {
            question: string;
            answer: string;
          };
          D3: {
            question: string;
            answer: string;
          };
          D4: {
            question: string;
            answer: string;
          };
          D5: {
            question: string;
            answer: string;
          };
          D6: {
            question: string;
            answer: string;
          };
          D7: {
            question: string;
            answer: string;
          };
          D8: {
            question: string;
            answer: string;
          };
        };
      };
      "simple-combat": {
        steps: {
          1: string;
          2: string;
          3: string;
          4: string;
          5: string;
          6: string;
        };
        rulings: {
          E1: {
            question: string;
            answer: string;
          };
          E2: {
            question: string;
            answer: string;
          };
          E3: {
            question: string;
            answer: string;
          };
          E4: {
            question: string;
            answer: string;
          };
          E5: {
            question: string;
            answer: string;
          };
          E6: {
            question: string;
            answer: string;
          };
          E7: {
            question: string;
            answer: string;
          };
          E8: {
            question: string;
            answer: string;
          };
          E9: {
            question: string;
            answer: string;
          };
          E10: {
            question: string;
            answer: string;
          };
          E12: {
            question: string;
            answer: string;
          };
          E13: {
            question: string;
            answer: string;
          };
          E14: {
            question: string;
            answer: string;
          };
          E15: {
            question: string;
            answer: string;
          };
          E16: {
            question: string;
            answer: string;
          };
          E17: {
            question: string;
            answer: string;
          };
          E18: {
            question: string;
            answer: string;
          };
          E19: {
            question: string;
            answer: string;
          };
          E20: {
            question: string;
            answer: string;
          };
          E21: {
            question: string;
            answer: string;
          };
        };
      };
      dice: {
        steps: {
          1: string;
          2: string;
          3: string;
        };
        rulings: {
          T1: {
            question: string;
            answer: string;
          };
          T2: {
            question: string;
            answer: string;
          };
          T3: {
            question: string;
            answer: string;
          };
          T4: {
            question: string;
            answer: string;
          };
        };
      };
      theatre: {
        steps: {
          1: string;
          2: string;
          3: string;
          4: string;
          5: string;
        };
        rulings: {
          F1: {
            question: string;
            answer: string;
          };
          F2: {
            question: string;
            answer: string;
          };
          F3: {
            question: string;
            answer: string;
          };
          F4: {
            question: string;
            answer: string;
          };
          F5: {
            question: string;
            answer: string;
          };
          F6: {
            question: string;
            answer: string;
          };
          F7: {
            question: string;
            answer: string;
          };
          F8: {
            question: string;
            answer: string;
          };
          F9: {
            question: string;
            answer: string;
          };
          F10: {
            question: string;
            answer: string;
          };
          F11: {
            question: string;
            answer: string;
          };
          F12: {
            question: string;
            answer: string;
          };
          F13: {
            question: string;
            answer: string;
          };
          F14: {
            question: string;
            answer: string;
          };
          F15: {
            question: string;
            answer: string;
          };
          F16: {
            question: string;
            answer: string;
          };
          F17: {
            question: string;
            answer: string;
          };
          F18: {
            question: string;
            answer: string;
          };
          F19: {
            question: string;
            answer: string;
          };
          F20: {
            question: string;
            answer: string;
          };
          F21: {
            question: string;
            answer: string;
          };
          F22: {
            question: string;
            answer: string;
          };
          F23: {
            question: string;
            answer: string;
          };
          F24: {
            question: string;
            answer: string;
          };
          F25: {
            question: string;
            answer: string;
          };
          F26: {
            question: string;
            answer: string;
          };
          F27: {
            question: string;
            answer: string;
          };
          F28: {
            question: string;
            answer: string;
          };
          F29: {
            question: string;
            answer: string;
          };
        };
      };
    };
    sentences: {
      battle_created: string;
      seat_taken: (values: { who: string | number }) => string;
      battle_started: string;
      ready: (values: { who: string | number }) => string;
      declined: (values: { who: string | number }) => string;
      sealed: (values: { who: string | number }) => string;
      unsealed: (values: { who: string | number }) => string;
      timed_out: (values: { who: string | number }) => string;
      standing: (values: { who: string | number }) => string;
      forfeited: (values: { who: string | number }) => string;
      forfeited_all: string;
      claimed: (values: { who: string | number }) => string;
      closed: string;
      handed_over: (values: { who: string | number }) => string;
      handed_over_to: (values: { name: string | number; seat: string | number }) => string;
      clock_set_back: string;
      clock_credited: (values: { time: string | number }) => string;
      conceded: (values: { who: string | number }) => string;
      draw_offered: (values: { who: string | number }) => string;
      draw_accepted: (values: { who: string | number }) => string;
      draw_refused: (values: { who: string | number }) => string;
      dice_sum: (values: { n: string | number; sum: string | number }) => string;
      dice_hits: (values: { n: string | number; hits: number }) => string;
      dice_of: (values: { label: string | number; dice: string | number }) => string;
      rolled: (values: { who: string | number; dice: string | number }) => string;
      other: (values: { what: string | number; data: string | number }) => string;
    };
    server: {
      refusals: {
        bad_json: string;
        bad_message: string;
        too_large: string;
        unknown_battle: string;
        not_your_seat: string;
        bad_token: string;
        stale_decision: string;
        illegal_choice: string;
        bad_setup: string;
        battle_over: string;
        rate_limited: string;
        server_busy: string;
        internal: string;
      };
      rulesets: {
        "advanced-combat": {
          title: string;
          summary: string;
          credits: string;
        };
        "phased-combat": {
          title: string;
          summary: string;
        };
        "fleet-combat": {
          title: string;
          summary: string;
        };
        armies: {
          title: string;
          summary: string;
          credits: string;
        };
        "simple-combat": {
          title: string;
          summary: string;
          credits: string;
        };
        dice: {
          title: string;
          summary: string;
        };
        theatre: {
          title: string;
          summary: string;
          credits: string;
        };
      };
      presets: {
        "advanced-combat": {
          castle: {
            title: string;
            summary: string;
          };
          first_flight: {
            title: string;
            summary: string;
          };
          great_wall: {
            title: string;
            summary: string;
          };
          armoured_fist: {
            title: string;
            summary: string;
          };
          jet_age: {
            title: string;
            summary: string;
          };
          kingdom_wings: {
            title: string;
            summary: string;
          };
        };
        "phased-combat": {
          powder_and_lace: {
            title: string;
            summary: string;
          };
          town_gates: {
            title: string;
            summary: string;
          };
          bronze_dawn: {
            title: string;
            summary: string;
          };
          lances: {
            title: string;
            summary: string;
          };
          ford: {
            title: string;
            summary: string;
          };
          barrage: {
            title: string;
            summary: string;
          };
          cold_front: {
            title: string;
            summary: string;
          };
        };
        "fleet-combat": {
          straits: {
            title: string;
            summary: string;
          };
          reef: {
            title: string;
            summary: string;
          };
          narrow_bay: {
            title: string;
            summary: string;
          };
          convoy: {
            title: string;
            summary: string;
          };
          ironclads: {
            title: string;
            summary: string;
          };
          harbour_raid: {
            title: string;
            summary: string;
          };
          wings_at_sea: {
            title: string;
            summary: string;
          };
        };
        armies: {
          lean_harvest: {
            title: string;
            summary: string;
          };
          two_tribes: {
            title: string;
            summary: string;
          };
          phalanx: {
            title: string;
            summary: string;
          };
          soldiers_and_smiths: {
            title: string;
            summary: string;
          };
          nomads: {
            title: string;
            summary: string;
          };
          drought: {
            title: string;
            summary: string;
          };
          exodus: {
            title: string;
            summary: string;
          };
          three_peoples: {
            title: string;
            summary: string;
          };
        };
        "simple-combat": {
          crossroads: {
            title: string;
            summary: string;
          };
          duel: {
            title: string;
            summary: string;
          };
          streets: {
            title: string;
            summary: string;
          };
          long_guns: {
            title: string;
            summary: string;
          };
          giant: {
            title: string;
            summary: string;
          };
          ambush: {
            title: string;
            summary: string;
          };
          scouts: {
            title: string;
            summary: string;
          };
          ridge: {
            title: string;
            summary: string;
          };
          ruins: {
            title: string;
            summary: string;
          };
          bridgehead: {
            title: string;
            summary: string;
          };
        };
        dice: {
          just_dice: {
            title: string;
            summary: string;
          };
          asked_first: {
            title: string;
            summary: string;
          };
          four: {
            title: string;
            summary: string;
          };
        };
        theatre: {
          two_dales: {
            title: string;
            summary: string;
          };
          inner_sea: {
            title: string;
            summary: string;
          };
          ringed_gulf: {
            title: string;
            summary: string;
          };
        };
      };
      houseRules: {
        science_rounding: {
          question: string;
          values: {
            total: string;
            pair: string;
          };
        };
        cia: {
          question: string;
          values: {
            best: string;
            worst: string;
            same_era: string;
            oldest_era: string;
          };
        };
        standoff: {
          question: string;
          values: {
            repulse: string;
            free_withdrawal: string;
          };
        };
        air_loss: {
          question: string;
          values: {
            paired: string;
            per_unit: string;
          };
        };
        withdraw: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
        support_first: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
        air_defends: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
        air_penalty: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
        air_era: {
          question: string;
          values: {
            strength: string;
            modern: string;
          };
        };
        air_leftover: {
          question: string;
          values: {
            kept: string;
            lost: string;
          };
        };
        air_alone: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
        natural: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
        redirect: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
        units_block_los: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
        sight: {
          question: string;
          values: {
            centre: string;
            edge: string;
          };
        };
        fire_scale: {
          question: string;
          values: {
            1: string;
            2: string;
            3: string;
          };
        };
        decides: {
          question: string;
          values: {
            points: string;
            destruction: string;
            to_the_end: string;
          };
        };
        premeasure: {
          question: string;
          values: {
            true: string;
            false: string;
          };
        };
        burning: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
        sealed_movement: {
          question: string;
          values: {
            false: string;
            true: string;
          };
        };
      };
      olderHouseRuleValues: {
        attacker_withdraws_freely: string;
      };
      units: {
        scout_car: string;
        light_tank: string;
        medium_tank: string;
        dual_heavy_tank: string;
        tank_hunter: string;
        howitzer_battery: string;
        rocket_team: string;
        mortar_carrier: string;
        hunter_team: string;
      };
      weapons: {
        machine_gun: string;
        light_gun: string;
        medium_gun: string;
        heavy_gun: string;
        long_gun: string;
        howitzer: string;
        rocket: string;
        mortar: string;
        bazooka: string;
      };
      titles: Record<string, string>;
    };
    shared: {
      choice_sealed: (values: { who: string | number }) => string;
      shares_given: string;
      unfit: (values: { who: string | number }) => string;
      ladder_renewed: (values: { who: string | number }) => string;
      forfeited: (values: { who: string | number }) => string;
      forfeited_all: string;
      sealed_text: string;
      join_note: string;
      about: string;
      no_orders: string;
      waits_for: (values: { who: string | number }) => string;
      device: string;
      no_ladder: string;
      take_over: string;
      due_there: string;
      refused: string;
      used_up: string;
      draw_more: string;
      asks: (values: { seq: string | number; what: string | number }) => string;
      asks_then: string;
      vouch: string;
      failed: string;
      checking: string;
      waits_for_own: string;
      waits_for_all: string;
      leave_sure: string;
      left: string;
    };
    start: {
      title: string;
      intro: string;
      rulesHeading: string;
      rulings: string;
      presetsHeading: string;
      own: string;
      build: string;
      buildNote: string;
      pointsHeading: string;
      budget: string;
      overBudget: (values: { points: string | number }) => string;
      underBudget: (values: { points: string | number }) => string;
      pointsEven: string;
      pointsAhead: (values: { seat: string | number; points: string | number }) => string;
      pointsMost: (values: { seat: string | number; points: string | number }) => string;
      pointsRule: {
        civilization: string;
        skirmish: string;
        tokens: string;
      };
      armiesHeading: string;
      tokensHeading: string;
      fieldHeading: string;
      load: string;
      empty: string;
      former: string;
      formerNone: string;
      json: string;
      jsonNote: string;
      jsonUse: string;
      jsonBad: string;
      unknownBuilder: string;
      ordinary: string;
      enhanced: string;
      placing: string;
      fleet: string;
      aircraft: string;
      other: string;
      pieces: (values: { count: number }) => string;
      nothingYet: string;
      technologies: string;
      technologiesNote: string;
      settlement: string;
      greatWall: string;
      currentEra: string;
      currentEraAuto: string;
      regions: string;
      regionsNote: string;
      regionName: string;
      regionControl: string;
      control: {
        attacker: string;
        neutral: string;
        other: string;
      };
      undefendedCity: string;
      addRegion: string;
      remove: string;
      removeRegion: (values: { name: string | number }) => string;
      newRegion: (values: { count: string | number }) => string;
      advances: string;
      extraAdvantage: string;
      sidesOf: string;
      sidesTwo: (values: { first: string | number; second: string | number }) => string;
      sidesSeveral: (values: { most: string | number }) => string;
      nationName: string;
      addNation: string;
      removeNation: (values: { name: string | number }) => string;
      populationLimit: string;
      city: string;
      engineering: (values: { seat: string | number }) => string;
      grid: string;
      grids: {
        hex: string;
        square: string;
        free: string;
      };
      freeHelp: string;
      polygons: string;
      polygonsBad: string;
      width: string;
      height: string;
      turnLimit: string;
      points: (values: { points: string | number }) => string;
      profileFacts: (values: { moves: string | number; armour: string | number; capacity: string | number; points: string | number }) => string;
      map: string;
      mapHelp: string;
      mapExample: string;
      mapClear: string;
      cell: (values: { column: string | number; row: string | number; what: string | number }) => string;
      cellFree: string;
      cellRock: string;
      cellUnit: (values: { name: string | number; side: string | number }) => string;
      picked: (values: { name: string | number }) => string;
      houseRules: string;
      houseRulesChanged: (values: { count: number }) => string;
      default: string;
      whoHeading: string;
      mySeat: string;
      opponent: string;
      opponents: {
        person: {
          name: string;
          note: string;
        };
        anybody: {
          name: string;
          note: string;
        };
        best: {
          name: string;
          note: string;
        };
        listed: {
          name: string;
          note: string;
        };
        random: {
          name: string;
          note: string;
        };
      };
      othersHeading: string;
      othersNote: string;
      battleTitle: string;
      battleTitleNote: string;
      visibility: string;
      visibilities: {
        public: {
          name: string;
          note: string;
        };
        unlisted: {
          name: string;
          note: string;
        };
        private: {
          name: string;
          note: string;
        };
      };
      confirm: string;
      confirmAll: string;
      create: string;
      createTable: string;
      fixFirst: string;
      oddsTitle: string;
      oddsAsking: string;
      oddsBusy: string;
      made: string;
      shareAndSit: string;
      mine: (values: { seat: string | number }) => string;
      mineNote: string;
      toMySeat: string;
      theirs: (values: { seat: string | number }) => string;
      theirsNote: string;
      theirsOf: (values: { seat: string | number }) => string;
      theirsOfNote: string;
      watch: string;
      watchNote: string;
      privateNote: string;
      gone: string;
      another: string;
      clock: {
        modes: {
          none: {
            name: string;
            note: string;
          };
          live: {
            name: string;
            note: string;
          };
          correspondence: {
            name: string;
            note: string;
          };
        };
        preset: string;
        presets: {
          quick: string;
          usual: string;
          slow: string;
          own: string;
        };
        bank_minutes: string;
        increment_seconds: string;
        decision_minutes: string;
        gone_seconds: string;
        per_decision: string;
        on_timeout: string;
        on_timeouts: {
          default: {
            name: string;
            note: string;
          };
          forfeit: {
            name: string;
            note: string;
          };
          forfeit_seat: {
            name: string;
            note: string;
          };
        };
      };
      dice: {
        title: string;
        of_two: string;
        unknown: string;
        gone: (values: { witness: string | number }) => string;
        other_key: (values: { witness: string | number }) => string;
        witness: string;
        with_key: (values: { witness: string | number; key: string | number }) => string;
        of: {
          server: {
            name: string;
            note: string;
          };
          shared: {
            name: string;
            note: string;
          };
          shared_witnessed: {
            name: (values: { witness: string | number }) => string;
            note: (values: { key: string | number }) => string;
          };
          witnessed: {
            name: (values: { witness: string | number }) => string;
            note: (values: { key: string | number }) => string;
          };
        };
      };
      dice_table: {
        limit: string;
        heading: string;
        seats: string;
        seat: (values: { n: string | number }) => string;
        seat_note: string;
        taken: string;
        asks: string;
        asks_no: string;
        asks_yes: string;
        asks_note: string;
        seconds: string;
        seconds_note: string;
      };
    };
    terrain: {
      woods: string;
      hill: string;
      marsh: string;
      rubble: string;
      water: string;
      road: string;
    };
    throws: {
      throw: string;
      form: string;
      dice: string;
      dice_note: string;
      for: string;
      for_example: string;
      one_more: (values: { sides: string | number }) => string;
      fewer: string;
      plus: string;
      minus: string;
      highest: string;
      lowest: string;
      hits_on: string;
      clear: string;
      means: (values: { roll: string | number; dice: number; least: string | number; most: string | number }) => string;
      means_hits: (values: { roll: string | number; dice: number; hits: number }) => string;
      rolling: string;
      again: string;
      again_what: (values: { roll: string | number }) => string;
      left: (values: { n: number }) => string;
      wants: (values: { who: string | number; roll: string | number }) => string;
      wants_for: (values: { who: string | number; roll: string | number; words: string | number }) => string;
      may: string;
      yes: string;
      no: string;
      answered: string;
      asked: string;
      you_answered: string;
      log: string;
      empty: string;
      search: string;
      search_note: string;
      found: (values: { n: number }) => string;
      count: (values: { n: number }) => string;
      csv: string;
      earlier: string;
      later: string;
      newest: string;
      number: (values: { n: string | number }) => string;
      link: (values: { n: string | number }) => string;
      more: (values: { n: string | number }) => string;
      copy_link: string;
      copied: string;
      by_hand: (values: { link: string | number }) => string;
      copy_picture: string;
      save_picture: string;
      picture_copied: string;
      picture_saved: string;
      no_picture: string;
      more_dice: (values: { n: string | number }) => string;
      unknown: (values: { n: string | number }) => string;
      check: string;
      die_dropped: (values: { n: string | number }) => string;
      die_hit: (values: { n: string | number }) => string;
      total: (values: { n: string | number }) => string;
      result_hits: (values: { hits: number; n: string | number }) => string;
      totals: string;
      name: string;
      throws: string;
      dice_count: string;
      sum: string;
      hits_column: string;
      told: (values: { who: string | number; roll: string | number; result: string | number }) => string;
      told_for: (values: { who: string | number; roll: string | number; words: string | number; result: string | number }) => string;
      invite: string;
      invite_note: string;
      watch_note: string;
      waits: (values: { n: number }) => string;
      waits_note: string;
      table: string;
      has_left: string;
      free: string;
      leave: string;
      leave_sure: string;
      leave_yes: string;
      stay: string;
      you_left: string;
      closed: (values: { why: string | number }) => string;
      watching: string;
      ask_first: string;
      beside: string;
      more_changes: string;
      unread: (values: { n: string | number }) => string;
      refused: (values: { who: string | number; roll: string | number; by: string | number; n: number }) => string;
      refused_for: (values: { who: string | number; roll: string | number; words: string | number; by: string | number; n: number }) => string;
      ends: {
        conceded: string;
        agreed: string;
      };
      watch: string;
      check_later: string;
    };
    units: {
      swordsmen: (values: { n: number }) => string;
      chariots: (values: { n: number }) => string;
      catapults: (values: { n: number }) => string;
      galleys: (values: { n: number }) => string;
      pikemen: (values: { n: number }) => string;
      knights: (values: { n: number }) => string;
      trebuchets: (values: { n: number }) => string;
      galleons: (values: { n: number }) => string;
      riflemen: (values: { n: number }) => string;
      dragoons: (values: { n: number }) => string;
      cannons: (values: { n: number }) => string;
      ironclads: (values: { n: number }) => string;
      machine_gunners: (values: { n: number }) => string;
      mechanized_infantry: (values: { n: number }) => string;
      tanks: (values: { n: number }) => string;
      howitzers: (values: { n: number }) => string;
      battleships: (values: { n: number }) => string;
      triremes: (values: { n: number }) => string;
      corvettes: (values: { n: number }) => string;
      monitors: (values: { n: number }) => string;
      cruisers: (values: { n: number }) => string;
      biplanes: (values: { n: number }) => string;
      monoplanes: (values: { n: number }) => string;
      jets: (values: { n: number }) => string;
      stealth_aircraft: (values: { n: number }) => string;
      population: (values: { n: number }) => string;
      army: (values: { n: number }) => string;
    };
    waiting: {
      waiting: string;
      waiting_for: (values: { names: string | number }) => string;
      waiting_text: string;
      link_for: (values: { seat: string | number }) => string;
      link_note: string;
      link_renew: string;
      link_renewed: string;
      watch_link: string;
    };
    what_if: {
      title: (values: { title: string | number }) => string;
      back: string;
      about: (values: { seq: string | number }) => string;
      goes_on: string;
      choices: string;
      asked: (values: { who: string | number }) => string;
      undo: string;
      anew: string;
      how: string;
      dice: string;
      fresh: string;
      fell: string;
      hand: string;
      own: string;
      best: string;
      link: string;
      too_long: string;
      happened: string;
      nothing: string;
      thrown_by: (values: { who: string | number; dice: number }) => string;
      group: (values: { label: string | number; dice: string | number; sides: string | number }) => string;
      with_spaces: (values: { have: string | number; dice: string | number }) => string;
      take: string;
    };
    witness: {
      join_note: (values: { key: string | number }) => string;
      same_key: string;
      other_key: (values: { key: string | number }) => string;
      not_compared: (values: { address: string | number }) => string;
      silent: (values: { witness: string | number }) => string;
      refuses: (values: { witness: string | number }) => string;
      may_concede: string;
    };
  }
  /** by its code, what a language calls itself */
  export const languages: Record<string, string>;
  export const loaders: Record<string, { [Name in keyof Texts]: () => Promise<{ default: Texts[Name] }> }>;
}
declare module 'virtual:descriptions' {
  import type { Description } from 'muster-client/table';
  type Message = string | ((values: Readonly<Record<string, string | number>>) => string);
  /** sentences by part and name */
  export type Telling = Readonly<Record<string, Readonly<Record<string, Message>>>>;
  /** by ruleset and language */
  export const descriptions: Record<string, Record<string, () => Promise<{ description: Description; texts: Telling }>>>;
}
declare module 'virtual:rulesets' {
  const rulesets: Record<string, { symbols?: string[]; uses?: string[]; table?: true }>;
  export default rulesets;
}
declare module 'virtual:first-battles' {
  const battles: { ruleset: string; rules: string; preset: string; title: string }[];
  export default battles;
}
