#!/usr/bin/env python3
"""verify_record_test.py FILE...: records that hold must do so for verify_record.py, and no longer once changed."""
import copy, pathlib, sys

from verify_record import NOTES, Verifier, parse, same

def events(record, *names): return [e for e in record["events"] if e["event"] in names]

def said(record): return [i.get("input", i) for i in record["inputs"]]

def choices(record): return [i for i in said(record) if "choice" in i]

def other(value):
    """The same with one small thing changed."""
    if isinstance(value, bool): return not value
    if isinstance(value, int): return value + 1
    if isinstance(value, dict): return {k: other(v) if k == min(value) else v for k, v in value.items()}
    if isinstance(value, list): return [other(value[0]), *value[1:]] if value else [0]
    return f"{value}x"

def flip(text): return ("0" if text[-1] != "0" else "1").join([text[:-1], ""])

def dropped(record, index):
    """Drops an event as a forger would: whatever comes later is numbered anew."""
    seq = record["events"].pop(index)["seq"]
    for item in record["events"] + record["inputs"]:
        if item["seq"] > seq: item["seq"] -= 1

def die(r): e = events(r, "rolled")[0]["data"]["groups"][0]["dice"]; e[0] = e[0] % 6 + 1
def last_die(r): e = events(r, "rolled")[-1]["data"]["groups"][-1]["dice"]; e[-1] = e[-1] % 6 + 1
def die_is_true(r): [g["dice"] for e in events(r, "rolled") for g in e["data"]["groups"] if 1 in g["dice"]][0].insert(0, True)
def a_die_more(r): events(r, "rolled")[0]["data"]["groups"][-1]["dice"].append(1)
def roll_number(r): events(r, "rolled")[0]["data"]["roll"] += 1
def choice_in_input(r): choices(r)[0]["choice"] = other(choices(r)[0]["choice"])
def choice_in_event(r):
    e = [e for e in events(r, "chosen") if "decision" in e["data"]][-1]["data"]
    e["choice"] = other(e["choice"])
def choice_in_both(r):
    i = choices(r)[-1]
    e = [e for e in events(r, "chosen") if same(e["data"].get("decision"), i["decision"])][0]["data"]
    i["choice"] = e["choice"] = other(i["choice"])
def timed_out_in_both(r):
    i = choices(r)[0]
    e = [e for e in events(r, "chosen") if same(e["data"].get("decision"), i["decision"])][0]["data"]
    i["timed_out"] = e["timed_out"] = True
def standing_in_input(r): [i for i in r["inputs"] if "choice" in i.get("input", i)][0]["standing"] = True
def note_number(r): events(r, *NOTES)[-1]["seq"] += 1
def note_says(r): e = events(r, "seat_taken")[0]["data"]; e["name"] = other(e["name"])
def answer_to_draw(r): e = events(r, "draw_answered")[-1]["data"]; e["accept"] = not e["accept"]
def seal_of_another(r): events(r, "decision_sealed")[-1]["data"]["decision"] += 100
def no_note_of_seat(r): dropped(r, 1)
def no_event(r): dropped(r, len(r["events"]) - 2)
def no_end(r): r["events"].pop()
def gap(r): r["events"].pop(1)
def after_the_end(r): r["events"].append({**r["events"][-1], "seq": len(r["events"]) + 1, "event": "said", "data": {"room": "players"}})
def first_input_dropped(r): r["inputs"].pop(0)
def last_input_dropped(r): r["inputs"].pop()
def input_later(r): r["inputs"][-1]["seq"] += 1
def inputs_swapped(r): r["inputs"][0:2] = r["inputs"][1::-1]
def title_of_head(r): r["title"] += "x"
def title(r): r["title"] = r["events"][0]["data"]["title"] = r["title"] + "x"
def options(r): r["options"]["visibility"] = r["events"][0]["data"]["options"]["visibility"] = "private"
def setup(r): r["setup"] = r["events"][0]["data"]["setup"] = other(r["setup"])
def ruleset_version(r): r["ruleset_version"] = r["events"][0]["data"]["ruleset_version"] = r["ruleset_version"] + 1
def battle(r): r["battle"] = r["events"][0]["data"]["battle"] = r["battle"][::-1]
def winner(r): r["outcome"]["winner"] = r["events"][-1]["data"]["winner"] = other(r["outcome"]["winner"])
def outcome(r): r["outcome"]["winner"] = other(r["outcome"]["winner"])
def seed(r): r["server_seed"] = r["events"][-1]["data"]["server_seed"] = flip(r["server_seed"])
def no_seed(r): del r["server_seed"]
def chain(r): r["chain"] = flip(r["chain"])
def shown(r): r["shown"] = flip(r["shown"])
def signature(r): r["signature"] = flip(r["signature"])
def signature_r(r): r["signature"] = flip(r["signature"][:64]) + r["signature"][64:]
def no_signature(r): r["signature"] = "0" * len(r["signature"])
def witness_says(r): said(r)[0]["ladder"] = events(r, "witness_joined")[0]["data"]["ladder"] = flip(said(r)[0]["ladder"])
def by_witness(r): return [i for i in r["inputs"] if "signature" in i and i["input"]["kind"] in ("witness", "witness_share")]
def by_seats(r): return [i for i in r["inputs"] if "signature" in i and "seat" in i["input"]]
def witness_signs(r): i = by_witness(r)[-1]; i["signature"] = flip(i["signature"])
def witness_silent(r): i = by_witness(r)[-1]; del i["signature"]
def seat_signs(r): i = by_seats(r)[-1]; i["signature"] = flip(i["signature"])
def seat_signs_another(r): i = by_seats(r); i[0]["signature"] = i[1]["signature"]
def seat_signs_a_share(r): i = [i for i in r["inputs"] if i["input"]["kind"] == "share"][0]; i["signature"] = by_seats(r)[0]["signature"]
def key(r): r["server_key"] = r["events"][0]["data"]["server_key"] = flip(r["server_key"])
def as_version_1(r): r["format"] = "muster.record/1" if r["format"][-1] == "2" else "muster.record/2"

CHANGES = [die, last_die, die_is_true, a_die_more, roll_number, choice_in_input, choice_in_event, choice_in_both, timed_out_in_both,
           standing_in_input, note_number, note_says, answer_to_draw, seal_of_another, no_note_of_seat, no_event, no_end, gap, after_the_end,
           first_input_dropped, last_input_dropped, input_later, inputs_swapped, title_of_head, title, options, setup, ruleset_version, battle,
           winner, outcome, seed, no_seed, chain, shown, signature, signature_r, no_signature, key, as_version_1, witness_says, witness_signs, witness_silent,
           seat_signs, seat_signs_another, seat_signs_a_share]
# Version 1: not covered (title, options), or what only the rules can tell (winner, and most single events).
UNSEEN_IN_1, MAYBE_IN_1 = {title, options, winner}, {no_event}

def holds(record):
    try: return Verifier(record).run() and None
    except ValueError as wrong: return str(wrong)

def main(files):
    failed, done, found = 0, 0, {}
    for file in files:
        record = parse(pathlib.Path(file).read_text("utf-8"))
        if wrong := holds(record): failed += print(f"{file} does not hold: {wrong}") or 1
        for change in CHANGES:
            changed = copy.deepcopy(record)
            try: change(changed)
            except (KeyError, IndexError): continue  # it has nothing of the kind
            if same(changed, record): continue
            done, wrong = done + 1, holds(changed)
            found.setdefault(change.__name__, []).append(wrong)
            version_1 = record["format"] == "muster.record/1"
            if version_1 and change in MAYBE_IN_1: continue
            if bool(wrong) == (version_1 and change in UNSEEN_IN_1): failed += print(f"{file}, {change.__name__}: {wrong or 'unnoticed'}") or 1
    for name, wrongs in found.items(): print(f"{name}: {len(wrongs)} records, such as {next(filter(None, wrongs), 'unnoticed')}")
    print(f"{len(files)} records, {done} changes, {failed} failed")
    return failed > 0 or not files

if __name__ == "__main__": sys.exit(main(sys.argv[1:]))
