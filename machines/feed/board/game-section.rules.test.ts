import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { offeredSection } from '#machines/site/routes/offered-section.rules.ts'
import { SECTION_ROUTES, sectionOfRoute, sectionRoute } from '#machines/site/routes/section-routes.ts'
import type { BettingConfig, CyberConfig, HeaderConfig } from '#schemas'
import {
  cyberSectionKey,
  offeredCyberSections,
  offeredHomeSections,
  sectionTitleKey,
  sportsOfFilter,
} from './game-section.rules.ts'

const baseConfig = (section: string) =>
  JSON.parse(readFileSync(new URL(`../../../brands/_base/config/${section}.json`, import.meta.url), 'utf8'))
const BASE = baseConfig('betting') as BettingConfig
const CYBER = baseConfig('cyber') as CyberConfig
const HEADER = baseConfig('header') as HeaderConfig
const PROMO =
  'home,betsonyour,cyber,ufc,politics,marble,best,team,topgame,champions,recommendation,olympics2024,europa-league-2025,laliga,epl,ipl-2025,scf,nhl-finals,fifa-cwc-2025,nba-finals,top-events'.split(
    ',',
  )

/** The configuration with one section as given. */
const withSection = (id: string, section: object): BettingConfig => ({
  ...BASE,
  homeSections: { ...BASE.homeSections, [id]: { order: 5, ...section } },
})

describe('promo sections', () => {
  test('SPORT-12: the 21 sections are there, and each of them can be opened', () => {
    expect(Object.keys(BASE.homeSections)).toEqual(PROMO)
    expect(PROMO.filter((id) => sectionRoute(id, 'home') === null)).toEqual([])
    expect(sectionRoute('epl', 'home')).toBe('promo_section')
    expect(sectionRoute('cyber', 'home')).toBe('cyber')
  })

  test('SPORT-12: a section without games, or switched off, is not offered; brands set their order', () => {
    expect(offeredSection(BASE, 'laliga')).toBeNull()
    expect(offeredSection(BASE, 'constructor')).toBeNull()
    expect(offeredHomeSections(BASE)).not.toContain('laliga')
    const games = { championshipNames: ['La Liga'] }
    expect(offeredSection(withSection('laliga', { games }), 'laliga')?.games).toEqual(games)
    expect(offeredHomeSections(withSection('laliga', { games }))[0]).toBe('laliga')
    expect(offeredSection(withSection('laliga', { games, isAvailable: false }), 'laliga')).toBeNull()
    expect(sectionTitleKey('nba-finals', {})).toBe('board.section_nba_finals')
    expect(sectionTitleKey('epl', { titleKey: 'brand.cup' })).toBe('brand.cup')
  })

  test('SPORT-4: a filter has the sports it names and those of its menu sections', () => {
    expect(sportsOfFilter({ sports: [56], menuSections: [8] })).toEqual([56, 197])
    expect(sportsOfFilter(offeredSection(BASE, 'marble')?.games ?? {})).toEqual([197])
    expect(sportsOfFilter({ isTop: true })).toBeUndefined()
  })
})

describe('pages of sections', () => {
  test.each([
    ['SPORT-2', 'betsonyour', ['home', 'game']],
    ['SPORT-4', 'marble', ['home', 'game']],
    ['SPORT-4', 'best', ['home', 'game']],
    ['SPORT-6', 'team', ['home', 'game']],
    ['SPORT-7', 'topgame', ['home', 'game']],
    ['SPORT-8', 'champions', ['home', 'game', 'news', 'champ', 'favorites']],
    ['SPORT-8', 'champions_final', ['home']],
    ['SPORT-9', 'cricket', ['home', 'champs', 'champ', 'events', 'favorites', 'search', 'game', 'broadcasts']],
    ['SPORT-10', 'top-events', ['home', 'game', 'favorites']],
  ] as const)('%s: %s has its pages, and none is there without the section', (_requirement, section, pages) => {
    const routes = pages.map((page) => sectionRoute(section, page))
    expect(routes.map((id) => id && SECTION_ROUTES[id])).toEqual(pages.map((page) => ({ section, page })))
    expect(routes.map((id) => id && sectionOfRoute(id))).toEqual(pages.map(() => section))
  })

  test('SPORT-3, SPORT-6: cyber sections and pages of teams go with their sections', () => {
    expect([sectionOfRoute('cyber_section'), sectionOfRoute('team_games_info')]).toEqual(['cyber', 'team'])
    expect([sectionOfRoute('champions_news_article'), sectionOfRoute('cricket_player_info')]).toEqual([
      'champions',
      'cricket',
    ])
    expect([sectionOfRoute('main_section'), sectionRoute('marble', 'search')]).toEqual([null, null])
  })
})

describe('cyber sections', () => {
  test('SPORT-16: a name is made of the prefix and the label of the type, else of the type', () => {
    expect(cyberSectionKey(CYBER, 'shooters')).toBe('site.cyber_shooters')
    const own = { ...CYBER, labelPrefix: 'brand.arena_', typeLabels: { shooters: 'guns' } }
    expect(cyberSectionKey(own, 'shooters')).toBe('brand.arena_guns')
    expect(cyberSectionKey(own, 'strategy')).toBe('brand.arena_strategy')
    expect(cyberSectionKey(own, 'toString')).toBe('brand.arena_toString')
  })

  test('SPORT-3: a cyber section is offered while its menu section is shown', () => {
    expect(offeredCyberSections(CYBER, BASE)).toHaveLength(15)
    expect(offeredCyberSections(CYBER, { menuSections: [1007, 1005] }).map(({ id }) => id)).toEqual([
      'shooters',
      'adventure',
    ])
  })
})

test('SPORT-13: line, live, cyber and virtual sports and horse races are in the menu', () => {
  const entries = Object.values(HEADER.menu)
  const ways = entries.map(({ routeId, params }) => [routeId, params?.kind].filter(Boolean).join(' '))
  const wanted = ['main_section line', 'main_section live', 'cyber', 'virtual_sports', 'horse_races']
  expect(wanted.filter((way) => !ways.includes(way))).toEqual([])
})
