import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Resvg } from '@resvg/resvg-wasm'
import { LRUCache } from 'lru-cache'
import { brandIcon, startRenderer } from '#server/site/app/app-icons.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { type GamePictureWords, gamePictureSvg, isWritable } from './game-picture.rules.ts'

/** The faces of pictures: one family for scripts of the Latin kind, one for Arabic. */
const FACES = [
  ...['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'].map(
    (script) => `@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`,
  ),
  '@fontsource-variable/vazirmatn/files/vazirmatn-arabic-wght-normal.woff2',
]
const MOST_PICTURES = 300
/** Pictures that are drawn or wait: more than that are refused, so that nobody keeps the server busy with drawing. */
const MOST_WAITING = 20

let faces: Promise<Uint8Array[]> | undefined

function loadFaces(): Promise<Uint8Array[]> {
  const { resolve } = createRequire(import.meta.url)
  faces ??= Promise.all(FACES.map(async (name) => new Uint8Array(await readFile(resolve(name)))))
  return faces
}

/** Draws the pictures of games that shared links show, each once for the words on it, one after another. Renderer and faces are loaded
 *  with the first. */
export function createGamePictures() {
  const kept = new LRUCache<string, Promise<Buffer | null>>({ max: MOST_PICTURES })
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    /** A PNG of 1200 × 630 pixels; null where the names are in a script that the faces do not have, or too many pictures wait. */
    async picture(site: ResolvedSite, words: GamePictureWords): Promise<Buffer | null> {
      if (!isWritable(words)) return null
      const key = JSON.stringify([site.hash, words])
      const known = kept.get(key)
      if (known) return known
      if (waiting >= MOST_WAITING) return null
      waiting += 1
      const made = last
        .then(() => draw(site, words))
        .finally(() => {
          waiting -= 1
        })
      last = made.catch(() => undefined)
      kept.set(key, made)
      made.catch(() => kept.delete(key))
      return made
    },
  }
}

async function draw(site: ResolvedSite, words: GamePictureWords): Promise<Buffer> {
  const { theme } = site
  const icon = await brandIcon(site)
  const fontBuffers = await loadFaces()
  await startRenderer()
  const colours = theme.colours[theme.defaultScheme === 'dark' ? 'dark' : 'light']
  const drawing = new Resvg(gamePictureSvg(words, colours, icon), { font: { fontBuffers, loadSystemFonts: false } })
  const image = drawing.render()
  const png = Buffer.from(image.asPng())
  image.free()
  drawing.free()
  return png
}
