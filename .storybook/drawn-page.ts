/** Whatever can be pressed. */
const TARGETS = `a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex='-1']),
  :is([role='tab'], [role='option'], [role='menuitem'], [role='radio'], [role='switch'], [role='checkbox'])`
/** Both sides of the smallest target, in px (WCAG 2.5.8). */
const SMALLEST_TARGET_PX = 24

/** A page as it is drawn at a moment, in words: the same words are the same contrasts, or the same targets. */
export interface DrawnPage {
  /** Colours and sizes of all texts, and the layers that each may lie upon. */
  readonly paint: string
  /** Places of everything when a target is small or lies upon another; null where no target can be hard to hit. */
  readonly crowd: string | null
  /** By how much the page is wider than its window, in px. */
  readonly overflowPx: number
}

interface DrawnElement {
  readonly box: DOMRect
  /** Colour, size and weight of the element's own text; empty when it has none. */
  readonly text: string
  /** What it draws behind texts; empty when it draws nothing. */
  readonly layer: string
}

/** Reads colours, layers and places of everything in the body. */
export function readDrawnPage(): DrawnPage {
  const visible = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())
  const drawn = visible.map(readElement)
  const layers = drawn.filter(({ layer }) => layer !== '')
  const texts = drawn.filter(({ text }) => text !== '')
  const paint = texts.map(({ text, box }) => [
    text,
    ...layers.filter((one) => meet(box, one.box)).map(({ layer }) => layer),
  ])
  const { scrollWidth, clientWidth } = document.documentElement
  return {
    paint: [...new Set(paint.map((words) => words.join(' ')))].sort().join('\n'),
    crowd: isCrowded(visible) ? drawn.map(({ box: { x, y, width, height } }) => [x, y, width, height]).join(' ') : null,
    overflowPx: Math.max(0, scrollWidth - clientWidth),
  }
}

function readElement(element: Element): DrawnElement {
  const look = getComputedStyle(element)
  const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
  const text = hasText ? `${look.color} ${look.fontSize} ${look.fontWeight} ${look.textShadow}` : ''
  const parts = [look, ...['::before', '::after'].map((part) => getComputedStyle(element, part)).filter(isGenerated)]
  return { box: element.getBoundingClientRect(), text, layer: parts.map(layerOf).join('') }
}

function isGenerated({ content }: CSSStyleDeclaration): boolean {
  return content !== 'none' && content !== 'normal'
}

/** Of a picture or gradient only that there is one: axe does not judge what lies upon it. */
function layerOf({ backgroundColor, backgroundImage, opacity }: CSSStyleDeclaration): string {
  const image = backgroundImage === 'none' ? '' : 'image'
  const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && image === '' && opacity === '1'
  return isClear ? '' : `[${backgroundColor} ${image} ${opacity}]`
}

function isCrowded(visible: readonly Element[]): boolean {
  const boxes = visible.filter((element) => element.matches(TARGETS)).map((element) => element.getBoundingClientRect())
  return (
    boxes.some(({ width, height }) => Math.min(width, height) < SMALLEST_TARGET_PX) ||
    boxes.some((box, index) => boxes.slice(index + 1).some((other) => meet(box, other)))
  )
}

function meet(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
