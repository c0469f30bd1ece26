import type { Selectable } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { CasinoMode, CasinoSessionTable } from '#server/db/tables/casino-tables.ts'
import type { CasinoPorts, CasinoSections, Gamer } from '../casino-ports.ts'
import { isStopped } from '../desk/provider-stops.ts'
import { readBalance } from '../wallet/balance.ts'

export type SessionRow = Selectable<CasinoSessionTable>

/** What a session is opened for. */
export interface NewSession {
  readonly providerId: string
  readonly gameId: string
  readonly mode: CasinoMode
  /** ISO 4217 code. */
  readonly currency: string
  readonly country: string
  readonly device: 'desktop' | 'mobile'
  /** The award whose free rounds are played in it. */
  readonly freeAwardId?: number
}

/** Opens a session of a game: for money after the guard was asked whether the player may play at all, for fun by anybody (CAS-7).
 *  @throws AppError casino.provider_stopped, access.denied for a guest who wants money, casino.no_account, or the reason of the guard */
export async function openSession(
  tx: BrandTransaction,
  ports: CasinoPorts,
  of: {
    readonly gamer: Gamer
    readonly wanted: NewSession
    readonly sections: CasinoSections
    readonly isLaunched: boolean
  },
): Promise<SessionRow> {
  const { gamer, wanted, sections, isLaunched } = of
  const now = ports.clock()
  const exponent = sections.global.currencies[wanted.currency]?.exponent
  if (exponent === undefined) throw new AppError('casino.no_account', { currency: wanted.currency })
  if (await isStopped(tx, wanted.providerId)) throw new AppError('casino.provider_stopped')
  if (wanted.mode === 'real') await admit(tx, ports, { gamer, currency: wanted.currency, now })
  return tx
    .insert('casino_session', {
      ...{ session_id: ports.newId(), account_id: gamer.accountId, provider_id: wanted.providerId },
      ...{ game_id: wanted.gameId, mode: wanted.mode, currency: wanted.currency, exponent, country: wanted.country },
      ...{ device: wanted.device, fun_minor: wanted.mode === 'fun' ? sections.casino.funMinor : null, opened_at: now },
      free_award_id: wanted.freeAwardId ?? null,
      ...{ launched_at: isLaunched ? now : null, expires_at: new Date(now.getTime() + sections.casino.sessionMs) },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function admit(
  tx: BrandTransaction,
  { guard }: CasinoPorts,
  { gamer, currency, now }: { readonly gamer: Gamer; readonly currency: string; readonly now: Date },
): Promise<void> {
  const { accountId } = gamer
  if (accountId === null) throw new AppError('access.denied')
  if ((await readBalance(tx, accountId, currency)) === null) throw new AppError('casino.no_account', { currency })
  const refusal = await guard(tx, { path: 'casino', accountId, currency, amountMinor: 0, now })
  if (refusal) throw new AppError(refusal.reason, refusal.params)
}

/** A session that its owner may see. @throws AppError casino.session_unknown */
export async function findSession(tx: BrandTransaction, gamer: Gamer, sessionId: string): Promise<SessionRow> {
  const row = await tx
    .select('casino_session')
    .selectAll('casino_session')
    .where('session_id', '=', storableText(sessionId))
    .executeTakeFirst()
  if (!row || row.account_id !== ownerIn(row, gamer)) throw new AppError('casino.session_unknown')
  return row
}

/** A session that its owner may use, locked until the end of the transaction. @throws AppError casino.session_unknown */
export async function lockSession(tx: BrandTransaction, gamer: Gamer, sessionId: string): Promise<SessionRow> {
  const row = await tx
    .select('casino_session')
    .selectAll('casino_session')
    .where('session_id', '=', storableText(sessionId))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row || row.account_id !== ownerIn(row, gamer)) throw new AppError('casino.session_unknown')
  return row
}

/** Anybody who knows a guest's session plays it; one of a player is theirs alone. */
function ownerIn({ account_id }: SessionRow, { accountId }: Gamer): number | null {
  return account_id === null ? null : accountId
}

/** Ends a session; rounds that are open can be ended in another one. */
export async function closeSession(tx: BrandTransaction, { session_id }: SessionRow, now: Date): Promise<void> {
  await tx
    .update('casino_session', { closed_at: now })
    .where('session_id', '=', session_id)
    .where('closed_at', 'is', null)
    .execute()
}

/** Whether new rounds may begin in a session. */
export function isLive({ closed_at, expires_at }: SessionRow, now: Date): boolean {
  return closed_at === null && expires_at > now
}
