# What bot.py chooses in fights, where that takes more than a line. From the options of a decision, and its default,
# to a choice; what both may have in them is in the ruleset's README, under "Decisions".


def fill(left, rooms):
    """How many into each, in this order; a room is how many it takes, and what each of them costs."""
    taken = []
    for count, cost in rooms:
        taken.append(min(count, left // cost))
        left -= taken[-1] * cost
    return taken


def pick(pieces, wanted, order=lambda piece: piece["enhanced"], cost=lambda piece: 1):
    """So many of the pieces, the plain ones first: the good ones are for later."""
    pieces = sorted(pieces, key=order)
    counts = fill(wanted, [(piece["count"], cost(piece)) for piece in pieces])
    return [
        {"unit": piece["unit"], "enhanced": piece["enhanced"], "count": count}
        for piece, count in zip(pieces, counts)
        if count
    ]


def casualties(options, default):
    """advanced-combat says how many of each era; elsewhere few are lost if those go that take the most hits."""
    pieces = options["candidates"]
    if "must_lose" in options:
        units = []
        for lost in options["must_lose"]:
            units += pick([piece for piece in pieces if piece["era"] == lost["era"]], lost["count"])
        return {"units": units}
    hits = options["hits"] + options["kept"]
    first = options.get("first")
    planes = [piece for piece in pieces if piece["class"] == first == "aircraft"]
    if sum(piece["count"] * piece["era"] for piece in planes) > hits:
        pieces = planes  # while they fly, nothing else is hit
    order = lambda piece: (piece["class"] != first, -piece["era"], piece["enhanced"])
    return {"units": pick(pieces, hits, order, cost=lambda piece: piece["era"])}


def advance(options):
    """simple-combat: the first piece goes straight on, as far as three steps."""
    unit = options["units"][0]
    x, y = unit["at"]
    path = []
    for steps in (1, 2, 3):
        y += 1 if unit["unit"].startswith("n") else -1  # north's pieces down the map and south's up
        if [x, y, steps] not in unit["cells"]:
            break
        path.append([x, y])
    return {"unit": unit["unit"], "path": path}


def fire(options, default):
    """simple-combat: of the first piece that can, each weapon at what it is likeliest to hit and to damage."""
    for unit in options["units"]:
        shots = []
        for weapon in unit["weapons"]:
            if weapon.get("targets"):
                target = min(weapon["targets"], key=lambda each: each["to_hit"] + each["to_damage"])
                shots.append({"weapon": weapon["weapon"], "target": target["target"]})
        if shots:
            return {"unit": unit["unit"], "shots": shots}
    return default
