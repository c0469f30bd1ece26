import { sql } from 'kysely'
import { type TaskBet, taskOutcome, taskRefusal } from '#machines/promo/awards/bet-task.rules.ts'
import { tokenExtra } from '#machines/promo/awards/bet-token.rules.ts'
import { poolPart, sharePool } from '#machines/promo/awards/profit-pool.rules.ts'
import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { converted } from '../awards/award-terms.ts'
import { taskOf } from '../awards/task-bets.ts'
import type { PromoSections } from '../promo-ports.ts'
import { MOST_ROWS, type Occasion } from './preview-occasions.ts'

type Global = PromoSections['global']

/** A bet that is settled, with the odds of its selections. */
export interface SettledBet extends TaskBet {
  readonly accountId: number
  readonly currency: string
  readonly odds: readonly string[]
  readonly at: Date
}

/** The settled bets of players since a moment, in the order in which they were placed; those whose stake a bonus has paid are left out. */
export async function settledBets(tx: BrandTransaction, since: Date): Promise<SettledBet[]> {
  const rows = await tx
    .select('bet')
    .innerJoin('bet_leg', (join) =>
      join.onRef('bet_leg.brand_id', '=', 'bet.brand_id').onRef('bet_leg.bet_id', '=', 'bet.bet_id'),
    )
    .leftJoin('promo_stake', (join) =>
      join
        .onRef('promo_stake.brand_id', '=', 'bet.brand_id')
        .onRef('promo_stake.source_id', '=', 'bet.bet_id')
        .on('promo_stake.source', '=', 'bet')
        .on('promo_stake.bonus_minor', '>', 0),
    )
    .select(['bet.bet_id', 'bet.account_id', 'bet.currency', 'bet.stake_minor', 'bet.state', 'bet.settlement'])
    .select(['bet.sold_stake_minor', 'bet.sold_for_minor', 'bet.created_at', 'bet.settled_at'])
    .select(sql<string[]>`array_agg(bet_leg.odds order by bet_leg.place)`.as('odds'))
    .where('bet.created_at', '>=', since)
    .where('bet.state', '<>', 'open')
    .where('promo_stake.source_id', 'is', null)
    .groupBy(['bet.brand_id', 'bet.bet_id'])
    .orderBy('bet.created_at')
    .orderBy('bet.bet_id')
    .limit(MOST_ROWS)
    .execute()
  return rows.map((bet) => ({
    ...{ betId: bet.bet_id, accountId: bet.account_id, currency: bet.currency, stakeMinor: bet.stake_minor },
    ...{ odds: bet.odds, at: bet.created_at, endedAtMs: (bet.settled_at ?? bet.created_at).getTime() },
    ...{ ending: endingOf(bet), paidMinor: (bet.settlement?.payoutMinor ?? 0) + bet.sold_for_minor },
  }))
}

function endingOf({ state, sold_stake_minor }: { readonly state: string; readonly sold_stake_minor: number }) {
  if (state === 'returned') return 'void' as const
  if (state === 'sold' || sold_stake_minor > 0) return 'cashed_out' as const
  return state === 'won' ? ('won' as const) : ('lost' as const)
}

/** What a free bet comes to on average, in ten-thousandths of its stake: what the brand's own bets have won of theirs; all of it where there
 *  were none. */
export function freebetKeptE4(bets: readonly SettledBet[], isStakeReturned: boolean): number {
  const decided = bets.filter(({ ending }) => ending === 'won' || ending === 'lost')
  const staked = decided.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0)
  if (staked === 0) return 10_000
  const paid = decided.reduce(
    (sum, { paidMinor, stakeMinor }) => sum + Math.max(0, isStakeReturned ? paidMinor : paidMinor - stakeMinor),
    0,
  )
  return Math.round((paid * 10_000) / staked)
}

/** What the bets of each player would have been given something for, by the rule and the conditions of the campaign. */
export function taskOccasions(bets: readonly SettledBet[], terms: Campaign, global: Global): Occasion[] {
  return byPlayer(bets)
    .flatMap((own): Occasion[] => {
      const [{ accountId, currency, at } = { accountId: 0, currency: '', at: new Date(0) }] = own
      const task = taskOf({ terms, currency }, { global })
      if (!global.currencies[currency] || !task) return []
      const outcome = taskOutcome(task, counting(own, task), true)
      return outcome.kind === 'earned' ? [{ accountId, currency, at, amountMinor: outcome.baseMinor }] : []
    })
    .sort(byTime)
}

/** What each player would have got of a pool that was shared out now. */
export function poolOccasions(bets: readonly SettledBet[], terms: Campaign, global: Global): Occasion[] {
  const inDefault = (minor: number, from: string) => converted(minor, { from, to: global.defaultCurrency, global })
  const parts = byPlayer(bets).flatMap((own) => {
    const [first] = own
    const task = first && global.currencies[first.currency] && taskOf({ terms, currency: first.currency }, { global })
    if (!first || !task) return []
    const part = poolPart(counting(own, task))
    const { accountId, currency } = first
    const stakedMinor = inDefault(part.stakedMinor, currency)
    return [{ accountId, at: own.at(-1)?.at ?? first.at, stakedMinor, paidMinor: inDefault(part.paidMinor, currency) }]
  })
  const { shares } = sharePool(terms.reward, parts)
  return parts
    .map(({ accountId, at }, place) => ({
      ...{ accountId, at, currency: global.defaultCurrency, amountMinor: shares[place] ?? 0 },
    }))
    .sort(byTime)
}

/** What is put on a bet: on the first of each player's day that it can be put on, with what it would have paid. */
export function tokenOccasions(bets: readonly SettledBet[], { reward }: Campaign, global: Global): Occasion[] {
  const { kind, bet: asked } = reward
  if (!isTokenKind(kind)) return []
  const seen = new Set<string>()
  return bets.flatMap((bet): Occasion[] => {
    const { accountId, currency, at, ending, stakeMinor, paidMinor } = bet
    const day = `${accountId} ${at.toISOString().slice(0, 10)}`
    if (!global.currencies[currency] || ending === null || seen.has(day)) return []
    const inCurrency = (minor: number) => converted(minor, { from: global.defaultCurrency, to: currency, global })
    const least = {
      rule: 'first_lost',
      count: 1,
      stakedMinor: 0,
      minimumOddsE3: 1000,
      minimumLegs: 1,
      ...asked,
    } as const
    if (refuses({ ...least, minimumStakeMinor: inCurrency(asked?.minimumStakeMinor ?? 0) }, bet)) return []
    seen.add(day)
    const of = { kind, percentE4: reward.percentE4, maximumMinor: inCurrency(reward.maximumMinor) }
    const paid = tokenExtra(of, { stakeMinor, payoutMinor: paidMinor, ending })
    return [{ accountId, currency, at, amountMinor: 0, costMinor: paid - inCurrency(reward.premiumMinor ?? 0) }]
  })
}

type Task = NonNullable<ReturnType<typeof taskOf>>

function counting(bets: readonly SettledBet[], task: Task): SettledBet[] {
  return bets.filter((bet) => !refuses(task, bet))
}

/** Whether a bet cannot count, by what is known of it. */
function refuses(task: Task, { stakeMinor, odds }: SettledBet): boolean {
  return taskRefusal(task, { stakeMinor, odds, isOwnMoney: true, hasOpposite: false }) !== null
}

function byPlayer(bets: readonly SettledBet[]): SettledBet[][] {
  return [...Map.groupBy(bets, ({ accountId, currency }) => `${accountId} ${currency}`).values()]
}

function byTime(one: Occasion, other: Occasion): number {
  return one.at.getTime() - other.at.getTime()
}
