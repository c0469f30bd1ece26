import { createHash } from 'node:crypto'
import { isJsonObject, type JsonObject, type JsonValue, mergePatch } from '#machines/site/merge-patch.rules.ts'
import { resolveTokens } from '#machines/site/theme.rules.ts'
import { checkContrast } from '#machines/site/theme-contrast.rules.ts'
import type { ThemeTokens } from '#schemas'
import type { BrandLevel } from '#server/site/brand-level.ts'
import { THEME_FILE } from '#server/site/check-theme.ts'

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
    const patch = { palette: { accent: inHue(ramp, (first + turn * HUE_STEP) % FULL_TURN) } }
    if (isReadable(mergePatch(tokens, patch))) return patch
  }
  return {}
}

function inHue(ramp: JsonObject, hueDegrees: number): JsonObject {
  const steps = Object.entries(ramp).flatMap(([step, token]) => {
    const value = isJsonObject(token) ? token.$value : undefined
    if (
      !isJsonObject(token) ||
      !isJsonObject(value) ||
      value.colorSpace !== 'oklch' ||
      !Array.isArray(value.components)
    )
      return []
    const [lightness = 0, chroma = 0] = value.components as readonly JsonValue[]
    return [[step, { ...token, $value: { colorSpace: 'oklch', components: [lightness, chroma, hueDegrees] } }] as const]
  })
  return Object.fromEntries(steps)
}

function isReadable(tokens: JsonValue): boolean {
  const { theme, problems } = resolveTokens(tokens as unknown as ThemeTokens)
  return problems.length === 0 && checkContrast(theme).length === 0
}
