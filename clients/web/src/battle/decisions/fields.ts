// A choice by the schema of its fields, as the catalog has it.
import type { Json, JsonObject } from 'muster-client';
import { isObject, list, number, numberOrNull, object, text, words } from 'muster-client/table';

export type Shape =
  | { is: 'truth' }
  | { is: 'number'; least: number; most: number }
  | { is: 'word'; of: string[] }
  | { is: 'text'; least: number; most: number }
  | { is: 'list'; each: JsonObject; most: number }
  | { is: 'named'; each: JsonObject; most: number }
  | { is: 'fields'; fields: { name: string; schema: JsonObject; about: string; needed: boolean }[] }
  | { is: 'unknown' };

const many = 1000;

/** What a value is, of fields those first that have to be there; what may also be left out, as null, is what it is otherwise. */
export function shapeOf(schema: JsonObject): Shape {
  const either = list(schema.anyOf).filter((each) => isObject(each) && each.type !== 'null');
  if (either.length === 1) return shapeOf(object(either[0]));
  switch (schema.type) {
    case 'boolean':
      return { is: 'truth' };
    case 'integer':
      return { is: 'number', least: number(schema.minimum, -Number.MAX_SAFE_INTEGER), most: number(schema.maximum, Number.MAX_SAFE_INTEGER) };
    case 'string': {
      const of = words(schema.enum);
      return of.length > 0 ? { is: 'word', of } : { is: 'text', least: number(schema.minLength), most: number(schema.maxLength, many) };
    }
    case 'array':
      return isObject(schema.items) ? { is: 'list', each: schema.items, most: number(schema.maxItems, many) } : { is: 'unknown' };
    case 'object': {
      if (isObject(schema.additionalProperties)) return { is: 'named', each: schema.additionalProperties, most: number(schema.maxProperties, many) };
      if (!isObject(schema.properties)) return { is: 'unknown' };
      const needed = words(schema.required);
      const fields = Object.entries(schema.properties).map(([name, each]) => ({ name, schema: object(each), about: text(object(each).description), needed: needed.includes(name) }));
      return { is: 'fields', fields: fields.sort((a, b) => Number(b.needed) - Number(a.needed)) };
    }
    default:
      return { is: 'unknown' };
  }
}

/** What stands where nobody has said anything. */
export function fresh(schema: JsonObject): Json {
  if (schema.default !== undefined) return schema.default;
  const shape = shapeOf(schema);
  switch (shape.is) {
    case 'truth':
      return false;
    case 'number':
      return Math.max(shape.least, Math.min(shape.most, 0));
    case 'word':
      return shape.of[0]!;
    case 'list':
      return [];
    case 'fields':
      return Object.fromEntries(shape.fields.filter(({ needed }) => needed).map(({ name, schema: own }) => [name, fresh(own)]));
    case 'text':
      return '';
    default:
      return {};
  }
}

/** With a field more, or without it. */
export function withField(value: JsonObject, name: string, next: Json | undefined): JsonObject {
  const { [name]: _, ...others } = value;
  return next === undefined ? others : { ...value, [name]: next };
}

/** All words among options: what a text is likely to be. */
export function wordsIn(value: Json): string[] {
  const found = new Set<string>();
  const look = (each: Json): void => {
    if (typeof each === 'string') found.add(each);
    else if (Array.isArray(each)) each.forEach(look);
    else if (isObject(each)) Object.entries(each).forEach(([name, own]) => (numberOrNull(own) === null ? look(own) : found.add(name)));
  };
  look(value);
  return [...found].filter(Boolean).sort();
}
