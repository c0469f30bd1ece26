import type { SeenLine } from '../recorder/recording.ts'
import type { SecretBook } from '../recorder/secret-book.ts'

type Members = Readonly<Record<string, unknown>>

/** A place where a replay goes another way: the number of the event from 0, the start, its name, and what of it differs. */
export interface TraceDifference {
  readonly index: number
  readonly event: string
  readonly what: 'event' | 'value' | 'effects' | 'context' | 'absence' | 'presence'
}

/**
 * Where a replay first goes another way than the run that was recorded; made-up texts count as the secrets that they stand
 * for, and times do not count, for delays end late in a page.
 * @param replayed lines of a trace, as canonical JSON   @returns undefined when they are alike
 */
export function firstDifference(
  recorded: readonly SeenLine[],
  replayed: readonly string[],
  book: SecretBook,
): TraceDifference | undefined {
  for (const [index, line] of recorded.entries()) {
    const { event } = line
    const text = replayed[index]
    if (text === undefined) return { index, event, what: 'absence' }
    const other = JSON.parse(text) as Members
    const what = (['event', 'value', 'effects', 'context'] as const).find(
      (key) => !isAlike(line[key], other[key], book),
    )
    if (what) return { index, event, what }
  }
  const next = replayed[recorded.length]
  if (next === undefined) return undefined
  return { index: recorded.length, event: String((JSON.parse(next) as Members).event), what: 'presence' }
}

function isAlike(recorded: unknown, replayed: unknown, book: SecretBook): boolean {
  if (typeof recorded === 'string' && typeof replayed === 'string') return book.isSameText(recorded, replayed)
  if (typeof recorded !== 'object' || typeof replayed !== 'object' || recorded === null || replayed === null) {
    return recorded === replayed
  }
  if (Array.isArray(recorded) !== Array.isArray(replayed)) return false
  const keys = Object.keys(recorded)
  const others = Object.keys(replayed)
  if (keys.length !== others.length) return false
  return keys.every((key) => {
    const other = Object.hasOwn(replayed, key) ? key : others.find((one) => book.isSameText(key, one))
    return other !== undefined && isAlike((recorded as Members)[key], (replayed as Members)[other], book)
  })
}
