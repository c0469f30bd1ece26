import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validatorByName } from '#schemas/validator-by-name.ts'

type Document = Record<string, unknown>

const BASE = new URL('../../brands/_base/config/', import.meta.url)
const NAMES = readdirSync(BASE).map((name) => name.replace('.json', ''))

const patchOf = (section: string) => validatorByName(`patch/site/config/${section}`)
const resolvedOf = (section: string) => validatorByName(`site/config/${section}`)

function baseOf(section: string): Document {
  const { $schema: _schema, ...document } = JSON.parse(
    readFileSync(new URL(`${section}.json`, BASE), 'utf8'),
  ) as Document
  return document
}

describe('what a brand writes', () => {
  test.each(NAMES)('the defaults of %s are a valid file and a valid resolved section', async (name) => {
    const [isPatch, isResolved] = await Promise.all([patchOf(name), resolvedOf(name)])
    expect([isPatch({ $schema: 'x', ...baseOf(name) }), isPatch.errors ?? null]).toEqual([true, null])
    expect([isResolved(baseOf(name)), isResolved.errors ?? null]).toEqual([true, null])
  })

  test.each(NAMES)('an empty %s becomes its defaults', async (name) => {
    const isResolved = await resolvedOf(name)
    const document = {}
    expect(isResolved(document)).toBe(true)
    expect(document).toEqual(baseOf(name))
  })

  test.each([
    ['one flag', 'boolean', { isOneClickBetAllowed: true }],
    ['null deletes an entry', 'header', { menu: { bingo: null } }],
    ['one key of an entry', 'header', { menu: { live: { order: 5 } } }],
    ['one member of a group', 'application', { notifications: { durationMs: 5000 } }],
    [
      'one key of a nested entry',
      'banner-widgets',
      { widgets: { home: { banners: { welcome: { image: 'banners/welcome.svg' } } } } },
    ],
    ['one route', 'application', { routes: { casino: { isAvailable: false } } }],
    ['one text of a block', 'customize', { homeBlocks: { features: { cards: { safe: { titleKey: 'site.safe' } } } } }],
  ])('a brand may write no more than %s', async (_name, section, patch) => {
    const isPatch = await patchOf(section)
    expect([isPatch(patch), isPatch.errors ?? null]).toEqual([true, null])
  })

  test.each([
    ['CFG-9: a minimum age that is no number', 'global', { minimumAge: '18' }, '/minimumAge'],
    ['OPS-4: an unknown key', 'global', { minimunAge: 18 }, ''],
    ['OPS-4: an unknown key of an entry', 'header', { menu: { live: { colour: 'red' } } }, '/menu/live'],
    ['OPS-4: an unknown route', 'application', { routes: { cazino: { isAvailable: false } } }, '/routes'],
    ['CFG-10: an unknown captcha', 'captcha', { type: 'turnstile' }, '/type'],
    [
      'SEC-9: an address that runs script',
      'header',
      { menu: { live: { href: 'javascript:alert(1)' } } },
      '/menu/live/href',
    ],
    [
      'SEC-11: a secret in place of the name of a variable',
      'captcha',
      { secretKeys: { hcaptcha: '0x4AAAAAAA' } },
      '/secretKeys/hcaptcha',
    ],
    ['a coupon larger than the specification allows', 'coupon', { maximumBets: 51 }, '/maximumBets'],
  ])('refused: %s', async (_name, section, patch, path) => {
    const isPatch = await patchOf(section)
    expect(isPatch(patch)).toBe(false)
    expect(isPatch.errors?.map((error) => error.instancePath)).toContain(path)
  })
})

test('SEC-11: the public form of a section knows neither secrets nor what only the server needs', async () => {
  const hidden = {
    auth: ['socialClientSecrets', 'socialProviders', 'sessionIdleMs', 'rateLimits'],
    captcha: ['secretKeys', 'challengeCost'],
    'third-party': ['smsSender'],
  }
  for (const [section, keys] of Object.entries(hidden)) {
    const isPublic = await validatorByName(`site/public-config/${section}`)
    const base = baseOf(section)
    expect(isPublic(base), section).toBe(false)
    const unknown = isPublic.errors?.map((error) => error.params.additionalProperty)
    expect(unknown, section).toEqual(expect.arrayContaining(keys.filter((key) => key in base)))
    const visible = Object.fromEntries(Object.entries(base).filter(([key]) => !unknown?.includes(key)))
    expect(isPublic(visible), section).toBe(true)
  }
})
