/** What stands under a name that comes from elsewhere. */
export function known<Values extends object>(values: Values, name: string): Values[keyof Values] | undefined {
  return Object.hasOwn(values, name) ? values[name as keyof Values] : undefined;
}
