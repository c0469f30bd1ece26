import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SUPPORT_FILE } from '#machines/account/support-file.rules.ts'
import type { OwnDataAnswer, SupportAnswer } from '#schemas'
import { readSupportTalk } from '#server/account/office/support-desk.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { createFolderStore } from '#server/protection/document-store.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { pngPicture, sendForm } from '../scenes/identification-scene.ts'
import { answerTo, consultantTyping } from '../scenes/office-scene.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPlayer, newVisitor, PASSWORD, type TestVisitor } from '../scenes/test-visitor.ts'

const SUPPORT = '/web-api/officeapi/support'
const FILE = `${SUPPORT}/file`
const HOUR = 3_600_000
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF')
const folder = mkdtempSync(join(tmpdir(), 'livery-support-'))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    documents: createFolderStore(folder),
    prepare: async ({ write }) => {
      const support = { startTime: '09:00', endTime: '21:00', consultantIds: { de: 'german-desk' } }
      await write('pier/config/support.json', { ...support, defaultConsultantId: 'all' })
    },
  })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const talkOf = async (player: TestVisitor) => (await player.send(SUPPORT)).json<SupportAnswer>()
const sendFile = (player: TestVisitor, file: Uint8Array = pngPicture(), as = 'receipt.png') =>
  sendForm(player, FILE, [{ name: 'files[0]', file, as }])
const filesOnDisk = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())
const fileOf = async (player: TestVisitor) => {
  const file = (await talkOf(player)).messages.at(-1)?.file
  if (!file) throw new Error('the last line of the talk has no file')
  return file
}

describe('the queue of a talk', () => {
  const queueOf = (accountId: number) =>
    forBrand(server.database.db, 'pier').transaction(async (tx) => (await readSupportTalk(tx, accountId, 5)).queue)

  test('CFG-14: is that of the language in which the player wrote last, and the default one for other languages', async () => {
    const player = await newPlayer(server)
    const write = (language: string) =>
      player.send(SUPPORT, { ...post({ text: 'Hello!' }), headers: { 'accept-language': language } })
    await write('de')
    expect(await queueOf(player.userId)).toBe('german-desk')
    await write('en')
    expect(await queueOf(player.userId)).toBe('all')
    await write('de')
    await answerTo(server, player.userId)
    expect(await queueOf(player.userId)).toBe('german-desk')
    expect((await player.send(SUPPORT)).body).not.toContain('german-desk')
  })
})

test('OFF-17: an idea waits at the desk in a queue of its own, at any hour, and is seen in the talk', async () => {
  const player = await newPlayer(server)
  const text = 'Show the standings beside the coupon.'
  expect((await player.send('/web-api/officeapi/idea', post({ text }))).statusCode).toBe(200)
  const talk = await forBrand(server.database.db, 'pier').transaction((tx) => readSupportTalk(tx, player.userId, 5))
  expect(talk.queue).toBe('ideas')
  expect(JSON.stringify(await talkOf(player))).toContain(text)
})

describe('typing', () => {
  test('of a consultant is shown by name for six seconds, and ends with the answer', async () => {
    const player = await newPlayer(server)
    expect(await talkOf(player)).not.toHaveProperty('typing')
    await consultantTyping(server, player.userId)
    expect((await talkOf(player)).typing).toEqual({ name: 'Anna' })
    expect(await talkOf(await newPlayer(server))).not.toHaveProperty('typing')
    server.wait(6000)
    expect(await talkOf(player)).not.toHaveProperty('typing')
    await consultantTyping(server, player.userId)
    await answerTo(server, player.userId)
    expect(await talkOf(player)).not.toHaveProperty('typing')
  })

  test('of the player is kept as one moment, without a word of it, and is not shown to the player', async () => {
    const player = await newPlayer(server)
    expect((await player.send(`${SUPPORT}/typing`, post())).json()).toEqual({ success: true })
    await player.send(`${SUPPORT}/typing`, post())
    const rows = await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('support_typing').selectAll().where('account_id', '=', player.userId).execute(),
    )
    expect(rows).toEqual([
      { brand_id: 'pier', account_id: player.userId, side: 'player', consultant: null, typed_at: server.now() },
    ])
    expect(await talkOf(player)).not.toHaveProperty('typing')
    await expectError(await newVisitor(server).send(`${SUPPORT}/typing`, post()), 'access.denied')
  })
})

describe('SEC-7: files', () => {
  test('lie sealed, are a line of the talk, and are given to their player to be kept', async () => {
    const before = new Set(filesOnDisk())
    const player = await newPlayer(server)
    expect((await sendFile(player, PDF, 'Übersicht März.exe')).statusCode).toBe(200)
    const { messages } = await talkOf(player)
    const name = 'Übersicht März.exe.pdf'
    expect(messages).toMatchObject([
      { author: 'player', text: name, file: { name, mediaType: 'application/pdf', sizeBytes: PDF.length } },
    ])
    const [path = '', ...others] = filesOnDisk().filter((one) => !before.has(one))
    expect(others).toEqual([])
    expect(readFileSync(join(folder, path), 'latin1')).toMatch(/^v2\.[0-9a-f]{8}\.[\w-]+$/)
    const { headers, rawPayload, statusCode } = await player.send(`${FILE}/${messages[0]?.file?.id}`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''%C3%9Cbersicht%20M%C3%A4rz.exe.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(rawPayload.equals(PDF)).toBe(true)
  })

  test('are given to nobody else', async () => {
    const owner = await newPlayer(server)
    await sendFile(owner)
    const { id } = await fileOf(owner)
    await expectError(await (await newPlayer(server)).send(`${FILE}/${id}`), 'documents.unknown')
    await expectError(await newVisitor(server).send(`${FILE}/${id}`), 'access.denied')
    await expectError(await owner.send(`${FILE}/${'x'.repeat(21)}`), 'documents.unknown')
    await expectError(await owner.send(`${FILE}/%00`), 'documents.unknown')
  })

  test.each([
    ['documents.wrong_type', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['documents.damaged', Buffer.from('%PDF-1.7 cut off')],
    ['documents.too_many_pixels', pngPicture({ width: 30_000, height: 30_000 })],
    ['documents.too_large', Buffer.concat([PDF, Buffer.alloc(SUPPORT_FILE.maxBytes)])],
  ] as const)('are refused as %s, and nothing is left of them', async (code, bytes) => {
    const before = filesOnDisk().length
    const player = await newPlayer(server)
    await expectError(await sendFile(player, bytes), code)
    expect((await talkOf(player)).messages).toEqual([])
    expect(filesOnDisk()).toHaveLength(before)
  })

  test('come one at a time, and a body without one is refused', async () => {
    const player = await newPlayer(server)
    const two = [0, 1].map((index) => ({ name: `files[${index}]`, file: pngPicture() }))
    await expectError(await sendForm(player, FILE, two), 'documents.too_many')
    await expectError(await sendForm(player, FILE, []), 'request.invalid')
    await expectError(await player.send(FILE, post({ file: 'x' })), 'request.unsupported_media')
  })

  test('have names that are cut to 80 characters', async () => {
    const player = await newPlayer(server)
    expect((await sendFile(player, pngPicture(), `${'long '.repeat(100)}.png`)).statusCode).toBe(200)
    const { name } = await fileOf(player)
    expect(name).toMatch(/^long long .*\.png$/)
    expect(name.length).toBeLessThanOrEqual(80)
  })

  test('are five an hour at most; the oldest one makes room', async () => {
    const player = await newPlayer(server)
    for (let file = 0; file < SUPPORT_FILE.perHour; file += 1) {
      expect((await sendFile(player)).statusCode).toBe(200)
      server.wait(1000)
    }
    const refused = await expectError(await sendFile(player), 'rate.limited')
    expect(refused.retryAfterSeconds).toBe(HOUR / 1000 - SUPPORT_FILE.perHour)
    server.wait(HOUR - SUPPORT_FILE.perHour * 1000)
    expect((await sendFile(player)).statusCode).toBe(200)
  })

  test('are no remains of a cut-off upload; they are exported, and go with the account', async () => {
    const { player } = await provedPlayer(server)
    await sendFile(player)
    const { id } = await fileOf(player)
    const { storage_name: stored } = await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('support_file').select('storage_name').where('file_id', '=', id).executeTakeFirstOrThrow(),
    )
    const isStored = () => filesOnDisk().some((path) => path.endsWith(stored))
    // Files bear the time of the disk, the server that of its own clock.
    const old = new Date(server.now().getTime() - 2 * HOUR)
    utimesSync(join(folder, 'pier', stored), old, old)
    await server.identity.identification.removeOrphans()
    expect(isStored()).toBe(true)
    const data = (
      await player.send('/web-api/user/export', post({ password: encoded(PASSWORD) }))
    ).json<OwnDataAnswer>()
    expect(data.tables.support_file).toMatchObject([{ file_id: id, name: 'receipt.png', media_type: 'image/png' }])
    expect((await player.send('/web-api/user/close', post({ password: encoded(PASSWORD) }))).statusCode).toBe(200)
    await server.identity.identification.removeOrphans()
    expect(isStored()).toBe(false)
  })
})

test('OFF-27: out of hours neither a file nor typing is taken', async () => {
  const player = await newPlayer(server)
  const now = server.now()
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  server.wait(midnight - now.getTime())
  await expectError(await sendFile(player), 'support.closed')
  await expectError(await player.send(`${SUPPORT}/typing`, post()), 'support.closed')
  expect((await talkOf(player)).messages).toEqual([])
})
