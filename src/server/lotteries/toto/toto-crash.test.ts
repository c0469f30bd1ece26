import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { crashScene } from './toto-crash.test-support.ts'

const CHILD = fileURLToPath(new URL('./toto-child.test-support.ts', import.meta.url))
const BRAND = 'crash'
const TICKETS = 1200
const TIMES = 20
/** How much later each process is killed than the one before it; on a slow machine, where that one came no further, so many times as much. */
const STEP_MS = { PostgreSQL: 10, embedded: 60 }
const LONGER = 3
const ENGINES = ['PostgreSQL', 'embedded'] as const
/** How many work at once; on the embedded database two in the long suite alone. */
const PROCESSES = [
  ['a process', 1],
  ['two processes at once', 2],
] as const
const { LIVERY_LONG: isLong } = process.env
const server = await throwAwayDatabase()

describe.each(server ? ENGINES.slice(0, isLong ? 2 : 1) : ENGINES.slice(1))(
  'a server that is killed while it closes, settles and pays a draw of toto (%s)',
  (engine) => {
    test.each(PROCESSES.slice(0, engine === 'embedded' && !isLong ? 1 : 2))(
      `LOT-4: %s, killed ${TIMES} times: no ticket is lost or paid twice, and the books are right`,
      {
        timeout: 600_000,
      },
      async (_what, processes) => {
        const folder = await mkdtemp(join(tmpdir(), 'livery-toto-'))
        const made = engine === 'PostgreSQL' ? await throwAwayDatabase() : null
        await made?.create()
        const place = made?.url ?? folder
        /** Opens the database for a moment: the process that is killed is then the one that holds the folder. */
        const within = async <Result>(act: (at: ReturnType<typeof crashScene>) => Promise<Result>) => {
          const database = await openDatabase({ dataDir: made ? null : folder, databaseUrl: made?.url, log: silentLog })
          return act(crashScene(database.db, BRAND)).finally(() => database.close())
        }
        try {
          const { accountId, before } = await within(async (at) => {
            const drawId = await at.door.transaction((tx) =>
              at.toto.desk.make(tx, { pool: 'football', gameIds: at.games, operator: 'olga' }),
            )
            const player = await at.newPlayer()
            for (let count = 0; count < TICKETS; count += 1)
              await at.toto.buy(player, { guid: at.newGuid(), drawId, marks: [[0], [0], [count % 3]], unitsPerLine: 1 })
            return { accountId: player.accountId, before: await at.cash(player.accountId) }
          })
          const seen = new Set<string>()
          let ms = 0
          let latest = ''
          for (let count = 0; count < TIMES; count += 1) {
            // The second lives a little longer than the first: it continues with what that one has left.
            const lives = Array.from({ length: processes }, (_, other) => ms + other * STEP_MS[engine])
            await Promise.all(lives.map((life) => killedAfter([place, BRAND], life)))
            ms += STEP_MS[engine]
            if (count % 2 === 0) continue
            const progress = await within(progressOf)
            seen.add(progress)
            if (progress === latest) ms += LONGER * STEP_MS[engine]
            latest = progress
          }
          // It has died at different steps, not twenty times before the first one or after the last.
          expect(seen.size).toBeGreaterThan(2)
          await within(async (at) => {
            at.end()
            await Promise.all([at.toto.work(BRAND), at.toto.work(BRAND)])
            const tickets = await at.door.transaction((tx) =>
              tx.select('toto_ticket').select(['payout_minor', 'state', 'revision']).execute(),
            )
            const paid = tickets.reduce((sum, { payout_minor }) => sum + payout_minor, 0)
            expect(tickets.filter(({ state }) => state === 'won')).toHaveLength(TICKETS)
            expect(tickets.every(({ revision }) => revision === 1)).toBe(true)
            expect(await at.cash(accountId)).toBe(before + paid)
            expect(await at.held()).toMatchObject({ pool: 0 })
            expect((await at.door.transaction(proveLedger)).breaks).toEqual([])
          })
        } finally {
          await made?.drop()
          await rm(folder, { recursive: true, force: true })
        }
      },
    )
  },
)

/** How far the draw has come: its status, and how many tickets are not paid. */
async function progressOf({ door }: ReturnType<typeof crashScene>): Promise<string> {
  return door.transaction(async (tx) => {
    const { status } = await tx.select('toto_draw').select('status').executeTakeFirstOrThrow()
    const open = tx.select('toto_ticket').select(({ fn }) => fn.countAll<string>().as('count'))
    const { count } = await open.where('revision', '=', 0).executeTakeFirstOrThrow()
    return `${status}, ${count} to pay`
  })
}

/** Lets the child work, and kills it without warning so many milliseconds after it has begun. */
async function killedAfter(args: readonly string[], ms: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  await delay(ms)
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
