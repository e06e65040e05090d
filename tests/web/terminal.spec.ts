// The page and the terminal program in one battle with shared dice: two programs that were written apart, each with a ladder, a keeping and a check of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expectAccessible } from './axe';
import { openTab, outcomeOf, playOn, proved, sit, startBattle } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test as withPeople } from './people';
import { clash, siege } from './setups';

interface Finished {
  code: number | null;
  said: string;
}

/** `muster` on a device of its own. */
class Terminal {
  readonly home = mkdtempSync(join(tmpdir(), 'muster-web-terminal-'));
  readonly #running = new Set<ChildProcess>();

  run(...words: string[]): Promise<Finished> {
    const program = spawn(process.env.MUSTER!, words, { env: { PATH: process.env.PATH, MUSTER_HOME: this.home }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#running.add(program);
    let said = '';
    for (const stream of [program.stdout, program.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    return new Promise((resolve, reject) => {
      program.on('error', reject);
      program.on('close', (code) => {
        this.#running.delete(program);
        resolve({ code, said });
      });
    });
  }

  /** Ends what a test that failed has left. */
  remove(): void {
    for (const each of this.#running) each.kill('SIGKILL');
    rmSync(this.home, { recursive: true, force: true });
  }
}

const test = withPeople.extend<{ terminal: Terminal }>({
  terminal: async ({}, use) => {
    const terminal = new Terminal();
    await use(terminal);
    terminal.remove();
  },
});

// In the second both seal choices, and each program opens its own for the other.
for (const [ruleset, setup, seat, sealing] of [['advanced-combat', siege, 'Attacker', []], ['phased-combat', clash, 'Defender', ['attacker', 'defender']]] as const)
  test(`${ruleset} with shared dice on a phone against the terminal program, which plays by itself: the record agrees with what each of them kept`, async ({ person, server, terminal }) => {
    const ada = await person(phone);
    const links = await startBattle(ada, server, ruleset, { setup, seat, shared: true });
    await sit(ada, links.mine, 'Ada');
    const played = terminal.run('play', links.theirs, '--name', 'Babbage', '--auto');
    await playOn(ada);
    const { code, said } = await played;
    expect(code, said).toBe(0);
    expect(said).not.toContain('against its word');
    await expect(outcomeOf(ada)).toBeVisible();
    await openTab(ada, 'Log');
    await expect(ada.getByRole('list', { name: 'What happened' }).getByText('Both sides have added to the dice.').first()).toBeVisible();
    await expectNoOverflow(ada);
    await ada.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/terminal-${ruleset}.png` });

    await ada.goto(`${links.watch}?check#1`);
    const check = ada.getByRole('region', { name: 'Check the dice' });
    await expect(check.getByText(proved)).toBeVisible();
    await expect(check.getByText(new RegExp(`^What this device kept as ${seat}.* is in it as it was`))).toBeVisible();
    await expect(check.getByText(/both sides added a number that their devices had fixed beforehand/)).toBeVisible();
    await expectAccessible(ada);
    await expectNoOverflow(ada);
    await ada.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS}/terminal-${ruleset}-check.png`, fullPage: true });

    const record = await (await fetch(`${server.url}/api/v1/battles/${links.id}/record`)).text();
    const { events } = JSON.parse(record) as { events: { event: string; data: { seat?: string } }[] };
    const seatsOf = (name: string) => [...new Set(events.filter(({ event }) => event === name).map(({ data }) => data.seat))].sort();
    expect(seatsOf('share_given')).toEqual(['attacker', 'defender']);
    expect(seatsOf('choice_sealed')).toEqual(sealing);
    const file = join(terminal.home, 'record.json');
    writeFileSync(file, record);
    const verified = await terminal.run('verify', file, '--mine');
    expect(verified.code, verified.said).toBe(0);
    expect(verified.said).toContain('agrees with what this device kept');
  });
