import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRecording } from '#calls/analytics/recording.calls.ts'
import { listRecordings, watchRecording } from '#calls/studio/studio-recordings.calls.ts'
import type { OwnDataAnswer, RecordingAnswer, RecordingsAnswer, StudioRecordingAnswer } from '#schemas'
import { createRecordingStore } from '#server/analytics/recording/recording-store.ts'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { IDENTITY_CONFIG } from '#tests/fixtures/identity/identity-stand-in.ts'
import { atDesk, type DeskScene, deskScene, lastAct, read } from '../scenes/desk-scene.ts'
import { encoded } from '../scenes/security-contracts.ts'
import { provedPlayer } from '../scenes/security-scene.ts'
import { expectStudioError } from '../scenes/studio-scene.ts'
import { newPlayer, newVisitor, PASSWORD, type TestVisitor } from '../scenes/test-visitor.ts'

let scene: DeskScene
beforeAll(async () => {
  scene = await deskScene()
})
afterAll(() => scene.server.close())

const now = () => scene.server.now().getTime()
const page = (text = 'masked') => ({
  ...{ type: 0, id: 1 },
  childNodes: [
    {
      ...{ type: 2, id: 2, tagName: 'html', attributes: {} },
      childNodes: [
        { type: 2, id: 3, tagName: 'head', attributes: {}, childNodes: [] },
        {
          ...{ type: 2, id: 4, tagName: 'body', attributes: {} },
          childNodes: [
            {
              ...{ type: 2, id: 5, tagName: 'p', attributes: { onclick: 'steal()' } },
              childNodes: [{ type: 3, id: 6, textContent: text }],
            },
            {
              type: 2,
              id: 7,
              tagName: 'script',
              attributes: {},
              childNodes: [{ type: 3, id: 8, textContent: 'steal()' }],
            },
          ],
        },
      ],
    },
  ],
})
const whole = (text?: string) => [
  { type: 4, timestamp: now(), data: { href: '/home', width: 1200, height: 800 } },
  { type: 2, timestamp: now(), data: { node: page(text), initialOffset: { top: 0, left: 0 } } },
]
const further = (afterMs = 1000) => [
  { type: 5, timestamp: now() + afterMs, data: { tag: 'page', payload: { route: 'line' } } },
  {
    ...{ type: 5, timestamp: now() + afterMs },
    data: { tag: 'machine', payload: { run: 1, machine: 'dialog', event: 'opened', state: '"open"' } },
  },
  {
    type: 3,
    timestamp: now() + afterMs,
    data: { source: 0, adds: [], removes: [], attributes: [], texts: [{ id: 6, value: 'later' }] },
  },
]
const chain = '3f0c8a52-6f0e-4c63-9a7e-0d4a1f6f9b11'

async function send(
  session: string | null,
  segment: unknown,
  { who = newVisitor(scene.server), type = 'fatman/json' }: { who?: TestVisitor; type?: string } = {},
) {
  const text = typeof segment === 'string' ? segment : JSON.stringify(segment)
  const cookie = who.session()
  return scene.server.app.inject({
    method: 'POST',
    url: sendRecording.path,
    headers: {
      ...{ host: 'pier.example', origin: 'http://pier.example', 'sec-fetch-site': 'same-origin' },
      ...{ 'content-type': type, 'x-referer': '/home', 'x-user-id': '1' },
      ...(session === null ? {} : { 'x-sess-id': session }),
      ...(cookie === undefined ? {} : { cookie: `${SESSION_COOKIE}=${cookie}` }),
    },
    payload: type === 'fatman/gzip' ? gzipSync(text) : text,
  })
}
const kept = async (...given: Parameters<typeof send>) => (await send(...given)).json<RecordingAnswer>()
const listed = (days = '7') => read<RecordingsAnswer>(scene.support, listRecordings, { days })

describe('segments are kept whole, or not at all', () => {
  test('REC-2, REC-4: parts of a chain, plain and zipped, become a recording; a part that comes again changes nothing', async () => {
    const session = crypto.randomUUID()
    expect(await kept(session, { chain, part: 0, events: whole() })).toMatchObject({ kept: 2 })
    expect(await kept(session, { chain, part: 1, events: further() }, { type: 'fatman/gzip' })).toMatchObject({
      kept: 3,
    })
    expect(await kept(session, { chain, part: 1, events: further() })).toMatchObject({ kept: 3 })
    const [recording] = (await listed()).recordings
    expect(recording).toMatchObject({ events: 5, accountId: null, pages: ['line'], durationMs: 1000 })
  })

  test('what is cut, out of order, of another time or form is refused and counted by reason, and nothing of it is kept', async () => {
    const before = await listed()
    const session = crypto.randomUUID()
    const old = whole().map((event) => ({ ...event, timestamp: now() - 2 * 86_400_000 }))
    const refusals: readonly [reason: string, answer: Promise<RecordingAnswer>][] = [
      ['out_of_order', kept(session, { chain, part: 1, events: further() })],
      ['out_of_order', kept(session, { chain, part: 0, events: further() })],
      ['wrong_clock', kept(session, { chain, part: 0, events: old })],
      ['broken', kept(session, '{"chain":"')],
      ['broken', kept(session, { chain, part: 0, events: [{ type: 9, timestamp: now(), data: {} }] })],
      ['broken', kept(session, { chain, part: 0, events: [] })],
      ['broken', kept(session, { chain: 'me', part: 0, events: whole() })],
      ['no_session', kept('me', { chain, part: 0, events: whole() })],
      ['no_session', kept(null, { chain, part: 0, events: whole() })],
      ['too_large', kept(session, `"${'0'.repeat(9 * 1024 * 1024)}"`, { type: 'fatman/gzip' })],
    ]
    for (const [reason, answer] of refusals) expect(await answer).toMatchObject({ kept: 0, reason })
    const after = await listed()
    expect(after.recordings).toHaveLength(before.recordings.length)
    const counts = Object.fromEntries(after.refused.map(({ reason, count }) => [reason, count]))
    expect(counts).toMatchObject({ out_of_order: 2, wrong_clock: 1, broken: 4, no_session: 2, too_large: 1 })
  })

  test('what a visitor did as a guest and as a player are two recordings, and a header makes nobody a player', async () => {
    const session = crypto.randomUUID()
    const player = await newPlayer(scene.server)
    await kept(session, { chain, part: 0, events: whole() })
    await kept(session, { chain: crypto.randomUUID(), part: 0, events: whole() }, { who: player })
    const owners = (await listed()).recordings.slice(0, 2).map(({ accountId }) => accountId)
    expect(owners.filter((owner) => owner === null)).toHaveLength(1)
    expect(owners).toContainEqual(expect.any(Number))
  })
})

describe('recordings in the studio', () => {
  test('REC-11: the support watches a recording with its timeline, which is logged; the picture runs nothing', async () => {
    const session = crypto.randomUUID()
    await kept(session, { chain, part: 0, events: whole('</p><img src=x onerror=steal()>') })
    await kept(session, { chain, part: 1, events: further() })
    const [recording] = (await listed()).recordings
    const id = recording?.session ?? ''
    const shown = await read<StudioRecordingAnswer>(scene.support, watchRecording, { session: id })
    expect(shown).toMatchObject({ width: 1200, height: 800, stops: [0, 1000] })
    expect(shown.moments.map(({ kind, text }) => [kind, text])).toEqual([
      ['page', 'line'],
      ['machine', 'dialog: opened › open'],
    ])
    expect(await lastAct(scene.owner)).toMatchObject({ act: 'recording.watched', details: { recording: id } })
    const picture = await scene.support.send(`/studio-api/recording-picture/pier/${id}/0`)
    expect(picture.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    )
    expect(picture.body).toContain('&lt;img src=x onerror=steal()&gt;')
    expect(picture.body).not.toMatch(/<script|onclick=|<img src/)
    expect((await scene.support.send(`/studio-api/recording-picture/pier/${id}/1000`)).body).toContain('>later<')
  })

  test('a viewer, and who does not see the brand, watches none; an unknown recording is none', async () => {
    const query = { session: crypto.randomUUID() }
    await expectStudioError(await atDesk(scene.viewer, listRecordings, { query: {} }), 'access.forbidden')
    await expectStudioError(await atDesk(scene.viewer, watchRecording, { query }), 'access.forbidden')
    await expectStudioError(await atDesk(scene.stranger, watchRecording, { query }), 'brand.unknown')
    await expectStudioError(await atDesk(scene.support, watchRecording, { query }), 'item.unknown')
  })
})

test('a player exports what was recorded of them, and nothing of it is left when they close the account', async () => {
  const { player } = await provedPlayer(scene.server)
  const other = await newPlayer(scene.server)
  for (const who of [player, other])
    await kept(crypto.randomUUID(), { chain, part: 0, events: whole('of the player') }, { who })
  const body = { password: encoded(PASSWORD) }
  const { tables } = (await player.send('/web-api/user/export', { method: 'POST', body })).json<OwnDataAnswer>()
  expect(tables.recording).toHaveLength(1)
  const [segment] = tables.recording_segment ?? []
  const bytes = Buffer.from(String(segment?.gzip_base64), 'base64')
  expect(gunzipSync(bytes).toString('utf8')).toContain('of the player')
  const owners = async () => new Set((await listed()).recordings.map(({ accountId }) => accountId))
  const { data } = (await player.send('/web-api/v1/user-information')).json<{ data: { id: string } }>()
  expect(await owners()).toContain(Number(data.id))
  expect((await player.send('/web-api/user/close', { method: 'POST', body })).statusCode).toBe(200)
  expect(await owners()).not.toContain(Number(data.id))
  expect(await owners()).toContain(other.userId)
})

test('recordings are deleted when they are older than the brand keeps them', async () => {
  await kept(crypto.randomUUID(), { chain, part: 0, events: whole() })
  const store = createRecordingStore(scene.server.database.db)
  const count = async () => (await store.list('pier', { since: new Date(0) })).length
  expect(await count()).toBeGreaterThan(0)
  scene.server.wait(13 * 86_400_000)
  const rest = async () => {
    await scene.server.analytics.rounds.run()
    return count()
  }
  expect(await rest()).toBeGreaterThan(0)
  const config = { ...IDENTITY_CONFIG, isRecordingAllowed: true, recordingDays: 12 }
  await scene.server.brands.write('pier/config/third-party.json', config)
  await expect.poll(rest, { timeout: 15_000, interval: 500 }).toBe(0)
})
