import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseFootballData } from '#machines/feed/imports/football-data.rules.ts'
import { parseOpenfootball } from '#machines/feed/imports/openfootball.rules.ts'
import type { FeedChange, FeedRow } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createFeedBook } from '../feed-book.ts'
import { createLiveBook } from '../live/live-book.ts'
import { createFeedStatistics } from './statistics.service.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const RULES = { start: 1500, weight: 20, homeAdvantage: 65, isMarginCounted: true }
const DAY_MS = 86_400_000
const EPL = { code: 'E0', name: 'Premier League', sportId: 1, countryId: 76 }
const row = (days: number, home: string, away: string, score?: readonly [number, number]): FeedRow => ({
  competition: EPL,
  season: '2025/26',
  date: new Date(NOW + days * DAY_MS).toISOString().slice(0, 10),
  startsAt: new Date(NOW + days * DAY_MS).toISOString(),
  ...{ hasStartTime: true, home, away, prices: { opening: [], closing: [] } },
  condition: score ? 'finished' : 'scheduled',
  ...(score && { result: { home: score[0], away: score[1] } }),
})

await describeOnQuickestEngine('statistics', (database) => {
  let ms = NOW
  let monotonic = 0
  const now = () => new Date(ms)
  const door = () => forFeed(database().db)
  const statistics = () => createFeedStatistics({ door: door(), now, shareMs: 0, nowMs: () => monotonic })
  const importRows = (rows: readonly FeedRow[]) => createFeedBook({ door: door(), now }).importRows(rows, 'scene')
  const send = (producer: string, changes: readonly FeedChange[]) =>
    createLiveBook({ door: door(), now }).take({ producer, changes })
  const ids = () =>
    door().read(async (tx) => {
      const teams = await tx.selectFrom('feed.participant').select(['participant_id', 'name']).execute()
      const champs = await tx.selectFrom('feed.championship').select(['champ_id', 'code']).execute()
      return {
        teams: Object.fromEntries(teams.map(({ name, participant_id }) => [name, participant_id])),
        champs: Object.fromEntries(champs.map(({ code, champ_id }) => [code, champ_id])),
      }
    })
  const asked = { except: [], rules: RULES }

  test('WID-10: a side, a season and a rating come of the results in force, and name them', async () => {
    await importRows([
      row(-30, 'Arsenal', 'Everton', [2, 1]),
      row(-20, 'Everton', 'Leeds', [0, 0]),
      row(-10, 'Leeds', 'Arsenal', [1, 3]),
      row(2, 'Arsenal', 'Leeds'),
    ])
    const { teams, champs } = await ids()
    const team = await statistics().team({ teamId: teams.Arsenal ?? 0, sportId: 1, ...asked })
    expect(team.games.map(({ score }) => [score?.home, score?.away])).toEqual([
      [1, 3],
      [2, 1],
    ])
    expect(team.next).toHaveLength(1)
    expect(team.seasons).toMatchObject([{ seasonId: '2025-26', sides: 3, row: { place: 1, points: 6 } }])
    expect(team.rating?.place).toBe(1)
    expect(team.history.map(({ gameId, own, others }) => [gameId, own, others])).toEqual([
      [team.games[1]?.gameId, 2, 1],
      [team.games[0]?.gameId, 3, 1],
    ])
    const ratings = await statistics().ratings({ sportId: 1, ratingId: 'all', ...asked })
    expect(ratings.rows.reduce((sum, { rating }) => sum + rating, 0)).toBe(3 * 1500)
    const season = await statistics().season({ champId: champs.E0 ?? 0, table: 'away', except: [] })
    expect(season.rows.map(({ row: { participant, points } }) => [participant.name, points])).toEqual([
      ['Arsenal', 3],
      ['Leeds', 1],
      ['Everton', 0],
    ])
    expect(season.totals).toEqual({ games: 3, homeWins: 1, draws: 1, awayWins: 1, scored: 7 })
  })

  test('WID-10: a game knows what its sides did before it, and what the ratings expect once they have played enough', async () => {
    const { teams } = await ids()
    const [next] = (await statistics().team({ teamId: teams.Arsenal ?? 0, ...asked })).next
    const first = await statistics().game({ gameId: next?.gameId ?? 0, ...asked })
    expect([first.home?.games.length, first.headToHead?.homeWins, first.forecast]).toEqual([2, 1, undefined])
    await importRows([row(-5, 'Arsenal', 'Leeds', [1, 1]), row(-4, 'Leeds', 'Everton', [2, 0])])
    monotonic += 6000
    const game = await statistics().game({ gameId: next?.gameId ?? 0, ...asked })
    const { homePermille = 0, drawPermille = 0, awayPermille = 0 } = game.forecast ?? {}
    expect(homePermille + drawPermille + awayPermille).toBe(1000)
    expect(homePermille).toBeGreaterThan(awayPermille)
  })

  test('what there is not is unknown: a side, a season, a game, a list, of another sport or of one that is left out', async () => {
    const { teams, champs } = await ids()
    const of = statistics()
    const refused = [
      [of.team({ teamId: 1, ...asked }), 'page.unknown'],
      [of.team({ teamId: teams.Arsenal ?? 0, sportId: 2, ...asked }), 'page.unknown'],
      [of.team({ teamId: teams.Arsenal ?? 0, ...asked, except: [1] }), 'page.unknown'],
      [
        of.season({ champId: champs.E0 ?? 0, seasonId: '1999-00', table: 'overall', except: [] }),
        'championship.unknown',
      ],
      [of.season({ champId: champs.E0 ?? 0, sportId: 3, table: 'overall', except: [] }), 'championship.unknown'],
      [of.game({ gameId: 1, ...asked }), 'game.unknown'],
      [of.ratings({ sportId: 99, ratingId: 'all', ...asked }), 'page.unknown'],
      [of.horse({ horseId: 1_000_000, except: [] }), 'page.unknown'],
      [of.priceGraph({ gameId: 1, except: [] }), 'game.unknown'],
    ] as const
    for (const [answer, code] of refused) await expect(answer).rejects.toMatchObject({ code })
  })

  test('WID-10: the record of a horse counts its results, and a race that it left alone', async () => {
    const competition = { code: 'meadow', name: 'Meadow Park', sportId: 130 }
    const race = (code: string, days: number): FeedChange => ({
      ...{ kind: 'game', game: code, competition, home: `Race ${code}` },
      startsAt: new Date(NOW + days * DAY_MS).toISOString(),
    })
    const field = (code: string, isWithdrawn = false): FeedChange => ({
      ...{ kind: 'field', game: code },
      entrants: [
        { number: 1, name: 'Silver Lantern', jockey: 'T. Marsh', ...(isWithdrawn && { isWithdrawn }) },
        { number: 2, name: 'Old Oak' },
      ],
    })
    const result = (code: string, order: number[][], withdrawn: number[] = []): FeedChange => ({
      ...{ kind: 'result', game: code },
      ending: { kind: 'field', order, ...(withdrawn.length > 0 && { withdrawn }) },
    })
    const { refused } = await send('meadow', [
      race('a', -2),
      race('b', -1),
      race('c', 1),
      field('a'),
      field('b', true),
      field('c'),
    ])
    expect(refused).toEqual([])
    expect((await send('meadow', [result('a', [[1], [2]]), result('b', [[2]], [1])])).refused).toEqual([])
    const horse = await door().read((tx) =>
      tx.selectFrom('feed.horse').select('horse_id').where('name', '=', 'Silver Lantern').executeTakeFirstOrThrow(),
    )
    const record = await statistics().horse({ horseId: horse.horse_id, except: [] })
    expect([record.runs, record.wins, record.placed, record.starts.length]).toEqual([1, 1, 1, 3])
    expect(record.starts[1]).toMatchObject({ isWithdrawn: true })
  })

  test('WID-12: movements of prices are kept, and the silence of their source is a gap', async () => {
    const startsAt = new Date(NOW + DAY_MS).toISOString()
    const competition = { code: 'north', name: 'Northern League', sportId: 1 }
    const priced = (odds: string): FeedChange => ({
      ...{ kind: 'market', game: 'p', typeId: 1 },
      outcomes: [
        { typeId: 1, odds },
        { typeId: 2, odds: '3.4' },
        { typeId: 3, odds: '3.9' },
      ],
    })
    const game: FeedChange = { kind: 'game', game: 'p', competition, home: 'Northgate', away: 'Harbour', startsAt }
    await send('quiet', [game, priced('2')])
    ms += 10_000
    await send('quiet', [priced('2.1')])
    ms += 60_000
    await send('quiet', [priced('2.3')])
    ms += 5000
    await send('quiet', [{ kind: 'producer', isUp: false }])
    ms += 5000
    await send('quiet', [{ kind: 'producer', isUp: true }])
    const { game_id: gameId } = await door().read((tx) =>
      tx.selectFrom('feed.game').select('game_id').where('source_code', '=', 'p').executeTakeFirstOrThrow(),
    )
    const graph = await statistics().priceGraph({ gameId, except: [] })
    const at = (offset: number) => new Date(NOW + offset).toISOString()
    expect(graph.lines[0]?.points.map(({ odds, at: when }) => [odds, when])).toEqual([
      ['2', at(0)],
      ['2.1', at(10_000)],
      ['2.3', at(70_000)],
    ])
    expect(graph.gaps).toEqual([
      { from: at(10_000), to: at(70_000) },
      { from: at(75_000), to: at(80_000) },
    ])
    ms += 30_000
    const silent = await statistics().priceGraph({ gameId, except: [] })
    expect(silent.gaps.at(-1)).toEqual({ from: at(80_000), to: at(110_000) })
  })

  const data = process.env.LIVERY_TEST_DATA
  test.skipIf(!data)('WID-10: imported open data gives tables, ratings and halves of real seasons', async () => {
    const text = (name: string) => readFileSync(join(data ?? '', name), 'utf8')
    const english = parseFootballData(text('football-data/E0.csv'), { timeZone: 'Europe/London', bookmaker: 'B365' })
    const german = parseOpenfootball(text('openfootball/2024-25-de.1.json'), { timeZone: 'Europe/Berlin' })
    if (!english.ok || !german.ok) throw new Error('the shared data cannot be read')
    await createFeedBook({ door: door(), now }).importRows(german.rows, 'openfootball')
    const { champs } = await ids()
    const champId = champs['Deutsche Bundesliga'] ?? 0
    const season = await statistics().season({ champId, seasonId: '2024-25', table: 'overall', except: [] })
    expect(season.totals.games).toBe(german.rows.filter(({ result }) => result).length)
    expect(season.rows[0]?.row).toMatchObject({ participant: { name: 'FC Bayern München' }, points: 82 })
    monotonic += 6000
    const ratings = await statistics().ratings({ sportId: 1, ratingId: String(champId), ...asked })
    expect(ratings.sides).toBe(18)
    expect(ratings.rows[0]?.participant.name).toBe('FC Bayern München')
  })
})
