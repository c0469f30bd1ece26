/** Writes plain JSON with the keys of every object in their order: what is equal is written equally, wherever it was kept. `{ b: 1, a: [2] }` →
 *  `'{"a":[2],"b":1}'`. Keys without a value are left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
