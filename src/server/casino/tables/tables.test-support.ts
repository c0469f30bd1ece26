import type { Kysely } from 'kysely'
import type { TableStake } from '#schemas'
import type { Database } from '#server/db/tables/tables.ts'
import { createTestCasino } from '../casino.test-support.ts'
import type { CasinoPorts } from '../casino-ports.ts'
import type { TableRoundRow } from './table-rows.ts'
import { createTables } from './tables.service.ts'

/** Tables with a clock that is moved by hand, and processes that run them. */
export async function createTestTables(db: Kysely<Database>, brandId: string, changes: Partial<CasinoPorts> = {}) {
  const casino = createTestCasino(db, brandId, changes)
  const tables = createTables(casino.ports)
  const { door, wait, now } = casino
  const step = (owner = 'one', isWanted = true, tableId = 'crash') => tables.step({ brandId, tableId, owner, isWanted })
  const row = (tableId = 'crash'): Promise<TableRoundRow> =>
    door.transaction((tx) =>
      tx
        .select('casino_table_round')
        .selectAll('casino_table_round')
        .where('table_id', '=', tableId)
        .orderBy('table_round_id', 'desc')
        .executeTakeFirstOrThrow(),
    )
  return {
    ...{ ...casino, tables, step, row },
    /** A player at a table, with a session. */
    sit: async (minor = 10_000, gameId = 'crash', mode: 'real' | 'fun' = 'real') => {
      const accountId = await casino.newPlayer(minor)
      const gamer = { brandId, accountId }
      const launch = { gameId, mode, device: 'mobile', currency: 'EUR', country: 'de' } as const
      const { session } = await casino.casino.launch(gamer, launch)
      const bet = async (stakes: readonly TableStake[], guid: string = crypto.randomUUID(), roundId?: number) =>
        tables.bet(gamer, session.session_id, { roundId: roundId ?? (await row(gameId)).table_round_id, guid, stakes })
      const cashOut = async (on = 'first', roundId?: number) =>
        tables.cashOut(gamer, session.session_id, { roundId: roundId ?? (await row(gameId)).table_round_id, on })
      const seat = () => tables.seat(gamer, session.session_id)
      return {
        accountId,
        gamer,
        sessionId: session.session_id,
        bet,
        cashOut,
        seat,
        balance: () => casino.balance(accountId),
      }
    },
    /** Gives the round that runs another result, and an end. */
    fix: async (result: number, endsInMs: number) => {
      const { table_round_id: id } = await row()
      await door.transaction((tx) =>
        tx
          .update('casino_table_round', { result, ends_at: new Date(now().getTime() + endsInMs) })
          .where('table_round_id', '=', id)
          .execute(),
      )
    },
    /** Lets the clock reach a moment. */
    until: (at: Date | null, moreMs = 0) => wait((at?.getTime() ?? 0) - now().getTime() + moreMs),
  }
}

/** The code of what refuses; `taken` when nothing does. */
export function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'taken',
    (error: { code?: string }) => error.code ?? String(error),
  )
}
