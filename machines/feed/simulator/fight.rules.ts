import type { FightEnding } from '#schemas'
import { MARKET_TYPE } from '../markets/market-types.ts'
import { MOST_CHANCE, oddsText, type PricedMarket } from './fair-price.rules.ts'
import { ROUND_S } from './game-end.rules.ts'
import type { PlannedPeriod, PlannedPoint } from './planned-game.ts'
import type { FightPlay } from './simulated-sport.ts'

/** Of so many fights one goes over five rounds. */
const LONG_OF = 4
/** How often a fight is ended in a minute of it, and how many of the ends are knock-outs. */
const ENDS_A_MINUTE = 0.055
const KNOCKOUTS = 0.62

/** How many rounds a fight goes over at most: every fourth, for a title, over five. */
export function roundsOf(play: FightPlay, random: () => number): FightPlay {
  return random() * LONG_OF < 1 ? { ...play, rounds: 5 } : play
}

/** Draws a fight: its rounds, the moment at which it ends, and how. @param home chance of the home side to win */
export function playFight({ rounds, breakS }: FightPlay, home: number, random: () => number) {
  const foughtS = Math.max(5, Math.floor((-Math.log(1 - random()) * 60) / ENDS_A_MINUTE))
  const side = random() < home ? ('home' as const) : ('away' as const)
  const isDecided = foughtS >= rounds * ROUND_S
  const round = isDecided ? rounds : Math.floor(foughtS / ROUND_S) + 1
  const seconds = isDecided ? ROUND_S : foughtS - (round - 1) * ROUND_S
  const method = isDecided ? 'decision' : random() < KNOCKOUTS ? 'knockout' : 'submission'
  const periods = Array.from({ length: round }, (_, place): PlannedPeriod => {
    const fromS = place * (ROUND_S + breakS)
    return { fromS, toS: fromS + (place + 1 === round ? seconds : ROUND_S) }
  })
  const points: PlannedPoint[] = [{ atS: periods.at(-1)?.toS ?? 0, period: round - 1, side, value: 1 }]
  const ending: FightEnding = { kind: 'fight', method, round, seconds }
  return { periods, points, ending }
}

/** The markets of a fight in progress: who wins, how, and how many rounds it lasts.
 *  @param home chance of the home side @param foughtS seconds that were fought, without breaks */
export function fightMarkets(
  { rounds }: Pick<FightPlay, 'rounds'>,
  { home, foughtS, margin }: { readonly home: number; readonly foughtS: number; readonly margin: number },
): PricedMarket[] {
  const lasts = (untilS: number) => Math.exp((-ENDS_A_MINUTE * Math.max(0, untilS - foughtS)) / 60)
  const decision = lasts(rounds * ROUND_S)
  const ways = [(1 - decision) * KNOCKOUTS, (1 - decision) * (1 - KNOCKOUTS), decision]
  const { winner, fightMethod, fightRounds } = MARKET_TYPE
  const lines = Array.from({ length: rounds - 1 }, (_, place) => place + 1.5)
  return [
    priced(winner, [home, 1 - home], margin),
    priced(fightMethod, [...ways.map((way) => way * home), ...ways.map((way) => way * (1 - home))], margin),
    ...lines.map((line) => {
      const over = lasts(line * ROUND_S)
      return priced(fightRounds, [over, 1 - over], margin, String(line))
    }),
  ].flat()
}

/** Nothing is offered that is as good as decided. */
function priced(
  { typeId, outcomes }: { readonly typeId: number; readonly outcomes: readonly number[] },
  chances: readonly number[],
  margin: number,
  parameter?: string,
): PricedMarket[] {
  if (chances.some((chance) => chance > MOST_CHANCE)) return []
  const market = outcomes.map((outcome, place) => {
    return { typeId: outcome, odds: oddsText(chances[place] ?? 0, margin), isSuspended: false }
  })
  return [{ typeId, ...(parameter !== undefined && { parameter }), outcomes: market }]
}
