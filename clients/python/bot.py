# A bot that decides, by HTTP with Python's standard library alone:  python3 bot.py http://HOST/b/BATTLE#TOKEN [NAME]
import http.client, json, secrets, sys, time, urllib.parse
chance = None  # of winning: the server's odds, asked before our first decision
def fill(left, rooms):  # how many into each, in this order; a room is how many it takes, and what each of them costs
    for count, cost in rooms:
        yield (taken := min(count, left // cost))
        left -= taken * cost
def spread(options):  # a total over several, those with the most room first
    caps = sorted(options["caps"].items(), key=lambda cap: -cap[1])
    return {name: count for (name, _), count in zip(caps, fill(options["total"], [(cap, 1) for _, cap in caps]))}
def pick(pieces, wanted, order=lambda piece: piece["enhanced"], cost=lambda piece: 1):  # so many pieces, the plain ones first: the good ones are for later
    pieces = sorted(pieces, key=order)
    return [{**{key: piece[key] for key in ("unit", "enhanced")}, "count": count} for piece, count in zip(pieces, fill(wanted, ((p["count"], cost(p)) for p in pieces))) if count]
def casualties(options, default):  # advanced-combat says how many of each era; elsewhere we lose few for the hits, if those that take the most of them go
    pieces, first = options["candidates"], options.get("first")
    if "must_lose" in options: return {"units": [unit for lost in options["must_lose"] for unit in pick([c for c in pieces if c["era"] == lost["era"]], lost["count"])]}
    hits, planes = options["hits"] + options["kept"], [c for c in pieces if c["class"] == first == "aircraft"]
    if sum(c["count"] * c["era"] for c in planes) > hits: pieces = planes  # while they fly, nothing else is hit
    return {"units": pick(pieces, hits, lambda c: (c["class"] != first, -c["era"], c["enhanced"]), lambda c: c["era"])}
def build(options, default):  # the armies that the treasury can pay; no ships, since we don't sail
    kept = zip(options["areas"], fill(options["treasury"], [(area["armies"], 1) for area in options["areas"]]))
    return {"areas": [{"area": area["area"], "keep_armies": count} for area, count in kept]}
def lose(options, default):  # worth exactly so many points: cities first, then tokens, population before armies
    units, tokens = options["units"], [(u["population"] + u["armies"] - (0 if u["city"] else options["spare"]), 1) for u in options["units"]]
    gone = list(fill(options["points"], [(u["city"], options["city"]) for u in units] + tokens))
    lost = [(u, city, min(u["population"], count), count) for u, city, count in zip(units, gone, gone[len(units):])]
    return {"units": [{"area": u["area"], "city": city > 0, "population": people, "armies": count - people} for u, city, people, count in lost]}
def move(options, default):
    if "tokens" in options:  # theatre: crowds spread in the first two steps, armies march in the third
        going = (lambda t: {"armies": t["armies"]}) if options["step"] == 3 else lambda t: {"population": t["population"] // 2}
        return {"marches": [{"from": t["area"], "to": t["to"][-1], **going(t)} for t in options["tokens"] if t["to"]]}
    unit, path = options["units"][0], []  # simple-combat: straight on, north's pieces down the map and south's up
    (x, y), ahead = unit["at"], 1 if unit["unit"].startswith("n") else -1
    while len(path) < 3 and [x, y + ahead * (len(path) + 1), len(path) + 1] in unit["cells"]: path.append([x, y + ahead * (len(path) + 1)])
    return {"unit": unit["unit"], "path": path}
def fire(options, default):  # each weapon at what it is likeliest to hit and to damage
    aims = [(u, w, min(w["targets"], key=lambda t: t["to_hit"] + t["to_damage"])) for u in options["units"] for w in u["weapons"] if w.get("targets")]
    shots = [{"weapon": w["weapon"], "target": best["target"]} for unit, w, best in aims if unit is aims[0][0]]
    return {"unit": aims[0][0]["unit"], "shots": shots} if aims else default
DECIDE = {  # by kind of decision, from its options `o` and default `d`; a kind that is missing plays the default
    "wave": lambda o, d: {"units": pick(o["available"], o["size"])}, "casualties": casualties, "move": move, "fire": fire, "build": build, "lose": lose, "faction": lose,
    "air_support": lambda o, d: {"class": max(o["taking_part"], key=lambda t: t["aircraft"])["class"]},
    "hit_class": lambda o, d: {"class": o["classes"][0]}, "withdraw": lambda o, d: {"withdraw": chance is not None and chance < 0.05},
    "retreat": lambda o, d: {"retreat": True, "region": o["regions"][0]} if chance is not None and chance < 0.05 and o["regions"] else d,
    "remove": lambda o, d: {"token": max(o["tokens"], key=lambda t: o["armies"] if t == "army" else o["population"])},
    "throw": lambda o, d: {"roll": "2d6", "for": "good luck"}, "agree": lambda o, d: {"agree": o["for"] != ""}, "tax": lambda o, d: {"rate": 3},
    "support": lambda o, d: o["choices"][-1], "expand": lambda o, d: {"areas": spread(o)}, "allot": lambda o, d: {"seats": spread(o)},
    "site": lambda o, d: {"area": o["choices"][-1]}, "losses": lambda o, d: {"armies": {a["area"]: min(a["armies"], a["lost"]) for a in o["areas"]}},
    "keep": lambda o, d: {"faction": o["choices"][-1]["faction"]}, "found": lambda o, d: {"cities": [{"area": a["area"]} for a in o["areas"] if a["population"] >= a["needed"]][:1]}, "reduce": lambda o, d: {"areas": o["areas"][-o["count"]:]}}
def decide(request): return DECIDE.get(request["kind"], lambda o, d: d)(request["options"], request["default"])

def play(link, name="Python bot", since=0):
    global chance; url = urllib.parse.urlsplit(link)
    battle, me = url.path.split("/")[-1], f"name={urllib.parse.quote(name)}&nonce={secrets.token_hex(16)}"  # the nonce goes into the dice
    line = (http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection)(url.netloc, timeout=90)
    def call(path, body=None):
        for _ in range(60):  # what was lost or put off may be sent again: with the same `id` no choice is made twice
            try:
                line.request("POST" if body else "GET", "/api/v1" + path, body and json.dumps(body), {"Authorization": "Bearer " + url.fragment})
                said = (answer := line.getresponse()).read()
                if 300 <= answer.status < 400: sys.exit(f"{url.netloc} sends us to {answer.headers['Location']}")
                if answer.status not in (429, 502, 503, 504): return answer.status, json.loads(said)
                problem = f"answered with {answer.status}"
            except (OSError, http.client.HTTPException, ValueError) as lost: problem = (line.close(), lost)[1]
            print(f"{url.netloc}: {problem}; trying again", file=sys.stderr), time.sleep(1)
        sys.exit("no answer from " + url.netloc)
    while True:
        status, news = call(f"/battles/{battle}/events?since={since}&wait=55&{me}")
        if status != 200: sys.exit(news["detail"])
        since = news.get("next", news["head"])
        for ended in [event["data"] for event in news["events"] if event["event"] == "battle_ended"]:
            return print(f"{ended['winner'] or 'nobody'} wins ({ended['reason']})")
        for request in [each for each in news["requests"] if "pending" not in each and "next" not in news]:
            if chance is None: chance = call("/odds", {"battle": battle})[1].get(request["seat"], 0.5)
            status, said = call(f"/battles/{battle}/choices", {"id": str(request["decision"]), "decision": request["decision"], "choice": decide(request)})
            if status in (409, 422): (sys.stderr.write if status == 409 else sys.exit)(f"{request['kind']} refused: {said['detail']}\n")  # 409: too late
            if request.get("anybody") and status == 200: return call(f"/battles/{battle}/messages", {"type": "concede"})  # a table of dice: one throw will do

if __name__ == "__main__": play(*sys.argv[1:3]) if "#" in "".join(sys.argv[1:2]) else sys.exit("say the link of a seat: http://HOST/b/BATTLE#TOKEN")
