import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { say } from '#cli/command-text.ts'

/** Script and style of the viewer's page, each as one text. */
export interface ViewerBundle {
  readonly script: string
  readonly style: string
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = ['schemas', 'machines', 'stage/player', 'stage/charts', 'stage/viewer']
const BUILT = join(ROOT, 'dist/viewer')

/**
 * The viewer built from the current sources: from dist/viewer if it is there already, else built now.
 * @param tell called when the build starts, which takes some seconds
 * @throws Error when it has to be built and Vite, a development dependency, is not installed
 */
export async function viewerBundle(tell: (text: string) => void): Promise<ViewerBundle> {
  const path = join(BUILT, `${sourcesHash()}.json`)
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as ViewerBundle
  tell(`${say('scenario.view_building')}\n`)
  const bundle = await builtForProduction()
  mkdirSync(BUILT, { recursive: true })
  // Another process may build at the same time, and must never find half a file.
  const own = `${path}.${process.pid}`
  writeFileSync(own, JSON.stringify(bundle))
  renameSync(own, path)
  const former = readdirSync(BUILT).filter((name) => name.endsWith('.json') && join(BUILT, name) !== path)
  for (const name of former) rmSync(join(BUILT, name), { force: true })
  return bundle
}

/** A caller such as a test runner may have set another environment, for which React would be built otherwise. */
async function builtForProduction(): Promise<ViewerBundle> {
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    return await built()
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
  }
}

async function built(): Promise<ViewerBundle> {
  const { build, react } = await loadVite()
  const result = await build({
    configFile: false,
    root: ROOT,
    mode: 'production',
    logLevel: 'warn',
    plugins: [react()],
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      target: 'es2023',
      cssCodeSplit: false,
      reportCompressedSize: false,
      lib: {
        entry: join(ROOT, 'stage/viewer/main.tsx'),
        formats: ['iife'],
        name: 'liveryViewer',
        cssFileName: 'viewer',
      },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error(say('scenario.view_no_bundle'))
  const styles = output.output.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  )
  return { script: output.output[0].code, style: styles.join('\n') }
}

async function loadVite() {
  try {
    const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
    return { build, react }
  } catch (cause) {
    throw new Error(say('scenario.vite_missing'), {
      cause,
    })
  }
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter(
      (entry) => entry.isFile() && /\.(?:tsx?|js|json|css)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  for (const file of files) hash.update(relative(ROOT, file)).update(readFileSync(file))
  hash.update(readFileSync(join(ROOT, 'package.json')))
  return hash.digest('hex').slice(0, 16)
}
