import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrandDiff, BrandDiffPicture } from '#schemas'
import { createBrandPictures, type PicturePair } from '#server/studio/pictures/brand-pictures.ts'
import type { ComparedStates } from '#server/studio/pictures/picture-room.ts'
import { escapeHtml } from '#server/wiring/pages/plain-page.ts'
import { say } from '../../command-text.ts'

/** What is to be pictured, and where the pictures go. */
export interface PictureOrder {
  readonly brand: string
  readonly diff: BrandDiff
  readonly states: ComparedStates
  readonly language: string | undefined
  readonly folder: string
}

const WIDTHS = [1440, 390] as const
const SIDES = [
  ['before', 'brand.pictures_before'],
  ['after', 'brand.pictures_after'],
  ['marked', 'brand.pictures_marked'],
] as const
const INDEX = 'index.html'

/** Takes pictures of every page that looks different and writes them with a page that shows them side by side.
 *  @throws StudioFailure pictures.unserved, pictures.browser_…, request.invalid for a language that the brand has not */
export async function writePictures(order: PictureOrder): Promise<BrandDiffPicture[]> {
  const { states, language, folder } = order
  const pictures = createBrandPictures()
  const taken: BrandDiffPicture[] = []
  try {
    const { pages } = await pictures.list(states, language)
    await mkdir(folder, { recursive: true })
    for (const page of pages)
      for (const width of WIDTHS) {
        const pair = await pictures.compare(states, { path: page.path, width, scheme: 'light' })
        taken.push({ ...page, width, share: pair.share, files: await writePair(folder, page.path, width, pair) })
      }
  } finally {
    await pictures.close()
  }
  if (taken.length > 0) await writeFile(join(folder, INDEX), indexPage(order, taken))
  return taken
}

/** What was written, as a line. */
export function picturesText(folder: string, pictures: readonly BrandDiffPicture[]): string {
  const { length: count } = pictures
  return count === 0 ? say('brand.pictures_none') : say('brand.pictures_written', { count, file: join(folder, INDEX) })
}

async function writePair(folder: string, path: string, width: number, pair: PicturePair): Promise<string[]> {
  const name = path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '')
  return Promise.all(
    SIDES.map(async ([side]) => {
      const file = `${name}-${width}-${side}.png`
      await writeFile(join(folder, file), pair[side])
      return file
    }),
  )
}

function indexPage({ brand: id, diff: { from, to } }: PictureOrder, pictures: readonly BrandDiffPicture[]): string {
  const title = escapeHtml(say('brand.pictures_title', { id, from, to }))
  const parts = pictures.map(({ path, width, share, files }) => {
    const percent = (share * 100).toLocaleString('en', { maximumSignificantDigits: 2 })
    const figures = SIDES.map(([, key], at) => {
      const side = escapeHtml(say(key))
      const file = files[at] ?? ''
      return `<figure><figcaption>${side}</figcaption><a href="${file}"><img src="${file}" alt="${side}" loading="lazy"></a></figure>`
    })
    return `<section><h2>${escapeHtml(say('brand.pictures_line', { path, width, percent }))}</h2><div>${figures.join('')}</div></section>`
  })
  const page = readFileSync(new URL('./diff-pictures.html', import.meta.url), 'utf8')
  return page.replaceAll('@title', () => title).replace('@pairs', () => parts.join('\n'))
}
