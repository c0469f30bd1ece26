import { isAssertion, isOptional, type PatternAtom, readPattern } from './pattern-syntax.rules.ts'

/** How much a regular expression may try on a text before it knows that it does not match. */
export interface PatternCost {
  /** Ways in which its bounded repetitions and choices can take the same text. */
  readonly ways: number
  /** Endless repetitions that can end in several places. */
  readonly degree: number
}

type Sequence = readonly PatternAtom[]

interface CharacterSets {
  /** Characters with which a sequence can begin. */
  readonly first: (sequence: Sequence) => ReadonlySet<string>
}

/** Where in a pattern something stands. */
interface Place {
  readonly characters: CharacterSets
  /** What comes after it. */
  readonly followers: Sequence
  /** Whether a repetition before it lets the match start there from many places, each of which runs the lookaround
   *  again. */
  readonly isReachedOften: boolean
}

/** More repetitions than this count as endless. */
const MANY = 64
/** One character of each class that a pattern can name. */
const SAMPLES = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)),
  ...'\t\n\u00a0éÉжЖعअ中٣Ωω',
]
const NESTED = 'a repetition stands inside a repetition, and both can take the same characters'

/** The cost of a regular expression that is valid with the `u` flag and refers back to no group, or why its time could
 *  explode. Stricter than need be: it refuses what it cannot prove harmless. */
export function patternCost(pattern: string): PatternCost | string {
  const characters = characterSets(pattern)
  return ofAlternatives(readPattern(pattern), { characters, followers: [], isReachedOften: false })
}

function ofAlternatives(alternatives: readonly Sequence[], place: Place): PatternCost | string {
  let total: PatternCost = { ways: 0, degree: 0 }
  const isDecided =
    alternatives.length === 1 ||
    (beginApart(alternatives.map((sequence) => place.characters.first(sequence))) &&
      !alternatives.some((sequence) => sequence.every(isOptional)))
  for (const sequence of alternatives) {
    const cost = ofSequence(sequence, place)
    if (typeof cost === 'string') return cost
    const ways = isDecided ? Math.max(total.ways, cost.ways) : total.ways + cost.ways
    total = { ways, degree: Math.max(total.degree, cost.degree) }
  }
  return total
}

function ofSequence(sequence: Sequence, place: Place): PatternCost | string {
  let total: PatternCost = { ways: 1, degree: 0 }
  let isReachedOften = place.isReachedOften
  for (const [index, atom] of sequence.entries()) {
    const followers = [...sequence.slice(index + 1), ...place.followers]
    const cost = ofAtom(atom, { ...place, followers, isReachedOften })
    if (typeof cost === 'string') return cost
    total = atom.isLookaround
      ? beside(total, cost)
      : { ways: total.ways * cost.ways, degree: total.degree + cost.degree }
    isReachedOften ||= !atom.isLookaround && hasRepetition(atom)
  }
  return total
}

function ofAtom(atom: PatternAtom, place: Place): PatternCost | string {
  const isRepeated = atom.most > 1
  const followers = atom.isLookaround ? [] : place.followers
  const inner = atom.alternatives
    ? ofAlternatives(atom.alternatives, {
        ...place,
        followers: isRepeated ? [{ ...atom, least: 0 }, ...followers] : followers,
        isReachedOften: isRepeated || (place.isReachedOften && !atom.isLookaround),
      })
    : { ways: 1, degree: 0 }
  if (typeof inner === 'string') return inner
  if (isRepeated && inner.degree > 0) return NESTED
  if (atom.isLookaround && place.isReachedOften && hasRepetition(atom)) return { ...inner, degree: inner.degree + 1 }
  const isOpen = atom.least !== atom.most && canEndAnywhere(atom, place)
  if (atom.most > MANY) return inner.ways > 1 ? NESTED : { ways: 1, degree: isOpen ? 1 : 0 }
  const places = isOpen ? atom.most - atom.least + 1 : 1
  return { ways: inner.ways ** atom.most * places, degree: inner.degree }
}

/** Whether what follows can begin with what would be one more repetition. */
function canEndAnywhere(atom: PatternAtom, { followers, characters }: Place): boolean {
  const own = characters.first([{ ...atom, least: 1 }])
  for (const follower of followers) {
    if (meet(own, characters.first([follower]))) return true
    if (!isOptional(follower)) return false
  }
  return false
}

function hasRepetition({ most, alternatives }: PatternAtom): boolean {
  return most > 1 || (alternatives?.flat().some(hasRepetition) ?? false)
}

/** Nobody goes back into a look around once it has been answered, so it costs what it costs once. */
function beside(total: PatternCost, look: PatternCost): PatternCost {
  return { ways: total.ways + look.ways, degree: Math.max(total.degree, look.degree) }
}

/** Knows which characters an atom takes, as far as the pattern can tell characters apart: samples of every class, and what
 *  the pattern names with its neighbours, since two ranges that meet share an end of one of them. */
function characterSets(pattern: string): CharacterSets {
  const samples = [...new Set([...SAMPLES, ...namedCharacters(pattern)])]
  const known = new Map<string, ReadonlySet<string>>()

  function ofSource(source: string): ReadonlySet<string> {
    const found = known.get(source)
    if (found) return found
    const test = new RegExp(`^${source}$`, 'u')
    const own = new Set(samples.filter((character) => test.test(character)))
    known.set(source, own)
    return own
  }

  function first(sequence: Sequence): ReadonlySet<string> {
    const begins = new Set<string>()
    for (const atom of sequence) {
      if (isAssertion(atom)) continue
      const own = atom.alternatives ? atom.alternatives.flatMap((inner) => [...first(inner)]) : ofSource(atom.source)
      for (const character of own) begins.add(character)
      if (!isOptional(atom)) break
    }
    return begins
  }

  return { first }
}

function namedCharacters(pattern: string): string[] {
  const written = pattern.replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/gi, (_all, long, four, two) =>
    String.fromCodePoint(Number.parseInt(long ?? four ?? two, 16)),
  )
  return [...written].flatMap((character) => {
    const code = character.codePointAt(0) ?? 0
    return [code - 1, code, code + 1]
      .filter((point) => point >= 0 && point <= 0x10ffff)
      .map((point) => String.fromCodePoint(point))
  })
}

/** Whether the first character decides between alternatives. */
function beginApart(firsts: readonly ReadonlySet<string>[]): boolean {
  const seen = new Set<string>()
  return firsts.every((first) => {
    const isApart = !meet(first, seen)
    for (const character of first) seen.add(character)
    return isApart
  })
}

function meet(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  for (const character of left) if (right.has(character)) return true
  return false
}
