/** One unit of a regular expression with its repetition. */
export interface PatternAtom {
  /** The alternatives of a group; null for a single character, class or assertion. */
  readonly alternatives: readonly (readonly PatternAtom[])[] | null
  /** Source of a single character, class or assertion; empty for a group. */
  readonly source: string
  readonly isLookaround: boolean
  /** Fewest and most repetitions. */
  readonly least: number
  readonly most: number
}

const OPENING = /\((?:\?(?:<?[=!]|:|<[^>]*>))?/y
const SINGLE = /\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|c[a-z]|.)|[\s\S]/iuy
const REPETITION = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y

/** The alternatives of a regular expression that is known to be valid with the `u` flag and to set no flags inside. */
export function readPattern(pattern: string): readonly (readonly PatternAtom[])[] {
  let offset = 0

  function take(wanted: RegExp): string | null {
    wanted.lastIndex = offset
    const found = wanted.exec(pattern)?.[0] ?? null
    offset += found?.length ?? 0
    return found
  }

  function readAlternatives(): readonly (readonly PatternAtom[])[] {
    const alternatives: PatternAtom[][] = [[]]
    while (offset < pattern.length && pattern[offset] !== ')') {
      if (pattern[offset] === '|') {
        offset += 1
        alternatives.push([])
      } else alternatives.at(-1)?.push(readAtom())
    }
    return alternatives
  }

  function readAtom(): PatternAtom {
    const opening = take(OPENING)
    if (opening === null) {
      return { alternatives: null, source: take(SINGLE) ?? '', isLookaround: false, ...readRepetition() }
    }
    const alternatives = readAlternatives()
    offset += 1
    return { alternatives, source: '', isLookaround: /^\(\?<?[=!]$/.test(opening), ...readRepetition() }
  }

  function readRepetition(): Pick<PatternAtom, 'least' | 'most'> {
    const text = take(REPETITION)
    if (text === null) return { least: 1, most: 1 }
    if (text.startsWith('?')) return { least: 0, most: 1 }
    if (text.startsWith('*')) return { least: 0, most: Number.POSITIVE_INFINITY }
    if (text.startsWith('+')) return { least: 1, most: Number.POSITIVE_INFINITY }
    const [least = '0', most = least] = text.replace(/[{}?]/g, '').split(',')
    return { least: Number(least), most: most === '' ? Number.POSITIVE_INFINITY : Number(most) }
  }

  return readAlternatives()
}

/** Whether an atom takes no character: the start, the end, a border of words, or a look around. */
export function isAssertion({ source, isLookaround }: PatternAtom): boolean {
  return isLookaround || /^(?:[\^$]|\\[bB])$/.test(source)
}

/** Whether an atom can be left out. */
export function isOptional(atom: PatternAtom): boolean {
  if (atom.least === 0 || isAssertion(atom)) return true
  return atom.alternatives?.some((sequence) => sequence.every(isOptional)) ?? false
}
