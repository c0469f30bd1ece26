import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountDataAnswer, MessagesAnswer, SettingsAnswer, SupportAnswer, UserInformation } from '#schemas'
import { verifyFields } from '#server/account/office/profile-change.ts'
import { isPinOf } from '#server/account/office/support-pin.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { expectError } from './answer-checks.ts'
import { PROFILE } from './office-contracts.ts'
import { answerTo, messageTo, newsTo, playerWithMailing } from './office-scene.ts'
import { changing } from './security-contracts.ts'
import { provedPlayer } from './security-scene.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newPlayer, newVisitor, type TestVisitor } from './test-visitor.ts'

const post = (body: object) => ({ method: 'POST' as const, body })
const SETTINGS = '/web-api/api/web/user/v1/settings'
const MESSAGES = '/web-api/officeapi/messages'
const SUPPORT = '/web-api/officeapi/support'

const QUAY = { id: 'quay', name: 'Quay', extends: '_base', hosts: ['quay.example'], schemaVersion: 2, revision: 1 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('quay/brand.json', { ...QUAY, operator: 'contract-fixtures' })
      await write('pier/config/support.json', { email: 'support@pier.example', startTime: '09:00', endTime: '21:00' })
      await write('pier/config/application.json', { routes: { office_casino: { isAvailable: false } } })
    },
  })
})
afterAll(() => server.close())

const settingsOf = async (player: TestVisitor) => (await player.send(SETTINGS)).json<SettingsAnswer>().data.attributes
const profileOf = async (player: TestVisitor) =>
  (await player.send('/web-api/getaccountdata')).json<AccountDataAnswer>().data.attributes
const inboxOf = async (player: TestVisitor) => (await player.send(MESSAGES)).json<MessagesAnswer>()
const countsOf = async (player: TestVisitor) =>
  (await player.send('/web-api/getLeftMenuData')).json<{ data: { attributes: { counts: object } } }>().data.attributes
    .counts

describe('settings', () => {
  test('ACC-17, ACC-18: a setting is kept, told to every page, and taken back by the empty value', async () => {
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

  test('ACC-30: a PIN is told once, is never stored, holds for a day, and a newer one makes it void', async () => {
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

test('ACC-21, OFF-24: getuserconfig and v1/user-information take nothing and tell of the player who asks', async () => {
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

  test('OFF-7: a changed password is told in the language of whoever reads it', async () => {
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

  test('OFF-27: whoever writes too much waits', async () => {
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

describe('RFC 8058: a mailing ends with one press', () => {
  const FORM = 'List-Unsubscribe=One-Click'
  const MULTIPART = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const press = (address: string, type = 'application/x-www-form-urlencoded', body = FORM, host = 'pier.example') =>
    server.send(address, { method: 'POST', host, body, headers: { 'content-type': type, 'user-agent': 'mail' } })

  test.each([
    ['application/x-www-form-urlencoded', FORM],
    ['multipart/form-data; boundary=x', MULTIPART],
  ])('by %s, without cookies, long after and twice', async (type, body) => {
    const { player, userId, address } = await playerWithMailing(server)
    expect(await newsTo(server, userId)).toEqual(['mail'])
    for (let time = 0; time < 2; time += 1) {
      const answer = await press(address, type, body)
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
    }
    expect((await settingsOf(player)).settings).toMatchObject({ mailing_news_email: 'off' })
    expect(await newsTo(server, userId)).toEqual([])
    expect((await inboxOf(player)).messages).toHaveLength(3)
    expect(server.log()).not.toContain(address.split('token=')[1])
  })

  test('its address names nobody, and is good for its brand and as it was sent alone', async () => {
    const { player, userId, address } = await playerWithMailing(server)
    const token = decodeURIComponent(address.split('token=')[1] ?? '')
    expect(Buffer.from(token.slice(3), 'base64url').toString('latin1')).not.toContain(String(userId))
    await expectError(await press(`${address.slice(0, -3)}AAA`), 'request.invalid')
    await expectError(await press(address, undefined, undefined, 'quay.example'), 'request.invalid')
    expect((await settingsOf(player)).settings).toMatchObject({ mailing_news_email: 'on' })
  })

  test('a scanner that follows the link ends nothing; a browser comes to the settings', async () => {
    const { player, address } = await playerWithMailing(server)
    const answer = await server.send(address)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/en/office/settings/mailing'])
    expect((await settingsOf(player)).settings).toMatchObject({ mailing_news_email: 'on' })
  })

  test('what answers a deed of the player has no such address', async () => {
    const { player, email } = await playerWithMailing(server)
    await player.send('/web-api/user/mailing', post({ mail_type: 'vip-domain', type: 0 }))
    const letters = (await server.identity.delivery.listMessages('pier')).filter(({ recipient }) => recipient === email)
    const ended = letters.filter(({ letter }) => letter?.unsubscribeUrl !== undefined).map(({ template }) => template)
    expect(ended).toEqual(['player_message'])
    expect(letters.map(({ template }) => template)).toEqual(expect.arrayContaining(['site_address', 'activation']))
  })
})

describe('the profile', () => {
  const save = (player: TestVisitor, fields: object) => player.send('/web-api/saveaccountfields', post({ fields }))

  test('OFF-21, OFF-22: the form comes with its answers, and what is saved is judged by the rules of the registration', async () => {
    const player = await newPlayer(server)
    const empty = await profileOf(player)
    expect(empty.fields.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['name', 'surname', 'birthday', 'gender', 'country_id', 'region_id', 'city_id']),
    )
    expect(empty.fields.find(({ id }) => id === 'country_id')).toMatchObject({ disabled: true })
    expect(empty.answers).toHaveProperty('country_id')
    const young = await expectError(await save(player, { ...PROFILE, birthday: '2015-01-01' }), 'profile.invalid')
    expect(Object.keys(young.validation_errors ?? {})).toEqual(['birthday'])
    expect((await save(player, { ...PROFILE, address: 'Quay 1' })).statusCode).toBe(200)
    expect((await profileOf(player)).answers).toMatchObject({ ...PROFILE, address: 'Quay 1' })
    await save(player, PROFILE)
    expect((await profileOf(player)).answers).not.toHaveProperty('address')
  })

  test('OFF-22: what is answered once or verified cannot be changed', async () => {
    const player = await newPlayer(server)
    await save(player, PROFILE)
    const older = await expectError(await save(player, { ...PROFILE, birthday: '1980-01-01' }), 'profile.invalid')
    expect(Object.keys(older.validation_errors ?? {})).toEqual(['birthday'])
    await forBrand(server.database.db, 'pier').transaction((tx) =>
      verifyFields(tx, { accountId: player.userId, fieldIds: ['name'], now: server.now() }),
    )
    expect((await profileOf(player)).fields.find(({ id }) => id === 'name')).toMatchObject({ disabled: true })
    await expectError(await save(player, { ...PROFILE, name: 'Eve' }), 'profile.invalid')
    const { birthday: _birthday, name: _name, ...rest } = PROFILE
    expect((await save(player, { ...rest, surname: 'Berg' })).statusCode).toBe(200)
    expect((await profileOf(player)).answers).toMatchObject({ name: 'Anna', surname: 'Berg', birthday: '1990-05-17' })
  })

  test('OFF-16, KYC-7: every document names what it lacks, and is complete when that is given', async () => {
    const player = await newPlayer(server)
    const lack = async () =>
      Object.fromEntries((await profileOf(player)).documents.map(({ type, missing }) => [type, missing]))
    expect(Object.keys(await lack())).toEqual(['passport', 'id_card', 'driving_licence', 'residence_permit'])
    await save(player, PROFILE)
    expect((await lack()).id_card).toEqual(['passport', 'passport_end_date'])
    const fields = { name: 'Anna', surname: 'Keller', passport: 'L01X00T47', passport_end_date: '2031-08-01' }
    const body = { document_type: 'id_card', fields }
    expect((await player.send('/web-api/saverequireddocuments', post(body))).statusCode).toBe(200)
    expect((await lack()).id_card).toEqual([])
    expect((await profileOf(player)).documentType).toBe('id_card')
    const foreign = { ...body, document_type: 'cpf' }
    await expectError(await player.send('/web-api/saverequireddocuments', post(foreign)), 'request.invalid')
  })
})

/** When the support of the fixture opens on the day of a midnight in UTC: at nine by the clocks of its zone. */
function opening(midnight: Date): string {
  return new Date(midnight.getTime() + 9 * 3_600_000).toISOString()
}
