import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StudioNewBrandBody, StudioRole } from '#schemas'
import { isStudioNewBrandAnswer } from '#schemas/generated/validators/studio.js'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forStudio } from '#server/db/for-studio.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createBrandStore, ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { checkBrands } from '#server/site/check/check-brand.ts'
import { createBrandRevisions } from '#server/studio/life/brand-revisions.ts'
import type { StudioScope } from '#server/studio/studio-scope.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { makingHandlers } from './making.handlers.ts'

await describeOnQuickestEngine('making a brand from the studio', (database) => {
  let folders: BrandFolders
  let revisions: ReturnType<typeof createBrandRevisions>
  beforeEach(async () => {
    folders = await makeBrandFolders()
  })
  afterEach(() => folders.remove())

  function ask(
    body: StudioNewBrandBody,
    role: StudioRole = 'owner',
    scope = '*',
    origin = 'http://studio.localhost:3000',
  ) {
    const { brandsDir } = folders
    const door = forStudio(database().db)
    const ports = { door, brandsDir, baseDir: ENGINE_BASE, clock: () => new Date(), log: silentLog }
    revisions = createBrandRevisions(ports)
    const [handler] = makingHandlers({ ...ports, revisions })
    const operator = { accountId: 1, name: 'Anna', email: 'a@x.example', grants: [{ role, scope }] }
    const request = { address: '', device: '', origin, requestId: '', token: undefined, setSession: () => undefined }
    return handler?.handle({ body } as never, { operator, ...request } satisfies StudioScope)
  }
  const json = async (path: string) => JSON.parse(await readFile(join(folders.brandsDir, path), 'utf8'))
  const problems = (id: string) => checkBrands({ brandsDir: folders.brandsDir, baseDir: ENGINE_BASE, id })

  test('a brand is made with its name, served at once, and has its first revision', async () => {
    const answer = await ask({
      ...{ id: 'golaco', name: 'Golaço', preset: 'sports', host: 'golaco.example', color: '#0b8f4d' },
      ...{ language: 'pt', country: 'br', currency: 'BRL' },
    })
    expect(isStudioNewBrandAnswer(answer)).toBe(true)
    expect(answer).toEqual({ id: 'golaco', address: 'http://golaco.localhost:3000' })
    expect(await json('golaco/brand.json')).toMatchObject({ name: 'Golaço', hosts: ['golaco.example'], revision: 1 })
    expect(await problems('golaco')).toEqual([])
    const log = { info: () => undefined, error: () => undefined }
    const store = createBrandStore({ brandsDir: folders.brandsDir, now: () => performance.now(), log })
    expect((await store.siteForHost('golaco.example')).status).toBe('ok')
    expect((await revisions.history('golaco')).revisions).toMatchObject([{ number: 1, author: 'Anna', isLive: true }])
    const acts = await forStudio(database().db).transaction((tx) =>
      tx
        .selectFrom('studio.act')
        .select(['act', 'account'])
        .where('brand_id', '=', 'golaco')
        .orderBy('sequence')
        .execute(),
    )
    expect(acts).toEqual([
      { act: 'brand.made', account: 'Anna' },
      { act: 'brand.published', account: 'Anna' },
    ])
  })

  test.each([
    ['sv', 'se', 'sv-SE', 'ltr', 'Svenska'],
    ['he', undefined, 'he-IL', 'rtl', 'עברית'],
  ])(
    'a brand in %s, of which nobody has written a text yet, shows English until then',
    async (language, country, locale, direction, name) => {
      const id = `brand-${language}`
      await ask({ id, name: 'Norrsken', language, ...(country ? { country } : {}) })
      const { languages, defaultLanguage } = await json(`${id}/config/global.json`)
      expect(defaultLanguage).toBe(language)
      expect(languages[language]).toMatchObject({ order: 10, locale, direction, name })
      expect(languages.en).toMatchObject({ order: 20 })
      expect(languages.ru).toBeNull()
      expect(await json(`${id}/config/dictionary.json`)).toMatchObject({ fallbackLanguage: 'en' })
      expect((await problems(id)).filter(({ level }) => level === 'problem')).toEqual([])
    },
  )

  test.each<[StudioNewBrandBody, string, object]>([
    [{ id: 'harbour', name: 'H' }, 'brand.exists', { brand: 'harbour' }],
    [{ id: 'meadow', name: 'M', host: 'harbour.example' }, 'brand.host_taken', { owner: 'harbour' }],
    [{ id: 'meadow', name: 'M', from: 'nowhere' }, 'brand.unknown', { brand: 'nowhere' }],
    [{ id: 'meadow', name: 'M', language: 'zz' }, 'request.invalid', { field: 'language', value: 'zz' }],
    [{ id: 'meadow', name: 'M', currency: 'BLR' }, 'request.invalid', { field: 'currency', meant: 'BRL' }],
    [{ id: 'meadow', name: 'M', country: 'xx' }, 'request.invalid', { field: 'country' }],
  ])('%j is refused and writes nothing', async (body, code, params) => {
    const before = await readdir(folders.brandsDir)
    await expect(ask(body)).rejects.toMatchObject({ code, params })
    expect(await readdir(folders.brandsDir)).toEqual(before)
  })

  test('only an owner of everything makes brands; elsewhere than on this machine the address is the host of its own', async () => {
    for (const [role, scope] of [
      ['publisher', '*'],
      ['owner', 'harbour'],
    ] as const)
      await expect(ask({ id: 'meadow', name: 'M' }, role, scope)).rejects.toMatchObject({ code: 'access.forbidden' })
    const answer = await ask(
      { id: 'meadow', name: 'M', host: 'meadow.example' },
      'owner',
      '*',
      'https://studio.example',
    )
    expect(answer).toEqual({ id: 'meadow', address: 'https://meadow.example' })
  })
})
