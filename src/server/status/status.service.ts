import type { SiteStatus } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { type FailureLog, logFailure } from '#server/db/storage-outage.ts'
import { createSharedAnswers } from '#server/feed/shared-answers.ts'
import { type StatusSections, statusParts, worstState } from './status.rules.ts'
import { readStatusFacts } from './status-facts.ts'

export interface StatusPorts {
  readonly database: Pick<OpenDatabase, 'db' | 'storage'>
  readonly clock: () => Date
  readonly log: FailureLog
}

/** The brand that is asked about. */
export interface StatusOf {
  readonly brandId: string
  readonly sections: StatusSections
  /** What the operator says, in the visitor's language. */
  readonly notice: string | undefined
}

/** How long an answer is shared: the page is open to everybody. */
const SHARED_MS = 5000
/** Data that take longer are as good as lost. */
const ANSWER_WITHIN_MS = 2000

export interface StatusService {
  readonly read: (of: StatusOf) => Promise<SiteStatus>
}

/** Says which parts of a brand work, from what its rows and the storage say; it never throws. */
export function createStatus({ database, clock, log }: StatusPorts): StatusService {
  const answers = createSharedAnswers({ shareMs: SHARED_MS, nowMs: () => clock().getTime() })
  const facts = async (brandId: string) => {
    await database.storage.check()
    return forBrand(database.db, brandId).transaction((tx) => readStatusFacts(tx, clock()))
  }
  const failed = (error: unknown) => {
    logFailure(log, error, {}, 'status: a brand could not be looked at')
    return null
  }
  const look = async ({ brandId, sections }: StatusOf) => {
    const known = await within(facts(brandId).catch(failed), ANSWER_WITHIN_MS)
    const parts = statusParts(sections, known)
    return { state: worstState(parts), parts, checkedAt: clock().toISOString() }
  }
  return {
    async read(of) {
      const found = await answers.share([of.brandId], () => look(of))
      return { ...found, ...(of.notice ? { notice: of.notice } : {}) }
    },
  }
}

/** What work brings; null when it takes too long. */
async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
