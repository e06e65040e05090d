#!/usr/bin/env python3
"""Checks records of battles, written from the text of protocol/README.md alone (bold names below are its paragraphs).

verify_record.py FILE...   says of each whether it holds, or what is wrong first, with its JSON path

It knows no ruleset: whether a choice was legal and what the rules made of it is for `muster verify`. Times are not looked at.
"""
import json, pathlib, sys
from chain import dice, jcs, same, sha
from p256 import signed
from seat_signing import SeatSigning
from witness import feeders

# The chain, Version 1: the fields of each kind of input; every other kind is a decision's.
DECISION = "seat decision choice timed_out? standing? signature?"
FIELDS = {2: {"seat": "seat key? ladder? name? nonce?", "new_ladder": "key? ladder seat signature?", "ready": "", "decline": "seat", "concede": "seat signature?", "claim": "seat", "draw": "",
              "witness": "ladder signature", "witness_share": "share signature", "forfeit": "seat?", "close": ""},
          1: {"nonce": "seat name? nonce?", "concede": "seat", "claim": "seat", "offer_draw": "seat",
              "answer_draw": "seat accept", "forfeit": "seat? timed_out", "close": ""}}
TELLS = {"nonce": "seat_taken", "offer_draw": "draw_offered", "answer_draw": "draw_answered", "concede": "conceded",
         "claim": "claimed", "forfeit": "forfeited", "close": "closed", "ready": "battle_started", "draw": "battle_ended",
         "new_ladder": "ladder_renewed", "witness": "witness_joined", "witness_share": "witness_share_given"}
TELLING = {"chosen", "choice_sealed", "share_given", *TELLS.values()} - {"battle_started", "battle_ended"}
# Reasons: how a battle ends after an input of this kind.
REASONS = {"concede": "conceded", "draw": "agreed", "decline": "declined", "forfeit": "timeout", "claim": "abandoned", "close": "closed"}
# What a proof covers: these follow from no input; nor does a `chosen` by which a seat is ready.
NOTES = {"said", "decision_sealed", "decision_unsealed", "clock_credited", "seat_handed_over", "seat_taken", "draw_offered", "draw_answered"}

class Wrong(Exception): pass

def need(ok, path, message):
    if not ok: raise Wrong(f"{path}: {message}")

def is_yes(name, data): return name == "chosen" and data["kind"] == "ready" and data["choice"]["ready"] is True

class Verifier:
    def __init__(self, record):
        self.record, self.path = record, ""
        self.taken, self.ready, self.agreed = {}, set(), set()  # seats: as taken; ready; for the draw on offer
        self.sealed, self.decided, self.rolls, self.dice, self.k = set(), set(), 0, 0, 0
        self.due = self.reason = self.over = None  # the kind of input that must come next; how the battle ends, once decided; how it did

    def run(self):
        try: return self.check()
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as e: raise Wrong(f"{self.path}: not as in a record ({e!r})")

    def check(self):
        r, next, following = self.record, 0, None  # following: the events of the last input
        self.begin()
        for i, event in enumerate(r["events"]):
            self.path, here = f"/events/{i}", []
            need(same(event["seq"], i + 1), self.path + "/seq", f"not {i + 1}")
            need(not self.over, self.path, "after the end")
            while next < len(r["inputs"]) and same(r["inputs"][next]["seq"], i + 1):
                self.show(following)
                here.append(self.input(f"/inputs/{next}", r["inputs"][next]))
                next, following = next + 1, []
            self.path = f"/events/{i}"
            self.agree(here, event["event"], event["data"])
            if i and not self.note(event["event"], event["data"]):
                if following is not None: following.append({"data": event["data"], "event": event["event"]})
                self.event(event["event"], event["data"])
        need(next == len(r["inputs"]), f"/inputs/{next}/seq", "out of order, or after the end")
        need(self.over, "/events", "no battle_ended")
        need(not self.sealed or self.reason or self.over == "limit", "/events", f"sealed, but never shown: {sorted(self.sealed)}")
        self.end(next, following)
        return f"{next} inputs, {self.rolls} rolls, {self.dice} dice, {len(r['events'])} events"

    def begin(self):
        """The chain, Version 1: H(0) = R(0); event 1 says what the record's head says."""
        r, created = self.record, self.record["events"][0]
        self.version = {"muster.record/1": 1, "muster.record/2": 2}.get(r["format"])
        need(self.version, "/format", "unknown")
        need(r.get("server_seed"), "/server_seed", "not over yet")
        self.seed, self.options, self.seats = bytes.fromhex(r["server_seed"]), r["options"], [s["seat"] for s in r["seats"]]
        need(sha(self.seed).hex() == r["commitment"], "/commitment", "not of this server_seed")
        need(created["event"] == "battle_created", "/events/0/event", "not battle_created")
        for name in "battle ruleset ruleset_version title setup options commitment".split() + ["server_key"] * (self.version == 2):
            need(same(created["data"][name], r[name]), f"/{name}", f"not as in /events/0/data/{name}")
        need(same(created["data"]["seats"], self.seats), "/seats", "not as in /events/0/data/seats")
        start = b"muster/%d\0%s\0%s@%d\0" % (self.version, r["battle"].encode(), r["ruleset"].encode(), r["ruleset_version"])
        key, about = bytes.fromhex(r.get("server_key", "")), {k: r[k] for k in ("options", "setup", "title")}
        self.h = self.h0 = self.shown = sha(start, key, bytes.fromhex(r["commitment"]), jcs(r["setup"] if self.version == 1 else about))
        self.signing = SeatSigning(self.h0)
        self.feeders = feeders(self.h0, self.seats, self.options)

    def show(self, following):
        if following is not None: self.shown = sha(self.shown, jcs(following))

    def input(self, path, item):
        """One more input in the chain. Returns what its event has to say: the input, with `standing`."""
        self.path, hashed = path, item if self.version == 1 else item["input"]
        before, self.h, self.k = self.h, sha(self.h, jcs(hashed)), self.k + 1
        said, kind, clock = {**hashed, **{k: item[k] for k in item if k in ("standing", "signature")}}, hashed["kind"], self.options.get("clock") or {}
        fields = FIELDS[self.version].get(kind, DECISION).split()
        optional = {f[:-1] for f in fields if f[-1] == "?"} | ({"seq"} if self.version == 1 else set())
        need({f for f in fields if f[-1] != "?"} <= set(said) - {"kind"} - optional <= set(fields), path, "not the fields of its kind")
        need(self.version == 1 or set(item) <= {"input", "seq", "standing", "signature"} and not {"standing", "signature"} & set(hashed), path, "marks out of place")
        need(said.get("timed_out", True) is True and said.get("standing", True) is True, path, "a mark that is not true")
        need(said.get("seat", self.seats[0]) in self.seats, path, "no such seat")
        need(not self.reason, path, "after the end")
        need(self.version == 1 or kind == self.due or kind not in ("seat", "ready", "draw"), path, "nothing leads to it")
        if kind == "forfeit" or "timed_out" in said:  # Clocks
            does = self.options["on_timeout"] == ("forfeit" if kind == "forfeit" else "default") or kind == "forfeit" and self.options.get("dice") == "shared"
            need(clock and does, path, "no clock that does this")
        need(kind != "claim" or clock.get("mode") == "live", path, "no clock that allows this")
        need(self.feeders or "ladder" not in said, path, "no ladder in this battle")
        for each in self.feeders: each.input(said, before, self.k - 1)
        self.signing.input(said, hashed)
        self.decided.add(said.get("decision"))
        self.sealed.discard((said.get("seat"), said.get("decision")))
        self.reason = "declined" if same(said.get("choice"), {"ready": False}) else REASONS.get(kind)
        return {k: said[k] for k in said if k not in ("seq", "signature")}

    def told(self, said):
        """The event that tells of an input, and what it has to say; none of the marks that the input has not."""
        kind, data = said["kind"], {**dict.fromkeys(("seat", "name", "nonce", "timed_out", "standing", "forced")), **said}
        if told := next(filter(None, (each.told(said) for each in self.feeders)), None): return told
        if kind == "decline": return "chosen", {**data, "kind": "ready", "choice": {"ready": False}}
        if kind not in FIELDS[self.version]: return "chosen", data
        return TELLS[kind], {k: data[k] for k in data if k not in ("kind", "timed_out") and kind not in ("ready", "draw")}

    def agree(self, inputs, name, data):
        """An input stands before the event that tells of it, and no event tells of an input that is not there."""
        need(not self.due or inputs and inputs[0]["kind"] == self.due, self.path, f"an input of kind {self.due} is missing before it")
        seats, others = [s for s in inputs if s["kind"] == "seat"], [s for s in inputs if s["kind"] != "seat"]
        need(not seats or same(seats, [{"kind": "seat", **self.taken[s]} for s in self.seats]), self.path, "inputs are not the seats as taken")
        need(len(others) < 2, self.path, "several inputs before it")
        for said in others:
            event, words = self.told(said)
            need(name == event and all(same(data.get(k), v) for k, v in words.items()), self.path, f"not the {event} of the input before it")
        opened = any([each.event(name, data, bool(others)) for each in self.feeders])
        silent = opened or name == "chosen" and data.get("forced") or self.version == 2 and (name in NOTES or is_yes(name, data))
        need(others or silent or name not in TELLING, self.path, "no input says so")
        self.due = None

    def note(self, name, data):
        """What a proof covers: notes, and what they lead to. Returns whether the event is one (which matters in version 2 only)."""
        seat, yes = data.get("seat"), is_yes(name, data)
        if name == "seat_taken":
            need(seat in self.seats and seat not in self.taken, self.path, "not a free seat")
            self.taken[seat] = data
            if len(self.taken) == len(self.seats): self.due = "seat"
        elif name == "draw_offered":  # Draws
            need(not self.agreed and seat in self.seats, self.path, "there is an offer already")
            self.agreed = {seat}
        elif name == "draw_answered":
            need(self.agreed and seat in self.seats and seat not in self.agreed, self.path, "no offer to this seat")
            self.agreed = self.agreed | {seat} if data["accept"] else set()
            if len(self.agreed) == len(self.seats): self.due = "draw"
        elif yes:  # Readiness
            need(self.options["confirm"] and seat in self.seats and seat not in self.ready, self.path, "not asked")
            self.ready.add(seat)
            if len(self.ready) == len(self.seats): self.due = "ready"
        elif name in ("decision_sealed", "decision_unsealed"):  # Sealed choices
            there = (seat, data["decision"]) in self.sealed
            need(data["decision"] not in self.decided and there == (name == "decision_unsealed"), self.path, "not for this decision")
            self.sealed ^= {(seat, data["decision"])}
        if self.version == 1: self.reason, self.due = "agreed" if self.due == "draw" else self.reason, None
        return name in NOTES or yes

    def event(self, name, data):
        if name == "battle_started": need(same(data["seats"], self.record["seats"]), self.path + "/data/seats", "not as in /seats")
        if name == "forfeited" and "step" in data: self.reason = "share"
        if name == "battle_ended":
            self.over = data["reason"]
            rules = not self.reason and data["reason"] not in (*REASONS.values(), "share")
            need(rules or data["reason"] == self.reason, self.path + "/data/reason", f"not {self.reason}")
            need(data["server_seed"] == self.record["server_seed"], self.path + "/data/server_seed", "not as in /server_seed")
            need(same(self.record["outcome"], {k: data[k] for k in ("reason", "survivors", "winner")}), "/outcome", "not as battle_ended says")
        if name == "rolled":  # The chain
            need(same(data["roll"], self.rolls), self.path + "/data/roll", f"not {self.rolls}")
            stream, self.rolls = dice(self.seed, self.h, self.rolls), self.rolls + 1
            for g, group in enumerate(data["groups"]):
                for d, die in enumerate(group["dice"]):
                    self.dice, want = self.dice + 1, next(stream)
                    need(same(die, want), f"{self.path}/data/groups/{g}/dice/{d}", f"not {want}")

    def end(self, k, following):
        """The chain, Signed heads: the final head."""
        self.path, r = "", self.record
        self.show(following)
        need(r["chain"] == self.h.hex(), "/chain", "not of these inputs")
        if self.version == 1: return
        need(r["shown"] == self.shown.hex(), "/shown", "not of these events")
        head = b"muster/head/2" + self.h0 + bytes(4) + k.to_bytes(4, "big") + self.h + self.shown
        need(signed(bytes.fromhex(r["server_key"]), head, bytes.fromhex(r["signature"])), "/signature", "not the server's")

def parse(text):
    def refuse(number): raise Wrong(f": {number} is not an integer")
    return json.loads(text, parse_float=refuse, parse_constant=refuse)

def main(files):
    wrong = False
    for file in files:
        try: print(f"{file} holds: {Verifier(parse(pathlib.Path(file).read_text('utf-8'))).run()}")
        except (Wrong, OSError, ValueError) as e: wrong = print(f"{file} does not hold: {e}") or True
    return wrong

if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
