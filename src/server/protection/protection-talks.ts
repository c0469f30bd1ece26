import { type SqlBool, sql } from 'kysely'
import type { DeskPart } from '#server/db/desk-part.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { ProtectionActTable } from '#server/db/tables/protection-tables.ts'

/** Something that operators speak with a player about: a deposit limit that they want, a finding that they are vulnerable, or signs of risk; or what came
 *  of such a talk. */
export interface ProtectionTalk {
  readonly act_id: number
  readonly account_id: number
  readonly kind: ProtectionActTable['kind']
  readonly detail: Readonly<Record<string, string | number | null>>
  readonly at: Date
}

/** What asks for a talk: a player's wish, or what an adapter has found. */
const ASKS = sql<SqlBool>`(protection_act.kind in ('contact_asked', 'risk_noticed') or (protection_act.kind = 'vulnerability_checked' and protection_act.detail ->> 'outcome' = 'vulnerable' and protection_act.detail ->> 'operator' is null))`
/** What says how a talk went. */
const SAYS = sql<SqlBool>`(protection_act.kind in ('contacted', 'risk_reviewed') or (protection_act.kind = 'vulnerability_checked' and protection_act.detail ->> 'operator' is not null))`
/** That it is the last word of its kind about its player. */
const IS_LAST = sql<SqlBool>`not exists (select 1 from protection_act later where later.brand_id = protection_act.brand_id and later.account_id = protection_act.account_id and later.act_id > protection_act.act_id
  and (later.kind = protection_act.kind or (protection_act.kind = 'contact_asked' and later.kind = 'contacted') or (protection_act.kind = 'risk_noticed' and later.kind = 'risk_reviewed')))`

/** The talks that wait, the longest waiting first, or those that were had, the latest first. */
export function talksAtDesk(
  tx: BrandTransaction,
  { isDone, most, skip = 0, only }: DeskPart,
): Promise<ProtectionTalk[]> {
  let wanted = talks(tx).where(isDone ? SAYS : sql<SqlBool>`${ASKS} and ${IS_LAST}`)
  if (only) wanted = wanted.where('act_id', 'in', [...only])
  return wanted
    .orderBy('act_id', isDone ? 'desc' : 'asc')
    .limit(most)
    .offset(skip)
    .execute()
}

/** How many talks wait. */
export async function countTalks(tx: BrandTransaction): Promise<number> {
  const row = await tx
    .select('protection_act')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', 'in', ['contact_asked', 'vulnerability_checked', 'risk_noticed'])
    .where(sql<SqlBool>`${ASKS} and ${IS_LAST}`)
    .executeTakeFirstOrThrow()
  return row.count
}

/** A talk, and whether it waits; undefined when the number is that of none. */
export async function findTalk(
  tx: BrandTransaction,
  item: number,
): Promise<(ProtectionTalk & { readonly isWaiting: boolean }) | undefined> {
  return talks(tx)
    .select(sql<boolean>`${ASKS} and ${IS_LAST}`.as('isWaiting'))
    .where('act_id', '=', item)
    .where(sql<SqlBool>`(${ASKS} or ${SAYS})`)
    .executeTakeFirst()
}

function talks(tx: BrandTransaction) {
  return tx
    .select('protection_act')
    .select(['act_id', 'account_id', 'kind', 'detail', 'at'])
    .where('kind', 'in', ['contact_asked', 'contacted', 'vulnerability_checked', 'risk_noticed', 'risk_reviewed'])
}
