import { antiExpressPrice } from '#machines/betting/coupon/anti-express-price.rules.ts'
import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import type { PlaceBetPayload, PlaceBetSelection } from '#schemas'

/** Whole numbers from 0 to below `count`. */
export type Lots = (count: number) => number

/** Lots that are the same for the same seed (mulberry32). */
export function lotsOf(seed: number): Lots {
  let state = seed >>> 0
  return (count) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * count)
  }
}

/** Kinds of bets, several single bets and each size of cover among them. */
export const BET_KINDS = [
  ...(['single', 'singles', 'express', 'system', 'anti-express', 'chain', 'lobby', 'conditional'] as const),
  ...(['trixie', 'patent', 'yankee', 'lucky15', 'canadian', 'heinz'] as const),
]
const COVER_LEGS = { trixie: 3, patent: 3, yankee: 4, lucky15: 4, canadian: 5, heinz: 6 } as const

/** One of the kinds. */
export type BetKind = (typeof BET_KINDS)[number]

export interface RandomBet {
  readonly kind: BetKind
  /** Outcomes of a game each. */
  readonly games: readonly (readonly OutcomeFacts[])[]
  readonly lots: Lots
  readonly antiExpressMarginPercent: number
}

/** A bet of a kind that the brand's default terms allow, on games and at a stake by lot; the stakes seldom divide. */
export function randomBet({ kind, games, lots, antiExpressMarginPercent }: RandomBet): PlaceBetPayload {
  const [least, more] = SIZES[kind]
  const events = pick(games, least + lots(more + 1), lots).map((outcomes) => seenOf(outcomes[lots(outcomes.length)]))
  const summ = 100 + lots(1901)
  const common = { events, summ, groupsSumms: [summ], checkCf: 0 as const, approvedBet: false }
  const places = events.map((_, place) => place)
  if (kind in COVER_LEGS) return { ...common, betType: 'cover', cover: kind as keyof typeof COVER_LEGS }
  switch (kind) {
    case 'singles': {
      const stakes = events.map(() => 100 + lots(500))
      return { ...common, betType: 'single', summ: stakes.reduce((sum, stake) => sum + stake, 0), groupsSumms: stakes }
    }
    case 'system':
      return { ...common, betType: 'system', sizes: [2 + lots(events.length - 2)] }
    case 'anti-express': {
      const odds = events.map((event) => event.odds)
      return {
        ...common,
        betType: 'anti-express',
        antiExpressCoef: antiExpressPrice(odds, antiExpressMarginPercent) ?? '1',
      }
    }
    case 'lobby':
      return { ...common, betType: 'lobby', withLobby: true, eventsIndexes: [[0], places.slice(1)], sizes: [2] }
    case 'conditional': {
      const eventsIndexes = [[0], [1], places.slice(2)]
      return { ...common, betType: 'conditional', eventsIndexes, groupsSumms: [summ, 60 + lots(20), 20 + lots(40)] }
    }
    default:
      return { ...common, betType: kind as 'single' | 'express' | 'chain' }
  }
}

/** Fewest outcomes of a kind, and how many more there may be. */
const SIZES: Readonly<Record<BetKind, readonly [least: number, more: number]>> = {
  single: [1, 0],
  singles: [2, 2],
  express: [2, 2],
  system: [3, 3],
  'anti-express': [2, 1],
  chain: [2, 2],
  lobby: [4, 1],
  conditional: [3, 1],
  trixie: [3, 0],
  patent: [3, 0],
  yankee: [4, 0],
  lucky15: [4, 0],
  canadian: [5, 0],
  heinz: [6, 0],
}

function pick<Item>(items: readonly Item[], count: number, lots: Lots): Item[] {
  const left = [...items]
  return Array.from({ length: count }, () => left.splice(lots(left.length), 1)).flat()
}

/** An outcome as a page shows it: what a bet on it says. */
export function seenOf(fact: OutcomeFacts | undefined): PlaceBetSelection {
  if (!fact) throw new Error('the game has no outcomes')
  const { gameId, marketId, outcomeTypeId: typeId, outcomeId, kind, odds, epoch, seq, parameter } = fact
  return {
    gameId,
    marketId,
    typeId,
    outcomeId,
    kind,
    odds,
    epoch,
    seq,
    ...(parameter === undefined ? {} : { parameter }),
  }
}
