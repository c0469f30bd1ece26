import { takeAtRandom } from '#machines/odds/fair-draw.rules.ts'
import { type Rational, rational } from '#machines/odds/rational.rules.ts'
import { CARDS, placeOf } from '../cards/playing-cards.ts'
import { type GameRules, mainStake, type Played, refuse, type SettingsOf, type ViewOf } from './game-rules.ts'

/** A deal and its draw. */
export interface VideoPokerState {
  readonly stakeMinor: number
  /** The five cards that were dealt. */
  readonly dealt: readonly string[]
  /** Places of the cards that were kept, the lowest first; null before the draw. */
  readonly held: readonly number[] | null
  /** What came for the other places, the lowest first. */
  readonly drawn: readonly string[]
}

type Settings = SettingsOf<'video_poker'>
type Pays = Settings['pays']
/** What five cards make. */
export type PokerHand = ViewOf<'video_poker'>['hand']

const HANDS: readonly PokerHand[] = [
  ...(['none', 'pair', 'two_pair', 'three', 'straight', 'flush', 'full_house', 'four'] as const),
  ...(['straight_flush', 'royal_flush'] as const),
]
const [PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
/** Ranks from 0 for the two. */
const [FIVE, TEN, JACK, ACE] = [3, 8, 9, 12]

/** The place in `HANDS` of what five cards make, by their places in `CARDS` from the lowest. */
function handAt(a: number, b: number, c: number, d: number, e: number): number {
  const [one, two, three, four, five] = [a >> 2, b >> 2, c >> 2, d >> 2, e >> 2]
  const equal = (one === two ? 1 : 0) + (two === three ? 1 : 0) + (three === four ? 1 : 0) + (four === five ? 1 : 0)
  if (equal === 0) {
    const isFlush = ((a ^ b) & 3) === 0 && ((a ^ c) & 3) === 0 && ((a ^ d) & 3) === 0 && ((a ^ e) & 3) === 0
    const isStraight = five - one === 4 || (five === ACE && four === FIVE)
    if (!isStraight) return isFlush ? FLUSH : 0
    if (!isFlush) return STRAIGHT
    return one === TEN ? ROYAL : STRAIGHT_FLUSH
  }
  if (equal === 1) {
    const paired = one === two ? one : two === three ? two : three === four ? three : four
    return paired >= JACK ? PAIR : 0
  }
  if (equal === 2) return one === three || two === four || three === five ? THREE : TWO_PAIR
  return one === four || two === five ? FOUR : FULL_HOUSE
}

/** What five cards make: `['Jc', 'Jd', '2h', '3s', '4c']` → `'pair'`, a pair below the jacks → `'none'`. */
export function pokerHand(cards: readonly string[]): PokerHand {
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = cards.map(placeOf).sort((one, other) => one - other)
  return HANDS[handAt(a, b, c, d, e)] ?? 'none'
}

/** The best hand that the cards make and that pays, and how many times the stake. */
function paidHand(pays: Pays, cards: readonly string[]): { readonly hand: PokerHand; readonly times: number } {
  const hand = pokerHand(cards)
  const times = hand === 'none' ? 0 : pays[hand]
  return times > 0 ? { hand, times } : { hand: 'none', times: 0 }
}

function cardsOf({ dealt, held, drawn }: VideoPokerState): string[] {
  const left = [...drawn]
  return dealt.map((card, place) => (held === null || held.includes(place) ? card : (left.shift() ?? '')))
}

function drawFor(state: VideoPokerState, held: readonly number[], draw: Parameters<typeof takeAtRandom>[2]) {
  const rest = CARDS.filter((card) => !state.dealt.includes(card))
  const drawn = takeAtRandom(rest, state.dealt.length - held.length, draw)
  return { ...state, held: [...held].sort((one, other) => one - other), drawn }
}

/** Five-card draw from one pack (CAS-11). The places that are not held get their cards from the lowest; cards are taken from those of the
 *  52 that were not dealt, in the order of `CARDS`. */
export const VIDEO_POKER: GameRules<'video_poker', VideoPokerState> = {
  kind: 'video_poker',
  open(_settings, { stakes }, draw) {
    const stakeMinor = mainStake(stakes)
    if (stakeMinor === null) return refuse('casino.stake_invalid')
    return { state: { stakeMinor, dealt: takeAtRandom(CARDS, 5, draw), held: null, drawn: [] } }
  },
  act(_settings, state, act, draw): Played<VideoPokerState> {
    if (act.kind !== 'hold') return refuse('casino.act_invalid')
    if (state.held !== null) return refuse('casino.out_of_turn')
    const isPlace = (place: number) => Number.isInteger(place) && place >= 0 && place < state.dealt.length
    const isValid = act.held.every(isPlace) && new Set(act.held).size === act.held.length
    return isValid ? { state: drawFor(state, act.held, draw) } : refuse('casino.act_invalid')
  },
  finish: (settings, state, draw) =>
    state.held === null ? drawFor(state, bestHold(settings, state.dealt), draw) : state,
  isOver: ({ held }) => held !== null,
  stakeMinor: ({ stakeMinor }) => stakeMinor,
  payoutMinor: ({ pays }, state) => (state.held === null ? 0 : state.stakeMinor * paidHand(pays, cardsOf(state)).times),
  view(settings, state) {
    const cards = cardsOf(state)
    return {
      ...{ kind: 'video_poker', cards, held: [...(state.held ?? [])], isDrawn: state.held !== null },
      ...{ hand: paidHand(settings.pays, cards).hand, payMinor: VIDEO_POKER.payoutMinor(settings, state) },
    }
  },
  returns(settings) {
    const tables = tablesFor(settings)
    tables.exact ??= bestReturn(tables)
    return { lowest: tables.exact, highest: tables.exact }
  },
  faults: () => [],
}

/** The places to hold that pay the most in the mean, exactly; of equal ones, the fewest cards.
 *  @param cards the five that were dealt */
export function bestHold(settings: Settings, cards: readonly string[]): number[] {
  const sorted = cards.map((card, place) => ({ at: placeOf(card), place })).sort((one, other) => one.at - other.at)
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = sorted.map(({ at }) => at)
  const { sums, holds } = tablesFor(settings)
  holds.fourOf(a, b, c, d)
  const best = holds.fifth(e, payOfDeal(sums, a, b, c, d, e))
  const places = sorted.flatMap(({ place }, bit) => (best.mask & (1 << bit) ? [place] : []))
  return places.sort((one, other) => one - other)
}

/** What hands pay, and for each set of up to four cards the sum of what all hands pay that have them. */
interface Sums {
  readonly pays: Float64Array
  /** By how many cards, then by the number of the set. */
  readonly ofSets: readonly Float64Array[]
}

interface Sheet {
  readonly sums: Sums
  readonly holds: Holds
  exact?: Rational
}

const SHEETS = new Map<string, Sheet>()
/** Each of them takes 2.5 MB. */
const MOST_SHEETS = 8

function tablesFor({ pays }: Settings): Sheet {
  const list = HANDS.map((hand) => (hand === 'none' ? 0 : pays[hand]))
  const key = list.join()
  const known = SHEETS.get(key)
  if (known) return known
  if (SHEETS.size >= MOST_SHEETS) SHEETS.clear()
  const sums = sumsOf(Float64Array.from(list))
  const made = { sums, holds: holdsOf(sums) }
  SHEETS.set(key, made)
  return made
}

const PACK = CARDS.length

/** Ways to choose: `CHOOSE[k][n]` for k of n. A set of cards a < b < c < … has the number C(a,1) + C(b,2) + C(c,3) + …, without gaps from 0. */
const CHOOSE: readonly Int32Array[] = chooseTable()

function chooseTable(): Int32Array[] {
  const table = [new Int32Array(PACK + 1).fill(1)]
  for (let k = 1; k <= 5; k++) {
    const [row, before] = [new Int32Array(PACK + 1), table[k - 1]]
    for (let n = 1; n <= PACK; n++) row[n] = (row[n - 1] ?? 0) + (before?.[n - 1] ?? 0)
    table.push(row)
  }
  return table
}

function choose(n: number, k: number): number {
  return CHOOSE[k]?.[n] ?? 0
}

function payOfDeal({ pays }: Sums, a: number, b: number, c: number, d: number, e: number): number {
  return pays[handAt(a, b, c, d, e)] ?? 0
}

function sumsOf(pays: Float64Array): Sums {
  const ofFour = new Float64Array(choose(PACK, 4))
  const plus = (place: number, pay: number) => {
    ofFour[place] = (ofFour[place] ?? 0) + pay
  }
  for (let e = 4; e < PACK; e++)
    for (let d = 3; d < e; d++)
      for (let c = 2; c < d; c++)
        for (let b = 1; b < c; b++) {
          const [c3, d3, e4] = [choose(c, 3), choose(d, 3), choose(e, 4)]
          const upper = choose(c, 2) + d3 + e4
          const withB = choose(b, 2)
          for (let a = 0; a < b; a++) {
            const pay = pays[handAt(a, b, c, d, e)] ?? 0
            if (pay === 0) continue
            plus(a + withB + c3 + choose(d, 4), pay)
            plus(a + withB + c3 + e4, pay)
            plus(a + withB + d3 + e4, pay)
            plus(a + upper, pay)
            plus(b + upper, pay)
          }
        }
  const ofSets: Float64Array[] = [ofFour]
  for (let size = 3; size >= 0; size--) ofSets.unshift(sumsOfFewer(ofSets[0] ?? ofFour, size))
  return { pays, ofSets }
}

/** The sums of the sets of so many cards, from those of one card more: each hand is found once for each of its other cards. */
function sumsOfFewer(ofMore: Float64Array, size: number): Float64Array {
  const fewer = new Float64Array(choose(PACK, size))
  const others = 5 - size
  const visit = (set: readonly number[], below: number): void => {
    if (set.length <= size) {
      for (let card = 0; card < below; card++) visit([card, ...set], card)
      return
    }
    const pay = ofMore[numberOf(set)] ?? 0
    for (const left of set) {
      const place = numberOf(set.filter((card) => card !== left))
      fewer[place] = (fewer[place] ?? 0) + pay
    }
  }
  visit([], PACK)
  return fewer.map((sum) => sum / others)
}

/** The number of a set of cards, the lowest first. */
function numberOf(set: readonly number[]): number {
  return set.reduce((sum, card, place) => sum + choose(card, place + 1), 0)
}

/** Cards are drawn in C(47, 5 − held) ways; all of them are shares of this. */
const SHARES = 7_669_695
const UNSEEN = 47
/** What a way to draw counts, by how many cards are held: shares / ways. */
const SHARES_PER_WAY = [0, 1, 2, 3, 4, 5].map((held) => SHARES / choose(UNSEEN, 5 - held))

const MASKS = 32
const SIZES = Array.from({ length: MASKS }, (_, mask) => [...mask.toString(2)].filter((bit) => bit === '1').length)

/** Goes through the 32 ways to hold, for deals a < b < c < d < e: a mask has a bit for each card that is held, 1 for a and 16 for e. */
interface Holds {
  /** Names the first four cards. */
  readonly fourOf: (a: number, b: number, c: number, d: number) => void
  /** The best hold with this fifth card, and what it is worth in shares of the stake; the same object each time. */
  readonly fifth: (e: number, pay: number) => { readonly mask: number; readonly shares: number }
}

function holdsOf({ ofSets }: Sums): Holds {
  const sums = new Float64Array(MASKS)
  const numbers = new Int32Array(MASKS / 2)
  const kept = new Float64Array(MASKS / 2)
  const best = { mask: 0, shares: 0 }
  return {
    fourOf(...cards) {
      for (let mask = 1, top = 0; mask < MASKS / 2; mask++) {
        if (mask >> (top + 1)) top++
        const size = SIZES[mask] ?? 0
        const number = (numbers[mask ^ (1 << top)] ?? 0) + choose(cards[top] ?? 0, size)
        numbers[mask] = number
        kept[mask] = ofSets[size]?.[number] ?? 0
      }
      kept[0] = ofSets[0]?.[0] ?? 0
    },
    fifth(e, pay) {
      for (let mask = 0; mask < MASKS / 2; mask++) {
        const size = (SIZES[mask] ?? 0) + 1
        sums[mask] = kept[mask] ?? 0
        sums[mask | 16] = size === 5 ? pay : (ofSets[size]?.[(numbers[mask] ?? 0) + choose(e, size)] ?? 0)
      }
      // Hands with what is held and none of the rest: those with a discarded card are taken away, bit by bit.
      for (let bit = 1; bit < MASKS; bit <<= 1)
        for (let mask = 0; mask < MASKS; mask++)
          if ((mask & bit) === 0) sums[mask] = (sums[mask] ?? 0) - (sums[mask | bit] ?? 0)
      best.mask = 0
      best.shares = -1
      for (let mask = 0; mask < MASKS; mask++) {
        const shares = (sums[mask] ?? 0) * (SHARES_PER_WAY[SIZES[mask] ?? 0] ?? 0)
        if (shares > best.shares || (shares === best.shares && (SIZES[mask] ?? 0) < (SIZES[best.mask] ?? 0))) {
          best.mask = mask
          best.shares = shares
        }
      }
      return best
    },
  }
}

/** The mean over all deals of the best hold. */
function bestReturn({ sums, holds }: Sheet): Rational {
  let all = 0n
  for (let a = 0; a < PACK; a++)
    for (let b = a + 1; b < PACK; b++)
      for (let c = b + 1; c < PACK; c++) {
        // At most 49 × 48 / 2 deals of 10,000 stakes each: still exact in a number.
        let shares = 0
        for (let d = c + 1; d < PACK; d++) {
          holds.fourOf(a, b, c, d)
          for (let e = d + 1; e < PACK; e++) shares += holds.fifth(e, payOfDeal(sums, a, b, c, d, e)).shares
        }
        all += BigInt(shares)
      }
  return rational(all, BigInt(SHARES) * BigInt(choose(PACK, 5)))
}
