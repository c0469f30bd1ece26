import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  isDatabaseErrorOutput as isErrorOutput,
  isLedgerTransferOutput as isTransferOutput,
  isLedgerVerifyOutput as isVerifyOutput,
} from '#schemas/generated/validators/cli.js'
import { forBrand } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { openFirstAccount } from '#server/money/currency-accounts.ts'
import { commands } from '../commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'livery-books-'))
let server: OpenDatabase
let account = 0

/** A server holds the books open all the while, as it does when an operator runs a command beside it. */
beforeAll(async () => {
  server = await openDatabase({ dataDir, log: silentLog })
  account = await forBrand(server.db, 'aurora').transaction(async (tx) => {
    const now = new Date()
    const row = { registered_by: 'fast_reg', state: 'active', created_at: now, activated_at: now } as const
    const { id } = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
    await openFirstAccount(tx, { accountId: id, currency: 'EUR', now })
    return id
  })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(line: readonly string[], env: Readonly<Record<string, string>> = { LIVERY_DATA: dataDir }) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), cwd: tmpdir(), env }
  const code = await commands(['ledger', ...line], { ...io, stdin: async () => '' })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

function correction(minor: number, reference: string, more: readonly string[] = []) {
  const to = ['--brand', 'aurora', '--account', String(account), '--currency', 'eur', `--minor=${minor}`]
  return run(['correct', ...to, '--reference', reference, '--reason', 'goodwill', '--json', ...more])
}

test('LEDGER-1: money is moved beside a running server, once, and undone', async () => {
  const made = await correction(2500, 'ticket-1')
  expect(made.code).toBe(0)
  const transfer = JSON.parse(made.stdout)
  expect(isTransferOutput(transfer)).toBe(true)
  expect(transfer.isNew).toBe(true)
  expect(JSON.parse((await correction(2500, 'ticket-1')).stdout)).toEqual({ ...transfer, isNew: false })
  const other = await correction(2600, 'ticket-1')
  expect({ code: other.code, error: JSON.parse(other.stdout).error.code }).toEqual({
    code: 1,
    error: 'reference_taken',
  })
  const undone = await run([
    'undo',
    '--brand',
    'aurora',
    '--transfer',
    String(transfer.transferId),
    '--reason',
    'error',
  ])
  expect(undone).toMatchObject({ code: 0, stdout: expect.stringContaining('is in the books') })
  const verified = await run(['verify'])
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('aurora  2 transfers, 4 entries') })
})

test('what the books refuse exits 1, what cannot be done 2, each with what, where and how', async () => {
  const poor = await correction(-1, 'too-much')
  expect(poor.code).toBe(1)
  expect(JSON.parse(poor.stdout).error).toMatchObject({ code: 'balance_too_low', path: '--minor' })
  const cases: readonly [readonly string[], string, string | null][] = [
    [['correct', '--brand', 'aurora'], 'usage', '--account'],
    [['undo', '--brand', 'aurora', '--transfer', '1.5', '--reason', 'x'], 'usage', '--transfer'],
    [['undo', '--brand', 'aurora', '--transfer', '99', '--reason', 'x'], 'transfer_unknown', '--transfer'],
    [['verify', '--brnd', 'aurora'], 'usage', null],
  ]
  for (const [line, code, path] of cases) {
    const refused = await run([...line, '--json'])
    const output = JSON.parse(refused.stdout)
    expect(isErrorOutput(output)).toBe(true)
    expect({ exit: refused.code, ...output.error }).toMatchObject({ exit: 2, code, path })
    expect(refused.stderr).toContain('livery ledger: ')
  }
  const nowhere = await run(['verify', '--json'], { LIVERY_DATA: join(dataDir, 'none') })
  expect(JSON.parse(nowhere.stdout).error.code).toBe('database_absent')
})

test('LEDGER-1, LEDGER-2: a break is reported with its transfer, and exits 1', async () => {
  await server.db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update ledger_entry set amount_minor = amount_minor + 1 where sequence = 1 and balance_minor > 0`.execute(
      trx,
    )
  })
  const verified = await run(['verify', '--brand', 'aurora', '--json'])
  const output = JSON.parse(verified.stdout)
  expect(isVerifyOutput(output)).toBe(true)
  expect(verified.code).toBe(1)
  expect(output.isSound).toBe(false)
  const kinds = output.brands[0].breaks.map(({ kind }: { kind: string }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['sum-not-zero', 'balance-not-fold']))
  expect((await run(['verify'])).stdout).toContain('The books are broken.')
})
