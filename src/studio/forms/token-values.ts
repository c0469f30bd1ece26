import { isJsonObject, valueAt } from '#machines/site/merge-patch.rules.ts'
import { cssColour, parseColour } from '#machines/site/theme/theme-colour.rules.ts'
import type { ThemeColour } from '#schemas'

/** The alias that a token has for its value: `{palette.accent.500}` → `palette.accent.500`; null when it has none. */
export function aliasOf(value: unknown): string | null {
  return typeof value === 'string' ? (/^\{(.+)\}$/.exec(value)?.[1] ?? null) : null
}

/** The value at the end of a token's aliases; undefined when they lead nowhere. */
export function tokenValue(theme: unknown, token: unknown): unknown {
  let value = valueAt(token, '/$value')
  for (let steps = 0; steps < 20; steps++) {
    const alias = aliasOf(value)
    if (alias === null) return value
    value = valueAt(theme, `/${alias.replaceAll('.', '/')}/$value`)
  }
  return undefined
}

/** The colour of a token as CSS, at the end of its aliases; null when it is no colour. */
export function tokenColour(theme: unknown, token: unknown): string | null {
  return colourOf(tokenValue(theme, token))
}

/** A colour as a token may write it, as CSS: `#0b7285`, or `#0b7285cc` when it is not opaque; null when it is none. */
export function colourOf(value: unknown): string | null {
  const isHex = typeof value === 'string' && /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value)
  const isColour = isJsonObject(value) && Array.isArray(value.components) && value.components.length === 3
  return isHex || isColour ? cssColour(parseColour(value as string | ThemeColour)) : null
}

/** The colours of all tokens inside a part of a theme, in their order, at most `most`. */
export function coloursIn(theme: unknown, part: unknown, most = 12): readonly string[] {
  if (!isJsonObject(part)) return []
  if ('$value' in part) return [tokenColour(theme, part) ?? []].flat()
  const found: string[] = []
  for (const inner of Object.values(part)) found.push(...coloursIn(theme, inner, most - found.length))
  return found.slice(0, most)
}
