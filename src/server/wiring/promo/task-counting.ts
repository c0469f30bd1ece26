import { sql } from 'kysely'
import { taskRefusal } from '#machines/promo/awards/bet-task.rules.ts'
import { fundingKindOfHold } from '#server/betting/stake-money.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { lockPromoAccounts } from '#server/promo/awards/award-money.ts'
import { lockForPoints } from '#server/promo/awards/award-points.ts'
import { type AwardRow, givesToken, lockAward } from '#server/promo/awards/award-rows.ts'
import { countLosses } from '#server/promo/awards/loss-awards.ts'
import { sharePools } from '#server/promo/awards/profit-pools.ts'
import { settleTask } from '#server/promo/awards/task-awards.ts'
import { IS_POOL, promiseEnd, taskOf } from '#server/promo/awards/task-bets.ts'
import type { BonusRounds, GameFacts, PromoSections } from '#server/promo/promo-ports.ts'
import { hasOpposite } from './opposite-bets.ts'

/** What bonuses for bets are given by. */
export interface TaskPorts {
  readonly sections: PromoSections
  readonly freeRounds: BonusRounds
  readonly games: GameFacts
  readonly guard: MoneyGuard
}

const MOST = 500
/** How long after its end the bets of a promise are looked for that were placed before. */
const LATE_MS = 86_400_000

/** Works out the losses of promises, notes bets that were placed on a promise, each once, follows those that were settled since, or settled again, and gives what they have
 *  earned (PROMO-19). @returns how many were followed or worked out */
export async function countTasks(tx: BrandTransaction, now: Date, ports: TaskPorts): Promise<number> {
  const noted = await newTaskBets(tx, now)
  for (const bet of noted) await noteBet(tx, bet, ports.sections)
  const due = await dueTaskBets(tx)
  for (const bet of due) await followBet(tx, bet, { now, ...ports })
  for (const award of await overdue(tx, now))
    await settle(tx, award, { ...{ now, ...ports }, cause: `end/${award.deposit_minor}/${award.owed_minor}` })
  const losses = await countLosses(tx, now, ports)
  // A pool is shared out once nothing of it is left to be noted.
  if (noted.length < MOST && due.length < MOST) await sharePools(tx, now, ports)
  return due.length + losses
}

/** Bets that were placed on promises and that nobody has noted. */
function newTaskBets(tx: BrandTransaction, now: Date) {
  return tx
    .select('promo_award')
    .innerJoin('bet', (join) =>
      join
        .onRef('bet.brand_id', '=', 'promo_award.brand_id')
        .onRef('bet.account_id', '=', 'promo_award.account_id')
        .onRef('bet.currency', '=', 'promo_award.currency')
        .onRef('bet.created_at', '>=', 'promo_award.made_at'),
    )
    .leftJoin('promo_task_bet', (join) =>
      join
        .onRef('promo_task_bet.brand_id', '=', 'bet.brand_id')
        .onRef('promo_task_bet.bet_id', '=', 'bet.bet_id')
        .onRef('promo_task_bet.award_id', '=', 'promo_award.award_id'),
    )
    .select(['promo_award.award_id', 'promo_award.terms', 'promo_award.currency', 'bet.account_id', 'bet.bet_id'])
    .select(['bet.reservation_id', 'bet.stake_minor', 'bet.created_at'])
    .where(sql<boolean>`promo_award.terms -> 'trigger' ->> 'on' = 'bets'`)
    .where('promo_award.of_award_id', 'is', null)
    .where('promo_award.state', 'not in', ['refused', 'expired'])
    .where((where) =>
      where.or([
        where(promiseEnd, '>', new Date(now.getTime() - LATE_MS)),
        // The bets of a pool are looked for until it is shared out.
        where.and([IS_POOL, where('promo_award.state', '=', 'claimed')]),
      ]),
    )
    .whereRef('bet.created_at', '<', promiseEnd)
    .where('promo_task_bet.bet_id', 'is', null)
    .orderBy('bet.bet_id')
    .limit(MOST)
    .execute()
}

async function noteBet(
  tx: BrandTransaction,
  bet: Awaited<ReturnType<typeof newTaskBets>>[number],
  sections: PromoSections,
): Promise<void> {
  const task = taskOf(bet, sections)
  if (!task) return
  const legs = await tx.select('bet_leg').select('odds').where('bet_id', '=', bet.bet_id).execute()
  const isCarrying = await carriesToken(tx, bet.reservation_id)
  const refusal = isCarrying
    ? 'promo.counts_not_token'
    : taskRefusal(task, {
        ...{ stakeMinor: bet.stake_minor, odds: legs.map(({ odds }) => odds) },
        isOwnMoney: (await fundingKindOfHold(tx, bet.reservation_id)) === 'cash',
        hasOpposite: await hasOpposite(tx, bet),
      })
  await tx
    .insert('promo_task_bet', {
      ...{ award_id: bet.award_id, bet_id: bet.bet_id, account_id: bet.account_id, stake_minor: bet.stake_minor },
      ...{ refusal, placed_at: bet.created_at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether something of a bonus was put on a bet: what it loses is no loss of the player's alone. */
async function carriesToken(tx: BrandTransaction, reservationId: number): Promise<boolean> {
  const row = await tx
    .select('promo_award')
    .select('terms')
    .where('reservation_id', '=', reservationId)
    .executeTakeFirst()
  return row !== undefined && givesToken(row.terms)
}

/** Bets that are not as they were looked at last. */
function dueTaskBets(tx: BrandTransaction) {
  return tx
    .select('promo_task_bet')
    .innerJoin('bet', (join) =>
      join.onRef('bet.brand_id', '=', 'promo_task_bet.brand_id').onRef('bet.bet_id', '=', 'promo_task_bet.bet_id'),
    )
    .select(['promo_task_bet.award_id', 'promo_task_bet.account_id', 'promo_task_bet.bet_id'])
    .select(['promo_task_bet.refusal', 'promo_task_bet.ended_at', 'bet.currency', 'bet.state', 'bet.revision'])
    .select(['bet.settlement', 'bet.settled_at', 'bet.sold_stake_minor', 'bet.sold_for_minor'])
    .where((where) =>
      where.or([
        sql<boolean>`promo_task_bet.revision <> bet.revision`,
        sql<boolean>`promo_task_bet.state <> bet.state`,
      ]),
    )
    .orderBy('promo_task_bet.bet_id')
    .orderBy('promo_task_bet.award_id')
    .limit(MOST)
    .execute()
}

type DueTaskBet = Awaited<ReturnType<typeof dueTaskBets>>[number]

async function followBet(tx: BrandTransaction, bet: DueTaskBet, of: TaskPorts & { readonly now: Date }): Promise<void> {
  const { award_id, account_id, bet_id, state, revision, settlement } = bet
  const isOpposed = bet.refusal === null && state !== 'open' && (await hasOpposite(tx, bet))
  await tx
    .update('promo_task_bet', {
      ...{ state, revision, ending: endingOf(bet) },
      ...(isOpposed ? { refusal: 'promo.counts_not_opposite' } : {}),
      ended_at: bet.ended_at ?? (state === 'open' ? null : (bet.settled_at ?? of.now)),
      paid_minor: (settlement?.payoutMinor ?? 0) + (settlement?.insuranceMinor ?? 0) + bet.sold_for_minor,
    })
    .where('award_id', '=', award_id)
    .where('bet_id', '=', bet_id)
    .execute()
  await settle(tx, { award_id, account_id, currency: bet.currency }, { ...of, cause: `bet/${bet_id}/${revision}` })
}

/** A bet of which a part was cashed out was no loss, whatever came of the rest. */
function endingOf({ state, sold_stake_minor }: DueTaskBet) {
  if (state === 'open') return null
  if (state === 'returned') return 'void' as const
  return state === 'sold' || sold_stake_minor > 0 ? ('cashed_out' as const) : state
}

/** Promises on which no further bet can be placed: what their bets have earned is earned by now. */
function overdue(tx: BrandTransaction, now: Date) {
  return tx
    .select('promo_award')
    .select(['award_id', 'account_id', 'currency', 'deposit_minor', 'owed_minor'])
    .where(sql<boolean>`promo_award.terms -> 'trigger' ->> 'on' = 'bets'`)
    .where('promo_award.state', '=', 'claimed')
    .where(promiseEnd, '<=', now)
    .where('promo_award.expires_at', '<=', now)
    .where('promo_award.granted_minor', '=', 0)
    .where(({ not }) => not(IS_POOL))
    .orderBy('award_id')
    .limit(MOST)
    .execute()
}

async function settle(
  tx: BrandTransaction,
  { award_id, account_id, currency }: Pick<AwardRow, 'award_id' | 'account_id' | 'currency'>,
  of: TaskPorts & { readonly now: Date; readonly cause: string },
): Promise<void> {
  const known = await tx.select('promo_award').select('terms').where('award_id', '=', award_id).executeTakeFirst()
  if (known) await lockForPoints(tx, known.terms, { accountId: account_id, now: of.now })
  // The accounts are locked before the award, as by every stake.
  const accounts = await lockPromoAccounts(tx, { accountId: account_id, currency, now: of.now })
  const award = accounts && (await lockAward(tx, account_id, award_id))
  if (award) await settleTask(tx, award, { ...of, accounts })
}
