import type { Selectable } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CasinoAwayTable, CasinoTransferTable } from '#server/db/tables/casino-tables.ts'
import type { MoneyAway } from './transfer-money.ts'

export type TransferRow = Selectable<CasinoTransferTable>
export type AwayRow = Selectable<CasinoAwayTable>

/** How soon what is not known is asked after, and how long at most between two questions. */
export const ASK_MS = 5000
const MOST_ASK_MS = 3_600_000
const MOST_AT_ONCE = 100

/** The transfer that is under way between a player and a provider. */
export function openTransfer(
  tx: BrandTransaction,
  { providerId, accountId, currency }: MoneyAway,
): Promise<TransferRow | undefined> {
  return tx
    .select('casino_transfer')
    .selectAll('casino_transfer')
    .where('provider_id', '=', providerId)
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('state', '=', 'intended')
    .executeTakeFirst()
}

/** Keeps a transfer as intended. */
export async function insertTransfer(
  tx: BrandTransaction,
  { providerId, accountId, currency }: MoneyAway,
  of: Pick<CasinoTransferTable, 'direction' | 'amount_minor'> & { readonly id: string; readonly now: Date },
): Promise<TransferRow> {
  const { id, now, direction, amount_minor } = of
  return tx
    .insert('casino_transfer', {
      ...{ transfer_id: id, provider_id: providerId, account_id: accountId, currency, direction, amount_minor },
      ...{ state: 'intended', created_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Says when money at a provider is looked for next. */
export async function setLook(
  tx: BrandTransaction,
  { providerId, accountId, currency }: MoneyAway,
  change: Pick<AwayRow, 'look_at' | 'silences'>,
): Promise<void> {
  await tx
    .update('casino_away', change)
    .where('provider_id', '=', providerId)
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .execute()
}

/** Where a player may have money. */
export function awayOf(tx: BrandTransaction, accountId: number, providerId: string | undefined): Promise<AwayRow[]> {
  const rows = tx
    .select('casino_away')
    .selectAll('casino_away')
    .where('account_id', '=', accountId)
    .where('look_at', 'is not', null)
  return (providerId === undefined ? rows : rows.where('provider_id', '=', providerId)).execute()
}

/** Where money of a session may be. */
export function awayFor(tx: BrandTransaction, sessionId: string): Promise<AwayRow[]> {
  return tx
    .select('casino_away')
    .selectAll('casino_away')
    .where('session_id', '=', sessionId)
    .where('look_at', 'is not', null)
    .execute()
}

/** Whose money is to be looked for: what is under way, and what was moved for a session that is over or for a player who has signed out. */
export function dueAway(tx: BrandTransaction, now: Date): Promise<AwayRow[]> {
  return tx
    .select('casino_away')
    .innerJoin('casino_session', (join) =>
      join
        .onRef('casino_session.brand_id', '=', 'casino_away.brand_id')
        .onRef('casino_session.session_id', '=', 'casino_away.session_id'),
    )
    .selectAll('casino_away')
    .where('look_at', '<=', now)
    .where((where) =>
      where.or([
        where('casino_session.closed_at', 'is not', null),
        where('casino_session.expires_at', '<=', now),
        where('casino_away.silences', '>', 0),
        where.not(
          where.exists(
            where
              .selectFrom('session')
              .select('session.session_id')
              .whereRef('session.brand_id', '=', 'casino_away.brand_id')
              .whereRef('session.account_id', '=', 'casino_away.account_id')
              .where('session.ended_at', 'is', null)
              .where('session.expires_at', '>', now),
          ),
        ),
        where.exists(
          where
            .selectFrom('casino_transfer')
            .select('casino_transfer.transfer_id')
            .whereRef('casino_transfer.brand_id', '=', 'casino_away.brand_id')
            .whereRef('casino_transfer.provider_id', '=', 'casino_away.provider_id')
            .whereRef('casino_transfer.account_id', '=', 'casino_away.account_id')
            .whereRef('casino_transfer.currency', '=', 'casino_away.currency')
            .where('casino_transfer.state', '=', 'intended'),
        ),
      ]),
    )
    .orderBy('look_at')
    .limit(MOST_AT_ONCE)
    .execute()
}

/** Looks at money later, each time after twice as long. */
export async function later(
  tx: BrandTransaction,
  of: Pick<AwayRow, 'provider_id' | 'account_id' | 'currency'>,
  now: Date,
): Promise<void> {
  const away = { providerId: of.provider_id, accountId: of.account_id, currency: of.currency }
  const row = await tx
    .select('casino_away')
    .select('silences')
    .where('provider_id', '=', away.providerId)
    .where('account_id', '=', away.accountId)
    .where('currency', '=', away.currency)
    .executeTakeFirst()
  const silences = (row?.silences ?? 0) + 1
  const waitMs = Math.min(ASK_MS * 2 ** Math.min(silences, 20), MOST_ASK_MS)
  await setLook(tx, away, { look_at: new Date(now.getTime() + waitMs), silences })
}
