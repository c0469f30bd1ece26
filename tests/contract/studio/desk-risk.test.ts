import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimDeskItem, listDesk } from '#calls/studio/studio-desk.calls.ts'
import {
  enterDeskResult,
  getDeskExposure,
  getDeskResult,
  listDeskExposure,
  setDeskLimit,
} from '#calls/studio/studio-risk.calls.ts'
import type { DeskExposedGameAnswer, DeskExposureAnswer, DeskItemsAnswer, DeskResultAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { createDeskResults } from '#server/studio/desk/desk-results.ts'
import { betBody, newBettor, newGame } from '../scenes/betting-scene.ts'
import { atDesk, type DeskScene, deskScene, done, lastAct, list, read } from '../scenes/desk-scene.ts'
import { expectStudioError, joinedColleague, type StudioVisitor } from '../scenes/studio-scene.ts'

const PLACE_BET = '/web-api/LiveBet/Secure/MakeBetWeb'
const LONG_AGO = '2026-03-01T08:00:00.000Z'

let scene: DeskScene
let risk: StudioVisitor
beforeAll(async () => {
  scene = await deskScene()
  risk = await joinedColleague(scene.server, scene.owner, 'rolf', [{ role: 'risk', scope: 'pier' }])
})
afterAll(() => scene.server.close())

const resultOf = (item: number, who = scene.owner) => read<DeskResultAnswer>(who, getDeskResult, { item: String(item) })
const exposureOf = (item: number, who = scene.owner) =>
  read<DeskExposedGameAnswer>(who, getDeskExposure, { item: String(item) })
const post = (body: object) => ({ method: 'POST' as const, body })

/** A game on whose home side somebody has staked ten euros at 1.80. */
async function gameWithBet() {
  const { gameId, outcomes } = await newGame(scene.server)
  const { bearer } = await newBettor(scene.server)
  const bet = (place: number, summ = 10) =>
    bearer.send(PLACE_BET, post(betBody(outcomes.slice(place, place + 1), { summ })))
  expect((await bet(0)).json()).toMatchObject({ kind: 'accepted', possibleMinor: 1800 })
  return { gameId, outcomes, bet }
}

/** Says that a game began long ago. */
function began(gameId: number) {
  return forFeed(scene.server.database.db).write((tx) =>
    tx
      .updateTable('feed.game')
      .set({ starts_at: new Date(LONG_AGO) })
      .where('game_id', '=', gameId)
      .execute(),
  )
}

test('OPS-6, LEDGER-4: a game without a result waits at the desk, is entered, settles its bets, and settles them again when it is corrected', async () => {
  const { gameId } = await gameWithBet()
  expect((await list(scene.viewer, 'result')).items.map(({ item }) => item)).not.toContain(gameId)
  await began(gameId)
  const waiting = await list(scene.viewer, 'result')
  expect(waiting.items).toContainEqual(expect.objectContaining({ item: gameId, state: 'waiting' }))
  expect(waiting.waiting.result).toBeGreaterThan(0)
  expect(await resultOf(gameId)).toMatchObject({
    ...{ results: [], mayAct: true },
    bets: [{ currency: 'EUR', openBets: 1, openStakeMinor: 1000, possibleMinor: 1800, settledBets: 0, paidMinor: 0 }],
  })
  await done(scene.owner, enterDeskResult, {
    item: gameId,
    home: 2,
    away: 0,
    halfHome: 1,
    halfAway: 0,
    reason: 'Silence.',
  })
  expect(await lastAct(scene.owner)).toMatchObject({ act: 'result.entered', details: { game: gameId, result: '2:0' } })
  await scene.server.betting.settleBets('pier')
  expect((await resultOf(gameId)).bets).toMatchObject([{ openBets: 0, settledBets: 1, paidMinor: 1800 }])
  await done(scene.owner, enterDeskResult, { item: gameId, home: 0, away: 1, reason: 'The other way round.' })
  await scene.server.betting.settleBets('pier')
  const { results, bets } = await resultOf(gameId)
  expect(bets).toMatchObject([{ settledBets: 1, paidMinor: 0 }])
  expect(results.map(({ text, source, reason }) => [text, source, reason])).toEqual([
    ['2:0', 'operator', expect.stringMatching(/^Silence\. \(.+\)$/)],
    ['0:1', 'operator', expect.stringMatching(/^The other way round\. \(.+\)$/)],
  ])
  await done(scene.owner, enterDeskResult, { item: gameId, isVoid: true, reason: 'Abandoned.' })
  await scene.server.betting.settleBets('pier')
  expect((await resultOf(gameId)).bets).toMatchObject([{ settledBets: 1, paidMinor: 1000 }])
  expect((await list(scene.viewer, 'result', 'done')).items[0]).toMatchObject({ item: gameId, state: 'void' })
})

test('OPS-6: results are entered by those who answer for the risks of all brands, while nobody else has taken the game, and when they fit', async () => {
  const { gameId } = await gameWithBet()
  const refused = async (body: object, code: Parameters<typeof expectStudioError>[1], who = scene.owner) =>
    expectStudioError(await atDesk(who, enterDeskResult, { body: { item: gameId, reason: 'Why not.', ...body } }), code)
  const score = { home: 1, away: 0 }
  for (const who of [scene.viewer, scene.support, risk]) await refused(score, 'access.forbidden', who)
  expect((await resultOf(gameId, risk)).mayAct).toBe(false)
  await refused({}, 'result.unfit')
  await refused({ home: 1 }, 'result.unfit')
  await refused({ ...score, isVoid: true }, 'result.unfit')
  await refused({ ...score, halfHome: 2, halfAway: 0 }, 'result.unfit')
  await refused({ order: '1,2' }, 'result.unfit')
  await refused({ ...score, item: 9 }, 'item.unknown')
  await expectStudioError(
    await atDesk(scene.support, claimDeskItem, { body: { kind: 'result', item: gameId, isTaken: true } }),
    'access.forbidden',
  )
  const claim = await atDesk(risk, claimDeskItem, { body: { kind: 'result', item: gameId, isTaken: true } })
  expect(claim.json()).toMatchObject({ claim: { isMine: true } })
  await refused(score, 'item.claimed')
  expect((await list(risk, 'result', 'mine')).items).toEqual([])
  await began(gameId)
  expect((await list(risk, 'result', 'mine')).items).toMatchObject([{ item: gameId }])
  const found = await read<{ items: object[] }>(scene.viewer, listDesk, {
    ...{ kind: 'result', filter: 'waiting', text: String(gameId) },
  })
  expect(found.items).toMatchObject([{ item: gameId, state: 'waiting' }])
})

test('PLACE-6: liabilities are listed the worst first, and a limit of the desk holds from the next bet on', async () => {
  const { gameId, outcomes, bet } = await gameWithBet()
  expect((await bet(1, 20)).json()).toMatchObject({ possibleMinor: 7200 })
  const [home, draw] = outcomes.map(({ outcomeId }) => outcomeId)
  const before = await exposureOf(gameId, scene.viewer)
  expect(before).toMatchObject({ currency: 'EUR', mayAct: false })
  expect(before.outcomes.map(({ outcomeId, possibleMinor, bets }) => [outcomeId, possibleMinor, bets])).toEqual([
    [draw, 7200, 1],
    [home, 1800, 1],
  ])
  const { games } = await read<DeskExposureAnswer>(scene.viewer, listDeskExposure, {})
  expect(games.map(({ worstMinor }) => worstMinor)).toEqual(
    games.map(({ worstMinor }) => worstMinor).sort((a, b) => b - a),
  )
  expect(games.find(({ game }) => game.gameId === gameId)).toMatchObject({
    worstMinor: 7200,
    stakeMinor: 3000,
    bets: 2,
  })
  const set = (body: object, who = risk) =>
    atDesk(who, setDeskLimit, { body: { item: gameId, reason: 'A cup.', ...body } })
  await expectStudioError(await set({ liabilityMinor: 1 }, scene.support), 'access.forbidden')
  await expectStudioError(await set({ outcomeId: 9, liabilityMinor: 1 }), 'item.unknown')
  expect((await set({ liabilityMinor: 0 })).statusCode).toBe(200)
  expect((await bet(0)).json()).toMatchObject({ kind: 'rejected' })
  expect((await set({ outcomeId: home, liabilityMinor: 2700 })).statusCode).toBe(200)
  expect(await lastAct(scene.owner)).toMatchObject({ act: 'limit.set', details: { outcome: home, limit: '27.00 EUR' } })
  expect((await bet(0, 6)).json()).toMatchObject({ kind: 'rejected' })
  expect((await bet(0, 5)).json()).toMatchObject({ kind: 'accepted' })
  expect((await bet(1)).json()).toMatchObject({ kind: 'rejected' })
  const after = await exposureOf(gameId, risk)
  expect(after).toMatchObject({ mayAct: true, limit: { liabilityMinor: 0, by: 'rolf' } })
  expect(after.outcomes[1]).toMatchObject({ possibleMinor: 2700, limit: { liabilityMinor: 2700, reason: 'A cup.' } })
  expect((await set({})).statusCode).toBe(200)
  expect((await bet(1, 1)).json()).toMatchObject({ kind: 'accepted' })
})

test('OPS-6: a list continues beyond its first 200, and what the operator has taken is found on none of its pages alone', async () => {
  const sent = (minute: number) => ({
    ...{ login: `long-${minute}`, email: `long-${minute}@mail.example`, language: 'en', body: 'Please.' },
    created_at: new Date(Date.parse(LONG_AGO) + minute * 60_000),
  })
  await forBrand(scene.server.database.db, 'pier').transaction((tx) =>
    tx
      .insert(
        'block_appeal',
        Array.from({ length: 203 }, (_, minute) => sent(minute)),
      )
      .execute(),
  )
  const page = (of: object) =>
    read<DeskItemsAnswer>(scene.support, listDesk, { kind: 'appeal', filter: 'waiting', ...of })
  const [first, second] = [await page({}), await page({ page: '2' })]
  expect([first.items.length, first.isMore, second.items.length, second.isMore]).toEqual([200, true, 3, false])
  expect(new Set([...first.items, ...second.items].map(({ item }) => item)).size).toBe(203)
  expect(first.waiting.appeal).toBe(203)
  const last = second.items.at(-1)?.item ?? 0
  await atDesk(scene.support, claimDeskItem, { body: { kind: 'appeal', item: last, isTaken: true } })
  const mine = await page({ filter: 'mine' })
  expect([mine.items.map(({ item }) => item), mine.isMore]).toEqual([[last], false])
})

test('OPS-20: a result that the feed does not take leaves no entry in the log', async () => {
  const { gameId } = await gameWithBet()
  const before = await lastAct(scene.owner)
  const full = createDeskResults({
    db: scene.server.database.db,
    clock: () => new Date(),
    site: () => Promise.reject(new Error('nobody asks for it')),
    results: {
      readGame: async () => null,
      readResults: async () => [],
      resultFault: async () => null,
      enterResult: () => Promise.reject(new Error('the disk is full')),
    },
  })
  const desk = {
    brand: 'pier',
    operator: { accountId: 900_001, name: 'Nobody', email: 'nobody@pier.example', grants: [] },
  }
  const entering = full.enterResult(desk, { item: gameId, home: 1, away: 0, reason: 'Silence.' })
  await expect(entering).rejects.toThrow('the disk is full')
  expect(await lastAct(scene.owner)).toEqual(before)
})

test('PLACE-6: bets in a currency that the brand has no more are said apart, and are in no sum', async () => {
  const { gameId, outcomes } = await gameWithBet()
  const [outcome] = outcomes
  await forBrand(scene.server.database.db, 'pier').transaction((tx) =>
    tx
      .insert('open_stake', {
        ...{ outcome_id: Number(outcome?.outcomeId), account_id: 0, currency: 'ZWD' },
        ...{ stake_minor: 5_000_000, possible_minor: 9_000_000 },
      })
      .execute(),
  )
  const { outcomes: owed, unconverted } = await exposureOf(gameId)
  expect(owed).toMatchObject([{ stakeMinor: 1000, possibleMinor: 1800 }])
  expect(unconverted).toEqual([{ currency: 'ZWD', stakeMinor: 5_000_000, worstMinor: 9_000_000 }])
  const list = await read<DeskExposureAnswer>(scene.viewer, listDeskExposure, {})
  expect(list.unconverted).toEqual(unconverted)
  expect(list.games.find(({ game }) => game.gameId === gameId)).toMatchObject({ stakeMinor: 1000, worstMinor: 1800 })
})
