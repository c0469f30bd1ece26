import { sql } from 'kysely'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Span } from '../span.ts'
import { beginOf, type FunnelRules } from './packed-days.ts'

/** A funnel: its steps and rules. */
export interface Funnel extends FunnelRules {
  readonly steps: readonly number[]
}

/** Funnels of a brand that are kept, those that were asked for latest, and days for which one is kept that nobody asks for. */
const MOST_FUNNELS = 50
const KEPT_DAYS = 35

/** The name under which a funnel is kept: that of any other whose answers are the same. */
export function nameOf({ steps, without = [], windowMs }: Funnel): string {
  const leaving = [...new Set(without)].sort((one, other) => one - other)
  return `${steps.join()}/${leaving.join()}/${windowMs}`
}

function funnelNamed(name: string): Funnel {
  const [steps = '', without = '', windowMs = ''] = name.split('/')
  const numbers = (text: string) => text.split(',').filter(Boolean).map(Number)
  return { steps: numbers(steps), without: numbers(without), windowMs: Number(windowMs) }
}

/** Notes that a funnel was asked for, so that its days are summed from now on; others that nobody asks for are given up. */
export async function noteFunnel(tx: BrandTransaction, funnel: Funnel, { from }: Span): Promise<void> {
  const [name, day] = [nameOf(funnel), new Date(beginOf(from.getTime()))]
  await tx
    .insert('analytics_funnel', { funnel: name, first_day: day, asked_at: sql`now()` as unknown as Date })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'funnel']).doUpdateSet({
        first_day: sql`least(analytics_funnel.first_day, excluded.first_day)`,
        asked_at: sql`now()`,
      }),
    )
    .execute()
  const latest = tx.select('analytics_funnel').select('funnel').orderBy('asked_at', 'desc').limit(MOST_FUNNELS)
  const old = sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`
  await tx
    .delete('analytics_funnel')
    .where((where) => where.or([where('funnel', 'not in', latest), where('asked_at', '<', old)]))
    .execute()
}

/** The funnels of a brand that were asked for, each with its earliest day. */
export async function askedFunnels(tx: BrandTransaction): Promise<{ funnel: Funnel; firstDay: Date }[]> {
  const rows = await tx.select('analytics_funnel').select(['funnel', 'first_day']).orderBy('asked_at', 'desc').execute()
  return rows.map(({ funnel, first_day: firstDay }) => ({ funnel: funnelNamed(funnel), firstDay }))
}
