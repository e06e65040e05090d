// What a device keeps as a file, from one device to another.

import { firstDifference, isObject } from './difference.js';
import { MusterError } from './errors.js';
import { mergeHeard } from './heard.js';
import { drawnLadder } from './ladder.js';
import { keptLaddersMax, serverAddress, type KeptSeat, type KnownKey, type Mine } from './mine.js';
import { addLadder, bounded, putInOf, isSameHead, isSignedFor, takeHead, takeStart } from './heads.js';
import { problem, type Problem } from './problem.js';
import { fromHex } from './proof.js';

const textOf = (each: Record<string, unknown>, ...keys: string[]) => keys.every((key) => typeof each[key] === 'string' && each[key] !== '');
const isHead = (head: unknown) => head === undefined || (isObject(head) && Number.isSafeInteger(head['inputs']) && textOf(head, 'chain', 'shown', 'signature'));
const isStart = (start: unknown) =>
  start === undefined || (isObject(start) && textOf(start, 'ruleset', 'commitment', 'server_key') && isObject(start['setup']) && isObject(start['options']) && typeof start['title'] === 'string');
const isDrawn = ({ drawn, nonce }: Record<string, unknown>) => [drawn, nonce].every((each) => each === undefined || typeof each === 'string');
const isAsked = (asked: unknown) => asked === undefined || (isHead(asked) && Number.isSafeInteger((asked as Record<string, unknown>)['step']));
const areLadders = (ladders: unknown) => ladders === undefined || (Array.isArray(ladders) && ladders.every((each) => fromHex(each)));
const isBegun = (begun: unknown) => begun === undefined || (Array.isArray(begun) && begun.every((each) => isObject(each) && fromHex(each['ladder']) && Number.isSafeInteger(each['after'])));
const isHeard = (heard: unknown) => heard === undefined || (Array.isArray(heard) && heard.every((each) => isObject(each) && Number.isSafeInteger(each['seq']) && fromHex(each['digest'])));
const areKeys = (keys: unknown) => keys === undefined || (Array.isArray(keys) && keys.every((each) => fromHex(each, 97)));
const isSent = (sent: unknown) => sent === undefined || (Array.isArray(sent) && sent.every((each) => isObject(each) && textOf(each, 'kind')));

/** Reads what this or another device exported. Throws a MusterError (`bad_message`, or `bad_json`). */
export function readMine(text: string): Mine {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new MusterError({ code: 'bad_json', message: 'this is not JSON' });
  }
  const wrong = (path: string) => new MusterError({ code: 'bad_message', message: 'this is not what a device keeps', path });
  if (!isObject(json) || (json['format'] ?? 'muster.mine/1') !== 'muster.mine/1') throw wrong('/format');
  const { seats, servers = [] } = json;
  if (!Array.isArray(seats)) throw wrong('/seats');
  if (!Array.isArray(servers)) throw wrong('/servers');
  for (const [index, each] of seats.entries()) {
    const isSeat = isObject(each) && textOf(each, 'server', 'battle', 'token') && typeof each['seat'] === 'string' && isDrawn(each);
    const good = isSeat && isHead(each['pin']) && isHead(each['against']) && isAsked(each['asked']) && areLadders(each['ladders']) && areLadders(each['put_in']) && areKeys(each['keys']) && isStart(each['start']) && isSent(each['sent']) && isHeard(each['heard']) && isBegun(each['begun']);
    if (!good || !URL.canParse(each['server'] as string)) throw wrong(`/seats/${index}`);
  }
  for (const [index, each] of servers.entries()) if (!isObject(each) || !textOf(each, 'server', 'server_key') || !URL.canParse(each['server'] as string)) throw wrong(`/servers/${index}`);
  const addressed = <Each extends { server: string }>(each: Each): Each => ({ ...each, server: serverAddress(each.server) });
  return { format: 'muster.mine/1', servers: (servers as KnownKey[]).map(addressed), seats: (seats as KeptSeat[]).map(addressed) };
}

/**
 * What both devices together keep of a seat, and what of it contradicts; `ours` undefined: this device keeps nothing of it yet. A ladder on two devices could be
 * asked for one step twice: so beside one that comes another is drawn, which is put in as soon as it may be.
 */
export async function merged(ours: KeptSeat | undefined, theirs: KeptSeat): Promise<{ kept: KeptSeat; problem: Problem | null }> {
  const before = new Set(ours?.ladders);
  const both = ours ? await together(ours, theirs) : { kept: bounded(theirs), problem: null };
  if (theirs.ladders?.some((each) => !before.has(each)) && !(ours && hasWaiting(ours, theirs))) addLadder(both.kept, drawnLadder());
  return both;
}

// One that only this device has, and that has not been put in.
function hasWaiting(ours: KeptSeat, theirs: KeptSeat): boolean {
  const newest = ours.ladders?.at(-1);
  return newest !== undefined && !theirs.ladders?.includes(newest) && !putInOf(ours).includes(newest);
}

async function together(ours: KeptSeat, theirs: KeptSeat): Promise<{ kept: KeptSeat; problem: Problem | null }> {
  const kept: KeptSeat = { ...theirs, ...ours };
  if ((ours.taking || !ours.seat) && theirs.seat) kept.seat = theirs.seat;
  if (!ours.taking || !theirs.taking) delete kept.taking;
  delete kept.ladders;
  const putIn = [...new Set([...putInOf(theirs), ...putInOf(ours)])];
  if (putIn.length > 0) kept.put_in = putIn;
  for (const each of [...(theirs.ladders ?? []), ...(ours.ladders ?? [])]) addLadder(kept, each);
  const begun = [...(theirs.begun ?? []).filter(({ ladder }) => !ours.begun?.some((own) => own.ladder === ladder)), ...(ours.begun ?? [])];
  if (begun.length > 0) kept.begun = begun;
  const keys = [...new Set([...(theirs.keys ?? []).filter((each) => !ours.keys?.includes(each)), ...(ours.keys ?? [])])];
  if (keys.length > 0) kept.keys = keys.slice(-keptLaddersMax);
  // Whoever has the ladder must know what was answered with it, whatever else contradicts.
  if (theirs.asked && theirs.asked.step > (ours.asked?.step ?? 0)) kept.asked = theirs.asked;
  if (!theirs.start) return { kept, problem: null };
  let found = takeStart(kept, theirs.start);
  if (!found && theirs.pin && theirs.pin.inputs >= (kept.pin?.inputs ?? 0)) {
    found = (await isSignedFor(kept, theirs.pin)) ? takeHead(kept, theirs.pin, 0) : problem('', 'head_not_signed', theirs.pin.inputs);
  }
  const otherStory = mergeHeard(kept, theirs.heard ?? []);
  found ??= otherStory ?? (await askedProblem(kept, ours.asked, theirs.asked));
  if (ours.since !== undefined && theirs.since !== undefined) kept.since = Math.min(ours.since, theirs.since);
  const sent = [...(ours.sent ?? [])].map((each) => ({ ...each }));
  for (const each of theirs.sent ?? []) {
    const same = sent.find((own) => own.kind === each.kind && own.decision === each.decision && !firstDifference(own.choice, each.choice, ''));
    if (!same) sent.push(each);
    else if (each.accepted) same.accepted = true;
  }
  if (sent.length > 0) kept.sent = sent.sort((a, b) => (a.decision ?? 0) - (b.decision ?? 0));
  return { kept: bounded(kept), problem: found };
}

// The last step that either has answered is kept; of one step both must have been shown the same.
async function askedProblem(kept: KeptSeat, ours: KeptSeat['asked'], theirs: KeptSeat['asked']): Promise<Problem | null> {
  if (!theirs || (ours && theirs.step < ours.step)) return null;
  if (!(await isSignedFor(kept, theirs))) return problem('', 'head_not_signed', theirs.inputs);
  return ours?.step === theirs.step && !isSameHead(ours, theirs) ? problem('', 'two_heads', theirs.inputs) : null;
}
