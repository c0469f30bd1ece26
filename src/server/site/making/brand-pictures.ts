import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '#machines/site/merge-patch.rules.ts'
import { cssColour, parseColour, toOklch } from '#machines/site/theme/theme-colour.rules.ts'
import { type BrandLevel, levelsOf } from '../brands/brand-level.ts'
import { THEME_FILE } from '../check/check-theme.ts'

/** Art that is drawn in the colours of its brand. */
const PICTURE = /^assets\/(?:banners|promo|registration)\/.+\.svg$/
const HEX = /#[0-9a-f]{6}\b/gi
/** Hues that are the accent's, in degrees to either side; what is beyond is a colour of the thing that is drawn, such as gold. */
const NEAR_HUE = 45

/** The art of a new brand's parent in the brand's own accent: the pictures that change, by their paths in the folder. Lightness stays,
 *  so that what is drawn upon one another stays apart.
 *  @param theme the patch of the tokens that the brand is given; without an accent of its own nothing changes */
export async function recolouredPictures(level: BrandLevel, theme: JsonObject): Promise<ReadonlyMap<string, string>> {
  const from = accentOf(level.documents.get(THEME_FILE)?.value)
  const to = accentOf(theme)
  const pictures = new Map<string, string>()
  if (!from || !to) return pictures
  const share = to.chroma / Math.max(from.chroma, Number.EPSILON)
  const recolour = (hex: string): string => {
    const { lightness, chroma, hueDegrees } = toOklch(parseColour(hex))
    if (chroma === 0 || distance(hueDegrees, from.hue) > NEAR_HUE) return hex
    return cssColour(parseColour({ colorSpace: 'oklch', components: [lightness, chroma * share, to.hue] }))
  }
  for (const [path, folder] of picturesOf(level)) {
    const drawn = await readFile(join(folder, path), 'utf8')
    const own = drawn.replaceAll(HEX, recolour)
    if (own !== drawn) pictures.set(path, own)
  }
  return pictures
}

/** Where each picture is that the brand would have of its parents. */
function picturesOf(level: BrandLevel): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { layer } of levelsOf(level))
    for (const path of layer.files.keys()) if (PICTURE.test(path)) found.set(path, layer.folder)
  return found
}

/** Hue and chroma of the strongest shade of the accent ramp. */
function accentOf(tokens: JsonValue | undefined): { readonly hue: number; readonly chroma: number } | null {
  const ramp = isJsonObject(tokens) && isJsonObject(tokens.palette) ? tokens.palette.accent : undefined
  if (!isJsonObject(ramp)) return null
  const shades = Object.values(ramp).flatMap((token) => {
    const value = isJsonObject(token) ? token.$value : undefined
    if (!isJsonObject(value) || value.colorSpace !== 'oklch' || !Array.isArray(value.components)) return []
    const [, chroma = 0, hue = 0] = value.components as readonly number[]
    return [{ chroma, hue }]
  })
  return shades.toSorted((one, other) => other.chroma - one.chroma)[0] ?? null
}

/** How far two hues are apart on their circle, in degrees. */
function distance(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360
  return Math.min(apart, 360 - apart)
}
