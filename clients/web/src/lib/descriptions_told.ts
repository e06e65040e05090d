// Of a ruleset that this page was built without: how the server describes it.
import type { JsonObject } from 'muster-client';
import { tellMessage } from 'muster-client/message';
import { object, text, type Description } from 'muster-client/table';
import type { Telling } from 'virtual:descriptions';
import { muster } from './server';

const mapped = <From, To>(all: Record<string, From>, change: (each: From) => To): Record<string, To> => Object.fromEntries(Object.entries(all).map(([key, each]) => [key, change(each)]));

export async function askedFor(ruleset: string, language: string): Promise<{ description: Description; texts: Telling }> {
  const { describe, texts, language: spoken } = await muster.description(ruleset, language);
  const part = (each: JsonObject) => mapped(each, (message) => (values: Readonly<Record<string, string | number>>) => tellMessage(text(message), values, spoken));
  return { description: describe, texts: mapped(texts, (each) => part(object(each))) };
}
