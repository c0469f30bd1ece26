import { type Selectable, sql } from 'kysely'
import type { StudioAct } from '#schemas'
import type { StudioTransaction } from '../../db/for-studio.ts'
import type { StudioDatabase } from '../../db/tables/studio-tables.ts'
import { sha256 } from '../brand-contents.ts'

/** An act to be logged. */
export interface NewAct {
  readonly at: Date
  /** Name of the account, or `command line`. */
  readonly account: string
  readonly brand?: string
  /** Noun and action, such as `brand.published`. */
  readonly act: string
  readonly details?: Readonly<Record<string, string | number | boolean>>
}

/** By what name the log calls a command, which no account has. */
export const COMMAND_LINE = 'command line'
/** What the hash of the first act continues. */
export const FIRST_LINK = '0'.repeat(64)
/** Any number will do, so long as no other lock has it: acts are written one after another. */
const CHAIN_LOCK = 7_541_210_240

/** Adds an act to the log, in the transaction of what it tells: neither is without the other. */
export async function logAct(tx: StudioTransaction, { at, account, brand, act, details = {} }: NewAct): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx)
  const last = await tx
    .selectFrom('studio.act')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  const sequence = Number(last?.sequence ?? 0) + 1
  const link = { sequence, at, account, brand: brand ?? null, act, details }
  const hash = actHash(link, last?.hash ?? FIRST_LINK)
  await tx
    .insertInto('studio.act')
    .values({ sequence, at, account, brand_id: brand ?? null, act, details: JSON.stringify(details), hash })
    .execute()
}

/** An act of the log as operators see it. */
export function loggedAct(row: Selectable<StudioDatabase['studio.act']>): StudioAct {
  const { sequence, at, account, brand_id, act, details, hash } = row
  const brand = brand_id === null ? {} : { brand: brand_id }
  return { sequence, at: at.toISOString(), account, ...brand, act, details, hash }
}

/** The hash of an act: SHA-256 over the hash before it and its own facts, details by name. */
export function actHash(
  act: Required<Omit<NewAct, 'brand'>> & { readonly sequence: number; readonly brand: string | null },
  previous: string,
): string {
  const details = Object.entries(act.details).sort(([left], [right]) => (left < right ? -1 : 1))
  const facts = [previous, act.sequence, act.at.toISOString(), act.account, act.brand, act.act, details]
  return sha256(new TextEncoder().encode(JSON.stringify(facts)))
}
