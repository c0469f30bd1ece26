import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Span } from './span.ts'

/** Visitors of a variant. */
export interface VariantVisitors {
  readonly sid: string
  readonly seen: number
  /** Of them those who reached the goal after they had seen it. */
  readonly reached: number
}

/** What is counted of experiments. */
export interface VariantWish {
  readonly sids: readonly string[]
  /** Number of the event by which a variant is seen, and of the goal. */
  readonly seenNumber: number
  readonly goal: number
}

/** Counts visitors by the variant that they saw first; bots are left out. */
export async function variantCounts(
  tx: BrandTransaction,
  { sids, seenNumber, goal }: VariantWish,
  { from, to }: Span,
): Promise<VariantVisitors[]> {
  if (sids.length === 0) return []
  const sid = sql<string>`metrics->>'s1'`
  const seen = await tx
    .select('analytics_event')
    .select((of) => ['visitor_id', sid.as('sid'), of.fn.min<Date>('at').as('at')])
    .where('number', '=', seenNumber)
    .where('is_bot', '=', false)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where(sid, 'in', [...sids])
    .groupBy(['visitor_id', sid])
    .orderBy('at')
    .execute()
  const reached = await tx
    .select('analytics_event')
    .select((of) => ['visitor_id', of.fn.max<Date>('at').as('at')])
    .where('number', '=', goal)
    .where('is_bot', '=', false)
    .where('at', '>=', from)
    .groupBy('visitor_id')
    .execute()
  const goalAt = new Map(reached.map(({ visitor_id, at }) => [visitor_id, at.getTime()]))
  const counts = new Map(sids.map((one) => [one, { seen: 0, reached: 0 }]))
  const counted = new Set<string>()
  for (const { visitor_id, sid: shown, at } of seen) {
    const count = counts.get(shown)
    if (!count || counted.has(visitor_id)) continue
    counted.add(visitor_id)
    count.seen += 1
    if ((goalAt.get(visitor_id) ?? 0) >= at.getTime()) count.reached += 1
  }
  return [...counts].map(([shown, count]) => ({ sid: shown, ...count }))
}
