import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'

const [PLAYERS, TICKETS_EACH, DRAWS] = [100, 30, 10]
const DAY_MS = 86_400_000
const NOW = new Date('2026-03-20T12:00:00Z')

await describeOnEachEngine('tickets of many players', (database) => {
  test('asking what one player has played, or what has changed of all since yesterday, reads those tickets alone, before the database has counted its rows', async () => {
    const door = forBrand(database().db, 'tickets')
    const accountId = await door.transaction(seedTickets)
    const asked = (of: number | null) =>
      door.transaction(async (tx) => {
        const before = await ticketsRead(tx)
        const played = await tx.call('lottery_played', of, of === null ? NOW : new Date(0))
        return { played: played.length, read: (await ticketsRead(tx)) - before }
      })
    const one = await asked(accountId)
    expect(one.played).toBe(TICKETS_EACH)
    expect(one.read).toBeLessThan(2 * TICKETS_EACH)
    // Of the draws, one is open and one was closed today.
    const all = await asked(null)
    expect(all.played).toBe((2 * PLAYERS * TICKETS_EACH) / DRAWS)
    expect(all.read).toBeLessThan(2 * all.played)
  })
})

/** Draws that were paid on days before, and an open one; every player has tickets of each. @returns a player */
async function seedTickets(tx: BrandTransaction): Promise<number> {
  const draws = Array.from({ length: DRAWS }, (_, at) => {
    const over = at === 0 ? null : new Date(NOW.getTime() - (at - 1) * 3 * DAY_MS)
    const status = over ? ('paid' as const) : ('open' as const)
    const times = { opens_at: new Date(0), closes_at: over ?? NOW, closed_at: over, resulted_at: over }
    return {
      ...{ pool: 'p', type_id: 1, number: at, terms: '{}', currency: 'EUR', exponent: 2, status, made_by: null },
      ...{ ...times, is_done: over !== null },
    }
  })
  const made = await tx
    .insert('toto_draw', draws as never)
    .returning(['draw_id', 'closed_at'])
    .execute()
  const row = { registered_by: 'fast_reg', state: 'active', created_at: NOW, activated_at: NOW } as const
  const players = await tx.insert('account', Array(PLAYERS).fill(row)).returning('account_id').execute()
  let number = 0
  for (const { account_id } of players) {
    const tickets = Array.from({ length: TICKETS_EACH }, (_, at) => {
      const draw = made[at % DRAWS]
      const placed_at = new Date((draw?.closed_at ?? NOW).getTime() - 3_600_000)
      number += 1
      return {
        ...{ ticket_id: number, draw_id: draw?.draw_id, account_id, guid: crypto.randomUUID(), marks: '[]', lines: 1 },
        ...{ units_per_line: 1, stake_minor: 100, funds: '{"cash":100}', placed_at },
        state: draw?.closed_at ? 'lost' : 'open',
      }
    })
    await tx.insert('toto_ticket', tickets as never).execute()
  }
  return players[50]?.account_id ?? 0
}

/** Rows of tickets that the transaction has read so far, by an index or without one. */
async function ticketsRead(tx: BrandTransaction): Promise<number> {
  const rows = sql<number>`(
    select coalesce(idx_tup_fetch, 0) + seq_tup_read from pg_stat_xact_user_tables where relname = 'toto_ticket')::int8`
  return (await tx.select('account').select(rows.as('n')).limit(1).executeTakeFirstOrThrow()).n
}
