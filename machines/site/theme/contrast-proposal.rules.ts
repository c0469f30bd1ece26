import type { ThemeTokens } from '#schemas'
import { valueAt } from '../merge-patch.rules.ts'
import { resolveTokens } from './theme.rules.ts'
import { contrastRatio, cssColour, parseColour, type SrgbColour, toOklch } from './theme-colour.rules.ts'
import { type ContrastProblem, DRAWN_PAIRS, SCHEMES } from './theme-contrast.rules.ts'

/** A colour that must contrast with another one. */
interface Neighbour {
  readonly colour: SrgbColour
  readonly required: number
  /** Name of the pair, to know those that are too close now. */
  readonly pair: string
}

/** A colour that can be written in place of another. */
export interface Proposal {
  /** `#0b7285` */
  readonly colour: string
  /** Whether all pairs that are too close now are far enough with it, or the first alone. */
  readonly isEnough: boolean
}

/** How finely lightness is tried, from black to white. */
const STEPS = 400

/** A colour in place of the one at a pointer with which pairs that are too close are far enough from each other: the same hue, the nearest
 *  lightness. It fits all pairs in which it is drawn; where no lightness does, those that are too close now; else the first of them.
 *  @param pointer of the value of a token of the theme
 *  @returns null when the pairs do not hang on that value */
export function proposedColour(
  tokens: ThemeTokens,
  pointer: string,
  problems: readonly ContrastProblem[],
): Proposal | null {
  const origin = resolvedAt(tokens, pointer)
  if (!origin) return null
  const neighbours = neighboursOf(tokens, pointer)
  const close = new Set(problems.map(({ pair }) => pair.join(' ')))
  const failing = neighbours.filter(({ pair }) => close.has(pair))
  for (const wanted of [neighbours, failing, failing.slice(0, 1)]) {
    const colour = wanted.length > 0 ? nearestColour(origin, wanted) : null
    if (colour !== null) return { colour, isEnough: wanted.length >= failing.length }
  }
  return null
}

/** The colour of a value, through its alias. */
function resolvedAt(tokens: ThemeTokens, pointer: string): SrgbColour | null {
  const value = valueAt(tokens, pointer) as Parameters<typeof parseColour>[0] | undefined
  if (value === undefined) return null
  const alias = typeof value === 'string' ? /^\{(.+)\}$/.exec(value)?.[1] : undefined
  return alias === undefined ? parseColour(value) : resolvedAt(tokens, `/${alias.replaceAll('.', '/')}/$value`)
}

/** What is drawn with the colour at a pointer: found by giving it another value and looking which roles follow. */
function neighboursOf(tokens: ThemeTokens, pointer: string): readonly Neighbour[] {
  const [black, white] = ['#000000', '#ffffff'].map((value) => resolveTokens(withValue(tokens, pointer, value)).theme)
  const colourIn = (theme: typeof black, name: string) => {
    const token = theme?.get(name)
    return token?.type === 'color' ? token.value : undefined
  }
  const follows = (name: string) => colourIn(black, name)?.red !== colourIn(white, name)?.red
  return SCHEMES.flatMap((scheme) =>
    DRAWN_PAIRS.flatMap(([over, under, required]): Neighbour[] => {
      const names = [over, under].map((role) => `color.${scheme}.${role}`)
      const fixed = names.filter((name) => !follows(name))
      const colour = fixed.length === 1 ? colourIn(black, fixed[0] ?? '') : undefined
      return colour ? [{ colour, required, pair: names.join(' ') }] : []
    }),
  )
}

function withValue(tokens: ThemeTokens, pointer: string, value: string): ThemeTokens {
  return withValueAt(tokens, pointer.slice(1).split('/'), value) as ThemeTokens
}

/** A copy of what is on the way; the rest is shared. */
function withValueAt(node: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return value
  const holder = node as Readonly<Record<string, unknown>>
  return { ...holder, [key]: withValueAt(holder[key], rest, value) }
}

function nearestColour(origin: SrgbColour, neighbours: readonly Neighbour[]): string | null {
  const { lightness, chroma, hueDegrees } = toOklch(origin)
  const steps = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS)
  const nearestFirst = steps.sort((one, other) => Math.abs(one - lightness) - Math.abs(other - lightness))
  for (const step of nearestFirst) {
    const colour = cssColour({
      ...parseColour({ colorSpace: 'oklch', components: [step, chroma, hueDegrees] }),
      alpha: 1,
    })
    // Judged as it will be read: rounded to 255 steps.
    const read = parseColour(colour)
    if (neighbours.every(({ colour: other, required }) => contrastRatio(read, other) >= required)) return colour
  }
  return null
}
