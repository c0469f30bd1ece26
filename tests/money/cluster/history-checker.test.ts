import { describe, expect, test } from 'vitest'
import { type Act, checkHistory, checkPrices, type Entry, type History } from './history-checker.ts'

const FUNDS = 1000

const act = (name: string, times: readonly [number, number | null], more: Partial<Act> = {}): Act => ({
  ...{ name, player: 1, askedAt: times[0], answeredAt: times[1], outcome: 'done', minor: -100, ids: [1] },
  ...more,
})

/** Entries with the balances that follow. */
function booksOf(...moved: readonly (readonly [act: string, minor: number, part?: string])[]): Entry[] {
  let balanceMinor = FUNDS
  return moved.map(([name, minor, part = 'stake']) => {
    balanceMinor += minor
    return { player: 1, act: name, part, minor, balanceMinor }
  })
}

const kindsOf = (history: Partial<History>) =>
  checkHistory({ acts: [], readings: [], entries: [], fundsMinor: FUNDS, ...history }).map(({ kind }) => kind)

const [first, second] = [act('a', [1, 2]), act('b', [3, 4])]

describe('a history of acts', () => {
  test('is sound when each act is in the books once and in order', () => {
    const entries = booksOf(['a', -100], ['a', 250, 'payout'], ['b', -100])
    expect(kindsOf({ acts: [{ ...first, paidMinor: 250 }, second], entries })).toEqual([])
  })

  test('shows an acknowledged act that is not in the books', () => {
    expect(kindsOf({ acts: [first, second], entries: booksOf(['a', -100]) })).toEqual(['lost'])
  })

  test('shows an act that was done twice', () => {
    expect(kindsOf({ acts: [first], entries: booksOf(['a', -100], ['a', -100]) })).toEqual(['doubled'])
    expect(kindsOf({ acts: [first], entries: booksOf(['a', -100], ['a', 5, 'payout'], ['a', 5, 'payout']) })).toEqual([
      'doubled',
    ])
  })

  test('lets an act without an answer be done or not, but not twice', () => {
    const unknown = act('a', [1, null], { outcome: 'unknown', ids: [] })
    expect(kindsOf({ acts: [unknown] })).toEqual([])
    expect(kindsOf({ acts: [unknown], entries: booksOf(['a', -100]) })).toEqual([])
    expect(kindsOf({ acts: [unknown], entries: booksOf(['a', -100], ['a', -100]) })).toEqual(['doubled'])
  })

  test('shows what nobody asked for', () => {
    expect(kindsOf({ acts: [first], entries: booksOf(['a', -100], ['z', -100]) })).toEqual(['not asked for'])
  })

  test('shows a refused act that has moved money, and lets its money come back', () => {
    const refused = { ...first, outcome: 'refused' as const }
    expect(kindsOf({ acts: [refused], entries: booksOf(['a', -100]) })).toEqual(['refused'])
    expect(kindsOf({ acts: [refused], entries: booksOf(['a', -100], ['a', 100, 'release']) })).toEqual([])
  })

  test('shows other sums than were answered', () => {
    expect(kindsOf({ acts: [first], entries: booksOf(['a', -90]) })).toEqual(['otherwise'])
    const paid = { ...first, paidMinor: 50 }
    expect(kindsOf({ acts: [paid], entries: booksOf(['a', -100], ['a', 40, 'payout']) })).toEqual(['otherwise'])
    expect(kindsOf({ acts: [paid], entries: booksOf(['a', -100]) })).toEqual(['otherwise'])
  })

  test('shows an act that was acknowledged under two numbers', () => {
    expect(kindsOf({ acts: [{ ...first, ids: [1, 1, 2] }], entries: booksOf(['a', -100]) })).toEqual(['otherwise'])
  })

  test('shows acts of a player out of order, unless they were under way together', () => {
    const entries = booksOf(['b', -100], ['a', -100])
    expect(kindsOf({ acts: [first, second], entries })).toEqual(['order'])
    expect(kindsOf({ acts: [act('a', [1, 5]), second], entries })).toEqual([])
  })

  test('shows balances that do not follow from what was moved', () => {
    const [one] = booksOf(['a', -100])
    if (!one) throw new Error('no entry')
    expect(kindsOf({ acts: [first], entries: [{ ...one, balanceMinor: 901 }] })).toEqual(['sum'])
  })
})

describe('a balance that was read', () => {
  const entries = booksOf(['a', -100], ['b', -100])
  const read = (askedAt: number, answeredAt: number, balanceMinor: number) => ({
    ...{ player: 1, askedAt, answeredAt, balanceMinor },
  })
  const acts = [first, second]

  test('is one that the books had while it was read', () => {
    expect(kindsOf({ acts, entries, readings: [read(0, 0.5, 1000), read(2.1, 2.9, 900), read(5, 6, 800)] })).toEqual([])
    // While an act is under way, both are true.
    expect(kindsOf({ acts, entries, readings: [read(3.1, 3.2, 900)] })).toEqual([])
    expect(kindsOf({ acts, entries, readings: [read(3.1, 3.2, 800)] })).toEqual([])
  })

  test('is a fault when it is older than what was answered before it', () => {
    expect(kindsOf({ acts, entries, readings: [read(5, 6, 900)] })).toEqual(['reading'])
  })

  test('is a fault when it has what was asked for after it', () => {
    expect(kindsOf({ acts, entries, readings: [read(2.1, 2.9, 800)] })).toEqual(['reading'])
  })

  test('is a fault when a later reading goes back', () => {
    expect(kindsOf({ acts, entries, readings: [read(3.1, 3.2, 800), read(3.3, 3.4, 900)] })).toEqual(['reading'])
  })

  test('is a fault when the books never had it', () => {
    expect(kindsOf({ acts, entries, readings: [read(0, 9, 850)] })).toEqual(['reading'])
  })
})

describe('prices that only rise', () => {
  const sound = {
    acknowledged: [101, 102, 104],
    unknown: [103],
    seen: [
      [101, 104],
      [102, 103, 104],
    ],
    last: [104, 104],
  }

  test('are sound when each watcher sees them rise to the last one', () => {
    expect(checkPrices(sound)).toEqual([])
  })

  test('show a watcher who saw them fall, saw what nobody sent, or was left behind', () => {
    expect(checkPrices({ ...sound, seen: [[102, 101, 104], [104]] })).toHaveLength(1)
    expect(checkPrices({ ...sound, seen: [[999], [104]] })).toHaveLength(1)
    expect(checkPrices({ ...sound, last: [102, 104] })).toHaveLength(1)
    expect(checkPrices({ ...sound, last: [undefined, 104] })).toHaveLength(1)
  })
})
