import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '#machines/site/merge-patch.rules.ts'
import { createMemoryBudgetStore } from '#server/guard/budget-store.ts'
import { createGuard } from '#server/guard/guard.service.ts'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { checkBrands } from '../check/check-brand.ts'
import { createBrandStore } from './brand-store.ts'
import { CURRENT_VERSION, migrateDocument, versionOf } from './brand-versions.ts'

const FIXTURES = fileURLToPath(new URL('../../../../tests/fixtures/brands/', import.meta.url))
const AUTH = 'config/auth.json'

let folders: BrandFolders
let clockMs = 0
let told: unknown[] = []
beforeEach(async () => {
  told = []
  folders = await makeBrandFolders()
  await cp(join(FIXTURES, 'breakwater'), join(folders.brandsDir, 'breakwater'), { recursive: true })
})
afterEach(() => folders.remove())

function openStore() {
  const { brandsDir, baseDir } = folders
  const log = { info: () => undefined, error: (details: object) => void told.push(details) }
  return createBrandStore({ brandsDir, baseDir, now: () => clockMs, log })
}

async function limitsOf(store: ReturnType<typeof openStore>, id: string) {
  const answer = await store.siteForBrand(id)
  if (answer.status !== 'ok') throw new Error(`${id}: ${JSON.stringify(answer)}`)
  return answer.site.config.auth.rateLimits
}

const problemsOf = (id: string) => checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir, id })

describe('a folder of version 1', () => {
  test('OPS-13: loads without a word, with its numbers in the form of today', async () => {
    expect(await problemsOf('breakwater')).toEqual([])
    const store = openStore()
    const [old, usual] = [await limitsOf(store, 'breakwater'), await limitsOf(store, 'harbour')]
    expect(old).toEqual({
      ...usual,
      sign_in: {
        ...usual.sign_in,
        account: { ...usual.sign_in.account, short: { attempts: 3, windowMs: 600_000 } },
        device: { short: { attempts: 3, windowMs: 600_000 } },
      },
      registration: { ...usual.registration, device: { short: { attempts: 2, windowMs: 3_600_000 } } },
      code_sending: {
        ...usual.code_sending,
        account: { ...usual.code_sending.account, long: { attempts: 4, windowMs: 86_400_000 } },
      },
    })
  })

  test('OPS-13, SEC-6: its numbers are in force, and an edit of them for the next attempt', async () => {
    const store = openStore()
    const guard = createGuard({
      store: createMemoryBudgetStore(),
      clock: () => new Date(clockMs),
      limits: (brandId) => limitsOf(store, brandId),
    })
    const attempt = (brandId: string) => guard.take('sign_in', brandId, { account: 'anna@mail.example' })
    for (let n = 0; n < 3; n++) await attempt('breakwater')
    await expect(attempt('breakwater')).rejects.toMatchObject({ code: 'rate.limited', retryAfterSeconds: 600 })
    for (let n = 0; n < 5; n++) await attempt('harbour')
    await folders.write('breakwater/config/auth.json', { rateLimits: { login: { attempts: 4, windowMs: 600_000 } } })
    clockMs += 1000
    await attempt('breakwater')
    await expect(attempt('breakwater')).rejects.toMatchObject({ code: 'rate.limited' })
  })

  test('OPS-13: each folder of a chain is read in its own version', async () => {
    await folders.write('jetty/brand.json', manifest('jetty', { extends: 'breakwater' }))
    await folders.write('jetty/config/auth.json', {
      rateLimits: { sign_in: { account: { short: { attempts: 2 }, long: { attempts: 50, windowMs: 86_400_000 } } } },
    })
    await folders.write('groyne/brand.json', manifest('groyne', { extends: 'jetty', schemaVersion: 1 }))
    await folders.write('groyne/config/auth.json', { rateLimits: { login: { attempts: 7 } } })
    expect([...(await problemsOf('jetty')), ...(await problemsOf('groyne'))]).toEqual([])
    const store = openStore()
    const long = { attempts: 50, windowMs: 86_400_000 }
    expect(await limitsOf(store, 'jetty')).toMatchObject({
      sign_in: { account: { short: { attempts: 2, windowMs: 600_000 }, long }, device: { short: { attempts: 3 } } },
    })
    expect(await limitsOf(store, 'groyne')).toMatchObject({
      sign_in: { account: { short: { attempts: 7, windowMs: 600_000 }, long }, device: { short: { attempts: 7 } } },
    })
  })

  test('OPS-13: a new version in brand.json changes how the files beside it are read', async () => {
    const store = openStore()
    await limitsOf(store, 'breakwater')
    await folders.write('breakwater/brand.json', manifest('breakwater'))
    clockMs += 1000
    await limitsOf(store, 'breakwater')
    const keys = ['login', 'registration/attempts', 'sms', 'mail', 'bet']
    expect(told).toMatchObject([{ problems: keys.map((key) => ({ path: `/rateLimits/${key}` })) }])
    await folders.write('breakwater/brand.json', manifest('breakwater', { schemaVersion: 1, revision: 5 }))
    clockMs += 1000
    expect(await limitsOf(store, 'breakwater')).toMatchObject({ sign_in: { device: { short: { attempts: 3 } } } })
  })

  test.each([
    ['a number out of range', '{\n "rateLimits": {\n  "login": {"attempts": 0}}}', '3:13 /rateLimits/login/attempts'],
    ['a wrong type', '{\n "rateLimits": {\n  "sms": 5}}', '3:3 /rateLimits/sms'],
    ['an unknown key', '{\n "rateLimits": {\n  "logn": {}}}', '3:3 /rateLimits/logn'],
    ['an unknown key deep inside', '{"rateLimits":\n {"mail": {"tries": 1}}}', '2:12 /rateLimits/mail/tries'],
    ['a fault elsewhere', '{"rateLimits": {},\n "passwordMinLength": 1}', '2:2 /passwordMinLength'],
    ['a key twice', '{"rateLimits": {},\n "rateLimits": {}}', '2:2 /rateLimits'],
  ])('OPS-13: %s is reported where it was written', async (_name, text, place) => {
    await folders.write('breakwater/config/auth.json', text)
    const problems = await problemsOf('breakwater')
    expect(problems.map(({ line, column, path }) => `${line}:${column} ${path}`)).toEqual([place])
    expect(problems[0]?.file).toBe('breakwater/config/auth.json')
  })

  test('OPS-13: a message about a key that has moved names both', async () => {
    await folders.write('breakwater/config/auth.json', { rateLimits: { login: { attempts: 0 } } })
    const [problem] = await problemsOf('breakwater')
    expect(problem?.message).toMatch(/^\/rateLimits\/sign_in\/\w+\/short\/attempts cannot be 0/)
    expect(problem?.message).toContain('/rateLimits/login/attempts')
  })

  test.each([0, 4, 9, 1.5, '1', null])('OPS-13: an unknown version %j is reported', async (schemaVersion) => {
    await folders.write('breakwater/brand.json', manifest('breakwater', { schemaVersion }))
    await folders.write('breakwater/config/auth.json', {})
    const places = (await problemsOf('breakwater')).map(({ file, line, path }) => `${file}:${line} ${path}`)
    expect(new Set(places)).toEqual(new Set(['breakwater/brand.json:5 /schemaVersion']))
  })
})

describe('a folder of version 2', () => {
  const OLD = { isLimitPromptShown: true, isVerificationRequiredToPlay: true }

  test('OPS-13, OPS-26: loads without the keys that nothing read', async () => {
    await folders.write('jetty/brand.json', manifest('jetty', { schemaVersion: 2, operator: 'jetty-gaming' }))
    await folders.write('jetty/config/responsible.json', OLD)
    await folders.write('jetty/config/global.json', { countries: { kz: { order: 10, language: 'en' } } })
    expect(await problemsOf('jetty')).toEqual([])
    const answer = await openStore().siteForBrand('jetty')
    expect(answer).toMatchObject({ status: 'ok', site: { config: { responsible: {} } } })
    if (answer.status !== 'ok') throw new Error('jetty is not served')
    expect(answer.site.config.global.countries.kz).toMatchObject({ language: 'en' })
    expect(answer.site.config.global.countries.kz).not.toHaveProperty('order')
  })

  test('OPS-26: such a key in a folder of today says that the version took it out', async () => {
    await folders.write('jetty/brand.json', manifest('jetty'))
    await folders.write('jetty/config/responsible.json', OLD)
    const problems = await problemsOf('jetty')
    expect(problems.map(({ path }) => path)).toEqual(['/isLimitPromptShown', '/isVerificationRequiredToPlay'])
    for (const { message } of problems) expect(message).toMatch(/version 3 .* took it out.*livery brand migrate jetty/)
  })
})

describe('migrations', () => {
  test('OPS-13: every version that a manifest may name leads to the current one', async () => {
    const text = await readFile(new URL('../../../../schemas/site/brand-manifest.schema.json', import.meta.url), 'utf8')
    const versions = JSON.parse(text).properties.schemaVersion.enum as number[]
    expect(versions).toEqual(Array.from({ length: CURRENT_VERSION }, (_, index) => index + 1))
    expect(versions.map((schemaVersion) => versionOf({ schemaVersion }))).toEqual(versions)
  })

  test('a document that is migrated already stays as it is, and no document is changed in place', () => {
    const numbers = fc.record({ attempts: fc.nat(), windowMs: fc.nat() }, { requiredKeys: [] })
    const limit = fc.oneof(numbers, fc.constant(null), fc.string())
    const keys = ['login', 'registration', 'sms', 'mail', 'passwordReset', 'bet', 'strange']
    const written = fc.record(Object.fromEntries(keys.map((key) => [key, limit])), { requiredKeys: [] })
    fc.assert(
      fc.property(written, (rateLimits) => {
        const document = { passwordMinLength: 9, rateLimits } as unknown as JsonObject
        const before = structuredClone(document)
        const once = migrateDocument(document, AUTH, 1).document
        expect(migrateDocument(once, AUTH, 1).document).toEqual(once)
        expect(document).toEqual(before)
        expect(migrateDocument(document, 'config/coupon.json', 1).document).toBe(document)
      }),
    )
  })

  test('the stricter of two limits of messages is kept', () => {
    const long = (limits: JsonObject) => {
      const { document } = migrateDocument({ rateLimits: limits }, AUTH, 1)
      return (document.rateLimits as { code_sending: { account: { long: unknown } } }).code_sending.account.long
    }
    expect(long({ sms: { attempts: 3 }, mail: { attempts: 4 } })).toEqual({ attempts: 3 })
    expect(long({ sms: { attempts: 3 }, mail: { attempts: 2 } })).toEqual({ attempts: 2 })
    expect(long({ sms: { attempts: 3 }, mail: { attempts: 2, windowMs: 1000 } })).toEqual({ attempts: 3 })
    expect(long({ mail: { attempts: 8 } })).toEqual({ attempts: 8 })
  })
})
