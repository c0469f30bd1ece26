import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCasinoImportOutput, isDatabaseErrorOutput } from '#schemas/generated/validators/cli.js'
import { asLines, madeGame, madeGames } from '#server/casino/catalogue/catalogue.test-support.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { commands } from '../commands.ts'
import { catalogueCommand } from './casino-import.ts'

const folder = mkdtempSync(join(tmpdir(), 'livery-catalogue-'))
const BRANDS = fileURLToPath(new URL('../../../brands', import.meta.url))
let server: OpenDatabase

/** A server holds the database open all the while. */
beforeAll(async () => {
  server = await openDatabase({ dataDir: folder, log: silentLog })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function file(name: string, text: string | Buffer): string {
  writeFileSync(join(folder, name), text)
  return name
}

async function run(line: readonly string[], command = catalogueCommand(async () => new Set(['acme']))) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    ...{ stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), stdin: async () => '' },
    ...{ cwd: folder, env: { LIVERY_DATA: folder, LIVERY_BRANDS: BRANDS } },
  }
  const code = await command(line, io)
  return { code, stdout: out.join(''), stderr: err.join('') }
}

test('CAS-15: a file is imported beside a running server, and its sums are said in words and as JSON', async () => {
  const name = file('games.ndjson', asLines(madeGames('acme', 30)))
  const first = await run([name, '--brand', 'velvet', '--json'])
  const output = JSON.parse(first.stdout)
  expect(isCasinoImportOutput(output)).toBe(true)
  expect([first.code, output]).toMatchObject([0, { read: 30, added: 30, faults: 0 }])
  const again = await run([name, '--brand', 'velvet'])
  expect(again).toEqual({
    code: 0,
    stdout: '30 games read: 0 new, 0 changed, 30 unchanged, 0 withdrawn, 0 back again.\n',
    stderr: '',
  })
})

test('each wrong line is named, and the command exits 1 with nothing imported', async () => {
  const name = file(
    'wrong.json',
    JSON.stringify([madeGame('acme', 1), madeGame('acme', 1), madeGame('zeta', 2)], null, 0),
  )
  const { code, stdout } = await run([name, '--brand', 'nour'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/line 1 {2}double[^\n]*\n {2}line 1 {2}provider_unknown[^\n]*acme/)
  expect(stdout).toContain('3 games read, 2 faults: nothing was imported.')
})

test.each([
  ['no file', ['--brand', 'velvet'], 'usage'],
  ['no brand', ['games.ndjson'], 'usage'],
  ['a file that is not there', ['none.json', '--brand', 'velvet'], 'usage'],
])('%s is a wrong command, and nothing is done', async (_what, line, expected) => {
  const { code, stdout } = await run([...line, '--json'])
  const output = JSON.parse(stdout)
  expect([code, isDatabaseErrorOutput(output), output.error.code]).toEqual([2, true, expected])
})

test('a file that is not UTF-8 is refused', async () => {
  const name = file('latin.json', Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]))
  expect((await run([name, '--brand', 'velvet'])).code).toBe(2)
})

test('a brand of the folder has the providers of its configuration, and one that is not there is refused', async () => {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    ...{ stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), stdin: async () => '' },
    ...{ cwd: folder, env: { LIVERY_DATA: folder, LIVERY_BRANDS: BRANDS } },
  }
  const name = file('theirs.ndjson', asLines(madeGames('nobody-at-all', 1)))
  expect(await commands(['casino', 'import', name, '--brand', 'velvet'], io)).toBe(1)
  expect(out.join('')).toContain('The brand has no provider nobody-at-all.')
  expect(await commands(['casino', 'import', name, '--brand', 'nowhere'], io)).toBe(2)
  expect(err.join('')).toContain('There is no brand nowhere')
})
