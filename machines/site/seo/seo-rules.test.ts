import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RouteId } from '#schemas'
import { BUILT_ROUTES } from '../routes/built-routes.ts'
import { ROUTES } from '../routes/routes.ts'
import { type CrawledPage, crawlerHead } from './crawler-head.rules.ts'
import { breadcrumbs, faqPage, sportsEvent } from './json-ld.rules.ts'
import { questionsOfPage, questionsOfSection } from './questions.rules.ts'
import { SEO_SECTIONS, SEO_STREAMS, STANDALONE_SECTIONS, sectionsShown, seoPlace } from './seo-places.rules.ts'

describe('streams and sections', () => {
  test('SEO-1: there are the 29 streams of the specification', () => {
    const named =
      'homepage, line, live, mobile, desktop, fishinghunting, user, promo, bonus, promotions, information, allgamesentrance, bingo, virtualsports, othergames, tvgames, toto, lotto, ourpartners, casino, slots, poker, statistic, results, ipl-betting-app, fastbet, keno, lobby, scratchcards'
    expect(Object.keys(SEO_STREAMS).sort()).toEqual(named.split(', ').sort())
  })

  test('SEO-2: there are the 12 sections, and each stream belongs to one of them', () => {
    const named = 'site user betting allgamesentrance casino promo ourpartners toto lotto statistic results legacy'
    expect([...SEO_SECTIONS]).toEqual(named.split(' '))
    for (const section of Object.values(SEO_STREAMS)) expect(SEO_SECTIONS).toContain(section)
  })

  test('REF-6: the page of the partner programme is there, and shows the texts of the section ourpartners alone', () => {
    expect(BUILT_ROUTES.our_partners).toBe(true)
    expect(sectionsShown(seoPlace('our_partners').section)).toEqual(['ourpartners'])
  })

  test('SEO-3: the standalone sections show their own texts alone, all others those of the site too', () => {
    expect([...STANDALONE_SECTIONS].sort()).toEqual(['allgamesentrance', 'lotto', 'ourpartners', 'toto', 'user'])
    for (const section of SEO_SECTIONS) {
      const shown = section === 'site' || STANDALONE_SECTIONS.has(section) ? [section] : [section, 'site']
      expect(sectionsShown(section)).toEqual(shown)
    }
  })

  test('every route has a stream, and a live board another than the one before the match', () => {
    for (const id of Object.keys(ROUTES) as RouteId[]) expect(SEO_STREAMS).toHaveProperty(seoPlace(id).stream)
    expect(seoPlace('sport_filter', { kind: 'live' })).toEqual({ stream: 'live', section: 'betting' })
    expect(seoPlace('sport_filter', { kind: 'line' })).toEqual({ stream: 'line', section: 'betting' })
    expect(seoPlace('casino_game')).toEqual({ stream: 'casino', section: 'casino' })
    expect(seoPlace('office_account').section).toBe('user')
  })
})

describe('questions', () => {
  const words = { questionKey: 'a.question', answerKey: 'a.answer' }
  const questions = {
    betting: { second: { order: 20, ...words }, first: { order: 10, ...words } },
    site: { anywhere: { order: 10, ...words } },
    user: { own: { order: 10, ...words } },
  }

  test('come in their order, those of the site last', () => {
    const ids = questionsOfSection(questions, 'betting').map(({ id }) => id)
    expect(ids).toEqual(['betting-first', 'betting-second', 'site-anywhere'])
    expect(questionsOfSection(questions, 'user').map(({ id }) => id)).toEqual(['user-own'])
  })

  test('follow a board and not a game', () => {
    expect(questionsOfPage(questions, 'main_section', { kind: 'live' })).toHaveLength(3)
    expect(questionsOfPage(questions, 'game', { kind: 'live' })).toEqual([])
  })
})

const PAGE: CrawledPage = {
  title: 'Line · Pier',
  siteName: 'Pier',
  description: 'Games before they start.',
  addresses: { en: 'https://pier.example/en/line', pt: 'https://pier.example/pt/line' },
  locales: { en: 'en-GB', pt: 'pt-BR' },
  language: 'pt',
  defaultLanguage: 'en',
  verification: { 'google-site-verification': 'abcdefgh' },
}

describe('the head for crawlers', () => {
  const attributes = (page: CrawledPage) => crawlerHead(page).map((element) => element.attributes)

  test('names every language, and one for everybody else', () => {
    const alternates = attributes(PAGE).filter(({ rel }) => rel === 'alternate')
    expect(alternates.map(({ hreflang, href }) => [hreflang, href])).toEqual([
      ['en', 'https://pier.example/en/line'],
      ['pt', 'https://pier.example/pt/line'],
      ['x-default', 'https://pier.example/en/line'],
    ])
  })

  test('tells a shared link its own address, words and language', () => {
    const all = attributes(PAGE)
    const graph = Object.fromEntries(all.flatMap(({ property, content }) => (property ? [[property, content]] : [])))
    expect(graph).toEqual({
      'og:title': 'Line · Pier',
      'og:description': 'Games before they start.',
      'og:type': 'website',
      'og:url': 'https://pier.example/pt/line',
      'og:site_name': 'Pier',
      'og:locale': 'pt_BR',
      'og:locale:alternate': 'en_GB',
    })
    expect(all).toContainEqual({ name: 'google-site-verification', content: 'abcdefgh' })
  })
})

describe('statements of JSON-LD', () => {
  test('a game tells its sides, and neither a place nor a price', () => {
    const facts = {
      name: 'A – B',
      url: 'https://pier.example/en/line/1/2/3',
      startsAt: '2026-11-27T18:00:00.000Z',
      sport: 'Football',
      championship: 'Cup',
      sides: ['A', 'B'],
    }
    const event = sportsEvent(facts) as unknown as Record<string, unknown>
    expect(event).toMatchObject({ '@type': 'SportsEvent', startDate: facts.startsAt, homeTeam: { name: 'A' } })
    expect(Object.keys(event)).not.toContain('location')
    expect(Object.keys(event)).not.toContain('offers')
    expect(sportsEvent({ ...facts, sides: ['A', 'B', 'C'].slice(0, 1) })).not.toHaveProperty('homeTeam')
  })

  test('the way to a page counts its steps from one, and one step is no way', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.string(), url: fc.webUrl() }), { maxLength: 6 }), (crumbs) => {
        const list = breadcrumbs(crumbs) as { itemListElement?: { position: number }[] } | null
        if (crumbs.length < 2) expect(list).toBeNull()
        else expect(list?.itemListElement?.map(({ position }) => position)).toEqual(crumbs.map((_, at) => at + 1))
      }),
    )
  })

  test('a page without questions states none', () => {
    expect(faqPage([])).toBeNull()
    expect(faqPage([{ question: 'Q?', answer: 'A.' }])).toMatchObject({ mainEntity: [{ name: 'Q?' }] })
  })
})
