import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject, type JsonValue, mergePatch } from '#machines/site/merge-patch.rules.ts'
import { resolveTokens } from '#machines/site/theme/theme.rules.ts'
import { parseColour, toOklch } from '#machines/site/theme/theme-colour.rules.ts'
import { checkContrast, SCHEMES, type Scheme } from '#machines/site/theme/theme-contrast.rules.ts'
import type { ThemeTokens } from '#schemas'
import type { BrandLevel } from '../brands/brand-level.ts'
import { THEME_FILE } from '../check/check-theme.ts'
import { MakingFailure } from './making-failure.ts'

const FULL_TURN = 360
/** Steps by which other hues are tried; prime to the full turn, so that none comes twice soon. */
const HUE_STEP = 47
const TRIES = 24

/** A theme for a new brand: its parent's accent ramp in a hue of its own, drawn from the id. Lightness and chroma stay, so
 *  that the parent's contrasts hold; a hue in which one does not is passed over (OPS-1, OPS-9). */
export function newTheme(level: BrandLevel, id: string): JsonObject {
  const tokens = level.documents.get(THEME_FILE)?.value
  const ramp = isJsonObject(tokens) && isJsonObject(tokens.palette) ? tokens.palette.accent : undefined
  if (!isJsonObject(tokens) || !isJsonObject(ramp)) return {}
  const first = createHash('sha256').update(id).digest().readUInt16BE(0) % FULL_TURN
  for (let turn = 0; turn < TRIES; turn += 1) {
    const hueDegrees = (first + turn * HUE_STEP) % FULL_TURN
    const patch = { palette: { accent: recoloured(ramp, (own) => ({ ...own, hueDegrees })) } }
    if (isReadable(tokens, patch)) return patch
  }
  return {}
}

/** A colour of a ramp by its parts in OKLCH. */
type Oklch = ReturnType<typeof toOklch>

/** Shares of the colour's own chroma that are tried, the whole first. */
const CHROMA_SHARES = [1, 0.85, 0.7, 0.55, 0.4, 0.25, 0]
/** Steps between the colour's own lightness and that of the parent's accent. */
const LIGHTNESS_STEPS = 24
/** Least difference in lightness at which two colours of a ramp can be distinguished. */
const LEAST_DISTANCE = 0.04
const GREYS = ['neutral', 'ink']

/** A theme made of one colour: the accents of both schemes are it where its contrast is enough, else the nearest shade that has it;
 *  the greys lean towards its hue (OPS-9).
 *  @param hex `#0a7d5a`, `0a7d5a` or `0a7`  @throws MakingFailure `color_invalid` */
export function themeOfColor(level: BrandLevel, hex: string): JsonObject {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex)?.[1]
  if (digits === undefined) throw new MakingFailure('color_invalid', 'color', hex)
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const colour = toOklch(parseColour(`#${full.toLowerCase()}`))
  const tokens = level.documents.get(THEME_FILE)?.value
  if (isJsonObject(tokens))
    for (const share of CHROMA_SHARES) {
      const patch = solved(tokens, { ...colour, chroma: colour.chroma * share })
      if (patch) return patch
    }
  throw new MakingFailure('color_invalid', 'color-unreadable', hex)
}

/** First the accent of the dark scheme is sought, then that of the light one: a ramp that both share has to serve both. */
function solved(tokens: JsonObject, colour: Oklch): JsonObject | null {
  const anchors = SCHEMES.flatMap((scheme) => anchorOf(tokens, scheme) ?? [])
  const shades = new Map(anchors.map(({ scheme, lightness }) => [scheme, lightness]))
  for (const { scheme, lightness } of anchors.toReversed()) {
    const fits = stepsBetween(colour.lightness, lightness).find((shade) => {
      const patch = patchOf(tokens, anchors, new Map(shades).set(scheme, shade), colour)
      return patch !== null && isReadable(tokens, patch, scheme)
    })
    if (fits === undefined) return null
    shades.set(scheme, fits)
  }
  const patch = patchOf(tokens, anchors, shades, colour)
  return patch && isReadable(tokens, patch) ? patch : null
}

/** Where the accent of a scheme is in the palette. */
interface Anchor {
  readonly scheme: Scheme
  readonly ramp: string
  readonly lightness: number
  readonly chroma: number
}

function anchorOf(tokens: JsonObject, scheme: Scheme): Anchor | null {
  const alias = at(tokens, 'color', scheme, 'accent', '$value')
  const [, ramp, step] = typeof alias === 'string' ? (/^\{palette\.([\w-]+)\.(\w+)\}$/.exec(alias) ?? []) : []
  if (ramp === undefined || step === undefined) return null
  const own = oklchOf(at(tokens, 'palette', ramp, step))
  return own && { scheme, ramp, lightness: own.lightness, chroma: own.chroma }
}

function stepsBetween(from: number, to: number): readonly number[] {
  return Array.from({ length: LIGHTNESS_STEPS + 1 }, (_, step) => from + ((to - from) * step) / LIGHTNESS_STEPS)
}

/** The palette with the accents at these shades; null when a ramp would not go from light to dark any more. */
function patchOf(
  tokens: JsonObject,
  anchors: readonly Anchor[],
  shades: ReadonlyMap<Scheme, number>,
  { chroma, hueDegrees }: Oklch,
): JsonObject | null {
  const palette: Record<string, JsonObject> = {}
  for (const [name, own] of Map.groupBy(anchors, ({ ramp }) => ramp)) {
    const ramp = at(tokens, 'palette', name)
    if (!isJsonObject(ramp)) return null
    const knots = knotsOf(ramp, own, shades)
    if (!knots) return null
    const share = chroma / Math.max(...own.map((anchor) => anchor.chroma), Number.EPSILON)
    palette[name] = recoloured(ramp, (step) => ({
      lightness: between(knots, step.lightness),
      chroma: step.chroma * share,
      hueDegrees,
    }))
  }
  for (const name of GREYS) {
    const ramp = at(tokens, 'palette', name)
    if (isJsonObject(ramp)) palette[name] = recoloured(ramp, (step) => ({ ...step, hueDegrees }))
  }
  return { palette }
}

type Knot = readonly [from: number, to: number]

/** How lightness changes along a ramp: its ends stay, its accents move, and what lies between moves with them. */
function knotsOf(
  ramp: JsonObject,
  anchors: readonly Anchor[],
  shades: ReadonlyMap<Scheme, number>,
): readonly Knot[] | null {
  const all = Object.values(ramp).flatMap((token) => oklchOf(token)?.lightness ?? [])
  const moved = anchors.map(({ scheme, lightness }): Knot => [lightness, shades.get(scheme) ?? lightness])
  const [darkest, lightest] = [Math.min(...all), Math.max(...all)]
  const least = Math.min(...moved.map(([, to]) => to)) - 2 * LEAST_DISTANCE
  const knots = [[darkest, Math.max(0.05, Math.min(darkest, least))], ...moved, [lightest, lightest]] satisfies Knot[]
  knots.sort(([left], [right]) => left - right)
  const isRising = knots.every(([from, to], index) => {
    const [before, last] = knots[index - 1] ?? [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    return from === before || to - last >= LEAST_DISTANCE
  })
  return isRising ? knots : null
}

function between(knots: readonly Knot[], lightness: number): number {
  const above = Math.max(
    1,
    knots.findIndex(([from]) => from >= lightness),
  )
  const [[low, lowTo], [high, highTo]] = [knots[above - 1] ?? [0, 0], knots[above] ?? [1, 1]]
  return high === low ? highTo : lowTo + ((lightness - low) / (high - low)) * (highTo - lowTo)
}

function recoloured(ramp: JsonObject, change: (own: Oklch) => Oklch): JsonObject {
  const steps = Object.entries(ramp).flatMap(([step, token]) => {
    const own = oklchOf(token)
    if (!own || !isJsonObject(token)) return []
    const { lightness, chroma, hueDegrees } = change(own)
    const components = [rounded(lightness, 3), rounded(chroma, 4), rounded(hueDegrees, 1)]
    return [[step, { ...token, $value: { colorSpace: 'oklch', components } }] as const]
  })
  return Object.fromEntries(steps)
}

function oklchOf(token: JsonValue | undefined): Oklch | null {
  const value = isJsonObject(token) ? token.$value : undefined
  if (!isJsonObject(value) || value.colorSpace !== 'oklch' || !Array.isArray(value.components)) return null
  const [lightness = 0, chroma = 0, hueDegrees = 0] = value.components as readonly number[]
  return { lightness, chroma, hueDegrees }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

function at(value: JsonValue, ...keys: readonly string[]): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value)
}

/** Whether every pair of colours, of one scheme or of both, can be read upon one another. */
function isReadable(tokens: JsonValue, patch: JsonObject, scheme?: Scheme): boolean {
  const { theme, problems } = resolveTokens(mergePatch(tokens, patch) as unknown as ThemeTokens)
  const faults = checkContrast(theme)
  return problems.length === 0 && faults.every((fault) => scheme !== undefined && fault.scheme !== scheme)
}
