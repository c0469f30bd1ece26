import { expect, test } from 'vitest'
import { contentOf, seoQuery } from './seo-query.rules.ts'

const page = { language: 'en', pathname: '/en/line/1-football/88637-premier-league', host: 'pier.example' }
const board = seoQuery({
  ...page,
  routeId: 'section_championship',
  params: { kind: 'line', sport: '1-football', championship: '88637-premier-league' },
})

test('SEO-8: a page asks by its stream and section, and by the numbers of its sport, championship and game', () => {
  expect(board).toEqual({
    ...{ language: 'en', domain: 'pier.example', stream: 'line', section: 'betting', path: page.pathname },
    ...{ subsection: '1', championship: '88637' },
  })
  const home = seoQuery({ ...page, routeId: 'home', params: {} })
  expect(home).toMatchObject({ stream: 'homepage', section: 'site' })
  expect(home).not.toHaveProperty('subsection')
})

test('SEO-18: the text that names most is shown, and one of many pages is not repeated on each of theirs', () => {
  const contents = {
    betting: { section: 'betting', page: 'a' },
    line: { stream: 'line', page: 'b' },
    football: { sportId: 1, page: 'c' },
    premier: { championshipId: 88637, page: 'd' },
  } as const
  const of = (query: object) => contentOf(contents, { language: 'en', section: 'betting', ...query })?.page ?? null
  expect(of({ stream: 'line' })).toBe('b')
  expect(of({ stream: 'live' })).toBe('a')
  expect(of({ stream: 'live', subsection: '1' })).toBe('c')
  expect(of({ stream: 'line', subsection: '2' })).toBeNull()
  expect(contentOf(contents, board)?.page).toBe('d')
  expect(of({ stream: 'line', subsection: '1', championship: '2' })).toBeNull()
  expect(contentOf(contents, { ...board, match: '9' })).toBeNull()
})
