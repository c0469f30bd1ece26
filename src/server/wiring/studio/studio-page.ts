import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AssetChunk } from '#calls/page.ts'

/** The built page of the studio: what its document names, and the folder of its files. */
export interface StudioPages {
  readonly script: string
  readonly preloads: readonly string[]
  readonly styles: readonly string[]
  readonly assetsFolder: string
}

const DIST = fileURLToPath(new URL('../../../../dist/studio', import.meta.url))
const ENTRY = 'src/studio/main.tsx'
/** Where the files of the build are served, and the folder of the build that they lie in. */
export const STUDIO_ASSETS = 'studio-assets'

/** Reads what the build of the studio's page has made; null when there is none. */
export function loadStudioPages(dist = DIST): StudioPages | null {
  const file = join(dist, '.vite/manifest.json')
  if (!existsSync(file)) return null
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, AssetChunk>>
  const chunks = [...chunksOf(manifest, ENTRY)]
  const [entry, ...imported] = chunks
  if (!entry) throw new Error(`${file} does not have ${ENTRY}: run \`npm run build\` again.`)
  return {
    script: `/${entry.file}`,
    preloads: imported.map((chunk) => `/${chunk.file}`),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((path) => `/${path}`),
    assetsFolder: join(dist, STUDIO_ASSETS),
  }
}

/** A chunk and all that it imports, each once. */
function chunksOf(
  manifest: Readonly<Record<string, AssetChunk>>,
  name: string,
  found: Map<string, AssetChunk> = new Map(),
): Iterable<AssetChunk> {
  const chunk = manifest[name]
  if (chunk && !found.has(name)) {
    found.set(name, chunk)
    for (const imported of chunk.imports ?? []) chunksOf(manifest, imported, found)
  }
  return found.values()
}

/** The document of every page of the studio. */
export function studioDocument({ script, preloads, styles }: StudioPages, nonce: string): string {
  const own = `nonce="${nonce}"`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<meta name="color-scheme" content="light dark"><meta property="csp-nonce" ${own}>`,
    '<title>Livery Studio</title><link rel="icon" href="data:,">',
    ...styles.map((path) => `<link rel="stylesheet" ${own} href="${path}">`),
    ...preloads.map((path) => `<link rel="modulepreload" ${own} href="${path}">`),
    `<script type="module" ${own} src="${script}"></script>`,
    '</head><body><div id="studio"></div></body></html>',
  ].join('')
}

/** The policy of the studio's page: scripts by nonce alone, Trusted Types enforced, previews of drafts and its own pictures in its frames
 *  and nothing else from elsewhere. @param previews sources of previews, as a policy writes them */
export function studioPolicy(nonce: string, previews: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${["'self'", ...previews].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types livery-studio',
  ].join('; ')
}
