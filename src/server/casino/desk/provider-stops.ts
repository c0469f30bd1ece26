import { type Selectable, sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CasinoProviderStopTable } from '#server/db/tables/casino-tables.ts'

/** A provider that an operator has stopped. */
export type ProviderStop = Omit<Selectable<CasinoProviderStopTable>, 'brand_id'>

/** Whether an operator has stopped a provider: it takes no stakes and opens no games, and what was begun comes to its end (W40). */
export async function isStopped(tx: BrandTransaction, providerId: string): Promise<boolean> {
  const row = await tx
    .select('casino_provider_stop')
    .select('provider_id')
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return row !== undefined
}

/** The same of the provider of a session, in a statement that reads it. */
export const IS_STOPPED = sql<boolean>`exists (select from casino_provider_stop stop
  where stop.brand_id = casino_session.brand_id and stop.provider_id = casino_session.provider_id)`

/** The providers that are stopped, by their ids. */
export async function readStops(tx: BrandTransaction): Promise<ReadonlyMap<string, ProviderStop>> {
  const rows = await tx
    .select('casino_provider_stop')
    .select(['provider_id', 'stopped_at', 'stopped_by', 'reason'])
    .execute()
  return new Map(rows.map((row) => [row.provider_id, row]))
}

/** Stops a provider. @returns false when it is stopped already */
export async function stopProvider(tx: BrandTransaction, stop: ProviderStop): Promise<boolean> {
  const row = await tx
    .insert('casino_provider_stop', stop)
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Lets a provider continue. @returns false when it was not stopped */
export async function startProvider(tx: BrandTransaction, providerId: string): Promise<boolean> {
  const rows = await tx
    .delete('casino_provider_stop')
    .where('provider_id', '=', providerId)
    .returning('provider_id')
    .execute()
  return rows.length > 0
}
