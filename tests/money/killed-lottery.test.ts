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
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { createLotteryCrash } from './lottery-crash.ts'

const CHILD = fileURLToPath(new URL('./lottery-child.ts', import.meta.url))
const TIMES = 20
/** How much later each process is killed than the one before it; on a slow machine, where that one came no further, so many times as much. */
const STEP_MS = { PostgreSQL: 15, embedded: 150 }
const LONGER = 3
/** How many work at once; on the embedded database two in the long suite alone. */
const PROCESSES = [
  ['a process', 1],
  ['two processes at once', 2],
] as const
const { LIVERY_LONG: isLong } = process.env
const server = await throwAwayDatabase()

describe.each(server ? (['PostgreSQL', 'embedded'] as const) : (['embedded'] as const))(
  'lotteries whose server is killed (%s)',
  (engine) => {
    test.each(PROCESSES.slice(0, engine === 'embedded' && !isLong ? 1 : 2))(
      `LOT-4, LOT-5: %s, killed ${TIMES} times while closing, drawing, calling and paying: each ticket is settled once, and the books are right`,
      {
        timeout: 600_000,
      },
      async (_what, processes) => {
        const folder = await mkdtemp(join(tmpdir(), 'livery-lottery-'))
        const made = engine === 'PostgreSQL' ? await throwAwayDatabase() : null
        await made?.create()
        const open = () => openDatabase({ dataDir: made ? null : folder, databaseUrl: made?.url, log: silentLog })
        /** Opens the database for a moment: a folder has one process at a time. */
        const within = async <Result>(act: (at: ReturnType<typeof createLotteryCrash>) => Promise<Result>) => {
          const database = await open()
          return act(createLotteryCrash(database.db)).finally(() => database.close())
        }
        try {
          const players = await within((at) => at.sell())
          const seen = new Set<string>()
          let ms = 0
          let latest = ''
          for (let count = 0; count < TIMES; count += 1) {
            // The second lives a little longer than the first: it continues with what that one has left.
            const lives = Array.from({ length: processes }, (_, other) => ms + other * STEP_MS[engine])
            await Promise.all(lives.map((life) => killedAfter(made?.url ?? folder, life)))
            const states = await within(statesOf)
            for (const state of states) seen.add(state)
            ms += STEP_MS[engine] * (states.join() === latest ? LONGER : 1)
            latest = states.join()
          }
          // It has died at different steps, not twenty times before the first one or after the last.
          expect(seen.size).toBeGreaterThan(2)
          await within((at) => at.settle())
          await within(async (at) => {
            await at.settle()
            const [draws, rounds] = await at.door.transaction(async (tx) => [
              await tx
                .select('lottery_ticket')
                .select(['account_id', 'state', 'price_minor', 'payout_minor'])
                .execute(),
              await tx
                .select('lottery_bingo_ticket')
                .select(['account_id', 'state', 'price_minor', 'payout_minor'])
                .execute(),
            ])
            for (const tickets of [draws, rounds]) {
              expect(tickets).toHaveLength(at.tickets)
              expect(tickets.filter(({ state }) => state !== 'won' && state !== 'lost')).toEqual([])
            }
            const bought = at.tickets / players.length / 25
            for (const accountId of players) {
              const own = [...draws, ...rounds].filter((ticket) => ticket.account_id === accountId)
              const won = own.reduce((sum, { payout_minor }) => sum + payout_minor, 0)
              const accounts = await at.door.transaction((tx) => listCurrencyAccounts(tx, accountId))
              expect(accounts[0]?.balanceMinor).toBe(100_000 - 2 * bought * 20 + won)
            }
            expect(await at.held()).toMatchObject({ lottery_pool: 0 })
            expect((await at.proveBooks()).breaks).toEqual([])
          })
        } finally {
          await made?.drop()
          await rm(folder, { recursive: true, force: true })
        }
      },
    )
  },
)

/** How far the draw and the round have come that have tickets. */
async function statesOf({ door }: ReturnType<typeof createLotteryCrash>): Promise<readonly string[]> {
  return door.transaction(async (tx) => {
    const draw = await tx.select('lottery_draw').select('state').orderBy('draw_id').executeTakeFirstOrThrow()
    const round = await tx.select('lottery_bingo_round').select('state').orderBy('round_id').executeTakeFirstOrThrow()
    return [`draw ${draw.state}`, `round ${round.state}`]
  })
}

/** Lets the child work, and kills it without warning so many milliseconds after it has begun. */
async function killedAfter(place: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, [CHILD, place], { stdio: ['ignore', 'pipe', 'inherit'] })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  await delay(ms)
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
