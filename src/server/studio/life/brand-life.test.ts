import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBrandDiff, isBrandRevision, isScheduledPublication } from '#schemas/generated/validators/studio.js'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { describeOnQuickestEngine } from '../../db/engines.test-support.ts'
import { forStudio } from '../../db/for-studio.ts'
import { silentLog } from '../../db/silent-log.test-support.ts'
import { actHash, FIRST_LINK } from '../access/acts.ts'
import { type BrandContents, contentHash, hashesOf, readContents } from '../brand-contents.ts'
import type { Drafts, OpenDraft, StudioPorts } from '../studio-ports.ts'
import { type BrandLife, createBrandLife } from './brand-life.ts'
import { createFolderSwap, MACHINE_DISK } from './folder-swap.ts'

const SIGNED = { author: 'Anna Lind', message: 'Opened the market' }

/** Drafts in memory, as far as the life of a brand uses them. */
function draftsIn(open: Map<string, OpenDraft>, liveOf: (brand: string) => Promise<BrandContents>): Drafts {
  return {
    read: async (brand) => open.get(brand) ?? null,
    replace: async (brand, contents) => {
      open.set(brand, { contents, base: hashesOf(await liveOf(brand)), sequence: 1 })
    },
    discard: async (brand) => {
      open.delete(brand)
    },
  }
}

await describeOnQuickestEngine('the life of a brand', (database) => {
  let folders: BrandFolders
  let ports: StudioPorts & { readonly drafts: Drafts }
  let life: BrandLife
  let open: Map<string, OpenDraft>
  let now: Date

  beforeEach(async () => {
    folders = await makeBrandFolders()
    await writeManifest({ revision: 0 })
    open = new Map()
    now = new Date('2026-11-25T10:00:00.000Z')
    ports = {
      door: forStudio(database().db),
      brandsDir: folders.brandsDir,
      baseDir: folders.baseDir,
      draftsDir: join(folders.brandsDir, '..', 'drafts'),
      clock: () => now,
      log: silentLog,
      drafts: draftsIn(open, liveOf),
    }
    life = createBrandLife(ports)
  })
  afterEach(async () => {
    await folders.remove()
    await database()
      .db.transaction()
      .execute(async (tx) => {
        await sql`set local role none`.execute(tx)
        await sql`truncate studio.revision, studio.blob, studio.scheduled, studio.act`.execute(tx)
      })
  })

  async function liveOf(brand: string): Promise<BrandContents> {
    const live = await readContents(join(folders.brandsDir, brand))
    if (!live) throw new Error(`there is no ${brand}`)
    return live
  }
  const hashOf = async (brand: string) => contentHash(hashesOf(await liveOf(brand)))
  const writeManifest = async (changes: object, brand = 'harbour') =>
    folders.write(`${brand}/brand.json`, { ...(await json(`${brand}/brand.json`)), ...changes })
  const json = async (path: string) => JSON.parse(await readFile(join(folders.brandsDir, path), 'utf8'))
  const edit = async (changes: Readonly<Record<string, unknown>>, brand = 'harbour') => {
    const live = await liveOf(brand)
    const { contents, base } = open.get(brand) ?? { contents: live, base: hashesOf(live) }
    const edited = new Map(contents)
    for (const [path, value] of Object.entries(changes))
      if (value === null) edited.delete(path)
      else
        edited.set(path, new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value, null, 2)))
    open.set(brand, { contents: edited, base, sequence: (open.get(brand)?.sequence ?? 0) + 1 })
  }
  const acts = () =>
    ports.door.transaction((tx) => tx.selectFrom('studio.act').selectAll().orderBy('sequence').execute())
  const hidden = async () => (await readdir(folders.brandsDir)).filter((name) => /^\.(?:publish|swap|done)/.test(name))

  test('OPS-10, OPS-18: a draft becomes a revision that the live folder is, byte by byte, and is closed', async () => {
    await edit({ 'config/coupon.json': { maximumBets: 44 }, 'pages/en/about.md': null, 'pages/en/terms.md': '# New\n' })
    const manifest = await readFile(join(folders.brandsDir, 'harbour/brand.json'), 'utf8')
    const revision = await life.publishDraft('harbour', SIGNED)
    expect(isBrandRevision(revision)).toBe(true)
    expect(revision).toMatchObject({ ...SIGNED, number: 1, isLive: true, hash: await hashOf('harbour') })
    expect(await json('harbour/config/coupon.json')).toEqual({ maximumBets: 44 })
    expect(await readFile(join(folders.brandsDir, 'harbour/brand.json'), 'utf8')).toBe(
      manifest.replace('"revision": 0', '"revision": 1'),
    )
    expect(open.size).toBe(0)
    expect(await hidden()).toEqual([])
    const [act, ...others] = await acts()
    expect(others).toEqual([])
    expect(act).toMatchObject({ account: 'Anna Lind', brand_id: 'harbour', act: 'brand.published' })
    expect(act?.details).toEqual({ revision: 1, message: SIGNED.message, changes: expect.any(String) as unknown })
    expect(act?.hash).toBe(
      actHash(
        {
          ...SIGNED,
          sequence: 1,
          at: now,
          account: 'Anna Lind',
          brand: 'harbour',
          act: 'brand.published',
          details: act?.details ?? {},
        },
        FIRST_LINK,
      ),
    )
  })

  test('CARD-3: the log keeps what each publication changed, by the patches of immer, and its chain covers that', async () => {
    await edit({ 'config/coupon.json': { maximumBets: 44 } })
    await life.publishDraft('harbour', SIGNED)
    await edit({ 'config/coupon.json': { maximumBets: 45 }, 'pages/en/terms.md': '# New\n' })
    await life.publishDraft('harbour', SIGNED)
    const [former, act] = await acts()
    const logged: unknown = JSON.parse(String(act?.details.changes))
    expect(logged).toEqual([
      { path: 'config/coupon.json', pointer: '/maximumBets', before: '44', after: '45' },
      { path: 'pages/en/terms.md', pointer: '', after: '# New\n' },
    ])
    expect(logged).toEqual((await life.diff('harbour', 1, 2)).changes)
    const sealed = (changes: string) =>
      actHash(
        {
          ...{ sequence: 2, at: now, account: 'Anna Lind', brand: 'harbour', act: 'brand.published' },
          details: { ...act?.details, changes },
        },
        former?.hash ?? '',
      )
    expect(sealed(String(act?.details.changes))).toBe(act?.hash)
    expect(sealed('[]')).not.toBe(act?.hash)
  })

  test('what differs in nothing, or has a problem, is not published and leaves nothing', async () => {
    await edit({})
    await expect(life.publishDraft('harbour', SIGNED)).rejects.toMatchObject({ code: 'brand.unchanged' })
    await edit({ 'config/coupon.json': { maximumBet: 3 } })
    const refused = life.publishDraft('harbour', SIGNED)
    await expect(refused).rejects.toMatchObject({
      code: 'brand.broken',
      params: { file: 'harbour/config/coupon.json', message: expect.stringContaining('maximumBets') },
    })
    await expect(life.publishDraft('nowhere', SIGNED)).rejects.toMatchObject({ code: 'brand.unchanged' })
    expect((await life.history('harbour')).revisions).toEqual([])
    expect(await acts()).toEqual([])
    expect(await hidden()).toEqual([])
  })

  test('a change that breaks a brand which builds upon this one is refused, with the place in the other', async () => {
    await edit({
      'brand.json': { ...(await json('harbour/brand.json')), hosts: ['harbour.example', 'kz.harbour.example'] },
    })
    await writeManifest({ hosts: ['kz.harbour.example'] }, 'harbour-kz')
    await expect(life.publishDraft('harbour', SIGNED)).rejects.toMatchObject({
      code: 'brand.broken',
      params: { file: 'harbour-kz/brand.json' },
    })
  })

  test('the folder as it is becomes a revision once; edits by hand are reported', async () => {
    await writeManifest({ revision: 7 })
    const first = await life.publishFolder('harbour', { author: 'command line', message: 'As it is' })
    expect(first).toMatchObject({ number: 8, isLive: true })
    await expect(life.publishFolder('harbour', SIGNED)).rejects.toMatchObject({ code: 'brand.unchanged' })
    expect((await life.history('harbour')).isFolderEdited).toBe(false)
    await folders.write('harbour/config/coupon.json', { maximumBets: 31 })
    const edited = await life.history('harbour')
    expect([edited.isFolderEdited, edited.revisions[0]?.isLive]).toEqual([true, false])
    expect(await life.publishFolder('harbour', SIGNED)).toMatchObject({ number: 9 })
    await expect(life.publishFolder('nowhere', SIGNED)).rejects.toMatchObject({ code: 'brand.unknown' })
    await expect(life.history('nowhere')).rejects.toMatchObject({ code: 'brand.unknown' })
  })

  test('the same files are the same revision, whether from a draft, the folder or an import', async () => {
    const imported = await life.publishFiles('meadow', {
      ...SIGNED,
      files: await renamed('harbour', 'meadow'),
      isNew: true,
    })
    await folders.write('meadow/config/coupon.json', { maximumBets: 31 })
    const fromFolder = await life.publishFolder('meadow', SIGNED)
    await life.rollBack('meadow', imported.number, SIGNED)
    await edit({ 'config/coupon.json': { maximumBets: 31 } }, 'meadow')
    const fromDraft = await life.publishDraft('meadow', SIGNED)
    const files = async (number: number) => (await life.diff('meadow', number, fromDraft.number)).changes
    expect(await files(fromFolder.number)).toEqual([])
    expect([imported, fromFolder, fromDraft].map(({ number }) => number)).toEqual([1, 2, 4])
    await expect(
      life.publishFiles('meadow', { ...SIGNED, files: await liveOf('harbour'), isNew: true }),
    ).rejects.toMatchObject({
      code: 'brand.exists',
    })
  })

  async function renamed(from: string, id: string): Promise<BrandContents> {
    const manifest = { ...(await json(`${from}/brand.json`)), id, hosts: [] }
    return new Map(await liveOf(from)).set('brand.json', new TextEncoder().encode(JSON.stringify(manifest)))
  }

  test('what was changed in the folder since is merged value by value; a true conflict names file and pointer', async () => {
    await life.publishFolder('harbour', SIGNED)
    await edit({ 'config/coupon.json': { maximumBets: 31, historyDays: 5 }, 'pages/en/new.md': '# New\n' })
    const other = new Map([...open].map(([brand, draft]) => [brand, draft] as const))
    const before = await json('harbour/config/coupon.json')
    await folders.write('harbour/config/coupon.json', { ...before, historyDays: 9 })
    await expect(life.publishDraft('harbour', SIGNED)).rejects.toMatchObject({
      code: 'draft.conflict',
      params: { file: 'config/coupon.json', pointer: '/historyDays' },
    })
    expect(open).toEqual(other)
    await folders.write('harbour/config/coupon.json', { ...before, pricePolicy: 'none' })
    await folders.write('harbour/pages/en/by-hand.md', '# By hand\n')
    expect(await life.publishDraft('harbour', SIGNED)).toMatchObject({ number: 2, isLive: true })
    expect(await json('harbour/config/coupon.json')).toEqual({ maximumBets: 31, historyDays: 5, pricePolicy: 'none' })
    const files = [...(await liveOf('harbour')).keys()]
    expect(files).toEqual(expect.arrayContaining(['pages/en/by-hand.md', 'pages/en/new.md']))
  })

  test('OPS-18: two publications at once give two revisions, or one of them a conflict; neither is lost', async () => {
    const before = await liveOf('harbour')
    const base = hashesOf(before)
    const draftWith = (path: string, text: string): Drafts => ({
      ...ports.drafts,
      read: async () => ({ contents: new Map(before).set(path, new TextEncoder().encode(text)), base, sequence: 1 }),
    })
    const run = (path: string, text: string) =>
      createBrandLife({ ...ports, drafts: draftWith(path, text) }).publishDraft('harbour', {
        author: text,
        message: path,
      })
    const both = await Promise.all([run('pages/en/one.md', '# 1\n'), run('pages/en/two.md', '# 2\n')])
    expect(both.map(({ number }) => number).sort()).toEqual([1, 2])
    const files = [...(await liveOf('harbour')).keys()]
    expect(files).toEqual(expect.arrayContaining(['pages/en/one.md', 'pages/en/two.md']))
    const clash = await Promise.allSettled([run('pages/en/one.md', '# 3\n'), run('pages/en/one.md', '# 4\n')])
    const codes = clash.map((one) => (one.status === 'rejected' ? one.reason.code : 'published'))
    expect(codes).toEqual(['draft.conflict', 'draft.conflict'])
    const fresh = await Promise.allSettled([run('pages/en/three.md', '# 3\n'), run('pages/en/three.md', '# 4\n')])
    expect(fresh.map((one) => (one.status === 'rejected' ? one.reason.code : 'published')).sort()).toEqual([
      'draft.conflict',
      'published',
    ])
    expect(await hidden()).toEqual([])
  })

  test('OPS-10, OPS-18: a roll-back is a new revision with the files of the old one, within a second, and keeps edits by hand', async () => {
    await life.publishFolder('harbour', SIGNED)
    const first = await liveOf('harbour')
    await edit({ 'config/coupon.json': { maximumBets: 31 }, 'pages/en/new.md': '# New\n' })
    await life.publishDraft('harbour', SIGNED)
    await folders.write('harbour/pages/en/by-hand.md', '# By hand\n')
    // Time of this process alone: others of the machine must not decide.
    const before = process.cpuUsage()
    const revision = await life.rollBack('harbour', 1, { author: 'Anna Lind' })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(1000)
    expect(revision).toMatchObject({ number: 4, message: 'Rolled back to 1', isLive: true })
    const { 'brand.json': _now, ...after } = hashesOf(await liveOf('harbour'))
    const { 'brand.json': _then, ...former } = hashesOf(first)
    expect(after).toEqual(former)
    const { revisions } = await life.history('harbour')
    expect(revisions.map(({ number }) => number)).toEqual([4, 3, 2, 1])
    expect((await life.diff('harbour', 2, 3)).changes.map(({ path }) => path)).toEqual(['pages/en/by-hand.md'])
    expect((await acts()).map(({ act }) => act)).toEqual([
      ...['brand.published', 'brand.published', 'brand.kept', 'brand.rolled-back'],
    ])
    await expect(life.rollBack('harbour', 1, { author: 'A' })).rejects.toMatchObject({ code: 'brand.unchanged' })
    await expect(life.rollBack('harbour', 9, { author: 'A' })).rejects.toMatchObject({ code: 'revision.unknown' })
  })

  test('OPS-18: restoring makes a draft and publishes nothing', async () => {
    await life.publishFolder('harbour', SIGNED)
    await edit({ 'config/coupon.json': { maximumBets: 31 } })
    await life.publishDraft('harbour', SIGNED)
    const live = await hashOf('harbour')
    await life.restore('harbour', 1, 'Anna Lind')
    expect(await hashOf('harbour')).toBe(live)
    const diff = await life.diff('harbour', 'live', 'draft')
    expect(isBrandDiff(diff)).toBe(true)
    expect(diff.changes).toContainEqual({
      path: 'config/coupon.json',
      pointer: '/maximumBets',
      before: '31',
      after: '30',
    })
    expect((await life.publishDraft('harbour', SIGNED)).number).toBe(3)
    expect((await life.diff('harbour', 1, 3)).changes).toEqual([])
    await expect(life.restore('harbour', 9, 'A')).rejects.toMatchObject({ code: 'revision.unknown' })
  })

  test('OPS-18: a plan is published when it is due, once, with what was changed meanwhile', async () => {
    await edit({ 'config/coupon.json': { maximumBets: 31 } })
    const at = new Date(now.getTime() + 60_000)
    await expect(life.plan('harbour', { ...SIGNED, at: now })).rejects.toMatchObject({ code: 'schedule.past' })
    const plan = await life.plan('harbour', { ...SIGNED, at })
    expect(isScheduledPublication(plan)).toBe(true)
    expect(await life.runDue()).toBe(0)
    await folders.write('harbour/pages/en/by-hand.md', '# By hand\n')
    now = new Date(at.getTime() + 1)
    const others = [life, createBrandLife(ports), createBrandLife(ports)]
    const published = await Promise.all(others.map((other) => other.runDue()))
    expect(published.reduce((sum, one) => sum + one, 0)).toBe(1)
    const { revisions, scheduled } = await life.history('harbour')
    expect(revisions).toMatchObject([{ number: 1, ...SIGNED, isLive: true }])
    expect(scheduled).toMatchObject([{ id: plan.id, state: 'published' }])
    expect([...(await liveOf('harbour')).keys()]).toContain('pages/en/by-hand.md')
    expect(await json('harbour/config/coupon.json')).toEqual({ maximumBets: 31 })
  })

  test('OPS-18: a plan in conflict overwrites nothing and says why; one that is withdrawn is not published', async () => {
    await edit({ 'config/coupon.json': { maximumBets: 31 } })
    const at = new Date(now.getTime() + 60_000)
    const [one, two] = [await life.plan('harbour', { ...SIGNED, at }), await life.plan('harbour', { ...SIGNED, at })]
    await life.withdraw('harbour', two.id, 'Anna Lind')
    await expect(life.withdraw('harbour', two.id, 'Anna Lind')).rejects.toMatchObject({ code: 'request.invalid' })
    await folders.write('harbour/config/coupon.json', { maximumBets: 50 })
    now = new Date(at.getTime() + 1)
    expect(await life.runDue()).toBe(0)
    expect(await json('harbour/config/coupon.json')).toEqual({ maximumBets: 50 })
    const { revisions, scheduled } = await life.history('harbour')
    expect(revisions).toEqual([])
    expect(scheduled.find(({ id }) => id === one.id)).toMatchObject({
      state: 'conflict',
      reason: 'config/coupon.json (/maximumBets) was changed in the live brand too.',
    })
    expect(scheduled.find(({ id }) => id === two.id)?.state).toBe('withdrawn')
    expect((await acts()).map(({ act }) => act)).toEqual([
      ...['publication.planned', 'publication.planned', 'publication.withdrawn', 'publication.stopped'],
    ])
  })

  test('a revision that was kept and not moved is served after the next round', async () => {
    const dying = createFolderSwap(folders.brandsDir, {
      ...MACHINE_DISK,
      move: () => Promise.reject(new Error('the process was killed')),
    })
    await edit({ 'config/coupon.json': { maximumBets: 31 } })
    const revision = await createBrandLife(ports, dying).publishDraft('harbour', SIGNED)
    expect(revision.isLive).toBe(false)
    expect(await hidden()).toHaveLength(1)
    await life.settle()
    expect(await hidden()).toEqual([])
    expect(await hashOf('harbour')).toBe(revision.hash)
  })

  test.each(['EROFS', 'EACCES'])(
    'a folder that may not be written (%s) is named, and the draft is kept',
    async (code) => {
      const denied = createFolderSwap(folders.brandsDir, {
        ...MACHINE_DISK,
        write: () => Promise.reject(Object.assign(new Error(`${code}: it may not be written`), { code })),
      })
      await edit({ 'config/coupon.json': { maximumBets: 31 } })
      const before = hashesOf(await liveOf('harbour'))
      await expect(createBrandLife(ports, denied).publishDraft('harbour', SIGNED)).rejects.toMatchObject({
        ...{ code: 'brand.read_only', params: { brand: 'harbour', file: folders.brandsDir } },
      })
      expect(hashesOf(await liveOf('harbour'))).toEqual(before)
      expect((await life.publishDraft('harbour', SIGNED)).isLive).toBe(true)
    },
  )

  test('what was staged for a revision that was never kept is thrown away', async () => {
    const live = await liveOf('harbour')
    const contents = new Map(live).set('pages/en/new.md', new TextEncoder().encode('# New\n'))
    await createFolderSwap(folders.brandsDir).stage({ brand: 'harbour', number: 1, hash: 'none', live, contents })
    await life.settle()
    expect(await hidden()).toEqual([])
    expect(hashesOf(await liveOf('harbour'))).toEqual(hashesOf(live))
    await rm(join(folders.brandsDir, 'harbour'), { recursive: true })
    await expect(life.diff('harbour', 'live', 'draft')).rejects.toMatchObject({ code: 'brand.unknown' })
  })
})
