import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BetLeg, FrozenBet } from '#schemas'
import { freezeBets, settledBetOf } from '../settling/frozen-bet.rules.ts'
import { settleBet } from '../settling/settle-bet.rules.ts'
import { leg, type Result } from '../settling/settle-bet.test-support.ts'
import { certainEnd, type KnownLeg } from './certain-end.rules.ts'

const RESULTS: readonly Result[] = ['win', 'lose', 'void', 'half-win', 'half-lose']
const EARLY: readonly FrozenBet['type'][] = ['express', 'chain', 'lobby', 'conditional']
const LEGS = 4

const terms = fc.constantFrom<FrozenBet['tax']>(
  {},
  { stakeRate: '0.05', base: 'net', payoutRate: '0.2', returnTax: true },
  { stakeRate: '0', base: 'gross', payoutRate: '0.15' },
)

/** Bets of four legs of every type, each leg at a price and with the end that it is to have. */
const bets = fc.record({
  type: fc.constantFrom<FrozenBet['type'][]>(
    ...(['express', 'chain', 'lobby', 'conditional', 'system', 'cover', 'anti-express'] as const),
  ),
  tax: terms,
  odds: fc.array(
    fc.integer({ min: 110, max: 900 }).map((cents) => (cents / 100).toFixed(2)),
    { minLength: LEGS, maxLength: LEGS },
  ),
  ends: fc.array(fc.constantFrom(...RESULTS, 'lose' as const), { minLength: LEGS, maxLength: LEGS }),
  openCount: fc.integer({ min: 0, max: LEGS }),
})

function frozenOf(type: FrozenBet['type'], tax: FrozenBet['tax']): FrozenBet {
  const events = Array.from({ length: LEGS }, (_, place) => {
    return {
      gameId: place,
      marketId: place,
      typeId: 1,
      outcomeId: place,
      kind: 3 as const,
      odds: '2',
      epoch: 'e',
      seq: 1,
    }
  })
  const conditional = { eventsIndexes: [[0], [1], [2, 3]], groupsSumms: [1000, 800, 500] }
  const lobby = { eventsIndexes: [[0], [1, 2, 3]], withLobby: true, sizes: [2] }
  const more = {
    conditional,
    lobby,
    system: { sizes: [2, 3] },
    cover: { cover: 'yankee' as const },
  }
  const extra = type in more ? more[type as keyof typeof more] : {}
  const payload = { betType: type, events, summ: 1000, groupsSumms: [1000], checkCf: 0 as const, approvedBet: false }
  const terms = { currency: 'EUR', exponent: 2, tax: tax ?? {}, maximumPayoutMinor: 10_000_000 }
  const [bet] = freezeBets({ ...payload, ...extra }, terms, '1.05')
  if (!bet) throw new Error('no bet')
  return bet
}

const placesIn = fc.shuffledSubarray([0, 1, 2, 3], { minLength: LEGS, maxLength: LEGS })

test('LEDGER-4: what is settled before all has ended pays nothing, however the others end; and nothing else waits', () => {
  let early = 0
  fc.assert(
    fc.property(bets, placesIn, ({ type, tax, odds, ends, openCount }, order) => {
      const bet = frozenOf(type, tax)
      const open = new Set(order.slice(0, openCount))
      const known = odds.map((price, place): KnownLeg => {
        return { place, odds: price, result: open.has(place) ? null : leg(price, ends[place]) }
      })
      const found = certainEnd(bet, known)
      const pays = completions(known).map((legs) => {
        const result = settleBet(settledBetOf(bet, legs))
        return result.ok ? result.settlement.payoutMinor + result.settlement.payoutTaxMinor : -1
      })
      if (openCount === 0) {
        const all = settleBet(settledBetOf(bet, new Map(known.map(({ place, result }) => [place, result ?? leg('1')]))))
        expect(found).toEqual(all)
        return
      }
      const isNothing = pays.every((minor) => minor === 0) && EARLY.includes(type)
      if (isNothing) early += 1
      expect(found !== null).toBe(isNothing)
      if (found?.ok) expect(found.settlement).toMatchObject({ payoutMinor: 0, payoutTaxMinor: 0 })
    }),
    { numRuns: 300 },
  )
  // Else the test has seen none.
  expect(early).toBeGreaterThan(5)
})

test('LEDGER-4, MATH-12: what is over early explains the outcomes that have ended, and no other', () => {
  const legs: KnownLeg[] = [
    { place: 0, odds: '1.80', result: null },
    { place: 1, odds: '2.00', result: leg('2.00', 'lose') },
    { place: 2, odds: '3.00', result: leg('3.00') },
    { place: 3, odds: '1.50', result: null },
  ]
  const found = certainEnd(frozenOf('express', {}), legs)
  expect(found?.ok && found.settlement.explanation.map(({ step, expression }) => `${step} ${expression}`)).toEqual([
    'leg lose @ 2.00',
    'leg win @ 3.00',
    'product 1.8 × 0 × 3 × 1.5',
    'gross 10 × 0',
    'payout half-up(0)',
  ])
  expect(certainEnd(frozenOf('system', {}), legs)).toBeNull()
  expect(certainEnd(frozenOf('anti-express', {}), legs)).toBeNull()
  // The account of a chain is empty when its first link is lost, and not by a later one that does not stake all of it.
  expect(certainEnd(frozenOf('chain', {}), legs)).toBeNull()
  expect(
    certainEnd(frozenOf('chain', {}), [...legs.slice(1, 2), ...legs.slice(0, 1), ...legs.slice(2)].map(at))?.ok,
  ).toBe(true)
})

function at(known: KnownLeg, place: number): KnownLeg {
  return { ...known, place }
}

/** Every way in which the open legs may end. */
function completions(known: readonly KnownLeg[]): ReadonlyMap<number, BetLeg>[] {
  return known.reduce<ReadonlyMap<number, BetLeg>[]>(
    (ways, { place, odds, result }) =>
      ways.flatMap((way) => {
        const ends = result ? [result] : RESULTS.map((end) => leg(odds, end))
        return ends.map((end) => new Map(way).set(place, end))
      }),
    [new Map()],
  )
}
