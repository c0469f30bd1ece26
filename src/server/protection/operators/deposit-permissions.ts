import type { ResponsibleConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { GuardedMoney, MoneyRefusal } from '#server/money/money-guard.ts'

/** The keys of the configuration that say who is in the file of all operators. */
export type FileSettings = Pick<ResponsibleConfig, 'operatorsFile'>

/** For how long a deposit may begin that the file has counted; later it is counted again. */
const PERMISSION_MS = 600_000

/** Whether the file of all operators has players of a country. */
export function isFiled({ operatorsFile: file }: FileSettings, country: string | null): boolean {
  if (!file) return false
  return file.countries.length === 0 || (country !== null && file.countries.includes(country))
}

/** Why a deposit has to wait for the file of all operators: it has not counted this one. What it has counted is taken for one deposit alone. */
export async function fileRefusal(
  tx: BrandTransaction,
  { path, accountId, currency, amountMinor, now }: GuardedMoney,
  settings: FileSettings,
): Promise<MoneyRefusal | null> {
  if (path !== 'deposit' || amountMinor === 0 || !settings.operatorsFile) return null
  const profile = await tx.select('profile').select('country').where('account_id', '=', accountId).executeTakeFirst()
  if (!isFiled(settings, profile?.country ?? null)) return null
  const open = await tx
    .select('deposit_permission')
    .select('permission_id as id')
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where('amount_minor', '=', amountMinor)
    .where('used_at', 'is', null)
    .where('asked_at', '>', new Date(now.getTime() - PERMISSION_MS))
    .orderBy('permission_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!open) return { reason: 'protection.operators_unasked' }
  await tx.update('deposit_permission', { used_at: now }).where('permission_id', '=', open.id).execute()
  return null
}

/** Keeps that the file has counted a deposit, once for its name. */
export async function keepPermission(
  tx: BrandTransaction,
  of: Pick<GuardedMoney, 'accountId' | 'currency' | 'amountMinor' | 'now'> & { readonly id: string },
): Promise<void> {
  const { accountId: account_id, id: deposit_id, currency, amountMinor: amount_minor, now: asked_at } = of
  await tx
    .insert('deposit_permission', { account_id, deposit_id, currency, amount_minor, asked_at, used_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'account_id', 'deposit_id'])
        .doUpdateSet({ asked_at })
        .where('deposit_permission.used_at', 'is', null),
    )
    .execute()
}
