import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findDeskRounds,
  getDeskDoubt,
  getDeskRound,
  listDeskProviders,
  resolveDeskDoubt,
  switchDeskProvider,
} from '#calls/studio/studio-casino.calls.ts'
import type { CasinoRound, DeskDoubtAnswer, DeskProvidersAnswer, DeskRoundAnswer, DeskRoundsAnswer } from '#schemas'
import type { NeutralStep, Seat } from '#server/casino/conformance/conformance-wallet.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { launch, onRed } from '../casino/casino-contracts.ts'
import { JOINED, PROVIDERS, seatAt, sendCall } from '../casino/wallet-scene.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { atDesk, type DeskScene, deskScene, done, lastAct, list, read } from '../scenes/desk-scene.ts'
import { playerWithMoney } from '../scenes/payment-contracts.ts'
import { expectStudioError, joinedColleague, type StudioVisitor } from '../scenes/studio-scene.ts'
import type { TestPlayer } from '../scenes/test-visitor.ts'

let scene: DeskScene
let risk: StudioVisitor
beforeAll(async () => {
  scene = await deskScene(JOINED)
  risk = await joinedColleague(scene.server, scene.owner, 'iris', [{ role: 'risk', scope: 'pier' }])
})
afterAll(() => scene.server.close())

const post = (body: object) => ({ method: 'POST' as const, body })

async function step(seat: Seat, kind: NeutralStep['kind'], more: Partial<NeutralStep> & { actionId: string }) {
  const steps = [{ kind, roundId: `${more.actionId}-round`, amountMinor: 100, ...more }]
  const { body } = await sendCall(scene.server, 'own', PROVIDERS.own.steps(seat, steps, scene.server.now()))
  return JSON.parse(body)
}

async function mines(player: TestPlayer) {
  const { sessionId } = await launch(player, 'mines', 'real')
  const stakes = [{ on: 'main', amountMinor: 500 }]
  const asked = { sessionId, guid: crypto.randomUUID(), stakes, choice: { kind: 'mines', mines: 3 } }
  return (await player.send('/web-api/casino/play', post(asked))).json<CasinoRound>()
}

const providers = (who: StudioVisitor) => read<DeskProvidersAnswer>(who, listDeskProviders, {})
const doubtOf = async (subject: string, kind: 'waiting' | 'done' = 'waiting') =>
  (await list(scene.support, 'doubt', kind)).items.find(({ title }) => title?.endsWith(subject))?.item ?? 0
const breaks = () =>
  forBrand(scene.server.database.db, 'pier').transaction(async (tx) => (await proveLedger(tx)).breaks)

describe('rounds in doubt', () => {
  test('a win whose bet is not known waits with all that is known, and marking it moves nothing', async () => {
    const { player, seat } = await seatAt(scene.server, 'own')
    await step(seat, 'win', { actionId: 'lost-win', amountMinor: 700 })
    await step(seat, 'win', { actionId: 'lost-win', amountMinor: 700 })
    const item = await doubtOf('lost-win')
    const shown = await read<DeskDoubtAnswer>(scene.support, getDeskDoubt, { item: String(item) })
    expect(shown).toMatchObject({ canSettle: false, player: { accountId: player.userId } })
    expect(shown.doubt).toMatchObject({ kind: 'unknown_reference', actionKind: 'win', amountMinor: 700, times: 2 })
    const body = { item, decision: 'settled', reason: 'By hand.' }
    await expectStudioError(await atDesk(scene.support, resolveDeskDoubt, { body }), 'round.not_own')
    await expectStudioError(await atDesk(scene.viewer, resolveDeskDoubt, { body }), 'access.forbidden')
    await done(scene.support, resolveDeskDoubt, { item, decision: 'marked', reason: 'A test of theirs.' })
    expect(await lastAct(scene.owner)).toMatchObject({ account: 'sam', act: 'casino.doubt_marked' })
    const again = { ...body, decision: 'marked' }
    await expectStudioError(await atDesk(scene.support, resolveDeskDoubt, { body: again }), 'item.decided')
    expect(await doubtOf('lost-win')).toBe(0)
    expect(await doubtOf('lost-win', 'done')).toBe(item)
    expect(await step(seat, 'bet', { actionId: 'b', amountMinor: 1 })).toMatchObject({ balance: '4999' })
  })

  test('a win waits no more once its bet has come and it was paid', async () => {
    const { seat } = await seatAt(scene.server, 'own')
    const roundId = 'out-of-order'
    await step(seat, 'win', { actionId: 'early-win', roundId, amountMinor: 200 })
    expect(await doubtOf('early-win')).toBeGreaterThan(0)
    await step(seat, 'bet', { actionId: 'late-bet', roundId })
    await step(seat, 'win', { actionId: 'early-win', roundId, amountMinor: 200 })
    expect(await doubtOf('early-win')).toBe(0)
  })

  test('a bet after its rollback and a bet with another amount wait as what they are', async () => {
    const { seat } = await seatAt(scene.server, 'own')
    await step(seat, 'rollback', { actionId: 'r-1', reference: 'gone' })
    await step(seat, 'bet', { actionId: 'gone' })
    await step(seat, 'bet', { actionId: 'twice', roundId: 'twice' })
    await step(seat, 'bet', { actionId: 'twice', roundId: 'twice', amountMinor: 900 })
    const kinds = (await list(scene.support, 'doubt')).items.map(({ title, state }) => [title?.split(': ')[1], state])
    expect(kinds).toEqual(
      expect.arrayContaining([
        ['gone', 'tombstoned'],
        ['twice', 'conflict'],
      ]),
    )
    const shown = await read<DeskDoubtAnswer>(scene.support, getDeskDoubt, { item: String(await doubtOf('twice')) })
    expect(shown.doubt).toMatchObject({ reason: 'other_action', amountMinor: 900 })
    expect(shown.facts?.round).toMatchObject({ name: 'twice', stakeMinor: 100 })
  })

  test('CAS-14: a round of the engine that could not be finished is finished at the desk, by its game alone', async () => {
    const { player } = await playerWithMoney(scene.server)
    const round = await mines(player)
    await forBrand(scene.server.database.db, 'pier').transaction((tx) =>
      tx
        .insert('casino_doubt', {
          ...{
            kind: 'stuck',
            provider_id: 'livery',
            subject: 'left-mines',
            account_id: player.userId,
            currency: 'EUR',
          },
          ...{ round_id: round.roundId, game_id: 'mines', amount_minor: 500, action_kind: null, reason: null },
          ...{ first_at: scene.server.now(), last_at: scene.server.now() },
        })
        .execute(),
    )
    const item = await doubtOf('left-mines')
    expect((await read<DeskDoubtAnswer>(scene.support, getDeskDoubt, { item: String(item) })).canSettle).toBe(true)
    await done(scene.support, resolveDeskDoubt, { item, decision: 'settled', reason: 'The player has asked.' })
    expect(await lastAct(scene.owner)).toMatchObject({ act: 'casino.round_settled', details: { doubt: item } })
    const query = { item: String(round.roundId) }
    const { facts } = await read<DeskRoundAnswer>(scene.viewer, getDeskRound, query)
    expect(facts.round).toMatchObject({ state: 'closed', stakeMinor: 500, payoutMinor: 500 })
    expect(facts.checks).toEqual(['sums', 'booked', 'replay'].map((kind) => ({ kind, isFine: true })))
    expect(await breaks()).toEqual([])
  })

  test('a round is found by its number, its name and its actions, and explained', async () => {
    const { seat } = await seatAt(scene.server, 'own')
    await step(seat, 'bet', { actionId: 'find-bet', roundId: 'find-round' })
    await step(seat, 'win', { actionId: 'find-win', roundId: 'find-round', amountMinor: 250, endsRound: true })
    const find = async (text: string) =>
      (await read<DeskRoundsAnswer>(scene.viewer, findDeskRounds, { text })).rounds.map(({ roundId }) => roundId)
    const [roundId = 0, ...others] = await find('find-round')
    expect(others).toEqual([])
    for (const text of [String(roundId), 'find-bet', 'find-win']) expect(await find(text)).toContain(roundId)
    expect(await find('no such round')).toEqual([])
    const { facts } = await read<DeskRoundAnswer>(scene.viewer, getDeskRound, { item: String(roundId) })
    expect(facts.actions.map(({ kind, funds, isBooked }) => [kind, funds, isBooked])).toEqual([
      ['bet', 'cash -100', true],
      ['win', 'cash +250', true],
    ])
    expect(facts.checks.every(({ isFine }) => isFine)).toBe(true)
    await expectStudioError(await atDesk(scene.stranger, getDeskRound, { query: { item: '1' } }), 'brand.unknown')
  })
})

describe('providers that are stopped', () => {
  test('CAS-8: take no stakes and open no games at once, and end what was begun; only who answers for risks stops them', async () => {
    const { player, seat } = await seatAt(scene.server, 'own')
    await step(seat, 'bet', { actionId: 's-1', roundId: 's' })
    await step(seat, 'bet', { actionId: 's-2', roundId: 's-taken-back' })
    const { sessionId } = await launch(player, 'roulette', 'real')
    const stop = { provider: 'own', isStopped: true, reason: 'Their calls time out.' }
    await expectStudioError(await atDesk(scene.support, switchDeskProvider, { body: stop }), 'access.forbidden')
    const none = { ...stop, provider: 'none' }
    await expectStudioError(await atDesk(risk, switchDeskProvider, { body: none }), 'provider.unknown')
    await done(risk, switchDeskProvider, stop)
    await done(risk, switchDeskProvider, { ...stop, provider: 'livery' })
    expect((await lastAct(scene.owner))?.details).toEqual({ provider: 'livery', reason: stop.reason })
    await expectStudioError(await atDesk(risk, switchDeskProvider, { body: stop }), 'item.decided')
    const shown = await providers(risk)
    expect(shown.maySwitch).toBe(true)
    expect(shown.providers.filter((one) => one.stop).map(({ id }) => id)).toEqual(['livery', 'own'])
    expect((await providers(scene.viewer)).maySwitch).toBe(false)

    expect(await step(seat, 'bet', { actionId: 's-3', roundId: 's' })).toMatchObject({ code: 'provider_off' })
    const win = { actionId: 's-4', roundId: 's', amountMinor: 400, endsRound: true }
    expect(await step(seat, 'win', win)).toMatchObject({ status: 'ok' })
    const back = { actionId: 's-5', roundId: 's-taken-back', reference: 's-2' }
    expect(await step(seat, 'rollback', back)).toMatchObject({ status: 'ok' })
    const dice = post({ gameId: 'dice', mode: 'real', device: 'mobile' })
    await expectError(await player.send('/web-api/casino/launch', dice), 'casino.provider_stopped')
    await expectError(await player.send('/web-api/casino/play', post(onRed(sessionId))), 'casino.provider_stopped')

    await done(risk, switchDeskProvider, { ...stop, isStopped: false, reason: 'They answer again.' })
    await done(risk, switchDeskProvider, { provider: 'livery', isStopped: false, reason: 'Over.' })
    expect((await player.send('/web-api/casino/launch', dice)).statusCode).toBe(200)
    expect(await step(seat, 'bet', { actionId: 's-6', roundId: 's-6' })).toMatchObject({ status: 'ok' })
    expect(await breaks()).toEqual([])
  })
})
