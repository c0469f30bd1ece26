import { expect, test } from 'vitest'
import { auditSite } from './audit.ts'
import type { SiteAnswer } from './site-reader.ts'

const ORIGIN = new URL('http://pier.example')
const ok = (body: string): SiteAnswer => ({ status: 200, location: null, body })
const map = (...paths: string[]) => paths.map((path) => `<loc>http://pier.example${path}</loc>`).join('')

const alternate = (code: string) => `<link rel="alternate" hreflang="${code}" href="http://pier.example/${code}">`

/** A page as the engine writes it, with what is wrong about it. */
function page(path: string, head: { title?: string; canonical?: string; more?: string } = {}, links: string[] = []) {
  const { title = path, canonical = `http://pier.example${path}`, more = '' } = head
  const anchors = links.map((link) => `<a href="${link}">x</a>`).join('')
  return ok(
    `<head><title>${title}</title><link rel="canonical" href="${canonical}"><meta name="description" content="d">` +
      `<link rel="alternate" hreflang="x-default" href="http://pier.example${path}">${more}</head>${anchors}`,
  )
}

/** Audits a site made of these answers; what it lacks is 404. @param unlisted answers that are in no sitemap */
async function faultsOf(
  answers: Readonly<Record<string, SiteAnswer>>,
  unlisted: Readonly<Record<string, SiteAnswer>> = {},
) {
  const files = {
    '/sitemap.xml': ok('<loc>http://pier.example/sitemaps/pages-en.xml</loc>'),
    '/sitemaps/pages-en.xml': ok(map(...Object.keys(answers).filter((path) => !path.includes('?')))),
    ...answers,
    ...unlisted,
  }
  const read = async (path: string) =>
    (files as Record<string, SiteAnswer>)[path] ?? { status: 404, location: null, body: '' }
  const { faults } = await auditSite({ origin: ORIGIN, read, languages: [], mostPages: 100 })
  return faults.map(({ code, address, other }) => [code, address, other])
}

test('a sound site has no fault', async () => {
  const answers = { '/en': page('/en', {}, ['/en/a']), '/en/a': page('/en/a', {}, ['/en']) }
  expect(await faultsOf(answers)).toEqual([])
})

test('addresses that differ in the values of their query alone are asked for once', async () => {
  const asked: string[] = []
  const answers: Record<string, SiteAnswer> = {
    '/sitemap.xml': ok('<loc>http://pier.example/sitemaps/pages-en.xml</loc>'),
    '/sitemaps/pages-en.xml': ok(map('/en')),
    '/en': page('/en', {}, ['/en/login?to=a', '/en/login?to=b', '/en/login?from=c', '/en/other?to=a']),
  }
  const read = async (path: string) => {
    asked.push(path)
    return answers[path] ?? { status: path.includes('nowhere') ? 404 : 200, location: null, body: '' }
  }
  const { links, faults } = await auditSite({ origin: ORIGIN, read, languages: [], mostPages: 100 })
  expect(faults).toEqual([])
  expect(links).toBe(3)
  expect(asked.filter((path) => path.includes('/login'))).toEqual(['/en/login?to=a', '/en/login?from=c'])
})

test('a page for what never was is reported, also behind a redirect', async () => {
  const nowhere = { '/livery-audit-nowhere': page('/en') }
  expect(await faultsOf({ '/en': page('/en') }, nowhere)).toEqual([['soft_404', '/livery-audit-nowhere', '200']])
  const moved = { '/livery-audit-nowhere': { status: 301, location: '/en', body: '' } }
  expect(await faultsOf({ '/en': page('/en') }, moved)).toEqual([['soft_404', '/livery-audit-nowhere', '/en']])
})

test('what has left the sitemap by the end of the crawl, as a game that ended, is no fault', async () => {
  let maps = 0
  const read = async (path: string): Promise<SiteAnswer> => {
    if (path === '/sitemap.xml') return ok('<loc>http://pier.example/sitemaps/games-1-en.xml</loc>')
    if (path.startsWith('/sitemaps/')) return ok(maps++ === 0 ? map('/en', '/en/game') : map('/en'))
    return path === '/en' ? page('/en') : { status: 410, location: null, body: '' }
  }
  const { faults } = await auditSite({ origin: ORIGIN, read, languages: [], mostPages: 100 })
  expect(faults).toEqual([])
  expect(maps).toBe(2)
})

test.each([
  ['a page that was removed', { '/en': page('/en'), '/en/a': { status: 410, location: null, body: '' } }, 'not_served'],
  ['a page that leads elsewhere', { '/en': { status: 301, location: '/en/b', body: '' } }, 'leads_elsewhere'],
  [
    'a page that is not to be listed',
    { '/en': page('/en', { more: '<meta name="robots" content="noindex">' }) },
    'not_listed',
  ],
  [
    'a title twice',
    { '/en': page('/en', { title: 'T' }, ['/en/a']), '/en/a': page('/en/a', { title: 'T' }) },
    'title_twice',
  ],
  ['a canonical of another page', { '/en': page('/en', { canonical: 'http://pier.example/de' }) }, 'canonical_wrong'],
  [
    'a broken statement',
    { '/en': page('/en', { more: '<script type="application/ld+json">{</script>' }) },
    'statement_broken',
  ],
  ['a link that leads nowhere', { '/en': page('/en', {}, ['/en/lost?x=1']) }, 'link_broken'],
  ['a page to which none links', { '/en': page('/en'), '/en/a': page('/en/a') }, 'orphan'],
  [
    'a page that one language lacks',
    {
      '/en': page('/en', { more: alternate('en') + alternate('de') }, ['/de']),
      '/de': page('/de', { more: alternate('en') }),
    },
    'alternate_missing',
  ],
  [
    'a language that does not name the page back',
    {
      '/en': page('/en', { more: alternate('de') }, ['/de']),
      '/de': page('/de', { more: alternate('de') }),
    },
    'alternate_one_way',
  ],
])('%s is reported', async (_what, answers, code) => {
  const found = await faultsOf(answers as Record<string, SiteAnswer>)
  expect(found.map(([one]) => one)).toEqual([code])
})
