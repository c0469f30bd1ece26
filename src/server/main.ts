/** Starts the server. Its modules come after the cache of compiled code is switched on, which halves the time that they take. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)))
const { startServer } = await import('./start-server.ts')
await startServer().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  // What has begun by then, such as a simulated match day, would keep the process alive.
  process.exit(1)
})
