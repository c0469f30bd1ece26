import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { AppError } from '#calls/app-error.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { keepRecords, readRecords } from '#server/protection/safe/safe-records.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { createRounds, type Rounds } from '../rounds.ts'

/** Where an authority reads the records of a brand, under the brand's own host. */
export const SAFE_RECORDS_PATH = '/safe-server/records'
/** Records of an answer; the next ones are asked for by the number of the last. */
const AT_ONCE = 1000
/** How often what was posted is recorded. */
const EVERY_MS = 5000

/** What the safe records are joined with. */
export interface SafeRecordsPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** The rounds that record, for each brand that names whom for, what has moved its players' money (RG-14). */
export function safeRoundsOf({
  database,
  brands,
  clock,
  log,
}: SafeRecordsPorts): Rounds & { readonly run: () => Promise<void> } {
  const record = async (brandId: string) => {
    const answer = await brands.siteForBrand(brandId)
    const recipient = answer.status === 'ok' ? answer.site.config.responsible.safeServerRecipient : undefined
    if (!recipient) return
    const door = forBrand(database.db, brandId)
    while ((await door.transaction((tx) => keepRecords(tx, { recipient, now: clock() }))) > 0);
  }
  // Who is not served here has had no money moved here.
  const run = async () => {
    for (const brandId of brands.loadedIds())
      await record(brandId).catch((error: unknown) =>
        logFailure(log, error, { brandId }, 'protection: the safe records of a brand are behind'),
      )
  }
  return { ...createRounds('safe records', run, EVERY_MS), run }
}

interface Route {
  readonly Querystring: { readonly after?: string }
}

/** Serves the records to who has the key: one JSON object a line, in their order. */
export function registerSafeRecords(
  app: FastifyInstance,
  siteOf: (request: FastifyRequest) => Promise<ResolvedSite>,
  { db }: Pick<OpenDatabase, 'db'>,
): void {
  app.get<Route>(SAFE_RECORDS_PATH, async (request, reply) => {
    const { brandId, config, secretOf } = await siteOf(request)
    const { safeServerRecipient, safeServerApiKey } = config.responsible
    if (!safeServerRecipient) throw new AppError('route.not_found')
    const key = safeServerApiKey === undefined ? undefined : secretOf(safeServerApiKey)
    if (key === undefined || !isSameText(request.headers.authorization ?? '', `Bearer ${key}`))
      throw new AppError('access.denied')
    const after = Number(request.query.after ?? 0)
    if (!Number.isSafeInteger(after) || after < 0)
      throw new AppError('request.invalid', { where: 'query/after', fault: 'is no number of a record' })
    const lines = await forBrand(db, brandId).transaction((tx) => readRecords(tx, after, AT_ONCE))
    return reply
      .header('cache-control', 'no-store')
      .type('application/x-ndjson')
      .send(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  })
}

/** Compares in a time that says nothing of where the texts differ. */
function isSameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
