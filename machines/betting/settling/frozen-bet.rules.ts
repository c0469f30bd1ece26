import type { BetLeg, FrozenBet, PlaceBetPayload, SettledBet } from '#schemas'
import type { CouponTerms } from '../coupon/coupon-terms.rules.ts'
import { settleBet } from './settle-bet.rules.ts'

/** The rules that are in force, by name and version (MATH-11). A rule that changes what a bet pays gets another version, and the
 *  former one stays for the bets that were accepted by it. */
const RULES = {
  rounding: 'half-up@1',
  deadHeat: 'places-by-tied@1',
  chain: 'smaller-of-unit-and-account@1',
} as const
const TAX_RULES = ['none@1', 'net@1', 'gross@1'] as const

/** The bets that a request is: as many as it has outcomes for single bets, else one (MATH-11). */
export function freezeBets(
  payload: PlaceBetPayload,
  terms: Pick<CouponTerms, 'currency' | 'exponent' | 'tax' | 'maximumPayoutMinor' | 'boost'>,
  antiExpressCoef?: string,
): readonly FrozenBet[] {
  const { betType: type, events, groupsSumms, summ, sizes, cover, eventsIndexes = [] } = payload
  const { currency, exponent, tax, maximumPayoutMinor } = terms
  const taxRule: (typeof TAX_RULES)[number] = tax.base === undefined ? 'none@1' : `${tax.base}@1`
  const common = { type, currency, exponent, maximumPayoutMinor, tax, rules: { ...RULES, tax: taxRule } }
  const all = events.map((_, place) => place)
  if (type === 'single')
    return all.map((place) => ({ ...common, stakeMinor: groupsSumms[place] ?? summ, legs: [place] }))
  const [[lobby = 0] = [], others = []] = eventsIndexes
  return [
    {
      ...common,
      stakeMinor: summ,
      legs: type === 'lobby' ? others : all,
      ...(type === 'lobby' ? { lobby } : {}),
      ...((type === 'system' || type === 'lobby') && sizes ? { sizes } : {}),
      ...(type === 'cover' && cover ? { cover } : {}),
      ...(type === 'anti-express' && antiExpressCoef ? { antiExpressCoef } : {}),
      ...(type === 'express' && terms.boost ? { boost: terms.boost } : {}),
      ...(type === 'conditional' ? { blocks: blocksOf(eventsIndexes, groupsSumms) } : {}),
    },
  ]
}

function blocksOf(places: readonly (readonly number[])[], stakes: readonly number[]): NonNullable<FrozenBet['blocks']> {
  return places.map((legs, block) => {
    const stakeMinor = stakes[block]
    return { legs: [...legs], ...(block === 0 || stakeMinor === undefined ? {} : { stakeMinor }) }
  })
}

/** A frozen bet in the words of settlement, by the rules that were in force when it was accepted.
 *  @param legs by their places in the request
 *  @throws Error when a leg is missing or a rule is not known */
export function settledBetOf(bet: FrozenBet, legs: ReadonlyMap<number, BetLeg>): SettledBet {
  checkRules(bet)
  const at = (place: number): BetLeg => {
    const leg = legs.get(place)
    if (!leg) throw new Error(`the bet has no leg ${place}`)
    return leg
  }
  const {
    type,
    stakeMinor,
    currency,
    exponent,
    tax,
    sizes = [],
    cover = 'trixie',
    antiExpressCoef = '1',
    maximumPayoutMinor,
    freebet,
    boost,
  } = bet
  const cap = maximumPayoutMinor === undefined ? {} : { maximumPayoutMinor }
  const common = { stakeMinor, currency, exponent, tax, rounding: 'half-up' as const, ...cap }
  switch (type) {
    case 'single':
      return { ...common, type, legs: bet.legs.map(at), ...(freebet ? { freebet } : {}) }
    case 'express':
      return { ...common, type, legs: bet.legs.map(at), ...(freebet ? { freebet } : {}), ...(boost ? { boost } : {}) }
    case 'chain':
      return { ...common, type, legs: bet.legs.map(at) }
    case 'system':
      return { ...common, type, sizes, legs: bet.legs.map(at) }
    case 'cover':
      return { ...common, type, cover, legs: bet.legs.map(at) }
    case 'anti-express':
      return { ...common, type, antiExpressCoef, legs: bet.legs.map(at) }
    case 'lobby':
      return { ...common, type, sizes, lobby: at(bet.lobby ?? 0), legs: bet.legs.map(at) }
    case 'conditional':
      return {
        ...common,
        type,
        blocks: (bet.blocks ?? []).map(({ legs: places, ...stake }) => ({ ...stake, legs: places.map(at) })),
      }
  }
}

function checkRules({ rules }: FrozenBet): void {
  const isKnown =
    rules.rounding === RULES.rounding &&
    rules.deadHeat === RULES.deadHeat &&
    rules.chain === RULES.chain &&
    TAX_RULES.some((rule) => rule === rules.tax)
  if (!isKnown) throw new Error(`the bet goes by rules that are not known: ${JSON.stringify(rules)}`)
}

/** The places of all outcomes of a bet, its lobby and blocks too. */
export function placesOf({ legs, lobby }: FrozenBet): readonly number[] {
  return lobby === undefined ? legs : [lobby, ...legs]
}

/** The places of all outcomes of a bet in the order in which settlement takes and explains them. */
export function explainedPlaces(bet: FrozenBet): readonly number[] {
  return bet.type === 'conditional' ? (bet.blocks ?? []).flatMap(({ legs }) => legs) : placesOf(bet)
}

/** What a bet pays at its best, with the tax on its stake; null when it cannot be computed. An anti-express is at its best when
 *  its first outcome loses. @param odds by the places of the outcomes in the request */
export function bestEnd(
  bet: FrozenBet,
  odds: readonly string[],
): { readonly payoutMinor: number; readonly stakeTaxMinor: number } | null {
  const legs = placesOf(bet).map((place, index): readonly [number, BetLeg] => {
    const isLost = bet.type === 'anti-express' && index === 0
    return [place, { odds: odds[place] ?? '1', result: isLost ? 'lose' : 'win' }]
  })
  const result = settleBet(settledBetOf(bet, new Map(legs)))
  return result.ok ? result.settlement : null
}
