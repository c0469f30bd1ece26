import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelFreeCampaign, createFreeCampaign, listFreeCampaigns } from '#calls/studio/studio-casino.calls.ts'
import type { CasinoRound, FreeCampaignsAnswer } from '#schemas'
import type { NeutralStep, Seat } from '#server/casino/conformance/conformance-wallet.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { launch, onRed } from '../casino/casino-contracts.ts'
import { JOINED, PROVIDERS, seatAt, sendCall } from '../casino/wallet-scene.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { atDesk, type DeskScene, deskScene, done, lastAct, read } from '../scenes/desk-scene.ts'
import { playerWithMoney } from '../scenes/payment-contracts.ts'
import { expectStudioError } from '../scenes/studio-scene.ts'

let scene: DeskScene
beforeAll(async () => {
  scene = await deskScene(JOINED)
})
afterAll(() => scene.server.close())

const post = (body: object) => ({ method: 'POST' as const, body })
const campaign = (players: number[], more: object = {}) => ({
  ...{ name: 'Sorry', gameId: 'roulette', currency: 'EUR', stakeMinor: 100, rounds: 2, lastsMs: 86_400_000, players },
  ...{ reason: 'They waited.', ...more },
})
const first = async () => (await read<FreeCampaignsAnswer>(scene.support, listFreeCampaigns, {})).campaigns[0]
const inBrand = () => forBrand(scene.server.database.db, 'pier')

test('W30: free rounds of a game of the engine take nothing, pay what they win, are as many as were given, and no more', async () => {
  const { player } = await playerWithMoney(scene.server)
  await done(scene.support, createFreeCampaign, campaign([player.userId]))
  expect(await lastAct(scene.owner)).toMatchObject({ account: 'sam', act: 'casino.free_rounds_given' })
  const { sessionId, freeRounds, balanceMinor, minimumMinor, maximumMinor } = await launch(player, 'roulette', 'real')
  expect({ freeRounds, minimumMinor, maximumMinor }).toEqual({
    ...{ freeRounds: { left: 2, stakeMinor: 100, isBonus: false }, minimumMinor: 100, maximumMinor: 100 },
  })
  const play = async (amountMinor = 100) => {
    scene.server.wait(1000)
    return player.send('/web-api/casino/play', post(onRed(sessionId, amountMinor)))
  }
  await expectError(await play(200), 'casino.stake_out_of_bounds')
  let won = 0
  for (const left of [1, 0]) {
    const round = (await play()).json<CasinoRound>()
    won += round.payoutMinor
    expect(round).toMatchObject({ stakeMinor: 0, freeRoundsLeft: left, balanceMinor: balanceMinor + won })
  }
  await expectError(await play(), 'casino.session_over')
  expect((await launch(player, 'roulette', 'real')).freeRounds).toBeUndefined()
  expect((await launch(player, 'roulette')).freeRounds).toBeUndefined()
  expect(await first()).toMatchObject({ players: 1, used: 2, wonMinor: won, isCancelled: false })
  expect(await inBrand().transaction(async (tx) => (await proveLedger(tx)).breaks)).toEqual([])
})

test('W30: a provider uses an award round by round, a rollback gives one back, and a total is not paid a second time', async () => {
  const { player, seat } = await seatAt(scene.server, 'own')
  const reward = crypto.randomUUID()
  await inBrand().transaction(async (tx) => {
    const now = scene.server.now()
    const made = await tx
      .insert('casino_free_campaign', {
        ...{ name: 'theirs', game_id: 'own-book', currency: 'EUR', exponent: 2, stake_minor: 50, rounds: 2 },
        ...{ created_at: now, created_by: 'test', expires_at: new Date(now.getTime() + 86_400_000) },
      })
      .returning('campaign_id')
      .executeTakeFirstOrThrow()
    await tx.insert('casino_free_award', { ...made, account_id: player.userId, reward, made_at: now }).execute()
  })
  const step = async (of: Seat, kind: NeutralStep['kind'], more: Partial<NeutralStep> & { reward?: string }) => {
    const steps = [{ kind, actionId: crypto.randomUUID(), roundId: 'r', amountMinor: 50, ...more }]
    const sent = PROVIDERS.own.steps(of, steps, scene.server.now())
    return JSON.parse((await sendCall(scene.server, 'own', sent)).body)
  }
  const free = { isFree: true, reward }
  expect(await step(seat, 'bet', { ...free, actionId: 'f1', roundId: 'f1' })).toMatchObject({ balance: '5000' })
  expect(await step(seat, 'bet', { ...free, actionId: 'f1', roundId: 'f1' })).toMatchObject({ balance: '5000' })
  expect(await step(seat, 'win', { ...free, roundId: 'f1', amountMinor: 120 })).toMatchObject({ balance: '5120' })
  await step(seat, 'bet', { ...free, actionId: 'f2', roundId: 'f2' })
  await step(seat, 'rollback', { reference: 'f2', roundId: 'f2' })
  expect(await step(seat, 'bet', { ...free, roundId: 'f3' })).toMatchObject({ status: 'ok' })
  expect(await step(seat, 'bet', { ...free, roundId: 'f4' })).toMatchObject({ status: 'refused' })
  expect(await step(seat, 'promo', { reward, roundId: 'total', amountMinor: 120 })).toMatchObject({ balance: '5120' })
  expect(await first()).toMatchObject({ used: 2, wonMinor: 120 })
})

test('all players of a list have the rounds or none; cancelled ones cannot be played, and only the support gives them', async () => {
  const { player } = await playerWithMoney(scene.server)
  const refused = async (body: object, code: Parameters<typeof expectStudioError>[1], who = scene.support) =>
    expectStudioError(await atDesk(who, createFreeCampaign, { body }), code)
  await refused(campaign([player.userId, 1]), 'player.unknown')
  await refused(campaign([player.userId], { gameId: 'blackjack' }), 'free_rounds.game_unsuited')
  await refused(campaign([player.userId], { gameId: 'none' }), 'free_rounds.game_unsuited')
  await refused(campaign([player.userId], { stakeMinor: 1 }), 'free_rounds.stake_unsuited')
  await refused(campaign([player.userId]), 'access.forbidden', scene.viewer)
  expect((await launch(player, 'roulette', 'real')).freeRounds).toBeUndefined()
  await done(scene.support, createFreeCampaign, campaign([player.userId], { name: 'Cancelled' }))
  const { sessionId } = await launch(player, 'roulette', 'real')
  const made = await first()
  await done(scene.support, cancelFreeCampaign, { campaign: made?.id, reason: 'A mistake.' })
  await expectError(await player.send('/web-api/casino/play', post(onRed(sessionId))), 'casino.session_over')
  expect(await first()).toMatchObject({ name: 'Cancelled', isCancelled: true, used: 0 })
})
