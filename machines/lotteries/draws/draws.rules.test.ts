import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rational, toPlaces } from '#machines/odds/rational.rules.ts'
import type { DrawGame, DrawPrize } from '#schemas'
import { combinations, hitChance, prizeChance, prizeOf, resultCount, returnOf } from '../../odds/draw-odds.rules.ts'
import { lineFault, quickPick } from './draw-lines.rules.ts'
import { nextDraws } from './draw-schedule.rules.ts'
import { settleDraw } from './draw-settling.rules.ts'

const PRIZE: DrawPrize = {
  ...{ order: 10, picks: 6, hits: 6, secondHits: 0, needsBonus: false, timesE2: 0, sharePpm: 0, isJackpot: false },
}
const DRUMS = { pool: 49, drawn: 6, secondPool: 0, secondDrawn: 0, hasBonusBall: true }
const KENO = { pool: 80, drawn: 20, secondPool: 0, secondDrawn: 0, hasBonusBall: false }

/** Prizes of lines of so many numbers, by hits: what they pay in times of the price. */
function paytable(picks: number, pays: Readonly<Record<number, number>>): DrawGame['prizes'] {
  return Object.fromEntries(
    Object.entries(pays).map(([hits, times]) => [
      `p${hits}`,
      { ...PRIZE, picks, hits: Number(hits), timesE2: Math.round(times * 100) },
    ]),
  )
}

describe('chances and returns of draw games', () => {
  test('LOT-5: the results of a game are counted exactly', () => {
    expect(resultCount({ ...DRUMS })).toBe(13_983_816n)
    expect(resultCount({ ...DRUMS, pool: 45 })).toBe(8_145_060n)
    expect(resultCount({ ...DRUMS, pool: 36, drawn: 5 })).toBe(376_992n)
    expect(resultCount({ ...DRUMS, drawn: 7 })).toBe(85_900_584n)
    expect(resultCount({ ...DRUMS, pool: 50, drawn: 5, secondPool: 12, secondDrawn: 2 })).toBe(139_838_160n)
    expect(resultCount({ ...DRUMS, pool: 69, drawn: 5, secondPool: 26, secondDrawn: 1 })).toBe(292_201_338n)
  })

  test('LOT-5: hits of 6 of 49 are those of the textbook, the bonus ball among them', () => {
    const ways = [6, 5, 4, 3, 2, 1, 0].map((hits) => combinations(6, hits) * combinations(43, 6 - hits))
    expect(ways).toEqual([1n, 258n, 13_545n, 246_820n, 1_851_150n, 5_775_588n, 6_096_454n])
    const bonus = { ...PRIZE, hits: 5, needsBonus: true }
    const plain = { ...PRIZE, hits: 5 }
    const game = { ...DRUMS, prizes: { bonus, plain } }
    expect(prizeChance(game, bonus)).toEqual(rational(6n, 13_983_816n))
    expect(prizeChance(game, plain)).toEqual(rational(252n, 13_983_816n))
  })

  test('LOT-5: a lotto gives back what its paytable says, exactly', () => {
    const prizes = paytable(6, { 3: 10, 4: 100, 5: 2000, 6: 1_000_000 })
    expect(returnOf({ ...DRUMS, prizes }, 6)).toEqual(rational(1_334_675n, 3_495_954n))
  })

  test.each([
    [1, 1, '1/4'],
    [2, 2, '19/316'],
    [3, 3, '57/4108'],
    [4, 4, '969/316316'],
    [5, 5, '51/79079'],
    [6, 6, '51/395395'],
    [8, 8, '51/11735845'],
    [10, 10, '17/151499090'],
    [10, 0, '13874499/302998180'],
  ])('LOT-5: %d numbers of keno hit %d by the chance %s', (picks, hits, chance) => {
    const { numerator, denominator } = hitChance({ pool: 80, drawn: 20, picks, hits })
    expect(`${numerator}/${denominator}`).toBe(chance)
  })

  test.each([
    [4, { 2: 1, 3: 4, 4: 100 }, '54720/79079'],
    [4, { 2: 1, 3: 5, 4: 165 }, '295545/316316'],
    [2, { 2: 15 }, '285/316'],
    [1, { 1: 3.75 }, '15/16'],
    [5, { 3: 2, 4: 20, 5: 450 }, '55350/79079'],
    [6, { 3: 2, 4: 9, 5: 75, 6: 1600 }, '302091/316316'],
    [10, { 0: 4, 5: 3, 6: 25, 7: 130, 8: 900, 9: 4500, 10: 100_000 }, '10772833904/10832184935'],
  ])('LOT-5: keno of %d numbers with %j gives back %s', (picks, pays, given) => {
    const { numerator, denominator } = returnOf({ ...KENO, prizes: paytable(picks, pays) }, picks)
    expect(`${numerator}/${denominator}`).toBe(given)
  })

  test.each([
    [50, '4060189/861106921571'],
    [60, '11020513/7880046612'],
    [65, '198058/12848657'],
    [70, '78302/575313'],
  ])('LOT-5: a full card of 75 balls within %d calls has the chance %s', (calls, chance) => {
    const { numerator, denominator } = hitChance({ pool: 75, drawn: calls, picks: 24, hits: 24 })
    expect(`${numerator}/${denominator}`).toBe(chance)
  })

  test.each([
    [60, 0.0011616],
    [70, 0.0157543],
    [80, 0.144902],
  ])('LOT-5: a full card of 90 balls within %d calls has the chance %d', (calls, chance) => {
    const { numerator, denominator } = hitChance({ pool: 90, drawn: calls, picks: 15, hits: 15 })
    expect(Number(numerator) / Number(denominator)).toBeCloseTo(chance, 6)
  })

  test('LOT-5: lotto 6/49 that pays 10, 100, 2,000 and 1,000,000 gives back 1334675/3495954', () => {
    const pays = { 3: 10, 4: 100, 5: 2000, 6: 1_000_000 }
    const game = { pool: 49, drawn: 6, secondPool: 0, secondDrawn: 0, hasBonusBall: false, prizes: paytable(6, pays) }
    const { numerator, denominator } = returnOf(game, 6)
    expect(`${numerator}/${denominator}`).toBe('1334675/3495954')
  })

  test('LOT-5: ten of forty has the chances of its table', () => {
    expect(hitChance({ pool: 40, drawn: 10, picks: 10, hits: 10 })).toEqual(rational(1n, 847_660_528n))
    expect(toPlaces(hitChance({ pool: 40, drawn: 10, picks: 10, hits: 5 }), 8)).toBe(
      toPlaces(rational(345_303n, 8_150_582n), 8),
    )
  })

  test('LOT-5: a line that hits the bonus ball wins the prize for it, and no other', () => {
    const game = { prizes: { plain: { ...PRIZE, hits: 5 }, bonus: { ...PRIZE, order: 20, hits: 5, needsBonus: true } } }
    expect(prizeOf(game, { picks: 6, hits: 5, second: 0, isBonus: true })).toBe('bonus')
    expect(prizeOf(game, { picks: 6, hits: 5, second: 0, isBonus: false })).toBe('plain')
    expect(prizeOf(game, { picks: 6, hits: 4, second: 0, isBonus: true })).toBeNull()
  })
})

describe('lines', () => {
  const limits = { pool: 49, picksLeast: 6, picksMost: 6, secondPool: 12, secondDrawn: 2 }
  const line = (numbers: number[], second = [1, 2]) => ({ numbers, second })

  test('LOT-5: too few, too many, double and foreign numbers are refused, each with its reason', () => {
    expect(lineFault(limits, line([1, 2, 3, 4, 5, 6]))).toBeNull()
    expect(lineFault(limits, line([1, 2, 3, 4, 5]))).toBe('draws.too_few_numbers')
    expect(lineFault(limits, line([1, 2, 3, 4, 5, 6, 7]))).toBe('draws.too_many_numbers')
    expect(lineFault(limits, line([1, 2, 3, 4, 5, 5]))).toBe('draws.double_number')
    for (const bad of [0, 50, 1.5, -1, Number.NaN])
      expect(lineFault(limits, line([1, 2, 3, 4, 5, bad]))).toBe('draws.foreign_number')
    expect(lineFault(limits, line([1, 2, 3, 4, 5, 6], [1]))).toBe('draws.too_few_numbers')
    expect(lineFault(limits, line([1, 2, 3, 4, 5, 6], [1, 13]))).toBe('draws.foreign_number')
  })

  test('LOT-5: a quick pick can always be played, and keeps what was chosen', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), { minLength: 8 }), (randoms) => {
        let at = 0
        const random = () => randoms[at++ % randoms.length] ?? 0
        const picked = quickPick(limits, 6, random, { numbers: [7, 13], second: [] })
        expect(lineFault(limits, picked)).toBeNull()
        expect(picked.numbers).toEqual(expect.arrayContaining([7, 13]))
      }),
    )
  })
})

describe('schedules', () => {
  const evening = { days: [3, 6], times: ['20:00'], everyMinutes: 0 }
  const at = (text: string) => Date.parse(text)
  const texts = (moments: readonly number[]) => moments.map((ms) => new Date(ms).toISOString())

  test('LOT-5: draws are at times of day of the zone, before and after the clocks are changed', () => {
    const found = nextDraws(evening, { afterMs: at('2026-03-25T12:00:00Z'), timeZone: 'Europe/Paris', count: 3 })
    expect(texts(found)).toEqual(['2026-03-25T19:00:00.000Z', '2026-03-28T19:00:00.000Z', '2026-04-01T18:00:00.000Z'])
  })

  test('LOT-5: a draw whose moment has come is not ahead any more', () => {
    const found = nextDraws(evening, { afterMs: at('2026-03-25T19:00:00Z'), timeZone: 'Europe/Paris', count: 1 })
    expect(texts(found)).toEqual(['2026-03-28T19:00:00.000Z'])
  })

  test('LOT-5: draws every few minutes are counted from midnight, and none comes twice when an hour does', () => {
    const often = { days: [1, 2, 3, 4, 5, 6, 7], times: [], everyMinutes: 30 }
    const found = nextDraws(often, { afterMs: at('2026-10-24T23:50:00Z'), timeZone: 'Europe/Paris', count: 40 })
    expect(new Set(found).size).toBe(40)
    expect([...found].sort((one, other) => one - other)).toEqual(found)
  })
})

describe('the money of a draw', () => {
  const GAME = { priceMinor: 200, jackpotSeedMinor: 100_000 }
  const six = { ...PRIZE, sharePpm: 250_000, isJackpot: true }
  const five = { ...PRIZE, order: 20, hits: 5, sharePpm: 50_000 }
  const four = { ...PRIZE, order: 30, hits: 4, timesE2: 1000 }

  test('LOT-5: a jackpot that nobody wins is carried, with the shares that nobody has won', () => {
    const settled = settleDraw(
      { ...GAME, prizes: { six, five, four } },
      { stakedMinor: 10_000, jackpotInMinor: 100_000, winners: { four: 2 } },
    )
    expect(settled).toEqual({
      perLine: { six: 0, five: 0, four: 2000 },
      ...{ paidMinor: 4000, jackpotOutMinor: 103_000, breakageMinor: 0, feeMinor: 3000 },
    })
  })

  test('LOT-5: 1,234,567.89 divided by seven is 176,366.84 each, and a minor unit is left', () => {
    const prizes = { six: { ...six, sharePpm: 0 } }
    const settled = settleDraw(
      { ...GAME, jackpotSeedMinor: 0, prizes },
      { stakedMinor: 0, jackpotInMinor: 123_456_789, winners: { six: 7 } },
    )
    expect(settled.perLine).toEqual({ six: 17_636_684 })
    expect(settled).toMatchObject({ jackpotOutMinor: 0, breakageMinor: 1 })
  })

  test('LOT-4: paid, carried, breakage and fee are what was staked and carried in, whatever is won', () => {
    const prize = fc.record({
      timesE2: fc.integer({ min: 0, max: 100_000 }),
      sharePpm: fc.integer({ min: 0, max: 300_000 }),
      isJackpot: fc.boolean(),
    })
    const amount = fc.integer({ min: 0, max: 1_000_000_000 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(prize, fc.nat(50)), { minLength: 1, maxLength: 6 }),
        amount,
        amount,
        amount,
        (list, stakedMinor, jackpotInMinor, jackpotSeedMinor) => {
          const prizes = Object.fromEntries(list.map(([of], at) => [`p${at}`, { ...PRIZE, ...of, order: at }]))
          const winners = Object.fromEntries(list.map(([, lines], at) => [`p${at}`, lines]))
          const settled = settleDraw({ ...GAME, jackpotSeedMinor, prizes }, { stakedMinor, jackpotInMinor, winners })
          const { perLine, paidMinor, jackpotOutMinor, breakageMinor, feeMinor } = settled
          expect(paidMinor + jackpotOutMinor + breakageMinor + feeMinor).toBe(stakedMinor + jackpotInMinor)
          expect(paidMinor).toBe(list.reduce((sum, [, lines], at) => sum + (perLine[`p${at}`] ?? 0) * lines, 0))
          expect(Math.min(jackpotOutMinor, breakageMinor, paidMinor)).toBeGreaterThanOrEqual(0)
          expect(breakageMinor).toBeLessThan(list.reduce((sum, [, lines]) => sum + lines + 1, 0))
        },
      ),
    )
  })
})
