import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { Call } from '#calls/call.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { allSchemas } from '#server/wiring/http/schema-files.ts'
import type { TestRequest, TestServer } from './test-server.ts'

/** Somebody whose belongings others try to read and change. */
export interface Victim {
  readonly userId: number
  readonly passkeyId: string
  /** What names things of the victim: ids, an address. Others may know them. */
  readonly ids: readonly (string | number)[]
  /** What nobody else may ever learn, beside the ids. */
  readonly secrets: readonly string[]
}

/** One request in which a stranger names things of the victim. */
export interface Attempt {
  readonly url: string
  readonly request: TestRequest
}

/** Shorter values are found in an answer by chance. */
export const TELLING_LENGTH = 6

interface Schema {
  readonly $id: string
  readonly examples?: readonly unknown[]
}

const SCHEMAS = new Map((allSchemas() as unknown as Schema[]).map((schema) => [schema.$id, schema]))

/** Every request that a call's schemas let be made of its examples by putting an id of the victim in the place of a
 *  value of the same type, at each of its paths; besides, the call as it is with ids in the query that it has not asked for. */
export function attemptsOn(call: Call, { ids, userId }: Victim): readonly Attempt[] {
  const [body, query] = [exampleOf(call.body), exampleOf(call.query)]
  const segments = (call.segments ?? []).map(() => 'en')
  const variants = [
    { body, query: { ...query, userId, user_id: userId, account_id: userId }, segments },
    { body, query, segments },
    ...replaced(body, ids).map((changed) => ({ body: changed, query, segments })),
    ...replaced(query, ids).map((changed) => ({ body, query: changed, segments })),
    ...replaced(segments, ids).map((changed) => ({ body, query, segments: changed })),
  ]
  return [call.path, ...(call.alsoAt ? [call.alsoAt] : [])].flatMap((path) =>
    variants.map((variant) => attempt(call, path, variant)),
  )
}

/** What an answer reveals about the victim that its request did not name. */
export function leaksIn(answer: LightMyRequestResponse, { url, request }: Attempt, victim: Victim): readonly string[] {
  const asked = `${decodeURIComponent(url)} ${JSON.stringify(request.body ?? '')}`
  const told = `${answer.body} ${JSON.stringify(answer.headers)}`
  const marks = [...victim.ids, ...victim.secrets].map(String).filter(({ length }) => length >= TELLING_LENGTH)
  return marks.filter((mark) => told.includes(mark) && !asked.includes(mark))
}

/** Everything that the database keeps of an account: rows as text by their table, whatever tables there are. */
export async function belongingsOf(server: TestServer, accountId: number): Promise<Readonly<Record<string, string>>> {
  const { db } = server.database
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'account_id' and table_schema = current_schema() order by 1`.execute(db)
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const own = await forBrand(db, 'pier').transaction((tx) =>
      tx
        .select(name as 'identifier')
        .selectAll()
        .where('account_id', '=', accountId)
        .execute(),
    )
    found[name] = own
      .map((row) => JSON.stringify(row))
      .sort()
      .join('\n')
  }
  return found
}

/** The tables in which two looks at an account differ. */
export function changedTables(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.keys(after).filter((table) => before[table] !== after[table])
}

/** A value of a row, or of a body, with its name. */
export interface Leaf {
  readonly key: string
  readonly value: string | number
}

/** Every text and number in what the database keeps of an account. */
export function leavesOf(belongings: Readonly<Record<string, string>>): readonly Leaf[] {
  const rows = Object.values(belongings).flatMap((text) => (text ? text.split('\n') : []))
  return rows.flatMap((row) => leavesIn(JSON.parse(row)))
}

/** Every text and number in a value. @param key the name of the value itself */
export function leavesIn(value: unknown, key = ''): readonly Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ key, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => leavesIn(child, Array.isArray(value) ? key : name))
}

/** The ids in what the database keeps of an account, whatever it keeps. */
export function idsOf(belongings: Readonly<Record<string, string>>): readonly Leaf[] {
  return leavesOf(belongings).filter(({ key }) => key.endsWith('_id') && key !== 'brand_id')
}

interface Variant {
  readonly body: unknown
  readonly query: unknown
  readonly segments: unknown
}

function attempt({ method, body: takesBody }: Call, path: string, { body, query, segments }: Variant): Attempt {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).map(([key, value]) => [key, String(value)])
  const search = new URLSearchParams(pairs).toString()
  const steps = (segments as readonly (string | number)[]).map((step) => encodeURIComponent(step))
  const url = [path, ...steps].join('/') + (search ? `?${search}` : '')
  return { url, request: { method, ...(takesBody ? { body: body as object } : {}) } }
}

function exampleOf(name: string | undefined): Record<string, unknown> | undefined {
  if (name === undefined) return undefined
  const [example] = SCHEMAS.get(`https://livery.invalid/schemas/${name}.schema.json`)?.examples ?? []
  if (typeof example !== 'object' || example === null) throw new Error(`${name} has no example that is an object`)
  return example as Record<string, unknown>
}

/** Copies of a value in which one text, or one number, is another. */
function replaced(value: unknown, by: readonly (string | number)[]): unknown[] {
  if (typeof value === 'number') return by.filter((id) => typeof id === 'number')
  if (typeof value === 'string') return by.map(String)
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => replaced(item, by).map((changed) => value.with(index, changed)))
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    replaced(child, by).map((changed) => ({ ...value, [key]: changed })),
  )
}
