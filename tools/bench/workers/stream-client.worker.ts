/** Many connections to two servers of the odds stream, and the feed that both follow in turn. One argument: a StreamOrder as JSON.
 *  Prints a StreamResult as JSON. */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { WebSocket } from 'ws'
import { createChannelWriter } from '#server/feed/stream/channel-writer.ts'
import { openRedisFeedBus } from '#server/feed/stream/redis-feed-bus.ts'
import { boardWith } from '../loads/odds-feed.ts'
import { quantile } from '../loads/samples.ts'
import type { StreamOrder, StreamRound, StreamServer, StreamServerResult } from '../loads/stream-load.ts'

const order = JSON.parse(process.argv[2] ?? '') as StreamOrder
/** Connections that are opened at once; more would overflow the backlog of a listening socket. */
const AT_ONCE = 100
const SETTLE_MS = 1500
/** Clock ticks a second (USER_HZ of Linux). */
const TICKS = 100
const OUTCOMES = 30
const MOST_LATE_MS = 100
const HEAD = /^\{"v":1,"ep":"[^"]*","ch":"([^"]*)","seq":(\d+)/

const channelOf = (game: number) => `game/${game + 1}`

/** A server with its feed and its connections. */
async function attend(server: StreamServer) {
  const bus = await openRedisFeedBus({ url: server.redisUrl, log: pino({ level: 'silent' }) })
  const sentAtMs = new Map<string, number>()
  const latencies: number[] = []
  const timed = {
    ...bus,
    publish: (message: Parameters<typeof bus.publish>[0]) => {
      if (message.kind === 'frame') sentAtMs.set(`${message.frame.ch} ${message.frame.seq}`, performance.now())
      bus.publish(message)
    },
  }
  const writer = createChannelWriter({ bus: timed, epoch: `bench-${process.pid}`, nowMs: Date.now })
  const outcomeIds = Array.from({ length: OUTCOMES }, (_, at) => at + 1)
  for (let game = 0; game < order.games; game += 1) writer.open(channelOf(game), boardWith(outcomeIds))
  writer.start()
  await delay(SETTLE_MS)
  const before = residentBytes(server.pid)
  const sockets: WebSocket[] = []
  const state = { received: 0, isTimed: false, failures: 0 }
  while (sockets.length < order.connections && state.failures === 0) {
    const group = Array.from({ length: Math.min(AT_ONCE, order.connections - sockets.length) }, (_, at) =>
      connect(server, channelOf((sockets.length + at) % order.games), (text) => {
        const [, ch, seq] = state.isTimed ? (HEAD.exec(text) ?? []) : []
        state.received += 1
        const sentMs = sentAtMs.get(`${ch} ${seq}`)
        if (sentMs !== undefined) latencies.push(performance.now() - sentMs)
      }),
    )
    for (const opened of await Promise.allSettled(group)) {
      if (opened.status === 'fulfilled') sockets.push(opened.value)
      else state.failures += 1
    }
  }
  await delay(SETTLE_MS)
  const bytesAConnection = (residentBytes(server.pid) - before) / Math.max(1, sockets.length)
  let step = 0
  const measure = async (milliseconds: number): Promise<StreamRound> => {
    const [first, startedAt] = [step, performance.now()]
    // By the clock: what a late timer missed comes with the next, so that every server is asked for as much; not what was missed
    // for longer, which would be a backlog that says nothing of the servers.
    const timer = setInterval(() => {
      const due = first + ((performance.now() - startedAt) / 1000) * order.messagesASecond
      step = Math.max(step, Math.floor(due - (MOST_LATE_MS / 1000) * order.messagesASecond))
      while (step < due) {
        step += 1
        writer.put(channelOf(step % order.games), { prices: [[(step % OUTCOMES) + 1, 11_000 + (step % 900) * 100, 0]] })
        writer.flush()
      }
    }, 1000 / order.messagesASecond)
    await delay(SETTLE_MS)
    state.isTimed = true
    latencies.length = 0
    const [cpuBefore, receivedBefore, beganAt] = [cpuSeconds(server.pid), state.received, performance.now()]
    await delay(milliseconds)
    const seconds = (performance.now() - beganAt) / 1000
    const cpuShare = (cpuSeconds(server.pid) - cpuBefore) / seconds
    const receivedASecond = (state.received - receivedBefore) / seconds
    clearInterval(timer)
    state.isTimed = false
    // What is still on its way would be counted to the server that follows.
    await delay(SETTLE_MS)
    const times = latencies.length > 0 ? latencies : [Number.POSITIVE_INFINITY]
    const cpuMicrosecondsAText = (cpuShare / receivedASecond) * 1_000_000
    sentAtMs.clear()
    return {
      cpuShare,
      cpuMicrosecondsAText,
      receivedASecond,
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
    }
  }
  const end = async (): Promise<void> => {
    writer.stop()
    for (const socket of sockets) socket.terminate()
    await bus.close()
  }
  return { connections: sockets.length, bytesAConnection, measure, end }
}

/** @throws Error when the connection is refused */
function connect(server: StreamServer, channel: string, received: (text: string) => void): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}${server.path}`, {
    headers: { host: server.host },
    perMessageDeflate: false,
  })
  return new Promise((done, fail) => {
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the connection was closed')))
    socket.on('open', () => {
      socket.send(JSON.stringify({ t: 'hello', heartbeatMs: 30_000 }))
      socket.send(JSON.stringify({ t: 'channels', add: [channel], drop: [] }))
    })
    socket.on('message', (data) => {
      const text = String(data)
      if (text.includes('"ch":"game/')) done(socket)
      received(text)
    })
  })
}

/** Seconds of processor that a process has used (Linux). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const attended = []
for (const server of order.servers) attended.push({ name: server.name, ...(await attend(server)) })
const rounds = new Map<string, StreamRound[]>()
for (let round = 0; round < order.rounds; round += 1)
  for (const { name, measure } of attended)
    rounds.set(name, [...(rounds.get(name) ?? []), await measure(order.milliseconds)])
const results: StreamServerResult[] = attended.map(({ name, connections, bytesAConnection }) => ({
  name,
  connections,
  bytesAConnection,
  rounds: rounds.get(name) ?? [],
}))
console.log(JSON.stringify(results))
for (const { end } of attended) await end()
process.exit()
