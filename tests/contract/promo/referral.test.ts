import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  PartnerStatisticsAnswer,
  ReferralAnswer,
  ReferralBalanceShown,
  ReferralBannersAnswer,
  ReferralFriendsAnswer,
} from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { deposit } from '../scenes/payment-contracts.ts'
import { HAS_PAGES, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { FAST_ANSWERS, newPlayer, newVisitor, register, type TestPlayer } from '../scenes/test-visitor.ts'
import {
  countNow,
  loseAtRoulette,
  newFriend,
  newPartner,
  newReferrer,
  referrerWithMoney,
} from './referral-contracts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('quay/brand.json', {
        ...{ schemaVersion: 3, id: 'quay', name: 'Quay', extends: 'pier', hosts: ['quay.example'], revision: 1 },
      })
      await write('quay/config/boolean.json', { isReferralAllowed: false })
      await write('quay/config/bring-a-friend.json', { isPartnerProgrammeOffered: false })
    },
  })
})
afterAll(() => server.close())

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const AT = '/web-api/bringfriend'
const inBrand = forBrand
const read = async (player: TestPlayer) => (await player.send(`${AT}/getReferralUsers`, post())).json<ReferralAnswer>()
const cashOf = async (player: TestPlayer) => {
  const answer = await player.send('/web-api/user/balance', post({}))
  return answer.json<{ accounts: { money: number; isActive: boolean }[] }>().accounts.find((one) => one.isActive)?.money
}

describe('referrals over HTTP', () => {
  test('REF-1, REF-8: a friend by link loses at roulette, and the share comes to the main account once', async () => {
    const { player, code, friend, lostMinor } = await referrerWithMoney(server)
    const shown = await read(player)
    const earned = Math.floor(lostMinor / 5)
    expect(shown).toMatchObject({
      ...{ isMember: true, code, friendCount: 1, link: `http://pier.example/en?ref=${code}` },
      balance: { totalMinor: earned, transferableMinor: earned, transferredMinor: 0 },
      friends: [{ state: 'referral.friend_earning', earnedMinor: earned, missing: [] }],
    })
    const asked = post({ guid: crypto.randomUUID(), transfer_amount: earned })
    const answers = await Promise.all([1, 2, 3].map(() => player.send(`${AT}/transferMoneyToMainAccount`, asked)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers[0]?.json<ReferralBalanceShown>()).toMatchObject({ totalMinor: 0, transferredMinor: earned })
    expect(await cashOf(player)).toBe(earned / 100)
    const again = { guid: crypto.randomUUID(), transfer_amount: earned }
    await expectError(await player.send(`${AT}/transferMoneyToMainAccount`, post(again)), 'referral.not_enough')
    expect(JSON.stringify(await read(player))).not.toContain(String(friend.userId))
  })

  test('REF-5: the code that was entered into the form counts, however it was typed', async () => {
    const { player, code } = await newReferrer(server)
    const typed = `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`
    const answer = await register(newVisitor(server), 'fast_reg', { ...FAST_ANSWERS, ref_code: typed })
    expect(answer.statusCode).toBe(200)
    expect((await read(player)).friends).toMatchObject([
      { state: 'referral.friend_waiting', missing: ['deposit', 'stake'] },
    ])
    const unknown = await register(newVisitor(server), 'fast_reg', { ...FAST_ANSWERS, ref_code: 'NOBODYHAS' })
    expect(unknown.statusCode).toBe(200)
  })

  test('REF-7: who registers once more in their own browser does not count', async () => {
    const { player, code } = await newReferrer(server)
    await player.send('/web-api/user/disconnect', post({}))
    const answer = await register(player, 'fast_reg', { ...FAST_ANSWERS, ref_code: code })
    const { userId } = answer.json<{ userId: number }>()
    const row = await inBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('referral').select('void_reason').where('account_id', '=', userId).executeTakeFirst(),
    )
    expect(row).toEqual({ void_reason: 'self' })
  })

  test('REF-7: of a friend who has excluded themselves nothing more is earned', async () => {
    const { player, friend } = await referrerWithMoney(server)
    const before = (await read(player)).balance?.totalMinor
    await loseAtRoulette(server, friend, 600)
    await inBrand(server.database.db, 'pier').transaction((tx) =>
      tx
        .insert('player_break', {
          ...{ account_id: friend.userId, kind: 'exclusion', reason: null, starts_at: server.now() },
          ends_at: new Date(server.now().getTime() + 200 * 86_400_000),
        })
        .execute(),
    )
    await countNow(server)
    const after = await read(player)
    expect(after.balance?.totalMinor).toBe(before)
    expect(after.friends).toMatchObject([{ state: 'referral.friend_earning' }])
  })

  test('REF-2: friends come page by page', async () => {
    const { player, code } = await newReferrer(server)
    for (let made = 0; made < 21; made++) await newFriend(server, code)
    const page = async (page_number: number) =>
      (await player.send('/web-api/extended-referral-users', post({ page_number }))).json<ReferralFriendsAnswer>()
    expect(await page(1)).toMatchObject({ pages: 2, total: 21 })
    expect((await page(2)).friends).toHaveLength(1)
    expect((await read(player)).friendCount).toBe(21)
  })

  test('REF-4: banners carry the link of the player as HTML', async () => {
    const { player, code } = await newReferrer(server)
    const { banners } = (await player.send(`${AT}/getBanners`, post())).json<ReferralBannersAnswer>()
    expect(banners.map(({ id }) => id)).toEqual(['wide', 'square'])
    expect(banners[0]?.html).toContain(`href="http://pier.example/en?ref=${code}&#38;banner=wide"`)
    const picture = await newVisitor(server).send(banners[0]?.image ?? '')
    expect(picture.headers['content-type']).toContain('image/svg+xml')
  })

  test('REF-9: a partner sees counts and sums of its own links, and learns nothing of players', async () => {
    const { key, code } = await newPartner(server)
    const friend = await newFriend(server, code)
    await deposit(server, friend, 50)
    const lostMinor = await loseAtRoulette(server, friend, 600)
    await countNow(server)
    const answer = await newVisitor(server).send('/web-api/partners/statistics', post({ key, days: 3 }))
    const { sums, days, link } = answer.json<PartnerStatisticsAnswer>()
    expect(days).toHaveLength(3)
    expect(link).toBe(`http://pier.example/en?ref=${code}`)
    expect(sums).toEqual({
      ...{ visits: 1, registrations: 1, firstDeposits: 1, netWinMinor: lostMinor },
      commissionMinor: Math.floor((lostMinor * 3) / 10),
    })
    expect(answer.body).not.toContain(String(friend.userId))
    expect(server.log()).not.toContain(key)
  })

  test('a brand without the programme knows no code, page, call or form field of it', async () => {
    const { code } = await newReferrer(server)
    const at = { host: 'quay.example' }
    await expectError(
      await newVisitor(server).send(`/web-api/friend-reffer-tag?ref=${code}`, at),
      'referral.code_unknown',
    )
    await expectError(await newVisitor(server).send('/web-api/partners/programme', at), 'referral.not_offered')
    for (const path of HAS_PAGES ? ['/en/our-partners', '/en/office/bring-friend'] : [])
      expect((await newVisitor(server).send(path, at)).statusCode, path).toBe(404)
  })

  test('what a player is given of their data names no other player', async () => {
    const { player, code } = await newReferrer(server)
    const friend = await newFriend(server, code)
    const own = await friend.send(
      '/web-api/user/export',
      post({ password: Buffer.from(friend.password).toString('base64url') }),
    )
    expect(own.body).toContain('"referral"')
    expect(own.body).not.toContain(String(player.userId))
  })

  test('a player who does not take part sees the terms alone', async () => {
    const player = await newPlayer(server)
    const shown = await read(player)
    expect(shown).toMatchObject({ isMember: false, friends: [], terms: { shareE4: 2000, maximumFriends: 50 } })
    expect(shown.code).toBeUndefined()
  })
})
