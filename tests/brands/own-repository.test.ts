import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packEngine } from '#tools/pack.ts'

const MINUTES = 60_000
const folder = await mkdtemp(join(tmpdir(), 'livery-repository-'))
const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:LIVERY_|DATABASE_URL$|REDIS_URL$|npm_|NODE_ENV$|VITEST)/.test(name),
  ),
)

/** Runs a command of the installed package in the folder of the brands. */
function npx(...args: string[]) {
  return promisify(execFile)('npx', ['--no-install', 'livery', ...args], { cwd: folder, env: environment })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => probe.once('listening', done))
  const { port } = probe.address() as { port: number }
  await new Promise((done) => probe.close(done))
  return port
}

/** What a host of this machine answers. `fetch` would name the address in place of the host. */
async function answerOf(port: number, name: string, path: string) {
  const headers = { accept: 'text/html', host: `${name}.localhost:${port}` }
  const asked = get({ host: '127.0.0.1', port, path, headers })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: await text(answer) }
}

beforeAll(async () => {
  const archive = await packEngine(folder)
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { livery: `file:${archive}` } }),
  )
  await promisify(execFile)('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: environment,
  })
}, 10 * MINUTES)

// A server that is asked to stop still writes what it has compiled.
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))

test('a start without brands says what makes one, and ends', async () => {
  await expect(npx('start')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('livery brand new ID') })
})

test(
  'a folder with a package.json and a brand is a whole site',
  async () => {
    await npx('brand', 'new', 'northstar')
    expect((await npx('brand', 'check')).stdout).toBe('1 brand checked, no problems.\n')
    expect((await npx('help')).stdout).not.toContain('livery scenario')
    const port = await freePort()
    const server = spawn('npx', ['--no-install', 'livery', 'start'], {
      cwd: folder,
      env: { ...environment, PORT: String(port), LIVERY_FEED: 'off' },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await new Promise<void>((done, fail) => {
        server.stdout.on('data', (lines) => String(lines).includes('"msg":"ready"') && done())
        server.once('exit', (code) => fail(new Error(`the server has ended with ${code}`)))
      })
      const page = await answerOf(port, 'northstar', '/en')
      expect(page.body).toContain('Northstar')
      const script = /\/assets\/[^"]+\.js/.exec(page.body)?.[0] ?? ''
      expect((await answerOf(port, 'northstar', script)).status).toBe(200)
      expect((await answerOf(port, 'studio', '/')).body).toContain('Livery Studio')
    } finally {
      process.kill(-(server.pid as number), 'SIGTERM')
    }
  },
  5 * MINUTES,
)
