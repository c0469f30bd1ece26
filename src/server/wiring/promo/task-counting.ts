import { sql } from 'kysely'
import { taskRefusal } from '#machines/promo/awards/bet-task.rules.ts'
import { heldFromEach } from '#server/betting/stake-money.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { lockPromoAccounts } from '#server/promo/awards/award-money.ts'
import { lockForPoints } from '#server/promo/awards/award-points.ts'
import { type AwardRow, givesToken, lockAward } from '#server/promo/awards/award-rows.ts'
import { countLosses } from '#server/promo/awards/loss-awards.ts'
import { sharePools } from '#server/promo/awards/profit-pools.ts'
import { settleTask } from '#server/promo/awards/task-awards.ts'
import { IS_POOL, promiseEnd, taskBets, taskOf } from '#server/promo/awards/task-bets.ts'
import type { BonusRounds, GameFacts, PromoSections } from '#server/promo/promo-ports.ts'
import { factsOfBets } from './bet-ending.ts'
import { oppositesAmong } from './opposite-bets.ts'

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
  await noteBets(tx, noted, ports.sections)
  const due = await dueTaskBets(tx)
  await followBets(tx, due, { now, ...ports })
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

async function noteBets(
  tx: BrandTransaction,
  found: Awaited<ReturnType<typeof newTaskBets>>,
  sections: PromoSections,
): Promise<void> {
  const bets = found.flatMap((bet) => {
    const task = taskOf(bet, sections)
    return task ? [{ ...bet, task }] : []
  })
  if (bets.length === 0) return
  const reservations = bets.map(({ reservation_id }) => reservation_id)
  const factsOf = await factsOfBets(
    tx,
    bets.map(({ bet_id }) => bet_id),
  )
  const held = await heldFromEach(tx, reservations)
  const carrying = await carryTokens(tx, reservations)
  const rows = bets.map(({ award_id, bet_id, account_id, reservation_id, stake_minor, created_at, task }) => {
    const isOwnMoney = held.get(reservation_id)?.kind === 'cash'
    const refusal = carrying.has(reservation_id)
      ? 'promo.counts_not_token'
      : taskRefusal(task, { stakeMinor: stake_minor, isOwnMoney, ...factsOf(bet_id) })
    return { award_id, bet_id, account_id, stake_minor, refusal, placed_at: created_at }
  })
  await tx
    .insert('promo_task_bet', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Of requests, those on whose bets something of a bonus was put: what such a bet loses is no loss of the player's alone. */
async function carryTokens(tx: BrandTransaction, reservationIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx
    .select('promo_award')
    .select(['reservation_id as reservationId', 'terms'])
    .where('reservation_id', 'is not', null)
    .where(sql<boolean>`reservation_id = any (${reservationIds}::bigint[])`)
    .execute()
  return new Set(rows.flatMap(({ reservationId, terms }) => (givesToken(terms) ? (reservationId ?? []) : [])))
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
    .innerJoin('promo_award', (join) =>
      join
        .onRef('promo_award.brand_id', '=', 'promo_task_bet.brand_id')
        .onRef('promo_award.award_id', '=', 'promo_task_bet.award_id'),
    )
    .select(['bet.settlement', 'bet.settled_at', 'bet.sold_stake_minor', 'bet.sold_for_minor', 'promo_award.terms'])
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

/** Writes what has come of bets, and settles each promise once by all of its bets. */
async function followBets(
  tx: BrandTransaction,
  due: readonly DueTaskBet[],
  of: TaskPorts & { readonly now: Date },
): Promise<void> {
  if (due.length === 0) return
  const settled = due.filter(({ refusal, state }) => refusal === null && state !== 'open')
  const opposites = await oppositesAmong(
    tx,
    settled.map(({ bet_id }) => bet_id),
  )
  const rows = due.map((bet) => {
    const { award_id, bet_id, state, revision, settlement } = bet
    const isOpposed = bet.refusal === null && opposites.has(bet_id)
    return {
      ...{ award_id, bet_id, state, revision, ending: endingOf(bet) },
      refusal: isOpposed ? 'promo.counts_not_opposite' : bet.refusal,
      ended_at: bet.ended_at ?? (state === 'open' ? null : (bet.settled_at ?? of.now)),
      paid_minor: (settlement?.payoutMinor ?? 0) + (settlement?.insuranceMinor ?? 0) + bet.sold_for_minor,
    }
  })
  await tx.call('promo_follow', storableJson(rows))
  const latest = [...new Map(due.map((bet) => [bet.award_id, bet])).values()]
  for (const bet of latest.toSorted((one, other) => one.account_id - other.account_id))
    await settle(tx, bet, { ...of, cause: `bet/${bet.bet_id}/${bet.revision}` })
}

/** A bet of which a part was cashed out was no loss, whatever came of the rest. */
function endingOf({ state, sold_stake_minor }: DueTaskBet) {
  if (state === 'open') return null
  if (state === 'returned') return 'void' as const
  return state === 'sold' || sold_stake_minor > 0 ? ('cashed_out' as const) : state
}

/** Promises on which no further bet can be placed, with bets that count: what these have earned is earned by now. */
function overdue(tx: BrandTransaction, now: Date) {
  return tx
    .select('promo_award')
    .select(['award_id', 'account_id', 'currency', 'terms', 'deposit_minor', 'owed_minor'])
    .where(sql<boolean>`promo_award.terms -> 'trigger' ->> 'on' = 'bets'`)
    .where('promo_award.state', '=', 'claimed')
    .where(promiseEnd, '<=', now)
    .where('promo_award.expires_at', '<=', now)
    .where('promo_award.granted_minor', '=', 0)
    .where(({ not }) => not(IS_POOL))
    .where((where) => where.exists(taskBets(where).where('promo_task_bet.refusal', 'is', null)))
    .orderBy('award_id')
    .limit(MOST)
    .execute()
}

async function settle(
  tx: BrandTransaction,
  { award_id, account_id, currency, terms }: Pick<AwardRow, 'award_id' | 'account_id' | 'currency' | 'terms'>,
  of: TaskPorts & { readonly now: Date; readonly cause: string },
): Promise<void> {
  // A pool is shared out with its campaign, whatever its bets come to.
  if (terms.trigger.bets?.rule === 'pool') return
  await lockForPoints(tx, terms, { accountId: account_id, now: of.now })
  // The accounts are locked before the award, as by every stake.
  const accounts = await lockPromoAccounts(tx, { accountId: account_id, currency, now: of.now })
  const award = accounts && (await lockAward(tx, account_id, award_id))
  if (award) await settleTask(tx, award, { ...of, accounts })
}
