import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  isBrandErrorOutput as isErrorOutput,
  isBrandExportOutput as isExportOutput,
  isBrandPublishOutput as isPublishOutput,
  isBrandRenameOutput as isRenameOutput,
} from '#schemas/generated/validators/cli.js'
import { forBrand } from '#server/db/for-brand.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { hashesOf, readContents } from '#server/studio/brand-contents.ts'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { writeTar } from '../../backup/tar.ts'
import { commands } from '../../commands.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'livery-transfer-'))
let server: OpenDatabase
let folders: BrandFolders
let turn = 0
let id = ''

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
  await folders.write(`${id}/brand.json`, manifest(id, { name: 'Meadow', hosts: [`${id}.example`] }))
  await folders.write(`${id}/config/coupon.json`, { maximumBets: 30 })
  await folders.write(`${id}/assets/${'long/'.repeat(28)}picture.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>')
})
afterEach(() => folders.remove())

async function run(...line: readonly string[]) {
  const said = { out: '', err: '' }
  const code = await commands(['brand', ...line, '--json'], {
    stdout: (text) => {
      said.out += text
    },
    stderr: (text) => {
      said.err += text
    },
    stdin: async () => '',
    cwd: join(folders.brandsDir, '..'),
    env: { LIVERY_BRANDS: 'brands', LIVERY_DATA: dataDir },
  })
  return { code, answer: JSON.parse(said.out) }
}

const archive = () => join(folders.brandsDir, '..', 'brand.tar')
const json = async (path: string) => JSON.parse(await readFile(join(folders.brandsDir, path), 'utf8'))
const filesOf = async (brand: string) => {
  const { 'brand.json': _manifest, ...others } = hashesOf(
    (await readContents(join(folders.brandsDir, brand))) ?? new Map(),
  )
  return others
}
const plans = (brand: string) => run('history', brand)

test('an archive has the files of the brand, the same bytes each time, and other tools read it', async () => {
  const { code, answer } = await run('export', id, '--out', 'brand.tar')
  expect(code).toBe(0)
  expect(isExportOutput(answer)).toBe(true)
  expect(answer).toMatchObject({ brand: id, file: archive(), files: 3 })
  await run('export', id, '--out', 'again.tar')
  expect(await readFile(archive())).toEqual(await readFile(join(folders.brandsDir, '..', 'again.tar')))
  const listed = execFileSync('tar', ['-tf', archive()], { encoding: 'utf8' })
  expect(listed.split('\n').filter(Boolean).sort()).toEqual(
    Object.keys({ ...(await filesOf(id)), 'brand.json': '' }).sort(),
  )
  expect((await run('export', id, '--out', 'brand.tar')).answer.error.code).toBe('file_taken')
  expect((await run('export', id)).answer.error.code).toBe('usage')
})

test('an import is the next revision of its brand, or with an id another brand, and the same files', async () => {
  await run('export', id, '--out', 'brand.tar')
  const before = await filesOf(id)
  await folders.write(`${id}/config/coupon.json`, { maximumBets: 31 })
  const again = await run('import', 'brand.tar')
  expect(isPublishOutput(again.answer)).toBe(true)
  // What was edited by hand is a revision of its own.
  expect(again.answer).toMatchObject({
    brand: id,
    revision: { number: 2, message: 'Imported from brand.tar', isLive: true },
  })
  expect(await filesOf(id)).toEqual(before)
  const copy = await run('import', 'brand.tar', '--id', `copy-${turn}`, '--message', 'A copy')
  expect([copy.code, copy.answer.revision.message]).toEqual([0, 'A copy'])
  expect(await json(`copy-${turn}/brand.json`)).toMatchObject({ id: `copy-${turn}`, hosts: [], name: 'Meadow' })
  expect(await filesOf(`copy-${turn}`)).toEqual(before)
  expect((await run('import', 'brand.tar', '--id', 'Copy')).answer.error.code).toBe('id_invalid')
  expect((await run('import', 'none.tar')).answer.error.code).toBe('file_unreadable')
})

test('an archive that tar itself has made is read', async () => {
  execFileSync('tar', ['-C', join(folders.brandsDir, id), '-cf', archive(), '--format=ustar', '.'])
  const { code } = await run('import', 'brand.tar', '--id', `tarred-${turn}`)
  expect(code).toBe(0)
  expect(await filesOf(`tarred-${turn}`)).toEqual(await filesOf(id))
})

test('files with a problem are not imported, and nothing is written', async () => {
  await folders.write(`${id}/config/coupon.json`, { maximumBet: 30 })
  await run('export', id, '--out', 'brand.tar')
  const before = await readdir(folders.brandsDir)
  const { code, answer } = await run('import', 'brand.tar', '--id', `broken-${turn}`)
  expect([code, answer.error.code]).toEqual([2, 'brand_broken'])
  expect(await readdir(folders.brandsDir)).toEqual(before)
})

const MANIFEST = JSON.stringify(manifest('evil'))

test.each<[string, string, string]>([
  [
    'a picture with a script',
    'assets/logo.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ],
  ['a picture that acts', 'assets/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a picture with a page in it', 'assets/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject/></svg>'],
  ['a page that calls itself a picture', 'assets/logo.png', '<html><script>alert(1)</script></html>'],
  ['a program that calls itself a font', 'assets/fonts/own.woff2', 'MZ\u0090\u0000'],
])('%s is not imported, and nothing is written', async (_name, path, text) => {
  await writeFile(
    archive(),
    await tarOf([
      ['brand.json', MANIFEST],
      [path, text],
    ]),
  )
  const before = await readdir(folders.brandsDir)
  const { code, answer } = await run('import', 'brand.tar')
  expect([code, answer.error.code]).toEqual([2, 'brand_broken'])
  expect(await readdir(folders.brandsDir)).toEqual(before)
})

test('what unpacks to far more than it weighs is no archive: none is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(512 * 1024)
  await writeFile(archive(), bomb)
  const started = process.memoryUsage().arrayBuffers
  const { code, answer } = await run('import', 'brand.tar')
  expect([code, answer.error.code]).toEqual([2, 'archive_refused'])
  expect(process.memoryUsage().arrayBuffers - started).toBeLessThan(64 * 1024 * 1024)
})

/** The bytes of an archive; `type` and `size` are written into the head of the last entry. */
async function tarOf(
  files: readonly (readonly [path: string, text: string])[],
  { type, size }: { readonly type?: string; readonly size?: string } = {},
): Promise<Buffer> {
  const entries = files.map(([path, text]) => {
    const content = Buffer.from(text)
    return { path, kind: 'file' as const, bytes: content.length, content }
  })
  const parts: Buffer[] = []
  for await (const part of writeTar(entries)) parts.push(Buffer.from(part))
  const heads = parts.filter(({ length }) => length === 512)
  const head = heads.at(-1)
  if (type) head?.write(type, 156)
  if (size) head?.write(size, 124)
  if (head) {
    head.write(' '.repeat(8), 148)
    head.write(
      `${head
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(7, '0')}\0`,
      148,
    )
  }
  return Buffer.concat(parts)
}

test.each<[string, readonly (readonly [string, string])[], { type?: string; size?: string }, string]>([
  ['a path above the folder', [['../evil.json', '{}']], {}, 'leads out'],
  ['a path that goes down and up', [['config/../../evil.json', '{}']], {}, 'leads out'],
  ['an absolute path', [['/etc/evil.json', '{}']], {}, 'leads out'],
  ['a path with a backslash', [['config\\evil.json', '{}']], {}, 'leads out'],
  ['a hidden file', [['.git/config', '']], {}, 'leads out'],
  ['a symbolic link', [['config/coupon.json', '']], { type: '2' }, '2'],
  ['a hard link', [['config/coupon.json', '']], { type: '1' }, '1'],
  ['a device', [['config/coupon.json', '']], { type: '3' }, '3'],
  ['an unknown file', [['run.sh', 'rm -rf']], {}, 'no file of a brand'],
  ['an unknown folder', [['conf/coupon.json', '{}']], {}, 'no file of a brand'],
  [
    'a file twice',
    [
      ['config/coupon.json', '{}'],
      ['config/coupon.json', '{}'],
    ],
    {},
    'twice',
  ],
  ['a file of many gigabytes', [['assets/x.png', '']], { size: '77777777777' }, 'more than'],
  ['a size that is none', [['assets/x.png', '']], { size: 'xxxxxxxxxxx' }, 'more than'],
  ['too many files', Array.from({ length: 5001 }, (_, index) => [`assets/${index}.svg`, ''] as const), {}, '5000'],
])('%s is refused, and nothing is written', async (_name, files, head, hint) => {
  await writeFile(archive(), await tarOf([['brand.json', MANIFEST], ...files], head))
  const before = await readdir(folders.brandsDir)
  const { code, answer } = await run('import', 'brand.tar')
  expect(isErrorOutput(answer)).toBe(true)
  expect([code, answer.error.code]).toEqual([2, 'archive_refused'])
  expect(answer.error.message).toContain(hint)
  expect(await readdir(folders.brandsDir)).toEqual(before)
  expect(existsSync(join(folders.brandsDir, '..', 'evil.json'))).toBe(false)
})

test.each([
  ['no manifest', async () => tarOf([['config/coupon.json', '{}']]), 'brand.json'],
  ['an id that is a path', async () => tarOf([['brand.json', JSON.stringify(manifest('../evil'))]]), 'brand.json'],
  ['no archive at all', async () => Buffer.from('hello '.repeat(200)), 'nothing has been written'],
  ['an archive that was cut short', async () => (await tarOf([['brand.json', MANIFEST]])).subarray(0, 700), 'nothing'],
])('%s is refused', async (_name, bytes, hint) => {
  await writeFile(archive(), await bytes())
  const { code, answer } = await run('import', 'brand.tar')
  expect([code, answer.error.code]).toEqual([2, 'archive_refused'])
  expect(answer.error.message).toContain(hint)
})

test('a clone has the same files, a name of its own, no hosts, and a history that begins', async () => {
  await run('publish', id, '--message', 'One')
  const { code, answer } = await run('clone', id, `north-star-${turn}`)
  expect(code).toBe(0)
  expect(isPublishOutput(answer)).toBe(true)
  expect(answer.revision).toMatchObject({ number: 1, message: `Cloned from ${id}`, isLive: true })
  expect(await json(`north-star-${turn}/brand.json`)).toMatchObject({
    name: `North Star ${turn}`,
    hosts: [],
    revision: 1,
  })
  expect(await filesOf(`north-star-${turn}`)).toEqual(await filesOf(id))
  expect((await run('clone', id, 'harbour')).answer.error.code).toBe('brand_exists')
  expect((await run('clone', 'nowhere', 'x-1')).answer.error.code).toBe('brand_unknown')
})

test('a brand without players is renamed with its hosts and its history', async () => {
  await run('publish', id, '--message', 'One')
  const before = await filesOf(id)
  const { code, answer } = await run('rename', id, `polaris-${turn}`)
  expect(code).toBe(0)
  expect(isRenameOutput(answer)).toBe(true)
  expect(existsSync(join(folders.brandsDir, id))).toBe(false)
  expect(await json(`polaris-${turn}/brand.json`)).toMatchObject({ id: `polaris-${turn}`, hosts: [`${id}.example`] })
  expect(await filesOf(`polaris-${turn}`)).toEqual(before)
  expect((await json('.hosts.json')).hosts).toMatchObject({ [`${id}.example`]: `polaris-${turn}` })
  const { revisions } = (await plans(`polaris-${turn}`)).answer.history
  expect(revisions.map(({ message }: { message: string }) => message)).toEqual([`Renamed from ${id}`, 'One'])
  await folders.write(`polaris-${turn}/config/coupon.json`, { maximumBets: 31 })
  const back = await run('rollback', `polaris-${turn}`, '1')
  expect(back.answer.revision).toMatchObject({ number: 4, isLive: true })
  expect(await json(`polaris-${turn}/brand.json`)).toMatchObject({ id: `polaris-${turn}`, revision: 4 })
})

test('a brand that players, brands or plans hang on keeps its id', async () => {
  expect((await run('rename', id, 'harbour')).answer.error.code).toBe('brand_exists')
  const parent = await run('rename', 'harbour', 'port')
  expect([parent.code, parent.answer.error.code]).toEqual([1, 'brand_in_use'])
  expect(parent.answer.error.message).toContain('harbour-kz')
  await forBrand(server.db, id).transaction((tx) =>
    tx
      .insert('account', {
        registered_by: 'fast_reg',
        state: 'active',
        created_at: new Date(),
        activated_at: new Date(),
      })
      .execute(),
  )
  const { code, answer } = await run('rename', id, `polaris-${turn}`)
  expect([code, answer.error.code]).toEqual([1, 'brand_in_use'])
  expect(answer.error.message).toContain('players')
  expect(existsSync(join(folders.brandsDir, id, 'brand.json'))).toBe(true)
})
