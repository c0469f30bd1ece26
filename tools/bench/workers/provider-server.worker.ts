/** The engine with a provider of games that every brand has joined. Its games are pages of the server on FRAME_PORT. */
import { createServer } from 'node:http'
import { madeProvider } from '#server/casino/providers/casino-provider.test-support.ts'
import { startServer } from '#server/start-server.ts'

const framePort = Number(process.env.FRAME_PORT)
const origin = `http://games.localhost:${framePort}`

createServer((request, answer) => {
  answer.writeHead(200, { 'content-type': 'text/html' })
  answer.end(
    `<!doctype html><title>Game</title><body style="background:#123;color:#fff"><h1>${new URL(request.url ?? '/', origin).searchParams.get('code')}</h1>`,
  )
}).listen(framePort, '127.0.0.1')

const provider = madeProvider('acme', {
  frameOrigins: [origin],
  launch: async ({ gameCode }) => {
    if (gameCode === 'game_13') throw new Error('no such game')
    return `${origin}/?code=${gameCode}`
  },
})
await startServer({ casinoProviders: async () => [provider] })
