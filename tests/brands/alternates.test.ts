import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressesOf } from '#client/app/head/crawler-block.ts'
import { idWithSlug } from '#machines/site/routes/slug.rules.ts'
import { crawlerHead } from '#machines/site/seo/crawler-head.rules.ts'
import { loadBrandSchemas } from '#server/site/brands/brand-schemas.ts'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { openTree } from '#server/site/check/check-brand.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import { createResolvedSite, type ResolvedSite } from '#server/site/resolved-site.ts'

const brandsDir = join(ENGINE_BASE, '..')
const ids = readdirSync(brandsDir).filter((id) => id !== '_base')
const schemas = await loadBrandSchemas()
const tree = openTree({ brandsDir, baseDir: ENGINE_BASE, schemas, ids })
const sites = await Promise.all(
  ids.map(async (id): Promise<ResolvedSite> => {
    const branch = await tree.branchOf(id)
    if (!branch) throw new Error(`the brand ${id} is not there`)
    return createResolvedSite(branch.level, schemas, () => undefined)
  }),
)

const ORIGIN = 'https://brand.example'

/** The alternates that a page names in a language: language → address. */
function alternatesOf(site: ResolvedSite, path: string, sport: string | undefined, language: string) {
  const textIn = (code: string, key: string) => pageTexts(site, code).texts[key] ?? key
  const addresses = addressesOf({ textIn }, { site: site.publicSite, origin: ORIGIN }, path, { sport })
  const { languages, defaultLanguage } = site.config.global
  const head = crawlerHead({
    ...{ title: 'A', siteName: 'B', addresses, language, defaultLanguage, verification: {} },
    locales: Object.fromEntries(Object.entries(languages).map(([code, { locale }]) => [code, locale])),
  })
  return Object.fromEntries(
    head.flatMap(({ attributes: { rel, hreflang = '', href = '' } }) =>
      rel === 'alternate' ? [[hreflang, href]] : [],
    ),
  )
}

test('SEO-17: in every shipped brand, each alternate of a page names the same pages as the page itself', () => {
  expect(sites.length).toBeGreaterThanOrEqual(5)
  const rest = fc.array(fc.constantFrom('line', 'live', '88637-premier-league', '700012-a-b', 'information', 'about'), {
    maxLength: 4,
  })
  const place = fc.record({ rest, sportId: fc.option(fc.integer({ min: 1, max: 150 }), { nil: null }), at: fc.nat(4) })
  fc.assert(
    fc.property(fc.constantFrom(...sites), fc.nat(20), place, (site, index, { rest, sportId, at }) => {
      const shown = site.languages.filter((code) => !site.config.global.languages[code]?.isHiddenForGuests)
      const language = shown[index % shown.length] ?? ''
      const sportIn = (code: string) =>
        sportId === null
          ? undefined
          : idWithSlug(sportId, pageTexts(site, code).texts[`sport.${sportId}`] ?? `sport.${sportId}`)
      const sport = sportIn(language)
      const segments = sport === undefined ? rest : [...rest.slice(0, at), sport, ...rest.slice(at)]
      const path = `/${[language, ...segments].join('/')}`
      const own = alternatesOf(site, path, sport, language)
      expect(own[language]).toBe(ORIGIN + path)
      expect(Object.keys(own).sort()).toEqual([...shown, 'x-default'].sort())
      expect(own['x-default']).toBe(own[site.config.global.defaultLanguage])
      for (const code of shown) {
        const { pathname } = new URL(own[code] ?? '')
        // A sport is written in the language of the address.
        if (sport !== undefined) expect(decodeURI(pathname).split('/')).toContain(sportIn(code))
        expect(alternatesOf(site, decodeURI(pathname), sportIn(code), code)).toEqual(own)
      }
    }),
    { numRuns: 300 },
  )
})
