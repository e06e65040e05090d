# A bot that decides, by HTTP with Python's standard library alone:  python3 bot.py http://HOST/b/BATTLE#TOKEN [NAME]
# Here is how it talks to the server, and what it chooses where that is short; fights.py and campaign.py have the rest.
import http.client
import json, secrets, sys, time, urllib.parse

from campaign import CAMPAIGN, march
from fights import advance, casualties, fire, pick

chance = None  # of winning: the server's odds, asked before our first decision

DECIDE = {  # by kind of decision, from its options `o` and default `d`; a kind that is missing plays the default
    "wave": lambda o, d: {"units": pick(o["available"], o["size"])},
    "air_support": lambda o, d: {"class": max(o["taking_part"], key=lambda each: each["aircraft"])["class"]},
    "casualties": casualties,
    "withdraw": lambda o, d: {"withdraw": losing()},
    "hit_class": lambda o, d: {"class": o["classes"][0]},
    "retreat": lambda o, d: {"retreat": True, "region": o["regions"][0]} if losing() and o["regions"] else d,
    "move": lambda o, d: march(o) if "tokens" in o else advance(o),  # of theatre, and of simple-combat
    "fire": fire,
    "remove": lambda o, d: {"token": max(o["tokens"], key=lambda t: o["armies"] if t == "army" else o["population"])},
    "throw": lambda o, d: {"roll": "2d6", "for": "good luck"},
    "agree": lambda o, d: {"agree": o["for"] != ""},
    **CAMPAIGN,
}
def losing(): return chance is not None and chance < 0.05
def decide(request): return DECIDE.get(request["kind"], lambda o, d: d)(request["options"], request["default"])

def connect(url):  # the function that asks the server; what it answers: the status, and the JSON
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    line = kind(url.netloc, timeout=90)
    headers = {"Authorization": "Bearer " + url.fragment}

    def call(path, body=None):
        for _ in range(60):  # what was lost or put off may be sent again: with the same `id` no choice is made twice
            try:
                line.request("POST" if body else "GET", "/api/v1" + path, body and json.dumps(body), headers)
                answer = line.getresponse()
                said = answer.read()
                if 300 <= answer.status < 400:
                    sys.exit(f"{url.netloc} sends us to {answer.headers['Location']}")
                if answer.status not in (429, 502, 503, 504):
                    return answer.status, json.loads(said)
                problem = f"answered with {answer.status}"
            except (OSError, http.client.HTTPException, ValueError) as lost:
                line.close()
                problem = lost
            print(f"{url.netloc}: {problem}; trying again", file=sys.stderr)
            time.sleep(1)
        sys.exit("no answer from " + url.netloc)

    return call

def play(link="", name="Python bot", since=0):
    global chance
    if "#" not in link or not link.isascii(): sys.exit("say the link of a seat: http://HOST/b/BATTLE#TOKEN")
    url = urllib.parse.urlsplit(link)
    call = connect(url)
    battle = url.path.split("/")[-1]
    me = f"name={urllib.parse.quote(name)}&nonce={secrets.token_hex(16)}"  # the nonce goes into the dice
    while True:
        status, news = call(f"/battles/{battle}/events?since={since}&wait=55&{me}")
        if status != 200: sys.exit(news["detail"])
        since = news.get("next", news["head"])
        for ended in [event["data"] for event in news["events"] if event["event"] == "battle_ended"]:
            return print(f"{ended['winner'] or 'nobody'} wins ({ended['reason']})")
        # With `next` there is more than one answer holds: first all of it. What is pending we have chosen.
        for request in [each for each in news["requests"] if "pending" not in each and "next" not in news]:
            if chance is None: chance = call("/odds", {"battle": battle})[1].get(request["seat"], 0.5)
            number = request["decision"]
            choice = {"id": str(number), "decision": number, "choice": decide(request)}
            status, said = call(f"/battles/{battle}/choices", choice)
            if status == 422: sys.exit(f"{request['kind']} refused: {said['detail']}")
            if status == 409: print(f"{request['kind']} refused: {said['detail']}", file=sys.stderr)  # too late
            if request.get("anybody") and status == 200:  # a table of dice: one throw will do
                return call(f"/battles/{battle}/messages", {"type": "concede"})

if __name__ == "__main__":
    play(*sys.argv[1:3])
