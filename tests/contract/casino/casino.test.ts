import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_STATUS } from '#calls/error-status.ts'
import type {
  CasinoRound,
  CasinoRoundProof,
  CasinoRoundsAnswer,
  ChangedSeed,
  ErrorCode,
  GamesActionsAnswer,
  GamesBannerAnswer,
  GamesPreviewAnswer,
  GamesPreviewIdsAnswer,
} from '#schemas'
import { LATELY_MS } from '#server/casino/lobby/lobby-lately.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor } from '../scenes/test-visitor.ts'
import { launch, onRed, playerWithRound } from './casino-contracts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('pier/config/casino.json', { games: { baccarat: { hiddenIn: ['de'] }, mines: null } })
    },
  })
})
afterAll(() => server.close())

const post = (body: object) => ({ method: 'POST' as const, body })
const LOBBY = '/web-api/service-api/gamespreview'

describe('the lobby over HTTP', () => {
  test('games are found by page, kind and text; those that the brand or the country leaves out are in no answer', async () => {
    const find = async (query: string) =>
      (await newVisitor(server).send(`${LOBBY}/GetGamesPreviewLight${query}`)).json<GamesPreviewAnswer>()
    const all = await find('')
    const ids = all.games.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['harbour-lights', 'roulette', 'dice']))
    expect(ids).not.toContain('baccarat')
    expect(ids).not.toContain('mines')
    expect(all.total).toBe(ids.length)
    expect((await find('?page=slots')).games.every(({ category }) => category === 'slots')).toBe(true)
    expect((await find('?text=ROUL')).games.map(({ id }) => id)).toEqual(['roulette', 'live-roulette'])
    const second = await find('?offset=1&most=1')
    expect(second.games.map(({ id }) => id)).toEqual([ids[1]])
    const refused = await newVisitor(server).send(
      '/web-api/casino/launch',
      post({ gameId: 'baccarat', mode: 'fun', device: 'mobile' }),
    )
    await expectError(refused, 'casino.not_for_country')
  })

  test('CAS-4: the banner is a game that can be played here', async () => {
    const { games } = (await newVisitor(server).send(`${LOBBY}/getbanner`)).json<GamesBannerAnswer>()
    expect(games).toHaveLength(1)
    expect((await newVisitor(server).send('/service-api/gamespreview/getbanner')).json()).toEqual({ games })
  })

  test('CAS-5: details are those of the ids in the body, in their order; unknown ones are left out', async () => {
    const asked = post({ ids: ['roulette', 'none', 'toString', 'dice'] })
    const { games } = (
      await newVisitor(server).send(`${LOBBY}/GetGamesPreviewByGameIds`, asked)
    ).json<GamesPreviewIdsAnswer>()
    expect(games.map(({ game }) => game.id)).toEqual(['roulette', 'dice'])
    expect(games[0]).toMatchObject({ returnLowest: '97.29', returnHighest: '97.29', minimumMinor: 10, currency: 'EUR' })
    expect(games[1]).toMatchObject({ returnHighest: '99.00' })
  })

  test('rows know what the player has marked, played and what is popular', async () => {
    const { player } = await playerWithRound(server)
    await player.send('/web-api/casino/favorite', post({ gameId: 'dice', isFavorite: true }))
    server.wait(LATELY_MS)
    const rows = async () => (await player.send(`${LOBBY}/GetGamesActions`)).json<GamesActionsAnswer>().rows
    const idsOf = async (row: string) => (await rows()).find(({ id }) => id === row)?.games.map(({ id }) => id)
    expect(await idsOf('favorites')).toEqual(['dice'])
    expect(await idsOf('recent')).toEqual(['roulette'])
    expect(await idsOf('popular')).toContain('roulette')
    await player.send('/web-api/casino/favorite', post({ gameId: 'dice', isFavorite: false }))
    expect(await idsOf('favorites')).toBeUndefined()
  })
})

describe('own games over HTTP', () => {
  test('a round moves money once, is in the history, and is proved once its seed is shown', async () => {
    const { player, sessionId, round } = await playerWithRound(server)
    expect(round).toMatchObject({ state: 'closed', stakeMinor: 100, balanceMinor: 5000 - 100 + round.payoutMinor })
    expect(round).toMatchObject({ sessionStakeMinor: 100, sessionPayoutMinor: round.payoutMinor })
    const history = (await player.send('/web-api/casino/rounds')).json<CasinoRoundsAnswer>()
    expect(history.rounds.map(({ roundId }) => roundId)).toEqual([round.roundId])
    expect(history.sums).toEqual([{ currency: 'EUR', exponent: 2, stakeMinor: 100, payoutMinor: round.payoutMinor }])
    const read = async () =>
      (await player.send(`/web-api/casino/round?round=${round.roundId}`)).json<CasinoRoundProof>()
    expect(await read()).not.toHaveProperty('serverSeed')
    const changed = (
      await player.send('/web-api/casino/seed', post({ sessionId, clientSeed: 'mine' }))
    ).json<ChangedSeed>()
    expect(changed).toMatchObject({
      commitment: round.fairness.commitment,
      rounds: 1,
      fairness: { clientSeed: 'mine', nonce: 0 },
    })
    expect(await read()).toMatchObject({ serverSeed: changed.serverSeed, skin: 'harbour' })
    const stranger = await newPlayer(server)
    await expectError(await stranger.send(`/web-api/casino/round?round=${round.roundId}`), 'casino.round_unknown')
    await expectError(await stranger.send('/web-api/casino/play', post(onRed(sessionId))), 'casino.session_unknown')
    await expectError(
      await newVisitor(server).send('/web-api/casino/play', post(onRed(sessionId))),
      'casino.session_unknown',
    )
  })

  test('amounts that are none, spots that are none and rounds that are closed move nothing', async () => {
    const { player, sessionId, round } = await playerWithRound(server)
    const { balanceMinor } = round
    for (const amount of [0, -1, 1.5, 1e30, '100', null])
      await expectError(
        await player.send(
          '/web-api/casino/play',
          post({ ...onRed(sessionId), stakes: [{ on: 'red', amountMinor: amount }] }),
        ),
        'request.invalid',
      )
    server.wait(1000)
    const beside = { ...onRed(sessionId), stakes: [{ on: 'split:1-3', amountMinor: 100 }] }
    await expectError(await player.send('/web-api/casino/play', post(beside)), 'casino.stake_invalid')
    const error = await expectError(
      await player.send('/web-api/casino/play', post(onRed(sessionId, 50_100))),
      'casino.stake_out_of_bounds',
    )
    expect(error.params).toEqual({ minimum: '0.10 EUR', maximum: '500.00 EUR' })
    const act = { sessionId, roundId: round.roundId, step: 0, act: { kind: 'hit' } }
    await expectError(await player.send('/web-api/casino/act', post(act)), 'casino.out_of_turn')
    await player.send('/web-api/casino/close', post({ sessionId }))
    await expectError(await player.send('/web-api/casino/play', post(onRed(sessionId))), 'casino.session_over')
    const next = await launch(player, 'roulette', 'real')
    expect(next.balanceMinor).toBe(balanceMinor)
  })

  test('CAS-14: what is out of turn in an interrupted round is refused by its code, logged once, and moves nothing', async () => {
    const { player } = await playerWithRound(server)
    const poker = { kind: 'video_poker' } as const
    const { sessionId } = await launch(player, 'jacks-or-better', 'real')
    const deal = () => {
      const stakes = [{ on: 'main', amountMinor: 100 }]
      return player.send('/web-api/casino/play', post({ sessionId, guid: crypto.randomUUID(), stakes, choice: poker }))
    }
    server.wait(1000)
    const { roundId } = (await deal()).json<CasinoRound>()
    server.wait(1000)
    // The page was closed; the next one knows nothing of what waits.
    const resumed = await launch(player, 'jacks-or-better', 'real')
    expect(resumed.open).toMatchObject([{ roundId, step: 0, state: 'open' }])
    const act = (step: number, one: object, round = roundId) =>
      player.send('/web-api/casino/act', post({ sessionId: resumed.sessionId, roundId: round, step, act: one }))
    const stay = { kind: 'hold', held: [0, 1, 2, 3, 4] }
    const refusedOnce = async (ask: () => ReturnType<typeof deal>, code: ErrorCode) => {
      const before = server.log().length
      await expectError(await ask(), code)
      const lines = server.log().slice(before).trim().split('\n')
      // One line of the request, and none of a fault.
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, status: ERROR_STATUS[code], code, msg: 'answered' })
    }
    await refusedOnce(deal, 'casino.round_open')
    await refusedOnce(() => act(1, stay), 'casino.out_of_turn')
    await refusedOnce(() => act(0, { kind: 'cash_out' }), 'casino.act_invalid')
    await refusedOnce(() => act(0, stay, roundId + 1_000_000), 'casino.round_unknown')
    const still = await launch(player, 'jacks-or-better', 'real')
    expect(still).toMatchObject({ balanceMinor: resumed.balanceMinor, open: [{ roundId, step: 0 }] })
    const over = (await act(0, stay)).json<CasinoRound>()
    expect(over).toMatchObject({ state: 'closed', step: 1 })
    expect((await act(0, stay)).json()).toEqual(over)
    await refusedOnce(() => act(0, { kind: 'hold', held: [] }), 'casino.out_of_turn')
    await refusedOnce(() => act(1, stay), 'casino.out_of_turn')
    const after = await launch(player, 'jacks-or-better', 'real')
    expect(after).toMatchObject({ balanceMinor: resumed.balanceMinor + over.payoutMinor, open: [] })
  })

  test('limits hold for games: a stake above one is refused with what is left, and play money is not limited', async () => {
    const { player, sessionId } = await playerWithRound(server)
    await player.send('/limit-service-api/limits', post({ kind: 'stake', period: 'day', amount: 2 }))
    server.wait(1000)
    expect((await player.send('/web-api/casino/play', post(onRed(sessionId)))).statusCode).toBe(200)
    server.wait(1000)
    const error = await expectError(
      await player.send('/web-api/casino/play', post(onRed(sessionId))),
      'protection.stake_limit',
    )
    expect(error.params).toMatchObject({ left: '0.00 EUR' })
    const fun = await launch(player, 'roulette', 'fun')
    expect((await player.send('/web-api/casino/play', post(onRed(fun.sessionId)))).statusCode).toBe(200)
  })

  test('the same guid sent twice is one round', async () => {
    const visitor = newVisitor(server)
    const { sessionId } = await launch(visitor, 'roulette')
    const asked = post(onRed(sessionId))
    const rounds = await Promise.all(Array.from({ length: 5 }, () => visitor.send('/web-api/casino/play', asked)))
    const cards = rounds.map((answer) => answer.json<CasinoRound>())
    expect(new Set(cards.map(({ roundId }) => roundId)).size).toBe(1)
    expect(new Set(cards.map(({ balanceMinor }) => balanceMinor)).size).toBe(1)
  })
})
