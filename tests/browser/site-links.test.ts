import { expect, test } from 'vitest'
import { buildPath } from '#machines/site/routes/routes.ts'
import type { RouteId } from '#schemas'
import { sharedSite } from './test-site.ts'
import { rawAnswer } from './visitor.ts'

const PAGES: readonly RouteId[] = [
  ...(['about', 'contacts', 'how_to_bet', 'main_rules', 'bonus_rules', 'payment'] as const),
  ...(['responsible_gaming', 'privacy_policy', 'aml_kyc_policy', 'dispute_resolution', 'cookies'] as const),
]
/** What a brand without draws of numbers speaks of nowhere, in the languages of the brands. */
const NOT_THERE = /\b(?:lotto|keno)\b|lotter(?:y|ies|ie)|scratch card|лотере|loter[íi]a|يانصيب/iu

const { site } = await sharedSite()

const seedsOf = (language: string) => [
  `/${language}`,
  `/${language}/nothing-is-here`,
  ...PAGES.map((id) => buildPath(id, {}, language)),
]

/** The languages that a page names others of itself in. */
const languagesOf = (html: string) => [
  ...new Set([...html.matchAll(/hrefLang="([a-z]+)"/gi)].map(([, code = '']) => code)),
]

/** Addresses of the site that a page links to, without query and anchor. */
function linksOf(html: string): string[] {
  const links = [...html.matchAll(/<a [^>]*?href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  return links.filter((href) => href.startsWith('/')).map((href) => href.split(/[?#]/)[0] ?? '')
}

/** What a visitor reads of a page, with its title and description. */
function wordsOf(html: string): string {
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
  return `${description} ${html.replace(/<script[^>]*>.*?<\/script>/gs, ' ').replace(/<[^>]+>/g, ' ')}`
}

test.each(['aurora', 'velvet', 'nour'])(
  'OPS-21, INFO-1: every link of %s, of its menus, its footer and its pages in all languages, leads somewhere, and none of its pages promises what is not there',
  async (brand) => {
    const linkedFrom = new Map<string, string>()
    const promises: string[] = []
    const languages = languagesOf((await rawAnswer(site, brand, '/en')).body)
    expect(languages.length).toBeGreaterThan(1)
    const hasDraws = (await rawAnswer(site, brand, '/en/lotto')).status === 200
    expect(hasDraws).toBe(brand !== 'nour')
    for (const language of languages) {
      for (const seed of seedsOf(language)) {
        const { status, body } = await rawAnswer(site, brand, seed)
        expect(status, seed).toBe(seed.endsWith('nothing-is-here') ? 404 : 200)
        const found = hasDraws ? null : NOT_THERE.exec(wordsOf(body))
        if (found) promises.push(`${seed}: ${found[0]}`)
        for (const link of linksOf(body)) if (!linkedFrom.has(link)) linkedFrom.set(link, seed)
      }
    }
    expect(linkedFrom.size).toBeGreaterThan(20 * languages.length)
    const dead: string[] = []
    for (const [link, seed] of linkedFrom) {
      const { status } = await rawAnswer(site, brand, link)
      if (![200, 302, 303].includes(status)) dead.push(`${link} from ${seed}: ${status}`)
    }
    expect(dead).toEqual([])
    expect(promises).toEqual([])
  },
  600_000,
)
