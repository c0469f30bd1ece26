import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { StreamFrame, StreamRequest } from '#schemas'
import { isStreamFrame as validate } from '#schemas/generated/validators/feed.js'
import { createChannelHub } from '#server/feed/stream/channel-hub.ts'
import { type ChannelWriter, createChannelWriter } from '#server/feed/stream/channel-writer.ts'
import { createMemoryFeedBus } from '#server/feed/stream/feed-bus.ts'
import { HOST, ORIGIN, startTestServer, type TestServer } from '../scenes/test-server.ts'

/*
 * What every server of the odds stream does. With LIVERY_STREAM_URL (`wss://site.example/ws/odds`) and LIVERY_STREAM_CHANNEL
 * (`game/1201`, one that is live) a server elsewhere is asked, else one of ours with a book that moves by itself.
 */
const FOREIGN_URL = process.env.LIVERY_STREAM_URL
const CHANNEL = process.env.LIVERY_STREAM_CHANNEL ?? 'game/1201'
const UNKNOWN = 'game/999999999999'
const HEARTBEAT_MS = 1000

let server: TestServer | undefined
let writer: ChannelWriter | undefined
let url = FOREIGN_URL ?? ''
let moving: NodeJS.Timeout | undefined
const sockets: WebSocket[] = []

beforeAll(async () => {
  if (FOREIGN_URL) return
  const bus = createMemoryFeedBus()
  const nowMs = () => Date.now()
  server = await startTestServer({ oddsStream: createChannelHub({ bus, nowMs }) })
  writer = createChannelWriter({ bus, epoch: 'contract', nowMs })
  writer.open(CHANNEL, {
    game: { gameStatus: 1, producer: 'live', score: '0:0' },
    markets: [[1, 1, 1, 1]],
    outcomes: [[10, 1, 1]],
    prices: [[10, 18_500, 0]],
  })
  writer.start()
  let odds = 18_500
  moving = setInterval(() => {
    odds += 100
    writer?.put(CHANNEL, { prices: [[10, odds, 0]] })
  }, 120)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/ws/odds`
})
afterAll(async () => {
  clearInterval(moving)
  writer?.stop()
  for (const socket of sockets) socket.terminate()
  await server?.close()
})

interface Connection {
  readonly ask: (request: StreamRequest | string) => void
  /** Frames until one fits, that one included. @throws Error when none comes within five seconds */
  readonly until: (fits: (frame: StreamFrame) => boolean) => Promise<StreamFrame[]>
  readonly closed: Promise<number>
}

/** Opens a connection that greets, and checks each frame against its schema. */
async function connect(headers: Readonly<Record<string, string>> = {}): Promise<Connection> {
  const socket = new WebSocket(url, { headers: { ...(FOREIGN_URL ? {} : { host: HOST }), ...headers } })
  sockets.push(socket)
  let frames: StreamFrame[] = []
  let look = (): void => undefined
  socket.on('message', (data) => {
    const frame: unknown = JSON.parse(String(data))
    if (!validate(frame)) throw new Error(`no frame: ${String(data)} ${JSON.stringify(validate.errors)}`)
    frames.push(frame)
    look()
  })
  const closed = new Promise<number>((resolve) => void socket.on('close', resolve))
  await new Promise<void>((resolve, reject) => void socket.on('open', resolve).on('error', reject))
  return {
    ask: (request) => socket.send(typeof request === 'string' ? request : JSON.stringify(request)),
    until(fits) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`not among ${JSON.stringify(frames)}`)), 5000)
        look = () => {
          const at = frames.findIndex(fits)
          if (at < 0) return
          look = () => undefined
          clearTimeout(timer)
          const taken = frames.slice(0, at + 1)
          frames = frames.slice(at + 1)
          resolve(taken)
        }
        look()
      })
    },
    closed,
  }
}

const isData = ({ t, ch }: StreamFrame): boolean => ch === CHANNEL && (t === 'image' || t === 'delta')

/** A connection that watches the channel and has its image. */
async function watching() {
  const connection = await connect()
  connection.ask({ t: 'hello', heartbeatMs: HEARTBEAT_MS })
  connection.ask({ t: 'channels', add: [CHANNEL], drop: [] })
  const image = (await connection.until(isData)).at(-1)
  if (image?.t !== 'image') throw new Error(`a channel begins with an image, and not with ${JSON.stringify(image)}`)
  return { ...connection, image }
}

describe('a server of the odds stream', () => {
  test('STREAM-1: a channel begins with an image, and each step follows the one before', async () => {
    const { image, until } = await watching()
    let { ep, seq } = image
    for (let step = 0; step < 5; step += 1) {
      const frame = (await until((next) => next.ch === CHANNEL && next.seq !== next.prev)).at(-1)
      expect(frame).toMatchObject({ ep, prev: seq, seq: seq + 1 })
      ;({ ep, seq } = frame as StreamFrame)
    }
  })

  test('STREAM-3: a reader that was away gets what it missed, and nothing else, or an image', async () => {
    const { image, until } = await watching()
    const missed = (await until(isData)).filter(isData)
    const back = await connect()
    back.ask({ t: 'resume', ch: CHANNEL, ep: image.ep, seq: image.seq })
    const [first] = await back.until(isData)
    expect(first).toEqual(missed[0])
    const lost = await connect()
    lost.ask({ t: 'resume', ch: CHANNEL, ep: 'no-such-epoch', seq: 1 })
    expect((await lost.until(isData))[0]?.t).toBe('image')
  })

  test('STREAM-4: the interval that was asked for is granted by name, and the connection is never silent for longer', async () => {
    const connection = await connect()
    connection.ask({ t: 'hello', heartbeatMs: HEARTBEAT_MS })
    const session = (await connection.until(({ t, ch }) => t === 'status' && ch === 'socket')).at(-1)
    expect(session).toMatchObject({ d: { kind: 'session' } })
    const { heartbeatMs } = (session as { d: { heartbeatMs: number } }).d
    expect(heartbeatMs).toBeGreaterThanOrEqual(HEARTBEAT_MS)
    const sinceMs = performance.now()
    await connection.until(({ t }) => t === 'hb')
    expect(performance.now() - sinceMs).toBeLessThan(2 * heartbeatMs)
  })

  test('a channel that was dropped is sent no more', async () => {
    const witness = await watching()
    const { ask, until } = await watching()
    ask({ t: 'channels', add: [UNKNOWN], drop: [CHANNEL] })
    const before = await until(({ ch }) => ch === UNKNOWN)
    expect(before.at(-1)).toMatchObject({ t: 'status', d: { kind: 'refused', code: 'unknown_channel' } })
    // What another connection is sent meanwhile would have been sent here too.
    for (let frames = 0; frames < 3; frames += 1) await witness.until(isData)
    ask({ t: 'channels', add: [UNKNOWN], drop: [] })
    expect((await until(({ ch }) => ch === UNKNOWN)).filter(isData)).toEqual([])
  })

  test.each(['', '{"t":"channels"', '{"t":"order"}', '[]', '{"t":"resume","ch":"account/1","ep":"a","seq":0}'])(
    'anything but a request is refused, and the connection stays open: %j',
    async (text) => {
      const connection = await connect()
      connection.ask(text)
      const refused = await connection.until(({ t }) => t === 'status')
      expect(refused.at(-1)).toMatchObject({ ch: 'socket', d: { kind: 'refused', code: 'invalid_request' } })
      connection.ask({ t: 'channels', add: [CHANNEL], drop: [] })
      expect((await connection.until(isData)).at(-1)?.t).toBe('image')
    },
  )

  test('a message that is too long closes the connection', async () => {
    const connection = await connect()
    connection.ask(' '.repeat(64 * 1024 + 1))
    expect(await connection.closed).toBe(1009)
  })

  test('who asks without end is cut', async () => {
    const connection = await connect()
    for (let count = 0; count < 500; count += 1) connection.ask({ t: 'hello', heartbeatMs: 5000 })
    expect(await connection.closed).toBe(1008)
  })

  test('SEC-5: a page of another site gets no connection', async () => {
    await expect(connect({ origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(connect({ 'sec-fetch-site': 'cross-site' })).rejects.toThrow('403')
  })

  test.skipIf(FOREIGN_URL)('an address has so many connections and no more, until one of them ends', async () => {
    const few = await startTestServer({
      oddsStream: createChannelHub({ bus: createMemoryFeedBus(), nowMs: () => Date.now() }),
      environment: { LIVERY_STREAM_CONNECTIONS: '2', LIVERY_TRUSTED_PROXIES: '127.0.0.1' },
    })
    await few.app.listen({ port: 0, host: '127.0.0.1' })
    const address = `ws://127.0.0.1:${(few.app.server.address() as AddressInfo).port}/ws/odds`
    const open = async (from: string) => {
      const socket = new WebSocket(address, { headers: { host: HOST, 'x-forwarded-for': from } })
      sockets.push(socket)
      const said: string[] = []
      socket.on('message', (data) => said.push(String(data)))
      const end = new Promise<string>((resolve) => void socket.on('close', (code, why) => resolve(`${code} ${why}`)))
      await new Promise((resolve, reject) => void socket.on('open', resolve).on('error', reject))
      return { socket, end, said }
    }
    const [first] = [await open('192.0.2.1'), await open('192.0.2.1')]
    const third = await open('192.0.2.1')
    expect(await third.end).toBe('1013 too_many_connections')
    expect(third.said).toEqual([])
    const other = await open('192.0.2.2')
    other.socket.send(JSON.stringify({ t: 'hello', heartbeatMs: 5000 }))
    await expect.poll(() => other.said.length).toBe(1)
    first.socket.close()
    await first.end
    const again = await open('192.0.2.1')
    again.socket.send(JSON.stringify({ t: 'hello', heartbeatMs: 5000 }))
    await expect.poll(() => again.said.length).toBe(1)
    await few.close()
  })

  test.skipIf(FOREIGN_URL)(
    'SEC-5: the own page and a client that is no browser get one, at a host of a brand',
    async () => {
      const connection = await connect({ origin: ORIGIN, 'sec-fetch-site': 'same-origin' })
      connection.ask({ t: 'channels', add: [CHANNEL], drop: [] })
      expect((await connection.until(isData)).at(-1)?.t).toBe('image')
      await expect(connect({ host: 'nobody.example' })).rejects.toThrow('404')
    },
  )
})
