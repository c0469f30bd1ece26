import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { StorageOutage } from '#server/db/storage-outage.ts'
import { type ClickHouse, ClickHouseError, createClickHouse } from './clickhouse-client.ts'
import { ch } from './clickhouse-sql.ts'
import { createClickHouseStore } from './clickhouse-store.ts'

/** What a request had: its address, its headers and its body. */
interface Heard {
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let heard: Heard[] = []
let answer: (body: string) => { readonly status: number; readonly text: string }
/** A stand-in for a server: it answers what a test says, as ClickHouse 18 writes it. */
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => void parts.push(part))
  request.on('end', () => {
    const { searchParams: query } = new URL(request.url ?? '', 'http://server')
    const body = Buffer.concat(parts).toString('utf8')
    heard.push({ query, headers: request.headers, body })
    const { status, text } = answer(body)
    response.writeHead(status).end(text)
  })
})
const rows = (data: unknown) => ({ status: 200, text: JSON.stringify({ meta: [], data, rows: 1 }) })
const done = { status: 200, text: '' }

let url = ''
let client: ClickHouse
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://counter:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/events`
  client = createClickHouse({ url, timeoutMs: 2000 })
})
afterAll(() => void server.close())
beforeEach(() => {
  heard = []
  answer = () => done
})

test('a question goes as the body of a post, with the database, the user and the password of the address', async () => {
  answer = () => rows([['18446744073709551615', 1, null]])
  expect(await client.rows(ch`SELECT ${1}, ${"it's"}`)).toEqual([['18446744073709551615', 1, null]])
  const [{ query, headers, body } = { query: new URLSearchParams(), headers: {}, body: '' }] = heard
  expect(body).toBe("SELECT 1, 'it\\'s'\nFORMAT JSONCompact")
  expect(Object.fromEntries(query)).toEqual({ database: 'events', wait_end_of_query: '1' })
  expect([headers['x-clickhouse-user'], headers['x-clickhouse-key']]).toEqual(['counter', 'p@ss'])
})

test('rows go as one object a line beside their statement; none go for none', async () => {
  await client.insert('livery_event', [])
  await client.insert('livery_event', [{ s1: 'two\nlines "quoted" \u0000\ud800', i1: 5 }, { s1: 'b' }])
  expect(heard).toHaveLength(1)
  expect(heard[0]?.query.get('query')).toBe('INSERT INTO livery_event FORMAT JSONEachRow')
  const lines = heard[0]?.body.split('\n') ?? []
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    { s1: 'two\nlines "quoted" \ufffd', i1: 5 },
    { s1: 'b' },
  ])
})

test('a deletion is waited for until the server has carried it out', async () => {
  const left = [2, 1, 0]
  answer = (body) => (body.startsWith('SELECT') ? rows([[String(left.shift())]]) : done)
  await client.deleteFrom('livery_event', ch`brand_id = ${'aurora'}`)
  expect(heard[0]?.body).toBe("ALTER TABLE livery_event DELETE WHERE brand_id = 'aurora'")
  expect(heard).toHaveLength(4)
})

test('what the server refuses is an error with its words, and a gateway without a server behind it an outage', async () => {
  answer = () => ({
    status: 500,
    text: 'Code: 60, e.displayText() = DB::Exception: Table events.nothing does not exist.',
  })
  await expect(client.run(ch`SELECT 1`)).rejects.toThrow(ClickHouseError)
  await expect(client.run(ch`SELECT 1`)).rejects.toThrow(/Code: 60.*does not exist/)
  answer = () => ({ status: 503, text: '' })
  await expect(client.run(ch`SELECT 1`)).rejects.toThrow(StorageOutage)
})

test('a server that does not answer, or whose answer is cut, is an outage, and the next use tries again', async () => {
  await expect(createClickHouse({ url: 'http://127.0.0.1:1/events' }).run(ch`SELECT 1`)).rejects.toThrow(StorageOutage)
  const slow = createClickHouse({
    url,
    timeoutMs: 1,
    fetch: (...given) => new Promise((resolve) => setTimeout(resolve, 20)).then(() => fetch(...given)),
  })
  await expect(slow.run(ch`SELECT 1`)).rejects.toThrow(StorageOutage)
  const store = createClickHouseStore({ url })
  const span = { from: new Date(0), to: new Date(1) }
  answer = () => ({ status: 503, text: '' })
  await expect(store.visitors('aurora', span)).rejects.toThrow(StorageOutage)
  answer = (body) => (body.includes('uniqExact') ? rows([[3]]) : done)
  expect(await store.visitors('aurora', span)).toBe(3)
  // The database and the tables were made first, each once.
  expect(heard.filter(({ body }) => body.startsWith('CREATE TABLE'))).toHaveLength(3)
})

test('batches of all brands that come together are one insert, and inserts keep their distance', async () => {
  const event = (number: number) => ({
    ...{ visitId: 'a', visitorId: 'b', accountId: null, at: new Date(number), number, isBot: false, metrics: {} },
    ...{ language: 'en', source: null, referrer: null, width: 1, height: 1 },
  })
  const store = createClickHouseStore({ url, paceMs: 100 })
  await store.add('aurora', [event(1)])
  const begunAt = performance.now()
  await Promise.all(['aurora', 'velvet', 'nour'].map((brand) => store.add(brand, [event(2)])))
  expect(performance.now() - begunAt).toBeGreaterThan(50)
  const inserts = heard.filter(({ query }) => query.has('query')).map(({ body }) => body.split('\n').length)
  expect(inserts).toEqual([1, 3])
})

test('no text and no number leaves its place in a statement', () => {
  expect(ch`x IN ${['a', "b') OR 1 --", '\\']}`.statement).toBe("x IN ('a', 'b\\') OR 1 --', '\\\\')")
  for (const bad of [1.5, Number.NaN, 2 ** 60]) expect(() => ch`${bad}`).toThrow('no whole number')
  expect(() => ch`${[]}`).toThrow('empty')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { statement } = ch`${text}`
      // Every quote and every backslash within is written as a pair.
      expect(statement.slice(1, -1).replace(/\\[\s\S]/g, '')).not.toMatch(/['\\]/)
    }),
  )
})
