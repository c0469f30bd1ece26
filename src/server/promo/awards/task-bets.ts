import { type ExpressionBuilder, sql } from 'kysely'
import type { BetTask, TaskBet } from '#machines/promo/awards/bet-task.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { CountedStake, PromoSections } from '../promo-ports.ts'
import type { AwardRow } from './award-rows.ts'
import { converted } from './award-terms.ts'

type OfAward = ExpressionBuilder<Database, 'promo_award'>

/** The bets of an award that were placed on its promise. */
export function taskBets(where: OfAward) {
  return where
    .selectFrom('promo_task_bet')
    .select('promo_task_bet.bet_id')
    .whereRef('promo_task_bet.brand_id', '=', 'promo_award.brand_id')
    .whereRef('promo_task_bet.award_id', '=', 'promo_award.award_id')
}

/** Those that can count and are not settled: a promise does not end before they are. */
export function openTaskBets(where: OfAward) {
  return taskBets(where)
    .where('promo_task_bet.ending', 'is', null)
    .where('promo_task_bet.refusal', 'is', null)
    .where('promo_award.state', '=', 'claimed')
}

/** What a promise asks of bets, in the currency of its player; undefined of one that asks for none. */
export function taskOf(
  { terms, currency }: Pick<AwardRow, 'terms' | 'currency'>,
  { global }: Pick<PromoSections, 'global'>,
): BetTask | undefined {
  const { bets } = terms.trigger
  if (!bets) return undefined
  const inCurrency = (minor: number) => converted(minor, { from: global.defaultCurrency, to: currency, global })
  return {
    ...bets,
    stakedMinor: inCurrency(bets.stakedMinor),
    minimumStakeMinor: inCurrency(bets.minimumStakeMinor),
  }
}

/** The bets that can count toward an award, in the order in which they were placed. */
export async function countingBets(tx: BrandTransaction, awardId: number): Promise<TaskBet[]> {
  const rows = await tx
    .select('promo_task_bet')
    .select(['bet_id as betId', 'stake_minor as stakeMinor', 'ending', 'paid_minor as paidMinor', 'ended_at'])
    .where('award_id', '=', awardId)
    .where('refusal', 'is', null)
    .orderBy('placed_at')
    .orderBy('bet_id')
    .execute()
  return rows.map(({ ended_at, ...bet }) => ({ ...bet, endedAtMs: ended_at?.getTime() ?? null }))
}

/** What each bet has counted toward a bonus for bets, and why, the latest first (PROMO-23). */
export async function taskStakes(tx: BrandTransaction, award: AwardRow): Promise<CountedStake[]> {
  const rows = await tx
    .select('promo_task_bet')
    .selectAll('promo_task_bet')
    .where('award_id', '=', award.award_id)
    .orderBy('placed_at', 'desc')
    .orderBy('bet_id', 'desc')
    .limit(200)
    .execute()
  const { rule } = award.terms.trigger.bets ?? {}
  const isStaked = rule === 'staked' || rule === 'pool'
  return rows.map(({ bet_id, stake_minor, paid_minor, refusal, ending, placed_at }) => {
    const minor = refusal ? 0 : countedOf({ ending, stake_minor, paid_minor }, isStaked)
    return {
      ...{ source: 'bet', sourceId: bet_id, product: 'sport', gameId: null, cashMinor: stake_minor, bonusMinor: 0 },
      ...{ counted: `${minor}/1`, reason: refusal ?? reasonOf({ ending, stake_minor, paid_minor }, isStaked) },
      ...{ sharePpm: 0, stakedAt: placed_at },
    }
  })
}

type Ended = Pick<AwardBet, 'ending' | 'stake_minor' | 'paid_minor'>
interface AwardBet {
  readonly ending: TaskBet['ending']
  readonly stake_minor: number
  readonly paid_minor: number
}

function countedOf({ ending, stake_minor, paid_minor }: Ended, isStaked: boolean): number {
  if (ending !== 'won' && ending !== 'lost') return 0
  return isStaked ? stake_minor : Math.max(0, stake_minor - paid_minor)
}

function reasonOf({ ending, stake_minor, paid_minor }: Ended, isStaked: boolean): string | null {
  if (ending === null) return null
  if (ending === 'void') return 'promo.counts_not_void'
  if (ending === 'cashed_out') return 'promo.counts_not_cashed_out'
  if (isStaked) return 'promo.counts_whole'
  return paid_minor < stake_minor ? 'promo.counts_loss' : 'promo.counts_no_loss'
}

/** Of promises of a share in a pool: they end together, with their campaign. */
export const IS_POOL = sql<boolean>`coalesce(promo_award.terms -> 'trigger' -> 'bets' ->> 'rule' = 'pool', false)`

/** When no further bet can be placed on a promise. */
export const promiseEnd = sql<Date>`case when ${IS_POOL} then (promo_award.terms ->> 'endsAt')::timestamptz
  else promo_award.made_at + (promo_award.terms ->> 'lifeMs')::bigint * interval '1 millisecond' end`
