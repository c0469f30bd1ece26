import type { Entrant, FieldEnding, RaceFacts, RowCompetition, Silks } from '#schemas'
import { seededRandom, seedOf } from '../../stream/stream-faults.rules.ts'
import { COUNTRY_IDS } from '../competitions.ts'
import { DAY_S } from '../match-day.rules.ts'
import { TOWNS } from '../names/town-names.ts'
import { SURNAMES } from '../player-names.ts'
import { COURSES, HORSE_FIRST, HORSE_SECOND, OFFICES, RACE_NAMES } from './horse-names.ts'

/** An event of many before it happens: everything that will come of it. */
export interface FieldPlan {
  /** By which its producer names it. */
  readonly code: string
  readonly producer: 'simulator'
  readonly competition: RowCompetition
  /** The event. */
  readonly home: string
  /** Seconds of the simulated time; from then on no bets are taken. */
  readonly startS: number
  readonly entrants: readonly (Entrant & { readonly strength: number })[]
  readonly race?: RaceFacts
  /** Who does not take part after all, and when that is announced, seconds from the start: below 0. */
  readonly withdrawals: readonly { readonly number: number; readonly atS: number }[]
  readonly order: FieldEnding['order']
  /** When the result is reported, seconds from the start. */
  readonly resultS: number
  readonly correctionS: null
  /** It is called off, and void. */
  readonly isAbandoned: boolean
}

const HORSES = 130
const POLITICS = 193
const MEETINGS = 3
const RACES = 6
const ELECTIONS = 2
const LEAST_RUNNERS = 4
const MOST_RUNNERS = 14
const RESULT_AFTER_S = { race: 240, election: 1800 }
/** One of so many has a runner withdrawn, ends with a tie, is called off; one runner of so many does not finish. */
const WITHDRAWN_OF = 4
const TIED_OF = 20
const ABANDONED_OF = 60
const UNFINISHED_OF = 30
const DISTANCES_M = [1000, 1200, 1400, 1600, 2000, 2400, 3000]
const GOINGS = ['firm', 'good_to_firm', 'good', 'good_to_soft', 'soft', 'heavy'] as const
const PATTERNS = ['plain', 'stripes', 'hoops', 'halved', 'quartered', 'sash', 'star', 'diamonds'] as const
const COLOURS = [
  '#dc2626',
  '#1d4ed8',
  '#facc15',
  '#15803d',
  '#f8fafc',
  '#111827',
  '#7c3aed',
  '#f97316',
  '#0ea5e9',
  '#f472b6',
]

type Random = () => number

/** The races and elections of a day, in the order in which they start; always the same for a seed and a number. */
export function planFieldDay(seed: number, day: number): FieldPlan[] {
  const random = seededRandom(seedOf(`${seed}/fields/${day}`))
  const courses = shuffled(COURSES, random).slice(0, MEETINGS)
  const horses = shuffled(
    HORSE_FIRST.flatMap((first) => HORSE_SECOND.map((second) => `${first} ${second}`)),
    random,
  )
  const races = courses.flatMap((course, meeting) => {
    const going = picked(GOINGS, random)
    return Array.from({ length: RACES }, (_, place) =>
      planRace({ course, going, meeting, place, horses, day, seed }, random),
    )
  })
  const elections = Array.from({ length: ELECTIONS }, (_, number) => planElection({ number, day, seed }, random))
  return [...races, ...elections].sort((one, other) => one.startS - other.startS)
}

interface RaceDraw {
  readonly course: (typeof COURSES)[number]
  readonly going: (typeof GOINGS)[number]
  readonly meeting: number
  readonly place: number
  /** Names that are not taken yet: a horse runs once in a day. */
  readonly horses: string[]
  readonly day: number
  readonly seed: number
}

function planRace({ course, going, meeting, place, horses, day, seed }: RaceDraw, random: Random): FieldPlan {
  const [name, country] = course
  const count = LEAST_RUNNERS + Math.floor(random() * (MOST_RUNNERS - LEAST_RUNNERS + 1))
  const people = shuffled(Object.values(SURNAMES).flat(), random)
  const stalls = shuffled(
    Array.from({ length: count }, (_, at) => at + 1),
    random,
  )
  const entrants = Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    name: horses.pop() ?? '',
    jockey: person(people, random),
    trainer: person(people, random),
    age: 2 + Math.floor(random() * 7),
    weightKg: 52 + Math.floor(random() * 20) / 2,
    stall: stalls[at] ?? 1,
    form: Array.from({ length: 3 + Math.floor(random() * 3) }, () => '1234567890FP'[Math.floor(random() * 12)]).join(
      '',
    ),
    silks: silks(random),
    strength: strength(random),
  }))
  const slot = place * MEETINGS + meeting
  return planField(
    {
      code: `hr-${seed}-${day}-${meeting}-${place}`,
      competition: { code: `simulator/hr/${name}`, name, sportId: HORSES, countryId: COUNTRY_IDS[country] },
      home: RACE_NAMES[(place + day * MEETINGS + meeting) % RACE_NAMES.length] ?? '',
      startS: day * DAY_S + Math.floor(((slot + 0.5) * DAY_S) / (MEETINGS * RACES) / 60) * 60,
      race: { raceNumber: place + 1, distanceM: picked(DISTANCES_M, random), going },
      entrants,
      resultS: RESULT_AFTER_S.race,
    },
    random,
  )
}

function planElection(
  { number, day, seed }: { readonly number: number; readonly day: number; readonly seed: number },
  random: Random,
): FieldPlan {
  const people = shuffled(Object.values(SURNAMES).flat(), random)
  const entrants = Array.from({ length: 3 + Math.floor(random() * 5) }, (_, at) => ({
    number: at + 1,
    name: person(people, random),
    strength: strength(random),
  }))
  const [town = ''] = TOWNS.gb[(day * ELECTIONS + number) % TOWNS.gb.length] ?? []
  const part = (number + 0.3 + random() * 0.5) / ELECTIONS
  return planField(
    {
      code: `po-${seed}-${day}-${number}`,
      competition: { code: 'simulator/po/elections', name: 'Elections', sportId: POLITICS },
      home: `${town}: next ${picked(OFFICES, random)}`,
      startS: day * DAY_S + Math.floor((part * DAY_S) / 60) * 60,
      entrants,
      resultS: RESULT_AFTER_S.election,
    },
    random,
  )
}

type Drawn = Omit<FieldPlan, 'producer' | 'withdrawals' | 'order' | 'correctionS' | 'isAbandoned'>

function planField(drawn: Drawn, random: Random): FieldPlan {
  const isShort = drawn.entrants.length <= LEAST_RUNNERS || random() * WITHDRAWN_OF >= 1
  const out = picked(drawn.entrants, random).number
  const withdrawals = isShort ? [] : [{ number: out, atS: -Math.floor(300 + random() * 5000) }]
  const runners = drawn.entrants.filter(({ number }) => !withdrawals.some((one) => one.number === number))
  return {
    ...drawn,
    producer: 'simulator',
    withdrawals,
    order: orderOf(runners, { hasUnfinished: drawn.race !== undefined }, random),
    correctionS: null,
    isAbandoned: random() * ABANDONED_OF < 1,
  }
}

/** Draws who comes in when: the stronger the runner, the shorter the time, which gives orders as in Harville's
 *  model. */
function orderOf(
  runners: readonly { readonly number: number; readonly strength: number }[],
  { hasUnfinished }: { readonly hasUnfinished: boolean },
  random: Random,
): number[][] {
  const timed = runners
    .map(({ number, strength: rate }) => ({ number, time: -Math.log(1 - random()) / rate }))
    .sort((one, other) => one.time - other.time)
  const order = timed.flatMap(({ number }, at) =>
    hasUnfinished && at > 2 && random() * UNFINISHED_OF < 1 ? [] : [[number]],
  )
  const tiesAt = Math.floor(random() * 3)
  const isTied = hasUnfinished && random() * TIED_OF < 1
  if (!isTied || order.length < tiesAt + 2) return order
  return [...order.slice(0, tiesAt), order.slice(tiesAt, tiesAt + 2).flat(), ...order.slice(tiesAt + 2)]
}

function silks(random: Random): Silks {
  const [body = '', second = ''] = shuffled(COLOURS, random)
  return {
    pattern: picked(PATTERNS, random),
    body,
    second,
    sleeves: picked(COLOURS, random),
    cap: picked(COLOURS, random),
  }
}

/** Of one who wins as often as others about 1; of a favourite several times that. */
function strength(random: Random): number {
  return Math.exp((random() + random() + random() - 1.5) * 2.4)
}

function person(left: string[], random: Random): string {
  return `${'ABCDEFGHJKLMNOPRSTW'[Math.floor(random() * 19)]}. ${left.pop() ?? ''}`
}

function picked<One>(list: readonly One[], random: Random): One {
  return list[Math.floor(random() * list.length)] as One
}

function shuffled<One>(list: readonly One[], random: Random): One[] {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ one }) => one)
}
