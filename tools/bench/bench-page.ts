/** Pages of tests/bench, built for a bench and given out by its own server. */
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** A page that is isolated has a clock of microseconds. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
}

/** Builds the page `tests/bench/<name>` into a folder. @returns what answers requests for its files */
export async function buildBenchPage(
  name: string,
  folder: string,
): Promise<(request: IncomingMessage, answer: ServerResponse) => void> {
  await build({
    root: fileURLToPath(new URL(`../../tests/bench/${name}`, import.meta.url)),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [react()],
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { target: 'es2023', outDir: folder, emptyOutDir: true },
  })
  return (request, answer) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = join(folder, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return void answer.writeHead(404).end()
    answer.writeHead(200, { ...ISOLATED, 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    answer.end(readFileSync(file))
  }
}
