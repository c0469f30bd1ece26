import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, compare, rationalOf, roundTo, ZERO } from '#machines/odds/rational.rules.ts'
import type { CalculatorForm } from '#schemas'
import { settleBet } from '../settling/settle-bet.rules.ts'
import { type CalculatorTerms, calculateBet, calculatorTypes, MOST_LINES_SHOWN } from './bet-calculation.rules.ts'
import { readCalculator, writeCalculator } from './calculator-form.rules.ts'

const TERMS: CalculatorTerms = {
  maximumBets: 50,
  maximumSystemBets: 20,
  betTypes: ['single', 'express', 'system', 'chain', 'lucky', 'patent', 'anti_express'],
  exponent: 2,
  currency: 'EUR',
  tax: {},
  maximumPayoutMinor: 100_000_000,
}

function form(address: string): CalculatorForm {
  return readCalculator(new URLSearchParams(address), 'decimal')
}

function calculated(address: string, terms = TERMS) {
  const result = calculateBet(form(address), terms)
  if (result.kind !== 'calculated') throw new Error(JSON.stringify(result))
  return result
}

test('INFO-5: a system splits its stake, and its combinations come to what settlement pays', () => {
  const { bets, payoutMinor, stakeMinor, lines } = calculated(
    'type=system&size=2&stake=30&odds=1.5&odds=2&odds=3&result=win&result=win&result=lose',
  )
  expect({ payoutMinor, stakeMinor, lines }).toEqual({ payoutMinor: 3000, stakeMinor: 3000, lines: 3 })
  expect(bets[0]?.lines.map(({ legs, pays }) => [legs, roundTo(pays, 'half-up')])).toEqual([
    [[0, 1], 3000n],
    [[0, 2], 0n],
    [[1, 2], 0n],
  ])
})

test('INFO-5: a stake that does not divide gives its last units to the first combinations', () => {
  const { bets } = calculated('type=trixie&stake=0.06&odds=2&odds=2&odds=2')
  expect(bets[0]?.lines.map(({ stakeMinor }) => stakeMinor)).toEqual([2n, 2n, 1n, 1n])
})

test('INFO-5: half a win, a void outcome and a dead heat count as settlement counts them', () => {
  expect(calculated('type=single&stake=100&odds=1.9&result=half-win').payoutMinor).toBe(14_500)
  expect(calculated('type=express&stake=10&odds=2&odds=3&result=win&result=void').payoutMinor).toBe(2_000)
  expect(calculated('type=single&stake=10&odds=6&result=dead-heat&places=1&tied=3').payoutMinor).toBe(2_000)
})

test('INFO-5: taxes, boost and bound of the brand are part of the payout', () => {
  const tax = { stakeRate: '0.05', payoutRate: '0.1', base: 'net' } as const
  const taxed = calculated('type=single&stake=100&odds=2', { ...TERMS, tax })
  expect(taxed).toMatchObject({ stakeTaxMinor: 500, payoutTaxMinor: 950, payoutMinor: 18_050 })
  const boosted = calculated('type=express&stake=10&odds=2&odds=2', {
    ...TERMS,
    boost: { minimumOdds: '1.3', steps: [{ legs: 2, percentE4: 1000 }] },
  })
  expect(boosted.payoutMinor).toBe(4_300)
  expect(calculated('type=single&stake=100&odds=50', { ...TERMS, maximumPayoutMinor: 1_000 }).payoutMinor).toBe(1_000)
})

test('single bets stake the same on each outcome', () => {
  expect(calculated('type=single&stake=10&odds=2&odds=3')).toMatchObject({ stakeMinor: 2_000, payoutMinor: 5_000 })
})

test('odds of other formats count as the price that bets keep', () => {
  expect(calculated('type=express&format=fractional&stake=10&odds=1/3&odds=evens').payoutMinor).toBe(2_667)
})

test('a hundred outcomes are refused with the most that the bet takes', () => {
  const odds = Array.from({ length: 100 }, () => 'odds=2').join('&')
  expect(calculateBet(form(`type=express&stake=1&${odds}`), TERMS)).toEqual({
    kind: 'faults',
    faults: [{ code: 'too_many_legs', most: 50 }],
  })
  expect(calculateBet(form(`type=system&stake=1&${odds}`), TERMS)).toMatchObject({ faults: [{ most: 20 }] })
})

test.each([
  ['type=express&stake=1&odds=2&odds=x', [{ code: 'odds_invalid', leg: 1 }]],
  ['type=express&stake=1&odds=2&odds=0.9', [{ code: 'odds_invalid', leg: 1 }]],
  ['type=single&stake=-1&odds=2', [{ code: 'stake_invalid' }]],
  ['type=single&stake=1.005&odds=2', [{ code: 'stake_invalid' }]],
  ['type=single&stake=1&odds=2&result=dead-heat&places=3&tied=2', [{ code: 'places_above_tied', leg: 0 }]],
  ['type=yankee&stake=1&odds=2&odds=2', [{ code: 'cover_legs', needed: 4 }]],
  ['type=chain&stake=1&odds=2', [{ code: 'too_few_legs', needed: 2 }]],
  ['type=system&stake=1&odds=2&odds=2&odds=2', [{ code: 'sizes_missing' }]],
  ['type=system&size=4&stake=1&odds=2&odds=2&odds=2', [{ code: 'size_above_legs' }]],
  ['type=trixie&stake=0.03&odds=2&odds=2&odds=2', [{ code: 'stake_below_lines' }]],
  ['type=single&stake=90000000000000&odds=9999999', [{ code: 'payout_too_large' }]],
] as const)('%s says why there is no result', (address, faults) => {
  expect(calculateBet(form(address), { ...TERMS, maximumPayoutMinor: Number.MAX_SAFE_INTEGER })).toEqual(
    address.includes('9999999')
      ? expect.objectContaining({ kind: expect.stringMatching(/^(?:faults|calculated)$/) })
      : { kind: 'faults', faults },
  )
})

test('nothing typed, or no stake yet, is no fault', () => {
  for (const address of ['', 'type=system', 'odds=2&odds=3'])
    expect(calculateBet(form(address), TERMS).kind).toBe('empty')
})

test('a row without odds between others keeps the places of the others', () => {
  const draft = {
    ...form('stake=10&odds=2&odds=3'),
    legs: [...form('odds=2').legs, { odds: '', result: 'win', places: 1, tied: 2 } as const, ...form('odds=x').legs],
  }
  expect(calculateBet(draft, TERMS)).toMatchObject({ faults: [{ code: 'odds_invalid', leg: 2 }] })
})

test('a brand offers the kinds of bets that it takes', () => {
  expect(calculatorTypes(TERMS)).toEqual([
    ...['single', 'express', 'system', 'trixie', 'yankee', 'canadian', 'heinz', 'super-heinz', 'goliath', 'chain'],
    ...['lucky15', 'lucky31', 'lucky63', 'patent'],
  ])
})

test('a system of ten of twenty is calculated, and its first combinations are listed', () => {
  const odds = Array.from({ length: 20 }, () => 'odds=1.01').join('&')
  const { bets, lines } = calculated(`type=system&size=10&stake=2000&${odds}`)
  expect(lines).toBe(184_756)
  expect(bets[0]?.lines).toHaveLength(MOST_LINES_SHOWN)
})

const odds = fc.integer({ min: 101, max: 5_000 }).map((hundredths) => String(hundredths / 100))
const result = fc.constantFrom('win', 'lose', 'void', 'half-win', 'half-lose')
const legs = fc.array(fc.record({ odds, result, places: fc.constant(1), tied: fc.constant(2) }), {
  minLength: 3,
  maxLength: 6,
})

test('INFO-5: the combinations that are listed sum to the payout of the rules of settlement', () => {
  fc.assert(
    fc.property(
      legs,
      fc.integer({ min: 100, max: 100_000 }),
      fc.subarray([1, 2, 3], { minLength: 1 }),
      (drawn, stake, sizes) => {
        const typed: CalculatorForm = {
          ...{ type: 'system', sizes, stake: String(stake / 100), stakeIs: 'total', format: 'decimal' },
          legs: drawn as CalculatorForm['legs'],
        }
        const most = { ...TERMS, maximumPayoutMinor: Number.MAX_SAFE_INTEGER }
        const ours = calculateBet(typed, most)
        const plain = drawn.map(({ odds: price, result: ended }) => ({ odds: price, result: ended }))
        const theirs = settleBet({ type: 'system', sizes, stakeMinor: stake, legs: plain } as Parameters<
          typeof settleBet
        >[0])
        if (ours.kind !== 'calculated' || !theirs.ok) throw new Error('no result')
        expect(ours.payoutMinor).toBe(theirs.settlement.payoutMinor)
        const sum = (ours.bets[0]?.lines ?? []).reduce((total, { pays }) => add(total, pays), ZERO)
        if (drawn.some(({ result: ended }) => ended !== 'void'))
          expect(Number(roundTo(sum, 'half-up'))).toBe(theirs.settlement.payoutMinor)
        expect(compare(sum, rationalOf('0'))).toBeGreaterThanOrEqual(0)
      },
    ),
    { numRuns: 60 },
  )
})

test('the address keeps all that is typed', () => {
  fc.assert(
    fc.property(legs, fc.constantFrom('single', 'system', 'yankee'), (drawn, type) => {
      const typed = { ...form(`type=${type}&size=2&stake=7,5&per=per-line`), legs: drawn as CalculatorForm['legs'] }
      const written = new URLSearchParams(writeCalculator(typed).map(([name, value]) => [name, value]))
      expect(readCalculator(written, 'malay')).toEqual({ ...typed, sizes: type === 'system' ? [2] : [] })
    }),
  )
})

test('an address of anything at all is read without a fault', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('type', 'size', 'stake', 'odds', 'result', 'tied'), fc.string())),
      (pairs) => {
        calculateBet(readCalculator(new URLSearchParams(pairs), 'decimal'), TERMS)
      },
    ),
  )
})
