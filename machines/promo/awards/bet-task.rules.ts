import { compare, rational, rationalOf } from '#machines/odds/rational.rules.ts'

/** What bets a bonus is given for (PROMO-19). */
export interface BetTask {
  /** `first_lost`: the first bet that is lost; `risk_free`: what the first bet has lost; `net_loss`: what the first bets have lost together;
   *  `staked`: an amount that is staked; `pool`: a share of a pool by what was staked. */
  readonly rule: 'first_lost' | 'risk_free' | 'net_loss' | 'staked' | 'pool'
  /** How many bets are looked at by `net_loss`. */
  readonly count: number
  /** What is to be staked by `staked`, in minor units. */
  readonly stakedMinor: number
  /** Least stake of a bet that counts, in minor units. */
  readonly minimumStakeMinor: number
  /** Least odds of each of its outcomes, in thousandths. */
  readonly minimumOddsE3: number
  readonly minimumLegs: number
}

/** A bet as it was placed. */
export interface PlacedBet {
  readonly stakeMinor: number
  /** Decimal odds of its outcomes, as text. */
  readonly odds: readonly string[]
  /** Whether the player's own money has paid it, as a whole. */
  readonly isOwnMoney: boolean
  /** Whether the player has also backed the other side of it. */
  readonly hasOpposite: boolean
}

/** Why a bet cannot count: the key of a text. */
export type TaskRefusal =
  | 'promo.counts_not_own'
  | 'promo.counts_not_stake'
  | 'promo.counts_not_odds'
  | 'promo.counts_not_legs'
  | 'promo.counts_not_opposite'

/** A bet that counts, as it stands now. */
export interface TaskBet {
  readonly betId: number
  readonly stakeMinor: number
  /** Null while it is open. */
  readonly ending: 'won' | 'lost' | 'void' | 'cashed_out' | null
  /** What it has paid; nothing while it is open. */
  readonly paidMinor: number
  /** When it was settled first, ms since 1970; null while that has not happened. */
  readonly endedAtMs: number | null
}

/** What has come of the bets: still open, without a bonus, or a base that a bonus is worked out from. */
export type TaskOutcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'earned'; readonly baseMinor: number; readonly betIds: readonly number[] }

/** Why a bet cannot count toward a bonus, by what it was when it was placed; null when it can. */
export function taskRefusal(
  { minimumStakeMinor, minimumOddsE3, minimumLegs }: BetTask,
  bet: PlacedBet,
): TaskRefusal | null {
  if (!bet.isOwnMoney) return 'promo.counts_not_own'
  if (bet.stakeMinor < minimumStakeMinor) return 'promo.counts_not_stake'
  if (bet.odds.length < minimumLegs) return 'promo.counts_not_legs'
  const least = rational(minimumOddsE3, 1000)
  if (bet.odds.some((odds) => compare(rationalOf(odds), least) < 0)) return 'promo.counts_not_odds'
  return bet.hasOpposite ? 'promo.counts_not_opposite' : null
}

/** What the bets of a promise have earned so far (types 5, 7, 14 and 16 of PROMO-2). Bets may settle in any order, and again: the answer
 *  follows from what they are now. A void bet makes room for the next one; a cashed-out one was no loss.
 *  @param bets those that count, in the order in which they were placed
 *  @param isOver whether no further bet can be placed */
export function taskOutcome(task: BetTask, bets: readonly TaskBet[], isOver: boolean): TaskOutcome {
  const standing = bets.filter(({ ending }) => ending !== 'void')
  switch (task.rule) {
    case 'first_lost':
      return firstLost(standing, isOver)
    case 'risk_free':
      return riskFree(standing, isOver)
    case 'net_loss':
      return netLoss(standing.slice(0, task.count), isOver || standing.length >= task.count)
    case 'staked':
      return staked(task, standing, isOver)
    // A pool is shared out to all of its players at once.
    case 'pool':
      return { kind: 'waiting' }
  }
}

/** The first of those that were lost, by when they were settled first; one that paid a part was not lost. */
function firstLost(bets: readonly TaskBet[], isOver: boolean): TaskOutcome {
  const [first] = bets
    .filter(({ ending, paidMinor }) => ending === 'lost' && paidMinor === 0)
    .toSorted((one, other) => (one.endedAtMs ?? 0) - (other.endedAtMs ?? 0) || one.betId - other.betId)
  if (first) return { kind: 'earned', baseMinor: first.stakeMinor, betIds: [first.betId] }
  return atRest(bets, isOver)
}

function riskFree([first]: readonly TaskBet[], isOver: boolean): TaskOutcome {
  if (!first) return { kind: isOver ? 'nothing' : 'waiting' }
  if (first.ending === null) return { kind: 'waiting' }
  return lossOf([first])
}

function netLoss(bets: readonly TaskBet[], isComplete: boolean): TaskOutcome {
  if (!isComplete || bets.some(({ ending }) => ending === null)) return { kind: 'waiting' }
  return lossOf(bets)
}

function staked({ stakedMinor }: BetTask, bets: readonly TaskBet[], isOver: boolean): TaskOutcome {
  const counted = bets.filter(({ ending }) => ending === 'won' || ending === 'lost')
  const sum = counted.reduce((total, { stakeMinor }) => total + stakeMinor, 0)
  if (sum < stakedMinor) return atRest(bets, isOver)
  return { kind: 'earned', baseMinor: sum, betIds: counted.map(({ betId }) => betId) }
}

/** What bets have lost together; one that was cashed out alone has lost nothing. */
function lossOf(bets: readonly TaskBet[]): TaskOutcome {
  const [only] = bets
  if (bets.length === 1 && only?.ending === 'cashed_out') return { kind: 'nothing' }
  const baseMinor = bets.reduce((total, { stakeMinor, paidMinor }) => total + stakeMinor - paidMinor, 0)
  return baseMinor > 0 ? { kind: 'earned', baseMinor, betIds: bets.map(({ betId }) => betId) } : { kind: 'nothing' }
}

function atRest(bets: readonly TaskBet[], isOver: boolean): TaskOutcome {
  return { kind: isOver && bets.every(({ ending }) => ending !== null) ? 'nothing' : 'waiting' }
}
