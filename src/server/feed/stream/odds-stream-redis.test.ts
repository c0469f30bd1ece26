import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { createClient } from 'redis'
import { describe, expect, test, vi } from 'vitest'
import { type ChannelHub, createChannelHub } from './channel-hub.ts'
import { connect, makeScene } from './odds-stream.test-support.ts'
import { openRedisFeedBus } from './redis-feed-bus.ts'

const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
const isRequired = process.env.LIVERY_REQUIRE_SERVICES === '1'

async function hasRedis(): Promise<boolean> {
  const client = createClient({ url: REDIS_URL, socket: { connectTimeout: 2000, reconnectStrategy: false } })
  client.on('error', () => undefined)
  const answers = await client.connect().then(
    () => true,
    () => false,
  )
  if (client.isOpen) client.destroy()
  return answers
}

describe.skipIf(!isRequired && !(await hasRedis()))('on Redis', () => {
  test('two processes serve one book: what one writes the other sends, in the same order and at the same sequence', async () => {
    const options = { url: REDIS_URL, log: pino({ level: 'silent' }), key: `livery:test:${randomUUID()}` }
    const [here, there] = [await openRedisFeedBus(options), await openRedisFeedBus(options)]
    const { hub, writer, nowMs } = makeScene(here)
    const other = createChannelHub({ bus: there, nowMs })
    const joined = (each: ChannelHub) => {
      const visitor = connect(each, nowMs)
      visitor.ask({ t: 'channels', add: ['game/1'], drop: [] })
      return visitor.take()[0]
    }
    await vi.waitFor(() => expect([hub, other].map((each) => joined(each)?.t)).toEqual(['image', 'image']), 10_000)
    const visitors = [hub, other].map((each) => connect(each, nowMs))
    for (const { ask, take } of visitors) {
      ask({ t: 'channels', add: ['game/1'], drop: [] })
      take()
    }
    for (let odds = 20_001; odds <= 20_020; odds += 1) {
      writer.put('game/1', { prices: [[100, odds, 0]] })
      writer.flush()
    }
    await vi.waitFor(() => expect(visitors.map(({ texts }) => texts.length)).toEqual([20, 20]), 10_000)
    const [one, two] = visitors.map(({ take }) => take())
    expect(two).toEqual(one)
    expect(one?.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2))
    for (const bus of [here, there]) await bus.close()
    const client = createClient({ url: REDIS_URL })
    await client.connect()
    await client.del(options.key)
    await client.close()
  })
})
