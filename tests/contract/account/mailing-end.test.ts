import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessagesAnswer, SettingsAnswer } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { newsTo, playerWithMailing } from '../scenes/office-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import type { TestVisitor } from '../scenes/test-visitor.ts'

const QUAY = { id: 'quay', name: 'Quay', extends: '_base', hosts: ['quay.example'], schemaVersion: 2, revision: 1 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    prepare: ({ write }) => write('quay/brand.json', { ...QUAY, operator: 'contract-fixtures' }),
  })
})
afterAll(() => server.close())

const settingsOf = async (player: TestVisitor) =>
  (await player.send('/web-api/api/web/user/v1/settings')).json<SettingsAnswer>().data.attributes
const inboxOf = async (player: TestVisitor) => (await player.send('/web-api/officeapi/messages')).json<MessagesAnswer>()

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
    expect(Buffer.from(token.split('.').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain(String(userId))
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

  test('a mail that answers an action of the player has no such address', async () => {
    const { player, email } = await playerWithMailing(server)
    await player.send('/web-api/user/mailing', { method: 'POST', body: { mail_type: 'vip-domain', type: 0 } })
    const letters = (await server.identity.delivery.listMessages('pier')).filter(({ recipient }) => recipient === email)
    const ended = letters.filter(({ letter }) => letter?.unsubscribeUrl !== undefined).map(({ template }) => template)
    expect(ended).toEqual(['player_message'])
    expect(letters.map(({ template }) => template)).toEqual(expect.arrayContaining(['site_address', 'activation']))
  })
})
