import type { ThemeColour, ThemeDimension, ThemeDuration, ThemeTokens } from '#schemas'
import { keptOfFrozen } from '../frozen-memo.ts'
import { cssColour, parseColour, type SrgbColour } from './theme-colour.rules.ts'

/** One layer of a shadow, its colour resolved. */
export interface ResolvedShadow {
  readonly colour: SrgbColour
  readonly offsetX: ThemeDimension
  readonly offsetY: ThemeDimension
  readonly blur: ThemeDimension
  readonly spread: ThemeDimension
}

/** A token after its aliases. */
export type ResolvedToken =
  | { readonly type: 'color'; readonly value: SrgbColour }
  | { readonly type: 'dimension'; readonly value: ThemeDimension }
  | { readonly type: 'duration'; readonly value: ThemeDuration }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'fontFamily'; readonly value: string }
  | { readonly type: 'shadow'; readonly value: readonly ResolvedShadow[] }

/** Every token that the engine reads: its name, such as `color.light.canvas`, → its value. The palette is not in it. */
export type ResolvedTheme = ReadonlyMap<string, ResolvedToken>

/** Why a token has no value, or not the one it seems to have. */
export interface ThemeProblem {
  readonly code:
    | 'theme.alias_unknown'
    | 'theme.alias_cycle'
    | 'theme.alias_type'
    | 'theme.hex_differs'
    | 'theme.colour_transparent'
  /** JSON Pointer into the merged tokens, such as `/color/light/canvas/$value`. */
  readonly pointer: string
  /** `token`: the token's name; `alias`: the name that it gives; `chain`: the names of a cycle in their order. */
  readonly params: Readonly<Record<string, string>>
}

type TokenType = ResolvedToken['type']

const TYPE_OF_GROUP = {
  palette: 'color',
  color: 'color',
  font: 'fontFamily',
  text: 'dimension',
  leading: 'number',
  space: 'dimension',
  radius: 'dimension',
  elevation: 'shadow',
  motion: 'duration',
  'row-height': 'dimension',
} as const satisfies Record<Exclude<keyof ThemeTokens, '$schema' | '$description'>, TokenType>

const ALIAS = /^\{(.+)\}$/

/** Follows the aliases of a theme that is valid and complete: a brand's tokens merged over its parents'.
 *  A token with a problem is left out of `theme`; transparency is for shadows and the palette alone (OPS-9). */
export function resolveTokens(tokens: ThemeTokens): {
  readonly theme: ResolvedTheme
  readonly problems: readonly ThemeProblem[]
} {
  const resolver = new TokenResolver(tokens)
  const theme = new Map<string, ResolvedToken>()
  for (const name of resolver.values.keys()) {
    const token = resolver.resolve(name)
    if (token && !name.startsWith('palette.')) theme.set(name, token)
  }
  return { theme, problems: resolver.problems }
}

class TokenResolver {
  readonly values = new Map<string, unknown>()
  readonly problems: ThemeProblem[] = []

  constructor(tokens: ThemeTokens) {
    for (const group of Object.keys(TYPE_OF_GROUP))
      for (const [name, value] of valuesOfGroup(tokens[group as keyof ThemeTokens], group)) this.values.set(name, value)
  }

  resolve(name: string): ResolvedToken | undefined {
    const type = typeOf(name)
    const pointer = () => `/${name.replaceAll('.', '/')}/$value`
    const value = this.follow(this.values.get(name), type, pointer, [name])
    if (value === undefined) return undefined
    if (type === 'shadow') return this.resolveShadow(name, value as readonly RawShadow[], pointer)
    if (type !== 'color') return { type, value } as ResolvedToken
    const colour = this.readColour(name, value as string | ThemeColour, pointer)
    if (name.startsWith('color.') && colour.alpha < 1) {
      this.problems.push({ code: 'theme.colour_transparent', pointer: pointer(), params: { token: name } })
      return undefined
    }
    return { type, value: colour }
  }

  /** The value at the end of a chain of aliases; undefined, with a problem noted, when the chain leads nowhere. */
  private follow(value: unknown, type: TokenType, pointer: () => string, chain: readonly string[]): unknown {
    const alias = typeof value === 'string' ? ALIAS.exec(value)?.[1] : undefined
    if (alias === undefined) return value
    const token = chain[0] ?? ''
    const report = (code: ThemeProblem['code'], params: Record<string, string>): undefined => {
      this.problems.push({ code, pointer: pointer(), params: { token, alias, ...params } })
    }
    if (chain.includes(alias)) return report('theme.alias_cycle', { chain: [...chain, alias].join(' → ') })
    if (!this.values.has(alias)) return report('theme.alias_unknown', {})
    if (typeOf(alias) !== type) return report('theme.alias_type', { expected: type, actual: typeOf(alias) })
    return this.follow(this.values.get(alias), type, pointer, [...chain, alias])
  }

  private resolveShadow(
    name: string,
    layers: readonly RawShadow[],
    pointer: () => string,
  ): Extract<ResolvedToken, { type: 'shadow' }> | undefined {
    const value: ResolvedShadow[] = []
    for (const [index, { color, ...lengths }] of layers.entries()) {
      const place = () => `${pointer()}/${index}/color`
      const end = this.follow(color, 'color', place, [name])
      if (end === undefined) return undefined
      value.push({ ...lengths, colour: this.readColour(name, end as string | ThemeColour, place) })
    }
    return { type: 'shadow', value }
  }

  /** `hex` beside other components would be believed by one tool and not by the next. */
  private readColour(token: string, value: string | ThemeColour, pointer: () => string): SrgbColour {
    const colour = parseColour(value)
    if (typeof value === 'object' && value.hex !== undefined) {
      const actual = cssColour({ ...colour, alpha: 1 })
      if (!isSameHex(actual, value.hex)) {
        this.problems.push({ code: 'theme.hex_differs', pointer: pointer(), params: { token, hex: value.hex, actual } })
      }
    }
    return colour
  }
}

type NamedValue = readonly [name: string, value: unknown]

/** Names and values by the group that has them: themes share those that they leave as they are. */
const collected = new WeakMap<object, readonly NamedValue[]>()

function valuesOfGroup(group: unknown, name: string): readonly NamedValue[] {
  if (typeof group !== 'object' || group === null) return []
  return keptOfFrozen(collected, group, () => valuesIn(group, name))
}

function valuesIn(node: unknown, name: string): readonly NamedValue[] {
  if (typeof node !== 'object' || node === null) return []
  if ('$value' in node) return [[name, node.$value]]
  return Object.entries(node).flatMap(([key, child]) => (key.startsWith('$') ? [] : valuesIn(child, `${name}.${key}`)))
}

type RawShadow = Omit<ResolvedShadow, 'colour'> & { readonly color: string | ThemeColour }

function typeOf(name: string): TokenType {
  const end = name.indexOf('.')
  return TYPE_OF_GROUP[(end < 0 ? name : name.slice(0, end)) as keyof typeof TYPE_OF_GROUP]
}

/** Components are often written with three or four decimals: one step of 255 is rounding, more is another colour. */
function isSameHex(one: string, other: string): boolean {
  const [left, right] = [parseColour(one), parseColour(other)]
  return (['red', 'green', 'blue'] as const).every((part) => Math.abs(left[part] - right[part]) <= 1.001 / 255)
}
