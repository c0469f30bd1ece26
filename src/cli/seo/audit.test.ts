import { expect, test } from 'vitest'
import { auditSite } from './audit.ts'
import type { SiteAnswer } from './site-reader.ts'

const ORIGIN = new URL('http://pier.example')
const ok = (body: string): SiteAnswer => ({ status: 200, location: null, body })
const map = (...paths: string[]) => paths.map((path) => `<loc>http://pier.example${path}</loc>`).join('')

/** A page as the engine writes it, with what is wrong about it. */
function page(path: string, head: { title?: string; canonical?: string; more?: string } = {}, links: string[] = []) {
  const { title = path, canonical = `http://pier.example${path}`, more = '' } = head
  const anchors = links.map((link) => `<a href="${link}">x</a>`).join('')
  return ok(
    `<head><title>${title}</title><link rel="canonical" href="${canonical}"><meta name="description" content="d">` +
      `<link rel="alternate" hreflang="x-default" href="http://pier.example${path}">${more}</head>${anchors}`,
  )
}

/** Audits a site made of these answers; what it lacks is 404. */
async function faultsOf(answers: Readonly<Record<string, SiteAnswer>>) {
  const files = {
    '/sitemap.xml': ok('<loc>http://pier.example/sitemaps/pages-en.xml</loc>'),
    '/sitemaps/pages-en.xml': ok(map(...Object.keys(answers).filter((path) => !path.includes('?')))),
    ...answers,
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
    'a language that does not name the page back',
    {
      '/en': page('/en', { more: '<link rel="alternate" hreflang="de" href="http://pier.example/de">' }, ['/de']),
      '/de': page('/de'),
    },
    'alternate_one_way',
  ],
])('%s is reported', async (_what, answers, code) => {
  const found = await faultsOf(answers as Record<string, SiteAnswer>)
  expect(found.map(([one]) => one)).toEqual([code])
})
