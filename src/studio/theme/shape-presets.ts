import { isJsonObject, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { StudioEdit } from '#schemas'
import { tokenValue } from '../forms/token-values.ts'

/** Groups of a theme that are looked at as a whole, and have presets. */
export const SHAPE_GROUPS = ['text', 'radius', 'row-height', 'space'] as const
export type ShapeGroup = (typeof SHAPE_GROUPS)[number]

/** Sizes of a group, px: token → size. */
export type Sizes = Readonly<Record<string, number>>

/** Pixels of a rem at the usual setting. */
const REM_PX = 16
/** Sizes of type that the check lets pass, px. */
const LEAST_PX = 10
const MOST_PX = 72

/** Corners and rows to begin with; each can be changed by itself. */
export const PRESETS: Readonly<Record<'radius' | 'row-height', Readonly<Record<string, Sizes>>>> = {
  radius: {
    square: { small: 0, medium: 0 },
    slight: { small: 4, medium: 8 },
    soft: { small: 8, medium: 16 },
  },
  'row-height': {
    dense: { compact: 28, default: 36, comfortable: 44 },
    usual: { compact: 32, default: 40, comfortable: 48 },
    roomy: { compact: 36, default: 44, comfortable: 52 },
  },
}

/** How many times larger each size of type is than the one before. */
export const RATIOS = [1.125, 1.2, 1.25, 1.333] as const

/** Sizes of type by a ratio: those above the text of pages grow by it, those below stay readable.
 *  @param names of the tokens, by their usual px: `12`, `16`, `36` */
export function typeScale(names: readonly string[], textPx: number, ratio: number): Sizes {
  const sorted = names.toSorted((one, other) => Number(one) - Number(other))
  const middle = sorted.indexOf('16')
  const sizes = sorted.map((name, at) => {
    const px = at <= middle ? (textPx * Number(name)) / REM_PX : textPx * ratio ** (at - middle)
    return [name, Math.min(MOST_PX, Math.max(LEAST_PX, Math.round(px * 2) / 2))] as const
  })
  return Object.fromEntries(sizes)
}

/** The sizes that a theme has in a group, px; what is no length is left out. */
export function sizesOf(theme: unknown, group: ShapeGroup): Sizes {
  const tokens = valueAt(theme, `/${group}`)
  if (!isJsonObject(tokens)) return {}
  const sizes = Object.entries(tokens).flatMap(([name, token]) => {
    const px = pxOf(tokenValue(theme, token))
    return px === null ? [] : [[name, px] as const]
  })
  return Object.fromEntries(sizes)
}

function pxOf(value: unknown): number | null {
  if (!isJsonObject(value) || typeof value.value !== 'number') return null
  return value.unit === 'rem' ? value.value * REM_PX : value.value
}

/** Writes sizes into a theme as one step: type in rem, so that it follows the reader’s setting, all else in px. */
export function editsOfSizes(group: ShapeGroup, sizes: Sizes): readonly StudioEdit[] {
  return Object.entries(sizes).map(([name, px]) => ({
    path: 'theme.tokens.json',
    pointer: `/${group}/${name}/$value`,
    value: group === 'text' ? { value: px / REM_PX, unit: 'rem' } : { value: px, unit: 'px' },
  }))
}
