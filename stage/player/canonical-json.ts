/** Writes values as canonical JSON; see `canonicalWriter`. */
export type CanonicalWriter = (value: unknown) => string

/**
 * A writer of JSON text with sorted keys, so that equal values give equal texts whatever order their keys were written
 * in. Functions and undefined are left out, as JSON does. It remembers the text of every object that it has written, for
 * the contexts of a machine share most of their parts; so it must not outlive the moment when one of them is changed.
 * @param replace maps an object before it is written, such as an actor to its logical path
 */
export function canonicalWriter(replace: (value: object) => unknown = (object) => object): CanonicalWriter {
  const written = new WeakMap<object, string>()
  function text(value: unknown): string | undefined {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const known = written.get(value)
    if (known !== undefined) return known
    const replaced = replace(value)
    const fresh = replaced === value ? structureText(value, text) : text(replaced)
    if (fresh !== undefined) written.set(value, fresh)
    return fresh
  }
  return (value) => text(value) ?? 'null'
}

/** Canonical JSON of one value. */
export function canonicalJson(value: unknown): string {
  return canonicalWriter()(value)
}

function structureText(value: object, text: (member: unknown) => string | undefined): string | undefined {
  if (Array.isArray(value)) return `[${value.map((member) => text(member) ?? 'null').join(',')}]`
  if ('toJSON' in value && typeof value.toJSON === 'function') return text(value.toJSON())
  const members: string[] = []
  for (const key of Object.keys(value).sort()) {
    const member = text((value as Record<string, unknown>)[key])
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${member}`)
  }
  return `{${members.join(',')}}`
}
