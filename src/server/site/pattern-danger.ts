/** One unit of a regular expression with its repetition. */
interface Atom {
  /** The alternatives of a group; null for a single character or class. */
  readonly alternatives: readonly (readonly Atom[])[] | null
  /** Source of a single character or class; empty for a group. */
  readonly source: string
  readonly isLookaround: boolean
  readonly isEndless: boolean
  readonly isOptional: boolean
}

/** More repetitions than this count as endless. */
const MANY = 64
const LONGEST_PATTERN = 500
/** One character for each range that a pattern can tell apart, near enough. */
const SAMPLES = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)),
  '\t',
  '\n',
  'é',
  'ж',
  'ع',
  '中',
  '٣',
]

/** Why the time of a regular expression could explode on a long text, or null when it cannot. Stricter than need be: it
 *  refuses what it cannot prove harmless. An invalid expression is no danger: it never runs. */
export function patternDanger(pattern: string): string | null {
  if (pattern.length > LONGEST_PATTERN) return `it is longer than ${LONGEST_PATTERN} characters`
  try {
    new RegExp(pattern, 'u')
  } catch {
    return null
  }
  if (/\\(?:[1-9]|k<)/.test(pattern.replaceAll('\\\\', ''))) return 'it refers back to a group'
  const { alternatives } = new PatternReader(pattern).read()
  return dangerOf(alternatives)
}

function dangerOf(alternatives: readonly (readonly Atom[])[]): string | null {
  for (const sequence of alternatives) {
    for (const [index, atom] of sequence.entries()) {
      const danger = dangerOfAtom(atom) ?? dangerOfFollowers(atom, sequence.slice(index + 1))
      if (danger !== null) return danger
    }
  }
  return null
}

function dangerOfAtom(atom: Atom): string | null {
  if (!atom.alternatives) return null
  if (atom.isEndless && holdsEndless(atom.alternatives)) return 'a repetition stands inside a repetition'
  if (atom.isEndless && overlap(atom.alternatives))
    return 'a repeated choice can begin in two ways with the same character'
  return dangerOf(atom.alternatives)
}

/** Two endless repetitions that can share characters, with no other character between that must be there. */
function dangerOfFollowers(atom: Atom, followers: readonly Atom[]): string | null {
  if (!atom.isEndless) return null
  const own = charactersOf(atom)
  for (const follower of followers) {
    if (follower.isLookaround) continue
    const canTakeSame = meet(own, firstCharacters([follower]))
    if (canTakeSame && isEndlessSomewhere(follower))
      return 'two repetitions that follow each other can take the same characters'
    if (!canTakeSame && !follower.isOptional) return null
  }
  return null
}

function isEndlessSomewhere(atom: Atom): boolean {
  return atom.isEndless || (atom.alternatives !== null && holdsEndless(atom.alternatives))
}

function holdsEndless(alternatives: readonly (readonly Atom[])[]): boolean {
  return alternatives.some((sequence) => sequence.some(isEndlessSomewhere))
}

function overlap(alternatives: readonly (readonly Atom[])[]): boolean {
  const seen = new Set<string>()
  for (const sequence of alternatives) {
    const first = firstCharacters(sequence)
    if (alternatives.length > 1 && meet(seen, first)) return true
    for (const character of first) seen.add(character)
    if (sequence.some((atom) => atom.isOptional)) return true
  }
  return false
}

function firstCharacters(sequence: readonly Atom[]): ReadonlySet<string> {
  const first = new Set<string>()
  for (const atom of sequence) {
    const own = atom.alternatives
      ? new Set(atom.alternatives.flatMap((inner) => [...firstCharacters(inner)]))
      : charactersOf(atom)
    for (const character of own) first.add(character)
    if (!atom.isOptional) break
  }
  return first
}

function charactersOf(atom: Atom): ReadonlySet<string> {
  if (atom.alternatives) return new Set(atom.alternatives.flat().flatMap((inner) => [...charactersOf(inner)]))
  if (/^(?:[\^$]|\\[bB])$/.test(atom.source)) return new Set()
  const test = new RegExp(`^${atom.source}$`, 'u')
  const own = /^\\?.$/u.test(atom.source) ? [atom.source.slice(-1)] : []
  return new Set([...SAMPLES, ...own].filter((character) => test.test(character)))
}

function meet(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return [...right].some((character) => left.has(character))
}

/** Reads a regular expression that is known to be valid with the `u` flag. */
class PatternReader {
  readonly #pattern: string
  #offset = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  read(): { readonly alternatives: readonly (readonly Atom[])[] } {
    const alternatives: Atom[][] = [[]]
    while (this.#offset < this.#pattern.length && this.#pattern[this.#offset] !== ')') {
      if (this.#pattern[this.#offset] === '|') {
        this.#offset += 1
        alternatives.push([])
      } else alternatives.at(-1)?.push(this.#readAtom())
    }
    return { alternatives }
  }

  #readAtom(): Atom {
    const opening = this.#take(/\((?:\?(?:<?[=!]|:|<[^>]*>|[ims-]+:))?/y)
    if (opening === null) {
      const source =
        this.#take(/\[(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|[pP]\{[^}]*\}|c[a-z]|.)|[\s\S]/iuy) ??
        ''
      return { alternatives: null, source, isLookaround: false, ...this.#readRepetition() }
    }
    const { alternatives } = this.read()
    this.#offset += 1
    const isLookaround = /^\(\?<?[=!]$/.test(opening)
    const repetition = this.#readRepetition()
    const isNullable = isLookaround || alternatives.some((sequence) => sequence.every((atom) => atom.isOptional))
    return { alternatives, source: '', isLookaround, ...repetition, isOptional: repetition.isOptional || isNullable }
  }

  #readRepetition(): { readonly isEndless: boolean; readonly isOptional: boolean } {
    const text = this.#take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)
    if (text === null) return { isEndless: false, isOptional: false }
    if (!text.startsWith('{')) return { isEndless: !text.startsWith('?'), isOptional: !text.startsWith('+') }
    const [least = '0', most = least] = text.replace(/[{}?]/g, '').split(',')
    return { isEndless: most === '' || Number(most) > MANY, isOptional: Number(least) === 0 }
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#offset
    const found = pattern.exec(this.#pattern)?.[0] ?? null
    this.#offset += found?.length ?? 0
    return found
  }
}
