import type { ThemeTokens } from '#schemas'
import { valueAt } from '../merge-patch.rules.ts'
import { resolveTokens } from './theme.rules.ts'
import { contrastRatio } from './theme-colour.rules.ts'
import { DRAWN_PAIRS, SCHEMES, type Scheme } from './theme-contrast.rules.ts'

/** A pair of colours that is drawn with a token, and how far apart they are. */
export interface TokenContrast {
  /** Names of the tokens: what is drawn, and what it is drawn upon. */
  readonly pair: readonly [foreground: string, background: string]
  readonly scheme: Scheme
  /** Rounded down to hundredths. */
  readonly ratio: number
  readonly required: number
}

/** The contrasts that hang on each token of a theme, directly or by way of aliases, the closest pair first: pointer of the value of a
 *  token → its pairs. Tokens with which nothing is drawn are left out. */
export function tokenContrasts(tokens: ThemeTokens): ReadonlyMap<string, readonly TokenContrast[]> {
  const { theme } = resolveTokens(tokens)
  const found = new Map<string, TokenContrast[]>()
  for (const scheme of SCHEMES) {
    for (const [over, under, required] of DRAWN_PAIRS) {
      const names = [`color.${scheme}.${over}`, `color.${scheme}.${under}`] as const
      const [foreground, background] = names.map((name) => theme.get(name))
      if (foreground?.type !== 'color' || background?.type !== 'color') continue
      const ratio = Math.floor(contrastRatio(foreground.value, background.value) * 100) / 100
      const contrast: TokenContrast = { pair: names, scheme, ratio, required }
      for (const pointer of new Set(names.flatMap((name) => aliasChain(tokens, name)))) {
        const known = found.get(pointer)
        if (known) known.push(contrast)
        else found.set(pointer, [contrast])
      }
    }
  }
  for (const contrasts of found.values())
    contrasts.sort((one, other) => one.ratio / one.required - other.ratio / other.required)
  return found
}

/** Pointers of a token's value and of all that it refers to: `color.light.accent` → its own, that of `palette.accent.600`, … */
export function aliasChain(tokens: ThemeTokens, name: string, seen: readonly string[] = []): readonly string[] {
  if (seen.includes(name)) return []
  const pointer = `/${name.replaceAll('.', '/')}/$value`
  const alias = /^\{(.+)\}$/.exec(String(valueAt(tokens, pointer)))?.[1]
  return [pointer, ...(alias ? aliasChain(tokens, alias, [...seen, name]) : [])]
}
