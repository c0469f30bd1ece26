import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  isDatabaseErrorOutput,
  isOperatorListOutput,
  isOperatorLogOutput,
  isOperatorResetOutput,
} from '#schemas/generated/validators/cli.js'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import {
  OWNER,
  type StudioScene,
  sender,
  setUpStudio,
  tokenOf,
} from '#server/studio/access/studio-access.test-support.ts'
import { commands } from '../commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'livery-operator-'))
let server: OpenDatabase
let studio: StudioScene

/** A server holds the database open all the while, as it does when an operator runs a command beside it. */
beforeAll(async () => {
  server = await openDatabase({ dataDir, log: silentLog })
  studio = await setUpStudio(server)
  await studio.claim()
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(...line: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const env = { LIVERY_DATA: dataDir, LIVERY_STUDIO_HOSTS: 'studio.operator.example', LIVERY_MODE: 'production' }
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), cwd: dataDir, env }
  const code = await commands(['operator', ...line], { ...io, stdin: async () => '' })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

test('accounts are listed with their roles', async () => {
  const { code, stdout } = await run('list', '--json')
  const output: unknown = JSON.parse(stdout)
  expect([code, isOperatorListOutput(output)]).toEqual([0, true])
  expect((await run('list')).stdout).toContain('Anna Lind  Anna@operator.example  owner in *')
})

test('OPS-19: a sole owner who forgot the password gets a link on the machine of the server', async () => {
  const { code, stdout } = await run('reset', '--email', 'anna@operator.example', '--json')
  const output = JSON.parse(stdout)
  expect([code, isOperatorResetOutput(output)]).toEqual([0, true])
  expect(output.link).toMatch(/^https:\/\/studio\.operator\.example\/reset#[\w-]{43}$/)
  const password = 'eleven grey herons wade'
  // The command goes by the clock of the machine, the scene by its own.
  studio.wait(Date.now() - studio.now().getTime())
  await studio.access.resetPassword({ token: tokenOf(output.link), password })
  expect(await studio.access.signIn(sender(), { email: OWNER.email, password })).toMatchObject({
    account: { name: 'Anna Lind' },
  })
  const local = await run('reset', '--email', OWNER.email, '--factors', 'remove', '--origin', 'http://127.0.0.1:4600/x')
  expect(local.stdout).toMatch(/http:\/\/127\.0\.0\.1:4600\/reset#[\w-]{43}\nThe authenticator app and all passkeys/)
})

test.each([
  [['reset', '--email', 'nobody@operator.example'], 'account_unknown', '--email'],
  [['reset', '--email', OWNER.email, '--factors', 'yes'], 'usage', '--factors'],
  [['reset', '--email', OWNER.email, '--origin', 'studio'], 'usage', '--origin'],
  [['reset'], 'usage', '--email'],
])('%j is refused: %s', async (line, error, path) => {
  const { code, stdout, stderr } = await run(...line, '--json')
  const output = JSON.parse(stdout)
  expect([code, isDatabaseErrorOutput(output), output.error.code, output.error.path]).toEqual([2, true, error, path])
  expect(stderr).toMatch(/^livery operator: /)
})

test('OPS-19: the log is printed one act a line, and proved in the database and in a file', async () => {
  const { stdout: log } = await run('log')
  expect(JSON.parse(log.split('\n')[0] ?? '')).toMatchObject({ sequence: 1, act: 'studio.claimed' })
  const file = join(dataDir, 'log.ndjson')
  writeFileSync(file, log)
  for (const line of [
    ['log', '--verify'],
    ['log', '--verify', '--file', 'log.ndjson'],
  ]) {
    const { code, stdout } = await run(...line, '--json')
    const output = JSON.parse(stdout)
    expect([code, isOperatorLogOutput(output), output.isWhole]).toEqual([0, true, true])
  }
  writeFileSync(file, log.replace('studio.claimed', 'studio.stolen'))
  const broken = await run('log', '--verify', '--file', file)
  expect([broken.code, broken.stdout]).toEqual([1, expect.stringContaining('broken at act 1')])
  writeFileSync(file, `${log}nonsense\n`)
  const odd = await run('log', '--verify', '--file', file)
  expect([odd.code, odd.stderr]).toEqual([2, expect.stringMatching(/line \d+ is no act/)])
  const absent = await run('log', '--verify', '--file', 'nothing.ndjson')
  expect([absent.code, absent.stderr]).toEqual([2, expect.stringContaining('nothing.ndjson cannot be read')])
})
