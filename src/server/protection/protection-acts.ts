import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { ProtectionActTable } from '#server/db/tables/protection-tables.ts'

/** What was done to protect a player. */
export type ActKind = ProtectionActTable['kind']

/** An act of protection as it is kept. */
export interface ProtectionAct {
  readonly accountId: number
  readonly kind: ActKind
  readonly detail: Readonly<Record<string, string | number | null>>
  /** Hash of the brand's configuration by which it was done. */
  readonly configuration: string
  readonly now: Date
}

/** Keeps an act for good, with the version of the configuration (RG-17). */
export async function keepAct(
  tx: BrandTransaction,
  { accountId, kind, detail, configuration, now }: ProtectionAct,
): Promise<void> {
  await tx
    .insert('protection_act', { account_id: accountId, kind, detail: storableJson(detail), configuration, at: now })
    .execute()
}
