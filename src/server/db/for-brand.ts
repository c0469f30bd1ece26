import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import {
  CompiledQuery,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type Transaction,
  type Updateable,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import { tracedFor } from '#server/tracing/tracing.ts'
import { NAME_BRAND } from './joined-client.ts'
import { PLAN_IS_OLD, sqlState } from './sql-state.ts'
import type { DatabaseFunction, DatabaseFunctions } from './tables/database-functions.ts'
import type { FeedDatabase } from './tables/feed-tables.ts'
import type { StudioDatabase } from './tables/studio-tables.ts'
import type { Database } from './tables/tables.ts'

export type TableName = keyof Database & string

/** A row to insert: what the table asks for, without the brand. */
export type NewRow<Table extends TableName> = Omit<Insertable<Database[Table]>, 'brand_id'>

/** The columns to change: any but the brand. */
export type Changes<Table extends TableName> = Omit<Updateable<Database[Table]>, 'brand_id'>

// biome-ignore lint/complexity/noBannedTypes: kysely's own name for "nothing selected yet"
type Nothing = {}

/** Statements on one brand's rows within one transaction. The brand is set on what is inserted and asked for in what is
 *  read, changed or deleted; tables joined to it are held to the brand by row-level security. */
export interface BrandTransaction {
  readonly brandId: string
  select<Table extends TableName>(table: Table): SelectQueryBuilder<Database, Table, Nothing>
  insert<Table extends TableName>(
    table: Table,
    rows: NewRow<Table> | readonly NewRow<Table>[],
  ): InsertQueryBuilder<Database, Table, InsertResult>
  update<Table extends TableName>(
    table: Table,
    changes: Changes<Table>,
  ): UpdateQueryBuilder<Database, Table, Table, UpdateResult>
  delete<Table extends TableName>(table: Table): DeleteQueryBuilder<Database, Table, DeleteResult>
  /** Calls a function of the database on the brand's rows: one statement, whatever it does. @returns the rows that it gives */
  call<Name extends DatabaseFunction>(
    name: Name,
    ...given: DatabaseFunctions[Name]['given']
  ): Promise<DatabaseFunctions[Name]['row'][]>
  /** The feed as this transaction sees it: every brand reads it and none writes. */
  readonly feed: FeedReader
  /** Runs statements on the studio's tables in this transaction, as the studio's own role: what an operator does with a brand's rows
   *  is logged with it or not done. After a failure nothing more can be done in the transaction. */
  inStudio<Result>(work: (tx: Transaction<StudioDatabase>) => Promise<Result>): Promise<Result>
  /** Runs `work` once the transaction is committed; never when it is not. */
  afterCommit(work: () => void): void
}

/** What reads the tables of the feed. */
export type FeedReader = Pick<Kysely<FeedDatabase>, 'selectFrom'>

/** What somebody else does at the end of a transaction, with what it has come to; when it throws, all is undone. */
export type TransactionEnd<Outcome> = (tx: BrandTransaction, outcome: Outcome) => Promise<void>

/** The only way to a brand's rows. */
export interface BrandDoor {
  readonly brandId: string
  /** Runs `work` in one READ COMMITTED transaction. A serialisation failure or deadlock (40001, 40P01), and a plan that is old, runs it
   *  again, so it may change nothing but the database. @throws Error when one is already open in this call chain */
  transaction<Result>(work: (tx: BrandTransaction) => Promise<Result>): Promise<Result>
}

const RETRIED = new Set(['40001', '40P01', PLAN_IS_OLD])
const MAX_RUNS = 5
const RETRY_STEP_MS = 5
const NESTED = 'a transaction is already open: pass it on instead of opening another'
/** The transaction that the running call chain is in. What the chain leaves behind, timers say, inherits it when it is over. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Opens the door to one brand's rows. */
export function forBrand(db: Kysely<Database>, brandId: string): BrandDoor {
  if (!brandId) throw new Error('forBrand: the brand id is empty')
  return {
    brandId,
    async transaction(work) {
      for (let run = 1; ; run++) {
        const outcome = await runOnce(db, brandId, work).catch((error: unknown) => {
          if (run >= MAX_RUNS || !RETRIED.has(sqlState(error) ?? '')) throw error
        })
        if (outcome) {
          for (const callback of outcome.committed) callback()
          return outcome.result
        }
        await delay(run * RETRY_STEP_MS)
      }
    },
  }
}

async function runOnce<Result>(
  db: Kysely<Database>,
  brandId: string,
  work: (tx: BrandTransaction) => Promise<Result>,
): Promise<{ readonly result: Result; readonly committed: readonly (() => void)[] }> {
  const committed: (() => void)[] = []
  const run = async (trx: Transaction<Database>) => {
    await trx.executeQuery(CompiledQuery.raw(NAME_BRAND, ['livery.brand_id', brandId]))
    return work(createBrandTransaction(trx, brandId, committed))
  }
  const result = await asOnlyTransaction(() => tracedFor(brandId, () => db.transaction().execute(run)))
  return { result, committed }
}

/** Runs the one transaction of a call chain: where there is only one connection, a second inside it would wait for the
 *  first indefinitely.
 *  @throws Error when one is already open in this call chain */
export async function asOnlyTransaction<Result>(run: () => Promise<Result>): Promise<Result> {
  if (current.getStore()?.isOpen) throw new Error(NESTED)
  const scope = { isOpen: true }
  try {
    return await current.run(scope, run)
  } finally {
    scope.isOpen = false
  }
}

function createBrandTransaction(
  trx: Transaction<Database>,
  brandId: string,
  committed: (() => void)[],
): BrandTransaction {
  const brandOf = (table: TableName) => sql.ref<string>(`${table}.brand_id`)
  return {
    brandId,
    select(table) {
      const query = trx.selectFrom(table as TableName).where(brandOf(table), '=', brandId)
      return query as unknown as SelectQueryBuilder<Database, typeof table, Nothing>
    },
    insert(table, rows) {
      const list = Array.isArray(rows) ? rows : [rows]
      const values = list.map((row) => ({ ...row, brand_id: brandId })) as unknown as Insertable<
        Database[typeof table]
      >[]
      return trx.insertInto(table).values(values)
    },
    update(table, changes) {
      const query = trx.updateTable(table as TableName).set(changes as Updateable<Database[TableName]>)
      return query.where(brandOf(table), '=', brandId) as unknown as UpdateQueryBuilder<
        Database,
        typeof table,
        typeof table,
        UpdateResult
      >
    },
    delete(table) {
      const query = trx.deleteFrom(table as TableName).where(brandOf(table), '=', brandId)
      return query as unknown as DeleteQueryBuilder<Database, typeof table, DeleteResult>
    },
    async call(name, ...given) {
      const values = sql.join([brandId, ...given].map((value) => sql.val(value)))
      const { rows } = await sql<
        DatabaseFunctions[typeof name]['row']
      >`select * from ${sql.table(name)}(${values})`.execute(trx)
      return rows
    },
    feed: trx as unknown as FeedReader,
    async inStudio(work) {
      await sql`set local role livery_studio`.execute(trx)
      const result = await work(trx as unknown as Transaction<StudioDatabase>)
      await sql`set local role livery_tenant`.execute(trx)
      return result
    },
    afterCommit: (work) => committed.push(work),
  }
}

/** The brands whose outbox holds a message due at `now`. */
export function brandsWithDueMessages(db: Kysely<Database>, now: Date): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx
      .selectFrom('outbox')
      .select('brand_id')
      .distinct()
      .where('state', '=', 'queued')
      .where('next_attempt_at', '<=', now),
  )
}

/** Before which moments what is over is old. */
export interface Moments {
  /** Of sessions and codes: their end. */
  readonly ended: Date
  /** Of accounts that were never activated and of documents that were never sent: their making. */
  readonly pending: Date
  /** Of messages that are sent or given up: their writing. */
  readonly messages: Date
  /** Of answers kept for a request that is sent again: their end. */
  readonly answers: Date
  /** Of challenges that a sign-in or a passkey waits for, and of addresses that wait for their proof: their end. */
  readonly challenges: Date
  /** Of browsers in which a player has signed in: the latest time. */
  readonly browsers: Date
}

/** The brands that have rows which are old. */
export function brandsWithOldRows(db: Kysely<Database>, moments: Moments): Promise<string[]> {
  const { ended, pending, messages, answers, challenges, browsers } = moments
  return askAllBrands(db, (trx) =>
    trx
      .selectFrom('session')
      .select('brand_id')
      .where(sql<Date>`least(expires_at, ended_at)`, '<', ended)
      .union(
        trx.selectFrom('one_time_code').select('brand_id').where(sql<Date>`least(expires_at, used_at)`, '<', ended),
      )
      .union(trx.selectFrom('social_transaction').select('brand_id').where('expires_at', '<', ended))
      .union(trx.selectFrom('kept_answer').select('brand_id').where('expires_at', '<', answers))
      .union(trx.selectFrom('saved_coupon').select('brand_id').where('expires_at', '<', challenges))
      .union(
        trx
          .selectFrom('casino_session')
          .select('brand_id')
          .where('mode', '=', 'fun')
          .where('expires_at', '<', challenges),
      )
      .union(trx.selectFrom('sign_in_challenge').select('brand_id').where('expires_at', '<', challenges))
      .union(trx.selectFrom('passkey_challenge').select('brand_id').where('expires_at', '<', challenges))
      .union(trx.selectFrom('known_browser').select('brand_id').where('last_used_at', '<', browsers))
      .union(trx.selectFrom('contact_change').select('brand_id').where('expires_at', '<', challenges))
      .union(
        trx
          .selectFrom('identification')
          .select('brand_id')
          .where('state', '=', 'uploaded')
          .where('changed_at', '<', pending),
      )
      .union(
        trx.selectFrom('account').select('brand_id').where('state', '=', 'pending').where('created_at', '<', pending),
      )
      .union(
        trx.selectFrom('outbox').select('brand_id').where('state', '!=', 'queued').where('created_at', '<', messages),
      ),
  )
}

/** The brands whose players were there since a moment. */
export function brandsWithSessionsSince(db: Kysely<Database>, since: Date): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx.selectFrom('session').select('brand_id').distinct().where('last_seen_at', '>=', since),
  )
}

/** The brands with browsers that take push messages, or messages that wait. */
export function brandsWithPushDevices(db: Kysely<Database>): Promise<string[]> {
  return askAllBrands(db, (trx) => trx.selectFrom('push_device').select('brand_id').distinct())
}

/** The brands that have values which are sealed by the server's keys. */
export function brandsWithSealedValues(db: Kysely<Database>): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx
      .selectFrom('two_factor')
      .select('brand_id')
      .union(trx.selectFrom('identification').select('brand_id'))
      .union(trx.selectFrom('push_key').select('brand_id'))
      .union(trx.selectFrom('push_device').select('brand_id')),
  )
}

/** The brands that have books. */
export async function brandsWithBooks(db: Kysely<Database>): Promise<string[]> {
  const brands = await askAllBrands(db, (trx) => trx.selectFrom('ledger_transfer').select('brand_id').distinct())
  return brands.sort()
}

/** The brands with players who are noted as playing there, since before a moment. */
export function brandsWithActivePlayers(db: Kysely<Database>, before: Date): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx
      .selectFrom('player_activity')
      .select('brand_id')
      .distinct()
      .where('state', 'in', ['active', 'leaving'])
      .where('changed_at', '<', before),
  )
}

/** The brands with payments that are to be sent or asked after at `now`. */
export function brandsWithDuePayments(db: Kysely<Database>, now: Date): Promise<string[]> {
  return askAllBrands(db, (trx) => trx.selectFrom('payment').select('brand_id').distinct().where('ask_at', '<=', now))
}

/** The brands with rounds of the engine's own games that nobody has gone on with since a moment. */
export function brandsWithLeftRounds(db: Kysely<Database>, before: Date): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx
      .selectFrom('casino_round')
      .select('brand_id')
      .distinct()
      .where('state', '=', 'open')
      .where('provider_id', '=', 'livery')
      .where('changed_at', '<', before),
  )
}

/** The brands where a bonus waits for a deposit. */
export function brandsWithClaimedAwards(db: Kysely<Database>): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx.selectFrom('promo_award').select('brand_id').distinct().where('state', '=', 'claimed'),
  )
}

/** The brands where a bonus waits for bets or is played through, or has ended since. */
export function brandsWithActiveAwards(db: Kysely<Database>, since: Date): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx
      .selectFrom('promo_award')
      .select('brand_id')
      .distinct()
      .where((where) =>
        where.or([
          where('state', 'in', ['claimed', 'queued', 'active', 'ready', 'staked']),
          where('ended_at', '>', since),
        ]),
      ),
  )
}

/** The brands with deposits that were charged back. */
export function brandsWithChargebacks(db: Kysely<Database>): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx.selectFrom('payment').select('brand_id').distinct().where('state', '=', 'disputed'),
  )
}

/** The brands that have a bonus whose time is over at `now`. */
export function brandsWithOverdueAwards(db: Kysely<Database>, now: Date): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx
      .selectFrom('promo_award')
      .select('brand_id')
      .distinct()
      .where('state', 'in', ['claimed', 'queued', 'active', 'ready'])
      .where('expires_at', '<=', now),
  )
}

/** The brands with money at providers of games that is to be looked for at `now`. */
export function brandsWithMoneyAway(db: Kysely<Database>, now: Date): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx.selectFrom('casino_away').select('brand_id').distinct().where('look_at', '<=', now),
  )
}

/** The brands with free rounds that a provider of games has to hear of at `now`. */
export function brandsWithRoundsToGive(db: Kysely<Database>, now: Date): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx.selectFrom('casino_free_award').select('brand_id').distinct().where('look_at', '<=', now),
  )
}

/** The brands with friends of players to count at `now`, or marks of visits from before a day.
 *  @param day yyyy-MM-dd */
export function brandsWithDueReferrals(db: Kysely<Database>, now: Date, day: string): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx
      .selectFrom('referral')
      .select('brand_id')
      .where('count_at', '<=', now)
      .union(trx.selectFrom('referral_visit_mark').select('brand_id').where('day', '<', day)),
  )
}

/** The brands for which the built-in provider has events to send at `now`. */
export function brandsWithSimulatedEvents(db: Kysely<Database>, now: Date): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx.selectFrom('simulated_event').select('brand_id').distinct().where('due_at', '<=', now),
  )
}

/** The brands where a stake is held whose bet is due at `now`. */
export async function brandsWithDueBets(db: Kysely<Database>, now: Date): Promise<string[]> {
  const held = await askAllBrands(db, (trx) =>
    trx
      .selectFrom('bet_reservation')
      .select('brand_id')
      .distinct()
      .where('state', '=', 'held')
      .where('due_at', '<=', now),
  )
  const taken = await askAllBrands(db, (trx) =>
    trx
      .selectFrom('bet_taking')
      .select('brand_id')
      .distinct()
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now),
  )
  return [...new Set([...held, ...taken])]
}

/** The brands that have bets. One after the other is looked up in the index: reading all bets would take ever longer. */
export function brandsWithBets(db: Kysely<Database>): Promise<string[]> {
  return askAllBrands(db, (trx) =>
    trx
      .withRecursive('brand', (brand) =>
        brand
          .selectFrom('bet')
          .select(sql<string | null>`min(brand_id)`.as('brand_id'))
          .unionAll(
            brand
              .selectFrom('brand')
              .select(
                sql<string | null>`(select min(bet.brand_id) from bet where bet.brand_id > brand.brand_id)`.as(
                  'brand_id',
                ),
              )
              .where('brand_id', 'is not', null),
          ),
      )
      .selectFrom('brand')
      .select('brand_id')
      .where('brand_id', 'is not', null)
      .$narrowType<{ brand_id: string }>(),
  )
}

type BrandQuestion = (trx: Transaction<Database>) => { execute(): Promise<{ brand_id: string }[]> }

/** Which brands a question is true of: all that is ever asked across brands, as a role that can read nothing else. */
function askAllBrands(db: Kysely<Database>, question: BrandQuestion): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`set local role livery_system`.execute(trx)
    return (await question(trx).execute()).map((row) => row.brand_id)
  })
}
