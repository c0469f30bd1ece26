/** The text as PostgreSQL takes it: without NUL characters and without half surrogate pairs, which it refuses. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** A number as an int8 key: one that cannot be a key becomes 0, which no row has. */
export function storableId(id: number): number {
  return Number.isSafeInteger(id) ? id : 0
}

/** The JSON text of a value for a jsonb column. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storableText(part) : part))
}
