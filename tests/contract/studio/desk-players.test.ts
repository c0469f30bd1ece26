import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  blockPlayer,
  endPlayerSession,
  getDeskPlayer,
  messagePlayer,
  notePlayer,
  searchPlayers,
  unblockPlayer,
} from '#calls/studio/studio-desk.calls.ts'
import type { DeskPlayersAnswer, MessagesAnswer } from '#schemas'
import { expectError } from '../scenes/answer-checks.ts'
import { newBettor } from '../scenes/betting-scene.ts'
import { atDesk, type DeskScene, deskScene, done, lastAct, pageOf, read, signIn } from '../scenes/desk-scene.ts'
import { expectStudioError } from '../scenes/studio-scene.ts'
import { newPending, newPlayer, newVisitor, PASSWORD } from '../scenes/test-visitor.ts'

const WHO = '/web-api/v1/user-information'
const REASON = 'The papers are of somebody else.'
let scene: DeskScene
beforeAll(async () => {
  scene = await deskScene()
})
afterAll(() => scene.server.close())

/** A player with a proved address. */
async function namedPlayer(email: string) {
  const visitor = newVisitor(scene.server)
  const { userId, token } = await newPending(scene.server, visitor, email)
  const body = { data: { attributes: { token } } }
  await visitor.send('/web-api/api/internal/v1/user/activate', { method: 'POST', body })
  return { ...visitor, userId }
}

describe('players at the desk', () => {
  test('are found by number, address and name, whichever comes first, by those of their brand alone', async () => {
    const { userId } = await namedPlayer('keller@mail.example')
    const found = async (text: string) => {
      const { players } = await read<DeskPlayersAnswer>(scene.viewer, searchPlayers, { text })
      return players.map(({ accountId }) => accountId)
    }
    for (const text of [String(userId), `#${userId}`, 'KELLER@mail', 'anna kell', 'Keller Anna'])
      expect(await found(text), text).toContain(userId)
    for (const text of ['nobody at all', '%', '_eller', '99999999999999', '+49151'])
      expect(await found(text), text).not.toContain(userId)
    const card = (await pageOf(scene.viewer, userId)).card
    expect(card).toMatchObject({ name: 'Anna Keller', email: 'keller@mail.example', state: 'active' })
  })

  test('have a page with everything that a viewer may read', async () => {
    const { player } = await newBettor(scene.server)
    const page = await pageOf(scene.viewer, player.userId)
    expect(page).toMatchObject({ mayAct: false, identification: 'none', notes: [], acts: [], exponents: { EUR: 2 } })
    expect(page.wallets).toMatchObject([{ currency: 'EUR', balanceMinor: 5000, isActive: true }])
    expect(page.entries).toMatchObject([
      { amountMinor: 5000, balanceMinor: 5000, currency: 'EUR', note: 'to bet with' },
    ])
    expect(page.sessions).toHaveLength(1)
    expect(page.events.map(({ kind }) => kind)).toContain('account.registered')
    expect(JSON.stringify(page)).not.toContain('hash')
    expect((await pageOf(scene.support, player.userId)).mayAct).toBe(true)
  })

  test('are blocked: the session ends, nobody signs in, and the reason is in the log', async () => {
    const player = await namedPlayer('blocked@mail.example')
    const { userId: accountId } = player
    expect((await player.send(WHO)).statusCode).toBe(200)
    await done(scene.support, blockPlayer, { accountId, reason: REASON })
    await expectError(await player.send(WHO), 'access.denied')
    await expectError(await signIn(scene.server, 'blocked@mail.example', PASSWORD), 'sign_in.blocked')
    await expectError(await signIn(scene.server, String(accountId), 'a wrong password'), 'sign_in.wrong_credentials')
    const act = await lastAct(scene.owner)
    expect(act).toMatchObject({ account: 'sam', brand: 'pier', act: 'player.blocked' })
    expect(act?.details).toEqual({ player: accountId, reason: REASON })
    const page = await pageOf(scene.support, accountId)
    expect(page).toMatchObject({ card: { state: 'blocked' }, sessions: [], acts: [act] })
    const again = await atDesk(scene.support, blockPlayer, { body: { accountId, reason: REASON } })
    await expectStudioError(again, 'player.not_active')
    await done(scene.support, unblockPlayer, { accountId, reason: 'They are not.' })
    expect((await signIn(scene.server, 'blocked@mail.example', PASSWORD)).statusCode).toBe(200)
    const free = await atDesk(scene.support, unblockPlayer, { body: { accountId, reason: REASON } })
    await expectStudioError(free, 'player.not_blocked')
    expect((await lastAct(scene.owner))?.act).toBe('player.unblocked')
  })

  test('lose one session, get a note and a message, and each act is logged', async () => {
    const player = await newPlayer(scene.server)
    const accountId = player.userId
    const { sessions } = await pageOf(scene.support, accountId)
    await done(scene.support, messagePlayer, { accountId, title: 'Hello', text: 'We have it.', reason: 'Asked.' })
    expect((await lastAct(scene.owner))?.act).toBe('player.messaged')
    const inbox = (await player.send('/web-api/officeapi/messages')).json<MessagesAnswer>()
    expect(JSON.stringify(inbox)).toContain('We have it.')
    await done(scene.support, notePlayer, { accountId, text: 'Calls in the evening.' })
    expect((await lastAct(scene.owner))?.act).toBe('player.noted')
    expect((await pageOf(scene.viewer, accountId)).notes).toMatchObject([
      { author: 'sam', text: 'Calls in the evening.' },
    ])
    const sessionId = sessions[0]?.id ?? ''
    await done(scene.support, endPlayerSession, { accountId, sessionId, reason: 'A stolen phone.' })
    expect((await lastAct(scene.owner))?.act).toBe('player.session-ended')
    await expectError(await player.send(WHO), 'access.denied')
    const gone = { body: { accountId, sessionId, reason: 'Once more.' } }
    await expectStudioError(await atDesk(scene.support, endPlayerSession, gone), 'session.unknown')
  })

  test('are nothing to operators without the role, of another brand, or to nobody', async () => {
    const { userId: accountId } = await newPlayer(scene.server)
    const before = await lastAct(scene.owner)
    const acts = [
      [blockPlayer, { accountId, reason: REASON }],
      [unblockPlayer, { accountId, reason: REASON }],
      [endPlayerSession, { accountId, sessionId: 'x', reason: REASON }],
      [notePlayer, { accountId, text: 'x' }],
      [messagePlayer, { accountId, title: 'x', text: 'x', reason: REASON }],
    ] as const
    for (const [call, body] of acts) {
      await expectStudioError(await atDesk(scene.viewer, call, { body }), 'access.forbidden')
      await expectStudioError(await atDesk(scene.stranger, call, { body }), 'brand.unknown')
      const elsewhere = await atDesk(scene.stranger, call, { body, brand: 'quay' })
      expect(['player.unknown', 'session.unknown']).toContain(elsewhere.json<{ code: string }>().code)
      const unsaid = { ...body, reason: '', text: '' }
      await expectStudioError(await atDesk(scene.support, call, { body: unsaid }), 'request.invalid')
    }
    const query = { accountId: String(accountId) }
    await expectStudioError(await atDesk(scene.stranger, getDeskPlayer, { query }), 'brand.unknown')
    await expectStudioError(await atDesk(scene.stranger, getDeskPlayer, { query, brand: 'quay' }), 'player.unknown')
    await expectStudioError(await atDesk(scene.owner, getDeskPlayer, { query, brand: 'nowhere' }), 'brand.unknown')
    expect(await lastAct(scene.owner)).toEqual(before)
    expect((await pageOf(scene.viewer, accountId)).card.state).toBe('active')
  })
})
