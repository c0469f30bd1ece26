import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeOnQuickestEngine } from '../../db/engines.test-support.ts'
import { forStudio } from '../../db/for-studio.ts'
import { silentLog } from '../../db/silent-log.test-support.ts'
import { createBrandStore, ENGINE_BASE } from '../../site/brands/brand-store.ts'
import type { StudioPorts } from '../studio-ports.ts'
import { editsSince, meetOthers } from './draft-people.ts'
import { createDraftSites } from './draft-sites.ts'
import { createDrafts } from './drafts.service.ts'

const ANNA = { account: 'Anna', editor: 'anna01' }
const BEN = { account: 'Ben', editor: 'ben001' }
const MANIFEST = { id: 'northstar', name: 'Northstar', hosts: [], schemaVersion: 3, revision: 0 }
const EDIT = { path: 'config/betting.json', pointer: '/maximumEvents', value: 21 }

await describeOnQuickestEngine('drafts', (database) => {
  let root = ''
  let ports: StudioPorts
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'livery-drafts-'))
    cpSync(ENGINE_BASE, join(root, 'base'), { recursive: true })
    for (const folder of ['brands/northstar', 'drafts'])
      cpSync(ENGINE_BASE, join(root, folder), { recursive: true, filter: () => false })
    ports = {
      door: forStudio(database().db),
      brandsDir: join(root, 'brands'),
      baseDir: ENGINE_BASE,
      draftsDir: join(root, 'drafts'),
      clock: () => new Date('2026-03-14T12:00:00Z'),
      log: silentLog,
    }
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const makeBrand = (id: string): string => {
    const folder = join(ports.brandsDir, id)
    cpSync(join(root, 'base/assets'), join(folder, 'assets'), {
      recursive: true,
      filter: (from) => !/\.\w+$/.test(from),
    })
    writeFileSync(join(folder, 'brand.json'), `${JSON.stringify({ ...MANIFEST, id }, null, 2)}\n`)
    return folder
  }

  test('the first edit opens the draft as a copy of the live folder, which stays as it is', async () => {
    const live = makeBrand('first')
    const drafts = createDrafts(ports)
    expect(await drafts.read('first')).toBeNull()
    expect(await drafts.edit('first', [EDIT], ANNA)).toBe(1)
    const draft = await drafts.read('first')
    expect([...(draft?.contents.keys() ?? [])].sort()).toEqual(['brand.json', 'config/betting.json'])
    expect(Object.keys(draft?.base ?? {})).toEqual(['brand.json'])
    expect(() => readFileSync(join(live, 'config/betting.json'))).toThrowError(/ENOENT/)
  })

  test('a brand that is not there, and a file that no brand has, are refused, and nothing is edited', async () => {
    makeBrand('refused')
    const drafts = createDrafts(ports)
    await expect(drafts.edit('nobody', [EDIT], ANNA)).rejects.toThrowError('brand.unknown')
    await expect(
      drafts.edit('refused', [EDIT, { path: '../x.json', pointer: '/a', value: 1 }], ANNA),
    ).rejects.toThrowError('document.unknown')
    await expect(drafts.edit('refused', [EDIT, { ...EDIT, pointer: '/maximumEvents/a' }], ANNA)).rejects.toThrowError(
      'edit.impossible',
    )
    expect(await drafts.read('refused')).toBeNull()
  })

  test('a picture lies in the draft alone, is logged as an edit, and can be taken out again', async () => {
    const live = makeBrand('pictured')
    const drafts = createDrafts(ports)
    const content = new Uint8Array(readFileSync(join(ENGINE_BASE, 'assets/favicon.svg')))
    expect(await drafts.writeAsset('pictured', { path: 'promo/mark.svg', content }, ANNA)).toMatchObject({
      sequence: 1,
    })
    expect((await drafts.read('pictured'))?.contents.get('assets/promo/mark.svg')).toEqual(content)
    expect(() => readFileSync(join(live, 'assets/promo/mark.svg'))).toThrowError(/ENOENT/)
    const logged = await editsSince(ports.door, 'pictured', 0)
    expect(logged.map(({ account, edit }) => [account, edit.path])).toEqual([['Anna', 'assets/promo/mark.svg']])
    await drafts.writeAsset('pictured', { path: 'promo/mark.svg', content: undefined }, ANNA)
    expect((await drafts.read('pictured'))?.contents.has('assets/promo/mark.svg')).toBe(false)
    const again = drafts.writeAsset('pictured', { path: 'promo/mark.svg', content: undefined }, ANNA)
    await expect(again).rejects.toThrowError('document.unknown')
    const hostile = drafts.writeAsset('pictured', { path: 'a/../../x.svg', content }, ANNA)
    await expect(hostile).rejects.toThrowError('asset.refused')
  })

  test('two people who edit at once lose nothing, and each hears of the other', async () => {
    makeBrand('shared')
    const drafts = createDrafts(ports)
    const edits = Array.from({ length: 20 }, (_, at) => ({
      path: 'locales/en/brand.json',
      pointer: `/brand.text_${at}`,
      value: `Text ${at}`,
    }))
    await Promise.all(edits.map((edit, at) => drafts.edit('shared', [edit], at % 2 ? ANNA : BEN)))
    const draft = await drafts.read('shared')
    const written: unknown = JSON.parse(new TextDecoder().decode(draft?.contents.get('locales/en/brand.json')))
    expect(Object.keys(written as object)).toHaveLength(20)
    const heard = await editsSince(ports.door, 'shared', 0)
    expect(heard.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(heard.filter(({ account }) => account === 'Anna')).toHaveLength(10)
    const now = ports.clock()
    await meetOthers(ports.door, { brand: 'shared', ...ANNA, path: EDIT.path, pointer: EDIT.pointer }, now)
    expect(await meetOthers(ports.door, { brand: 'shared', ...BEN }, now)).toEqual([
      { ...ANNA, path: EDIT.path, pointer: EDIT.pointer },
    ])
    expect(await meetOthers(ports.door, { brand: 'shared', ...BEN }, new Date(now.getTime() + 60_000))).toEqual([])
  })

  test('a draft is behind once the live folder has changed, and is thrown away as a whole', async () => {
    const live = makeBrand('behind')
    const drafts = createDrafts(ports)
    await drafts.edit('behind', [EDIT], ANNA)
    expect(await drafts.isBehind('behind')).toBe(false)
    writeFileSync(join(live, 'theme.tokens.json'), '{}\n')
    expect(await drafts.isBehind('behind')).toBe(true)
    await drafts.discard('behind')
    expect(await drafts.read('behind')).toBeNull()
    expect(await editsSince(ports.door, 'behind', 0)).toEqual([])
  })

  test('the site of a draft has the edit, one with a problem shows the last good one with its findings', async () => {
    makeBrand('site')
    const drafts = createDrafts(ports)
    const brands = createBrandStore({ brandsDir: ports.brandsDir, now: () => performance.now(), log: silentLog })
    const studioHosts = ['studio.localhost']
    const sites = createDraftSites({ brands, draftsDir: ports.draftsDir, secretOf: () => undefined, studioHosts })
    const live = await sites.stateOf('site')
    expect(live?.findings.filter(({ level }) => level === 'problem')).toEqual([])
    await drafts.edit('site', [{ ...EDIT, path: 'config/coupon.json' }], ANNA).catch(() => undefined)
    const texts = [{ path: 'locales/en/brand.json', pointer: '/site.menu_live', value: 'In play' }]
    await drafts.edit('site', texts, ANNA)
    await drafts.edit('site', [{ path: 'config/coupon.json', pointer: '/maximumEvents' }], ANNA)
    const edited = await sites.stateOf('site')
    expect(edited?.site?.dictionary('en', 'site')?.texts['site.menu_live']).toBe('In play')
    expect(edited?.site?.preview).toEqual({ studioHosts })
    expect(await sites.stateOf('site')).toBe(edited)
    await drafts.edit('site', [{ path: 'config/global.json', pointer: '/nonsense', value: 1 }], ANNA)
    const broken = await sites.stateOf('site')
    expect(broken?.findings.some(({ path }) => path === '/nonsense')).toBe(true)
    expect(broken?.site).toBe(edited?.site)
    expect((await brands.siteForBrand('site')).status).toBe('ok')
  })
})
