import { cssColour, parseColour, toOklch } from '#machines/site/theme/theme-colour.rules.ts'

/** A picture as it is read: four bytes for each px, red, green, blue and how opaque it is. */
export type Pixels = Uint8ClampedArray | readonly number[]

/** How many px of a side are looked at: enough for a logo, and quick. */
const SIDE_PX = 96
/** Below this a px is seen through. */
const OPAQUE = 200
/** Below this chroma (OKLCH) a colour is grey, from which no palette follows. */
const GREY = 0.035
/** Degrees of hue that are taken for one colour. */
const HUE_STEP = 24

interface Group {
  weight: number
  lightness: number
  chroma: number
  hueX: number
  hueY: number
}

/** The colours of a picture from which a palette can follow, the most drawn and most vivid first: px of a like hue are one colour.
 *  @returns as codes, `#d92d20`; none for a picture in greys */
export function coloursOfPixels(pixels: Pixels, most = 4): readonly string[] {
  const groups = new Map<number, Group>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < OPAQUE) continue
    const hex = [0, 1, 2].map((part) => (pixels[at + part] ?? 0).toString(16).padStart(2, '0')).join('')
    const { lightness, chroma, hueDegrees } = toOklch(parseColour(`#${hex}`))
    if (chroma < GREY || lightness < 0.15 || lightness > 0.97) continue
    addPixel(groups, { lightness, chroma, hueDegrees })
  }
  return [...groups.values()]
    .sort((one, other) => other.weight - one.weight)
    .slice(0, most)
    .map(colourOfGroup)
}

function addPixel(
  groups: Map<number, Group>,
  {
    lightness,
    chroma,
    hueDegrees,
  }: { readonly lightness: number; readonly chroma: number; readonly hueDegrees: number },
): void {
  const key = Math.round(hueDegrees / HUE_STEP) % Math.round(360 / HUE_STEP)
  const group = groups.get(key) ?? { weight: 0, lightness: 0, chroma: 0, hueX: 0, hueY: 0 }
  groups.set(key, group)
  const radians = (hueDegrees * Math.PI) / 180
  group.weight += chroma
  group.lightness += lightness * chroma
  group.chroma += chroma * chroma
  group.hueX += Math.cos(radians) * chroma
  group.hueY += Math.sin(radians) * chroma
}

function colourOfGroup({ weight, lightness, chroma, hueX, hueY }: Group): string {
  const hue = (Math.atan2(hueY, hueX) * 180) / Math.PI
  const components: [number, number, number] = [lightness / weight, chroma / weight, (hue + 360) % 360]
  return cssColour({ ...parseColour({ colorSpace: 'oklch', components }), alpha: 1 }).slice(0, 7)
}

/** The colours of a logo, read in the browser: the file goes nowhere.
 *  @throws Error when it is no picture that the browser can draw */
export async function coloursOfLogo(file: Blob): Promise<readonly string[]> {
  const image = await drawnImage(file)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('the browser has no canvas')
  context.drawImage(image, 0, 0, SIDE_PX, SIDE_PX)
  return coloursOfPixels(context.getImageData(0, 0, SIDE_PX, SIDE_PX).data)
}

/** An SVG is drawn only by way of an element; as its source it runs no script and fetches nothing. */
async function drawnImage(file: Blob): Promise<CanvasImageSource> {
  const image = new Image()
  image.src = await dataAddress(file)
  await image.decode()
  return image
}

function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })
}
