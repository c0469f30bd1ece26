import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessagesAnswer, SettingsAnswer, SupportAnswer, UserInformation } from '#schemas'
import { isPinOf } from '#server/account/office/support-pin.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { answerTo, messageTo } from '../scenes/office-scene.ts'
import { changing } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, type TestVisitor } from '../scenes/test-visitor.ts'

const post = (body: object) => ({ method: 'POST' as const, body })
const SETTINGS = '/web-api/api/web/user/v1/settings'
const MESSAGES = '/web-api/officeapi/messages'
const SUPPORT = '/web-api/officeapi/support'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('pier/config/support.json', { email: 'support@pier.example', startTime: '09:00', endTime: '21:00' })
      await write('pier/config/application.json', { routes: { office_casino: { isAvailable: false } } })
    },
  })
})
afterAll(() => server.close())

const settingsOf = async (player: TestVisitor) => (await player.send(SETTINGS)).json<SettingsAnswer>().data.attributes
const inboxOf = async (player: TestVisitor) => (await player.send(MESSAGES)).json<MessagesAnswer>()
const countsOf = async (player: TestVisitor) =>
  (await player.send('/web-api/getLeftMenuData')).json<{ data: { attributes: { counts: object } } }>().data.attributes
    .counts

describe('settings', () => {
  test('ACC-17, ACC-18: a setting is kept, sent to every page, and reset by the empty value', async () => {
    const player = await newPlayer(server)
    const save = (setting_id: string, setting_value: string) =>
      player.send('/web-api/savesetting', post({ setting_id, setting_value }))
    await save('time_zone', 'Asia/Tokyo')
    await save('font_size', 'large')
    await save('font_size', '')
    expect((await settingsOf(player)).settings).toEqual({ time_zone: 'Asia/Tokyo' })
    const config = (await player.send('/web-api/user/getuserconfig')).json<{ player: { settings: object } }>()
    expect(config.player.settings).toEqual({ time_zone: 'Asia/Tokyo' })
    await expectError(await save('time_zone', 'Mars/Olympus'), 'request.invalid')
    await expectError(await save('shoe_size', '44'), 'request.invalid')
  })

  test('ACC-19, decision 26: both lists replace what was, and an empty one clears', async () => {
    const player = await newPlayer(server)
    const save = (line: number[], live: number[]) =>
      player.send('/web-api/disallow-sports', post({ lineDisallowSport: line, liveDisallowSport: live }))
    await save([4, 1], [2])
    expect(await settingsOf(player)).toMatchObject({ lineDisallowSport: [1, 4], liveDisallowSport: [2] })
    await save([], [2, 3])
    expect(await settingsOf(player)).toMatchObject({ lineDisallowSport: [], liveDisallowSport: [2, 3] })
    await expectError(
      await player.send('/web-api/disallow-sports', post({ lineDisallowSport: [1] })),
      'request.invalid',
    )
  })

  test('ACC-20: the mail with the address of the site goes to the proven address, and only in its fixed form', async () => {
    const { player, email } = await provedPlayer(server)
    expect(await settingsOf(player)).toMatchObject({ hasEmail: true, hasPhone: false })
    const wrong = await player.send('/web-api/user/mailing', post({ mail_type: 'news', type: 0 }))
    await expectError(wrong, 'request.invalid')
    expect((await player.send('/web-api/user/mailing', post({ mail_type: 'vip-domain', type: 0 }))).statusCode).toBe(
      200,
    )
    const [mail] = await server.identity.delivery.listMessages('pier')
    expect(mail).toMatchObject({ recipient: email, template: 'site_address' })
    expect(mail?.body).toContain('http://pier.example')
  })

  test('ACC-30: a PIN is shown once, is never stored, holds for a day, and a newer one makes it void', async () => {
    const player = await newPlayer(server)
    const ask = async () => (await player.send('/web-api/getnewpincode')).json<{ pin: string }>().pin
    const isRight = (pin: string) =>
      forBrand(server.database.db, 'pier').transaction((tx) =>
        isPinOf(tx, { accountId: player.userId, pin, now: server.now() }),
      )
    const first = await ask()
    expect(await isRight(first)).toBe(true)
    server.wait(60_000)
    const second = await ask()
    expect(await isRight(second)).toBe(true)
    if (first !== second) expect(await isRight(first)).toBe(false)
    const rows = await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('support_pin').selectAll().where('account_id', '=', player.userId).execute(),
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(`"${second}"`)
    server.wait(24 * 3_600_000)
    expect(await isRight(second)).toBe(false)
  })

  test('ACC-30: after five wrong tries the right PIN is none either', async () => {
    const player = await newPlayer(server)
    const answer = await player.send('/web-api/getnewpincode')
    expect(answer.headers['cache-control']).toContain('no-store')
    const { pin } = answer.json<{ pin: string }>()
    const wrong = pin === '000000' ? '111111' : '000000'
    const isRight = (tried: string) =>
      forBrand(server.database.db, 'pier').transaction((tx) =>
        isPinOf(tx, { accountId: player.userId, pin: tried, now: server.now() }),
      )
    for (let tries = 0; tries < 5; tries += 1) expect(await isRight(wrong)).toBe(false)
    expect(await isRight(pin)).toBe(false)
  })
})

test('ACC-21, OFF-24: getuserconfig and v1/user-information take no parameters and describe the player who asks', async () => {
  const [player, other, guest] = [await newPlayer(server), await newPlayer(server), newVisitor(server)]
  for (const { send, userId } of [player, other]) {
    expect((await send('/web-api/user/getuserconfig')).json()).toMatchObject({ player: { userId } })
    const { data } = (await send('/web-api/v1/user-information')).json<UserInformation>()
    expect(data).toMatchObject({ id: String(userId), type: 'user', attributes: { registeredBy: 'fast_reg' } })
  }
  expect((await guest.send('/web-api/user/getuserconfig')).json()).toMatchObject({ player: null })
  await expectError(await guest.send('/web-api/v1/user-information'), 'access.denied')
})

test('OFF-26: the parts of the office are those that the brand has', async () => {
  const player = await newPlayer(server)
  const { partitions } = (await player.send('/web-api/list-available-partitions')).json<{ partitions: string[] }>()
  expect(partitions).toEqual(expect.arrayContaining(['office_account', 'office_messages', 'office_support']))
  expect(partitions).not.toContain('office_casino')
  expect(partitions).not.toContain('home')
})

describe('the inbox', () => {
  test('OFF-7, OFF-20: the latest comes first, the menu counts what is not opened, and reading and deleting end it', async () => {
    const player = await newPlayer(server)
    expect(await inboxOf(player)).toEqual({ messages: [], unread: 0 })
    expect(await countsOf(player)).toEqual({})
    const [first, second] = [
      await messageTo(server, player.userId, 'One'),
      await messageTo(server, player.userId, 'Two'),
    ]
    expect((await inboxOf(player)).messages.map(({ title }) => title)).toEqual(['Two', 'One'])
    expect(await countsOf(player)).toEqual({ office_messages: 2 })
    await player.send(`${MESSAGES}/read`, post({ message_id: first }))
    await player.send(`${MESSAGES}/delete`, post({ message_id: second }))
    expect(await inboxOf(player)).toMatchObject({ messages: [{ id: first, isRead: true }], unread: 0 })
    expect(await countsOf(player)).toEqual({})
  })

  test('OFF-7: nobody reads or deletes what is written to another', async () => {
    const [owner, stranger] = [await newPlayer(server), await newPlayer(server)]
    const message_id = await messageTo(server, owner.userId)
    await expectError(await stranger.send(`${MESSAGES}/read`, post({ message_id })), 'message.unknown')
    await expectError(await stranger.send(`${MESSAGES}/delete`, post({ message_id })), 'message.unknown')
    expect(await inboxOf(owner)).toMatchObject({ messages: [{ isRead: false }] })
    expect((await inboxOf(stranger)).messages).toEqual([])
  })

  test('OFF-7: a changed password is reported in the language of its reader', async () => {
    const player = await newPlayer(server)
    const changed = await player.send('/web-api/password', changing(player.password))
    expect(changed.statusCode).toBe(200)
    const german = await player.send(MESSAGES, { headers: { 'accept-language': 'de' } })
    expect(german.json<MessagesAnswer>().messages).toMatchObject([
      { kind: 'security', title: 'de: Your password was changed', isRead: false },
    ])
  })
})

describe('the support', () => {
  const talkOf = async (player: TestVisitor) => (await player.send(SUPPORT)).json<SupportAnswer>()

  test('OFF-27: a talk is kept; an answer is counted until it is seen', async () => {
    const player = await newPlayer(server)
    await player.send(SUPPORT, post({ text: ' Where is my deposit? ' }))
    expect(await talkOf(player)).toMatchObject({
      isOpen: true,
      messages: [{ author: 'player', text: 'Where is my deposit?' }],
    })
    await answerTo(server, player.userId)
    expect(await countsOf(player)).toEqual({ office_support: 1 })
    const { messages } = await talkOf(player)
    expect(messages).toMatchObject([
      { author: 'player' },
      { author: 'consultant', name: 'Anna', text: 'Good morning!' },
    ])
    expect(await countsOf(player)).toEqual({})
    expect((await talkOf(await newPlayer(server))).messages).toEqual([])
  })

  test('OFF-27: a player who writes too much has to wait', async () => {
    const player = await newPlayer(server)
    for (let line = 0; line < 20; line += 1) await player.send(SUPPORT, post({ text: `line ${line}` }))
    const refused = await player.send(SUPPORT, post({ text: 'one more' }))
    expect((await expectError(refused, 'rate.limited')).retryAfterSeconds).toBe(600)
  })

  test('OFF-27: out of hours the support says so and when it opens, and takes nothing', async () => {
    const player = await newPlayer(server)
    const before = server.now()
    const midnight = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth(), before.getUTCDate() + 1))
    server.wait(midnight.getTime() - before.getTime())
    const { isOpen, opensAt } = await talkOf(player)
    expect({ isOpen, opensAt }).toEqual({ isOpen: false, opensAt: opening(midnight) })
    await expectError(await player.send(SUPPORT, post({ text: 'Hello?' })), 'support.closed')
    server.wait(12 * 3_600_000)
    expect((await talkOf(await newPlayer(server))).isOpen).toBe(true)
  })

  test('OFF-23: a request goes to the address of the support, with name and address of the player', async () => {
    const player = await newPlayer(server)
    const request = { userName: 'Anna Keller', email: 'anna@mail.example' }
    expect((await player.send('/web-api/sendadminrequest', post(request))).statusCode).toBe(200)
    const [mail] = await server.identity.delivery.listMessages('pier')
    expect(mail).toMatchObject({ recipient: 'support@pier.example', template: 'admin_request' })
    for (const part of ['Anna Keller', 'anna@mail.example', String(player.userId)]) expect(mail?.body).toContain(part)
  })
})

/** When the support of the fixture opens on the day of a midnight in UTC: at nine by the clocks of its zone. */
function opening(midnight: Date): string {
  return new Date(midnight.getTime() + 9 * 3_600_000).toISOString()
}
