import type { Score } from '#schemas'
import { QUESTIONS, typeIdOf } from '../markets/derived-types.ts'
import { marketType } from '../markets/market-types.ts'
import { type PricedMarket, priceMarket } from './fair-price.rules.ts'
import { goalMarkets, scorerMarkets } from './goal-price.rules.ts'
import { type Likely, scoresFor } from './likely-scores.rules.ts'
import { type Offer, offersOf } from './offers.ts'
import { clockOutlook, type Outlook } from './outlook.rules.ts'
import type { GamePlan } from './planned-game.ts'
import { setOutlook } from './set-outlook.rules.ts'
import { simulatedSport } from './simulator-sports.ts'

/** A game at a moment of which the markets beside the first ones are wanted. */
export interface FurtherMoment {
  /** What is thought of the sides now. */
  readonly strength: GamePlan['strength']
  /** Seconds since it began; null before. */
  readonly elapsedS: number | null
  readonly score: Score | null
  readonly margin: number
  /** Whether it is certain who plays. */
  readonly isLineUpKnown: boolean
}

/** The markets of a game beside the first ones: on parts of it, on what is counted, on goals and those who score them. */
export function furtherMarkets(plan: GamePlan, now: FurtherMoment): PricedMarket[] {
  const { play } = plan
  if (play.kind === 'fight') return []
  const { strength, elapsedS, score, margin } = now
  const outlook: Outlook =
    play.kind === 'clock'
      ? clockOutlook(play, strength, plan, { elapsedS: elapsedS ?? 0, score })
      : setOutlook(play, strength.home, score)
  const found = offersOf(simulatedSport(plan.sportId)).flatMap((offer) => offered(offer, outlook, margin))
  if (play.kind !== 'clock' || !play.isPointRare || play.values.length > 1) return found
  const goals = (score?.facts?.incidents ?? []).filter(({ kind }) => kind === 'goal')
  const toCome = { plan, play, strength, elapsedS, goals, margin }
  // In overtime nothing is left of the time that goals are spread over.
  const isOpen = elapsedS === null || elapsedS < (plan.periods[play.periods - 1]?.toS ?? 0)
  if (!isOpen || !play.isDrawPossible) return found
  return [...found, ...goalMarkets(toCome), ...(plan.players && now.isLineUpKnown ? scorerMarkets(toCome) : [])]
}

function offered({ subject, part, question, lines, step }: Offer, outlook: Outlook, margin: number): PricedMarket[] {
  const type = marketType(typeIdOf(subject, part, question))
  const likely = outlook.of(type)
  if (!likely) return []
  const scores = scoresFor(type, likely)
  if (scores.length === 0) return []
  const parameters = type.parameter === 'line' ? linesOf(question, likely, { lines, step }) : [undefined]
  return parameters.flatMap((parameter) => {
    return priceMarket({ typeId: type.typeId, ...(parameter !== undefined && { parameter }) }, scores, margin) ?? []
  })
}

/** The lines next to what is expected, as the question counts it. */
function linesOf(
  question: Offer['question'],
  likely: Likely,
  { lines, step }: Pick<Offer, 'lines' | 'step'>,
): string[] {
  if (question === 'bothOver' || question === 'bothUnder') return ['1.5']
  const { question: asked, ...rest } = QUESTIONS[question][1]
  const side = 'side' in rest ? rest.side : undefined
  if (asked === 'handicap' || asked === 'three-way-handicap') {
    const lead = meanOf(likely.leads(), ({ home, away }) => away - home)
    if (asked === 'handicap') return linesNear(lead, step, lines).map(String)
    // Whole goals, level left out: that is the result itself.
    const whole = linesNear(lead, step, lines).map((line) => Math.round(line - 0.5))
    return whole.filter((line) => line !== 0).map(String)
  }
  const scores = side === undefined ? likely.sums() : side === 'home' ? likely.homes() : likely.aways()
  return linesNear(
    meanOf(scores, ({ home, away }) => home + away),
    step,
    lines,
  )
    .filter((line) => line > 0)
    .map(String)
}

/** What is to be expected of a number that scores have. */
export function meanOf(
  scores: ReturnType<Likely['sums']>,
  of: (score: { home: number; away: number }) => number,
): number {
  return scores.reduce((sum, score) => sum + of(score) * score.chance, 0)
}

/** Lines at halves, a step apart: `(2.7, 1, 3)` → 1.5, 2.5, 3.5. */
export function linesNear(mean: number, step: number, count: number): number[] {
  const middle = Math.round((mean - 0.5) / step) * step + 0.5
  const first = middle - Math.floor((count - 1) / 2) * step
  return Array.from({ length: count }, (_, place) => first + place * step)
}
