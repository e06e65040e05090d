# What bot.py chooses in a campaign of `theatre`. From the options of a decision, and its default, to a choice; what
# both may have in them is in rules/theatre/README.md, under "Decisions".
from fights import fill


def spread(options):
    """A total over several, those with the most room first."""
    caps = sorted(options["caps"].items(), key=lambda cap: -cap[1])
    counts = fill(options["total"], [(cap, 1) for _, cap in caps])
    return {name: count for (name, _), count in zip(caps, counts)}


def build(options, default):
    """Keeps the armies that the treasury can pay; no ships, since we don't sail."""
    areas = options["areas"]
    counts = fill(options["treasury"], [(area["armies"], 1) for area in areas])
    return {"areas": [{"area": area["area"], "keep_armies": count} for area, count in zip(areas, counts)]}


def march(options):
    """Crowds spread in the first two steps, armies march in the third."""
    marches = []
    for here in options["tokens"]:
        if here["to"]:
            going = {"armies": here["armies"]} if options["step"] == 3 else {"population": here["population"] // 2}
            marches.append({"from": here["area"], "to": here["to"][-1], **going})
    return {"marches": marches}


def lose(options, default):
    """Worth exactly so many points: cities first, then tokens, population before armies."""
    units, spare = options["units"], options["spare"]
    cities = [(unit["city"], options["city"]) for unit in units]
    tokens = [(unit["population"] + unit["armies"] - (0 if unit["city"] else spare), 1) for unit in units]
    gone = fill(options["points"], cities + tokens)
    lost = []
    for unit, city, count in zip(units, gone, gone[len(units) :]):
        people = min(unit["population"], count)
        lost.append({"area": unit["area"], "city": city > 0, "population": people, "armies": count - people})
    return {"units": lost}


def found(options, default):
    """One city, where there are enough people: then nothing has to be paid for it."""
    ready = [area["area"] for area in options["areas"] if area["population"] >= area["needed"]]
    return {"cities": [{"area": area} for area in ready[:1]]}


def losses(options, default):
    """Of what has to go in each area, armies first."""
    return {"armies": {area["area"]: min(area["armies"], area["lost"]) for area in options["areas"]}}


CAMPAIGN = {  # by kind of decision; `move` is in bot.py, since fights have one too
    "tax": lambda options, default: {"rate": 3},
    "expand": lambda options, default: {"areas": spread(options)},
    "build": build,
    "losses": losses,
    "found": found,
    "support": lambda options, default: options["choices"][-1],
    # After calamities:
    "site": lambda options, default: {"area": options["choices"][-1]},
    "allot": lambda options, default: {"seats": spread(options)},
    "reduce": lambda options, default: {"areas": options["areas"][-options["count"] :]},
    "lose": lose,
    "faction": lose,
    "keep": lambda options, default: {"faction": options["choices"][-1]["faction"]},
}
