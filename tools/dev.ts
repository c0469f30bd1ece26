/**
 * npm run dev: builds the pages again whenever a source of them changes, and starts the server again after each build and
 * whenever one of its own sources changes. Brands need neither: the server reads their folders again by itself.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const SERVER_ROOMS = ['src/server', 'src/calls', 'machines', 'schemas']
const SETTLE_MS = 150

let server: ChildProcess | null = null
let pending: NodeJS.Timeout | null = null
const built = new Set<string>()

function restart(): void {
  if (pending) clearTimeout(pending)
  pending = setTimeout(() => {
    const start = () => {
      server = spawn(process.execPath, ['src/server/main.ts'], { cwd: root, stdio: 'inherit' })
    }
    if (!server || server.exitCode !== null) return start()
    server.once('exit', start)
    server.kill('SIGTERM')
  }, SETTLE_MS)
}

async function watchHalf(half: 'client' | 'server'): Promise<void> {
  const watcher = (await build({
    root,
    logLevel: 'warn',
    configFile: join(root, 'vite.config.ts'),
    build: { watch: {}, minify: false, ...(half === 'server' ? { ssr: true } : {}) },
  })) as Rolldown.RolldownWatcher
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') console.error(event.error)
    if (event.code !== 'END') return
    built.add(half)
    if (built.size === 2) restart()
  })
}

await Promise.all([watchHalf('client'), watchHalf('server')])
for (const room of SERVER_ROOMS) {
  watch(join(root, room), { recursive: true }, (_event, name) => {
    if (built.size === 2 && name && /\.(?:ts|json)$/.test(name)) restart()
  })
}
process.once('SIGINT', () => {
  server?.kill('SIGTERM')
  process.exit(0)
})
