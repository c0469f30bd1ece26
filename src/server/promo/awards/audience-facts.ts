import { sql } from 'kysely'
import type { AudienceFacts } from '#machines/promo/awards/audience.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

const DAY_MS = 86_400_000

/** What is known of a player when it is asked whether a campaign is for them. */
export async function audienceFacts(tx: BrandTransaction, accountId: number, now: Date): Promise<AudienceFacts> {
  const account = await tx
    .select('account')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const member = await tx.select('loyalty_member').select('tier').where('account_id', '=', accountId).executeTakeFirst()
  const identification = await tx
    .select('identification')
    .select('state')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const lastAt = (await lastPlayAt(tx, accountId)) ?? account.created_at
  return {
    tier: member?.tier ?? null,
    deposits: await depositsOf(tx, accountId),
    idleDays: daysSince(lastAt, now),
    registeredDays: daysSince(account.created_at, now),
    isIdentified: identification?.state === 'verified',
  }
}

async function depositsOf(tx: BrandTransaction, accountId: number): Promise<number> {
  const row = await tx
    .select('payment')
    .select(sql<number>`coalesce(max(deposit_number), 0)::int`.as('made'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.made ?? 0
}

/** When a player last placed a bet or began a round of a game for money; null where they never did. */
async function lastPlayAt(tx: BrandTransaction, accountId: number): Promise<Date | null> {
  const bet = await tx
    .select('bet')
    .select('created_at as at')
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const round = await tx
    .select('casino_round')
    .select('opened_at as at')
    .where('account_id', '=', accountId)
    .where('mode', '=', 'real')
    .orderBy('opened_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const moments = [bet?.at, round?.at].flatMap((at) => at?.getTime() ?? [])
  return moments.length === 0 ? null : new Date(Math.max(...moments))
}

function daysSince(at: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - at.getTime()) / DAY_MS))
}
