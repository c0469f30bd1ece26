/** Remembers what was made of an object that is frozen, such as a brand's configuration: another version of it is another
 *  object, and what was made of the former goes with it.
 *  @param most how many are kept of one object; the oldest gives way */
export function madeOf<Source extends object, Made>(most: number) {
  const bySource = new WeakMap<Source, Map<string, Made>>()
  return (source: Source, key: string, make: () => Made): Made => {
    const known = bySource.get(source) ?? new Map<string, Made>()
    bySource.set(source, known)
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make()
    known.set(key, made)
    if (known.size > most) known.delete(known.keys().next().value ?? key)
    return made
  }
}
