import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorCode, LimitsAnswer } from '#schemas'
import { findingsOf } from '#tests/fixtures/brands/brand-findings.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { expectError } from '../scenes/answer-checks.ts'
import { startTestServer, type TestServer } from '../scenes/test-server.ts'
import { fullAnswers, newPlayer, newVisitor, register } from '../scenes/test-visitor.ts'

const BASE = '/limit-service-api'
const DAY_MS = 86_400_000

/** How the stand-in of a register answers, however wrong. */
type Answering = (response: ServerResponse) => Promise<unknown> | unknown
const text =
  (body: string, status = 200): Answering =>
  (response) =>
    response.writeHead(status).end(body)
let answering: Answering = text('{"isExcluded":false}')

let server: TestServer
let authority: Server
beforeAll(async () => {
  authority = createServer((request, response) => {
    request.resume().on('end', () => void answering(response))
  })
  await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
  const { port } = authority.address() as AddressInfo
  server = await startTestServer({
    prepare: async ({ write }) => {
      await write('pier/config/global.json', { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' })
      await write('shoal/brand.json', {
        ...{ id: 'shoal', name: 'Shoal', extends: 'pier', hosts: ['shoal.example'], schemaVersion: 3, revision: 1 },
      })
      const registers = { watch: { url: `http://127.0.0.1:${port}/ask`, countries: [] } }
      await write('shoal/config/responsible.json', { exclusionGroup: 'elsewhere', registers })
    },
  })
})
afterAll(async () => {
  await server.close()
  authority.closeAllConnections()
  authority.close()
})
beforeEach(() => {
  answering = text('{"isExcluded":false}')
})

const post = (body: object) => ({ method: 'POST' as const, body })
let people = 0
/** Registers somebody whom no other test knows at the brand that asks the register. */
async function registerAnew() {
  const letters = [...String(++people)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const { send, ...visitor } = newVisitor(server)
  const atShoal = { ...visitor, send: (url: string, request = {}) => send(url, { host: 'shoal.example', ...request }) }
  return register(atShoal, 'full_reg', { ...fullAnswers(`bad-${letters}@example.com`), surname: `Ost${letters}` })
}

/** Sends so much that no memory would hold it, until the other end has had enough. */
const endless: Answering = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.on('error', () => undefined)
  const chunk = Buffer.alloc(256 * 1024, ' ')
  while (!response.destroyed) if (!response.write(chunk)) await delay(1)
}
/** Sends its answer so slowly that it never ends. */
const dripping: Answering = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  while (!response.destroyed) {
    response.write(' ')
    await delay(200)
  }
}

describe('bad input at the protection of players', () => {
  test.each<[string, Answering]>([
    ['is empty', text('')],
    ['is a page', text('<!doctype html><p>down for maintenance</p>')],
    ['is a list', text('[{"isExcluded":false}]')],
    ['says it in words', text('{"isExcluded":"false"}')],
    ['ends on no day', text('{"isExcluded":true,"until":"soon"}')],
    ['was cut short', text('{"isExcluded":fal')],
    ['leads elsewhere', (response) => response.writeHead(302, { location: '/clear' }).end()],
    ['asks for patience', text('{"isExcluded":false}', 202)],
    ['never ends', endless],
    ['comes a byte at a time', dripping],
  ])('RG-15: a register whose answer %s keeps everybody out', { timeout: 20_000 }, async (_, wrong) => {
    answering = wrong
    await expectError(await registerAnew(), 'sign_in.register_silent')
  })

  test('RG-15: an exclusion that has ended by its register is asked after again a day later', async () => {
    answering = text(JSON.stringify({ isExcluded: true, until: new Date(server.now().getTime() - DAY_MS) }))
    const refused = await expectError(await registerAnew(), 'sign_in.excluded')
    expect(refused.params).toEqual({ until: expect.stringContaining('02.03.2026') as string })
  })

  test.each<[string, string, 'POST' | 'DELETE', object, ErrorCode]>([
    [
      'a limit from a day in the past',
      'limits',
      'POST',
      limit({ startsAt: '2020-01-01T00:00:00Z' }),
      'request.invalid',
    ],
    ['a limit of a year', 'limits', 'POST', limit({ period: 'year' }), 'request.invalid'],
    ['a limit of no amount', 'limits', 'POST', limit({ amount: null }), 'request.invalid'],
    ['a limit above every amount', 'limits', 'POST', limit({ amount: 1e12 + 1 }), 'request.invalid'],
    ['a limit of less than a cent', 'limits', 'POST', limit({ amount: 1e-9 }), 'protection.limit_amount'],
    [
      'the end of a limit that is not set',
      'limit',
      'DELETE',
      { kind: 'loss', period: 'day' },
      'protection.limit_absent',
    ],
    ['a raise of what is not set', 'limitaction', 'POST', act('confirm'), 'protection.raise_absent'],
    ['an act that there is not', 'limitaction', 'POST', act('lift'), 'request.invalid'],
    ['a time-out of no hours', 'BlockUser', 'POST', { kind: 'time_out', hours: 0 }, 'request.invalid'],
    ['a time-out that is over', 'BlockUser', 'POST', { kind: 'time_out', hours: -24 }, 'request.invalid'],
    ['a time-out of part of an hour', 'BlockUser', 'POST', { kind: 'time_out', hours: 24.5 }, 'request.invalid'],
    ['a time-out of 100 years', 'BlockUser', 'POST', { kind: 'time_out', hours: 876_000 }, 'request.invalid'],
    ['an exclusion that is over', 'BlockUser', 'POST', { kind: 'exclusion', months: -6 }, 'request.invalid'],
    [
      'an exclusion until a day in the past',
      'BlockUser',
      'POST',
      { kind: 'exclusion', months: 6, until: '2020-01-01' },
      'request.invalid',
    ],
  ])('RG-3, RG-5: %s is refused, and nothing changes', async (_, path, method, body, code) => {
    const player = await newPlayer(server)
    await expectError(await player.send(`${BASE}/${path}`, { method, body }), code)
    const { limits, break: standing } = (await player.send(`${BASE}/limits`)).json<LimitsAnswer>()
    expect({ limits, standing }).toEqual({ limits: [], standing: null })
  })

  test('RG-3: the highest limit that can be typed is kept to the cent, and can be lowered at once', async () => {
    const player = await newPlayer(server)
    const set = async (amount: number) =>
      (await player.send(`${BASE}/limits`, post(limit({ amount })))).json<LimitsAnswer>().limits
    expect(await set(1e12)).toMatchObject([{ amount: 1e12, left: 1e12 }])
    expect(await set(0.01)).toMatchObject([{ amount: 0.01, left: 0.01, raise: null }])
  })

  describe('of a brand', () => {
    let folders: BrandFolders
    beforeAll(async () => {
      folders = await makeBrandFolders()
    })
    afterAll(() => folders.remove())

    test.each<[string, object, RegExp]>([
      ['of no licence that there is', { pack: 'atlantis' }, /\/pack .*"atlantis"/],
      ['in capitals', { pack: 'GB' }, /\/pack .*"GB"/],
      ['with clauses of its own', { pack: 'gb', clauses: { 'RTS 99': true } }, /"clauses" is not a key of this file/],
    ])('RG-14: a licence pack %s is a problem at its place', async (_, licence, said) => {
      const found = await findingsOf(folders, { 'config/licence.json': licence })
      expect(found.filter((finding) => finding.startsWith('problem config/licence.json'))).toEqual([
        expect.stringMatching(said),
      ])
    })
  })
})

function limit(more: object) {
  return { kind: 'deposit', period: 'day', amount: 5, ...more }
}

function act(action: string) {
  return { kind: 'loss', period: 'day', action }
}
