import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createTextFrames, textFrame } from './text-frame.ts'

test('a text arrives whole at every length of the head, and mixes with what the socket sends itself', async () => {
  const texts = ['', 'a', 'x'.repeat(125), 'y'.repeat(126), 'ж'.repeat(400), 'z'.repeat(65_535), 'я'.repeat(40_000)]
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  sockets.on('connection', (socket, request) => {
    for (const text of texts) {
      request.socket.write(textFrame(text))
      socket.ping()
      socket.send(`own ${text.length}`)
    }
    socket.close(1000, 'done')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const received: string[] = []
  client.on('message', (data) => received.push(String(data)))
  const [code] = await once(client, 'close')
  sockets.close()
  server.close()
  expect(code).toBe(1000)
  expect(received).toEqual(texts.flatMap((text) => [text, `own ${text.length}`]))
})

test('STREAM-1: a text that goes to many is encoded once', () => {
  const frameOf = createTextFrames()
  const one = frameOf('one')
  expect(frameOf('one')).toBe(one)
  expect(String(frameOf('two').subarray(2))).toBe('two')
  expect(frameOf('one')).toEqual(one)
})
