import type { ThemeColour } from '#schemas'
import { keptOfFrozen } from '../frozen-memo.ts'

/** A colour in sRGB: each part from 0 to 1, gamma encoded as in CSS. */
export interface SrgbColour {
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly alpha: number
}

/** Reads the value of a colour token. `'#0b7285'`, `'#0b7285cc'`, or `{ colorSpace: 'srgb', components: [0.04, 0.45, 0.52] }`.
 *  An OKLCH colour beyond the sRGB gamut loses chroma until it fits. */
export function parseColour(value: string | ThemeColour): SrgbColour {
  return typeof value === 'string' ? parseHex(value) : keptOfFrozen(parsed, value, readComponents)
}

/** Colours by the value that they were read from: themes share those that they leave as they are, and each is named many times. */
const parsed = new WeakMap<ThemeColour, SrgbColour>()

function readComponents(value: ThemeColour): SrgbColour {
  const [first = 0, second = 0, third = 0] = value.components
  const alpha = value.alpha ?? 1
  if (value.colorSpace === 'oklch') return fromOklch(first, second, third, alpha)
  return { red: clamp(first), green: clamp(second), blue: clamp(third), alpha: clamp(alpha) }
}

function parseHex(hex: string): SrgbColour {
  const part = (index: number): number => Number.parseInt(hex.slice(1 + index * 2, 3 + index * 2), 16) / 255
  return { red: part(0), green: part(1), blue: part(2), alpha: hex.length > 7 ? part(3) : 1 }
}

/** The colour as CSS: `#0b7285`, or `#0b7285cc` when it is not opaque. */
export function cssColour(colour: SrgbColour): string {
  const digits = (part: number): string =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0')
  const opaque = `#${digits(colour.red)}${digits(colour.green)}${digits(colour.blue)}`
  return colour.alpha === 1 ? opaque : opaque + digits(colour.alpha)
}

/** Contrast of two opaque colours, from 1 to 21, the order being of no matter (WCAG 2.2, contrast ratio). */
export function contrastRatio(one: SrgbColour, other: SrgbColour): number {
  return contrastOfLuminances(luminance(one), luminance(other))
}

/** Contrast of two colours by their luminances, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOfLuminances(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Relative luminance, from 0 (black) to 1 (white) (WCAG 2.2). */
export function luminance(colour: SrgbColour): number {
  return 0.2126 * toLinear(colour.red) + 0.7152 * toLinear(colour.green) + 0.0722 * toLinear(colour.blue)
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function toEncoded(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part))
}

const GAMUT_TOLERANCE = 0.0005
const CHROMA_STEPS = 16
/** Below it a colour is grey, and its hue a matter of rounding. */
const LEAST_CHROMA = 0.0005

/** Halves the interval of chroma until the colour just fits into sRGB (the idea of CSS Color 4, section 13). */
function fromOklch(lightness: number, chroma: number, hueDegrees: number, alpha: number): SrgbColour {
  let fitting = 0
  let tooMuch = chroma
  if (isInGamut(oklchToLinear(lightness, chroma, hueDegrees))) fitting = chroma
  else {
    for (let step = 0; step < CHROMA_STEPS; step += 1) {
      const middle = (fitting + tooMuch) / 2
      if (isInGamut(oklchToLinear(lightness, middle, hueDegrees))) fitting = middle
      else tooMuch = middle
    }
  }
  const [red = 0, green = 0, blue = 0] = oklchToLinear(lightness, fitting, hueDegrees).map((part) =>
    clamp(toEncoded(clamp(part))),
  )
  return { red, green, blue, alpha: clamp(alpha) }
}

function isInGamut(linear: readonly number[]): boolean {
  return linear.every((part) => part >= -GAMUT_TOLERANCE && part <= 1 + GAMUT_TOLERANCE)
}

/** The matrices are Björn Ottosson's for Oklab (https://bottosson.github.io/posts/oklab/). */
function oklchToLinear(lightness: number, chroma: number, hueDegrees: number): readonly number[] {
  const hue = (hueDegrees * Math.PI) / 180
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** A colour as lightness (0 to 1), chroma (0 to about 0.37) and hue in degrees (0 to 360): the inverse of what a token of OKLCH is
 *  read by. A grey has the hue 0. */
export function toOklch({ red, green, blue }: SrgbColour): {
  readonly lightness: number
  readonly chroma: number
  readonly hueDegrees: number
} {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bAxis = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  const chroma = Math.hypot(a, bAxis)
  const isGrey = chroma < LEAST_CHROMA
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: isGrey ? 0 : chroma,
    hueDegrees: isGrey ? 0 : ((Math.atan2(bAxis, a) * 180) / Math.PI + 360) % 360,
  }
}
