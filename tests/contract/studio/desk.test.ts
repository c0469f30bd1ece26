import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerDeskTalk,
  blockPlayer,
  claimDeskItem,
  decideDeskAppeal,
  decideDeskIdentification,
  decideDeskPayment,
  decideDeskProtection,
  getDeskAppeal,
  getDeskIdentification,
  getDeskPayment,
  getDeskProtection,
  getDeskTalk,
  listDesk,
  tellDeskTyping,
} from '#calls/studio/studio-desk.calls.ts'
import type {
  DeskAppealAnswer,
  DeskClaimAnswer,
  DeskIdentificationAnswer,
  DeskItemsAnswer,
  DeskProtectionAnswer,
  DeskTalkAnswer,
} from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { keepAct, type ProtectionAct } from '#server/protection/protection-acts.ts'
import { servedMediaType } from '#server/studio/desk/desk-identifications.ts'
import { atDesk, type DeskScene, deskScene, done, lastAct, list, pageOf, read } from '../scenes/desk-scene.ts'
import { playerWithDocuments, pngPicture, sendForm } from '../scenes/identification-scene.ts'
import { deposit, playerWithMoney, wish } from '../scenes/payment-contracts.ts'
import { expectStudioError } from '../scenes/studio-scene.ts'
import type { TestServerOptions } from '../scenes/test-server.ts'
import { newPlayer, newVisitor } from '../scenes/test-visitor.ts'

const SUPPORT = '/web-api/officeapi/support'
const MINUTES = 60_000
let scene: DeskScene
beforeAll(async () => {
  const prepare: TestServerOptions['prepare'] = ({ write }) =>
    write('pier/config/support.json', { email: 'support@pier.example', consultantIds: { de: 'german-desk' } })
  scene = await deskScene({ prepare })
})
afterAll(() => scene.server.close())

const post = (body: object) => ({ method: 'POST' as const, body })

async function talker(text: string): Promise<number> {
  const player = await newPlayer(scene.server)
  expect((await player.send(SUPPORT, post({ text }))).statusCode).toBe(200)
  return player.userId
}

async function identified() {
  const player = await playerWithDocuments(scene.server)
  await player.send('/web-api/documents/verify', { method: 'POST' })
  return player
}

const documentAt = (id: string, who = scene.support, brand = 'pier') =>
  who.send(`/studio-api/identity-document/${brand}/${id}`)

describe('talks with the support', () => {
  test('wait until they are answered, and are claimed by one operator for half an hour', async () => {
    const item = await talker('Where is\n my deposit?')
    const waiting = await list(scene.support, 'support')
    expect(waiting.waiting.support).toBe(waiting.items.length)
    expect(waiting.items).toContainEqual(
      expect.objectContaining({ item, state: 'waiting', title: 'Where is my deposit?' }),
    )
    const claim = { kind: 'support', item, isTaken: true }
    const mine = await atDesk(scene.support, claimDeskItem, { body: claim })
    expect(mine.json<DeskClaimAnswer>().claim).toMatchObject({ by: 'sam', isMine: true })
    expect((await list(scene.support, 'support', 'mine')).items.map((one) => one.item)).toEqual([item])
    expect((await list(scene.colleague, 'support', 'mine')).items).toEqual([])
    const seen = await read<DeskTalkAnswer>(scene.colleague, getDeskTalk, { accountId: String(item) })
    expect(seen.claim).toMatchObject({ by: 'sam', isMine: false })
    const taken = await atDesk(scene.colleague, claimDeskItem, { body: claim })
    expect((await expectStudioError(taken, 'item.claimed')).params).toEqual({ by: 'sam' })
    const answer = { accountId: item, text: 'It has arrived.' }
    await expectStudioError(await atDesk(scene.colleague, answerDeskTalk, { body: answer }), 'item.claimed')
    scene.server.wait(30 * MINUTES)
    await done(scene.colleague, answerDeskTalk, answer)
    expect(await lastAct(scene.owner)).toMatchObject({ account: 'rita', act: 'support.answered' })
    const { talk, claim: none } = await read<DeskTalkAnswer>(scene.support, getDeskTalk, { accountId: String(item) })
    expect(none).toBeUndefined()
    expect(talk).not.toHaveProperty('waitingSince')
    expect(talk.lines.at(-1)).toMatchObject({ author: 'consultant', name: 'rita', text: 'It has arrived.' })
    expect((await list(scene.support, 'support', 'done')).items.map((one) => one.item)).toContain(item)
    expect((await list(scene.support, 'support')).items.map((one) => one.item)).not.toContain(item)
  })

  test('CFG-14: are listed with the queue of the language that the player wrote in, and by queue', async () => {
    const write = async (language: string) => {
      const player = await newPlayer(scene.server)
      await player.send(SUPPORT, { ...post({ text: 'Hello!' }), headers: { 'accept-language': language } })
      return player.userId
    }
    const [german, english] = [await write('de'), await write('en')]
    const listed = async (queue?: string) =>
      read<DeskItemsAnswer>(scene.support, listDesk, {
        ...{ kind: 'support', filter: 'waiting' },
        ...(queue === undefined ? {} : { queue }),
      })
    const all = await listed()
    expect(all.items.find(({ item }) => item === german)?.queue).toBe('german-desk')
    expect(all.items.find(({ item }) => item === english)?.queue).toBe('consultant')
    expect(all.queues).toEqual(['consultant', 'german-desk'])
    const ofGermans = await listed('german-desk')
    expect(ofGermans.items.map(({ item }) => item)).toEqual([german])
    expect(ofGermans.queues).toEqual(all.queues)
    expect((await listed('nobody')).items).toEqual([])
    expect(await list(scene.support, 'payment')).not.toHaveProperty('queues')
    const talk = await read<DeskTalkAnswer>(scene.support, getDeskTalk, { accountId: String(german) })
    expect(talk.talk.queue).toBe('german-desk')
  })

  test('show both sides that the other is typing, for six seconds, unless a colleague has taken them', async () => {
    const player = await newPlayer(scene.server)
    await player.send(SUPPORT, post({ text: 'Hello?' }))
    const accountId = player.userId
    const isTyping = async () =>
      (await read<DeskTalkAnswer>(scene.support, getDeskTalk, { accountId: String(accountId) })).isPlayerTyping
    expect(await isTyping()).toBe(false)
    await player.send(`${SUPPORT}/typing`, { method: 'POST' })
    expect(await isTyping()).toBe(true)
    scene.server.wait(6000)
    expect(await isTyping()).toBe(false)
    const before = await lastAct(scene.owner)
    await done(scene.support, tellDeskTyping, { accountId })
    expect(await lastAct(scene.owner)).toEqual(before)
    expect((await player.send(SUPPORT)).json()).toMatchObject({ typing: { name: 'sam' } })
    await atDesk(scene.support, claimDeskItem, { body: { kind: 'support', item: accountId, isTaken: true } })
    const refused = await atDesk(scene.colleague, tellDeskTyping, { body: { accountId } })
    await expectStudioError(refused, 'item.claimed')
    const nobody = await atDesk(scene.support, tellDeskTyping, { body: { accountId: 1 } })
    await expectStudioError(nobody, 'player.unknown')
  })

  test('SEC-7: their files are shown to the support alone, in a sandbox, and opening one is logged', async () => {
    const player = await newPlayer(scene.server)
    const parts = [{ name: 'files[0]', file: pngPicture(), as: 'receipt.png' }]
    expect((await sendForm(player, `${SUPPORT}/file`, parts)).statusCode).toBe(200)
    const { talk } = await read<DeskTalkAnswer>(scene.support, getDeskTalk, { accountId: String(player.userId) })
    const [line] = talk.lines
    expect(line).toMatchObject({ author: 'player', text: 'receipt.png', file: { mediaType: 'image/png' } })
    const fileAt = (who = scene.support, brand = 'pier') =>
      who.send(`/studio-api/support-file/${brand}/${line?.file?.id}`)
    const { headers, rawPayload } = await fileAt()
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(rawPayload.equals(pngPicture())).toBe(true)
    expect(await lastAct(scene.owner)).toMatchObject({
      ...{ account: 'sam', act: 'support.file-opened' },
      details: { player: player.userId, document: line?.file?.id },
    })
    await expectStudioError(await fileAt(scene.viewer), 'access.forbidden')
    await expectStudioError(await fileAt(scene.stranger), 'brand.unknown')
    await expectStudioError(await fileAt(scene.stranger, 'quay'), 'document.unknown')
  })

  test('are let go by who has taken them', async () => {
    const item = await talker('Hello?')
    await atDesk(scene.support, claimDeskItem, { body: { kind: 'support', item, isTaken: true } })
    const free = { kind: 'support', item, isTaken: false }
    expect((await atDesk(scene.colleague, claimDeskItem, { body: free })).statusCode).toBe(200)
    expect((await list(scene.colleague, 'support')).items.find((one) => one.item === item)?.claim?.by).toBe('sam')
    expect((await atDesk(scene.support, claimDeskItem, { body: free })).json()).toEqual({})
    expect((await list(scene.colleague, 'support')).items.find((one) => one.item === item)?.claim).toBeUndefined()
  })
})

describe('identifications', () => {
  test('are decided once, in words that the player is sent, and logged', async () => {
    const { userId: accountId } = await identified()
    expect((await list(scene.support, 'identification')).items.map(({ item }) => item)).toContain(accountId)
    const query = { accountId: String(accountId) }
    const shown = await read<DeskIdentificationAnswer>(scene.support, getDeskIdentification, query)
    expect(shown.entry).toMatchObject({ state: 'checking', documents: [{ mediaType: 'image/png', isSent: true }] })
    await done(scene.support, decideDeskIdentification, { accountId, decision: 'rejected', reason: 'Too dark.' })
    const act = await lastAct(scene.owner)
    expect(act).toMatchObject({ account: 'sam', act: 'identification.rejected' })
    expect(act?.details).toEqual({ player: accountId, reason: 'Too dark.' })
    const after = await read<DeskIdentificationAnswer>(scene.support, getDeskIdentification, query)
    expect(after.entry.steps.at(-1)).toMatchObject({ state: 'rejected', by: 'operator', reason: 'Too dark.' })
    const again = { accountId, decision: 'rejected', reason: 'Still.' }
    await expectStudioError(await atDesk(scene.support, decideDeskIdentification, { body: again }), 'item.decided')
    expect((await list(scene.support, 'identification', 'done')).items[0]?.item).toBe(accountId)
    expect((await pageOf(scene.viewer, accountId)).identification).toBe('rejected')
  })

  test('one that a colleague has taken stays as it is, and nothing is logged', async () => {
    const { userId: accountId } = await identified()
    const body = { kind: 'identification', item: accountId, isTaken: true }
    await atDesk(scene.colleague, claimDeskItem, { body })
    const before = await lastAct(scene.owner)
    const decision = { accountId, decision: 'verified', reason: 'Readable.' }
    await expectStudioError(await atDesk(scene.support, decideDeskIdentification, { body: decision }), 'item.claimed')
    expect((await pageOf(scene.viewer, accountId)).identification).toBe('checking')
    expect(await lastAct(scene.owner)).toEqual(before)
  })

  test('SEC-7: a document is shown to the support alone, in a sandbox, and never kept', async () => {
    const { documentId } = await identified()
    const { headers, rawPayload } = await documentAt(documentId)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect(await lastAct(scene.owner)).toMatchObject({ account: 'sam', act: 'identification.document-opened' })
    await expectStudioError(await documentAt(documentId, scene.viewer), 'access.forbidden')
    await expectStudioError(await documentAt(documentId, scene.stranger), 'brand.unknown')
    await expectStudioError(await documentAt(documentId, scene.stranger, 'quay'), 'document.unknown')
    const guest = await scene.server.send(`/studio-api/identity-document/pier/${documentId}`, {
      host: 'studio.operator.example',
    })
    await expectStudioError(guest, 'access.denied')
  })

  test('a document with a script is not served as one that runs, whatever is written about it', async () => {
    const script = '<script>alert(1)</script>'
    const player = await newPlayer(scene.server)
    const file = Buffer.from(`%PDF-1.7\n${script}\n%%EOF`)
    const parts = [
      { name: 'documentType', text: 'passport' },
      { name: 'docFiles[0]', file, as: 'x.html', type: 'text/html' },
    ]
    const answer = await sendForm(player, '/web-api/documents/upload', parts)
    const [document] = answer.json<{ documents: { id: string }[] }>().documents
    await forBrand(scene.server.database.db, 'pier').transaction((tx) =>
      tx
        .update('identity_document', { media_type: 'text/html' })
        .where('document_id', '=', document?.id ?? '')
        .execute(),
    )
    const served = await documentAt(document?.id ?? '')
    expect(served.headers['content-type']).toBe('application/pdf')
    expect(served.headers['x-content-type-options']).toBe('nosniff')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`
    for (const text of [svg, `<?xml version="1.0"?>${svg}`, `<!doctype html>${script}`])
      expect(servedMediaType(Buffer.from(text))).toBe('application/octet-stream')
  })
})

describe('payments that people have to look at', () => {
  test('a player whose documents are rejected keeps the money and cannot withdraw until they are verified', async () => {
    const player = await identified()
    await deposit(scene.server, player, 50)
    const decide = (decision: string) =>
      done(scene.support, decideDeskIdentification, { accountId: player.userId, decision, reason: 'seen' })
    await decide('rejected')
    const withdraw = () => player.send('/web-api/payments/withdrawal', post(wish({ amount: 20 })))
    expect((await withdraw()).json()).toMatchObject({ code: 'payment.frozen' })
    const cashier = (await player.send('/web-api/getdeducedata')).json()
    expect(cashier).toMatchObject({ balance: 50, held: 0, refusal: { key: 'payment.frozen' } })
    await decide('verified')
    expect((await withdraw()).json()).toMatchObject({ state: expect.stringMatching(/^(?:sent|paid)$/) })
  })

  test('PAY-8: a large withdrawal waits, is decided once with a reason that its player reads, and is in the log', async () => {
    const { player } = await playerWithMoney(scene.server, 5000)
    await deposit(scene.server, player, 1000)
    const wanted = wish({ amount: 5000 })
    const sent = await player.send('/web-api/payments/withdrawal', post({ ...wanted, methodId: 'card' }))
    expect(sent.json()).toMatchObject({ state: 'waiting' })
    const { items, waiting } = await list(scene.support, 'payment')
    expect(waiting.payment).toBe(1)
    const item = items[0]?.item ?? 0
    const shown = await read(scene.support, getDeskPayment, { item: String(item) })
    expect(shown).toMatchObject({ item, approvalsNeeded: 1, approvals: [], rules: ['above_one', 'velocity_amount'] })
    await done(scene.support, decideDeskPayment, { item, decision: 'refused', reason: 'Send us your bank statement.' })
    expect(await lastAct(scene.owner)).toMatchObject({ act: 'payment.refused', details: { payment: item } })
    const again = await atDesk(scene.support, decideDeskPayment, { body: { item, decision: 'approved', reason: 'no' } })
    await expectStudioError(again, 'item.decided')
    const now = (await player.send(`/web-api/payments/payment?payment_id=${item}`)).json<{
      state: string
      note: string
    }>()
    expect(now).toMatchObject({ state: 'refused', note: 'Send us your bank statement.' })
    expect((await list(scene.support, 'payment', 'done')).items[0]).toMatchObject({ item, state: 'refused' })
    const unknown = await atDesk(scene.support, getDeskPayment, { query: { item: '1' } })
    await expectStudioError(unknown, 'item.unknown')
    expect((await atDesk(scene.viewer, getDeskPayment, { query: { item: String(item) } })).statusCode).toBe(403)
  })
})

describe('talks that protect players', () => {
  const ask = (accountId: number, act: Pick<ProtectionAct, 'kind' | 'detail'>) =>
    forBrand(scene.server.database.db, 'pier').transaction((tx) =>
      keepAct(tx, { accountId, ...act, configuration: 'c0ffee', now: scene.server.now() }),
    )

  test('RG-14: wait with what the player wants, and are over once somebody says what came of them', async () => {
    const { userId } = await newPlayer(scene.server)
    await ask(userId, { kind: 'contact_asked', detail: { wantedMinor: 50_000, currency: 'EUR' } })
    const { items, waiting } = await list(scene.support, 'protection')
    expect(waiting.protection).toBe(1)
    expect(items).toMatchObject([{ state: 'talk_limit', player: { accountId: userId } }])
    const item = items[0]?.item ?? 0
    const query = { item: String(item) }
    expect(await read<DeskProtectionAnswer>(scene.support, getDeskProtection, query)).toMatchObject({
      ...{ item, topic: 'limit', isWaiting: true, wanted: '500.00 EUR', player: { accountId: userId } },
    })
    const body = { item, outcome: 'agreed', reason: 'Has a regular income.' }
    await done(scene.support, decideDeskProtection, body)
    expect(await lastAct(scene.owner)).toMatchObject({
      act: 'protection.agreed',
      details: { talk: item, player: userId },
    })
    await expectStudioError(await atDesk(scene.support, decideDeskProtection, { body }), 'item.decided')
    expect((await list(scene.support, 'protection')).items).toEqual([])
    const [had] = (await list(scene.support, 'protection', 'done')).items
    expect(had).toMatchObject({ state: 'agreed', player: { accountId: userId } })
    const told = await read<DeskProtectionAnswer>(scene.support, getDeskProtection, { item: String(had?.item) })
    expect(told).toMatchObject({ isWaiting: false, outcome: 'agreed', reason: 'Has a regular income.' })
  })

  test('RG-14: who was found vulnerable waits too, and not once somebody has decided', async () => {
    const { userId } = await newPlayer(scene.server)
    await ask(userId, { kind: 'vulnerability_checked', detail: { outcome: 'vulnerable' } })
    const item = (await list(scene.support, 'protection')).items[0]?.item ?? 0
    const shown = await read<DeskProtectionAnswer>(scene.support, getDeskProtection, { item: String(item) })
    expect(shown).toMatchObject({ topic: 'vulnerable', isWaiting: true })
    await done(scene.support, decideDeskProtection, { item, outcome: 'declined', reason: 'Lost the job.' })
    expect((await list(scene.support, 'protection')).items).toEqual([])
    expect((await list(scene.support, 'protection', 'done')).items[0]).toMatchObject({ state: 'declined' })
  })

  test('RG-14: signs of risk wait with what they are, and the operator who has spoken with the player says what follows', async () => {
    const { userId } = await newPlayer(scene.server)
    await ask(userId, { kind: 'risk_noticed', detail: { signs: 'deposits_rise plays_at_night' } })
    const { items } = await list(scene.support, 'protection')
    expect(items).toMatchObject([{ state: 'talk_risk', player: { accountId: userId } }])
    const item = items[0]?.item ?? 0
    const shown = await read<DeskProtectionAnswer>(scene.support, getDeskProtection, { item: String(item) })
    expect(shown).toMatchObject({ topic: 'risk', isWaiting: true, signs: ['deposits_rise', 'plays_at_night'] })
    await done(scene.support, decideDeskProtection, {
      item,
      outcome: 'declined',
      reason: 'Takes a limit of 50 a week.',
    })
    expect((await list(scene.support, 'protection')).items).toEqual([])
    expect((await list(scene.support, 'protection', 'done')).items[0]).toMatchObject({ state: 'declined' })
  })

  test('a number that is none of a talk is unknown', async () => {
    const { userId } = await newPlayer(scene.server)
    await ask(userId, { kind: 'limits_reviewed', detail: {} })
    const query = { item: '1000000' }
    await expectStudioError(await atDesk(scene.support, getDeskProtection, { query }), 'item.unknown')
  })
})

describe('appeals against a block', () => {
  test('RG-16: name a player, and an accepted one unblocks the account and is answered by mail', async () => {
    const { userId } = await newPlayer(scene.server)
    await done(scene.support, blockPlayer, { accountId: userId, reason: 'Two accounts.' })
    const email = `appeal-${userId}@mail.example`
    const appeal = { login: String(userId), email, text: 'I have one account only, and no other.' }
    await newVisitor(scene.server).send('/web-api/user/block-appeal', post(appeal))
    const { items, waiting } = await list(scene.support, 'appeal')
    expect(waiting.appeal).toBe(1)
    const item = items[0]?.item ?? 0
    const shown = await read<DeskAppealAnswer>(scene.support, getDeskAppeal, { item: String(item) })
    expect(shown).toMatchObject({ ...appeal, player: { accountId: userId, state: 'blocked' } })
    const body = { item, decision: 'accepted', answer: 'You are right.', reason: 'A mistake.' }
    await done(scene.support, decideDeskAppeal, body)
    expect(await lastAct(scene.owner)).toMatchObject({
      act: 'appeal.accepted',
      details: { appeal: item, player: userId },
    })
    expect((await pageOf(scene.viewer, userId)).card.state).toBe('active')
    const letters = await scene.server.identity.delivery.listMessages('pier')
    expect(letters.find(({ recipient }) => recipient === email)?.body).toContain('You are right.')
    await expectStudioError(await atDesk(scene.support, decideDeskAppeal, { body }), 'item.decided')
    expect((await list(scene.support, 'appeal', 'done')).items).toMatchObject([{ item, state: 'accepted' }])
  })

  test('one that names nobody is refused or stays', async () => {
    const email = 'nobody@mail.example'
    await newVisitor(scene.server).send(
      '/web-api/user/block-appeal',
      post({ login: email, email, text: 'Why is my account blocked at all?' }),
    )
    const item = (await list(scene.support, 'appeal')).items[0]?.item ?? 0
    const body = { item, decision: 'accepted', answer: 'Yes.', reason: 'Asked.' }
    await expectStudioError(await atDesk(scene.support, decideDeskAppeal, { body }), 'player.not_blocked')
    await done(scene.support, decideDeskAppeal, { ...body, decision: 'refused', answer: 'We know of none.' })
    expect((await lastAct(scene.owner))?.act).toBe('appeal.refused')
  })
})

test('what waits is nothing to viewers, and to operators of another brand', async () => {
  const accountId = await talker('Hello?')
  const item = { accountId, item: 1, kind: 'support' }
  const acts = [
    [claimDeskItem, { kind: 'support', item: accountId, isTaken: true }],
    [answerDeskTalk, { accountId, text: 'x' }],
    [decideDeskIdentification, { accountId, decision: 'requested', reason: 'x' }],
    [decideDeskProtection, { item: 1, outcome: 'agreed', reason: 'x' }],
    [decideDeskAppeal, { item: 1, decision: 'refused', answer: 'x', reason: 'x' }],
  ] as const
  for (const [call, body] of acts) {
    await expectStudioError(await atDesk(scene.viewer, call, { body }), 'access.forbidden')
    await expectStudioError(await atDesk(scene.stranger, call, { body }), 'brand.unknown')
    const elsewhere = await atDesk(scene.stranger, call, { body, brand: 'quay' })
    expect(['player.unknown', 'item.unknown']).toContain(elsewhere.json<{ code: string }>().code)
  }
  const account = { accountId: String(accountId) }
  const reads = [
    [listDesk, { kind: 'support', filter: 'waiting' }],
    [getDeskTalk, account],
    [getDeskIdentification, account],
    [getDeskAppeal, { item: String(item.item) }],
  ] as const
  for (const [call, query] of reads) {
    await expectStudioError(await atDesk(scene.viewer, call, { query }), 'access.forbidden')
    await expectStudioError(await atDesk(scene.stranger, call, { query }), 'brand.unknown')
  }
  const query = { kind: 'support', filter: 'waiting' }
  expect((await atDesk(scene.stranger, listDesk, { query, brand: 'quay' })).json()).toMatchObject({ items: [] })
})
