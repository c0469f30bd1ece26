import type { PeriodScore, RowOutcome } from '#schemas'
import {
  type Asked,
  askedOfPart,
  type OutcomeResult,
  outcomeResult,
  readParameter,
} from '../markets/market-result.rules.ts'
import { type MarketType, marketType } from '../markets/market-types.ts'

/** How likely a score is at the end. */
export interface LikelyScore {
  readonly home: number
  readonly away: number
  readonly chance: number
  /** Where a question is about several parts of the game: what each of them comes to. */
  readonly periods?: PeriodScore[]
}

/** A market with its prices; outcomes that cannot come about any more are suspended. */
export interface PricedMarket {
  readonly typeId: number
  readonly parameter?: string
  readonly outcomes: readonly (RowOutcome & { readonly isSuspended: boolean })[]
}

/** Lowest and highest price, in hundredths. */
export const LEAST_ODDS = 101
export const MOST_ODDS = 50_100
/** A market with an outcome that is likelier is not offered. */
export const MOST_CHANCE = 0.98
const IMPOSSIBLE = 1e-5

/** How much of a stake on an outcome is won, and how much comes back without a win. */
const PARTS: Readonly<Record<OutcomeResult, readonly [won: number, back: number]>> = {
  win: [1, 0],
  'half-win': [0.5, 0.5],
  void: [0, 1],
  'half-lose': [0, 0.5],
  lose: [0, 0],
}

/** Prices a market by what its outcomes would come to, with a margin. @param margin 0.06 for six percent
 *  @returns null when it is as good as decided */
export function priceMarket(
  market: { readonly typeId: number; readonly parameter?: string },
  scores: readonly LikelyScore[],
  margin: number,
): PricedMarket | null {
  const type = marketType(market.typeId)
  const chances = type.outcomes.map((outcomeTypeId, place) => {
    return fairChance(type, { outcomeTypeId, place, parameter: market.parameter }, scores)
  })
  if (chances.some((chance) => !(chance <= MOST_CHANCE))) return null
  const outcomes = chances.map((chance, place) => ({
    typeId: type.outcomes[place] ?? 0,
    odds: oddsText(chance, margin),
    isSuspended: chance < IMPOSSIBLE,
  }))
  return { ...market, outcomes }
}

/** The chance of an outcome without the cases in which the stake comes back. */
function fairChance(
  type: MarketType,
  outcome: { readonly outcomeTypeId: number; readonly place: number; readonly parameter: string | undefined },
  scores: readonly LikelyScore[],
): number {
  const { outcomeTypeId, place, parameter } = outcome
  const line = type.parameter === 'line' ? (readParameter(type, parameter) ?? 0) : 0
  const decide = askedOfPart(type)
  const asked: { -readonly [Key in keyof Asked]: Asked[Key] } = { type, outcomeTypeId, place, line, part: NOTHING }
  let [won, back] = [0, 0]
  for (const part of scores) {
    asked.part = part
    const result = decide?.(asked) ?? outcomeResult(type.typeId, parameter, outcomeTypeId, part) ?? 'void'
    const [wins, returns] = PARTS[result]
    won += wins * part.chance
    back += returns * part.chance
  }
  return back >= 1 ? Number.NaN : won / (1 - back)
}

const NOTHING: PeriodScore = { home: 0, away: 0 }

/** The price of a chance, never better than fair: `(0.5, 0.06)` → `'1.88'`. */
export function oddsText(chance: number, margin: number): string {
  const hundredths = Math.floor(100 / (Math.max(chance, 1e-9) * (1 + margin)))
  const step = hundredths >= 5000 ? 100 : hundredths >= 1000 ? 10 : 1
  const rounded = Math.min(MOST_ODDS, Math.max(LEAST_ODDS, Math.floor(hundredths / step) * step))
  const whole = Math.floor(rounded / 100)
  const places = String(rounded % 100).padStart(2, '0')
  return `${whole}.${places}`.replace(/\.?0+$/, '')
}
