import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  BetHistoryAnswer,
  DuelAnswer,
  DuelPlayersAnswer,
  FeedChange,
  GameAnswer,
  GamesAnswer,
  PlaceBetSelection,
  RowPlayerAction,
} from '#schemas'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { betBody, newBettor, newGame } from '../scenes/betting-scene.ts'
import { duelAction, duelLineUp, tellDuelPlayers, tellDuels } from '../scenes/duel-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'

const FEED = '/web-api/LineFeed'
const MAKE_BET = '/web-api/LiveBet/Secure/MakeBetWeb'
const post = (body: object) => ({ method: 'POST' as const, body })
/** Both databases, where a PostgreSQL server answers. */
const place = await throwAwayDatabase()
const engines: [name: string, place: typeof place][] = [['embedded', null]]
if (place || process.env.LIVERY_REQUIRE_SERVICES === '1') engines.push(['PostgreSQL', place])

describe.each(engines)('duels on the database: %s', (name, place) => {
  let server: TestServer

  beforeAll(async () => {
    if (name !== 'embedded' && !place) throw new Error('no PostgreSQL server answers')
    await place?.create()
    server = await startTestServer({ databaseUrl: place?.url ?? null })
  })
  afterAll(async () => {
    await server?.close()
    await place?.leave()
  })

  const build = async (team1Ids: readonly number[], team2Ids: readonly number[]) => {
    const answer = await server.send(`${FEED}/BuildDuel`, post({ team1Ids, team2Ids }))
    expect(answer.statusCode).toBe(200)
    return answer.json<DuelAnswer>().game
  }
  const refusalOf = async (body: object) => {
    const answer = await server.send(`${FEED}/BuildDuel`, post(body))
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }
  /** The outcomes of a duel as a coupon sends them. */
  const selections = ({ gameId, mainGameId, markets }: DuelAnswer['game']): PlaceBetSelection[] =>
    markets.flatMap(({ marketId, outcomes }) =>
      outcomes.map(({ outcomeId, typeId, odds }) => ({
        ...{ gameId, marketId, outcomeId, typeId, odds, kind: 3 as const, epoch: 'book', seq: typeId },
        ...(mainGameId !== undefined && { mainGameId }),
      })),
    )
  const ends = (game: string, events: RowPlayerAction[]): FeedChange => ({
    kind: 'result',
    game,
    score: { home: 9, away: 9 },
    events,
  })
  /** Bets ten euros on the first team of a duel. @returns the bet in the history after the next round of settling */
  async function betOnFirst(duel: DuelAnswer['game']) {
    const { player, bearer } = await newBettor(server)
    const placed = await bearer.send(MAKE_BET, post(betBody(selections(duel).slice(0, 1))))
    expect(placed.json()).toMatchObject({ kind: 'accepted' })
    return async () => {
      await server.betting.settleBets('pier')
      return (await player.send('/web-api/v1/bets/history')).json<BetHistoryAnswer>().bets[0]
    }
  }

  test('FEED-14: players in the line-ups of the day are listed with the goals to be expected of them', async () => {
    await tellDuelPlayers(server, 'offered')
    await tellDuelPlayers(server, 'later', 30)
    const { games } = (await server.send(`${FEED}/GetAvailablePlayersForDuel?sportId=1`)).json<DuelPlayersAnswer>()
    expect(games.map(({ home }) => home.name)).toEqual(['offered home'])
    expect(games[0]?.homePlayers).toEqual([{ playerId: expect.any(Number), name: 'offered one', expectedGoals: 0.5 }])
    expect(games[0]?.awayPlayers.map(({ name }) => name)).toEqual(['offered other'])
    const other = await server.send(`${FEED}/GetAvailablePlayersForDuel?sportId=2`)
    expect(other.json()).toEqual({ games: [] })
  })

  test('FEED-13: a duel is a game of its own with prices; the same teams are the same game; no board and no other game shows it', async () => {
    const [one = 0, other = 0] = await tellDuelPlayers(server, 'built')
    const duel = await build([one], [other])
    expect(duel.participants.map(({ name }) => name)).toEqual(['built one', 'built other'])
    expect(duel.isDuel).toBe(true)
    expect(duel.markets.map(({ typeId, outcomes }) => [typeId, outcomes.map(({ odds }) => odds)])).toEqual([
      [14, ['3.2', '1.88', '4.22']],
    ])
    expect((await build([one], [other])).gameId).toBe(duel.gameId)
    const board = (await server.send(`${FEED}/Get1x2_VZip?count=1000`)).json<GamesAnswer>()
    const main = board.items.find(({ gameId }) => gameId === duel.mainGameId)
    expect(main?.participants[0]?.name).toBe('built home')
    expect(main?.subGames).toBeUndefined()
    expect(main?.isDuel).toBeUndefined()
    expect(board.items.map(({ gameId }) => gameId)).not.toContain(duel.gameId)
    const page = await server.send(`${FEED}/GetGameZip?gameId=${duel.mainGameId}`)
    expect(page.json<GameAnswer>().subGames).toEqual([])
  })

  test('FEED-13: teams that share a player, are too large or are not of the line are refused', async () => {
    const [one = 0, other = 0] = await tellDuelPlayers(server, 'refused')
    expect(await refusalOf({ team1Ids: [one], team2Ids: [one] })).toEqual([409, 'duel.impossible'])
    expect(await refusalOf({ team1Ids: [one], team2Ids: [other, 3] })).toEqual([409, 'duel.impossible'])
    expect(await refusalOf({ team1Ids: [], team2Ids: [other] })).toEqual([400, 'request.invalid'])
    expect(await refusalOf({ team1Ids: [1, 2, 3, 4, 5, 6], team2Ids: [other] })).toEqual([400, 'request.invalid'])
    await tellDuels(server, [{ kind: 'live', game: 'refused' }])
    expect(await refusalOf({ team1Ids: [one], team2Ids: [other] })).toEqual([409, 'duel.impossible'])
  })

  test('SPORT-14: a bet on a duel over two games is paid by the goals of its players, and again when they are corrected', async () => {
    const [one = 0] = await tellDuelPlayers(server, 'paid', 3)
    const [, other = 0] = await tellDuelPlayers(server, 'second', 4)
    const duel = await build([one], [other])
    const odds = duel.markets[0]?.outcomes[0]?.odds ?? ''
    const settled = await betOnFirst(duel)
    await tellDuels(server, [ends('paid', [duelAction('paid', 'goal', 'one')])])
    expect(await settled()).toMatchObject({ status: 1 })
    await tellDuels(server, [ends('second', [duelAction('second', 'own_goal', 'other')])])
    expect(await settled()).toMatchObject({ payoutMinor: Math.round(Number(odds) * 1000), legs: [{ result: 'win' }] })
    await tellDuels(server, [ends('second', [duelAction('second', 'goal', 'other')])])
    expect(await settled()).toMatchObject({ payoutMinor: 0, legs: [{ result: 'lose' }] })
  })

  test('SPORT-14: the stake comes back when a player does not play after all', async () => {
    const [one = 0, other = 0] = await tellDuelPlayers(server, 'missing')
    const settled = await betOnFirst(await build([one], [other]))
    const without = { ...duelLineUp('missing'), home: [] } as FeedChange
    await tellDuels(server, [without, ends('missing', [duelAction('missing', 'goal', 'other')])])
    expect(await settled()).toMatchObject({ payoutMinor: 1000, legs: [{ result: 'void' }] })
  })

  test('SPORT-14: no bet is taken on a duel while a game of it waits, or once it is played; a new line-up has new prices', async () => {
    const [one = 0, other = 0] = await tellDuelPlayers(server, 'waits')
    const duel = await build([one], [other])
    const now = async () => {
      const { game } = (await server.send(`${FEED}/GetGameZip?gameId=${duel.gameId}`)).json<GameAnswer>()
      return [game.status, game.markets[0]?.outcomes[0]?.odds]
    }
    expect(await now()).toEqual([1, '3.2'])
    await tellDuels(server, [{ kind: 'suspension', game: 'waits', isSuspended: true }])
    expect((await now())[0]).toBe(3)
    await tellDuels(server, [{ kind: 'suspension', game: 'waits', isSuspended: false }, duelLineUp('waits', 0.9)])
    expect((await now())[0]).toBe(1)
    expect(Number((await now())[1])).toBeLessThan(3)
    await tellDuels(server, [{ kind: 'live', game: 'waits' }])
    expect((await now())[0]).toBe(3)
  })

  test('a duel and a game of one of its players cannot be in one bet', async () => {
    const [one = 0] = await tellDuelPlayers(server, 'related', 3)
    const [, other = 0] = await tellDuelPlayers(server, 'relative', 4)
    const [, third = 0] = await tellDuelPlayers(server, 'stranger', 5)
    const duel = await build([one], [other])
    const overlapping = await build([third], [other])
    const { bearer } = await newBettor(server)
    const both = [duel, overlapping].flatMap((game) => selections(game).slice(0, 1))
    expect((await bearer.send(MAKE_BET, post(betBody(both)))).json()).toEqual({
      kind: 'rejected',
      reason: 'bet.related',
    })
    const { outcomes } = await newGame(server)
    const apart = [...selections(duel).slice(0, 1), ...outcomes.slice(0, 1)]
    expect((await bearer.send(MAKE_BET, post(betBody(apart)))).json()).toMatchObject({ kind: 'accepted' })
  })
})
