import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proveBooks } from '#cli/ledger/ledger-verify.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { isStorageOutage } from '#server/db/storage-outage.ts'
import { openFirstAccount } from '#server/money/currency-accounts.ts'
import { correctBalance } from '#server/money/ledger-correction.ts'
import { HAS_SERVERS, type ReplicatedServers, startReplicatedServers } from './replicated-servers.ts'

const BRAND = 'pier'
const WRITERS = 4
/** Acts before the fault, and after it. */
const ACTS = 60
const TIMEOUT_MS = 300_000
/** A database that is lost is looked at every two seconds. */
const BACK_WITHIN_MS = 30_000

describe.skipIf(!HAS_SERVERS)('PostgreSQL fails over to a standby', () => {
  let servers: ReplicatedServers
  let database: OpenDatabase
  let accountId = 0

  beforeAll(async () => {
    servers = await startReplicatedServers()
    database = await openDatabase({ dataDir: null, databaseUrl: servers.url, log: silentLog })
    accountId = await forBrand(database.db, BRAND).transaction(async (tx) => {
      const now = new Date()
      const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
      const { id } = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
      await openFirstAccount(tx, { accountId: id, currency: 'EUR', now })
      return id
    })
  }, TIMEOUT_MS)
  afterAll(async () => {
    await database?.close()
    await servers?.remove()
  }, TIMEOUT_MS)

  /** Gives the player a cent under a name. @throws StorageOutage while there is no primary */
  const give = (reference: string) =>
    forBrand(database.db, BRAND).transaction((tx) =>
      correctBalance(tx, {
        ...{ accountId, currency: 'EUR', amountMinor: 1, reference, reason: 'a failover' },
        now: new Date(),
      }),
    )

  test('the new primary is found without a restart; no act that was acknowledged is lost, none is done twice', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const acknowledged: { readonly name: string; readonly at: number }[] = []
    const failures: unknown[] = []
    let isOver = false
    /** Asks under the same name until it is answered, as clients do. */
    const write = async (writer: number) => {
      for (let act = 0; !isOver; act += 1) {
        const name = `act ${writer} ${act}`
        while (
          !(await give(name).then(
            () => true,
            (error: unknown) => void failures.push(error),
          ))
        )
          await new Promise((resolve) => setTimeout(resolve, 20))
        acknowledged.push({ name, at: performance.now() })
      }
    }
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    await expect.poll(() => acknowledged.length, { timeout: BACK_WITHIN_MS }).toBeGreaterThan(ACTS)
    const lostAt = performance.now()
    await servers.failOver()
    const promotedAt = performance.now()
    const after = () => acknowledged.filter(({ at }) => at > promotedAt)
    await expect.poll(() => after().length, { timeout: BACK_WITHIN_MS }).toBeGreaterThan(ACTS)
    isOver = true
    await writing
    const [first] = after()
    const ms = (until = 0) => Math.round(until - lostAt)
    console.log(`failover: promoted ${ms(promotedAt)} ms after the loss, first act ${ms(first?.at)} ms after it`)
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.filter((error) => !isStorageOutage(error))).toEqual([])
    const found = await forBrand(database.db, BRAND).transaction((tx) =>
      tx.select('ledger_transfer').select('reference').where('kind', '=', 'correction').execute(),
    )
    expect(found.map(({ reference }) => reference).toSorted()).toEqual(acknowledged.map(({ name }) => name).toSorted())
    const books = await proveBooks(database.db, BRAND)
    expect(books.brands.map(({ breaks, transfers }) => [breaks, transfers])).toEqual([[[], acknowledged.length]])
    await database.storage.check()
  })
})
