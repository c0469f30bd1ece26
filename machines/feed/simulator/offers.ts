import { minutesPart, type QuestionName } from '../markets/derived-types.ts'
import { SUBJECTS, type Subject } from '../markets/market-type.ts'
import type { SimulatedSport } from './simulated-sport.ts'

/** A type of market that a sport has beside the first ones, and on how many lines. */
export interface Offer {
  readonly subject: Subject
  /** 0 for the whole game, else the code of a part. */
  readonly part: number
  readonly question: QuestionName
  /** Of a type with a line: how many lines next to what is expected. */
  readonly lines: number
  /** Distance of two lines. */
  readonly step: number
}

/** A question, or one on several lines. */
type Wanted = QuestionName | readonly [question: QuestionName, lines: number]

const of = (subject: Subject, part: number, step: number, questions: readonly Wanted[]) =>
  questions.map((one): Offer => {
    const [question, lines] = typeof one === 'string' ? [one, 1] : one
    return { subject, part, question, lines, step }
  })

const GOALS: readonly Wanted[] = [
  'homeOddEven',
  'awayOddEven',
  'exactTotal',
  'homeExactTotal',
  'awayExactTotal',
  'totalRange',
  'homeToNil',
  'awayToNil',
  'homeCleanSheet',
  'awayCleanSheet',
  'margin',
  ['threeWayHandicap', 3],
  'resultAndBothScore',
  ['resultAndTotal', 2],
  ['bothScoreAndTotal', 2],
  ['doubleChanceAndTotal', 2],
  'doubleChanceAndBothScore',
]
const HALF: readonly Wanted[] = [
  'doubleChance',
  'winner',
  ['total', 2],
  ['handicap', 3],
  'homeTotal',
  'awayTotal',
  'bothScore',
  'exactScore',
  'oddEven',
  'exactTotal',
]
const HALVES: readonly QuestionName[] = [
  'highestOfTwo',
  'homeScoresInBoth',
  'awayScoresInBoth',
  'homeWinsBoth',
  'awayWinsBoth',
  'homeWinsEither',
  'awayWinsEither',
  'bothOver',
  'bothUnder',
  'bothScoreInBoth',
]

function football(): Offer[] {
  const parts = Array.from({ length: 6 }, (_, place) => minutesPart(place + 1))
  return [
    ...of('score', 0, 1, [...GOALS, ...HALVES]),
    ...of('score', 1, 1, [...HALF, 'partAndWhole']),
    ...of('score', 2, 1, ['result', ...HALF]),
    ...parts.flatMap((part) => of('score', part, 1, ['result', 'total'])),
    ...of('corners', 0, 1, ['result', ['total', 3], ['handicap', 2], 'homeTotal', 'awayTotal', 'oddEven']),
    ...of('corners', 1, 1, ['result', ['total', 2], 'handicap']),
    ...of('corners', 2, 1, ['result', 'total']),
    ...of('yellow_cards', 0, 1, ['result', ['total', 2], 'handicap', 'homeTotal', 'awayTotal', 'oddEven']),
    ...of('yellow_cards', 1, 1, ['result', 'total']),
    ...of('red_cards', 0, 1, ['any']),
    ...of('shots_on_target', 0, 1, ['result', ['total', 2], 'homeTotal', 'awayTotal']),
    ...of('fouls', 0, 1, ['result', ['total', 2]]),
    ...of('offsides', 0, 1, ['result', 'total']),
  ]
}

/** Low scores by the clock that know no draw, or none that counts: ice hockey, baseball, football on a screen. */
function lowScores(periods: number, isDraw: boolean): Offer[] {
  const all: readonly Wanted[] = [
    'homeOddEven',
    'awayOddEven',
    'totalRange',
    'homeCleanSheet',
    'awayCleanSheet',
    ...(isDraw ? GOALS.slice(2, 5) : (['margin', ['winnerAndTotal', 2]] as const)),
    ...(periods === 2 && isDraw ? HALVES : []),
    ...(periods === 3 ? (['highestOfThree'] as const) : []),
    ...(isDraw ? (['resultAndBothScore', ['resultAndTotal', 2], 'margin'] as const) : (['bothScore'] as const)),
  ]
  const shown = Math.min(periods, 3)
  const parts = periods === 1 ? [] : Array.from({ length: shown }, (_, place) => place + 1)
  return [
    ...of('score', 0, 1, all),
    ...parts.flatMap((part) =>
      of('score', part, 1, ['result', 'doubleChance', 'total', 'handicap', 'bothScore', 'oddEven']),
    ),
    ...(periods === 9
      ? of('score', 25, 1, ['result', 'winner', ['total', 2], 'handicap', 'homeTotal', 'awayTotal'])
      : []),
    ...(periods === 2 && isDraw ? of('score', 1, 1, ['partAndWhole']) : []),
  ]
}

/** High scores by the clock: basketball, handball, American football. */
function highScores(periods: number, isDraw: boolean, step: number): Offer[] {
  const part: readonly Wanted[] = ['result', ['total', 2], ['handicap', 2], 'homeTotal', 'awayTotal', 'oddEven']
  const small = Math.max(1, Math.floor(step / 2))
  return [
    ...of('score', 0, step, [
      'homeOddEven',
      'awayOddEven',
      ...(isDraw ? (['margin', ['resultAndTotal', 2]] as const) : (['wideMargin', ['winnerAndTotal', 2]] as const)),
      ...(periods === 4 ? (['highestOfFour'] as const) : (['highestOfTwo', 'homeWinsBoth', 'awayWinsBoth'] as const)),
    ]),
    ...(periods === 4
      ? [21, 22].flatMap((half) => of('score', half, small, ['result', 'winner', ['total', 2], ['handicap', 2]]))
      : of('score', 2, small, part)),
    ...of('score', 1, small, part),
    ...(periods === 4 ? [2, 3, 4].flatMap((quarter) => of('score', quarter, small, ['total', 'handicap'])) : []),
  ]
}

function innings(): Offer[] {
  return of('score', 0, 5, ['homeOddEven', 'awayOddEven', ['winnerAndTotal', 2], 'wideMargin'])
}

function sets(isLong: boolean): Offer[] {
  if (!isLong) return of('score', 1, 1, ['partAndWholeWinner'])
  const inSet: readonly Wanted[] = [['total', 2], ['handicap', 2], 'homeTotal', 'awayTotal', 'oddEven']
  return [
    ...of('score', 1, 1, ['partAndWholeWinner']),
    ...of('points', 0, 1, [
      ['total', 3],
      ['handicap', 3],
      'homeTotal',
      'awayTotal',
      'oddEven',
      'homeOddEven',
      'awayOddEven',
    ]),
    ...[1, 2, 3, 4, 5].flatMap((part) => of('points', part, 1, inSet)),
  ]
}

/** Sides of a set are worth markets of their own where it has so many points. */
const LONG_SET = 4

/** The types of market of a sport beside the first ones. */
export function offersOf({
  play,
  counts,
  sportId,
}: Pick<SimulatedSport, 'play' | 'counts' | 'sportId'>): readonly Offer[] {
  if (play.kind === 'fight') return []
  const beside = counts.flatMap(([code]) =>
    isSubject(code) ? of(code, 0, 1, ['result', ['total', 2], 'handicap', 'homeTotal', 'awayTotal', 'oddEven']) : [],
  )
  if (play.kind === 'sets') return sets(play.pointsToWin >= LONG_SET)
  if (sportId === 1) return football()
  if (play.isByInnings) return [...innings(), ...beside]
  if (play.isPointRare) return [...lowScores(play.periods, play.isDrawPossible), ...beside]
  return [...highScores(play.periods, play.isDrawPossible, play.lineStep), ...beside]
}

function isSubject(code: string): code is Subject {
  return Object.hasOwn(SUBJECTS, code) && code !== 'score' && code !== 'points'
}
