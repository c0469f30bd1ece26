import { expect, test } from 'vitest'
import { describeOnEachEngine } from './engines.test-support.ts'
import { forBrand } from './for-brand.ts'
import { openDatabase } from './open-database.ts'
import { countWaiting } from './waiting-rows.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const EARLIER = new Date('2026-03-01T11:00:00Z')

await describeOnEachEngine('countWaiting', (database) => {
  test('counts what is due in all brands, and nothing that is sent or not due', async () => {
    const { db } = database()
    expect(await countWaiting(db, NOW, NOW)).toEqual({ bets: 0, messages: 0, payments: 0, rounds: 0 })
    const message = (state: 'queued' | 'sent', next: Date) => ({
      ...{ kind: 'mail' as const, recipient: 'n@mail.example', template: 'none', language: 'en', params: '{}' },
      ...{ state, attempts: 0, created_at: EARLIER, next_attempt_at: next },
    })
    for (const brand of ['wait-red', 'wait-blue'])
      await forBrand(db, brand).transaction(async (tx) => {
        for (const row of [message('queued', EARLIER), message('sent', EARLIER), message('queued', NOW)])
          await tx.insert('outbox', row as never).execute()
      })
    expect(await countWaiting(db, NOW, NOW)).toMatchObject({ messages: 2, bets: 0 })
    expect(await countWaiting(db, EARLIER, EARLIER)).toMatchObject({ messages: 0 })
  })
})

test('a slow statement is logged without its values, and counted', async () => {
  const lines: { readonly of: object; readonly text: string }[] = []
  const note = (of: object, text: string) => void lines.push({ of, text })
  const log = { info: () => undefined, warn: note, error: note } as never
  const database = await openDatabase({ dataDir: null, log, slowMs: 30 })
  try {
    const door = forBrand(database.db, 'slow')
    const before = database.slowStatements()
    await door.transaction(async (tx) => {
      await tx.insert('outbox', SECRET as never).execute()
      await tx
        .select('outbox')
        .select((is) => is.fn<string>('pg_sleep', [is.val(0.05)]).as('slept'))
        .where('recipient', '=', SECRET.recipient)
        .execute()
    })
    expect(database.slowStatements()).toBeGreaterThan(before)
    const slept = lines.filter(({ of, text }) => text.includes('slow') && JSON.stringify(of).includes('pg_sleep'))
    expect(slept).toEqual([
      {
        of: { ms: expect.any(Number), statement: expect.stringMatching(/^select pg_sleep/) },
        text: 'database: a slow statement',
      },
    ])
    expect(JSON.stringify(lines)).not.toContain(SECRET.recipient)
  } finally {
    await database.close()
  }
}, 60_000)

const SECRET = {
  ...{ kind: 'mail', recipient: 'secret@mail.example', template: 'none', language: 'en', params: '{}' },
  ...{ state: 'queued', attempts: 0, created_at: NOW, next_attempt_at: NOW },
}
