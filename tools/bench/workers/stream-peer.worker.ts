/** A socket with nothing around it, on the PORT of its environment: it sends the frames of the Redis stream at REDIS_URL to those who
 *  named their channel, each serialised once, and knows neither images nor sequences, heartbeats, limits or brands. */
import { createServer } from 'node:http'
import pino from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { openRedisFeedBus } from '#server/feed/stream/redis-feed-bus.ts'

const bus = await openRedisFeedBus({ url: process.env.REDIS_URL ?? '', log: pino({ level: 'silent' }) })
const listeners = new Map<string, Set<WebSocket>>()
const server = createServer((_request, answer) => void answer.end('ready'))
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', (data) => {
    const request = JSON.parse(String(data)) as { readonly t: string; readonly add?: readonly string[] }
    for (const channel of request.add ?? []) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(socket))
      socket.on('close', () => void listeners.get(channel)?.delete(socket))
      socket.send(JSON.stringify({ ch: channel }))
    }
  })
})
bus.listen((message) => {
  if (message.kind !== 'frame') return
  const text = JSON.stringify(message.frame)
  for (const socket of listeners.get(message.frame.ch) ?? []) socket.send(text)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
