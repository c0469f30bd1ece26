import { gunzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { RecordedEvent } from '#schemas'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import type { Database } from '../../db/tables/tables.ts'
import { MOST_UNPACKED_BYTES } from './unpack-segment.ts'

/** A segment that is to be kept. */
export interface NewSegment {
  readonly session: string
  readonly accountId: number | null
  readonly device: string
  readonly language: string
  readonly chain: string
  readonly part: number
  /** Events as JSON, gzipped. */
  readonly body: Uint8Array
  readonly events: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly pages: readonly string[]
  /** What a recording has at most. */
  readonly limits: { readonly bytes: number; readonly lengthMs: number; readonly pages: number }
}

/** A recording without its events. */
export interface KeptRecording {
  readonly id: string
  readonly startedAt: Date
  readonly endedAt: Date
  readonly accountId: number | null
  readonly device: string
  readonly language: string
  readonly events: number
  readonly bytes: number
  readonly pages: readonly string[]
}

/** Which recordings are listed. */
export interface RecordingsWish {
  readonly since: Date
  readonly accountId?: number | undefined
}

/** Where recordings are kept. */
export interface RecordingStore {
  /** @returns how many events were kept; a segment that was there already counts. Why not, as a word, when the part does not follow the last of
   *  its chain, or the recording has become too long */
  readonly add: (brandId: string, segment: NewSegment) => Promise<number | 'out_of_order' | 'too_long'>
  readonly countRefusal: (brandId: string, reason: string, at: Date) => Promise<void>
  readonly refusals: (brandId: string, since: Date) => Promise<{ readonly reason: string; readonly count: number }[]>
  /** The newest first, 200 at most. */
  readonly list: (brandId: string, wish: RecordingsWish) => Promise<KeptRecording[]>
  /** A recording with its events: chain after chain, by the time of their beginning. Null when there is none. */
  readonly find: (
    brandId: string,
    id: string,
  ) => Promise<{ readonly recording: KeptRecording; readonly chains: readonly (readonly RecordedEvent[])[] } | null>
  /** Deletes recordings that began before a time. @returns how many, at most the batch */
  readonly deleteBefore: (brandId: string, before: Date, batch: number) => Promise<number>
}

const MOST_LISTED = 200

/** Keeps recordings in the database. */
export function createRecordingStore(db: Kysely<Database>): RecordingStore {
  const inBrand = <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(db, brandId).transaction(work)
  return {
    add: (brandId, segment) => inBrand(brandId, (tx) => addSegment(tx, segment)),
    countRefusal: (brandId, reason, at) =>
      inBrand(brandId, async (tx) => {
        await tx
          .insert('recording_refusal', { day: new Date(at.toISOString().slice(0, 10)), reason, segments: 1 })
          .onConflict((conflict) =>
            conflict
              .columns(['brand_id', 'day', 'reason'])
              .doUpdateSet({ segments: sql<number>`recording_refusal.segments + 1` }),
          )
          .execute()
      }),
    refusals: (brandId, since) =>
      inBrand(brandId, async (tx) => {
        const rows = await tx
          .select('recording_refusal')
          .select((of) => ['reason', of.fn.sum<number>('segments').as('count')])
          .where('day', '>=', new Date(since.toISOString().slice(0, 10)))
          .groupBy('reason')
          .orderBy('reason')
          .execute()
        return rows.map(({ reason, count }) => ({ reason, count: Number(count) }))
      }),
    list: (brandId, { since, accountId }) =>
      inBrand(brandId, async (tx) => {
        let query = tx.select('recording').selectAll().where('started_at', '>=', since)
        if (accountId !== undefined) query = query.where('account_id', '=', accountId)
        return (await query.orderBy('started_at', 'desc').limit(MOST_LISTED).execute()).map(keptRecording)
      }),
    find: (brandId, id) => inBrand(brandId, (tx) => findRecording(tx, id)),
    deleteBefore: (brandId, before, batch) =>
      inBrand(brandId, async (tx) => {
        const old = await tx
          .select('recording')
          .select('recording_id')
          .where('started_at', '<', before)
          .limit(batch)
          .execute()
        if (old.length === 0) return 0
        const ids = old.map(({ recording_id }) => recording_id)
        const { numDeletedRows } = await tx.delete('recording').where('recording_id', 'in', ids).executeTakeFirst()
        return Number(numDeletedRows)
      }),
  }
}

async function addSegment(tx: BrandTransaction, segment: NewSegment): Promise<number | 'out_of_order' | 'too_long'> {
  const { session, accountId, chain, part, body, events, firstAt, lastAt, limits } = segment
  await tx
    .insert('recording', {
      ...{ session_id: session, account_id: accountId, device: segment.device, language: segment.language },
      ...{ started_at: firstAt, ended_at: lastAt, events: 0, bytes: 0, pages: '[]' },
    })
    .onConflict((conflict) => conflict.expression(sql`brand_id, session_id, coalesce(account_id, 0)`).doNothing())
    .execute()
  const row = await tx
    .select('recording')
    .selectAll()
    .where('session_id', '=', session)
    .where('account_id', 'is not distinct from', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { recording_id } = row
  const last = await tx
    .select('recording_segment')
    .select('part')
    .where('recording_id', '=', recording_id)
    .where('chain_id', '=', chain)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
  const expected = (last?.part ?? -1) + 1
  if (part < expected) return events
  const isEmpty = row.events === 0
  const refusal = part > expected ? 'out_of_order' : isTooLong(row, segment) ? 'too_long' : null
  if (refusal) {
    if (isEmpty) await tx.delete('recording').where('recording_id', '=', recording_id).execute()
    return refusal
  }
  await tx.insert('recording_segment', { recording_id, chain_id: chain, part, first_at: firstAt, body }).execute()
  await tx
    .update('recording', {
      started_at: row.started_at < firstAt ? row.started_at : firstAt,
      ended_at: row.ended_at > lastAt ? row.ended_at : lastAt,
      events: row.events + events,
      bytes: Number(row.bytes) + body.length,
      pages: JSON.stringify([...row.pages, ...segment.pages].slice(0, limits.pages)),
    })
    .where('recording_id', '=', recording_id)
    .execute()
  return events
}

function isTooLong(
  row: { readonly bytes: number; readonly started_at: Date },
  { body, lastAt, limits }: NewSegment,
): boolean {
  return Number(row.bytes) + body.length > limits.bytes || lastAt.getTime() - row.started_at.getTime() > limits.lengthMs
}

async function findRecording(tx: BrandTransaction, id: string) {
  const row = await tx.select('recording').selectAll().where('recording_id', '=', id).executeTakeFirst()
  if (!row) return null
  const segments = await tx
    .select('recording_segment')
    .select(['chain_id', 'part', 'first_at', 'body'])
    .where('recording_id', '=', id)
    .orderBy('part')
    .execute()
  const chains = [...Map.groupBy(segments, ({ chain_id }) => chain_id).values()]
    .toSorted(([one], [other]) => Number(one?.first_at) - Number(other?.first_at))
    .map((parts) => parts.flatMap(({ body }) => eventsIn(body)))
  return { recording: keptRecording(row), chains }
}

function eventsIn(body: Uint8Array): readonly RecordedEvent[] {
  return JSON.parse(gunzipSync(body, { maxOutputLength: 2 * MOST_UNPACKED_BYTES }).toString('utf8')) as RecordedEvent[]
}

function keptRecording(row: {
  readonly recording_id: string
  readonly started_at: Date
  readonly ended_at: Date
  readonly account_id: number | null
  readonly device: string
  readonly language: string
  readonly events: number
  readonly bytes: number
  readonly pages: readonly string[]
}): KeptRecording {
  return {
    ...{ id: row.recording_id, startedAt: row.started_at, endedAt: row.ended_at, device: row.device },
    ...{ accountId: row.account_id === null ? null : Number(row.account_id), language: row.language },
    ...{ events: row.events, bytes: Number(row.bytes), pages: row.pages },
  }
}
