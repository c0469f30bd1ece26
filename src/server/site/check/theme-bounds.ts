import { keptOfFrozen } from '#machines/site/frozen-memo.ts'
import { pointerKeys } from '#machines/site/merge-patch.rules.ts'
import type { ThemeTokens } from '#schemas'
import { shown } from '../faults/problem-words.ts'
import type { DocumentFault } from '../faults/value-faults.ts'

/** Within what a value of a group of tokens can be drawn. */
interface Bounds {
  readonly least: number
  readonly most: number
  readonly unit: '' | 'px' | 'ms'
}

const BOUNDS: Readonly<Record<string, Bounds>> = {
  text: { least: 10, most: 72, unit: 'px' },
  leading: { least: 1, most: 3, unit: '' },
  space: { least: 0, most: 128, unit: 'px' },
  radius: { least: 0, most: 9999, unit: 'px' },
  'row-height': { least: 24, most: 120, unit: 'px' },
  motion: { least: 0, most: 2000, unit: 'ms' },
}

/** What a rem is at the usual setting of browsers, in px, and a second in ms. */
const IN_UNIT: Readonly<Record<string, number>> = { px: 1, rem: 16, ms: 1, s: 1000 }

/** Sizes, times and parts of colours that no page can be drawn with: letters of 400 px, corners of less than nothing, a lightness of 80. */
export function boundFaults(tokens: ThemeTokens): readonly DocumentFault[] {
  return Object.entries(JUDGES).flatMap(([group, judge]) => {
    const node = (tokens as unknown as Record<string, unknown>)[group]
    if (typeof node !== 'object' || node === null) return []
    return keptOfFrozen(judged, node, () => valuesIn(node, `/${group}`).flatMap(judge))
  })
}

/** Faults by the group of tokens: brands share those that they leave as they are. */
const judged = new WeakMap<object, readonly DocumentFault[]>()

type Judge = (token: TokenValue) => readonly DocumentFault[]

const JUDGES: Readonly<Record<string, Judge>> = {
  ...Object.fromEntries(
    Object.entries(BOUNDS).map(([group, bounds]): [string, Judge] => [
      group,
      ({ pointer, value }) => sizeFault(pointer, value, bounds),
    ]),
  ),
  palette: ({ pointer, value }) => colourFault(pointer, value),
  color: ({ pointer, value }) => colourFault(pointer, value),
  elevation: ({ pointer, value }) =>
    Array.isArray(value) ? value.flatMap((layer, index) => shadowFaults(`${pointer}/${index}`, layer)) : [],
}

interface TokenValue {
  readonly pointer: string
  readonly value: unknown
}

/** Values of a group; an alias is judged where it leads. */
function valuesIn(node: unknown, pointer: string): readonly TokenValue[] {
  if (typeof node !== 'object' || node === null) return []
  if ('$value' in node)
    return typeof node.$value === 'string' ? [] : [{ pointer: `${pointer}/$value`, value: node.$value }]
  return Object.entries(node).flatMap(([key, child]) =>
    key.startsWith('$') ? [] : valuesIn(child, `${pointer}/${key}`),
  )
}

function measureOf(value: unknown): number {
  if (typeof value === 'number') return value
  const { value: amount, unit } = value as { value: number; unit: string }
  return amount * (IN_UNIT[unit] ?? 1)
}

function sizeFault(pointer: string, value: unknown, { least, most, unit }: Bounds): readonly DocumentFault[] {
  const measure = measureOf(value)
  if (measure >= least && measure <= most) return []
  const [from, to] = [least, most].map((bound) => (unit === '' ? String(bound) : `${bound} ${unit}`))
  const expected = `${from} to ${to}`
  const found = unit === '' ? String(measure) : `${measure} ${unit}`
  const fix = unit === 'px' ? ' (1 rem is 16 px)' : ''
  const message = `${tokenName(pointer)} is ${found}, with which no page can be drawn. Write ${expected}${fix}.`
  return [{ pointer, found, expected, suggestion: null, message }]
}

const PARTS = {
  oklch: [
    { name: 'lightness', least: 0, most: 1 },
    { name: 'chroma', least: 0, most: 0.5 },
    { name: 'hue', least: -360, most: 360 },
  ],
  srgb: ['red', 'green', 'blue'].map((name) => ({ name, least: 0, most: 1 })),
} as const

function colourFault(pointer: string, value: unknown): readonly DocumentFault[] {
  const { colorSpace, components } = value as { colorSpace: keyof typeof PARTS; components: readonly number[] }
  return PARTS[colorSpace].flatMap(({ name, least, most }, index): DocumentFault[] => {
    const part = components[index] ?? 0
    if (part >= least && part <= most) return []
    const expected = `${least} to ${most}`
    const share = part > most && part <= 100 && most === 1 ? `, for example ${part / 100}` : ''
    const message = `The ${name} of ${tokenName(pointer)} is ${part}; in ${colorSpace} it goes from ${expected}. Write a number of these${share}.`
    return [{ pointer, found: shown(components), expected: `${name} of ${expected}`, suggestion: null, message }]
  })
}

function shadowFaults(pointer: string, layer: unknown): readonly DocumentFault[] {
  const { blur } = layer as { blur: unknown }
  return sizeFault(`${pointer}/blur`, blur, { least: 0, most: 200, unit: 'px' })
}

function tokenName(pointer: string): string {
  return pointerKeys(pointer)
    .filter((key) => key !== '$value')
    .join('.')
}
