import { answeredDeclarations, type KeyPlace, keyPlaces } from './key-places.ts'
import { findReads } from './key-reads.ts'
import { openProgram } from './program.ts'

/** The keys of the configuration that no source reads, sorted by file and pointer. Of a shape whose keys are all unread, such as
 *  a map of entries that nobody asks for, the shape alone. It takes about half a minute.
 *  @throws Error when the development dependency `typescript` is not installed */
export async function unreadKeys(): Promise<readonly ConfigurationKey[]> {
  return unreadOf(await configurationKeys())
}

/** A key of the configuration, and where a brand writes it. */
export type ConfigurationKey = Pick<KeyPlace, 'file' | 'pointer'>

/** Every key of the configuration, and whether a source reads it. It takes as long.
 *  @throws Error when the development dependency `typescript` is not installed */
export async function configurationKeys(): Promise<readonly (ConfigurationKey & { readonly isRead: boolean })[]> {
  const sources = await openProgram()
  const reads = findReads(sources)
  const answered = answeredDeclarations(sources)
  return keyPlaces(sources).map(({ file, pointer, declarations }) => ({
    ...{ file, pointer },
    isRead: [...declarations].some((node) => reads.isUsed(node) || answered.has(node)),
  }))
}

/** Of keys those that nothing reads, as {@link unreadKeys} gives them. */
export function unreadOf(
  keys: readonly (ConfigurationKey & { readonly isRead: boolean })[],
): readonly ConfigurationKey[] {
  const unread = keys.filter(({ isRead }) => !isRead)
  const names = new Set(unread.map(nameOf))
  return unread
    .filter((place) => !shapesAround(place).some((shape) => names.has(shape)))
    .map(({ file, pointer }) => ({ file, pointer }))
    .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

function nameOf({ file, pointer }: ConfigurationKey): string {
  return `${file}${pointer}`
}

/** The names of the keys inside which a key stands. */
function shapesAround({ file, pointer }: ConfigurationKey): readonly string[] {
  const steps = pointer.split('/')
  return steps.slice(2).map((_, index) => nameOf({ file, pointer: steps.slice(0, index + 2).join('/') }))
}
