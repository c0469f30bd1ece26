import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Environment } from '#schemas'
import { deleteOldChanges } from '#server/account/contacts/contact-changes.ts'
import { deleteOldCodes, deleteOldPendingAccounts, deleteOldSessions } from '#server/account/old-account-rows.ts'
import { deleteOldPasskeyChallenges } from '#server/account/passkeys/passkey-challenge.ts'
import { deleteOldBrowsers, KNOWN_BROWSER_MS } from '#server/account/sign-in/known-browsers.ts'
import { deleteOldTransactions } from '#server/account/social/social-transactions.ts'
import { deleteOldSecondSteps } from '#server/account/two-factor/sign-in-challenge.ts'
import { deleteOldCoupons } from '#server/betting/saved-coupons.ts'
import { deleteOldFunGames } from '#server/casino/play/old-fun-games.ts'
import { type BrandTransaction, brandsWithOldRows, forBrand, type Moments } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { deleteOldMessages } from '#server/delivery/old-messages.ts'
import { deleteUnsentDocuments } from '#server/protection/unsent-documents.ts'
import { deleteOldAnswers } from '#server/registration/kept-answers.ts'
import { createRounds, type Rounds } from './rounds.ts'

export interface CleanUpPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly log: Pick<Logger, 'info' | 'error'>
  readonly environment: Pick<
    Environment,
    'LIVERY_KEEP_ENDED_DAYS' | 'LIVERY_KEEP_PENDING_DAYS' | 'LIVERY_KEEP_MESSAGES_DAYS'
  >
  /** Removes documents whose upload was cut off. @returns how many */
  readonly removeOrphans?: () => Promise<number>
  /** Time between two rounds, in milliseconds. */
  readonly everyMs?: number
}

/** How many rows went, by what they were. */
export type Cleaned = Readonly<
  Record<
    | 'sessions'
    | 'codes'
    | 'browsers'
    | 'accounts'
    | 'messages'
    | 'socialSignIns'
    | 'answers'
    | 'coupons'
    | 'funGames'
    | 'secondSteps'
    | 'passkeyChallenges'
    | 'contactChanges'
    | 'unsentDocuments'
    | 'documents',
    number
  >
>

export interface CleanUp extends Pick<Rounds, 'start' | 'stop'> {
  /** Deletes what is over now. @returns what went, of all brands */
  run(): Promise<Cleaned>
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** Rows of one transaction: few enough that nobody waits for it. */
const BATCH = 500

type Step = (tx: BrandTransaction, moments: Moments) => Promise<number>

const STEPS: readonly (readonly [keyof Cleaned, Step])[] = [
  ['sessions', (tx, { ended }) => deleteOldSessions(tx, ended, BATCH)],
  ['codes', (tx, { ended }) => deleteOldCodes(tx, ended, BATCH)],
  ['browsers', (tx, { browsers }) => deleteOldBrowsers(tx, browsers, BATCH)],
  ['accounts', (tx, { pending }) => deleteOldPendingAccounts(tx, pending, BATCH)],
  ['socialSignIns', (tx, { ended }) => deleteOldTransactions(tx, ended, BATCH)],
  ['secondSteps', (tx, { challenges }) => deleteOldSecondSteps(tx, challenges, BATCH)],
  ['passkeyChallenges', (tx, { challenges }) => deleteOldPasskeyChallenges(tx, challenges, BATCH)],
  ['contactChanges', (tx, { challenges }) => deleteOldChanges(tx, challenges, BATCH)],
  [
    'unsentDocuments',
    (tx, { pending, challenges }) => deleteUnsentDocuments(tx, { before: pending, now: challenges }, BATCH),
  ],
  ['answers', (tx, { answers }) => deleteOldAnswers(tx, answers, BATCH)],
  ['funGames', (tx, { challenges }) => deleteOldFunGames(tx, challenges, BATCH)],
  ['coupons', (tx, { challenges }) => deleteOldCoupons(tx, challenges, BATCH)],
  ['messages', (tx, { messages }) => deleteOldMessages(tx, messages, BATCH)],
]

/** Deletes what is over in all brands: each row through its brand's door, in batches that pass over what another process is
 *  deleting, so that several processes may clean at once. */
export function createCleanUp({
  db,
  clock,
  log,
  environment,
  removeOrphans,
  everyMs = HOUR_MS,
}: CleanUpPorts): CleanUp {
  async function cleanBrand(brandId: string, moments: Moments, cleaned: Record<keyof Cleaned, number>): Promise<void> {
    for (const [what, step] of STEPS) {
      for (let gone = BATCH; gone === BATCH && !isStopping(); cleaned[what] += gone)
        gone = await forBrand(db, brandId).transaction((tx) => step(tx, moments))
    }
  }
  async function run(): Promise<Cleaned> {
    const cleaned: Record<keyof Cleaned, number> = {
      sessions: 0,
      codes: 0,
      browsers: 0,
      accounts: 0,
      messages: 0,
      socialSignIns: 0,
      answers: 0,
      coupons: 0,
      funGames: 0,
      secondSteps: 0,
      passkeyChallenges: 0,
      contactChanges: 0,
      unsentDocuments: 0,
      documents: 0,
    }
    const moments = momentsAt(clock(), environment)
    for (const brandId of await brandsWithOldRows(db, moments)) {
      // One brand's trouble does not keep the others' rows.
      await cleanBrand(brandId, moments, cleaned).catch((error: unknown) =>
        logFailure(log, error, { brandId }, 'clean-up: a brand was left as it is'),
      )
    }
    if (removeOrphans && !isStopping()) cleaned.documents = await removeOrphans()
    return cleaned
  }
  async function runAndLog(): Promise<void> {
    try {
      log.info(await run(), 'clean-up: done')
    } catch (error) {
      logFailure(log, error, {}, 'clean-up: the database could not be read')
    }
  }
  const { start, stop, isStopping } = createRounds('clean-up', runAndLog, everyMs)
  return { run, start, stop }
}

function momentsAt(now: Date, environment: CleanUpPorts['environment']): Moments {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  return {
    ended: ago(environment.LIVERY_KEEP_ENDED_DAYS),
    pending: ago(environment.LIVERY_KEEP_PENDING_DAYS),
    messages: ago(environment.LIVERY_KEEP_MESSAGES_DAYS),
    answers: now,
    challenges: now,
    browsers: new Date(now.getTime() - KNOWN_BROWSER_MS),
  }
}
