# A bot that decides, by HTTP with Python's standard library alone:  python3 bot.py http://HOST/b/BATTLE#TOKEN [NAME]
import http.client, json, secrets, sys, time, urllib.parse
chance = None  # of winning: the server's odds, asked before our first decision
def spread(options):  # a total over several, those with the most room first
    out, left = {}, options["total"]
    for name, most in sorted(options["caps"].items(), key=lambda cap: -cap[1]):
        out[name] = min(most, left)
        left -= out[name]
    return out

def pick(pieces, wanted):  # so many pieces, the plain ones first: the good ones are for later
    out = []
    for piece in sorted(pieces, key=lambda piece: piece["enhanced"]):
        out.append({"unit": piece["unit"], "enhanced": piece["enhanced"], "count": min(piece["count"], wanted)})
        wanted -= out[-1]["count"]
    return [each for each in out if each["count"]]

def casualties(options, default):  # advanced-combat says how many of each era; elsewhere the default knows what hits can reach
    lost = [(each["count"], [c for c in options["candidates"] if c["era"] == each["era"]]) for each in options.get("must_lose", [])]
    return {"units": [unit for count, pieces in lost for unit in pick(pieces, count)]} if lost else default

def move(options, default):
    if "tokens" in options:  # theatre: crowds spread in the first two steps, armies march in the third
        fight = options["step"] == 3
        return {"marches": [{"from": t["area"], "to": t["to"][-1], "armies": t["armies"] if fight else 0,
                             "population": 0 if fight else t["population"] // 2} for t in options["tokens"] if t["to"]]}
    unit, path = options["units"][0], []  # simple-combat: straight on, north's pieces down the map and south's up
    (x, y), ahead = unit["at"], 1 if unit["unit"].startswith("n") else -1
    while len(path) < 3 and [x, y + ahead * (len(path) + 1), len(path) + 1] in unit["cells"]: path.append([x, y + ahead * (len(path) + 1)])
    return {"unit": unit["unit"], "path": path}

def fire(options, default):  # each weapon at what it is likeliest to hit and to damage
    for unit in options["units"]:
        armed = [(w["weapon"], min(w["targets"], key=lambda t: t["to_hit"] + t["to_damage"])) for w in unit["weapons"] if w.get("targets")]
        if armed: return {"unit": unit["unit"], "shots": [{"weapon": weapon, "target": best["target"]} for weapon, best in armed]}
    return default

DECIDE = {  # by kind of decision, from its options `o` and default `d`; a kind that is missing plays the default
    "wave": lambda o, d: {"units": pick(o["available"], o["size"])}, "casualties": casualties, "move": move, "fire": fire,
    "air_support": lambda o, d: {"class": max(o["taking_part"], key=lambda t: t["aircraft"])["class"]},
    "hit_class": lambda o, d: {"class": o["classes"][0]}, "withdraw": lambda o, d: {"withdraw": chance is not None and chance < 0.05},
    "retreat": lambda o, d: {"retreat": True, "region": o["regions"][0]} if chance and chance < 0.05 and o["regions"] else d,
    "remove": lambda o, d: {"token": max(o["tokens"], key=lambda t: o["armies"] if t == "army" else o["population"])},
    "throw": lambda o, d: {"roll": "2d6", "for": "good luck"}, "agree": lambda o, d: {"agree": True}, "tax": lambda o, d: {"rate": 3},
    "support": lambda o, d: o["choices"][-1], "expand": lambda o, d: {"areas": spread(o)}, "allot": lambda o, d: {"seats": spread(o)},
    "site": lambda o, d: {"area": o["choices"][-1]}, "losses": lambda o, d: {"armies": {a["area"]: min(a["armies"], a["lost"]) for a in o["areas"]}},
    "keep": lambda o, d: {"faction": o["choices"][-1]["faction"]}, "found": lambda o, d: {"cities": [{"area": a["area"]} for a in o["areas"][:1]]},
    "reduce": lambda o, d: {"areas": o["areas"][:o["count"]]}}
def decide(request): return DECIDE.get(request["kind"], lambda o, d: d)(request["options"], request["default"])

def play(link, name="Python bot", since=0):
    global chance
    url = urllib.parse.urlsplit(link)
    battle, me = url.path.split("/")[-1], f"name={urllib.parse.quote(name)}&nonce={secrets.token_hex(16)}"  # the nonce goes into the dice
    line = (http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection)(url.netloc, timeout=90)
    def call(path, body=None):
        for _ in range(60):  # what was lost or put off may be sent again: with the same `id` no choice is made twice
            try:
                line.request("POST" if body else "GET", "/api/v1" + path, body and json.dumps(body), {"Authorization": "Bearer " + url.fragment})
                answer = line.getresponse()
                said = json.load(answer)
                if answer.status not in (429, 503): return answer.status, said
            except (OSError, http.client.HTTPException): line.close()
            time.sleep(1)
        sys.exit("no answer from " + url.netloc)
    while True:
        status, news = call(f"/battles/{battle}/events?since={since}&wait=55&{me}")
        if status != 200: sys.exit(news["detail"])
        since = news.get("next", news["head"])
        for ended in [event["data"] for event in news["events"] if event["event"] == "battle_ended"]:
            return print(f"{ended['winner'] or 'nobody'} wins ({ended['reason']})")
        for request in [each for each in news["requests"] if "pending" not in each and "next" not in news]:
            if chance is None: chance = call("/odds", {"battle": battle})[1].get(request["seat"], 0.5)
            choice = {"id": str(request["decision"]), "decision": request["decision"], "choice": decide(request)}
            status, said = call(f"/battles/{battle}/choices", choice)
            if status == 422: sys.exit(f"{request['kind']} refused: {said['detail']}")
            if request.get("anybody") and status == 200: return call(f"/battles/{battle}/messages", {"type": "concede"})  # a table of dice: one throw will do

if __name__ == "__main__": play(*sys.argv[1:3]) if "#" in "".join(sys.argv[1:2]) else sys.exit("say the link of a seat: http://HOST/b/BATTLE#TOKEN")
