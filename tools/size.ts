/**
 * What each route loads first, against a React + React Router hello page built in the same run.
 *   npm run size            prints a table; exit 1 when a limit is passed
 * JavaScript is counted as it travels: brotli at the level of the build.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { AssetChunk } from '#calls/page.ts'
import type { GlobalConfig, RegistrationConfig } from '#schemas'
import { phoneCountries, phoneMasks, phoneMetadata } from '#server/forms/phone-directory.ts'
import { buildPages } from './build.ts'

type Manifest = Readonly<
  Record<string, AssetChunk & { readonly dynamicImports?: readonly string[]; readonly isDynamicEntry?: boolean }>
>

const root = fileURLToPath(new URL('..', import.meta.url))
const ENTRY = 'src/client/app/entry-client.tsx'
/** Route → the screen's module, and how many times the hello page it may weigh. */
const LIMITS = {
  home: { screen: 'src/client/app/HomeScreen.tsx', ratio: 1.6 },
  registration: { screen: 'src/client/registration/RegistrationScreen.tsx', ratio: 2.2 },
} as const

/** Most scripts that a screen may ask for first. */
const SCRIPTS_LIMIT = 15

/** Most bytes that a kind of field which is loaded later may add to its form. */
const KIND_LIMIT_BYTES = 60_000

/** Most bytes that a phone field may add to its form: its code, and the data of nine countries. */
const PHONE_FIELD = { chunk: 'renderers/forms/phone/PhoneField.tsx', limitBytes: 25_000 } as const
const PHONE_COUNTRIES = ['br', 'de', 'gb', 'in', 'kz', 'ru', 'tr', 'us', 'uz']

/** What every page loads once it is seen. */
const SHELL = 'src/client/app/ShellHost.tsx'

/** Most bytes of what counts, once its visitor agrees: the core, and the list of everything that is counted. */
const COUNTING = {
  'counting, its core': { chunks: /^_counting-/, limitBytes: 4000 },
  'counting, the list of events': { chunks: /^src\/client\/analytics\/counted-reports\.ts$/, limitBytes: 3500 },
} as const

function brotliBytes(content: string | Buffer): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
  return brotliCompressSync(content, { params }).byteLength
}

/** Most bytes that the studio loads before its editor can be used. */
const STUDIO = {
  screen: 'src/studio/editor/BrandEditor.tsx',
  entry: 'src/studio/main.tsx',
  limitBytes: 250_000,
} as const

/** What a form with a phone field asks the server for, with the countries of a brand of nine. */
function phoneDataBytes(): number {
  const read = (section: string) => JSON.parse(readFileSync(join(root, `brands/_base/config/${section}.json`), 'utf8'))
  const global = read('global') as GlobalConfig
  const known = Object.entries(global.countries).filter(([code]) => PHONE_COUNTRIES.includes(code))
  const sections = {
    global: { ...global, countries: Object.fromEntries(known) },
    registration: read('registration') as RegistrationConfig,
  }
  const answers = [phoneCountries(sections, 'en'), phoneMasks(sections), phoneMetadata(sections)]
  return answers.reduce((sum, answer) => sum + brotliBytes(JSON.stringify(answer)), 0)
}

async function helloBytes(): Promise<number> {
  const outDir = mkdtempSync(join(tmpdir(), 'livery-hello-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [react()],
      build: {
        target: 'es2023',
        outDir,
        modulePreload: { polyfill: false },
        rollupOptions: { input: join(root, 'tests/bench/hello/main.tsx') },
      },
    })
    return readdirSync(join(outDir, 'assets'))
      .filter((name) => name.endsWith('.js'))
      .reduce((sum, name) => sum + brotliBytes(readFileSync(join(outDir, 'assets', name))), 0)
  } finally {
    rmSync(outDir, { recursive: true })
  }
}

function closure(manifest: Manifest, names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name]
    if (!chunk || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    closure(manifest, chunk.imports ?? [], seen)
  }
  return seen
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const weigh = (files: Iterable<string>, build = 'client') =>
  [...files].reduce((sum, file) => sum + brotliBytes(readFileSync(join(root, 'dist', build, file))), 0)
const manifestOf = (build: string) =>
  JSON.parse(readFileSync(join(root, 'dist', build, '.vite/manifest.json'), 'utf8')) as Manifest

await buildPages()
const manifest = manifestOf('client')
const hello = await helloBytes()
console.log(`hello page (React + React Router)   ${kilobytes(hello)}`)

const screens = Object.entries(manifest).filter(([name]) => /^src\/client\/.*Screen\.tsx$/.test(name))
for (const [name] of screens.sort()) {
  const scripts = closure(manifest, [ENTRY, name])
  const bytes = weigh(scripts)
  const limit = Object.entries(LIMITS).find(([, { screen }]) => screen === name)
  const ratio = bytes / hello
  const isOver = scripts.size > SCRIPTS_LIMIT || (limit !== undefined && ratio > limit[1].ratio)
  const verdict = [...(limit ? [`limit ${limit[1].ratio}`] : []), ...(isOver ? ['OVER'] : [])].join('  ')
  console.log(
    `${(limit?.[0] ?? name.replace('src/client/', '')).padEnd(36)}${kilobytes(bytes).padStart(9)}  ${ratio.toFixed(2)} × hello ${String(scripts.size).padStart(3)} scripts  ${verdict}`,
  )
  if (isOver) process.exitCode = 1
}
for (const { screen } of Object.values(LIMITS)) {
  if (!manifest[screen]) {
    console.log(`${screen} is not in the build`)
    process.exitCode = 1
  }
}
const formFiles = closure(manifest, [ENTRY, LIMITS.registration.screen])
const lazy = Object.entries(manifest).filter(
  ([name, chunk]) => chunk.isDynamicEntry && /^renderers\/forms\//.test(name),
)
for (const [name, chunk] of lazy) {
  const own = [...closure(manifest, [name])].filter((file) => !formFiles.has(file))
  const bytes = weigh(own.length ? own : [chunk.file])
  const isOver = bytes > KIND_LIMIT_BYTES
  console.log(
    `field kind chunk ${name.replace('renderers/forms/', '').padEnd(40)} ${kilobytes(bytes).padStart(9)}  limit ${kilobytes(KIND_LIMIT_BYTES)}${isOver ? '  OVER' : ''}`,
  )
  if (isOver) process.exitCode = 1
}
const phoneFiles = [...closure(manifest, [PHONE_FIELD.chunk])].filter((file) => !formFiles.has(file))
const phoneBytes = weigh(phoneFiles) + phoneDataBytes()
const isPhoneOver = phoneFiles.length === 0 || phoneBytes > PHONE_FIELD.limitBytes
console.log(
  `phone field, code and data of nine   ${kilobytes(phoneBytes)}  limit ${kilobytes(PHONE_FIELD.limitBytes)}${isPhoneOver ? '  OVER' : ''}`,
)
if (isPhoneOver) process.exitCode = 1
const pageFiles = closure(manifest, [ENTRY, SHELL, LIMITS.home.screen])
for (const [what, { chunks, limitBytes }] of Object.entries(COUNTING)) {
  const names = Object.keys(manifest).filter((name) => chunks.test(name))
  const files = [...closure(manifest, names)].filter((file) => !pageFiles.has(file))
  const bytes = weigh(files)
  const isOver = files.length === 0 || bytes > limitBytes
  console.log(`${what.padEnd(36)} ${kilobytes(bytes)}  limit ${kilobytes(limitBytes)}${isOver ? '  OVER' : ''}`)
  if (isOver) process.exitCode = 1
}
const styles = [...new Set(Object.values(manifest).flatMap(({ css }) => css ?? []))]
console.log(`style sheets of the bundle           ${kilobytes(weigh(styles))}`)

const studioBytes = weigh(closure(manifestOf('studio'), [STUDIO.entry, STUDIO.screen]), 'studio')
const isStudioOver = studioBytes > STUDIO.limitBytes
console.log(
  `studio, its editor                   ${kilobytes(studioBytes)}  limit ${kilobytes(STUDIO.limitBytes)}${isStudioOver ? '  OVER' : ''}`,
)
if (isStudioOver) process.exitCode = 1
