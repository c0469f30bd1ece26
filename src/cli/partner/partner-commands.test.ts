import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  isPartnerCloseOutput,
  isPartnerListOutput,
  isPartnerMakeOutput,
  isPartnerVoidOutput,
} from '#schemas/generated/validators/cli.js'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createTestReferral } from '#server/promo/referral/referral.test-support.ts'
import { commands } from '../commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'livery-partner-'))
let server: OpenDatabase
beforeAll(async () => {
  server = await openDatabase({ dataDir, log: silentLog })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function run(...line: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = { stdout: (text: string) => out.push(text), stderr: (text: string) => err.push(text), cwd: tmpdir() }
  const env = { LIVERY_DATA: dataDir }
  const all = ['partner', ...line, '--brand', 'pier', '--json']
  const code = await commands(all, { ...io, env, stdin: async () => '' })
  return { code, output: JSON.parse(out.join('')) }
}

test('REF-9: the operator makes a partner, whose code brings players until the partner is closed', async () => {
  const site = createTestReferral(server.db, 'pier')
  site.set({ isPartnerProgrammeOffered: true })
  const made = await run('make', '--name', 'Northern Sports Blog')
  expect(made).toMatchObject({ code: 0 })
  expect(isPartnerMakeOutput(made.output)).toBe(true)
  const { code, key, partnerId } = made.output
  expect(await site.row(await site.friend(code))).toMatchObject({ partner_id: partnerId })
  const listed = await run('list')
  expect(isPartnerListOutput(listed.output)).toBe(true)
  expect(listed.output.partners).toMatchObject([{ name: 'Northern Sports Blog', code, closedAt: null }])
  expect(JSON.stringify(listed.output)).not.toContain(key)
  const closed = await run('close', '--partner', String(partnerId))
  expect(closed).toMatchObject({ code: 0, output: { isClosed: true } })
  expect(isPartnerCloseOutput(closed.output)).toBe(true)
  expect(await run('close', '--partner', String(partnerId))).toMatchObject({ code: 1, output: { isClosed: false } })
  expect(await site.row(await site.friend(code))).toBeUndefined()
})

test('REF-7: the operator finds that a player does not count, and what was earned is taken back', async () => {
  const site = createTestReferral(server.db, 'pier')
  const me = await site.newPlayer()
  const friend = await site.friend(await site.join(me))
  await site.qualify(friend)
  await site.lose(friend, 10_000)
  await site.nextDay()
  expect((await site.view(me)).balance.totalMinor).toBe(2000)
  const found = await run('void', '--account', String(friend), '--reason', 'stolen card')
  expect(found).toMatchObject({ code: 0, output: { isVoid: true } })
  expect(isPartnerVoidOutput(found.output)).toBe(true)
  expect((await site.view(me)).balance.totalMinor).toBe(0)
  expect((await run('void', '--account', String(friend), '--reason', 'again')).code).toBe(1)
})
