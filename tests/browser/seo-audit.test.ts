import { beforeAll, expect, test, vi } from 'vitest'
import { auditSite } from '#cli/seo/audit.ts'
import { createSiteReader } from '#cli/seo/site-reader.ts'
import { brandIds } from '#server/site/brands/brand-hosts.ts'
import { ownSite } from './test-site.ts'

/** Games of a match day: boards, games and results are crawled too. */
const { site, brands } = await ownSite({ env: { LIVERY_FEED: 'simulator:seed=7' } })

/** Languages that are crawled at a time, and pages of each sitemap of them. */
const AT_ONCE = 3
const MOST_PAGES = 120
const DEALT = { timeout: 120_000, interval: 1000 }
const CRAWL_MS = 1_200_000
/** In a part of the suite such a part of the languages is crawled: `3/20`. */
const [PART = 1, PARTS = 1] = (process.env.LIVERY_PART ?? '1/1').split('/').map(Number)

/** The languages of a brand, by its sitemaps, in groups. */
async function languagesOf(brand: string): Promise<readonly string[][]> {
  const { body } = await createSiteReader(new URL(site.origin(brand)))('/sitemap.xml')
  const codes = [...body.matchAll(/\/pages-([a-z-]+)\.xml/g)].map(([, code = '']) => code)
  return Array.from({ length: Math.ceil(codes.length / AT_ONCE) }, (_, at) =>
    codes.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )
}

/** The match day is dealt out in the first moments of a server. */
beforeAll(async () => {
  const read = createSiteReader(new URL(site.origin('aurora')))
  const hasGames = async () => {
    const { body } = await read('/sitemaps/games-1-en.xml')
    if (!body.includes('<loc>')) throw new Error('there are no games yet')
  }
  await vi.waitFor(hasGames, DEALT)
}, DEALT.timeout)

const groups: [string, string[]][] = []
for (const brand of await brandIds(brands.directory))
  for (const languages of await languagesOf(brand)) groups.push([brand, languages])

test('every shipped brand is crawled in its languages', () => {
  expect(new Set(groups.map(([brand]) => brand))).toEqual(new Set(['aurora', 'fairmile', 'golaco', 'nour', 'velvet']))
  expect(groups.filter(([brand]) => brand === 'aurora').flatMap(([, codes]) => codes)).toHaveLength(8)
})

const ours = groups.filter((_group, at) => at % PARTS === PART - 1)

test.each(ours)(
  'SEO-17: a crawl of %s in %j finds no title twice, broken link, orphan, soft 404 or missing alternate',
  async (brand, languages) => {
    const origin = new URL(site.origin(brand))
    const wish = { origin, read: createSiteReader(origin), languages, mostPages: MOST_PAGES }
    const { pages, faults } = await auditSite(wish)
    expect(pages).toBeGreaterThan(100 * languages.length)
    expect(faults).toEqual([])
  },
  CRAWL_MS,
)
