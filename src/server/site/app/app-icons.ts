import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { extname } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { LRUCache } from 'lru-cache'
import type { ResolvedSite } from '../resolved-site.ts'
import { APP_ICONS, type AppIconName } from './app-manifest.ts'

const WASM = '@resvg/resvg-wasm/index_bg.wasm'
/** The icon that every brand inherits. */
const ICON = 'favicon.svg'
const MOST_ICONS = 200
/** Side of the trial drawing from which the colour of an icon's edge is read, in pixels. */
const TRIAL_SIDE = 48
/** Share of a maskable icon that no device cuts away (W3C, Web Application Manifest, "Icon masks"). */
const SAFE_SHARE = 0.8
const OPAQUE = 255

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}

let started: Promise<void> | undefined

/** The renderer, loaded once: it is WebAssembly, runs no script of a picture and fetches nothing. */
export function startRenderer(): Promise<void> {
  started ??= readFile(createRequire(import.meta.url).resolve(WASM)).then(initWasm)
  return started
}

/** Draws the icons of the brands' apps from the pictures `customize.icon`, each once per version of a brand. */
export function createAppIcons() {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: MOST_ICONS })
  return {
    /** The PNG of an icon. @throws Error when the brand's picture cannot be drawn */
    icon(site: ResolvedSite, name: AppIconName): Promise<Buffer> {
      const key = `${site.hash}/${name}`
      const known = kept.get(key)
      if (known) return known
      const made = drawIcon(site, name)
      kept.set(key, made)
      made.catch(() => kept.delete(key))
      return made
    },
  }
}

/** The sign of a brand as a data address: `customize.icon`, or the engine's where that cannot be drawn; null without any. */
export async function brandIcon(site: ResolvedSite): Promise<string | null> {
  const asset = drawable(site, site.config.customize.icon ?? ICON) ?? drawable(site, ICON)
  return asset && `data:${asset.type};base64,${(await readFile(asset.file)).toString('base64')}`
}

async function drawIcon(site: ResolvedSite, name: AppIconName): Promise<Buffer> {
  const picture = await brandIcon(site)
  if (!picture) throw new Error(`brand ${site.brandId} has no icon`)
  await startRenderer()
  const { side, purpose } = APP_ICONS[name]
  if (purpose === 'any') return draw(framed(picture, null), side)
  const edge = edgeColour(framed(picture, null)) ?? site.theme.colours.light.canvas
  return draw(framed(picture, edge), side)
}

/** A picture of a brand with its type; null where it is none that can be drawn. */
function drawable(site: ResolvedSite, path: string): { readonly file: string; readonly type: string } | null {
  const asset = site.asset(path)
  const type = asset && TYPES[extname(asset.file).toLowerCase()]
  return asset && type ? { file: asset.file, type } : null
}

/** An icon as a whole picture; on a ground it is small enough for every shape that a device cuts.
 *  @param ground colour behind it; null where it is left as it is */
function framed(picture: string, ground: string | null): string {
  const share = ground === null ? 1 : SAFE_SHARE
  const place = `x="${50 - 50 * share}" y="${50 - 50 * share}" width="${100 * share}" height="${100 * share}"`
  const below = ground === null ? '' : `<rect width="100" height="100" fill="${ground}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${below}<image ${place} href="${picture}"/></svg>`
}

function draw(svg: string, side: number): Buffer {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: side } })
  const image = drawing.render()
  const png = Buffer.from(image.asPng())
  image.free()
  drawing.free()
  return png
}

/** The colour at the middle of an icon's upper edge: a ground of the same colour makes its own shape disappear. Null where the icon
 *  is transparent there. */
function edgeColour(svg: string): string | null {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: TRIAL_SIDE } })
  const image = drawing.render()
  const start = (2 * TRIAL_SIDE + TRIAL_SIDE / 2) * 4
  const [red = 0, green = 0, blue = 0, alpha = 0] = image.pixels.slice(start, start + 4)
  image.free()
  drawing.free()
  if (alpha < OPAQUE) return null
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
