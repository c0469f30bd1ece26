import { sql } from 'kysely'
import { lossOutcome } from '#machines/promo/awards/loss-task.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import type { BonusRounds, GameFacts, PromoSections } from '../promo-ports.ts'
import { lockPromoAccounts } from './award-money.ts'
import { type AwardRow, lockAward } from './award-rows.ts'
import { lossTaskOf, lossTimeOf, readLosses } from './loss-rounds.ts'
import { settleOutcome } from './task-awards.ts'

/** What bonuses for losses are given with. */
interface LossPorts {
  readonly sections: PromoSections
  readonly freeRounds: BonusRounds
  readonly games: GameFacts
  readonly guard: MoneyGuard
}

const MOST = 200
/** How long after the end of its time a bonus waits for rounds that are still open; what is open then counts nothing. */
const WAIT_MS = 7 * 86_400_000
/** How far before the latest look changed rounds are looked for: what was being written then may be there only now. */
const OVERLAP_MS = 600_000

/** Gives the bonuses for losses whose time is over, and puts right those whose rounds were changed since (PROMO-19). @returns how many */
export async function countLosses(tx: BrandTransaction, now: Date, ports: LossPorts): Promise<number> {
  const due = [...(await overdue(tx, now)), ...(await changed(tx, now))]
  for (const award of due) await workOut(tx, award, { ...ports, now })
  return due.length
}

type Due = Pick<AwardRow, 'award_id' | 'account_id' | 'currency'>

/** Of promises of a bonus for losses. */
export const IS_FOR_LOSSES = sql<boolean>`promo_award.terms -> 'trigger' ->> 'on' = 'losses'`

/** Promises whose time is over, without those of players with a round that was begun in it and is not over, for a week. */
function overdue(tx: BrandTransaction, now: Date): Promise<Due[]> {
  return (
    tx
      .select('promo_award')
      .select(['award_id', 'account_id', 'currency'])
      .where(IS_FOR_LOSSES)
      .where('state', '=', 'claimed')
      .where('expires_at', '<=', now)
      .where(({ or, not, exists, selectFrom, eb }) =>
        or([
          eb('expires_at', '<=', new Date(now.getTime() - WAIT_MS)),
          not(
            exists(
              selectFrom('casino_round')
                .select('round_id')
                .whereRef('casino_round.brand_id', '=', 'promo_award.brand_id')
                .whereRef('casino_round.account_id', '=', 'promo_award.account_id')
                .whereRef('casino_round.currency', '=', 'promo_award.currency')
                .where('casino_round.state', '=', 'open')
                .where('casino_round.mode', '=', 'real')
                .whereRef('casino_round.opened_at', '>=', 'promo_award.made_at')
                .whereRef('casino_round.opened_at', '<', 'promo_award.expires_at'),
            ),
          ),
        ]),
      )
      // Tickets are waited for as rounds are.
      .where(({ or, not, eb }) =>
        or([
          eb('expires_at', '<=', new Date(now.getTime() - WAIT_MS)),
          not(HAS_LOTTERY),
          not(
            sql<boolean>`exists (
            select from lottery_played(promo_award.brand_id, promo_award.account_id, promo_award.made_at) ticket
            where ticket.state = 'open' and ticket.currency = promo_award.currency
              and ticket.begun_at >= promo_award.made_at and ticket.begun_at < promo_award.expires_at
          )`,
          ),
        ]),
      )
      .orderBy('award_id')
      .limit(MOST)
      .execute()
  )
}

/** Of bonuses for losses at lotteries. */
const HAS_LOTTERY = sql<boolean>`promo_award.terms -> 'trigger' -> 'losses' -> 'products' ? 'lottery'`

/** Bonuses of which a ticket of toto was paid by other results after they were worked out: all other tickets are settled once. */
function changedTickets(tx: BrandTransaction, since: Date): Promise<Due[]> {
  return tx
    .select('toto_draw')
    .innerJoin('toto_ticket', (join) =>
      join
        .onRef('toto_ticket.brand_id', '=', 'toto_draw.brand_id')
        .onRef('toto_ticket.draw_id', '=', 'toto_draw.draw_id'),
    )
    .innerJoin('promo_award', (join) =>
      join
        .onRef('promo_award.brand_id', '=', 'toto_ticket.brand_id')
        .onRef('promo_award.account_id', '=', 'toto_ticket.account_id')
        .onRef('promo_award.currency', '=', 'toto_draw.currency')
        .onRef('promo_award.made_at', '<=', 'toto_ticket.placed_at')
        .onRef('promo_award.losses_until', '>', 'toto_ticket.placed_at')
        .onRef('promo_award.losses_at', '<', 'toto_draw.resulted_at'),
    )
    .select(['promo_award.award_id', 'promo_award.account_id', 'promo_award.currency'])
    .distinct()
    .where('toto_draw.resulted_at', '>', since)
    .where('toto_draw.is_done', '=', true)
    .where(HAS_LOTTERY)
    .orderBy('promo_award.award_id')
    .execute()
}

/** Bonuses of which a round or a ticket was changed after they were worked out. */
async function changed(tx: BrandTransaction, now: Date): Promise<readonly Due[]> {
  const mark = await tx.select('promo_loss_mark').select('looked_at').executeTakeFirst()
  const looked = { looked_at: now }
  await tx
    .insert('promo_loss_mark', looked)
    .onConflict((conflict) => conflict.column('brand_id').doUpdateSet(looked))
    .execute()
  const since = new Date((mark?.looked_at ?? now).getTime() - OVERLAP_MS)
  return [...(await changedRounds(tx, since)), ...(await changedTickets(tx, since))]
}

function changedRounds(tx: BrandTransaction, since: Date): Promise<Due[]> {
  return tx
    .select('casino_round')
    .innerJoin('promo_award', (join) =>
      join
        .onRef('promo_award.brand_id', '=', 'casino_round.brand_id')
        .onRef('promo_award.account_id', '=', 'casino_round.account_id')
        .onRef('promo_award.currency', '=', 'casino_round.currency')
        .onRef('promo_award.made_at', '<=', 'casino_round.opened_at')
        .onRef('promo_award.losses_until', '>', 'casino_round.opened_at')
        .onRef('promo_award.losses_at', '<', 'casino_round.changed_at'),
    )
    .select(['promo_award.award_id', 'promo_award.account_id', 'promo_award.currency'])
    .distinct()
    .where('casino_round.changed_at', '>', since)
    .where('casino_round.state', '<>', 'open')
    .where('casino_round.mode', '=', 'real')
    .orderBy('promo_award.award_id')
    .execute()
}

async function workOut(tx: BrandTransaction, due: Due, of: LossPorts & { readonly now: Date }): Promise<void> {
  const { sections, games, now } = of
  // The accounts are locked before the award, as by every stake.
  const accounts = await lockPromoAccounts(tx, { accountId: due.account_id, currency: due.currency, now })
  const award = accounts && (await lockAward(tx, due.account_id, due.award_id))
  const task = award && lossTaskOf(award, sections)
  if (!task || award.state === 'refused' || award.state === 'expired') return
  const time = lossTimeOf(award)
  const { netMinor, changedAt } = await readLosses(tx, { player: award, task, time, games })
  const losses_at = changedAt ?? now
  await tx
    .update('promo_award', { losses_until: time.until, losses_at })
    .where('award_id', '=', award.award_id)
    .execute()
  const cause = `losses/${losses_at.getTime()}`
  await settleOutcome(tx, award, { ...of, accounts, cause, outcome: lossOutcome(task, netMinor), isOver: true })
}
