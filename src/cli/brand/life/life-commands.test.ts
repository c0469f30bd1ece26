import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  isBrandDiffOutput as isDiffOutput,
  isBrandErrorOutput as isErrorOutput,
  isBrandHistoryOutput as isHistoryOutput,
  isBrandPublishOutput as isPublishOutput,
} from '#schemas/generated/validators/cli.js'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { commands } from '../../commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'livery-life-'))
let server: OpenDatabase
let folders: BrandFolders
let turn = 0
let id = ''

/** A server holds the database open all the while, as it does when an operator runs a command beside it. */
beforeAll(async () => {
  server = await openDatabase({ dataDir, log: silentLog })
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})
/** A brand of its own for each test, since histories only grow. */
beforeEach(async () => {
  folders = await makeBrandFolders()
  turn += 1
  id = `meadow-${turn}`
  await folders.write(`${id}/brand.json`, manifest(id))
  await folders.write(`${id}/config/coupon.json`, { maximumBets: 30 })
})
afterEach(() => folders.remove())

async function run(...line: readonly string[]) {
  const said = { out: '', err: '' }
  const code = await commands(['brand', ...line], {
    stdout: (text) => {
      said.out += text
    },
    stderr: (text) => {
      said.err += text
    },
    stdin: async () => '',
    cwd: folders.brandsDir,
    env: { LIVERY_BRANDS: '.', LIVERY_DATA: dataDir },
  })
  return { code, ...said }
}

async function answer(...line: readonly string[]) {
  const { code, out } = await run(...line, '--json')
  return { code, answer: JSON.parse(out) }
}

const live = async (path: string) => JSON.parse(await readFile(join(folders.brandsDir, id, path), 'utf8'))

test('OPS-10: the folder as it is becomes a revision, and is shown with its history and what was edited since', async () => {
  expect((await run('history', id)).out).toContain(`${id} has no revision yet`)
  const made = await answer('publish', id, '--message', ' Opened ')
  expect(made.code).toBe(0)
  expect(isPublishOutput(made.answer)).toBe(true)
  expect(made.answer).toMatchObject({
    brand: id,
    revision: { number: 1, author: 'command line', message: 'Opened', isLive: true },
  })
  expect(await live('brand.json')).toMatchObject({ revision: 1 })
  const again = await run('publish', id, '--message', 'Again')
  expect([again.code, again.out]).toEqual([1, ''])
  expect(again.err).toContain('nothing to publish')
  await folders.write(`${id}/config/coupon.json`, { maximumBets: 31 })
  expect((await run('diff', id)).out).toBe('config/coupon.json\n  /maximumBets\n  - 30\n  + 31\n')
  const history = await answer('history', id)
  expect(isHistoryOutput(history.answer)).toBe(true)
  expect(history.answer.history).toMatchObject({ isFolderEdited: true, revisions: [{ number: 1, isLive: false }] })
  expect((await run('history', id)).out).toMatch(/^ {4}1 {2}\S+Z {2}command line: Opened\nThe folder was edited/)
})

test('OPS-10: a roll-back serves the files of an earlier revision, and keeps what was edited by hand', async () => {
  await run('publish', id, '--message', 'One')
  await folders.write(`${id}/config/coupon.json`, { maximumBets: 31 })
  await run('publish', id, '--message', 'Two')
  await folders.write(`${id}/config/coupon.json`, { maximumBets: 32 })
  const back = await answer('rollback', id, '1')
  expect(back.code).toBe(0)
  expect(back.answer.revision).toMatchObject({ number: 4, message: 'Rolled back to 1', isLive: true })
  expect(await live('config/coupon.json')).toEqual({ maximumBets: 30 })
  const diff = await answer('diff', id, '1', '3')
  expect(isDiffOutput(diff.answer)).toBe(true)
  expect(diff.answer.diff.changes).toEqual([
    { path: 'config/coupon.json', pointer: '/maximumBets', before: '30', after: '32' },
  ])
  expect((await run('diff', id, '1', '4')).out).toBe('No differences.\n')
  expect((await run('rollback', id, '3', '--message', 'Forward')).out).toBe(
    `${id} is revision 5 with 2 files: Forward\n`,
  )
})

test('a folder with a problem is not published', async () => {
  await folders.write(`${id}/config/coupon.json`, { maximumBet: 30 })
  const { code, answer: refused } = await answer('publish', id, '--message', 'One')
  expect(code).toBe(2)
  expect(isErrorOutput(refused)).toBe(true)
  expect(refused.error).toMatchObject({ code: 'brand_broken', message: expect.stringContaining('maximumBets') })
  expect((await answer('history', id)).answer.history.revisions).toEqual([])
})

test.each([
  [['publish', 'ID'], 'usage', '--message TEXT'],
  [['publish', 'ID', '--message', ' '], 'usage', '1 to 500'],
  [['publish', 'medow-9', '--message', 'x'], 'brand_unknown', ''],
  [['rollback', 'ID', '7'], 'revision_unknown', 'brand history'],
  [['rollback', 'ID', 'last'], 'usage', '"last" is no number'],
  [['diff', 'ID', '1', '2', '3'], 'usage', 'usage:'],
  [['history'], 'usage', 'usage:'],
  [['history', 'ID', '--message', 'x'], 'usage', '--message'],
])('bad usage %j exits 2 and says how to do better', async (line, error, hint) => {
  const { code, answer: refused } = await answer(...line.map((word) => word.replace('ID', id)))
  expect(isErrorOutput(refused)).toBe(true)
  expect([code, refused.error.code]).toEqual([2, error])
  expect(refused.error.message).toContain(hint)
})
