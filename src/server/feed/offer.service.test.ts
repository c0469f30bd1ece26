import { beforeAll, describe, expect, test } from 'vitest'
import { MAIN_TYPES } from '#machines/feed/markets/main-markets.rules.ts'
import type { BoardGame } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { type FeedScene, makeFeedScene } from '../../../tests/fixtures/feed-scene.ts'
import { createFeedOffer } from './offer.service.ts'
import type { OfferFilter } from './offer-ports.ts'

const NOW = new Date('2026-03-14T12:00:00Z')
const AS_IS = { language: 'en', names: new Map<string, string>() }
const LINE: OfferFilter = {
  feed: 'line',
  except: { line: [], live: [] },
  isTop: false,
  topChamps: [],
  pinned: [],
  withSubGames: false,
  order: 'time',
  marketTypes: MAIN_TYPES,
  count: 50,
}
const LIVE: OfferFilter = { ...LINE, feed: 'live' }
const homes = (items: readonly BoardGame[]) => items.map(({ participants: [home] }) => home?.name)

await describeOnQuickestEngine('the offer of the feed', (database) => {
  let scene: FeedScene
  let statements = 0
  const offer = () => {
    const door = forFeed(database().db)
    return createFeedOffer({ door, now: () => NOW, shareMs: 0, nowMs: () => 0 })
  }
  beforeAll(async () => {
    scene = await makeFeedScene(database(), NOW)
  })

  test('FEED-2: the line has games that have not started, the live feed those that are played', async () => {
    const line = await offer().games(LINE)
    expect(homes(line.items)).toEqual(['Northgate', 'Millbrook', 'Ivanova', 'Málaga Süd'])
    expect(line.total).toBe(4)
    const live = await offer().games(LIVE)
    expect(homes(live.items)).toEqual(['Castro'])
    expect(live.items[0]).toMatchObject({ kind: 1, status: 1, score: { home: 1, away: 0 }, champName: 'La Liga' })
  })

  test('FEED-4: a board shows of each type one market, of lines the most even one, and counts the others', async () => {
    const { items } = await offer().games({ ...LINE, games: [scene.games.Northgate ?? 0] })
    expect(items[0]?.markets.map(({ typeId, parameter }) => [typeId, parameter])).toEqual([
      [1, undefined],
      [4, '2.5'],
      [5, '-0.75'],
    ])
    expect(items[0]?.furtherMarketCount).toBe(2)
    expect(items[0]?.countryId).toBe(76)
  })

  test('FEED-6: the Asian view shows handicaps and totals alone', async () => {
    const { items } = await offer().games({ ...LINE, sports: [1], marketTypes: [5, 4] })
    expect(items.every(({ markets }) => markets.map(({ typeId }) => typeId).join() === '5,4')).toBe(true)
  })

  test('FEED-18: a list is as long as it is asked for, and says how long it could be', async () => {
    const { items, total } = await offer().games({ ...LINE, count: 2 })
    expect([items.length, total]).toEqual([2, 4])
  })

  test('FEED-20: pinned games are first', async () => {
    const pinned = [scene.games['Málaga Süd'] ?? 0, scene.games.Ivanova ?? 0]
    const { items } = await offer().games({ ...LINE, pinned })
    expect(homes(items)).toEqual(['Málaga Süd', 'Ivanova', 'Northgate', 'Millbrook'])
    expect(items.map(({ isPinned }) => isPinned)).toEqual([true, true, undefined, undefined])
  })

  test('FEED-21: sports that are left out of the line stay live, and the other way round', async () => {
    const noFootball = { line: [1], live: [] }
    expect(homes((await offer().games({ ...LINE, except: noFootball })).items)).toEqual(['Ivanova'])
    expect((await offer().games({ ...LIVE, except: noFootball })).total).toBe(1)
    expect((await offer().games({ ...LIVE, except: { line: [], live: [1] } })).total).toBe(0)
    expect(await offer().sports({ ...LINE, except: noFootball })).toEqual({
      items: [{ sportId: 4, lineGames: 1, liveGames: 0, champCount: 1 }],
    })
    const game = { gameId: scene.games.Northgate ?? 0, isShort: false, favoriteGroups: [] }
    await expect(offer().game({ ...game, except: noFootball })).rejects.toMatchObject({ code: 'game.unknown' })
  })

  test('FEED-3: games are narrowed by championship, team, opponents, country and time', async () => {
    const { champs, teams } = scene
    const found = async (filter: Partial<OfferFilter>) => homes((await offer().games({ ...LINE, ...filter })).items)
    expect(await found({ champs: [champs.SP1 ?? 0] })).toEqual(['Málaga Süd'])
    expect(await found({ teams: [teams.Ashdown ?? 0] })).toEqual(['Millbrook'])
    expect(await found({ opponents: [teams.Northgate ?? 0, teams.Harbour ?? 0] })).toEqual(['Northgate'])
    expect(await found({ opponents: [teams.Northgate ?? 0, teams.Ashdown ?? 0] })).toEqual([])
    expect(await found({ countryId: 76 })).toEqual(['Northgate', 'Millbrook'])
    expect(await found({ startsFrom: new Date('2026-03-14T15:00:00Z') })).toEqual([
      'Millbrook',
      'Ivanova',
      'Málaga Süd',
    ])
    expect(await found({ startsBefore: new Date('2026-03-14T15:00:00Z') })).toEqual(['Northgate'])
    expect(await found({ champs: [] })).toEqual([])
  })

  test('FEED-5: championships in front are those of the brand, else those with the most games', async () => {
    const { champs } = scene
    const names = async (topChamps: readonly number[]) => {
      const { items } = await offer().champs({ ...LINE, order: 'top', isTop: true, topChamps })
      return items.map(({ name, isTop }) => (isTop ? `${name}!` : name))
    }
    expect(await names([champs.SP1 ?? 0, champs.atp ?? 0])).toEqual(['La Liga!', 'ATP Málaga!'])
    expect(await names([])).toEqual(['Premier League', 'La Liga', 'ATP Málaga'])
  })

  test('FEED-4: menus count both feeds; a championship without games is returned, an unknown one refused', async () => {
    expect((await offer().sports(LINE)).items).toEqual([
      { sportId: 1, lineGames: 3, liveGames: 1, champCount: 2 },
      { sportId: 4, lineGames: 1, liveGames: 0, champCount: 1 },
    ])
    expect((await offer().sports(LIVE)).items.map(({ sportId }) => sportId)).toEqual([1])
    const epl = await offer().champ(scene.champs.E0 ?? 0, LIVE)
    expect(epl).toMatchObject({ champ: { name: 'Premier League', lineGames: 0, liveGames: 0 }, items: [], total: 0 })
    const liga = await offer().champ(scene.champs.SP1 ?? 0, LINE)
    expect(liga).toMatchObject({ champ: { lineGames: 1, liveGames: 1 }, total: 1 })
    await expect(offer().champ(3, LINE)).rejects.toMatchObject({ code: 'championship.unknown' })
  })

  test('FEED-7: the page of a game has all markets by groups; a short one the main markets', async () => {
    const wish = { gameId: scene.games.Northgate ?? 0, except: LINE.except, isShort: false, favoriteGroups: [5, 4] }
    const page = await offer().game(wish)
    expect(page.game.markets.map(({ typeId }) => typeId)).toEqual([1, 4, 4, 5, 6])
    expect(page.groups.map(({ groupId }) => groupId)).toEqual([5, 4, 1, 6])
    const short = await offer().game({ ...wish, isShort: true })
    expect(short.game).toMatchObject({ furtherMarketCount: 2, markets: [{ typeId: 1 }, { typeId: 4 }, { typeId: 5 }] })
    const few = await offer().game({ ...wish, maxOutcomes: 5 })
    expect(few.game.markets.map(({ typeId }) => typeId)).toEqual([1, 4])
    await expect(offer().game({ ...wish, gameId: 12 })).rejects.toMatchObject({ code: 'game.unknown' })
  })

  test('FEED-4: a search finds words by their beginnings, accents and case aside, in both names and championships', async () => {
    const malaga = await offer().search('MALAGA', LINE, AS_IS)
    expect(homes(malaga.games).sort()).toEqual(['Ivanova', 'Málaga Süd'])
    expect(malaga.champs.map(({ name }) => name)).toEqual(['ATP Málaga'])
    expect(malaga.teams).toMatchObject([{ name: 'Málaga Süd', lineGames: 1, liveGames: 0 }])
    expect(homes((await offer().search('harb north', LINE, AS_IS)).games)).toEqual(['Northgate'])
    expect((await offer().search('arbour', LINE, AS_IS)).total).toBe(0)
    expect((await offer().search(' - ', LINE, AS_IS)).total).toBe(0)
    expect(homes((await offer().search('castro', LIVE, AS_IS)).games)).toEqual(['Castro'])
  })

  test('results are the games that are over, the latest first, by day, sport and championship', async () => {
    const all = { except: [], count: 50 }
    const results = await offer().results(all)
    expect(results.items.map(({ participants: [home], score }) => [home?.name, score?.home])).toEqual([
      ['Vega', 2],
      ['Oldtown', 2],
    ])
    const since = { ...all, startsFrom: new Date('2026-03-13T00:00:00Z') }
    expect(await offer().results(since)).toMatchObject({ total: 1, items: [{ champName: 'La Liga' }] })
    expect((await offer().results({ ...all, sports: [4] })).total).toBe(0)
    expect((await offer().results({ ...all, except: [1] })).total).toBe(0)
    expect((await offer().resultChamps(all)).items.map(({ name, gameCount }) => [name, gameCount])).toEqual([
      ['La Liga', 1],
      ['Premier League', 1],
    ])
  })

  describe('many games', () => {
    const counted = async (work: () => Promise<unknown>) => {
      statements = 0
      await work()
      return statements
    }
    const counting = () => {
      const door = forFeed(database().db)
      const read: typeof door.read = (work) =>
        door.read((tx) =>
          work(
            new Proxy(tx, {
              get: (target, name) => {
                if (name === 'selectFrom') statements += 1
                const value: unknown = Reflect.get(target, name, target)
                return typeof value === 'function' ? value.bind(target) : value
              },
            }),
          ),
        )
      return createFeedOffer({ door: { ...door, read }, now: () => NOW, shareMs: 0, nowMs: () => 0 })
    }

    test('FEED-3: as many statements for four games as for one', async () => {
      const one = await counted(() => counting().games({ ...LINE, count: 1 }))
      const four = await counted(() => counting().games({ ...LINE, count: 50 }))
      expect(one).toBe(four)
      expect(four).toBeLessThanOrEqual(4)
      expect(await counted(() => counting().champ(scene.champs.E0 ?? 0, LINE))).toBeLessThanOrEqual(6)
      expect(await counted(() => counting().search('a', LINE, AS_IS))).toBeLessThanOrEqual(5)
    })
  })
})

test('FEED-3: what many ask at once is read once, and again a second later', async () => {
  let reads = 0
  let nowMs = 0
  const door = {
    read: async <Result>() => {
      reads += 1
      return { items: [] } as Result
    },
    write: () => Promise.reject(new Error('nothing is written')),
  }
  const offer = createFeedOffer({ door, now: () => NOW, shareMs: 1000, nowMs: () => nowMs })
  const [first, second] = await Promise.all([offer.games(LINE), offer.games({ ...LINE })])
  expect(first).toBe(second)
  await offer.games(LIVE)
  expect(reads).toBe(2)
  nowMs = 999
  await offer.games(LINE)
  expect(reads).toBe(2)
  nowMs = 1000
  await offer.games(LINE)
  expect(reads).toBe(3)
})
