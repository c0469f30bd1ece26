import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  isPaymentConformanceOutput as isConformanceOutput,
  isDatabaseErrorOutput as isErrorOutput,
  isPaymentListOutput as isListOutput,
  isPaymentShowOutput as isShowOutput,
} from '#schemas/generated/validators/cli.js'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createCashier } from '#server/payments/payments.test-support.ts'
import { commands } from '../commands.ts'

const BRAND = 'fresh'
const BRANDS = fileURLToPath(new URL('../../../tests/fixtures/brands', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'livery-payments-'))
let server: OpenDatabase
let cashier: ReturnType<typeof createCashier>
let player = 0

/** A server holds the books open all the while, as it does when an operator runs a command beside it. */
beforeAll(async () => {
  server = await openDatabase({ dataDir, log: silentLog })
  cashier = createCashier(server.db, BRAND)
  player = await cashier.newPlayer(200_000)
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(line: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), cwd: tmpdir() }
  const env = { LIVERY_DATA: dataDir, LIVERY_BRANDS: BRANDS }
  const code = await commands(['payment', ...line], { ...io, env, stdin: async () => '' })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

const waiting = () => cashier.begin(player, 'withdrawal', { amount: 600 })
const deciding = (verb: string, payment: number) =>
  run([verb, '--brand', BRAND, '--payment', String(payment), '--operator', 'anna', '--reason', 'seen', '--json'])

test('PAY-8: what waits is listed, shown and approved, once', async () => {
  const { payment_id: id } = await waiting()
  const listed = JSON.parse((await run(['list', '--brand', BRAND, '--json'])).stdout)
  expect(isListOutput(listed)).toBe(true)
  expect(listed.payments).toMatchObject([{ paymentId: id, state: 'waiting', amountMinor: 60_000 }])
  expect((await run(['list', '--brand', BRAND])).stdout).toContain('600.00 EUR')
  const shown = JSON.parse((await run(['show', '--brand', BRAND, '--payment', String(id), '--json'])).stdout)
  expect(isShowOutput(shown)).toBe(true)
  const approved = await deciding('approve', id)
  expect({ code: approved.code, ...JSON.parse(approved.stdout) }).toMatchObject({
    code: 0,
    payment: { state: 'approved' },
  })
  const again = await deciding('refuse', id)
  expect({ code: again.code, error: JSON.parse(again.stdout).error.code }).toEqual({ code: 1, error: 'not_open' })
})

test('PAY-8: a refused withdrawal gives its money back', async () => {
  const before = await cashier.balances(player)
  const { payment_id: id } = await waiting()
  expect((await deciding('refuse', id)).code).toBe(0)
  expect(await cashier.balances(player)).toEqual(before)
})

test('a payment that there is not, a state that there is not, and what is missing are said', async () => {
  const cases: readonly [readonly string[], string, string | null][] = [
    [['show', '--brand', BRAND, '--payment', '1'], 'payment_unknown', '--payment'],
    [
      ['approve', '--brand', BRAND, '--payment', '1', '--operator', 'a', '--reason', 'b'],
      'payment_unknown',
      '--payment',
    ],
    [['list', '--brand', BRAND, '--state', 'lost'], 'usage', '--state'],
    [['refund', '--brand', BRAND, '--payment', '5'], 'usage', '--reason'],
    [['refund', '--brand', BRAND, '--payment', '5', '--reason', 'x', '--minor', '0'], 'usage', '--minor'],
  ]
  for (const [line, code, path] of cases) {
    const refused = await run([...line, '--json'])
    const output = JSON.parse(refused.stdout)
    expect(isErrorOutput(output)).toBe(true)
    expect({ exit: refused.code, ...output.error }).toMatchObject({ exit: 2, code, path })
  }
})

// Twenty cases on a database of their own.
test('PAY-15: the suite prints a line for each case and exits 0 for the built-in provider', {
  timeout: 60_000,
}, async () => {
  const judged = await run(['conformance', '--json'])
  const output = JSON.parse(judged.stdout)
  expect(isConformanceOutput(output)).toBe(true)
  expect(output.cases.map(({ id }: { id: string }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => `P${n + 1}`))
  expect(judged.code).toBe(0)
})
