import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#cli/commands.ts'
import type { BackupOutput, DatabaseErrorOutput, PlaceBetSelection, RestoreOutput } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { BENCH_BRAND, BRANDS, registerPlayer, sendTo } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBettor, openBeside, placeOnce, seedGame, stormBet } from '#tools/bench/loads/bettors.ts'
import { startEngine } from '#tools/bench/server-process.ts'
import { type FreshServer, startOnFreshData } from './fresh-server.ts'

const FUNDS_MINOR = 1_000_000
const MIGRATION_SPOILT = 'f'.repeat(64)

let fresh: FreshServer
let selection: PlaceBetSelection
let bettor: Bettor
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'livery-backup-'))
  let seeded: PlaceBetSelection | undefined
  fresh = await startOnFreshData(null, async (data) => {
    seeded = await seedGame(data)
    mkdirSync(join(data.dataDir, 'documents', BENCH_BRAND), { recursive: true })
    writeFileSync(join(data.dataDir, 'documents', BENCH_BRAND, 'sealed'), 'v1.sealed')
    writeFileSync(join(data.dataDir, 'secret.key'), 'B'.repeat(43))
  })
  if (!seeded) throw new Error('there is no game')
  selection = seeded
  bettor = await newBettor(fresh.engine.port, fresh.data, FUNDS_MINOR)
}, 180_000)
afterAll(async () => {
  await fresh?.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function livery(args: readonly string[], dataDir: string, env: Readonly<Record<string, string>> = {}) {
  let out = ''
  const exit = await commands([...args, '--json'], {
    stdout: (text) => {
      out += text
    },
    stderr: () => undefined,
    stdin: async () => '',
    cwd: folder,
    env: { LIVERY_DATA: dataDir, ...env },
  })
  return { exit, output: JSON.parse(out) as unknown }
}

const codeOf = ({ output }: { readonly output: unknown }) => (output as DatabaseErrorOutput).error?.code

test('OPS-22: a backup of a server that takes bets is restored elsewhere, proves right, and has what was acknowledged before it', {
  timeout: 300_000,
}, async () => {
  const place = async () => {
    const body = stormBet(randomUUID(), selection)
    const answer = await placeOnce(fresh.engine.port, bettor, body)
    return answer?.kind === 'accepted' ? answer.betId : null
  }
  const before = [await place(), await place(), await place()]
  expect(before).not.toContain(null)
  const player = await registerPlayer(fresh.engine.port, '10.4.0.1')
  let isOver = false
  let placedMeanwhile = 0
  const storm = (async () => {
    while (!isOver) if ((await place()) !== null) placedMeanwhile += 1
  })()
  const file = join(folder, 'drill.livery')
  const made = await livery(['backup', file], fresh.data.dataDir).finally(() => {
    isOver = true
  })
  await storm
  expect(made.exit).toBe(0)
  expect(made.output as BackupOutput).toMatchObject({ file, documents: 1, hasKey: true })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(placedMeanwhile).toBeGreaterThan(0)
  expect(codeOf(await livery(['backup', file], fresh.data.dataDir))).toBe('file_taken')

  const checked = await livery(['restore', file, '--check'], join(folder, 'nothing'))
  expect(checked.exit).toBe(0)
  const restoredTo = join(folder, 'elsewhere')
  const restored = await livery(['restore', file], restoredTo)
  expect(restored.exit).toBe(0)
  const { books } = restored.output as RestoreOutput
  expect(books.isSound).toBe(true)
  expect(books.brands.find(({ brand }) => brand === BENCH_BRAND)?.bets).toBeGreaterThanOrEqual(before.length)
  expect(readFileSync(join(restoredTo, 'documents', BENCH_BRAND, 'sealed'), 'utf8')).toBe('v1.sealed')
  expect(readFileSync(join(restoredTo, 'secret.key'), 'utf8')).toBe('B'.repeat(43))

  const engine = await startEngine({ brands: BRANDS, env: { ...fresh.env, LIVERY_DATA: restoredTo } })
  try {
    const { db, close } = await openBeside({ dataDir: restoredTo, databaseUrl: undefined })
    try {
      const bets = await forBrand(db, BENCH_BRAND).transaction((tx) => tx.select('bet').select('bet_id').execute())
      expect(bets.map(({ bet_id: id }) => id)).toEqual(expect.arrayContaining(before))
    } finally {
      await close()
    }
    const body = { login: String(player.userId), password: player.password }
    const signedIn = await sendTo(engine.port, '/web-api/account/login', { method: 'POST', body, address: '10.4.0.2' })
    expect(signedIn.status).toBe(200)
    expect((await livery(['restore', file, '--replace'], restoredTo)).exit).toBe(2)
  } finally {
    await engine.stop()
  }
})

test('OPS-22: restoring refuses a folder in use, a full one, a damaged backup, a newer one, and what is none', {
  timeout: 300_000,
}, async () => {
  const file = join(folder, 'refused.livery')
  expect((await livery(['backup', file], fresh.data.dataDir)).exit).toBe(0)
  expect(codeOf(await livery(['restore', file], fresh.data.dataDir))).toBe('folder_in_use')
  const full = join(folder, 'full')
  mkdirSync(full)
  writeFileSync(join(full, 'secret.key'), 'kept')
  expect(codeOf(await livery(['restore', file], full))).toBe('folder_taken')
  const replaced = await livery(['restore', file, '--replace'], full)
  expect(replaced.exit).toBe(0)
  const { keptAside } = replaced.output as RestoreOutput
  expect(readFileSync(join(keptAside ?? '', 'secret.key'), 'utf8')).toBe('kept')

  const bytes = gunzipSync(readFileSync(file))
  const spoilt = (name: string, change: (copy: Buffer) => Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, gzipSync(change(Buffer.from(bytes)), { level: 1 }))
    return path
  }
  const replacing = (from: string, to: string) => (copy: Buffer) => {
    const at = copy.indexOf(from)
    expect(at).toBeGreaterThan(0)
    copy.write(to, at)
    return copy
  }
  const check = async (path: string) => livery(['restore', path, '--check'], join(folder, 'nothing'))
  const damaged = await check(spoilt('damaged', replacing('v1.sealed', 'v1.spoilt')))
  expect([damaged.exit, codeOf(damaged)]).toEqual([1, 'backup_damaged'])
  expect(codeOf(await check(spoilt('cut', (copy) => copy.subarray(0, copy.length / 2))))).toBe('backup_damaged')
  expect(codeOf(await check(spoilt('newer', replacing('"version":1', '"version":9'))))).toBe('backup_newer')
  const checksum =
    /"name":"0001-[^"]+","checksum":"([0-9a-f]{64})"/.exec(bytes.toString('latin1', 0, 100_000))?.[1] ?? ''
  expect(codeOf(await check(spoilt('later', replacing(checksum, MIGRATION_SPOILT))))).toBe('backup_newer')
  writeFileSync(join(folder, 'none'), 'hello')
  const none = await check(join(folder, 'none'))
  expect([none.exit, codeOf(none)]).toEqual([2, 'not_a_backup'])
})

test('on PostgreSQL the commands name its own tools', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  for (const verb of ['backup', 'restore']) {
    writeFileSync(join(folder, 'any'), '')
    const { exit, output } = await livery([verb, 'any'], folder, env)
    expect(exit).toBe(2)
    expect((output as DatabaseErrorOutput).error).toMatchObject({ code: 'not_embedded' })
    expect((output as DatabaseErrorOutput).error.message).toContain('pg_dump')
  }
})
