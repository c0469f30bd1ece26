import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fontSheets } from '#machines/site/theme/theme-css.rules.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import type { BuiltPages } from './page-bundle.ts'

type FontPages = Pick<BuiltPages, 'manifest' | 'assetsFolder'>

/** Gives the address of a brand's style sheet: its theme, and the faces of the families that the engine serves. Of one document, since
 *  on a slow line each further one waits for its turn. */
export function styleUrl(site: ResolvedSite, { manifest }: Pick<BuiltPages, 'manifest'>): string {
  const faces = createHash('sha256').update(fontSheets(site.theme.fonts, manifest).join()).digest('hex').slice(0, 8)
  return `/theme/${site.theme.hash}-${faces}.css`
}

/** Gives the address of the theme alone, for frames that write in the faces of the device. */
export function themeUrl({ theme }: ResolvedSite): string {
  return `/theme/${theme.hash}.css`
}

/** Writes the document of {@link styleUrl}. @throws Error when a file of the build no longer exists */
export async function styleSheet({ theme }: ResolvedSite, { manifest, assetsFolder }: FontPages): Promise<string> {
  const files = fontSheets(theme.fonts, manifest).map((address) => join(assetsFolder, basename(address)))
  const faces = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return [...faces, theme.css].join('\n')
}
