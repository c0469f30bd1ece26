import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BingoRoom } from '#schemas'
import { BALLS, bingoCard, callsOf, patternCall, toGo } from './bingo-card.rules.ts'
import {
  bingoNumbers,
  calledBy,
  judgeRound,
  type PlayedCard,
  type RoundTerms,
  type RoundTotals,
  wonByTicket,
} from './bingo-round.rules.ts'

/** Plays a round with all its cards. */
function playRound(terms: RoundTerms, order: readonly number[], cards: readonly PlayedCard[], totals: RoundTotals) {
  const round = judgeRound(terms, order)
  for (const card of cards) round.add(card)
  return round.end(totals)
}

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const kind = fc.constantFrom<BingoRoom['kind']>('75', '90')

test('LOT-5: a card of 75 balls has five numbers of each letter, a free middle, and no number twice', () => {
  fc.assert(
    fc.property(seed, (salt) => {
      const card = bingoCard('75', salt, 0)
      const numbers = card.flat().filter((number) => number > 0)
      expect(new Set(numbers).size).toBe(24)
      expect(card[2]?.[2]).toBe(0)
      for (const row of card)
        for (const [column, number] of row.entries()) if (number > 0) expect(Math.ceil(number / 15)).toBe(column + 1)
    }),
  )
})

test('LOT-5: a card of 90 balls has five numbers a row, none of its columns is empty, and they rise in it', () => {
  fc.assert(
    fc.property(seed, (salt) => {
      const card = bingoCard('90', salt, 3)
      expect(card.map((row) => row.filter((number) => number > 0).length)).toEqual([5, 5, 5])
      for (let column = 0; column < 9; column += 1) {
        const numbers = card.map((row) => row[column] ?? 0).filter((number) => number > 0)
        expect(numbers.length).toBeGreaterThan(0)
        expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
        for (const number of numbers) expect(Math.min(8, Math.floor(number / 10))).toBe(column)
      }
    }),
  )
})

test('LOT-5: patterns come when their numbers are called', () => {
  const card = [
    [1, 16, 31, 46, 61],
    [2, 17, 32, 47, 62],
    [3, 18, 0, 48, 63],
    [4, 19, 33, 49, 64],
    [5, 20, 34, 50, 65],
  ]
  const rest = Array.from({ length: 75 }, (_, at) => at + 1)
  const order = (first: readonly number[]) => callsOf([...first, ...rest.filter((number) => !first.includes(number))])
  const at = (pattern: Parameters<typeof patternCall>[2], first: readonly number[]) =>
    patternCall('75', card, pattern, order(first))
  expect(at('line', [3, 18, 48, 63])).toBe(4)
  expect(at('line', [1, 17, 49, 65])).toBe(4)
  expect(at('line', [61, 62, 63, 64, 65])).toBe(5)
  expect(at('two_lines', [3, 18, 48, 63, 31, 32, 33, 34])).toBe(8)
  expect(at('corners', [65, 5, 61, 1])).toBe(4)
  expect(at('cross', [3, 18, 48, 63, 31, 32, 33, 34])).toBe(8)
  expect(
    at(
      'frame',
      [...card.flat()].filter((number) => number > 0 && ![17, 32, 47, 18, 48, 19, 33, 49].includes(number)),
    ),
  ).toBe(16)
  expect(
    at(
      'full_house',
      card.flat().filter((number) => number > 0),
    ),
  ).toBe(24)
  const ninety = [
    [1, 0, 20, 0, 40, 0, 60, 0, 80],
    [0, 10, 0, 30, 0, 50, 0, 70, 81],
    [2, 11, 21, 31, 41, 0, 0, 0, 0],
  ]
  const calls = callsOf([81, 10, 30, 50, 70, 2, 11, 21, 31, 41, ...Array.from({ length: 90 }, (_, n) => n + 1)])
  expect(patternCall('90', ninety, 'line', callsOf([81, 10, 30, 50, 70]))).toBe(5)
  expect(patternCall('90', ninety, 'two_lines', callsOf([81, 10, 30, 50, 70, 2, 11, 21, 31, 41]))).toBe(10)
  expect(patternCall('90', ninety, 'full_house', callsOf([81, 10, 30]))).toBe(Number.POSITIVE_INFINITY)
  expect(calls.size).toBe(90)
  expect(toGo(ninety, new Set([81, 10]))).toBe(13)
})

test('LOT-5: a full card of 75 balls comes after 72.96 calls, one of 90 balls after 85.31, as counted', () => {
  const mean = (of: BingoRoom['kind'], rounds: number) => {
    let sum = 0
    for (let nonce = 0; nonce < rounds; nonce += 1) {
      const order = bingoNumbers(of, { serverSeed: '07'.repeat(32), clientSeed: of, nonce })
      sum += patternCall(of, bingoCard(of, '09'.repeat(32), nonce), 'full_house', callsOf(order))
    }
    return sum / rounds
  }
  // 76 · 24/25 and 91 · 15/16; deviations of a round are below 5.
  expect(Math.abs(mean('75', 1500) - 72.96)).toBeLessThan(0.35)
  expect(Math.abs(mean('90', 1500) - 85.3125)).toBeLessThan(0.6)
})

const house = { order: 9, pattern: 'full_house' as const }

test('LOT-5: paid + jackpot after it + breakage + fee = staked + jackpot before it, in every round', () => {
  fc.assert(
    fc.property(
      kind,
      seed,
      fc.integer({ min: 1, max: 25 }),
      fc.record({ line: fc.nat(300_000), house: fc.nat(500_000), feed: fc.nat(100_000), calls: fc.nat(90) }),
      fc.record({ price: fc.integer({ min: 1, max: 997 }), jackpot: fc.nat(1_000_003), seed: fc.nat(50_000) }),
      (of, salt, count, terms, money) => {
        const cards = Array.from({ length: count }, (_, place) => ({
          ...{ ticketId: place % 3, place, card: bingoCard(of, salt, place % 17) },
        }))
        const staked = count * money.price
        const played = playRound(
          {
            kind: of,
            patterns: {
              line: { order: 1, pattern: 'line', sharePpm: terms.line },
              house: { ...house, sharePpm: terms.house },
            },
            ...{ jackpotCalls: terms.calls, jackpotFeedPpm: terms.feed },
          },
          bingoNumbers(of, { serverSeed: salt, clientSeed: 'x', nonce: 1 }),
          cards,
          { stakedMinor: staked, jackpotInMinor: money.jackpot, jackpotSeedMinor: money.seed },
        )
        expect(played.paidMinor + played.jackpotOutMinor + played.breakageMinor + played.feeMinor).toBe(
          staked + money.jackpot,
        )
        expect([0, 1, 2].reduce((sum, ticket) => sum + wonByTicket(played.wins, ticket), 0)).toBe(played.paidMinor)
        expect(played.numbers).toHaveLength(Math.max(...played.wins.map(({ call }) => call)))
        expect(played.numbers.length).toBeLessThanOrEqual(BALLS[of])
      },
    ),
  )
})

test('LOT-5: the jackpot is divided by a full house that comes in time, and begins again; later it stays', () => {
  const card = bingoCard('90', '01'.repeat(32), 0)
  const numbers = card.flat().filter((number) => number > 0)
  const order = [...numbers, ...Array.from({ length: 90 }, (_, at) => at + 1).filter((one) => !numbers.includes(one))]
  const play = (jackpotCalls: number) =>
    playRound(
      { kind: '90', patterns: { house: { ...house, sharePpm: 500_000 } }, jackpotCalls, jackpotFeedPpm: 100_000 },
      order,
      [{ ticketId: 1, place: 0, card }],
      { stakedMinor: 1000, jackpotInMinor: 7000, jackpotSeedMinor: 300 },
    )
  expect(play(15)).toMatchObject({ paidMinor: 7500, jackpotOutMinor: 400, feeMinor: 100, breakageMinor: 0 })
  expect(play(14)).toMatchObject({ paidMinor: 500, jackpotOutMinor: 7100, feeMinor: 400 })
})

test('numbers are called one after the other', () => {
  expect([-1, 0, 2999, 3000, 6000, 900_000].map((ms) => calledBy(ms, 3, 20))).toEqual([0, 1, 1, 2, 3, 20])
})
