import { derivedType } from './derived-types.ts'
import type { MarketType } from './market-type.ts'

export type { MarketQuestion, MarketType } from './market-type.ts'

/** Goals of a side up to which correct scores are outcomes of their own. */
const CORRECT_SCORE_MOST = 5
const CORRECT_SCORE_FIRST = 10_000
const SCORE_STEP = 100
/** The outcome of all scores that have none of their own. */
export const OTHER_SCORE = 19_999

/** The outcome of an exact score, or that of the other scores: `(2, 1)` → 10201. */
export function correctScoreOutcome(home: number, away: number): number {
  if (home > CORRECT_SCORE_MOST || away > CORRECT_SCORE_MOST) return OTHER_SCORE
  return CORRECT_SCORE_FIRST + home * SCORE_STEP + away
}

/** The score of an outcome: 10201 → 2:1; null for that of the other scores. */
export function scoreOfOutcome(outcomeTypeId: number): { readonly home: number; readonly away: number } | null {
  if (outcomeTypeId === OTHER_SCORE) return null
  const score = outcomeTypeId - CORRECT_SCORE_FIRST
  return { home: Math.floor(score / SCORE_STEP), away: score % SCORE_STEP }
}

function correctScores(): readonly number[] {
  const goals = Array.from({ length: CORRECT_SCORE_MOST + 1 }, (_, number) => number)
  return [...goals.flatMap((home) => goals.map((away) => correctScoreOutcome(home, away))), OTHER_SCORE]
}

/** Most who take part in an event of many. */
export const MOST_ENTRANTS = 40
const FIELD_WINNER_FIRST = 20_000
const FIELD_PLACE_FIRST = 21_000

function entrants(first: number): readonly number[] {
  return Array.from({ length: MOST_ENTRANTS }, (_, place) => first + place + 1)
}

/** The outcome of an entrant in a market on a field: `(MARKET_TYPE.fieldPlace, 7)` → 21007. */
export function entrantOutcome({ outcomes }: Pick<MarketType, 'outcomes'>, number: number): number {
  return (outcomes[0] ?? 0) + number - 1
}

/** The number of the entrant of an outcome: 21007 → 7; null when the market is on no field. */
export function entrantOf({ question, outcomes }: MarketType, outcomeTypeId: number): number | null {
  const place = outcomes.indexOf(outcomeTypeId)
  return place >= 0 && (question === 'field-winner' || question === 'field-place') ? place + 1 : null
}

/** The types of market by their names; outcomes of a pair are `[home | over | yes | odd, away | under | no | even]`. */
export const MARKET_TYPE = {
  /** 1X2: home, draw, away. */
  matchResult: { typeId: 1, groupId: 1, question: 'result', outcomes: [1, 2, 3] },
  /** Home or draw, home or away, draw or away. */
  doubleChance: { typeId: 2, groupId: 2, question: 'double-chance', outcomes: [4, 5, 6] },
  /** Stakes come back at a draw. */
  drawNoBet: { typeId: 3, groupId: 3, question: 'winner', outcomes: [7, 8] },
  total: { typeId: 4, groupId: 4, question: 'over-under', parameter: 'line', outcomes: [9, 10] },
  /** The line is added to the home side's points. */
  handicap: { typeId: 5, groupId: 5, question: 'handicap', parameter: 'line', outcomes: [11, 12] },
  bothTeamsToScore: { typeId: 6, groupId: 6, question: 'both-score', outcomes: [13, 14] },
  correctScore: { typeId: 7, groupId: 7, question: 'correct-score', outcomes: correctScores() },
  halfTimeResult: { typeId: 8, groupId: 8, question: 'result', period: 1, outcomes: [15, 16, 17] },
  /** Of all points together; none is even. */
  oddEven: { typeId: 9, groupId: 9, question: 'odd-even', outcomes: [18, 19] },
  homeTotal: { typeId: 10, groupId: 10, question: 'over-under', side: 'home', parameter: 'line', outcomes: [20, 21] },
  awayTotal: { typeId: 11, groupId: 10, question: 'over-under', side: 'away', parameter: 'line', outcomes: [22, 23] },
  /** In sports that know no draw, overtime counted. */
  winner: { typeId: 12, groupId: 11, question: 'winner', outcomes: [24, 25] },
  /** Of the set, quarter or half that the parameter names. */
  periodWinner: {
    typeId: 13,
    groupId: 12,
    question: 'winner',
    period: 'parameter',
    parameter: 'period',
    outcomes: [26, 27],
  },
  /** Which of two teams of players scores more goals; neither. */
  duel: { typeId: 14, groupId: 13, question: 'result', outcomes: [28, 29, 30] },
  /** Who comes in first of many: a race, an election. Its outcomes are the numbers of the entrants. */
  fieldWinner: { typeId: 15, groupId: 14, question: 'field-winner', outcomes: entrants(FIELD_WINNER_FIRST) },
  /** Who comes in within as many places as the parameter says. */
  fieldPlace: {
    typeId: 16,
    groupId: 15,
    question: 'field-place',
    parameter: 'places',
    outcomes: entrants(FIELD_PLACE_FIRST),
  },
  /** Who wins a fight, and how: home by knock-out, submission, decision, then away. */
  fightMethod: { typeId: 17, groupId: 16, question: 'fight-method', outcomes: [31, 32, 33, 34, 35, 36] },
  /** How many rounds a fight lasts; half a round is half of its time. */
  fightRounds: { typeId: 18, groupId: 17, question: 'fight-rounds', parameter: 'line', outcomes: [37, 38] },
} as const satisfies Readonly<Record<string, MarketType>>

const TYPES: ReadonlyMap<number, MarketType> = new Map(Object.values(MARKET_TYPE).map((type) => [type.typeId, type]))

const derived = new Map<number, MarketType | null>()

/** The type of market of an id, if there is one: one of those above, or one that is derived from what is counted, when, and how. */
export function marketTypeOf(typeId: number): MarketType | undefined {
  const known = TYPES.get(typeId)
  if (known) return known
  const found = derived.get(typeId) ?? derivedType(typeId)
  if (found) derived.set(typeId, found)
  return found ?? undefined
}

/** The type of market of an id. @throws RangeError when there is none */
export function marketType(typeId: number): MarketType {
  const type = marketTypeOf(typeId)
  if (!type) throw new RangeError(`there is no type of market ${typeId}`)
  return type
}
