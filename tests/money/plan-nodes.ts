import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/tables/tables.ts'
import type { RecordedStatement } from '#tools/bench/loads/recorded-sql.ts'

/** A node of a plan, as PostgreSQL explains it. */
export interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** How PostgreSQL would answer a statement for a brand. */
export async function plansOf(
  db: Kysely<Database>,
  brand: string,
  { text, values }: RecordedStatement,
  role: string,
): Promise<Plan[]> {
  const rows = await db.transaction().execute(async (tx) => {
    await sql`select set_config('livery.brand_id', ${brand}, true)`.execute(tx)
    await sql`set local role ${sql.ref(role)}`.execute(tx)
    return (
      await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        CompiledQuery.raw(`explain (format json) ${text}`, [...values]),
      )
    ).rows
  })
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
  return rows.flatMap((row) => nodes(row['QUERY PLAN'][0].Plan))
}
