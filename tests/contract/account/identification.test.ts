import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type ClientRequest, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  AccountDataAnswer,
  DocumentsAnswer,
  ErrorAnswer,
  IdentificationConfig,
  IdentificationState,
} from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { createFolderStore } from '#server/protection/document-store.ts'
import { expectError } from '../scenes/answer-checks.ts'
import {
  FORM_PARTS,
  MULTIPART,
  multipartBody,
  pictures,
  playerWithDocuments,
  pngPicture,
  rejectedPlayer,
  sendForm,
  type TestPart,
  upload,
} from '../scenes/identification-scene.ts'
import { HOST, startTestServer, type TestServer } from '../scenes/test-server.ts'
import { newPending, newPlayer, newVisitor, type TestVisitor } from '../scenes/test-visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'livery-documents-'))
const PACE = { idleMs: 300, graceMs: 10_000, bytesPerSecond: 4096 }
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ documents: createFolderStore(folder), bodyPace: PACE })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const filesOnDisk = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())
const post = (body?: object) => ({ method: 'POST' as const, ...(body ? { body } : {}) })
const file = (content: Uint8Array | string, name = 'docFiles[0]'): TestPart => ({ name, file: Buffer.from(content) })
const JPEG = Buffer.from('ffd8ffc0000b080010001001011100ffda0008010100003f00d2cf20ffd9', 'hex')

describe('SEC-7: what is taken', () => {
  test('a document lies sealed under a random name, and is never served', async () => {
    const before = new Set(filesOnDisk())
    const player = await playerWithDocuments(server)
    const [name = '', ...others] = filesOnDisk().filter((one) => !before.has(one))
    expect(others).toEqual([])
    expect(name).toMatch(/^pier\/[\w-]{43}$/)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    const [version, , sealed = ''] = readFileSync(join(folder, name), 'latin1').split('.')
    expect(version).toBe('v2')
    expect(Buffer.from(sealed, 'base64url').includes('IHDR')).toBe(false)
    const told = (await player.send('/web-api/BackOffice/documents')).body
    expect(told).not.toContain(name.slice('pier/'.length))
    for (const path of [`/documents/${name}`, `/${name}`, `/assets/${name}`, `/web-api/documents/${player.documentId}`])
      expect((await player.send(path)).statusCode).not.toBe(200)
    const [document] = (await server.identity.identification.read('pier', player.userId)).documents
    const content = document && (await server.identity.identification.documents.read('pier', document))
    expect(content && Buffer.from(content).equals(pngPicture())).toBe(true)
  })

  test('JPEG, PNG and PDF by their content, whatever they are called', async () => {
    const player = await newPlayer(server)
    const parts = [
      { name: 'docFiles[0]', file: JPEG, as: 'a.gif', type: 'text/html' },
      file(pngPicture(), 'docFiles[1]'),
      file('%PDF-1.7\nsome\n%%EOF\n', 'docFiles[2]'),
    ]
    const { documents } = (await upload(player, parts)).json<DocumentsAnswer>()
    expect(documents.map(({ mediaType }) => mediaType).sort()).toEqual(['application/pdf', 'image/jpeg', 'image/png'])
  })
})

describe('SEC-7: of a refused upload nothing is left', () => {
  const truncated = pngPicture().subarray(0, -8)
  const cases: readonly (readonly [string, readonly TestPart[], ErrorAnswer['code']])[] = [
    ['an SVG', [file('<svg xmlns="http://www.w3.org/2000/svg"/>')], 'documents.wrong_type'],
    [
      'HTML that says it is a picture',
      [{ ...file('<script>1</script>'), type: 'image/png' } as TestPart],
      'documents.wrong_type',
    ],
    ['an empty file', [file('')], 'documents.wrong_type'],
    ['half a picture', [file(truncated)], 'documents.damaged'],
    [
      'a picture with something behind it',
      [file(Buffer.concat([pngPicture(), Buffer.from('PK')]))],
      'documents.damaged',
    ],
    ['a PDF without an end', [file('%PDF-1.7')], 'documents.damaged'],
    ['a bomb of pixels', [file(pngPicture({ width: 60_000, height: 60_000 }))], 'documents.too_many_pixels'],
    ['a good picture before a bad one', [...pictures(1), file('bad', 'docFiles[1]')], 'documents.wrong_type'],
    ['a file too large', [file(Buffer.concat([pngPicture(), Buffer.alloc(9 * 1024 * 1024)]))], 'documents.too_large'],
    ['a file too many', pictures(7), 'documents.too_many'],
    ['a file of another name', [file(pngPicture(), 'avatar')], 'request.invalid'],
    ['a field of another name', [{ name: 'isAdmin', text: 'true' }, ...pictures(1)], 'request.invalid'],
  ]
  test.each(cases)('%s', async (_what, parts, code) => {
    const player = await newPlayer(server)
    const before = filesOnDisk()
    const answer = await upload(player, parts)
    await expectError(answer, code)
    expect(filesOnDisk()).toEqual(before)
    const told = (await player.send('/web-api/BackOffice/documents')).json<DocumentsAnswer>()
    expect(told).toEqual({ identification: { state: 'none' }, documents: [], history: [] })
  })

  test('the refused file is named by its number', async () => {
    const answer = await upload(await newPlayer(server), [...pictures(2), file('bad', 'docFiles[2]')])
    expect((await expectError(answer, 'documents.wrong_type')).params).toMatchObject({ file: 2 })
  })

  test('a body that is cut off, many thousand parts, and a body of another kind', async () => {
    const before = filesOnDisk()
    const parts = [{ name: 'documentType', text: 'passport' }, ...pictures(2)]
    const send = async (body: Buffer | object, type = MULTIPART) =>
      (await newPlayer(server)).send('/web-api/documents/upload', {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
    await expectError(await send(multipartBody(parts, false)), 'request.invalid')
    await expectError(await send(multipartBody(parts).subarray(0, -60)), 'request.invalid')
    const many = Array.from({ length: 5000 }, (_, index) => ({ name: `f${index}`, text: 'x' }))
    await expectError(await send(multipartBody(many)), 'request.invalid')
    await expectError(await send(Buffer.from('no parts at all')), 'request.invalid')
    await expectError(await send({ documentType: 'passport' }, 'application/json'), 'request.unsupported_media')
    await expectError(await send(multipartBody(parts), 'text/xml'), 'request.unsupported_media')
    expect(filesOnDisk()).toEqual(before)
  })

  test('what the database refuses', async () => {
    const player = await rejectedPlayer(server)
    await player.send('/web-api/identification/appeal', post({ text: 'No.' }))
    const before = filesOnDisk()
    await expectError(await upload(player), 'identification.not_open')
    expect(filesOnDisk()).toEqual(before)
  })
})

describe('SEC-7: a sender who is slow or in a hurry', () => {
  let port: number
  const open: ClientRequest[] = []

  beforeAll(async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    port = (server.app.server.address() as AddressInfo).port
  })
  afterAll(() => {
    for (const request of open) request.destroy()
  })

  /** Begins an upload and leaves it unfinished. */
  function begin(session: string): {
    readonly answered: Promise<{ status: number; code: string; connection: string }>
  } {
    const headers = {
      host: HOST,
      origin: `http://${HOST}`,
      'sec-fetch-site': 'same-origin',
      cookie: `__Host-sid=${session}`,
      'content-type': MULTIPART,
      'transfer-encoding': 'chunked',
    }
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/web-api/documents/upload', headers })
    open.push(request)
    request.on('error', () => undefined)
    request.write(multipartBody([...pictures(1)], false))
    const answered = new Promise<{ status: number; code: string; connection: string }>((resolve, reject) => {
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        response.on('data', (part) => {
          text += part
        })
        response.on('end', () => {
          const { code } = JSON.parse(text) as ErrorAnswer
          resolve({ status: response.statusCode ?? 0, code, connection: String(response.headers.connection) })
        })
      })
    })
    return { answered }
  }

  test('who does not finish in time is refused, and the connection ends', async () => {
    const before = filesOnDisk()
    const player = await newPlayer(server)
    const { answered } = begin(player.session() ?? '')
    expect(await answered).toEqual({ status: 408, code: 'upload.too_slow', connection: 'close' })
    expect(filesOnDisk()).toEqual(before)
    expect((await upload(player)).statusCode).toBe(200)
  })

  test('a player sends one body at a time', async () => {
    const player = await newPlayer(server)
    const first = begin(player.session() ?? '')
    const second = begin(player.session() ?? '')
    const codes = await Promise.all([first.answered, second.answered])
    expect(codes.map(({ code }) => code).sort()).toEqual(['upload.too_slow', 'upload.under_way'])
  })

  test('SEC-6: sendings are counted by the account', async () => {
    const player = await newPlayer(server)
    for (let sent = 0; sent < 20; sent += 1) await upload(player, [])
    const error = await expectError(await upload(player), 'rate.limited')
    expect(error.retryAfterSeconds).toBeGreaterThan(0)
  })
})

describe('a player’s documents', () => {
  test('no more than the brand takes wait at once, and one may be taken back', async () => {
    const player = await newPlayer(server)
    await upload(player, pictures(6))
    await expectError(await upload(player), 'documents.too_many')
    const before = filesOnDisk().length
    const { documents } = (await player.send('/web-api/BackOffice/documents')).json<DocumentsAnswer>()
    for (const { id } of documents) await player.send('/web-api/documents/remove', post({ id }))
    const after = (await player.send('/web-api/BackOffice/documents')).json<DocumentsAnswer>()
    expect(after).toMatchObject({ identification: { state: 'none' }, documents: [] })
    await expect.poll(() => filesOnDisk().length).toBe(before - 6)
  })

  test('one who sends again and again is stopped by a quota', async () => {
    const player = await newPlayer(server)
    const decide = { state: 'rejected', reason: 'Too dark.' } as const
    for (let round = 0; round < 5; round += 1) {
      expect((await upload(player, pictures(6))).statusCode).toBe(200)
      await player.send('/web-api/documents/verify', post())
      await server.identity.identification.decide('pier', player.userId, decide)
    }
    await expectError(await upload(player), 'documents.quota')
  })

  test('what was sent stays, and nobody else can take it back', async () => {
    const player = await playerWithDocuments(server)
    const stranger = await newPlayer(server)
    const body = { id: player.documentId }
    await expectError(await stranger.send('/web-api/documents/remove', post(body)), 'documents.unknown')
    await player.send('/web-api/documents/verify', post())
    await expectError(await player.send('/web-api/documents/remove', post(body)), 'documents.unknown')
  })

  test('files that no row names go when they are old; others stay', async () => {
    const kept = (await playerWithDocuments(server)).documentId
    const orphan = 'A'.repeat(43)
    await createFolderStore(folder).put('pier', orphan, 'v1.cut off')
    expect(await server.identity.identification.removeOrphans()).toBe(0)
    // Files bear the time of the disk, the server that of its own clock.
    server.wait(Date.now() - server.now().getTime() + 2 * 3_600_000)
    const before = filesOnDisk().length
    expect(await server.identity.identification.removeOrphans()).toBe(1)
    expect(filesOnDisk()).not.toContain(`pier/${orphan}`)
    expect(filesOnDisk().length).toBe(before - 1)
    const rows = await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('identity_document').select('document_id').where('document_id', '=', kept).execute(),
    )
    expect(rows).toHaveLength(1)
  })
})

describe('the way of an identification', () => {
  const stateOf = async (player: { send: (path: string) => Promise<{ json: <T>() => T }> }) =>
    (await player.send('/web-api/identification/config')).json<IdentificationConfig>().identification

  test('KYC-1, KYC-3: none, uploaded, checking, rejected, appeal, verified, each with who and why', async () => {
    const player = await newPlayer(server)
    expect(await stateOf(player)).toEqual({ state: 'none' })
    await upload(player)
    expect(await stateOf(player)).toMatchObject({ state: 'uploaded' })
    await player.send('/web-api/documents/verify', post())
    await expectError(await upload(player), 'identification.not_open')
    const { identification } = server.identity
    await identification.decide('pier', player.userId, { state: 'rejected', reason: 'Too dark.' })
    const failure = (await player.send('/web-api/identification/fail')).json()
    expect(failure).toMatchObject({ isFailed: true, mayAppeal: true, reason: 'Too dark.' })
    await player.send('/web-api/identification/appeal', post({ text: 'It is night here.' }))
    await identification.decide('pier', player.userId, { state: 'verified', reason: 'Right.' })
    const { history } = (await player.send('/web-api/BackOffice/documents')).json<DocumentsAnswer>()
    expect(history.map(({ state, by }) => `${state} ${by}`)).toEqual([
      'uploaded player',
      'checking player',
      'rejected operator',
      'appeal player',
      'verified operator',
    ])
    expect((await player.send('/web-api/identification/fail')).json()).toEqual({ isFailed: false, mayAppeal: false })
    const events = await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('security_event').select('kind').where('account_id', '=', player.userId).orderBy('event_id').execute(),
    )
    expect(events.map(({ kind }) => kind).filter((kind) => kind.startsWith('identification.'))).toEqual([
      'identification.uploaded',
      'identification.sent',
      'identification.appealed',
    ])
  })

  test('KYC-2, KYC-8: the form asks for the fields of its document, and keeps them sealed', async () => {
    const player = await newPlayer(server)
    const fields = { name: 'Anna', surname: 'Keller', birthday: '1990-02-30', passport: 'C01X00T47' }
    const parts = [
      { name: 'fields', text: JSON.stringify(fields) },
      { name: 'documentType', text: 'id_card' },
      { name: 'flowType', text: 'documents' },
      ...pictures(1),
    ]
    const error = await expectError(
      await sendForm(player, '/web-api/identification/data', parts),
      'identification.incomplete',
    )
    expect(
      Object.fromEntries(Object.entries(error.validation_errors ?? {}).map(([id, { code }]) => [id, code])),
    ).toEqual({
      birthday: 'protection.date_wrong',
      passport_end_date: 'required',
    })
    const sent = await sendForm(player, '/web-api/identification/data', [...FORM_PARTS, ...pictures(2)])
    expect(sent.json<IdentificationState>()).toMatchObject({ state: 'checking' })
    expect(await server.identity.identification.readFields('pier', player.userId)).toMatchObject({ surname: 'Keller' })
    const row = await forBrand(server.database.db, 'pier').transaction((tx) =>
      tx.select('identification').selectAll().where('account_id', '=', player.userId).executeTakeFirstOrThrow(),
    )
    expect(row.fields).not.toContain('Keller')
    expect(server.log()).not.toContain('529.982.247-25')
  })

  test('the player is told by mail what the operator has decided', async () => {
    const visitor = newVisitor(server)
    const address = 'identified@mail.example'
    const { userId, token } = await newPending(server, visitor, address)
    await visitor.send('/web-api/api/internal/v1/user/activate', post({ data: { attributes: { token } } }))
    await server.identity.identification.decide('pier', userId, { state: 'requested', reason: 'Before you withdraw.' })
    const [mail] = (await server.identity.delivery.listMessages('pier')).filter(
      ({ recipient }) => recipient === address,
    )
    expect(mail).toMatchObject({ kind: 'mail', subject: 'Pier needs documents from you' })
    expect(mail?.body).toContain('Before you withdraw.')
  })
})

describe('OFF-22: what documents have shown of a profile cannot be changed any more', () => {
  const PROFILE = { name: 'Anna', surname: 'Berg', birthday: '1990-05-17', gender: 'female' }
  const save = (player: TestVisitor, fields: object) => player.send('/web-api/saveaccountfields', post({ fields }))
  const closedOf = async (player: TestVisitor) => {
    const { attributes } = (await player.send('/web-api/getaccountdata')).json<AccountDataAnswer>().data
    return attributes.fields.flatMap(({ id, disabled }) => (disabled ? [id] : []))
  }
  const verify = async (userId: number) =>
    (await server.identity.identification.decide('pier', userId, { state: 'verified', reason: 'Seen.' })).verified

  test('after a form: what it repeats, and nothing that differs', async () => {
    const player = await newPlayer(server)
    expect((await save(player, PROFILE)).statusCode).toBe(200)
    const before = await closedOf(player)
    await sendForm(player, '/web-api/identification/data', [...FORM_PARTS, ...pictures(1)])
    expect(await verify(player.userId)).toEqual(['name'])
    expect(await closedOf(player)).toEqual(['name', ...before])
    await expectError(await save(player, { ...PROFILE, name: 'Eve' }), 'profile.invalid')
    expect((await save(player, { ...PROFILE, surname: 'Keller' })).statusCode).toBe(200)
  })

  test('after documents alone: what they hold, whatever an earlier form said', async () => {
    const player = await newPlayer(server)
    await save(player, PROFILE)
    await sendForm(player, '/web-api/identification/data', [...FORM_PARTS, ...pictures(1)])
    await server.identity.identification.decide('pier', player.userId, { state: 'rejected', reason: 'Too dark.' })
    await upload(player)
    await player.send('/web-api/documents/verify', post())
    expect(await verify(player.userId)).toEqual(['birthday', 'name', 'surname'])
    await expectError(await save(player, { ...PROFILE, surname: 'Keller' }), 'profile.invalid')
  })
})
