import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  decideGrant,
  getBonusCodes,
  getDeskCampaign,
  grantBonus,
  listDeskBonuses,
  makeBonusCodes,
  previewCampaign,
  revokeBonusCodes,
} from '#calls/studio/studio-bonuses.calls.ts'
import { campaignPreset } from '#machines/site/licence/campaign-presets.ts'
import type {
  DeskBatchAnswer,
  DeskBonusesAnswer,
  DeskCampaignAnswer,
  DeskGrantAnswer,
  DeskPreviewAnswer,
} from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { expectError, faultsOf } from '../scenes/answer-checks.ts'
import { atDesk, type DeskScene, deskScene, done, lastAct, read } from '../scenes/desk-scene.ts'
import { playerWithMoney } from '../scenes/payment-contracts.ts'
import { expectStudioError, joinedColleague, type StudioVisitor } from '../scenes/studio-scene.ts'

let scene: DeskScene
let risk: StudioVisitor
beforeAll(async () => {
  scene = await deskScene()
  risk = await joinedColleague(scene.server, scene.owner, 'rick', [{ role: 'risk', scope: 'pier' }])
})
afterAll(() => scene.server.close())

const campaigns = async (who = scene.support) => read<DeskBonusesAnswer>(who, listDeskBonuses, {})
const campaign = async (id: string) => (await campaigns()).campaigns.find((one) => one.id === id)
const asked = (players: readonly number[], more: object = {}) => ({
  body: { campaign: 'gift', players, reason: 'The stream failed.', ...more },
})
const granted = async (who: StudioVisitor, players: readonly number[]) => {
  const answer = await atDesk(who, grantBonus, asked(players))
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await faultsOf(grantBonus.answer, answer.json())).toEqual([])
  return answer.json<DeskGrantAnswer>()
}
const made = async (count: number): Promise<DeskBatchAnswer> => {
  const answer = await atDesk(risk, makeBonusCodes, { body: { campaign: 'ten', count, reason: 'Autumn fair.' } })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await faultsOf(makeBonusCodes.answer, answer.json())).toEqual([])
  return answer.json<DeskBatchAnswer>()
}
type Player = Awaited<ReturnType<typeof playerWithMoney>>['player']
const enter = (player: Player, code: string) => player.send('/web-api/promo/code', { method: 'POST', body: { code } })

test('a grant within the limit is given at once, one above it by a second person, and each is counted and logged', async () => {
  const [one, two] = [await playerWithMoney(scene.server), await playerWithMoney(scene.server)]
  const players = [one.player.userId, two.player.userId]
  const before = await campaign('gift')
  expect(await granted(scene.support, [one.player.userId])).toMatchObject({ state: 'given' })
  expect(await lastAct(scene.owner)).toMatchObject({ account: 'sam', act: 'bonus.granted' })
  const { grant, state } = await granted(scene.support, players)
  expect(state).toBe('waiting')
  expect(await campaign('gift')).toMatchObject({
    given: (before?.given ?? 0) + 1,
    usedMinor: (before?.usedMinor ?? 0) + 1,
  })
  const decision = { grant, decision: 'approved', reason: 'Agreed.' }
  await expectStudioError(await atDesk(scene.support, decideGrant, { body: decision }), 'access.forbidden')
  await done(risk, decideGrant, decision)
  await expectStudioError(await atDesk(risk, decideGrant, { body: decision }), 'item.decided')
  expect(await campaign('gift')).toMatchObject({ state: 'on', given: 3, open: 3, usedMinor: 3, givenMinor: 3 })
  const { grants, approvalMinor, mayDecide } = await campaigns()
  expect(grants[0]).toMatchObject({
    id: grant,
    state: 'given',
    askedBy: 'sam',
    decidedBy: 'rick',
    isMine: true,
    players,
  })
  expect({ approvalMinor, mayDecide }).toEqual({ approvalMinor: 1, mayDecide: false })
  expect((await campaigns(risk)).mayDecide).toBe(true)
})

test('nobody approves a grant of their own; a refused one gives nothing', async () => {
  const [one, two] = [await playerWithMoney(scene.server), await playerWithMoney(scene.server)]
  const players = [one.player.userId, two.player.userId]
  const own = await granted(scene.owner, players)
  const approval = { grant: own.grant, decision: 'approved', reason: 'Mine.' }
  await expectStudioError(await atDesk(scene.owner, decideGrant, { body: approval }), 'grant.same_operator')
  const used = (await campaign('gift'))?.usedMinor
  await done(risk, decideGrant, { ...approval, decision: 'refused', reason: 'Too much.' })
  expect(await lastAct(scene.owner)).toMatchObject({ account: 'rick', act: 'bonus.grant_refused' })
  expect((await campaign('gift'))?.usedMinor).toBe(used)
})

test('all players of a grant get it or none; who may not is said, and campaigns of players are not given here', async () => {
  const { player } = await playerWithMoney(scene.server)
  const used = (await campaign('gift'))?.usedMinor
  const refused = async (code: Parameters<typeof expectStudioError>[1], of: object, who = scene.support) =>
    expectStudioError(await atDesk(who, grantBonus, of), code)
  await refused('player.unknown', asked([1]))
  await refused('campaign.unknown', asked([player.userId], { campaign: 'ten' }))
  await refused('campaign.unknown', asked([player.userId], { campaign: 'none' }))
  await refused('access.forbidden', asked([player.userId]), scene.viewer)
  const door = forBrand(scene.server.database.db, 'pier')
  await door.transaction((tx) =>
    tx.update('promo_budget', { charged_minor: 1_000_000 }).where('campaign_id', '=', 'gift').execute(),
  )
  await refused('grant.budget_spent', asked([player.userId]))
  await door.transaction((tx) =>
    tx
      .update('promo_budget', { charged_minor: used ?? 0 })
      .where('campaign_id', '=', 'gift')
      .execute(),
  )
  expect((await campaign('gift'))?.usedMinor).toBe(used)
})

test('PROMO-20: a code of a batch is used by one player alone, spelled in any way; revoked ones give nothing', async () => {
  const players = await Promise.all(Array.from({ length: 3 }, () => playerWithMoney(scene.server)))
  const [one, two, three] = players.map(({ player }) => player)
  if (!one || !two || !three) throw new Error('there are too few players')
  const { batch, codes } = await made(3)
  expect(new Set(codes.map(({ code }) => code)).size).toBe(3)
  const [first, second] = codes.map(({ code }) => code)
  const spelled = (first ?? '').toLowerCase().replaceAll('-', ' ')
  const tries = await Promise.all([one, two].map((player) => enter(player, spelled)))
  expect(tries.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  await expectError(await enter(three, first ?? ''), 'promo.code_spent')
  const read3 = await read<DeskBatchAnswer>(risk, getBonusCodes, { item: String(batch) })
  const winner = tries[0]?.statusCode === 200 ? one : two
  expect(read3.codes.filter(({ usedBy }) => usedBy !== undefined)).toMatchObject([
    { code: first, usedBy: winner.userId },
  ])
  await done(risk, revokeBonusCodes, { batch, reason: 'The list was lost.' })
  expect(await lastAct(scene.owner)).toMatchObject({ account: 'rick', act: 'bonus.codes_revoked' })
  await expectError(await enter(three, second ?? ''), 'promo.code_over')
  await expectStudioError(await atDesk(risk, revokeBonusCodes, { body: { batch, reason: 'Again.' } }), 'item.decided')
  const { batches } = await read<DeskCampaignAnswer>(scene.support, getDeskCampaign, { campaign: 'ten' })
  expect(batches[0]).toMatchObject({ id: batch, codes: 3, used: 1, madeBy: 'rick' })
  expect(batches[0]?.revokedAt).toBeDefined()
  const inBrand = forBrand(scene.server.database.db, 'pier')
  expect(await inBrand.transaction(async (tx) => (await proveLedger(tx)).breaks)).toEqual([])
})

test('PROMO-15: what a campaign of a draft would have cost is shown to all who see the brand, and nothing is kept', async () => {
  const body = (change: object = {}) => {
    const preset = campaignPreset('casino_cashback')
    return { campaign: { ...preset, ...change } }
  }
  const answer = await atDesk(scene.viewer, previewCampaign, { body: body() })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await faultsOf(previewCampaign.answer, answer.json())).toEqual([])
  expect(answer.json()).toMatchObject({ currency: 'EUR', exponent: 2, preview: { days: 30, players: 0 } })
  const registered = await atDesk(scene.viewer, previewCampaign, {
    body: body({
      trigger: { ...campaignPreset('tactical').trigger, on: 'registration' },
      reward: { fixedMinor: 100, percentE4: 0, maximumMinor: 100 },
    }),
  })
  expect(registered.json<DeskPreviewAnswer>().preview?.players).toBeGreaterThan(0)
  const atTheDesk = await atDesk(scene.viewer, previewCampaign, { body: { campaign: campaignPreset('tactical') } })
  expect(atTheDesk.json()).toEqual({ currency: 'EUR', exponent: 2 })
  const faulty = await atDesk(scene.viewer, previewCampaign, { body: body({ lifeMs: 1 }) })
  expect(faulty.statusCode).toBe(400)
  const stranger = await joinedColleague(scene.server, scene.owner, 'olga', [{ role: 'viewer', scope: 'quay' }])
  await expectStudioError(await atDesk(stranger, previewCampaign, { body: body() }), 'brand.unknown')
})

test('codes are made for campaigns on a code, by those who answer for risks', async () => {
  const body = { campaign: 'gift', count: 1, reason: 'Fair.' }
  await expectStudioError(await atDesk(risk, makeBonusCodes, { body }), 'codes.unsuited')
  await expectStudioError(
    await atDesk(risk, makeBonusCodes, { body: { ...body, campaign: 'none' } }),
    'campaign.unknown',
  )
  await expectStudioError(await atDesk(scene.support, makeBonusCodes, { body }), 'access.forbidden')
  await expectStudioError(await atDesk(scene.support, getBonusCodes, { query: { item: '1' } }), 'access.forbidden')
  await expectStudioError(await atDesk(risk, getBonusCodes, { query: { item: '1' } }), 'item.unknown')
})

test('players of a campaign who share a browser are shown together, with that as the reason', async () => {
  const [one, two] = [await playerWithMoney(scene.server), await playerWithMoney(scene.server)]
  const accounts = [one.player.userId, two.player.userId].toSorted((a, b) => a - b)
  for (const { player } of [one, two]) expect((await enter(player, 'TEN')).statusCode).toBe(200)
  await forBrand(scene.server.database.db, 'pier').transaction(async (tx) => {
    for (const account_id of accounts) {
      const session = await tx
        .select('session')
        .select('session_id')
        .where('account_id', '=', account_id)
        .executeTakeFirstOrThrow()
      const now = scene.server.now()
      await tx
        .insert('known_browser', { account_id, browser_hash: 'shared', ...session, created_at: now, last_used_at: now })
        .execute()
    }
  })
  const { signals } = await read<DeskCampaignAnswer>(scene.viewer, getDeskCampaign, { campaign: 'ten' })
  expect(signals).toContainEqual({ kind: 'shared', mark: 'browser', accounts })
})

test('a mailbox that is spelled in two ways is shown as one', async () => {
  const players = [await playerWithMoney(scene.server), await playerWithMoney(scene.server)]
  const accounts = players.map(({ player }) => player.userId).toSorted((a, b) => a - b)
  for (const { player } of players) expect((await enter(player, 'TEN')).statusCode).toBe(200)
  await forBrand(scene.server.database.db, 'pier').transaction(async (tx) => {
    const created_at = scene.server.now()
    for (const [at, value] of ['a.b@gmail.com', 'ab+two@gmail.com'].entries())
      await tx
        .insert('identifier', { account_id: accounts[at] ?? 0, kind: 'email', value, created_at, verified_at: null })
        .execute()
  })
  const { signals } = await read<DeskCampaignAnswer>(scene.viewer, getDeskCampaign, { campaign: 'ten' })
  expect(signals).toContainEqual({ kind: 'shared', mark: 'mailbox', accounts })
})
