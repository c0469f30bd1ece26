import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClaimedBonus, ErrorCode, PlayerBonusesAnswer, PromoCodesAnswer } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { launch, onRed } from '../casino/casino-contracts.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { deposit, wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, type TestPlayer } from '../scenes/test-visitor.ts'
import { newReferrer, referrerWithMoney } from './referral-contracts.ts'

const OVER = '2026-02-01T00:00:00Z'
const CODES = { OVER: { endsAt: OVER }, STOPPED: { isOffered: false }, ABROAD: { countries: ['fr'] } }

let server: TestServer
let texts: Readonly<Record<string, string>>
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ brandsDir, write, englishTexts }) => {
      const { default: promo } = await import(`${brandsDir}/pier/config/promo.json`, { with: { type: 'json' } })
      const { ten } = promo.campaigns
      const of = (code: string, more: object) => ({ ...ten, trigger: { ...ten.trigger, code }, ...more })
      const campaigns = {
        ...Object.fromEntries(Object.entries(CODES).map(([code, more]) => [code.toLowerCase(), of(code, more)])),
        // A bonus is 10.00: the budget holds one.
        spent: of('SPENT', { budgetMinor: 1500 }),
      }
      await write('pier/config/promo.json', { ...promo, campaigns: { ...promo.campaigns, ...campaigns } })
      await write('quay/brand.json', {
        ...{ schemaVersion: 3, id: 'quay', name: 'Quay', extends: 'pier', hosts: ['quay.example'], revision: 1 },
      })
      await write('quay/config/promo.json', { campaigns: { own: of('QUAYONLY', {}) } })
      texts = englishTexts.errors ?? {}
    },
  })
})
afterAll(() => server.close())

const post = (body: object) => ({ method: 'POST' as const, body })
const mine = async (player: TestPlayer) => (await player.send('/web-api/promo/bonuses')).json<PlayerBonusesAnswer>()
const redeem = (player: TestPlayer, code: string) => player.send('/web-api/promo/code', post({ code }))
const claim = (player: TestPlayer, campaignId: string) => player.send('/web-api/promo/claim', post({ campaignId }))

/** The refusal of an answer, which has words for the player that say what it is about. */
async function refused(answer: Awaited<ReturnType<typeof redeem>>, code: ErrorCode): Promise<void> {
  await expectError(answer, code)
  expect(answer.statusCode).toBeLessThan(500)
  expect(texts[code], code).toMatch(/^[A-Z{].{10,}[.}]$/s)
}

describe('the bonuses of a player over HTTP', () => {
  test('PROMO-1: a bonus has its number, kind, name, times, progress and money, and the progress follows the stakes', async () => {
    const player = await newPlayer(server)
    // Stakes are paid from the own money first: two rounds that are lost do not spend the bonus.
    await deposit(server, player, 50)
    await redeem(player, 'ten')
    const [fresh] = (await mine(player)).bonuses
    expect(fresh).toMatchObject({
      ...{ id: expect.any(Number), idBonus: 1, type: 1, name: expect.stringMatching(/./), promoId: 'ten' },
      ...{ currentProgress: 0, progressPercent: 0, width: 0, isClosed: false, money: 1000, currencyIso: 'EUR' },
      start: server.now().toISOString(),
      end: new Date(server.now().getTime() + 604_800_000).toISOString(),
    })
    expect(fresh?.expirationDate).toBe(fresh?.end)
    const { sessionId } = await launch(player, 'roulette', 'real')
    // Table games count a tenth: 10.00 staked is 1.00 of 100.00.
    for (let round = 0; round < 2; round += 1) {
      server.wait(5000)
      expect((await player.send('/web-api/casino/play', post(onRed(sessionId, 500)))).statusCode).toBe(200)
    }
    expect((await mine(player)).bonuses).toMatchObject([
      { id: fresh?.id, currentProgress: 100, progressPercent: 1, width: 1, target: 10_000 },
    ])
    await player.send('/web-api/refusebonus', post({ bonus_id: fresh?.id }))
    expect((await mine(player)).bonuses).toMatchObject([{ id: fresh?.id, isClosed: true, state: 'refused' }])
  })

  test('PROMO-7: getUserPromoCodesNew lists the codes that the player has tried, the latest first, and no one else’s', async () => {
    const [player, other] = [await newPlayer(server), await newPlayer(server)]
    await redeem(other, 'ten')
    await redeem(player, ' t-e-n ')
    server.wait(1000)
    await redeem(player, 'nosuch')
    const { codes } = (await player.send('/web-api/promo/getUserPromoCodesNew')).json<PromoCodesAnswer>()
    expect(codes).toEqual([
      { code: 'NOSUCH', usedAt: server.now().toISOString(), name: '', refusal: 'promo.code_unknown' },
      { code: 'TEN', usedAt: expect.any(String), name: expect.stringMatching(/./), refusal: '' },
    ])
  })
})

describe('what is refused to a player has words', () => {
  test.each([
    ['nobody has', 'NOSUCH', 'promo.code_unknown'],
    ['another brand has', 'QUAYONLY', 'promo.code_unknown'],
    ['is over', 'over', 'promo.code_over'],
    ['was stopped', 'Stopped', 'promo.code_over'],
    ['is for another country', 'ABROAD', 'promo.code_not_here'],
    ['is of letters that no code has', '€§', 'promo.code_unknown'],
  ] as const)('PROMO-20: a code that %s', async (_what, code, refusal) => {
    const player = await newPlayer(server)
    await refused(await player.send('/web-api/promo/code/check', post({ code })), refusal)
    await refused(await redeem(player, code), refusal)
    expect((await mine(player)).bonuses).toEqual([])
  })

  test('PROMO-20: a code is found in other cases, with spaces and in letters that look alike, and once', async () => {
    const player = await newPlayer(server)
    // A Cyrillic T and E, a full-width N.
    expect((await redeem(player, '  Т Е-Ｎ ')).statusCode).toBe(200)
    for (const typed of ['TEN', 'ten', 'T E N']) await refused(await redeem(player, typed), 'promo.had_before')
    expect((await mine(player)).bonuses).toHaveLength(1)
  })

  test('PROMO-20: a code whose budget is spent', async () => {
    expect((await redeem(await newPlayer(server), 'SPENT')).statusCode).toBe(200)
    await refused(await redeem(await newPlayer(server), 'SPENT'), 'promo.budget_spent')
  })

  test('a claim that is made twice, and one after a withdrawal has ended the bonus', async () => {
    const player = await newPlayer(server)
    expect((await claim(player, 'welcome')).statusCode).toBe(200)
    await refused(await claim(player, 'welcome'), 'promo.had_before')
    await deposit(server, player, 50)
    const sent = await player.send('/web-api/payments/withdrawal', post(wish({ amount: 10 })))
    expect(sent.statusCode).toBe(200)
    expect((await mine(player)).bonuses).toMatchObject([{ state: 'refused', isClosed: true }])
    await refused(await claim(player, 'welcome'), 'promo.had_before')
    await refused(await claim(player, 'nosuch'), 'promo.campaign_unknown')
  })

  test('a claim and a code of a player whose exclusion has begun elsewhere', async () => {
    const player = await newPlayer(server)
    await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx
        .insert('player_break', {
          ...{ account_id: player.userId, kind: 'exclusion', reason: null, starts_at: server.now() },
          ends_at: new Date(server.now().getTime() + 200 * 86_400_000),
        })
        .execute(),
    )
    await refused(await claim(player, 'welcome'), 'protection.excluded')
    await refused(await redeem(player, 'ten'), 'protection.excluded')
    expect((await mine(player)).bonuses).toEqual([])
  })

  test('a bonus of another player is not known, and cannot be given up', async () => {
    const { bonus } = (await claim(await newPlayer(server), 'welcome')).json<ClaimedBonus>()
    const player = await newPlayer(server)
    await refused(await player.send(`/web-api/promo/bonus?id=${bonus.id}`), 'promo.award_unknown')
    await refused(await player.send('/web-api/refusebonus', post({ bonus_id: bonus.id })), 'promo.award_unknown')
  })

  test('REF-8: a transfer below the minimum, and of more than there is', async () => {
    const { player } = await referrerWithMoney(server)
    const transfer = (transfer_amount: number) =>
      player.send(
        '/web-api/bringfriend/transferMoneyToMainAccount',
        post({ guid: crypto.randomUUID(), transfer_amount }),
      )
    await refused(await transfer(99), 'referral.below_minimum')
    await refused(await transfer(99_999), 'referral.not_enough')
    const none = await newReferrer(server)
    const asked = { guid: crypto.randomUUID(), transfer_amount: 100 }
    await refused(
      await none.player.send('/web-api/bringfriend/transferMoneyToMainAccount', post(asked)),
      'referral.not_enough',
    )
  })
})
