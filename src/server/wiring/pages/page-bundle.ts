import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AssetChunk, PageBundle } from '#calls/page.ts'

/** The built pages: their renderer, the manifest of their assets and the folder these lie in. */
export interface BuiltPages {
  readonly bundle: PageBundle
  readonly manifest: Readonly<Record<string, AssetChunk>>
  readonly assetsFolder: string
}

const DIST = fileURLToPath(new URL('../../../../dist', import.meta.url))

/** Loads the page bundle. @throws Error that says how to build it when it is not there */
export async function loadPages(dist = DIST): Promise<BuiltPages> {
  const manifestFile = join(dist, 'client/.vite/manifest.json')
  if (!existsSync(manifestFile)) throw new Error('The pages are not built: run `npm run build` first.')
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, AssetChunk>
  const bundle = (await import(pathToFileURL(join(dist, 'server/entry-server.js')).href)) as PageBundle
  return { bundle, manifest, assetsFolder: join(dist, 'client/assets') }
}
