import type { RecordedEvent } from '#schemas'
import { type CssMarks, scrubCss, scrubStyle } from './css-marks.rules.ts'

/** What the scrubber knows of the page. */
export interface ScrubPorts {
  /** What the style sheets of the page speak of. */
  readonly marks: CssMarks
  /** Whether the text of a node may be seen: its element, or one around it, is marked as a part that the brand lets be shown. */
  readonly isShown: (node: number) => boolean
  /** Route of the page that is shown. */
  readonly route: string
}

type Raw = Readonly<Record<string, unknown>>

const MASKED_INPUT = '••••••••'
/** Masked texts are as long as a multiple of this, so that their length says little. */
const GRAIN = 4
const LONGEST = 64

/** A text that nobody can read, of about the same length: `Ana Lima` gives `▒▒▒▒▒▒▒▒`. White space stays white space. */
export function maskText(text: string): string {
  const { length } = text.trim()
  if (length === 0) return text === '' ? '' : ' '
  return '▒'.repeat(Math.min(LONGEST, Math.ceil(length / GRAIN) * GRAIN))
}

/** What an input shows of what was typed: always the same, since the length says something too. */
export function maskInput(text: string): string {
  return text === '' ? '' : MASKED_INPUT
}

const EVENT = { loaded: 0, load: 1, whole: 2, change: 3, meta: 4, own: 5 } as const
const OWN_TAGS: ReadonlySet<unknown> = new Set(['page', 'machine'])

/** An event of a recording without anything private in it: an allow-list, so that what it does not know is left out. It runs before anything
 *  is kept or sent. @returns null for an event that is not recorded (REC-10, REC-12) */
export function scrubEvent({ type, timestamp, data }: RecordedEvent, ports: ScrubPorts): RecordedEvent | null {
  const scrubbed = dataOf(type, data, ports)
  return scrubbed && { type, timestamp, data: scrubbed }
}

function dataOf(type: number, data: Raw, ports: ScrubPorts): Raw | null {
  switch (type) {
    case EVENT.loaded:
    case EVENT.load:
      return {}
    case EVENT.meta:
      return { href: `/${ports.route}`, ...numbersOf(data, ['width', 'height']) }
    case EVENT.whole:
      return { node: scrubNode(data.node as Raw, ports), initialOffset: pointOf(data.initialOffset) }
    case EVENT.change:
      return changeOf(data, ports)
    case EVENT.own:
      return OWN_TAGS.has(data.tag) ? data : null
    default:
      return null
  }
}

const SOURCE = {
  mutation: 0,
  mouseMove: 1,
  mouse: 2,
  scroll: 3,
  resize: 4,
  input: 5,
  touchMove: 6,
  media: 7,
  rule: 8,
  drag: 12,
  sheet: 15,
} as const

function changeOf(data: Raw, ports: ScrubPorts): Raw | null {
  const { source } = data
  switch (source) {
    case SOURCE.mutation:
      return mutationOf(data, ports)
    case SOURCE.mouseMove:
    case SOURCE.touchMove:
    case SOURCE.drag:
      return {
        source,
        positions: listOf(data.positions).map((one) => numbersOf(one, ['x', 'y', 'id', 'timeOffset'])),
      }
    case SOURCE.mouse:
      return { source, ...numbersOf(data, ['type', 'id', 'x', 'y', 'pointerType']) }
    case SOURCE.scroll:
      return { source, ...numbersOf(data, ['id', 'x', 'y']) }
    case SOURCE.resize:
      return { source, ...numbersOf(data, ['width', 'height']) }
    case SOURCE.input:
      return { source, ...numbersOf(data, ['id']), text: maskInput(String(data.text ?? '')), isChecked: false }
    case SOURCE.media:
      return { source, ...numbersOf(data, ['type', 'id', 'currentTime']) }
    case SOURCE.rule:
      return {
        source,
        ...numbersOf(data, ['id', 'styleId']),
        adds: listOf(data.adds).map(({ rule, index }) => ({ rule: scrubCss(String(rule)), index })),
        removes: listOf(data.removes).map((one) => numbersOf(one, ['index'])),
      }
    case SOURCE.sheet:
      return {
        source,
        ...numbersOf(data, ['id']),
        styleIds: (data.styleIds as readonly unknown[] | undefined)?.filter((id) => typeof id === 'number') ?? [],
        styles: listOf(data.styles).map((one) => ({
          ...numbersOf(one, ['styleId']),
          rules: listOf(one.rules).map(({ rule, index }) => ({ rule: scrubCss(String(rule)), index })),
        })),
      }
    default:
      return null
  }
}

function mutationOf(data: Raw, ports: ScrubPorts): Raw {
  return {
    source: SOURCE.mutation,
    removes: listOf(data.removes).map((one) => numbersOf(one, ['id', 'parentId'])),
    adds: listOf(data.adds).map((one) => ({
      ...numbersOf(one, ['parentId', 'nextId', 'previousId']),
      ...(one.nextId === null ? { nextId: null } : {}),
      node: scrubNode(one.node as Raw, ports),
    })),
    texts: listOf(data.texts).map((one) => ({
      ...numbersOf(one, ['id']),
      value: textOf(Number(one.id), String(one.value ?? ''), ports),
    })),
    attributes: listOf(data.attributes).map((one) => ({
      ...numbersOf(one, ['id']),
      attributes: scrubAttributes('', (one.attributes ?? {}) as Raw, ports),
    })),
  }
}

const NODE = { document: 0, doctype: 1, element: 2, text: 3 } as const
const EMPTIED: ReadonlySet<string> = new Set([
  ...[
    'script',
    'noscript',
    'template',
    'meta',
    'base',
    'object',
    'embed',
    'iframe',
    'frame',
    'canvas',
    'video',
    'audio',
  ],
])

function scrubNode(node: Raw, ports: ScrubPorts): Raw {
  const children = () => listOf(node.childNodes).map((child) => scrubNode(child, ports))
  const same = numbersOf(node, ['type', 'id', 'rootId'])
  switch (node.type) {
    case NODE.document:
      return { ...same, childNodes: children() }
    case NODE.doctype:
      return { ...same, name: 'html', publicId: '', systemId: '' }
    case NODE.element: {
      const tagName = /^[a-zA-Z][\w-]{0,30}$/.test(String(node.tagName)) ? String(node.tagName) : 'span'
      const isEmptied = EMPTIED.has(tagName.toLowerCase())
      const attributes = scrubAttributes(tagName, (node.attributes ?? {}) as Raw, ports)
      return {
        ...{ ...same, tagName, attributes, childNodes: isEmptied ? [] : children() },
        ...(node.isSVG === true ? { isSVG: true } : {}),
        ...(node.needBlock === true ? { needBlock: true } : {}),
      }
    }
    case NODE.text: {
      const text = String(node.textContent ?? '')
      const isStyle = node.isStyle === true
      return {
        ...{ ...same, textContent: isStyle ? scrubCss(text) : textOf(Number(node.id), text, ports) },
        ...(isStyle ? { isStyle } : {}),
      }
    }
    default:
      // Comments and CDATA: the place alone, which other nodes refer to.
      return { ...same, textContent: '' }
  }
}

function textOf(id: number, text: string, { isShown }: ScrubPorts): string {
  return isShown(id) ? text : maskText(text)
}

/** Attributes of pictures that are drawn by numbers. */
const DRAWN: ReadonlySet<string> = new Set(
  'd viewbox cx cy r rx ry x y x1 x2 y1 y2 points width height transform stroke-width stroke-dasharray fill-rule clip-rule'.split(
    ' ',
  ),
)
const DRAWING = /^[\s\d.,()eEmMlLhHvVcCsSqQtTaAzZ+-]{0,600}$/
const NUMBERS: ReadonlySet<string> = new Set([
  ...['colspan', 'rowspan', 'rows', 'cols', 'tabindex', 'rr_scrollleft', 'rr_scrolltop', 'rr_width', 'rr_height'],
])
const FLAGS: ReadonlySet<string> = new Set(['hidden', 'disabled', 'open', 'inert', 'readonly', 'required'])
const TYPES: ReadonlySet<unknown> = new Set([
  ...['text', 'email', 'tel', 'password', 'number', 'search', 'url', 'date', 'checkbox', 'radio', 'button', 'submit'],
])
/** The values of attributes that styles depend on. */
const PAINT = /^(?:none|currentcolor|evenodd|nonzero|round|#[\da-f]{3,8})$/i

function scrubAttributes(tagName: string, attributes: Raw, ports: ScrubPorts): Raw {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(attributes)) {
    const scrubbed = attributeOf(name.toLowerCase(), value, ports)
    if (scrubbed !== undefined) kept[name] = scrubbed
  }
  if (tagName.toLowerCase() === 'link' && typeof kept._cssText === 'string') kept.rel = 'stylesheet'
  return kept
}

/** What may be kept of an attribute; undefined when nothing may. */
function attributeOf(name: string, value: unknown, { marks }: ScrubPorts): unknown {
  if (value === null) return isPlainName(name, marks) ? null : undefined
  if (name === 'style') return typeof value === 'string' ? scrubStyle(value) : styleChangesOf(value)
  if (NUMBERS.has(name) && /^-?\d{1,6}(?:\.\d+)?(?:px)?$/.test(String(value))) return value
  if (FLAGS.has(name)) return ''
  if (typeof value !== 'string') return undefined
  if (name === '_csstext') return scrubCss(value)
  if (name === 'class')
    return value
      .split(/\s+/)
      .filter((one) => marks.classes.has(one))
      .join(' ')
  if (name === 'dir') return /^(?:ltr|rtl|auto)$/.test(value) ? value : undefined
  if (name === 'lang') return /^[a-z]{2}$/.test(value) ? value : undefined
  if (name === 'popover') return /^(?:auto|manual|hint)?$/.test(value) ? value : undefined
  if (name === 'type') return TYPES.has(value) ? value : undefined
  if (name === 'value') return maskInput(value)
  if (DRAWN.has(name)) return DRAWING.test(value) && !/\d{7,}/.test(value) ? value : undefined
  if (name === 'fill' || name === 'stroke' || name.startsWith('stroke-line'))
    return PAINT.test(value) ? value : undefined
  if (marks.attributes.has(`${name}=${value}`)) return value
  return marks.attributes.has(name) && (value === '' || value === 'true' || value === 'false') ? value : undefined
}

/** Whether the removal of an attribute says nothing about its value. */
function isPlainName(name: string, { attributes }: CssMarks): boolean {
  return (
    name === 'class' ||
    name === 'style' ||
    name === 'popover' ||
    FLAGS.has(name) ||
    DRAWN.has(name) ||
    attributes.has(name)
  )
}

/** Changes of single styles: `{ width: '40%' }`. */
function styleChangesOf(value: unknown): Raw {
  const changes = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(
    changes.flatMap(([property, to]): [string, unknown][] => {
      if (to === false) return scrubStyle(`${property}:0`) ? [[property, false]] : []
      const [text] = Array.isArray(to) ? to : [to]
      const [, kept] = scrubStyle(`${property}:${String(text)}`).split(':')
      return kept ? [[property, kept]] : []
    }),
  )
}

function pointOf(value: unknown): Raw {
  return numbersOf((value ?? {}) as Raw, ['top', 'left'])
}

function numbersOf(from: Raw, names: readonly string[]): Record<string, number> {
  const numbers: Record<string, number> = {}
  for (const name of names) {
    const value = from[name]
    if (typeof value === 'number' && Number.isFinite(value)) numbers[name] = value
  }
  return numbers
}

function listOf(value: unknown): readonly Raw[] {
  return Array.isArray(value) ? (value as readonly Raw[]).filter((one) => typeof one === 'object' && one !== null) : []
}
