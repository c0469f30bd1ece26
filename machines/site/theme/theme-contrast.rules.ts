import type { ResolvedTheme } from './theme.rules.ts'
import { contrastOfLuminances, luminance } from './theme-colour.rules.ts'

/** Least contrast of text with what it stands upon (WCAG 2.2, 1.4.3, level AA; OPS-9). */
export const TEXT_CONTRAST = 4.5
/** Least contrast of large text, icons, edges of controls and states (WCAG 2.2, 1.4.3 and 1.4.11; OPS-9). */
export const LARGE_TEXT_CONTRAST = 3

/** The two schemes of a theme. */
export type Scheme = 'light' | 'dark'
export const SCHEMES: readonly Scheme[] = ['light', 'dark']

/** A pair of colours, drawn upon one another, that is too hard to tell apart. */
export interface ContrastProblem {
  /** Names of the tokens: what is drawn, and what it is drawn upon. */
  readonly pair: readonly [foreground: string, background: string]
  readonly scheme: Scheme
  /** The contrast that the pair has, rounded down to hundredths so that 4.496 is not shown as 4.5. */
  readonly ratio: number
  readonly required: number
}

const SURFACES = ['canvas', 'surface', 'surface-raised', 'surface-sunken']
const PRESSED = [
  'surface',
  'surface-raised',
  'surface-sunken',
  'accent',
  'accent-quiet',
  'positive',
  'negative',
  'selected',
]
const FILLS = [...new Set([...SURFACES, ...PRESSED, 'text', 'warning', 'info', 'live', 'price-up', 'price-down'])]
const SURFACE_STATES = PRESSED.slice(0, 3).flatMap((role) => [`${role}-hover`, `${role}-pressed`])
const WORDS_IN_COLOUR = ['accent', 'positive', 'negative', 'warning', 'info', 'live', 'price-up', 'price-down']

type Pair = readonly [foreground: string, background: string, required: number]

const across = (foregrounds: readonly string[], backgrounds: readonly string[], required: number): Pair[] =>
  foregrounds.flatMap((foreground) => backgrounds.map((background): Pair => [foreground, background, required]))

/** Every pair of roles that the engine draws, with the least contrast of each. */
export const DRAWN_PAIRS: readonly Pair[] = [
  ...across(['text', 'text-muted'], [...SURFACES, ...SURFACE_STATES], TEXT_CONTRAST),
  ...across(WORDS_IN_COLOUR, SURFACES, TEXT_CONTRAST),
  ...FILLS.map((fill): Pair => [`on-${fill}`, fill, TEXT_CONTRAST]),
  ...PRESSED.flatMap((fill) => across([`on-${fill}`], [`${fill}-hover`, `${fill}-pressed`], TEXT_CONTRAST)),
  ...across(
    ['text-muted'],
    PRESSED.map((fill) => `${fill}-disabled`),
    LARGE_TEXT_CONTRAST,
  ),
  ...across(['line-strong', 'focus', 'selected'], SURFACES, LARGE_TEXT_CONTRAST),
]

const DRAWN_ROLES = new Set(DRAWN_PAIRS.flatMap(([foreground, background, _required]) => [foreground, background]))

/** Pairs of a theme that are too close, in both schemes, named by their tokens; none in a theme that may be used
 *  (OPS-9). A token that {@link resolveTokens} could not resolve is its problem and is passed over here. */
export function checkContrast(theme: ResolvedTheme): readonly ContrastProblem[] {
  return SCHEMES.flatMap((scheme) => {
    const luminances = luminancesOf(theme, scheme)
    return DRAWN_PAIRS.flatMap(([foreground, background, required]) => {
      const [over, under] = [luminances.get(foreground), luminances.get(background)]
      if (over === undefined || under === undefined) return []
      const ratio = contrastOfLuminances(over, under)
      const pair = [`color.${scheme}.${foreground}`, `color.${scheme}.${background}`] as const
      return ratio < required ? [{ pair, scheme, ratio: Math.floor(ratio * 100) / 100, required }] : []
    })
  })
}

/** Each colour of a scheme is in many pairs: its luminance is worked out once. */
function luminancesOf(theme: ResolvedTheme, scheme: Scheme): ReadonlyMap<string, number> {
  const luminances = new Map<string, number>()
  for (const role of DRAWN_ROLES) {
    const token = theme.get(`color.${scheme}.${role}`)
    if (token?.type === 'color') luminances.set(role, luminance(token.value))
  }
  return luminances
}
