import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WalletConformanceOutput } from '#schemas'
import { isWalletConformanceOutput, isWalletReconcileOutput } from '#schemas/generated/validators/cli.js'
import { createTestCasino } from '#server/casino/casino.test-support.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { commands } from '../commands.ts'

const BRAND = 'fresh'
const dataDir = mkdtempSync(join(tmpdir(), 'livery-wallets-'))
let server: OpenDatabase

/** A server holds the books open all the while, as it does when an operator runs a command beside it. */
beforeAll(async () => {
  server = await openDatabase({ dataDir, log: silentLog })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(line: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), cwd: dataDir }
  const env = { LIVERY_DATA: dataDir, ...more }
  const code = await commands(['wallet', ...line], { ...io, env, stdin: async () => '' })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

test('CAS-10: the built-in wallet is judged case by case, with what is left out and why', {
  timeout: 120_000,
}, async () => {
  const { code, stdout } = await run(['conformance', '--adapter', 'swipe', '--json'])
  const output: WalletConformanceOutput = JSON.parse(stdout)
  expect(isWalletConformanceOutput(output)).toBe(true)
  expect(output).toMatchObject({ adapter: 'swipe', isConforming: true })
  expect(output.cases).toHaveLength(40)
  expect(output.cases.find(({ id }) => id === 'W3')).toEqual({
    ...{ id: 'W3', verdict: 'not_applicable', found: 'its signatures carry no time' },
    title: expect.any(String),
  })
  expect(code).toBe(0)
})

test('a wallet at an address that is none fails, and what is missing is said', async () => {
  const at = ['conformance', '--url', 'http://127.0.0.1:1/wallet']
  expect((await run(at)).stderr).toContain('--key')
  expect((await run([...at, '--key', 'LIVERY_TRY'], { LIVERY_TRY: 'secret' })).stderr).toContain('--session')
  expect((await run(['conformance', '--adapter', 'other'])).stderr).toContain('livery, hub88, swipe')
  const asked = [...at, '--key', 'LIVERY_TRY', '--session', 'one']
  const { code, stdout } = await run(asked, { LIVERY_TRY: 'secret' })
  expect([code, stdout.includes('W5   FAILED')]).toEqual([1, true])
})

test('a feed is compared with the books; the next one begins where it ended', async () => {
  const casino = createTestCasino(server.db, BRAND)
  const sessionId = await casino.session(await casino.newPlayer(1000))
  for (const actionId of ['b1', 'b2', 'b3'])
    await casino.apply({ sessionId, actionId, kind: 'bet', amountMinor: 100, roundId: actionId })
  const line = (actionId: string, amount: string) =>
    JSON.stringify({ actionId, kind: 'bet', amount, currency: 'EUR', state: 'done', extra: 1 })
  const reconcile = async (lines: readonly string[], ...more: string[]) => {
    writeFileSync(join(dataDir, 'feed.jsonl'), lines.join('\n'))
    const asked = ['reconcile', '--brand', BRAND, '--provider', 'aggregator', '--file', 'feed.jsonl', '--json', ...more]
    const { code, stdout } = await run(asked)
    return { code, output: JSON.parse(stdout) }
  }
  const first = await reconcile([line('b1', '100'), line('b2', '120'), line('x9', '5'), ''])
  expect(isWalletReconcileOutput(first.output)).toBe(true)
  expect(first).toMatchObject({
    code: 1,
    output: {
      compared: 3,
      mismatches: [
        { kind: 'amount', actionId: 'b2', ours: '100 EUR done', theirs: '120 EUR done' },
        { kind: 'missing_ours', actionId: 'x9', ours: '', theirs: '5 EUR done' },
        { kind: 'missing_theirs', actionId: 'b3', ours: '100 EUR done', theirs: '' },
      ],
    },
  })
  await casino.apply({ sessionId, actionId: 'b4', kind: 'bet', amountMinor: 100, roundId: 'b4' })
  const next = await reconcile([line('b4', '100')], '--after', String(first.output.cursor))
  expect(next).toMatchObject({ code: 0, output: { compared: 1, mismatches: [] } })
  expect(next.output.cursor).toBeGreaterThan(first.output.cursor)
  writeFileSync(join(dataDir, 'feed.jsonl'), `${line('b1', '100')}\n{"actionId":"b2"}`)
  const wrong = await run(['reconcile', '--brand', BRAND, '--provider', 'aggregator', '--file', 'feed.jsonl'])
  expect([wrong.code, wrong.stderr.includes('Line 2')]).toEqual([2, true])
})
