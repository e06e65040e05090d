// A record that was changed does not hold, and the page names what differs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { bothSit, playOn } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { siege } from './setups';

interface Event {
  seq: number;
  event: string;
  data: Record<string, unknown>;
}
interface BattleRecord {
  server_seed: string;
  inputs: Record<string, unknown>[];
  events: Event[];
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

const forgeries: { what: string; change: (record: Json) => string; says: RegExp[] }[] = [
  {
    what: 'a die',
    change: (record) => {
      const index = record.events.findIndex(({ event }: Event) => event === 'rolled');
      const groups: Json = record.events[index].data;
      const dice: number[] = findDice(groups)!;
      dice[0] = (dice[0]! % 6) + 1;
      return `/events/${index}`;
    },
    says: [/of \d+ rolls aren’t what the secret gives/],
  },
  {
    what: 'a choice',
    change: (record) => {
      const index = record.inputs.findIndex(({ input }: Json) => input.choice !== undefined);
      record.inputs[index].input.choice = { units: [{ unit: 'chariots', count: 1 }] };
      return '';
    },
    says: [/The chain of fingerprints over all choices doesn’t end as the record says/],
  },
  {
    what: 'an event',
    change: (record) => {
      const index = record.events.findIndex(({ event }: Event) => event === 'seat_taken');
      const { data } = record.events[index];
      data.name = 'Mallory';
      return `/inputs/${record.inputs.findIndex(({ input }: Json) => input.seat === data.seat)}/input/name`;
    },
    says: [],
  },
  {
    what: 'the seed',
    change: (record) => {
      record.server_seed = (record.server_seed.startsWith('0') ? '1' : '0') + record.server_seed.slice(1);
      return '';
    },
    says: [/doesn’t have the fingerprint that was published before the first die/],
  },
  {
    what: 'the signature',
    change: (record) => {
      record.signature = (record.signature.startsWith('0') ? '1' : '0') + record.signature.slice(1);
      return '/signature';
    },
    says: [/isn’t signed with the key that’s in it/],
  },
];

function findDice(value: Json): number[] | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, each] of Object.entries(value)) {
    if (key === 'dice' && Array.isArray(each) && typeof each[0] === 'number') return each as number[];
    const deeper = findDice(each);
    if (deeper) return deeper;
  }
  return null;
}

async function checkFile(page: Page, record: unknown): Promise<void> {
  const buffer = Buffer.from(typeof record === 'string' ? record : JSON.stringify(record));
  await page.getByLabel('Check a record file').setInputFiles({ name: 'record.json', mimeType: 'application/json', buffer });
}

test('a record with another die, choice, event, seed or signature turns red and names what differs', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await makeBattle(server, 'advanced-combat', { setup: siege });
  await bothSit(ada, babbage, links);
  await Promise.all([playOn(ada), playOn(babbage)]);

  const page = await person();
  await page.goto(`${links.watch}?check#1`);
  const dice = page.getByRole('region', { name: 'Check the dice' });
  await expect(dice).toBeInViewport();
  const downloading = page.waitForEvent('download');
  await dice.getByRole('button', { name: 'Download the record' }).click();
  const stream = await (await downloading).createReadStream();
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  const record = JSON.parse(text) as BattleRecord;

  await checkFile(page, text);
  await expect(dice.getByText('From the file record.json')).toBeVisible();
  await expect(dice.getByText('The dice were fair.')).toBeVisible();
  // It stands by itself: it is in no language, and four of its digits may be a word in any.
  await expect(dice.locator('.checks code')).toHaveText(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);

  for (const { what, change, says } of forgeries) {
    await test.step(what, async () => {
      const forged = structuredClone(record);
      const path = change(forged);
      await checkFile(page, forged);
      await expect(dice.getByText('This record doesn’t check out.')).toBeVisible();
      await expect(dice.getByText('The dice were fair.')).toHaveCount(0);
      await expect(dice.locator('.problem code')).toContainText(path || '/');
      for (const sentence of says) await expect(dice.getByText(sentence)).toBeVisible();
      await checkFile(page, text); // the true one again
      await expect(dice.getByText('The dice were fair.')).toBeVisible();
    });
  }

  await checkFile(page, readFileSync(join(__dirname, '../vectors/records/1/advanced-combat-agreed.json'), 'utf8'));
  await expect(dice.getByText('This is a proof of version 1', { exact: false })).toBeVisible();
  await expect(dice.getByText('The signature')).toHaveCount(0);

  for (const [name, says] of [
    ['advanced-combat-declined', 'The battle ended before any dice were rolled.'],
    ['armies-bots-1', 'These rules need no dice.'],
  ] as const) {
    await checkFile(page, readFileSync(join(__dirname, `../vectors/records/2/${name}.json`), 'utf8'));
    await expect(dice.getByText('This record checks out.')).toBeVisible();
    await expect(dice.getByText(says)).toBeVisible();
  }

  // What no proof shows is said of all kinds of dice.
  await checkFile(page, readFileSync(join(__dirname, '../vectors/records/2/advanced-combat-time-outs.json'), 'utf8'));
  await expect(dice.getByText(/^(One decision was|\d+ decisions were) made by the clock\. That the time had run out is the server’s word/)).toBeVisible();
  await checkFile(page, readFileSync(join(__dirname, '../vectors/records/1/advanced-combat-forfeit.json'), 'utf8'));
  await expect(dice.getByText(/^This battle was ended by the clock\./)).toBeVisible();

  await checkFile(page, 'no JSON at all');
  await expect(dice.getByText('This file isn’t a record: it’s not JSON.')).toBeVisible();
});
