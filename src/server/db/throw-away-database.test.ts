import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { dropCopies, SERVER_URL, TEMPLATE, throwAwayDatabase } from './throw-away-database.test-support.ts'

const place = await throwAwayDatabase()
afterEach(() => void vi.unstubAllEnvs())

async function isThere(name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: SERVER_URL })
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  await client.end()
  return rowCount === 1
}

test.skipIf(!place)(
  'what the files of a run leave on a PostgreSQL server is dropped at its end, and nothing else',
  { timeout: 90_000 },
  async () => {
    if (!place) return
    await place.create()
    vi.stubEnv(TEMPLATE, place.name)
    const copies = await Promise.all([throwAwayDatabase(), throwAwayDatabase()])
    for (const copy of copies) await copy?.create()
    await copies[0]?.leave()
    const are = () => Promise.all([place, ...copies].map((one) => isThere(one?.name ?? '')))
    expect(await are()).toEqual([true, true, true])
    await dropCopies(place.name)
    expect(await are()).toEqual([true, false, false])
    await place.drop()
  },
)
